//! Hawk: chapter 2 of Delgado's thesis.

use super::datacenter::{CLASSES, PERCENTILES, over_workers, ratios, run, run_on, run_over, scenario, workers_axis};
use super::{Effort, Figure, bar, point, prototype};
use crate::datacenter_runs::{Runs, Which};
use crate::estimate::Interval;
use schedscope::datacenter::Plan;
use schedscope::metrics::Sorted;
use schedscope::workload::{Errors, TraceLike};
use schedscope_core::experiment::{Fields, Scenario};
use schedscope_core::plot::{Axis, Bars, Dash, Hue, Level, Line, Lines, Look, Panel, Picture, Series};

/// The figures.
pub const FIGURES: &[Figure] = &[
    Figure::new(
        "D2.1",
        "Delgado's thesis, figure 2.1",
        "How long short jobs take under Sparrow although a seventh of the workers is idle: 95 % of the jobs have 100 tasks of 100 s, \
         5 % have 1000 tasks of 20 000 s.",
        motivation,
    )
    .supporting(&["H1"])
    .noting("with Eagle beside it"),
    Figure::new(
        "D2.4",
        "Delgado's thesis, figure 2.4",
        "Mean task duration and number of tasks of short and long jobs in workloads like four traces.",
        heterogeneity,
    )
    .noting(LIKE),
    Figure::new(
        "D2.5",
        "Delgado's thesis, figure 2.5",
        "Google: Hawk ÷ Sparrow over the number of workers, and how many jobs are no worse off under Hawk.",
        against_sparrow,
    )
    .supporting(&["H4", "H5"])
    .noting(LIKE),
    Figure::new(
        "D2.6",
        "Delgado's thesis, figure 2.6",
        "Cloudera, Facebook and Yahoo: 90th percentile under Hawk ÷ Sparrow over the number of workers.",
        other_traces,
    )
    .supporting(&["H2", "H3", "H4"])
    .noting(LIKE),
    Figure::new("D2.7", "Delgado's thesis, figure 2.7", "Google, 15 000 workers: Hawk without each of its parts ÷ Hawk.", ablations)
        .supporting(&["H6", "H7"])
        .noting(LIKE),
    Figure::new("D2.8", "Delgado's thesis, figure 2.8", "Google: Hawk ÷ a centralised scheduler over the number of workers.", |effort| {
        against(effort, "Hawk ÷ central LWL", "central-lwl")
    })
    .supporting(&["H9"])
    .noting(LIKE),
    Figure::new("D2.9", "Delgado's thesis, figure 2.9", "Google: Hawk ÷ a split cluster over the number of workers.", |effort| {
        against(effort, "Hawk ÷ split cluster", "split")
    })
    .supporting(&["H10"])
    .noting(LIKE),
    Figure::new(
        "D2.10",
        "Delgado's thesis, figure 2.10",
        "Google, 15 000 workers: Hawk ÷ Sparrow against the cutoff between short and long jobs.",
        cutoffs,
    )
    .supporting(&["H11"])
    .noting(LIKE),
    Figure::new(
        "D2.11",
        "Delgado's thesis, figure 2.11",
        "Google, 15 000 workers: Hawk ÷ Sparrow for long jobs when estimates are off by a factor that is uniform between 1 − m and 1 + m.",
        errors,
    )
    .supporting(&["H12"])
    .noting(LIKE),
    Figure::new(
        "D2.12",
        "Delgado's thesis, figure 2.12",
        "Google, 15 000 workers: short jobs under Hawk by how many victims a thief asks, ÷ that with one.",
        caps,
    )
    .supporting(&["H8"])
    .noting(LIKE),
    Figure::new(
        "D2.13",
        "Delgado's thesis, figure 2.13",
        "Hawk ÷ Sparrow on the prototype's 3300 jobs of Google's, over the gaps between jobs: messages as long against tasks as in the \
         prototype, and as short as in the simulations.",
        |effort| prototype::draw(effort, "Hawk ÷ Sparrow", ["hawk", "sparrow"], 2, &[1000.0, 1.0]),
    )
    .noting(prototype::NOTE),
];

/// What all these figures have in common.
pub(super) const LIKE: &str = "workloads are like the traces, which are not public: percentiles of single draws move with their giant jobs";

/// Workers of the Google experiments, in a first look and otherwise.
const GOOGLE: [&[u32]; 3] = [
    &[10_000, 15_000, 25_000, 50_000],
    &[10_000, 15_000, 20_000, 25_000, 30_000, 40_000, 50_000],
    &[10_000, 15_000, 20_000, 25_000, 30_000, 35_000, 40_000, 45_000, 50_000],
];

fn motivation(effort: &Effort<'_>) -> Picture {
    let runs = run_on(effort, TraceLike::Motivation, 15_000, &["sparrow", "eagle"]);
    let line = |(i, name, look): (usize, &str, Look)| Line::ecdf(name, look, &runs[i].pooled(Which::Short).ecdf(1000));
    let lines = [(0, "Sparrow", Look { hue: Hue::Blue, dash: Dash::Solid }), (1, "Eagle", Look { hue: Hue::Sky, dash: Dash::Dashed })];
    let lines = Lines::new(Axis::linear("completion time (s)"), jobs_axis(), lines.map(line).into());
    let busy = runs[0].busy_while_arriving(0.5);
    Picture::single(format!("Short jobs, 15 000 workers, {:.0} % busy (median) under Sparrow", busy.mean), lines)
}

