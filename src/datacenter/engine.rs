//! The event loop of the datacenter world.
//!
//! Messages that take equally long arrive in the order in which they were sent, so a plain queue for each delay holds
//! them, and only the ends of tasks need a heap. At one instant: ends of tasks, then arrivals, then messages.

use super::design::{Design, Order, Placement, Pool, Rescue};
use super::outcome::Sampler;
use super::policy::Kind;
use super::sharing::{Bitmap, Snapshot};
use super::timeline::Recorder;
use super::waits::Waits;
use super::worker::{Entry, Origin, Slot, Worker};
use super::{Config, ConfigError, Outcome, Policy};
use crate::sim::{EventQueue, Random, stream};
use crate::workload::BatchWorkload;
use rand::RngExt;
use std::collections::VecDeque;
use std::rc::Rc;

/// A message on its way.
#[derive(Debug)]
enum Message {
    /// Probes of a job reach their workers: how many, which round, and where there was no long task.
    Probes { job: u32, count: u32, round: u8, picture: Option<Rc<Snapshot>> },
    /// Places that the central scheduler has given to the tasks of a job.
    Places { job: u32, workers: Box<[u32]> },
    /// The answer to a worker that has asked for a task.
    Answer(u32),
}

/// A job that has been submitted.
#[derive(Clone, Copy, Debug)]
struct Progress {
    /// Tasks handed out.
    handed: u32,
    /// Tasks complete.
    done: u32,
    long: bool,
}

/// Runs `workload` under `policy` until every job has completed.
///
/// Deterministic and single-threaded.
///
/// # Errors
/// If `config` is out of range.
pub fn simulate(config: &Config, workload: &BatchWorkload, policy: &Policy, progress: impl FnMut(usize)) -> Result<Outcome, ConfigError> {
    run(config, workload, policy, None, progress).map(|(outcome, _)| outcome)
}

/// The same, watched.
pub(super) fn watch(
    config: &Config,
    workload: &BatchWorkload,
    policy: &Policy,
    recorder: Recorder,
    progress: impl FnMut(usize),
) -> Result<(Outcome, Recorder), ConfigError> {
    let (outcome, recorder) = run(config, workload, policy, Some(recorder), progress)?;
    Ok((outcome, recorder.expect("an engine gives its recorder back")))
}

fn run(
    config: &Config,
    workload: &BatchWorkload,
    policy: &Policy,
    recorder: Option<Recorder>,
    progress: impl FnMut(usize),
) -> Result<(Outcome, Option<Recorder>), ConfigError> {
    config.validate()?;
    Ok(match policy.kind() {
        Kind::Design(design) => {
            let mut engine = Engine::new(config, workload, design);
            engine.recorder = recorder;
            engine.run(progress);
            (engine.outcome, engine.recorder)
        }
        Kind::Kairos(parameters) => {
            let mut engine = super::kairos::Engine::new(config, workload, *parameters);
            engine.recorder = recorder;
            engine.run(progress);
            (engine.outcome, engine.recorder)
        }
    })
}

struct Engine<'a> {
    config: &'a Config,
    workload: &'a BatchWorkload,
    design: &'a Design,
    /// First worker that may run long tasks.
    general: u32,
    now: f64,
    workers: Vec<Worker>,
    jobs: Vec<Progress>,
    /// Ends of tasks: the worker.
    ends: EventQueue<u32>,
    /// Messages that take one delay and two, with when they arrive and their number.
    messages: [VecDeque<(f64, u64, Message)>; 2],
    sent: u64,
    arrived: usize,
    completed: usize,
    busy: u32,
    sampler: Sampler,
    /// Waits of centrally placed tasks on all workers, and on those for long tasks.
    waits: [Option<Waits>; 2],
    bitmap: Option<Bitmap>,
    probing: Random,
    stealing: Random,
    outcome: Outcome,
    /// Who watches, if anybody does.
    recorder: Option<Recorder>,
}

#[cfg(test)]
mod tests;

const PROGRESS_EVERY: usize = 256;

/// Purposes of the random streams.
mod purpose {
    pub const PROBES: u8 = 32;
    pub const THEFTS: u8 = 33;
}

