//! Who is served: jobs upon jobs, full height is the whole server and a gap is idle.

use super::View;
use crate::pen::{Frame, Pen, Side};
use crate::{ChartError, Guess};
use schedscope::server::{Snapshot, job_name};

/// A part of the server for a while.
struct Block {
    /// Position of the job, or of many jobs' guess.
    who: usize,
    from: f64,
    to: f64,
    low: f64,
    high: f64,
    late: bool,
}

/// Draws who is served into a strip.
pub fn draw(pen: &Pen<'_>, strip: Frame, view: &View, snapshots: &[usize]) -> Result<(), ChartError> {
    let theme = pen.theme;
    let crowded = view.frame.crowded();
    let place = |from: f64, to: f64, block: &Block| Frame {
        left: view.x(from),
        right: view.x(to),
        top: strip.bottom - block.high.clamp(0.0, 1.0) * strip.height(),
        bottom: strip.bottom - block.low.clamp(0.0, 1.0) * strip.height(),
    };
    let tone = |block: &Block| {
        if crowded {
            let colour = Guess::ALL.get(block.who).map_or(theme.muted, |guess| theme.guess(*guess));
            colour.mix(theme.ground, 1.0 - view.strength(PAST))
        } else {
            view.area(theme, block.who, view.colour(theme, block.who), PAST)
        }
    };
    let blocks = blocks(view, snapshots, crowded);
    for block in &blocks {
        let Some((from, to)) = view.within(block.from, block.to) else { continue };
        let (frame, colour) = (place(from, to, block), tone(block));
        pen.rect(frame, colour)?;
        if block.late && !crowded {
            pen.hatch(frame, colour.mix(theme.ground, 0.45))?;
        }
        // Edges in the ground's colour tell neighbours apart without colour.
        if !crowded && block.high < 1.0 - 1e-9 && frame.height() > pen.px(4.0) && frame.width() > pen.px(3.0) {
            pen.level(frame.left, frame.right, frame.top, theme.ground, 1.0)?;
        }
        if !crowded && frame.width() > pen.px(6.0) && to == block.to {
            pen.upright(frame.right, frame.top, frame.bottom, theme.ground, 1.0)?;
        }
    }
    for block in blocks.iter().filter(|_| !crowded && view.layout.roomy) {
        let Some((from, to)) = view.within(block.from, block.to) else { continue };
        let frame = place(from, to, block);
        let words = job_name(view.timeline, block.who);
        let size = 11.0;
        let (width, tall) = (pen.width(&words, size) + pen.px(4.0), pen.px(size + 1.0));
        if frame.width() < width || frame.height() < tall {
            continue;
        }
        let (x, y) = (f64::midpoint(frame.left, frame.right), f64::midpoint(frame.top, frame.bottom));
        let ground = tone(block);
        if block.late {
            // A name is read off a plain ground.
            pen.rect(Frame { left: x - width / 2.0, top: y - tall / 2.0, right: x + width / 2.0, bottom: y + tall / 2.0 }, ground)?;
        }
        let colour = if ground.contrast(theme.ink) > ground.contrast(theme.ground) { theme.ink } else { theme.ground };
        pen.bold(&words, (x, y), size, Side::Middle, colour)?;
    }
    Ok(())
}

/// How much of its colour a job that has been served has.
const PAST: f64 = 0.88;

/// Who of a snapshot is served, from the bottom up, and how much.
fn served(view: &View, now: &Snapshot, crowded: bool) -> Vec<(usize, f64, bool)> {
    let share = |share: f64| if share.is_finite() { share.max(0.0) } else { 0.0 };
    let curves = || now.jobs.iter().filter(|curve| curve.remaining > 0.0 && share(curve.share) > 0.0);
    if !crowded {
        return curves().map(|curve| (curve.job as usize, share(curve.share), curve.late)).collect();
    }
    let guess = |job: u32| view.timeline.jobs.get(job as usize).map(Guess::of);
    let of = |(at, which): (usize, &Guess)| {
        let all: f64 = curves().filter(|curve| guess(curve.job) == Some(*which)).map(|curve| share(curve.share)).sum();
        (at, all, false)
    };
    Guess::ALL.iter().enumerate().map(of).filter(|(_, share, _)| *share > 0.0).collect()
}

/// What does not change from one snapshot to the next stays one block.
fn blocks(view: &View, snapshots: &[usize], crowded: bool) -> Vec<Block> {
    let timeline = view.timeline;
    let mut blocks: Vec<Block> = vec![];
    let mut last: Vec<Option<usize>> = vec![None; timeline.jobs.len().max(Guess::ALL.len())];
    for pair in snapshots.windows(2) {
        let (Some(now), Some(next)) = (timeline.snapshots.get(pair[0]), timeline.snapshots.get(pair[1])) else { continue };
        let mut low = 0.0;
        for (who, share, late) in served(view, now, crowded) {
            let high = low + share;
            let Some(open) = last.get_mut(who) else { continue };
            match open.and_then(|open| blocks.get_mut(open)) {
                Some(block)
                    if block.to == now.time && (block.low - low).abs() < 1e-9 && (block.high - high).abs() < 1e-9 && block.late == late =>
                {
                    block.to = next.time;
                }
                _ => {
                    *open = Some(blocks.len());
                    blocks.push(Block { who, from: now.time, to: next.time, low, high, late });
                }
            }
            low = high;
        }
    }
    blocks
}
