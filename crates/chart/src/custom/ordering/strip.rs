//! An order as a strip: a column for each step, below it how long each output is needed, and as bars how much is kept.

use super::{OrderGlance, TaskState};
use crate::dash::Point;
use crate::pen::{Frame, Pen, SMALL, Side};
use crate::{ChartError, Rgb};
use schedscope::ordering::Objective;
use schedscope::sim::brief;
use schedscope_core::pictures::ordering::{OrderRun, OrderRuns};

/// How strong is what has not happened yet, from 0.
const LATER: f64 = 0.62;

/// Where everything lies.
struct Layout {
    tasks: Frame,
    spans: Frame,
    bars: Frame,
    /// Width of a column.
    column: f64,
    /// Height of a row of spans.
    row: f64,
}

impl Layout {
    fn new(frame: Frame, scale: f64, runs: &OrderRuns) -> Self {
        let wide = frame.width() >= 560.0 * scale;
        let left = frame.left + if wide { 74.0 } else { 6.0 } * scale;
        let right = frame.right - 6.0 * scale;
        let top = frame.top + 3.0 * scale;
        let foot = frame.bottom - 15.0 * scale;
        let tasks = Frame { left, top, right, bottom: (top + 24.0 * scale).min(foot) };
        let rest = (foot - tasks.bottom).max(2.0);
        let bars = (0.45 * rest).min(92.0 * scale);
        let spans = Frame { left, top: tasks.bottom + 4.0 * scale, right, bottom: foot - bars - 14.0 * scale };
        let column = (right - left).max(1.0) / runs.tasks().max(1) as f64;
        let row = (spans.height() / f64::from(runs.rows.max(1))).min(18.0 * scale);
        Self { tasks, spans, bars: Frame { left, top: foot - bars, right, bottom: foot }, column, row }
    }

    /// The left edge of a step, numbered from 1.
    fn left(&self, step: u32) -> f64 {
        self.tasks.left + (f64::from(step) - 1.0) * self.column
    }

    /// A step within a row of frames.
    fn cell(&self, step: u32, within: Frame) -> Frame {
        Frame { left: self.left(step).round(), right: self.left(step + 1).round(), ..within }
    }
}

/// The step, from 1, at a point of a picture that is so wide and high, in pixels; beside the picture, the first or last.
pub fn step_at((x, _): Point, (width, height): (f64, f64), scale: f64, runs: &OrderRuns) -> u32 {
    let layout = Layout::new(Frame { left: 0.0, top: 0.0, right: width, bottom: height }, scale, runs);
    let step = ((x - layout.tasks.left) / layout.column).floor() + 1.0;
    step.clamp(1.0, runs.tasks().max(1) as f64) as u32
}

/// Where steps begin in a picture that is so wide, and how wide each is, in pixels.
pub fn steps_across(width: f64, scale: f64, runs: &OrderRuns) -> (f64, f64) {
    let layout = Layout::new(Frame { left: 0.0, top: 0.0, right: width, bottom: 100.0 }, scale, runs);
    (layout.tasks.left, layout.column)
}

/// Draws an order.
///
/// # Errors
/// If the surface refuses.
pub fn order_strip(pen: &Pen<'_>, runs: &OrderRuns, glance: OrderGlance) -> Result<(), ChartError> {
    pen.clear()?;
    let Some(run) = runs.runs.get(glance.which) else { return pen.say(pen.frame(), "no order to show") };
    let layout = Layout::new(pen.frame(), pen.scale, runs);
    let strip = Strip { pen, runs, run, glance, layout };
    strip.now()?;
    strip.titles()?;
    strip.spans()?;
    strip.bars()?;
    strip.tasks()
}

/// Draws all orders below each other, each with the name of its policy and its cost: for a file.
///
/// # Errors
/// If the surface refuses.
pub fn order_strips(pen: &Pen<'_>, runs: &OrderRuns, glance: OrderGlance) -> Result<(), ChartError> {
    pen.clear()?;
    for ((which, run), part) in runs.runs.iter().enumerate().zip(pen.split(runs.runs.len().max(1), 1)) {
        let (pen, below) = part.split_down(20.0);
        let cost = run.recording.costs.under(runs.objective);
        let words = format!("{}: {} {}", run.name, runs.objective.key().to_uppercase(), brief(cost));
        pen.text(&words, (pen.px(4.0), pen.px(11.0)), SMALL + 2.0, Side::Start, pen.theme.text(run.look.hue))?;
        order_strip(&below, runs, OrderGlance { which, ..glance })?;
    }
    Ok(())
}

