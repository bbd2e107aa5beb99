//! Replications of a policy in a datacenter, and what they come to: below claims and figures, which so measure alike.

use super::estimate::{Estimate, Ratio};
use schedscope_engine::datacenter::{Counters, Outcome, Paired};
use schedscope_engine::metrics::{Sorted, mean};
use schedscope_engine::workload::BatchWorkload;
use std::sync::Arc;

/// The jobs of a replication.
#[derive(Debug)]
pub struct Jobs {
    /// Mean duration of the tasks of each, in seconds.
    pub mean: Vec<f64>,
    /// Seconds each takes alone.
    pub alone: Vec<f64>,
    /// Seconds from the first arrival to the last.
    span: f64,
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
    /// How many of them came before the last job.
    pub arriving: usize,
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
    /// Of a workload whose jobs take this many seconds each when alone.
    pub fn new(workload: &BatchWorkload, alone: Vec<f64>) -> Self {
        let (jobs, arrival) = (workload.jobs(), |job: Option<&schedscope_engine::workload::BatchJob>| job.map_or(0.0, |job| job.arrival));
        Self { mean: jobs.iter().map(|job| job.mean).collect(), alone, span: arrival(jobs.last()) - arrival(jobs.first()) }
    }
}

impl Run {
    /// What came out for these jobs.
    pub fn new(jobs: Arc<Jobs>, outcome: Outcome) -> Self {
        let busy: Vec<f64> = outcome.utilisation.iter().map(|busy| f64::from(*busy)).collect();
        let arriving = ((jobs.span / outcome.sampling) as usize).clamp(1, busy.len().max(1));
        Self { jobs, completion: outcome.completion, counters: outcome.counters, busy, arriving }
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
        100.0 * mean(&self.busy[..self.arriving.min(self.busy.len())])
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
    pub fn estimate(&self, of: impl Fn(&Run) -> f64) -> Estimate {
        Estimate::of(self.runs.iter().map(of))
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
        self.estimate(|run| 100.0 * Sorted::new(run.busy[..run.arriving.min(run.busy.len())].to_vec()).quantile(p).unwrap_or(f64::NAN))
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
