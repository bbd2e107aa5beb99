//! What one policy does with a few jobs: the remaining size of each, what the policy believes is left, and below, on the
//! same time axis, who is served.

use super::dash::Point;
use super::labels::{Placer, around};
use super::panel::Panel;
use super::pen::{Frame, Pen, SMALL, Side};
use super::ticks::Scale;
use super::{ChartError, Rgb, Theme, share};
use crate::server::{Event, EventKind, Timeline};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};

/// Where the axes end, common to all panels, and where simulated time stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TimelineFrame {
    /// The instant that is looked at: what lies before it is drawn in full, what lies after it faintly.
    pub playhead: f64,
    /// End of the time axis.
    pub end: f64,
    /// Largest remaining size on the vertical axis.
    pub top: f64,
    /// Lower end of the vertical axis: below zero where a policy believes that less than nothing is left.
    pub bottom: f64,
}

impl TimelineFrame {
    /// The axes that hold all of these, with the playhead at the end.
    pub fn around<'a>(timelines: impl IntoIterator<Item = &'a Timeline>) -> Self {
        let (mut end, mut top, mut least) = (0.0, 0.0, 0.0);
        for timeline in timelines {
            end = timeline.completions.iter().copied().fold(timeline.end().max(end), f64::max);
            let largest = timeline.jobs.iter().map(|job| job.size).fold(top, f64::max);
            // A wildly over-estimated job leaves the picture at the top rather than flatten all others.
            let believed = timeline.jobs.iter().map(|job| job.estimate).fold(largest, f64::max);
            top = believed.min(2.0 * largest);
            // Curves only fall, so that each is least where its piece ends.
            let ends =
                timeline.snapshots.windows(2).flat_map(|pair| pair[0].jobs.iter().map(|curve| curve.after(pair[1].time - pair[0].time)));
            least = ends.filter_map(|curve| curve.virtual_remaining).fold(least, f64::min);
        }
        let bottom = if least < -1e-6 * top { -(-least).max(LEAST_BELOW * top).min(BELOW * top) } else { 0.0 };
        Self { playhead: end, end, top, bottom }
    }
}

/// How much of the largest size is shown below zero at most, where believed sizes go once they were wrong.
const BELOW: f64 = 0.2;
/// The same at least, if any is.
const LEAST_BELOW: f64 = 0.08;
/// What is still to come, towards the ground.
const FAINT: f64 = 0.66;
/// Pattern of what is believed.
const BELIEVED: [f64; 2] = [5.0, 4.0];
/// Labels that a picture may have.
const MOST_LABELS: usize = 60;

/// Draws a timeline: curves above, shares below.
///
/// # Errors
/// If the backend fails.
pub fn timeline<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    scale: f64,
    timeline: &Timeline,
    frame: TimelineFrame,
) -> Result<(), ChartError> {
    let pen = Pen::new(root, theme, scale);
    pen.clear()?;
    let whole = pen.frame();
    let view = View::new(&pen, timeline, frame);
    let roomy = whole.width() >= pen.px(170.0) && whole.height() >= pen.px(120.0);
    let (left, bottom) = if roomy { (pen.px(50.0), pen.px(38.0)) } else { (pen.px(3.0), pen.px(2.0)) };
    let right = whole.right - pen.px(if roomy { 12.0 } else { 3.0 });
    let inner = Frame { left: whole.left + left, top: whole.top + pen.px(4.0), right, bottom: whole.bottom - bottom };
    let strip = if roomy { (inner.height() * 0.2).clamp(pen.px(26.0), pen.px(90.0)) } else { inner.height() * 0.2 };
    let gap = pen.px(if roomy { 14.0 } else { 3.0 });
    let time = Scale::linear(0.0, view.end);
    let curves = Frame { bottom: inner.bottom - strip - gap, ..inner };
    // Room for the dots at the top and the label beside them.
    let head = if roomy { pen.px(20.0).min(curves.height() / 4.0) } else { 0.0 };
    let top = view.bottom + (view.top - view.bottom) * (curves.height() / (curves.height() - head).max(1.0));
    let upper = Panel { frame: curves, x: time, y: Scale::linear(view.bottom, top) };
    let lower = Panel { frame: Frame { top: inner.bottom - strip, ..inner }, x: time, y: Scale::linear(0.0, 1.0) };

    let across = time.ticks(((inner.width() / pen.px(60.0)) as usize).clamp(2, 5));
    let up = upper.y.ticks(((curves.height() / pen.px(28.0)) as usize).clamp(2, 5));
    view.late_bands(&pen, &upper)?;
    upper.grid(&pen, &across, &up)?;
    lower.grid(&pen, &across, &[])?;
    share::draw(&pen, &lower, timeline, &view.snapshots, view.playhead)?;
    if roomy {
        upper.beside(&pen, &up, ["remaining size", "size"], whole.left)?;
        pen.text("share", (inner.left - pen.px(6.0), f64::midpoint(lower.frame.top, lower.frame.bottom)), SMALL, Side::End, theme.muted)?;
    }
    pen.level(inner.left, inner.right, upper.up(0.0), theme.axis, 1.0)?;
    lower.below(&pen, &across, "time", if roomy { whole.bottom } else { inner.bottom })?;
    pen.upright(upper.across(view.playhead), curves.top, inner.bottom, theme.ink, 1.5)?;
    view.curves(&pen, &upper, roomy)
}

