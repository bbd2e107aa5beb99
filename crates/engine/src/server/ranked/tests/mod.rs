mod golden;
mod known;
mod moments;
mod properties;
mod quanta;

use super::{Curve, Exact, Least, run_rank, run_share};
use crate::formula::{Preempt, RankRule, Setting, Shape, ShareRule, Ties};
use crate::server::scheduler::{Fault, Scheduler};
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
    let job =
        |(i, &(arrival, size, estimate, weight)): (usize, &(f64, f64, f64, f64))| Job { id: i as u64 + 1, arrival, size, estimate, weight };
    Workload::new(jobs.iter().enumerate().map(job)).unwrap()
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

/// Sojourn times under a rank as it is written.
fn ranked(workload: &Workload, rule: &str) -> Result<Vec<f64>, Fault> {
    let rule = RankRule::parse(rule).unwrap();
    run_rank(&rule, &Setting::default(), &Config::default(), workload, &mut Silent).map(|outcome| outcome.sojourn)
}

/// Sojourn times under a share as it is written.
fn shared(workload: &Workload, rule: &str) -> Result<Vec<f64>, Fault> {
    let rule = ShareRule::parse(rule).unwrap();
    run_share(&rule, &Setting::default(), &Config::default(), workload, &mut Silent).map(|outcome| outcome.sojourn)
}

fn ends(workload: &Workload, sojourn: &[f64]) -> Vec<f64> {
    workload.jobs().iter().zip(sojourn).map(|(job, sojourn)| job.arrival + sojourn).collect()
}

/// Random jobs with errors and weights, of four shapes.
fn draws(count: u32, seeds: u64) -> impl Iterator<Item = Workload> {
    [0.25, 0.5, 1.0, 2.0].into_iter().flat_map(move |shape| {
        let weights = Weights::Classes { classes: 5, beta: 1.0 };
        let synthetic = Synthetic { count, shape, sigma: 1.0, errors: Errors::LogNormal, weights, ..Synthetic::default() };
        (1..=seeds).map(move |seed| synthetic.generate(seed, 0).unwrap())
    })
}

fn built_in(workload: &Workload, key: &str) -> Vec<f64> {
    let policy: Policy = key.parse().unwrap();
    simulate(&Config::default(), workload, &policy, &mut Silent).unwrap().sojourn
}

fn apart(found: &[f64], expected: &[f64]) -> f64 {
    assert_eq!(found.len(), expected.len());
    found.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}
