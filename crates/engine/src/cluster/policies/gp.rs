//! **Global Preemption** and the preemption that it is compared with (Cheng, Zhang, Boutaba, *Mitigating the Negative Impact of
//! Preemption on Heterogeneous `MapReduce` Workloads*).
//!
//! Production jobs and others share a cluster as under Fair: each pool has a minimum share, the rest is divided by weight,
//! and a pool's share equally among its jobs (`cluster/shares.rs`). Delay scheduling keeps maps near their input.
//!
//! # Who gets a free slot
//!
//! First the pool whose turn it is in the Hadoop Fair Scheduler, on which the paper's policies run: one below its minimum
//! share, and of several the one that holds the smallest part of it; else the pool that holds fewest slots for its weight.
//! Slots that were freed for production jobs thus go to these and not back to whoever lost them. Within the pool the job
//! with the largest *deficiency*, its fair share less the slots it holds (section V); of equals the earliest.
//! `slots=fewest` takes the job that holds fewest for its weight instead, as Fair does.
//!
//! The deficiency of all jobs of a pool changes whenever one of them needs fewer slots, but their order hardly does: who can
//! use more than its share has a share of its weight times the level of the pool, so among jobs of one weight the one that
//! holds fewest lacks most; everyone else lacks just the slots it waits for. Jobs are therefore kept in order on a few
//! shelves, one for each weight and one for who can use no more than its share, and only the first of each are compared.
//! A slot is given in a time that grows with the logarithm of the number of jobs, and with the number of weights.
//!
//! # Who is killed
//!
//! Production jobs do not wait for what belongs to them. Every `interval` the policy finds out how many slots they lack: of
//! each pool of production jobs the fair share, in whole slots and no more than it can use, less the slots it holds; and
//! of all that together less the slots that are free, are being cleaned, or will be since their tasks are to be killed
//! already. For so many slots tasks of other jobs are killed when their machines next report, unless no task waits any
//! longer by then; their work is lost. Which ones tells the two policies apart (`cluster/production/victims.rs`):
//!
//! * **`fair-kill`**, the Hadoop Fair Scheduler with preemption as the paper describes it (section IV): "evenly", the same
//!   fraction of each job's tasks, those that it started last. Each large production job thus takes slots from every other job.
//!   Where a job has long tasks they are killed again and again, and all that was done on them is done in vain. Section V says of the same
//!   scheduler that it kills *overflowing* tasks, those of a job beyond its fair share: with `victims=overflowing` the job that
//!   holds most beyond its share, a part of a slot counted as one, loses a task, and so on.
//! * **`gp`** (section V, Algorithm 1): the tasks that were started last of all, whosever they are and whatever the share of
//!   their job. Short tasks pass, long ones stay: fairness is traded, for a short while, for work that is not lost.
//!
//! # The guard
//!
//! A long job that is never preempted may starve others. `guard=on`, as in `gp`, notices when that happens (`cluster/production/guard.rs`),
//! and has tasks of long jobs beyond their fair shares killed before any others: half of them when that begins, and all once long jobs have
//! starved others at every check for a `timeout`. A job is long if one of its running tasks has run for `long` seconds; the paper leaves
//! that to other work. The first task of a job is never killed for the guard.
//!
//! Like Fair, both treat maps and reduces each as if there were nothing else. Hadoop's timeouts, after which a pool may
//! preempt, have no part in the paper; here there are none.

use crate::cluster::delay::Delay;
use crate::cluster::production::check::{guarded, lacking, overflow};
use crate::cluster::production::guard::{Guard, Limits, Queue};
use crate::cluster::production::victims::{Started, fraction, globally, most_beyond};
use crate::cluster::scheduler::{Assignment, Eviction, Gain, How, Loss, Rule, Scheduler};
use crate::cluster::shares::{AccountChange, Shares, WHOLE};
use crate::cluster::{Cluster, Config, Status, TaskId};
use crate::registry::{Family, Parameter, Preset, Row};
use crate::sim::{ANY, Key, Orchard, Sorted};
use crate::workload::Phase;
use std::collections::BTreeMap;

const FAIR_KILL: Row = Row {
    key: "fair-kill",
    name: "Fair with kills",
    full: "",
    family: Family::Blind,
    preemptive: true,
    line: "production jobs take slots from other jobs evenly, beyond their shares",
    source: "Cheng, Zhang, Boutaba, section IV",
};