/// A timeline as far as it is drawn: snapshots thinned to the pixels there are, one trace a curve.
struct View<'a> {
    timeline: &'a Timeline,
    /// Positions of the snapshots that are drawn.
    snapshots: Vec<usize>,
    real: Vec<Trace>,
    believed: Vec<Trace>,
    playhead: f64,
    end: f64,
    top: f64,
    bottom: f64,
}

/// A curve of one job, from corner to corner.
struct Trace {
    job: usize,
    /// Time and value.
    corners: Vec<(f64, f64)>,
    slope: f64,
}

impl<'a> View<'a> {
    fn new<DB: DrawingBackend>(pen: &Pen<'_, DB>, timeline: &'a Timeline, frame: TimelineFrame) -> Self {
        let usable = |x: f64, otherwise: f64| if x.is_finite() && x > 0.0 { x.min(1e150) } else { otherwise };
        let end = usable(frame.end, usable(timeline.end(), 1.0));
        let playhead = if frame.playhead.is_nan() { 0.0 } else { frame.playhead.clamp(0.0, end) };
        let top = usable(frame.top, usable(TimelineFrame::around([timeline]).top, 1.0));
        let snapshots = thinned(timeline, pen.frame().width() / end);
        let (real, believed) = traces(timeline, &snapshots);
        let bottom = if frame.bottom.is_nan() { 0.0 } else { frame.bottom.clamp(-BELOW * top, 0.0) };
        Self { timeline, snapshots, real, believed, playhead, end, top, bottom }
    }

