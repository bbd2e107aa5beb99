//! **Fair**, the Hadoop Fair Scheduler (Hadoop 1.2.1, *Fair Scheduler*; Zaharia et al., *Delay scheduling*, `EuroSys` 2010;
//! mPlane D3.3, section 3.1.2).
//!
//! Jobs are grouped in pools. A free slot goes to a pool below its minimum share if there is one, else to the pool that
//! holds fewest slots for its weight; within a pool to the job that holds fewest for its weight. With one pool and equal
//! weights this is processor sharing by slots: all jobs progress alike, so all of them end late (on few slots ties decide, and
//! go to the earliest job). Delay scheduling keeps maps near their input.
//!
//! # Fair shares
//!
//! What a pool is entitled to is the larger of its minimum share and what its weight gives it, but never more than its
//! jobs can use (`cluster/shares.rs`). A minimum share is a number of slots, or a fraction of those that are there.
//!
//! # Preemption
//!
//! A slot is free only when a task ends, so a pool may wait for its share as long as the tasks of others take. With
//! `preemption=kill` it waits no longer than two timeouts say:
//!
//! * **Minimum share**: a pool that has held less than its minimum share for `min-share-timeout`, though it has tasks
//!   waiting, may have tasks of others killed until it holds its minimum share.
//! * **Fair share**: a pool or a job that has held less than *half* of its fair share for `fair-share-timeout`, though it
//!   has tasks waiting, may have tasks of others killed until it holds its fair share, in whole slots. Half a share leaves
//!   alone what small deviations would else upset again and again; this timeout is usually the longer one.
//!
//! The clock of a timeout starts anew whenever its condition ceases to hold; where machines report by heartbeats, these are
//! when the scheduler looks. Killed are the tasks that were started last,
//! of all on the cluster, since least work is lost with them: but only of jobs that hold more than their fair share, and
//! none of these ends up with less than that. (Among tasks of one instant, those of later jobs go first, and of a job those
//! with higher numbers.) Tasks that are to be killed are so when their machines next report, unless no task waits any longer by then. Whoever has waited for a whole timeout takes what is offered, near its input or not.
//!
//! The sources differ in who it is that starves. Hadoop 1 tests pools, the paper and Hadoop's sample configuration speak
//! of jobs; here minimum shares are of pools, which alone have them, and fair shares of both, so that preemption means
//! something with a single pool. Hadoop 1 also rounds half a share down, so that nothing is ever killed for an
//! entitlement to a single slot; here half is half, as its documentation has it.

use crate::cluster::delay::Delay;
use crate::cluster::scheduler::{Assignment, Eviction, Gain, How, Rule, Scheduler};
use crate::cluster::shares::{AccountChange, PoolShare, Shares, WHOLE, begun, whole};
use crate::cluster::{Cluster, Config, Status, TaskId};
use crate::registry::{Family, Parameter, Preset, Row};
use crate::sim::{ANY, Key, Orchard, Sorted};
use crate::workload::Phase;

const ROW: Row = Row {
    key: "fair",
    name: "Fair",
    full: "Hadoop’s fair scheduler",
    family: Family::Blind,
    preemptive: false,
    line: "slots go to the job that holds the fewest for its weight",
    source: "Hadoop; mPlane D3.3, section 3.1.2",
};

/// Parameters of Fair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Whether tasks of jobs above their share are killed for jobs below theirs.
    pub kill: bool,
    /// Seconds that a pool must have been below its minimum share before that.
    pub min_share_timeout: f64,
    /// Seconds that a pool or a job must have been below half of its fair share before that.
    pub fair_share_timeout: f64,
    /// Seconds of clean-up after a kill.
    pub cleanup: f64,
    /// Attempts before a map may run elsewhere in the rack of its input; absent: one a machine.
    pub node_delay: Option<u32>,
    /// Further attempts before it may run anywhere; absent: one a machine if there are racks.
    pub rack_delay: Option<u32>,
}

/// As in the experiments of the sources: without preemption. Where there is preemption, the timeouts are those of the sample
/// configuration that comes with Hadoop (`fair-scheduler.xml`).
const DEFAULT: Parameters =
    Parameters { kill: false, min_share_timeout: 300.0, fair_share_timeout: 600.0, cleanup: 4.0, node_delay: None, rack_delay: None };

impl Rule for Parameters {
    fn presets() -> Vec<Preset<Self>> {
        vec![Preset { row: ROW, kind: DEFAULT }]
    }

