//! What one policy does with a few jobs: a lane for each, and below, on the same clock, who is served, how many jobs are in the
//! system, and when something is decided.
//!
//! What does not depend on where time stands is drawn in [layers](Layer), which the page keeps from frame to frame; a file has them
//! all, cut where time stands.

mod board;
mod bracket;
mod curves;
mod decisions;
mod ghost;
mod lanes;
mod layout;
mod marks;
mod stack;
mod system;
mod titles;
mod traces;
mod virtual_time;

pub use board::board;
pub use layout::{Lane, Layout};
pub use titles::timeline_titles;
pub use virtual_time::{
    VirtualContents, VirtualFrame, VirtualLayout, virtual_board, virtual_time, virtual_time_layer, virtual_time_now, virtual_titles,
};

use crate::panel::Panel;
use crate::pen::{Frame, Pen, SMALL, Side};
use crate::ticks::{Scale, Tick};
use crate::{ChartError, Rgb, Theme};
use schedscope::server::{Curve, Timeline};
use schedscope::workload::Job;
use schedscope_core::plot::{Colour, Look, look_of};
use std::rc::Rc;
use traces::thinned;

/// How jobs are drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug, Default)]
pub enum Curves {
    /// A lane for each: what is left of it, and broken what the policy believes is left. Within a lane the axis is linear; its height
    /// goes with the square root of the size.
    #[default]
    Lanes,
    /// What is left of each on one axis, on which lengths go with the square root.
    Remaining,
    /// The service that each has attained, likewise.
    Attained,
}

/// Where the axes end, common to all panels, where simulated time stands, and what is shown.
#[derive(Clone, PartialEq, Debug)]
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
    /// How jobs are drawn.
    pub curves: Curves,
    /// Whether what lies after the playhead is not drawn at all.
    pub hidden: bool,
    /// The instant that is pointed at.
    pub cursor: Option<f64>,
    /// The lanes from top to bottom.
    pub lanes: Rc<[Lane]>,
    /// Id of the job that is looked at: its lane is larger, the others step back.
    pub selected: Option<u64>,
    /// Id of the job that is pointed at.
    pub lit: Option<u64>,
}

impl TimelineFrame {
    /// The axes that hold all of these, with the playhead at the end.
    pub fn around<'a>(timelines: impl IntoIterator<Item = &'a Timeline>) -> Self {
        let (mut end, mut top, mut least, mut most) = (0.0, 0.0, 0.0, 0);
        let mut jobs: &[Job] = &[];
        for timeline in timelines {
            jobs = &timeline.jobs;
            end = timeline.completions.iter().copied().fold(timeline.end().max(end), f64::max);
            let largest = timeline.jobs.iter().map(|job| job.size).fold(top, f64::max);
            // A wildly over-estimated job leaves the picture at the top rather than flatten all others.
            let believed = timeline.jobs.iter().map(|job| job.estimate).fold(largest, f64::max);
            top = believed.min(2.0 * largest);
            // Curves only fall, so that each is least where its piece ends.
            let ends =
                timeline.snapshots.windows(2).flat_map(|pair| pair[0].jobs.iter().map(|curve| curve.after(pair[1].time - pair[0].time)));
            least = ends.filter_map(|curve| curve.virtual_remaining).fold(least, f64::min);
            most = timeline.snapshots.iter().map(|snapshot| present(&snapshot.jobs)).fold(most, u32::max);
        }
        let bottom = if least < -1e-6 * top { -(-least).max(LEAST_BELOW * top).min(BELOW * top) } else { 0.0 };
        let lanes = jobs.iter().map(|job| Lane { id: job.id, full: job.size.max(job.estimate.min(top)) }).collect();
        Self { playhead: end, end, top, bottom, most, curves: Curves::Lanes, hidden: false, cursor: None, lanes, selected: None, lit: None }
    }

    /// Whether there are more jobs than colours tell apart.
    pub fn crowded(&self) -> bool {
        self.lanes.len() > Colour::JOBS
    }
}

/// How many of these jobs are in the system.
fn present(jobs: &[Curve]) -> u32 {
    jobs.iter().filter(|curve| curve.remaining > 0.0).count() as u32
}

