//! **Global Preemption** and the preemption that it is compared with (Cheng, Zhang, Boutaba, *Mitigating the Negative Impact of
//! Preemption on Heterogeneous `MapReduce` Workloads*).
//!
//! Production jobs and others share a cluster as under Fair: each pool has a minimum share, the rest is divided by weight,
//! and a pool's share equally among its jobs (`cluster/shares.rs`). A free slot goes to the job with the largest
//! *deficiency*, its fair share less the slots it holds; of equals to the earliest job. Delay scheduling keeps maps near
//! their input.
//!
//! # Who is killed
//!
//! Production jobs do not wait for what belongs to them. Every `interval` the policy finds out how many slots they lack: of
//! each pool of production jobs the fair share, in whole slots and no more than it can use, less the slots it holds; and
//! of all that together less the slots that are free, are being cleaned, or will be since their tasks are to be killed
//! already. For so many slots tasks of other jobs are killed when their machines next report, unless no task waits any
//! longer by then; their work is lost. Which ones tells the two policies apart (`cluster/production/victims.rs`):
//!
//! * **`fair-kill`**, the Hadoop Fair Scheduler with preemption as the paper describes it (section IV): *overflowing* tasks
//!   only, those of a job beyond its fair share, and evenly: one after the other, the job that holds most beyond its share
//!   loses the task that it started last. Each large production job thus takes slots from every other job. Where a job
//!   has long tasks they are killed again and again, and all that was done on them is done in vain.
//! * **`gp`** (section V, Algorithm 1): the tasks that were started last of all, whosever they are and whatever the share of
//!   their job. Short tasks pass, long ones stay: fairness is traded, for a short while, for work that is not lost.
//!
//! # The guard
//!
//! A long job that is never preempted may starve others. `guard=on`, as in `gp`, notices when that happens
//! (`cluster/production/guard.rs`), and has tasks of long jobs beyond their fair shares killed before any others: half of
//! them at each check, and all once long jobs have starved others at every check for a `timeout`. A job is long if one
//! of its running tasks has run for `long` seconds; the paper leaves that to other work.
//!
//! Like Fair, both treat maps and reduces each as if there were nothing else. Hadoop's timeouts, after which a pool may
//! preempt, have no part in the paper; here there are none.

use crate::cluster::delay::Delay;
use crate::cluster::production::guard::{Guard, Limits, Part, Queue};
use crate::cluster::production::victims::{Started, evenly, globally, overflowing};
use crate::cluster::scheduler::{Assignment, Eviction, Gain, How, Loss, Rule, Scheduler};
use crate::cluster::shares::{PoolShare, Shares, WHOLE, begun, whole};
use crate::cluster::{Cluster, Config, Status, TaskId};
use crate::registry::{Family, Parameter, Preset, Row};
use crate::sim::Key;
use crate::workload::Phase;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

const FAIR_KILL: Row = Row {
    key: "fair-kill",
    name: "Fair with kills",
    family: Family::Blind,
    preemptive: true,
    line: "production jobs take slots from other jobs evenly, beyond their shares",
    source: "Cheng, Zhang, Boutaba, section IV",
};

const GP: Row = Row {
    key: "gp",
    name: "Global Preemption",
    family: Family::Blind,
    preemptive: true,
    line: "production jobs take the slots of the tasks that were started last",
    source: "Cheng, Zhang, Boutaba, section V",
};

/// Whose tasks are killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Victims {
    /// Overflowing tasks, evenly from all jobs.
    Evenly,
    /// The tasks that were started last, of all jobs.
    Globally,
}

