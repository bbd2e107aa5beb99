//! The aging module of HFSP: jobs as they would fare under max-min fairness.

use crate::sim::ranked;
use serde::{Deserialize, Serialize};

/// What the virtual cluster hands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Granularity {
    /// Whole slots, one at a time.
    Slots,
    /// Shares of slots.
    Fluid,
}

/// Max-min fair allocation of whole slots: round robin over jobs, one slot at a time, none more than it demands
/// (mPlane D3.3, section 3.1.2.2). `demands` are in the order of the round.
///
/// ```
/// use schedscope::cluster::max_min;
/// assert_eq!(max_min(6, &[1, 2, 10]), [1, 2, 3]);
/// assert_eq!(max_min(4, &[10, 10, 10]), [2, 1, 1]);
/// ```
pub fn max_min(slots: u32, demands: &[u32]) -> Vec<u32> {
    let mut allocation = vec![0; demands.len()];
    let mut left = slots;
    loop {
        let hungry = demands.iter().zip(&allocation).filter(|(demand, has)| demand > has).count() as u32;
        if left == 0 || hungry == 0 {
            return allocation;
        }
        // As many whole rounds at once as nobody's demand or the slots run out in.
        let least = demands.iter().zip(&allocation).filter(|(d, a)| d > a).map(|(d, a)| d - a).min().unwrap_or(0);
        let rounds = least.min(left / hungry);
        for (has, demand) in allocation.iter_mut().zip(demands) {
            if *demand > *has {
                if rounds > 0 {
                    *has += rounds;
                    left -= rounds;
                } else if left > 0 {
                    *has += 1;
                    left -= 1;
                }
            }
        }
    }
}

/// Max-min fair allocation of shares of slots: water-filling.
pub fn water_fill(slots: f64, demands: &[f64], weights: &[f64]) -> Vec<f64> {
    let order = ranked(demands.iter().zip(weights).map(|(demand, weight)| demand / weight));
    let mut allocation = vec![0.0; demands.len()];
    let mut left = slots;
    let mut weight: f64 = weights.iter().sum();
    for i in order {
        let share = (left * weights[i] / weight).max(0.0);
        allocation[i] = share.min(demands[i]);
        left -= allocation[i];
        weight -= weights[i];
    }
    allocation
}

/// A phase in the virtual cluster.
#[derive(Clone, Copy, Debug)]
struct Virtual {
    job: u32,
    /// Number of its tasks, which orders the round.
    tasks: u32,
    /// Tasks that are not complete in the real cluster: the most slots it can use.
    demand: u32,
    remaining: f64,
    /// What has been taken off so far.
    aged: f64,
    /// How many times faster than others it ages.
    weight: f64,
    /// How fast it ages now.
    rate: f64,
    /// Whether it is complete in the real cluster.
    gone: bool,
}

/// The virtual cluster of one phase. A phase enters with a virtual size, loses (slots it would hold) × time, and is done
/// virtually when nothing is left; then it holds no virtual slot any more.
#[derive(Clone, Debug)]
pub struct VirtualCluster {
    granularity: Granularity,
    slots: u32,
    now: f64,
    /// In order of (tasks, job).
    jobs: Vec<Virtual>,
    /// Whether the rates must be computed anew.
    stale: bool,
}

impl VirtualCluster {
    /// An empty one.
    pub fn new(granularity: Granularity, slots: u32) -> Self {
        Self { granularity, slots, now: 0.0, jobs: vec![], stale: false }
    }

    /// Lets time pass until `now`, through all virtual completions on the way.
    pub fn age(&mut self, now: f64) {
        while self.now < now {
            self.refresh();
            let ends = self.jobs.iter().filter(|job| job.rate > 0.0).map(|job| job.remaining / job.rate).fold(f64::INFINITY, f64::min);
            let left = now - self.now;
            let dt = ends.min(left);
            for job in &mut self.jobs {
                let falls = (dt * job.rate).min(job.remaining);
                job.aged += falls;
                job.remaining -= falls;
                if job.rate > 0.0 && dt == ends && job.remaining <= 1e-12 * job.aged {
                    job.remaining = 0.0;
                    self.stale = true;
                }
            }
            self.jobs.retain(|job| !job.gone || job.remaining > 0.0);
            if ends >= left {
                self.now = now;
            } else {
                self.now += dt;
                self.stale = true;
            }
        }
    }

