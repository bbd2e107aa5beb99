//! **Fair**, the Hadoop Fair Scheduler (mPlane D3.3, section 3.1.2; Zaharia et al., `EuroSys` 2010).
//!
//! Jobs are grouped in pools. A free slot goes to a pool below its guarantee if there is one, else to the pool that holds
//! fewest slots for its weight; within a pool to the job that holds fewest for its weight. With one pool and equal
//! weights this is processor sharing by slots: all jobs progress alike, so all of them end late (on few slots ties decide, and
//! go to the earliest job). Delay scheduling keeps
//! maps near their input. Optionally, jobs that have been below their share for a while have tasks of others killed.

use crate::cluster::delay::Delay;
use crate::cluster::max_min::Waterline;
use crate::cluster::scheduler::{Assignment, Eviction, Gain, How, Rule, Scheduler};
use crate::cluster::{Cluster, Config, Pool, Status, TaskId};
use crate::registry::{Family, Parameter, Preset, Row};
use crate::sim::{ANY, Key, Orchard, Sorted};
use crate::workload::Phase;

const ROW: Row = Row {
    key: "fair",
    name: "Fair",
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
    /// Seconds that a job must have been below its share before that.
    pub patience: f64,
    /// Seconds of clean-up after a kill.
    pub cleanup: f64,
    /// Attempts before a map may run elsewhere in the rack of its input; absent: one a machine.
    pub node_delay: Option<u32>,
    /// Further attempts before it may run anywhere; absent: one a machine if there are racks.
    pub rack_delay: Option<u32>,
}

/// As in the experiments of the sources: without preemption. How long is waited before a kill where there is one is a
/// choice of this project, Global Preemption's 20 s.
const DEFAULT: Parameters = Parameters { kill: false, patience: 20.0, cleanup: 4.0, node_delay: None, rack_delay: None };

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
            Parameter::seconds("patience", 0.0..=1e5, "how long a job must have been below its share before that", |its, seconds| {
                its.patience = seconds;
            }),
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
    /// By number.
    pools: Vec<Members>,
    /// By number of the job.
    jobs: Vec<Seat>,
    /// Jobs with waiting tasks by the slots they hold for their weight.
    held: Orchard<(Key, u32)>,
    /// The same by the slots they will hold with one more; kept if there is preemption.
    next: Option<Orchard<(Key, u32)>>,
    turns: Vec<Turn>,
    /// What pools have beyond their guarantees.
    excess: Waterline,
    /// Number of the last check for jobs below their share. A job that was never checked has number 0.
    looks: u64,
    /// Until when slots are being cleaned.
    cleaning: Vec<f64>,
}

/// The jobs of a pool.
#[derive(Debug)]
struct Members {
    pool: u32,
    /// Slots it is guaranteed.
    least: f64,
    weight: f64,
    /// Slots its jobs hold.
    held: u32,
    /// Slots they hold or wait for.
    demand: u32,
    by_held: Sorted,
    by_next: Sorted,
    shares: Waterline,
    /// Slots of a job of weight 1 that could use more.
    level: f64,
}

/// What was known of a job when it was looked at last.
#[derive(Clone, Copy, Debug, Default)]
struct Seat {
    running: u32,
    demand: u32,
    waits: bool,
    /// Since when it has been below its share, and at which look it was so last.
    below: (f64, u64),
}

/// The job whose turn it is in its pool: a pool below its guarantee first, then the one that holds fewest, and there the
/// job that holds fewest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    satisfied: bool,
    of_pool: Key,
    own: Key,
    job: u32,
}

/// How far a share may be from a whole number that it is taken for.
const WHOLE: f64 = 1e-9;

impl Members {
    /// Slots it has before others have more than they are guaranteed.
    fn guarantee(&self) -> f64 {
        self.least.min(f64::from(self.demand))
    }
}

