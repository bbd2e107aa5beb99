//! Jobs as lanes: from arrival to completion, with the tasks as bars.

use super::{Glance, Layout};
use crate::panel::Panel;
use crate::pen::{Frame, Pen, SMALL, Side};
use crate::{ChartError, Rgb, Theme};
use schedscope::cluster::{Bar, JobLine};
use schedscope_core::pictures::cluster::{ClusterRun, ClusterRuns, Stretch, class_word, seconds};

/// How strong is what has not happened yet, from 0.
const LATER: f64 = 0.62;

/// How a bar looks.
#[derive(Clone, Copy)]
pub struct Ink {
    pub fill: Rgb,
    /// Pale fills and the lit job are outlined.
    pub edge: Option<Rgb>,
}

impl Ink {
    /// Of a job of this shade.
    pub fn of(theme: &Theme, shade: usize, lit: bool) -> Self {
        if lit {
            return Self { fill: theme.lit, edge: Some(theme.lit_ink) };
        }
        let fill = theme.classes[shade.min(3)];
        Self { fill, edge: (fill.contrast(theme.ground) < 1.8).then_some(theme.classes[(shade + 1).min(3)]) }
    }

    /// A little paler for two of three jobs, so that those of one size can be told apart where they have no lanes.
    #[must_use]
    pub fn of_neighbour(self, theme: &Theme, position: usize) -> Self {
        Self { fill: self.fill.mix(theme.ground, 0.1 * (position % 3) as f64), ..self }
    }

    /// The same of what has not happened yet.
    #[must_use]
    pub fn later(self, theme: &Theme) -> Self {
        Self { fill: self.fill.mix(theme.ground, LATER), edge: self.edge.map(|edge| edge.mix(theme.ground, LATER)) }
    }
}

/// Draws all lanes of a run.
pub fn draw(pen: &Pen<'_>, runs: &ClusterRuns, glance: Glance, layout: &Layout, field: &Panel) -> Result<(), ChartError> {
    let Some(run) = runs.runs.get(glance.which) else { return Ok(()) };
    let shades = runs.shades(glance.which);
    for (id, frame) in &layout.lanes {
        let Some(position) = runs.position(glance.which, *id) else { continue };
        let lit = glance.lit == Some(*id);
        let levels = |which: usize| runs.runs[which].lanes.get(runs.position(which, *id)?).map(|lane| lane.levels);
        let most = (0..runs.runs.len()).filter_map(levels).max().unwrap_or(1).max(1);
        let lane = Lane { pen, run, glance, field, frame: *frame, position, lit, ink: Ink::of(pen.theme, shades[position], lit), most };
        lane.draw(runs, layout)?;
    }
    Ok(())
}

/// Size of names that stand between the lines of a lane so high, at scale 1.
fn fitting(height: f64) -> f64 {
    (0.8 * height).clamp(8.0, SMALL)
}

struct Lane<'a, 'b> {
    pen: &'a Pen<'b>,
    run: &'a ClusterRun,
    glance: Glance,
    field: &'a Panel,
    frame: Frame,
    position: usize,
    lit: bool,
    ink: Ink,
    /// Most of its rows under any policy: a row has the same height under all.
    most: usize,
}

impl Lane<'_, '_> {
    fn job(&self) -> &JobLine {
        &self.run.timeline.jobs[self.position]
    }

    /// Whether an instant is on the axis of time.
    fn shows(&self, time: f64) -> bool {
        (self.glance.from..=self.glance.until).contains(&time)
    }

    /// The line on which its bars stand.
    fn ground(&self) -> f64 {
        (self.frame.bottom - self.pen.px(5.0)).round()
    }

    fn draw(&self, runs: &ClusterRuns, layout: &Layout) -> Result<(), ChartError> {
        let Self { pen, frame, .. } = self;
        let (theme, whole) = (pen.theme, layout.whole);
        if self.lit {
            let all = Frame { left: whole.left, right: whole.right, ..*frame };
            pen.rect(all, theme.ground.mix(theme.accent, 0.09))?;
        }
        pen.level(whole.left, whole.right, frame.bottom, theme.grid, 1.0)?;
        self.names(layout)?;
        let job = self.job();
        let (arrival, completion, y) = (self.field.across(job.arrival), self.field.across(job.completion), self.ground());
        let line = if self.lit { theme.ink } else { theme.muted };
        if job.arrival >= self.glance.from {
            pen.upright(arrival, frame.top + pen.px(4.0), y + pen.px(1.0), line, 1.2)?;
        }
        pen.level(arrival, completion, y, line, 1.2)?;
        for stretch in self.run.lanes.get(self.position).iter().flat_map(|lane| &lane.stretches) {
            self.stretch(stretch)?;
        }
        self.late()?;
        if self.shows(job.completion) {
            pen.ring((completion, y), 3.6, line, 1.6)?;
        }
        if self.lit { self.against(runs, layout) } else { Ok(()) }
    }

