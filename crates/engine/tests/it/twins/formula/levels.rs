//! Ranks of constants and age, by levels instead of by events.
//!
//! Between two arrivals nothing but service changes a rank, so the server clears level after level: before it lets a rank exceed
//! L, every job has been served until its own rank would exceed L. Let A(j, L) be the first age, from its present age on, at which the
//! rank of job j exceeds L, and R(j, L) that at which it is at least L, both at most its size. A job i completes when the level is
//! the highest rank M that it still has before it. By then each job has been served up to R(j, M), those first in (arrival, id) up to
//! A(j, M), and i up to its size: the sum is the time of completion, if nothing arrives before. (If i only reaches M as it completes,
//! nobody is served at level M before: completions come first.) At an arrival after T seconds, the level is the largest L for which
//! what all A(j, L) take is within T; what T leaves is spent at that level in order of (arrival, id). Sharing needs no rule
//! of its own: it is what happens where several A(j, L) grow with L.
//!
//! With ties shared, what jobs have at one level is shared equally; their rank has to be flat there.
//!
//! Error: rounding; what rounding of levels (`tie`) amounts to in ages, which is tie ÷ slope; and excursions of a rank that
//! are narrower than the grid of ages (size ÷ 512, and the eighths), whose local maxima are refined.

use super::{Ties, tied};
use schedscope::workload::Job;

/// How the numbers are read: by varying it one sees what depends on rounding.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// Relative difference of ranks that counts as none.
    pub tie: f64,
    /// Ages are off by so much whenever a rank is read.
    pub shift: f64,
    /// Ages are multiples of this or a little more, which is another number for each job: where a rank has a cusp, who is over it
    /// first may hang on that. None if 0.
    pub grain: f64,
    /// Ranks are multiples of this. None if 0.
    pub step: f64,
}

/// Closer than the 1e-11 of the specification, since rounding is all that it has to absorb here: a tie of 1e-11 at the top of a hump
/// is 3e-6 in age.
pub const PLAIN: Reading = Reading { tie: 1e-13, shift: 0.0, grain: 0.0, step: 0.0 };

/// A job's rank by age, with a grid of ages in which no excursion is lost.
struct Curve<'a> {
    rank: Box<dyn Fn(f64) -> f64 + 'a>,
    size: f64,
    grid: Vec<(f64, f64)>,
    age: f64,
    tie: f64,
}

impl<'a> Curve<'a> {
    fn new(rank: impl Fn(f64) -> f64 + 'a, job: &Job, tie: f64) -> Option<Self> {
        // As late as can be before it completes: `floor` takes a little less for the whole number.
        let last = job.size - 1e-11 * job.size.max(1.0);
        let mut ages: Vec<f64> = (0..512).map(|k| job.size * f64::from(k) / 512.0).collect();
        ages.extend((1..400).map(|k| f64::from(k) / 8.0));
        ages.extend((1..30).map(|k| job.size * libm::exp2(-f64::from(k))));
        ages.extend([job.estimate, last]);
        ages.retain(|age| (0.0..=last).contains(age));
        ages.sort_by(f64::total_cmp);
        ages.dedup();
        for triple in ages.clone().windows(3) {
            let [before, here, after] = [0, 1, 2].map(|k| rank(triple[k]));
            if here >= before && here >= after && (here > before || here > after) {
                ages.push(highest(&rank, triple[0], triple[2]));
            }
        }
        ages.sort_by(f64::total_cmp);
        let grid: Vec<(f64, f64)> = ages.into_iter().map(|age| (age, rank(age))).collect();
        let known = grid.iter().all(|(_, rank)| !rank.is_nan());
        known.then(|| Self { rank: Box::new(rank), size: job.size, grid, age: 0.0, tie })
    }

    fn rank(&self) -> f64 {
        (self.rank)(self.age)
    }

    /// The first age from now on at which the rank is so, at most the size.
    fn first(&self, so: impl Fn(f64) -> bool) -> f64 {
        if so(self.rank()) {
            return self.age;
        }
        let mut low = self.age;
        for &(age, rank) in self.grid.iter().filter(|(age, _)| *age > self.age) {
            if so(rank) {
                let mut high = age;
                loop {
                    let middle = f64::midpoint(low, high);
                    if middle <= low || middle >= high {
                        return high;
                    }
                    if so((self.rank)(middle)) { high = middle } else { low = middle }
                }
            }
            low = age;
        }
        self.size
    }

    fn above(&self, level: f64) -> f64 {
        self.first(|rank| rank > level && !tied(rank, level, self.tie))
    }

    fn reach(&self, level: f64) -> f64 {
        self.first(|rank| rank > level || tied(rank, level, self.tie))
    }

    /// The highest rank that is still to come.
    fn worst(&self) -> f64 {
        self.grid.iter().filter(|(age, _)| *age > self.age).map(|(_, rank)| *rank).fold(self.rank(), f64::max)
    }
}

/// Where a rank with one maximum between two ages has it: golden section.
fn highest(rank: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    let mut best = low;
    for _ in 0..90 {
        let step = 0.381_966_011_250_105_1 * (high - low);
        let (one, other) = (low + step, high - step);
        for age in [one, other] {
            if rank(age) > rank(best) {
                best = age;
            }
        }
        if rank(one) >= rank(other) { high = other } else { low = one }
    }
    best
}

