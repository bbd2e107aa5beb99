//! The event loop of the datacenter world.
//!
//! Messages that take equally long arrive in the order in which they were sent: those of one delay wait in a plain queue, and so do
//! those of two. Messages that take another time wait in a tree, and the ends of tasks in a heap. What falls on one instant happens
//! in this order: ends of tasks, arrivals, messages.

use super::central::{Board, Desk};
use super::design::{CENTRAL, Design, Loot, Order, Placement, Pool, Rescue, Scan};
use super::kind::Rule;
use super::outcome::Sampler;
use super::scheduler::{Datacenter, Scheduler};
use super::sharing::{Bitmap, Snapshot};
use super::stale::Stale;
use super::waits::Waits;
use super::worker::{Delivery, Entry, Origin, Slot, Worker};
use super::{Config, Observer, Outcome, Placed, Policy, Spent, Theft, own};
use crate::sim::{EventQueue, Key, Random, stream};
use crate::workload::BatchWorkload;
use crate::world::{SpecError, check};
use rand::RngExt;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

/// A message on its way.
#[derive(Debug)]
enum Message {
    /// Probes of a job reach their workers: how many, which round, and where there was no long task.
    Probes { job: u32, count: u32, round: u8, picture: Option<Rc<Snapshot>> },
    /// Entries for workers that are already chosen: places for the tasks of a job, with where there are long tasks when they are
    /// sent, or probes that were accepted early.
    Entries { job: u32, workers: Box<[u32]>, origin: Origin, picture: Option<Rc<Snapshot>> },
    /// Probes of a job that has so many tasks to place ask their workers what they hold: how many.
    Questions { job: u32, tasks: u32, count: u32 },
    /// The answers.
    Answers { job: u32, tasks: u32, answers: Vec<own::Answer> },
    /// The answer to a worker that has asked for a task.
    Answer(u32),
    /// The central scheduler has decided about so many tasks of a job.
    Decided { job: u32, tasks: u32 },
}

/// A job that has been submitted.
#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    /// Tasks that may be handed out: those of the first stage, then all.
    released: u32,
    /// Tasks handed out.
    handed: u32,
    /// Tasks complete.
    done: u32,
    /// Entries in queues.
    queued: u32,
    long: bool,
    /// Whether a task of it has waited behind a long one.
    blocked: bool,
}

impl Entry {
    /// Whether it is a probe of a job that has no task left to hand out.
    fn is_useless(&self, progress: &Progress) -> bool {
        !self.long && self.origin == Origin::Probe && progress.handed == progress.released
    }

    /// Seconds of work that may still go before it; a bound of infinity binds nobody, even before a task of no time.
    fn slack(&self, bound: f64, estimate: f64) -> f64 {
        if bound == f64::INFINITY { bound } else { bound * estimate - self.bypassed }
    }
}

/// Runs `workload` under `policy` until every job has completed.
///
/// Deterministic and single-threaded.
///
/// # Errors
/// If `config` is out of range, if a formula stops the policy, or if its quanta are too short for such long tasks.
pub fn simulate(config: &Config, workload: &BatchWorkload, policy: &Policy, observer: &mut impl Observer) -> Result<Outcome, SpecError> {
    let kind = policy.kind();
    let (config, workload) = (&kind.config(config), &*kind.workload(config, workload));
    config.validate()?;
    Ok(match &kind.rule {
        Rule::Design(design) => {
            let config = config.spread();
            let mut engine = Engine::new(&config, workload, design, observer);
            engine.run();
            if let Some(fault) = engine.fault {
                return Err(SpecError::Stopped { policy: policy.to_string(), why: fault.told(workload) });
            }
            engine.outcome
        }
        Rule::Kairos(parameters) => {
            check::turns(policy, ("w", parameters.quantum), workload.work(), workload.tasks())?;
            super::kairos::Engine::new(Board::new(config, workload, observer), config, *parameters).run()
        }
        Rule::BigC(parameters) => super::big_c::Engine::new(Board::new(config, workload, observer), config, *parameters).run(),
    })
}

