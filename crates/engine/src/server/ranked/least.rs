//! The jobs of least rank, as they are at arrivals and completions.

use super::waiting::{Entry, Slots, Trend, Waiting, Who};
use super::{Curve, NAN};
use crate::formula::Preempt;
use crate::server::JobState;
use crate::server::parts::{OneAtATime, room};
use crate::server::scheduler::{Fault, Next, Scheduler};
use crate::sim::TIE;
use crate::workload::Job;

/// The m jobs of least rank run, each on one of m servers, compared at arrivals and completions.
///
/// Where ranks are constant or fall with age nothing can change in between, so this is the exact policy. A job that waits keeps
/// its rank, so a heap holds those that wait: O(m + log n) an event.
#[derive(Debug)]
pub struct Least<C, F> {
    curve_of: F,
    servers: usize,
    preempt: Preempt,
    slots: Slots<Held<C>>,
    waiting: Waiting,
    /// Slots of those that run.
    running: Vec<u32>,
    /// Whether who runs is still to be settled, since a job has completed.
    unsettled: bool,
    fault: Option<Fault>,
}

#[derive(Debug)]
struct Held<C> {
    index: u32,
    size: f64,
    age: f64,
    curve: C,
}

impl<C: Curve, F: Fn(u32, &Job) -> C> Least<C, F> {
    /// `jobs` jobs on `servers` servers, their curves made by `curve_of`.
    pub fn new(jobs: usize, servers: u32, preempt: Preempt, curve_of: F) -> Self {
        let (servers, room) = (servers as usize, room(jobs));
        Self {
            curve_of,
            servers,
            preempt,
            slots: Slots::with_capacity(room),
            waiting: Waiting::with_capacity(room),
            running: Vec::with_capacity(servers.min(jobs) + 1),
            unsettled: false,
            fault: None,
        }
    }

    /// A job with its present rank.
    fn entry(&mut self, slot: u32) -> Entry {
        let Held { index, age, curve, .. } = self.slots.get(slot);
        let (index, age, rank) = (*index, *age, curve.rank(*age));
        if rank.is_nan() {
            self.fault.get_or_insert(Fault { job: index, age: Some(age), time: 0.0, what: NAN.to_owned() });
        }
        Entry { rank, trend: Trend::Firm, index, who: Who::Job(slot) }
    }

    /// Of those that may be interrupted, the one that would be first: its place among the running, and its entry.
    fn last_running(&mut self) -> Option<(usize, Entry)> {
        let mut last: Option<(usize, Entry)> = None;
        for place in 0..self.running.len() {
            let slot = self.running[place];
            // Who has not been served yet is not running to the end yet.
            if self.preempt == Preempt::Completion && self.slots.get(slot).age > 0.0 {
                continue;
            }
            let entry = self.entry(slot);
            if last.as_ref().is_none_or(|(_, last)| last.precedes(&entry)) {
                last = Some((place, entry));
            }
        }
        last
    }

    /// Gives free servers to the least.
    fn fill(&mut self) {
        while self.running.len() < self.servers
            && let Some(Entry { who: Who::Job(slot), .. }) = self.waiting.pop()
        {
            self.running.push(slot);
        }
    }

    /// Gives all servers to the least.
    fn compare(&mut self) {
        while let Some(first) = self.waiting.peek().copied()
            && let Some((place, last)) = self.last_running()
            && first.precedes(&last)
            && let Who::Job(slot) = first.who
        {
            self.waiting.pop();
            self.waiting.push(last);
            self.running[place] = slot;
        }
    }

    fn share(&self) -> f64 {
        1.0 / self.servers as f64
    }
}

impl<C: Curve, F: Fn(u32, &Job) -> C> OneAtATime for Least<C, F> {
    fn served(&self) -> Option<u32> {
        self.running.first().map(|slot| self.slots.get(*slot).index)
    }
}

impl<C: Curve, F: Fn(u32, &Job) -> C> Scheduler for Least<C, F> {
    fn arrive(&mut self, index: u32, job: &Job) {
        let slot = self.slots.put(Held { index, size: job.size, age: 0.0, curve: (self.curve_of)(index, job) });
        let entry = self.entry(slot);
        self.waiting.push(entry);
        self.fill();
        self.compare();
    }

    fn next(&self) -> Next {
        let left = |slot: &u32| {
            let job = self.slots.get(*slot);
            (job.size - job.age).max(0.0)
        };
        Next { completion: self.running.iter().map(left).fold(f64::INFINITY, f64::min) / self.share(), ..Next::NEVER }
    }

    fn advance(&mut self, dt: f64) {
        let done = dt * self.share();
        for slot in &self.running {
            self.slots.get_mut(*slot).age += done;
        }
    }

    fn complete(&mut self) -> Option<u32> {
        let due = |slot: &u32| {
            let job = self.slots.get(*slot);
            job.size - job.age <= TIE * job.size
        };
        match self.running.iter().position(due) {
            Some(place) => {
                let slot = self.running.swap_remove(place);
                self.unsettled = true;
                self.slots.release(slot);
                Some(self.slots.get(slot).index)
            }
            None => {
                if std::mem::take(&mut self.unsettled) {
                    self.fill();
                    // One that runs may have come to rank after one that waits.
                    if self.preempt == Preempt::Arrival && self.servers > 1 {
                        self.compare();
                    }
                }
                None
            }
        }
    }

    fn act(&mut self, _: &[Job]) {}

    fn late(&self) -> usize {
        0
    }

    fn fault(&self) -> Option<Fault> {
        self.fault.clone()
    }

    fn for_each(&self, _: &[Job], visit: &mut dyn FnMut(JobState)) {
        let mut show = |slot: u32, share: f64| {
            let Held { index, size, age, .. } = self.slots.get(slot);
            visit(JobState { job: *index, remaining: size - age, virtual_remaining: None, virtual_rate: 0.0, share, late: false });
        };
        self.running.iter().for_each(|slot| show(*slot, self.share()));
        for entry in &self.waiting {
            if let Who::Job(slot) = entry.who {
                show(slot, 0.0);
            }
        }
    }
}
