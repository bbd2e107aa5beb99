//! Virtual time in three panels on one time axis: what is really left of each job, what is left of it in the virtual system of the
//! policy, and the virtual clock with the ticket of each job. A link leads from where a job leaves to where it completes virtually: if
//! it leans to the left, the job is late.
//!
//! A panel is a file ([`real`], [`virtually`], [`clock`]); around them are [`ground`], [`now`] and [`titles`]; where they are says
//! [`layout`].

mod clock;
mod ground;
mod layout;
mod now;
mod real;
mod titles;
mod virtually;

pub use layout::VirtualLayout;
pub use titles::{virtual_board, virtual_titles};

use super::traces::{clipped, cut};
use super::{Layer, View};
use crate::labels::{Placer, around};
use crate::panel::Panel;
use crate::pen::{Frame, Pen, SMALL, Side};
use crate::ticks::Scale;
use crate::{ChartError, Rgb, Theme, dash};
use schedscope::server::{Kind, Ticket, Timeline, VirtualTime};

/// What one policy does, and its virtual system if it has one.
#[derive(Clone, Copy)]
pub struct VirtualContents<'a> {
    /// What it does.
    pub timeline: &'a Timeline,
    /// Its virtual system.
    pub virtually: Option<&'a VirtualTime>,
}

/// Where the axes end, common to all pictures side by side, and where time stands.
#[derive(Clone, PartialEq, Debug)]
pub struct VirtualFrame {
    /// The instant that is looked at.
    pub playhead: f64,
    /// End of the time axis.
    pub end: f64,
    /// Most that is really left of a job.
    pub top: f64,
    /// Most that is left of one in a virtual system.
    pub virtual_top: f64,
    /// Largest reading of a virtual clock.
    pub clock_top: f64,
    /// Number of jobs, on which their colours depend.
    pub jobs: usize,
    /// Id of the job that is looked at: the others step back.
    pub selected: Option<u64>,
    /// Whether the panels have their names in the picture.
    pub named: bool,
    /// Whether a policy goes by guesses.
    pub guessed: bool,
    /// Whether jobs have weights in a virtual system.
    pub weighted: bool,
}

/// How much longer than the run the time axis may be, so that it shows when jobs complete virtually.
const LONGER: f64 = 1.6;
/// Of more jobs than this, curves have no words but their names.
const FEW: usize = 6;
/// Width of a picture, at scale 1, in which whole phrases have room.
const WIDE: f64 = 480.0;
/// Of more jobs than this they have not even these.
const SOME: usize = 12;
/// What is still to come, towards the ground.
const FADED: f64 = 0.45;
/// A job that is not the one that is looked at, towards the ground.
const DIM: f64 = 0.6;

impl VirtualFrame {
    /// The axes that hold all of these, with the playhead at the end.
    pub fn around<'a>(all: impl IntoIterator<Item = VirtualContents<'a>>) -> Self {
        let mut frame = Self {
            playhead: 0.0,
            end: 0.0,
            top: 0.0,
            virtual_top: 0.0,
            clock_top: 0.0,
            jobs: 0,
            selected: None,
            named: false,
            guessed: false,
            weighted: false,
        };
        let all: Vec<VirtualContents<'_>> = all.into_iter().collect();
        for VirtualContents { timeline, .. } in &all {
            frame.end = timeline.completions.iter().copied().fold(timeline.end().max(frame.end), f64::max);
            frame.top = timeline.jobs.iter().map(|job| job.size).fold(frame.top, f64::max);
            frame.jobs = frame.jobs.max(timeline.jobs.len());
        }
        frame.playhead = frame.end;
        let virtually = || all.iter().filter_map(|contents| Some((contents.timeline, contents.virtually?)));
        frame.end = virtually().map(|(_, virtually)| virtually.end()).fold(frame.end, f64::max).min(LONGER * frame.end);
        for (timeline, virtually) in virtually() {
            for ticket in &virtually.tickets {
                frame.virtual_top = frame.virtual_top.max((ticket.size * ticket.weight).min(2.0 * frame.top));
                frame.weighted |= ticket.weight != 1.0;
                // Of a job that completes beyond the axis the ticket is beyond it, too.
                let number = if ticket.end <= frame.end { ticket.number() } else { 0.0 };
                frame.clock_top = frame.clock_top.max(number).max(virtually.at(frame.end));
            }
            frame.guessed |= *timeline.policy.kind() != Kind::Fsp;
        }
        frame
    }
}

