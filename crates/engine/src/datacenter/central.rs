//! What schedulers with a central queue of tasks share.

use super::outcome::Sampler;
use super::{Config, Counters, Observer, Outcome, Spent};
use crate::workload::BatchWorkload;
use std::collections::VecDeque;
use std::ops::Range;

/// Whose task is the next of those that wait centrally.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Turn {
    /// Of those that can run, the task that has waited longest.
    #[default]
    Tasks,
    /// A task of the earliest job, even if it could not run before (the second stage of a job).
    Jobs,
    /// A task of each job in turn: an extension, which is not Kairos.
    Rounds,
}

/// The central scheduler as it decides: about one task at a time, in the order in which it is asked.
#[derive(Debug)]
pub struct Desk {
    /// Seconds that a decision takes.
    cost: f64,
    /// When all have been made that it has been asked for.
    free: f64,
}

impl Desk {
    /// Nothing is to be decided.
    pub fn new(config: &Config) -> Self {
        Self { cost: config.decision_cost, free: f64::NEG_INFINITY }
    }

    /// It is asked where so many tasks of a job are to go. Tells when it knows.
    pub fn decide(&mut self, now: f64, tasks: u32, counters: &mut Counters) -> f64 {
        self.free = self.free.max(now) + f64::from(tasks) * self.cost;
        counters.decisions += u64::from(tasks);
        counters.deciding += f64::from(tasks) * (self.free - now);
        self.free
    }
}

/// Tasks that wait at the central scheduler, job by job.
#[derive(Debug, Default)]
pub struct Queue {
    turn: Turn,
    stages: VecDeque<(u32, Range<u32>)>,
    tasks: u64,
    peak: u64,
}

impl Queue {
    /// An empty queue.
    pub fn new(turn: Turn) -> Self {
        Self { turn, ..Self::default() }
    }

    /// Tasks of a job can run from now on.
    pub fn push(&mut self, job: u32, tasks: Range<u32>) {
        self.tasks += u64::from(tasks.end - tasks.start);
        self.peak = self.peak.max(self.tasks);
        let place = match self.turn {
            Turn::Tasks | Turn::Rounds => self.stages.len(),
            Turn::Jobs => self.stages.partition_point(|(other, _)| *other <= job),
        };
        self.stages.insert(place, (job, tasks));
    }

    /// The next task: its job, and which of the job's it is.
    pub fn pop(&mut self) -> Option<(u32, u32)> {
        let (job, tasks) = self.stages.front_mut()?;
        let next = (*job, tasks.next()?);
        self.tasks -= 1;
        if tasks.start == tasks.end {
            self.stages.pop_front();
        } else if self.turn == Turn::Rounds {
            self.stages.rotate_left(1);
        }
        Some(next)
    }

    /// Number of tasks that wait.
    pub fn len(&self) -> usize {
        self.tasks as usize
    }

    /// Most tasks that have waited at a time.
    pub fn peak(&self) -> u64 {
        self.peak
    }
}

/// The jobs of a run: how far each is, and what came of it.
pub struct Board<'a, O> {
    pub workload: &'a BatchWorkload,
    /// What came of the run so far.
    pub outcome: Outcome,
    pub sampler: Sampler,
    pub observer: &'a mut O,
    cutoff: f64,
    by_estimate: bool,
    arrived: usize,
    completed: usize,
    /// Tasks of each job that are complete, and since when the others may run.
    progress: Vec<(u32, f64)>,
}

impl<'a, O: Observer> Board<'a, O> {
    /// Nothing has arrived.
    pub fn new(config: &Config, workload: &'a BatchWorkload, observer: &'a mut O) -> Self {
        let count = workload.jobs().len();
        let begin = workload.jobs().first().map_or(0.0, |job| job.arrival);
        Self {
            workload,
            outcome: Outcome { sojourn: vec![0.0; count], ..Outcome::default() },
            sampler: Sampler::new(begin, config.sampling, 0, config.slots()),
            observer,
            cutoff: config.cutoff,
            by_estimate: config.errors_reclassify,
            arrived: 0,
            completed: 0,
            progress: vec![(0, 0.0); count],
        }
    }

    /// When the next job arrives.
    pub fn next(&self) -> Option<f64> {
        self.workload.jobs().get(self.arrived).map(|job| job.arrival)
    }

    /// It arrives: which it is, and its tasks that may run.
    pub fn arrive(&mut self) -> (u32, Range<u32>) {
        let job = self.arrived;
        self.arrived += 1;
        let about = &self.workload.jobs()[job];
        self.progress[job].1 = about.arrival;
        (job as u32, 0..about.first_stage())
    }

    /// Whether a job is believed to be long.
    pub fn is_long(&self, job: u32) -> bool {
        let about = &self.workload.jobs()[job as usize];
        (if self.by_estimate { about.estimate } else { about.mean }) > self.cutoff
    }

    /// How long a task of a job takes.
    pub fn duration(&self, job: u32, task: u32) -> f64 {
        self.workload.durations(&self.workload.jobs()[job as usize])[task as usize]
    }

    /// A task of this duration, which came to its worker at some time, is complete. Tells which tasks may run now that
    /// could not before.
    pub fn complete(&mut self, job: u32, came: f64, duration: f64, now: f64) -> Option<Range<u32>> {
        let long = usize::from(self.is_long(job));
        let about = &self.workload.jobs()[job as usize];
        let (done, since) = &mut self.progress[job as usize];
        let queueing = (now - came - duration).max(0.0);
        self.outcome.times[long].count(came - *since, queueing, duration);
        if O::WATCHES {
            self.observer.spent(Spent { job, end: now, queueing, running: duration });
        }
        self.outcome.counters.short_tasks += u64::from(long == 0);
        self.outcome.work += duration;
        self.outcome.tasks += 1;
        *done += 1;
        if *done == about.tasks() {
            self.outcome.sojourn[job as usize] = now - about.arrival;
            self.completed += 1;
        } else if *done == about.first_stage() {
            *since = now;
            return Some(about.first_stage()..about.tasks());
        }
        None
    }

    /// A worker has changed: what runs on its cores, of which this is the first (a job, and since when), and whose tasks wait
    /// there. Observers see these at the first core.
    pub fn show(&mut self, now: f64, first: usize, running: impl Iterator<Item = Option<(u32, f64)>>, waiting: impl Iterator<Item = u32>) {
        let mut waiting = Some(waiting);
        for (core, slot) in (first as u32..).zip(running) {
            self.observer.look(now, core, slot, waiting.take().into_iter().flatten());
        }
    }

    /// Number of jobs that are complete.
    pub fn completed(&self) -> usize {
        self.completed
    }

    /// Whether all are.
    pub fn is_over(&self) -> bool {
        self.completed == self.progress.len()
    }
}
