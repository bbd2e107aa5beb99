//! The number of jobs in the cluster over time, one step line a policy. The area below a line is the sum of sojourn times.

use super::{ClusterRuns, Layout, TIME, say};
use crate::chart::dash::{Point, pattern};
use crate::chart::labels::{Placer, around};
use crate::chart::panel::Panel;
use crate::chart::pen::{Frame, Pen, SMALL, Side};
use crate::chart::ticks::Scale;
use crate::chart::{ChartError, Theme, marker};
use crate::plot::Dash;
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use schedscope_engine::cluster::Timeline;

/// Draws the load of all runs.
///
/// # Errors
/// If the backend fails.
pub fn cluster_load<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    scale: f64,
    runs: &ClusterRuns,
) -> Result<(), ChartError> {
    let pen = Pen::new(root, theme, scale);
    pen.clear()?;
    if runs.runs.is_empty() {
        return say(&pen, "no run to show");
    }
    let layout = Layout::new(&pen);
    // Room for a name above the highest peak.
    let top = f64::from(runs.most.max(1)) * 1.12;
    let panel = Panel { frame: layout.inner, x: runs.time(), y: Scale::linear(0.0, top) };
    let across = layout.across(&pen, panel.x);
    let up: Vec<_> = layout.up(&pen, panel.y).into_iter().filter(|tick| tick.value.fract() == 0.0).collect();
    panel.grid(&pen, &across, &up)?;
    if layout.roomy {
        panel.beside(&pen, &up, ["jobs in the system", "jobs"], layout.whole.left)?;
    }
    panel.below(&pen, &across, TIME, layout.until())?;
    let lines: Vec<Vec<Point>> = runs.runs.iter().map(|run| stairs(&panel, &run.timeline)).collect();
    // The unbroken lines first, so that a broken one shows where it runs on another.
    let mut order: Vec<usize> = (0..lines.len()).collect();
    order.sort_by_key(|i| runs.runs[*i].look.dash != Dash::Solid);
    for i in order {
        let look = runs.runs[i].look;
        pen.dashed(&lines[i], pattern(look.dash), theme.line(look.hue), if layout.roomy { 2.5 } else { 1.0 })?;
    }
    if !layout.roomy {
        return Ok(());
    }
    let mut placer = Placer::new(layout.inner);
    for (i, line) in lines.iter().enumerate() {
        let look = runs.runs[i].look;
        for place in marker::places(line, i, lines.len(), pen.scale) {
            marker::draw(&pen, place, look)?;
            let (r, (x, y)) = (pen.px(5.0), place);
            placer.take(Frame { left: x - r, top: y - r, right: x + r, bottom: y + r });
        }
        placer.avoid(line, pen.px(6.0));
    }
    for (run, line) in runs.runs.iter().zip(&lines) {
        let words = format!("{}: at most {}", run.name, run.timeline.load.iter().map(|(_, jobs)| *jobs).max().unwrap_or(0));
        let size = (pen.width(&words, SMALL + 2.0), pen.px(SMALL + 4.0));
        // From the peak downwards, where least is covered.
        let mut places = line.clone();
        places.sort_by(|a, b| a.1.total_cmp(&b.1));
        let step = places.len().div_ceil(60).max(1);
        let frame = placer.place(places.into_iter().step_by(step).flat_map(|place| around(place, size, pen.px(9.0))));
        if let Some(frame) = frame {
            let at = (frame.left, f64::midpoint(frame.top, frame.bottom));
            pen.text(&words, at, SMALL + 2.0, Side::Start, theme.text(run.look.hue))?;
        }
    }
    Ok(())
}

/// The load in pixels, from nothing to nothing.
fn stairs(panel: &Panel, timeline: &Timeline) -> Vec<Point> {
    let mut line = vec![panel.point(0.0, 0.0)];
    let mut level = 0.0;
    let steps = timeline.load.iter().map(|(time, jobs)| (*time, f64::from(*jobs)));
    for (time, jobs) in steps.chain([(timeline.end(), 0.0)]).filter(|(time, _)| time.is_finite()) {
        line.extend([panel.point(time, level), panel.point(time, jobs)]);
        level = jobs;
    }
    line.dedup();
    line
}