/// Runs `workload` under a central scheduler of the caller's own until every job has completed.
///
/// # Errors
/// If `config` is out of range, or if the scheduler chooses another number of workers than there are tasks, or one that is not there.
pub fn simulate_with(
    config: &Config,
    workload: &BatchWorkload,
    scheduler: &mut dyn Scheduler,
    observer: &mut impl Observer,
) -> Result<Outcome, SpecError> {
    config.validate()?;
    let config = Config { decision_cost: 0.0, ..config.spread() };
    let mut engine = Engine::new(&config, workload, &CENTRAL, observer);
    engine.scheduler = Some(scheduler);
    engine.run();
    match engine.fault {
        Some(fault) => Err(SpecError::Scheduler { why: fault.told(workload) }),
        None => Ok(engine.outcome),
    }
}

struct Engine<'a, O> {
    config: &'a Config,
    workload: &'a BatchWorkload,
    design: &'a Design,
    /// First worker that may run long tasks.
    general: u32,
    now: f64,
    workers: Vec<Worker>,
    jobs: Vec<Progress>,
    /// What has come to queues.
    deliveries: Vec<Delivery>,
    /// Ends of tasks: the worker.
    ends: EventQueue<u32>,
    /// Messages that take one delay and two, with when they arrive and their number.
    messages: [VecDeque<(f64, u64, Message)>; 2],
    /// Those that take another time.
    others: BTreeMap<(Key, u64), Message>,
    sent: u64,
    desk: Desk,
    /// Tasks about which the central scheduler has not decided.
    undecided: u64,
    arrived: usize,
    completed: usize,
    sampler: Sampler,
    /// Waits of placed tasks on all workers, and on those for long tasks.
    waits: [Option<Waits>; 2],
    stale: Option<Stale>,
    bitmap: Option<Bitmap>,
    /// Whether probes without a task may stay in queues for a while: nobody watches, steals or counts them, and no second stage
    /// of their job can give them a task again.
    patient: bool,
    /// Whether workers are told of each task that a job hands out.
    told: bool,
    /// Workers that accept the probes which are being sent.
    targets: Vec<u32>,
    probing: Random,
    stealing: Random,
    /// Who places tasks, where that is not ours.
    scheduler: Option<&'a mut dyn Scheduler>,
    /// Why it cannot go on.
    fault: Option<own::Fault>,
    outcome: Outcome,
    observer: &'a mut O,
}

mod choosing;
mod probing;
#[cfg(test)]
mod tests;

const PROGRESS_EVERY: usize = 256;

/// Purposes of the random streams.
mod purpose {
    pub const PROBES: u8 = 32;
    pub const THEFTS: u8 = 33;
}

impl<'a, O: Observer> Engine<'a, O> {
    fn new(config: &'a Config, workload: &'a BatchWorkload, design: &'a Design, observer: &'a mut O) -> Self {
        let count = workload.jobs().len();
        let general = if design.partition { config.general() } else { 0 };
        let placements = [design.long, design.short];
        let central = |pool: Pool| placements.contains(&Placement::Central(pool));
        let stale = placements.iter().find_map(|placement| match placement {
            Placement::Stale { heartbeat, aging, noise, .. } => Some(Stale::new(*heartbeat, *aging, *noise, general, config.seed)),
            _ => None,
        });
        // Where waits are only reported, the least is never read.
        let first = if central(Pool::All) { 0 } else { config.workers };
        let waits = [
            (central(Pool::All) || stale.is_some()).then(|| Waits::new(first, config.workers)),
            (central(Pool::All) || central(Pool::General)).then(|| Waits::new(general, config.workers)),
        ];
        let begin = workload.jobs().first().map_or(0.0, |job| job.arrival);
        Self {
            config,
            workload,
            design,
            general,
            now: 0.0,
            workers: (0..config.workers).map(|_| Worker::new()).collect(),
            jobs: vec![Progress::default(); count],
            deliveries: Vec::with_capacity(count),
            ends: EventQueue::with_capacity(config.workers as usize + 1),
            messages: [VecDeque::new(), VecDeque::new()],
            others: BTreeMap::new(),
            sent: 0,
            desk: Desk::new(config),
            undecided: 0,
            arrived: 0,
            completed: 0,
            sampler: Sampler::new(begin, config.sampling, general, config.workers),
            waits,
            stale,
            bitmap: matches!(design.rescue, Rescue::Share { .. } | Rescue::Ideal).then(|| Bitmap::new(config.workers)),
            patient: !O::WATCHES
                && !design.steals()
                && !design.order.reads_place()
                && workload.jobs().iter().all(|job| job.first_stage() == job.tasks()),
            told: design.order.is_told(),
            targets: vec![],
            probing: stream(config.seed, 0, purpose::PROBES),
            stealing: stream(config.seed, 0, purpose::THEFTS),
            scheduler: None,
            fault: None,
            outcome: Outcome { sojourn: vec![0.0; count], ..Outcome::default() },
            observer,
        }
    }

