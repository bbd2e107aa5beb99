//! Jobs upon jobs: the share strip, whose full height is the whole server and a gap is idle, and the number in the system,
//! where each job is one high.

use super::{View, hatch};
use crate::chart::ChartError;
use crate::chart::panel::Panel;
use crate::chart::pen::{Frame, Pen, Side};
use plotters::prelude::DrawingBackend;
use schedscope_engine::server::{Curve, job_name};

/// How high a job is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Height {
    /// Its share of the server.
    Share,
    /// One.
    One,
}

impl Height {
    fn of(self, curve: &Curve) -> f64 {
        match self {
            _ if curve.remaining <= 0.0 => 0.0,
            Self::Share if curve.share.is_finite() => curve.share,
            Self::Share => 0.0,
            Self::One => 1.0,
        }
    }
}

/// A job at one height for a while.
struct Block {
    job: usize,
    from: f64,
    to: f64,
    low: f64,
    high: f64,
    late: bool,
}

/// Draws the jobs into a panel.
pub fn draw<DB: DrawingBackend>(pen: &Pen<'_, DB>, panel: &Panel, view: &View, height: Height) -> Result<(), ChartError> {
    let theme = pen.theme;
    let playhead = view.playhead;
    if height == Height::Share {
        pen.rect(panel.frame, theme.ground.mix(theme.grid, 0.45))?;
    }
    let blocks = blocks(view, height);
    for block in &blocks {
        for (from, to, fade) in [(block.from, block.to.min(playhead), PAST), (block.from.max(playhead), block.to, FUTURE)] {
            let frame = Frame { left: panel.across(from), right: panel.across(to), top: panel.up(block.high), bottom: panel.up(block.low) };
            if to > from && view.known(from) {
                let colour = view.colour(theme, block.job).mix(theme.ground, fade);
                pen.rect(frame, colour)?;
                if block.late {
                    hatch(pen, frame, colour.mix(theme.ground, 0.45))?;
                }
            }
        }
        if !view.known(block.from) {
            continue;
        }
        // Edges in the ground's colour tell neighbours apart without colour.
        let frame = block.frame(panel, view.until(block.to));
        if block.high < panel.y.to - 1e-9 && frame.height() > pen.px(4.0) && frame.width() > pen.px(3.0) {
            pen.level(frame.left, frame.right, frame.top, theme.ground, 1.0)?;
        }
        if frame.width() > pen.px(6.0) {
            pen.upright(frame.right, frame.top, frame.bottom, theme.ground, 1.0)?;
        }
    }
    for block in blocks.iter().filter(|block| view.known(block.from)) {
        let to = view.until(block.to);
        // What is both past and to come is named where it is longer.
        let (past, future) = ((block.from, to.min(playhead)), (block.from.max(playhead), to));
        let (from, to, fade) = if past.1 - past.0 >= future.1 - future.0 { (past.0, past.1, PAST) } else { (future.0, future.1, FUTURE) };
        let frame = Frame { left: panel.across(from), ..block.frame(panel, to) };
        let words = job_name(view.timeline, block.job);
        let size = 11.0;
        let (width, tall) = (pen.width(&words, size) + pen.px(4.0), pen.px(size + 1.0));
        if frame.width() < width || frame.height() < tall {
            continue;
        }
        let (x, y) = (f64::midpoint(frame.left, frame.right), f64::midpoint(frame.top, frame.bottom));
        let ground = view.colour(theme, block.job).mix(theme.ground, fade);
        if block.late {
            // A name is read off a plain ground.
            pen.rect(Frame { left: x - width / 2.0, top: y - tall / 2.0, right: x + width / 2.0, bottom: y + tall / 2.0 }, ground)?;
        }
        let colour = if ground.contrast(theme.ink) > ground.contrast(theme.ground) { theme.ink } else { theme.ground };
        pen.text(&words, (x, y), size, Side::Middle, colour)?;
    }
    Ok(())
}

/// What has happened, towards the ground.
const PAST: f64 = 0.12;
/// What is to come.
const FUTURE: f64 = 0.72;

impl View<'_> {
    /// How far something that lasts to this time is known to last.
    fn until(&self, time: f64) -> f64 {
        if self.frame.hidden { time.min(self.playhead) } else { time }
    }
}

impl Block {
    fn frame(&self, panel: &Panel, until: f64) -> Frame {
        Frame { left: panel.across(self.from), right: panel.across(until), top: panel.up(self.high), bottom: panel.up(self.low) }
    }
}

/// Heights stacked in order of arrival; what does not change from one snapshot to the next stays one block.
fn blocks(view: &View, height: Height) -> Vec<Block> {
    let View { timeline, snapshots, .. } = view;
    let mut blocks: Vec<Block> = vec![];
    let mut last: Vec<Option<usize>> = vec![None; timeline.jobs.len()];
    for (k, &i) in snapshots.iter().enumerate() {
        let Some(now) = timeline.snapshots.get(i) else { continue };
        let Some(next) = snapshots.get(k + 1).and_then(|&next| timeline.snapshots.get(next)) else { continue };
        let mut low = 0.0;
        for curve in &now.jobs {
            let job = curve.job as usize;
            let (high, late) = (low + height.of(curve), curve.late);
            let Some(open) = last.get_mut(job).filter(|_| high > low) else { continue };
            match open.and_then(|open| blocks.get_mut(open)) {
                Some(block)
                    if block.to == now.time && (block.low - low).abs() < 1e-9 && (block.high - high).abs() < 1e-9 && block.late == late =>
                {
                    block.to = next.time;
                }
                _ => {
                    *open = Some(blocks.len());
                    blocks.push(Block { job, from: now.time, to: next.time, low, high, late });
                }
            }
            low = high;
        }
    }
    blocks
}