    /// Hatches the time during which any job is late.
    fn late_bands<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, panel: &Panel) -> Result<(), ChartError> {
        let theme = pen.theme;
        let mut bands: Vec<(f64, f64)> = vec![];
        for (i, snapshot) in self.timeline.snapshots.iter().enumerate() {
            if snapshot.jobs.iter().any(|curve| curve.late && curve.remaining > 0.0) {
                let to = self.timeline.snapshots.get(i + 1).map_or(self.end, |next| next.time);
                match bands.last_mut() {
                    Some(last) if last.1 >= snapshot.time => last.1 = to,
                    _ => bands.push((snapshot.time, to)),
                }
            }
        }
        for (from, to) in bands {
            for (from, to, strength) in [(from, to.min(self.playhead), 1.0), (from.max(self.playhead), to, 0.4)] {
                let frame = Frame { left: panel.across(from), right: panel.across(to), ..panel.frame };
                if to > from && frame.width() >= 0.5 {
                    let zone = frame;
                    pen.rect(zone, theme.ground.mix(theme.late, 0.06 * strength))?;
                    hatch(pen, zone, theme.ground.mix(theme.late, 0.22 * strength))?;
                }
            }
        }
        Ok(())
    }

    /// Curves, what happens to them, and names.
    fn curves<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, panel: &Panel, labels: bool) -> Result<(), ChartError> {
        let ground = pen.theme.ground;
        let clip = |corners: &[(f64, f64)]| clipped(corners, panel);
        for (future, fade) in [(true, FAINT), (false, 0.0)] {
            for trace in &self.believed {
                let part = clip(&cut(&trace.corners, self.playhead, future));
                let colour = pen.theme.job(trace.job).mix(ground, fade);
                pen.dashed(&part, &BELIEVED, colour, 1.5)?;
            }
            for trace in &self.real {
                let part = clip(&cut(&trace.corners, self.playhead, future));
                pen.path(&part, pen.theme.job(trace.job).mix(ground, fade), 2.5)?;
            }
        }
        let mut placer = Placer::new(Frame { top: panel.frame.top - pen.px(2.0), right: panel.frame.right + pen.px(8.0), ..panel.frame });
        if labels {
            for trace in self.real.iter().chain(&self.believed) {
                placer.avoid(&clip(&trace.corners), pen.px(7.0));
            }
        }
        self.marks(pen, panel, &mut placer)?;
        if labels {
            self.names(pen, panel, &mut placer)?;
            self.key(pen, panel, &mut placer)?;
        }
        Ok(())
    }

    /// What a broken line is, where there is one and room to say so.
    fn key<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, panel: &Panel, placer: &mut Placer) -> Result<(), ChartError> {
        const WORDS: &str = "what the policy believes";
        const SIZE: f64 = 11.0;
        let Frame { left, top, right, .. } = panel.frame;
        let sample = pen.px(27.0);
        let (width, height) = (pen.width(WORDS, SIZE) + sample, pen.px(15.0));
        if self.believed.is_empty() || width > (right - left) * 0.5 {
            return Ok(());
        }
        let place = |left: f64| Frame { left, top: top + pen.px(1.0), right: left + width, bottom: top + pen.px(1.0) + height };
        let candidates = [place(right - width), place(right - width - pen.px(40.0)), place(f64::midpoint(left, right) - width / 2.0)];
        let Some(frame) = placer.place(candidates) else { return Ok(()) };
        let y = f64::midpoint(frame.top, frame.bottom);
        pen.dashed(&[(frame.left, y), (frame.left + pen.px(23.0), y)], &BELIEVED, pen.theme.muted, 1.5)?;
        pen.text(WORDS, (frame.left + sample, y), SIZE, Side::Start, pen.theme.muted)
    }

    /// How far a mark at this time is faded.
    fn fade(&self, time: f64) -> f64 {
        if time > self.playhead { FAINT } else { 0.0 }
    }

    fn shown(&self) -> impl Iterator<Item = &Event> {
        /// More marks than a picture can hold apart.
        const MOST: usize = 2000;
        self.timeline.events.iter().filter(|event| (event.job as usize) < self.timeline.jobs.len()).take(MOST)
    }

    /// A dot where a job arrives, a ring where it completes, a cross where it turns late.
    fn marks<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, panel: &Panel, placer: &mut Placer) -> Result<(), ChartError> {
        let theme = pen.theme;
        let radius = match self.timeline.jobs.len() {
            0..=12 => 4.0,
            13..=40 => 3.0,
            _ => 2.0,
        };
        let r = pen.px(radius + 0.5);
        let crosses = |event: &&Event| event.kind == EventKind::Late;
        for event in self.shown().filter(|event| !crosses(event)).chain(self.shown().filter(crosses)) {
            let job = event.job as usize;
            let fade = self.fade(event.time);
            let colour = theme.job(job).mix(theme.ground, fade);
            let height = match event.kind {
                EventKind::Arrival => self.timeline.jobs[job].size,
                EventKind::Completion => 0.0,
                EventKind::Late => self.remaining(event),
                EventKind::VirtualCompletion | EventKind::Preemption => continue,
            };
            let (x, y) = panel.point(event.time, height);
            match event.kind {
                EventKind::Arrival => pen.dot((x, y), radius, colour)?,
                EventKind::Completion => pen.ring((x, y), radius, colour, radius / 2.0)?,
                _ => pen.cross((x, y), radius + 1.0, theme.late.mix(theme.ground, fade), 2.5)?,
            }
            placer.take(Frame { left: x - r, top: y - r, right: x + r, bottom: y + r });
        }
        Ok(())
    }

    fn remaining(&self, event: &Event) -> f64 {
        let snapshots = &self.timeline.snapshots;
        let at = snapshots.partition_point(|snapshot| snapshot.time < event.time);
        let curve = snapshots.get(at).and_then(|s| s.jobs.iter().find(|curve| curve.job == event.job));
        curve.map_or(0.0, |curve| curve.remaining)
    }

    /// The word at each cross and the name at each dot, where there is room.
    fn names<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, panel: &Panel, placer: &mut Placer) -> Result<(), ChartError> {
        let theme = pen.theme;
        let (mut arrivals, mut late) = (0, 0);
        for event in self.shown() {
            let job = event.job as usize;
            let (words, height, colour, count): (_, _, Rgb, &mut usize) = match event.kind {
                EventKind::Arrival => (format!("J{}", job + 1), self.timeline.jobs[job].size, theme.job_text(job), &mut arrivals),
                EventKind::Late => (format!("J{} late", job + 1), self.remaining(event), theme.late, &mut late),
                _ => continue,
            };
            *count += 1;
            if *count > MOST_LABELS {
                continue;
            }
            let point = panel.point(event.time, height);
            let size = (pen.width(&words, SMALL), pen.px(SMALL + 1.0));
            if let Some(frame) = placer.place(around(point, size, pen.px(7.0))) {
                let fade = if event.time > self.playhead { 0.5 } else { 0.0 };
                let middle = (f64::midpoint(frame.left, frame.right), f64::midpoint(frame.top, frame.bottom));
                pen.text(&words, middle, SMALL, Side::Middle, colour.mix(theme.ground, fade))?;
            }
        }
        Ok(())
    }
}

/// Positions of the snapshots that make a difference: in each column of pixels the first and the last.
fn thinned(timeline: &Timeline, pixels_per_time: f64) -> Vec<usize> {
    let column = |i: usize| (timeline.snapshots[i].time * pixels_per_time) as i64;
    let count = timeline.snapshots.len();
    (0..count).filter(|&i| i == 0 || i + 1 == count || column(i - 1) != column(i) || column(i + 1) != column(i)).collect()
}

