//! Policies that order jobs by a number, with preemption or without, and Nudge.

use super::{Turns, play};
use crate::twins::formula::Ties;
use crate::twins::formula::levels::{self, PLAIN};
use schedscope::workload::Job;

/// A number of a job, its age and the time.
type Number<'a> = Box<dyn Fn(&Job, f64, f64) -> f64 + 'a>;

/// The least number first, ties in order of (arrival, id).
struct Order<'a> {
    jobs: &'a [Job],
    number: Number<'a>,
    preemptive: bool,
    present: Vec<usize>,
    served: Option<usize>,
}

fn ordered<'a>(jobs: &'a [Job], preemptive: bool, switch: f64, number: impl Fn(&Job, f64, f64) -> f64 + 'a) -> Vec<f64> {
    play(jobs, switch, &mut Order { jobs, number: Box::new(number), preemptive, present: vec![], served: None })
}

impl Turns for Order<'_> {
    fn arrives(&mut self, job: usize, _: f64) {
        self.present.push(job);
    }

    fn completes(&mut self, job: usize) {
        self.present.retain(|&other| other != job);
        self.served = None;
    }

    fn chosen(&mut self, now: f64, ages: &[f64]) -> Option<usize> {
        if self.preemptive || self.served.is_none() {
            let number = |&job: &usize| (self.number)(&self.jobs[job], ages[job], now);
            let least = self.present.iter().map(number).fold(f64::INFINITY, f64::min);
            self.served = self.present.iter().copied().find(|job| number(job) <= least + 1e-11 * least.abs().max(1.0));
        }
        self.served
    }

    fn chooses_again(&mut self) {
        self.served = None;
    }
}

pub fn fifo(jobs: &[Job], switch: f64) -> Vec<f64> {
    ordered(jobs, false, switch, |job, _, _| job.arrival)
}

/// Shortest remaining size first.
pub fn srpt(jobs: &[Job], switch: f64) -> Vec<f64> {
    ordered(jobs, true, switch, |job, age, _| job.size - age)
}

/// Shortest estimate first: with preemption `psjfe`, without `sjfe`.
pub fn shortest(jobs: &[Job], preemptive: bool, switch: f64) -> Vec<f64> {
    ordered(jobs, preemptive, switch, |job, _, _| job.estimate)
}

/// Least remaining estimate first; a late job is not preempted, since its number is at most 0.
pub fn srpte(jobs: &[Job], switch: f64) -> Vec<f64> {
    ordered(jobs, true, switch, |job, age, _| job.estimate - age)
}

/// Smith's rule with preemption: est/weight, or estrem/weight.
pub fn smith(jobs: &[Job], remaining: bool, switch: f64) -> Vec<f64> {
    ordered(jobs, true, switch, move |job, age, _| (job.estimate - if remaining { age } else { 0.0 }) / job.weight)
}

/// Highest response ratio next, without preemption: the largest 1 + wait/est. An estimate of 0 has an infinite ratio, also
/// when it has not waited.
pub fn hrrn(jobs: &[Job], switch: f64) -> Vec<f64> {
    ordered(jobs, false, switch, |job, _, now| if job.estimate > 0.0 { -(1.0 + (now - job.arrival) / job.estimate) } else { f64::MIN })
}

/// Earliest deadline first, with preemption: the deadline is the arrival and `slack` times the estimate.
pub fn edf(jobs: &[Job], slack: f64, switch: f64) -> Vec<f64> {
    ordered(jobs, true, switch, move |job, _, _| job.arrival + slack * job.estimate)
}

/// What makes a job's priority grow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aging {
    /// All its time in the system: the order of two jobs never changes.
    Sojourn,
    /// The time without service; without preemption only, since with it jobs would take turns (the formula `-(weight + c*wait)`).
    Wait,
}

/// The largest weight + rate × aging first.
pub fn static_priority(jobs: &[Job], rate: f64, aging: Aging, preemptive: bool, switch: f64) -> Vec<f64> {
    assert!(!(preemptive && aging == Aging::Wait), "jobs would take turns");
    match aging {
        Aging::Sojourn => ordered(jobs, preemptive, switch, move |job, _, _| rate * job.arrival - job.weight),
        Aging::Wait => ordered(jobs, false, switch, move |job, age, now| -(job.weight + rate * (now - job.arrival - age))),
    }
}

/// γ-Boost (Yu and Scully 2024) on estimates, without preemption: the least arrival − b(est), b(s) = ln(1/(1 − exp(−γs)))/γ.
pub fn boost(jobs: &[Job], gamma: f64, switch: f64) -> Vec<f64> {
    let number = move |job: &Job| job.arrival + libm::log(1.0 - libm::exp(-gamma * job.estimate)) / gamma;
    ordered(jobs, false, switch, move |job, _, _| number(job).max(f64::MIN))
}

/// Nudge (Grosof, Yang, Scully, Harchol-Balter 2021): FCFS without preemption, but a job below `threshold` that arrives and finds
/// one that is not as the last of those waiting goes before it, unless that one was passed before. The job in service, or
/// being switched to, does not wait, nor does who gets the server at the very instant of the arrival.
pub fn nudge(jobs: &[Job], threshold: f64, switch: f64) -> Vec<f64> {
    play(jobs, switch, &mut Nudge { jobs, threshold, line: vec![], passed: vec![false; jobs.len()], served: None })
}

struct Nudge<'a> {
    jobs: &'a [Job],
    threshold: f64,
    line: Vec<usize>,
    passed: Vec<bool>,
    served: Option<usize>,
}

impl Turns for Nudge<'_> {
    fn arrives(&mut self, job: usize, _: f64) {
        if self.served.is_none() {
            self.served = Some(job);
            return;
        }
        let last = self.line.last().copied();
        self.line.push(job);
        if let Some(last) = last
            && self.jobs[job].estimate < self.threshold
            && self.jobs[last].estimate >= self.threshold
            && !self.passed[last]
        {
            self.passed[last] = true;
            let end = self.line.len();
            self.line.swap(end - 2, end - 1);
        }
    }

    fn completes(&mut self, _: usize) {
        self.served = (!self.line.is_empty()).then(|| self.line.remove(0));
    }

    fn chosen(&mut self, _: f64, _: &[f64]) -> Option<usize> {
        self.served
    }
}

/// SRPT with bounce: rank max(est − age, min(age − est, est)).
pub fn srptb(jobs: &[Job]) -> Vec<f64> {
    by_level(jobs, |job, age| (job.estimate - age).max((age - job.estimate).min(job.estimate)))
}

/// Preemptive shortest estimate first, and least attained service among those beyond their estimate: rank max(est, age).
pub fn hedged(jobs: &[Job]) -> Vec<f64> {
    by_level(jobs, |job, age| job.estimate.max(age))
}

/// Least attained service by weight: rank age/weight.
pub fn weighted_las(jobs: &[Job]) -> Vec<f64> {
    by_level(jobs, |job, age| age / job.weight)
}

fn by_level(jobs: &[Job], rank: impl Fn(&Job, f64) -> f64) -> Vec<f64> {
    levels::completions(jobs, &|i, age| rank(&jobs[i], age), Ties::Fcfs, PLAIN).expect("no rank is NaN")
}
