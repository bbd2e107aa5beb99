//! The event loop of the cluster world.
//!
//! Events at one instant: completions (and slots that become free), then arrivals and changes of machines, then the
//! scheduler's own timers, and when all that has happened, machines report, each in its turn. What was announced and is
//! no longer true (the completion of a task that has been killed) is no event: nothing is offered then.

use super::scheduler::{Assignment, Eviction, How, Scheduler};
use super::{Beliefs, Cluster, Config, JobOutcome, Observer, Outcome, Policy, Status, Step, TaskId};
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
    /// The scheduler has asked for it.
    Wake,
    /// A machine reports, by the clock.
    Heartbeat(u32),
}

impl Event {
    fn rank(self) -> u8 {
        match self {
            Self::Complete(..) | Self::Free { .. } => 0,
            Self::Arrive | Self::Change(_) => 1,
            Self::Wake => 2,
            Self::Heartbeat(_) => 3,
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
    /// Machines that report at this instant, and whether each does.
    reports: Vec<u32>,
    reports_now: Vec<bool>,
    /// Whether machines have begun to report at this instant.
    reporting: bool,
    /// Whether a task waits, or is paused, that did not when machines were armed last.
    stirred: bool,
    /// Orders to suspend and resume, and pauses, so far.
    turns: u64,
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
            reports: Vec::with_capacity(machines),
            reports_now: vec![false; machines],
            reporting: false,
            stirred: false,
            turns: 0,
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
            self.skip_what_is_void();
            if self.queue.next().is_none_or(|next| next > time) {
                self.end_instant();
                self.skip_what_is_void();
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

    /// Takes out events at the head of the queue that will not happen.
    fn skip_what_is_void(&mut self) {
        while let Some((time, &event)) = self.queue.peek() {
            let void = match event {
                Event::Complete(task, version) => !self.cluster.is_present(task.job) || self.cluster.task(task).version != version,
                Event::Free { machine, epoch, .. } => self.epochs[machine as usize] != epoch,
                Event::Wake => self.scheduler.wake(&self.cluster) > time,
                Event::Arrive | Event::Change(_) | Event::Heartbeat(_) => false,
            };
            if !void {
                return;
            }
            self.queue.pop();
            if matches!(event, Event::Wake) {
                self.alarm = f64::INFINITY;
                self.set_alarm();
            }
        }
    }

    /// Announces when the scheduler wants to be woken, if that is before it was.
    fn set_alarm(&mut self) {
        let wake = self.scheduler.wake(&self.cluster);
        if wake < self.alarm {
            self.alarm = wake;
            self.push(wake, Event::Wake);
        }
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
            Event::Complete(task, _) => self.complete(task),
            Event::Free { machine, phase, .. } => self.free(machine, phase),
            Event::Arrive => self.arrive(),
            Event::Change(i) => self.change(i),
            Event::Heartbeat(machine) => {
                self.armed[machine as usize] = false;
                self.report(machine);
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
        } else {
            self.hear();
        }
        self.set_alarm();
        self.tell();
    }

    /// Serves the machines that report at this instant, each once, in order of their numbers.
    fn hear(&mut self) {
        self.reporting = true;
        let mut reports = std::mem::take(&mut self.reports);
        reports.sort_unstable();
        for &machine in &reports {
            self.reports_now[machine as usize] = false;
            if self.cluster.machines[machine as usize].up {
                self.serve(machine);
            }
        }
        for machine in reports.drain(..) {
            self.arm_if_useful(machine);
        }
        self.reports = reports;
        if std::mem::take(&mut self.stirred) {
            self.arm_all();
        }
        self.reporting = false;
    }

    /// Tells the observer how things stand.
    fn tell(&mut self) {
        if O::WATCHES {
            let beliefs = || {
                let mut beliefs = Beliefs::default();
                self.scheduler.sizes(&self.cluster, &mut |job, phase, size, late| {
                    beliefs.sizes.push((job, phase, size));
                    beliefs.late += u32::from(late);
                });
                beliefs
            };
            self.observer.instant(&self.cluster, self.arrived - self.completed, beliefs);
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

    /// A machine reports at this instant.
    fn report(&mut self, machine: u32) {
        if !std::mem::replace(&mut self.reports_now[machine as usize], true) {
            self.reports.push(machine);
        }
    }

    /// Announces the next heartbeat by the clock: at this instant if machines have not reported yet, else later. They report
    /// one after the other, evenly over a period, from time zero.
    fn arm(&mut self, machine: u32) {
        let Config { heartbeat, machines, .. } = *self.cluster.config;
        if heartbeat > 0.0 && self.cluster.machines[machine as usize].up {
            let (now, reporting) = (self.cluster.now, self.reporting);
            let offset = heartbeat * (f64::from(machine) / f64::from(machines));
            let mut beats = (libm::floor((now - offset) / heartbeat) - 1.0).max(0.0);
            let is_past = |time: f64| time < now || reporting && time == now;
            while is_past(offset + beats * heartbeat) {
                beats += 1.0;
            }
            self.armed[machine as usize] = true;
            self.push(offset + beats * heartbeat, Event::Heartbeat(machine));
        }
    }

    fn arm_if_useful(&mut self, machine: u32) {
        if self.armed[machine as usize] {
            return;
        }
        let at = &self.cluster.machines[machine as usize];
        let ordered = self.orders_are_out() && at.running.iter().flatten().any(|task| self.cluster.task(*task).status != Status::Running);
        let wanted = |phase: usize| at.free[phase] > 0 && (self.cluster.waiting[phase] > 0 || self.cluster.suspended[phase] > 0);
        if ordered || wanted(0) || wanted(1) || self.scheduler.preempts() && self.needs_service() {
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

    /// Whether any task is ordered to be suspended or resumed.
    fn orders_are_out(&self) -> bool {
        (self.cluster.leaving, self.cluster.resuming) != ([0; 2], [0; 2])
    }

    /// Suspends and resumes the tasks whose orders were sent with earlier heartbeats, in the order in which they were sent.
    fn confirm(&mut self, machine: u32) -> bool {
        let mut acted = false;
        while self.orders_are_out() {
            let ordered = self.cluster.machines[machine as usize].running.iter().flatten().copied().filter(|task| {
                let task = self.cluster.task(*task);
                task.status != Status::Running && task.ordered < self.cluster.now
            });
            let Some(id) = ordered.min_by_key(|task| self.cluster.task(*task).turn) else { break };
            let paging = self.cluster.task(id).paging;
            if self.cluster.task(id).status == Status::MustSuspend {
                self.suspend(id, paging);
            } else {
                self.go_on(id, paging);
            }
            acted = true;
        }
        acted
    }

    fn next_turn(&mut self) -> u64 {
        self.turns += 1;
        self.turns
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
        if !resumes {
            self.announce(id);
        } else if at_once {
            self.go_on(id, page_in);
        }
    }

    /// A task that was ordered to resume does so.
    fn go_on(&mut self, id: TaskId, page_in: f64) {
        let now = self.cluster.now;
        self.cluster.resuming[id.phase as usize] -= 1;
        let task = self.cluster.task_mut(id);
        task.status = Status::Running;
        task.seen = now + page_in;
        self.scheduler.changed(&self.cluster, id);
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
        match self.cluster.task(id).status {
            Status::MustSuspend => self.cluster.set_leaving(id, false),
            Status::MustResume => self.cluster.resuming[id.phase as usize] -= 1,
            _ => {}
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
                let (now, turn) = (self.cluster.now, self.next_turn());
                self.cluster.set_leaving(id, true);
                let task = self.cluster.task_mut(id);
                (task.status, task.ordered, task.paging, task.turn) = (Status::MustSuspend, now, page_out, turn);
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
        self.stirred = true;
        self.scheduler.changed(&self.cluster, id);
        self.observer.step(now, id, machine, step);
    }

    fn suspend(&mut self, id: TaskId, page_out: f64) {
        let (now, done) = (self.cluster.now, self.cluster.progress(id));
        let machine = self.cluster.task(id).machine;
        self.release(id, Status::Suspended);
        let turn = self.next_turn();
        let task = self.cluster.task_mut(id);
        (task.done, task.turn) = (done, turn);
        self.stirred = true;
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
