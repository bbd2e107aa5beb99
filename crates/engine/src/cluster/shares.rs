//! Fair shares of the slots of one phase: of pools, and of the jobs within them.
//!
//! What a pool is entitled to is the larger of its guarantee and what its weight gives it, but never more than its jobs can
//! use: `min(demand, max(guarantee, level × weight))`, with the one level at which the slots are used up. Where the
//! guarantees exceed the slots, all are scaled down alike. A pool's share is divided among its jobs by max-min fairness
//! with their weights.

use super::Cluster;
use super::max_min::Waterline;
use crate::sim::Key;
use crate::workload::Phase;

/// How far a share may be from a whole number that it is taken for.
pub const WHOLE: f64 = 1e-9;

/// Whole slots of a share.
pub fn whole(share: f64) -> u32 {
    libm::floor(share + WHOLE) as u32
}

/// Slots that belong to a share, the last of them perhaps in part.
pub fn begun(share: f64) -> u32 {
    libm::ceil(share - WHOLE) as u32
}

/// Who holds and waits for slots of a phase, and what everyone's share is.
#[derive(Debug)]
pub struct Shares {
    phase: Phase,
    /// Whether shares within pools are wanted, which take time to keep up.
    within: bool,
    /// By number.
    pub pools: Vec<PoolShare>,
    /// By number of the job.
    holdings: Vec<Holding>,
    /// Levels at which the share of a pool begins or ceases to grow, and its weight, which is then added or subtracted.
    bends: Vec<(f64, f64)>,
}

/// A pool and its share.
#[derive(Debug)]
pub struct PoolShare {
    /// Its number.
    pub number: u32,
    /// What it is guaranteed, whatever it can use.
    pub guarantee: f64,
    /// Its weight beside other pools.
    pub weight: f64,
    /// Whether its jobs are production jobs.
    pub production: bool,
    /// Slots its jobs hold.
    pub held: u32,
    /// Slots they hold or wait for.
    pub demand: u32,
    /// Its guarantee as far as it can use it and the slots suffice.
    pub minimum: f64,
    /// Its fair share.
    pub fair: f64,
    /// Fair share of a job of weight 1 that could use more.
    pub level: f64,
    jobs: Waterline,
}

/// What a job holds and waits for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Holding {
    /// Slots it holds.
    pub running: u32,
    /// Slots it holds or waits for.
    pub demand: u32,
}

impl Holding {
    /// Whether it waits for a slot.
    pub const fn waits(self) -> bool {
        self.demand > self.running
    }
}

/// How the account of a job has changed.
#[derive(Clone, Copy, Debug)]
pub struct AccountChange {
    /// Position of its pool.
    pub pool: usize,
    /// Whether the pool is new; the positions of those behind it have then grown by one.
    pub new: bool,
    /// What it held and waited for.
    pub before: Holding,
    /// What it holds and waits for.
    pub now: Holding,
}

impl PoolShare {
    fn new(number: u32, guarantee: f64, weight: f64, production: bool) -> Self {
        Self { number, guarantee, weight, production, held: 0, demand: 0, minimum: 0.0, fair: 0.0, level: 0.0, jobs: Waterline::default() }
    }

    /// Whose turn it is to get a slot: the pool where this is least. A pool below its guarantee comes first, the one that holds
    /// the smallest part of it; then the one that holds fewest slots for its weight (Hadoop 1.2.1, *Fair Scheduler*).
    pub fn turn(&self) -> (bool, Key) {
        let held = f64::from(self.held);
        let satisfied = held >= self.guarantee;
        (satisfied, Key(held / if satisfied { self.weight } else { self.guarantee }))
    }

    /// Its guarantee as far as it can use it.
    fn usable(&self) -> f64 {
        self.guarantee.min(f64::from(self.demand))
    }
}

impl Shares {
    /// Of no jobs; with shares of jobs within their pools, or only of pools.
    pub fn new(phase: Phase, within: bool) -> Self {
        Self { phase, within, pools: vec![], holdings: vec![], bends: vec![] }
    }

    fn position(&self, number: u32) -> Result<usize, usize> {
        self.pools.binary_search_by_key(&number, |pool| pool.number)
    }

    /// Takes up what a job holds and waits for now.
    pub fn review(&mut self, cluster: &Cluster, job: u32) -> AccountChange {
        let about = &cluster.jobs[job as usize];
        let (number, phase) = (about.pool, self.phase);
        let state = cluster.phase(job, phase);
        let now = Holding { running: state.running, demand: state.running + state.waiting };
        let new = || {
            let pool = cluster.config.pool(number);
            PoolShare::new(number, pool.guarantee(phase, cluster.slots[phase.index()]), pool.weight, pool.production)
        };
        self.account(job, about.weight, now, number, new)
    }

