//! Memory of machines under a policy that pages (`cluster/pages.rs`), through what tasks go through.

use super::Engine;
use crate::cluster::memory::{bytes, gigabytes};
use crate::cluster::pages::{Moved, Pages};
use crate::cluster::{Config, Observer, Status, TaskId, Transfer};

/// The memory of all machines.
#[derive(Debug)]
pub(in crate::cluster) struct Paging {
    machines: Vec<Pages>,
}

impl Paging {
    pub(in crate::cluster) fn new(config: &Config) -> Self {
        Self { machines: vec![Pages::new(config.memory); config.machines as usize] }
    }

    /// Whether a machine has room for so much more of suspended tasks.
    pub(in crate::cluster) fn fits(&self, machine: u32, more: u64) -> bool {
        self.machines[machine as usize].fits(more)
    }
}

impl<O: Observer> Engine<'_, O> {
    /// A task starts on a machine: from when it has its memory and works.
    pub(super) fn allocate(&mut self, id: TaskId, machine: u32) -> f64 {
        self.occupy(machine, id, |pages, now, own, tell| pages.start(now, own, tell))
    }

    /// A paused task that has a slot again goes on: from when it has its memory and works.
    pub(super) fn wake(&mut self, id: TaskId) -> f64 {
        let machine = self.cluster.task(id).machine;
        self.occupy(machine, id, |pages, now, own, tell| pages.resume(now, id, own, tell))
    }

    /// A task takes its memory on a machine.
    fn occupy(&mut self, machine: u32, id: TaskId, take: impl FnOnce(&mut Pages, f64, u64, &mut dyn FnMut(Moved)) -> f64) -> f64 {
        let now = self.cluster.now;
        if self.cluster.paging.is_none() {
            return now;
        }
        let own = self.cluster.bytes_of(id);
        let Some(paging) = &mut self.cluster.paging else { return now };
        let (outcome, observer) = (&mut self.outcome, &mut *self.observer);
        let mut tell = |moved: Moved| {
            let Moved { task, from, to, out, .. } = moved;
            let gigabytes = gigabytes(moved.bytes);
            if out {
                outcome.jobs[task.job as usize].swapped += gigabytes;
            }
            observer.transfer(Transfer { machine, job: task.job, phase: task.phase(), task: task.task, from, to, gigabytes, out });
        };
        let ready = take(&mut paging.machines[machine as usize], now, own, &mut tell);
        self.tell_memory(machine);
        ready
    }

    /// A task gives up its slot: it is paused, and its memory may be evicted from now on, or its memory is free.
    pub(super) fn give_up_memory(&mut self, id: TaskId, machine: u32, before: Status, after: Status) {
        if self.cluster.paging.is_none() {
            return;
        }
        let own = self.cluster.bytes_of(id);
        let dirty = bytes(gigabytes(own) * self.cluster.jobs[id.job as usize].dirty).min(own);
        let Some(paging) = &mut self.cluster.paging else { return };
        let at = &mut paging.machines[machine as usize];
        match (before, after) {
            (Status::Suspended | Status::MustResume, _) => at.drop(id, own, before == Status::MustResume),
            (_, Status::Suspended) => at.suspend(id, own, dirty),
            _ => at.end(own),
        }
        self.tell_memory(machine);
    }

    /// A paused task has a slot again, but its process is still stopped.
    pub(super) fn is_called(&mut self, id: TaskId, machine: u32) {
        let own = self.cluster.bytes_of(id);
        if let Some(paging) = &mut self.cluster.paging {
            paging.machines[machine as usize].is_called(own);
        }
    }

    /// A machine leaves, with its disk.
    pub(super) fn lose_disk(&mut self, machine: usize) {
        if let Some(paging) = &mut self.cluster.paging {
            paging.machines[machine].lose_disk();
        }
    }

    /// Tells the observer what is where.
    fn tell_memory(&mut self, machine: u32) {
        if O::WATCHES
            && let Some(paging) = &self.cluster.paging
        {
            self.observer.memory(paging.machines[machine as usize].usage(self.cluster.now, machine));
        }
    }
}
