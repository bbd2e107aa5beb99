//! Worked examples: a few jobs, drawn exactly.

use super::synthetic::policy;
use super::{Effort, Figure};
use schedscope::cluster;
use schedscope::server::{Config, Timeline};
use schedscope::workload::{Job, TaskJob, TaskWorkload, Workload};
use schedscope_core::plot::{Axis, Dash, Hue, Lane, Line, Lines, Look, Panel, Picture, Span, Spans};

/// The figures.
pub const FIGURES: &[Figure] = &[
    Figure::new(
        "T2.1",
        "Pastorelli's thesis, figure 2.1",
        "Two jobs, size 4 at 0 and size 2 at 1, under FIFO and PS: what remains of each.",
        |_| remaining("FIFO and PS", &["fifo", "ps"], &TWO),
    ),
    Figure::new("T2.2", "Pastorelli's thesis, figure 2.2", "The same two jobs under LAS and SRPT.", |_| {
        remaining("LAS and SRPT", &["las", "srpt"], &TWO)
    }),
    Figure::new("T2.3", "Pastorelli's thesis, figure 2.3", "The same two jobs under FSP, which does here what SRPT does.", |_| {
        remaining("FSP", &["fsp"], &TWO)
    }),
    Figure::new(
        "M3.1",
        "mPlane D3.3, figure 3.1",
        "A large job and two small ones under PS and SRPT: the small ones complete earlier, the large one no later.",
        |_| remaining("PS and SRPT", &["ps", "srpt"], &[(0.0, 30.0, 30.0), (10.0, 10.0, 10.0), (15.0, 10.0, 10.0)]),
    ),
    Figure::new(
        "T3.1",
        "Pastorelli's thesis, figure 3.1; mPlane D3.3, figure 3.2",
        "What SRPTE believes to remain: an over-estimated job suffers alone; an under-estimated one turns late, below zero, and \
                  blocks all others.",
        wrong_estimates,
    )
    .also(&["M3.2"]),
];

/// Those of HFSP's chapter.
pub const OF_HFSP: &[Figure] = &[
    Figure::new(
        "T4.1",
        "Pastorelli's thesis, figure 4.1",
        "Two jobs of size 3 and 2 on one slot, task by task: the right order, an inversion of both, and estimates that are refreshed at \
         every completion, so that the jobs overtake each other again and again (flapping): the mean is worse than that of the inversion.",
        flapping,
    )
    .noting("the source does not give the tasks; ours begin with a misleading one in both jobs"),
    Figure::new(
        "T4.2",
        "Pastorelli's thesis, figure 4.2",
        "Aging: jobs of size 3 and 4 at 0, and one of size 3 at 3. Job 2 has aged to 2.5 by then and goes before job 3.",
        aging,
    ),
    Figure::new(
        "T4.4",
        "Pastorelli's thesis, figure 4.4",
        "The right order, the wrong one, and equal shares, for two similar jobs and for two very different ones.",
        wrong_order,
    ),
];

/// Arrival, size and estimate.
type Given = (f64, f64, f64);

const TWO: [Given; 2] = [(0.0, 4.0, 4.0), (1.0, 2.0, 2.0)];

/// How the job at a position is drawn.
const LOOKS: [Look; 3] = [
    Look { hue: Hue::Blue, dash: Dash::Solid },
    Look { hue: Hue::Orange, dash: Dash::Dashed },
    Look { hue: Hue::Green, dash: Dash::DashDot },
];

fn record(key: &str, jobs: &[Given]) -> Timeline {
    let job = |(id, (arrival, size, estimate)): (u64, &Given)| Job { id, arrival: *arrival, size: *size, estimate: *estimate, weight: 1.0 };
    let workload = Workload::new((1..).zip(jobs).map(job)).expect("legal jobs");
    Timeline::record(&Config::default(), &workload, &policy(key)).expect("one server")
}

