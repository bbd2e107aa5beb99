use super::{Beliefs, Cluster, Observer, Step, TaskId};
use crate::workload::Phase;
use std::collections::BTreeMap;

/// A stretch of time in which an attempt of a task holds a slot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stretch {
    /// Position of the job in the workload.
    pub job: u32,
    /// Which phase.
    pub phase: Phase,
    /// Position of the task in the phase.
    pub task: u32,
    /// Which attempt it is, from 1: each begins from nothing.
    pub attempt: u32,
    /// The machine.
    pub machine: u32,
    /// When it gets the slot, in seconds.
    pub from: f64,
    /// When it gives it up; the same for an attempt that is killed or lost while it is paused.
    pub to: f64,
    /// What becomes of it.
    pub outcome: &'static str,
}

/// Tells of each stretch when it ends. It remembers only tasks that have begun and are not complete.
pub(super) struct Attempts<'a> {
    each: &'a mut dyn FnMut(Stretch),
    /// How often each task has begun.
    tries: BTreeMap<TaskId, u32>,
    /// Attempts that have begun, by their machine, and since when they hold a slot; nothing while they are paused.
    begun: BTreeMap<(TaskId, u32), (u32, Option<f64>)>,
    /// Stretches that end at this instant; their jobs are numbers.
    ended: Vec<Stretch>,
}

impl<'a> Attempts<'a> {
    pub(super) fn new(each: &'a mut dyn FnMut(Stretch)) -> Self {
        Self { each, tries: BTreeMap::new(), begun: BTreeMap::new(), ended: vec![] }
    }
}

impl Observer for Attempts<'_> {
    const WATCHES: bool = true;

    fn step(&mut self, time: f64, id: TaskId, machine: u32, step: Step) {
        let outcome = match step {
            Step::Started { .. } | Step::Copied => {
                let tries = self.tries.entry(id).or_insert(0);
                *tries += 1;
                self.begun.insert((id, machine), (*tries, Some(time)));
                return;
            }
            Step::Resumed => {
                if let Some((_, since)) = self.begun.get_mut(&(id, machine)) {
                    *since = Some(time);
                }
                return;
            }
            Step::Completed => "finished",
            Step::Suspended => "suspended",
            Step::Killed => "killed",
            Step::Lost => "lost",
            Step::Failed => "failed",
            Step::Overtaken => "overtaken",
        };
        let Some((attempt, since)) = self.begun.remove(&(id, machine)) else { return };
        match step {
            Step::Suspended => {
                self.begun.insert((id, machine), (attempt, None));
            }
            Step::Completed => {
                self.tries.remove(&id);
            }
            _ => {}
        }
        let TaskId { job, task, .. } = id;
        self.ended.push(Stretch { job, phase: id.phase(), task, attempt, machine, from: since.unwrap_or(time), to: time, outcome });
    }

    fn instant(&mut self, cluster: &Cluster, _: usize, _: impl FnOnce() -> Beliefs) {
        for stretch in self.ended.drain(..) {
            (self.each)(Stretch { job: cluster.jobs.position(stretch.job), ..stretch });
        }
    }
}
