mod golden;
mod known;
mod quanta;

use super::{Curve, Exact, Least, Preempt, Shape, Ties};
use crate::server::engine::{Fault, Scheduler};
use crate::server::{Config, Policy, Silent, engine, simulate};
use crate::workload::{Errors, Job, Synthetic, Weights, Workload};

/// A curve by hand: its rank, and what changes sign at its kinks.
pub struct Drawn {
    rank: Box<dyn Fn(f64) -> f64>,
    kinks: Box<dyn Fn(f64) -> Vec<f64>>,
}

impl Curve for Drawn {
    fn rank(&self, age: f64) -> f64 {
        (self.rank)(age)
    }

    fn kinks(&self, age: f64, visit: &mut dyn FnMut(f64)) {
        (self.kinks)(age).into_iter().for_each(visit);
    }
}

fn smooth(rank: impl Fn(f64) -> f64 + 'static) -> Drawn {
    kinked(rank, |_| vec![])
}

fn kinked(rank: impl Fn(f64) -> f64 + 'static, kinks: impl Fn(f64) -> Vec<f64> + 'static) -> Drawn {
    Drawn { rank: Box::new(rank), kinks: Box::new(kinks) }
}

/// Jobs by (arrival, size, estimate, weight).
fn workload(jobs: &[(f64, f64, f64, f64)]) -> Workload {
    let job = |(i, &(arrival, size, estimate, weight)): (usize, &(f64, f64, f64, f64))| Job { id: i as u64 + 1, arrival, size, estimate, weight };
    Workload::new(jobs.iter().enumerate().map(job).collect())
}

fn run(workload: &Workload, scheduler: impl Scheduler) -> Result<Vec<f64>, Fault> {
    engine::run(&Config::default(), workload, scheduler, &mut Silent).map(|outcome| outcome.sojourn)
}

/// Completion times under the exact engine.
fn completions(workload: &Workload, shape: Shape, ties: Ties, curve: impl Fn(&Job) -> Drawn) -> Vec<f64> {
    let sojourn = run(workload, Exact::new(workload.len(), shape, ties, |_, job: &Job| curve(job))).unwrap();
    workload.jobs().iter().zip(sojourn).map(|(job, sojourn)| job.arrival + sojourn).collect()
}

fn close(found: &[f64], expected: &[f64], within: f64) -> bool {
    found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| (a - b).abs() <= within * b.abs().max(1.0))
}
