//! What this project adds to its sources: late jobs and virtual queues, tails of sojourn times, and where estimates become worse than none.

use super::replicated::{by_policy, each, replicated};
use schedscope::metrics::mean;
use schedscope::server::{Config, Instant, Observer, Policy, Silent, simulate};
use schedscope::theory::{Form, SizeLaw, mean_sojourn};
use schedscope::workload::{Synthetic, Workload};

/// Seed of all runs; replications have their own streams.
const SEED: u64 = 1;

/// Mean sojourn time by theory, in units of the mean size; Weibull sizes.
///
/// # Panics
/// If shape, sigma or load is not valid: they are written in this crate.
pub fn by_theory(form: Form, shape: f64, load: f64) -> f64 {
    let law = SizeLaw::weibull(shape).expect("a legal shape");
    mean_sojourn(form, &law, load).expect("a steady state")
}

/// The sigma from which on PSJFE has a longer mean sojourn time than a policy that ignores estimates, to three digits; there is
/// one between 0.25 and 4.
pub fn crossover(blind: Form, shape: f64, load: f64) -> f64 {
    let without = by_theory(blind, shape, load);
    let (mut low, mut high) = (0.25, 4.0);
    while high - low > 5e-4 {
        let sigma = f64::midpoint(low, high);
        if by_theory(Form::Psjfe { sigma }, shape, load) < without { low = sigma } else { high = sigma }
    }
    f64::midpoint(low, high)
}

/// The sigma from which on the virtual queue of FSPE has more work than it can do: there errors whose median is 1 make estimates
/// 1 ÷ load times as large on average as sizes are.
pub fn overload(load: f64) -> f64 {
    (-2.0 * libm::log(load)).sqrt()
}

/// Every so many jobs one is asked what it finds.
const EVERY: usize = 20;

/// What jobs find on their arrival under FSPE+PS, on average over those that are asked.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Found {
    asked: f64,
    /// Late jobs.
    pub late: f64,
    /// Jobs in the virtual queue, complete or not.
    pub aging: f64,
}

impl Observer for Found {
    fn instant(&mut self, instant: &impl Instant) {
        if instant.arrived() < (self.asked as usize + 1) * EVERY {
            return;
        }
        // The job that has just arrived is in the virtual queue, too.
        let mut aging = -1.0;
        instant.for_each(&mut |job| aging += f64::from(u8::from(!job.late)));
        self.asked += 1.0;
        self.late += (instant.late() as f64 - self.late) / self.asked;
        self.aging += (aging - self.aging) / self.asked;
    }
}

/// What jobs find under FSPE+PS, replication by replication.
pub fn found(queue: &Synthetic, replications: u32, done: impl Fn(u64) + Sync) -> Vec<Found> {
    let policy: Policy = "fspe+ps".parse().expect("a policy of the registry");
    each(replications, |replication| {
        let mut found = Found::default();
        simulate(&Config::default(), &queue.generate(SEED, replication).expect("legal parameters"), &policy, &mut found)
            .expect("no policy is a formula");
        done(u64::from(queue.count));
        found
    })
}

/// The sojourn times of a policy: their mean in each replication, and for each time the part of the jobs that stay longer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tail {
    /// One number a replication.
    pub means: Vec<f64>,
    /// For each time one number a replication.
    pub longer: Vec<Vec<f64>>,
}

/// Sojourn times of policies on the same jobs.
pub fn tails(policies: &[&str], queue: &Synthetic, times: &[f64], replications: u32, done: impl Fn(u64) + Sync) -> Vec<Tail> {
    let policies: Vec<Policy> = policies.iter().map(|key| key.parse().expect("a policy of the registry")).collect();
    let run = |jobs: &Workload, _, policy: usize| {
        let outcome = simulate(&Config::default(), jobs, &policies[policy], &mut Silent).expect("no policy is a formula");
        let longer = |time: &f64| outcome.sojourn.iter().filter(|sojourn| *sojourn > time).count() as f64 / jobs.len() as f64;
        done(u64::from(queue.count));
        (mean(&outcome.sojourn), times.iter().map(longer).collect::<Vec<_>>())
    };
    let runs = replicated(replications, policies.len(), |replication| queue.generate(SEED, replication).expect("legal parameters"), run);
    let tail = |runs: Vec<(f64, Vec<f64>)>| Tail {
        longer: (0..times.len()).map(|time| runs.iter().map(|(_, longer)| longer[time]).collect()).collect(),
        means: runs.into_iter().map(|(mean, _)| mean).collect(),
    };
    by_policy(runs, policies.len()).into_iter().map(tail).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_estimates_become_worse_than_none() {
        let found = [(0.25, Form::Las), (0.5, Form::Las), (2.0, Form::Fifo)].map(|(shape, blind)| crossover(blind, shape, 0.7));
        assert!(found.iter().zip([1.409, 1.941, 1.107]).all(|(found, known)| (found - known).abs() < 1e-3), "{found:?}");
        let found = [0.5, 0.7, 0.9].map(overload);
        assert!(found.iter().zip([1.177, 0.845, 0.459]).all(|(found, known)| (found - known).abs() < 5e-4), "{found:?}");
    }

    #[test]
    fn exact_estimates_are_never_late_and_age_as_under_ps() {
        let queue = Synthetic { shape: 1.0, sigma: 0.0, load: 0.5, count: 40_000, ..Synthetic::default() };
        let found = found(&queue, 4, |_| {});
        let aging = mean(&found.iter().map(|found| found.aging).collect::<Vec<_>>());
        // One job on average is in an M/M/1 queue of load one half.
        assert!(found.iter().all(|found| found.late == 0.0 && found.asked == 2000.0) && (aging - 1.0).abs() < 0.1, "{aging}");
    }

    #[test]
    fn fifo_has_an_exponential_tail() {
        let queue = Synthetic { shape: 1.0, load: 0.5, count: 50_000, ..Synthetic::default() };
        let [tail] = &tails(&["fifo"], &queue, &[2.0, 6.0], 4, |_| {})[..] else { panic!("one policy") };
        let off = |found: &[f64], exact: f64| (mean(found) / exact - 1.0).abs();
        assert!(off(&tail.means, 2.0) < 0.05 && off(&tail.longer[0], libm::exp(-1.0)) < 0.05, "{tail:?}");
        assert!(off(&tail.longer[1], libm::exp(-3.0)) < 0.15, "{tail:?}");
    }
}
