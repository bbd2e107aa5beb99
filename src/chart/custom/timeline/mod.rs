//! What one policy does with a few jobs: a curve for each, and below, on the same time axis, the jobs in service.

mod board;
mod marks;
mod stack;
mod traces;

pub use board::board;

use crate::chart::axes;
use crate::chart::labels::Placer;
use crate::chart::panel::Panel;
use crate::chart::pen::{Frame, Pen, SMALL, Side};
use crate::chart::ticks::Scale;
use crate::chart::{ChartError, Rgb, Theme};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use schedscope_engine::server::{Curve, Timeline};
use schedscope_engine::sim::brief;
use traces::{Trace, clipped, cut, thinned, traces};

/// Which curves are drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug, Default)]
pub enum Curves {
    /// The remaining size of each job, and broken what the policy believes is left.
    #[default]
    Remaining,
    /// The service that each job has attained.
    Attained,
    /// The number of jobs in the system, job upon job: the area is the sum of sojourn times.
    Number,
}

/// Where the axes end, common to all panels, where simulated time stands, and what is shown.
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
    /// Most jobs in the system at once.
    pub most: u32,
    /// Which curves are drawn.
    pub curves: Curves,
    /// Whether what lies after the playhead is not drawn at all.
    pub hidden: bool,
    /// The instant that is pointed at.
    pub cursor: Option<f64>,
}

impl TimelineFrame {
    /// The axes that hold all of these, with the playhead at the end.
    pub fn around<'a>(timelines: impl IntoIterator<Item = &'a Timeline>) -> Self {
        let (mut end, mut top, mut least, mut most) = (0.0, 0.0, 0.0, 0);
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
            let present = |jobs: &[Curve]| jobs.iter().filter(|curve| curve.remaining > 0.0).count() as u32;
            most = timeline.snapshots.iter().map(|snapshot| present(&snapshot.jobs)).fold(most, u32::max);
        }
        let bottom = if least < -1e-6 * top { -(-least).max(LEAST_BELOW * top).min(BELOW * top) } else { 0.0 };
        Self { playhead: end, end, top, bottom, most, curves: Curves::Remaining, hidden: false, cursor: None }
    }

    /// Where the time axis begins and ends in a picture of this size, in pixels.
    pub fn axis(width: f64, height: f64, scale: f64) -> (f64, f64) {
        let margins = Margins::of(width, height, scale);
        (margins.left, width - margins.right)
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

/// What is left free beside the curves.
struct Margins {
    left: f64,
    right: f64,
    bottom: f64,
    /// Whether there is room for words.
    roomy: bool,
}

impl Margins {
    fn of(width: f64, height: f64, scale: f64) -> Self {
        let roomy = width >= 170.0 * scale && height >= 120.0 * scale;
        let (left, right, bottom) = if roomy { (50.0, 12.0, 38.0) } else { (3.0, 3.0, 2.0) };
        Self { left: left * scale, right: right * scale, bottom: bottom * scale, roomy }
    }
}

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
    let Margins { left, right, bottom, roomy } = Margins::of(whole.width(), whole.height(), pen.scale);
    let inner = Frame { left: whole.left + left, top: whole.top + pen.px(4.0), right: whole.right - right, bottom: whole.bottom - bottom };
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
    if view.frame.curves != Curves::Number {
        view.late_bands(&pen, &upper)?;
    }
    upper.grid(&pen, &across, &up)?;
    lower.grid(&pen, &across, &[])?;
    stack::draw(&pen, &lower, &view, stack::Height::Share)?;
    if roomy {
        let titles = match view.frame.curves {
            Curves::Remaining => ["remaining size", "size"],
            Curves::Attained => ["attained service", "attained"],
            Curves::Number => ["jobs in the system", "jobs"],
        };
        let title = axes::fitting(&pen, &titles, upper.frame.height() + pen.px(24.0));
        upper.beside(&pen, &up, title, whole.left)?;
        pen.text("share", (inner.left - pen.px(6.0), f64::midpoint(lower.frame.top, lower.frame.bottom)), SMALL, Side::End, theme.muted)?;
    }
    pen.level(inner.left, inner.right, upper.up(0.0), theme.axis, 1.0)?;
    lower.below(&pen, &across, "time", if roomy { whole.bottom } else { inner.bottom })?;
    if view.frame.curves == Curves::Number {
        stack::draw(&pen, &upper, &view, stack::Height::One)?;
        view.area(&pen, &upper, roomy)?;
        view.playhead(&pen, &upper, inner.bottom)?;
    } else {
        view.playhead(&pen, &upper, inner.bottom)?;
        view.curves(&pen, &upper, roomy)?;
    }
    view.cursor(&pen, &upper, inner.bottom)?;
    view.unknown(&pen, Frame { left: upper.across(view.playhead), ..inner })
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
    frame: TimelineFrame,
}

