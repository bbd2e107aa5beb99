//! Second attempts of tasks that lag behind: speculative execution.
//!
//! In Hadoop 1 a task lags whose progress is .2 behind the mean of all tasks of its phase and which has run for a minute (`SPECULATIVE_GAP`
//! and `SPECULATIVE_LAG` of its `TaskInProgress`). Of several the one comes first that has most time left at its pace (LATE: Zaharia et al.,
//! *Improving `MapReduce` Performance in Heterogeneous Environments*, OSDI 2008). A paused task may have a copy as soon as there is a slot
//! elsewhere ("run a copy of the suspended task on the machine with available resources": Pastorelli's thesis, section 7.1).
//!
//! Tasks that lag are looked for in every heartbeat; where schedulers hear at once (a heartbeat of 0 s), whenever anything happens, and in
//! between when one is expected to lag, a second after the last look at the earliest.
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

/// Seconds to the next look at least, where heartbeats do not say when.
const SOONEST: f64 = 1.0;

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

impl<O: Observer> Engine<'_, O> {
    /// Whether a copy is still what was announced.
    pub(super) fn is_copied(&self, id: TaskId, attempt: u32) -> bool {
        self.copies.iter().any(|copy| (copy.task, copy.attempt) == (id, attempt))
    }

    /// Starts the copies that are due, and announces when to look again.
    pub(super) fn speculate(&mut self) {
        let (now, heartbeat) = (self.cluster.now, self.cluster.config.heartbeat);
        let looks = std::mem::take(&mut self.looks) || heartbeat == 0.0;
        let next = if looks { Phase::ALL.map(|phase| self.speculate_in(phase)).into_iter().fold(f64::INFINITY, f64::min) } else { now };
        let next = match libm::ceil(next / heartbeat) * heartbeat {
            _ if heartbeat == 0.0 => next.max(now + SOONEST),
            tick if tick <= now => now + heartbeat,
            tick => tick,
        };
        // However fine the clock is, time passes.
        let next = next.max(now.next_up());
        if next < self.look {
            self.look = next;
            self.push(next, Event::Look);
        }
    }

    /// Starts the copies of a phase that are due, first that of the task with most time left, and says when the next may be if nothing
    /// happens; none while a task waits for a slot.
    fn speculate_in(&mut self, phase: Phase) -> f64 {
        let (cluster, index) = (&self.cluster, phase.index());
        let mut free: Vec<u32> =
            (0..cluster.config.machines).filter(|machine| cluster.machines[*machine as usize].free[index] > 0).collect();
        if cluster.waiting[index] > 0 || free.is_empty() {
            return f64::INFINITY;
        }
        let mut tasks: Vec<TaskId> =
            cluster.machines.iter().flat_map(|at| at.running[index].iter().chain(&at.paused[index])).copied().collect();
        tasks.sort_unstable();
        let (mut due, mut next) = (vec![], f64::INFINITY);
        for tasks in tasks.chunk_by(|a, b| a.job == b.job) {
            // What a reduce has left before the last map cannot be said.
            if phase == Phase::Map || cluster.maps_done(tasks[0].job) {
                next = next.min(self.add_laggards(tasks, &mut due));
            }
        }
        due.sort_by(|(a, left), (b, longer)| longer.total_cmp(left).then(a.cmp(b)));
        for (task, _) in due {
            if let Some(machine) = self.room(task, &free) {
                self.copy(task, machine);
                free.retain(|machine| self.cluster.machines[*machine as usize].free[index] > 0);
            }
        }
        next
    }

    /// Of the tasks of one phase of one job that are not complete and have begun, those that lag, each with the seconds that it has left
    /// at its pace; and when another may, if nothing happens.
    fn add_laggards(&self, tasks: &[TaskId], due: &mut Vec<(TaskId, f64)>) -> f64 {
        let (cluster, first, now) = (&self.cluster, tasks[0], self.cluster.now);
        let (state, about) = (cluster.phase(first.job, first.phase()), &cluster.jobs[first.job as usize].tasks[first.phase as usize]);
        // Progress in a second: a task that waits for its memory makes none.
        let pace = |id: &TaskId| {
            let task = cluster.task(*id);
            let works = task.status == Status::Running && task.seen <= now;
            if works { 1.0 / (task.factor * about[id.task as usize].duration()) } else { 0.0 }
        };
        let all = state.tasks.len() as f64;
        let mean = (f64::from(state.done) + tasks.iter().map(|id| cluster.fraction(*id)).sum::<f64>()) / all;
        let mean_pace = tasks.iter().map(pace).sum::<f64>() / all;
        let mut next = f64::INFINITY;
        for id in tasks {
            let task = cluster.task(*id);
            let progress = cluster.fraction(*id);
            if task.status == Status::Running && task.seen > now {
                next = next.min(task.seen);
            }
            let (from, left) = match task.status {
                _ if task.copied => continue,
                Status::Suspended => (now, f64::INFINITY),
                Status::Running => {
                    let (gap, widens) = (mean - progress, mean_pace - pace(id));
                    let more = if gap >= GAP - CLOSE { 0.0 } else { (GAP - gap) / widens.max(0.0) };
                    ((now + more).max(task.started + LAG), (now - task.started) * (1.0 - progress) / progress)
                }
                _ => continue,
            };
            if from <= now {
                due.push((*id, left));
            } else {
                next = next.min(from);
            }
        }
        next
    }

    /// The machine for a copy of a task: of these with a free slot the nearest to its input; not its own, nor any where it can go on
    /// itself.
    fn room(&self, id: TaskId, free: &[u32]) -> Option<u32> {
        let task = self.cluster.task(id);
        if task.status == Status::Suspended && free.contains(&task.machine) {
            return None;
        }
        free.iter().copied().filter(|machine| *machine != task.machine).min_by_key(|machine| self.cluster.locality(id, *machine))
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
