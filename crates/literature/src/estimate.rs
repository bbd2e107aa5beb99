//! Numbers over replications with their intervals.

use schedscope::metrics::{half_width_95, mean};

/// A number that is known to lie between two others.
pub trait Interval: Copy {
    /// Where it is most likely.
    fn middle(self) -> f64;
    /// Lower end of the interval.
    fn low(self) -> f64;
    /// Upper end.
    fn high(self) -> f64;

    /// Divided by another number, both above 0, wherever in their intervals they lie: wider than an interval of paired
    /// replications, and without end where the other may be next to nothing.
    fn over(self, other: impl Interval) -> Ratio {
        let high = if other.low() > 0.0 { self.high() / other.low() } else { f64::INFINITY };
        Ratio { mean: self.middle() / other.middle(), low: self.low() / other.high(), high }
    }
}

/// A mean over replications and the half-width of its 95 % interval (Student t).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The half-width.
    pub half: f64,
}

impl Estimate {
    /// Of one number a replication; numbers that do not exist are left out.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let values: Vec<f64> = values.into_iter().filter(|x| x.is_finite()).collect();
        Self { mean: mean(&values), half: half_width_95(&values).unwrap_or(f64::INFINITY) }
    }

    /// As a text: `12.3 ± 0.4`.
    pub fn words(self) -> String {
        let digits = |x: f64| {
            if x >= 100.0 {
                0
            } else if x >= 10.0 {
                1
            } else {
                2
            }
        };
        let places = digits(self.mean.abs());
        format!("{:.places$} ± {:.places$}", self.mean, self.half)
    }
}

impl Interval for Estimate {
    fn middle(self) -> f64 {
        self.mean
    }

    fn low(self) -> f64 {
        self.mean - self.half
    }

    fn high(self) -> f64 {
        self.mean + self.half
    }
}

/// A geometric mean over replications with its 95 % interval (Student t on logarithms): what ratios are like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The mean.
    pub mean: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Ratio {
    /// Of one number a replication; those that are not above 0 are left out.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let logs: Vec<f64> = values.into_iter().filter(|x| *x > 0.0 && x.is_finite()).map(libm::log).collect();
        let (middle, half) = (mean(&logs), half_width_95(&logs).unwrap_or(f64::INFINITY));
        Self { mean: libm::exp(middle), low: libm::exp(middle - half), high: libm::exp(middle + half) }
    }

    /// Of numbers of the same replications before and after a change, or of two independent samples of them.
    pub fn between(before: &[f64], after: &[f64]) -> Self {
        Self::of(after.iter().zip(before).map(|(after, before)| after / before))
    }

    /// As a text: `0.42 [0.31, 0.57]`.
    pub fn words(self) -> String {
        let digits = |x: f64| {
            if x >= 100.0 {
                format!("{x:.0}")
            } else if x >= 10.0 {
                format!("{x:.1}")
            } else {
                format!("{x:.2}")
            }
        };
        format!("{} [{}, {}]", digits(self.mean), digits(self.low), digits(self.high))
    }
}

impl Interval for Ratio {
    fn middle(self) -> f64 {
        self.mean
    }

    fn low(self) -> f64 {
        self.low
    }

    fn high(self) -> f64 {
        self.high
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotient_of_intervals_is_as_wide_as_both_allow() {
        let estimate = Estimate { mean: 2.0, half: 1.0 };
        assert_eq!(estimate.over(Estimate { mean: 4.0, half: 2.0 }), Ratio { mean: 0.5, low: 1.0 / 6.0, high: 1.5 });
        assert_eq!(estimate.over(Estimate { mean: 1.0, half: 2.0 }).high, f64::INFINITY, "it may be divided by next to nothing");
        // One replication has no interval.
        assert_eq!((Ratio::of([0.5]).low, Ratio::of([0.5]).high, Estimate::of([0.5]).half), (0.0, f64::INFINITY, f64::INFINITY));
    }

    #[test]
    fn ratios_have_geometric_means() {
        let ratio = Ratio::of([0.5, 2.0, f64::NAN, 0.0]);
        assert!((ratio.mean - 1.0).abs() < 1e-12 && (ratio.low * ratio.high - 1.0).abs() < 1e-9 && ratio.low < 0.5);
        assert_eq!(Ratio::between(&[1.0, 2.0], &[2.0, 4.0]).mean, 2.0);
    }
}
