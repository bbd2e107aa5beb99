//! How many workers are busy over time: of all, of those kept for short tasks, and of the others.

use super::DatacenterRuns;
use crate::chart::dash::{Point, pattern};
use crate::chart::layout::{Layout, TIME, say};
use crate::chart::legend;
use crate::chart::panel::Panel;
use crate::chart::pen::{Frame, Pen};
use crate::chart::ticks::{Label, Scale, Tick};
use crate::chart::{ChartError, Theme};
use crate::plot::{Dash, Hue, Look};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use schedscope_engine::datacenter::Timeline;

/// A line: its name, how it is drawn, and the part of its workers that is busy, from the busy ones of both partitions.
type Part = (&'static str, Look, fn([f64; 2], [f64; 2]) -> f64);

const PARTS: [Part; 3] = [
    ("all workers", Look { hue: Hue::Black, dash: Dash::Solid }, |busy, all| (busy[0] + busy[1]) / (all[0] + all[1])),
    ("kept for short tasks", Look { hue: Hue::Sky, dash: Dash::Dotted }, |busy, all| busy[0] / all[0]),
    ("the others", Look { hue: Hue::Vermilion, dash: Dash::Dashed }, |busy, all| busy[1] / all[1]),
];

/// Draws how busy the workers are under the policy at this position; `playhead` is when we are, in seconds.
///
/// # Errors
/// If the backend fails.
pub fn busy_workers<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    scale: f64,
    runs: &DatacenterRuns,
    which: usize,
    playhead: f64,
) -> Result<(), ChartError> {
    let pen = Pen::new(root, theme, scale);
    pen.clear()?;
    let Some(run) = runs.runs.get(which) else { return say(&pen, "no run to show") };
    let layout = Layout::new(&pen);
    let parts = &PARTS[..if run.timeline.general == 0 { 1 } else { PARTS.len() }];
    let entries: Vec<legend::Entry<'_>> = parts.iter().map(|(name, look, _)| legend::Entry::line(name, *look)).collect();
    let head = legend::above(&pen, &layout, &entries)?;
    let frame = Frame { top: layout.inner.top + head, ..layout.inner };
    let panel = Panel { frame, x: runs.time(), y: Scale::linear(0.0, 1.0) };
    let up = [(0.0, "0 %"), (0.5, "50 %"), (1.0, "100 %")].map(|(value, label)| Tick { value, label: Label::Plain(label.to_owned()) });
    let across = layout.across(&pen, panel.x);
    panel.grid(&pen, &across, &up)?;
    if layout.roomy {
        panel.beside(&pen, &up, ["busy workers", "busy"], layout.whole.left)?;
    }
    panel.below(&pen, &across, TIME, layout.until())?;
    for (_, look, part) in parts.iter().rev() {
        let line = stairs(&panel, &run.timeline, *part);
        pen.dashed(&line, pattern(look.dash), theme.line(look.hue), if layout.roomy { 2.0 } else { 1.0 })?;
    }
    pen.upright(panel.across(playhead), frame.top, frame.bottom, theme.ink, 1.0)
}

/// A line in pixels.
fn stairs(panel: &Panel, timeline: &Timeline, part: fn([f64; 2], [f64; 2]) -> f64) -> Vec<Point> {
    let all = [f64::from(timeline.general), f64::from(timeline.workers - timeline.general)];
    let every = timeline.usage.every;
    let end = timeline.end() - timeline.begin();
    let mut line = vec![];
    for (interval, busy) in timeline.usage.busy.iter().enumerate() {
        let (from, level) = (interval as f64 * every, part(*busy, all));
        line.extend([panel.point(from, level), panel.point((from + every).min(end), level)]);
    }
    line
}
