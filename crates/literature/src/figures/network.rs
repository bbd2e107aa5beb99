//! Flows on links: figures 3.18 and 3.19 of mPlane D3.3.

use super::{Effort, Figure, point};
use crate::estimate::Ratio;
use crate::network_runs::{Run, fat_tree, link, runs};
use schedscope::network::{Policy, Routing, System, Workload};
use schedscope_core::plot::{Axis, Line, Lines, Panel, Picture, look_of};

/// The figures.
pub const FIGURES: &[Figure] = &[
    Figure::new(
        "M3.18",
        "mPlane D3.3, figure 3.18",
        "One link, loads below and above its capacity: throughput saturates where the delay of short flows grows, unless these go first.",
        around_capacity,
    )
    .noting("theirs is a sketch; ours has 1000 flows of exponential size that arrive as a Poisson process, up to a tenth of the mean short")
    .supporting(&["M-F3.18"]),
    Figure::new(
        "M3.19",
        "mPlane D3.3, figure 3.19 (right)",
        "Mean flow completion time ÷ that of the flows alone, against load, in a fat tree of 16 hosts: fair sharing (SFQ) between pFabric and \
         TCP, which RED carries; far above, FIFO flow by flow.",
        disciplines,
    )
    .noting(
        "the source gives no topology, sizes or loads: flows of Weibull sizes with shape 0.25 between any two hosts, split over all shortest \
         paths, are our choice; theirs on the left is pFabric's own and is not drawn",
    )
    .supporting(&["M43", "M-F3.19"]),
];

fn curves(keys: &[&str], loads: &[f64], measured: &[Vec<Vec<Run>>], number: fn(&Run) -> f64) -> Vec<Line> {
    let line = |(place, key): (usize, &&str)| {
        let policy: Policy = key.parse().expect("a policy of the registry");
        let at = |(load, runs): (&f64, &Vec<Vec<Run>>)| point(*load, Ratio::of(runs.iter().map(|run| number(&run[place]))));
        Line::with_band(policy.row().name, look_of(&policy.choice()), loads.iter().zip(measured).map(at))
    };
    keys.iter().enumerate().map(line).collect()
}

fn measure(effort: &Effort<'_>, system: &System, shape: f64, count: u32, keys: &[&str], loads: &[f64]) -> Vec<Vec<Vec<Run>>> {
    let count = Some(effort.jobs(count));
    let replications = effort.replications([8, 40, 100]);
    let at = |load: &f64| {
        let workload = Workload { count, shape: Some(shape), load: Some(*load), ..Workload::default() };
        runs(system, &workload, keys, replications, effort.done)
    };
    loads.iter().map(at).collect()
}

fn around_capacity(effort: &Effort<'_>) -> Picture {
    let (keys, loads) = (["fifo", "fair", "priority"], [0.2, 0.4, 0.6, 0.8, 0.9, 1.0, 1.1, 1.2, 1.4]);
    let measured = measure(effort, &link(), 1.0, 1000, &keys, &loads);
    let x = || Axis::linear("load (sending rate ÷ capacity)");
    let over = |number| Lines::new(x(), Axis::logarithmic("mean flow completion time ÷ alone"), curves(&keys, &loads, &measured, number));
    let throughput = Lines::new(x(), Axis::linear("throughput ÷ capacity"), curves(&keys[..1], &loads, &measured, |run| run.throughput));
    let panels = vec![
        Panel::new("(a) throughput", throughput.level(1.0, "capacity")),
        Panel::new("(b) short flows", over(|run| run.short)),
        Panel::new("(c) long flows", over(|run| run.long)),
    ];
    Picture::row("Throughput and delay", panels)
}

fn disciplines(effort: &Effort<'_>) -> Picture {
    let (keys, loads) = (["fifo", "tcp", "fair", "pfabric", "ideal"], [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]);
    let measured = measure(effort, &fat_tree(Routing::EcmpSplit), 0.25, 3000, &keys, &loads);
    let panel = |title: &str, number| {
        let y = Axis::logarithmic("mean flow completion time ÷ alone");
        let lines = Lines::new(Axis::linear("load"), y, curves(&keys, &loads, &measured, number));
        Panel::new(title, lines.level(2.0, "twice the ideal"))
    };
    let panels =
        vec![panel("(a) all flows", |run| run.all), panel("(b) short flows", |run| run.short), panel("(c) long flows", |run| run.long)];
    Picture::row("Disciplines", panels)
}
