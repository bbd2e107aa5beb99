//! Wait, kill or suspend on one slot: chapter 6 of Pastorelli's thesis, section 3.1.3 of mPlane D3.3.

use super::{Effort, Figure};
use crate::plot::{Axis, Dash, Hue, Lane, Line, Lines, Look, Panel, Picture, Span, Spans};
use schedscope_engine::cluster::{Config, Ending, Outcome, Policy, Timeline};
use schedscope_engine::workload::{TaskJob, TaskWorkload};

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
        |_| primitives("Light-weight tasks", ""),
    )
    .also(&["M3.8"])
    .noting(DURATIONS),
    Figure::new(
        "T6.3",
        "Pastorelli's thesis, figure 6.3; mPlane D3.3, figure 3.9",
        "The same for tasks so large that suspending pages memory out and in.",
        |_| primitives("Memory-hungry tasks (8 s to page out, 8 s to page in)", ",page-out=8,page-in=8"),
    )
    .also(&["M3.9"])
    .noting("memory is not modelled: paging takes 8 s each way whatever the sizes; with that suspending is slightly worse than killing for the sojourn time and slightly worse than waiting for the makespan, as the sources say"),
    Figure::new(
        "T6.4",
        "Pastorelli's thesis, figure 6.4; mPlane D3.3, figure 3.10",
        "What paging costs: sojourn time of t_h over that under kill, makespan over that under wait.",
        overheads,
    )
    .also(&["M3.10"])
    .noting("against the seconds that paging takes instead of the memory of t_h, from which the sources' machines made it"),
];

const DURATIONS: &str = "the sources' durations are lost; here both tasks take 80 s and cleaning a slot after a kill 4 s";

/// Seconds of each task.
const TASK: f64 = 80.0;

/// How a slot is taken: what it is called, how it is drawn, how the policy is written.
const PRIMITIVES: [(&str, Look, &str); 3] = [
    ("wait", Look { hue: Hue::Blue, dash: Dash::Solid }, "wait"),
    ("kill", Look { hue: Hue::Vermilion, dash: Dash::Dashed }, "kill"),
    ("suspend", Look { hue: Hue::Green, dash: Dash::DashDot }, "suspend"),
];

/// One slot on which `t_h` arrives when `t_l` has made so much progress. The first is believed to be huge, the other tiny, so
/// that nothing but the primitive is at stake.
fn run(preemption: &str, paging: &str, progress: f64) -> (Timeline, Outcome) {
    let config = Config { machines: 1, slots: [1, 1], heartbeat: 0.0, ..Config::default() };
    let mut jobs = [TaskJob::new(1, 0.0, &[TASK], &[]), TaskJob::new(2, progress * TASK, &[TASK], &[])];
    (jobs[0].error, jobs[1].error) = (1e6, 1e-6);
    let paging = if preemption == "suspend" { paging } else { "" };
    let policy: Policy = format!("hfsp[estimator=noisy,preemption={preemption}{paging}]").parse().expect("a policy of the registry");
    Timeline::record(&config, &TaskWorkload::new(jobs.into()), &policy).expect("a valid cluster")
}

fn schedules(_: &Effort<'_>) -> Picture {
    let lane = |(name, _, written): (&str, Look, &str)| {
        let (timeline, _) = run(written, "", 0.5);
        let mut bars = timeline.bars;
        bars.sort_by(|a, b| a.from.total_cmp(&b.from));
        let span = |bar: &schedscope_engine::cluster::Bar| Span {
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

fn primitives(title: &str, paging: &str) -> Picture {
    let progress = || (1..=9).map(|tenth| f64::from(tenth) / 10.0);
    let lines = |y: &str, of: fn(&Outcome) -> f64| {
        let line = |(name, look, written): (&str, Look, &str)| {
            Line::new(name, look, progress().map(|r| (100.0 * r, of(&run(written, paging, r).1))).collect())
        };
        Lines::new(Axis::linear("progress of t_l when t_h arrives (%)"), Axis::linear(y), PRIMITIVES.map(line).into())
    };
    let panels = vec![
        Panel::new("(a) sojourn time of t_h", lines("sojourn time of t_h (s)", |outcome| outcome.jobs[1].sojourn)),
        Panel::new("(b) makespan", lines("makespan (s)", |outcome| outcome.counters.makespan)),
    ];
    Picture::row(title, panels)
}

fn overheads(_: &Effort<'_>) -> Picture {
    let of = |primitive: &str, seconds: f64| run(primitive, &format!(",page-out={seconds},page-in={seconds}"), 0.5).1;
    let (kill, wait) = (of("kill", 0.0), of("wait", 0.0));
    let seconds = || (0..=20).step_by(2).map(f64::from);
    let over = |ours: f64, theirs: f64| 100.0 * (ours / theirs - 1.0);
    let sojourn = seconds().map(|s| (s, over(of("suspend", s).jobs[1].sojourn, kill.jobs[1].sojourn))).collect();
    let makespan = seconds().map(|s| (s, over(of("suspend", s).counters.makespan, wait.counters.makespan))).collect();
    let lines =
        vec![Line::new("sojourn time over kill", PRIMITIVES[1].1, sojourn), Line::new("makespan over wait", PRIMITIVES[0].1, makespan)];
    let lines = Lines::new(Axis::linear("seconds to page out, and as many in"), Axis::linear("overhead of suspending (%)"), lines);
    Picture::single("What paging costs", lines.level(0.0, "none"))
}
