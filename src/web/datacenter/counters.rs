//! Further figures of each policy, one row per figure and one column per policy: which jobs gain, where time is spent, and counts.

use crate::web::markup::{markup, shown};
use crate::web::policies::stroke;
use schedscope::datacenter::{Counters, Figures, Plan};
use schedscope_chart::Mode;
use schedscope_core::experiment::{OwnTogether, PolicyReport, Report};
use schedscope_core::pictures::datacenter::DatacenterRuns;
use schedscope_state::format;
use yew::prelude::*;

/// A figure: what it is called, what it means, where it is, and how it is written.
type Figure = (&'static str, &'static str, fn(&Figures) -> Option<f64>, fn(f64) -> String);

const FIGURES: [Figure; 5] = [
    ("Busy workers, median", "Sampled at even intervals", |r| Some(r.utilisation?.median), format::percent),
    (
        "… in the short partition",
        "Of workers reserved for short tasks, sampled likewise",
        |r| Some(r.utilisation_short?.median),
        format::percent,
    ),
    (
        "Scheduling of a short task (s)",
        "From submission until a worker has it, or the probe that pulls it, on average",
        |r| Some(r.short_tasks.scheduling),
        format::short,
    ),
    (
        "Queueing of a short task (s)",
        "Time at a worker before and between running, on average",
        |r| Some(r.short_tasks.queueing),
        format::short,
    ),
    (
        "Queueing of a long task (s)",
        "Time at a worker before and between running, on average",
        |r| Some(r.long_tasks.queueing),
        format::short,
    ),
];

/// A counter: what it is called, what it means, where it is.
type Counter = (&'static str, &'static str, fn(&Counters) -> u64);

const COUNTERS: [Counter; 14] = [
    ("Messages", "Messages between schedulers and workers", |c| c.messages.all()),
    ("Probes", "Probes sent to workers; a worker that serves one asks for a task", |c| c.probes),
    ("… behind a long task", "Short entries queued at workers where a long task was queued or running", |c| c.probes_behind_long),
    ("Short tasks that waited behind a long one", "Head-of-line blocking", |c| c.tasks_behind_long),
    ("Short jobs with such a task", "One such task is enough to make a job late", |c| c.jobs_behind_long),
    ("Empty replies", "Probes served when the job had no task left", |c| c.useless),
    ("Steal attempts", "How often an idle worker asked another one for entries to steal", |c| c.steal_contacts),
    ("… successful", "Attempts that got at least one entry", |c| c.steals),
    ("Entries stolen", "Short entries that moved to an idle worker", |c| c.stolen),
    ("Probes rejected", "By workers with long tasks; such probes are forwarded", |c| c.rejected),
    ("… twice", "Rejected again, and sent to the short partition", |c| c.fallbacks),
    ("Sticky tasks", "Tasks pulled by a probe that had pulled one before", |c| c.sticky),
    ("Preemptions", "Tasks interrupted by another one and resumed later", |c| c.preemptions),
    ("Longest central queue", "Most tasks waiting there at one time", |c| c.central_peak),
];

/// The table; counters that are zero for all policies are left out.
pub fn counters(report: &Report, runs: &DatacenterRuns, mode: Mode) -> Html {
    let row = |title: &'static str, hint: &'static str, cells: Vec<Option<(f64, String)>>| {
        markup! {
            tr {
                th scope="row" { span.hinted title=(hint) { (title) } }
                @for cell in cells {
                    @if let Some((value, text)) = cell { td data-value=(value) { (text) } } @else { td { "–" } }
                }
            }
        }
    };
    let of = |policy: &PolicyReport, value: &dyn Fn(&Figures) -> Option<f64>| policy.own::<Plan>().and_then(|own| value(&own.datacenter));
    let figures = FIGURES.iter().map(|(title, hint, value, show)| {
        let cells = report.policies.iter().map(|policy| of(policy, value).map(|x| (x, show(x))));
        row(title, hint, cells.collect())
    });
    let counts = COUNTERS.iter().filter_map(|(title, hint, count)| {
        let count = |report: &Figures| Some(count(&report.counters) as f64);
        let cells: Vec<_> = report.policies.iter().map(|policy| of(policy, &count).map(|x| (x, format::whole(x as u64)))).collect();
        cells.iter().flatten().any(|(x, _)| *x > 0.0).then(|| row(title, hint, cells))
    });
    let pairs = [("Short jobs that complete sooner", "short"), ("Long jobs that complete sooner", "long")].map(|(title, class)| {
        let cells = (0..report.policies.len()).map(|i| sooner(report, i, class).map(|x| (x, format::percent(x))));
        row(
            title,
            "Fraction of jobs that complete more than 1 % sooner than under the other policy (with several: the first)",
            cells.collect(),
        )
    });
    shown(markup! {
        div.scroll role="region" aria-label="Counters" tabindex="0" {
            table id="counters" {
                thead {
                    tr {
                        th scope="col" { "Details" }
                        @for run in &runs.runs { th scope="col" { (stroke(run.look, mode)) (run.name) } }
                    }
                }
                tbody { @for row in pairs { (row) } @for row in figures { (row) } @for row in counts { (row) } }
            }
        }
    })
}

/// Fraction of the jobs of a class that complete sooner under a policy than under the first of the others.
fn sooner(report: &Report, which: usize, class: &str) -> Option<f64> {
    let OwnTogether::Datacenter(together) = &report.together else { return None };
    let than = report.policies.get(usize::from(which == 0))?.policy.written();
    let policy = report.policies[which].policy.written();
    let pair = together.pairs.iter().find(|pair| pair.class == class && pair.policy == policy && pair.than == than)?;
    Some(pair.figures.better)
}
