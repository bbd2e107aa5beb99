//! What the figures of the datacenter world share: runs of several policies on the same jobs, and ratios of percentiles.

use super::Effort;
use crate::datacenter::Outcome;
use crate::experiment::claims::Estimate;
use crate::experiment::{Drawn, Run, Scenario, Study, SystemKind, run_all};
use crate::metrics::{Sorted, mean};
use crate::plot::{Axis, Line, Lines};
use crate::registry::{Dash, Hue, Look};
use crate::workload::{BatchWorkload, TraceLike};

/// Percentiles, and how they are drawn.
pub const PERCENTILES: [(&str, f64, Look); 3] = [
    ("p50", 0.5, Look { hue: Hue::Blue, dash: Dash::Solid }),
    ("p90", 0.9, Look { hue: Hue::Orange, dash: Dash::Dashed }),
    ("p99", 0.99, Look { hue: Hue::Green, dash: Dash::DashDot }),
];

/// Classes of jobs, and how they are drawn.
pub const CLASSES: [(&str, bool, Look); 2] = [
    ("short jobs", false, Look { hue: Hue::Blue, dash: Dash::Solid }),
    ("long jobs", true, Look { hue: Hue::Vermilion, dash: Dash::Dashed }),
];

/// Several policies on the jobs of a workload that is like a trace.
pub struct Crowd {
    cutoff: f64,
    /// The jobs of each replication, the time that each takes alone, and what became of them under each policy.
    kept: Vec<(BatchWorkload, Vec<f64>, Vec<Outcome>)>,
}

/// The scenario of policies on so many workers, each replication with as many jobs as the trace (in a first look with part
/// of them), which arrive as fast as the trace's whatever the number of workers.
pub fn scenario(effort: &Effort<'_>, like: TraceLike, workers: u32, policies: &[&str]) -> Scenario {
    let mut scenario = Scenario {
        replications: effort.replications([1, 3, 10]),
        policies: policies.iter().map(|key| (*key).to_owned()).collect(),
        ..Scenario::default()
    };
    scenario.system.kind = SystemKind::Datacenter;
    scenario.system.workers = Some(workers);
    scenario.workload.like = Some(like);
    scenario.workload.count = Some(effort.jobs(like.jobs() / effort.pick([sketch(like), 1, 1])));
    scenario
}

/// Which part of the jobs is enough for a first look.
const fn sketch(like: TraceLike) -> u32 {
    match like {
        TraceLike::Motivation | TraceLike::Testbed | TraceLike::TestbedUniform => 1,
        TraceLike::Facebook => 6,
        TraceLike::Yahoo | TraceLike::Google | TraceLike::Cloudera => 3,
    }
}

impl Crowd {
    /// Runs the policies of a scenario.
    ///
    /// # Panics
    /// If the scenario is not valid: it is written in this crate.
    pub fn new(effort: &Effort<'_>, scenario: Scenario) -> Self {
        let cutoff = scenario.workload.like.unwrap_or(TraceLike::Yahoo).cutoff();
        let study = Study::new(scenario, |_| unreachable!("jobs are drawn")).expect("a valid scenario");
        let of = |(drawn, runs): (Drawn, Vec<Run>)| {
            let Drawn::Datacenter(workload, alone, _) = drawn else { unreachable!("a datacenter") };
            let outcome = |run| if let Run::Datacenter(outcome) = run { outcome } else { unreachable!("a datacenter") };
            (workload, alone, runs.into_iter().map(outcome).collect())
        };
        Self { cutoff, kept: run_all(&study, true, effort.done).1.into_iter().map(of).collect() }
    }

    /// The policies on workers of this number.
    pub fn on(effort: &Effort<'_>, like: TraceLike, workers: u32, policies: &[&str]) -> Self {
        Self::new(effort, scenario(effort, like, workers, policies))
    }

