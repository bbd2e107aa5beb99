//! The memory of one machine under a policy that pages (Pastorelli's thesis, section 6.1; mPlane D3.3, section 3.1.3).
//!
//! A task that gets a slot allocates all its memory, and a paused one keeps its memory in RAM until others need the room. The file-system
//! cache has what is left of RAM, and gives way first. Then pages of paused tasks are evicted, of the task first that was paused first:
//! clean pages of all of them are dropped before dirty ones of any are written to the machine's disk ("get prioritized when performing
//! eviction"). A task that goes on reads back what it has out. The disk serves one transfer after the other; none that was asked for is
//! taken back.

use super::memory::gigabytes;
use super::{MachineMemory, TaskId, Usage};

pub use super::memory::bytes;

/// Pages of a paused task that the disk moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved {
    /// Whose they are.
    pub task: TaskId,
    /// When it begins, in seconds.
    pub from: f64,
    /// When it ends.
    pub to: f64,
    /// How much it is.
    pub bytes: u64,
    /// Whether they are written; otherwise they are read back.
    pub out: bool,
}

/// The memory of a machine, in bytes.
#[derive(Clone, Debug)]
pub struct Pages {
    about: MachineMemory,
    ram: u64,
    os: u64,
    swap: u64,
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

impl Pages {
    /// Of a machine without tasks.
    pub fn new(about: MachineMemory) -> Self {
        let [ram, os, swap] = [about.ram, about.os, about.swap].map(bytes);
        Self { about, ram, os, swap, running: 0, resident: 0, out: 0, suspended: 0, disk: 0.0, paused: vec![] }
    }

    /// Whether the swap space has room for so much more of suspended tasks: otherwise the system might have to kill some.
    pub fn fits(&self, more: u64) -> bool {
        self.suspended + more <= self.swap
    }

    /// What a paused task has out.
    pub fn out_of(&self, task: TaskId) -> u64 {
        self.paused.iter().find(|paused| paused.task == task).map_or(0, |paused| paused.out)
    }

    /// What is where, at this time on the machine of this number.
    pub fn usage(&self, time: f64, machine: u32) -> Usage {
        let [running, suspended, swapped] = [self.running, self.resident, self.out].map(gigabytes);
        let cached = gigabytes(self.ram.saturating_sub(self.os + self.running + self.resident));
        Usage { time, machine, running, suspended, swapped, cached }
    }

    /// A task with so much memory starts: from when it has its memory.
    pub fn start(&mut self, now: f64, own: u64, tell: impl FnMut(Moved)) -> f64 {
        self.running += own;
        self.make_room(now, tell)
    }

    /// A paused task has a slot again, but its process is still stopped.
    pub fn is_called(&mut self, own: u64) {
        self.suspended -= own;
    }

    /// A paused task that has been called goes on: from when it has its memory.
    ///
    /// # Panics
    /// If it is not paused.
    pub fn resume(&mut self, now: f64, task: TaskId, own: u64, mut tell: impl FnMut(Moved)) -> f64 {
        let paused = self.take(task);
        let ready = self.start(now, own, &mut tell);
        if paused.out == 0 {
            return ready;
        }
        let (from, to) = self.transfer(now, paused.out);
        tell(Moved { task, from, to, bytes: paused.out, out: false });
        to
    }

    /// A running task is paused: its memory, of which so much is dirty, may be evicted from now on.
    pub fn suspend(&mut self, task: TaskId, own: u64, dirty: u64) {
        self.running -= own;
        self.paused.push(Paused { task, clean: own - dirty, dirty, out: 0 });
        self.resident += own;
        self.suspended += own;
    }

    /// A running task is complete or killed.
    pub fn end(&mut self, own: u64) {
        self.running -= own;
    }

    /// A paused task is killed, whether it has been called or not.
    ///
    /// # Panics
    /// If it is not paused.
    pub fn drop(&mut self, task: TaskId, own: u64, called: bool) {
        if !called {
            self.suspended -= own;
        }
        self.take(task);
    }

    /// The machine leaves, with its disk.
    pub fn lose_disk(&mut self) {
        self.disk = 0.0;
    }

    /// The disk is asked to move so many bytes: when it begins, and when it has.
    fn transfer(&mut self, now: f64, bytes: u64) -> (f64, f64) {
        let from = self.disk.max(now);
        self.disk = from + self.about.seconds(bytes);
        (from, self.disk)
    }

    /// Takes out the pages of a paused task.
    fn take(&mut self, task: TaskId) -> Paused {
        let place = self.paused.iter().position(|paused| paused.task == task).expect("the task is paused");
        let paused = self.paused.remove(place);
        self.resident -= paused.clean + paused.dirty;
        self.out -= paused.out;
        paused
    }

    /// Evicts what is lacking; says when what has to be written is.
    fn make_room(&mut self, now: f64, mut tell: impl FnMut(Moved)) -> f64 {
        let lack = (self.os + self.running + self.resident).saturating_sub(self.ram);
        let mut ready = now;
        if lack == 0 {
            return ready;
        }
        // More than is lacking only while there is swap space for it.
        let most = lack.max(self.swap.saturating_sub(self.out));
        let evicted = self.about.evicted(lack).min(most).min(self.resident);
        let mut left = evicted;
        for paused in &mut self.paused {
            let clean = paused.clean.min(left);
            paused.clean -= clean;
            paused.out += clean;
            left -= clean;
        }
        for i in 0..self.paused.len() {
            let paused = &mut self.paused[i];
            let (task, dirty) = (paused.task, paused.dirty.min(left));
            paused.dirty -= dirty;
            paused.out += dirty;
            left -= dirty;
            if dirty > 0 {
                let (from, to) = self.transfer(now, dirty);
                ready = to;
                tell(Moved { task, from, to, bytes: dirty, out: true });
            }
        }
        self.resident -= evicted - left;
        self.out += evicted - left;
        ready
    }
}
