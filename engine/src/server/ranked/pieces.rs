//! Where the rank of a job rises, stays and falls.
//!
//! A curve is looked at window by window, each twice as long as all before it, and only as far as the job has come or is asked
//! about: so nothing that is found depends on the job's size. In a window the curve is cut where a kink or a jump is (some number
//! that [`Curve::kinks`] visits changes its sign, or the rank becomes infinite or NaN), found to the last bit by bisection, and at
//! its local extremes, found by golden section. What remains are [`Piece`]s on which the rank rises, stays or falls.

use super::Curve;
use crate::formula::Shape;

/// Most pieces of one job.
const MOST: u32 = 5000;
/// Ages in a window that are equally far apart, and the number of those nearer to the beginning of the first.
const EVEN: u32 = 32;
const NEAR: i32 = 12;
/// Differences of ranks below this fraction of them are rounding.
pub const GRAIN: f64 = 8.0 * f64::EPSILON;
/// How far a straight piece may be from straight, relative to its ranks.
const BEND: f64 = 1e-14;
const NONE: u32 = u32::MAX;

/// What the rank does while the job is served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    Rising,
    Staying,
    Falling,
    /// It is NaN.
    Lost,
    /// There are more than [`MOST`] pieces.
    Wild,
}

/// A part of a curve.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// Ages; the next piece begins at `to` or, after a jump, at the next number there is.
    pub from: f64,
    pub to: f64,
    /// Ranks at these ages.
    pub first: f64,
    pub last: f64,
    pub course: Course,
    /// Its slope if it is straight.
    pub slope: Option<f64>,
}

impl Piece {
    /// The age in `[from, to]` at which a rising piece has this rank.
    pub fn age_of(&self, curve: &impl Curve, from: f64, to: f64, rank: f64) -> f64 {
        let age = match self.slope {
            Some(slope) if self.from + (rank - self.first) / slope <= self.to => self.from + (rank - self.first) / slope,
            Some(slope) => self.to - (self.last - rank) / slope,
            None => crossing(curve, from, to, rank),
        };
        age.max(from).min(to)
    }
}

/// The age in `[from, to]` at which a rank that rises there is as given, to the last bits.
fn crossing(curve: &impl Curve, from: f64, to: f64, rank: f64) -> f64 {
    let (under, over) = (curve.rank(from) - rank, curve.rank(to) - rank);
    if under >= 0.0 {
        return from;
    }
    // At a summit ages are known to half the digits only: what is as high as it but for rounding is there.
    if over <= GRAIN * rank.abs() {
        return to;
    }
    zero((from, under), (to, over), |age| curve.rank(age) - rank)
}

/// Where a rising function is zero, to the last bits, given where it is below and where it is above: false position in the manner
/// of Illinois (Dowell & Jarratt 1971), and a bisection where that is slow.
pub fn zero((mut low, mut under): (f64, f64), (mut high, mut over): (f64, f64), mut of: impl FnMut(f64) -> f64) -> f64 {
    let (mut last, mut width) = (0.0, f64::INFINITY);
    for step in 0..400 {
        let grain = f64::EPSILON * high.abs();
        if high - low <= 4.0 * grain {
            break;
        }
        let middle = low + 0.5 * (high - low);
        let chord = low - under * ((high - low) / (over - under));
        let slow = step % 4 == 3 && {
            let slow = high - low > 0.25 * width;
            width = high - low;
            slow
        };
        let x = if slow || !chord.is_finite() { middle } else { chord.clamp(low + grain, high - grain) };
        let value = of(x);
        if value == 0.0 {
            return x;
        }
        if value < 0.0 {
            (low, under) = (x, value);
            over *= if last < 0.0 { 0.5 } else { 1.0 };
        } else {
            (high, over) = (x, value);
            under *= if last > 0.0 { 0.5 } else { 1.0 };
        }
        last = value;
    }
    high
}

/// Whether curves of a shape need not be looked at.
fn one_piece(shape: Shape) -> bool {
    matches!(shape, Shape::Constant | Shape::Falling | Shape::Line)
}

#[derive(Clone, Copy, Debug)]
struct Node {
    piece: Piece,
    next: u32,
}

/// The pieces of one job from its present age on.
#[derive(Clone, Copy, Debug)]
pub struct Track {
    head: u32,
    tail: u32,
    /// How long the first window is, and up to which age there are pieces.
    unit: f64,
    scanned: f64,
    count: u32,
}