    /// A worker has changed.
    fn show(&mut self, worker: u32) {
        if O::WATCHES {
            let at = &self.workers[worker as usize];
            let slot = match at.slot {
                Slot::Idle => None,
                Slot::Asking { entry, .. } => Some((self.job(&entry), f64::INFINITY)),
                Slot::Running(entry) => Some((self.job(&entry), self.now)),
            };
            let deliveries = &self.deliveries;
            self.observer.look(self.now, worker, slot, at.queue.iter().map(|entry| deliveries[entry.delivery as usize].job));
        }
    }

    /// The job of an entry.
    fn job(&self, entry: &Entry) -> u32 {
        self.deliveries[entry.delivery as usize].job
    }

    fn run(&mut self) {
        let mut told = 0;
        while self.completed < self.jobs.len() && self.fault.is_none() {
            let end = self.ends.next().unwrap_or(f64::INFINITY);
            let arrival = self.workload.jobs().get(self.arrived).map_or(f64::INFINITY, |job| job.arrival);
            let heads = [0, 1].map(|i| self.messages[i].front().map_or((f64::INFINITY, u64::MAX), |(time, number, _)| (*time, *number)));
            let first = usize::from(heads[1] < heads[0]);
            let other =
                self.others.first_key_value().map(|((Key(time), number), _)| (*time, *number)).filter(|other| *other < heads[first]);
            let time = end.min(arrival).min(other.map_or(heads[first].0, |(time, _)| time));
            self.sampler.pass(time);
            self.hear_heartbeats(time);
            self.now = time;
            self.outcome.events += 1;
            if self.completed >= told + PROGRESS_EVERY {
                told = self.completed;
                self.observer.progress(told);
            }
            if end <= time {
                if let Some((_, worker)) = self.ends.pop() {
                    self.end(worker);
                }
            } else if arrival <= time {
                self.arrive();
            } else if other.is_some() {
                if let Some((_, message)) = self.others.pop_first() {
                    self.hear(message);
                }
            } else if let Some((_, _, message)) = self.messages[first].pop_front() {
                self.hear(message);
            }
        }
        self.sampler.tell(&mut self.outcome);
        self.observer.progress(self.completed);
    }

    /// A message arrives after so many seconds.
    fn send(&mut self, seconds: f64, message: Message) {
        let (time, delay) = (self.now + seconds, self.config.delay);
        if seconds == delay {
            self.messages[0].push_back((time, self.sent, message));
        } else if seconds == 2.0 * delay {
            self.messages[1].push_back((time, self.sent, message));
        } else {
            self.others.insert((Key(time), self.sent), message);
        }
        self.sent += 1;
    }

    /// Workers report their waits at each heartbeat until now.
    fn hear_heartbeats(&mut self, now: f64) {
        let (Some(stale), Some(waits)) = (&mut self.stale, &self.waits[0]) else { return };
        if let Some(time) = stale.due(now) {
            stale.hear(time, waits);
            self.outcome.counters.messages.heartbeats += u64::from(self.config.workers);
        }
    }

    // Jobs.

    fn arrive(&mut self) {
        let job = self.arrived as u32;
        self.arrived += 1;
        let about = self.workload.jobs()[job as usize];
        let believed = if self.config.errors_reclassify { about.estimate } else { about.mean };
        let progress = &mut self.jobs[job as usize];
        progress.long = believed > self.config.cutoff;
        progress.released = about.first_stage();
        self.submit(job, about.first_stage());
    }

