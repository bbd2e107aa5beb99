//! Looking at a window.

use super::numbers::{border, level, noise, stays, turn};
use super::{BEND, Course, MOST, NONE, Piece, Pieces, Track};
use crate::formula::Shape;
use crate::server::ranked::Curve;

/// Ages in a window that are equally far apart, and the number of those nearer to the beginning of the first.
const EVEN: u32 = 32;
const NEAR: i32 = 12;
/// Where a part is looked at next to its ends, as parts of it: at a kink ranks can be steep without bound, as those of `sqrt`, and
/// turn close to it.
const NEXT: [f64; 2] = [1.0 / 4096.0, 1.0 / 16_777_216.0];

/// What changes where a curve has a kink or a jump, at one age.
#[derive(Debug)]
pub struct Signs {
    signs: Vec<i8>,
    values: Vec<f64>,
}

impl Signs {
    pub fn with_capacity(capacity: usize) -> Self {
        Self { signs: Vec::with_capacity(capacity), values: Vec::with_capacity(capacity) }
    }

    /// Notes what is at an age: first what kind of number the rank is.
    fn note(&mut self, curve: &impl Curve, age: f64) {
        self.signs.clear();
        self.values.clear();
        let rank = curve.rank(age);
        self.add(if rank.is_nan() { 2 } else { i8::from(rank == f64::INFINITY) - i8::from(rank == f64::NEG_INFINITY) }, f64::NAN);
        curve.kinks(age, &mut |x| self.add(i8::from(x > 0.0) - i8::from(x < 0.0), x));
    }

    fn add(&mut self, sign: i8, value: f64) {
        self.signs.push(sign);
        self.values.push(value);
    }

    fn is_as(&self, other: &Self) -> bool {
        self.signs == other.signs
    }
}

impl Pieces {
    /// Looks at one more window.
    pub(super) fn extend(&mut self, curve: &impl Curve, track: &mut Track) {
        let from = track.scanned;
        let to = if from == 0.0 { track.unit } else { 2.0 * from };
        track.scanned = to;
        let mut ages = std::mem::take(&mut self.ages);
        ages.clear();
        ages.push(from);
        // Between two kinks of a curve of straight pieces there is nothing to be found, kinks of its kinks included.
        if self.shape == Shape::Pieces {
            ages.push(to);
        } else {
            if from == 0.0 {
                ages.extend((0..NEAR).map(|i| libm::ldexp(to, 3 * (i - NEAR) - 4)));
            }
            ages.extend((1..=EVEN).map(|i| from + (to - from) * (f64::from(i) / f64::from(EVEN))));
            let coarse = ages.len();
            curve.turns(from, to, &mut |age| ages.push(age));
            if ages.len() > coarse {
                ages.sort_unstable_by(f64::total_cmp);
                ages.dedup();
            }
        }
        // A part between two cuts: from which age, and from which on ages are in it; and the last age whose signs are those of the part.
        let (mut begin, mut inner, mut last) = (from, 1, from);
        self.before.note(curve, begin);
        for i in 1..ages.len() {
            loop {
                self.after.note(curve, ages[i]);
                if self.after.is_as(&self.before) || track.count > MOST {
                    break;
                }
                let (low, high) = self.cut(curve, last, ages[i]);
                self.smooth(curve, track, (begin, low), &ages[inner..i]);
                (begin, inner, last) = (high, i, high);
                std::mem::swap(&mut self.before, &mut self.after);
            }
            std::mem::swap(&mut self.before, &mut self.after);
            last = ages[i];
        }
        self.smooth(curve, track, (begin, to), &ages[inner..ages.len() - 1]);
        self.ages = ages;
        if track.head == NONE {
            // The window is too short to hold two ages.
            self.push(track, Piece { from, to, first: f64::NAN, last: f64::NAN, course: Course::Wild, slope: None });
        }
    }

