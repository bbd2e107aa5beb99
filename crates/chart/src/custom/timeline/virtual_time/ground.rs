//! The ground of the panels: axes, and the links from each panel to the next.

use super::Seen;
use super::titles::names;
use crate::ChartError;
use crate::pen::{Frame, Pen, SMALL, Side};
use crate::ticks::Tick;

/// Pattern of a link.
const LINK: [f64; 2] = [2.0, 4.0];

impl Seen<'_> {
    /// The ground with axes, and the links between the panels.
    pub(super) fn ground(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        pen.clear()?;
        let across = self.real.x.ticks(((self.real.frame.width() / pen.px(56.0)) as usize).clamp(3, 8));
        let panels = [&self.real, &self.virtual_left, &self.clock];
        let drawn = if self.virtually.is_some() { &panels[..] } else { &panels[..1] };
        for panel in drawn {
            let up: Vec<Tick> = panel.y.ticks(((panel.frame.height() / pen.px(32.0)) as usize).clamp(2, 5));
            panel.grid(pen, &across, &up)?;
            if self.roomy {
                panel.beside(pen, &up, "", 0.0)?;
            }
            pen.level(panel.frame.left, panel.frame.right, panel.frame.bottom, pen.theme.axis, 1.0)?;
        }
        if let Some(last) = drawn.last() {
            let Frame { bottom, .. } = last.frame;
            last.below(pen, &across, "", if self.roomy { bottom + pen.px(20.0) } else { bottom })?;
        }
        if self.virtually.is_none() {
            let words = format!("{} has no virtual system", self.timeline.policy.name());
            let frame = Frame { bottom: self.clock.frame.bottom, ..self.virtual_left.frame };
            pen.say(frame, &words)?;
        }
        if self.frame.named && self.roomy {
            for (panel, (name, _, line)) in drawn.iter().zip(names(self.frame)) {
                // The first has the playhead's label above it.
                let at = (panel.frame.left, panel.frame.top - pen.px(10.0));
                pen.bold(name, at, SMALL + 1.0, Side::Start, pen.theme.ink)?;
                pen.text(line, (at.0 + 1.15 * pen.width(name, SMALL + 1.0) + pen.px(8.0), at.1), SMALL, Side::Start, pen.theme.muted)?;
            }
        }
        self.links(pen)
    }

    /// From where each job leaves to where it completes virtually, and from there to the clock.
    fn links(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        for (job, ticket) in self.tickets().filter(|(_, ticket)| ticket.end <= self.frame.end) {
            let Some(completion) = self.timeline.completions.get(job).filter(|time| time.is_finite()) else { continue };
            let colour = if self.late(job, ticket) { self.tone(pen.theme, job, pen.theme.late) } else { self.line(pen.theme, job) };
            let (from, to) = (self.real.point(*completion, 0.0), self.virtual_left.point(ticket.end, 0.0));
            pen.dashed(&[from, to, self.clock.point(ticket.end, ticket.number())], &LINK, colour, 2.0)?;
        }
        Ok(())
    }
}
