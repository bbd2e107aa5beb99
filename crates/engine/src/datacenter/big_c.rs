//! **Big-C** (Delgado's thesis, sections 4.5.1 and 5.2.5): a capacity scheduler with preemption.
//!
//! Two central queues, one of the tasks of short jobs and one of long jobs. A free core goes to a short task if one waits.
//! Long tasks may use every core that no short one wants; if a short task finds none free, the long task that began last
//! is suspended, as long as more of them run than are guaranteed to long jobs. A suspended task keeps its work and stays
//! at its worker, where it goes on before any new long task begins. Short tasks never interrupt each other.
//!
//! The model is ours: the thesis says what classes may do to each other, not how cores are chosen. Two parameters of the
//! authors' code (Chen et al., USENIX ATC 2017), of which the thesis says nothing, are off unless asked for.
//!
//! *Graceful preemption* (`pr_number`, there 2): a container loses its resources in so many equal steps, one in each round of
//! the monitor. Here the short task has its core when the last step is done, and the long one works with what it has left
//! until then; one that would be complete by then is left alone.
//!
//! *Delayed resumption* (`maxresumptopportunity`, there 3 or 5): a suspended task lets as many opportunities pass before it
//! goes on. Here an opportunity is a heartbeat of its worker at which one of its cores is free; new long tasks may take that
//! core first.

use super::central::{Board, Desk, Queue, Turn};
use super::{Config, Observer, Outcome};
use crate::registry::Parameter;
use crate::sim::EventQueue;
use std::collections::{BTreeSet, VecDeque};

/// Parameters of Big-C.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Fraction of the cores that is guaranteed to short jobs.
    pub share: f64,
    /// Steps in which a long task loses its core, a [`PERIOD`] from each to the next.
    pub steps: u32,
    /// Heartbeats with a free core that a suspended task lets pass before it goes on.
    pub resume_after: u32,
}

impl Parameters {
    /// What can be written in brackets.
    pub fn in_brackets() -> Vec<Parameter<Self>> {
        let share =
            Parameter::number("share", 0.0..=1.0, "fraction of the cores for short jobs", |its: &mut Self, share| its.share = share);
        let steps = Parameter::whole(
            "steps",
            1..=1000,
            "steps, a second apart, in which a long task loses its core (pr_number)",
            |its: &mut Self, count| {
                its.steps = count;
            },
        );
        let resume_after = Parameter::whole(
            "resume-after",
            0..=1000,
            "heartbeats of a second with a free core before a suspended task goes on (maxresumptopportunity)",
            |its: &mut Self, count| its.resume_after = count,
        );
        [share, steps, resume_after].map(|parameter| parameter.of("big-c", |_| true)).into()
    }
}

/// The default of Big-C (section 4.5.1).
pub const BIG_C: Parameters = Parameters { share: 0.95, steps: 1, resume_after: 0 };

/// Seconds between two rounds of the monitor, and between two heartbeats of a worker, which come at its multiples.
const PERIOD: f64 = 1.0;

/// A task that runs or is suspended.
#[derive(Clone, Copy, Debug)]
struct Container {
    job: u32,
    duration: f64,
    left: f64,
    /// When it came to its worker.
    came: f64,
    long: bool,
}

#[derive(Clone, Debug, Default)]
struct Core {
    task: Option<Container>,
    /// Since when it runs: a new task once the order has reached the worker.
    since: f64,
    /// Raised whenever the end that was announced is no longer true.
    version: u32,
    /// How many tasks had started before.
    started: u64,
}

#[derive(Clone, Copy, Debug)]
enum Event {
    /// The task of a core ends, unless the version has changed.
    End(u32, u32),
    /// A worker with suspended tasks has a heartbeat.
    Heartbeat(u32),
}

/// What happens first at an instant.
mod rank {
    pub const ENDS: u8 = 0;
    pub const HEARTBEATS: u8 = 1;
}

