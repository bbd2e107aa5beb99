//! What would be if one estimate were exact: a dotted line in the lane of that job and of the one that is looked at, how much later
//! that one leaves, and who holds the server while it waits.

use super::layout::BEHIND;
use super::{Layout, View};
use crate::ChartError;
use crate::dash::Point;
use crate::pen::{Frame, Pen, SMALL, Side};
use schedscope::server::{Timeline, job_name};
use schedscope::sim::brief;

/// Pattern of what would be.
const WOULD: [f64; 2] = [2.0, 3.0];

impl View<'_> {
    pub(super) fn ghosts(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        let Some(selected) = self.frame.selected else { return Ok(()) };
        let Some(lane) = self.lane(selected) else { return Ok(()) };
        Self::surround(pen, lane)?;
        let Some(job) = self.timeline.jobs.iter().position(|job| job.id == selected) else { return Ok(()) };
        self.held(pen, lane, job)?;
        let Some((ghost, exact)) = self.shown.ghost else { return Ok(()) };
        let mut ids = vec![selected];
        if exact != selected {
            ids.push(exact);
        }
        for id in ids {
            let (Some(lane), Some(job)) = (self.lane(id), ghost.jobs.iter().position(|job| job.id == id)) else { continue };
            let line = self.would(ghost, lane, job);
            pen.dashed(&line, &WOULD, pen.theme.ink, 2.0)?;
            if let Some(end) = line.last().filter(|_| id == selected) {
                pen.ring(*end, 3.5, pen.theme.ink, 1.5)?;
            }
        }
        let leaves = |timeline: &Timeline| {
            let job = timeline.jobs.iter().position(|job| job.id == selected)?;
            timeline.completions.get(job).copied()
        };
        let (Some(would), Some(does)) = (leaves(ghost), leaves(self.timeline)) else { return Ok(()) };
        self.later(pen, lane, would, does)
    }

    /// A frame around what is looked at.
    fn surround(pen: &Pen<'_>, lane: Frame) -> Result<(), ChartError> {
        let (left, right) = (pen.px(1.0), pen.frame().right - pen.px(1.0));
        let (top, bottom) = (lane.top - pen.px(6.0), lane.bottom + pen.px(BEHIND + 5.0));
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
        pen.path(&corners, pen.theme.ink, 1.0)
    }

    /// What would be left of a job.
    fn would(&self, ghost: &Timeline, lane: Frame, job: usize) -> Vec<Point> {
        let id = ghost.jobs.get(job).map_or(0, |job| job.id);
        let Some(own) = self.timeline.jobs.iter().position(|job| job.id == id) else { return vec![] };
        let mut line = vec![];
        for pair in ghost.snapshots.windows(2) {
            if let Some(curve) = pair[0].jobs.iter().find(|curve| curve.job as usize == job && curve.remaining > 0.0) {
                let after = curve.after(pair[1].time - pair[0].time);
                line.push((self.x(pair[0].time), self.level(lane, own, curve.remaining)));
                line.push((self.x(pair[1].time), self.level(lane, own, after.remaining)));
            }
        }
        line.dedup();
        line
    }

    /// An arrow from when it would leave to when it does.
    fn later(&self, pen: &Pen<'_>, lane: Frame, would: f64, does: f64) -> Result<(), ChartError> {
        let by = does - would;
        if by.abs() < 1e-9 * self.end {
            return Ok(());
        }
        let (from, to) = (self.x(would), self.x(does));
        let y = lane.bottom - pen.px(8.0);
        let sign = (to - from).signum();
        let (start, tip) = (from + sign * pen.px(6.0), to - sign * pen.px(6.0));
        if (tip - start) * sign > pen.px(8.0) {
            pen.level(start.min(tip), start.max(tip), y, pen.theme.ink, 1.5)?;
            let back = tip - sign * pen.px(7.0);
            pen.polygon(&[(tip, y), (back, y - pen.px(4.0)), (back, y + pen.px(4.0))], pen.theme.ink)?;
        }
        let words = format!("{} {}", brief(by.abs()), if by > 0.0 { "later" } else { "earlier" });
        let half = pen.width(&words, SMALL + 2.0) / 2.0;
        let Layout { left, .. } = self.layout;
        let middle = f64::midpoint(from, to).clamp(left + half, pen.frame().right - half);
        let above = y - pen.px(13.0);
        let tall = pen.px(9.0);
        let corners =
            [(middle - half, above - tall), (middle + half, above - tall), (middle + half, above + tall), (middle - half, above + tall)];
        pen.veil(&corners, pen.theme.ground, 0.6)?;
        pen.bold(&words, (middle, above), SMALL + 2.0, Side::Middle, pen.theme.ink)
    }

    /// Below its lane, who is served while a job waits.
    fn held(&self, pen: &Pen<'_>, lane: Frame, job: usize) -> Result<(), ChartError> {
        let (top, bottom) = (lane.bottom + pen.px(5.0), lane.bottom + pen.px(BEHIND));
        let mut runs: Vec<(f64, f64, Option<usize>)> = vec![];
        for pair in self.timeline.snapshots.windows(2) {
            let waits = pair[0].jobs.iter().any(|curve| curve.job as usize == job && curve.remaining > 0.0 && curve.share <= 0.0);
            if !waits {
                continue;
            }
            let mut low = bottom;
            let served = pair[0].jobs.iter().filter(|curve| curve.share > 0.0 && curve.remaining > 0.0);
            let mut only = None;
            for (i, curve) in served.enumerate() {
                let high = low - curve.share.clamp(0.0, 1.0) * (bottom - top);
                let frame = Frame { left: self.x(pair[0].time), right: self.x(pair[1].time), top: high, bottom: low };
                pen.rect(frame, self.colour(pen.theme, curve.job as usize))?;
                low = high;
                only = (i == 0).then_some(curve.job as usize);
            }
            match runs.last_mut() {
                Some(last) if last.1 == pair[0].time && last.2 == only => last.1 = pair[1].time,
                _ => runs.push((pair[0].time, pair[1].time, only)),
            }
        }
        for (from, to, who) in runs {
            let Some(who) = who else { continue };
            let words = format!("behind {}", job_name(self.timeline, who));
            let words = if pen.width(&words, 11.0) < self.x(to) - self.x(from) { words } else { job_name(self.timeline, who) };
            if pen.width(&words, 11.0) < self.x(to) - self.x(from) {
                let ground = self.colour(pen.theme, who);
                let colour =
                    if ground.contrast(pen.theme.ink) > ground.contrast(pen.theme.ground) { pen.theme.ink } else { pen.theme.ground };
                pen.bold(&words, (f64::midpoint(self.x(from), self.x(to)), f64::midpoint(top, bottom)), 10.0, Side::Middle, colour)?;
            }
        }
        Ok(())
    }
}
