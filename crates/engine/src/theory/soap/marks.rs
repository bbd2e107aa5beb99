//! Ages and ranks that matter to many jobs at once: kinks and jumps of ranks, and levels that are shared.

use super::super::cells::bisect;
use super::levels::same;
use super::rows::{CLOSE, Rows};
use super::{Curve, Seen};
use crate::theory::TheoryError;

/// Most levels of a kind.
const MOST: usize = 400;
/// Steps of a search between two ages.
const HALVINGS: usize = 60;
/// How far estimates are followed for levels, in σ.
const EDGES: f64 = 4.0;

impl Rows<'_> {
    /// Ages at which a curve has kinks or jumps, or passes one of these levels.
    ///
    /// # Errors
    /// If it takes too long.
    pub(super) fn kinks<C: Curve>(&self, curve: &C, levels: &[f64]) -> Result<Vec<f64>, TheoryError> {
        let steps = curve.steps() + levels.len();
        self.work.spend(self.intervals.len() * steps)?;
        let signs = |age: f64| {
            let mut signs = vec![];
            curve.kinks(age, &mut |difference| signs.push(difference > 0.0));
            let rank = if levels.is_empty() { 0.0 } else { curve.rank(age) };
            signs.extend(levels.iter().map(|level| rank > *level));
            signs
        };
        let mut kinks = vec![];
        let mut last: Option<(f64, Vec<bool>)> = None;
        for age in [0.0].into_iter().chain(self.intervals.iter().map(|interval| interval.to)) {
            let here = signs(age);
            if let Some((before, there)) = last.filter(|(_, there)| there.len() == here.len()) {
                for i in (0..here.len()).filter(|i| here[*i] != there[*i]) {
                    self.work.spend(HALVINGS * steps)?;
                    let at = bisect(before, age, |age| signs(age).get(i) == there.get(i));
                    kinks.push(at);
                }
            }
            last = Some((age, here));
        }
        kinks.sort_by(f64::total_cmp);
        kinks.dedup_by(|a, b| (*a - *b).abs() <= CLOSE * *a);
        Ok(kinks)
    }

    /// Kinks that curves of different estimates have in common.
    ///
    /// # Errors
    /// If it takes too long.
    pub(super) fn common<C: Curve>(&self, of: &impl Fn(f64, f64) -> C) -> Result<Vec<f64>, TheoryError> {
        let (low, high) = self.reach();
        let at = |part: f64| self.kinks(&of(libm::exp(low + (high - low) * part), 1.0), &[]);
        let (mut first, second) = (at(0.37)?, at(0.73)?);
        self.work.spend(first.len() * second.len())?;
        first.retain(|kink| second.iter().any(|other| (kink - other).abs() <= CLOSE * kink));
        Ok(first)
    }

    /// Levels of rank that jobs share: where curves of different jobs start, end, turn, or stay.
    ///
    /// # Errors
    /// If it takes too long.
    pub(super) fn find_landmarks<C: Curve>(&self, curve: &impl Fn(Seen) -> C) -> Result<Vec<f64>, TheoryError> {
        let (low, high) = self.reach();
        let weights: &[(f64, f64)] = if self.sees.weight { self.jobs.weights } else { &[(1.0, 1.0)] };
        let of = |part: f64, weight: f64| {
            let size = libm::exp(low + (high - low) * part);
            let curve = curve(Seen { estimate: size, size, weight });
            let marks = self.kinks(&curve, &[])?;
            self.work.spend(2 * (self.intervals.len() + marks.len()) * curve.steps())?;
            let ends = self.intervals.iter().flat_map(|i| [i.from, i.to]).chain(marks);
            let mut ages: Vec<f64> = ends.flat_map(|age| [age * (1.0 - CLOSE), age * (1.0 + CLOSE)]).collect();
            ages.sort_by(f64::total_cmp);
            ages.dedup();
            let ranks: Vec<f64> = ages.into_iter().map(|age| curve.rank(age)).collect();
            let turns = ranks.windows(3).filter(|r| !((r[0] < r[1] && r[1] < r[2]) || (r[0] > r[1] && r[1] > r[2]))).map(|r| r[1]);
            let mut levels: Vec<f64> = turns.chain(ranks.first().copied()).chain(ranks.last().copied()).collect();
            levels.sort_by(f64::total_cmp);
            levels.dedup();
            Ok(levels)
        };
        let mut landmarks = vec![];
        for &(weight, _) in weights {
            let (first, second) = (of(0.37, weight)?, of(0.73, weight)?);
            self.work.spend(first.len() * second.len())?;
            landmarks.extend(first.into_iter().filter(|level| second.iter().any(|other| same(*level, *other))));
        }
        Ok(landmarks)
    }

    /// Levels of rank that tell jobs apart: those at which jobs of different descriptors begin, and those that one of them passes.
    pub(super) fn levels<C: Curve>(&self, curve: &impl Fn(Seen) -> C) -> Vec<f64> {
        let (low, high) = self.reach();
        let weights: &[(f64, f64)] = if self.sees.weight { self.jobs.weights } else { &[(1.0, 1.0)] };
        let spread = if self.sees.estimate { EDGES * self.jobs.sigma } else { 0.0 };
        let (low, high) = (low - spread, high + spread);
        let steps = if self.sees.estimate || self.sees.size { MOST } else { 1 };
        let of = |v: f64, weight: f64| curve(Seen { estimate: libm::exp(v), size: libm::exp(v), weight });
        let mut levels = vec![];
        for &(weight, _) in weights {
            levels.extend((0..=steps).map(|i| of(low + (high - low) * i as f64 / steps as f64, weight).rank(0.0)));
            let passing = of(f64::midpoint(low, high), weight);
            levels.extend(self.intervals.iter().step_by(self.intervals.len() / MOST + 1).map(|interval| passing.rank(interval.to)));
        }
        levels
    }
}
