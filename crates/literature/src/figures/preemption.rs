//! Wait, kill or suspend on one slot: chapter 6 of Pastorelli's thesis, section 3.1.3 of mPlane D3.3.

use super::{Effort, Figure};
use crate::two_tasks::{LARGE, Setup};
use schedscope::cluster::Ending;
use schedscope_core::plot::{Axis, Dash, Hue, Lane, Line, Lines, Look, Panel, Picture, Span, Spans};

/// The figures.
pub const FIGURES: &[Figure] = &[
    Figure::new(
        "T6.1",
        "Pastorelli's thesis, figure 6.1; mPlane D3.3, figure 3.7",
        "Task t_h arrives when t_l is half done, and the slot is taken in three ways; hatched: work that is lost.",
        schedules,
    )
    .also(&["M3.7"])
    .noting(DURATIONS),
    Figure::new(
        "T6.2",
        "Pastorelli's thesis, figure 6.2; mPlane D3.3, figure 3.8",
        "Sojourn time of t_h and makespan of both against the progress of t_l when t_h arrives.",
        |_| primitives("Light-weight tasks (1 GB each)", Setup::default()),
    )
    .also(&["M3.8"])
    .supporting(&["C-T9", "M-F3.8"])
    .noting(DURATIONS),
    Figure::new(
        "T6.3",
        "Pastorelli's thesis, figure 6.3; mPlane D3.3, figure 3.9",
        "The same for tasks so large that suspending pages memory out and in.",
        |_| primitives("Memory-hungry tasks (2 GB each, of 4 GB)", Setup { memory: [2.0, 2.0], ..Setup::default() }),
    )
    .also(&["M3.9"])
    .supporting(&["M-F3.9"])
    .noting("the system keeps 0.2 GB, so that these are lacking, and the disk is the one with which figure 6.4 costs 20 % at worst"),
    Figure::new(
        "T6.4",
        "Pastorelli's thesis, figure 6.4; mPlane D3.3, figure 3.10",
        "What paging costs where t_l has 2.5 of 4 GB: sojourn time of t_h over that under kill, makespan over that under wait, and what is swapped.",
        overheads,
    )
    .also(&["M3.10"])
    .supporting(&["C-T10", "M35", "M-F3.10"])
    .noting("the disk is chosen so that the sojourn time is 20 % over kill at 2.5 GB, as in the sources; the rest is measured"),
];

const DURATIONS: &str = "the sources' durations are lost; here both tasks take 80 s and cleaning a slot after a kill 4 s";

/// How a slot is taken: what it is called, how it is drawn, how the policy is written.
const PRIMITIVES: [(&str, Look, &str); 3] = [
    ("wait", Look { hue: Hue::Blue, dash: Dash::Solid }, "wait"),
    ("kill", Look { hue: Hue::Vermilion, dash: Dash::Dashed }, "kill"),
    ("suspend", Look { hue: Hue::Green, dash: Dash::DashDot }, "suspend"),
];

fn schedules(_: &Effort<'_>) -> Picture {
    let lane = |(name, _, written): (&str, Look, &str)| {
        let (timeline, _) = Setup::default().record(written, None);
        let mut bars = timeline.bars;
        bars.sort_by(|a, b| a.from.total_cmp(&b.from));
        let span = |bar: &schedscope::cluster::Bar| Span {
            from: bar.from,
            to: bar.to,
            name: ["t_l", "t_h"][bar.job as usize % 2].to_owned(),
            job: bar.job as usize,
            part: (0.0, 1.0),
            lost: bar.end == Ending::Killed,
        };
        Lane { name: name.to_owned(), spans: bars.iter().map(span).collect() }
    };
    Picture::single("Task in the slot", Spans { x: Axis::linear("time (s)"), lanes: PRIMITIVES.map(lane).into() })
}

fn primitives(title: &str, setup: Setup) -> Picture {
    let progress = || (1..=9).map(|tenth| f64::from(tenth) / 10.0);
    let lines = |y: &str, metric: usize| {
        let line = |(name, look, written): (&str, Look, &str)| {
            let of = |r| (100.0 * r, Setup { progress: r, ..setup }.times(written, None)[metric]);
            Line::new(name, look, progress().map(of).collect())
        };
        Lines::new(Axis::linear("progress of t_l when t_h arrives (%)"), Axis::linear(y), PRIMITIVES.map(line).into())
    };
    let panels = vec![
        Panel::new("(a) sojourn time of t_h", lines("sojourn time of t_h (s)", 0)),
        Panel::new("(b) makespan", lines("makespan (s)", 1)),
    ];
    Picture::row(title, panels)
}

fn overheads(_: &Effort<'_>) -> Picture {
    let memories = || (0..=30).map(|step| 1.0 + 0.05 * f64::from(step));
    let over = |metric: usize| memories().map(|m| (m, 100.0 * Setup::default().beside(m).overheads(None)[metric])).collect();
    let x = || Axis::linear("memory of t_h (GB)");
    let lines =
        vec![Line::new("sojourn time over kill", PRIMITIVES[1].1, over(0)), Line::new("makespan over wait", PRIMITIVES[0].1, over(1))];
    let cost = Lines::new(x(), Axis::linear("overhead of suspending (%)"), lines).level(0.0, "none");
    let swapped = |(name, look, replacement): (&str, Look, f64)| {
        let setup = Setup { replacement, ..Setup::default() };
        Line::new(name, look, memories().map(|m| (m, setup.beside(m).swapped(None))).collect())
    };
    let exact = ("what is lacking (β = 1)", PRIMITIVES[2].1, 1.0);
    let approximate = ("approximate replacement (β = 2)", Look { hue: Hue::Purple, dash: Dash::Dotted }, 2.0);
    let swapped = Lines::new(x(), Axis::linear("swapped (GB)"), vec![swapped(exact), swapped(approximate)]);
    let panels = vec![Panel::new("(a) overheads", cost), Panel::new("(b) what is swapped of t_l", swapped)];
    Picture::row(format!("What paging costs, t_l of {LARGE} GB"), panels)
}