/// The curves of all jobs: what remains, and what is believed to.
fn traces(timeline: &Timeline, snapshots: &[usize]) -> (Vec<Trace>, Vec<Trace>) {
    let nothing = vec![None; timeline.jobs.len()];
    let (mut real, mut believed) = (Traces { all: vec![], open: nothing.clone() }, Traces { all: vec![], open: nothing });
    for &i in snapshots {
        let (Some(now), Some(next)) = (timeline.snapshots.get(i), timeline.snapshots.get(i + 1)) else { continue };
        let (from, to) = (now.time, next.time);
        for &curve in now.jobs.iter().filter(|curve| (curve.job as usize) < timeline.jobs.len()) {
            let after = curve.after(to - from);
            let job = curve.job as usize;
            if curve.remaining > 0.0 {
                real.segment(job, (from, curve.remaining), (to, after.remaining), curve.share);
            }
            if let (Some(here), Some(there)) = (curve.virtual_remaining, after.virtual_remaining) {
                // What is believed and true is drawn once.
                let same = |a: f64, b: f64| (a - b).abs() <= 1e-9 * timeline.jobs[job].size;
                if !(same(here, curve.remaining) && same(there, after.remaining)) {
                    believed.segment(job, (from, here), (to, there), curve.virtual_rate);
                }
            }
        }
    }
    (real.all, believed.all)
}

struct Traces {
    all: Vec<Trace>,
    /// The last trace of each job.
    open: Vec<Option<usize>>,
}

impl Traces {
    /// Adds a straight piece: to the job's last trace if it goes on there, without a corner if it goes straight on.
    fn segment(&mut self, job: usize, from: (f64, f64), to: (f64, f64), slope: f64) {
        if ![from.0, from.1, to.0, to.1].iter().all(|x| x.is_finite()) {
            return;
        }
        if let Some(trace) = self.open[job].map(|open| &mut self.all[open])
            && let Some(last) = trace.corners.last_mut()
            && last.0 == from.0
        {
            let level = (last.1 - from.1).abs() <= 1e-9 * (last.1.abs() + from.1.abs());
            if level && trace.slope == slope {
                *last = to;
                return;
            }
            if !level {
                trace.corners.push(from);
            }
            trace.corners.push(to);
            trace.slope = slope;
            return;
        }
        self.open[job] = Some(self.all.len());
        self.all.push(Trace { job, corners: vec![from, to], slope });
    }
}

/// The part of a curve before or after an instant.
fn cut(corners: &[(f64, f64)], at: f64, after: bool) -> Vec<(f64, f64)> {
    let inside = |time: f64| if after { time >= at } else { time <= at };
    let mut part = vec![];
    for (i, &corner) in corners.iter().enumerate() {
        if let Some(&before) = i.checked_sub(1).and_then(|i| corners.get(i))
            && before.0 < at
            && corner.0 > at
        {
            let share = (at - before.0) / (corner.0 - before.0);
            part.push((at, before.1 + share * (corner.1 - before.1)));
        }
        if inside(corner.0) {
            part.push(corner);
        }
    }
    part
}

/// A curve in pixels as far as it lies within the panel, which it leaves and enters once at most: it only falls.
fn clipped(corners: &[(f64, f64)], panel: &Panel) -> Vec<Point> {
    let (low, high) = (panel.y.from, panel.y.to);
    let mut line = vec![];
    for (i, &(time, value)) in corners.iter().enumerate() {
        if let Some(&(before, last)) = i.checked_sub(1).and_then(|i| corners.get(i)) {
            for edge in [high, low] {
                if (last < edge) != (value < edge) && last != edge && value != edge {
                    let share = ((edge - last) / (value - last)).clamp(0.0, 1.0);
                    line.push(panel.point(before + share * (time - before), edge));
                }
            }
        }
        if (low..=high).contains(&value) {
            line.push(panel.point(time, value));
        }
    }
    line
}

/// Slanted lines within a frame.
pub fn hatch<DB: DrawingBackend>(pen: &Pen<'_, DB>, frame: Frame, colour: Rgb) -> Result<(), ChartError> {
    let every = pen.px(9.0);
    let height = frame.height();
    // Lines of one grid, so that neighbouring zones and later pictures continue each other.
    let mut foot = ((frame.left - height) / every).floor() * every;
    while foot < frame.right {
        let (from, to) = (foot.max(frame.left), (foot + height).min(frame.right));
        if to > from {
            pen.path(&[(from, frame.bottom - (from - foot)), (to, frame.bottom - (to - foot))], colour, 1.0)?;
        }
        foot += every;
    }
    Ok(())
}