    /// Completion times of a class of jobs in each replication.
    fn times(&self, policy: usize, long: bool) -> impl Iterator<Item = Vec<f64>> + '_ {
        self.kept.iter().map(move |(workload, _, outcomes)| {
            let jobs = workload.jobs().iter().zip(&outcomes[policy].completion);
            jobs.filter(|(job, _)| (job.mean > self.cutoff) == long).map(|(_, completion)| *completion).collect()
        })
    }

    /// Completion times of a class of jobs, sorted, in all replications.
    pub fn sorted(&self, policy: usize, long: bool) -> Sorted {
        Sorted::new(self.times(policy, long).flatten().collect())
    }

    /// Completion times of all jobs, sorted.
    pub fn all(&self, policy: usize) -> Sorted {
        Sorted::new(self.kept.iter().flat_map(|(_, _, outcomes)| outcomes[policy].completion.iter().copied()).collect())
    }

    /// Slowdowns of all jobs, sorted.
    pub fn slowdowns(&self, policy: usize) -> Sorted {
        let of = |(_, alone, outcomes): &(BatchWorkload, Vec<f64>, Vec<Outcome>)| {
            outcomes[policy].completion.iter().zip(alone).map(|(completion, alone)| completion / alone).collect::<Vec<_>>()
        };
        Sorted::new(self.kept.iter().flat_map(of).collect())
    }

    /// A percentile of a class under one policy ÷ under the other.
    pub fn ratio(&self, policy: usize, to: usize, long: bool, p: f64) -> Estimate {
        let quantile = |times| Sorted::new(times).quantile(p).unwrap_or(f64::NAN);
        Estimate::of(self.times(policy, long).zip(self.times(to, long)).map(|(a, b)| quantile(a) / quantile(b)))
    }

    /// A percentile of a class, in seconds.
    pub fn quantile(&self, policy: usize, long: bool, p: f64) -> Estimate {
        Estimate::of(self.times(policy, long).map(|times| Sorted::new(times).quantile(p).unwrap_or(f64::NAN)))
    }

    /// Per cent of the jobs of a class that complete no later (within a hundredth) under one policy than under the other.
    pub fn no_worse(&self, policy: usize, to: usize, long: bool) -> Estimate {
        Estimate::of(self.times(policy, long).zip(self.times(to, long)).map(|(a, b)| {
            let better = a.iter().zip(&b).filter(|(a, b)| **a <= 1.01 * **b).count();
            100.0 * better as f64 / a.len().max(1) as f64
        }))
    }

    /// Per cent of the workers that are busy, on average.
    pub fn busy(&self, policy: usize) -> Estimate {
        self.counted(policy, |outcome| {
            let looks: Vec<f64> = outcome.utilisation.iter().map(|busy| 100.0 * f64::from(*busy)).collect();
            if looks.is_empty() { f64::NAN } else { mean(&looks) }
        })
    }

    /// A number of each run.
    pub fn counted(&self, policy: usize, of: impl Fn(&Outcome) -> f64) -> Estimate {
        Estimate::of(self.kept.iter().map(|(_, _, outcomes)| of(&outcomes[policy])))
    }

    /// A number of each run under one policy ÷ another number under another.
    pub fn counted_ratio(&self, (a, of_a): (usize, fn(&Outcome) -> u64), (b, of_b): (usize, fn(&Outcome) -> u64)) -> Estimate {
        Estimate::of(self.kept.iter().map(|(_, _, outcomes)| of_a(&outcomes[a]) as f64 / of_b(&outcomes[b]) as f64))
    }
}

/// The number of workers across.
pub fn workers_axis() -> Axis {
    Axis::linear("workers (thousands)")
}

/// A point of a curve over workers.
pub fn at(workers: u32, estimate: Estimate) -> (f64, f64, f64) {
    (f64::from(workers) / 1000.0, estimate.mean, estimate.half)
}

/// Curves of percentiles of the first policy ÷ the second over the number of workers, for one class.
pub fn ratios(crowds: &[(u32, Crowd)], long: bool, percentiles: usize, y: &str) -> Lines {
    let line = |(name, p, look): &(&str, f64, Look)| {
        Line::with_band(*name, *look, crowds.iter().map(|(workers, crowd)| at(*workers, crowd.ratio(0, 1, long, *p))))
    };
    let lines = PERCENTILES[..percentiles].iter().map(line).collect();
    Lines::new(workers_axis(), Axis::logarithmic(y), lines).level(1.0, "equal")
}