fn jobs_axis() -> Axis {
    Axis::linear("fraction of jobs").within(0.0, 1.0)
}

/// Workloads like traces, and how they are drawn.
pub(super) const TRACES: [(&str, TraceLike, Look); 4] = [
    ("Google", TraceLike::Google, Look { hue: Hue::Blue, dash: Dash::Solid }),
    ("Cloudera", TraceLike::Cloudera, Look { hue: Hue::Orange, dash: Dash::Dashed }),
    ("Facebook", TraceLike::Facebook, Look { hue: Hue::Green, dash: Dash::DashDot }),
    ("Yahoo", TraceLike::Yahoo, Look { hue: Hue::Purple, dash: Dash::LongDash }),
];

fn heterogeneity(effort: &Effort<'_>) -> Picture {
    let drawn = TRACES.map(|(_, like, _)| like.generate(effort.jobs(20_000), 1, 0).expect("legal parameters"));
    let panel = |title: &str, x: &str, long: bool, of: fn(&schedscope::workload::BatchJob) -> f64| {
        let line = |((name, like, look), workload): (&(&str, TraceLike, Look), &schedscope::workload::BatchWorkload)| {
            let jobs = workload.jobs().iter().filter(|job| (job.mean > like.cutoff()) == long);
            Line::ecdf(*name, *look, &Sorted::new(jobs.map(of).collect()).ecdf(500))
        };
        Panel::new(title, Lines::new(Axis::logarithmic(x), jobs_axis(), TRACES.iter().zip(&drawn).map(line).collect()))
    };
    let (duration, tasks) = ("mean task duration (s)", "tasks");
    let panels = vec![
        panel("(a) long jobs", duration, true, |job| job.mean),
        panel("(b) short jobs", duration, false, |job| job.mean.max(0.1)),
        panel("(c) long jobs", tasks, true, |job| f64::from(job.tasks())),
        panel("(d) short jobs", tasks, false, |job| f64::from(job.tasks())),
    ];
    Picture { title: "Jobs of workloads like four traces".to_owned(), panels, columns: 2 }
}

fn google(effort: &Effort<'_>, policies: &[&str]) -> Vec<(u32, Vec<Runs>)> {
    run_over(effort, TraceLike::Google, effort.pick(GOOGLE), policies)
}

fn against_sparrow(effort: &Effort<'_>) -> Picture {
    let sizes = google(effort, &["hawk", "sparrow"]);
    let no_worse = |(name, class, look): (&str, Which, Look)| {
        over_workers(name, look, &sizes, |runs| runs[0].paired(&runs[1], class, |pair| 100.0 * pair.better_or_equal))
    };
    let jobs = Lines::new(workers_axis(), Axis::linear("jobs no worse off (%)").within(0.0, 100.0), CLASSES.map(no_worse).into());
    let panels = vec![
        Panel::new("(a) long jobs", ratios(&sizes, Which::Long, 2, "Hawk ÷ Sparrow")),
        Panel::new("(b) short jobs", ratios(&sizes, Which::Short, 2, "Hawk ÷ Sparrow")),
        Panel::new("(c) jobs no worse off", jobs),
    ];
    Picture::row("Google: Hawk and Sparrow", panels)
}

fn other_traces(effort: &Effort<'_>) -> Picture {
    let panel = |(title, like, workers): (&str, TraceLike, [u32; 4])| {
        let sizes = run_over(effort, like, &workers, &["hawk", "sparrow"]);
        let line = |(name, class, look): (&str, Which, Look)| over_workers(name, look, &sizes, |runs| runs[0].ratio(&runs[1], class, 0.9));
        let y = Axis::logarithmic("90th percentile, Hawk ÷ Sparrow");
        Panel::new(title, Lines::new(workers_axis(), y, CLASSES.map(line).into()).level(1.0, "equal"))
    };
    let panels = [
        ("(a) Cloudera", TraceLike::Cloudera, [15_000, 20_000, 25_000, 30_000]),
        ("(b) Facebook", TraceLike::Facebook, [70_000, 100_000, 130_000, 150_000]),
        ("(c) Yahoo", TraceLike::Yahoo, [4000, 5000, 6000, 8000]),
    ];
    Picture::row("Hawk ÷ Sparrow in other workloads", panels.map(panel).into())
}

/// Bars of ratios that grow from the level 1.
pub(super) fn bars(y: &str, names: &[&str], series: Vec<(&str, Look, Vec<impl Interval>)>) -> Bars {
    let of = |(name, look, values): (&str, Look, Vec<_>)| Series {
        name: name.to_owned(),
        look,
        values: values.into_iter().map(|value| Some(bar(value))).collect(),
    };
    Bars {
        x_title: String::new(),
        y: Axis::logarithmic(y),
        names: names.iter().map(|name| (*name).to_owned()).collect(),
        series: series.into_iter().map(of).collect(),
        level: Some(Level { value: 1.0, name: "equal".to_owned() }),
    }
}