struct Strip<'a, 'b> {
    pen: &'a Pen<'b>,
    runs: &'a OrderRuns,
    run: &'a OrderRun,
    glance: OrderGlance,
    layout: Layout,
}

impl Strip<'_, '_> {
    fn later(&self, colour: Rgb, step: u32) -> Rgb {
        if step > self.glance.step { colour.mix(self.pen.theme.ground, LATER) } else { colour }
    }

    /// The column of the step that is shown.
    fn now(&self) -> Result<(), ChartError> {
        let Self { pen, layout, glance, .. } = self;
        if glance.step == 0 {
            return Ok(());
        }
        let column = layout.cell(glance.step, Frame { top: layout.tasks.top, bottom: layout.bars.bottom, ..layout.tasks });
        pen.rect(column, pen.theme.ground.mix(pen.theme.accent, 0.12))
    }

    /// What the rows are.
    fn titles(&self) -> Result<(), ChartError> {
        let Self { pen, layout, .. } = self;
        let left = pen.px(2.0);
        if layout.tasks.left < pen.px(60.0) {
            return Ok(());
        }
        let kept = match self.runs.objective {
            Objective::Tmb | Objective::Dbw => "kept",
            Objective::Wtmb => "size kept",
            Objective::Dla => "reads to come",
        };
        let middle = |frame: &Frame| f64::midpoint(frame.top, frame.bottom);
        let spans = Frame { bottom: layout.spans.top + layout.row * f64::from(self.runs.rows), ..layout.spans };
        for (words, y) in [("executed", middle(&layout.tasks)), ("needed until", middle(&spans)), (kept, middle(&layout.bars))] {
            pen.text(words, (left, y), SMALL - 1.0, Side::Start, pen.theme.muted)?;
        }
        Ok(())
    }

    /// A box for each step with the name of its task.
    fn tasks(&self) -> Result<(), ChartError> {
        let Self { pen, layout, glance, run, .. } = self;
        let theme = pen.theme;
        let gap = if layout.column >= pen.px(8.0) { pen.px(1.0).round().max(1.0) } else { 0.0 };
        for (step, at) in (1..).zip(&run.recording.steps) {
            let cell = layout.cell(step, layout.tasks);
            let frame = Frame { left: cell.left + gap, right: (cell.right - gap).max(cell.left + 1.0), ..cell };
            let (lit, bars) = (glance.lit == Some(at.task), glance.bar == Some(at.task));
            let state = match () {
                () if step == glance.step => TaskState::Now,
                () if step < glance.step => TaskState::Kept,
                () => TaskState::Waiting,
            };
            let [fill, edge, ink] = if lit { [theme.lit, theme.lit_ink, Rgb(0x1b, 0x1f, 0x24)] } else { state.colours(theme) };
            let line = pen.px(if lit || bars { 2.0 } else { 1.0 }).round().max(1.0);
            pen.rect(frame, if bars { theme.late } else { edge })?;
            pen.rect(frame.within(line), fill)?;
            // Bold letters are wider than they are measured.
            let room = 0.92 * (frame.width() - pen.px(4.0));
            let name = &run.recording.names[at.task as usize];
            let middle = (f64::midpoint(frame.left, frame.right), f64::midpoint(frame.top, frame.bottom));
            let size = if pen.width(name, SMALL + 1.0) <= room { SMALL + 1.0 } else { SMALL - 1.0 };
            let shown = pen.shortened(name, size, room);
            if !shown.is_empty() && shown != "…" {
                pen.bold(&shown, middle, size, Side::Middle, ink)?;
            }
            // What is loaded again: a mark above the box for each output.
            if !at.cache.reloaded.is_empty() {
                let radius = (layout.column / pen.scale / 4.0).clamp(1.5, 3.0);
                pen.dot((frame.right - pen.px(radius), frame.top + pen.px(radius)), radius, theme.late)?;
            }
        }
        Ok(())
    }