    /// Takes up what a job of this weight in the pool of this number holds and waits for now.
    fn account(&mut self, job: u32, weight: f64, now: Holding, number: u32, pool: impl FnOnce() -> PoolShare) -> AccountChange {
        let position = self.position(number);
        let new = position.is_err();
        let place = position.unwrap_or_else(|i| i);
        if new {
            self.pools.insert(place, pool());
        }
        if self.holdings.len() <= job as usize {
            self.holdings.resize(job as usize + 1, Holding::default());
        }
        let before = std::mem::replace(&mut self.holdings[job as usize], now);
        let of = &mut self.pools[place];
        of.held = of.held + now.running - before.running;
        of.demand = of.demand + now.demand - before.demand;
        if self.within && before.demand != now.demand {
            if before.demand > 0 {
                of.jobs.leave(job);
            }
            if now.demand > 0 {
                of.jobs.enter(job, f64::from(now.demand), weight);
            }
        }
        AccountChange { pool: place, new, before, now }
    }

    /// Machines have left or joined: what is guaranteed as a fraction is another number of slots.
    pub fn resize(&mut self, cluster: &Cluster) {
        for pool in &mut self.pools {
            pool.guarantee = cluster.config.pool(pool.number).guarantee(self.phase, cluster.slots[self.phase.index()]);
        }
    }

    /// What a job holds and waits for.
    pub fn holding(&self, job: u32) -> Holding {
        self.holdings[job as usize]
    }

    /// Finds out the fair share of each pool, and the level of shares within it.
    pub fn settle(&mut self, cluster: &Cluster) {
        self.settle_naming(cluster, |_| {});
    }

    /// The same; names the jobs whose share is all that they can use now, and was not before, or the other way round.
    pub fn settle_naming(&mut self, cluster: &Cluster, crosses: impl FnMut(u32)) {
        self.divide(f64::from(cluster.slots[self.phase.index()]), crosses);
    }

    fn divide(&mut self, slots: f64, mut crosses: impl FnMut(u32)) {
        let guaranteed: f64 = self.pools.iter().map(PoolShare::usable).sum();
        let scale = if guaranteed > slots { slots / guaranteed } else { 1.0 };
        self.bends.clear();
        for pool in &mut self.pools {
            pool.minimum = pool.usable() * scale;
            self.bends.push((pool.minimum / pool.weight, pool.weight));
            self.bends.push((f64::from(pool.demand) / pool.weight, -pool.weight));
        }
        self.bends.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let (mut used, mut level, mut rate) = (guaranteed * scale, 0.0, 0.0);
        let mut bends = self.bends.iter();
        let level = loop {
            let Some((at, change)) = bends.next() else { break f64::INFINITY };
            let more = rate * (at - level);
            if rate > 0.0 && used + more >= slots {
                break level + (slots - used) / rate;
            }
            (used, level, rate) = (used + more, *at, rate + change);
        };
        for pool in &mut self.pools {
            pool.fair = (level * pool.weight).max(pool.minimum).min(f64::from(pool.demand));
            pool.level = pool.jobs.settle(pool.fair, &mut crosses);
        }
    }

    /// The position of the pool of a job.
    pub fn pool_of(&self, cluster: &Cluster, job: u32) -> usize {
        self.position(cluster.jobs[job as usize].pool).expect("the job's pool is known")
    }

    /// Whether the fair share of a job of this pool is all that it can use.
    pub fn is_full(&self, pool: usize, job: u32) -> bool {
        self.pools[pool].jobs.is_full(job)
    }

    /// The fair share of a job.
    pub fn of(&self, cluster: &Cluster, job: u32) -> f64 {
        self.share(self.pool_of(cluster, job), job, cluster.jobs[job as usize].weight)
    }

    /// The fair share of a job of this weight in the pool at this position.
    fn share(&self, pool: usize, job: u32, weight: f64) -> f64 {
        let pool = &self.pools[pool];
        if pool.jobs.is_full(job) { f64::from(self.holdings[job as usize].demand) } else { pool.level * weight }
    }
}

/// The fair shares of `slots` slots of one phase: of the pools, and of the jobs.
///
/// Of each pool, `pools` has the slots that it is guaranteed and its weight; of each job, `jobs` has its pool, the slots that
/// it holds or waits for, and its weight. See the head of `cluster/shares.rs` for what they are entitled to.
///
/// # Panics
/// If a job is in a pool that is not there.
pub fn fair_shares(slots: u32, pools: &[(f64, f64)], jobs: &[(u32, u32, f64)]) -> (Vec<f64>, Vec<f64>) {
    let mut shares = Shares::new(Phase::Map, true);
    let pool = |number: u32| PoolShare::new(number, pools[number as usize].0, pools[number as usize].1, false);
    shares.pools.extend((0..pools.len() as u32).map(pool));
    for (job, (number, demand, weight)) in (0..).zip(jobs) {
        assert!((*number as usize) < pools.len(), "job {job} is in pool {number} of {}", pools.len());
        shares.account(job, *weight, Holding { running: 0, demand: *demand }, *number, || pool(*number));
    }
    shares.divide(f64::from(slots), |_| {});
    let of_job = |(job, (number, demand, weight)): (u32, &(u32, u32, f64))| {
        if *demand == 0 { 0.0 } else { shares.share(*number as usize, job, *weight) }
    };
    (shares.pools.iter().map(|pool| pool.fair).collect(), (0..).zip(jobs).map(of_job).collect())
}