    /// Neighbouring numbers between which the signs change from what they are `before` at `low` to what they are `after` at `high`:
    /// where what changes its sign would be zero if it were straight, which it often is, and a bisection if that does not help.
    fn cut(&mut self, curve: &impl Curve, mut low: f64, mut high: f64) -> (f64, f64) {
        for step in 0.. {
            let (least, most) = (low.next_up(), high.next_down());
            if least >= high {
                break;
            }
            let changed = (0..self.before.signs.len()).find(|i| self.before.signs[*i] != self.after.signs[*i]).unwrap_or(0);
            let (under, over) = (self.before.values[changed], self.after.values[changed]);
            let straight = low - under * ((high - low) / (over - under));
            let age = if step % 3 == 2 || !straight.is_finite() { low + 0.5 * (high - low) } else { straight }.clamp(least, most);
            self.look(curve, &mut low, &mut high, age);
            let value = if low == age { self.before.values[changed] } else { self.after.values[changed] };
            if value.abs() <= 1e-9 * under.abs().max(over.abs()) {
                // Next to zero: the other side may be next to it.
                let neighbour = if low == age { low.next_up() } else { high.next_down() };
                if low < neighbour && neighbour < high {
                    self.look(curve, &mut low, &mut high, neighbour);
                }
            }
        }
        (low, high)
    }

    /// Moves one end of a cut to an age in between.
    fn look(&mut self, curve: &impl Curve, low: &mut f64, high: &mut f64, age: f64) {
        self.between.note(curve, age);
        let (end, signs) = if self.between.is_as(&self.before) { (low, &mut self.before) } else { (high, &mut self.after) };
        *end = age;
        std::mem::swap(signs, &mut self.between);
    }

    /// Takes apart a part without kinks and jumps.
    fn smooth(&mut self, curve: &impl Curve, track: &mut Track, (from, to): (f64, f64), inner: &[f64]) {
        if to <= from {
            return;
        }
        let mut points = std::mem::take(&mut self.points);
        points.clear();
        if self.shape != Shape::Pieces {
            let length = to - from;
            points.extend(NEXT.iter().flat_map(|part| [from + part * length, to - part * length]).map(|age| (age, 0.0)));
            points.extend(inner.iter().map(|age| (*age, 0.0)));
            if inner.len() < 4 {
                points.extend([0.125, 0.25, 0.5, 0.75].map(|part| (from + part * length, 0.0)));
            }
            points.retain(|(age, _)| from < *age && *age < to);
            points.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
            points.dedup();
            points.iter_mut().for_each(|(age, rank)| *rank = curve.rank(*age));
        }
        points.insert(0, (from, curve.rank(from)));
        points.push((to, curve.rank(to)));
        if points[0].1.is_nan() {
            self.push(track, Piece { from, to, first: f64::NAN, last: f64::NAN, course: Course::Lost, slope: None });
            self.points = points;
            return;
        }
        // The extreme so far of the run of points that began at `begin`, the last point that is level with it, and whether the run rises.
        let (mut begin, mut extreme, mut even, mut rises) = (0, 0, 0, None);
        let mut start = points[0];
        for i in 1..=points.len() {
            let (best, now) = (points[extreme].1, points.get(i).map(|point| point.1));
            if now.is_some_and(|now| level(now, best)) {
                even += usize::from(even + 1 == i);
                continue;
            }
            if even > extreme && stays(curve, &points[extreme..=even]) {
                let from = if extreme > begin { border(curve, points[extreme].0, points[extreme - 1].0).max(start.0) } else { start.0 };
                let to = points.get(even + 1).map_or(to, |next| border(curve, points[even].0, next.0));
                if let Some(up) = rises {
                    self.piece(curve, track, start, from, up, &points[begin..=extreme]);
                }
                self.push(track, Piece { from, to, first: best, last: best, course: Course::Staying, slope: Some(0.0) });
                (start, begin, extreme, rises) = ((to, best), even, even, None);
            }
            let Some(now) = now else { break };
            // Where ranks are what is left of far larger numbers, neighbouring ages tell how much of them is rounding: those
            // between the two points, since a jump may be right behind.
            let noise = || noise(curve, points[extreme], f64::next_up).max(noise(curve, points[i], f64::next_down));
            let real = || (now - best).abs() > 8.0 * noise();
            match rises {
                None if real() => (extreme, even, rises) = (i, i, Some(now > best)),
                Some(up) if (now > best) == up => (extreme, even) = (i, i),
                Some(up) if real() => {
                    let (low, high) = turn(curve, up, points[extreme - 1].0, points[extreme].0, points[extreme + 1].0);
                    self.piece(curve, track, start, low, up, &points[begin..=extreme]);
                    start = (high, curve.rank(high));
                    (begin, extreme, even, rises) = (extreme, i, i, Some(!up));
                }
                _ => {}
            }
        }
        let (from, first) = start;
        match rises {
            Some(up) => self.piece(curve, track, start, to, up, &points[begin..]),
            None if from < to => self.push(track, Piece { from, to, first, last: first, course: Course::Staying, slope: Some(0.0) }),
            None => {}
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