/// Draws the three panels.
///
/// # Errors
/// If the surface refuses.
pub fn virtual_time(pen: &Pen<'_>, contents: VirtualContents<'_>, frame: &VirtualFrame) -> Result<(), ChartError> {
    let mut seen = Seen::new(pen, contents, frame);
    seen.ground(pen)?;
    (seen.window, seen.fade) = ((frame.playhead, f64::INFINITY), FADED);
    seen.content(pen)?;
    (seen.window, seen.fade) = ((f64::NEG_INFINITY, frame.playhead), 0.0);
    seen.content(pen)?;
    seen.now(pen)
}

/// Draws one layer of them.
///
/// # Errors
/// If the surface refuses.
pub fn virtual_time_layer(pen: &Pen<'_>, contents: VirtualContents<'_>, frame: &VirtualFrame, layer: Layer) -> Result<(), ChartError> {
    let mut seen = Seen::new(pen, contents, frame);
    seen.fade = if layer == Layer::Future { FADED } else { 0.0 };
    if layer == Layer::Over {
        return Ok(());
    }
    seen.ground(pen)?;
    seen.content(pen)
}

/// Draws what depends on where time stands, above these layers.
///
/// # Errors
/// If the surface refuses.
pub fn virtual_time_now(pen: &Pen<'_>, contents: VirtualContents<'_>, frame: &VirtualFrame) -> Result<(), ChartError> {
    Seen::new(pen, contents, frame).now(pen)
}

/// The three panels as far as they are drawn.
struct Seen<'a> {
    timeline: &'a Timeline,
    virtually: Option<&'a VirtualTime>,
    frame: &'a VirtualFrame,
    roomy: bool,
    /// Whether phrases stand side by side.
    wide: bool,
    real: Panel,
    virtual_left: Panel,
    clock: Panel,
    /// From when until when it is drawn.
    window: (f64, f64),
    /// How far it is faded.
    fade: f64,
}

impl<'a> Seen<'a> {
    fn new(pen: &Pen<'_>, VirtualContents { timeline, virtually }: VirtualContents<'a>, frame: &'a VirtualFrame) -> Self {
        let usable = |x: f64| if x.is_finite() && x > 0.0 { x.min(1e150) } else { 1.0 };
        let whole = pen.frame();
        let layout = VirtualLayout::of(whole.width(), whole.height(), pen.scale);
        let time = Scale::linear(0.0, usable(frame.end));
        // Room for the dots at the top and the labels beside them.
        let panel = |frame: Frame, top: f64| Panel { frame, x: time, y: Scale::linear(0.0, usable(top) * 1.1) };
        Self {
            timeline,
            virtually,
            frame,
            roomy: layout.roomy,
            wide: whole.width() >= pen.px(WIDE),
            real: panel(layout.real, frame.top),
            virtual_left: panel(layout.virtually, frame.virtual_top),
            clock: panel(layout.clock, frame.clock_top),
            window: (f64::NEG_INFINITY, f64::INFINITY),
            fade: 0.0,
        }
    }

    fn shows(&self, time: f64) -> bool {
        self.window.0 <= time && time <= self.window.1
    }

    /// Each job in the virtual system.
    fn tickets(&self) -> impl Iterator<Item = (usize, &'a Ticket)> {
        self.virtually.into_iter().flat_map(|virtually| virtually.tickets.iter().enumerate())
    }

    /// Whether there is room for whole phrases: few jobs in a wide picture.
    fn wordy(&self) -> bool {
        self.roomy && self.wide && self.timeline.jobs.len() <= FEW
    }

    fn dim(&self, job: usize) -> f64 {
        let id = self.timeline.jobs.get(job).map(|job| job.id);
        if self.frame.selected.is_some_and(|selected| Some(selected) != id) { DIM } else { 0.0 }
    }

    /// A colour of a job, as faded as this view is and this job.
    fn tone(&self, theme: &Theme, job: usize, colour: Rgb) -> Rgb {
        colour.mix(theme.ground, 1.0 - (1.0 - self.fade) * (1.0 - self.dim(job)))
    }

    fn line(&self, theme: &Theme, job: usize) -> Rgb {
        self.timeline.jobs.get(job).map_or(theme.muted, |of| self.tone(theme, job, theme.of_many(of, self.frame.jobs)))
    }

    /// The colour in which something is said of a job: never so faint that it cannot be read.
    fn text(&self, theme: &Theme, job: usize) -> Rgb {
        if self.dim(job) > 0.0 {
            return theme.muted;
        }
        let own = self.timeline.jobs.get(job).map_or(theme.muted, |of| theme.text_of_many(of, self.frame.jobs));
        own.mix(theme.ground, self.fade / 3.0)
    }

