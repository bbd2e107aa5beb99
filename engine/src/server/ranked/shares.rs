//! Every job present has a share of the server.

use super::Momentary;
use crate::formula::Moment;
use crate::server::JobState;
use crate::server::engine::{Fault, Next, Scheduler};
use crate::server::parts::{Blind, Shares, room};
use crate::sim::{Clock, TIE};
use crate::workload::Job;

/// Why a share is none.
fn wrong(share: f64) -> Option<&'static str> {
    match share {
        share if share.is_nan() => Some("its share is NaN"),
        share if share < 0.0 => Some("its share is negative"),
        share if share.is_infinite() => Some("its share is infinite"),
        _ => None,
    }
}

const NONE: &str = "the shares of all jobs present are 0";

/// The server is divided in proportion to shares that jobs keep: discriminatory processor sharing, exact and O(log n) an event.
#[derive(Debug)]
pub struct Steady<F> {
    share_of: F,
    sharing: Blind<Shares>,
    served: usize,
    /// Index and size of those whose share is 0.
    idle: Vec<(u32, f64)>,
    fault: Option<Fault>,
}

impl<F: Fn(u32, &Job) -> f64> Steady<F> {
    /// `jobs` jobs with the shares that `share_of` gives.
    pub fn new(jobs: usize, share_of: F) -> Self {
        Self { share_of, sharing: Blind(Shares::by_weight(jobs)), served: 0, idle: Vec::with_capacity(room(jobs)), fault: None }
    }

    fn fail(&mut self, job: u32, what: &str) {
        self.fault.get_or_insert_with(|| Fault { job, age: 0.0, time: 0.0, what: what.to_owned() });
    }
}

impl<F: Fn(u32, &Job) -> f64> Scheduler for Steady<F> {
    fn arrive(&mut self, index: u32, job: &Job) {
        let share = (self.share_of)(index, job);
        if let Some(what) = wrong(share) {
            self.fail(index, what);
        } else if share == 0.0 {
            self.idle.push((index, job.size));
        } else {
            self.served += 1;
            self.sharing.arrive(index, &Job { weight: share, ..*job });
        }
    }

    fn next(&self) -> Next {
        self.sharing.next()
    }

    fn advance(&mut self, dt: f64) {
        self.sharing.advance(dt);
    }

    fn complete(&mut self) -> Option<u32> {
        let complete = self.sharing.complete();
        self.served -= usize::from(complete.is_some());
        complete
    }

    fn act(&mut self, _: &[Job]) {}

    fn late(&self) -> usize {
        0
    }

    fn fault(&self) -> Option<Fault> {
        let none = || self.idle.first().filter(|_| self.served == 0);
        self.fault.clone().or_else(|| none().map(|(job, _)| Fault { job: *job, age: 0.0, time: 0.0, what: NONE.to_owned() }))
    }

    fn for_each(&self, jobs: &[Job], visit: &mut dyn FnMut(JobState)) {
        self.sharing.for_each(jobs, visit);
        for &(job, remaining) in &self.idle {
            visit(JobState { job, remaining, virtual_remaining: None, virtual_rate: 0.0, share: 0.0, late: false });
        }
    }
}

/// Length of a step of the integration, relative to 1 + the least age.
const STEP: f64 = 1e-4;
/// Most steps between two looks at what has come.
const AHEAD: u32 = 64;

/// What a share depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Varies {
    /// On who is present and who is late: rates are constant between events, so nothing is approximate.
    AtEvents,
    /// On age or on the time.
    Always,
}

/// The server is divided in proportion to shares that change.
///
/// Ages obey a′ᵢ = shareᵢ ÷ Σ shares. Where shares change all the time, that is integrated by the method of Runge and Kutta (fourth
/// order), in steps that end where a share has a kink or a jump and where a job completes: O(n) a step.
#[derive(Debug)]
pub struct Proportional<V, F> {
    value_of: F,
    varies: Varies,
    clock: Clock,
    jobs: Vec<Held<V>>,
    ages: Vec<f64>,
    /// Ages when the next thing happens if nothing arrives, and when that is.
    ahead: Vec<f64>,
    span: f64,
    passed: f64,
    completes: bool,
    unsettled: bool,
    room: Room,
    fault: Option<Fault>,
}

#[derive(Debug)]
struct Held<V> {
    index: u32,
    size: f64,
    estimate: f64,
    rate: f64,
    value: V,
}