const GP: Row = Row {
    key: "gp",
    name: "Global Preemption",
    full: "",
    family: Family::Blind,
    preemptive: true,
    line: "production jobs take the slots of the tasks that were started last",
    source: "Cheng, Zhang, Boutaba, section V",
};

/// Whose tasks are killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Victims {
    /// The same fraction of the tasks of each job.
    Evenly,
    /// Overflowing tasks, of the job that has most of them.
    Overflowing,
    /// The tasks that were started last, of all jobs.
    Globally,
}

/// Which job of a pool gets a free slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slots {
    /// The one with the largest deficiency.
    Deficiency,
    /// The one that holds fewest for its weight.
    Fewest,
}

/// Parameters of both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    victims: Victims,
    slots: Slots,
    /// Seconds from one check to the next; the first is at time 0.
    interval: f64,
    /// Whether there is a guard.
    guarded: bool,
    /// Seconds that a task of a long job has run.
    long: f64,
    limits: Limits,
    /// Seconds of clean-up after a kill.
    cleanup: f64,
    /// Attempts before a map may run elsewhere in the rack of its input; absent: one a machine.
    node_delay: Option<u32>,
    /// Further attempts before it may run anywhere; absent: one a machine if there are racks.
    rack_delay: Option<u32>,
}

/// The settings of the paper's experiments (section VI.D). It does not say what long is: here 600 s, the longest tasks of its
/// workload but for those of the long job.
const EXPERIMENT: Parameters = Parameters {
    victims: Victims::Globally,
    slots: Slots::Deficiency,
    interval: 20.0,
    guarded: true,
    long: 600.0,
    limits: Limits { period: 180.0, time: 0.8, slots: 0.9, timeout: 360.0 },
    cleanup: 4.0,
    node_delay: None,
    rack_delay: None,
};

impl Rule for Parameters {
    fn presets() -> Vec<Preset<Self>> {
        vec![
            Preset { row: FAIR_KILL, kind: Self { victims: Victims::Evenly, guarded: false, ..EXPERIMENT } },
            Preset { row: GP, kind: EXPERIMENT },
        ]
    }

    fn parameters() -> Vec<Parameter<Self>> {
        vec![
            Parameter::word(
                "victims",
                &[
                    ("evenly", |its| its.victims = Victims::Evenly),
                    ("overflowing", |its| its.victims = Victims::Overflowing),
                    ("globally", |its| its.victims = Victims::Globally),
                ],
                "whose tasks are killed: the same fraction of each job's, of jobs most beyond their shares, or those started last",
            ),
            Parameter::word(
                "slots",
                &[("deficiency", |its| its.slots = Slots::Deficiency), ("fewest", |its| its.slots = Slots::Fewest)],
                "which job of a pool gets a free slot: the one that lacks most of its fair share, or that holds fewest",
            ),
            Parameter::seconds("interval", 1.0..=1e5, "time from one check for tasks to kill to the next", |its, seconds| {
                its.interval = seconds;
            }),
            Parameter::switch("guard", "whether tasks of long jobs that starve others are killed", |its, on| its.guarded = on),
            Parameter::seconds("long", 0.0..=1e9, "how long a task of a long job has run", |its, seconds| its.long = seconds),
            Parameter::seconds("period", 1.0..=1e5, "how far the guard looks back", |its, seconds| its.limits.period = seconds),
            Parameter::number("busy-time", 0.0..=1.0, "fraction of that period in which the cluster must have been busy", |its, t| {
                its.limits.time = t;
            }),
            Parameter::number("busy-slots", 0.0..=1.0, "fraction of the slots that a busy cluster holds more than", |its, p| {
                its.limits.slots = p;
            }),
            Parameter::seconds(
                "timeout",
                0.0..=1e5,
                "how long it is left at half of what long jobs hold beyond their shares, before all is killed",
                |its, seconds| its.limits.timeout = seconds,
            ),
            Parameter::seconds("cleanup", 0.0..=1e5, "time to clean a slot after a kill", |its, seconds| its.cleanup = seconds),
            Delay::parameter(|its: &mut Self, attempts| its.node_delay = Some(attempts)),
            Delay::rack_parameter(|its: &mut Self, attempts| its.rack_delay = Some(attempts)),
        ]
    }

    fn scheduler(self, config: &Config) -> Box<dyn Scheduler> {
        Box::new(Preemption::new(self, config))
    }

