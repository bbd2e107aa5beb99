use super::{Known, Ranked};
use crate::sim::{Key, TIE};
use crate::workload::Job;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// By what a shortest-first rule ranks jobs, and whether it interrupts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    /// What is left of the (estimated) size; preemptive.
    Remaining,
    /// The original (estimated) size; preemptive.
    Original,
    /// The original (estimated) size; not preemptive.
    OriginalToTheEnd,
}

/// A job that is or was at the head of a shortest-first order.
#[derive(Clone, Copy, Debug)]
pub struct Started {
    pub index: u32,
    pub key: f64,
    /// The key at arrival.
    pub scale: f64,
    pub remaining: f64,
    pub size: f64,
}

impl Started {
    fn is_untouched(&self) -> bool {
        self.remaining == self.size
    }
}

/// The jobs that wait under a shortest-first rule, and the rule.
///
/// Jobs that have not started wait in a heap. Those that were interrupted form a stack: each had to be larger than the
/// job that interrupted it, and stays so, since only running jobs shrink. So a decision compares two jobs, the top of
/// the stack and the top of the heap, and only the former's key has been computed and can tie by [`TIE`].
#[derive(Debug)]
pub struct Ranking {
    rank: Rank,
    known: Known,
    interrupted: Vec<Started>,
    fresh: BinaryHeap<Reverse<(Key, u32, Key)>>,
}

impl Ranking {
    pub fn new(rank: Rank, known: Known, jobs: usize) -> Self {
        Self { rank, known, interrupted: Vec::with_capacity(super::room(jobs)), fresh: BinaryHeap::with_capacity(super::room(jobs)) }
    }

    /// What the rule knows of a new job.
    pub fn enter(&self, index: u32, job: &Job) -> Started {
        let key = self.known.of(job);
        Started { index, key, scale: key, remaining: job.size, size: job.size }
    }

    /// Whether `new` may take the place of `running`. Who has not been served yet is not running to the end yet: of jobs
    /// that arrive together the first in rank starts.
    pub fn interrupts(&self, new: &Started, running: &Started) -> bool {
        (self.rank != Rank::OriginalToTheEnd || running.is_untouched()) && self.before(new, running)
    }

    /// Whether `a` ranks before `b`.
    pub fn before(&self, a: &Started, b: &Started) -> bool {
        let tolerance = if self.shrinks() { TIE * a.scale.max(b.scale) } else { 0.0 };
        if (a.key - b.key).abs() <= tolerance { a.index < b.index } else { a.key < b.key }
    }

    /// Whether keys fall with service.
    pub fn shrinks(&self) -> bool {
        self.rank == Rank::Remaining
    }

    /// A job that has not started waits.
    pub fn wait(&mut self, job: &Started) {
        self.fresh.push(Reverse((Key(job.key), job.index, Key(job.size))));
    }

    /// A running job is interrupted.
    pub fn interrupt(&mut self, job: Started) {
        if job.is_untouched() {
            self.wait(&job);
        } else {
            self.interrupted.push(job);
        }
    }

    /// Takes out the first of those that wait.
    pub fn next(&mut self) -> Option<Started> {
        let fresh =
            self.fresh.peek().map(|&Reverse((Key(key), index, Key(size)))| Started { index, key, scale: key, remaining: size, size });
        match (self.interrupted.last(), fresh) {
            (Some(started), Some(fresh)) if !self.before(&fresh, started) => self.interrupted.pop(),
            (Some(_), None) => self.interrupted.pop(),
            (_, fresh) => {
                self.fresh.pop();
                fresh
            }
        }
    }

    /// What an observer is told of a job that is served at `speed`.
    pub fn show(&self, job: &Started, speed: f64) -> Ranked {
        Ranked {
            index: job.index,
            remaining: job.remaining,
            virtual_remaining: self.shrinks().then_some(job.key),
            virtual_rate: if self.shrinks() { speed } else { 0.0 },
        }
    }

    /// Visits those that wait.
    pub fn for_each(&self, visit: &mut dyn FnMut(Ranked)) {
        for job in &self.interrupted {
            visit(self.show(job, 0.0));
        }
        for &Reverse((Key(key), index, Key(size))) in &self.fresh {
            visit(self.show(&Started { index, key, scale: key, remaining: size, size }, 0.0));
        }
    }

    /// What is left of the (estimated) size of a job with this much left to do.
    pub fn left(&self, job: &Job, remaining: f64) -> f64 {
        self.known.of(job) - (job.size - remaining)
    }
}
