//! The datacenter once more, slow and plain: every rule stands once, beside its source, and everything is computed anew at every event. It
//! is written from the sources alone and serves as the reference the engine is compared with.
//!
//! T is Delgado's thesis (Hawk: chapter 2, Eagle: chapter 3, Kairos: chapter 4), R the datacenter section of `docs/reference.md`, `[C]` a
//! fact about the published simulators. A scheduler that wants to know how busy the workers are asks each of them.
//!
//! What is given, the agenda of events, the engine with a queue at each worker, the one with a central queue, and random instances are in a
//! file each.

mod agenda;
mod cores;
mod draw;
mod given;
mod queues;

pub use draw::draw;
pub use given::{BigC, Guard, Instance, Job, Kairos, Nodes, Order, Placement, Policy, Probes, Queues, Scan, Sss, Steal, Tie};

use agenda::{Agenda, Event};
use cores::CoreWorld;
use queues::{QueueWorld, Vector};

/// What a worker seemed to wait to distributed schedulers: what it reported, and that less what is deducted by now.
#[derive(Clone, Copy, Debug)]
pub struct Seems {
    pub worker: usize,
    pub reported: f64,
    pub now: f64,
}

/// All randomness of a run.
pub trait Chance {
    /// So many workers of a pool; without replacement, everybody once before anybody twice.
    fn probes(&mut self, count: usize, pool: &[usize], replacement: bool) -> Vec<usize>;
    /// The worker that an idle one asks for something to steal.
    fn victim(&mut self, pool: &[usize]) -> usize;
    /// So many of the places, in any order, where there are more.
    fn loot(&mut self, places: Vec<usize>, most: usize) -> Vec<usize>;
    /// What is added to the wait of each worker, from 0 to below `bound`, when a job of so many tasks is placed (T 3.6.2). `report` counts
    /// the reports so far, and `reported` is what the last said of all workers.
    fn noise(&mut self, report: usize, reported: &[f64], waits: &[Seems], tasks: usize, bound: f64) -> Vec<f64>;
    /// Workers in random order.
    fn shuffle(&mut self, workers: Vec<usize>) -> Vec<usize>;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Start,
    Suspend,
    Resume,
    End,
}

/// Something happens on a core: of worker w these are w × cores and so on.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    pub time: f64,
    pub job: usize,
    pub task: usize,
    pub core: usize,
    pub step: Step,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counters {
    /// Probes sent; a probe that is sent again counts once.
    pub probes: usize,
    /// Messages with a probe.
    pub probe_messages: usize,
    /// Short entries that joined a queue where a long task was queued or ran.
    pub behind_long: usize,
    pub useless: usize,
    /// Rejected in the first round, and after.
    pub rejected: usize,
    pub fallbacks: usize,
    pub contacts: usize,
    pub steals: usize,
    pub stolen: usize,
    /// Tasks pulled by a probe that had pulled one before.
    pub sticky: usize,
    pub preemptions: usize,
    /// Tasks placed at a worker by a scheduler.
    pub placements: usize,
    /// Workers that asked for a task.
    pub requests: usize,
    /// Entries that were told of a task that was handed out.
    pub updates: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    pub decisions: Vec<Decision>,
    /// Per job, from submission to the end of the last task.
    pub completions: Vec<f64>,
    pub counters: Counters,
}

/// Simulates the instance, until all jobs are complete.
pub fn run(instance: &Instance, chance: &mut impl Chance) -> Run {
    match &instance.policy {
        Policy::Queues(policy) => QueueWorld::new(instance, policy, chance).run(),
        _ => CoreWorld::new(instance, chance).run(),
    }
}