    /// Whether a job completes virtually before it does so really.
    fn late(&self, job: usize, ticket: &Ticket) -> bool {
        self.timeline.completions.get(job).is_some_and(|completion| ticket.end < completion - 1e-9 * completion.abs())
    }

    fn content(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        self.really(pen)?;
        if let Some(virtually) = self.virtually {
            self.left_virtually(pen)?;
            self.ticks(pen, virtually)?;
        }
        Ok(())
    }

    /// The part of a curve that is drawn, in pixels.
    fn part(&self, panel: &Panel, corners: &[(f64, f64)]) -> Vec<dash::Point> {
        let until = cut(corners, self.window.1.min(self.frame.end), false);
        clipped(&cut(&until, self.window.0, true), panel)
    }

    fn radius(&self) -> f64 {
        if self.timeline.jobs.len() <= SOME { 4.5 } else { 3.0 }
    }

    fn dot(&self, pen: &Pen<'_>, panel: &Panel, (time, value): (f64, f64), job: usize) -> Result<(), ChartError> {
        if !self.shows(time) {
            return Ok(());
        }
        pen.dot(panel.point(time, value), self.radius() + 1.0, pen.theme.ground)?;
        pen.dot(panel.point(time, value), self.radius(), self.line(pen.theme, job))
    }

    /// A square: where a job completes virtually.
    fn square(&self, pen: &Pen<'_>, (x, y): dash::Point, job: usize) -> Result<(), ChartError> {
        let r = pen.px(self.radius() + 1.0);
        let corners = [(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r), (x - r, y - r)];
        pen.polygon(&corners[..4], pen.theme.ground)?;
        pen.path(&corners, self.line(pen.theme, job), 2.5)
    }

