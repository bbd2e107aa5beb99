use super::DatacenterRuns;
use crate::plot::{Axis, Form, Line, Lines, Picture};
use crate::plot::{Dash, Hue, Look};

/// A line: its name, how it is drawn, and the part of its workers that is busy, from the busy ones of both partitions.
type Part = (&'static str, Look, fn([f64; 2], [f64; 2]) -> f64);

const PARTS: [Part; 3] = [
    ("all workers", Look { hue: Hue::Black, dash: Dash::Solid }, |busy, all| (busy[0] + busy[1]) / (all[0] + all[1])),
    ("kept for short", Look { hue: Hue::Black, dash: Dash::Dotted }, |busy, all| busy[0] / all[0]),
    ("the others", Look { hue: Hue::Black, dash: Dash::Dashed }, |busy, all| busy[1] / all[1]),
];

/// How many workers are busy over time under the policy at this position: of all, of those kept for short tasks, and of the others.
/// The playhead is when we are, in seconds.
pub fn busy_workers(runs: &DatacenterRuns, which: usize, playhead: f64) -> Picture {
    let Some(run) = runs.runs.get(which) else { return Picture::note("no run to show") };
    let timeline = &run.timeline;
    let all = [f64::from(timeline.general), f64::from(timeline.workers - timeline.general)];
    let (every, end) = (timeline.usage.every, timeline.end() - timeline.begin());
    let parts = &PARTS[..if timeline.general == 0 { 1 } else { PARTS.len() }];
    let line = |(name, look, part): &Part| {
        let mut points: Vec<(f64, f64)> =
            (0..).zip(&timeline.usage.busy).map(|(interval, busy)| (f64::from(interval) * every, 100.0 * part(*busy, all))).collect();
        // The last interval ends, too.
        points.extend(points.last().map(|(_, level)| (end, *level)));
        Line::new(*name, *look, points).formed(Form::Steps)
    };
    let y = Axis::linear("busy workers (%)").briefly("busy (%)").within(0.0, 100.0).marked(&[0.0, 50.0, 100.0]);
    Picture::single("", Lines { now: Some(playhead), ..Lines::new(runs.time(), y, parts.iter().map(line).collect()) })
}