impl Fair {
    fn new(parameters: Parameters, config: &Config) -> Self {
        let node = parameters.node_delay.unwrap_or(config.machines);
        let rack = parameters.rack_delay.unwrap_or(if config.racks > 1 { config.machines } else { 0 });
        let side = |phase| Side {
            phase,
            pools: vec![],
            jobs: vec![],
            held: Orchard::default(),
            next: parameters.kill.then(Orchard::default),
            turns: vec![],
            excess: Waterline::default(),
            looks: 1,
            cleaning: vec![],
        };
        Self { parameters, delay: Delay::new(node, rack), sides: Phase::ALL.map(side) }
    }
}

impl Side {
    fn pool(&mut self, config: &Config, pool: u32) -> usize {
        self.pools.binary_search_by_key(&pool, |members| members.pool).unwrap_or_else(|i| {
            let Pool { min_map, min_reduce, weight } = config.pools.get(pool as usize).cloned().unwrap_or_default();
            let members = Members {
                pool,
                least: f64::from([min_map, min_reduce][self.phase.index()]),
                weight,
                held: 0,
                demand: 0,
                by_held: Sorted::new(),
                by_next: Sorted::new(),
                shares: Waterline::default(),
                level: 0.0,
            };
            self.pools.insert(i, members);
            i
        })
    }

    /// Takes up what a job holds and waits for now.
    fn review(&mut self, cluster: &Cluster, job: u32) {
        let about = &cluster.jobs[job as usize];
        let state = cluster.phase(job, self.phase);
        let pool = self.pool(cluster.config, about.pool);
        let pool = &mut self.pools[pool];
        if self.jobs.len() <= job as usize {
            self.jobs.resize(job as usize + 1, Seat::default());
        }
        let seat = &mut self.jobs[job as usize];
        let before = std::mem::replace(
            seat,
            Seat { running: state.running, demand: state.running + state.waiting, waits: state.waiting > 0, ..*seat },
        );
        pool.held = pool.held + seat.running - before.running;
        pool.demand = pool.demand + seat.demand - before.demand;
        if before.waits {
            self.held.remove(&mut pool.by_held, job);
        }
        if seat.waits {
            self.held.insert(&mut pool.by_held, job, (Key(f64::from(seat.running) / about.weight), job), 0);
        }
        let Some(next) = &mut self.next else { return };
        if before.waits {
            next.remove(&mut pool.by_next, job);
        }
        if seat.waits {
            next.insert(&mut pool.by_next, job, (Key(f64::from(seat.running + 1) / about.weight), job), 0);
        }
        if before.demand != seat.demand {
            if before.demand > 0 {
                pool.shares.leave(job);
            }
            if seat.demand > 0 {
                pool.shares.enter(job, f64::from(seat.demand), about.weight);
            }
        }
    }

    fn turn(&self, pool: &Members, job: u32) -> Turn {
        let held = f64::from(pool.held);
        let satisfied = held >= pool.least;
        let of_pool = Key(held / if satisfied { pool.weight } else { pool.least });
        Turn { satisfied, of_pool, own: self.held.key(job).0, job }
    }