/// How much of the largest size is shown below zero at most, where believed sizes go once they were wrong.
const BELOW: f64 = 0.2;
/// The same at least, if any is.
const LEAST_BELOW: f64 = 0.08;
/// How much of an area's strength it has while it is still to come. Lines are [as pale as can be read](Theme::ahead).
const AHEAD: f64 = 0.6;
/// A lane that is not the one that is looked at, towards the ground.
const DIM: f64 = 0.5;
/// Pattern of what is believed.
const BELIEVED: [f64; 2] = [5.0, 4.0];

/// What is drawn.
#[derive(Clone, Copy)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct TimelineContents<'a> {
    /// What a policy does.
    pub timeline: &'a Timeline,
    /// How it is drawn.
    pub look: Look,
    /// What the policy beside it does, and how it is drawn: its number in the system is an outline.
    pub other: Option<(&'a Timeline, Look)>,
    /// What the policy would do if the estimate of the job with this id were exact.
    pub ghost: Option<(&'a Timeline, u64)>,
    /// Whether jobs have their names in the picture.
    pub named: bool,
    /// Whether lanes say what the size of their job is and what it was guessed to be, where there is room: no titles beside them do.
    pub sizes: bool,
    /// Whether each lane shows when the job leaves under the policy beside it.
    pub departures: bool,
    /// Whether lanes end with the instant at which the job leaves, in place of its sojourn time.
    pub instants: bool,
}

impl<'a> TimelineContents<'a> {
    /// A policy by itself.
    pub fn alone(timeline: &'a Timeline) -> Self {
        Self {
            timeline,
            look: look_of(&timeline.policy.choice()),
            other: None,
            ghost: None,
            named: true,
            sizes: false,
            departures: false,
            instants: false,
        }
    }
}

/// A part of the picture that does not depend on where time stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layer {
    /// Everything as it is once it has happened.
    Past,
    /// Everything as it is before.
    Future,
    /// What is the same before and after and lies on top, on no ground of its own.
    Over,
}

impl Layer {
    /// From the lowest to the highest.
    pub const ALL: [Self; 3] = [Self::Past, Self::Future, Self::Over];
}

/// Draws a timeline: all layers, cut where time stands.
///
/// # Errors
/// If the surface refuses.
pub fn timeline(pen: &Pen<'_>, shown: TimelineContents<'_>, frame: &TimelineFrame) -> Result<(), ChartError> {
    let mut view = View::new(pen, shown, frame);
    view.ground(pen)?;
    if !frame.hidden {
        (view.window, view.ahead) = ((view.playhead, f64::INFINITY), true);
        view.content(pen)?;
    }
    (view.window, view.ahead) = ((f64::NEG_INFINITY, view.playhead), false);
    view.content(pen)?;
    view.now(pen)?;
    view.over(pen)
}

/// Draws one layer of it.
///
/// # Errors
/// If the surface refuses.
pub fn timeline_layer(pen: &Pen<'_>, (shown, frame): (TimelineContents<'_>, &TimelineFrame), layer: Layer) -> Result<(), ChartError> {
    let mut view = View::new(pen, shown, frame);
    if layer == Layer::Over {
        return view.over(pen);
    }
    view.ground(pen)?;
    if layer == Layer::Future {
        view.ahead = true;
        if frame.hidden {
            return Ok(());
        }
    }
    view.content(pen)
}

/// Draws what depends on where time stands, between the layers below and the one on top. `snapshots` need not be thinned for it.
///
/// # Errors
/// If the surface refuses.
pub fn timeline_now(pen: &Pen<'_>, shown: TimelineContents<'_>, frame: &TimelineFrame) -> Result<(), ChartError> {
    View::new(pen, shown, frame).now(pen)
}

/// A timeline as far as it is drawn.
struct View<'a> {
    timeline: &'a Timeline,
    shown: TimelineContents<'a>,
    frame: &'a TimelineFrame,
    layout: Layout,
    time: Scale,
    playhead: f64,
    end: f64,
    /// From when until when it is drawn.
    window: (f64, f64),
    /// Whether it is still to come.
    ahead: bool,
}