    fn refresh(&mut self) {
        if !self.stale {
            return;
        }
        self.stale = false;
        let demand = |job: &Virtual| if job.remaining > 0.0 { job.demand } else { 0 };
        match self.granularity {
            Granularity::Slots => {
                let demands: Vec<u32> = self.jobs.iter().map(demand).collect();
                for (job, slots) in self.jobs.iter_mut().zip(max_min(self.slots, &demands)) {
                    job.rate = f64::from(slots) * job.weight;
                }
            }
            Granularity::Fluid => {
                let demands: Vec<f64> = self.jobs.iter().map(|job| f64::from(demand(job))).collect();
                for (job, slots) in self.jobs.iter_mut().zip(water_fill(f64::from(self.slots), &demands, &vec![1.0; demands.len()])) {
                    job.rate = slots * job.weight;
                }
            }
        }
    }

    fn find(&mut self, job: u32) -> Option<&mut Virtual> {
        self.stale = true;
        self.jobs.iter_mut().find(|other| other.job == job)
    }

    /// A phase of so many tasks enters.
    pub fn enter(&mut self, job: u32, tasks: u32, size: f64, weight: f64) {
        let new = Virtual { job, tasks, demand: tasks, remaining: size, aged: 0.0, weight, rate: 0.0, gone: false };
        let place = self.jobs.partition_point(|other| (other.tasks, other.job) < (tasks, job));
        self.jobs.insert(place, new);
        self.stale = true;
    }

    /// A phase is complete. Where whole slots are handed out it leaves, since it has no task that could use one; where
    /// shares are, it ages on until it is virtually complete, as in FSP.
    pub fn leave(&mut self, job: u32) {
        match (self.granularity, self.find(job)) {
            (Granularity::Fluid, Some(about)) => {
                about.gone = true;
                about.demand = about.demand.max(1);
            }
            _ => self.jobs.retain(|other| other.job != job),
        }
        self.jobs.retain(|other| !other.gone || other.remaining > 0.0);
    }

    /// A task of a phase is complete.
    pub fn task_done(&mut self, job: u32) {
        if let Some(job) = self.find(job) {
            job.demand = job.demand.saturating_sub(1);
        }
    }

    /// The size of a phase is known better: what it has aged so far stays taken off. The estimate already leaves out what
    /// its samples have processed, and the sources do not say whether aging is taken off too: it is our reading.
    pub fn set_size(&mut self, job: u32, size: f64) {
        if let Some(job) = self.find(job) {
            job.remaining = (size - job.aged).max(0.0);
        }
    }

    /// What is left of a phase is known anew, whatever it has aged.
    pub fn replace_size(&mut self, job: u32, size: f64) {
        if let Some(job) = self.find(job) {
            job.remaining = size;
        }
    }

    /// The cluster has so many slots now.
    pub fn resize(&mut self, slots: u32) {
        self.slots = slots;
        self.stale = true;
    }

    /// Virtual remaining size of each phase that is not complete: job, size.
    pub fn sizes(&self) -> impl Iterator<Item = (u32, f64)> + '_ {
        self.jobs.iter().filter(|job| !job.gone).map(|job| (job.job, job.remaining))
    }

    /// Virtual remaining size of a phase.
    pub fn size(&self, job: u32) -> f64 {
        self.jobs.iter().find(|other| other.job == job).map_or(0.0, |job| job.remaining)
    }

    /// Seconds from now until each phase is virtually complete if nothing else happens: job, seconds.
    pub fn finishes(&self) -> Vec<(u32, f64)> {
        let mut future = self.clone();
        let mut finishes: Vec<(u32, f64)> = vec![];
        loop {
            for job in future.jobs.iter().filter(|job| job.remaining == 0.0) {
                if finishes.iter().all(|(done, _)| *done != job.job) {
                    finishes.push((job.job, future.now - self.now));
                }
            }
            future.stale = true;
            future.refresh();
            let ends = future.jobs.iter().filter(|job| job.rate > 0.0).map(|job| job.remaining / job.rate).fold(f64::INFINITY, f64::min);
            if !ends.is_finite() {
                break;
            }
            let before = future.now;
            future.age(before + ends);
            if future.now == before {
                // Too little is left to move the clock: it is done.
                future.jobs.iter_mut().filter(|job| job.rate > 0.0 && job.remaining / job.rate <= ends).for_each(|job| job.remaining = 0.0);
            }
        }
        let rest: Vec<u32> = future.jobs.iter().map(|job| job.job).filter(|job| finishes.iter().all(|(done, _)| done != job)).collect();
        finishes.extend(rest.into_iter().map(|job| (job, f64::INFINITY)));
        finishes.retain(|(job, _)| self.jobs.iter().any(|other| other.job == *job && !other.gone));
        finishes
    }

    /// Virtual slots (times weight) that each phase has now: job, slots.
    pub fn allocation(&mut self) -> Vec<(u32, f64)> {
        self.refresh();
        self.jobs.iter().map(|job| (job.job, job.rate)).collect()
    }
}
