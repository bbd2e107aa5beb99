//! What happens to jobs, marked on their curves, and their names.

use super::curves::root;
use super::{Curves, View};
use crate::labels::{Placer, around};
use crate::panel::Panel;
use crate::pen::{Frame, Pen, SMALL, Side};
use crate::{ChartError, Rgb};
use schedscope::server::{Curve, Event, EventKind, job_name};

/// Labels that a picture may have.
const MOST_LABELS: usize = 60;
/// Of more jobs than this, no word says which turns late: the crosses do.
const FEW: usize = 10;

impl View<'_> {
    /// What is marked, and how high: the job's curve at that instant.
    pub(super) fn marked(&self) -> impl Iterator<Item = (&Event, f64)> {
        /// More marks than a picture can hold apart.
        const MOST: usize = 2000;
        let legal = |event: &&Event| (event.job as usize) < self.timeline.jobs.len() && (!self.frame.hidden || event.time <= self.playhead);
        self.timeline.events.iter().filter(legal).take(MOST).filter_map(|event| Some((event, root(self.height(event)?))))
    }

    fn height(&self, event: &Event) -> Option<f64> {
        let job = self.timeline.jobs[event.job as usize];
        let attained = self.frame.curves == Curves::Attained;
        match event.kind {
            EventKind::Arrival => Some(if attained { 0.0 } else { job.size }),
            EventKind::Completion => Some(if attained { job.size } else { 0.0 }),
            EventKind::VirtualCompletion => (!attained).then_some(0.0),
            EventKind::Late | EventKind::Preemption => {
                let snapshots = &self.timeline.snapshots;
                let at = snapshots.partition_point(|snapshot| snapshot.time < event.time);
                let curve: Option<&Curve> = snapshots.get(at).and_then(|s| s.jobs.iter().find(|curve| curve.job == event.job));
                curve.map(|curve| if attained { curve.attained } else { curve.remaining })
            }
        }
    }

    /// A dot where a job arrives, a ring where it completes, a diamond where it does so virtually, two bars where it is
    /// preempted, a cross where it turns late.
    pub fn marks(&self, pen: &Pen<'_>, panel: &Panel, placer: &mut Placer) -> Result<(), ChartError> {
        let theme = pen.theme;
        let radius = match self.timeline.jobs.len() {
            0..=12 => 4.0,
            13..=40 => 3.0,
            _ => 2.0,
        };
        let r = pen.px(radius + 0.5);
        let crosses = |(event, _): &(&Event, f64)| event.kind == EventKind::Late;
        for (event, height) in self.marked().filter(|mark| !crosses(mark)).chain(self.marked().filter(crosses)) {
            let (job, (x, y)) = (event.job as usize, panel.point(event.time, height));
            placer.take(Frame { left: x - r, top: y - r, right: x + r, bottom: y + r });
            if !self.shows(event.time) {
                continue;
            }
            let colour = self.stroke(theme, job, self.colour(theme, job));
            match event.kind {
                EventKind::Arrival => pen.dot((x, y), radius, colour)?,
                EventKind::Completion => pen.ring((x, y), radius, colour, radius / 2.0)?,
                EventKind::VirtualCompletion => {
                    let r = pen.px(radius + 1.0);
                    let corners = [(x, y - r), (x + r, y), (x, y + r), (x - r, y)];
                    pen.polygon(&corners, theme.ground)?;
                    pen.path(&[corners[0], corners[1], corners[2], corners[3], corners[0]], colour, 1.5)?;
                }
                EventKind::Preemption => {
                    for side in [-1.0, 1.0] {
                        pen.upright(x + side * pen.px(2.0), y - pen.px(radius + 2.0), y + pen.px(radius + 2.0), colour, 2.0)?;
                    }
                }
                EventKind::Late => pen.cross((x, y), radius + 1.0, self.stroke(theme, job, theme.late), 2.5)?,
            }
        }
        Ok(())
    }

    /// The word at each cross and the name at each dot, where there is room.
    pub fn names(&self, pen: &Pen<'_>, panel: &Panel, placer: &mut Placer) -> Result<(), ChartError> {
        let theme = pen.theme;
        let (mut arrivals, mut late) = (0, 0);
        for (event, height) in self.marked() {
            let job = event.job as usize;
            let name = job_name(self.timeline, job);
            let (words, colour, count): (_, Rgb, &mut usize) = match event.kind {
                EventKind::Arrival => (name, self.text_colour(theme, job), &mut arrivals),
                EventKind::Late if self.timeline.jobs.len() <= FEW => (format!("{name} late"), theme.late, &mut late),
                _ => continue,
            };
            *count += 1;
            if *count > MOST_LABELS {
                continue;
            }
            let point = panel.point(event.time, height);
            let size = (pen.width(&words, SMALL), pen.px(SMALL + 1.0));
            if let Some(frame) = placer.place(around(point, size, pen.px(7.0))).filter(|_| self.shows(event.time)) {
                let middle = (f64::midpoint(frame.left, frame.right), f64::midpoint(frame.top, frame.bottom));
                pen.text(&words, middle, SMALL, Side::Middle, if self.ahead { theme.muted } else { colour })?;
            }
        }
        Ok(())
    }
}