impl<'a> View<'a> {
    fn new(pen: &Pen<'_>, shown: TimelineContents<'a>, frame: &'a TimelineFrame) -> Self {
        let usable = |x: f64, otherwise: f64| if x.is_finite() && x > 0.0 { x.min(1e150) } else { otherwise };
        let end = usable(frame.end, usable(shown.timeline.end(), 1.0));
        let playhead = if frame.playhead.is_nan() { 0.0 } else { frame.playhead.clamp(0.0, end) };
        let whole = pen.frame();
        let layout = Layout::of(whole.width(), whole.height(), pen.scale, frame);
        // What is hidden is not drawn, wherever a label of it would lie.
        let window = (f64::NEG_INFINITY, if frame.hidden { playhead } else { f64::INFINITY });
        Self { timeline: shown.timeline, shown, frame, layout, time: Scale::linear(0.0, end), playhead, end, window, ahead: false }
    }

    fn x(&self, time: f64) -> f64 {
        self.layout.left + self.time.place(time).clamp(0.0, 1.0) * (self.layout.right - self.layout.left)
    }

    /// Positions of the snapshots that make a difference to the pixels there are.
    fn snapshots(&self) -> Vec<usize> {
        thinned(self.timeline, (self.layout.right - self.layout.left) / self.end)
    }

    /// Whether what happens at this time is drawn.
    fn shows(&self, time: f64) -> bool {
        self.window.0 <= time && time <= self.window.1
    }

    /// What of a stretch of time is drawn, if any.
    fn within(&self, from: f64, to: f64) -> Option<(f64, f64)> {
        let (from, to) = (from.max(self.window.0), to.min(self.window.1));
        (to > from).then_some((from, to))
    }

    fn id(&self, job: usize) -> u64 {
        self.timeline.jobs.get(job).map_or(0, |job| job.id)
    }

    fn colour(&self, theme: &Theme, job: usize) -> Rgb {
        self.timeline.jobs.get(job).map_or(theme.muted, |job| theme.of_many(job, self.frame.lanes.len()))
    }

    fn text_colour(&self, theme: &Theme, job: usize) -> Rgb {
        if self.ahead || self.dimmed(job) {
            return theme.muted;
        }
        self.timeline.jobs.get(job).map_or(theme.muted, |job| theme.text_of_many(job, self.frame.lanes.len()))
    }

    fn dimmed(&self, job: usize) -> bool {
        self.frame.selected.is_some_and(|selected| selected != self.id(job))
    }

    /// The strength (0 … 1) of an area that has this one when it is past.
    fn strength(&self, past: f64) -> f64 {
        if self.ahead { AHEAD * past } else { past }
    }

    /// The colour of a line that has this one when it is past.
    fn line(&self, theme: &Theme, past: Rgb) -> Rgb {
        if self.ahead { theme.ahead(past) } else { past }
    }

    /// An area in the lane of a job, of a colour and a strength (0 … 1).
    fn area(&self, theme: &Theme, job: usize, colour: Rgb, strength: f64) -> Rgb {
        let dim = if self.dimmed(job) { DIM } else { 0.0 };
        colour.mix(theme.ground, 1.0 - self.strength(strength) * (1.0 - dim))
    }

    /// A line in the lane of a job, of a colour.
    fn stroke(&self, theme: &Theme, job: usize, colour: Rgb) -> Rgb {
        self.line(theme, colour).mix(theme.ground, if self.dimmed(job) { DIM } else { 0.0 })
    }

    /// The ticks of time.
    fn across(&self, pen: &Pen<'_>) -> Vec<Tick> {
        self.time.ticks((((self.layout.right - self.layout.left) / pen.px(56.0)) as usize).clamp(3, 6))
    }

    /// The ground with its grid and axes.
    fn ground(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        pen.clear()?;
        let Layout { left, right, foot, ref pictures, .. } = self.layout;
        let across = self.across(pen);
        let upper = Panel { frame: *pictures, x: self.time, y: Scale::linear(0.0, 1.0) };
        upper.grid(pen, &across, &[])?;
        match self.frame.curves {
            Curves::Lanes => {
                for lane in &self.layout.lanes {
                    pen.level(left, right, lane.bottom, pen.theme.grid, 1.0)?;
                }
            }
            _ => self.scale(pen)?,
        }
        self.count_ground(pen, &across)?;
        let axis = Panel { frame: Frame { left, top: foot, right, bottom: foot }, x: self.time, y: Scale::linear(0.0, 1.0) };
        axis.below(pen, &across, "", if self.layout.roomy { foot + pen.px(20.0) } else { foot })?;
        if let Some(y) = self.layout.decisions {
            pen.level(left, right, y, pen.theme.grid, 1.0)?;
        }
        Ok(())
    }

