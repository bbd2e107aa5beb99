//! What decisions cost: the argument against a central scheduler.

use super::datacenter::{run, scenario};
use super::{Effort, Figure, point};
use crate::datacenter_runs::{Run, Runs, Which};
use crate::estimate::Ratio;
use schedscope::datacenter::{Plan, Policy};
use schedscope::workload::TraceLike;
use schedscope_core::plot::{Axis, Line, Lines, Look, Panel, Picture, look_of};

/// The figures.
pub const FIGURES: &[Figure] = &[Figure::new(
    "P5",
    "this project",
    "Short jobs against what a decision costs, on 4000 workers at load 0.6: the central scheduler takes so long to place a task, one after the \
     other, and a job's own scheduler as long for a probe. Upright lines: from there on tasks arrive faster than the central scheduler decides.",
    central,
)
.noting(
    "section 2.4.5 of Delgado's thesis speaks of scalability concerns that plague centralized schedulers, without a number; the workload is \
     like Yahoo's, messages take half a millisecond, and all numbers are geometric means. Where decisions cost most, Hawk's long jobs wait for theirs as well, and leave workers to \
     its short ones",
)];

/// Milliseconds, in a first look and otherwise.
const COSTS: [&[f64]; 3] = [
    &[1.0, 10.0, 100.0, 300.0, 1000.0],
    &[1.0, 3.0, 10.0, 30.0, 100.0, 200.0, 300.0, 1000.0],
    &[1.0, 3.0, 10.0, 30.0, 60.0, 100.0, 150.0, 200.0, 300.0, 600.0, 1000.0],
];

const KEYS: [&str; 3] = ["central-lwl", "sparrow", "hawk"];

fn central(effort: &Effort<'_>) -> Picture {
    let at = |cost: &f64| {
        let mut scenario = scenario(effort, TraceLike::Yahoo, WORKERS, &KEYS);
        if let Some(fields) = scenario.of_mut::<Plan>() {
            fields.workload.load = Some(LOAD);
            (fields.system.decision_cost, fields.system.probe_cost) = (Some(cost / 1000.0), Some(cost / 1000.0));
        }
        (*cost, run(effort, scenario))
    };
    let costs: Vec<(f64, Vec<Runs>)> = effort.pick(COSTS).iter().map(at).collect();
    let line = |policy: usize, of: &dyn Fn(&Runs) -> Ratio| {
        let (name, look) = shown(KEYS[policy]);
        Line::with_band(name, look, costs.iter().map(|(cost, runs)| point(*cost, of(&runs[policy]))))
    };
    let panel = |title: &str, y: &str, policies: &[usize], of: &dyn Fn(&Runs) -> Ratio| {
        let lines = policies.iter().map(|policy| line(*policy, of)).collect();
        let x = Axis::logarithmic("cost of a decision or a probe (ms)");
        Panel::new(title, Lines { now: Some(saturation(effort)), ..Lines::new(x, Axis::logarithmic(y), lines) })
    };
    let percentile = |p: f64| move |runs: &Runs| Ratio::of(runs.quantiles(Which::Short, p));
    let decision = |run: &Run| run.counters.deciding / run.counters.decisions as f64;
    let panels = vec![
        panel("(a) short jobs, p50", "completion time (s)", &[0, 1, 2], &percentile(0.5)),
        panel("(b) short jobs, p90", "completion time (s)", &[0, 1, 2], &percentile(0.9)),
        panel("(c) central decisions", "wait of a task for its decision (s)", &[0, 2], &|runs| Ratio::of(runs.of(decision))),
    ];
    Picture::row("What a decision costs", panels)
}

/// Workers.
const WORKERS: u32 = 4000;
/// Where the median of short jobs is least under the central scheduler, as long as decisions are free.
const LOAD: f64 = 0.6;

/// Name and look of a policy.
fn shown(key: &str) -> (&'static str, Look) {
    let policy: Policy = key.parse().expect("a policy");
    (policy.row().name, look_of(&policy.choice()))
}

/// Milliseconds between two tasks of the first replication.
fn saturation(effort: &Effort<'_>) -> f64 {
    let like = TraceLike::Yahoo;
    let drawn = like.generate(effort.jobs(like.jobs()), 1, 0).expect("legal parameters");
    1000.0 * drawn.work() / (LOAD * f64::from(WORKERS)) / drawn.tasks() as f64
}
