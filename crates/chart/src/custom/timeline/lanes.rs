//! A lane a job: what is left of it over time, pale while it waits, full while it is served, hatched while it is late.

use super::bracket::BOLD;
use super::{BELIEVED, View};
use crate::dash::Point;
use crate::labels::{Placer, around};
use crate::pen::{Frame, Pen, SMALL, Side};
use crate::theme::Mode;
use crate::ticks::compact;
use crate::{ChartError, Guess};
use schedscope::server::{EventKind, VirtualTime, job_name};
use schedscope::sim::brief;
use schedscope_core::plot::Look;

/// A job between two instants: a straight line.
struct Piece {
    from: f64,
    to: f64,
    /// What is left at each.
    left: (f64, f64),
    served: bool,
    late: bool,
}

/// What is believed to be left between two instants.
struct Belief {
    from: f64,
    to: f64,
    left: (f64, f64),
}

/// One job over time.
#[derive(Default)]
struct Course {
    pieces: Vec<Piece>,
    beliefs: Vec<Belief>,
}

/// Strength of the area of a job that is served.
pub(super) const SERVED: f64 = 0.86;

/// The same of one that waits.
pub(super) const fn waiting(mode: Mode) -> f64 {
    if matches!(mode, Mode::Dark) { 0.24 } else { 0.2 }
}

/// Distance of the slanted lines.
const HATCH: f64 = 7.0;
/// How far below its lane a line runs that has left it.
const BELOW: f64 = 3.5;
/// Height from which a lane has room for words.
const WORDY: f64 = 15.0;
/// Height from which a lane says the size of its job though that was guessed right.
const TALL: f64 = 30.0;

/// The word at a cross, and where it is.
struct LateWord {
    job: usize,
    time: f64,
    words: String,
    place: Frame,
}