/// A curve of each job from its arrival on: what `of` it is left, at the beginning and at the end of each stretch of time.
fn curves(timeline: &Timeline, first: usize, of: impl Fn(&schedscope::server::Snapshot, usize) -> Option<(f64, f64)>) -> Vec<Line> {
    let line = |job: usize| {
        let mut points: Vec<(f64, f64)> = vec![];
        for pair in timeline.snapshots.windows(2) {
            if let Some((left, rate)) = of(&pair[0], job) {
                points.extend([(pair[0].time, left), (pair[1].time, left - rate * (pair[1].time - pair[0].time))]);
            }
        }
        points.dedup();
        Line::new(format!("job {}", job + first), LOOKS[job % LOOKS.len()], points)
    };
    (0..timeline.jobs.len()).map(line).collect()
}

/// What really remains of a job, and how fast it falls.
fn real(snapshot: &schedscope::server::Snapshot, job: usize) -> Option<(f64, f64)> {
    snapshot.jobs.iter().find(|curve| curve.job as usize == job && curve.remaining > 0.0).map(|curve| (curve.remaining, curve.share))
}

/// What a policy believes to remain, until the job is complete in its eyes.
fn believed(snapshot: &schedscope::server::Snapshot, job: usize) -> Option<(f64, f64)> {
    let curve = snapshot.jobs.iter().find(|curve| curve.job as usize == job)?;
    Some((curve.virtual_remaining?, curve.virtual_rate))
}

fn time(end: f64) -> Axis {
    Axis::linear("time").within(0.0, end)
}

fn remaining(title: &str, policies: &[&str], jobs: &[Given]) -> Picture {
    let top = jobs.iter().map(|(_, size, _)| *size).fold(0.0, f64::max);
    let panel = |key: &&str| {
        let timeline = record(key, jobs);
        let done: Vec<String> = timeline.completions.iter().map(|at| format!("{at}")).collect();
        let lines = Lines::new(time(timeline.end()), Axis::linear("remaining size").within(0.0, top), curves(&timeline, 1, real));
        Panel::new(format!("{}: done at {}", policy(key).row().name, done.join(", ")), lines)
    };
    Picture::row(title, policies.iter().map(panel).collect())
}

fn wrong_estimates(_: &Effort<'_>) -> Picture {
    let over = |estimate| record("srpte", &[(0.0, 5.0, estimate), (2.0, 4.0, 4.0), (6.0, 3.5, 3.5)]);
    let under = |estimate| record("srpte", &[(0.0, 10.0, estimate), (3.0, 2.0, 2.0), (6.0, 2.0, 2.0)]);
    let panel = |title: &str, timeline: &Timeline, first, (low, high): (f64, f64)| {
        let y = Axis::linear("estimated remaining size").within(low, high);
        let lines = Lines::new(time(14.0), y, curves(timeline, first, |snapshot, job| real(snapshot, job).and(believed(snapshot, job))));
        Panel::new(title, if low < 0.0 { lines.level(0.0, "late below") } else { lines })
    };
    let panels = vec![
        panel("exact sizes", &over(5.0), 1, (0.0, 10.0)),
        panel("exact sizes", &under(10.0), 4, (-8.0, 10.0)),
        panel("job 1 is over-estimated", &over(10.0), 1, (0.0, 10.0)),
        panel("job 4 is under-estimated", &under(2.5), 4, (-8.0, 10.0)),
    ];
    Picture { title: "Over- and under-estimation under SRPTE".to_owned(), panels, columns: 2 }
}

/// One slot, and how the estimates of HFSP err: the name of the lane, the policy, and the factor on the size of job 1 that a
/// noisy estimator believes.
const ESTIMATES: [(&str, &str, f64); 3] = [
    ("right order", "hfsp[estimator=oracle,virtual=fluid]", 1.0),
    ("inversion", "hfsp[estimator=noisy,virtual=fluid]", 0.5),
    ("refreshed estimates", "hfsp[estimator=continuous,tiny=off,t=1,s0=1]", 1.0),
];

