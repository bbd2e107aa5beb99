//! What a task goes through from its start to its completion.

use super::{Engine, Event};
use crate::cluster::scheduler::{Assignment, Eviction, How};
use crate::cluster::{Hazards, Observer, Status, Step, TaskId};
use crate::workload::Phase;

impl<O: Observer> Engine<'_, O> {
    pub(super) fn start(&mut self, machine: u32, assignment: Assignment) {
        let Assignment { task: id, training, page_in } = assignment;
        let now = self.cluster.now;
        let locality = self.cluster.locality(id, machine);
        let at_home = self.cluster.task(id).machine == machine;
        let resumes = self.cluster.task(id).status == Status::Suspended && at_home;
        if self.cluster.task(id).status == Status::Suspended && !at_home {
            // It starts anew elsewhere: a kill that comes late.
            self.outcome.counters.killed += 1;
            self.requeue(id, Step::Killed);
        }
        if resumes {
            remove(&mut self.cluster.machines[machine as usize].paused[id.phase as usize], id);
            self.cluster.phase_mut(id.job, id.phase()).suspended -= 1;
            self.cluster.suspended[id.phase as usize] -= 1;
            self.is_called(id, machine);
            self.outcome.counters.resumed += 1;
        } else {
            self.cluster.set_waiting(id, false);
            if id.phase() == Phase::Map {
                self.outcome.counters.maps_started[locality as usize] += 1;
            }
        }
        let (turn, at_once) = (self.next_turn(), self.cluster.config.heartbeat == 0.0);
        let task = self.cluster.task_mut(id);
        task.since = now;
        if resumes {
            (task.status, task.ordered, task.paging, task.turn) = (Status::MustResume, now, page_in, turn);
            self.cluster.resuming[id.phase as usize] += 1;
        } else {
            task.status = Status::Running;
            task.machine = machine;
            task.started = now;
            task.done = 0.0;
            task.seen = now;
            let (factor, fails) = self.begin(id, machine);
            let task = self.cluster.task_mut(id);
            (task.factor, task.fails) = (factor, fails);
            let ready = self.allocate(id, machine);
            self.await_memory(id, ready);
        }
        self.cluster.phase_mut(id.job, id.phase()).running += 1;
        self.cluster.used[id.phase as usize] += 1;
        let at = &mut self.cluster.machines[machine as usize];
        at.free[id.phase as usize] -= 1;
        at.running[id.phase as usize].push(id);
        self.scheduler.changed(&self.cluster, id);
        self.observer.step(now, id, machine, if resumes { Step::Resumed } else { Step::Started { training } });
        if !resumes {
            self.announce(id);
        } else if at_once {
            self.go_on(id, page_in);
        }
    }

    /// An attempt of a task begins on a machine: the seconds that a nominal second of it takes, and the nominal seconds at which it
    /// fails, infinite if it does not.
    pub(super) fn begin(&mut self, id: TaskId, machine: u32) -> (f64, f64) {
        let task = self.cluster.task_mut(id);
        task.attempts += 1;
        let (attempt, may_fail) = (task.attempts, task.failures < Hazards::MOST_FAILURES);
        let (config, job) = (self.cluster.config, self.cluster.jobs[id.job as usize].id);
        let fate = config.hazards.fate(config.seed, job, id, attempt);
        let place = self.cluster.factor(self.cluster.locality(id, machine)) * self.cluster.machines[machine as usize].factor;
        let fails = fate.failure.filter(|_| may_fail).map_or(f64::INFINITY, |part| part * self.cluster.duration(id));
        (place * fate.stretch, fails)
    }

    /// A task that was ordered to resume does so.
    pub(super) fn go_on(&mut self, id: TaskId, page_in: f64) {
        self.cluster.resuming[id.phase as usize] -= 1;
        let ready = self.wake(id) + page_in;
        self.cluster.task_mut(id).status = Status::Running;
        self.await_memory(id, ready);
        self.scheduler.changed(&self.cluster, id);
        self.announce(id);
    }

    /// A task with a slot works from this time on.
    fn await_memory(&mut self, id: TaskId, ready: f64) {
        self.outcome.jobs[id.job as usize].paging += ready - self.cluster.now;
        self.cluster.task_mut(id).seen = ready;
    }

    /// A task that works, or waits for its memory to do so, no longer does: it has waited only until now.
    fn stop_waiting_for_memory(&mut self, id: TaskId) {
        let seen = self.cluster.task(id).seen;
        self.outcome.jobs[id.job as usize].paging -= (seen - self.cluster.now).max(0.0);
    }

    /// Announces when a running task completes or fails, if that can be said.
    pub(super) fn announce(&mut self, id: TaskId) {
        let task = self.cluster.task(id);
        let end = self.cluster.duration(id).min(task.fails);
        let shuffle = self.cluster.jobs[id.job as usize].tasks[id.phase as usize][id.task as usize].shuffle;
        if id.phase() == Phase::Map || end < shuffle || self.cluster.maps_done(id.job) {
            let (time, version) = (task.seen + (end - task.done).max(0.0) * task.factor, task.version);
            self.push(time, Event::End(id, version));
        }
    }

    /// What was announced of a task has come: it has failed, or is complete.
    pub(super) fn end(&mut self, id: TaskId) {
        if self.cluster.task(id).fails >= self.cluster.duration(id) {
            return self.complete(id);
        }
        let machine = self.cluster.task(id).machine;
        self.count_failure(id);
        self.requeue(id, Step::Failed);
        self.free(machine, id.phase());
    }

    /// An attempt of a task has failed.
    pub(super) fn count_failure(&mut self, id: TaskId) {
        self.outcome.jobs[id.job as usize].failures += 1;
        let task = self.cluster.task_mut(id);
        task.failures = task.failures.saturating_add(1);
    }

    pub(super) fn complete(&mut self, id: TaskId) {
        let now = self.cluster.now;
        let phase = id.phase();
        if let Some(machine) = self.end_copy(id, Step::Overtaken) {
            self.free(machine, phase);
        }
        let last_map = phase == Phase::Map && {
            let maps = self.cluster.phase(id.job, phase);
            maps.done as usize + 1 == maps.tasks.len()
        };
        let mut held_up = std::mem::take(&mut self.held_up);
        if last_map {
            // What the reduces have gathered by now, before they may go on.
            self.gathered(id.job, &mut held_up);
        }
        let seconds = {
            let duration = self.cluster.duration(id);
            self.outcome.counters.work_done += duration;
            duration * self.cluster.task(id).factor
        };
        let machine = self.cluster.task(id).machine;
        self.release(id, Status::Done);
        self.cluster.phase_mut(id.job, phase).done += 1;
        self.observer.step(now, id, machine, Step::Completed);
        self.scheduler.complete(&self.cluster, id, seconds);
        self.free(machine, phase);
        if last_map {
            self.outcome.jobs[id.job as usize].map_sojourn = now - self.cluster.jobs.time(id.job);
        }
        if phase == Phase::Map && !self.cluster.phase(id.job, Phase::Reduce).open && self.may_reduce(id.job) {
            self.open(id.job, Phase::Reduce);
        }
        for (reduce, done) in held_up.drain(..) {
            let task = self.cluster.task_mut(reduce);
            task.done = done;
            task.seen = task.seen.max(now);
            self.scheduler.changed(&self.cluster, reduce);
            self.announce(reduce);
        }
        self.held_up = held_up;
        if let Some(late) = self.scheduler.turned_late(id.job, phase) {
            self.outcome.jobs[id.job as usize].turned_late[phase.index()] = Some(late);
        }
        for phase in Phase::ALL {
            if let Some(ratio) = self.scheduler.estimate(&self.cluster, id.job, phase) {
                self.outcome.jobs[id.job as usize].estimates[phase.index()] = Some(ratio);
            }
        }
        self.leave_if_done(id.job);
    }

    /// The reduces of a job that work, and the nominal seconds each has done.
    fn gathered(&self, job: u32, held_up: &mut Vec<(TaskId, f64)>) {
        let tasks = &self.cluster.phase(job, Phase::Reduce).tasks;
        let works = |task: &TaskId| self.cluster.task(*task).status.works();
        let all = (0..tasks.len() as u32).map(|task| TaskId::new(job, Phase::Reduce, task));
        held_up.extend(all.filter(works).map(|task| (task, self.cluster.progress(task))));
    }

    /// A task gives up its slot, which is not free yet.
    fn release(&mut self, id: TaskId, status: Status) {
        let machine = self.cluster.task(id).machine;
        remove(&mut self.cluster.machines[machine as usize].running[id.phase as usize], id);
        self.cluster.used[id.phase as usize] -= 1;
        self.cluster.phase_mut(id.job, id.phase()).running -= 1;
        let before = *self.cluster.task(id);
        self.give_up_memory(id, machine, before.status, status);
        if before.status.works() {
            self.stop_waiting_for_memory(id);
        }
        match before.status {
            Status::MustSuspend => self.cluster.set_leaving(id, false),
            Status::MustResume => self.cluster.resuming[id.phase as usize] -= 1,
            _ => {}
        }
        let task = self.cluster.task_mut(id);
        task.status = status;
        task.version += 1;
    }

    /// A slot is free.
    pub(super) fn free(&mut self, machine: u32, phase: Phase) {
        self.cluster.machines[machine as usize].free[phase.index()] += 1;
        if self.cluster.config.heartbeat > 0.0 {
            if self.cluster.config.prompt {
                self.report(machine);
            } else {
                self.arm_if_useful(machine);
            }
        }
    }

    fn free_after(&mut self, machine: u32, phase: Phase, seconds: f64) {
        if seconds > 0.0 {
            let event = Event::Free { machine, phase, epoch: self.epochs[machine as usize] };
            self.push(self.cluster.now + seconds, event);
        } else {
            self.cluster.machines[machine as usize].free[phase.index()] += 1;
        }
    }

    pub(super) fn evict(&mut self, machine: u32, Eviction { task: id, how }: Eviction) {
        match how {
            How::Kill { cleanup } => {
                let outcome = &mut self.outcome.jobs[id.job as usize];
                outcome.preemptions += 1;
                self.outcome.counters.killed += 1;
                self.requeue(id, Step::Killed);
                self.free_after(machine, id.phase(), cleanup);
            }
            How::Suspend { page_out } if self.cluster.config.heartbeat == 0.0 => self.suspend(id, page_out),
            How::Suspend { page_out } => {
                let (now, turn, done) = (self.cluster.now, self.next_turn(), self.cluster.progress(id));
                self.cluster.set_leaving(id, true);
                self.stop_waiting_for_memory(id);
                let task = self.cluster.task_mut(id);
                (task.status, task.ordered, task.paging, task.turn) = (Status::MustSuspend, now, page_out, turn);
                // Its process is stopped by the command, so that it does not complete as foreseen.
                task.done = done;
                task.version += 1;
            }
        }
    }

    /// So many nominal seconds of a task were done in vain.
    pub(super) fn lose(&mut self, id: TaskId, seconds: f64) {
        self.outcome.jobs[id.job as usize].work_lost += seconds;
        self.outcome.counters.work_lost += seconds;
        self.outcome.counters.work_done += seconds;
    }

    /// A task loses its slot and its work.
    pub(super) fn requeue(&mut self, id: TaskId, step: Step) {
        let now = self.cluster.now;
        self.lose(id, self.cluster.progress(id));
        let (machine, status) = (self.cluster.task(id).machine, self.cluster.task(id).status);
        if status == Status::Suspended {
            remove(&mut self.cluster.machines[machine as usize].paused[id.phase as usize], id);
            self.cluster.phase_mut(id.job, id.phase()).suspended -= 1;
            self.cluster.suspended[id.phase as usize] -= 1;
            self.give_up_memory(id, machine, status, Status::Waiting);
            self.cluster.task_mut(id).status = Status::Waiting;
        } else {
            self.release(id, Status::Waiting);
        }
        if !self.take_its_place(id) {
            self.cluster.set_waiting(id, true);
            self.stirred = true;
        }
        self.scheduler.changed(&self.cluster, id);
        self.observer.step(now, id, machine, step);
    }

    pub(super) fn suspend(&mut self, id: TaskId, page_out: f64) {
        let (now, done) = (self.cluster.now, self.cluster.progress(id));
        let machine = self.cluster.task(id).machine;
        self.release(id, Status::Suspended);
        let turn = self.next_turn();
        let task = self.cluster.task_mut(id);
        (task.done, task.turn) = (done, turn);
        self.stirred = true;
        let phase = self.cluster.phase_mut(id.job, id.phase());
        phase.suspended += 1;
        phase.pauses += 1;
        self.cluster.suspended[id.phase as usize] += 1;
        self.cluster.machines[machine as usize].paused[id.phase as usize].push(id);
        self.outcome.counters.suspended += 1;
        self.outcome.jobs[id.job as usize].preemptions += 1;
        self.scheduler.changed(&self.cluster, id);
        self.observer.step(now, id, machine, Step::Suspended);
        self.free_after(machine, id.phase(), page_out);
    }
}

fn remove(list: &mut Vec<TaskId>, id: TaskId) {
    if let Some(position) = list.iter().position(|other| *other == id) {
        list.remove(position);
    }
}
