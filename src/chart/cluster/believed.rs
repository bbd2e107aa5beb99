//! What a policy believes is left of each job's maps: its virtual sizes over time, one line a job.

use super::{ClusterRuns, Layout, TIME, say};
use crate::chart::dash::Point;
use crate::chart::labels::{Placer, around};
use crate::chart::panel::Panel;
use crate::chart::pen::{Pen, SMALL, Side};
use crate::chart::ticks::Scale;
use crate::chart::{ChartError, Theme};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use schedscope_engine::cluster::Timeline;

/// Names that a picture may have.
const MOST_LABELS: usize = 10;

/// Draws the virtual sizes of maps under the policy at this position.
///
/// # Errors
/// If the backend fails.
pub fn believed_sizes<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    scale: f64,
    runs: &ClusterRuns,
    which: usize,
) -> Result<(), ChartError> {
    let pen = Pen::new(root, theme, scale);
    pen.clear()?;
    let Some(run) = runs.runs.get(which) else { return say(&pen, "no run to show") };
    let layout = Layout::new(&pen);
    if run.timeline.believed.is_empty() {
        return say(&pen, &format!("{} keeps none: it does not look at sizes", run.name));
    }
    let panel = Panel { frame: layout.inner, x: runs.time(), y: Scale::linear(0.0, runs.size * 1.06) };
    let (across, up) = (layout.across(&pen, panel.x), layout.up(&pen, panel.y));
    panel.grid(&pen, &across, &up)?;
    if layout.roomy {
        panel.beside(&pen, &up, ["virtual size of maps (s)", "size (s)"], layout.whole.left)?;
    }
    panel.below(&pen, &across, TIME, layout.until())?;
    let colours = runs.colours(theme);
    let mut placer = Placer::new(layout.inner);
    let lines = lines(&panel, &run.timeline);
    for (job, line) in lines.iter().enumerate() {
        pen.path(line, colours.get(job).copied().unwrap_or(theme.muted), if layout.roomy { 2.0 } else { 1.0 })?;
        placer.avoid(line, pen.px(8.0));
    }
    if !layout.roomy {
        return Ok(());
    }
    // The largest have names: the smaller ones are too many, too near to each other.
    let highest = |line: &[Point]| line.iter().copied().min_by(|a, b| a.1.total_cmp(&b.1));
    let mut peaks: Vec<(usize, Point)> = lines.iter().enumerate().filter_map(|(job, line)| Some((job, highest(line)?))).collect();
    peaks.sort_by(|(_, a), (_, b)| a.1.total_cmp(&b.1));
    for (job, peak) in peaks.into_iter().take(MOST_LABELS) {
        let words = format!("J{}", job + 1);
        if let Some(frame) = placer.place(around(peak, (pen.width(&words, SMALL), pen.px(SMALL)), pen.px(3.0))) {
            let middle = (f64::midpoint(frame.left, frame.right), f64::midpoint(frame.top, frame.bottom));
            pen.text(&words, middle, SMALL, Side::Middle, theme.muted)?;
        }
    }
    Ok(())
}

/// The line of each job in pixels: in each column of pixels what is first and last.
fn lines(panel: &Panel, timeline: &Timeline) -> Vec<Vec<Point>> {
    let mut lines: Vec<Vec<Point>> = vec![vec![]; timeline.jobs.len()];
    for snapshot in timeline.believed.iter().filter(|snapshot| snapshot.time.is_finite()) {
        for &(job, _, size) in snapshot.sizes.iter().filter(|(_, phase, size)| *phase == 0 && size.is_finite()) {
            let Some(line) = lines.get_mut(job as usize) else { continue };
            let point = panel.point(snapshot.time, size);
            let column = |point: &Point| point.0.round();
            if let [.., before, last] = &mut line[..]
                && column(before) == column(last)
                && column(last) == column(&point)
            {
                *last = point;
            } else {
                line.push(point);
            }
        }
    }
    lines
}