/// Room for an integration.
#[derive(Debug, Default)]
struct Room {
    /// Rates at the four ages of a step.
    rates: [Vec<f64>; 4],
    middle: Vec<f64>,
    end: Vec<f64>,
    signs: Vec<bool>,
    others: Vec<bool>,
}

impl<V: Momentary, F: Fn(u32, &Job) -> V> Proportional<V, F> {
    /// `jobs` jobs with the shares that `value_of` gives.
    pub fn new(jobs: usize, varies: Varies, value_of: F) -> Self {
        let room = room(jobs);
        let list = || Vec::with_capacity(room);
        let work = Room { rates: [list(), list(), list(), list()], middle: list(), end: list(), ..Room::default() };
        Self {
            value_of,
            varies,
            clock: Clock::at(0.0),
            jobs: Vec::with_capacity(room),
            ages: list(),
            ahead: list(),
            span: f64::INFINITY,
            passed: 0.0,
            completes: false,
            unsettled: false,
            room: work,
            fault: None,
        }
    }

    /// Looks ahead from now.
    fn look(&mut self) {
        self.unsettled = false;
        (self.passed, self.span, self.completes) = (0.0, f64::INFINITY, false);
        if self.jobs.is_empty() {
            return;
        }
        let now = self.clock.now();
        let mut first = std::mem::take(&mut self.room.rates[0]);
        let shared = rates(&self.jobs, &self.ages, now, &mut first);
        self.jobs.iter_mut().zip(&first).for_each(|(job, rate)| job.rate = *rate);
        self.room.rates[0] = first;
        if let Err(fault) = shared {
            self.fault.get_or_insert(fault);
            return;
        }
        self.ahead.clone_from(&self.ages);
        match self.varies {
            Varies::AtEvents => self.until_event(),
            Varies::Always => self.integrate_until(f64::INFINITY),
        }
    }

    /// Rates stay as they are until a job completes or turns late.
    fn until_event(&mut self) {
        let of = |job: &Held<V>, left: f64| if job.rate > 0.0 { left.max(0.0) / job.rate } else { f64::INFINITY };
        let mut late = f64::INFINITY;
        for (job, age) in self.jobs.iter().zip(&self.ages) {
            self.span = self.span.min(of(job, job.size - age));
            if *age < job.estimate {
                late = late.min(of(job, job.estimate - age));
            }
        }
        self.completes = self.span <= late;
        self.span = self.span.min(late);
        for (job, age) in self.jobs.iter().zip(&mut self.ahead) {
            let before = *age < job.estimate;
            *age += job.rate * self.span;
            // Who is due to turn late does.
            if before && job.estimate - *age <= TIE * job.estimate {
                *age = age.max(job.estimate);
            }
        }
    }

    /// Integrates from now until a time from now, or until a job completes, or as far as is looked ahead at once.
    fn integrate_until(&mut self, until: f64) {
        let now = self.clock.now();
        let mut span = 0.0;
        self.completes = false;
        for _ in 0..if until.is_finite() { u32::MAX } else { AHEAD } {
            let least = self.ahead.iter().copied().fold(f64::INFINITY, f64::min);
            let mut step = (STEP * (1.0 + least)).min(until - span);
            if step <= 0.0 {
                break;
            }
            let from = now + span;
            // A step may reach to where there is no share though no job does.
            let mut halvings = 0;
            while let Err(fault) = self.room.step(&self.jobs, &self.ahead, from, step) {
                step *= 0.5;
                halvings += 1;
                if halvings > 30 {
                    self.fault.get_or_insert(fault);
                    return;
                }
            }
            if let Some(before) = self.room.first_change(&self.jobs, &self.ahead, from, step) {
                step = before;
            }
            let done = |jobs: &[Held<V>], ages: &[f64]| jobs.iter().zip(ages).any(|(job, age)| *age >= job.size);
            if done(&self.jobs, &self.room.end) {
                let (mut low, mut high) = (0.0, step);
                loop {
                    let middle = 0.5 * (low + high);
                    if middle <= low || middle >= high || self.room.step(&self.jobs, &self.ahead, from, middle).is_err() {
                        break;
                    }
                    if done(&self.jobs, &self.room.end) { high = middle } else { low = middle }
                }
                step = high;
                self.completes = true;
            }
            if self.room.step(&self.jobs, &self.ahead, from, step).is_err() {
                break;
            }
            std::mem::swap(&mut self.ahead, &mut self.room.end);
            span += step;
            if self.completes {
                break;
            }
        }
        self.span = span;
    }
}