impl<'a> Engine<'a> {
    fn new(config: &'a Config, workload: &'a BatchWorkload, design: &'a Design) -> Self {
        let count = workload.jobs().len();
        let general = if design.partition { config.general() } else { 0 };
        let central = |pool: Pool| [design.long, design.short].contains(&Placement::Central(pool));
        let any = central(Pool::All) || central(Pool::General);
        let waits = [central(Pool::All).then(|| Waits::new(0, config.workers)), any.then(|| Waits::new(general, config.workers))];
        Self {
            config,
            workload,
            design,
            general,
            now: 0.0,
            workers: (0..config.workers).map(|_| Worker::new()).collect(),
            jobs: vec![Progress { handed: 0, done: 0, long: false }; count],
            ends: EventQueue::with_capacity(config.workers as usize + 1),
            messages: [VecDeque::new(), VecDeque::new()],
            sent: 0,
            arrived: 0,
            completed: 0,
            busy: 0,
            sampler: Sampler::new(workload.jobs().first().map_or(0.0, |job| job.arrival), config.sampling),
            waits,
            bitmap: matches!(design.rescue, Rescue::Share | Rescue::Ideal).then(|| Bitmap::new(config.workers)),
            probing: stream(config.seed, 0, purpose::PROBES),
            stealing: stream(config.seed, 0, purpose::THEFTS),
            outcome: Outcome { completion: vec![0.0; count], ..Outcome::default() },
            recorder: None,
        }
    }

    /// A worker has changed.
    fn show(&mut self, worker: u32) {
        if self.recorder.is_some() {
            self.record(worker);
        }
    }

    #[cold]
    fn record(&mut self, worker: u32) {
        if let Some(recorder) = &mut self.recorder {
            let at = &self.workers[worker as usize];
            let slot = match at.slot {
                Slot::Idle => None,
                Slot::Asking(entry, ..) => Some((entry.job, false)),
                Slot::Running(entry) => Some((entry.job, true)),
            };
            recorder.look(self.now, worker, slot, at.queue.iter().map(|entry| entry.job));
        }
    }

    fn run(&mut self, mut progress: impl FnMut(usize)) {
        let mut told = 0;
        while self.completed < self.jobs.len() {
            let end = self.ends.next().unwrap_or(f64::INFINITY);
            let arrival = self.workload.jobs().get(self.arrived).map_or(f64::INFINITY, |job| job.arrival);
            let heads = [0, 1].map(|i| self.messages[i].front().map_or((f64::INFINITY, u64::MAX), |(time, number, _)| (*time, *number)));
            let first = usize::from(heads[1] < heads[0]);
            let time = end.min(arrival).min(heads[first].0);
            self.sampler.pass(time, f64::from(self.busy) / f64::from(self.config.workers));
            self.now = time;
            self.outcome.events += 1;
            if self.completed >= told + PROGRESS_EVERY {
                told = self.completed;
                progress(told);
            }
            if end <= time {
                if let Some((_, worker)) = self.ends.pop() {
                    self.end(worker);
                }
            } else if arrival <= time {
                self.arrive();
            } else if let Some((_, _, message)) = self.messages[first].pop_front() {
                self.hear(message);
            }
        }
        self.outcome.utilisation = self.sampler.take();
        progress(self.completed);
    }

    fn send(&mut self, delays: usize, message: Message) {
        let time = self.now + delays as f64 * self.config.delay;
        self.messages[delays - 1].push_back((time, self.sent, message));
        self.sent += 1;
    }

    // Jobs.

    fn arrive(&mut self) {
        let job = self.arrived as u32;
        self.arrived += 1;
        let about = self.workload.jobs()[job as usize];
        let believed = if self.config.errors_reclassify { about.estimate } else { about.mean };
        let long = believed > self.config.cutoff;
        self.jobs[job as usize].long = long;
        match if long { self.design.long } else { self.design.short } {
            Placement::Probe { ratio, least, .. } => {
                let count = ratio.saturating_mul(about.tasks()).max(least);
                self.outcome.counters.probes += u64::from(count);
                self.outcome.counters.messages += u64::from(count);
                self.send(1, Message::Probes { job, count, round: 1, picture: None });
            }
            Placement::Central(pool) => {
                let workers = (0..about.tasks()).map(|_| self.place(pool, about.estimate, long)).collect();
                self.outcome.counters.messages += u64::from(about.tasks());
                self.send(1, Message::Places { job, workers });
            }
        }
    }

    /// The worker with the least wait gets a task.
    fn place(&mut self, pool: Pool, estimate: f64, long: bool) -> u32 {
        let eligible = usize::from(pool == Pool::General);
        let worker = self.waits[eligible].as_mut().and_then(|waits| waits.least(self.now)).unwrap_or(0);
        self.waits.iter_mut().flatten().for_each(|waits| waits.queue(worker, estimate));
        if long && let Some(bitmap) = &mut self.bitmap {
            bitmap.add(worker);
        }
        worker
    }