    /// Its name on the left, its sojourn time on the right.
    fn names(&self, layout: &Layout) -> Result<(), ChartError> {
        let Self { pen, frame, .. } = self;
        let (theme, job, left) = (pen.theme, self.job(), layout.whole.left);
        let y = f64::midpoint(frame.top, frame.bottom);
        let name = format!("J{}", job.id);
        let ink = if self.lit { theme.ink } else { theme.muted };
        let size = fitting(frame.height() / pen.scale);
        pen.text(&name, (left + pen.px(6.0), y), size, Side::Start, theme.ink)?;
        let words = match job.bin {
            _ if job.production => "production",
            Some(bin) => class_word(bin),
            None => "",
        };
        let from = left + pen.px(32.0).max(pen.width(&name, size) + pen.px(14.0));
        if pen.width(words, size - 1.0) <= frame.left - from {
            pen.text(words, (from, y), size - 1.0, Side::Start, ink)?;
        }
        if job.chain.is_some() {
            // One band along the jobs of a chain.
            pen.rect(Frame { left, right: left + pen.px(3.0), ..*frame }, theme.accent.mix(theme.ground, 0.4))?;
        }
        let leaves = if job.completion > self.glance.until { "→ " } else { "" };
        let sojourn = format!("{leaves}{} s", seconds(job.completion - job.arrival));
        pen.text(&sojourn, (layout.whole.right - pen.px(6.0), y), size, Side::End, ink)
    }

    /// Whether a stretch of time is on the axis, if only in part.
    fn meets(&self, from: f64, to: f64) -> bool {
        from < self.glance.until && to > self.glance.from
    }

    fn stretch(&self, stretch: &Stretch) -> Result<(), ChartError> {
        let Some(bar) = self.run.timeline.bars.get(stretch.bar).filter(|_| self.meets(stretch.from, stretch.to)) else { return Ok(()) };
        let pen = self.pen;
        let room = (self.ground() - pen.px(1.0) - self.frame.top - pen.px(2.0)).max(1.0);
        let row = (room / self.most as f64).min(pen.px(if self.lit { 9.0 } else { 6.0 }));
        let bottom = (self.ground() - pen.px(1.0) - stretch.level as f64 * row).round();
        let air = if row >= pen.px(3.0) { pen.px(1.0).round().max(1.0) } else { 0.0 };
        let top = (self.ground() - pen.px(1.0) - (stretch.level + 1) as f64 * row + air).round().min(bottom - 1.0);
        let (left, right) = (self.field.across(stretch.from).round(), self.field.across(stretch.to).round());
        let frame = Frame { left, top, right: right.max(left + 1.0), bottom };
        if stretch.suspended {
            let edge = if stretch.from > self.glance.playhead { self.ink.later(pen.theme).edge } else { None };
            return outline(pen, frame, edge.unwrap_or(pen.theme.muted), &[2.0, 2.0]);
        }
        let now = self.field.across(self.glance.playhead).round();
        parts(pen, frame, now, self.ink, |frame, ink| task(pen, frame, ink, bar))?;
        if bar.end.is_loss() && self.shows(bar.to) {
            let radius = (frame.height() / pen.scale / 2.0).clamp(2.0, 4.0);
            pen.cross((frame.right, f64::midpoint(frame.top, frame.bottom)), radius, pen.theme.late, 1.5)?;
        }
        Ok(())
    }

    /// Hatched below the line while it is late.
    fn late(&self) -> Result<(), ChartError> {
        let Self { pen, .. } = self;
        let theme = pen.theme;
        let mine = |late: &&schedscope::cluster::Lateness| late.job as usize == self.position && self.meets(late.from, late.to);
        let mut last: Option<f64> = None;
        for late in self.run.timeline.lateness.iter().filter(mine) {
            let (left, right) = (self.field.across(late.from), self.field.across(late.to));
            if right - left < pen.px(2.0) {
                continue;
            }
            let (top, bottom) = (self.ground() + pen.px(1.0), self.frame.bottom - pen.px(1.0));
            pen.rect(Frame { left, top, right, bottom }, theme.late.mix(theme.ground, 0.75))?;
            let mut x = left;
            while x + (bottom - top) < right {
                pen.path(&[(x, bottom), (x + (bottom - top), top)], theme.late, 1.2)?;
                x += pen.px(5.0);
            }
            last = Some(last.map_or(right, |last: f64| last.max(right)));
        }
        let completion = self.field.across(self.job().completion);
        match last {
            // In the lit lane of other pictures than the first an arrow may be there.
            Some(_) if self.lit && self.glance.which > 0 => Ok(()),
            Some(_) if self.shows(self.job().completion) && completion + pen.px(34.0) < self.field.frame.right => {
                let y = f64::midpoint(self.frame.top, self.frame.bottom);
                pen.text("late", (completion + pen.px(8.0), y), SMALL - 1.0, Side::Start, theme.late)
            }
            _ => Ok(()),
        }
    }

