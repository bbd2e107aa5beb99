//! The event loop of the cluster world.
//!
//! Events at one instant: completions (and slots that become free), then arrivals and changes of machines, then
//! heartbeats and the scheduler's own timers. Where heartbeats are at once, slots are offered when everything else that
//! happens at an instant has happened.

use super::scheduler::{Assignment, Eviction, How, Scheduler};
use super::{Cluster, Config, JobOutcome, Observer, Outcome, Policy, Status, Step, TaskId};
use crate::sim::{EventQueue, NotAllowed};
use crate::workload::{Phase, TaskWorkload};

#[derive(Clone, Copy, Debug)]
enum Event {
    /// A task completes, unless its version has changed.
    Complete(TaskId, u32),
    /// A slot that was being cleaned is free, unless its machine has left since.
    Free { machine: u32, phase: Phase, epoch: u32 },
    /// The next job arrives.
    Arrive,
    /// A machine leaves or joins.
    Change(u32),
    /// A machine reports, by the clock or because a slot of it has become free.
    Heartbeat { machine: u32, by_clock: bool },
    /// The scheduler has asked for it.
    Wake,
}

impl Event {
    fn rank(self) -> u8 {
        match self {
            Self::Complete(..) | Self::Free { .. } => 0,
            Self::Arrive | Self::Change(_) => 1,
            Self::Wake => 2,
            Self::Heartbeat { .. } => 3,
        }
    }
}

/// Runs `workload` under `policy` until every job has completed.
///
/// Deterministic and single-threaded.
///
/// # Errors
/// If `config` is out of range.
pub fn simulate(config: &Config, workload: &TaskWorkload, policy: &Policy, observer: &mut impl Observer) -> Result<Outcome, NotAllowed> {
    config.validate()?;
    let mut scheduler = policy.kind().scheduler(config);
    let mut engine = Engine::new(config, workload, scheduler.as_mut(), observer);
    engine.run();
    Ok(engine.outcome)
}

struct Engine<'a, O> {
    cluster: Cluster<'a>,
    scheduler: &'a mut dyn Scheduler,
    observer: &'a mut O,
    queue: EventQueue<Event>,
    outcome: Outcome,
    /// Whether a heartbeat by the clock has been announced for each machine.
    armed: Vec<bool>,
    /// How often each machine has left.
    epochs: Vec<u32>,
    /// When the reduces of each job might first have slots.
    opened: Vec<f64>,
    arrived: usize,
    completed: usize,
    /// The earliest wake-up that has been announced.
    alarm: f64,
    /// Reduces that wait for the last map, and the nominal seconds that each has done.
    held_up: Vec<(TaskId, f64)>,
}

const PROGRESS_EVERY: usize = 64;

impl<'a, O: Observer> Engine<'a, O> {
    fn new(config: &'a Config, workload: &'a TaskWorkload, scheduler: &'a mut dyn Scheduler, observer: &'a mut O) -> Self {
        let jobs = workload.jobs();
        let machines = config.machines as usize;
        let room = 2 * (config.total(Phase::Map) + config.total(Phase::Reduce)) as usize + 2 * machines + 16;
        Self {
            cluster: Cluster::new(config, jobs),
            scheduler,
            observer,
            queue: EventQueue::with_capacity(room),
            outcome: Outcome { jobs: vec![JobOutcome::default(); jobs.len()], ..Outcome::default() },
            armed: vec![false; machines],
            epochs: vec![0; machines],
            opened: vec![0.0; jobs.len()],
            arrived: 0,
            completed: 0,
            alarm: f64::INFINITY,
            held_up: vec![],
        }
    }

    fn push(&mut self, time: f64, event: Event) {
        self.queue.push(time, event.rank(), event);
    }

