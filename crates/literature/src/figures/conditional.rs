//! Slowdowns job by job: by size, and all of them.

use schedscope::metrics::{Sorted, mean};
use schedscope::server;
use schedscope::world::JobsSpec;
use schedscope_core::experiment::{Drawn, Run, Scenario, Study, read_workload, run_all};

/// Jobs sorted by size in classes of equal count: mean size and mean slowdown of each.
#[derive(Clone, Debug, PartialEq)]
pub struct Conditional(pub Vec<(f64, f64)>);

/// Number of classes, as in the thesis.
const CLASSES: usize = 100;
/// Replications that are held in memory at a time.
const AT_ONCE: u32 = 50;

/// Runs policies of the server world and shows every job's replication, policy, size and slowdown, some replications at a
/// time.
fn each_job(
    policies: &[&str],
    workload: &JobsSpec,
    replications: u32,
    done: impl Fn(u64) + Sync,
    mut take: impl FnMut(u32, usize, f64, f64),
) {
    for first in (0..replications).step_by(AT_ONCE as usize) {
        let scenario = Scenario {
            // Other seeds from batch to batch: a study counts its replications from the first.
            seed: 1 + u64::from(first / AT_ONCE),
            replications: AT_ONCE.min(replications - first),
            policies: policies.iter().map(|key| (*key).to_owned()).collect(),
            ..Scenario::of_workload::<server::Plan>(workload.clone())
        };
        let study = Study::new(scenario, read_workload).expect("a valid scenario");
        for (replication, (drawn, runs)) in (first..).zip(run_all(&study, true, &done).expect("no policy is a formula").1) {
            for (policy, run) in runs.iter().enumerate() {
                let (Drawn::Server(workload), Run::Server(outcome)) = (&drawn, run) else { continue };
                for (job, sojourn) in workload.jobs().iter().zip(&outcome.sojourn) {
                    take(replication, policy, job.size, sojourn / job.size);
                }
            }
        }
    }
}

impl Conditional {
    /// One for each policy.
    pub fn measure(policies: &[&str], workload: &JobsSpec, replications: u32, done: impl Fn(u64) + Sync) -> Vec<Self> {
        Self::groups(policies, workload, replications, 1, done).into_iter().flatten().collect()
    }

    /// One for each policy and each of so many groups of replications.
    pub fn groups(policies: &[&str], workload: &JobsSpec, replications: u32, groups: u32, done: impl Fn(u64) + Sync) -> Vec<Vec<Self>> {
        let mut jobs: Vec<Vec<Vec<(f64, f64)>>> = vec![vec![vec![]; groups as usize]; policies.len()];
        each_job(policies, workload, replications, done, |replication, policy, size, slowdown| {
            jobs[policy][(replication % groups) as usize].push((size, slowdown));
        });
        jobs.into_iter().map(|groups| groups.into_iter().map(Self::of).collect()).collect()
    }

    fn of(mut jobs: Vec<(f64, f64)>) -> Self {
        jobs.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let each = jobs.len().div_ceil(CLASSES).max(1);
        let class = |jobs: &[(f64, f64)]| {
            let of = |pick: fn(&(f64, f64)) -> f64| mean(&jobs.iter().map(pick).collect::<Vec<_>>());
            (of(|job| job.0), of(|job| job.1))
        };
        Self(jobs.chunks(each).map(class).collect())
    }

    /// Largest ÷ smallest mean slowdown of a class.
    pub fn spread(&self) -> f64 {
        let slowdowns = || self.0.iter().map(|(_, slowdown)| *slowdown);
        slowdowns().fold(0.0, f64::max) / slowdowns().fold(f64::INFINITY, f64::min)
    }

    /// The smaller half of the jobs.
    fn smaller(&self) -> &[(f64, f64)] {
        &self.0[..self.0.len() / 2]
    }

    /// Mean slowdown of the smaller half of the jobs.
    pub fn small(&self) -> f64 {
        mean(&self.smaller().iter().map(|(_, slowdown)| *slowdown).collect::<Vec<_>>())
    }

    /// Slope of the logarithm of slowdown over that of size, by least squares, over the smaller half of the jobs without
    /// the smallest tenth: there sizes within a class spread over decades, and the smallest of them decide its mean.
    pub fn slope(&self) -> f64 {
        let few = self.0.len() / 10;
        let points: Vec<(f64, f64)> =
            self.smaller().iter().skip(few).map(|(size, slowdown)| (libm::log(*size), libm::log(*slowdown))).collect();
        let of = |pick: fn(&(f64, f64)) -> f64| mean(&points.iter().map(pick).collect::<Vec<_>>());
        let (x, y) = (of(|p| p.0), of(|p| p.1));
        let (above, below) =
            points.iter().fold((0.0, 0.0), |(above, below), p| (above + (p.0 - x) * (p.1 - y), below + (p.0 - x) * (p.0 - x)));
        above / below
    }
}

/// All slowdowns under each policy, sorted.
pub fn slowdowns(policies: &[&str], workload: &JobsSpec, replications: u32, done: impl Fn(u64) + Sync) -> Vec<(String, Sorted)> {
    let mut of: Vec<Vec<f64>> = vec![vec![]; policies.len()];
    each_job(policies, workload, replications, done, |_, policy, _, slowdown| of[policy].push(slowdown));
    policies.iter().map(|key| (*key).to_owned()).zip(of.into_iter().map(Sorted::new)).collect()
}

/// Per cent of the jobs whose slowdown satisfies a condition: a number a replication, policy by policy.
pub fn shares(policies: &[&str], workload: &JobsSpec, replications: u32, wanted: impl Fn(f64) -> bool) -> Vec<Vec<f64>> {
    let mut of = vec![vec![(0.0, 0.0); replications as usize]; policies.len()];
    each_job(
        policies,
        workload,
        replications,
        |_| {},
        |replication, policy, _, slowdown| {
            let (of, all): &mut (f64, f64) = &mut of[policy][replication as usize];
            *of += 100.0 * f64::from(u8::from(wanted(slowdown)));
            *all += 1.0;
        },
    );
    of.into_iter().map(|replications| replications.into_iter().map(|(of, all)| of / all).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_of_a_known_law() {
        // Under FIFO behind the same wait, slowdown is 1 + wait ÷ size: slope −1 for jobs far smaller than the wait.
        let jobs = (1..=1000).map(|i| (f64::from(i) * 1e-6, 1.0 + 1.0 / (f64::from(i) * 1e-6))).collect();
        let of = Conditional::of(jobs);
        assert_eq!(of.0.len(), CLASSES);
        assert!((of.slope() + 1.0).abs() < 0.02 && of.small() > 1000.0 && of.spread() > 100.0);
        let flat = Conditional::of((1..=1000).map(|i| (f64::from(i), 3.0)).collect());
        assert!(flat.slope().abs() < 1e-12 && flat.spread() == 1.0 && flat.small() == 3.0);
    }
}
