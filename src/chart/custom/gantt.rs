//! Slots over time: one row a slot, machine by machine, maps above reduces, one bar for each stretch in which a task holds
//! it. How a task loses its slot is told by marks, not by colour.

use crate::chart::axes;
use crate::chart::panel::Panel;
use crate::chart::pen::{Frame, Pen, SMALL};
use crate::chart::picture::within;
use crate::chart::ticks::Scale;
use crate::chart::{ChartError, Rgb, Theme};
use crate::pictures::cluster::ClusterRuns;
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use schedscope_engine::cluster::{Bar, Ending, Timeline};

/// Draws which job holds which slot under the policy at this position, and the playhead.
///
/// # Errors
/// If the backend fails.
pub fn gantt<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    scale: f64,
    runs: &ClusterRuns,
    which: usize,
    playhead: f64,
) -> Result<(), ChartError> {
    let pen = Pen::new(root, theme, scale);
    pen.clear()?;
    let Some(run) = runs.runs.get(which) else { return pen.say(pen.frame(), "no run to show") };
    let timeline = &run.timeline;
    // The edges of other pictures of the same width, so that these share its axis of time where they are below it.
    let whole = within(pen.frame(), pen.scale, false);
    let (inner, roomy) = (axes::inner(&pen, whole, None), axes::roomy(&pen, whole));
    let rows = timeline.slots.map(|slots| f64::from(slots.max(1)) * f64::from(timeline.machines.max(1)));
    let gap = pen.px(if roomy { 10.0 } else { 2.0 });
    let split = inner.top + (inner.height() - gap).max(0.0) * rows[0] / (rows[0] + rows[1]);
    let frames = [Frame { bottom: split, ..inner }, Frame { top: (split + gap).min(inner.bottom), ..inner }];
    let time = runs.time();
    let x = axes::scale(&time, std::iter::empty());
    let panels = [0, 1].map(|phase| Panel { frame: frames[phase], x, y: Scale::linear(0.0, rows[phase]) });
    let across = axes::ticks(&time, &x, axes::most(&pen, inner).0);
    for (panel, name) in panels.iter().zip(["map", "reduce"]) {
        pen.rect(panel.frame, theme.ground.mix(theme.grid, 0.55))?;
        panel.grid(&pen, &across, &[])?;
        if roomy {
            let count = panel.y.to as u64;
            let slots = if count == 1 { "slot" } else { "slots" };
            let titles = [format!("{count} {name} {slots}"), format!("{name} {slots}"), name.to_owned()];
            let room = panel.frame.height() + pen.px(8.0);
            if let Some(title) = titles.iter().find(|title| pen.width(title, SMALL) <= room) {
                let middle = (whole.left + pen.px(48.0), f64::midpoint(panel.frame.top, panel.frame.bottom));
                pen.upwards(title, middle, SMALL, theme.muted)?;
            }
        }
    }
    Bars { pen: &pen, timeline, panels: &panels, colours: runs.colours(which).into_iter().map(|colour| theme.job(colour)).collect() }
        .draw()?;
    if playhead > 0.0 {
        pen.upright(panels[0].across(playhead), inner.top, inner.bottom, theme.ink, 2.0)?;
    }
    panels[1].below(&pen, &across, &time.title, if roomy { whole.bottom } else { inner.bottom })
}

/// What is drawn on top of the bars.
#[derive(Clone, Copy, PartialEq)]
enum Mark {
    /// A task was paused here, or goes on here.
    Cut,
    /// A task lost its work here.
    Cross,
}

struct Bars<'a, 'b, DB: DrawingBackend> {
    pen: &'a Pen<'b, DB>,
    timeline: &'a Timeline,
    panels: &'a [Panel; 2],
    colours: Vec<Rgb>,
}

impl<DB: DrawingBackend> Bars<'_, '_, DB> {
    fn draw(&self) -> Result<(), ChartError> {
        let slots = self.timeline.slots;
        // Up to which pixel each row of pixels is drawn; many slots may share one.
        let height = self.pen.frame().height() as usize + 1;
        let mut covered = vec![f64::NEG_INFINITY; 2 * height];
        let mut marks = vec![];
        for bar in self.timeline.bars.iter().filter(|bar| bar.from.is_finite() && bar.to.is_finite()) {
            let phase = bar.phase.index();
            let row = f64::from(bar.machine) * f64::from(slots[phase]) + f64::from(bar.slot.min(slots[phase].saturating_sub(1)));
            let frame = self.frame(bar, phase, row);
            if bar.resumed {
                marks.push((Mark::Cut, frame.left, frame));
            }
            match bar.end {
                Ending::Completed => {}
                Ending::Suspended => marks.push((Mark::Cut, frame.right, frame)),
                Ending::Killed | Ending::Lost => marks.push((Mark::Cross, frame.right, frame)),
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
        for transfer in &self.timeline.transfers {
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
        let Pen { theme, .. } = self.pen;
        let colour = self.colours.get(bar.job as usize).copied().unwrap_or(theme.muted);
        let (wide, high) = (frame.width() >= self.pen.px(4.0), frame.height() >= self.pen.px(3.0));
        let hair = self.pen.px(1.0).round().max(1.0);
        if matches!(bar.end, Ending::Killed | Ending::Lost) {
            // Hollow: the work is gone.
            self.pen.rect(frame, colour)?;
            let hole = Frame { left: frame.left + hair, top: frame.top + hair, right: frame.right - hair, bottom: frame.bottom - hair };
            return self.pen.rect(hole, theme.ground);
        }
        self.pen.rect(frame, if bar.training && !(wide && high) { colour.mix(theme.ground, 0.5) } else { colour })?;
        if bar.training && wide && high {
            let third = (frame.height() / 3.0).round().max(1.0);
            let top = (f64::midpoint(frame.top, frame.bottom) - third / 2.0).round();
            self.pen.rect(Frame { left: frame.left, top, right: frame.right, bottom: top + third }, theme.ground)?;
        }
        if wide {
            self.pen.rect(Frame { left: frame.right - hair, ..frame }, theme.ground)?;
        }
        Ok(())
    }

    /// Marks, no more than one of a kind in each few pixels.
    fn marks(&self, marks: &[(Mark, f64, Frame)]) -> Result<(), ChartError> {
        let Pen { theme, .. } = self.pen;
        let cell = self.pen.px(3.0);
        let whole = self.pen.frame();
        let columns = (whole.width() / cell) as usize + 1;
        let mut taken = vec![[false; 2]; columns * ((whole.height() / cell) as usize + 1)];
        for (mark, x, frame) in marks {
            let y = f64::midpoint(frame.top, frame.bottom);
            let place = (y / cell) as usize * columns + ((x / cell) as usize).min(columns - 1);
            if taken.get_mut(place).is_none_or(|taken| std::mem::replace(&mut taken[usize::from(*mark == Mark::Cut)], true)) {
                continue;
            }
            match mark {
                Mark::Cut => self.pen.upright(*x, frame.top, frame.bottom.max(frame.top + self.pen.px(2.0)), theme.ink, 2.0)?,
                Mark::Cross => {
                    let radius = (frame.height() / self.pen.scale / 2.0).clamp(2.0, 4.0);
                    self.pen.cross((*x, y), radius, theme.late, 1.5)?;
                }
            }
        }
        Ok(())
    }
}
