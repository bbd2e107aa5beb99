//! Virtual time in three panels on one time axis: what is really left of each job, what is left of it in the virtual system of the
//! policy, and the virtual clock with the ticket of each job. A link leads from where a job leaves to where it completes virtually: if
//! it leans to the left, the job is late.

use super::board::wrapped;
use super::lanes::slanted;
use super::traces::{Trace, clipped, cut, thinned, traces};
use super::{Layer, View};
use crate::labels::{Placer, around};
use crate::panel::Panel;
use crate::pen::{Frame, Pen, SMALL, Side};
use crate::ticks::{Scale, Tick};
use crate::{ChartError, Rgb, Theme, dash};
use schedscope::server::{Beat, Kind, Ticket, Timeline, VirtualTime, job_name};
use schedscope::sim::brief;
use schedscope_core::plot::look_of;

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
/// Pattern of what is left virtually.
const VIRTUAL: [f64; 2] = [10.0, 4.0];
/// Pattern of a link.
const LINK: [f64; 2] = [2.0, 4.0];
/// Pattern of a ticket.
const TICKET: [f64; 2] = [9.0, 4.0];

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

/// Where the three panels are, in pixels from the top left.
#[derive(Clone, Debug)]
pub struct VirtualLayout {
    /// What is really left.
    real: Frame,
    /// What is left virtually.
    virtually: Frame,
    /// The virtual clock.
    clock: Frame,
    /// Whether there is room for words.
    roomy: bool,
}

impl VirtualLayout {
    /// In a picture of this size, all of its lengths times `scale`.
    pub fn of(width: f64, height: f64, scale: f64) -> Self {
        let px = |length: f64| length * scale;
        let roomy = width >= px(200.0) && height >= px(240.0);
        let (left, right) = if roomy { (px(38.0), width - px(40.0)) } else { (px(3.0), width - px(3.0)) };
        let (head, gap, axis) = if roomy { (px(26.0), px(34.0), px(20.0)) } else { (px(4.0), px(10.0), px(2.0)) };
        let room = (height - head - 2.0 * gap - axis).max(3.0);
        let mut top = head;
        let mut takes = |part: f64| {
            let frame = Frame { left, right: right.max(left), top, bottom: top + part * room };
            top = frame.bottom + gap;
            frame
        };
        Self { real: takes(0.31), virtually: takes(0.31), clock: takes(0.38), roomy }
    }

    /// The instant at this place, if it is on the time axis or a little beyond.
    pub fn instant(&self, x: f64, end: f64) -> Option<f64> {
        let place = (x - self.real.left) / self.real.width().max(1.0);
        let reach = 0.03;
        (-reach..=1.0 + reach).contains(&place).then(|| place.clamp(0.0, 1.0) * end)
    }