    /// How long each output is needed.
    fn spans(&self) -> Result<(), ChartError> {
        let Self { pen, layout, glance, run, .. } = self;
        let theme = pen.theme;
        let hair = pen.px(1.0).round().max(1.0);
        for span in &run.spans {
            let lit = glance.lit == Some(span.task);
            let longest = self.runs.objective == Objective::Dbw && run.is_longest(span);
            let top = (layout.spans.top + f64::from(span.row) * layout.row).round();
            let bottom = (top + layout.row - if layout.row >= pen.px(4.0) { 2.0 * hair } else { 0.0 }).round().max(top + 1.0);
            let mut last = layout.left(span.from) + hair;
            // In parts, so that what is still to come is paler.
            let now = layout.left(glance.step + 1);
            for (left, right, later) in [
                (layout.left(span.from), layout.left(span.until).min(now), false),
                (layout.left(span.from).max(now), layout.left(span.until), true),
            ] {
                if right - left < 1.0 {
                    continue;
                }
                let frame = Frame { left: (left + hair).round(), top, right: (right - hair).round(), bottom };
                let fill = match () {
                    () if lit => theme.lit,
                    () if longest => theme.late,
                    () => theme.short,
                };
                let fill = if later { fill.mix(theme.ground, LATER) } else { fill };
                let edge = if lit { theme.lit_ink } else { theme.long.mix(theme.ground, if later { LATER } else { 0.3 }) };
                if layout.row >= pen.px(5.0) {
                    pen.rect(frame, edge)?;
                    pen.rect(Frame { left: frame.left + hair, top: top + hair, right: frame.right - hair, bottom: bottom - hair }, fill)?;
                } else {
                    pen.rect(frame, fill)?;
                }
                last = last.max(frame.right);
            }
            let first = layout.left(span.from);
            let name = &run.recording.names[span.task as usize];
            let room = last - first - pen.px(6.0);
            if layout.row >= pen.px(12.0) && room >= pen.px(7.0) {
                let ink = if lit { Rgb(0x1b, 0x1f, 0x24) } else { theme.ink };
                let shown = pen.shortened(name, SMALL - 1.0, room);
                if shown != "…" {
                    pen.text(&shown, (first + pen.px(5.0), f64::midpoint(top, bottom)), SMALL - 1.0, Side::Start, ink)?;
                }
            }
        }
        Ok(())
    }

    /// What is kept after each step: the area of the bars is the score.
    fn bars(&self) -> Result<(), ChartError> {
        let Self { pen, layout, glance, run, runs } = self;
        let theme = pen.theme;
        let counts = runs.objective != Objective::Wtmb;
        let unit = layout.bars.height() / runs.most;
        let gap = if layout.column >= pen.px(6.0) { pen.px(1.0).round().max(1.0) } else { 0.0 };
        // Where area is another score, bars are only what there is.
        let own = theme.text(run.look.hue);
        let own = if runs.objective == Objective::Dbw { theme.pale } else { own.mix(theme.ground, 0.15) };
        for (step, kept) in (1..).zip(&run.kept) {
            let cell = layout.cell(step, layout.bars);
            let top = (layout.bars.bottom - kept * unit).round();
            let frame = Frame { left: cell.left + gap, right: (cell.right - gap).max(cell.left + 1.0), top, ..cell };
            pen.rect(frame, self.later(own, step))?;
            if counts && unit >= pen.px(4.0) {
                // One cell for each output.
                for line in 1..*kept as u32 {
                    pen.level(frame.left, frame.right, layout.bars.bottom - f64::from(line) * unit, theme.ground, 1.0)?;
                }
            }
            let words = brief(*kept);
            if pen.width(&words, SMALL - 1.0) <= layout.column - pen.px(1.0) && (*kept > 0.0 || layout.column >= pen.px(12.0)) {
                let ink = if step == glance.step { theme.ink } else { theme.muted };
                let point = (f64::midpoint(cell.left, cell.right), top - pen.px(7.0));
                if step == glance.step {
                    pen.bold(&words, point, SMALL - 1.0, Side::Middle, ink)?;
                } else {
                    pen.text(&words, point, SMALL - 1.0, Side::Middle, ink)?;
                }
            }
        }
        pen.level(layout.bars.left, layout.bars.right, layout.bars.bottom, theme.axis, 1.0)?;
        // Numbers of the steps, as many as have room.
        let widest = pen.width(&run.steps().to_string(), SMALL - 1.0) + pen.px(6.0);
        let every = [1, 2, 5, 10, 20, 50, 100, 200].into_iter().find(|every| f64::from(*every) * layout.column >= widest).unwrap_or(500);
        for step in (1..=run.steps() as u32).filter(|step| *step == 1 || step % every == 0) {
            if step == 1 && every > 1 && layout.column * f64::from(every - 1) < widest {
                continue;
            }
            let x = f64::midpoint(layout.left(step), layout.left(step + 1));
            pen.text(&step.to_string(), (x, layout.bars.bottom + pen.px(8.0)), SMALL - 1.0, Side::Middle, theme.muted)?;
        }
        Ok(())
    }
}
