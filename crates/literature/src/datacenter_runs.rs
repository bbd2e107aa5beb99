//! Replications of a policy in a datacenter, and what they come to: below claims and figures, which so measure alike.

use super::estimate::{Estimate, Ratio};
use schedscope::datacenter::{Counters, Outcome, Paired};
use schedscope::metrics::{Sorted, mean};
use schedscope::workload::{BatchJob, BatchWorkload};
use std::ops::Range;
use std::sync::Arc;

/// The jobs of a replication that are counted.
#[derive(Debug)]
pub struct Jobs {
    /// Mean duration of the tasks of each, in seconds.
    pub mean: Vec<f64>,
    /// Seconds each takes alone.
    pub alone: Vec<f64>,
    /// Tasks of the largest.
    pub largest: u32,
    /// Jobs before these, which are not.
    warmup: usize,
    /// Seconds from the first arrival of all to the first and the last of those that are counted.
    span: (f64, f64),
}

/// What became of them under a policy.
#[derive(Debug)]
pub struct Run {
    /// The jobs.
    pub jobs: Arc<Jobs>,
    /// Seconds that each took.
    pub completion: Vec<f64>,
    /// What was counted.
    pub counters: Counters,
    /// Looks at how many workers are busy: parts of them all.
    pub busy: Vec<f64>,
    /// Those between the first job that is counted and the last.
    arriving: Range<usize>,
}

/// Which jobs are meant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Which {
    /// All of them.
    All,
    /// Those whose tasks take no longer than the cutoff on average.
    Short,
    /// The others.
    Long,
    /// Those whose tasks take no longer than this on average.
    UpTo(f64),
    /// The others.
    Above(f64),
}

/// All replications of a policy on a workload.
#[derive(Debug)]
pub struct Runs {
    cutoff: f64,
    runs: Vec<Run>,
}

impl Jobs {
    /// Of a workload whose jobs take this many seconds each when alone, without so many at its beginning.
    pub fn new(workload: &BatchWorkload, mut alone: Vec<f64>, warmup: usize) -> Self {
        let warmup = warmup.min(alone.len());
        let (all, jobs) = (workload.jobs(), &workload.jobs()[warmup..]);
        let arrival = |job: Option<&BatchJob>| job.map_or(0.0, |job| job.arrival);
        let since = |job: Option<&BatchJob>| arrival(job) - arrival(all.first());
        alone.drain(..warmup);
        Self {
            mean: jobs.iter().map(|job| job.mean).collect(),
            alone,
            largest: jobs.iter().map(BatchJob::tasks).max().unwrap_or(0),
            warmup,
            span: (since(jobs.first()), since(jobs.last())),
        }
    }
}

impl Run {
    /// What came out for these jobs.
    pub fn new(jobs: Arc<Jobs>, mut outcome: Outcome) -> Self {
        let busy: Vec<f64> = outcome.utilisation.iter().map(|busy| f64::from(*busy)).collect();
        let looks = |seconds: f64| (seconds / outcome.sampling) as usize;
        let last = looks(jobs.span.1).max(1).min(busy.len());
        let arriving = looks(jobs.span.0).min(last.saturating_sub(1))..last;
        outcome.sojourn.drain(..jobs.warmup);
        Self { jobs, completion: outcome.sojourn, counters: outcome.counters, busy, arriving }
    }

    fn pick(&self, values: &[f64], which: Which, cutoff: f64) -> Vec<f64> {
        let wanted = |mean: f64| match which {
            Which::All => true,
            Which::Short => mean <= cutoff,
            Which::Long => mean > cutoff,
            Which::UpTo(other) => mean <= other,
            Which::Above(other) => mean > other,
        };
        self.jobs.mean.iter().zip(values).filter(|(mean, _)| wanted(**mean)).map(|(_, value)| *value).collect()
    }

    /// Per cent of the workers that are busy, on average.
    pub fn utilisation(&self) -> f64 {
        100.0 * mean(&self.busy)
    }

    /// The same until the last job arrives.
    pub fn utilisation_while_arriving(&self) -> f64 {
        100.0 * mean(&self.busy[self.arriving.clone()])
    }

    /// Completion time ÷ that of each job alone.
    pub fn slowdowns(&self) -> Vec<f64> {
        self.completion.iter().zip(&self.jobs.alone).map(|(completion, alone)| completion / alone).collect()
    }
}

impl Runs {
    /// Of replications in their order, where jobs are long above this mean task duration.
    pub fn new(cutoff: f64, runs: Vec<Run>) -> Self {
        Self { cutoff, runs }
    }

    fn times(&self, which: Which) -> impl Iterator<Item = Vec<f64>> {
        self.runs.iter().map(move |run| run.pick(&run.completion, which, self.cutoff))
    }

    /// A percentile of completion times in each replication.
    pub fn quantiles(&self, which: Which, p: f64) -> impl Iterator<Item = f64> {
        self.times(which).map(move |times| Sorted::new(times).quantile(p).unwrap_or(f64::NAN))
    }

    /// A percentile of completion times.
    pub fn quantile(&self, which: Which, p: f64) -> Estimate {
        Estimate::of(self.quantiles(which, p))
    }

