use super::{Sorted, mean};
use serde::{Deserialize, Serialize};

/// Whether a single job or a single replication decides a mean and its interval. The ratio of the largest square to the sum
/// of all tends to nothing if, and only if, the variance is finite (Embrechts, Klüppelberg & Mikosch, *Modelling Extremal
/// Events*, 1997, §6.2.6); where it is large, the next such job may change mean and interval alike.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tail {
    /// The square of the largest value ÷ the sum of all squares; absent for fewer than [`Tail::JOBS`] values, among which a
    /// large share means nothing.
    pub largest_job_share: Option<f64>,
    /// The same for the deviations of the replications' means from their mean; absent for fewer than
    /// [`Tail::REPLICATIONS`].
    pub largest_replication_share: Option<f64>,
}

impl Tail {
    /// Fewest values among which one should not decide: the longest of a thousand exponential ones has 2 % of the squares.
    pub const JOBS: usize = 1000;
    /// Fewest replications among which one should not decide: the farthest of twenty normal ones has 20 % of the squares.
    pub const REPLICATIONS: usize = 20;
    /// Share from which a job decides.
    pub const JOB: f64 = 0.1;
    /// Share from which a replication decides.
    pub const REPLICATION: f64 = 0.5;

    /// Looks at the pooled values of replications and at the mean of each.
    pub fn of(sample: &Sorted, means: &[f64]) -> Self {
        let largest = (sample.len() >= Self::JOBS).then(|| sample.at(sample.len() - 1));
        let share = |largest: f64, all: f64| if all > 0.0 { largest / all } else { 0.0 };
        let centre = mean(means);
        let deviations = || means.iter().map(|x| (x - centre) * (x - centre));
        Self {
            largest_job_share: largest.map(|largest| share(largest * largest, sample.sum_of_squares())),
            largest_replication_share: (means.len() >= Self::REPLICATIONS)
                .then(|| share(deviations().fold(0.0, f64::max), deviations().sum())),
        }
    }

    /// Whether the mean should not be trusted.
    pub fn misleads(&self) -> bool {
        self.largest_job_share.is_some_and(|share| share > Self::JOB)
            || self.largest_replication_share.is_some_and(|share| share > Self::REPLICATION)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::stream;
    use rand::RngExt;

    fn misleads(n: usize, inverse: impl Fn(f64) -> f64) -> usize {
        let sample = |seed| {
            let mut random = stream(seed, 0, 0);
            Sorted::new((0..n).map(|_| inverse(1.0 - random.random::<f64>())).collect())
        };
        (0..20).filter(|seed| Tail::of(&sample(*seed), &[]).misleads()).count()
    }

    #[test]
    fn heavy_tails_mislead_and_light_ones_do_not() {
        let pareto = |alpha: f64| move |u: f64| libm::pow(u, -1.0 / alpha);
        let weibull = |shape: f64| move |u: f64| libm::pow(-libm::log(u), 1.0 / shape);
        // Of twenty samples each: no finite mean, no finite variance, hardly one.
        assert_eq!(misleads(10_000, pareto(1.0)), 20);
        assert!(misleads(10_000, pareto(1.5)) >= 18 && misleads(100_000, pareto(1.5)) >= 18);
        assert!(misleads(10_000, weibull(0.177)) >= 15);
        // Moments enough, and jobs enough to see it.
        assert!(misleads(1_000_000, weibull(0.25)) <= 5);
        for light in [misleads(10_000, weibull(0.5)), misleads(1000, weibull(1.0)), misleads(10_000, pareto(4.0))] {
            assert!(light <= 1, "{light}");
        }
    }

    #[test]
    fn one_of_many_decides() {
        let mut sample = vec![1.0; 999];
        sample.push(20.0);
        let tail = Tail::of(&Sorted::new(sample.clone()), &[]);
        assert!(tail.misleads() && (tail.largest_job_share.unwrap() - 400.0 / 1399.0).abs() < 1e-12);
        assert!(!Tail::of(&Sorted::new(sample[1..].to_vec()), &[]).misleads(), "too few to tell");
        let mut means: Vec<f64> = (0..30).map(|i| 10.0 + f64::from(i % 3)).collect();
        let none = Sorted::new(vec![]);
        assert!(!Tail::of(&none, &means).misleads());
        means[7] = 30.0;
        assert!(Tail::of(&none, &means).misleads() && !Tail::of(&none, &means[..19]).misleads());
        assert_eq!(Tail::of(&none, &[3.0; 20]).largest_replication_share, Some(0.0));
        // One of twenty is at 20 and their mean is 1: its square is 361 and that of each other 1.
        means = vec![0.0; 19];
        means.push(20.0);
        assert_eq!(Tail::of(&none, &means).largest_replication_share, Some(0.95));
        assert!(!Tail { largest_job_share: Some(Tail::JOB), largest_replication_share: Some(Tail::REPLICATION) }.misleads());
    }
}