    fn reason(self, gain: &Gain) -> Option<String> {
        Some(match (self.slots, gain.held) {
            (Slots::Deficiency, _) => "in its pool it lacked most slots of its share".to_owned(),
            (Slots::Fewest, 0) => "it held none".to_owned(),
            (Slots::Fewest, held) => format!("it held {held}"),
        })
    }

    fn grounds(self, loss: &Loss) -> Option<String> {
        let check = libm::floor(loss.time / self.interval) * self.interval;
        // What was condemned at the same check is killed before the next.
        let spared = |(started, killed): &(f64, f64)| loss.started < *started && *started < check && *killed >= check + self.interval;
        let is_last = !loss.others.iter().any(spared);
        Some(match self.victims {
            Victims::Globally if is_last => "production jobs lack slots; started last of all".to_owned(),
            Victims::Globally => "it is long and holds more than its share while others wait".to_owned(),
            Victims::Evenly => format!("production jobs lack slots; each job loses a part of its tasks, of which it had {}", loss.held),
            Victims::Overflowing => format!("production jobs lack slots; it held {}, more than its share", loss.held),
        })
    }
}

/// One of the two at work.
#[derive(Debug)]
struct Preemption {
    parameters: Parameters,
    delay: Delay,
    /// One for each phase.
    sides: [Side; 2],
    /// When the last check was.
    checked: f64,
}

/// What is known of one phase of all jobs.
#[derive(Debug)]
struct Side {
    phase: Phase,
    shares: Shares,
    /// Whether the shares are those of now.
    settled: bool,
    slots: Slots,
    /// Of each pool, the jobs that wait for slots.
    shelves: Vec<Vec<Shelf>>,
    /// The growth of the shelf of each job that waits, by number of the job.
    seats: Vec<Option<f64>>,
    on_shelf: Orchard<(Key, u32)>,
    /// Jobs by the number of their tasks that wait.
    queues: Sorted,
    queue: Orchard<(u32, u32)>,
    turns: Vec<Turn>,
    crossed: Vec<u32>,
    /// Tasks that are to be killed as soon as their machines report, by machine.
    condemned: BTreeMap<u32, Vec<Started>>,
    guard: Option<Guard>,
}

/// Jobs of a pool that wait and of which the first gets a slot first, whatever the level of the pool is.
#[derive(Debug)]
struct Shelf {
    /// By how much the share of each grows with the level: its weight, or 0 where the level does not matter.
    growth: f64,
    /// By the slots that each holds beyond its share at level 0; or by those it holds for its weight.
    jobs: Sorted,
}

/// A job that may get a slot; the least is asked first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    of_pool: (bool, Key),
    own: Key,
    job: u32,
    /// What the level adds to the share of each job on its shelf.
    raise: Key,
}

impl Preemption {
    fn new(parameters: Parameters, config: &Config) -> Self {
        let node = parameters.node_delay.unwrap_or(config.machines);
        let rack = parameters.rack_delay.unwrap_or(if config.racks > 1 { config.machines } else { 0 });
        let side = |phase| Side {
            phase,
            shares: Shares::new(phase, true),
            settled: false,
            slots: parameters.slots,
            shelves: vec![],
            seats: vec![],
            on_shelf: Orchard::default(),
            queues: Sorted::new(),
            queue: Orchard::default(),
            turns: vec![],
            crossed: vec![],
            condemned: BTreeMap::new(),
            guard: parameters.guarded.then(|| Guard::new(parameters.limits)),
        };
        Self { parameters, delay: Delay::new(node, rack), sides: Phase::ALL.map(side), checked: f64::NEG_INFINITY }
    }

    fn review(&mut self, cluster: &Cluster, job: u32, phase: Phase) {
        self.sides[phase.index()].review(cluster, job);
    }
}

/// Whether a task still runs in the attempt that was begun then.
fn runs(cluster: &Cluster, (task, started): &Started) -> bool {
    cluster.is_present(task.job) && cluster.task(*task).status == Status::Running && cluster.task(*task).started == *started
}

impl Side {
    fn review(&mut self, cluster: &Cluster, job: u32) {
        let AccountChange { pool, new, before, now } = self.shares.review(cluster, job);
        self.settled &= before.demand == now.demand;
        if new {
            self.shelves.insert(pool, vec![]);
        }
        if self.seats.len() <= job as usize {
            self.seats.resize(job as usize + 1, None);
        }
        self.seat(cluster, pool, job);
        if before.waits() {
            self.queue.remove(&mut self.queues, job);
        }
        if now.waits() {
            self.queue.insert(&mut self.queues, job, (now.demand - now.running, job), 0);
        }
        let index = self.phase.index();
        if cluster.waiting[index] == 0 {
            self.condemned.clear();
        }
        if let Some(guard) = &mut self.guard {
            guard.note(cluster.now, cluster.used[index], cluster.slots[index]);
        }
    }

