//! Eagle: chapter 3 of Delgado's thesis.

use super::datacenter::{PERCENTILES, ratios, run_on, run_over};
use super::hawk::{LIKE, bars};
use super::{Effort, Figure, bar, prototype};
use crate::datacenter_runs::{Which, head_of_line};
use schedscope::workload::TraceLike;
use schedscope_core::plot::{Axis, Bar, Bars, Dash, Hue, Look, Panel, Picture, Series};

/// The figures.
pub const FIGURES: &[Figure] = &[
    Figure::new(
        "D3.2",
        "Delgado's thesis, figure 3.2",
        "Eagle ÷ Hawk over the number of workers: short jobs above, long jobs below.",
        against_hawk,
    )
    .supporting(&["E2", "E3"])
    .noting(LIKE),
    Figure::new(
        "D3.T2",
        "Delgado's thesis, table 3.2",
        "Head-of-line blocking at the highest load: probes queued behind a long task ÷ all probes, and stolen ÷ blocked, under Hawk; probes that \
         Eagle sends elsewhere ÷ stolen under Hawk.",
        blocking,
    )
    .supporting(&["E1", "E4"])
    .noting(LIKE),
    Figure::new(
        "D3.3",
        "Delgado's thesis, figure 3.3",
        "Eagle ÷ a distributed scheduler that knows waiting times by heartbeats (DLWL, with SRPT at the workers): short jobs above, long jobs \
         below.",
        against_distributed,
    )
    .supporting(&["E9"])
    .noting(LIKE),
    Figure::new(
        "D3.4",
        "Delgado's thesis, figure 3.4",
        "Google, 15 000 workers: short jobs under Eagle, and under DLWL with SRPT by the seconds between heartbeats.",
        heartbeats,
    )
    .supporting(&["E10"])
    .noting(LIKE),
    Figure::new("D3.5", "Delgado's thesis, figure 3.5", "Google: Eagle ÷ Eagle without each of its parts, short jobs.", |effort| {
        parts(effort, "Google", TraceLike::Google, effort.pick([&[15_000, 19_000, 23_000][..], &ALL_GOOGLE, &ALL_GOOGLE]))
    })
    .supporting(&["E5", "E6", "E7"])
    .noting(LIKE),
    Figure::new("D3.6", "Delgado's thesis, figure 3.6", "Yahoo: Eagle ÷ Eagle without each of its parts, short jobs.", |effort| {
        parts(effort, "Yahoo", TraceLike::Yahoo, effort.pick([&[4000, 6000, 8000][..], &ALL_YAHOO, &ALL_YAHOO]))
    })
    .supporting(&["E5", "E6", "E7"])
    .noting(LIKE),
    Figure::new(
        "D3.7",
        "Delgado's thesis, figure 3.7",
        "Google, 15 000 workers: Eagle without sticky probes and SRPT ÷ an omniscient scheduler.",
        omniscient,
    )
    .supporting(&["E8"])
    .noting(LIKE),
    Figure::new(
        "D3.8",
        "Delgado's thesis, figure 3.8",
        "Google, 15 000 workers: 99th percentile of short jobs with wrong estimates ÷ with right ones, under Eagle and DLWL with SRPT.",
        wrong_estimates,
    )
    .supporting(&["E11"])
    .noting(LIKE),
    Figure::new(
        "D3.9",
        "Delgado's thesis, figure 3.9",
        "Eagle ÷ Hawk on the prototype's 3300 jobs of Google's, over the gaps between jobs.",
        |effort| prototype::draw(effort, "Eagle ÷ Hawk", ["eagle", "hawk"], 3, &[1.0]),
    )
    .noting(prototype::NOTE),
];

const ALL_GOOGLE: [u32; 5] = [15_000, 17_000, 19_000, 21_000, 23_000];
const ALL_YAHOO: [u32; 5] = [4000, 5000, 6000, 7000, 8000];

fn against_hawk(effort: &Effort<'_>) -> Picture {
    against(effort, "Eagle ÷ Hawk", ["hawk"; 3])
}

fn against_distributed(effort: &Effort<'_>) -> Picture {
    let heartbeats = ["dlwl-srpt[heartbeat=3]", "dlwl-srpt[heartbeat=12]", "dlwl-srpt[heartbeat=7]"];
    against(effort, "Eagle ÷ DLWL with SRPT", heartbeats)
}

