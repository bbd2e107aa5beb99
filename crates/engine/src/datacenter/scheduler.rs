//! A central scheduler of one's own.

use super::worker::{Slot, Worker};
use crate::workload::{BatchJob, BatchWorkload};

/// The datacenter at an instant, exactly as it is.
#[derive(Debug)]
pub struct Datacenter<'a> {
    pub(super) now: f64,
    pub(super) workload: &'a BatchWorkload,
    pub(super) workers: &'a [Worker],
}

impl Datacenter<'_> {
    /// The time, in seconds.
    pub fn now(&self) -> f64 {
        self.now
    }

    /// Number of workers, each with one slot and one queue; those with several cores count once for each.
    pub fn workers(&self) -> u32 {
        self.workers.len() as u32
    }

    /// Tasks that run at a worker or wait in its queue. Those on their way to it do not count.
    ///
    /// # Panics
    /// If there is no such worker.
    pub fn tasks(&self, worker: u32) -> usize {
        let at = &self.workers[worker as usize];
        at.queue.len() + usize::from(!matches!(at.slot, Slot::Idle))
    }

    /// A job, by its position in the workload.
    ///
    /// # Panics
    /// If there is no such job.
    pub fn job(&self, job: u32) -> &BatchJob {
        &self.workload.jobs()[job as usize]
    }
}

/// A central scheduler at work: it chooses the worker of each task as soon as the task may run, and the worker serves what it is sent
/// first come, first served. Its decisions take no time; what it sends takes one [delay](super::Config::delay).
///
/// [`simulate_with`](super::simulate_with) runs one; the example `own_datacenter` joins the shortest of one, two or three queues.
pub trait Scheduler {
    /// `tasks` tasks of a job may run from now on: those of its first stage when it is submitted, the others when these are complete.
    /// Pushes exactly one worker for each of them onto `workers`, which is empty.
    fn place(&mut self, datacenter: &Datacenter, job: u32, tasks: u32, workers: &mut Vec<u32>);

    /// A task of a job is complete.
    fn complete(&mut self, _datacenter: &Datacenter, _job: u32, _worker: u32) {}
}