    fn parameters() -> Vec<Parameter<Self>> {
        vec![
            Parameter::word(
                "preemption",
                &[("none", |its| its.kill = false), ("kill", |its| its.kill = true)],
                "whether tasks of jobs above their share are killed for jobs below theirs",
            ),
            Parameter::seconds(
                "min-share-timeout",
                0.0..=1e5,
                "how long a pool waits for its minimum share before that",
                |its, seconds| {
                    its.min_share_timeout = seconds;
                },
            ),
            Parameter::seconds(
                "fair-share-timeout",
                0.0..=1e5,
                "how long a pool or a job waits for half of its fair share before that",
                |its, seconds| its.fair_share_timeout = seconds,
            ),
            Parameter::seconds("cleanup", 0.0..=1e5, "time to clean a slot after a kill", |its, seconds| its.cleanup = seconds),
            Delay::parameter(|its: &mut Self, attempts| its.node_delay = Some(attempts)),
            Delay::rack_parameter(|its: &mut Self, attempts| its.rack_delay = Some(attempts)),
        ]
    }

    fn scheduler(self, config: &Config) -> Box<dyn Scheduler> {
        Box::new(Fair::new(self, config))
    }

    fn reason(self, gain: &Gain) -> Option<String> {
        Some(match gain.held {
            0 => "it held none".to_owned(),
            held => format!("it held {held}"),
        })
    }
}

/// Fair at work.
#[derive(Debug)]
struct Fair {
    parameters: Parameters,
    delay: Delay,
    /// One for each phase.
    sides: [Side; 2],
}

/// What Fair knows of one phase of all jobs.
#[derive(Debug)]
struct Side {
    phase: Phase,
    /// Shares within pools are kept if there is preemption.
    shares: Shares,
    /// What else there is to say of each of its pools.
    members: Vec<Members>,
    /// By number of the job.
    jobs: Vec<Seat>,
    /// Jobs with waiting tasks by the slots they hold for their weight.
    held: Orchard<(Key, u32)>,
    /// The same by the slots they will hold with one more; kept if there is preemption.
    next: Option<Orchard<(Key, u32)>>,
    turns: Vec<Turn>,
    /// Number of the last look for who starves. A job that was never seen to starve has number 0.
    looks: u64,
    /// When that look was, if nothing has changed since.
    looked: Option<f64>,
    /// When the next timeout ends.
    deadline: f64,
    /// Tasks that are to be killed as soon as their machines report, with their starts.
    condemned: Vec<(TaskId, f64)>,
    candidates: Vec<TaskId>,
}

/// The jobs of a pool.
#[derive(Debug, Default)]
struct Members {
    by_held: Sorted,
    by_next: Sorted,
    /// Since when it has been below its minimum share, and below half of its fair share.
    below: [Option<f64>; 2],
}

/// What was known of a job when it was looked at last.
#[derive(Clone, Copy, Debug, Default)]
struct Seat {
    /// Since when it has been below half of its fair share, and at which look it was so last.
    below: (f64, u64),
    /// Slots beyond its fair share, of those whose tasks may be killed.
    spare: u32,
}

/// The job whose turn it is in its pool: a pool below its guarantee first, then the one that holds fewest, and there the
/// job that holds fewest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    of_pool: (bool, Key),
    own: Key,
    job: u32,
}

impl Fair {
    fn new(parameters: Parameters, config: &Config) -> Self {
        let node = parameters.node_delay.unwrap_or(config.machines);
        let rack = parameters.rack_delay.unwrap_or(if config.racks > 1 { config.machines } else { 0 });
        let side = |phase| Side {
            phase,
            shares: Shares::new(phase, parameters.kill),
            members: vec![],
            jobs: vec![],
            held: Orchard::default(),
            next: parameters.kill.then(Orchard::default),
            turns: vec![],
            looks: 0,
            looked: None,
            deadline: f64::INFINITY,
            condemned: vec![],
            candidates: vec![],
        };
        Self { parameters, delay: Delay::new(node, rack), sides: Phase::ALL.map(side) }
    }
}