    /// The task that takes a slot: the job with the fewest slots for its weight is asked first, the next only if it would
    /// rather wait.
    fn offer(&mut self, cluster: &Cluster, delay: &mut Delay, machine: u32) -> Option<TaskId> {
        let mut turns = std::mem::take(&mut self.turns);
        turns.clear();
        turns.extend(self.pools.iter().filter_map(|pool| pool.by_held.first().map(|job| self.turn(pool, job))));
        let task = loop {
            let Some((i, turn)) = turns.iter().copied().enumerate().min_by_key(|(_, turn)| *turn) else { break None };
            let task = delay.offer(cluster, turn.job, self.phase, machine);
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

    /// Finds out how many slots each job should hold: shared among pools, guarantees first, and within each among its jobs.
    fn share(&mut self, cluster: &Cluster) {
        let slots = f64::from(cluster.slots[self.phase.index()]);
        let guaranteed: f64 = self.pools.iter().map(Members::guarantee).sum();
        let scale = if guaranteed > slots { slots / guaranteed } else { 1.0 };
        for (i, pool) in (0..).zip(&self.pools) {
            self.excess.enter(i, f64::from(pool.demand) - pool.guarantee() * scale, pool.weight);
        }
        let level = self.excess.settle((slots - guaranteed * scale).max(0.0), |_| {});
        for (i, pool) in (0..).zip(&mut self.pools) {
            let least = pool.guarantee() * scale;
            let all = if self.excess.is_full(i) { f64::from(pool.demand) } else { least + level * pool.weight };
            self.excess.leave(i);
            pool.level = pool.shares.settle(all, |_| {});
        }
    }

    /// The slots that a job should hold.
    fn share_of(&self, cluster: &Cluster, job: u32) -> f64 {
        let about = &cluster.jobs[job as usize];
        let pool = self.pools.binary_search_by_key(&about.pool, |members| members.pool).expect("the job's pool is known");
        let pool = &self.pools[pool];
        if pool.shares.is_full(job) { f64::from(self.jobs[job as usize].demand) } else { pool.level * about.weight }
    }

    /// The slots that are lacking to jobs that have been below their shares for so long. Looks at jobs below their shares
    /// alone, each of which lacks a slot.
    fn lacking(&mut self, cluster: &Cluster, patience: f64) -> u32 {
        let Some(next) = &self.next else { return 0 };
        self.looks += 1;
        let mut lacking = 0;
        for pool in &self.pools {
            // One more slot is within the share. Weights are no less than 1e-6.
            let within = |job: &u32| next.key(*job).0.0 <= pool.level + WHOLE * 1e6;
            for job in next.iter(&pool.by_next).take_while(within) {
                let whole = libm::floor(self.share_of(cluster, job) + WHOLE) as u32;
                let Seat { running, demand, below: (since, look), .. } = self.jobs[job as usize];
                if running < whole {
                    let since = if look + 1 == self.looks { since } else { cluster.now };
                    self.jobs[job as usize].below = (since, self.looks);
                    if cluster.now - since >= patience {
                        lacking += (whole - running).min(demand - running);
                    }
                }
            }
        }
        lacking
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

    fn assign(&mut self, cluster: &Cluster, machine: u32, phase: Phase) -> Option<Assignment> {
        let task = self.sides[phase.index()].offer(cluster, &mut self.delay, machine)?;
        Some(Assignment { task, training: false, page_in: 0.0 })
    }

    fn hurry(&mut self, hurry: bool) {
        self.delay.hurry = hurry;
    }

    fn preempts(&self) -> bool {
        self.parameters.kill
    }

    fn evict(&mut self, cluster: &Cluster, machine: u32, phase: Phase) -> Option<Eviction> {
        let index = phase.index();
        let now = cluster.now;
        let Parameters { patience, cleanup, .. } = self.parameters;
        let side = &mut self.sides[index];
        side.share(cluster);
        let lacking = side.lacking(cluster, patience);
        side.cleaning.retain(|until| *until > now);
        let coming = (cluster.slots[index] - cluster.used[index]).max(side.cleaning.len() as u32);
        if lacking <= coming {
            return None;
        }
        let above = |task: &&TaskId| {
            let about = cluster.task(**task);
            let running = f64::from(cluster.phase(task.job, phase).running);
            about.status == Status::Running && about.since < now && running > libm::ceil(side.share_of(cluster, task.job) - WHOLE)
        };
        let running = &cluster.machines[machine as usize].running[index];
        let task =
            *running.iter().filter(above).max_by(|a, b| cluster.task(**a).started.total_cmp(&cluster.task(**b).started).then(a.cmp(b)))?;
        if cleanup > 0.0 {
            side.cleaning.push(now + cleanup);
        }
        Some(Eviction { task, how: How::Kill { cleanup } })
    }
}