/// Eagle ÷ another policy over the number of workers, which has other parameters for each trace.
fn against(effort: &Effort<'_>, title: &str, others: [&str; 3]) -> Picture {
    let traces = [
        ("Google", TraceLike::Google, effort.pick([&[15_000, 23_000][..], &ALL_GOOGLE, &ALL_GOOGLE])),
        ("Cloudera", TraceLike::Cloudera, effort.pick([&[15_000, 25_000][..], &[15_000, 20_000, 25_000], &[15_000, 20_000, 25_000]])),
        ("Yahoo", TraceLike::Yahoo, effort.pick([&[4000, 8000][..], &ALL_YAHOO, &ALL_YAHOO])),
    ];
    let of = |((name, like, workers), other): ((&'static str, TraceLike, &[u32]), &str)| {
        let sizes = run_over(effort, like, workers, &["eagle", other]);
        [("short", Which::Short), ("long", Which::Long)]
            .map(|(class, which)| Panel::new(format!("{name}, {class} jobs"), ratios(&sizes, which, 3, title)))
    };
    let (short, long): (Vec<Panel>, Vec<Panel>) = traces.into_iter().zip(others).map(of).map(|[short, long]| (short, long)).unzip();
    Picture { title: title.to_owned(), panels: short.into_iter().chain(long).collect(), columns: 3 }
}

fn heartbeats(effort: &Effort<'_>) -> Picture {
    let policies = ["eagle", "dlwl-srpt[heartbeat=3]", "dlwl-srpt[heartbeat=5]", "dlwl-srpt[heartbeat=7]"];
    let looks = [
        ("Eagle", Look { hue: Hue::Sky, dash: Dash::Solid }),
        ("DLWL, 3 s", Look { hue: Hue::Vermilion, dash: Dash::Dotted }),
        ("DLWL, 5 s", Look { hue: Hue::Vermilion, dash: Dash::Dashed }),
        ("DLWL, 7 s", Look { hue: Hue::Vermilion, dash: Dash::Solid }),
    ];
    let runs = run_on(effort, TraceLike::Google, 15_000, &policies);
    let of = |i: usize| PERCENTILES.map(|(_, p, _)| runs[i].quantile(Which::Short, p)).to_vec();
    let series = looks.into_iter().enumerate().map(|(i, (name, look))| (name, look, of(i))).collect();
    let bars = Bars { level: None, ..bars("completion time of short jobs (s)", &["p50", "p90", "p99"], series) };
    Picture::single("Google, 15 000 workers: heartbeats", bars)
}

fn wrong_estimates(effort: &Effort<'_>) -> Picture {
    const RANGES: [(f64, f64); 6] = [(0.3, 1.0), (0.6, 1.0), (0.9, 1.0), (1.0, 1.3), (1.0, 1.6), (1.0, 1.9)];
    let of = |key: &str, parameters: &str| {
        let with = |(low, high): (f64, f64)| format!("{key}[{parameters}error=uniform({low},{high})]");
        let policies: Vec<String> = std::iter::once(format!("{key}[{parameters}error=none]")).chain(RANGES.map(with)).collect();
        let runs = run_on(effort, TraceLike::Google, 15_000, &policies.iter().map(String::as_str).collect::<Vec<_>>());
        runs[1..].iter().map(|wrong| wrong.ratio(&runs[0], Which::Short, 0.99)).collect::<Vec<_>>()
    };
    let series = vec![
        ("Eagle", Look { hue: Hue::Sky, dash: Dash::Solid }, of("eagle", "")),
        ("DLWL with SRPT", Look { hue: Hue::Vermilion, dash: Dash::Dashed }, of("dlwl-srpt", "heartbeat=3,")),
    ];
    let names = RANGES.map(|(low, high)| format!("{low}–{high}"));
    let bars = bars("p99 of short jobs ÷ with exact estimates", &names.each_ref().map(String::as_str), series);
    let bars = Bars { x_title: "estimate ÷ truth, uniform".to_owned(), ..bars };
    Picture::single("Google, 15 000 workers: wrong estimates", bars)
}

fn blocking(effort: &Effort<'_>) -> Picture {
    let panel = |(name, like, workers, theirs): (&str, TraceLike, u32, [Option<f64>; 3])| {
        let runs = run_on(effort, like, workers, &["hawk", "eagle"]);
        let ours = head_of_line(&runs[0], &runs[1]);
        let series = vec![
            Series {
                name: "thesis".to_owned(),
                look: Look { hue: Hue::Black, dash: Dash::Dotted },
                values: theirs.map(|value| value.map(|value| Bar { value, range: None })).to_vec(),
            },
            Series {
                name: "here".to_owned(),
                look: Look { hue: Hue::Sky, dash: Dash::Solid },
                values: ours.map(|ratio| Some(bar(ratio))).to_vec(),
            },
        ];
        let names = ["blocked", "stolen", "moved"].map(str::to_owned).to_vec();
        Panel::new(name, Bars { x_title: String::new(), y: Axis::linear("ratio"), names, series, level: None })
    };
    let panels = [
        ("Google, 15 000 workers", TraceLike::Google, 15_000, [Some(0.67), Some(0.91), Some(1.08)]),
        ("Yahoo, 4000 workers", TraceLike::Yahoo, 4000, [Some(0.84), Some(0.92), Some(1.08)]),
        ("Cloudera, 15 000 workers", TraceLike::Cloudera, 15_000, [None, Some(0.98), Some(1.03)]),
    ];
    Picture::row("Short probes behind long tasks", panels.map(panel).into())
}

fn parts(effort: &Effort<'_>, name: &str, like: TraceLike, workers: &[u32]) -> Picture {
    let panel = |(title, without): (&str, &str)| {
        let sizes = run_over(effort, like, workers, &["eagle", without]);
        Panel::new(title, ratios(&sizes, Which::Short, 3, "Eagle ÷ Eagle without it"))
    };
    let panels = [
        ("(a) succinct state sharing", "eagle-no-sss"),
        ("(b) twenty probes at least", "eagle-no-minprobes"),
        ("(c) sticky probes and SRPT", "eagle-no-sbp-srpt"),
    ];
    Picture::row(format!("{name}: what Eagle's parts do for short jobs"), panels.map(panel).into())
}

fn omniscient(effort: &Effort<'_>) -> Picture {
    let runs = run_on(effort, TraceLike::Google, 15_000, &["eagle-no-sbp-srpt", "omniscient-lwl"]);
    let of = |class: Which| PERCENTILES.map(|(_, p, _)| runs[0].ratio(&runs[1], class, p)).to_vec();
    let series = vec![
        ("short jobs", Look { hue: Hue::Blue, dash: Dash::Solid }, of(Which::Short)),
        ("long jobs", Look { hue: Hue::Vermilion, dash: Dash::Dashed }, of(Which::Long)),
    ];
    Picture::single("Google, 15 000 workers", bars("÷ omniscient LWL", &["p50", "p90", "p99"], series))
}