    /// Where an instant is.
    pub fn across(&self, time: f64, end: f64) -> f64 {
        self.real.left + (time / end.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0) * self.real.width()
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

/// What each panel shows, in lines that fit beside it, and in one.
fn names(frame: &VirtualFrame) -> [(&'static str, &'static [&'static str], &'static str); 3] {
    let shared: (&[&str], &str) = if frame.weighted {
        (&["remaining size, as", "if all shared the", "server by weight"], "what is left if all shared by weight")
    } else {
        (&["remaining size, as", "if all shared the", "server: 1/n each"], "what is left if all shared")
    };
    let clock: (&[&str], &str) = match (frame.weighted, frame.guessed) {
        (true, _) => (
            &["service given so far", "to each, by weight;", "a job is done at its", "ticket: clock when", "it came + guess ÷", "weight"],
            "ticket: clock at arrival + guess ÷ weight",
        ),
        (_, true) => (
            &["service given to", "each so far; a job", "is done at its", "ticket: clock when", "it came + its guess"],
            "ticket: clock at arrival + guess",
        ),
        _ => (
            &["service given to", "each so far; a job", "is done at its", "ticket: clock when", "it came + its size"],
            "ticket: clock at arrival + size",
        ),
    };
    [
        ("Real", &["remaining size,", "as jobs are served"], "what is left of each job"),
        ("Virtual", shared.0, shared.1),
        ("Virtual clock", clock.0, clock.1),
    ]
}

/// Draws what stands left of the first picture: what each panel is.
///
/// # Errors
/// If the surface refuses.
pub fn virtual_titles(pen: &Pen<'_>, frame: &VirtualFrame) -> Result<(), ChartError> {
    pen.clear()?;
    let whole = pen.frame();
    // Wide enough that the parts are those of the panels.
    let layout = VirtualLayout::of(whole.width().max(pen.px(400.0)), whole.height(), pen.scale);
    for ((name, lines, _), panel) in names(frame).into_iter().zip([layout.real, layout.virtually, layout.clock]) {
        let mut y = panel.top + pen.px(6.0);
        pen.bold(name, (0.0, y), 15.0, Side::Start, pen.theme.ink)?;
        y += pen.px(4.0);
        for line in lines {
            y += pen.px(15.0);
            pen.text(line, (0.0, y), SMALL, Side::Start, pen.theme.muted)?;
        }
    }
    Ok(())
}

/// Draws several of them side by side, each with the policy's name, its mean sojourn time and a sentence: for files.
///
/// # Errors
/// If the surface refuses.
pub fn virtual_board(pen: &Pen<'_>, all: &[(VirtualContents<'_>, String)], frame: &VirtualFrame) -> Result<(), ChartError> {
    /// Heights of what stands above and below a picture, and the width of the titles.
    const AROUND: [f64; 3] = [30.0, 44.0, 130.0];
    let theme = pen.theme;
    let [head, foot, titles] = AROUND;
    for (pen, (contents, sentence)) in pen.split(1, all.len().max(1)).iter().zip(all) {
        pen.clear()?;
        let Frame { left, top, right, bottom } = pen.frame();
        let timeline = contents.timeline;
        let look = look_of(&timeline.policy.choice());
        let y = top + pen.px(head / 2.0);
        pen.dashed(&[(left + pen.px(10.0), y), (left + pen.px(38.0), y)], dash::pattern(look.dash), theme.line(look.hue), 3.0)?;
        pen.text(timeline.policy.row().name, (left + pen.px(46.0), y), 15.0, Side::Start, theme.ink)?;
        let mean = timeline.jobs.iter().zip(&timeline.completions).map(|(job, completion)| completion - job.arrival).sum::<f64>();
        let words = format!("mean sojourn {}", brief(mean / timeline.jobs.len().max(1) as f64));
        pen.text(&words, (right - pen.px(12.0), y), SMALL, Side::End, theme.muted)?;
        let said = format!("t = {}: {sentence}", brief(frame.playhead));
        for (line, words) in wrapped(pen, &said, right - left - pen.px(24.0)).iter().take(2).enumerate() {
            let y = bottom - pen.px(foot - 12.0 - 17.0 * line as f64);
            pen.text(words, (left + pen.px(10.0), y), SMALL + 1.0, Side::Start, theme.ink)?;
        }
        let (_, below) = pen.split_down(head);
        let (middle, _) = below.split_down((bottom - top) / pen.scale - head - foot);
        let (_, middle) = middle.split_across(10.0);
        let (beside, picture) = middle.split_across(titles);
        virtual_titles(&beside, frame)?;
        virtual_time(&picture, *contents, frame)?;
    }
    Ok(())
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

    /// The ground with axes, and the links between the panels.
    fn ground(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        pen.clear()?;
        let across = self.real.x.ticks(((self.real.frame.width() / pen.px(56.0)) as usize).clamp(3, 8));
        let panels = [&self.real, &self.virtual_left, &self.clock];
        let drawn = if self.virtually.is_some() { &panels[..] } else { &panels[..1] };
        for panel in drawn {
            let up: Vec<Tick> = panel.y.ticks(((panel.frame.height() / pen.px(32.0)) as usize).clamp(2, 5));
            panel.grid(pen, &across, &up)?;
            if self.roomy {
                panel.beside(pen, &up, "", 0.0)?;
            }
            pen.level(panel.frame.left, panel.frame.right, panel.frame.bottom, pen.theme.axis, 1.0)?;
        }
        if let Some(last) = drawn.last() {
            let Frame { bottom, .. } = last.frame;
            last.below(pen, &across, "", if self.roomy { bottom + pen.px(20.0) } else { bottom })?;
        }
        if self.virtually.is_none() {
            let words = format!("{} has no virtual system", self.timeline.policy.name());
            let frame = Frame { bottom: self.clock.frame.bottom, ..self.virtual_left.frame };
            pen.say(frame, &words)?;
        }
        if self.frame.named && self.roomy {
            for (panel, (name, _, line)) in drawn.iter().zip(names(self.frame)) {
                // The first has the playhead's label above it.
                let at = (panel.frame.left, panel.frame.top - pen.px(10.0));
                pen.bold(name, at, SMALL + 1.0, Side::Start, pen.theme.ink)?;
                pen.text(line, (at.0 + 1.15 * pen.width(name, SMALL + 1.0) + pen.px(8.0), at.1), SMALL, Side::Start, pen.theme.muted)?;
            }
        }
        self.links(pen)
    }

    /// From where each job leaves to where it completes virtually, and from there to the clock.
    fn links(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        for (job, ticket) in self.tickets().filter(|(_, ticket)| ticket.end <= self.frame.end) {
            let Some(completion) = self.timeline.completions.get(job).filter(|time| time.is_finite()) else { continue };
            let colour = if self.late(job, ticket) { self.tone(pen.theme, job, pen.theme.late) } else { self.line(pen.theme, job) };
            let (from, to) = (self.real.point(*completion, 0.0), self.virtual_left.point(ticket.end, 0.0));
            pen.dashed(&[from, to, self.clock.point(ticket.end, ticket.number())], &LINK, colour, 2.0)?;
        }
        Ok(())
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

    /// What is really left: filled while it is served, hatched while it is late.
    fn really(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        let panel = &self.real;
        let Frame { left, right, bottom: foot, .. } = panel.frame;
        let snapshots = thinned(self.timeline, (right - left) / self.frame.end.max(f64::MIN_POSITIVE));
        for pair in snapshots.windows(2) {
            let (now, next) = (&self.timeline.snapshots[pair[0]], &self.timeline.snapshots[pair[1]]);
            let (from, to) = (now.time.max(self.window.0), next.time.min(self.window.1));
            for curve in now.jobs.iter().filter(|curve| curve.remaining > 0.0 && to > from) {
                let job = curve.job as usize;
                let at = |time: f64| panel.point(time, curve.after(time - now.time).remaining);
                let top = [at(from), at(to)];
                if curve.share > 0.0 {
                    let cover = if self.fade > 0.0 { 0.12 } else { 0.3 };
                    pen.veil(&[top[0], top[1], (top[1].0, foot), (top[0].0, foot)], self.line(pen.theme, job), cover)?;
                }
                if curve.late {
                    slanted(pen, top, foot, self.tone(pen.theme, job, pen.theme.late))?;
                }
            }
        }
        let (real, _) = traces(self.timeline, &snapshots, false);
        for Trace { job, corners, .. } in &real {
            pen.path(&self.part(panel, corners), self.line(pen.theme, *job), 3.5)?;
        }
        for (job, of) in self.timeline.jobs.iter().enumerate() {
            self.dot(pen, panel, (of.arrival, of.size), job)?;
        }
        for (job, completion) in self.timeline.completions.iter().enumerate().filter(|(_, time)| self.shows(**time)) {
            pen.ring(panel.point(*completion, 0.0), self.radius() + 1.0, self.line(pen.theme, job), 2.5)?;
        }
        self.real_words(pen, &real)
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

    /// Who arrives, who is served, and when each leaves.
    fn real_words(&self, pen: &Pen<'_>, real: &[Trace]) -> Result<(), ChartError> {
        if !self.roomy || self.timeline.jobs.len() > SOME {
            return Ok(());
        }
        let panel = &self.real;
        let mut placer = self.placer(pen, panel, real.iter().map(|trace| trace.corners.as_slice()));
        for (job, completion) in self.timeline.completions.iter().enumerate() {
            let name = job_name(self.timeline, job);
            let words = [format!("{name} leaves at {}", brief(*completion)), format!("{name}: {}", brief(*completion))];
            let words = if self.wordy() { &words[..] } else { &words[1..] };
            self.say(pen, &mut placer, words, (panel.point(*completion, 0.0), *completion), self.text(pen.theme, job))?;
        }
        for (job, of) in self.timeline.jobs.iter().enumerate() {
            let name = job_name(self.timeline, job);
            let waits = self.timeline.at(of.arrival).any(|curve| curve.job as usize == job && curve.share <= 0.0);
            let long = format!("{name}, size {}{}", brief(of.size), if waits { ", waits" } else { "" });
            let words = [long, name];
            let words = if self.wordy() { &words[..] } else { &words[1..] };
            self.say(pen, &mut placer, words, (panel.point(of.arrival, of.size), of.arrival), self.text(pen.theme, job))?;
        }
        Ok(())
    }

    /// What is left of each job in the virtual system.
    fn left_virtually(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        let panel = &self.virtual_left;
        let foot = panel.frame.bottom;
        for (job, ticket) in self.tickets() {
            let line = self.part(panel, &ticket.course);
            if let (Some(first), Some(last)) = (line.first(), line.last()) {
                let area: Vec<dash::Point> = line.iter().copied().chain([(last.0, foot), (first.0, foot)]).collect();
                pen.veil(&area, self.line(pen.theme, job), if self.fade > 0.0 { 0.07 } else { 0.13 })?;
            }
        }
        for (job, ticket) in self.tickets() {
            pen.dashed(&self.part(panel, &ticket.course), &VIRTUAL, self.line(pen.theme, job), 4.0)?;
        }
        for (job, ticket) in self.tickets() {
            self.dot(pen, panel, (ticket.arrival, ticket.size * ticket.weight), job)?;
            if ticket.end <= self.frame.end && self.shows(ticket.end) {
                self.square(pen, panel.point(ticket.end, 0.0), job)?;
            }
        }
        if !self.roomy || self.timeline.jobs.len() > SOME {
            return Ok(());
        }
        let mut placer = self.placer(pen, panel, self.tickets().map(|(_, ticket)| ticket.course.as_slice()));
        for (job, ticket) in self.tickets() {
            let name = job_name(self.timeline, job);
            let colour = self.text(pen.theme, job);
            if ticket.end <= self.frame.end {
                let words = [brief(ticket.end)];
                self.say(pen, &mut placer, &words, (panel.point(ticket.end, 0.0), ticket.end), colour)?;
            } else {
                let here = panel.point(self.frame.end, ticket.left(self.frame.end));
                self.say(pen, &mut placer, &[format!("{name}: at {} →", brief(ticket.end))], (here, self.frame.end), colour)?;
            }
            let at = panel.point(ticket.arrival, ticket.size * ticket.weight);
            self.say(pen, &mut placer, &[name], (at, ticket.arrival), colour)?;
        }
        if self.wordy() && !self.frame.weighted && self.timeline.jobs.len() > 1 {
            let words = ["all fall alike, so they never cross".to_owned()];
            let time = 0.75 * self.frame.end;
            self.say(
                pen,
                &mut placer,
                &words,
                (panel.point(time, panel.y.to), time),
                pen.theme.ink.mix(pen.theme.ground, self.fade / 3.0),
            )?;
        }
        Ok(())
    }

    /// How far right the arrow of a job stands of where it arrives: those who come together stand side by side.
    fn aside(&self, pen: &Pen<'_>, job: usize) -> f64 {
        let arrival = self.timeline.jobs.get(job).map(|job| job.arrival);
        let before = self.timeline.jobs.iter().take(job).filter(|other| Some(other.arrival) == arrival).count();
        pen.px(5.0) * before as f64
    }

    /// Where the clock is at the beginning of each piece, and at the end of the axis.
    fn corners(&self, virtually: &VirtualTime) -> Vec<(f64, f64)> {
        let ends = [(self.frame.end, virtually.at(self.frame.end))];
        virtually.clock.iter().map(|beat| (beat.time, beat.clock)).filter(|(time, _)| *time < self.frame.end).chain(ends).collect()
    }

    /// The clock, with the ticket of each job.
    fn ticks(&self, pen: &Pen<'_>, virtually: &VirtualTime) -> Result<(), ChartError> {
        let (panel, theme) = (&self.clock, pen.theme);
        for (job, ticket) in self.tickets().filter(|(_, ticket)| ticket.number() <= panel.y.to) {
            let colour = self.line(theme, job);
            let x = panel.across(ticket.arrival) + self.aside(pen, job);
            let (foot, y) = (panel.up(ticket.clock), panel.up(ticket.number()));
            if self.shows(ticket.arrival) {
                pen.path(&[(x, foot), (x, y)], colour, 2.0)?;
                pen.path(&[(x - pen.px(4.0), y + pen.px(7.0)), (x, y), (x + pen.px(4.0), y + pen.px(7.0))], colour, 2.0)?;
            }
            let level = [(ticket.arrival, ticket.number()), (ticket.end, ticket.number())];
            pen.dashed(&self.part(panel, &level), &TICKET, colour, 2.0)?;
        }
        let corners = self.corners(virtually);
        pen.path(&self.part(panel, &corners), theme.ink.mix(theme.ground, self.fade), 4.0)?;
        for (job, ticket) in self.tickets().filter(|(_, ticket)| ticket.end <= self.frame.end && self.shows(ticket.end)) {
            self.square(pen, panel.point(ticket.end, ticket.number()), job)?;
        }
        if !self.wordy() {
            return Ok(());
        }
        let mut placer = self.placer(pen, panel, [corners.as_slice()]);
        for (job, ticket) in self.tickets().filter(|(_, ticket)| ticket.number() <= panel.y.to) {
            let words = self.ticket_words(job, ticket);
            let at = (panel.across(ticket.arrival) + self.aside(pen, job), panel.up(ticket.number()));
            self.say(pen, &mut placer, &words, (at, ticket.arrival), self.text(theme, job))?;
        }
        for (piece, beat) in virtually.clock.iter().enumerate().filter(|(_, beat)| beat.jobs > 0) {
            let until = virtually.clock.get(piece + 1).map_or(self.frame.end, |next| next.time).min(self.frame.end);
            let middle = f64::midpoint(beat.time, until);
            if until > beat.time {
                let words = self.pace_words(virtually, beat, until);
                let colour = theme.ink.mix(theme.ground, self.fade / 3.0);
                self.say(pen, &mut placer, &words, (panel.point(middle, virtually.at(middle)), middle), colour)?;
            }
        }
        Ok(())
    }

    /// What a ticket is made of, in ever fewer words.
    fn ticket_words(&self, job: usize, ticket: &Ticket) -> [String; 3] {
        let name = job_name(self.timeline, job);
        let number = brief(ticket.number());
        let guess = if *self.timeline.policy.kind() == Kind::Fsp { "size" } else { "guess" };
        let size = if ticket.weight == 1.0 {
            format!("{guess} {}", brief(ticket.size))
        } else {
            format!("{guess} {} ÷ weight {}", brief(ticket.size * ticket.weight), brief(ticket.weight))
        };
        [format!("ticket of {name}: clock {} + {size} = {number}", brief(ticket.clock)), format!("ticket of {name}: {number}"), name]
    }

    /// How fast the clock runs, and why, in ever fewer words.
    fn pace_words(&self, virtually: &VirtualTime, beat: &Beat, until: f64) -> Vec<String> {
        /// Numbers in words.
        const WORDS: [&str; 5] = ["two", "three", "four", "five", "six"];
        let weight = 1.0 / beat.pace;
        let pace = if beat.pace == 1.0 { "1".to_owned() } else { format!("1/{}", brief(weight)) };
        let there = |ticket: &Ticket| ticket.arrival <= beat.time && ticket.end >= until;
        let gone = |job: usize| self.timeline.completions.get(job).is_some_and(|completion| *completion <= beat.time);
        let gone: Vec<usize> = (0..virtually.tickets.len()).filter(|job| gone(*job) && there(&virtually.tickets[*job])).collect();
        let count =
            beat.jobs.checked_sub(2).and_then(|more| WORDS.get(more)).map_or_else(|| beat.jobs.to_string(), |word| (*word).to_owned());
        let why = match (beat.jobs, self.frame.weighted) {
            (1, _) => "alone".to_owned(),
            (_, true) => format!("{count} of weight {} share", brief(weight)),
            (_, false) => format!("{count} share"),
        };
        let still = match gone[..] {
            [job] => Some(format!("{pace}: {why}, for {} is still there", job_name(self.timeline, job))),
            _ => None,
        };
        let slope = if beat.time == virtually.clock.first().map_or(0.0, |first| first.time) { "slope " } else { "" };
        still.into_iter().chain([format!("{slope}{pace}: {why}"), pace]).collect()
    }

    /// Where time stands, and what is so there.
    fn now(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        let (theme, time) = (pen.theme, self.frame.playhead);
        let x = self.real.across(time);
        let foot = if self.virtually.is_some() { self.clock.frame.bottom } else { self.real.frame.bottom };
        pen.upright(x, self.real.frame.top - pen.px(if self.roomy { 8.0 } else { 2.0 }), foot, theme.accent, 2.0)?;
        let here: Vec<_> = self.timeline.at(time).filter(|curve| curve.remaining > 0.0).collect();
        if !self.roomy {
            return Ok(());
        }
        let words = format!("now, {}", brief(time));
        let half = 0.55 * pen.width(&words, SMALL);
        let middle = x.clamp(half, (pen.frame().right - half).max(half));
        View::on_veil(pen, &words, (middle, self.real.frame.top - pen.px(17.0)), Side::Middle, (theme.accent, theme.ground))?;
        let mut placer = Placer::new(pen.frame());
        let values = |values: &mut dyn Iterator<Item = (usize, f64)>, panel: &Panel, placer: &mut Placer| -> Result<(), ChartError> {
            for (job, left) in values {
                let at = panel.point(time, left);
                self.dot(pen, panel, (time, left), job)?;
                let words = if self.wordy() {
                    format!("{} left", brief(left))
                } else {
                    format!("{} {}", job_name(self.timeline, job), brief(left))
                };
                self.say(pen, placer, &[words], (at, time), self.text(theme, job))?;
            }
            Ok(())
        };
        values(&mut here.iter().map(|curve| (curve.job as usize, curve.remaining)), &self.real, &mut placer)?;
        let Some(virtually) = self.virtually else { return Ok(()) };
        let there = self.tickets().filter(|(_, ticket)| ticket.arrival <= time && time < ticket.end);
        values(&mut there.map(|(job, ticket)| (job, ticket.left(time))), &self.virtual_left, &mut placer)?;
        let clock = virtually.at(time);
        let at = self.clock.point(time, clock);
        pen.dot(at, 6.0, theme.ground)?;
        pen.dot(at, 5.0, theme.ink)?;
        if let Some((job, ticket)) = self.tickets().find(|(job, ticket)| {
            let served = here.iter().any(|curve| curve.job as usize == *job && curve.share > 0.0 && !curve.late);
            served && ticket.number() <= self.clock.y.to
        }) {
            let (x, y) = (at.0 + pen.px(10.0), self.clock.up(ticket.number()));
            pen.upright(x, y, at.1, self.line(theme, job), 3.0)?;
            let gap = format!("ticket {} − clock {}", brief(ticket.number()), brief(clock));
            let left = brief(ticket.left(time));
            let long = if ticket.weight == 1.0 {
                format!("{gap} = {left} left")
            } else {
                format!("({gap}) × weight {} = {left} left", brief(ticket.weight))
            };
            let beside = (x, f64::midpoint(y, at.1));
            let words = [long, format!("{left} left")];
            let words = if self.wordy() { &words[..] } else { &words[1..] };
            self.say(pen, &mut placer, words, (beside, time), self.text(theme, job))?;
        }
        self.say(pen, &mut placer, &[format!("clock {}", brief(clock))], (at, time), theme.ink)
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
        assert!(titles.contains("Virtual clock") && titles.contains("it came + its size"));
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