    /// So many tasks of a job may run from now on.
    fn submit(&mut self, job: u32, tasks: u32) {
        let long = self.jobs[job as usize].long;
        match if long { self.design.long } else { self.design.short } {
            Placement::Probe { ratio, least, .. } => {
                let count = ratio.saturating_mul(tasks).max(least);
                self.outcome.counters.probes += u64::from(count);
                self.outcome.counters.probed_jobs += 1;
                if self.design.choice.is_some() {
                    self.ask(job, tasks, count);
                } else if self.design.rescue == (Rescue::Share { early: true }) && !long {
                    self.probe_early(job, count);
                } else {
                    self.send_probes(self.config.probe_delay(), job, count, 1, None);
                }
            }
            Placement::Central(_) => {
                let decided = self.desk.decide(self.now, tasks, &mut self.outcome.counters);
                if decided > self.now {
                    self.undecided += u64::from(tasks);
                    let counters = &mut self.outcome.counters;
                    counters.central_peak = counters.central_peak.max(self.undecided);
                    self.others.insert((Key(decided), self.sent), Message::Decided { job, tasks });
                    self.sent += 1;
                } else {
                    self.place(job, tasks);
                }
            }
            Placement::Stale { pool, .. } => {
                let (estimate, general) = (self.workload.jobs()[job as usize].estimate, pool == Pool::General);
                let (Some(stale), Some(waits)) = (&mut self.stale, &self.waits[0]) else { return };
                let workers = stale.place(tasks, estimate, general, waits, self.now);
                workers.iter().for_each(|worker| self.give(*worker, job));
                let seconds = f64::from(tasks) * self.config.probe_cost + self.config.placement_delay();
                self.send(seconds, Message::Entries { job, workers, origin: Origin::Place, picture: None });
            }
        }
    }

    /// The central scheduler places so many tasks of a job.
    fn place(&mut self, job: u32, tasks: u32) {
        let long = self.jobs[job as usize].long;
        let Placement::Central(pool) = (if long { self.design.long } else { self.design.short }) else { return };
        let workers: Box<[u32]> = if let Some(chosen) = self.choose_freely(job, tasks) {
            chosen.iter().for_each(|worker| self.give(*worker, job));
            chosen.into()
        } else {
            let next = |_| {
                let worker = self.least(pool);
                self.give(worker, job);
                worker
            };
            (0..tasks).map(next).collect()
        };
        let picture = if long { self.bitmap.as_mut().map(Bitmap::picture) } else { None };
        self.send(self.config.placement_delay(), Message::Entries { job, workers, origin: Origin::Place, picture });
    }

    /// What a scheduler that is not ours chooses, if there is one. If it cannot be, the run ends.
    fn choose_freely(&mut self, job: u32, tasks: u32) -> Option<Vec<u32>> {
        let (now, workload) = (self.now, self.workload);
        let scheduler = self.scheduler.as_mut()?;
        let mut chosen = vec![];
        scheduler.place(&Datacenter { now, workload, workers: &self.workers }, job, tasks, &mut chosen);
        let what = if chosen.len() != tasks as usize {
            format!("{} workers are chosen for {tasks} tasks; allowed: one for each", chosen.len())
        } else if let Some(worker) = chosen.iter().find(|worker| **worker >= self.config.workers) {
            format!("a task is sent to worker {worker}; allowed: 0 to {}", self.config.workers - 1)
        } else {
            return Some(chosen);
        };
        self.fault.get_or_insert(own::Fault { time: now, job, what });
        Some(vec![])
    }

    /// The worker with the least wait.
    fn least(&mut self, pool: Pool) -> u32 {
        let eligible = usize::from(pool == Pool::General);
        self.waits[eligible].as_mut().and_then(|waits| waits.least(self.now)).unwrap_or(0)
    }

    /// A worker is given a task of a job.
    fn give(&mut self, worker: u32, job: u32) {
        let estimate = self.workload.jobs()[job as usize].estimate;
        self.waits.iter_mut().flatten().for_each(|waits| waits.queue(worker, estimate));
        if self.jobs[job as usize].long
            && let Some(bitmap) = &mut self.bitmap
        {
            bitmap.add(worker);
        }
        self.outcome.counters.messages.placements += 1;
    }

    fn hear(&mut self, message: Message) {
        match message {
            Message::Answer(worker) => self.answer(worker),
            Message::Decided { job, tasks } => {
                self.undecided -= u64::from(tasks);
                self.place(job, tasks);
            }
            Message::Questions { job, tasks, count } => self.question(job, tasks, count),
            Message::Answers { job, tasks, answers } => self.choose(job, tasks, answers),
            Message::Entries { job, workers, origin, mut picture } => {
                // In the authors' simulator it is taken when the entries arrive.
                if picture.is_some() && self.design.rescue == (Rescue::Share { early: true }) {
                    picture = self.bitmap.as_mut().map(Bitmap::picture);
                }
                let delivery = self.deliver(job);
                for worker in workers {
                    if picture.is_some() {
                        self.workers[worker as usize].picture.clone_from(&picture);
                    }
                    if O::WATCHES && origin != Origin::Probe {
                        self.observer.placed(Placed { job, worker, sent: self.now - self.config.placement_delay(), came: self.now });
                    }
                    self.enqueue(worker, delivery, origin);
                }
            }
            Message::Probes { job, count, round, picture } => self.probe(job, count, round, picture.as_deref()),
        }
    }

