//! The job of least rank, where ranks change while jobs wait.

use super::{Momentary, NAN, same};
use crate::formula::{Moment, Preempt, Ties};
use crate::server::JobState;
use crate::server::parts::room;
use crate::server::scheduler::{Fault, Next, Scheduler};
use crate::sim::{Clock, TIE};
use crate::workload::Job;

/// The job of least rank runs, on one server: all ranks are read at arrivals, at completions and a quantum after they were read
/// last, in O(n).
///
/// A decision comes late by up to a quantum. If ranks are read at arrivals and completions only, or only when the server falls
/// free, there are no quanta, and nothing is approximate.
#[derive(Debug)]
pub struct Quantum<V, F> {
    value_of: F,
    preempt: Preempt,
    ties: Ties,
    every: f64,
    clock: Clock,
    /// Those present, in the order of (arrival, id).
    jobs: Vec<Held<V>>,
    ranks: Vec<f64>,
    /// How much of the quantum is left.
    left: f64,
    unsettled: bool,
    fault: Option<Fault>,
}

#[derive(Debug)]
struct Held<V> {
    index: u32,
    size: f64,
    estimate: f64,
    age: f64,
    share: f64,
    value: V,
}

impl<V: Momentary, F: Fn(u32, &Job) -> V> Quantum<V, F> {
    /// `jobs` jobs, their ranks made by `value_of` and read every `quantum`, in units of time.
    pub fn new(jobs: usize, preempt: Preempt, ties: Ties, quantum: f64, value_of: F) -> Self {
        let room = room(jobs);
        Self {
            value_of,
            preempt,
            ties,
            every: if preempt == Preempt::Always { quantum } else { f64::INFINITY },
            clock: Clock::at(0.0),
            jobs: Vec::with_capacity(room),
            ranks: Vec::with_capacity(room),
            left: f64::INFINITY,
            unsettled: false,
            fault: None,
        }
    }

    /// Reads all ranks and gives the server to the least.
    fn decide(&mut self) {
        self.unsettled = false;
        // Who has not been served yet is not running to the end yet.
        if self.preempt == Preempt::Completion && self.jobs.iter().any(|job| job.share > 0.0 && job.age > 0.0) {
            return;
        }
        let n = self.jobs.len() as f64;
        let nlate = self.jobs.iter().filter(|job| job.age >= job.estimate).count() as f64;
        self.ranks.clear();
        for job in &self.jobs {
            let rank = job.value.at(&Moment { age: job.age, now: self.clock.now(), n, nlate });
            if rank.is_nan() {
                self.fault.get_or_insert_with(|| Fault { job: job.index, age: Some(job.age), time: 0.0, what: NAN.to_owned() });
            }
            self.ranks.push(rank);
        }
        let least = self.ranks.iter().copied().fold(f64::INFINITY, f64::min);
        let equals = self.ranks.iter().filter(|rank| same(**rank, least)).count();
        let served = if self.ties == Ties::Shared { equals } else { 1 };
        let mut free = served;
        for (job, rank) in self.jobs.iter_mut().zip(&self.ranks) {
            let is_served = free > 0 && same(*rank, least);
            free -= usize::from(is_served);
            job.share = if is_served { 1.0 / served as f64 } else { 0.0 };
        }
        self.left = if self.jobs.len() > 1 { self.every } else { f64::INFINITY };
    }
}

impl<V: Momentary, F: Fn(u32, &Job) -> V> Scheduler for Quantum<V, F> {
    fn arrive(&mut self, index: u32, job: &Job) {
        self.clock = Clock::at(job.arrival);
        let value = (self.value_of)(index, job);
        self.jobs.push(Held { index, size: job.size, estimate: job.estimate, age: 0.0, share: 0.0, value });
        self.decide();
    }

    fn next(&self) -> Next {
        let left = |job: &Held<V>| if job.share > 0.0 { (job.size - job.age).max(0.0) / job.share } else { f64::INFINITY };
        Next { completion: self.jobs.iter().map(left).fold(f64::INFINITY, f64::min), event: self.left.max(0.0), slack: 0.0 }
    }

    fn advance(&mut self, dt: f64) {
        self.clock.advance(dt);
        self.left -= dt;
        for job in &mut self.jobs {
            job.age += dt * job.share;
        }
    }

    fn complete(&mut self) -> Option<u32> {
        match self.jobs.iter().position(|job| job.size - job.age <= TIE * job.size) {
            Some(place) => {
                self.unsettled = true;
                Some(self.jobs.remove(place).index)
            }
            None => {
                if self.unsettled {
                    self.decide();
                }
                None
            }
        }
    }

    fn act(&mut self, _: &[Job]) {
        if self.left <= TIE * self.every {
            self.decide();
        }
    }

    fn late(&self) -> usize {
        0
    }

    fn fault(&self) -> Option<Fault> {
        self.fault.clone()
    }

    fn for_each(&self, _: &[Job], visit: &mut dyn FnMut(JobState)) {
        for &Held { index, size, age, share, .. } in &self.jobs {
            visit(JobState { job: index, remaining: size - age, virtual_remaining: None, virtual_rate: 0.0, share, late: false });
        }
    }
}
