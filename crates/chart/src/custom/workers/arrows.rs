//! Messages as arrows: the probes of a job from its box to workers, who reject some, the tasks that a scheduler places there, and what
//! idle workers steal from others.

use super::layout::{Layout, Now};
use crate::pen::{Frame, Pen, SMALL, Side};
use crate::{ChartError, Rgb};
use schedscope::datacenter::{Placed, Probe};
use schedscope_core::pictures::datacenter::Selected;

/// Seconds for which an arrow is to be seen after what it shows has happened.
const SEEN: f64 = 0.001;
/// Points of a curve.
const POINTS: usize = 16;
const DASHES: [f64; 2] = [5.0, 3.0];
const DOTS: [f64; 2] = [2.0, 2.5];

/// The probes of a job, or its tasks that are placed: of several to one worker in one round, one arrow.
pub struct Trip {
    pub job: u32,
    probes: Vec<Probe>,
    placed: Vec<Placed>,
}

impl Trip {
    /// Those of the lit job, if it is in the system, else those that are on their way.
    pub fn of(now: &Now<'_>) -> Option<Self> {
        let timeline = &now.run.timeline;
        let lit = match now.place.lit {
            Some(Selected::Job(job)) => Some(job).filter(|job| {
                let about = &timeline.jobs[*job as usize];
                about.arrival <= now.time && now.time < about.completion
            }),
            _ => None,
        };
        let flying = || {
            let last = timeline.probes.partition_point(|probe| probe.came <= now.time - SEEN);
            timeline.probes[last..].iter().take_while(|probe| probe.came <= now.time + 4.0 * SEEN).find(|probe| probe.sent <= now.time)
        };
        let placed = || {
            let last = timeline.placed.partition_point(|placed| placed.came <= now.time - SEEN);
            timeline.placed[last..].first().filter(|placed| placed.sent <= now.time)
        };
        let job = lit.or_else(|| flying().map(|probe| probe.job)).or_else(|| placed().map(|placed| placed.job))?;
        let probes = timeline.probes.iter().filter(|probe| probe.job == job).copied().collect();
        let placed = timeline.placed.iter().filter(|placed| placed.job == job).copied().collect();
        Some(Self { job, probes, placed })
    }

    /// The box of the job: at the height of the workers who get its tasks or accept its probes.
    pub fn frame(&self, layout: &Layout) -> Frame {
        let accepted = self.probes.iter().filter(|probe| probe.accepted).map(|probe| probe.worker);
        let heights: Vec<f64> =
            accepted.chain(self.placed.iter().map(|placed| placed.worker)).map(|worker| layout.middle(worker)).collect();
        let (top, bottom) = (layout.frame.top, layout.frame.bottom);
        let mean = if heights.is_empty() { f64::midpoint(top, bottom) } else { heights.iter().sum::<f64>() / heights.len() as f64 };
        let (half, width) = (23.0 * layout.scale, 84.0 * layout.scale);
        let middle = mean.clamp(top + 2.2 * half, (bottom - 2.6 * half).max(top + 2.2 * half));
        Frame { left: layout.frame.left + layout.scale, top: middle - half, right: layout.frame.left + width, bottom: middle + half }
    }
}

/// Draws what is on its way.
pub fn draw(pen: &Pen<'_>, now: &Now<'_>) -> Result<(), ChartError> {
    if let Some(trip) = Trip::of(now) {
        placed(pen, now, &trip)?;
        probes(pen, now, &trip)?;
    }
    thefts(pen, now)
}

/// Arrows to the workers that the scheduler has chosen for the tasks of a job.
fn placed(pen: &Pen<'_>, now: &Now<'_>, trip: &Trip) -> Result<(), ChartError> {
    let frame = trip.frame(now.layout);
    let mut drawn: Vec<u32> = vec![];
    for Placed { worker, sent, came, .. } in trip.placed.iter().filter(|placed| placed.sent <= now.time) {
        if drawn.contains(worker) {
            continue;
        }
        drawn.push(*worker);
        let part = if now.place.moving { (now.time - sent) / (came - sent).max(1e-9) } else { 1.0 };
        let curve = curve((frame.right, f64::midpoint(frame.top, frame.bottom)), now.layout.target(*worker));
        arrow(pen, &curve, part, &[], pen.theme.long, true)?;
    }
    Ok(())
}

fn probes(pen: &Pen<'_>, now: &Now<'_>, trip: &Trip) -> Result<(), ChartError> {
    let (theme, frame) = (pen.theme, trip.frame(now.layout));
    let mut drawn: Vec<(u32, u8)> = vec![];
    for probe in trip.probes.iter().filter(|probe| probe.sent <= now.time) {
        if drawn.contains(&(probe.worker, probe.round)) {
            continue;
        }
        drawn.push((probe.worker, probe.round));
        let part = if now.place.moving { (now.time - probe.sent) / (probe.came - probe.sent).max(1e-9) } else { 1.0 };
        let curve = curve((frame.right, f64::midpoint(frame.top, frame.bottom)), now.layout.target(probe.worker));
        match (probe.accepted, probe.round) {
            (false, _) => {
                arrow(pen, &curve, part, &DOTS, theme.muted, false)?;
                if part >= 1.0 - 1e-6 {
                    pen.cross(curve[POINTS], 3.2, theme.late, 1.8)?;
                }
            }
            (true, 1) => arrow(pen, &curve, part, &[], theme.ink, true)?,
            (true, _) => arrow(pen, &curve, part, &DASHES, theme.ink, true)?,
        }
    }
    job_box(pen, now, trip, frame)
}