    /// Entries of a job come now, with this delivery.
    fn deliver(&mut self, job: u32) -> u32 {
        let estimate = self.workload.jobs()[job as usize].estimate;
        self.deliveries.push(Delivery { job, estimate, since: self.now });
        self.deliveries.len() as u32 - 1
    }

    fn enqueue(&mut self, worker: u32, delivery: u32, origin: Origin) {
        let Delivery { job, estimate, .. } = self.deliveries[delivery as usize];
        let progress = &mut self.jobs[job as usize];
        progress.queued += 1;
        let long = progress.long;
        let at = &mut self.workers[worker as usize];
        let behind_long = !long && at.longs > 0;
        at.least = at.least.min(estimate);
        at.queue.push_back(Entry { delivery, long, origin, behind_long, used: false, bypassed: 0.0 });
        at.longs += u32::from(long);
        self.outcome.counters.probes_behind_long += u64::from(behind_long);
        self.outcome.counters.queued_in_general += u64::from(!long && worker >= self.general);
        if matches!(at.slot, Slot::Idle) {
            self.serve(worker);
        }
        self.show(worker);
    }

    // Workers.

    /// An idle worker asks for a task of the entry that is next. Whether there is one.
    fn serve(&mut self, worker: u32) -> bool {
        let Some(place) = self.select(worker) else { return false };
        let at = &mut self.workers[worker as usize];
        debug_assert!(matches!(at.slot, Slot::Idle), "a slot runs one task at a time");
        let entry = at.queue[place];
        let stays = self.design.sticky && entry.origin == Origin::Probe && !entry.long;
        if !stays {
            at.queue.remove(place);
            self.jobs[self.deliveries[entry.delivery as usize].job as usize].queued -= 1;
        }
        at.slot = Slot::Asking { entry, place, stays };
        self.sampler.begin(worker);
        self.outcome.counters.messages.requests += 2;
        self.send(2.0 * self.config.request_delay(), Message::Answer(worker));
        true
    }

    /// The place in a queue of what is served next.
    fn select(&mut self, worker: u32) -> Option<usize> {
        let Some((bound, scan)) = self.design.order.rules() else {
            return (!self.workers[worker as usize].queue.is_empty()).then_some(0);
        };
        if self.told {
            self.drop_useless(worker);
        }
        let mut fault = None;
        let place = if scan == Scan::PastLong {
            self.select_past_long(worker, bound, &mut fault)
        } else {
            self.select_least(worker, bound, scan == Scan::ToLong, &mut fault)
        };
        if fault.is_some() {
            self.fault = fault;
        }
        place
    }

    /// The place of the least entry in a queue, before the first long one or anywhere; if workers are told of every task that is handed
    /// out, no probe without a task.
    fn select_least(&self, worker: u32, bound: f64, to_long: bool, fault: &mut Option<own::Fault>) -> Option<usize> {
        let at = &self.workers[worker as usize];
        let mut best: Option<(usize, f64)> = None;
        let mut slack = f64::INFINITY;
        let mut head = None;
        for (place, entry) in at.queue.iter().enumerate() {
            if entry.long && to_long {
                head = head.or(Some(place));
                break;
            }
            if slack < at.least {
                break;
            }
            let Delivery { job, estimate, .. } = self.deliveries[entry.delivery as usize];
            let left = entry.slack(bound, estimate);
            // Few entries may pass those before them, or bind those behind them more than these: only of these it matters
            // what is left of their jobs.
            if estimate <= slack || left < slack {
                if self.told && entry.is_useless(&self.jobs[job as usize]) {
                    continue;
                }
                head = head.or(Some(place));
                if estimate <= slack {
                    let value = self.value(place, entry, fault);
                    if best.is_none_or(|(_, least)| value < least) {
                        best = Some((place, value));
                    }
                }
                slack = slack.min(left);
            }
        }
        best.map(|(place, _)| place).or(head)
    }

