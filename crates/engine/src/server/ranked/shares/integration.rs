//! Steps of the method of Runge and Kutta.

use super::{NONE, wrong};
use crate::formula::Moment;
use crate::server::ranked::Momentary;
use crate::server::scheduler::Fault;

/// A job that is present, and its present rate.
#[derive(Debug)]
pub struct Held<V> {
    pub index: u32,
    pub arrival: f64,
    pub size: f64,
    pub estimate: f64,
    pub rate: f64,
    pub value: V,
}

/// Room for an integration.
#[derive(Debug, Default)]
pub struct Room {
    /// Rates at the four ages of a step; the first ones are those where it begins.
    pub rates: [Vec<f64>; 4],
    middle: Vec<f64>,
    /// Ages after it.
    pub end: Vec<f64>,
    signs: Vec<bool>,
    /// Signs beyond a kink.
    others: Vec<bool>,
    halfway: Vec<bool>,
    /// Signs beyond the kink up to which the last steps led, and how many these were.
    approached: (Vec<bool>, u32),
}

/// Length of a step, relative to what changes in it.
const STEP: f64 = 1e-4;
/// After so many steps up to the same kink, of which each leaves a part of the way, no digit of the way is left: rounding puts a slow job
/// back, and it has to go past.
const APPROACHES: u32 = 64;

/// The rates of all jobs at these ages.
pub fn rates<V: Momentary>(jobs: &[Held<V>], ages: &[f64], now: f64, rates: &mut Vec<f64>) -> Result<(), Fault> {
    let n = jobs.len() as f64;
    let nlate = jobs.iter().zip(ages).filter(|(job, age)| **age >= job.estimate).count() as f64;
    rates.clear();
    let mut total = 0.0;
    for (job, age) in jobs.iter().zip(ages) {
        let share = job.value.at(&Moment { age: *age, now, n, nlate });
        if let Some(what) = wrong(share) {
            return Err(Fault { job: job.index, age: Some(*age), time: 0.0, what });
        }
        total += share;
        rates.push(share);
    }
    if total == 0.0 {
        return Err(Fault { job: jobs[0].index, age: Some(ages[0]), time: 0.0, what: NONE.to_owned() });
    }
    rates.iter_mut().for_each(|rate| *rate /= total);
    Ok(())
}

impl Room {
    /// For so many jobs without growing.
    pub fn with_capacity(jobs: usize) -> Self {
        let list = || Vec::with_capacity(jobs);
        Self { rates: [list(), list(), list(), list()], middle: list(), end: list(), ..Self::default() }
    }

    /// Takes the rates with which a step from these ages begins.
    pub fn begin<V: Momentary>(&mut self, jobs: &[Held<V>], ages: &[f64], now: f64) -> Result<(), Fault> {
        rates(jobs, ages, now, &mut self.rates[0])
    }

    /// How long the step that has begun is. 1 + the age of each job and 1 + the time since it arrived grow by at most 1e-4 of themselves in
    /// it, and one of them by just that: a run takes at most ln((1 + size)(1 + sojourn time)) ÷ 1e-4 such steps a job.
    pub fn length<V>(&self, jobs: &[Held<V>], ages: &[f64], now: f64) -> f64 {
        let of = |((job, age), rate): ((&Held<V>, &f64), &f64)| ((1.0 + age) / rate).min(1.0 + (now - job.arrival));
        STEP * jobs.iter().zip(ages).zip(&self.rates[0]).map(of).fold(f64::INFINITY, f64::min)
    }

    /// Ages (in `end`) after the step that has begun at `ages`, if it is this long.
    pub fn step<V: Momentary>(&mut self, jobs: &[Held<V>], ages: &[f64], now: f64, step: f64) -> Result<(), Fault> {
        let [first, second, third, fourth] = &mut self.rates;
        let shifted = |to: &mut Vec<f64>, by: f64, rates: &[f64]| {
            to.clear();
            to.extend(ages.iter().zip(rates).map(|(age, rate)| age + by * rate));
        };
        shifted(&mut self.middle, 0.5 * step, first);
        rates(jobs, &self.middle, now + 0.5 * step, second)?;
        shifted(&mut self.middle, 0.5 * step, second);
        rates(jobs, &self.middle, now + 0.5 * step, third)?;
        shifted(&mut self.middle, step, third);
        rates(jobs, &self.middle, now + step, fourth)?;
        self.end.clear();
        let all = first.iter().zip(second.iter()).zip(third.iter().zip(fourth.iter()));
        self.end.extend(ages.iter().zip(all).map(|(age, ((a, b), (c, d)))| age + step * (a + 2.0 * (b + c) + d) / 6.0));
        Ok(())
    }

    /// How long the step that has begun may be so that it comes to a kink of a share, or just past one that is near, if there is one within
    /// `step`; `end` is then where that leads.
    pub fn first_change<V: Momentary>(&mut self, jobs: &[Held<V>], ages: &[f64], now: f64, step: f64) -> Option<f64> {
        signs(jobs, ages, &mut self.signs);
        signs(jobs, &self.end, &mut self.others);
        if self.signs == self.others {
            self.approached.1 = 0;
            return None;
        }
        let (mut low, mut high) = (0.0, step);
        while high - low > 1e-9 * step {
            let middle = 0.5 * (low + high);
            self.step(jobs, ages, now, middle).ok()?;
            signs(jobs, &self.end, &mut self.halfway);
            if self.signs == self.halfway {
                low = middle;
            } else {
                high = middle;
                std::mem::swap(&mut self.others, &mut self.halfway);
            }
        }
        let (kink, times) = &mut self.approached;
        if *times == 0 || *kink != self.others {
            kink.clone_from(&self.others);
            *times = 0;
        }
        // Up to the kink, unless that is here.
        let here = low <= 1e-6 * step || *times >= APPROACHES;
        *times = if here { 0 } else { *times + 1 };
        let found = if here { high } else { low };
        self.step(jobs, ages, now, found).ok()?;
        Some(found)
    }
}

/// The signs of what changes sign at kinks, of all jobs, and which of them are late.
fn signs<V: Momentary>(jobs: &[Held<V>], ages: &[f64], signs: &mut Vec<bool>) {
    signs.clear();
    for (job, age) in jobs.iter().zip(ages) {
        signs.push(*age < job.estimate);
        job.value.kinks(*age, &mut |x| signs.push(x < 0.0));
    }
}
