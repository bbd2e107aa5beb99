//! What a summary leaves out, thinned to what a picture can show: slowdown by size, the number of jobs over time, and how
//! long some of the jobs took.

use super::{Observer, Occupancy, Outcome, Plan, Policy};
use crate::workload::Workload;
use crate::world::SpecError;
use serde::{Deserialize, Serialize};

/// A policy of the server world, looked at more closely.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Closeup {
    /// Mean conditional slowdown: jobs in order of size, in a hundred classes of equal count, the mean size of each class
    /// against its mean slowdown (thesis, section 3.5.5). Means over the replications.
    pub by_size: Vec<(f64, f64)>,
    /// Jobs in the system in equal intervals of time of the first replication: when an interval begins, and how many there
    /// are on average.
    pub present: Vec<(f64, f64)>,
    /// The length of these intervals.
    pub interval: f64,
    /// The most jobs that were in the system at a time of that replication.
    pub peak: u32,
    /// Sojourn times of [`sampled`] jobs of the first replication.
    pub sojourn: Vec<f64>,
    /// Sizes of the same jobs.
    pub sizes: Vec<f64>,
}

/// Classes of jobs by size.
const CLASSES: usize = 100;
/// Most intervals for which the number of jobs is kept.
const INTERVALS: usize = 240;
/// Most jobs that are kept one by one.
const JOBS: usize = 2000;

/// Positions of the jobs that are looked at one by one: all, or an even sample in order of arrival, after the
/// warm-up.
pub fn sampled(jobs: usize, warmup: usize) -> impl Iterator<Item = usize> {
    (warmup..jobs).step_by(jobs.saturating_sub(warmup).div_ceil(JOBS).max(1))
}

/// Positions of the counted jobs in ascending order of size.
pub fn order_of_size(workload: &Workload, warmup: usize) -> Vec<u32> {
    let counted = workload.jobs().iter().map(|job| job.size).zip(0..).skip(warmup);
    let mut sized: Vec<(f64, u32)> = counted.collect();
    sized.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    sized.into_iter().map(|(_, position)| position).collect()
}

/// Looks at replications one after the other.
#[derive(Clone, Debug, Default)]
pub struct Magnifier {
    replications: u32,
    by_size: Vec<(f64, f64)>,
    occupancy: Option<Occupancy>,
    sojourn: Vec<f64>,
    sizes: Vec<f64>,
}

impl Magnifier {
    /// Runs a policy on the jobs of the next replication, given with the counted ones in [`order_of_size`], and takes in what
    /// comes of it. `observer` watches, too.
    ///
    /// # Errors
    /// As [`Plan::outcome`].
    pub fn run(
        &mut self,
        plan: &Plan,
        policy: &Policy,
        workload: &Workload,
        order: &[u32],
        observer: &mut impl Observer,
    ) -> Result<Outcome, SpecError> {
        let outcome = if self.replications == 0 {
            let mut occupancy = Occupancy::with_intervals(INTERVALS);
            let outcome = plan.outcome(workload, policy, &mut (&mut occupancy, observer))?;
            self.occupancy = Some(occupancy);
            outcome
        } else {
            plan.outcome(workload, policy, observer)?
        };
        self.add(plan, workload, order, &outcome);
        Ok(outcome)
    }

    fn add(&mut self, plan: &Plan, workload: &Workload, order: &[u32], outcome: &Outcome) {
        let classes = CLASSES.min(order.len());
        let size = |job: usize| workload.jobs()[job].size;
        let class = |i: usize| {
            let members = &order[i * order.len() / classes..(i + 1) * order.len() / classes];
            let mean = |of: &dyn Fn(usize) -> f64| members.iter().map(|job| of(*job as usize)).sum::<f64>() / members.len() as f64;
            (mean(&size), mean(&|job| outcome.sojourn[job] / size(job)))
        };
        if self.replications == 0 {
            self.by_size = vec![(0.0, 0.0); classes];
            self.sojourn = sampled(workload.len(), plan.warmup).map(|job| outcome.sojourn[job]).collect();
            self.sizes = sampled(workload.len(), plan.warmup).map(size).collect();
        }
        for (i, sum) in self.by_size.iter_mut().enumerate() {
            let (size, slowdown) = class(i);
            *sum = (sum.0 + size, sum.1 + slowdown);
        }
        self.replications += 1;
    }

    /// What there is to see of the replications so far.
    pub fn closeup(&self) -> Closeup {
        let n = f64::from(self.replications);
        Closeup {
            by_size: self.by_size.iter().map(|(size, slowdown)| (size / n, slowdown / n)).collect(),
            present: self.occupancy.as_ref().map(Occupancy::averages).unwrap_or_default(),
            interval: self.occupancy.as_ref().map_or(0.0, Occupancy::width),
            peak: self.occupancy.as_ref().map_or(0, Occupancy::peak) as u32,
            sojourn: self.sojourn.clone(),
            sizes: self.sizes.clone(),
        }
    }
}
