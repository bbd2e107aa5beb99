use super::{Cluster, TaskId};
use crate::workload::Phase;
use serde::{Deserialize, Serialize};

/// What a scheduler believes at an instant.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Beliefs {
    /// Virtual sizes: job, phase (0 map, 1 reduce), seconds of work.
    pub sizes: Vec<(u32, u8, f64)>,
    /// Phases that are virtually complete but not complete: job, phase.
    pub late: Vec<(u32, u8)>,
}

/// What happens to a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It gets a slot and starts from nothing.
    Started {
        /// Whether it is a sample of its phase.
        training: bool,
    },
    /// It gets a slot and goes on.
    Resumed,
    /// It is paused.
    Suspended,
    /// It loses its slot and its work, by the scheduler's order.
    Killed,
    /// It loses its slot and its work, with its machine.
    Lost,
    /// The attempt on this machine fails.
    Failed,
    /// A second attempt of it starts on this machine.
    Copied,
    /// The attempt on this machine is ended, as the other one is complete.
    Overtaken,
    /// It is complete.
    Completed,
}

/// What is in the memory of a machine, in gigabytes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    /// From when on, in seconds.
    pub time: f64,
    /// The machine.
    pub machine: u32,
    /// Of tasks that run; all of it is in RAM.
    pub running: f64,
    /// Of suspended tasks, in RAM.
    pub suspended: f64,
    /// Of suspended tasks, evicted: written to disk or dropped.
    pub swapped: f64,
    /// What is left of RAM for the file-system cache.
    pub cached: f64,
}

/// The disk of a machine moves pages of a suspended task.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Transfer {
    /// The machine.
    pub machine: u32,
    /// Position of the job.
    pub job: u32,
    /// Which phase.
    pub phase: Phase,
    /// Position of the task.
    pub task: u32,
    /// When it begins, in seconds.
    pub from: f64,
    /// When it ends.
    pub to: f64,
    /// How much it moves.
    pub gigabytes: f64,
    /// Whether pages are written; otherwise they are read back.
    pub out: bool,
}

/// Watches a run.
pub trait Observer {
    /// Whether [`instant`](Self::instant) is called at all.
    const WATCHES: bool;
    /// Something has happened to a task on this machine.
    fn step(&mut self, time: f64, task: TaskId, machine: u32, step: Step);
    /// All that was to happen at this instant has happened; `present` jobs are in the system, and what the
    /// scheduler believes can be asked for.
    fn instant(&mut self, cluster: &Cluster, present: usize, beliefs: impl FnOnce() -> Beliefs);
    /// The memory of a machine has changed. Called where a policy pages, if [`instant`](Self::instant) is called at all.
    fn memory(&mut self, _usage: Usage) {}
    /// A transfer has been asked for.
    fn transfer(&mut self, _transfer: Transfer) {}
    /// So many jobs are complete.
    fn progress(&mut self, _completed: usize) {}
}

/// Looks away, at no cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    const WATCHES: bool = false;

    fn step(&mut self, _: f64, _: TaskId, _: u32, _: Step) {}

    fn instant(&mut self, _: &Cluster, _: usize, _: impl FnOnce() -> Beliefs) {}
}
