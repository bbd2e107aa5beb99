//! Mean sojourn times under any policy that ranks jobs by what is known of them and their age: SOAP.
//!
//! The job of least rank is served, ties in order of arrival. With r(a) the rank of a job at age a, w the worst rank it ever has and w(a)
//! the worst from age a on, the mean sojourn time of a job of size x in the M/G/1 queue is
//!
//! (λ/2) Σᵢ E\[Xᵢ(w)²\] / ((1 − λE\[X₀(w)\]) (1 − λE\[X′(w)\])) + ∫₀ˣ da / (1 − λE\[X′(w(a))\])
//!
//! (Scully, Harchol-Balter & Scheller-Wolf, *SOAP: One Clean Analysis of All Age-Based Scheduling Policies*, 2018). X′(ρ) is the service
//! of a new job until its rank first is ρ or more; X₀(ρ), X₁(ρ), … are the services of an old job in the intervals of ages in which its
//! rank is at most ρ, the first of them from age 0 on. *Below* for new jobs and *up to* for old ones is what the tie rule says, and
//! decides the answer wherever many jobs share a rank.
//!
//! Both sums are collected by level of rank in one sweep over ages. E\[X₀(ρ)\] and E\[X′(ρ)\] are the service received while the worst rank
//! so far is up to, or below, ρ. ΣE\[Xᵢ(ρ)²\] counts pairs of ages s < t between which the rank stays up to ρ, twice: the worst rank
//! between two ages is that of a stack of maxima. A second sweep adds up what that means for each job.

mod levels;
mod marks;
mod rows;
mod strip;
mod work;

use super::{SizeLaw, TheoryError, check, check_load};
use levels::Collector;
use rows::Rows;
use strip::{Passes, Stretch};
use work::Work;

/// Jobs as they arrive: sizes, estimates and weights are independent but for the estimate's size.
#[derive(Clone, Copy, Debug)]
pub struct Jobs<'a> {
    /// Their sizes.
    pub sizes: Sizes<'a>,
    /// Standard deviation of the logarithm of the error of estimates.
    pub sigma: f64,
    /// Weights with their probabilities.
    pub weights: &'a [(f64, f64)],
    /// Arrival rate × mean size.
    pub load: f64,
}

/// How sizes are distributed.
#[derive(Clone, Copy, Debug)]
pub enum Sizes<'a> {
    /// By a law with mean 1.
    Law(&'a SizeLaw),
    /// As one of a few, with these probabilities.
    Atoms(&'a [(f64, f64)]),
}

/// What a rank depends on, besides the age.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sees {
    /// The estimate.
    pub estimate: bool,
    /// The exact size.
    pub size: bool,
    /// The weight.
    pub weight: bool,
}

/// A job as a rank sees it; what it does not depend on is 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    /// Its estimate.
    pub estimate: f64,
    /// Its size.
    pub size: f64,
    /// Its weight.
    pub weight: f64,
}

/// The rank of one job as a function of its age.
pub trait Curve {
    /// Whether it is known to have neither kinks nor jumps at multiples of the estimate: then half as many numbers do.
    const SMOOTH: bool = false;

    /// The rank at an age. Not-a-number means that there is no theory.
    fn rank(&self, age: f64) -> f64;

    /// How many steps it takes to find it.
    fn steps(&self) -> usize {
        1
    }

    /// Visits differences that change their sign where the rank has a kink or a jump, always in the same order.
    fn kinks(&self, _age: f64, _visit: &mut dyn FnMut(f64)) {}
}

impl<F: Fn(f64) -> f64> Curve for F {
    fn rank(&self, age: f64) -> f64 {
        self(age)
    }
}

/// Mean sojourn times.
#[derive(Clone, Debug, PartialEq)]
pub struct Sojourn {
    /// Of all jobs.
    pub mean: f64,
    /// Of jobs of a size: sizes in rising order, each with the mean of those near it.
    pub by_size: Vec<(f64, f64)>,
}

impl Sojourn {
    /// Mean sojourn time of jobs of this size, between those that were computed.
    pub fn of_size(&self, size: f64) -> f64 {
        let right = self.by_size.partition_point(|(x, _)| *x < size).clamp(1, self.by_size.len().max(2) - 1);
        let (Some(&(a, from)), Some(&(b, to))) = (self.by_size.get(right - 1), self.by_size.get(right)) else { return self.mean };
        // Below the first and above the last size, the slowdown stays the same.
        match size {
            _ if size <= a => from * size / a,
            _ if size >= b => to * size / b,
            _ => from + (to - from) * (size - a) / (b - a),
        }
    }
}