    /// What is least of the entry that is served next.
    fn value(&self, place: usize, entry: &Entry, fault: &mut Option<own::Fault>) -> f64 {
        let Delivery { job, estimate: est, since } = self.deliveries[entry.delivery as usize];
        let (about, handed) = (&self.workload.jobs()[job as usize], self.jobs[job as usize].handed);
        let left = f64::from(about.tasks() - handed);
        match &self.design.order {
            Order::Own { formula, .. } => {
                let (tasks, long) = (f64::from(about.tasks()), f64::from(u8::from(entry.long)));
                let (wait, sojourn) = (self.now - since, self.now - about.arrival);
                let values = [est, tasks, left, left * est, wait, sojourn, long, place as f64, entry.bypassed];
                own::number(formula, &values, "order").unwrap_or_else(|what| {
                    fault.get_or_insert(own::Fault { time: self.now, job, what });
                    f64::INFINITY
                })
            }
            // What has been handed out of a job they are not told.
            Order::Srpt { scan: Scan::PastLong, .. } => f64::from(about.tasks()) * est,
            Order::Srpt { .. } | Order::Fifo => left * est,
        }
    }

    /// Drops probes whose jobs have no task left from a queue: workers are told of every task that is handed out. Where
    /// nobody can tell the difference, this waits until the queue has grown by a quarter and some.
    fn drop_useless(&mut self, worker: u32) {
        let at = &mut self.workers[worker as usize];
        if self.patient && at.queue.len() < at.full {
            return;
        }
        let (jobs, deliveries) = (&mut self.jobs, &self.deliveries);
        at.queue.retain(|entry| {
            let progress = &mut jobs[deliveries[entry.delivery as usize].job as usize];
            let useless = entry.is_useless(progress);
            progress.queued -= u32::from(useless);
            !useless
        });
        at.full = at.queue.len() + at.queue.len() / 4 + 16;
        at.least = at.queue.iter().fold(f64::INFINITY, |least, entry| least.min(deliveries[entry.delivery as usize].estimate));
    }

    /// The same if scans go past long entries.
    fn select_past_long(&self, worker: u32, bound: f64, fault: &mut Option<own::Fault>) -> Option<usize> {
        let mut best: Option<(usize, f64)> = None;
        let mut slack = f64::INFINITY;
        for (place, entry) in self.workers[worker as usize].queue.iter().enumerate() {
            let Delivery { job, estimate, .. } = self.deliveries[entry.delivery as usize];
            if self.told && entry.is_useless(&self.jobs[job as usize]) {
                continue;
            }
            if entry.long && best.is_none() {
                return Some(place);
            }
            if estimate <= slack {
                let value = self.value(place, entry, fault);
                if best.is_none_or(|(_, least)| value < least) {
                    best = Some((place, value));
                    if entry.long {
                        break;
                    }
                }
            }
            slack = if entry.long { slack } else { slack.min(entry.slack(bound, estimate)) };
        }
        best.map(|(place, _)| place)
    }

    /// The job's scheduler answers: a task, or none.
    fn answer(&mut self, worker: u32) {
        let Slot::Asking { entry, place, stays } = self.workers[worker as usize].slot else { return };
        let Delivery { job, since, .. } = self.deliveries[entry.delivery as usize];
        let progress = &mut self.jobs[job as usize];
        let about = self.workload.jobs()[job as usize];
        let at = &mut self.workers[worker as usize];
        at.since = self.now;
        let counters = &mut self.outcome.counters;
        if progress.handed == progress.released {
            counters.useless += 1;
            if stays {
                at.queue.remove(place);
                progress.queued -= 1;
            }
            at.longs -= u32::from(entry.long);
            self.idle(worker);
            return;
        }
        let duration = self.workload.durations(&about)[progress.handed as usize];
        progress.handed += 1;
        at.slot = Slot::Running(entry);
        if let Some((_, scan)) = self.design.order.rules() {
            if scan != Scan::PastLong || !entry.long {
                at.queue.iter_mut().take(place).for_each(|other| other.bypassed += about.estimate);
            }
            let told = self.told && entry.origin == Origin::Probe;
            counters.messages.updates += if told { u64::from(progress.queued) } else { 0 };
        }
        let in_general = u64::from(worker >= self.general);
        if stays {
            counters.sticky += u64::from(entry.used);
            counters.sticky_in_general += u64::from(entry.used) * in_general;
            at.queue[place].used = true;
        }
        if !entry.long {
            counters.short_tasks += 1;
            counters.short_tasks_in_general += in_general;
        }
        counters.tasks_behind_long += u64::from(entry.behind_long);
        counters.jobs_behind_long += u64::from(entry.behind_long && !progress.blocked);
        progress.blocked |= entry.behind_long;
        self.outcome.times[usize::from(entry.long)].count(since - about.arrival, self.now - since, duration);
        if O::WATCHES {
            self.observer.spent(Spent { job, end: self.now + duration, queueing: self.now - since, running: duration });
        }
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
        let job = self.job(&entry);
        if let Some(scheduler) = &mut self.scheduler {
            scheduler.complete(&Datacenter { now: self.now, workload: self.workload, workers: &self.workers }, job, worker);
        }
        let progress = &mut self.jobs[job as usize];
        progress.done += 1;
        let about = &self.workload.jobs()[job as usize];
        if progress.done == about.tasks() {
            self.outcome.sojourn[job as usize] = self.now - about.arrival;
            self.completed += 1;
        } else if progress.done == progress.released {
            progress.released = about.tasks();
            self.submit(job, about.tasks() - about.first_stage());
        }
        self.idle(worker);
    }

