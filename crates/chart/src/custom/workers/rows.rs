//! Workers as rows: what runs, as a bar of the seconds that it has left, and behind it the queue, a square an entry.

use super::layout::{GAP, Layout, Now};
use super::{Place, arrows};
use crate::pen::{Frame, Pen, SMALL, Side};
use crate::{ChartError, Rgb, Theme};
use schedscope::datacenter::Stint;
use schedscope_core::pictures::datacenter::{DatacenterRuns, Selected};
use schedscope_core::plot::Hue;

/// What is at a point of a picture that is so wide and high, in pixels at scale 1.
pub fn lit_at((x, y): (f64, f64), (width, height): (f64, f64), scale: f64, runs: &DatacenterRuns, place: Place) -> Option<Selected> {
    let run = runs.runs.get(place.run)?;
    let frame = Frame { left: 0.0, top: 0.0, right: width, bottom: height };
    let layout = Layout::new(frame, scale, &run.timeline, runs.full);
    let now = Now { run, layout: &layout, time: run.timeline.begin() + place.time, place };
    if let Some(trip) = arrows::Trip::of(&now)
        && trip.frame(&layout).contains((x, y))
    {
        return Some(Selected::Job(trip.job));
    }
    let worker = layout.worker(y).filter(|_| x >= layout.start - 30.0 * scale)?;
    let slot = now.slot(worker);
    let bar = slot.map(|stint| layout.bar(worker, now.left(stint)));
    if let (Some(stint), Some(bar)) = (slot, bar)
        && (bar.left..=bar.right).contains(&x)
    {
        return Some(Selected::Job(stint.job));
    }
    let begin = layout.queue(bar);
    let queue: Vec<u32> = run.timeline.queue(worker, now.time).collect();
    let position = ((x - begin) / layout.step()).floor();
    let job = (x >= begin).then(|| queue.get(..layout.fits(begin, queue.len()))?.get(position as usize)).flatten();
    Some(job.map_or(Selected::Worker(worker), |job| Selected::Job(*job)))
}

impl Frame {
    fn contains(&self, (x, y): (f64, f64)) -> bool {
        (self.left..=self.right).contains(&x) && (self.top..=self.bottom).contains(&y)
    }
}

/// Draws the workers of a run, what waits at each, and the messages that are on their way.
///
/// # Errors
/// If the surface refuses.
pub fn worker_rows(pen: &Pen<'_>, runs: &DatacenterRuns, place: Place) -> Result<(), ChartError> {
    worker_queues(pen, runs, place)?;
    worker_messages(pen, runs, place)
}

/// Draws the workers of a run and what waits at each.
///
/// # Errors
/// If the surface refuses.
pub fn worker_queues(pen: &Pen<'_>, runs: &DatacenterRuns, place: Place) -> Result<(), ChartError> {
    pen.clear()?;
    let Some(run) = runs.runs.get(place.run) else { return pen.say(pen.frame(), "no run to show") };
    let layout = Layout::new(pen.frame(), pen.scale, &run.timeline, runs.full);
    let now = Now { run, layout: &layout, time: run.timeline.begin() + place.time, place };
    ground(pen, &now, runs.full)?;
    (0..run.timeline.workers).try_for_each(|worker| row(pen, &now, worker))
}

/// Draws the messages that are on their way, above the workers.
///
/// # Errors
/// If the surface refuses.
pub fn worker_messages(pen: &Pen<'_>, runs: &DatacenterRuns, place: Place) -> Result<(), ChartError> {
    let Some(run) = runs.runs.get(place.run) else { return Ok(()) };
    let layout = Layout::new(pen.frame(), pen.scale, &run.timeline, runs.full);
    arrows::draw(pen, &Now { run, layout: &layout, time: run.timeline.begin() + place.time, place })
}