    /// Puts a job on the shelf where it belongs, if it waits.
    fn seat(&mut self, cluster: &Cluster, pool: usize, job: u32) {
        let shelves = &mut self.shelves[pool];
        if let Some(growth) = self.seats[job as usize].take() {
            let i = shelves.iter().position(|shelf| shelf.growth == growth).expect("the job is on its shelf");
            self.on_shelf.remove(&mut shelves[i].jobs, job);
            if shelves[i].jobs.is_empty() {
                shelves.swap_remove(i);
            }
        }
        let holding = self.shares.holding(job);
        if !holding.waits() {
            return;
        }
        let (weight, running) = (cluster.jobs[job as usize].weight, f64::from(holding.running));
        let (growth, key) = match self.slots {
            Slots::Fewest => (0.0, running / weight),
            Slots::Deficiency if self.shares.is_full(pool, job) => (0.0, running - f64::from(holding.demand)),
            Slots::Deficiency => (weight, running),
        };
        let i = shelves.iter().position(|shelf| shelf.growth == growth).unwrap_or_else(|| {
            shelves.push(Shelf { growth, jobs: Sorted::new() });
            shelves.len() - 1
        });
        self.on_shelf.insert(&mut shelves[i].jobs, job, (Key(key), job), 0);
        self.seats[job as usize] = Some(growth);
    }

    fn settle(&mut self, cluster: &Cluster) {
        if std::mem::replace(&mut self.settled, true) {
            return;
        }
        let mut crossed = std::mem::take(&mut self.crossed);
        self.shares.settle_naming(cluster, |job| crossed.push(job));
        for job in crossed.drain(..) {
            self.seat(cluster, self.shares.pool_of(cluster, job), job);
        }
        self.crossed = crossed;
    }

    fn turn(&self, of_pool: (bool, Key), raise: f64, job: u32) -> Turn {
        // Shares are rounded: equals are equal.
        let own = libm::round((self.on_shelf.key(job).0.0 - raise) / WHOLE);
        Turn { of_pool, own: Key(own), job, raise: Key(raise) }
    }

    /// The task that takes a slot: the job whose turn it is is asked first, the next only if it would rather wait.
    fn offer(&mut self, cluster: &Cluster, delay: &mut Delay, machine: u32) -> Option<TaskId> {
        self.settle(cluster);
        let mut turns = std::mem::take(&mut self.turns);
        turns.clear();
        for (pool, shelves) in self.shares.pools.iter().zip(&self.shelves) {
            let of_pool = pool.turn();
            for Shelf { growth, jobs } in shelves {
                let raise = if *growth > 0.0 { growth * pool.level } else { 0.0 };
                turns.extend(jobs.first().map(|job| self.turn(of_pool, raise, job)));
            }
        }
        let task = loop {
            let Some((i, turn)) = turns.iter().copied().enumerate().min_by_key(|(_, turn)| *turn) else { break None };
            if let Some(task) = delay.offer(cluster, turn.job, self.phase, machine) {
                break Some(task);
            }
            match self.on_shelf.next(turn.job, ANY) {
                Some(job) => turns[i] = self.turn(turn.of_pool, turn.raise.0, job),
                None => {
                    turns.swap_remove(i);
                }
            }
        };
        self.turns = turns;
        task
    }

    /// Slots that pools of production jobs lack, besides those that are on their way.
    fn lacking(&self, cluster: &Cluster) -> u32 {
        let index = self.phase.index();
        // Slots that are being cleaned are neither used nor free.
        let free = cluster.slots[index] - cluster.used[index];
        let condemned: usize = self.condemned.values().map(Vec::len).sum();
        let production = self.shares.pools.iter().filter(|pool| pool.production);
        lacking(production.map(|pool| (pool.fair, pool.held)), free + condemned as u32)
    }

