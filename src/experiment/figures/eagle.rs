//! Eagle: chapter 3 of Delgado's thesis.

use super::datacenter::{Crowd, PERCENTILES, ratios};
use super::hawk::{LIKE, bars};
use super::{Effort, Figure};
use crate::plot::{Axis, Bar, Bars, Panel, Picture, Series};
use crate::registry::{Dash, Hue, Look};
use crate::workload::TraceLike;

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
];

const ALL_GOOGLE: [u32; 5] = [15_000, 17_000, 19_000, 21_000, 23_000];
const ALL_YAHOO: [u32; 5] = [4000, 5000, 6000, 7000, 8000];

fn against_hawk(effort: &Effort<'_>) -> Picture {
    let traces = [
        ("Google", TraceLike::Google, effort.pick([&[15_000, 23_000][..], &ALL_GOOGLE, &ALL_GOOGLE])),
        ("Cloudera", TraceLike::Cloudera, effort.pick([&[15_000, 25_000][..], &[15_000, 20_000, 25_000], &[15_000, 20_000, 25_000]])),
        ("Yahoo", TraceLike::Yahoo, effort.pick([&[4000, 8000][..], &ALL_YAHOO, &ALL_YAHOO])),
    ];
    let of = |(name, like, workers): (&'static str, TraceLike, &[u32])| {
        let crowds: Vec<(u32, Crowd)> =
            workers.iter().map(|workers| (*workers, Crowd::on(effort, like, *workers, &["eagle", "hawk"]))).collect();
        [false, true].map(|long| {
            let class = if long { "long" } else { "short" };
            Panel::new(format!("{name}, {class} jobs"), ratios(&crowds, long, 3, "Eagle ÷ Hawk"))
        })
    };
    let (short, long): (Vec<Panel>, Vec<Panel>) = traces.into_iter().map(of).map(|[short, long]| (short, long)).unzip();
    Picture { title: "Eagle ÷ Hawk".to_owned(), panels: short.into_iter().chain(long).collect(), columns: 3 }
}

fn blocking(effort: &Effort<'_>) -> Picture {
    let panel = |(name, like, workers, theirs): (&str, TraceLike, u32, [Option<f64>; 3])| {
        let crowd = Crowd::on(effort, like, workers, &["hawk", "eagle"]);
        let ours = [
            crowd.counted_ratio((0, |run| run.counters.probes_behind_long), (0, |run| run.counters.probes)),
            crowd.counted_ratio((0, |run| run.counters.stolen), (0, |run| run.counters.probes_behind_long)),
            crowd.counted_ratio((1, |run| run.counters.rejected), (0, |run| run.counters.stolen)),
        ];
        let series = vec![
            Series {
                name: "thesis".to_owned(),
                look: Look { hue: Hue::Black, dash: Dash::Dotted },
                values: theirs.map(|value| value.map(|value| Bar { value, range: None })).to_vec(),
            },
            Series {
                name: "here".to_owned(),
                look: Look { hue: Hue::Sky, dash: Dash::Solid },
                values: ours.map(|estimate| Some(Bar::with_half(estimate.mean, estimate.half))).to_vec(),
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
        let crowds: Vec<(u32, Crowd)> =
            workers.iter().map(|workers| (*workers, Crowd::on(effort, like, *workers, &["eagle", without]))).collect();
        Panel::new(title, ratios(&crowds, false, 3, "Eagle ÷ Eagle without it"))
    };
    let panels = [
        ("(a) succinct state sharing", "eagle-no-sss"),
        ("(b) twenty probes at least", "eagle-no-minprobes"),
        ("(c) sticky probes and SRPT", "eagle-no-sbp-srpt"),
    ];
    Picture::row(format!("{name}: what Eagle's parts do for short jobs"), panels.map(panel).into())
}

fn omniscient(effort: &Effort<'_>) -> Picture {
    let crowd = Crowd::on(effort, TraceLike::Google, 15_000, &["eagle-no-sbp-srpt", "omniscient-lwl"]);
    let of = |long: bool| PERCENTILES.map(|(_, p, _)| crowd.ratio(0, 1, long, p)).to_vec();
    let series = vec![
        ("short jobs", Look { hue: Hue::Blue, dash: Dash::Solid }, of(false)),
        ("long jobs", Look { hue: Hue::Vermilion, dash: Dash::Dashed }, of(true)),
    ];
    Picture::single("Google, 15 000 workers", bars("÷ omniscient LWL", &["p50", "p90", "p99"], series))
}
