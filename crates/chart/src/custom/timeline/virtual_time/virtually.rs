//! What is left of each job in the virtual system.

use super::{SOME, Seen};
use crate::pen::Pen;
use crate::{ChartError, dash};
use schedscope::server::job_name;
use schedscope::sim::brief;

/// Pattern of what is left virtually.
const VIRTUAL: [f64; 2] = [10.0, 4.0];

impl Seen<'_> {
    /// What is left of each job in the virtual system.
    pub(super) fn left_virtually(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        let panel = &self.virtual_left;
        let foot = panel.frame.bottom;
        for (job, ticket) in self.tickets() {
            let line = self.part(panel, &ticket.course);
            if let (Some(first), Some(last)) = (line.first(), line.last()) {
                let area: Vec<dash::Point> = line.iter().copied().chain([(last.0, foot), (first.0, foot)]).collect();
                pen.veil(&area, self.line(pen.theme, job), if self.fade > 0.0 { 0.07 } else { 0.13 })?;
            }
        }
        for (job, ticket) in self.tickets() {
            pen.dashed(&self.part(panel, &ticket.course), &VIRTUAL, self.line(pen.theme, job), 4.0)?;
        }
        for (job, ticket) in self.tickets() {
            self.dot(pen, panel, (ticket.arrival, ticket.size * ticket.weight), job)?;
            if ticket.end <= self.frame.end && self.shows(ticket.end) {
                self.square(pen, panel.point(ticket.end, 0.0), job)?;
            }
        }
        if !self.roomy || self.timeline.jobs.len() > SOME {
            return Ok(());
        }
        let mut placer = self.placer(pen, panel, self.tickets().map(|(_, ticket)| ticket.course.as_slice()));
        for (job, ticket) in self.tickets() {
            let name = job_name(self.timeline, job);
            let colour = self.text(pen.theme, job);
            if ticket.end <= self.frame.end {
                let words = [brief(ticket.end)];
                self.say(pen, &mut placer, &words, (panel.point(ticket.end, 0.0), ticket.end), colour)?;
            } else {
                let here = panel.point(self.frame.end, ticket.left(self.frame.end));
                self.say(pen, &mut placer, &[format!("{name}: at {} →", brief(ticket.end))], (here, self.frame.end), colour)?;
            }
            let at = panel.point(ticket.arrival, ticket.size * ticket.weight);
            self.say(pen, &mut placer, &[name], (at, ticket.arrival), colour)?;
        }
        if self.wordy() && !self.frame.weighted && self.timeline.jobs.len() > 1 {
            let words = ["all fall alike, so they never cross".to_owned()];
            let time = 0.75 * self.frame.end;
            self.say(
                pen,
                &mut placer,
                &words,
                (panel.point(time, panel.y.to), time),
                pen.theme.ink.mix(pen.theme.ground, self.fade / 3.0),
            )?;
        }
        Ok(())
    }
}
