//! The virtual clock, with the ticket of each job: the reading at which it is done.

use super::Seen;
use crate::ChartError;
use crate::pen::Pen;
use schedscope::server::{Beat, Kind, Ticket, VirtualTime, job_name};
use schedscope::sim::brief;

/// Pattern of a ticket.
const TICKET: [f64; 2] = [9.0, 4.0];

impl Seen<'_> {
    /// How far right the arrow of a job stands of where it arrives: those who come together stand side by side.
    fn aside(&self, pen: &Pen<'_>, job: usize) -> f64 {
        let arrival = self.timeline.jobs.get(job).map(|job| job.arrival);
        let before = self.timeline.jobs.iter().take(job).filter(|other| Some(other.arrival) == arrival).count();
        pen.px(5.0) * before as f64
    }

    /// Where the clock is at the beginning of each piece, and at the end of the axis.
    fn corners(&self, virtually: &VirtualTime) -> Vec<(f64, f64)> {
        let ends = [(self.frame.end, virtually.at(self.frame.end))];
        virtually.clock.iter().map(|beat| (beat.time, beat.clock)).filter(|(time, _)| *time < self.frame.end).chain(ends).collect()
    }

    /// The clock, with the ticket of each job.
    pub(super) fn ticks(&self, pen: &Pen<'_>, virtually: &VirtualTime) -> Result<(), ChartError> {
        let (panel, theme) = (&self.clock, pen.theme);
        for (job, ticket) in self.tickets().filter(|(_, ticket)| ticket.number() <= panel.y.to) {
            let colour = self.line(theme, job);
            let x = panel.across(ticket.arrival) + self.aside(pen, job);
            let (foot, y) = (panel.up(ticket.clock), panel.up(ticket.number()));
            if self.shows(ticket.arrival) {
                pen.path(&[(x, foot), (x, y)], colour, 2.0)?;
                pen.path(&[(x - pen.px(4.0), y + pen.px(7.0)), (x, y), (x + pen.px(4.0), y + pen.px(7.0))], colour, 2.0)?;
            }
            let level = [(ticket.arrival, ticket.number()), (ticket.end, ticket.number())];
            pen.dashed(&self.part(panel, &level), &TICKET, colour, 2.0)?;
        }
        let corners = self.corners(virtually);
        pen.path(&self.part(panel, &corners), theme.ink.mix(theme.ground, self.fade), 4.0)?;
        for (job, ticket) in self.tickets().filter(|(_, ticket)| ticket.end <= self.frame.end && self.shows(ticket.end)) {
            self.square(pen, panel.point(ticket.end, ticket.number()), job)?;
        }
        if !self.wordy() {
            return Ok(());
        }
        let mut placer = self.placer(pen, panel, [corners.as_slice()]);
        for (job, ticket) in self.tickets().filter(|(_, ticket)| ticket.number() <= panel.y.to) {
            let words = self.ticket_words(job, ticket);
            let at = (panel.across(ticket.arrival) + self.aside(pen, job), panel.up(ticket.number()));
            self.say(pen, &mut placer, &words, (at, ticket.arrival), self.text(theme, job))?;
        }
        for (piece, beat) in virtually.clock.iter().enumerate().filter(|(_, beat)| beat.jobs > 0) {
            let until = virtually.clock.get(piece + 1).map_or(self.frame.end, |next| next.time).min(self.frame.end);
            let middle = f64::midpoint(beat.time, until);
            if until > beat.time {
                let words = self.pace_words(virtually, beat, until);
                let colour = theme.ink.mix(theme.ground, self.fade / 3.0);
                self.say(pen, &mut placer, &words, (panel.point(middle, virtually.at(middle)), middle), colour)?;
            }
        }
        Ok(())
    }

    /// What a ticket is made of, in ever fewer words.
    fn ticket_words(&self, job: usize, ticket: &Ticket) -> [String; 3] {
        let name = job_name(self.timeline, job);
        let number = brief(ticket.number());
        let guess = if *self.timeline.policy.kind() == Kind::Fsp { "size" } else { "guess" };
        let size = if ticket.weight == 1.0 {
            format!("{guess} {}", brief(ticket.size))
        } else {
            format!("{guess} {} ÷ weight {}", brief(ticket.size * ticket.weight), brief(ticket.weight))
        };
        [format!("ticket of {name}: clock {} + {size} = {number}", brief(ticket.clock)), format!("ticket of {name}: {number}"), name]
    }

    /// How fast the clock runs, and why, in ever fewer words.
    fn pace_words(&self, virtually: &VirtualTime, beat: &Beat, until: f64) -> Vec<String> {
        /// Numbers in words.
        const WORDS: [&str; 5] = ["two", "three", "four", "five", "six"];
        let weight = 1.0 / beat.pace;
        let pace = if beat.pace == 1.0 { "1".to_owned() } else { format!("1/{}", brief(weight)) };
        let there = |ticket: &Ticket| ticket.arrival <= beat.time && ticket.end >= until;
        let gone = |job: usize| self.timeline.completions.get(job).is_some_and(|completion| *completion <= beat.time);
        let gone: Vec<usize> = (0..virtually.tickets.len()).filter(|job| gone(*job) && there(&virtually.tickets[*job])).collect();
        let count =
            beat.jobs.checked_sub(2).and_then(|more| WORDS.get(more)).map_or_else(|| beat.jobs.to_string(), |word| (*word).to_owned());
        let why = match (beat.jobs, self.frame.weighted) {
            (1, _) => "alone".to_owned(),
            (_, true) => format!("{count} of weight {} share", brief(weight)),
            (_, false) => format!("{count} share"),
        };
        let still = match gone[..] {
            [job] => Some(format!("{pace}: {why}, for {} is still there", job_name(self.timeline, job))),
            _ => None,
        };
        let slope = if beat.time == virtually.clock.first().map_or(0.0, |first| first.time) { "slope " } else { "" };
        still.into_iter().chain([format!("{slope}{pace}: {why}"), pace]).collect()
    }
}