    fn hear(&mut self, message: Message) {
        match message {
            Message::Answer(worker) => self.answer(worker),
            Message::Places { job, workers } => {
                let long = self.jobs[job as usize].long;
                let picture = if long { self.bitmap.as_mut().map(|bitmap| bitmap.picture(self.now)) } else { None };
                for worker in workers {
                    if picture.is_some() {
                        self.workers[worker as usize].picture.clone_from(&picture);
                    }
                    self.enqueue(worker, job, Origin::Place);
                }
            }
            Message::Probes { job, count, round, picture } => self.probe(job, count, round, picture.as_deref()),
        }
    }

    /// Probes reach their workers, who may reject them.
    fn probe(&mut self, job: u32, count: u32, round: u8, picture: Option<&Snapshot>) {
        let long = self.jobs[job as usize].long;
        let pool = match if long { self.design.long } else { self.design.short } {
            Placement::Probe { pool, .. } | Placement::Central(pool) => pool,
        };
        let (workers, general) = (self.config.workers, self.general);
        let ideal =
            (self.design.rescue == Rescue::Ideal && !long).then(|| self.bitmap.as_mut().map(|bitmap| bitmap.picture(self.now))).flatten();
        let mut rejected = 0;
        let mut freshest: Option<Rc<Snapshot>> = None;
        for _ in 0..count {
            let free = picture.or(ideal.as_deref()).map(Snapshot::free).filter(|free| !free.is_empty());
            let worker = match (free, round, pool) {
                (Some(free), 1 | 2, _) => free[self.probing.random_range(0..free.len())],
                (_, 3, _) | (_, _, Pool::Short) if general > 0 => self.probing.random_range(0..general),
                (_, _, Pool::All | Pool::Short) => self.probing.random_range(0..workers),
                (_, _, Pool::General) => self.probing.random_range(general..workers),
            };
            let at = &self.workers[worker as usize];
            if self.design.rescue == Rescue::Share && !long && at.longs > 0 && round < 4 {
                rejected += 1;
                if let Some(theirs) = at.picture.as_ref().filter(|theirs| freshest.as_ref().is_none_or(|mine| theirs.time > mine.time)) {
                    freshest = Some(theirs.clone());
                }
            } else {
                self.enqueue(worker, job, Origin::Probe);
            }
        }
        if rejected > 0 {
            let counters = &mut self.outcome.counters;
            counters.rejected += if round == 1 { u64::from(rejected) } else { 0 };
            counters.fallbacks += if round == 1 { 0 } else { u64::from(rejected) };
            counters.messages += 2 * u64::from(rejected);
            self.send(2, Message::Probes { job, count: rejected, round: round + 1, picture: if round == 1 { freshest } else { None } });
        }
    }

    fn enqueue(&mut self, worker: u32, job: u32, origin: Origin) {
        let long = self.jobs[job as usize].long;
        let at = &mut self.workers[worker as usize];
        let behind_long = !long && at.longs > 0;
        at.queue.push_back(Entry { job, long, origin, behind_long, used: false, bypassed: 0.0 });
        at.longs += u32::from(long);
        self.outcome.counters.probes_behind_long += u64::from(behind_long);
        if matches!(at.slot, Slot::Idle) {
            self.serve(worker);
        }
        self.show(worker);
    }

    // Workers.

    /// An idle worker asks for a task of the entry that is next, stealing if it has none.
    fn serve(&mut self, worker: u32) {
        let Some(place) = self.select(worker) else { return };
        let at = &mut self.workers[worker as usize];
        let entry = at.queue[place];
        let stays = self.design.sticky && entry.origin == Origin::Probe && !entry.long;
        if !stays {
            at.queue.remove(place);
        }
        at.slot = Slot::Asking(entry, stays.then_some(place));
        self.busy += 1;
        self.outcome.counters.messages += 2;
        self.send(2, Message::Answer(worker));
    }