/// The rates of all jobs at these ages.
fn rates<V: Momentary>(jobs: &[Held<V>], ages: &[f64], now: f64, rates: &mut Vec<f64>) -> Result<(), Fault> {
    let n = jobs.len() as f64;
    let nlate = jobs.iter().zip(ages).filter(|(job, age)| **age >= job.estimate).count() as f64;
    rates.clear();
    let mut total = 0.0;
    for (job, age) in jobs.iter().zip(ages) {
        let share = job.value.at(&Moment { age: *age, now, n, nlate });
        if let Some(what) = wrong(share) {
            return Err(Fault { job: job.index, age: *age, time: 0.0, what: what.to_owned() });
        }
        total += share;
        rates.push(share);
    }
    if total == 0.0 {
        return Err(Fault { job: jobs[0].index, age: ages[0], time: 0.0, what: NONE.to_owned() });
    }
    rates.iter_mut().for_each(|rate| *rate /= total);
    Ok(())
}

impl Room {
    /// Ages (in `end`) after one step from `ages`.
    fn step<V: Momentary>(&mut self, jobs: &[Held<V>], ages: &[f64], now: f64, step: f64) -> Result<(), Fault> {
        let [first, second, third, fourth] = &mut self.rates;
        let shifted = |to: &mut Vec<f64>, by: f64, rates: &[f64]| {
            to.clear();
            to.extend(ages.iter().zip(rates).map(|(age, rate)| age + by * rate));
        };
        rates(jobs, ages, now, first)?;
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

    /// How long a step may be so that it comes to a kink of a share, or just past one that is near, if there is one within `step`;
    /// `end` is then where that leads.
    fn first_change<V: Momentary>(&mut self, jobs: &[Held<V>], ages: &[f64], now: f64, step: f64) -> Option<f64> {
        signs(jobs, ages, &mut self.signs);
        signs(jobs, &self.end, &mut self.others);
        if self.signs == self.others {
            return None;
        }
        let (mut low, mut high) = (0.0, step);
        while high - low > 1e-9 * step {
            let middle = 0.5 * (low + high);
            self.step(jobs, ages, now, middle).ok()?;
            signs(jobs, &self.end, &mut self.others);
            if self.signs == self.others { low = middle } else { high = middle }
        }
        // Up to the kink, unless that is here.
        let found = if low > 1e-6 * step { low } else { high };
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

impl<V: Momentary, F: Fn(u32, &Job) -> V> Scheduler for Proportional<V, F> {
    fn arrive(&mut self, index: u32, job: &Job) {
        self.clock = Clock::at(job.arrival);
        let value = (self.value_of)(index, job);
        self.jobs.push(Held { index, size: job.size, estimate: job.estimate, rate: 0.0, value });
        self.ages.push(0.0);
        self.look();
    }

    fn next(&self) -> Next {
        let left = (self.span - self.passed).max(0.0);
        if self.completes { Next { completion: left, ..Next::NEVER } } else { Next { event: left, ..Next::NEVER } }
    }

    fn advance(&mut self, dt: f64) {
        if dt + self.passed >= self.span {
            self.ages.clone_from(&self.ahead);
        } else if self.varies == Varies::AtEvents {
            self.ages.iter_mut().zip(&self.jobs).for_each(|(age, job)| *age += job.rate * dt);
        } else if dt > 0.0 && !self.jobs.is_empty() {
            self.ahead.clone_from(&self.ages);
            self.integrate_until(dt);
            self.ages.clone_from(&self.ahead);
            self.unsettled = true;
        }
        self.passed += dt;
        self.clock.advance(dt);
    }

    fn complete(&mut self) -> Option<u32> {
        match (0..self.jobs.len()).find(|&i| self.jobs[i].size - self.ages[i] <= TIE * self.jobs[i].size) {
            Some(place) => {
                self.unsettled = true;
                self.ages.remove(place);
                Some(self.jobs.remove(place).index)
            }
            None => {
                if self.unsettled {
                    self.look();
                }
                None
            }
        }
    }

    fn act(&mut self, _: &[Job]) {
        if self.passed >= self.span {
            self.look();
        }
    }

    fn late(&self) -> usize {
        0
    }

    fn fault(&self) -> Option<Fault> {
        self.fault.clone()
    }

    fn for_each(&self, _: &[Job], visit: &mut dyn FnMut(JobState)) {
        for (job, age) in self.jobs.iter().zip(&self.ages) {
            let remaining = (job.size - age).max(0.0);
            visit(JobState { job: job.index, remaining, virtual_remaining: None, virtual_rate: 0.0, share: job.rate, late: false });
        }
    }
}
