//! What waits at one worker: the slot, then the queue, one box an entry. What an idle worker would steal is bracketed.

use super::Place;
use crate::ChartError;
use crate::pen::{Frame, Pen, SMALL, Side};
use schedscope::datacenter::{Activity, stealable};
use schedscope_core::pictures::datacenter::DatacenterRuns;

/// Side of a box, at scale 1.
const SIDE: f64 = 34.0;
/// Room between the slot and the queue.
const GAP: f64 = 14.0;

/// Draws the slot and the queue of a worker.
///
/// # Errors
/// If the surface refuses.
pub fn worker_queue(pen: &Pen<'_>, runs: &DatacenterRuns, place: Place) -> Result<(), ChartError> {
    let theme = pen.theme;
    pen.clear()?;
    let Some(run) = runs.runs.get(place.run) else { return pen.say(pen.frame(), "no run to show") };
    let (timeline, Some(worker)) = (&run.timeline, place.worker()) else { return pen.say(pen.frame(), "choose a worker above") };
    let time = timeline.begin() + place.time;
    if timeline.frame(time).is_some() {
        return pen.say(pen.frame(), "queues are recorded in small datacenters only");
    }
    let frame = pen.frame();
    let (side, top) = (pen.px(SIDE), frame.top + pen.px(16.0));
    let at = |left: f64| Frame { left, top, right: left + side - pen.px(2.0), bottom: top + side };
    let left = frame.left + pen.px(2.0);
    let slot = timeline.slot(worker, time);
    pen.text("slot", (left, frame.top + pen.px(7.0)), SMALL - 1.0, Side::Start, theme.muted)?;
    match slot {
        None => entry(pen, at(left), Activity::Idle, "idle")?,
        Some(stint) => entry(pen, at(left), timeline.activity(stint), &format!("J{}", timeline.jobs[stint.job as usize].id))?,
    }
    let begin = left + side + pen.px(GAP);
    let queue: Vec<u32> = timeline.queue(worker, time).collect();
    let fits = (((frame.right - begin) / side).floor() as usize).max(1);
    let shown = if queue.len() > fits { fits - 1 } else { queue.len() };
    let words =
        if queue.is_empty() { "the queue is empty".to_owned() } else { format!("{} in the queue, in order of arrival", queue.len()) };
    let brief = queue.len().to_string();
    let words = [words, brief].into_iter().find(|words| begin + pen.width(words, SMALL - 1.0) <= frame.right).unwrap_or_default();
    pen.text(&words, (begin, frame.top + pen.px(7.0)), SMALL - 1.0, Side::Start, theme.muted)?;
    for (position, job) in queue.iter().take(shown).enumerate() {
        let about = &timeline.jobs[*job as usize];
        let kind = if about.long { Activity::Long } else { Activity::Short };
        entry(pen, at(begin + position as f64 * side), kind, &format!("J{}", about.id))?;
    }
    if shown < queue.len() {
        let middle = (begin + shown as f64 * side + pen.px(4.0), top + side / 2.0);
        pen.text(&format!("+{}", queue.len() - shown), middle, SMALL, Side::Start, theme.muted)?;
    }
    if !timeline.steals || worker < timeline.general {
        return Ok(());
    }
    let serves_long = slot.is_some_and(|stint| timeline.jobs[stint.job as usize].long);
    let range = stealable(serves_long, queue.len(), |position| timeline.jobs[queue[position] as usize].long);
    let range = range.start.min(shown)..range.end.min(shown);
    if range.is_empty() {
        return Ok(());
    }
    let (from, to) = (begin + range.start as f64 * side, begin + range.end as f64 * side - pen.px(2.0));
    let y = top + side + pen.px(4.0);
    pen.level(from, to, y + pen.px(3.0), theme.ink, 2.0)?;
    for x in [from, to] {
        pen.upright(x, y, y + pen.px(4.0), theme.ink, 2.0)?;
    }
    let words = "an idle worker may steal these";
    let start = from.min(frame.right - pen.width(words, SMALL - 1.0)).max(frame.left);
    pen.text(words, (start, y + pen.px(13.0)), SMALL - 1.0, Side::Start, theme.ink)
}

/// A box: long ones are full, short ones half full.
fn entry(pen: &Pen<'_>, frame: Frame, activity: Activity, name: &str) -> Result<(), ChartError> {
    let theme = pen.theme;
    let (x, middle) = (f64::midpoint(frame.left, frame.right), f64::midpoint(frame.top, frame.bottom));
    pen.rect(frame, theme.ground.mix(theme.grid, 0.8))?;
    let (letter, line, ink) = match activity {
        Activity::Idle => ("", middle, theme.muted),
        Activity::Waiting => ("?", frame.top + frame.height() * 0.3, theme.muted),
        Activity::Short => {
            pen.rect(Frame { top: middle, ..frame }, theme.short)?;
            ("S", frame.top + frame.height() * 0.26, theme.ink)
        }
        Activity::Long => {
            pen.rect(frame, theme.long)?;
            ("L", frame.top + frame.height() * 0.26, theme.ground)
        }
    };
    pen.text(letter, (x, line), SMALL + 1.0, Side::Middle, ink)?;
    let below = if activity == Activity::Idle { middle } else { frame.top + frame.height() * 0.76 };
    let ink = match activity {
        Activity::Long => theme.ground,
        Activity::Short => theme.ink,
        Activity::Idle | Activity::Waiting => theme.muted,
    };
    pen.text(name, (x, below), SMALL - 1.5, Side::Middle, ink)
}