    /// The place in a queue of what is served next.
    fn select(&mut self, worker: u32) -> Option<usize> {
        let Order::Srpt { bound } = self.design.order else {
            return (!self.workers[worker as usize].queue.is_empty()).then_some(0);
        };
        let (jobs, workload) = (&self.jobs, self.workload);
        let left = |job: u32| {
            let about = &workload.jobs()[job as usize];
            (about.tasks() - jobs[job as usize].handed, about.estimate)
        };
        let queue = &mut self.workers[worker as usize].queue;
        // Workers are told of every task that is handed out, so a probe without one is dropped on sight.
        queue.retain(|entry| entry.long || entry.origin == Origin::Place || left(entry.job).0 > 0);
        let mut best: Option<(usize, f64)> = None;
        let mut slack = f64::INFINITY;
        for (place, entry) in queue.iter().enumerate() {
            if entry.long {
                break;
            }
            let (tasks, estimate) = left(entry.job);
            let remaining = f64::from(tasks) * estimate;
            if estimate <= slack && best.is_none_or(|(_, least)| remaining < least) {
                best = Some((place, remaining));
            }
            slack = slack.min(bound * estimate - entry.bypassed);
        }
        best.map(|(place, _)| place).or((!queue.is_empty()).then_some(0))
    }

    /// The job's scheduler answers: a task, or none.
    fn answer(&mut self, worker: u32) {
        let Slot::Asking(entry, place) = self.workers[worker as usize].slot else { return };
        let progress = &mut self.jobs[entry.job as usize];
        let about = self.workload.jobs()[entry.job as usize];
        if progress.handed == about.tasks() {
            self.outcome.counters.useless += 1;
            let at = &mut self.workers[worker as usize];
            if let Some(place) = place {
                at.queue.remove(place);
            }
            at.longs -= u32::from(entry.long);
            self.idle(worker);
            return;
        }
        let duration = self.workload.durations(&about)[progress.handed as usize];
        progress.handed += 1;
        let at = &mut self.workers[worker as usize];
        at.slot = Slot::Running(entry);
        if let Some(place) = place {
            at.queue.iter_mut().take(place).for_each(|other| other.bypassed += about.estimate);
            self.outcome.counters.sticky += u64::from(entry.used);
            at.queue[place].used = true;
        }
        self.outcome.counters.tasks_behind_long += u64::from(entry.behind_long);
        if entry.origin == Origin::Place {
            self.waits.iter_mut().flatten().for_each(|waits| waits.start(worker, about.estimate, self.now));
        }
        self.outcome.work += duration;
        self.outcome.tasks += 1;
        self.ends.push(self.now + duration, 0, worker);
        self.show(worker);
    }

    /// The task of a worker is complete.
    fn end(&mut self, worker: u32) {
        let at = &mut self.workers[worker as usize];
        let Slot::Running(entry) = at.slot else { return };
        at.longs -= u32::from(entry.long);
        if entry.origin == Origin::Place {
            self.waits.iter_mut().flatten().for_each(|waits| waits.finish(worker));
            if entry.long
                && let Some(bitmap) = &mut self.bitmap
            {
                bitmap.remove(worker);
            }
        }
        let progress = &mut self.jobs[entry.job as usize];
        progress.done += 1;
        let about = &self.workload.jobs()[entry.job as usize];
        if progress.done == about.tasks() {
            self.outcome.completion[entry.job as usize] = self.now - about.arrival;
            self.completed += 1;
        }
        self.idle(worker);
    }

    /// The slot of a worker has become free.
    fn idle(&mut self, worker: u32) {
        self.workers[worker as usize].slot = Slot::Idle;
        self.busy -= 1;
        if self.workers[worker as usize].queue.is_empty()
            && let Rescue::Steal { cap } = self.design.rescue
        {
            self.steal(worker, cap);
        }
        self.serve(worker);
        self.show(worker);
    }

    /// Asks victims among the workers for long tasks, one after the other, until one has something.
    fn steal(&mut self, thief: u32, cap: u32) {
        let (general, workers) = (self.general, self.config.workers);
        for _ in 0..cap {
            let victim = self.stealing.random_range(general..workers);
            self.outcome.counters.steal_contacts += 1;
            self.outcome.counters.messages += 1;
            let range = self.workers[victim as usize].stealable();
            if victim != thief && !range.is_empty() {
                let stolen: Vec<Entry> = self.workers[victim as usize].queue.drain(range).collect();
                self.outcome.counters.steals += 1;
                self.outcome.counters.stolen += stolen.len() as u64;
                self.workers[thief as usize].queue.extend(stolen.into_iter().map(|entry| Entry { behind_long: false, ..entry }));
                self.show(victim);
                return;
            }
        }
    }
}