/// What stands behind the rows: the axis, which workers are kept for short tasks, and the rows that are lit.
fn ground(pen: &Pen<'_>, now: &Now<'_>, full: f64) -> Result<(), ChartError> {
    let (theme, layout, general) = (pen.theme, now.layout, now.run.timeline.general);
    let (edge, bottom) = (layout.start - pen.px(26.0), layout.frame.bottom);
    if general > 0 {
        let frame = Frame {
            left: edge,
            top: layout.middle(0) - layout.pitch * 0.5,
            right: layout.frame.right,
            bottom: layout.middle(general - 1) + layout.pitch * 0.5,
        };
        pen.rect(frame, theme.ground.mix(theme.grid, 0.5))?;
        let words = "above: kept for short tasks";
        if layout.pitch >= pen.px(11.0) {
            let place = (layout.frame.right - pen.px(2.0), layout.middle(general - 1) + layout.pitch * (1.0 + GAP) / 2.0);
            pen.text(words, place, SMALL - 1.0, Side::End, theme.muted)?;
        }
    }
    let head = layout.frame.top + pen.px(9.0);
    for part in [0.0, 0.5, 1.0] {
        let x = layout.start + part * full * layout.unit;
        pen.upright(x, layout.frame.top + pen.px(20.0), bottom, theme.grid, 1.0)?;
        let (words, side) = match part {
            0.0 => ("0".to_owned(), Side::Middle),
            1.0 => (format!("{full} s left, then the queue"), Side::Start),
            _ => ((part * full).to_string(), Side::Middle),
        };
        let left = if side == Side::Start { x - pen.width(&full.to_string(), SMALL - 1.0) / 2.0 } else { x };
        let brief = format!("{full} s left");
        let fits = left + pen.width(&words, SMALL - 1.0) <= layout.frame.right;
        pen.text(if fits || side == Side::Middle { &words } else { &brief }, (left, head), SMALL - 1.0, side, theme.muted)?;
    }
    pen.text("worker", (layout.start - pen.px(12.0), head), SMALL - 1.0, Side::End, theme.muted)?;
    let lit: Vec<u32> = (0..now.run.timeline.workers).filter(|worker| now.holds_lit(*worker)).collect();
    // Where nearly all are, a band tells nothing.
    if lit.len() > 3 {
        return Ok(());
    }
    let wash = theme.ground.mix(theme.line(Hue::Blue), 0.12);
    lit.into_iter().try_for_each(|worker| {
        let middle = layout.middle(worker);
        let frame = Frame { left: edge, top: middle - layout.pitch * 0.5, right: layout.frame.right, bottom: middle + layout.pitch * 0.5 };
        pen.rect(frame, wash)
    })
}

/// A rectangle with an edge.
fn boxed(pen: &Pen<'_>, frame: Frame, fill: Rgb, edge: Rgb, width: f64) -> Result<(), ChartError> {
    pen.rect(frame, edge)?;
    pen.rect(frame.within(pen.px(width).round().max(1.0)), fill)
}

