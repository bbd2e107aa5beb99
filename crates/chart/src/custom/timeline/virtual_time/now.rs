//! Where time stands in all three panels, and what is so there.

use super::super::View;
use super::Seen;
use crate::ChartError;
use crate::labels::Placer;
use crate::panel::Panel;
use crate::pen::{Pen, SMALL, Side};
use schedscope::server::job_name;
use schedscope::sim::brief;

impl Seen<'_> {
    /// Where time stands, and what is so there.
    pub(super) fn now(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        let (theme, time) = (pen.theme, self.frame.playhead);
        let x = self.real.across(time);
        let foot = if self.virtually.is_some() { self.clock.frame.bottom } else { self.real.frame.bottom };
        pen.upright(x, self.real.frame.top - pen.px(if self.roomy { 8.0 } else { 2.0 }), foot, theme.accent, 2.0)?;
        let here: Vec<_> = self.timeline.at(time).filter(|curve| curve.remaining > 0.0).collect();
        if !self.roomy {
            return Ok(());
        }
        let words = format!("now, {}", brief(time));
        let half = 0.55 * pen.width(&words, SMALL);
        let middle = x.clamp(half, (pen.frame().right - half).max(half));
        // Where the panels have their names above them, among the numbers of the axis.
        let y = if self.frame.named { foot + pen.px(10.0) } else { self.real.frame.top - pen.px(17.0) };
        View::on_veil(pen, &words, (middle, y), Side::Middle, (theme.accent, theme.ground))?;
        let mut placer = Placer::new(pen.frame());
        let values = |values: &mut dyn Iterator<Item = (usize, f64)>, panel: &Panel, placer: &mut Placer| -> Result<(), ChartError> {
            for (job, left) in values {
                let at = panel.point(time, left);
                self.dot(pen, panel, (time, left), job)?;
                let words = if self.wordy() {
                    format!("{} left", brief(left))
                } else {
                    format!("{} {}", job_name(self.timeline, job), brief(left))
                };
                self.say(pen, placer, &[words], (at, time), self.text(theme, job))?;
            }
            Ok(())
        };
        values(&mut here.iter().map(|curve| (curve.job as usize, curve.remaining)), &self.real, &mut placer)?;
        let Some(virtually) = self.virtually else { return Ok(()) };
        let there = self.tickets().filter(|(_, ticket)| ticket.arrival <= time && time < ticket.end);
        values(&mut there.map(|(job, ticket)| (job, ticket.left(time))), &self.virtual_left, &mut placer)?;
        let clock = virtually.at(time);
        let at = self.clock.point(time, clock);
        pen.dot(at, 6.0, theme.ground)?;
        pen.dot(at, 5.0, theme.ink)?;
        if let Some((job, ticket)) = self.tickets().find(|(job, ticket)| {
            let served = here.iter().any(|curve| curve.job as usize == *job && curve.share > 0.0 && !curve.late);
            served && ticket.number() <= self.clock.y.to
        }) {
            let (x, y) = (at.0 + pen.px(10.0), self.clock.up(ticket.number()));
            pen.upright(x, y, at.1, self.line(theme, job), 3.0)?;
            let gap = format!("ticket {} − clock {}", brief(ticket.number()), brief(clock));
            let left = brief(ticket.left(time));
            let long = if ticket.weight == 1.0 {
                format!("{gap} = {left} left")
            } else {
                format!("({gap}) × weight {} = {left} left", brief(ticket.weight))
            };
            let beside = (x, f64::midpoint(y, at.1));
            let words = [long, format!("{left} left")];
            let words = if self.wordy() { &words[..] } else { &words[1..] };
            self.say(pen, &mut placer, words, (beside, time), self.text(theme, job))?;
        }
        self.say(pen, &mut placer, &[format!("clock {}", brief(clock))], (at, time), theme.ink)
    }
}
