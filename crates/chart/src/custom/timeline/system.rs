//! How many jobs are in the system, in the colour of the policy: the area is the sum of sojourn times.

use super::{View, present};
use crate::ChartError;
use crate::dash::{self, Point};
use crate::pen::{Frame, Pen, SMALL, Side};
use crate::ticks::{Scale, Tick};
use schedscope::server::Timeline;

/// Pattern of the policy beside it.
const OTHER: [f64; 2] = [2.0, 3.0];
/// Room above the curve for the number.
const HEAD: f64 = 20.0;

impl View<'_> {
    fn system(&self) -> Option<(Frame, Scale)> {
        let frame = self.layout.system?;
        Some((frame, Scale::linear(0.0, f64::from(self.frame.most.max(1)))))
    }

    fn up(&self, pen: &Pen<'_>, count: f64) -> f64 {
        let Some((frame, scale)) = self.system() else { return 0.0 };
        frame.bottom - scale.place(count).clamp(0.0, 1.0) * (frame.height() - pen.px(HEAD)).max(1.0)
    }

    /// The axis beside it.
    pub(super) fn count_ground(&self, pen: &Pen<'_>, across: &[Tick]) -> Result<(), ChartError> {
        let Some((frame, scale)) = self.system() else { return Ok(()) };
        for tick in across {
            pen.upright(self.x(tick.value), frame.top, frame.bottom, pen.theme.grid, 1.0)?;
        }
        for tick in scale.ticks(4).into_iter().filter(|tick| tick.value.fract() == 0.0) {
            let y = self.up(pen, tick.value);
            pen.level(frame.left, frame.right, y, pen.theme.grid, 1.0)?;
            pen.label(&tick.label, (frame.left - pen.px(7.0), y), Side::End)?;
        }
        Ok(())
    }

    /// A staircase, as far as it is drawn.
    fn stairs(&self, pen: &Pen<'_>, timeline: &Timeline) -> Vec<Point> {
        let mut line: Vec<Point> = vec![];
        let snapshots = &timeline.snapshots;
        for (i, snapshot) in snapshots.iter().enumerate() {
            let until = snapshots.get(i + 1).map_or(snapshot.time, |next| next.time);
            let y = self.up(pen, f64::from(present(&snapshot.jobs)));
            if let Some((from, to)) = self.within(snapshot.time, until.max(snapshot.time + 1e-12 * self.end)) {
                line.extend([(self.x(from), y), (self.x(to), y)]);
            }
        }
        line.dedup();
        line
    }

    /// The curve, and as an outline that of the policy beside it.
    pub(super) fn count(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        let Some((frame, _)) = self.system() else { return Ok(()) };
        let ground = pen.theme.ground;
        let colour = pen.theme.line(self.shown.look.hue);
        let line = self.stairs(pen, self.timeline);
        if let (Some(first), Some(last)) = (line.first(), line.last()) {
            let area: Vec<Point> = line.iter().copied().chain([(last.0, frame.bottom), (first.0, frame.bottom)]).collect();
            pen.polygon(&area, colour.mix(ground, 1.0 - self.strength(0.24)))?;
        }
        if let Some((other, look)) = self.shown.other {
            pen.dashed(&self.stairs(pen, other), &OTHER, self.line(pen.theme, pen.theme.line(look.hue)), 1.5)?;
        }
        let pattern = dash::pattern(self.shown.look.dash);
        pen.dashed(&line, pattern, self.line(pen.theme, colour), 2.5)
    }

    /// The name of the policy beside it, where its curve is farthest from this one's.
    pub(super) fn name_other(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        let (Some((frame, _)), Some((other, look))) = (self.system(), self.shown.other) else { return Ok(()) };
        let count = |timeline: &Timeline, time: f64| timeline.at(time).filter(|curve| curve.remaining > 0.0).count() as f64;
        let name = other.policy.name();
        let half = pen.width(&name, SMALL) / 2.0;
        let apart = |time: f64| (count(other, time) - count(self.timeline, time), time);
        let all = other.snapshots.windows(2).map(|pair| apart(f64::midpoint(pair[0].time, pair[1].time)));
        let fits = |(_, time): &(f64, f64)| (frame.left + half..=frame.right - half).contains(&self.x(*time));
        let Some((by, time)) = all.filter(fits).max_by(|a, b| a.0.abs().total_cmp(&b.0.abs())).filter(|(by, _)| *by != 0.0) else {
            return Ok(());
        };
        let y = self.up(pen, count(other, time)) + pen.px(if by > 0.0 { -9.0 } else { 10.0 });
        let y = y.clamp(frame.top + pen.px(7.0), frame.bottom - pen.px(7.0));
        Self::on_veil(pen, &name, (self.x(time), y), Side::Middle, (pen.theme.text(look.hue), pen.theme.ground))
    }

    /// The number at the playhead, always in the same place.
    pub(super) fn count_now(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        let Some((frame, _)) = self.system() else { return Ok(()) };
        let count = self.timeline.at(self.playhead).filter(|curve| curve.remaining > 0.0).count();
        let look = self.shown.look;
        let at = (self.x(self.playhead), self.up(pen, count as f64));
        pen.dot(at, 4.5, pen.theme.ground)?;
        pen.dot(at, 3.5, pen.theme.line(look.hue))?;
        let (x, y) = (frame.left + pen.px(6.0), frame.top + pen.px(4.0));
        let words = count.to_string();
        let colour = pen.theme.text(look.hue);
        pen.bold(&words, (x, y), 16.0, Side::Start, colour)?;
        pen.bold("in the system", (x + pen.width(&words, 17.0) + pen.px(5.0), y + pen.px(1.0)), SMALL, Side::Start, colour)
    }
}
