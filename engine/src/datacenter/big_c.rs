//! **Big-C** (Delgado's thesis, sections 4.5.1 and 5.2.5): a capacity scheduler with preemption.
//!
//! Two central queues, one of the tasks of short jobs and one of long jobs. A free core goes to a short task if one waits.
//! Long tasks may use every core that no short one wants; if a short task finds none free, the long task that began last
//! is suspended, as long as more of them run than are guaranteed to long jobs. A suspended task keeps its work and stays
//! at its worker, where it goes on before any new long task begins. Short tasks never interrupt each other.
//!
//! The model is ours: the thesis says what classes may do to each other, not how cores are chosen.

use super::central::{Board, Queue, Turn};
use super::{Config, Observer, Outcome};
use crate::registry::Parameter;
use crate::sim::EventQueue;
use std::collections::{BTreeSet, VecDeque};

/// Parameters of Big-C.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Fraction of the cores that is guaranteed to short jobs.
    pub share: f64,
}

impl Parameters {
    /// What can be written in brackets.
    pub fn in_brackets() -> Vec<Parameter<Self>> {
        let share =
            Parameter::number("share", 0.0..=1.0, "fraction of the cores for short jobs", |its: &mut Self, share| its.share = share);
        vec![share.of("big-c", |_| true)]
    }
}

/// The default of Big-C (section 4.5.1).
pub const BIG_C: Parameters = Parameters { share: 0.95 };

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

pub(super) struct Engine<'a, O> {
    config: &'a Config,
    now: f64,
    board: Board<'a, O>,
    /// Tasks of short jobs, and of long ones.
    queues: [Queue; 2],
    cores: Vec<Core>,
    /// Free cores.
    free: BTreeSet<u32>,
    /// Suspended tasks of each worker, the earliest first.
    suspended: Vec<VecDeque<Container>>,
    /// Cores with long tasks, by when these started.
    longs: BTreeSet<(u64, u32)>,
    /// Long tasks that may not be suspended.
    guaranteed: usize,
    /// Ends of tasks: the core and its version.
    ends: EventQueue<(u32, u32)>,
    started: u64,
}

impl<'a, O: Observer> Engine<'a, O> {
    pub(super) fn new(board: Board<'a, O>, config: &'a Config, parameters: Parameters) -> Self {
        let slots = config.slots();
        let mut free = BTreeSet::new();
        free.extend(0..slots);
        Self {
            config,
            now: 0.0,
            board,
            queues: [Queue::new(Turn::Jobs), Queue::new(Turn::Jobs)],
            cores: vec![Core::default(); slots as usize],
            free,
            suspended: vec![VecDeque::new(); config.workers as usize],
            longs: BTreeSet::new(),
            guaranteed: libm::ceil((1.0 - parameters.share) * f64::from(slots) - 1e-9) as usize,
            ends: EventQueue::with_capacity(slots as usize + 1),
            started: 0,
        }
    }

    pub(super) fn run(mut self) -> Outcome {
        let mut told = 0;
        while !self.board.is_over() {
            let end = self.ends.next().unwrap_or(f64::INFINITY);
            let arrival = self.board.next().unwrap_or(f64::INFINITY);
            self.now = end.min(arrival);
            self.board.sampler.pass(self.now);
            self.board.outcome.events += 1;
            let mut freed = None;
            if end > arrival {
                let (job, tasks) = self.board.arrive();
                self.queues[usize::from(self.board.is_long(job))].push(job, tasks);
            } else if let Some((_, (core, version))) = self.ends.pop()
                && self.cores[core as usize].version == version
            {
                self.end(core);
                freed = Some(core);
            }
            self.dispatch(freed);
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

    /// Assigns cores for as long as a waiting task may have one. A core may just have become free.
    fn dispatch(&mut self, freed: Option<u32>) {
        let [short, long] = [0, 1];
        while self.queues[short].len() > 0 && (!self.free.is_empty() || self.longs.len() > self.guaranteed) {
            let core = self.free.first().copied().or_else(|| self.suspend());
            let (Some(core), Some((job, task))) = (core, self.queues[short].pop()) else { return };
            self.launch(core, job, task, false);
        }
        // Tasks are suspended only while no core is free: so this is the only free core of a worker with such a task.
        if let Some(core) = freed.filter(|core| self.free.contains(core))
            && let Some(task) = self.suspended[(core / self.config.cores) as usize].pop_front()
        {
            self.run_on(core, task, self.now);
        }
        while let Some(core) = self.free.first().copied()
            && let Some((job, task)) = self.queues[long].pop()
        {
            self.launch(core, job, task, true);
        }
    }

    /// Suspends the long task that began last, and frees its core.
    fn suspend(&mut self) -> Option<u32> {
        let (_, core) = self.longs.pop_last()?;
        let at = &mut self.cores[core as usize];
        let mut task = at.task.take()?;
        task.left -= (self.now - at.since).max(0.0);
        at.version += 1;
        self.suspended[(core / self.config.cores) as usize].push_back(task);
        self.board.outcome.counters.preemptions += 1;
        self.board.sampler.end(core);
        self.free.insert(core);
        self.show(core);
        Some(core)
    }

    /// A task is sent to a free core.
    fn launch(&mut self, core: u32, job: u32, task: u32, long: bool) {
        let duration = self.board.duration(job, task);
        let came = self.now + self.config.delay;
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
        self.ends.push(since + task.left.max(0.0), 0, (core, at.version));
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
