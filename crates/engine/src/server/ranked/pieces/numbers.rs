//! Roots and extremes.

use super::GRAIN;
use crate::server::ranked::Curve;

/// The age in `[from, to]` at which a rank that rises there is as given, to the last bits.
pub fn crossing(curve: &impl Curve, from: f64, to: f64, rank: f64) -> f64 {
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

/// Whether a rank is as given but for rounding.
pub fn level(rank: f64, given: f64) -> bool {
    rank == given || (rank - given).abs() <= GRAIN * rank.abs().max(given.abs())
}

/// The last age at which the rank is as it `still` is, on the way to an age at which it is not.
pub fn border(curve: &impl Curve, mut still: f64, mut other: f64) -> f64 {
    let rank = curve.rank(still);
    for _ in 0..80 {
        let age = f64::midpoint(still, other);
        if age == still || age == other {
            break;
        }
        if level(curve.rank(age), rank) { still = age } else { other = age }
    }
    still
}

/// Whether the rank stays between points that are level, and does not rise and come back.
pub fn stays(curve: &impl Curve, points: &[(f64, f64)]) -> bool {
    let inner = |from: f64, to: f64| [0.25, 0.5, 0.75].map(|part| curve.rank(from + part * (to - from)));
    points.windows(2).all(|pair| inner(pair[0].0, pair[1].0).iter().all(|rank| level(*rank, pair[0].1)))
}

/// How much the rank differs between an age and those next to it on one side: rounding, or a slope that is steeper than ages can tell.
pub fn noise(curve: &impl Curve, (age, rank): (f64, f64), step: impl Fn(f64) -> f64) -> f64 {
    let mut next = age;
    (0..3).fold(0.0, |most: f64, _| {
        next = step(next);
        most.max((curve.rank(next) - rank).abs())
    })
}

/// Neighbouring ages, or nearly, between which the rank turns, given an extreme of three ages: golden section, which knows a smooth
/// extreme to half the digits only, and then a zero of the slope. A pole or a jump lies between them, too.
pub fn turn(curve: &impl Curve, top: bool, mut left: f64, mut best: f64, mut right: f64) -> (f64, f64) {
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