fn flapping(_: &Effort<'_>) -> Picture {
    let config = cluster::Config { machines: 1, slots: [1, 1], heartbeat: 0.0, ..cluster::Config::default() };
    let lane = |(name, key, error): (&str, &str, f64)| {
        let mut jobs = [TaskJob::new(1, 0.0, &[0.5, 1.5, 1.0], &[]), TaskJob::new(2, 0.0, &[1.5, 0.5], &[])];
        jobs[0].error = error;
        let policy = key.parse().expect("a policy of the registry");
        let (timeline, outcome) =
            cluster::Timeline::record(&config, &TaskWorkload::new(jobs.into()).expect("legal jobs"), &policy).expect("one slot");
        let mut bars = timeline.bars;
        bars.sort_by(|a, b| a.from.total_cmp(&b.from));
        let span = |bar: &cluster::Bar| Span {
            from: bar.from,
            to: bar.to,
            name: format!("job {}", bar.job + 1),
            job: bar.job as usize,
            part: (0.0, 1.0),
            lost: false,
        };
        let mean = outcome.jobs.iter().map(|job| job.sojourn).sum::<f64>() / 2.0;
        Lane { name: format!("{name}, mean {mean}"), spans: bars.iter().map(span).collect() }
    };
    Picture::single("Estimates that are refreshed", Spans { x: Axis::linear("time"), lanes: ESTIMATES.map(lane).into() })
}

fn aging(_: &Effort<'_>) -> Picture {
    let timeline = record("fsp", &[(0.0, 3.0, 3.0), (0.0, 4.0, 4.0), (3.0, 3.0, 3.0)]);
    let panel = |title: &str, y: &str, lines| Panel::new(title, Lines::new(time(10.0), Axis::linear(y).within(0.0, 4.0), lines));
    let panels = vec![
        panel("(a) virtual sizes", "virtual size", curves(&timeline, 1, believed)),
        panel("(b) real sizes", "remaining size", curves(&timeline, 1, real)),
    ];
    Picture::row("Virtual time and progress of jobs", panels)
}

fn wrong_order(_: &Effort<'_>) -> Picture {
    let panel = |(letter, small, large): (char, f64, f64)| {
        let lane = |name: &str, key: &str, estimates: [f64; 2]| {
            let timeline = record(key, &[(0.0, small, estimates[0]), (0.0, large, estimates[1])]);
            let mean = timeline.completions.iter().sum::<f64>() / 2.0;
            let mut spans = vec![];
            for pair in timeline.snapshots.windows(2) {
                let mut served: Vec<_> = pair[0].jobs.iter().filter(|curve| curve.share > 0.0 && curve.remaining > 0.0).collect();
                served.sort_by_key(|curve| curve.job);
                let mut top = 1.0;
                for curve in served {
                    let (from, to, job) = (pair[0].time, pair[1].time, curve.job as usize);
                    let part = (top - curve.share, top);
                    top -= curve.share;
                    match spans.iter_mut().rfind(|span: &&mut Span| span.job == job) {
                        Some(span) if span.to == from && span.part == part => span.to = to,
                        _ => spans.push(Span { from, to, name: format!("job {}", job + 1), job, part, lost: false }),
                    }
                }
            }
            Lane { name: format!("{name}, mean {mean}"), spans }
        };
        let lanes = vec![
            lane("right order", "srpte", [small, large]),
            lane("wrong order", "srpte", [large, small]),
            lane("equal shares", "ps", [small, large]),
        ];
        Panel::new(format!("({letter}) sizes {small} and {large}"), Spans { x: Axis::linear("time"), lanes })
    };
    Picture::row("What a wrong order costs", [('a', 1.0, 2.0), ('b', 1.0, 10.0)].map(panel).into())
}
