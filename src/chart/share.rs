//! The share strip: who is served, stacked; the full height is the whole server, a gap is idle.

use super::ChartError;
use super::panel::Panel;
use super::pen::{Frame, Pen, Side};
use crate::server::Timeline;
use plotters::prelude::DrawingBackend;

/// A job served at one share for a while.
struct Block {
    job: usize,
    from: f64,
    to: f64,
    low: f64,
    high: f64,
}

/// Draws the strip into a panel whose vertical scale is 0 … 1.
pub fn draw<DB: DrawingBackend>(
    pen: &Pen<'_, DB>,
    panel: &Panel,
    timeline: &Timeline,
    snapshots: &[usize],
    playhead: f64,
) -> Result<(), ChartError> {
    let theme = pen.theme;
    pen.rect(panel.frame, theme.ground.mix(theme.grid, 0.45))?;
    let blocks = blocks(timeline, snapshots);
    for block in &blocks {
        for (from, to, fade) in [(block.from, block.to.min(playhead), 0.12), (block.from.max(playhead), block.to, 0.72)] {
            let frame = Frame { left: panel.across(from), right: panel.across(to), top: panel.up(block.high), bottom: panel.up(block.low) };
            if to > from {
                pen.rect(frame, theme.job(block.job).mix(theme.ground, fade))?;
            }
        }
        // Edges in the ground's colour tell neighbours apart without colour.
        let frame = block.frame(panel);
        if block.high < 1.0 - 1e-9 && frame.height() > pen.px(4.0) && frame.width() > pen.px(3.0) {
            pen.level(frame.left, frame.right, frame.top, theme.ground, 1.0)?;
        }
        if frame.width() > pen.px(6.0) {
            pen.upright(frame.right, frame.top, frame.bottom, theme.ground, 1.0)?;
        }
    }
    for block in &blocks {
        let frame = block.frame(panel);
        let words = format!("J{}", block.job + 1);
        let size = 11.0;
        if frame.width() < pen.width(&words, size) + pen.px(4.0) || frame.height() < pen.px(size + 1.0) {
            continue;
        }
        let middle = f64::midpoint(frame.left, frame.right);
        let fade = if f64::midpoint(block.from, block.to) > playhead { 0.72 } else { 0.12 };
        let ground = theme.job(block.job).mix(theme.ground, fade);
        let colour = if ground.contrast(theme.ink) > ground.contrast(theme.ground) { theme.ink } else { theme.ground };
        pen.text(&words, (middle, f64::midpoint(frame.top, frame.bottom)), size, Side::Middle, colour)?;
    }
    Ok(())
}

impl Block {
    fn frame(&self, panel: &Panel) -> Frame {
        Frame { left: panel.across(self.from), right: panel.across(self.to), top: panel.up(self.high), bottom: panel.up(self.low) }
    }
}

/// Shares stacked in order of arrival; what does not change from one snapshot to the next stays one block.
fn blocks(timeline: &Timeline, snapshots: &[usize]) -> Vec<Block> {
    let mut blocks: Vec<Block> = vec![];
    let mut last: Vec<Option<usize>> = vec![None; timeline.jobs.len()];
    for (k, &i) in snapshots.iter().enumerate() {
        let Some(now) = timeline.snapshots.get(i) else { continue };
        let Some(next) = snapshots.get(k + 1).and_then(|&next| timeline.snapshots.get(next)) else { continue };
        let mut low = 0.0;
        for curve in now.jobs.iter().filter(|curve| curve.share > 0.0 && curve.share.is_finite() && curve.remaining > 0.0) {
            let job = curve.job as usize;
            let high = low + curve.share;
            let Some(open) = last.get_mut(job) else { continue };
            match open.and_then(|open| blocks.get_mut(open)) {
                Some(block) if block.to == now.time && (block.low - low).abs() < 1e-9 && (block.high - high).abs() < 1e-9 => {
                    block.to = next.time;
                }
                _ => {
                    *open = Some(blocks.len());
                    blocks.push(Block { job, from: now.time, to: next.time, low, high });
                }
            }
            low = high;
        }
    }
    blocks
}
