//! Memory of machines under a policy that pages (Pastorelli's thesis, section 6.1; mPlane D3.3, section 3.1.3).
//!
//! A task that gets a slot allocates all its memory, and a paused one keeps its memory in RAM until others need the room. The
//! file-system cache has what is left of RAM, and gives way first. Then pages of paused tasks are evicted, of the task first
//! that was paused first: its clean pages are dropped, its dirty ones written to the machine's disk. A task that goes on
//! reads back what it has out. The disk serves one transfer after the other; none that was asked for is taken back.

use super::Engine;
use crate::cluster::memory::{bytes, gigabytes, reserved};
use crate::cluster::{Config, MachineMemory, Observer, Status, TaskId, Transfer, Usage};
use crate::workload::TaskJob;

/// The memory of all machines, in bytes.
#[derive(Debug)]
pub(in crate::cluster) struct Paging {
    about: MachineMemory,
    ram: u64,
    os: u64,
    /// What suspended tasks may take on a machine, in RAM and swap.
    room: u64,
    machines: Vec<Machine>,
}

/// The memory of a machine.
#[derive(Clone, Debug, Default)]
struct Machine {
    /// Of tasks that run.
    running: u64,
    /// Of paused tasks, in RAM.
    resident: u64,
    /// Of paused tasks, written to disk or dropped.
    out: u64,
    /// Of all tasks that are paused and have no slot yet.
    suspended: u64,
    /// When the disk has served all that was asked for.
    disk: f64,
    /// Tasks whose process is stopped, first the one that was paused first.
    paused: Vec<Paused>,
}

/// The pages of a paused task.
#[derive(Clone, Copy, Debug)]
struct Paused {
    task: TaskId,
    /// In RAM and not written to since they were read.
    clean: u64,
    /// In RAM and written to.
    dirty: u64,
    /// Evicted.
    out: u64,
}

impl Machine {
    /// The disk is asked to move so many bytes: when it begins, and when it has.
    fn transfer(&mut self, about: &MachineMemory, now: f64, bytes: u64) -> (f64, f64) {
        let from = self.disk.max(now);
        self.disk = from + about.seconds(bytes);
        (from, self.disk)
    }

    /// Takes out the pages of a paused task.
    fn take(&mut self, id: TaskId) -> Paused {
        let place = self.paused.iter().position(|paused| paused.task == id).expect("the task is paused");
        let paused = self.paused.remove(place);
        self.resident -= paused.clean + paused.dirty;
        self.out -= paused.out;
        paused
    }
}

impl Paging {
    pub(in crate::cluster) fn new(config: &Config, jobs: &[TaskJob]) -> Self {
        let about = config.memory;
        let room = (bytes(about.ram) + bytes(about.swap)).saturating_sub(bytes(reserved(config, jobs)));
        let machines = vec![Machine::default(); config.machines as usize];
        Self { about, ram: bytes(about.ram), os: bytes(about.os), room, machines }
    }

    /// Whether a machine has room for so much more of suspended tasks.
    pub(in crate::cluster) fn fits(&self, machine: u32, more: u64) -> bool {
        self.machines[machine as usize].suspended + more <= self.room
    }

    /// Evicts what is lacking on a machine; says when what has to be written is.
    fn make_room(&mut self, machine: u32, now: f64, mut tell: impl FnMut(TaskId, (f64, f64), u64)) -> f64 {
        let at = &mut self.machines[machine as usize];
        let lack = (self.os + at.running + at.resident).saturating_sub(self.ram);
        let mut ready = now;
        if lack == 0 {
            return ready;
        }
        let mut left = self.about.evicted(lack).min(at.resident);
        for i in 0..at.paused.len() {
            let paused = &mut at.paused[i];
            let (task, clean) = (paused.task, paused.clean.min(left));
            let dirty = paused.dirty.min(left - clean);
            paused.clean -= clean;
            paused.dirty -= dirty;
            paused.out += clean + dirty;
            at.resident -= clean + dirty;
            at.out += clean + dirty;
            left -= clean + dirty;
            if dirty > 0 {
                let written = at.transfer(&self.about, now, dirty);
                ready = written.1;
                tell(task, written, dirty);
            }
            if left == 0 {
                break;
            }
        }
        ready
    }
}

impl<O: Observer> Engine<'_, O> {
    /// A task starts on a machine: from when it has its memory and works.
    pub(super) fn allocate(&mut self, id: TaskId, machine: u32) -> f64 {
        if self.cluster.paging.is_none() {
            return self.cluster.now;
        }
        let own = self.cluster.bytes_of(id);
        self.occupy(id, machine, own, 0)
    }

    /// A paused task that has a slot again goes on: from when it has its memory and works.
    pub(super) fn wake(&mut self, id: TaskId) -> f64 {
        let machine = self.cluster.task(id).machine;
        let Some(paging) = &mut self.cluster.paging else { return self.cluster.now };
        let paused = paging.machines[machine as usize].take(id);
        let own = self.cluster.bytes_of(id);
        self.occupy(id, machine, own, paused.out)
    }

    /// A task takes so much of a machine's RAM, and reads so much of it from the disk.
    fn occupy(&mut self, id: TaskId, machine: u32, own: u64, out: u64) -> f64 {
        let now = self.cluster.now;
        let Some(paging) = &mut self.cluster.paging else { return now };
        let (outcome, observer) = (&mut self.outcome, &mut *self.observer);
        let mut tell = |task: TaskId, (from, to): (f64, f64), bytes: u64, out: bool| {
            let gigabytes = gigabytes(bytes);
            if out {
                outcome.jobs[task.job as usize].swapped += gigabytes;
            }
            observer.transfer(Transfer { machine, job: task.job, phase: task.phase(), task: task.task, from, to, gigabytes, out });
        };
        paging.machines[machine as usize].running += own;
        let mut ready = paging.make_room(machine, now, |task, times, bytes| tell(task, times, bytes, true));
        if out > 0 {
            let times = paging.machines[machine as usize].transfer(&paging.about, now, out);
            ready = times.1;
            tell(id, times, out, false);
        }
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
        match before {
            Status::Suspended => {
                at.suspended -= own;
                at.take(id);
            }
            Status::MustResume => {
                at.take(id);
            }
            _ => at.running -= own,
        }
        if after == Status::Suspended {
            at.paused.push(Paused { task: id, clean: own - dirty, dirty, out: 0 });
            at.resident += own;
            at.suspended += own;
        }
        self.tell_memory(machine);
    }

    /// A paused task has a slot again, but its process is still stopped.
    pub(super) fn is_called(&mut self, id: TaskId, machine: u32) {
        let memory = self.cluster.jobs[id.job as usize].memory[id.phase as usize];
        if let Some(paging) = &mut self.cluster.paging {
            paging.machines[machine as usize].suspended -= bytes(memory);
        }
    }

    /// A machine leaves, with its disk.
    pub(super) fn lose_disk(&mut self, machine: usize) {
        if let Some(paging) = &mut self.cluster.paging {
            paging.machines[machine].disk = 0.0;
        }
    }

    /// Tells the observer what is where.
    fn tell_memory(&mut self, machine: u32) {
        if O::WATCHES
            && let Some(paging) = &self.cluster.paging
        {
            let at = &paging.machines[machine as usize];
            let [running, suspended, swapped] = [at.running, at.resident, at.out].map(gigabytes);
            let cached = gigabytes(paging.ram.saturating_sub(paging.os + at.running + at.resident));
            self.observer.memory(Usage { time: self.cluster.now, machine, running, suspended, swapped, cached });
        }
    }
}