impl Track {
    /// Of a job of which nothing is known but about how large it may be.
    pub fn new(about: f64) -> Self {
        let unit = if about > 0.0 && about.is_finite() { about } else { 1.0 };
        Self { head: NONE, tail: NONE, unit, scanned: 0.0, count: 0 }
    }
}

/// Finds pieces and holds those of all jobs.
#[derive(Debug)]
pub struct Pieces {
    shape: Shape,
    nodes: Vec<Node>,
    free: u32,
    /// Ages looked at, and ranks there; signs at one age and at another.
    ages: Vec<f64>,
    points: Vec<(f64, f64)>,
    signs: Vec<i8>,
    others: Vec<i8>,
}

impl Pieces {
    pub fn new(shape: Shape, room: usize) -> Self {
        let few = 64;
        let signs = || Vec::with_capacity(few);
        let nodes = Vec::with_capacity(if one_piece(shape) { 0 } else { 2 * room });
        Self { shape, nodes, free: NONE, ages: Vec::with_capacity(few), points: Vec::with_capacity(few), signs: signs(), others: signs() }
    }

    /// The piece on which a job of this age will be if it is served.
    pub fn at(&mut self, curve: &impl Curve, track: &mut Track, age: f64) -> Piece {
        if one_piece(self.shape) {
            return self.known(curve, track);
        }
        loop {
            if track.head == NONE {
                self.extend(curve, track);
            }
            let node = self.nodes[track.head as usize];
            if age < node.piece.to || matches!(node.piece.course, Course::Lost | Course::Wild) {
                return node.piece;
            }
            if node.next == NONE {
                // A straight piece may go on in the next window.
                self.extend(curve, track);
            } else {
                self.drop_head(track);
            }
        }
    }

    /// The piece of a curve of a known shape: it has but one.
    fn known(&self, curve: &impl Curve, track: &Track) -> Piece {
        let first = curve.rank(0.0);
        let piece = Piece { from: 0.0, to: f64::INFINITY, first, last: f64::INFINITY, course: Course::Rising, slope: None };
        match self.shape {
            Shape::Constant => Piece { last: first, course: Course::Staying, ..piece },
            Shape::Falling => Piece { last: f64::NEG_INFINITY, course: Course::Falling, ..piece },
            Shape::Line | Shape::Pieces | Shape::General => {
                // Far enough for whatever it begins with to be small beside it.
                let far = track.unit.max(1.0) * 1e18;
                Piece { slope: Some((curve.rank(far) - first) / far), ..piece }
            }
        }
    }

    /// Whether there can be a piece after this one, and where it begins: the next in the list is looked at, not passed on to.
    pub fn walk<R>(&mut self, curve: &impl Curve, track: &mut Track, age: f64, mut visit: impl FnMut(&Piece) -> Option<R>) -> Option<R> {
        let piece = self.at(curve, track, age);
        if let found @ Some(_) = visit(&piece) {
            return found;
        }
        if one_piece(self.shape) {
            return None;
        }
        let mut here = track.head;
        loop {
            while self.nodes[here as usize].next == NONE {
                if matches!(self.nodes[here as usize].piece.course, Course::Lost | Course::Wild) {
                    return None;
                }
                let to = self.nodes[here as usize].piece.to;
                self.extend(curve, track);
                // The piece itself may have become longer.
                let piece = self.nodes[here as usize].piece;
                if piece.to > to
                    && let found @ Some(_) = visit(&piece)
                {
                    return found;
                }
            }
            here = self.nodes[here as usize].next;
            if let found @ Some(_) = visit(&self.nodes[here as usize].piece) {
                return found;
            }
        }
    }

    /// The job leaves its piece at an age that cannot be told from the piece's end, and is on the next one from there on.
    pub fn pass(&mut self, curve: &impl Curve, track: &mut Track, age: f64) {
        let Piece { to, .. } = self.at(curve, track, age);
        let next = self.at(curve, track, to);
        if next.from == to {
            self.nodes[track.head as usize].piece.from = age;
        }
    }

    /// The job has left.
    pub fn release(&mut self, track: &mut Track) {
        while track.head != NONE {
            self.drop_head(track);
        }
    }

    fn drop_head(&mut self, track: &mut Track) {
        let head = track.head;
        let node = &mut self.nodes[head as usize];
        track.head = std::mem::replace(&mut node.next, self.free);
        self.free = head;
        if track.head == NONE {
            track.tail = NONE;
        }
    }

