//! Global Preemption: Cheng, Zhang, Boutaba, section VI.

use super::{Effort, Figure, bar};
use crate::estimate::Estimate;
use crate::production_runs::{PLACES, Run, Variation, run};
use schedscope::workload::Mix;
use schedscope_core::plot::{Axis, Bars, Dash, Hue, Look, Panel, Picture, Series};

/// The figures.
pub const FIGURES: &[Figure] = &[Figure::new(
    "G3",
    "Cheng, Zhang, Boutaba, figure 3",
    "Metrics of Global Preemption and of Fair with kills at a busy time, by the part of the other jobs after which the long job arrives.",
    metrics,
)
.noting(
    "one workload, all maps of a job alike and no reduces, instead of an I/O-bound and a mixed one, whose task durations the paper does not give",
)
.supporting(&["C-G1", "C-G4"])];

/// What is measured of a run, and its name.
type Metric = (&'static str, fn(&Run) -> f64);

/// Each with its title and what it is of a run.
const METRICS: [Metric; 6] = [
    ("SNP", |run| run.performance.snp),
    ("slowdown norm l1", |run| run.performance.l1),
    ("slowdown norm l2", |run| run.performance.l2),
    ("unfairness", |run| run.performance.unfairness),
    ("average response time (s)", |run| run.response),
    ("kills of a task of the long job", |run| run.kills),
];

const POLICIES: [(&str, &str, Look); 2] = [
    ("fair-kill", "Fair with kills", Look { hue: Hue::Orange, dash: Dash::Dashed }),
    ("gp", "Global Preemption", Look { hue: Hue::Green, dash: Dash::Solid }),
];

fn metrics(effort: &Effort<'_>) -> Picture {
    let (mix, replications) = (Mix::ProductionBusy, effort.replications([8, 40, 100]));
    let count = effort.jobs(mix.count());
    let runs = POLICIES.map(|(policy, ..)| {
        PLACES.map(|(place, _)| {
            let runs = run(mix, count, place, Variation::Nothing, policy, replications);
            (effort.done)(u64::from(count) * u64::from(replications));
            runs
        })
    });
    let panel = |(letter, (title, of)): (char, &Metric)| {
        let series = POLICIES.iter().zip(&runs).map(|((_, name, look), runs)| Series {
            name: (*name).to_owned(),
            look: *look,
            values: runs.iter().map(|runs| Some(bar(Estimate::of(runs.iter().map(of))))).collect(),
        });
        let bars = Bars {
            x_title: "other jobs before the long one".to_owned(),
            y: Axis::linear(*title),
            names: PLACES.iter().map(|(_, name)| (*name).to_owned()).collect(),
            series: series.collect(),
            level: None,
        };
        Panel::new(format!("({letter}) {title}"), bars)
    };
    Picture { title: "A busy time".to_owned(), panels: ('a'..).zip(&METRICS).map(panel).collect(), columns: 3 }
}
