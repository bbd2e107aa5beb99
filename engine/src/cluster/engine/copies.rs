//! Second attempts of tasks that lag behind: speculative execution.
//!
//! In Hadoop 1 a task lags whose progress is .2 behind the mean of all tasks of its phase and which has run for a minute (`SPECULATIVE_GAP`
//! and `SPECULATIVE_LAG` of its `TaskInProgress`). Of several the one comes first that has most time left at its pace (LATE: Zaharia et al.,
//! *Improving `MapReduce` Performance in Heterogeneous Environments*, OSDI 2008). A paused task may have a copy as soon as there is a slot
//! elsewhere ("run a copy of the suspended task on the machine with available resources": Pastorelli's thesis, section 7.1).
//!
//! A copy takes a slot that no task waits for, on another machine than its task, the nearest to its input. Schedulers see of it that the
//! slot is held. Whichever attempt ends first completes the task, and the other is killed. Where the first attempt loses its work
//! otherwise, the copy takes its place.

use super::{Engine, Event};
use crate::cluster::{Observer, Status, Step, TaskId};
use crate::workload::Phase;

/// How far progress is behind the mean where a task lags.
const GAP: f64 = 0.2;

/// Seconds that it has run at least.
const LAG: f64 = 60.0;

/// How far progress may be from that which it is taken for.
const CLOSE: f64 = 1e-9;

/// A second attempt of a task.
#[derive(Clone, Copy, Debug)]
pub(super) struct Duplicate {
    task: TaskId,
    machine: u32,
    /// Number of this attempt of the task.
    attempt: u32,
    started: f64,
    /// From when on it has its memory and works.
    seen: f64,
    /// Seconds that a nominal second of it takes.
    factor: f64,
    /// Nominal seconds at which it fails; infinite if it does not.
    fails: f64,
}

/// A task that may have a copy.
#[derive(Clone, Copy, Debug)]
struct Laggard {
    task: TaskId,
    /// From when on.
    due: f64,
    /// Seconds that it has left at its pace.
    left: f64,
}