    fn run(&mut self) {
        let Some(first) = self.cluster.jobs.first() else { return };
        let begin = first.arrival;
        self.cluster.now = begin;
        self.push(begin, Event::Arrive);
        for (i, change) in (0..).zip(&self.cluster.config.changes) {
            self.queue.push(change.time, Event::Change(i).rank(), Event::Change(i));
        }
        while self.completed < self.cluster.jobs.len() {
            let (time, event) = self.queue.pop().expect("a job is present and something will happen to it");
            self.pass_time(time);
            self.handle(event);
            self.outcome.events += 1;
            if self.queue.next().is_none_or(|next| next > time) {
                self.end_instant();
            }
        }
        self.tell();
        let counters = &mut self.outcome.counters;
        counters.makespan = self.cluster.now - begin;
        if counters.makespan > 0.0 {
            counters.mean_load /= counters.makespan;
        }
        self.observer.progress(self.completed);
    }

    fn pass_time(&mut self, time: f64) {
        let dt = (time - self.cluster.now).max(0.0);
        let counters = &mut self.outcome.counters;
        for phase in 0..2 {
            counters.held[phase] += dt * f64::from(self.cluster.used[phase]);
            counters.offered[phase] += dt * f64::from(self.cluster.slots[phase]);
        }
        counters.mean_load += dt * (self.arrived - self.completed) as f64;
        self.cluster.now = self.cluster.now.max(time);
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Complete(task, version) => {
                if self.cluster.is_present(task.job) && self.cluster.task(task).version == version {
                    self.complete(task);
                }
            }
            Event::Free { machine, phase, epoch } => {
                if self.epochs[machine as usize] == epoch {
                    self.free(machine, phase);
                }
            }
            Event::Arrive => self.arrive(),
            Event::Change(i) => self.change(i),
            Event::Heartbeat { machine, by_clock } => {
                if by_clock {
                    self.armed[machine as usize] = false;
                }
                if self.cluster.machines[machine as usize].up {
                    self.serve(machine);
                    self.arm_if_useful(machine);
                }
            }
            Event::Wake => {
                self.alarm = f64::INFINITY;
                self.scheduler.woken(&self.cluster);
                self.arm_all();
            }
        }
    }

    /// All that was announced for this instant has happened.
    fn end_instant(&mut self) {
        if self.cluster.config.heartbeat == 0.0 {
            while self.needs_service() && (self.serve_all() || self.hurry()) {}
        }
        let wake = self.scheduler.wake(&self.cluster);
        if wake < self.alarm {
            self.alarm = wake;
            self.push(wake, Event::Wake);
        }
        self.tell();
    }

    /// Tells the observer how things stand.
    fn tell(&mut self) {
        if O::WATCHES {
            let sizes = || {
                let mut sizes = vec![];
                self.scheduler.sizes(&self.cluster, &mut |job, phase, size| sizes.push((job, phase, size)));
                sizes
            };
            self.observer.instant(&self.cluster, self.arrived - self.completed, sizes);
        }
    }

    /// Offers everything once more to jobs that have waited for a better place. Where no time passes from one offer to the
    /// next, a round in which no job has taken a slot is as long as any wait.
    fn hurry(&mut self) -> bool {
        self.scheduler.hurry(true);
        let acted = self.serve_all();
        self.scheduler.hurry(false);
        acted
    }

    /// Serves every machine once; says whether that led to anything.
    fn serve_all(&mut self) -> bool {
        let mut acted = false;
        for machine in 0..self.cluster.config.machines {
            acted |= self.serve(machine);
        }
        acted
    }

    /// Whether a slot that is offered could be wanted.
    fn needs_service(&self) -> bool {
        self.cluster.waiting.iter().chain(&self.cluster.suspended).any(|tasks| *tasks > 0)
    }

    // Heartbeats.

    /// Announces the next heartbeat by the clock, if none is. Machines report one after the other, evenly over a period.
    fn arm(&mut self, machine: u32) {
        let Config { heartbeat, machines, .. } = *self.cluster.config;
        if heartbeat > 0.0 && self.cluster.machines[machine as usize].up {
            let offset = heartbeat * f64::from(machine) / f64::from(machines);
            let mut beats = libm::floor((self.cluster.now - offset) / heartbeat) + 1.0;
            if offset + beats * heartbeat <= self.cluster.now {
                beats += 1.0;
            }
            self.armed[machine as usize] = true;
            self.push(offset + beats * heartbeat, Event::Heartbeat { machine, by_clock: true });
        }
    }

    fn arm_if_useful(&mut self, machine: u32) {
        if self.armed[machine as usize] {
            return;
        }
        let at = &self.cluster.machines[machine as usize];
        let leaving = self.cluster.leaving != [0; 2]
            && at.running.iter().flatten().any(|task| self.cluster.task(*task).status == Status::MustSuspend);
        let wanted = |phase: usize| at.free[phase] > 0 && (self.cluster.waiting[phase] > 0 || !at.paused[phase].is_empty());
        if leaving || wanted(0) || wanted(1) || self.scheduler.preempts() && self.needs_service() {
            self.arm(machine);
        }
    }

    fn arm_all(&mut self) {
        if self.cluster.config.heartbeat > 0.0 {
            for machine in 0..self.cluster.config.machines {
                self.arm_if_useful(machine);
            }
        }
    }

    /// Does what a report of this machine leads to; says whether anything.
    fn serve(&mut self, machine: u32) -> bool {
        let mut acted = self.confirm(machine);
        for phase in Phase::ALL {
            acted |= self.fill(machine, phase);
            while self.scheduler.preempts()
                && let Some(eviction) = self.scheduler.evict(&self.cluster, machine, phase)
            {
                self.evict(machine, eviction);
                acted = true;
                self.fill(machine, phase);
            }
        }
        acted
    }

    /// Gives away the free slots of a machine.
    fn fill(&mut self, machine: u32, phase: Phase) -> bool {
        let mut acted = false;
        while self.cluster.machines[machine as usize].free[phase.index()] > 0
            && let Some(assignment) = self.scheduler.assign(&self.cluster, machine, phase)
        {
            self.start(machine, assignment);
            acted = true;
        }
        acted
    }

    /// Suspends the tasks whose order was sent with an earlier heartbeat.
    fn confirm(&mut self, machine: u32) -> bool {
        let mut acted = false;
        if self.cluster.leaving == [0; 2] {
            return acted;
        }
        for phase in 0..2 {
            while let Some(task) = self.cluster.machines[machine as usize].running[phase].iter().copied().find(|task| {
                let task = self.cluster.task(*task);
                task.status == Status::MustSuspend && task.ordered < self.cluster.now
            }) {
                let page_out = self.cluster.task(task).page_out;
                self.suspend(task, page_out);
                acted = true;
            }
        }
        acted
    }

    // Jobs.

    fn arrive(&mut self) {
        let job = self.arrived as u32;
        self.arrived += 1;
        let present = (self.arrived - self.completed) as u32;
        self.outcome.counters.peak_load = self.outcome.counters.peak_load.max(present);
        if let Some(next) = self.cluster.jobs.get(self.arrived) {
            self.push(next.arrival, Event::Arrive);
        }
        self.cluster.enter(job);
        self.scheduler.arrive(&self.cluster, job);
        self.open(job, Phase::Map);
        if self.may_reduce(job) {
            self.open(job, Phase::Reduce);
        }
        self.leave_if_done(job);
        self.arm_all();
    }

    fn may_reduce(&self, job: u32) -> bool {
        let maps = self.cluster.phase(job, Phase::Map);
        f64::from(maps.done) >= self.cluster.config.slowstart * maps.tasks.len() as f64
    }

    fn open(&mut self, job: u32, phase: Phase) {
        if phase == Phase::Reduce {
            self.opened[job as usize] = self.cluster.now;
        }
        self.cluster.open(job, phase);
        self.scheduler.open(&self.cluster, job, phase);
        self.arm_all();
    }

    fn leave_if_done(&mut self, job: u32) {
        let done = |phase| {
            let phase = self.cluster.phase(job, phase);
            phase.done as usize == phase.tasks.len()
        };
        if !Phase::ALL.into_iter().all(done) {
            return;
        }
        let now = self.cluster.now;
        let about = &self.cluster.jobs[job as usize];
        let outcome = &mut self.outcome.jobs[job as usize];
        outcome.sojourn = now - about.arrival;
        if !about.tasks[1].is_empty() {
            outcome.reduce_sojourn = now - self.opened[job as usize];
        }
        self.scheduler.leave(&self.cluster, job);
        self.cluster.leave(job);
        self.completed += 1;
        if self.completed.is_multiple_of(PROGRESS_EVERY) {
            self.observer.progress(self.completed);
        }
    }

    // Tasks.

    fn start(&mut self, machine: u32, assignment: Assignment) {
        let Assignment { task: id, training, page_in } = assignment;
        let now = self.cluster.now;
        let locality = self.cluster.locality(id, machine);
        let factor = self.cluster.factor(locality);
        let resumes = self.cluster.task(id).status == Status::Suspended;
        if resumes {
            remove(&mut self.cluster.machines[machine as usize].paused[id.phase as usize], id);
            self.cluster.phase_mut(id.job, id.phase()).suspended -= 1;
            self.cluster.suspended[id.phase as usize] -= 1;
            self.outcome.counters.resumed += 1;
        } else {
            self.cluster.set_waiting(id, false);
            if id.phase() == Phase::Map {
                self.outcome.counters.maps_started[locality as usize] += 1;
            }
        }
        let task = self.cluster.task_mut(id);
        debug_assert!(resumes && task.machine == machine || task.status == Status::Waiting, "only its own machine resumes a task");
        task.status = Status::Running;
        task.since = now;
        if resumes {
            task.seen = now + page_in;
        } else {
            task.machine = machine;
            task.factor = factor;
            task.started = now;
            task.done = 0.0;
            task.seen = now;
        }
        self.cluster.phase_mut(id.job, id.phase()).running += 1;
        self.cluster.used[id.phase as usize] += 1;
        let at = &mut self.cluster.machines[machine as usize];
        at.free[id.phase as usize] -= 1;
        at.running[id.phase as usize].push(id);
        self.scheduler.changed(&self.cluster, id);
        self.observer.step(now, id, machine, if resumes { Step::Resumed } else { Step::Started { training } });
        self.announce(id);
    }

    /// Announces when a running task completes, if that can be said.
    fn announce(&mut self, id: TaskId) {
        if id.phase() == Phase::Map || self.cluster.maps_done(id.job) {
            let duration = self.cluster.jobs[id.job as usize].tasks[id.phase as usize][id.task as usize].duration();
            let task = self.cluster.task(id);
            let (time, version) = (task.seen + (duration - task.done).max(0.0) * task.factor, task.version);
            self.push(time, Event::Complete(id, version));
        }
    }

    fn complete(&mut self, id: TaskId) {
        let now = self.cluster.now;
        let phase = id.phase();
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
            let duration = self.cluster.jobs[id.job as usize].tasks[id.phase as usize][id.task as usize].duration();
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
            self.outcome.jobs[id.job as usize].map_sojourn = now - self.cluster.jobs[id.job as usize].arrival;
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
        for phase in Phase::ALL {
            if let Some(ratio) = self.scheduler.estimate(&self.cluster, id.job, phase) {
                self.outcome.jobs[id.job as usize].estimates[phase.index()] = Some(ratio);
            }
        }
        self.leave_if_done(id.job);
    }

    /// The reduces of a job that hold a slot, and the nominal seconds each has done.
    fn gathered(&self, job: u32, held_up: &mut Vec<(TaskId, f64)>) {
        let tasks = &self.cluster.phase(job, Phase::Reduce).tasks;
        let holds = |task: &TaskId| matches!(self.cluster.task(*task).status, Status::Running | Status::MustSuspend);
        let all = (0..tasks.len() as u32).map(|task| TaskId::new(job, Phase::Reduce, task));
        held_up.extend(all.filter(holds).map(|task| (task, self.cluster.progress(task))));
    }

    /// A task gives up its slot, which is not free yet.
    fn release(&mut self, id: TaskId, status: Status) {
        let machine = self.cluster.task(id).machine;
        remove(&mut self.cluster.machines[machine as usize].running[id.phase as usize], id);
        self.cluster.used[id.phase as usize] -= 1;
        self.cluster.phase_mut(id.job, id.phase()).running -= 1;
        if self.cluster.task(id).status == Status::MustSuspend {
            self.cluster.set_leaving(id, false);
        }
        let task = self.cluster.task_mut(id);
        task.status = status;
        task.version += 1;
    }

    /// A slot is free.
    fn free(&mut self, machine: u32, phase: Phase) {
        self.cluster.machines[machine as usize].free[phase.index()] += 1;
        if self.cluster.config.heartbeat > 0.0 {
            if self.cluster.config.prompt {
                let now = self.cluster.now;
                self.push(now, Event::Heartbeat { machine, by_clock: false });
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

    fn evict(&mut self, machine: u32, Eviction { task: id, how }: Eviction) {
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
                let now = self.cluster.now;
                self.cluster.set_leaving(id, true);
                let task = self.cluster.task_mut(id);
                task.status = Status::MustSuspend;
                task.ordered = now;
                task.page_out = page_out;
            }
        }
    }

    /// A task loses its slot and its work.
    fn requeue(&mut self, id: TaskId, step: Step) {
        let (now, lost) = (self.cluster.now, self.cluster.progress(id));
        self.outcome.jobs[id.job as usize].work_lost += lost;
        self.outcome.counters.work_lost += lost;
        self.outcome.counters.work_done += lost;
        let (machine, status) = (self.cluster.task(id).machine, self.cluster.task(id).status);
        if status == Status::Suspended {
            remove(&mut self.cluster.machines[machine as usize].paused[id.phase as usize], id);
            self.cluster.phase_mut(id.job, id.phase()).suspended -= 1;
            self.cluster.suspended[id.phase as usize] -= 1;
            self.cluster.task_mut(id).status = Status::Waiting;
        } else {
            self.release(id, Status::Waiting);
        }
        self.cluster.set_waiting(id, true);
        self.scheduler.changed(&self.cluster, id);
        self.observer.step(now, id, machine, step);
    }

    fn suspend(&mut self, id: TaskId, page_out: f64) {
        let (now, done) = (self.cluster.now, self.cluster.progress(id));
        let machine = self.cluster.task(id).machine;
        self.release(id, Status::Suspended);
        self.cluster.task_mut(id).done = done;
        self.cluster.phase_mut(id.job, id.phase()).suspended += 1;
        self.cluster.suspended[id.phase as usize] += 1;
        self.cluster.machines[machine as usize].paused[id.phase as usize].push(id);
        self.outcome.counters.suspended += 1;
        self.outcome.jobs[id.job as usize].preemptions += 1;
        self.scheduler.changed(&self.cluster, id);
        self.observer.step(now, id, machine, Step::Suspended);
        self.free_after(machine, id.phase(), page_out);
    }

    // Machines.

    fn change(&mut self, i: u32) {
        let change = self.cluster.config.changes[i as usize];
        let machine = change.machine as usize;
        if self.cluster.machines[machine].up == change.joins {
            return;
        }
        if change.joins {
            self.cluster.machines[machine].up = true;
            self.cluster.machines[machine].free = self.cluster.config.slots;
        } else {
            self.epochs[machine] += 1;
            let at = &self.cluster.machines[machine];
            let tasks: Vec<TaskId> = at.running.iter().chain(&at.paused).flatten().copied().collect();
            for task in tasks {
                self.outcome.counters.lost += 1;
                self.requeue(task, Step::Lost);
            }
            self.cluster.machines[machine].up = false;
            self.cluster.machines[machine].free = [0; 2];
        }
        for phase in 0..2 {
            let slots = self.cluster.config.slots[phase];
            let total = &mut self.cluster.slots[phase];
            *total = if change.joins { *total + slots } else { *total - slots };
        }
        self.scheduler.resize(&self.cluster);
        self.arm_all();
    }
}

fn remove(list: &mut Vec<TaskId>, id: TaskId) {
    if let Some(position) = list.iter().position(|other| *other == id) {
        list.remove(position);
    }
}
