use super::Look;
use super::{Axis, Level};
use schedscope::metrics::Sorted;

/// Groups of things that stand side by side, one of each series in each group.
#[derive(Clone, Debug, PartialEq)]
pub struct Groups<T> {
    /// What is across.
    pub x_title: String,
    /// Upwards.
    pub y: Axis,
    /// Names of the groups.
    pub names: Vec<String>,
    /// The series.
    pub series: Vec<Series<T>>,
    /// A value to compare with.
    pub level: Option<Level>,
}

/// Groups of bars.
pub type Bars = Groups<Bar>;

/// Groups of boxes with whiskers.
pub type Boxes = Groups<Quartiles>;

/// What is drawn alike in all groups.
#[derive(Clone, Debug, PartialEq)]
pub struct Series<T> {
    /// What it is called.
    pub name: String,
    /// How it is drawn.
    pub look: Look,
    /// One a group; absent where there is none.
    pub values: Vec<Option<T>>,
}

/// A bar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    /// How high it is.
    pub value: f64,
    /// Ends of its confidence interval, if known.
    pub range: Option<(f64, f64)>,
}

impl Bar {
    /// A bar with the ends of its confidence interval, if these are known.
    pub fn between(value: f64, low: f64, high: f64) -> Self {
        Self { value, range: (low.is_finite() && high.is_finite()).then_some((low, high)) }
    }
}

/// A sample in a few numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Quartiles {
    /// 5th percentile, quartiles with the median in their middle, 95th percentile.
    pub percentiles: [f64; 5],
    /// What lies outside, at most a few dozen values of it.
    pub outliers: Vec<f64>,
}

impl Quartiles {
    /// Outliers that are kept at either end.
    const MOST: usize = 20;

    /// Of a sample; absent where it is empty.
    pub fn of(sample: Vec<f64>) -> Option<Self> {
        let sorted = Sorted::new(sample.clone());
        let mut percentiles = [0.0; 5];
        for (percentile, p) in percentiles.iter_mut().zip([0.05, 0.25, 0.5, 0.75, 0.95]) {
            *percentile = sorted.quantile(p)?;
        }
        let mut outliers: Vec<f64> = sample.into_iter().filter(|x| *x < percentiles[0] || *x > percentiles[4]).collect();
        outliers.sort_by(f64::total_cmp);
        if outliers.len() > 2 * Self::MOST {
            outliers.drain(Self::MOST..outliers.len() - Self::MOST);
        }
        Some(Self { percentiles, outliers })
    }
}
