//! Jobs that wait for other jobs.

use crate::sim::Key;
use crate::workload::{Chains, TaskJob};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Who is submitted next, where jobs wait for others: by time, then by position.
#[derive(Debug)]
pub(super) struct Waits<'a> {
    jobs: &'a [TaskJob],
    chains: &'a Chains,
    /// How many of the jobs that each waits for are not complete.
    left: Vec<u32>,
    /// Jobs that wait for no other any more. Each has been announced, but those that never waited one after the other.
    due: BinaryHeap<Reverse<(Key, u32)>>,
    /// The job that never waited and has been announced last.
    free: u32,
}

impl<'a> Waits<'a> {
    /// Before anything has been submitted; and when the first job is.
    pub(super) fn new(jobs: &'a [TaskJob], chains: &'a Chains) -> (Self, f64) {
        let mut waits = Self { jobs, chains, left: chains.waits().to_vec(), due: BinaryHeap::new(), free: 0 };
        let first = waits.announce(0).expect("some job waits for no other");
        (waits, first)
    }

    /// Announces the first job from this one on that never waited; says when it is submitted.
    fn announce(&mut self, from: u32) -> Option<f64> {
        self.free = (from..self.jobs.len() as u32).find(|job| self.chains.waits()[*job as usize] == 0)?;
        let time = self.jobs[self.free as usize].arrival;
        self.due.push(Reverse((Key(time), self.free)));
        Some(time)
    }

    /// Who is submitted now; and when another one is, if that is to be announced with it.
    pub(super) fn submit(&mut self) -> (u32, Option<f64>) {
        let Reverse((_, job)) = self.due.pop().expect("a job has been announced");
        (job, if job == self.free { self.announce(job + 1) } else { None })
    }

    /// A job is complete: when each of those is submitted that wait for no other any more.
    pub(super) fn complete(&mut self, job: u32, now: f64, mut announce: impl FnMut(f64)) {
        for next in self.chains.next(job) {
            let left = &mut self.left[*next as usize];
            *left -= 1;
            if *left == 0 {
                let time = self.jobs[*next as usize].arrival.max(now);
                self.due.push(Reverse((Key(time), *next)));
                announce(time);
            }
        }
    }
}
