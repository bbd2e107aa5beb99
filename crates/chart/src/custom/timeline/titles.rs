//! What stands left of the first panel: which job each lane is, its size and what it was guessed to be, and what lies below.

use super::{Curves, Layout, TimelineFrame};
use crate::pen::{Frame, Pen, SMALL, Side};
use crate::ticks::compact;
use crate::{ChartError, Guess};
use schedscope::workload::{Ids, Job};

/// Draws the titles of the lanes of these jobs, as high as the panels beside them.
///
/// # Errors
/// If the surface refuses.
pub fn timeline_titles(pen: &Pen<'_>, (jobs, ids): (&[Job], &Ids), frame: &TimelineFrame) -> Result<(), ChartError> {
    let theme = pen.theme;
    pen.clear()?;
    let whole = pen.frame();
    // Wide enough that the parts are those of the panels.
    let layout = Layout::of(whole.width().max(pen.px(400.0)), whole.height(), pen.scale, frame);
    let muted = |words: &str, y: f64| pen.text(words, (0.0, y), SMALL, Side::Start, theme.muted);
    if frame.curves == Curves::Lanes {
        let of = |at: usize| frame.lanes.get(at).and_then(|lane| jobs.iter().find(|job| job.id == lane.id));
        for (lane, job) in layout.lanes.iter().enumerate().filter_map(|(at, lane)| Some((lane, of(at)?))) {
            let name = ids.title(job.id);
            if frame.crowded() { row(pen, *lane, job, &name)? } else { words(pen, *lane, job, &name)? }
        }
        if frame.crowded() {
            let y = pen.px(12.0);
            let [size, guess] = columns(pen);
            pen.text("size", (size, y), SMALL, Side::End, theme.muted)?;
            pen.text("guess", (guess, y), SMALL, Side::End, theme.muted)?;
        }
    } else {
        let title = if frame.curves == Curves::Remaining { "work left" } else { "attained service" };
        muted(title, layout.jobs.top + pen.px(8.0))?;
        muted("(√ axis)", layout.jobs.top + pen.px(23.0))?;
    }
    if let Some(strip) = layout.strip {
        muted("served now", f64::midpoint(strip.top, strip.bottom))?;
    }
    if let Some(system) = layout.system {
        let y = system.top + pen.px(6.0);
        muted("jobs in", y)?;
        muted("the system", y + pen.px(15.0))?;
    }
    if layout.roomy {
        muted("time, in", layout.foot - pen.px(2.0))?;
        muted("units of work", layout.foot + pen.px(12.0))?;
    }
    if let Some(y) = layout.decisions {
        muted("decisions", y)?;
    }
    Ok(())
}

/// Where the columns of many jobs end: size and guess at the right, each wide enough for five letters; the rest is for names.
fn columns(pen: &Pen<'_>) -> [f64; 2] {
    let guess = pen.frame().width() - pen.px(4.0);
    [guess - pen.px(44.0), guess]
}

fn row(pen: &Pen<'_>, lane: Frame, job: &Job, name: &str) -> Result<(), ChartError> {
    let y = lane.bottom - pen.px(6.0);
    let (guess, colour) = (Guess::of(job), pen.theme.guess(Guess::of(job)));
    let size = compact(job.size);
    let [size_end, guess_end] = columns(pen);
    let room = size_end - pen.px(6.0) - pen.width(&size, 11.5);
    pen.bold(&pen.shortened(name, 11.5, room), (0.0, y), 11.5, Side::Start, colour)?;
    pen.text(&size, (size_end, y), 11.5, Side::End, pen.theme.ink)?;
    let (at, words) = ((guess_end, y), compact(job.estimate));
    if guess == Guess::Exact {
        pen.text(&words, at, 11.5, Side::End, pen.theme.muted)
    } else {
        pen.bold(&words, at, 11.5, Side::End, colour)
    }
}

fn words(pen: &Pen<'_>, lane: Frame, job: &Job, name: &str) -> Result<(), ChartError> {
    let theme = pen.theme;
    let own = theme.job_text(job.id.saturating_sub(1) as usize);
    let colour = if Guess::of(job) == Guess::Low { theme.late } else { theme.ink };
    let size = format!("size {}", compact(job.size));
    let guessed = (Guess::of(job) != Guess::Exact).then(|| format!("guessed {}", compact(job.estimate)));
    let indent = pen.px(26.0);
    let tall = lane.height() >= pen.px(30.0);
    let long = pen.width(name, SMALL) > indent;
    let y = if tall && (guessed.is_some() || long || lane.height() >= pen.px(60.0)) {
        lane.top + pen.px(9.0)
    } else {
        f64::midpoint(lane.top, lane.bottom)
    };
    // A name that is longer than a number has a line of its own, or else half of one.
    if long {
        let (room, at) = if tall { (pen.px(116.0), (0.0, y + pen.px(15.0))) } else { (pen.px(64.0), (pen.px(70.0), y)) };
        pen.bold(&pen.shortened(name, SMALL, room), (0.0, y), SMALL, Side::Start, own)?;
        return match guessed {
            Some(_) if tall => pen.bold(&format!("{size}, guess {}", compact(job.estimate)), at, SMALL, Side::Start, colour),
            Some(_) => pen.bold(&format!("{}, {}", compact(job.size), compact(job.estimate)), at, 11.0, Side::Start, colour),
            None if tall => pen.text(&size, at, SMALL, Side::Start, theme.ink),
            None => pen.text(&compact(job.size), at, SMALL, Side::Start, theme.ink),
        };
    }
    pen.bold(name, (0.0, y), SMALL, Side::Start, own)?;
    match guessed {
        Some(guessed) if tall => {
            pen.text(&size, (indent, y), SMALL, Side::Start, theme.ink)?;
            pen.bold(&guessed, (indent, y + pen.px(15.0)), SMALL, Side::Start, colour)?;
        }
        Some(_) => {
            let words = format!("{}, guess {}", compact(job.size), compact(job.estimate));
            pen.bold(&words, (indent, y), 11.0, Side::Start, colour)?;
        }
        None => pen.text(&size, (indent, y), SMALL, Side::Start, theme.ink)?,
    }
    if lane.height() >= pen.px(84.0) {
        let y = y + pen.px(40.0);
        pen.text("height of a", (indent, y), 11.0, Side::Start, theme.muted)?;
        pen.text("lane: √size", (indent, y + pen.px(14.0)), 11.0, Side::Start, theme.muted)?;
    }
    Ok(())
}
