//! Mean sojourn times of policies on the same jobs, replication by replication, and what their ratios are worth.

use super::estimate::{Estimate, Ratio};
use schedscope::metrics::{Sorted, half_width_95, mean};
use schedscope::server;
use schedscope::world::JobsSpec;
use schedscope_core::experiment::{Scenario, Study, read_workload, run_all};

/// Mean sojourn time of each policy in each replication. All policies see the same jobs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Means(Vec<(String, Vec<f64>)>);

impl Means {
    /// Runs policies of the server world on a workload.
    ///
    /// # Panics
    /// If the workload or a policy is not valid: they are written in this crate.
    pub fn run(policies: &[&str], workload: &JobsSpec, replications: u32, done: impl Fn(u64) + Sync) -> Self {
        let policies: Vec<String> = policies.iter().map(|key| (*key).to_owned()).collect();
        let scenario = Scenario { replications, policies: policies.clone(), ..Scenario::of_workload::<server::Plan>(workload.clone()) };
        let study = Study::new(scenario, read_workload).expect("a valid scenario");
        let (summaries, _) = run_all(&study, false, done).expect("no policy is a formula");
        Self(policies.into_iter().zip(summaries.into_iter().map(|summary| summary.means().to_vec())).collect())
    }

    /// The same with more policies, run on the same jobs.
    #[must_use]
    pub fn with(mut self, other: &Self) -> Self {
        self.0.extend(other.0.iter().cloned());
        self
    }

    /// One number a replication.
    ///
    /// # Panics
    /// If the policy was not run.
    pub fn of(&self, policy: &str) -> &[f64] {
        &self.0.iter().find(|(key, _)| key == policy).unwrap_or_else(|| panic!("{policy} was run")).1
    }

    /// Mean of one policy ÷ mean of another.
    pub fn ratio(&self, policy: &str, to: &str) -> Estimate {
        ratio_of_means(self.of(policy), self.of(to))
    }

    /// The ratio of two policies here ÷ the same ratio on other workloads that were drawn with the same seeds. Its interval is
    /// that of the logarithm (the delta method), paired replication by replication.
    pub fn against(&self, other: &Self, policy: &str, to: &str) -> Ratio {
        let of = [self.of(policy), self.of(to), other.of(to), other.of(policy)];
        let [a, b, c, d] = of.map(mean);
        let deviations: Vec<f64> = (0..of[0].len()).map(|i| of[0][i] / a - of[1][i] / b + of[2][i] / c - of[3][i] / d).collect();
        let (middle, half) = (a / b * c / d, half_width_95(&deviations).unwrap_or(f64::INFINITY));
        Ratio { mean: middle, low: middle * libm::exp(-half), high: middle * libm::exp(half) }
    }

    /// Median over replications of one policy ÷ the other: where tails are heavy, what a typical run shows.
    pub fn typical(&self, policy: &str, to: &str) -> f64 {
        let ratios = self.of(policy).iter().zip(self.of(to)).map(|(a, b)| a / b).collect();
        Sorted::new(ratios).quantile(0.5).unwrap_or(f64::NAN)
    }
}

/// The ratio of the means of two samples that belong together pair by pair. Its interval is that of the mean of
/// aᵢ − R·bᵢ, divided by the mean of b: exact as the samples grow (the delta method), and narrow where pairs move together.
pub fn ratio_of_means(a: &[f64], b: &[f64]) -> Estimate {
    let (top, bottom) = (mean(a), mean(b));
    let ratio = top / bottom;
    let deviations: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - ratio * b).collect();
    Estimate { mean: ratio, half: half_width_95(&deviations).map_or(f64::INFINITY, |half| half / bottom.abs()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_that_move_together_leave_no_doubt() {
        let b = [1.0, 5.0, 9.0, 2.0];
        let doubled: Vec<f64> = b.iter().map(|x| 2.0 * x).collect();
        let ratio = ratio_of_means(&doubled, &b);
        assert!((ratio.mean - 2.0).abs() < 1e-12 && ratio.half < 1e-12);
        assert_eq!(ratio_of_means(&[1.0], &[2.0]), Estimate { mean: 0.5, half: f64::INFINITY });
        // Apart, they do: half a ratio's interval is that of a, where b does not vary.
        let apart = ratio_of_means(&[1.0, 2.0, 3.0, 4.0], &[2.0; 4]);
        assert!((apart.mean - 1.25).abs() < 1e-12 && (apart.half - half_width_95(&[0.5, 1.0, 1.5, 2.0]).unwrap()).abs() < 1e-12);
    }

    #[test]
    fn ratios_on_the_same_draws_are_compared_pair_by_pair() {
        let means = |ps: [f64; 3], srpt: [f64; 3]| Means(vec![("ps".to_owned(), ps.into()), ("srpt".to_owned(), srpt.into())]);
        let (ours, twice) = (means([3.0, 8.0, 4.0], [1.0, 2.0, 1.0]), means([6.0, 16.0, 8.0], [1.0, 2.0, 1.0]));
        let ratio = twice.against(&ours, "ps", "srpt");
        assert!((ratio.mean - 2.0).abs() < 1e-12 && ratio.high - ratio.low < 1e-12, "{ratio:?}");
        assert!(twice.against(&means([8.0, 3.0, 4.0], [1.0, 2.0, 1.0]), "ps", "srpt").high > 2.5, "other pairs leave a doubt");
    }

    #[test]
    fn policies_may_be_added() {
        let workload = JobsSpec { count: Some(200), shape: Some(1.0), ..JobsSpec::default() };
        let run = |policies: &[&str]| Means::run(policies, &workload, 3, |_| {});
        assert_eq!(run(&["ps"]).with(&run(&["srpt"])), run(&["ps", "srpt"]));
        assert!(run(&["ps", "srpt"]).typical("srpt", "ps") < 1.0);
    }
}