    /// A placer for a panel in which marks and curves are.
    fn placer<'b>(&self, pen: &Pen<'_>, panel: &Panel, curves: impl IntoIterator<Item = &'b [(f64, f64)]>) -> Placer {
        let whole = pen.frame();
        let mut placer = Placer::new(Frame {
            left: panel.frame.left,
            right: whole.right,
            top: panel.frame.top - pen.px(12.0),
            bottom: panel.frame.bottom + pen.px(16.0),
        });
        for corners in curves {
            placer.avoid(&clipped(&cut(corners, self.frame.end, false), panel), pen.px(7.0));
            for (time, value) in corners.first().into_iter().chain(corners.last()).filter(|(time, _)| *time <= self.frame.end) {
                let ((x, y), r) = (panel.point(*time, *value), pen.px(6.0));
                placer.take(Frame { left: x - r, right: x + r, top: y - r, bottom: y + r });
            }
        }
        placer
    }

    /// Writes the first of these words that has room near a point of a panel.
    fn say(
        &self,
        pen: &Pen<'_>,
        placer: &mut Placer,
        words: &[String],
        (at, time): (dash::Point, f64),
        colour: Rgb,
    ) -> Result<(), ChartError> {
        for words in words {
            let size = (1.1 * pen.width(words, SMALL), pen.px(SMALL + 3.0));
            if let Some(place) = placer.place(around(at, size, pen.px(9.0))) {
                if self.shows(time) {
                    let middle = (f64::midpoint(place.left, place.right), f64::midpoint(place.top, place.bottom));
                    View::on_veil(pen, words, middle, Side::Middle, (colour, pen.theme.ground))?;
                }
                return Ok(());
            }
        }
        Ok(())
    }
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use super::*;
    use crate::{Mode, native::svg};
    use schedscope_core::exhibit::Exhibit;

    fn run(query: &str) -> (Timeline, Option<VirtualTime>) {
        let timeline = Exhibit::from_query(query, &[]).unwrap().record().remove(0);
        let virtually = VirtualTime::of(&timeline);
        (timeline, virtually)
    }

    fn drawn(query: &str, change: impl Fn(&mut VirtualFrame)) -> String {
        let (timeline, virtually) = run(query);
        let contents = VirtualContents { timeline: &timeline, virtually: virtually.as_ref() };
        let mut frame = VirtualFrame::around([contents]);
        change(&mut frame);
        svg((900, 600), Theme::of(Mode::Light), |pen| virtual_time(pen, contents, &frame)).unwrap()
    }

    #[test]
    fn aging_is_said_in_numbers() {
        let text = drawn("example=aging&policies=fsp", |frame| frame.playhead = 4.5);
        for words in [
            "now, 4.5",
            "J1 leaves at 3",
            "J2 leaves at 7",
            "J3 leaves at 10",
            "\n7.5\n",
            "\n9.5\n",
            "ticket of J1: clock 0 + size 3 = 3",
            "ticket of J3: clock 1.5 + size 3 = 4.5",
            "slope 1/2: two share",
            "1/3: three share, for J1 is still there",
            "all fall alike",
            "1 left",
            "2.5 left",
            "clock 2",
            "ticket 4 − clock 2 = 2 left",
        ] {
            assert!(text.contains(words), "{words}");
        }
    }

    #[test]
    fn the_link_of_a_late_job_is_red() {
        let red = |query: &str| {
            let colour = Theme::of(Mode::Light).late.css().to_uppercase();
            drawn(query, |frame| frame.playhead = frame.end).contains(&colour)
        };
        assert!(red("jobs=0:9:1,4:3&policies=fspe%2Bps") && !red("jobs=0:9,4:3&policies=fspe%2Bps"));
    }

    #[test]
    fn a_policy_without_a_virtual_system_says_so() {
        let text = drawn("example=aging&policies=srpt", |_| {});
        assert!(text.contains("SRPT has no virtual system") && !text.contains("ticket"));
    }

    #[test]
    fn weights_are_said() {
        let text = drawn("jobs=0:4:4:1,0:6:6:3&policies=psbs", |frame| frame.playhead = 2.0);
        assert!(text.contains("ticket of J2: clock 0 + guess 6 ÷ weight 3 = 2"), "{text}");
        assert!(text.contains("slope 1/4: two of weight 4 share") && text.contains("(ticket 2 − clock 0.5) × weight 3 = 4.5 left"));
        assert!(!text.contains("fall alike"), "the heavier falls faster");
    }

    #[test]
    fn who_completes_long_after_all_have_left_does_not_flatten_the_rest() {
        let (timeline, virtually) = run("jobs=0:5:1000,2:4&policies=fspe");
        let frame = VirtualFrame::around([VirtualContents { timeline: &timeline, virtually: virtually.as_ref() }]);
        assert_eq!((frame.end, frame.top, frame.virtual_top), (LONGER * 9.0, 5.0, 10.0));
        assert!(drawn("jobs=0:5:1000,2:4&policies=fspe", |_| {}).contains("J1: at"));
    }

    #[test]
    fn layers_hold_what_a_whole_picture_does() {
        let (timeline, virtually) = run("example=aging&policies=fsp");
        let contents = VirtualContents { timeline: &timeline, virtually: virtually.as_ref() };
        let frame = VirtualFrame { playhead: 4.5, ..VirtualFrame::around([contents]) };
        let theme = Theme::of(Mode::Dark);
        let layer = |layer| svg((900, 600), theme, |pen| virtual_time_layer(pen, contents, &frame, layer)).unwrap();
        let (past, future) = (layer(Layer::Past), layer(Layer::Future));
        assert!(past.contains("J1 leaves at 3") && future.contains("J3 leaves at 10") && past != future);
        assert!(!past.contains("now, 4.5") && !layer(Layer::Over).contains("J1"));
        let now = svg((900, 600), theme, |pen| virtual_time_now(pen, contents, &frame)).unwrap();
        assert!(now.contains("now, 4.5") && !now.contains("leaves at"));
        let titles = svg((124, 500), theme, |pen| virtual_titles(pen, &frame)).unwrap();
        assert!(titles.contains("Virtual clock") && titles.contains("arrival + size"));
        let board = svg((900, 700), theme, |pen| virtual_board(pen, &[(contents, "FSP serves J2.".to_owned())], &frame)).unwrap();
        assert!(board.contains("t = 4.5: FSP serves J2.") && board.contains("mean sojourn 5.67"));
    }

    #[test]
    fn odd_frames_are_drawn() {
        let numbers = [f64::NAN, f64::INFINITY, -1.0, 0.0, 1e300];
        for query in
            ["example=aging&policies=fsp", "jobs=0:5:0,0:4&policies=psbs", "jobs=0:1&policies=ps", "example=four-jobs&policies=fsp"]
        {
            for number in numbers {
                drawn(query, |frame| frame.playhead = number);
                drawn(query, |frame| (frame.end, frame.top, frame.virtual_top, frame.clock_top) = (number, number, number, number));
            }
        }
    }

    #[test]
    fn an_instant_is_found_where_it_is_drawn() {
        let layout = VirtualLayout::of(900.0, 600.0, 1.0);
        let x = layout.across(4.0, 10.0);
        assert!((layout.instant(x, 10.0).unwrap() - 4.0).abs() < 1e-9 && layout.instant(-100.0, 10.0).is_none());
        assert!(layout.real.bottom < layout.virtually.top && layout.virtually.bottom < layout.clock.top && layout.clock.bottom <= 580.1);
    }
}