impl View<'_> {
    /// The course of each job, by position.
    fn courses(&self, snapshots: &[usize]) -> Vec<Course> {
        let mut courses: Vec<Course> = self.timeline.jobs.iter().map(|_| Course::default()).collect();
        for pair in snapshots.windows(2) {
            let (Some(now), Some(next)) = (self.timeline.snapshots.get(pair[0]), self.timeline.snapshots.get(pair[1])) else { continue };
            for curve in &now.jobs {
                let Some(course) = courses.get_mut(curve.job as usize) else { continue };
                let after = curve.after(next.time - now.time);
                if curve.remaining > 0.0 {
                    let (left, served) = ((curve.remaining, after.remaining), curve.share > 0.0);
                    course.pieces.push(Piece { from: now.time, to: next.time, left, served, late: curve.late });
                }
                if let (Some(here), Some(there)) = (curve.virtual_remaining, after.virtual_remaining) {
                    let near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * self.timeline.jobs[curve.job as usize].size;
                    // What is believed and true is drawn once.
                    if !(near(here, curve.remaining) && near(there, after.remaining)) && here.is_finite() && there.is_finite() {
                        course.beliefs.push(Belief { from: now.time, to: next.time, left: (here, there) });
                    }
                }
            }
        }
        courses
    }

    fn full(&self, job: usize) -> f64 {
        let id = self.id(job);
        let full = self.frame.lanes.iter().find(|lane| lane.id == id).map_or(1.0, |lane| lane.full);
        if full.is_finite() && full > 0.0 { full } else { 1.0 }
    }

    /// A height in a lane; while something is dragged it may be above it.
    pub(super) fn level(&self, lane: Frame, job: usize, left: f64) -> f64 {
        let part = (left / self.full(job)).clamp(0.0, 4.0);
        (lane.bottom - if part.is_nan() { 0.0 } else { part } * lane.height()).max(0.0)
    }

    /// All lanes.
    pub(super) fn lanes(&self, pen: &Pen<'_>, snapshots: &[usize]) -> Result<(), ChartError> {
        let courses = self.courses(snapshots);
        for (job, course) in courses.iter().enumerate() {
            if let Some(lane) = self.lane(self.id(job)) {
                self.course(pen, lane, job, course)?;
            }
        }
        for (job, course) in courses.iter().enumerate() {
            if let Some(lane) = self.lane(self.id(job)) {
                self.ends(pen, lane, job, course)?;
            }
        }
        self.late_words(pen, &courses)
    }

    /// Where each job turns late in the picture, with the instant.
    fn crosses<'b>(&'b self, lane: Frame, job: usize, course: &'b Course) -> impl Iterator<Item = (f64, Point)> + 'b {
        let late = self.timeline.events.iter().filter(move |event| event.job as usize == job && event.kind == EventKind::Late);
        late.map(move |event| {
            let piece = course.pieces.iter().rev().find(|piece| piece.from <= event.time);
            let left = piece.map_or(0.0, |piece| {
                piece.left.0 + (piece.left.1 - piece.left.0) * ((event.time - piece.from) / (piece.to - piece.from)).clamp(0.0, 1.0)
            });
            (event.time, (self.x(event.time), self.level(lane, job, left)))
        })
    }

    /// The word at each cross, where there is room.
    fn late_words(&self, pen: &Pen<'_>, courses: &[Course]) -> Result<(), ChartError> {
        if self.frame.crowded() || !self.layout.roomy {
            return Ok(());
        }
        let whole = pen.frame();
        // What is hidden begins where time stands, and cuts words that go on there.
        let last = if self.frame.hidden { self.x(self.playhead) } else { whole.right };
        let (words, placer) = self.placed(pen, courses);
        for word in words.iter().filter(|word| self.shows(word.time) && word.place.right <= last) {
            let colour = if self.ahead || self.dimmed(word.job) { pen.theme.muted } else { pen.theme.late };
            let at = (word.place.left, f64::midpoint(word.place.top, word.place.bottom));
            pen.bold(&word.words, at, SMALL, Side::Start, colour)?;
        }
        self.name_beliefs(pen, courses, (placer, last))
    }

    /// The words at crosses, over no other words and over no cross, and what is taken with them.
    fn placed(&self, pen: &Pen<'_>, courses: &[Course]) -> (Vec<LateWord>, Placer) {
        let lanes: Vec<(usize, &Course, Frame)> =
            courses.iter().enumerate().filter_map(|(job, course)| Some((job, course, self.lane(self.id(job))?))).collect();
        let tall = pen.px(SMALL + 1.0);
        let right_of =
            |(x, y): Point, words: &str| Frame { left: x, right: x + pen.width(words, SMALL), top: y - tall / 2.0, bottom: y + tall / 2.0 };
        let about = |(x, y): Point| Frame { left: x - pen.px(5.0), right: x + pen.px(5.0), top: y - pen.px(5.0), bottom: y + pen.px(5.0) };
        let mut placer = Placer::new(Frame { left: self.layout.left, ..pen.frame() });
        for (job, course, lane) in &lanes {
            let of = self.timeline.jobs[*job];
            placer.take(about((self.x(of.arrival), self.level(*lane, *job, of.size))));
            self.crosses(*lane, *job, course).for_each(|(_, at)| placer.take(about(at)));
            if let Some(time) = self.timeline.completions.get(*job).filter(|time| time.is_finite()) {
                placer.take(about((self.x(*time), lane.bottom)));
                placer.take(right_of((self.x(*time) + pen.px(8.0), lane.bottom - pen.px(6.0)), &self.end_words(*time, of.arrival)));
            }
            if let Some((words, at)) = self.wait(pen, *lane, *job) {
                placer.take(right_of(at, &words));
            }
        }
        let mut all = vec![];
        for (job, course, lane) in &lanes {
            for (time, (x, y)) in self.crosses(*lane, *job, course) {
                let words = if lane.height() >= pen.px(60.0) { format!("late at {}", brief(time)) } else { "late".to_owned() };
                let (far, width, step) = (pen.px(9.0), pen.width(&words, SMALL), pen.px(SMALL));
                let starts = [(far, 0.0), (far, -0.5), (far, -1.0), (-far - width, -0.5), (far, 0.7), (-far - width, 0.5)];
                let places = starts.map(|(across, down)| right_of((x + across, y + down * step), &words));
                all.extend(placer.place(places).map(|place| LateWord { job: *job, time, words, place }));
            }
        }
        (all, placer)
    }

    /// What size each job has and what it was guessed to be: right of its curve, or of where it leaves, or left of where it comes, or else
    /// upon it.
    pub(super) fn sizes(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        if !self.shown.sizes || self.frame.crowded() || !self.layout.roomy {
            return Ok(());
        }
        let courses = self.courses(&self.snapshots());
        let (_, mut placer) = self.placed(pen, &courses);
        let (tall, gap) = (pen.px(SMALL + 1.0), pen.px(8.0));
        let lanes = || courses.iter().enumerate().filter_map(|(job, course)| Some((job, course, self.lane(self.id(job))?)));
        for (job, _, lane) in lanes() {
            if let Some((time, _)) = self.departs(job) {
                let x = self.x(time);
                placer.take(Frame { left: x - gap, right: x + gap, top: lane.bottom - gap, bottom: lane.bottom + gap });
            }
        }
        for (job, course, lane) in lanes() {
            let (of, guess) = (self.timeline.jobs[job], Guess::of(&self.timeline.jobs[job]));
            if self.dimmed(job) || guess == Guess::Exact && lane.height() < pen.px(TALL) {
                continue;
            }
            let guessed = if guess == Guess::Exact { String::new() } else { format!(", guessed {}", compact(of.estimate)) };
            let words = format!("size {}{guessed}", compact(of.size));
            let width = BOLD * pen.width(&words, SMALL);
            let at = |left: f64, middle: f64| Frame { left, right: left + width, top: middle - tall / 2.0, bottom: middle + tall / 2.0 };
            let (comes, completion) = (self.x(of.arrival), self.timeline.completions.get(job).copied().unwrap_or(self.end));
            let after = self.x(completion) + pen.width(&self.end_words(completion, of.arrival), SMALL) + 2.0 * gap;
            let before = comes - pen.width(&job_name(self.timeline, job), SMALL) - 2.0 * gap - width;
            let (high, low) = (lane.top + tall / 2.0, lane.bottom - pen.px(6.0));
            let beside = self.below(lane, job, course, lane.top + tall).map(|x| at(x + gap, high));
            let places = beside.into_iter().chain([at(after, low), at(before, low), at(comes + gap, high + pen.px(2.0))]);
            let Some(place) = placer.place(places) else { continue };
            let colour = if guess == Guess::Low { pen.theme.late } else { pen.theme.ink };
            let middle = (place.left, f64::midpoint(place.top, place.bottom));
            Self::on_veil(pen, &words, middle, Side::Start, (colour, pen.theme.ground))?;
        }
        Ok(())
    }

    /// From where on a job's curve is below a height.
    fn below(&self, lane: Frame, job: usize, course: &Course, height: f64) -> Option<f64> {
        let left = (lane.bottom - height) / lane.height() * self.full(job);
        let piece = course.pieces.iter().find(|piece| piece.left.1 < left)?;
        let falls = (piece.left.0 - piece.left.1).max(f64::MIN_POSITIVE);
        let part = ((piece.left.0 - left) / falls).clamp(0.0, 1.0);
        Some(self.x(piece.from + part * (piece.to - piece.from)))
    }

    fn course(&self, pen: &Pen<'_>, lane: Frame, job: usize, course: &Course) -> Result<(), ChartError> {
        let theme = pen.theme;
        let own = self.colour(theme, job);
        let pale = waiting(theme.mode);
        let corners = |piece: &Piece| -> Option<[Point; 2]> {
            let (from, to) = self.within(piece.from, piece.to)?;
            let at = |time: f64| piece.left.0 + (piece.left.1 - piece.left.0) * ((time - piece.from) / (piece.to - piece.from));
            let point = |time: f64| (self.x(time), self.level(lane, job, at(time)));
            Some([point(from), point(to)])
        };
        let mut line: Vec<Point> = vec![];
        for run in course.pieces.chunk_by(|a, b| a.to == b.from && (a.served, a.late) == (b.served, b.late)) {
            let tops: Vec<[Point; 2]> = run.iter().filter_map(corners).collect();
            let (Some(first), Some(last)) = (tops.first(), tops.last()) else { continue };
            let (served, late) = (run[0].served, run[0].late);
            let fill = self.area(theme, job, own, if served { SERVED } else { pale });
            let mut outline: Vec<Point> = tops.iter().flatten().copied().collect();
            outline.dedup();
            line.extend(&outline);
            outline.extend([(last[1].0, lane.bottom), (first[0].0, lane.bottom)]);
            pen.polygon(&outline, fill)?;
            if late {
                let colour = if served { fill.mix(theme.ground, 0.5) } else { fill.mix(own, 0.3) };
                tops.iter().try_for_each(|top| slanted(pen, *top, lane.bottom, colour))?;
            }
        }
        line.dedup();
        let width = if lane.height() < pen.px(16.0) { 1.5 } else { 2.5 };
        pen.path(&line, self.stroke(theme, job, own), width)?;
        self.beliefs(pen, lane, job, course)
    }

    /// The broken line; where it is below nothing it runs under the lane's foot.
    fn beliefs(&self, pen: &Pen<'_>, lane: Frame, job: usize, course: &Course) -> Result<(), ChartError> {
        let colour = self.stroke(pen.theme, job, self.text_colour(pen.theme, job));
        let full = self.full(job);
        let height = |left: f64| if left < 0.0 { lane.bottom + pen.px(BELOW) } else { self.level(lane, job, left.min(full)) };
        for run in course.beliefs.chunk_by(|a, b| a.to == b.from) {
            let mut line: Vec<Point> = vec![];
            for belief in run {
                let Some((from, to)) = self.within(belief.from, belief.to) else { continue };
                let slope = (belief.left.1 - belief.left.0) / (belief.to - belief.from);
                let at = |time: f64| belief.left.0 + slope * (time - belief.from);
                let (here, there) = (at(from), at(to));
                line.push((self.x(from), height(here)));
                // Where it leaves the lane.
                for edge in [full, 0.0] {
                    if (here - edge) * (there - edge) < 0.0 {
                        let x = self.x(from + (edge - here) / slope);
                        line.push((x, self.level(lane, job, edge)));
                    }
                }
                line.push((self.x(to), height(there)));
            }
            line.dedup();
            pen.dashed(&line, &BELIEVED, colour, 1.5)?;
        }
        Ok(())
    }

    /// Where it comes and leaves and turns late, and its name.
    fn ends(&self, pen: &Pen<'_>, lane: Frame, job: usize, course: &Course) -> Result<(), ChartError> {
        let theme = pen.theme;
        let (own, text) = (self.colour(theme, job), self.text_colour(theme, job));
        let small = self.frame.crowded() || !self.layout.roomy;
        let radius = if small { 2.5 } else { 4.0 };
        let Some(of) = self.timeline.jobs.get(job) else { return Ok(()) };
        if self.shows(of.arrival) {
            let dot = (self.x(of.arrival), self.level(lane, job, of.size));
            pen.dot(dot, radius + 1.0, theme.ground)?;
            pen.dot(dot, radius, self.stroke(theme, job, own))?;
            if self.shown.named && self.layout.roomy {
                let y = f64::midpoint(lane.top.max(lane.bottom - pen.px(40.0)), lane.bottom);
                let (size, right) = (if small { 10.0 } else { SMALL }, dot.0 - pen.px(8.0));
                pen.bold(&pen.shortened(&job_name(self.timeline, job), size, right), (right, y), size, Side::End, text)?;
            }
        }
        let completion = self.timeline.completions.get(job).copied().filter(|time| self.shows(*time) && time.is_finite());
        if let Some(time) = completion {
            let ring = (self.x(time), lane.bottom);
            pen.ring(ring, radius + 0.5, self.stroke(theme, job, own), 2.0)?;
            if self.layout.roomy {
                let at = (ring.0 + pen.px(radius + 4.0), lane.bottom - pen.px(if small { 5.0 } else { 6.0 }));
                pen.bold(&self.end_words(time, of.arrival), at, if small { 11.0 } else { SMALL }, Side::Start, text)?;
            }
        }
        self.departure(pen, lane, job)?;
        for (_, (x, y)) in self.crosses(lane, job, course).filter(|(time, _)| self.shows(*time)) {
            let size = if small { 3.5 } else { 5.0 };
            pen.cross((x, y), size, theme.ground, 5.0)?;
            pen.cross((x, y), size, self.stroke(theme, job, theme.late), 2.0)?;
        }
        Ok(())
    }

    /// What stands at the end of a lane.
    fn end_words(&self, time: f64, arrival: f64) -> String {
        if self.shown.instants { format!("at {}", brief(time)) } else { compact(time - arrival) }
    }

    /// When a job leaves under the policy beside this one, and how that is drawn, if lanes show it.
    fn departs(&self, job: usize) -> Option<(f64, Look)> {
        let (other, look) = self.shown.other.filter(|_| self.shown.departures)?;
        let there = other.jobs.iter().position(|known| known.id == self.id(job))?;
        Some((*other.completions.get(there)?, look))
    }

    /// The mark there.
    fn departure(&self, pen: &Pen<'_>, lane: Frame, job: usize) -> Result<(), ChartError> {
        let Some((time, look)) = self.departs(job).filter(|(time, _)| self.shows(*time)) else { return Ok(()) };
        let ((x, y), r) = ((self.x(time), lane.bottom), pen.px(4.5));
        pen.polygon(&[(x, y - r), (x + r, y), (x, y + r), (x - r, y)], pen.theme.line(look.hue))
    }

    /// How long each job waits, at the beginning of its first wait.
    pub(super) fn waits(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        if self.frame.crowded() || !self.layout.roomy {
            return Ok(());
        }
        for (job, of) in self.timeline.jobs.iter().enumerate() {
            let Some(lane) = self.lane(self.id(job)) else { continue };
            if self.dimmed(job) || self.frame.selected.is_some() && self.shown.ghost.is_some() {
                continue;
            }
            let Some((words, at)) = self.wait(pen, lane, job) else { continue };
            let colour = pen.theme.job_text(of.id.saturating_sub(1) as usize);
            Self::on_veil(pen, &words, at, Side::Start, (colour, pen.theme.ground))?;
        }
        Ok(())
    }

    /// How long a job waits, in words, and where these are, if there is room in its first wait.
    fn wait(&self, pen: &Pen<'_>, lane: Frame, job: usize) -> Option<(String, Point)> {
        let (mut total, mut first) = (0.0, None::<(f64, f64)>);
        for pair in self.timeline.snapshots.windows(2) {
            let here = pair[0].jobs.iter().find(|curve| curve.job as usize == job && curve.remaining > 0.0);
            if here.is_some_and(|curve| curve.share <= 0.0) {
                total += pair[1].time - pair[0].time;
                match &mut first {
                    Some(first) if first.1 == pair[0].time => first.1 = pair[1].time,
                    Some(_) => {}
                    None => first = Some((pair[0].time, pair[1].time)),
                }
            }
        }
        let (from, to) = first.filter(|_| lane.height() >= pen.px(WORDY))?;
        let (words, x) = (format!("waits {}", compact(total)), self.x(from) + pen.px(10.0));
        let top = self.level(lane, job, self.timeline.jobs[job].size).max(lane.top);
        (x + pen.width(&words, SMALL) * 0.8 <= self.x(to)).then_some((words, (x, f64::midpoint(top, lane.bottom))))
    }

    /// Where a believed line is that has left its lane.
    pub(super) fn believed_now(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        let theme = pen.theme;
        for curve in self.timeline.at(self.playhead) {
            let job = curve.job as usize;
            let Some(lane) = self.lane(self.id(job)) else { continue };
            let Some(left) = curve.virtual_remaining.filter(|left| *left < 0.0 && curve.remaining > 0.0 && left.is_finite()) else {
                continue;
            };
            let (x, y) = (self.x(self.playhead), lane.bottom + pen.px(BELOW));
            let colour = self.stroke(theme, job, theme.text_of_many(&self.timeline.jobs[job], self.frame.lanes.len()));
            pen.polygon(&[(x - pen.px(5.0), y - pen.px(1.0)), (x + pen.px(5.0), y - pen.px(1.0)), (x, y + pen.px(6.0))], colour)?;
            let words = format!("believed left: {} ↓", brief(left));
            let start = self.x(self.timeline.jobs[job].arrival);
            // Above what the broken lines are, and right of a guess.
            let room = x - start - pen.px(80.0);
            if lane.height() >= pen.px(60.0) && pen.width(&words, SMALL) <= room && !self.dimmed(job) && !self.frame.crowded() {
                Self::on_veil(
                    pen,
                    &words,
                    (x - pen.px(10.0), lane.bottom - pen.px(28.0)),
                    Side::End,
                    (theme.ground, self.colour(theme, job)),
                )?;
            }
        }
        Ok(())
    }

    /// What the broken lines are, once, beside the piece that lasts longest and has room.
    fn name_beliefs(&self, pen: &Pen<'_>, courses: &[Course], (mut placer, last): (Placer, f64)) -> Result<(), ChartError> {
        /// Size of the letters.
        const SIZE: f64 = 11.0;
        let of_queue = VirtualTime::has(self.timeline.policy.kind());
        let words = if of_queue { "dashed: left in the virtual system" } else { "dashed: believed to be left" };
        let lanes = courses.iter().enumerate().filter_map(|(job, course)| Some((job, course, self.lane(self.id(job))?)));
        let seen = lanes.filter(|(job, _, lane)| lane.height() >= pen.px(WORDY) && !self.dimmed(*job));
        let pieces = seen.flat_map(|(job, course, lane)| course.beliefs.iter().map(move |belief| (job, lane, belief)));
        let mut pieces: Vec<(usize, Frame, &Belief)> = pieces.filter(|(.., belief)| belief.left.0 > 0.0).collect();
        pieces.sort_by(|(.., a), (.., b)| (b.to - b.from).total_cmp(&(a.to - a.from)));
        let size = (pen.width(words, SIZE), pen.px(SIZE + 2.0));
        for (job, lane, belief) in pieces {
            let (time, left) = (f64::midpoint(belief.from, belief.to), f64::midpoint(belief.left.0, belief.left.1).max(0.0));
            let at = (self.x(time), self.level(lane, job, left.min(self.full(job))));
            if let Some(place) = placer.place(around(at, size, pen.px(6.0))) {
                if self.shows(time) && place.right <= last {
                    let corners =
                        [(place.left, place.top), (place.right, place.top), (place.right, place.bottom), (place.left, place.bottom)];
                    pen.veil(&corners, pen.theme.ground, 0.75)?;
                    let colour = if self.ahead { pen.theme.muted } else { pen.theme.ink };
                    pen.text(words, (place.left, f64::midpoint(place.top, place.bottom)), SIZE, Side::Start, colour)?;
                }
                return Ok(());
            }
        }
        Ok(())
    }
}

/// Slanted lines between a straight top that does not rise and a level foot.
pub(super) fn slanted(pen: &Pen<'_>, [from, to]: [Point; 2], foot: f64, colour: crate::Rgb) -> Result<(), ChartError> {
    let every = pen.px(HATCH * std::f64::consts::SQRT_2);
    let width = to.0 - from.0;
    if width < 0.5 {
        return Ok(());
    }
    let slope = ((to.1 - from.1) / width).max(0.0);
    // Lines of one grid, x + y = c, so that neighbouring pieces continue each other.
    let mut sum = ((from.0 + from.1.min(to.1)) / every).ceil() * every;
    while sum < to.0 + foot {
        let low = (sum - foot).max(from.0);
        let high = ((sum - from.1 + slope * from.0) / (1.0 + slope)).min(to.0);
        if high > low + 0.5 {
            pen.path(&[(low, sum - low), (high, sum - high)], colour, 1.0)?;
        }
        sum += every;
    }
    Ok(())
}