fn ablations(effort: &Effort<'_>) -> Picture {
    let policies = ["hawk", "hawk-no-central", "hawk-no-partition", "hawk-no-stealing"];
    let runs = run_on(effort, TraceLike::Google, 15_000, &policies);
    let of = |policy: usize| {
        let ratio = |(class, p)| runs[policy].ratio(&runs[0], class, p);
        [(Which::Short, 0.5), (Which::Short, 0.9), (Which::Long, 0.5), (Which::Long, 0.9)].map(ratio).to_vec()
    };
    let series = vec![
        ("without central placement", Look { hue: Hue::Blue, dash: Dash::Solid }, of(1)),
        ("without partition", Look { hue: Hue::Orange, dash: Dash::Dashed }, of(2)),
        ("without stealing", Look { hue: Hue::Green, dash: Dash::DashDot }, of(3)),
    ];
    let names = ["short p50", "short p90", "long p50", "long p90"];
    Picture::single("Google, 15 000 workers: what Hawk's parts do", bars("÷ Hawk", &names, series))
}

fn against(effort: &Effort<'_>, y: &str, other: &str) -> Picture {
    let sizes = google(effort, &["hawk", other]);
    let panels = vec![
        Panel::new("(a) short jobs", ratios(&sizes, Which::Short, 2, y)),
        Panel::new("(b) long jobs", ratios(&sizes, Which::Long, 2, y)),
    ];
    Picture::row(format!("Google: {y}"), panels)
}

/// Curves of percentiles of the first policy ÷ the second over a parameter on Google, 15 000 workers, for one class.
fn over(x: Axis, y: &str, values: &[(f64, Vec<Runs>)], class: Which) -> Lines {
    let line = |(name, p, look): &(&str, f64, Look)| {
        Line::with_band(*name, *look, values.iter().map(|(x, runs)| point(*x, runs[0].ratio(&runs[1], class, *p))))
    };
    Lines::new(x, Axis::logarithmic(y), PERCENTILES[..2].iter().map(line).collect()).level(1.0, "equal")
}

/// Hawk and Sparrow on Google, 15 000 workers, with other fields.
fn changed(effort: &Effort<'_>, change: impl FnOnce(&mut Fields<Plan>)) -> Scenario {
    let mut scenario = scenario(effort, TraceLike::Google, 15_000, &["hawk", "sparrow"]);
    if let Some(fields) = scenario.of_mut() {
        change(fields);
    }
    scenario
}

fn cutoffs(effort: &Effort<'_>) -> Picture {
    let with = |cutoff: f64| (cutoff, run(effort, changed(effort, |fields| fields.system.cutoff = Some(cutoff))));
    let values = [750.0, 1000.0, 1129.5, 1500.0, 2000.0].map(with);
    let panel = |title: &str, class| Panel::new(title, over(Axis::linear("cutoff (s)"), "Hawk ÷ Sparrow", &values, class));
    let panels = vec![panel("(a) short jobs", Which::Short), panel("(b) long jobs", Which::Long)];
    Picture::row("Google, 15 000 workers: where long begins", panels)
}

fn errors(effort: &Effort<'_>) -> Picture {
    let with = |magnitude: f64| {
        let wrong = (magnitude > 0.0).then_some(Errors::Uniform([1.0 - magnitude, 1.0 + magnitude]));
        let scenario = changed(effort, |fields| (fields.system.errors_reclassify, fields.workload.errors) = (Some(true), wrong));
        (magnitude, run(effort, scenario))
    };
    let values = [0.0, 0.1, 0.3, 0.5, 0.7, 0.9].map(with);
    let lines = over(Axis::linear("magnitude m"), "Hawk ÷ Sparrow", &values, Which::Long);
    Picture::single("Google, 15 000 workers: long jobs, wrong estimates", lines)
}

fn caps(effort: &Effort<'_>) -> Picture {
    const CAPS: [f64; 5] = [1.0, 2.0, 5.0, 10.0, 50.0];
    let policies = CAPS.map(|cap| format!("hawk[cap={cap}]"));
    let runs = run_on(effort, TraceLike::Google, 15_000, &policies.each_ref().map(String::as_str));
    let line = |(name, p, look): &(&str, f64, Look)| {
        let ratios = runs.iter().map(|with| with.ratio(&runs[0], Which::Short, *p));
        Line::with_band(*name, *look, CAPS.into_iter().zip(ratios).map(|(cap, ratio)| point(cap, ratio)))
    };
    let lines = PERCENTILES[..2].iter().map(line).collect();
    let x = Axis::logarithmic("victims that a thief asks").marked(&CAPS);
    Picture::single("Google, 15 000 workers: short jobs", Lines::new(x, Axis::linear("÷ that with one victim"), lines).level(1.0, "one"))
}