    /// How much sooner or later it is complete than under the first policy.
    fn against(&self, runs: &ClusterRuns, layout: &Layout) -> Result<(), ChartError> {
        let Self { pen, glance, frame, field, .. } = self;
        let theme = pen.theme;
        let id = self.job().id;
        let Some(there) = runs.position(0, id).map(|position| runs.runs[0].timeline.jobs[position].completion) else { return Ok(()) };
        if !self.shows(there) || runs.runs.len() < 2 {
            return Ok(());
        }
        let x = field.across(there);
        if glance.which == 0 {
            // On to the pictures below.
            return pen.dashed(&[(x, frame.bottom), (x, layout.whole.bottom)], &[2.0, 3.0], theme.ink, 1.0);
        }
        let here = self.job().completion;
        if !self.shows(here) || (here - there).abs() < 1e-3 {
            return Ok(());
        }
        let (from, y) = (field.across(here), f64::midpoint(frame.top, frame.bottom));
        pen.dashed(&[(x, layout.whole.top), (x, y)], &[2.0, 3.0], theme.ink, 1.0)?;
        let side = (x - from).signum();
        let tip = from + side * pen.px(7.0);
        if (x - tip) * side < pen.px(8.0) {
            return Ok(());
        }
        pen.level(tip.min(x), tip.max(x), y, theme.ink, 1.4)?;
        pen.polygon(&[(tip, y), (tip + side * pen.px(7.0), y - pen.px(4.0)), (tip + side * pen.px(7.0), y + pen.px(4.0))], theme.ink)?;
        let words = format!("J{id} done {} s {}", seconds((here - there).abs()), if here < there { "earlier" } else { "later" });
        let width = pen.width(&words, SMALL);
        let above = y - pen.px(9.0);
        if (x - tip).abs() > width + pen.px(12.0) {
            let middle = f64::midpoint(x, tip);
            let back =
                Frame { left: middle - width / 2.0, top: above - pen.px(7.0), right: middle + width / 2.0, bottom: above + pen.px(7.0) };
            pen.rect(back, theme.ground.mix(theme.accent, 0.09))?;
            return pen.text(&words, (middle, above), SMALL, Side::Middle, theme.ink);
        }
        // Beside the arrow, where there is room.
        let end = x.max(tip) + pen.px(8.0);
        if end + width < field.frame.right { pen.text(&words, (end, y), SMALL, Side::Start, theme.ink) } else { Ok(()) }
    }
}

/// Draws what lies before the playhead, and paler what lies behind it.
pub fn parts(
    pen: &Pen<'_>,
    frame: Frame,
    now: f64,
    ink: Ink,
    draw: impl Fn(Frame, Ink) -> Result<(), ChartError>,
) -> Result<(), ChartError> {
    let theme = pen.theme;
    if frame.right <= now {
        return draw(frame, ink);
    }
    if frame.left >= now {
        return draw(frame, ink.later(theme));
    }
    draw(Frame { left: now, ..frame }, ink.later(theme))?;
    draw(Frame { right: now, ..frame }, ink)
}

/// A task that holds a slot: hollow where its work is lost, with a light stripe where it is a sample.
pub fn task(pen: &Pen<'_>, frame: Frame, ink: Ink, bar: &Bar) -> Result<(), ChartError> {
    let theme = pen.theme;
    let hair = pen.px(1.0).round().max(1.0);
    let (wide, high) = (frame.width() >= pen.px(4.0), frame.height() >= pen.px(3.0));
    // Tasks stay apart where there is room.
    let frame = Frame { right: if wide { frame.right - hair } else { frame.right }, ..frame };
    let inner = frame.within(hair);
    if bar.end.is_loss() {
        pen.rect(frame, ink.edge.unwrap_or(ink.fill))?;
        return pen.rect(inner, theme.ground);
    }
    match ink.edge.filter(|_| wide && high) {
        Some(edge) => {
            pen.rect(frame, edge)?;
            pen.rect(inner, ink.fill)?;
        }
        None => pen.rect(frame, ink.fill)?,
    }
    if bar.training && wide && frame.height() >= pen.px(5.0) {
        let third = (frame.height() / 3.0).round().max(1.0);
        let top = (f64::midpoint(frame.top, frame.bottom) - third / 2.0).round();
        pen.rect(Frame { left: inner.left, top, right: inner.right, bottom: top + third }, theme.ground)?;
    }
    Ok(())
}

/// A rectangle of a broken line.
fn outline(pen: &Pen<'_>, frame: Frame, colour: Rgb, pattern: &[f64]) -> Result<(), ChartError> {
    let Frame { left, top, right, bottom } = frame;
    pen.dashed(&[(left, top), (right, top)], pattern, colour, 1.0)?;
    pen.dashed(&[(left, bottom - 1.0), (right, bottom - 1.0)], pattern, colour, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_low_lanes_are_smaller() {
        assert_eq!([30.0, 12.5, 4.0].map(fitting), [SMALL, 10.0, 8.0]);
    }
}
