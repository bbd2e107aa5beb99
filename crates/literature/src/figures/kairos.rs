//! Kairos: chapter 4 of Delgado's thesis.

use super::datacenter::{over_workers, ratios, run, run_over, scenario, workers_axis};
use super::hawk::{LIKE, TRACES};
use super::{Effort, Figure};
use crate::datacenter_runs::{Run, Runs, Which};
use schedscope::metrics::Sorted;
use schedscope::workload::TraceLike;
use schedscope_core::experiment::Scenario;
use schedscope_core::plot::{Axis, Dash, Hue, Line, Lines, Look, Panel, Picture};

/// The figures.
pub const FIGURES: &[Figure] = &[
    Figure::new(
        "D4.1",
        "Delgado's thesis, figure 4.1",
        "By how much the mean of its job's tasks misses each task's duration.",
        prediction_errors,
    )
    .supporting(&["W2"])
    .noting(LIKE),
    Figure::new(
        "D4.4",
        "Delgado's thesis, figure 4.4",
        "Kairos' testbed, a few large jobs: completion times and slowdown under Kairos, YARN's FIFO and Big-C.",
        |effort| {
            let policies = [(KAIROS, OURS), ("yarn-fifo", FIFO), ("big-c", BIG_C)];
            testbed(effort, "Testbed, heavy-tailed", TraceLike::Testbed, &policies)
        },
    )
    .supporting(&["K6", "K7"])
    .noting(TESTBED),
    Figure::new(
        "D4.5",
        "Delgado's thesis, figure 4.5",
        "Kairos' testbed without large jobs: completion times and slowdown under Kairos and Big-C.",
        |effort| testbed(effort, "Testbed, uniform", TraceLike::TestbedUniform, &[(KAIROS, OURS), ("big-c", BIG_C)]),
    )
    .supporting(&["K11"])
    .noting(TESTBED),
    Figure::new(
        "D4.6",
        "Delgado's thesis, figure 4.6",
        "Completion times under Kairos by how it chooses among workers with equally many tasks.",
        |effort| {
            let variants = [
                ("variance", KAIROS),
                ("random", "kairos[q=4,w=50,guard=interrupted,tie=random]"),
                ("sum", "kairos[q=4,w=50,guard=interrupted,tie=sum]"),
            ];
            Picture::single("Testbed: ties", completion(effort, &variants))
        },
    )
    .supporting(&["K8"])
    .noting(TESTBED),
    Figure::new(
        "D4.7",
        "Delgado's thesis, figure 4.7",
        "Completion times under Kairos by how many tasks may wait at a worker, and by the quantum; Big-C beside it.",
        sensitivity,
    )
    .supporting(&["K9", "K10"])
    .noting(TESTBED),
    Figure::new(
        "D4.8",
        "Delgado's thesis, figure 4.8",
        "Google: Kairos ÷ Eagle over the number of workers, and how busy they are.",
        |effort| {
            let workers = effort.pick([
                &[15_000, 19_000, 23_000][..],
                &[15_000, 17_000, 19_000, 21_000, 23_000],
                &[15_000, 17_000, 19_000, 21_000, 23_000],
            ]);
            against_eagle(effort, "Google", TraceLike::Google, workers, "kairos")
        },
    )
    .supporting(&["K1", "K2", "K3", "K4", "K5"])
    .noting(LIKE),
    Figure::new(
        "D4.9",
        "Delgado's thesis, figure 4.9",
        "Yahoo: Kairos ÷ Eagle over the number of workers, and how busy they are.",
        |effort| {
            let workers = effort.pick([&[4000, 6000, 8000][..], &[4000, 5000, 6000, 7000, 8000], &[4000, 5000, 6000, 7000, 8000]]);
            against_eagle(effort, "Yahoo", TraceLike::Yahoo, workers, "kairos")
        },
    )
    .supporting(&["K1", "K2", "K3", "K4", "K5"])
    .noting(LIKE),
];

const TESTBED: &str = "the testbed is simulated: 30 workers with 4 cores, jobs of maps and reduces whose durations follow from table 4.1";

/// Kairos as on the testbed, with the guard of the prototype.
const KAIROS: &str = "kairos[q=4,w=50,guard=interrupted]";

/// How it is drawn, and what it is compared with.
const OURS: (&str, Look) = ("Kairos", Look { hue: Hue::Green, dash: Dash::Solid });
const FIFO: (&str, Look) = ("YARN FIFO", Look { hue: Hue::Green, dash: Dash::Dashed });
const BIG_C: (&str, Look) = ("Big-C", Look { hue: Hue::Purple, dash: Dash::Solid });

