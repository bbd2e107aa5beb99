//! Shares that jobs keep.

use super::{NONE, wrong};
use crate::server::JobState;
use crate::server::parts::{Blind, Shares, room};
use crate::server::scheduler::{Fault, Next, Scheduler};
use crate::workload::Job;

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
}

impl<F: Fn(u32, &Job) -> f64> Scheduler for Steady<F> {
    fn arrive(&mut self, index: u32, job: &Job) {
        let share = (self.share_of)(index, job);
        if let Some(what) = wrong(share) {
            self.fault.get_or_insert(Fault { job: index, age: None, time: 0.0, what });
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
        self.fault.clone().or_else(|| none().map(|(job, _)| Fault { job: *job, age: None, time: 0.0, what: NONE.to_owned() }))
    }

    fn for_each(&self, jobs: &[Job], visit: &mut dyn FnMut(JobState)) {
        self.sharing.for_each(jobs, visit);
        for &(job, remaining) in &self.idle {
            visit(JobState { job, remaining, virtual_remaining: None, virtual_rate: 0.0, share: 0.0, late: false });
        }
    }
}
