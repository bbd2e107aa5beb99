//! The event loop of the cluster world.
//!
//! Events at one instant: completions (and slots that become free), then submissions and changes of machines, then the
//! scheduler's own timers, and when all that has happened, machines report, each in its turn, and second attempts start. What was
//! announced and is no longer true (the completion of a task that has been killed) is no event: nothing is offered then.
//!
//! This file is the loop; what reports, jobs, tasks and machines go through is in a file each.

mod copies;
mod guarded;
mod jobs;
mod machines;
mod paging;
mod reports;
mod tasks;
mod waits;

pub(super) use paging::Paging;

use super::scheduler::Scheduler;
use super::{Beliefs, Cluster, Config, JobOutcome, Observer, Outcome, Policy, TaskId, ends, memory};
use crate::sim::EventQueue;
use crate::workload::{Phase, TaskWorkload};
use crate::world::SpecError;
use copies::Duplicate;
use guarded::Guarded;
use waits::Waits;

#[derive(Clone, Copy, Debug)]
enum Event {
    /// A task completes or fails, unless its version has changed.
    End(TaskId, u32),
    /// A copy of a task completes or fails, the attempt of this number, unless it has ended.
    Copy(TaskId, u32),
    /// A slot that was being cleaned is free, unless its machine has left since.
    Free { machine: u32, phase: Phase, epoch: u32 },
    /// The next job arrives.
    Arrive,
    /// A machine leaves or joins.
    Change(u32),
    /// The scheduler has asked for it.
    Wake,
    /// Tasks that lag are looked for, unless that is announced for another time.
    Look,
    /// A machine reports, by the clock.
    Heartbeat(u32),
}

impl Event {
    fn rank(self) -> u8 {
        match self {
            Self::End(..) | Self::Copy(..) | Self::Free { .. } => 0,
            Self::Arrive | Self::Change(_) => 1,
            Self::Wake | Self::Look => 2,
            Self::Heartbeat(_) => 3,
        }
    }
}

/// Runs `workload` under `policy` until every job has completed.
///
/// Deterministic and single-threaded.
///
/// # Errors
/// If `config` is out of range, the run would not end (heartbeats cannot be told apart when the last job arrives, or come more often than
/// any machine can simulate), or the policy pages and running tasks do not fit in RAM.
pub fn simulate(config: &Config, workload: &TaskWorkload, policy: &Policy, observer: &mut impl Observer) -> Result<Outcome, SpecError> {
    config.validate()?;
    ends::check(config, workload)?;
    let pages = policy.kind().pages();
    if pages {
        memory::check(config, workload.jobs())?;
    }
    let mut scheduler = policy.kind().scheduler(config);
    let mut engine = Engine::new(config, workload, scheduler.as_mut(), observer);
    engine.cluster.paging = pages.then(|| Paging::new(config));
    engine.run();
    Ok(engine.outcome())
}

/// Runs `workload` under a scheduler of the caller's own until every job has completed. What it suspends takes no memory.
///
/// # Errors
/// If `config` is out of range, if the run would not end, or if the scheduler does what none can: it gives a slot to a task that does not
/// wait in an open phase, or not in the one that is asked about; takes one from a task that does not run on the machine that is asked
/// about; declines ten million offers in a row; or leaves tasks waiting when nothing else will happen.
pub fn simulate_with(
    config: &Config,
    workload: &TaskWorkload,
    scheduler: &mut dyn Scheduler,
    observer: &mut impl Observer,
) -> Result<Outcome, SpecError> {
    config.validate()?;
    ends::check(config, workload)?;
    let mut guarded = Guarded::new(scheduler);
    let mut engine = Engine::new(config, workload, &mut guarded, observer);
    engine.run();
    let (time, complete) = (engine.cluster.now, engine.completed == workload.jobs().len());
    let outcome = engine.outcome();
    match guarded.fault() {
        None if complete => Ok(outcome),
        fault => Err(SpecError::Scheduler { why: format!("at t = {time}: {}", fault.unwrap_or("tasks wait and nothing will happen")) }),
    }
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
    /// Where jobs wait for others.
    waits: Option<Waits<'a>>,
    /// The earliest wake-up that has been announced.
    alarm: f64,
    /// Second attempts that run.
    copies: Vec<Duplicate>,
    /// When tasks that lag are looked for next, and whether that is now.
    look: f64,
    looks: bool,
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
            cluster: Cluster::of(config, jobs, workload.chains()),
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
            waits: None,
            alarm: f64::INFINITY,
            copies: vec![],
            look: f64::INFINITY,
            looks: false,
            held_up: vec![],
        }
    }

    fn push(&mut self, time: f64, event: Event) {
        self.queue.push(time, event.rank(), event);
    }

    fn run(&mut self) {
        let jobs = self.cluster.jobs.all();
        let Some(first) = jobs.first() else { return };
        let mut begin = first.arrival;
        if let Some(chains) = self.cluster.jobs.chains() {
            let (waits, first) = Waits::new(jobs, chains);
            (self.waits, begin) = (Some(waits), first);
        }
        self.cluster.now = begin;
        self.push(begin, Event::Arrive);
        for (i, change) in (0..).zip(&self.cluster.config.changes) {
            self.queue.push(change.time, Event::Change(i).rank(), Event::Change(i));
        }
        while self.completed < jobs.len() && self.scheduler.fault().is_none() {
            // Something always happens to a job that is present, but under a scheduler that is not ours.
            let Some((time, event)) = self.queue.pop() else { break };
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

    /// What the run came to. Where jobs were submitted in another order than that of the workload, they are put into the latter.
    fn outcome(self) -> Outcome {
        let (mut outcome, order) = (self.outcome, self.cluster.jobs.into_order());
        if !order.is_empty() {
            let by_number = outcome.jobs.clone();
            order.iter().zip(by_number).for_each(|(position, job)| outcome.jobs[*position as usize] = job);
            outcome.order = order;
        }
        outcome
    }

    /// Takes out events at the head of the queue that will not happen.
    fn skip_what_is_void(&mut self) {
        while let Some((time, &event)) = self.queue.peek() {
            let void = match event {
                Event::End(task, version) => !self.cluster.is_present(task.job) || self.cluster.task(task).version != version,
                Event::Copy(task, attempt) => !self.is_copied(task, attempt),
                Event::Free { machine, epoch, .. } => self.epochs[machine as usize] != epoch,
                Event::Wake => self.scheduler.wake(&self.cluster) > time,
                Event::Look => self.look != time,
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
            Event::End(task, _) => self.end(task),
            Event::Copy(task, _) => self.end_of_copy(task),
            Event::Free { machine, phase, .. } => self.free(machine, phase),
            Event::Arrive => self.arrive(),
            Event::Change(i) => self.change(i),
            Event::Look => (self.look, self.looks) = (f64::INFINITY, true),
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
        if self.cluster.config.speculation {
            self.speculate();
        }
        self.set_alarm();
        self.tell();
    }

    /// Tells the observer how things stand.
    fn tell(&mut self) {
        if O::WATCHES {
            let beliefs = || {
                let mut beliefs = Beliefs::default();
                self.scheduler.sizes(&self.cluster, &mut |job, phase, size, late| {
                    let phase = phase.index() as u8;
                    beliefs.sizes.push((job, phase, size));
                    if late {
                        beliefs.late.push((job, phase));
                    }
                });
                beliefs
            };
            self.observer.instant(&self.cluster, self.arrived - self.completed, beliefs);
        }
    }
}
