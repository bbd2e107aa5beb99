//! Shares: every job present is served at a rate in proportion to its formula, by small steps of Runge and Kutta.
//!
//! A step that would take a job beyond its size, or beyond its estimate, is halved until it ends there, and until then a job is not
//! late. With smooth shares the error falls with the fourth power of the step; where a share jumps at any other age it is of the
//! order of the step.

use super::{Formula, SETTING, View};
use schedscope::workload::Job;

/// Completion times of jobs in order of (arrival, id), or what is wrong with the shares.
pub fn completions(jobs: &[Job], formula: &Formula, longest: f64) -> Result<Vec<f64>, String> {
    let mut ages = vec![0.0; jobs.len()];
    let mut completions = vec![f64::NAN; jobs.len()];
    let mut now = 0.0;
    let mut arrived = 0;
    while completions.iter().any(|completion| completion.is_nan()) {
        while jobs.get(arrived).is_some_and(|job| job.arrival <= now) {
            arrived += 1;
        }
        let present: Vec<usize> = (0..arrived).filter(|&i| completions[i].is_nan()).collect();
        let next = jobs.get(arrived).map_or(f64::INFINITY, |job| job.arrival);
        if present.is_empty() {
            now = next;
            continue;
        }
        let passes = |i: usize, after: f64, mark: f64| ages[i] < mark && after > mark;
        let beyond = |after: &[f64]| present.iter().any(|&i| passes(i, after[i], jobs[i].size) || passes(i, after[i], jobs[i].estimate));
        let mut step = longest.min(next - now);
        let mut after = stepped(jobs, formula, &present, &ages, now, step)?;
        if beyond(&after) {
            let (mut low, mut high) = (0.0, step);
            while high - low > 1e-14 {
                let middle = f64::midpoint(low, high);
                if beyond(&stepped(jobs, formula, &present, &ages, now, middle)?) { high = middle } else { low = middle }
            }
            step = high;
            after = stepped(jobs, formula, &present, &ages, now, step)?;
        }
        ages = after;
        now = if step == next - now { next } else { now + step };
        for &i in &present {
            if ages[i] >= jobs[i].size - 1e-12 {
                completions[i] = now;
            }
        }
    }
    Ok(completions)
}

/// The ages after one step.
fn stepped(jobs: &[Job], formula: &Formula, present: &[usize], ages: &[f64], now: f64, step: f64) -> Result<Vec<f64>, String> {
    let moved = |by: f64, rates: &[f64]| ages.iter().zip(rates).map(|(age, rate)| age + by * rate).collect::<Vec<f64>>();
    let half = step / 2.0;
    let seen = |i: usize, age: f64| if ages[i] < jobs[i].estimate { age.min(jobs[i].estimate.next_down()) } else { age };
    let rates = |after: f64, ages: Vec<f64>| {
        let ages: Vec<f64> = ages.into_iter().enumerate().map(|(i, age)| seen(i, age)).collect();
        rates(jobs, formula, present, &ages, now + after)
    };
    let one = rates(0.0, ages.to_vec())?;
    let two = rates(half, moved(half, &one))?;
    let three = rates(half, moved(half, &two))?;
    let four = rates(step, moved(step, &three))?;
    let mean: Vec<f64> = (0..jobs.len()).map(|i| (one[i] + 2.0 * two[i] + 2.0 * three[i] + four[i]) / 6.0).collect();
    Ok(moved(step, &mean))
}

fn rates(jobs: &[Job], formula: &Formula, present: &[usize], ages: &[f64], now: f64) -> Result<Vec<f64>, String> {
    let late_jobs = present.iter().filter(|&&i| ages[i] >= jobs[i].estimate).count() as f64;
    let mut shares = vec![0.0; jobs.len()];
    for &i in present {
        let view = View { age: ages[i], now, n: present.len() as f64, late_jobs, ..View::of(&jobs[i], SETTING) };
        shares[i] = formula.value(&view);
        if shares[i].is_nan() || shares[i] < 0.0 {
            return Err(format!("share is {} for job {} at {now}", shares[i], jobs[i].id));
        }
    }
    let total: f64 = shares.iter().sum();
    if total <= 0.0 || total.is_infinite() {
        return Err(format!("shares sum to {total} at {now}"));
    }
    Ok(shares.iter().map(|share| share / total).collect())
}
