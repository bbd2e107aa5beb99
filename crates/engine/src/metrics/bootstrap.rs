use super::{Sorted, mean};
use crate::sim::stream;
use rand::RngExt;
use serde::{Deserialize, Serialize};

/// A 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

impl Interval {
    /// Whether it is a point, but for rounding: what it is about is the same in all replications.
    pub fn is_point(&self) -> bool {
        self.high - self.low <= 1e-12 * self.high.abs()
    }

    /// The percentile interval (Efron): the middle 95 % of what a statistic comes to in the resamples.
    pub fn of(values: Vec<f64>) -> Option<Self> {
        let values = Sorted::new(values);
        Some(Self { low: values.quantile(0.025)?, high: values.quantile(0.975)? })
    }
}

/// Times that a sample is drawn anew from itself.
const RESAMPLES: usize = 1000;
/// Seed of the stream that draws: one for all, so that equal data have equal intervals.
const SEED: u64 = 0xB007;

/// The means of several samples over the same replications in each of a thousand resamples: as many replications as there
/// are, drawn with replacement, the same ones for all samples. What samples have in common stays in common. One list a
/// sample, nothing in them for fewer than two replications. Deterministic.
///
/// # Panics
/// If the samples are not equally many.
pub fn resampled_means(samples: &[&[f64]]) -> Vec<Vec<f64>> {
    let n = samples.first().map_or(0, |sample| sample.len());
    assert!(samples.iter().all(|sample| sample.len() == n), "samples over the same replications");
    let mut means = vec![vec![]; samples.len()];
    if n < 2 {
        return means;
    }
    let mut random = stream(SEED, 0, 0);
    let mut drawn = vec![0; n];
    for _ in 0..RESAMPLES {
        drawn.iter_mut().for_each(|position| *position = random.random_range(0..n as u64) as usize);
        for (means, sample) in means.iter_mut().zip(samples) {
            means.push(drawn.iter().map(|position| sample[*position]).sum::<f64>() / n as f64);
        }
    }
    means
}

/// The interval of the ratio of two means, given both in each resample.
pub fn ratio_95(above: &[f64], below: &[f64]) -> Option<Interval> {
    Interval::of(above.iter().zip(below).map(|(above, below)| above / below).collect())
}

/// Intervals of quantiles of pooled replications, given each replication's own: their means are drawn anew, and each
/// interval is scaled to its pooled quantile (sectioning: the pooled value has less bias, the sections tell the spread).
pub fn sectioned_95<const N: usize>(pooled: [f64; N], sections: [&[f64]; N]) -> [Option<Interval>; N] {
    let means = resampled_means(&sections);
    std::array::from_fn(|i| {
        let scale = pooled[i] / mean(sections[i]);
        Interval::of(means[i].iter().map(|mean| mean * scale).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often intervals of 30 replications hold the truth.
    fn coverage(truth: f64, interval: impl Fn(&[f64], &[f64]) -> Option<Interval>) -> f64 {
        let mut random = stream(1, 0, 0);
        let mut exponential = move || -libm::log(1.0 - random.random::<f64>());
        let trials = 1000;
        let holds = (0..trials).filter(|_| {
            // Two policies on the same jobs: what they have in common is most of their spread.
            let common: Vec<f64> = (0..30).map(|_| 1.0 + exponential()).collect();
            let other: Vec<f64> = common.iter().map(|common| common * (1.5 + exponential() / 2.0)).collect();
            interval(&other, &common).is_some_and(|interval| (interval.low..=interval.high).contains(&truth))
        });
        holds.count() as f64 / f64::from(trials)
    }

    #[test]
    fn intervals_hold_the_truth() {
        // Nominally 0.95; percentile intervals of thirty skewed values fall a little short.
        let ratio = coverage(2.0, |other, common| {
            let means = resampled_means(&[other, common]);
            ratio_95(&means[0], &means[1])
        });
        assert!((0.90..=0.97).contains(&ratio), "ratio: {ratio}");
        let section = coverage(4.0, |other, _| sectioned_95([mean(other)], [other])[0]);
        assert!((0.88..=0.97).contains(&section), "sections: {section}");
    }

    #[test]
    fn a_point_is_as_wide_as_rounding_makes_it() {
        let is_point = |(low, high)| Interval { low, high }.is_point();
        assert!([(0.0, 0.0), (3.0, 3.0 + 2e-12), (1e9, 1e9)].into_iter().all(is_point));
        assert!(![(0.0, 1e-300), (3.0, 3.0 + 4e-12), (1.0, 2.0)].into_iter().any(is_point));
    }

    #[test]
    fn pairs_are_drawn_together() {
        let below: Vec<f64> = (1..=30).map(f64::from).collect();
        let above: Vec<f64> = below.iter().map(|x| 3.0 * x).collect();
        let means = resampled_means(&[&above, &below]);
        let interval = ratio_95(&means[0], &means[1]).unwrap();
        assert!((interval.low - 3.0).abs() < 1e-12 && (interval.high - 3.0).abs() < 1e-12, "{interval:?}");
        assert_eq!(resampled_means(&[&below])[0], means[1], "whatever else is drawn");
    }

    #[test]
    fn one_replication_has_no_interval() {
        let means = resampled_means(&[&[1.0], &[2.0]]);
        assert_eq!((means.len(), ratio_95(&means[0], &means[1])), (2, None));
        assert_eq!(sectioned_95([1.0], [&[]]), [None]);
    }

    #[test]
    fn sections_are_scaled_to_the_pooled_value() {
        assert_eq!(sectioned_95([6.0], [&[2.0; 3]]), [Some(Interval { low: 6.0, high: 6.0 })]);
    }
}