    /// The slot of a worker has become free. It serves its queue, or what it can steal.
    fn idle(&mut self, worker: u32) {
        self.workers[worker as usize].slot = Slot::Idle;
        self.sampler.end(worker);
        if !self.serve(worker)
            && let Rescue::Steal { cap, group, loot } = self.design.rescue
        {
            self.steal(worker, cap, group, loot);
            self.serve(worker);
        }
        self.show(worker);
    }

    /// Asks victims among the workers for long tasks, one after the other, until one has something.
    fn steal(&mut self, thief: u32, cap: u32, group: u32, loot: Loot) {
        let (general, workers) = (self.general, self.config.workers);
        for _ in 0..cap {
            let victim = self.stealing.random_range(general..workers);
            self.outcome.counters.steal_contacts += 1;
            self.outcome.counters.messages.thefts += 1;
            self.choose_loot(victim, group as usize, loot);
            if victim != thief && !self.targets.is_empty() {
                let count = self.targets.len() as u64;
                let counters = &mut self.outcome.counters;
                counters.steals += 1;
                counters.stolen += count;
                counters.stolen_to_short += if thief < general { count } else { 0 };
                if O::WATCHES {
                    let queue = &self.workers[victim as usize].queue;
                    let jobs = self.targets.iter().map(|place| self.job(&queue[*place as usize])).collect();
                    self.observer.stolen(Theft { time: self.now, thief, victim, jobs, loot });
                }
                if let Ok([victim, thief]) = self.workers.get_disjoint_mut([victim as usize, thief as usize]) {
                    let stolen = self.targets.iter().map(|place| victim.queue[*place as usize]);
                    thief.queue.extend(stolen.map(|entry| Entry { behind_long: false, ..entry }));
                    let (mut next, mut place) = (self.targets.iter().peekable(), 0);
                    victim.queue.retain(|_| {
                        place += 1;
                        next.next_if_eq(&&(place - 1)).is_none()
                    });
                    if let Slot::Asking { place, .. } = &mut victim.slot {
                        *place -= self.targets.iter().filter(|stolen| (**stolen as usize) < *place).count();
                    }
                    thief.least = thief.least.min(victim.least);
                }
                self.show(victim);
                return;
            }
        }
    }

    /// Puts the places in the queue of a victim from which entries are stolen, no more than so many, into `targets`, in order. A
    /// probe that stays and has asked for a task is not to be had.
    fn choose_loot(&mut self, victim: u32, most: usize, loot: Loot) {
        let at = &self.workers[victim as usize];
        let asks = if let Slot::Asking { place, stays: true, .. } = at.slot { Some(place as u32) } else { None };
        self.targets.clear();
        match loot {
            Loot::Group => {
                let group = at.stealable().map(|place| place as u32).filter(|place| Some(*place) != asks);
                self.targets.extend(group.take(most));
            }
            Loot::Random => {
                let short = (0..at.queue.len() as u32).filter(|place| !at.queue[*place as usize].long && Some(*place) != asks);
                self.targets.extend(short);
                while self.targets.len() > most {
                    let spared = self.stealing.random_range(0..self.targets.len());
                    self.targets.swap_remove(spared);
                }
                self.targets.sort_unstable();
            }
        }
    }
}