impl Side {
    /// Takes up what a job holds and waits for now.
    fn review(&mut self, cluster: &Cluster, job: u32) {
        let weight = cluster.jobs[job as usize].weight;
        let AccountChange { pool, new, before, now } = self.shares.review(cluster, job);
        if new {
            self.members.insert(pool, Members::default());
        }
        let members = &mut self.members[pool];
        if self.jobs.len() <= job as usize {
            self.jobs.resize(job as usize + 1, Seat::default());
        }
        if before.waits() {
            self.held.remove(&mut members.by_held, job);
        }
        if now.waits() {
            self.held.insert(&mut members.by_held, job, (Key(f64::from(now.running) / weight), job), 0);
        }
        let Some(next) = &mut self.next else { return };
        self.looked = None;
        if cluster.waiting[self.phase.index()] == 0 {
            self.condemned.clear();
        }
        // Who has no task waiting does not starve, and from then on has not starved.
        if !now.waits() {
            self.jobs[job as usize].below = (0.0, 0);
        }
        let pool = &self.shares.pools[pool];
        if pool.held == pool.demand {
            members.below = [None; 2];
        }
        if before.waits() {
            next.remove(&mut members.by_next, job);
        }
        if now.waits() {
            next.insert(&mut members.by_next, job, (Key(f64::from(now.running + 1) / weight), job), 0);
        }
    }

    fn turn(&self, pool: &PoolShare, job: u32) -> Turn {
        Turn { of_pool: pool.turn(), own: self.held.key(job).0, job }
    }

    /// The task that takes a slot: the job with the fewest slots for its weight is asked first, the next only if it would
    /// rather wait.
    fn offer(&mut self, cluster: &Cluster, timeouts: [f64; 2], delay: &mut Delay, machine: u32) -> Option<TaskId> {
        let mut turns = std::mem::take(&mut self.turns);
        turns.clear();
        let pools = self.shares.pools.iter().zip(&self.members);
        turns.extend(pools.filter_map(|(pool, members)| members.by_held.first().map(|job| self.turn(pool, job))));
        let task = loop {
            let Some((i, turn)) = turns.iter().copied().enumerate().min_by_key(|(_, turn)| *turn) else { break None };
            let hurry = delay.hurry;
            delay.hurry |= self.next.is_some() && self.starves(cluster, timeouts, turn.job);
            let task = delay.offer(cluster, turn.job, self.phase, machine);
            delay.hurry = hurry;
            if task.is_some() {
                break task;
            }
            match self.held.next(turn.job, ANY) {
                Some(job) => turns[i] = Turn { own: self.held.key(job).0, job, ..turn },
                None => {
                    turns.swap_remove(i);
                }
            }
        };
        self.turns = turns;
        task
    }

    /// Whether a timeout of a job or of its pool had ended at the last look.
    fn starves(&self, cluster: &Cluster, timeouts: [f64; 2], job: u32) -> bool {
        let over = |since: f64, timeout: f64| since + timeout <= cluster.now;
        let (since, look) = self.jobs[job as usize].below;
        let pool = self.members[self.shares.pool_of(cluster, job)].below;
        look > 0 && look == self.looks && over(since, timeouts[1])
            || pool.iter().zip(timeouts).any(|(since, timeout)| since.is_some_and(|since| over(since, timeout)))
    }

    /// The slots that are lacking to those whose timeout has ended, and when the next one ends. Looks at pools, and at
    /// jobs that lack a slot.
    fn lacking(&mut self, cluster: &Cluster, timeouts: [f64; 2]) -> u32 {
        let now = cluster.now;
        self.looks += 1;
        let (mut lacking, mut deadline) = (0, f64::INFINITY);
        let mut owed = |since: f64, timeout: f64, slots: u32| {
            if since + timeout <= now {
                return slots;
            }
            deadline = deadline.min(since + timeout);
            0
        };
        for (pool, members) in self.shares.pools.iter().zip(&mut self.members) {
            let mut of_pool = 0;
            for (kind, (part, due)) in [(1.0, pool.minimum), (0.5, pool.fair)].into_iter().enumerate() {
                members.below[kind] = (f64::from(pool.held) < part * due).then(|| members.below[kind].unwrap_or(now));
                if let Some(since) = members.below[kind] {
                    of_pool = owed(since, timeouts[kind], whole(due).saturating_sub(pool.held)).max(of_pool);
                }
            }
            let Some(next) = &self.next else { continue };
            let mut of_jobs = 0;
            // One more slot is within the share. Weights are no less than 1e-6.
            let within = |job: &u32| next.key(*job).0.0 <= pool.level + WHOLE * 1e6;
            for job in next.iter(&members.by_next).take_while(within) {
                let share = self.shares.of(cluster, job);
                let running = self.shares.holding(job).running;
                let Seat { below: (since, look), .. } = self.jobs[job as usize];
                if running < whole(share) && f64::from(running) < 0.5 * share {
                    let since = if look > 0 && look + 1 == self.looks { since } else { now };
                    self.jobs[job as usize].below = (since, self.looks);
                    of_jobs += owed(since, timeouts[1], whole(share) - running);
                }
            }
            lacking += of_jobs.max(of_pool);
        }
        self.deadline = deadline;
        lacking
    }