    fn push(&mut self, track: &mut Track, piece: Piece) {
        if let Some(last) = self.nodes.get_mut(track.tail as usize) {
            let alike = match (last.piece.slope, piece.slope) {
                (Some(a), Some(b)) => (a - b).abs() <= 16.0 * BEND * a.abs().max(b.abs()),
                _ => false,
            };
            if last.piece.to == piece.from && last.piece.course == piece.course && alike {
                (last.piece.to, last.piece.last) = (piece.to, piece.last);
                return;
            }
        }
        track.count += 1;
        let piece = if track.count > MOST { Piece { course: Course::Wild, ..piece } } else { piece };
        let node = Node { piece, next: NONE };
        let place = if self.free == NONE {
            self.nodes.push(node);
            (self.nodes.len() - 1) as u32
        } else {
            let place = self.free;
            self.free = self.nodes[place as usize].next;
            self.nodes[place as usize] = node;
            place
        };
        match self.nodes.get_mut(track.tail as usize) {
            Some(last) => last.next = place,
            None => track.head = place,
        }
        track.tail = place;
    }

    /// Looks at one more window.
    fn extend(&mut self, curve: &impl Curve, track: &mut Track) {
        let from = track.scanned;
        let to = if from == 0.0 { track.unit } else { 2.0 * from };
        track.scanned = to;
        let mut ages = std::mem::take(&mut self.ages);
        ages.clear();
        ages.push(from);
        if from == 0.0 {
            ages.extend((0..NEAR).map(|i| libm::ldexp(to, 3 * (i - NEAR) - 4)));
        }
        ages.extend((1..=EVEN).map(|i| from + (to - from) * (f64::from(i) / f64::from(EVEN))));
        // A part between two cuts: from which age, and which of the ages are in it.
        let (mut begin, mut inner) = (from, 1);
        self.sign(curve, begin);
        for i in 1..ages.len() {
            loop {
                let end = ages[i];
                std::mem::swap(&mut self.signs, &mut self.others);
                self.sign(curve, end);
                // `others` are the signs where the part begins.
                if self.signs == self.others || track.count > MOST {
                    std::mem::swap(&mut self.signs, &mut self.others);
                    break;
                }
                let (low, high) = self.cut(curve, begin.max(ages[i - 1]), end);
                self.smooth(curve, track, (begin, low), &ages[inner..i]);
                (begin, inner) = (high, i);
                self.sign(curve, begin);
            }
        }
        self.smooth(curve, track, (begin, to), &ages[inner..ages.len() - 1]);
        self.ages = ages;
        if track.head == NONE {
            // Windows too short to hold two ages.
            self.push(track, Piece { from, to, first: f64::NAN, last: f64::NAN, course: Course::Wild, slope: None });
        }
    }

    /// Notes the signs at an age.
    fn sign(&mut self, curve: &impl Curve, age: f64) {
        let signs = &mut self.signs;
        signs.clear();
        let rank = curve.rank(age);
        signs.push(if rank.is_nan() {
            2
        } else if rank.is_finite() {
            0
        } else {
            rank.signum() as i8
        });
        curve.kinks(age, &mut |x| signs.push(if x > 0.0 { 1 } else { -i8::from(x < 0.0) }));
    }

    /// Neighbouring numbers between which the signs change from what they are at `low` (in `others`) to something else.
    fn cut(&mut self, curve: &impl Curve, mut low: f64, mut high: f64) -> (f64, f64) {
        loop {
            let middle = low + 0.5 * (high - low);
            if middle <= low || middle >= high {
                return (low, high);
            }
            self.sign(curve, middle);
            if self.signs == self.others { low = middle } else { high = middle }
        }
    }