/// The box, and how many probes the job has sent so far, and how many of them were rejected.
fn job_box(pen: &Pen<'_>, now: &Now<'_>, trip: &Trip, frame: Frame) -> Result<(), ChartError> {
    let (theme, about) = (pen.theme, &now.run.timeline.jobs[trip.job as usize]);
    let hair = pen.px(1.5).round().max(1.0);
    pen.rect(frame, theme.ink)?;
    pen.rect(frame.within(hair), theme.ground)?;
    let (left, side) = (frame.left + pen.px(8.0), pen.px(10.0));
    let first = frame.top + pen.px(15.0);
    let square = Frame { left, top: first - side / 2.0, right: left + side, bottom: first + side / 2.0 };
    pen.rect(square, theme.ink)?;
    let fill = match (now.is_lit(trip.job), about.long) {
        (true, _) => theme.lit,
        (false, true) => theme.long,
        (false, false) => theme.short,
    };
    pen.rect(square.within(hair), fill)?;
    pen.text(&format!("J{}", about.id), (left + pen.px(16.0), first), SMALL, Side::Start, theme.ink)?;
    let tasks = if about.tasks == 1 { format!("1 task, {:.0} s", about.running) } else { format!("{} tasks", about.tasks) };
    pen.text(&tasks, (left, frame.top + pen.px(32.0)), SMALL - 1.5, Side::Start, theme.muted)?;
    let sent = |round: u8| trip.probes.iter().filter(move |probe| probe.round == round && probe.sent <= now.time);
    let count = |count: usize, one: &str, several: &str| (count > 0).then(|| format!("{count} {}", if count == 1 { one } else { several }));
    let tasks = trip.placed.iter().filter(|placed| placed.sent <= now.time).count();
    if let Some(words) = count(sent(1).count(), "probe", "probes").or_else(|| count(tasks, "task placed", "tasks placed")) {
        pen.text(&words, (frame.left, frame.top - pen.px(9.0)), SMALL - 0.5, Side::Start, theme.ink)?;
    }
    let late = |probe: &&Probe| !probe.accepted && (probe.came <= now.time || !now.place.moving);
    let rejected = sent(1).filter(late).count();
    if rejected > 0 {
        let below = |line: f64| (frame.left, frame.bottom + pen.px(11.0 + 14.0 * line));
        pen.text(&format!("{rejected} rejected"), below(0.0), SMALL - 0.5, Side::Start, theme.late)?;
        pen.text("a long task is", below(1.0), SMALL - 1.5, Side::Start, theme.muted)?;
        pen.text("there; sent on", below(2.0), SMALL - 1.5, Side::Start, theme.muted)?;
    }
    Ok(())
}

/// Arrows from queues to the workers that steal from them.
fn thefts(pen: &Pen<'_>, now: &Now<'_>) -> Result<(), ChartError> {
    let (theme, layout, timeline) = (pen.theme, now.layout, &now.run.timeline);
    let first = timeline.thefts.partition_point(|theft| theft.time + SEEN <= now.time);
    for theft in timeline.thefts[first..].iter().take_while(|theft| theft.time <= now.time) {
        let part = if now.place.moving { ((now.time - theft.time) / SEEN * 2.0).min(1.0) } else { 1.0 };
        let (from, to) = (layout.middle(theft.victim), layout.middle(theft.thief));
        let x = layout.start + pen.px(12.0);
        let right = layout.frame.right - pen.px(90.0);
        let points: Vec<(f64, f64)> = (0..=POINTS)
            .map(|i| {
                let t = i as f64 / POINTS as f64;
                (x + (right - x) * 4.0 * t * (1.0 - t) * 0.6, from + (to - from) * t)
            })
            .collect();
        arrow(pen, &points, part, &[], theme.late, true)?;
        let words = if theft.jobs.len() == 1 { "steals 1".to_owned() } else { format!("steals {}", theft.jobs.len()) };
        pen.text(&words, (x + pen.px(10.0), to), SMALL - 0.5, Side::Start, theme.late)?;
    }
    Ok(())
}

/// From a point to another, level at both ends.
fn curve(from: (f64, f64), to: (f64, f64)) -> Vec<(f64, f64)> {
    let bend = (to.0 - from.0) * 0.6;
    let at = |i: usize| {
        let (t, u) = (i as f64 / POINTS as f64, 1.0 - i as f64 / POINTS as f64);
        let mix = |a: f64, b: f64, c: f64, d: f64| u * u * u * a + 3.0 * u * u * t * b + 3.0 * u * t * t * c + t * t * t * d;
        (mix(from.0, from.0 + bend, to.0 - bend, to.0), mix(from.1, from.1, to.1, to.1))
    };
    (0..=POINTS).map(at).collect()
}

/// A part of a curve, with a head if it is an arrow.
fn arrow(pen: &Pen<'_>, points: &[(f64, f64)], part: f64, pattern: &[f64], colour: Rgb, headed: bool) -> Result<(), ChartError> {
    let last = (part.clamp(0.0, 1.0) * (points.len() - 1) as f64).round() as usize;
    pen.dashed(&points[..=last], pattern, colour, if headed { 1.5 } else { 1.0 })?;
    let Some(before) = last.checked_sub(2).map(|before| points[before]).filter(|_| headed) else { return Ok(()) };
    let tip = points[last];
    let (dx, dy) = (tip.0 - before.0, tip.1 - before.1);
    let length = libm::hypot(dx, dy).max(1e-9);
    let (ux, uy) = (dx / length, dy / length);
    let (long, wide) = (pen.px(7.0), pen.px(3.4));
    let foot = (tip.0 - ux * long, tip.1 - uy * long);
    pen.polygon(&[tip, (foot.0 - uy * wide, foot.1 + ux * wide), (foot.0 + uy * wide, foot.1 - ux * wide)], colour)
}