fn prediction_errors(effort: &Effort<'_>) -> Picture {
    let line = |(name, like, look): (&str, TraceLike, Look)| {
        let workload = like.generate(effort.jobs(like.jobs().min(5000)), 1, 0).expect("legal parameters");
        let of = |job: &schedscope::workload::BatchJob| {
            let mean = job.mean;
            workload.durations(job).iter().map(move |seconds| 100.0 * (seconds - mean).abs() / mean).collect::<Vec<_>>()
        };
        let errors = workload.jobs().iter().filter(|job| job.mean > 0.0).flat_map(of).filter(|error| error.is_finite()).collect();
        Line::ecdf(name, look, &Sorted::new(errors).ecdf(1000))
    };
    let x = Axis::linear("error (%)").within(0.0, 150.0);
    let lines = Lines::new(x, Axis::linear("fraction of tasks").within(0.0, 1.0), TRACES.map(line).into());
    Picture::single("Errors of the mean as an estimate", lines)
}

/// How variants of Kairos are drawn.
const LOOKS: [Look; 3] = [OURS.1, Look { hue: Hue::Orange, dash: Dash::Dashed }, Look { hue: Hue::Blue, dash: Dash::LongDash }];

fn jobs() -> Axis {
    Axis::linear("fraction of jobs").within(0.0, 1.0)
}

/// Policies on a testbed.
fn run_testbed(effort: &Effort<'_>, like: TraceLike, policies: &[&str]) -> Vec<Runs> {
    let replications = effort.replications([10, 40, 100]);
    run(effort, Scenario { replications, ..scenario(effort, like, like.workers(), policies) })
}

fn testbed(effort: &Effort<'_>, title: &str, like: TraceLike, policies: &[(&str, (&str, Look))]) -> Picture {
    let runs = run_testbed(effort, like, &policies.iter().map(|(key, _)| *key).collect::<Vec<_>>());
    let lines = |x: &str, of: fn(&Runs) -> Sorted| {
        let line = |(i, (_, (name, look))): (usize, &(&str, (&str, Look)))| Line::ecdf(*name, *look, &of(&runs[i]).ecdf(1000));
        Lines::new(Axis::logarithmic(x), jobs(), policies.iter().enumerate().map(line).collect())
    };
    let panels = vec![
        Panel::new("(a) completion times", lines("completion time (s)", |runs| runs.pooled(Which::All))),
        Panel::new("(b) slowdown", lines("completion time ÷ that alone", Runs::slowdowns)),
    ];
    Picture::row(title, panels)
}

/// Completion times on the testbed under variants of Kairos, each with its name, and under what else is named.
fn completion(effort: &Effort<'_>, variants: &[(&str, &str)]) -> Lines {
    let runs = run_testbed(effort, TraceLike::Testbed, &variants.iter().map(|(_, key)| *key).collect::<Vec<_>>());
    let look = |i: usize| LOOKS.get(i).copied().unwrap_or(BIG_C.1);
    let line = |(i, (name, _)): (usize, &(&str, &str))| Line::ecdf(*name, look(i), &runs[i].pooled(Which::All).ecdf(1000));
    Lines::new(Axis::logarithmic("completion time (s)"), jobs(), variants.iter().enumerate().map(line).collect())
}

fn sensitivity(effort: &Effort<'_>) -> Picture {
    let big_c = ("Big-C", "big-c");
    let waiting =
        [("4 wait", KAIROS), ("2 wait", "kairos[q=2,w=50,guard=interrupted]"), ("8 wait", "kairos[q=8,w=50,guard=interrupted]"), big_c];
    let quantum =
        [("50 s", KAIROS), ("10 s", "kairos[q=4,w=10,guard=interrupted]"), ("100 s", "kairos[q=4,w=100,guard=interrupted]"), big_c];
    let panels = vec![
        Panel::new("(a) tasks that may wait at a worker", completion(effort, &waiting)),
        Panel::new("(b) quantum", completion(effort, &quantum)),
    ];
    Picture::row("Testbed: what Kairos depends on", panels)
}

fn against_eagle(effort: &Effort<'_>, name: &str, like: TraceLike, workers: &[u32], kairos: &str) -> Picture {
    let sizes = run_over(effort, like, workers, &[kairos, "eagle"]);
    let busy = |(i, name, look): (usize, &str, Look)| over_workers(name, look, &sizes, |runs| runs[i].estimate(Run::utilisation));
    let lines = [(0, OURS.0, OURS.1), (1, "Eagle", Look { hue: Hue::Sky, dash: Dash::Dashed })].map(busy);
    let panels = vec![
        Panel::new("(a) short jobs", ratios(&sizes, Which::Short, 3, "Kairos ÷ Eagle")),
        Panel::new("(b) long jobs", ratios(&sizes, Which::Long, 3, "Kairos ÷ Eagle")),
        Panel::new("utilisation", Lines::new(workers_axis(), Axis::linear("busy workers (%)").within(0.0, 100.0), lines.into())),
    ];
    Picture::row(format!("{name}: Kairos ÷ Eagle"), panels)
}
