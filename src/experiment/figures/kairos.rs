//! Kairos: chapter 4 of Delgado's thesis.

use super::datacenter::{Crowd, at, ratios, workers_axis};
use super::hawk::{LIKE, TRACES};
use super::{Effort, Figure};
use crate::metrics::Sorted;
use crate::plot::{Axis, Line, Lines, Panel, Picture};
use crate::registry::{Dash, Hue, Look};
use crate::workload::TraceLike;

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
        "D4.6",
        "Delgado's thesis, figure 4.6",
        "Completion times under Kairos by how it chooses among workers with equally many tasks.",
        |effort| variants(effort, "Ties", &[("variance", "kairos"), ("random", "kairos[tie=random]"), ("sum", "kairos[tie=sum]")]),
    )
    .supporting(&["K8"])
    .noting(TESTBED),
    Figure::new(
        "D4.7",
        "Delgado's thesis, figure 4.7",
        "Completion times under Kairos by how many tasks may wait at a worker, and by the quantum.",
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
            against_eagle(effort, "Google", TraceLike::Google, workers, "kairos[q=2,w=10000]")
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
            against_eagle(effort, "Yahoo", TraceLike::Yahoo, workers, "kairos[q=2,w=100]")
        },
    )
    .supporting(&["K1", "K2", "K3", "K4", "K5"])
    .noting(LIKE),
];

const TESTBED: &str = "theirs ran on a testbed of 30 machines with jobs of two stages; ours on 4000 workers with jobs like Yahoo's";

fn prediction_errors(effort: &Effort<'_>) -> Picture {
    let line = |(name, like, look): (&str, TraceLike, Look)| {
        let workload = like.generate(effort.jobs(like.jobs().min(5000)), 1, 0);
        let of = |job: &crate::workload::BatchJob| {
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
const LOOKS: [Look; 3] = [
    Look { hue: Hue::Green, dash: Dash::Solid },
    Look { hue: Hue::Orange, dash: Dash::Dashed },
    Look { hue: Hue::Purple, dash: Dash::DashDot },
];

/// Distributions of completion times of all jobs under variants of Kairos.
fn distributions(effort: &Effort<'_>, variants: &[(&str, &str)]) -> [Lines; 2] {
    let policies: Vec<&str> = variants.iter().map(|(_, key)| *key).collect();
    let crowd = Crowd::on(effort, TraceLike::Yahoo, 4000, &policies);
    [false, true].map(|long| {
        let line = |(i, (name, _)): (usize, &(&str, &str))| Line::ecdf(*name, LOOKS[i % 3], &crowd.sorted(i, long).ecdf(1000));
        let y = Axis::linear("fraction of jobs").within(0.0, 1.0);
        Lines::new(Axis::logarithmic("completion time (s)"), y, variants.iter().enumerate().map(line).collect())
    })
}

fn variants(effort: &Effort<'_>, title: &str, of: &[(&str, &str)]) -> Picture {
    let [short, long] = distributions(effort, of);
    Picture::row(format!("Kairos, Yahoo, 4000 workers: {title}"), vec![Panel::new("short jobs", short), Panel::new("long jobs", long)])
}

fn sensitivity(effort: &Effort<'_>) -> Picture {
    let [short_q, long_q] = distributions(effort, &[("2 wait", "kairos[q=2]"), ("4 wait", "kairos[q=4]"), ("8 wait", "kairos[q=8]")]);
    let [short_w, long_w] = distributions(effort, &[("10 s", "kairos[w=10]"), ("50 s", "kairos[w=50]"), ("100 s", "kairos[w=100]")]);
    let panels = vec![
        Panel::new("(a) tasks that wait, short jobs", short_q),
        Panel::new("(a) tasks that wait, long jobs", long_q),
        Panel::new("(b) quantum, short jobs", short_w),
        Panel::new("(b) quantum, long jobs", long_w),
    ];
    Picture { title: "Kairos, Yahoo, 4000 workers".to_owned(), panels, columns: 2 }
}

fn against_eagle(effort: &Effort<'_>, name: &str, like: TraceLike, workers: &[u32], kairos: &str) -> Picture {
    let crowds: Vec<(u32, Crowd)> =
        workers.iter().map(|workers| (*workers, Crowd::on(effort, like, *workers, &[kairos, "eagle"]))).collect();
    let busy = |(i, name, look): (usize, &str, Look)| {
        Line::with_band(name, look, crowds.iter().map(|(workers, crowd)| at(*workers, crowd.busy(i))))
    };
    let lines = [(0, "Kairos", LOOKS[0]), (1, "Eagle", Look { hue: Hue::Sky, dash: Dash::Dashed })].map(busy);
    let panels = vec![
        Panel::new("(a) short jobs", ratios(&crowds, false, 3, "Kairos ÷ Eagle")),
        Panel::new("(b) long jobs", ratios(&crowds, true, 3, "Kairos ÷ Eagle")),
        Panel::new("utilisation", Lines::new(workers_axis(), Axis::linear("busy workers (%)").within(0.0, 100.0), lines.into())),
    ];
    Picture::row(format!("{name}: Kairos ÷ Eagle"), panels)
}