    /// Takes apart a part without kinks and jumps.
    fn smooth(&mut self, curve: &impl Curve, track: &mut Track, (from, to): (f64, f64), inner: &[f64]) {
        if to <= from {
            return;
        }
        let mut points = std::mem::take(&mut self.points);
        points.clear();
        points.push((from, curve.rank(from)));
        if inner.len() < 4 || self.shape == Shape::Pieces {
            points.extend([0.125, 0.25, 0.5, 0.75].map(|part| from + part * (to - from)).map(|age| (age, curve.rank(age))));
        } else {
            points.extend(inner.iter().filter(|age| from < **age && **age < to).map(|age| (*age, curve.rank(*age))));
        }
        points.push((to, curve.rank(to)));
        if points[0].1.is_nan() {
            self.push(track, Piece { from, to, first: f64::NAN, last: f64::NAN, course: Course::Lost, slope: None });
            self.points = points;
            return;
        }
        // The extreme so far of the run of points that began at `begin`, and whether the run rises.
        let (mut begin, mut extreme, mut rises) = (0, 0, None);
        let mut start = points[0];
        for i in 1..points.len() {
            let (best, now) = (points[extreme].1, points[i].1);
            let rest = now == best || (now - best).abs() <= GRAIN * now.abs().max(best.abs());
            match rises {
                _ if rest => {}
                None => (extreme, rises) = (i, Some(now > best)),
                Some(up) if (now > best) == up => extreme = i,
                Some(up) if (now - best).abs() > 8.0 * noise(curve, points[extreme]).max(noise(curve, points[i])) => {
                    let (low, high) = turn(curve, up, points[extreme - 1].0, points[extreme].0, points[extreme + 1].0);
                    self.piece(curve, track, start, low, up, &points[begin..=extreme]);
                    start = (high, curve.rank(high));
                    (begin, extreme, rises) = (extreme, i, Some(!up));
                }
                Some(_) => {}
            }
        }
        let last = points[points.len() - 1].0;
        match rises {
            Some(up) => self.piece(curve, track, start, last, up, &points[begin..]),
            None => {
                let (from, first) = start;
                self.push(track, Piece { from, to: last, first, last: first, course: Course::Staying, slope: Some(0.0) });
            }
        }
        self.points = points;
    }

    /// Adds a piece that rises or falls.
    fn piece(&mut self, curve: &impl Curve, track: &mut Track, (from, first): (f64, f64), to: f64, up: bool, points: &[(f64, f64)]) {
        if to <= from {
            return;
        }
        let last = curve.rank(to);
        let course = if up { Course::Rising } else { Course::Falling };
        let slope = (last - first) / (to - from);
        let limit = BEND * first.abs().max(last.abs());
        let middle = from + 0.5 * (to - from);
        let straight = |&(age, rank): &(f64, f64)| age < from || age > to || (first + slope * (age - from) - rank).abs() <= limit;
        let straight = slope.is_finite() && straight(&(middle, curve.rank(middle))) && points.iter().all(straight);
        self.push(track, Piece { from, to, first, last, course, slope: straight.then_some(slope) });
    }
}

/// How much the rank differs between neighbouring ages: rounding, or a slope that is steeper than ages can tell.
fn noise(curve: &impl Curve, (age, rank): (f64, f64)) -> f64 {
    let mut next = age;
    (0..6).fold(0.0, |most: f64, _| {
        next = next.next_up();
        most.max((curve.rank(next) - rank).abs())
    })
}

/// Neighbouring ages, or nearly, between which the rank turns, given an extreme of three ages: golden section, which knows a smooth
/// extreme to half the digits only, and then a zero of the slope. A pole or a jump lies between them, too.
fn turn(curve: &impl Curve, top: bool, mut left: f64, mut best: f64, mut right: f64) -> (f64, f64) {
    const GOLDEN: f64 = 0.381_966_011_250_105_1;
    let better = |a: f64, b: f64| if top { a > b } else { a < b };
    let mut rank = curve.rank(best);
    let width = right - left;
    for _ in 0..200 {
        let leftwards = best - left > right - best;
        let age = if leftwards { best - GOLDEN * (best - left) } else { best + GOLDEN * (right - best) };
        if age <= left || age == best || age >= right {
            break;
        }
        let other = curve.rank(age);
        match (better(other, rank), leftwards) {
            (true, true) => (right, best, rank) = (best, age, other),
            (true, false) => (left, best, rank) = (best, age, other),
            (false, true) => left = age,
            (false, false) => right = age,
        }
    }
    // Five ages give the slope to the fourth order.
    let step = width / 512.0;
    let slope = |age: f64| {
        let across = |step: f64| curve.rank(age + step) - curve.rank(age - step);
        8.0 * across(step) - across(2.0 * step)
    };
    let (here, there) = (slope(best), slope(best + step));
    let zero = best - here * (step / (there - here));
    let smooth = (zero - best).abs() <= 1e-5 * width && zero >= 2.0 * step;
    if smooth && (curve.rank(zero) - rank).abs() <= GRAIN * rank.abs() {
        return (zero, zero);
    }
    let (before, after) = ((curve.rank(left) - rank).abs(), (curve.rank(right) - rank).abs());
    if before > after { (left, best) } else { (best, right) }
}