/// Steps per factor of two of estimates and ages: of the first grid, and of the last.
const STEPS: [u32; 3] = [7, 14, 28];
/// Two grids in a row agree if they differ by no more than this part.
const AGREE: f64 = 0.002;

/// Mean sojourn times under a rank function that is given by each job's curve; nothing if its grids do not come to agree within 0.2 %,
/// or if a rank is not a number, or beyond 10³⁰. That two grids agree makes an error of that size likely, not certain.
///
/// # Errors
/// If the load is not between 0 and 1, both excluded, or sigma is out of range; or if it takes [too much](super::TooMuch).
pub fn mean_sojourn<C: Curve>(jobs: &Jobs<'_>, sees: Sees, curve: impl Fn(Seen) -> C) -> Result<Option<Sojourn>, TheoryError> {
    let mut last: Option<(u32, Sojourn)> = None;
    let work = Work::new();
    for steps in STEPS {
        let Some(next) = on_one(jobs, sees, steps, &curve, &work)? else { return Ok(None) };
        if let Some((fewer, last)) = last.filter(|(_, last)| (last.mean / next.mean - 1.0).abs() <= AGREE) {
            return Ok(Some(Sojourn { mean: towards(&[(fewer, last.mean), (steps, next.mean)]), ..next }));
        }
        last = Some((steps, next));
    }
    Ok(None)
}

/// What means on two grids tend to if their errors fall with the square of the step.
pub(super) fn towards(grids: &[(u32, f64); 2]) -> f64 {
    let [(coarse, first), (fine, second)] = grids.map(|(steps, mean)| (f64::from(steps * steps), mean));
    (fine * second - coarse * first) / (fine - coarse)
}

/// The same on one grid, of this many steps per factor of two of estimates and ages.
///
/// # Errors
/// Those of [`mean_sojourn`], and if `steps` is not from 1 to 1000.
pub fn on_grid<C: Curve>(jobs: &Jobs<'_>, sees: Sees, steps: u32, curve: impl Fn(Seen) -> C) -> Result<Option<Sojourn>, TheoryError> {
    on_one(jobs, sees, steps, &curve, &Work::new())
}

fn on_one<C: Curve>(
    jobs: &Jobs<'_>,
    sees: Sees,
    steps: u32,
    curve: &impl Fn(Seen) -> C,
    work: &Work,
) -> Result<Option<Sojourn>, TheoryError> {
    check_load(jobs.load)?;
    if !(1..=1000).contains(&steps) {
        return Err(TheoryError::Steps(steps));
    }
    check(jobs.sigma, (0.0..=100.0).contains(&jobs.sigma), TheoryError::Sigma)?;
    let rows = Rows::new(jobs, sees, steps, curve, work)?;
    let mut elements = vec![];
    let mut passes = Passes::default();
    let mut ends = rows.levels(curve);
    ends.extend(rows.landmarks());
    let mut collector = Collector::new(ends);
    let complete = rows.for_each(curve, &mut elements, |elements| {
        passes.collect(elements, &mut collector);
        collector.settle(work)
    })?;
    if !complete {
        return Ok(None);
    }
    let Some(levels) = collector.add_up() else { return Ok(None) };
    // Rates of arrivals by the mean that the sums have, so that the load is exact.
    let stretch = Stretch { rate: jobs.load / levels.all().service, levels: &levels };
    let mut buckets = vec![(0.0, 0.0); rows.buckets().len()];
    rows.for_each(curve, &mut elements, |elements| {
        passes.stay(elements, &stretch, &mut buckets);
        Ok(())
    })?;
    let (all, sum) = buckets.iter().fold((0.0, 0.0), |(all, sum), (jobs, time)| (all + jobs, sum + time));
    let by_size = rows.buckets().iter().zip(&buckets).filter(|(_, (jobs, _))| *jobs > 0.0).map(|(size, (jobs, time))| (*size, time / jobs));
    Ok(Some(Sojourn { mean: sum / all, by_size: by_size.collect() }))
}

#[cfg(test)]
mod tests;