impl<'a> View<'a> {
    fn new<DB: DrawingBackend>(pen: &Pen<'_, DB>, timeline: &'a Timeline, frame: TimelineFrame) -> Self {
        let usable = |x: f64, otherwise: f64| if x.is_finite() && x > 0.0 { x.min(1e150) } else { otherwise };
        let end = usable(frame.end, usable(timeline.end(), 1.0));
        let playhead = if frame.playhead.is_nan() { 0.0 } else { frame.playhead.clamp(0.0, end) };
        let snapshots = thinned(timeline, pen.frame().width() / end);
        let number = frame.curves == Curves::Number;
        let (real, believed) = if number { (vec![], vec![]) } else { traces(timeline, &snapshots, frame.curves == Curves::Attained) };
        let top = if number { f64::from(frame.most.max(1)) } else { usable(frame.top, usable(TimelineFrame::around([timeline]).top, 1.0)) };
        let below = frame.curves == Curves::Remaining && !frame.bottom.is_nan();
        let bottom = if below { frame.bottom.clamp(-BELOW * top, 0.0) } else { 0.0 };
        Self { timeline, snapshots, real, believed, playhead, end, top, bottom, frame }
    }

    /// The colour of a job, by its name: it keeps it when it arrives earlier or later than others.
    fn colour(&self, theme: &Theme, job: usize) -> Rgb {
        theme.job(self.place(job))
    }

    fn place(&self, job: usize) -> usize {
        self.timeline.jobs.get(job).map_or(job, |job| job.id.saturating_sub(1) as usize)
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
                if to > from && frame.width() >= 0.5 && self.known(from) {
                    pen.rect(frame, theme.ground.mix(theme.late, 0.06 * strength))?;
                    hatch(pen, frame, theme.ground.mix(theme.late, 0.22 * strength))?;
                }
            }
        }
        Ok(())
    }

    /// Whether what begins at this time is drawn.
    fn known(&self, time: f64) -> bool {
        !self.frame.hidden || time < self.playhead
    }

    fn playhead<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, panel: &Panel, bottom: f64) -> Result<(), ChartError> {
        pen.upright(panel.across(self.playhead), panel.frame.top, bottom, pen.theme.ink, 1.5)
    }

    /// Curves, what happens to them, and names.
    fn curves<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, panel: &Panel, labels: bool) -> Result<(), ChartError> {
        let ground = pen.theme.ground;
        let clip = |corners: &[(f64, f64)]| clipped(corners, panel);
        for (future, fade) in [(true, FAINT), (false, 0.0)] {
            if future && self.frame.hidden {
                continue;
            }
            for trace in &self.believed {
                let part = clip(&cut(&trace.corners, self.playhead, future));
                pen.dashed(&part, &BELIEVED, self.colour(pen.theme, trace.job).mix(ground, fade), 1.5)?;
            }
            for trace in &self.real {
                let part = clip(&cut(&trace.corners, self.playhead, future));
                pen.path(&part, self.colour(pen.theme, trace.job).mix(ground, fade), 2.5)?;
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
        }
        Ok(())
    }

    /// What the area under the number in the system is.
    fn area<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, panel: &Panel, labels: bool) -> Result<(), ChartError> {
        let arrived = self.timeline.jobs.iter().zip(&self.timeline.completions).filter(|(job, _)| job.arrival < self.playhead);
        let area: f64 = arrived.map(|(job, completion)| completion.min(self.playhead) - job.arrival).sum();
        let jobs = self.timeline.jobs.len();
        let over = self.timeline.completions.iter().all(|completion| *completion <= self.playhead);
        let words = if over {
            format!("area {} = sum of sojourns; ÷ {jobs} jobs = mean {}", brief(area), brief(area / jobs.max(1) as f64))
        } else {
            format!("area so far {}", brief(area))
        };
        let (x, y) = (panel.frame.left + pen.px(8.0), panel.frame.top + pen.px(9.0));
        if labels { pen.text(&words, (x, y), SMALL, Side::Start, pen.theme.ink) } else { Ok(()) }
    }

    /// The instant that is pointed at, with a dot on each curve.
    fn cursor<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, panel: &Panel, bottom: f64) -> Result<(), ChartError> {
        let Some(time) = self.frame.cursor.filter(|time| (0.0..=self.end).contains(time) && (self.known(*time) || *time == self.playhead))
        else {
            return Ok(());
        };
        pen.upright(panel.across(time), panel.frame.top, bottom, pen.theme.muted, 1.0)?;
        for curve in self.timeline.at(time).filter(|curve| curve.remaining > 0.0) {
            let height = match self.frame.curves {
                Curves::Remaining => curve.remaining,
                Curves::Attained => curve.attained,
                Curves::Number => continue,
            };
            pen.dot(panel.point(time, height), 5.0, pen.theme.ground)?;
            pen.dot(panel.point(time, height), 3.5, self.colour(pen.theme, curve.job as usize))?;
        }
        Ok(())
    }

    /// A future that is to be guessed.
    fn unknown<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, frame: Frame) -> Result<(), ChartError> {
        if !self.frame.hidden || frame.width() < pen.px(24.0) {
            return Ok(());
        }
        let middle = (f64::midpoint(frame.left, frame.right), f64::midpoint(frame.top, frame.bottom));
        pen.text("?", middle, 40.0, Side::Middle, pen.theme.axis)
    }
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
