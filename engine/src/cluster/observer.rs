use super::{Cluster, TaskId};

/// What a scheduler believes at an instant.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Beliefs {
    /// Virtual sizes: job, phase (0 map, 1 reduce), seconds of work.
    pub sizes: Vec<(u32, u8, f64)>,
    /// Phases that are virtually complete but not complete.
    pub late: u32,
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
    /// It is complete.
    Completed,
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