    /// What happens within the window.
    fn content(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        let snapshots = self.snapshots();
        match self.frame.curves {
            Curves::Lanes => self.lanes(pen, &snapshots)?,
            Curves::Remaining | Curves::Attained => self.curves(pen, &snapshots)?,
        }
        if let Some(strip) = self.layout.strip {
            stack::draw(pen, strip, self, &snapshots)?;
        }
        self.count(pen)?;
        self.decide(pen)
    }

    /// What is the same before and after.
    fn over(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        if self.frame.hidden {
            return Ok(());
        }
        self.brackets(pen)?;
        if self.frame.curves == Curves::Lanes {
            self.waits(pen)?;
            self.sizes(pen)?;
            self.ghosts(pen)?;
        }
        self.name_other(pen)
    }

    /// Where time stands, and what is so there.
    fn now(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        let theme = pen.theme;
        let Layout { left, right, ref pictures, foot, .. } = self.layout;
        if let Some(lane) = self.frame.lit.and_then(|id| self.lane(id)).filter(|_| self.frame.curves == Curves::Lanes) {
            let Frame { top, bottom, .. } = lane;
            let (top, bottom) = (top - pen.px(2.0), bottom + pen.px(3.0));
            pen.veil(&[(0.0, top), (pen.frame().right, top), (pen.frame().right, bottom), (0.0, bottom)], theme.accent, 0.1)?;
        }
        if self.frame.hidden && self.x(self.playhead) + pen.px(24.0) < right {
            let middle = (f64::midpoint(self.x(self.playhead), right), f64::midpoint(pictures.top, pictures.bottom));
            pen.text("?", middle, 40.0, Side::Middle, theme.axis)?;
        }
        let known = |time: &f64| !self.frame.hidden || *time <= self.playhead;
        if let Some(time) = self.frame.cursor.filter(|time| (0.0..=self.end).contains(time)).filter(known) {
            pen.upright(self.x(time), pictures.top, foot, theme.muted, 1.0)?;
        }
        pen.upright(self.x(self.playhead).clamp(left, right), pictures.top, foot, theme.ink, 2.0)?;
        match self.frame.curves {
            Curves::Lanes => self.believed_now(pen)?,
            Curves::Remaining => self.beyond(pen)?,
            Curves::Attained => {}
        }
        self.count_now(pen)?;
        self.decide_now(pen)
    }

    /// Where the lane of the job with this id is.
    fn lane(&self, id: u64) -> Option<Frame> {
        let at = self.frame.lanes.iter().position(|lane| lane.id == id)?;
        self.layout.lanes.get(at).copied()
    }

    /// A text that is read on whatever is below it, with a veil of the ground's or another colour between.
    fn on_veil(pen: &Pen<'_>, words: &str, (x, y): (f64, f64), side: Side, (colour, veil): (Rgb, Rgb)) -> Result<(), ChartError> {
        let (width, tall) = (pen.width(words, SMALL) * 1.1, pen.px(SMALL / 2.0 + 2.0));
        let left = match side {
            Side::Start => x - pen.px(3.0),
            Side::Middle => x - width / 2.0,
            Side::End => x - width + pen.px(3.0),
        };
        let corners = [(left, y - tall), (left + width, y - tall), (left + width, y + tall), (left, y + tall)];
        pen.veil(&corners, veil, 0.75)?;
        pen.bold(words, (x, y), SMALL, side, colour)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mode;

    #[test]
    fn what_is_to_come_is_clearly_paler_than_what_is_past() {
        for theme in [Theme::of(Mode::Light), Theme::of(Mode::Dark)] {
            for job in 0..Colour::JOBS {
                let contrast = |strength: f64| theme.job(job).mix(theme.ground, 1.0 - strength).contrast(theme.ground);
                let (past, ahead) = (contrast(lanes::SERVED), contrast(AHEAD * lanes::SERVED));
                assert!(past >= 1.5 * ahead, "job {job} in {:?}: {past:.2}, ahead {ahead:.2}", theme.mode);
                let waits = contrast(AHEAD * lanes::waiting(theme.mode));
                assert!(ahead >= 1.5 * waits, "job {job} in {:?} ahead: served {ahead:.2}, waiting {waits:.2}", theme.mode);
            }
        }
    }
}