    /// Finds out which tasks are to be killed, besides those that are condemned already.
    fn check(&mut self, cluster: &Cluster, parameters: &Parameters) {
        self.condemned.retain(|_, tasks| {
            tasks.retain(|task| runs(cluster, task));
            !tasks.is_empty()
        });
        self.settle(cluster);
        let wanted = self.lacking(cluster);
        if wanted == 0 && self.guard.is_none() {
            return;
        }
        let index = self.phase.index();
        let is_production = |task: &TaskId| cluster.config.is_production(cluster.jobs[task.job as usize].pool);
        let mut running: Vec<Started> = vec![];
        for (machine, at) in (0..).zip(&cluster.machines) {
            let condemned = self.condemned.get(&machine);
            let tasks = at.running[index].iter().filter(|task| !is_production(task));
            let tasks = tasks.map(|task| (*task, cluster.task(*task).started));
            running.extend(tasks.filter(|task| condemned.is_none_or(|condemned| !condemned.contains(task))));
        }
        let mut overflow = overflow(&running, |job| self.shares.of(cluster, job));
        let starving = self.starving(cluster, parameters.long, &running, &overflow);
        running.retain(|task| !starving.contains(task));
        for (task, _) in &starving {
            overflow.entry(task.job).and_modify(|beyond| *beyond -= 1);
        }
        let left = (wanted as usize).saturating_sub(starving.len());
        let victims = match parameters.victims {
            Victims::Evenly => fraction(running, left),
            Victims::Overflowing => most_beyond(running, &overflow, left),
            Victims::Globally => globally(running, left),
        };
        for task in starving.into_iter().chain(victims) {
            self.condemned.entry(cluster.task(task.0).machine).or_default().push(task);
        }
    }

    /// What the guard has killed of these tasks that run.
    fn starving(&mut self, cluster: &Cluster, long: f64, running: &[Started], overflow: &BTreeMap<u32, u32>) -> Vec<Started> {
        let Some(guard) = &mut self.guard else { return vec![] };
        let index = self.phase.index();
        let production: u32 = self.shares.pools.iter().filter(|pool| pool.production).map(|pool| pool.held).sum();
        let queue = Queue {
            waiting: cluster.waiting[index],
            of_one_job: self.queue.last(&self.queues).map_or(0, |job| self.queue.key(job).0),
            available: cluster.slots[index] - production,
        };
        guarded(guard, cluster.now, long, queue, running, overflow)
    }
}

impl Scheduler for Preemption {
    fn open(&mut self, cluster: &Cluster, job: u32, phase: Phase) {
        self.review(cluster, job, phase);
    }

    fn changed(&mut self, cluster: &Cluster, task: TaskId) {
        self.review(cluster, task.job, task.phase());
    }

    fn complete(&mut self, cluster: &Cluster, task: TaskId, _: f64) {
        self.review(cluster, task.job, task.phase());
    }

    fn resize(&mut self, cluster: &Cluster) {
        for side in &mut self.sides {
            side.shares.resize(cluster);
            side.settled = false;
        }
    }

    /// The next check, if a task waits.
    fn wake(&self, cluster: &Cluster) -> f64 {
        if cluster.waiting == [0; 2] {
            return f64::INFINITY;
        }
        let interval = self.parameters.interval;
        let mut number = libm::floor(cluster.now / interval);
        while number * interval < cluster.now || number * interval <= self.checked {
            number += 1.0;
        }
        number * interval
    }

    fn woken(&mut self, cluster: &Cluster) {
        let missed = cluster.now - self.checked > 1.5 * self.parameters.interval;
        self.checked = cluster.now;
        for side in &mut self.sides {
            if let Some(guard) = side.guard.as_mut().filter(|_| missed) {
                guard.rest();
            }
            side.check(cluster, &self.parameters);
        }
    }

    fn assign(&mut self, cluster: &Cluster, machine: u32, phase: Phase) -> Option<Assignment> {
        let task = self.sides[phase.index()].offer(cluster, &mut self.delay, machine)?;
        Some(Assignment { task, training: false, page_in: 0.0 })
    }

    fn hurry(&mut self, hurry: bool) {
        self.delay.hurry = hurry;
    }

    fn preempts(&self) -> bool {
        true
    }

    fn evict(&mut self, cluster: &Cluster, machine: u32, phase: Phase) -> Option<Eviction> {
        let side = &mut self.sides[phase.index()];
        let tasks = side.condemned.get_mut(&machine)?;
        let task = loop {
            let Some(task) = tasks.pop() else {
                side.condemned.remove(&machine);
                return None;
            };
            if runs(cluster, &task) {
                break task.0;
            }
        };
        Some(Eviction { task, how: How::Kill { cleanup: self.parameters.cleanup } })
    }
}