fn row(pen: &Pen<'_>, now: &Now<'_>, worker: u32) -> Result<(), ChartError> {
    let (theme, layout, timeline) = (pen.theme, now.layout, &now.run.timeline);
    let middle = layout.middle(worker);
    let size = (layout.pitch / pen.scale * 0.72).min(SMALL - 1.0);
    if size >= 6.0 {
        let ink = if now.holds_lit(worker) { theme.ink } else { theme.muted };
        pen.text(&worker.to_string(), (layout.start - pen.px(8.0), middle), size, Side::End, ink)?;
    }
    let slot = now.slot(worker);
    let bar = slot.map(|stint| layout.bar(worker, now.left(stint)));
    if let (Some(stint), Some(frame)) = (slot, bar) {
        let (long, lit) = (timeline.jobs[stint.job as usize].long, now.is_lit(stint.job));
        match (stint.running, lit, long) {
            (_, true, _) => boxed(pen, frame, theme.lit, theme.ink, 1.0)?,
            (false, ..) => boxed(pen, frame, theme.ground, theme.muted, 1.0)?,
            (true, _, true) => pen.rect(frame, theme.long)?,
            (true, _, false) => boxed(pen, frame, theme.short, theme.long, 1.0)?,
        }
        let left = now.left(stint);
        if left > layout.full {
            cut(pen, frame)?;
            let words = format!("{left:.0} s");
            let ink = if lit { theme.lit_ink } else { theme.ground };
            if size >= 9.0 {
                pen.text(&words, (frame.right - pen.px(10.0), middle), size, Side::End, ink)?;
            }
        }
    } else {
        pen.level(layout.start, layout.start + pen.px(7.0), middle, theme.axis, 1.0)?;
    }
    let begin = layout.queue(bar);
    let queue: Vec<u32> = timeline.queue(worker, now.time).collect();
    let fits = layout.fits(begin, queue.len());
    // All edges before all fills: to choose a colour takes longer than to draw a square.
    let hair = pen.px(1.0).round().max(1.0);
    let squares = || queue.iter().take(fits).enumerate().map(|(position, job)| (layout.square(worker, begin, position), *job));
    for (frame, job) in squares() {
        let edge = match (now.is_lit(job), timeline.jobs[job as usize].long) {
            (true, _) => theme.ink,
            (false, true) => theme.long.mix(theme.ground, 0.15),
            (false, false) => theme.long,
        };
        pen.rect(frame, edge)?;
    }
    for (frame, job) in squares() {
        if now.is_lit(job) || !timeline.jobs[job as usize].long {
            pen.rect(frame.within(hair), if now.is_lit(job) { theme.lit } else { theme.short })?;
        }
    }
    let end = begin + fits as f64 * layout.step();
    if fits < queue.len() {
        pen.text(&format!("+{}", queue.len() - fits), (end + pen.px(2.0), middle), size, Side::Start, theme.muted)?;
    }
    let Some((words, ink)) = said(now, theme, worker, slot).filter(|_| size >= 7.0) else { return Ok(()) };
    let begins = end + pen.px(6.0) + if fits < queue.len() { pen.px(Layout::number(queue.len())) } else { 0.0 };
    let wide = pen.width(&words, SMALL - 0.5);
    // What does not fit stands before what it speaks of is covered.
    let place = begins.min(layout.frame.right - wide);
    if place < begins {
        let cover = Frame {
            left: place - pen.px(3.0),
            top: middle - layout.pitch * 0.45,
            right: layout.frame.right,
            bottom: middle + layout.pitch * 0.45,
        };
        pen.rect(cover, theme.ground)?;
    }
    pen.text(&words, (place, middle), SMALL - 0.5, Side::Start, ink)
}

/// What becomes of the lit job at a worker, in a few words.
fn said(now: &Now<'_>, theme: &Theme, worker: u32, slot: Option<&Stint>) -> Option<(String, Rgb)> {
    let Some(Selected::Job(job)) = now.place.lit else { return None };
    let about = &now.run.timeline.jobs[job as usize];
    if let Some(stint) = slot.filter(|stint| stint.job == job && stint.running && !about.long) {
        let at_once = about.tasks == 1 && about.sojourn() - about.running < 0.1;
        return Some((format!("runs{}, {:.0} s", if at_once { " at once" } else { "" }, stint.to - stint.from), theme.ink));
    }
    let mut its = now.run.stuck.iter().filter(|stuck| (stuck.job, stuck.worker) == (job, worker));
    let stuck = its.find(|stuck| stuck.from <= now.time && now.time < stuck.to)?;
    Some((format!("stuck {:.0} s", stuck.to - stuck.from), theme.late))
}

/// A bar goes on beyond its end.
fn cut(pen: &Pen<'_>, frame: Frame) -> Result<(), ChartError> {
    let (x, lean, wide) = (frame.right - pen.px(6.0), pen.px(3.0), pen.px(2.0));
    let middle = f64::midpoint(frame.top, frame.bottom);
    pen.polygon(
        &[
            (x, frame.top),
            (x + wide, frame.top),
            (x + wide + lean, middle),
            (x + wide, frame.bottom),
            (x, frame.bottom),
            (x + lean, middle),
        ],
        pen.theme.ground,
    )
}
