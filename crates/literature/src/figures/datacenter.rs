//! What the figures of the datacenter world share: runs of several policies on the same jobs, and ratios of percentiles.

use super::{Effort, point};
use crate::datacenter_runs::{Jobs, Run, Runs, Which};
use crate::estimate::Interval;
use schedscope::datacenter::{Plan, System, Workload};
use schedscope::workload::TraceLike;
use schedscope_core::experiment::{self, Drawn, Fields, Scenario, Study, run_all};
use schedscope_core::plot::{Axis, Dash, Hue, Line, Lines, Look};
use std::sync::Arc;

/// Percentiles, and how they are drawn.
pub const PERCENTILES: [(&str, f64, Look); 3] = [
    ("p50", 0.5, Look { hue: Hue::Blue, dash: Dash::Solid }),
    ("p90", 0.9, Look { hue: Hue::Orange, dash: Dash::Dashed }),
    ("p99", 0.99, Look { hue: Hue::Green, dash: Dash::DashDot }),
];

/// Classes of jobs, and how they are drawn.
pub const CLASSES: [(&str, Which, Look); 2] = [
    ("short jobs", Which::Short, Look { hue: Hue::Blue, dash: Dash::Solid }),
    ("long jobs", Which::Long, Look { hue: Hue::Vermilion, dash: Dash::Dashed }),
];

/// The scenario of policies on this many workers, each replication with as many jobs as the trace (in a first look with part
/// of them), which arrive as fast as the trace's whatever the number of workers.
pub fn scenario(effort: &Effort<'_>, like: TraceLike, workers: u32, policies: &[&str]) -> Scenario {
    let count = Some(effort.jobs(like.jobs() / effort.pick([sketch(like), 1, 1])));
    let system = System { workers: Some(workers), ..System::default() };
    let workload = Workload { like: Some(like), count, ..Workload::default() };
    Scenario {
        replications: effort.replications([1, 3, 10]),
        policies: policies.iter().map(|key| (*key).to_owned()).collect(),
        ..Scenario::with(Fields::<Plan> { system, workload })
    }
}

/// Which part of the jobs is enough for a first look.
const fn sketch(like: TraceLike) -> u32 {
    match like {
        TraceLike::Motivation | TraceLike::Prototype | TraceLike::Testbed | TraceLike::TestbedUniform => 1,
        TraceLike::Facebook => 6,
        TraceLike::Yahoo | TraceLike::Google | TraceLike::Cloudera => 3,
    }
}

/// Runs the policies of a scenario on the same jobs.
///
/// # Panics
/// If the scenario is not valid: it is written in this crate.
pub fn run(effort: &Effort<'_>, scenario: Scenario) -> Vec<Runs> {
    let like = scenario.of::<Plan>().and_then(|fields| fields.workload.like);
    let cutoff = like.unwrap_or(TraceLike::Yahoo).cutoff();
    let study = Study::new(scenario, |_| unreachable!("jobs are drawn")).expect("a valid scenario");
    let mut by_policy: Vec<Vec<Run>> = study.choices().iter().map(|_| vec![]).collect();
    for (drawn, outcomes) in run_all(&study, true, effort.done).expect("no policy is a formula").1 {
        let Drawn::Datacenter(drawn) = drawn else { unreachable!("a datacenter") };
        let jobs = Arc::new(Jobs::new(&drawn.workload, drawn.alone, 0));
        for (runs, outcome) in by_policy.iter_mut().zip(outcomes) {
            let experiment::Run::Datacenter(outcome) = outcome else { unreachable!("a datacenter") };
            runs.push(Run::new(jobs.clone(), outcome));
        }
    }
    by_policy.into_iter().map(|runs| Runs::new(cutoff, runs)).collect()
}

/// Runs the policies on workers of this number.
pub fn run_on(effort: &Effort<'_>, like: TraceLike, workers: u32, policies: &[&str]) -> Vec<Runs> {
    run(effort, scenario(effort, like, workers, policies))
}

/// Runs the policies on each of these numbers of workers.
pub fn run_over(effort: &Effort<'_>, like: TraceLike, workers: &[u32], policies: &[&str]) -> Vec<(u32, Vec<Runs>)> {
    workers.iter().map(|workers| (*workers, run_on(effort, like, *workers, policies))).collect()
}

/// The number of workers across.
pub fn workers_axis() -> Axis {
    Axis::linear("workers (thousands)")
}

/// A curve of a number over workers.
pub fn over_workers<I: Interval>(name: &str, look: Look, sizes: &[(u32, Vec<Runs>)], of: impl Fn(&[Runs]) -> I) -> Line {
    Line::with_band(name, look, sizes.iter().map(|(workers, runs)| point(f64::from(*workers) / 1000.0, of(runs))))
}

/// Curves of percentiles of the first policy ÷ the second over the number of workers, for one class.
pub fn ratios(sizes: &[(u32, Vec<Runs>)], class: Which, percentiles: usize, y: &str) -> Lines {
    let line = |(name, p, look): &(&str, f64, Look)| over_workers(name, *look, sizes, |runs| runs[0].ratio(&runs[1], class, *p));
    let lines = PERCENTILES[..percentiles].iter().map(line).collect();
    Lines::new(workers_axis(), Axis::logarithmic(y), lines).level(1.0, "equal")
}