    /// Finds out which tasks are to be killed now, besides those that are condemned already.
    fn look(&mut self, cluster: &Cluster, timeouts: [f64; 2]) {
        let index = self.phase.index();
        let now = cluster.now;
        self.looked = Some(now);
        let runs = |task: TaskId, started: f64| {
            cluster.is_present(task.job) && cluster.task(task).status == Status::Running && cluster.task(task).started == started
        };
        self.condemned.retain(|(task, started)| runs(*task, *started));
        self.shares.settle(cluster);
        // Slots that are being cleaned are neither used nor free; either way they are on their way.
        let coming = cluster.slots[index] - cluster.used[index] + self.condemned.len() as u32;
        let mut wanted = self.lacking(cluster, timeouts).saturating_sub(coming);
        if wanted == 0 {
            return;
        }
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        for task in cluster.machines.iter().flat_map(|machine| &machine.running[index]) {
            let share = begun(self.shares.of(cluster, task.job));
            let seat = &mut self.jobs[task.job as usize];
            seat.spare = self.shares.holding(task.job).running.saturating_sub(share);
            if seat.spare > 0 && cluster.task(*task).since < now {
                candidates.push(*task);
            }
        }
        for (task, _) in &self.condemned {
            let spare = &mut self.jobs[task.job as usize].spare;
            *spare = spare.saturating_sub(1);
        }
        let started = |task: &TaskId| cluster.task(*task).started;
        candidates.sort_unstable_by(|a, b| started(b).total_cmp(&started(a)).then(b.cmp(a)));
        for task in &candidates {
            let about = (*task, started(task));
            let spare = &mut self.jobs[task.job as usize].spare;
            if wanted > 0 && *spare > 0 && !self.condemned.contains(&about) {
                *spare -= 1;
                wanted -= 1;
                self.condemned.push(about);
            }
        }
        self.candidates = candidates;
    }
}

impl Fair {
    /// Of minimum shares and of fair shares.
    fn timeouts(&self) -> [f64; 2] {
        [self.parameters.min_share_timeout, self.parameters.fair_share_timeout]
    }
}

impl Scheduler for Fair {
    fn open(&mut self, cluster: &Cluster, job: u32, phase: Phase) {
        self.sides[phase.index()].review(cluster, job);
    }

    fn changed(&mut self, cluster: &Cluster, task: TaskId) {
        self.sides[task.phase as usize].review(cluster, task.job);
    }

    fn complete(&mut self, cluster: &Cluster, task: TaskId, _: f64) {
        self.sides[task.phase as usize].review(cluster, task.job);
    }

    fn resize(&mut self, cluster: &Cluster) {
        for side in &mut self.sides {
            side.shares.resize(cluster);
            side.looked = None;
        }
    }

    /// Heartbeats look often enough.
    fn wake(&self, cluster: &Cluster) -> f64 {
        if cluster.config.heartbeat > 0.0 {
            return f64::INFINITY;
        }
        let deadlines = self.sides.iter().map(|side| side.deadline).filter(|deadline| *deadline > cluster.now);
        deadlines.fold(f64::INFINITY, f64::min)
    }

    fn assign(&mut self, cluster: &Cluster, machine: u32, phase: Phase) -> Option<Assignment> {
        let timeouts = self.timeouts();
        let task = self.sides[phase.index()].offer(cluster, timeouts, &mut self.delay, machine)?;
        Some(Assignment { task, training: false, page_in: 0.0 })
    }

    fn hurry(&mut self, hurry: bool) {
        self.delay.hurry = hurry;
    }

    fn preempts(&self) -> bool {
        self.parameters.kill
    }

    fn evict(&mut self, cluster: &Cluster, machine: u32, phase: Phase) -> Option<Eviction> {
        let timeouts = self.timeouts();
        let side = &mut self.sides[phase.index()];
        if side.looked != Some(cluster.now) {
            side.look(cluster, timeouts);
        }
        let task = side.condemned.iter().map(|(task, _)| *task).find(|task| cluster.task(*task).machine == machine)?;
        Some(Eviction { task, how: How::Kill { cleanup: self.parameters.cleanup } })
    }
}
