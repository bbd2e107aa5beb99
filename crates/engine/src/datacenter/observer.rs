use super::Loot;
use serde::{Deserialize, Serialize};

/// A probe, and what the worker that it has reached says to it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Probe {
    /// Position of the job.
    pub job: u32,
    /// The worker.
    pub worker: u32,
    /// Which try it is: 1 for the first, 2 and 3 for probes that are sent on after they have been rejected.
    pub round: u8,
    /// When it is sent, in seconds.
    pub sent: f64,
    /// When it comes. Where all rounds are decided when the job is submitted, as in the authors' simulator of Eagle, its worker has done so before.
    pub came: f64,
    /// Whether it enters the queue; if not, it is rejected, since the worker holds a long task.
    pub accepted: bool,
}

/// A task that a central scheduler, which has chosen its worker, has sent there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Placed {
    /// Position of the job.
    pub job: u32,
    /// The worker.
    pub worker: u32,
    /// When it is sent, in seconds.
    pub sent: f64,
    /// When it comes, and enters the queue.
    pub came: f64,
}

/// An idle worker takes short entries of another's queue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Theft {
    /// When, in seconds.
    pub time: f64,
    /// Who has them now.
    pub thief: u32,
    /// Who had them.
    pub victim: u32,
    /// Positions of their jobs, in the order of the queue.
    pub jobs: Vec<u32>,
    /// Which entries it may take.
    pub loot: Loot,
}

/// Where the time of a task went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spent {
    /// Position of its job.
    pub job: u32,
    /// When it ends, in seconds.
    pub end: f64,
    /// Seconds at a worker, but not running.
    pub queueing: f64,
    /// Seconds of running.
    pub running: f64,
}

/// Watches a run.
pub trait Observer {
    /// Whether anything but [`progress`](Self::progress) is called at all.
    const WATCHES: bool;
    /// A worker has changed: what its slot is taken for (a job, and since when a task of it runs: infinity while that is not
    /// known), and whose tasks and probes wait in its queue.
    fn look(&mut self, time: f64, worker: u32, slot: Option<(u32, f64)>, queue: impl Iterator<Item = u32>);
    /// A probe has reached its worker.
    fn probed(&mut self, _probe: Probe) {}
    /// A task has reached the worker that a central scheduler has chosen for it.
    fn placed(&mut self, _placed: Placed) {}
    /// A worker has taken entries of another.
    fn stolen(&mut self, _theft: Theft) {}
    /// It is known where the time of a task goes.
    fn spent(&mut self, _spent: Spent) {}
    /// So many jobs are complete.
    fn progress(&mut self, _completed: usize) {}
}

/// Looks away, at no cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    const WATCHES: bool = false;

    fn look(&mut self, _: f64, _: u32, _: Option<(u32, f64)>, _: impl Iterator<Item = u32>) {}
}