pub(super) struct Engine<'a, O> {
    config: &'a Config,
    parameters: Parameters,
    now: f64,
    board: Board<'a, O>,
    /// Tasks of short jobs, and of long ones.
    queues: [Queue; 2],
    desk: Desk,
    cores: Vec<Core>,
    /// Free cores.
    free: BTreeSet<u32>,
    /// Suspended tasks of each worker, the earliest first.
    suspended: Vec<VecDeque<Container>>,
    /// Cores with long tasks, by when these started.
    longs: BTreeSet<(u64, u32)>,
    /// Long tasks that may not be suspended.
    guaranteed: usize,
    /// Heartbeats with a free core that the next suspended task of each worker has let pass, and whether the next heartbeat is
    /// announced.
    passed: Vec<(u32, bool)>,
    events: EventQueue<Event>,
    started: u64,
}

impl<'a, O: Observer> Engine<'a, O> {
    pub(super) fn new(board: Board<'a, O>, config: &'a Config, parameters: Parameters) -> Self {
        let slots = config.slots();
        let mut free = BTreeSet::new();
        free.extend(0..slots);
        Self {
            config,
            parameters,
            now: 0.0,
            board,
            queues: [Queue::new(Turn::Jobs), Queue::new(Turn::Jobs)],
            desk: Desk::new(config),
            cores: vec![Core::default(); slots as usize],
            free,
            suspended: vec![VecDeque::new(); config.workers as usize],
            longs: BTreeSet::new(),
            guaranteed: libm::ceil((1.0 - parameters.share) * f64::from(slots) - 1e-9) as usize,
            passed: vec![(0, false); config.workers as usize],
            events: EventQueue::with_capacity(slots as usize + 1),
            started: 0,
        }
    }

    pub(super) fn run(mut self) -> Outcome {
        let mut told = 0;
        while !self.board.is_over() {
            let event = self.events.next().unwrap_or(f64::INFINITY);
            let arrival = self.board.next().unwrap_or(f64::INFINITY);
            self.now = event.min(arrival);
            self.board.sampler.pass(self.now);
            self.board.outcome.events += 1;
            let mut worker = None;
            if event > arrival {
                let (job, tasks) = self.board.arrive();
                self.queues[usize::from(self.board.is_long(job))].push(job, tasks);
            } else {
                match self.events.pop() {
                    Some((_, Event::End(core, version))) if self.cores[core as usize].version == version => {
                        self.end(core);
                        worker = Some(core / self.config.cores);
                    }
                    Some((_, Event::Heartbeat(beating))) => {
                        self.passed[beating as usize].1 = false;
                        self.passed[beating as usize].0 += u32::from(self.awaited(beating).is_some());
                        worker = Some(beating);
                    }
                    _ => {}
                }
            }
            self.dispatch(worker);
            if self.board.completed() >= told + 256 {
                told = self.board.completed();
                self.board.observer.progress(told);
            }
        }
        self.board.observer.progress(self.board.completed());
        let Board { mut outcome, mut sampler, .. } = self.board;
        sampler.tell(&mut outcome);
        outcome.counters.central_peak = self.queues.iter().map(Queue::peak).sum();
        outcome
    }

    /// Assigns cores for as long as a waiting task may have one. A core of a worker may just have become free, or the worker has
    /// had a heartbeat.
    fn dispatch(&mut self, worker: Option<u32>) {
        let [short, long] = [0, 1];
        while self.queues[short].len() > 0 {
            let free = self.free.first().map(|core| (*core, self.now));
            let Some((core, since)) = free.or_else(|| self.suspend()) else { break };
            let Some((job, task)) = self.queues[short].pop() else { return };
            self.launch(core, job, task, false, since);
        }
        if let Some(worker) = worker {
            self.resume(worker);
        }
        while let Some(core) = self.free.first().copied()
            && let Some((job, task)) = self.queues[long].pop()
        {
            self.launch(core, job, task, true, self.now);
        }
        if let Some(worker) = worker {
            self.announce_heartbeat(worker);
        }
    }

    /// The first free core of a worker, if a suspended task waits for it.
    fn awaited(&self, worker: u32) -> Option<u32> {
        let first = worker * self.config.cores;
        let waits = !self.suspended[worker as usize].is_empty();
        if waits { self.free.range(first..first + self.config.cores).next().copied() } else { None }
    }