    /// A percentile in each replication, divided by that of the same jobs under the other policy.
    pub fn quotients(&self, other: &Self, which: Which, p: f64) -> Vec<f64> {
        self.quantiles(which, p).zip(other.quantiles(which, p)).map(|(a, b)| a / b).collect()
    }

    /// A percentile, divided by that of the same jobs under the other policy.
    pub fn ratio(&self, other: &Self, which: Which, p: f64) -> Ratio {
        Ratio::of(self.quotients(other, which, p))
    }

    /// Job by job against another policy.
    pub fn paired(&self, other: &Self, which: Which, of: impl Fn(Paired) -> f64) -> Estimate {
        let one = |(ours, theirs): (Vec<f64>, Vec<f64>)| Paired::of(ours.into_iter().zip(theirs)).map_or(f64::NAN, &of);
        Estimate::of(self.times(which).zip(other.times(which)).map(one))
    }

    /// Any figure of each run.
    pub fn of(&self, of: impl Fn(&Run) -> f64) -> Vec<f64> {
        self.runs.iter().map(of).collect()
    }

    /// The same over all replications.
    pub fn estimate(&self, of: impl Fn(&Run) -> f64) -> Estimate {
        Estimate::of(self.of(of))
    }

    /// Any figure of each run, divided by one of the other policy's.
    pub fn against(&self, other: &Self, of: impl Fn(&Run) -> f64, than: impl Fn(&Run) -> f64) -> Ratio {
        Ratio::of(self.runs.iter().zip(&other.runs).map(|(a, b)| of(a) / than(b)))
    }

    /// By how much a figure of each run exceeds that of the other policy.
    pub fn beyond(&self, other: &Self, of: impl Fn(&Run) -> f64) -> Estimate {
        Estimate::of(self.runs.iter().zip(&other.runs).map(|(a, b)| of(a) - of(b)))
    }

    /// Per cent of the jobs whose completion time satisfies a condition.
    pub fn share(&self, which: Which, wanted: impl Fn(f64) -> bool) -> Estimate {
        let part = |times: Vec<f64>| 100.0 * times.iter().filter(|time| wanted(**time)).count() as f64 / times.len() as f64;
        Estimate::of(self.times(which).map(part))
    }

    /// A percentile of how many per cent of the workers are busy while jobs arrive.
    pub fn busy_while_arriving(&self, p: f64) -> Estimate {
        self.estimate(|run| 100.0 * Sorted::new(run.busy[run.arriving.clone()].to_vec()).quantile(p).unwrap_or(f64::NAN))
    }

    /// Completion times in all replications.
    pub fn pooled(&self, which: Which) -> Sorted {
        Sorted::new(self.times(which).flatten().collect())
    }

    /// Slowdowns of all jobs in all replications.
    pub fn slowdowns(&self) -> Sorted {
        Sorted::new(self.runs.iter().flat_map(Run::slowdowns).collect())
    }
}

/// Head-of-line blocking: short probes behind long tasks ÷ all probes under Hawk, stolen ÷ blocked there, and probes that Eagle
/// sends elsewhere ÷ stolen under Hawk.
pub fn head_of_line(hawk: &Runs, eagle: &Runs) -> [Ratio; 3] {
    let blocked = |run: &Run| run.counters.probes_behind_long as f64;
    let stolen = |run: &Run| run.counters.stolen as f64;
    [
        hawk.against(hawk, blocked, |run| run.counters.probes as f64),
        hawk.against(hawk, stolen, blocked),
        eagle.against(hawk, |run| run.counters.rejected as f64, stolen),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use schedscope::datacenter::{Config, Silent, alone, simulate};

    #[test]
    fn jobs_before_the_warm_up_are_scheduled_but_not_counted() {
        // One worker: the first job keeps the second waiting until 100, and nobody counts how long that took itself.
        let config = Config { workers: 1, delay: 0.0, sampling: 10.0, ..Config::default() };
        let mut workload = BatchWorkload::default();
        [(0.0, 100.0), (50.0, 20.0), (250.0, 30.0)]
            .iter()
            .zip(0..)
            .for_each(|((at, seconds), id)| workload.push(id, *at, &[*seconds]).expect("three jobs in order"));
        let run = |warmup: usize| {
            let alone = workload.jobs().iter().map(|job| alone(&config, &workload, job)).collect();
            let outcome = simulate(&config, &workload, &"yarn-fifo".parse().expect("a policy"), &mut Silent).expect("valid");
            Run::new(Arc::new(Jobs::new(&workload, alone, warmup)), outcome)
        };
        assert_eq!(run(0).completion, [100.0, 70.0, 30.0]);
        let counted = run(1);
        assert_eq!((&counted.completion[..], &counted.jobs.mean[..]), (&[70.0, 30.0][..], &[20.0, 30.0][..]));
        assert_eq!(counted.slowdowns(), [3.5, 1.0]);
        // Of the 200 s between the two the worker is busy for 70.
        assert!((counted.utilisation_while_arriving() - 35.0).abs() <= 5.0 && run(0).utilisation_while_arriving() > 45.0);
    }
}
