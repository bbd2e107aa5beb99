//! Slots over time: one row a slot, machine by machine, one bar for each stretch in which a task holds it. How a task loses its slot is
//! told by marks, not by colour.

use super::Glance;
use super::lanes::{Ink, parts, task};
use crate::ChartError;
use crate::panel::Panel;
use crate::pen::{Frame, Pen};
use schedscope::cluster::{Bar, Ending, JobLine, Timeline};
use schedscope_core::pictures::cluster::ClusterRuns;

/// Draws which job holds which slot: map slots in the first panel, reduce slots in the second.
pub fn draw(pen: &Pen<'_>, runs: &ClusterRuns, glance: Glance, panels: &[Panel; 2]) -> Result<(), ChartError> {
    let Some(run) = runs.runs.get(glance.which) else { return Ok(()) };
    let timeline = &run.timeline;
    let shades = runs.shades(glance.which);
    let lanes = runs.in_lanes();
    let ink = |(job, shade): (&JobLine, &usize)| {
        let lit = glance.lit == Some(job.id);
        let ink = Ink::of(pen.theme, *shade, lit);
        if lanes || lit { ink } else { ink.of_neighbour(pen.theme, job.id as usize) }
    };
    let inks = timeline.jobs.iter().zip(&shades).map(ink).collect();
    let now = panels[0].across(glance.playhead).round();
    Bars { pen, timeline, panels, inks, now, from: glance.from, until: glance.until }.draw()
}

/// What is drawn on top of the bars.
#[derive(Clone, Copy, PartialEq)]
enum Mark {
    /// A task was paused here, or goes on here.
    Cut,
    /// A task lost its work here.
    Cross,
    /// What an attempt has done is of no use: another was first.
    Overtaken,
}

struct Bars<'a, 'b> {
    pen: &'a Pen<'b>,
    timeline: &'a Timeline,
    panels: &'a [Panel; 2],
    /// How the bars of each job look.
    inks: Vec<Ink>,
    /// Where the playhead is, in pixels.
    now: f64,
    /// Begin and end of the axis of time, in seconds.
    from: f64,
    until: f64,
}

impl Bars<'_, '_> {
    fn draw(&self) -> Result<(), ChartError> {
        let slots = self.timeline.slots;
        // Up to which pixel each row of pixels is drawn; many slots may share one.
        let height = self.pen.frame().height() as usize + 1;
        let mut covered = vec![f64::NEG_INFINITY; 2 * height];
        let mut marks = vec![];
        for bar in self.timeline.bars.iter().filter(|bar| bar.from < self.until && bar.to > self.from && bar.to.is_finite()) {
            let phase = bar.phase.index();
            let row = f64::from(bar.machine) * f64::from(slots[phase]) + f64::from(bar.slot.min(slots[phase].saturating_sub(1)));
            let frame = self.frame(bar, phase, row);
            if bar.resumed && bar.from >= self.from {
                marks.push((Mark::Cut, frame.left, frame));
            }
            match bar.end {
                Ending::Completed => {}
                _ if bar.to > self.until => {}
                Ending::Suspended => marks.push((Mark::Cut, frame.right, frame)),
                Ending::Killed | Ending::Lost | Ending::Failed => marks.push((Mark::Cross, frame.right, frame)),
                Ending::Overtaken => marks.push((Mark::Overtaken, frame.right, frame)),
            }
            // Of bars that share a pixel, the first is drawn.
            let until = &mut covered[phase * height + (frame.top as usize).min(height - 1)];
            if frame.right > *until {
                *until = frame.right;
                self.bar(bar, frame)?;
            }
        }
        self.marks(&marks)?;
        self.transfers()
    }

    /// What the disk of each machine moves: a stripe at the foot of its slots.
    fn transfers(&self) -> Result<(), ChartError> {
        let Pen { theme, .. } = self.pen;
        for transfer in self.timeline.transfers.iter().filter(|transfer| transfer.from < self.until && transfer.to > self.from) {
            let phase = transfer.phase.index();
            let (panel, slots) = (&self.panels[phase], f64::from(self.timeline.slots[phase]));
            let height = panel.frame.height() / panel.y.to;
            let bottom = (panel.frame.top + f64::from(transfer.machine + 1) * slots * height).round();
            let left = panel.across(transfer.from).round();
            let thick = self.pen.px(3.0).min(slots * height / 2.0).max(1.0).round();
            let frame = Frame { left, top: bottom - thick, right: panel.across(transfer.to).round().max(left + 1.0), bottom };
            self.pen.rect(frame, if transfer.out { theme.late } else { theme.ink })?;
        }
        Ok(())
    }

    fn frame(&self, bar: &Bar, phase: usize, row: f64) -> Frame {
        let panel = &self.panels[phase];
        let height = panel.frame.height() / panel.y.to;
        let top = (panel.frame.top + row * height).round();
        let bottom = (panel.frame.top + (row + 1.0) * height).round().max(top + 1.0);
        let left = panel.across(bar.from).round();
        // Rows stay apart where there is room.
        let air = if bottom - top >= self.pen.px(3.0) { self.pen.px(1.0).round().max(1.0) } else { 0.0 };
        Frame { left, top, right: panel.across(bar.to).round().max(left + 1.0), bottom: bottom - air }
    }

    fn bar(&self, bar: &Bar, frame: Frame) -> Result<(), ChartError> {
        let Some(ink) = self.inks.get(bar.job as usize) else { return Ok(()) };
        parts(self.pen, frame, self.now, *ink, |frame, ink| task(self.pen, frame, ink, bar))
    }

    /// Marks, no more than one of a kind in each few pixels.
    fn marks(&self, marks: &[(Mark, f64, Frame)]) -> Result<(), ChartError> {
        let Pen { theme, .. } = self.pen;
        let cell = self.pen.px(3.0);
        let whole = self.pen.frame();
        let columns = (whole.width() / cell) as usize + 1;
        let mut taken = vec![[false; 3]; columns * ((whole.height() / cell) as usize + 1)];
        for (mark, x, frame) in marks {
            let y = f64::midpoint(frame.top, frame.bottom);
            let place = (y / cell) as usize * columns + ((x / cell) as usize).min(columns - 1);
            if taken.get_mut(place).is_none_or(|taken| std::mem::replace(&mut taken[*mark as usize], true)) {
                continue;
            }
            match mark {
                Mark::Cut => self.pen.upright(*x, frame.top, frame.bottom.max(frame.top + self.pen.px(2.0)), theme.ink, 2.0)?,
                Mark::Cross | Mark::Overtaken => {
                    let radius = (frame.height() / self.pen.scale / 2.0).clamp(2.0, 4.0);
                    self.pen.cross((*x, y), radius, if *mark == Mark::Cross { theme.late } else { theme.muted }, 1.5)?;
                }
            }
        }
        Ok(())
    }
}