    /// The suspended task of a worker that has waited longest goes on if there is a core and it has let enough heartbeats pass.
    fn resume(&mut self, worker: u32) {
        if self.passed[worker as usize].0 >= self.parameters.resume_after
            && let Some(core) = self.awaited(worker)
            && let Some(task) = self.suspended[worker as usize].pop_front()
        {
            self.passed[worker as usize].0 = 0;
            self.run_on(core, task, self.now);
        }
    }

    /// A worker has heartbeats while one of its cores is free for a suspended task.
    fn announce_heartbeat(&mut self, worker: u32) {
        if self.awaited(worker).is_some() && !self.passed[worker as usize].1 {
            self.passed[worker as usize].1 = true;
            let time = (libm::floor(self.now / PERIOD) + 1.0) * PERIOD;
            self.events.push(time, rank::HEARTBEATS, Event::Heartbeat(worker));
        }
    }

    /// Suspends the long task that began last and will not be complete when it has lost its core. Tells which core is free then,
    /// and when.
    fn suspend(&mut self) -> Option<(u32, f64)> {
        if self.longs.len() <= self.guaranteed {
            return None;
        }
        // With a part less of its core in each step it does half of what it would do until the last.
        let takes = f64::from(self.parameters.steps - 1) * PERIOD;
        let left = |core: &Core| core.task.map_or(0.0, |task| task.left - (self.now - core.since).max(0.0) - takes / 2.0);
        let last = self.longs.iter().rev().find(|(_, core)| takes == 0.0 || left(&self.cores[*core as usize]) > 0.0);
        let (started, core) = *last?;
        self.longs.remove(&(started, core));
        let at = &mut self.cores[core as usize];
        let left = left(at);
        let task = at.task.take()?;
        at.version += 1;
        self.suspended[(core / self.config.cores) as usize].push_back(Container { left, ..task });
        self.board.outcome.counters.preemptions += 1;
        self.board.sampler.end(core);
        self.free.insert(core);
        self.show(core);
        Some((core, self.now + takes))
    }

    /// A task is sent to a core that is free at this time.
    fn launch(&mut self, core: u32, job: u32, task: u32, long: bool, since: f64) {
        let duration = self.board.duration(job, task);
        let decided = self.desk.decide(self.now, 1, &mut self.board.outcome.counters);
        let came = since.max(decided) + self.config.placement_delay();
        self.board.outcome.counters.messages.placements += 1;
        self.run_on(core, Container { job, duration, left: duration, came, long }, came);
    }

    fn run_on(&mut self, core: u32, task: Container, since: f64) {
        self.free.remove(&core);
        let at = &mut self.cores[core as usize];
        debug_assert!(at.task.is_none(), "a core runs one task at a time");
        (at.task, at.since, at.started) = (Some(task), since, self.started);
        at.version += 1;
        if task.long {
            self.longs.insert((self.started, core));
        }
        self.started += 1;
        self.board.sampler.begin(core);
        self.events.push(since + task.left.max(0.0), rank::ENDS, Event::End(core, at.version));
        self.show(core);
    }

    /// The worker of a core has changed.
    fn show(&mut self, core: u32) {
        if O::WATCHES {
            let (worker, count) = (core / self.config.cores, self.config.cores as usize);
            let first = worker as usize * count;
            let running = self.cores[first..first + count].iter().map(|core| core.task.map(|task| (task.job, core.since)));
            self.board.show(self.now, first, running, self.suspended[worker as usize].iter().map(|task| task.job));
        }
    }

    /// The task of a core is complete.
    fn end(&mut self, core: u32) {
        let at = &mut self.cores[core as usize];
        let Some(task) = at.task.take() else { return };
        self.longs.remove(&(at.started, core));
        self.free.insert(core);
        self.board.sampler.end(core);
        self.show(core);
        if let Some(tasks) = self.board.complete(task.job, task.came, task.duration, self.now) {
            self.queues[usize::from(task.long)].push(task.job, tasks);
        }
    }
}