/// The largest number for which a monotone property holds, and the next number; both −inf if it holds for none.
fn last_with(holds: impl Fn(f64) -> bool) -> (f64, f64) {
    if !holds(f64::NEG_INFINITY) {
        return (f64::NEG_INFINITY, f64::NEG_INFINITY);
    }
    let key = |x: f64| if x < 0.0 { -(x.abs().to_bits() as i64) } else { x.to_bits() as i64 };
    let number = |key: i64| if key < 0 { -f64::from_bits(key.unsigned_abs()) } else { f64::from_bits(key as u64) };
    let (mut low, mut high) = (key(f64::NEG_INFINITY), key(f64::INFINITY));
    while high > low + 1 {
        let middle = i64::midpoint(low, high);
        if holds(number(middle)) { low = middle } else { high = middle }
    }
    (number(low), number(high))
}

/// Completion times of jobs in order of (arrival, id) whose rank is `rank(position, age)`. None where a rank is NaN.
pub fn completions(jobs: &[Job], rank: &dyn Fn(usize, f64) -> f64, ties: Ties, reading: Reading) -> Option<Vec<f64>> {
    let Reading { tie, shift, grain, step } = reading;
    let rounded = |x: f64, to: f64| if to > 0.0 && x.is_finite() { (x / to).round() * to } else { x };
    let curve = |(i, job)| {
        let grain = grain * (1.0 + i as f64 / 8.0);
        Curve::new(move |age: f64| rounded(rank(i, rounded(age + shift, grain).max(0.0)), step), job, tie)
    };
    let mut curves: Vec<Curve> = jobs.iter().enumerate().map(curve).collect::<Option<_>>()?;
    let mut completions = vec![f64::NAN; jobs.len()];
    let mut now = 0.0;
    let mut arrived = 0;
    while completions.iter().any(|completion| completion.is_nan()) {
        let present: Vec<usize> = (0..arrived).filter(|&i| completions[i].is_nan()).collect();
        let next = jobs.get(arrived).map_or(f64::INFINITY, |job| job.arrival);
        let done: Vec<f64> = present.iter().map(|&i| now + until_done(&curves, &present, i, ties)).collect();
        let seconds = next - now;
        for (&i, &done) in present.iter().zip(&done) {
            if done <= next + 1e-11 {
                completions[i] = done;
            }
        }
        if next.is_finite() {
            for (i, age) in ages_after(&curves, &present, seconds, ties) {
                curves[i].age = age;
            }
            for (&i, &done) in present.iter().zip(&done) {
                // The two computations may part by rounding: a job without work does not wait for another turn.
                if completions[i].is_nan() && curves[i].size - curves[i].age < 1e-10 && done < next + 1e-7 {
                    completions[i] = done;
                }
            }
            now = next;
            while jobs.get(arrived).is_some_and(|job| job.arrival <= now) {
                arrived += 1;
            }
        }
    }
    Some(completions)
}

/// Seconds until job `i` completes if nothing arrives.
fn until_done(curves: &[Curve], present: &[usize], i: usize, ties: Ties) -> f64 {
    let level = curves[i].worst();
    let own = curves[i].size - curves[i].reach(level);
    // Where a job completes on the very top of its rank, the age at which it is there is known to half of the digits.
    let stays = own > 30.0 * curves[i].tie.sqrt();
    let waits_for = |&j: &usize| {
        let (reach, above) = (curves[j].reach(level), curves[j].above(level));
        let there = match ties {
            _ if j == i => curves[i].size,
            Ties::Fcfs if j < i && stays => above,
            Ties::Fcfs => reach,
            Ties::Shared => reach + own.min(above - reach),
        };
        there - curves[j].age
    };
    present.iter().map(waits_for).sum()
}

/// The ages of the jobs present after so many seconds without an arrival.
fn ages_after(curves: &[Curve], present: &[usize], seconds: f64, ties: Ties) -> Vec<(usize, f64)> {
    let served = |level: f64| present.iter().map(|&i| curves[i].above(level) - curves[i].age).sum::<f64>();
    let (_, level) = last_with(|level| served(level) <= seconds);
    let reach: Vec<f64> = present.iter().map(|&i| curves[i].reach(level)).collect();
    let room: Vec<f64> = present.iter().zip(&reach).map(|(&i, reach)| curves[i].above(level) - reach).collect();
    let mut left = seconds - present.iter().zip(&reach).map(|(&i, reach)| reach - curves[i].age).sum::<f64>();
    let mut more = vec![0.0; present.len()];
    match ties {
        Ties::Fcfs => {
            for (more, room) in more.iter_mut().zip(&room) {
                *more = room.min(left).max(0.0);
                left -= *more;
            }
        }
        Ties::Shared => {
            let poured = |height: f64| room.iter().map(|room| room.min(height)).sum::<f64>();
            let (height, _) = last_with(|height| poured(height) <= left.max(0.0));
            for (more, room) in more.iter_mut().zip(&room) {
                *more = room.min(height).max(0.0);
            }
        }
    }
    present.iter().zip(reach.iter().zip(&more)).map(|(&i, (reach, more))| (i, (reach + more).min(curves[i].size))).collect()
}
