//! The lane of decisions: a mark whenever something happens, and where time stands among them.

use super::View;
use crate::ChartError;
use crate::pen::Pen;
use schedscope::server::EventKind;

impl View<'_> {
    /// A dot where a job comes, a cross where one turns late, a ring where one leaves.
    pub(super) fn decide(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        let Some(y) = self.layout.decisions else { return Ok(()) };
        for event in self.timeline.events.iter().filter(|event| self.shows(event.time)) {
            let job = event.job as usize;
            let colour = self.stroke(pen.theme, job, self.colour(pen.theme, job));
            let at = (self.x(event.time), y);
            match event.kind {
                EventKind::Arrival => pen.dot(at, 3.5, colour)?,
                EventKind::Completion => pen.ring(at, 3.5, colour, 2.0)?,
                EventKind::Late => pen.cross(at, 3.5, self.stroke(pen.theme, job, pen.theme.late), 2.0)?,
                EventKind::VirtualCompletion | EventKind::Preemption => {}
            }
        }
        Ok(())
    }

    /// Points at the last of them.
    pub(super) fn decide_now(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        let Some(y) = self.layout.decisions else { return Ok(()) };
        let past = self.timeline.events.partition_point(|event| event.time <= self.playhead);
        let Some(event) = past.checked_sub(1).and_then(|last| self.timeline.events.get(last)) else { return Ok(()) };
        let x = self.x(event.time);
        let (top, foot, half) = (y + pen.px(6.0), y + pen.px(12.0), pen.px(5.0));
        pen.polygon(&[(x, top), (x + half, foot), (x - half, foot)], pen.theme.accent)
    }
}