impl<O: Observer> Engine<'_, O> {
    /// Whether a copy is still what was announced.
    pub(super) fn is_copied(&self, id: TaskId, attempt: u32) -> bool {
        self.copies.iter().any(|copy| (copy.task, copy.attempt) == (id, attempt))
    }

    /// Starts the copies that are due, at once or where heartbeats are looked at, and announces when to look next.
    pub(super) fn speculate(&mut self) {
        let (now, heartbeat) = (self.cluster.now, self.cluster.config.heartbeat);
        let looks = std::mem::take(&mut self.looks) || heartbeat == 0.0;
        let mut next = f64::INFINITY;
        for phase in Phase::ALL {
            for Laggard { task, due, .. } in self.laggards(phase) {
                match self.room(task) {
                    Some(machine) if looks && due <= now => self.copy(task, machine),
                    Some(_) => next = next.min(due),
                    None => {}
                }
            }
        }
        if heartbeat > 0.0 {
            next = libm::ceil(next / heartbeat) * heartbeat;
            next = if next <= now { now + heartbeat } else { next };
        }
        // However fine the clock is, time passes.
        next = next.max(now.next_up());
        if next < self.look {
            self.look = next;
            self.push(next, Event::Look);
        }
    }

    /// The tasks of a phase that may have copies, now or if nothing happens later, first the one with most time left; none while
    /// a task waits for a slot.
    fn laggards(&self, phase: Phase) -> Vec<Laggard> {
        let (cluster, index) = (&self.cluster, phase.index());
        if cluster.waiting[index] > 0 || cluster.machines.iter().all(|at| at.free[index] == 0) {
            return vec![];
        }
        let mut tasks: Vec<TaskId> =
            cluster.machines.iter().flat_map(|at| at.running[index].iter().chain(&at.paused[index])).copied().collect();
        tasks.sort_unstable();
        let mut laggards = vec![];
        for tasks in tasks.chunk_by(|a, b| a.job == b.job) {
            // What a reduce has left before the last map cannot be said.
            if phase == Phase::Map || cluster.maps_done(tasks[0].job) {
                self.add_laggards(tasks, &mut laggards);
            }
        }
        laggards.sort_by(|a, b| b.left.total_cmp(&a.left).then(a.task.cmp(&b.task)));
        laggards
    }

    /// Those of the tasks of one phase of one job that are not complete and have begun.
    fn add_laggards(&self, tasks: &[TaskId], laggards: &mut Vec<Laggard>) {
        let (cluster, first) = (&self.cluster, tasks[0]);
        let (state, about) = (cluster.phase(first.job, first.phase()), &cluster.jobs[first.job as usize].tasks[first.phase as usize]);
        // Progress in a second.
        let pace = |id: &TaskId| {
            let task = cluster.task(*id);
            if task.status == Status::Running { 1.0 / (task.factor * about[id.task as usize].duration()) } else { 0.0 }
        };
        let all = state.tasks.len() as f64;
        let mean = (f64::from(state.done) + tasks.iter().map(|id| cluster.fraction(*id)).sum::<f64>()) / all;
        let mean_pace = tasks.iter().map(pace).sum::<f64>() / all;
        for id in tasks {
            let task = cluster.task(*id);
            let progress = cluster.fraction(*id);
            let (due, left) = match task.status {
                _ if task.copied => continue,
                Status::Suspended => (cluster.now, f64::INFINITY),
                Status::Running => {
                    let (gap, widens) = (mean - progress, mean_pace - pace(id));
                    let more = if gap >= GAP - CLOSE { 0.0 } else { (GAP - gap) / widens.max(0.0) };
                    let left = (cluster.now - task.started) * (1.0 - progress) / progress;
                    ((cluster.now + more).max(task.started + LAG), left)
                }
                _ => continue,
            };
            if due < f64::INFINITY {
                laggards.push(Laggard { task: *id, due, left });
            }
        }
    }

    /// The machine for a copy of a task: of those with a free slot the nearest to its input; not its own, nor any where it can go on
    /// itself.
    fn room(&self, id: TaskId) -> Option<u32> {
        let cluster = &self.cluster;
        let (own, index) = (cluster.task(id).machine, id.phase as usize);
        let free = |machine: &u32| cluster.machines[*machine as usize].free[index] > 0;
        if cluster.task(id).status == Status::Suspended && free(&own) {
            return None;
        }
        let others = (0..cluster.config.machines).filter(|machine| *machine != own && free(machine));
        others.min_by_key(|machine| cluster.locality(id, *machine))
    }

    /// Starts a copy.
    fn copy(&mut self, id: TaskId, machine: u32) {
        let now = self.cluster.now;
        if id.phase() == Phase::Map {
            self.outcome.counters.maps_started[self.cluster.locality(id, machine) as usize] += 1;
        }
        self.outcome.jobs[id.job as usize].copies += 1;
        let (factor, fails) = self.begin(id, machine);
        let seen = self.allocate(id, machine);
        self.outcome.jobs[id.job as usize].paging += seen - now;
        self.cluster.used[id.phase as usize] += 1;
        self.cluster.machines[machine as usize].free[id.phase as usize] -= 1;
        let task = self.cluster.task_mut(id);
        task.copied = true;
        let attempt = task.attempts;
        self.copies.push(Duplicate { task: id, machine, attempt, started: now, seen, factor, fails });
        self.observer.step(now, id, machine, Step::Copied);
        self.push(seen + self.cluster.duration(id).min(fails) * factor, Event::Copy(id, attempt));
    }

    /// What was announced of a copy has come: it has failed, or is complete before the first attempt of its task.
    pub(super) fn end_of_copy(&mut self, id: TaskId) {
        let fails = |copy: &Duplicate| copy.task == id && copy.fails < self.cluster.duration(id);
        if self.copies.iter().any(fails) {
            self.count_failure(id);
            if let Some(machine) = self.end_copy(id, Step::Failed) {
                self.free(machine, id.phase());
            }
            return;
        }
        let (machine, held) = (self.cluster.task(id).machine, self.cluster.task(id).status.holds());
        self.outcome.jobs[id.job as usize].copies_won += 1;
        self.requeue(id, Step::Overtaken);
        if held {
            self.free(machine, id.phase());
        }
        self.complete(id);
    }

    /// The first attempt of a task has lost its work: its copy takes its place, if there is one.
    pub(super) fn take_its_place(&mut self, id: TaskId) -> bool {
        let Some(copy) = self.take_copy(id) else { return false };
        let task = self.cluster.task_mut(id);
        (task.status, task.machine, task.factor) = (Status::Running, copy.machine, copy.factor);
        (task.since, task.started, task.seen, task.done, task.fails) = (copy.started, copy.started, copy.seen, 0.0, copy.fails);
        self.cluster.phase_mut(id.job, id.phase()).running += 1;
        self.cluster.machines[copy.machine as usize].running[id.phase as usize].push(id);
        self.announce(id);
        true
    }

    /// The copy of a task ends without having completed it; where that was. Its slot is not free yet.
    pub(super) fn end_copy(&mut self, id: TaskId, step: Step) -> Option<u32> {
        let Duplicate { machine, seen, factor, .. } = self.take_copy(id)?;
        let now = self.cluster.now;
        let done = ((now - seen).max(0.0) / factor).min(self.cluster.duration(id));
        self.lose(id, done);
        self.outcome.jobs[id.job as usize].paging -= (seen - now).max(0.0);
        self.cluster.used[id.phase as usize] -= 1;
        self.give_up_memory(id, machine, Status::Running, Status::Waiting);
        self.observer.step(now, id, machine, step);
        Some(machine)
    }

    /// Ends the copies on a machine that leaves.
    pub(super) fn lose_copies(&mut self, machine: u32) {
        let here = self.copies.iter().filter(|copy| copy.machine == machine);
        let tasks: Vec<TaskId> = here.map(|copy| copy.task).collect();
        for id in tasks {
            self.outcome.counters.lost += 1;
            self.end_copy(id, Step::Lost);
        }
    }

    fn take_copy(&mut self, id: TaskId) -> Option<Duplicate> {
        let task = self.cluster.task_mut(id);
        if !std::mem::take(&mut task.copied) {
            return None;
        }
        let place = self.copies.iter().position(|copy| copy.task == id)?;
        Some(self.copies.swap_remove(place))
    }
}