/// Who gets a free slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slots {
    /// The job with the largest deficiency.
    Deficiency,
    /// As under Fair: a pool below its guarantee first, then the one that holds fewest for its weight, and there the job that
    /// does.
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
                &[("evenly", |its| its.victims = Victims::Evenly), ("globally", |its| its.victims = Victims::Globally)],
                "whose tasks are killed for production jobs: those of jobs beyond their shares, evenly, or those started last of all",
            ),
            Parameter::word(
                "slots",
                &[("deficiency", |its| its.slots = Slots::Deficiency), ("fewest", |its| its.slots = Slots::Fewest)],
                "who gets a free slot: the job that lacks most of its fair share, or, as under fair, the one that holds fewest",
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
                "how long half of what long jobs hold beyond their shares is killed, before all is",
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
        Some(match gain.held {
            0 => "it held none".to_owned(),
            held => format!("it held {held}"),
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
            Victims::Evenly => format!("production jobs lack slots; it held {}, more than its share", loss.held),
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
    /// Jobs that wait for slots.
    waiting: BTreeSet<u32>,
    /// Jobs by the order in which they are offered a slot.
    turns: BinaryHeap<Reverse<Turn>>,
    /// Tasks that are to be killed as soon as their machines report, by machine.
    condemned: BTreeMap<u32, Vec<Started>>,
    guard: Option<Guard>,
}

/// The least is asked first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    of_pool: (bool, Key),
    own: Key,
    job: u32,
}

impl Preemption {
    fn new(parameters: Parameters, config: &Config) -> Self {
        let node = parameters.node_delay.unwrap_or(config.machines);
        let rack = parameters.rack_delay.unwrap_or(if config.racks > 1 { config.machines } else { 0 });
        let side = |phase| Side {
            phase,
            shares: Shares::new(phase, true),
            settled: false,
            waiting: BTreeSet::new(),
            turns: BinaryHeap::new(),
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
        let change = self.shares.review(cluster, job);
        self.settled &= change.before.demand == change.now.demand;
        if change.now.waits() {
            self.waiting.insert(job);
        } else {
            self.waiting.remove(&job);
        }
        let index = self.phase.index();
        if cluster.waiting[index] == 0 {
            self.condemned.clear();
        }
        if let Some(guard) = &mut self.guard {
            guard.note(cluster.now, cluster.used[index], cluster.slots[index]);
        }
    }

    fn settle(&mut self, cluster: &Cluster) {
        if !std::mem::replace(&mut self.settled, true) {
            self.shares.settle(cluster);
        }
    }

    fn turn(&self, cluster: &Cluster, slots: Slots, job: u32) -> Turn {
        let running = f64::from(self.shares.holding(job).running);
        match slots {
            // Shares are rounded: equals are equal.
            Slots::Deficiency => {
                let beyond = libm::round((running - self.shares.of(cluster, job)) / WHOLE);
                Turn { of_pool: (false, Key(0.0)), own: Key(beyond), job }
            }
            Slots::Fewest => {
                let PoolShare { held, guarantee, weight, .. } = &self.shares.pools[self.shares.pool_of(cluster, job)];
                let held = f64::from(*held);
                let satisfied = held >= *guarantee;
                let of_pool = (satisfied, Key(held / if satisfied { *weight } else { *guarantee }));
                Turn { of_pool, own: Key(running / cluster.jobs[job as usize].weight), job }
            }
        }
    }

    /// The task that takes a slot: the job whose turn it is is asked first, the next only if it would rather wait.
    fn offer(&mut self, cluster: &Cluster, slots: Slots, delay: &mut Delay, machine: u32) -> Option<TaskId> {
        self.settle(cluster);
        let mut turns = std::mem::take(&mut self.turns).into_vec();
        turns.clear();
        turns.extend(self.waiting.iter().map(|job| Reverse(self.turn(cluster, slots, *job))));
        let mut turns = BinaryHeap::from(turns);
        let task = loop {
            let Some(Reverse(turn)) = turns.pop() else { break None };
            if let Some(task) = delay.offer(cluster, turn.job, self.phase, machine) {
                break Some(task);
            }
        };
        self.turns = turns;
        task
    }

    /// Slots of whole shares that pools of production jobs lack, less those that are on their way.
    fn lacking(&self, cluster: &Cluster) -> usize {
        let index = self.phase.index();
        let production = self.shares.pools.iter().filter(|pool| pool.production);
        let lack: u32 = production.map(|pool| whole(pool.fair).saturating_sub(pool.held)).sum();
        // Slots that are being cleaned are neither used nor free.
        let free = cluster.slots[index] - cluster.used[index];
        let condemned: usize = self.condemned.values().map(Vec::len).sum();
        (lack as usize).saturating_sub(free as usize + condemned)
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
        // Slots beyond its share of each job that runs something, besides those that will be free.
        let mut overflow: BTreeMap<u32, u32> = BTreeMap::new();
        running.iter().for_each(|(task, _)| *overflow.entry(task.job).or_default() += 1);
        for (job, beyond) in &mut overflow {
            *beyond = beyond.saturating_sub(begun(self.shares.of(cluster, *job)));
        }
        let starving = self.starving(cluster, parameters.long, &running, &overflow);
        running.retain(|task| !starving.contains(task));
        for (task, _) in &starving {
            overflow.entry(task.job).and_modify(|beyond| *beyond -= 1);
        }
        let left = wanted.saturating_sub(starving.len());
        let victims = match parameters.victims {
            Victims::Evenly => evenly(running, &overflow, left),
            Victims::Globally => globally(running, left),
        };
        for task in starving.into_iter().chain(victims) {
            self.condemned.entry(cluster.task(task.0).machine).or_default().push(task);
        }
    }

    /// What the guard has killed of these tasks that run.
    fn starving(&mut self, cluster: &Cluster, long: f64, running: &[Started], overflow: &BTreeMap<u32, u32>) -> Vec<Started> {
        let Some(guard) = &mut self.guard else { return vec![] };
        let (now, index) = (cluster.now, self.phase.index());
        let is_long: BTreeSet<u32> = running.iter().filter(|(_, started)| now - started >= long).map(|(task, _)| task.job).collect();
        let beyond: BTreeMap<u32, u32> = overflow.iter().filter(|(job, _)| is_long.contains(job)).map(|(job, n)| (*job, *n)).collect();
        let production: u32 = self.shares.pools.iter().filter(|pool| pool.production).map(|pool| pool.held).sum();
        let waits = |job: &u32| {
            let of = self.shares.holding(*job);
            of.demand - of.running
        };
        let queue = Queue {
            waiting: cluster.waiting[index],
            of_one_job: self.waiting.iter().map(waits).max().unwrap_or(0),
            available: cluster.slots[index] - production,
        };
        match guard.look(now, beyond.values().any(|n| *n > 0), queue) {
            Some(part) => overflowing(running.to_vec(), &beyond, part == Part::All),
            None => vec![],
        }
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
        let task = self.sides[phase.index()].offer(cluster, self.parameters.slots, &mut self.delay, machine)?;
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
