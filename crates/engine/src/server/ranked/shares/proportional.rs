//! Shares that change.

use super::integration::{Held, Room};
use crate::server::JobState;
use crate::server::parts::room;
use crate::server::ranked::Momentary;
use crate::server::scheduler::{Fault, Next, Scheduler};
use crate::sim::{Clock, TIE};
use crate::workload::Job;

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
/// order), in steps that end where a share has a kink or a jump and where a job completes: O(n) a step, of which there are some 10⁴ each
/// time that the age of a job grows by a factor of e.
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

impl<V: Momentary, F: Fn(u32, &Job) -> V> Proportional<V, F> {
    /// `jobs` jobs with the shares that `value_of` gives.
    pub fn new(jobs: usize, varies: Varies, value_of: F) -> Self {
        let room = room(jobs);
        let list = || Vec::with_capacity(room);
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
            room: Room::with_capacity(room),
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
        if let Err(fault) = self.room.begin(&self.jobs, &self.ages, now) {
            self.fault.get_or_insert(fault);
            return;
        }
        self.jobs.iter_mut().zip(&self.room.rates[0]).for_each(|(job, rate)| job.rate = *rate);
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
            let from = now + span;
            if until <= span {
                break;
            }
            if let Err(fault) = self.room.begin(&self.jobs, &self.ahead, from) {
                self.fault.get_or_insert(fault);
                return;
            }
            let mut step = self.room.length(&self.jobs, &self.ahead, from).min(until - span);
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

impl<V: Momentary, F: Fn(u32, &Job) -> V> Scheduler for Proportional<V, F> {
    fn arrive(&mut self, index: u32, job: &Job) {
        self.clock = Clock::at(job.arrival);
        let value = (self.value_of)(index, job);
        self.jobs.push(Held { index, arrival: job.arrival, size: job.size, estimate: job.estimate, rate: 0.0, value });
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
