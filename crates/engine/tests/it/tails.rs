//! Policies without a closed form against values measured elsewhere: several servers, and policies that are made for tails.

use rayon::prelude::*;
use schedscope::server::{Config, Silent, simulate};
use schedscope::workload::{Errors, Synthetic};

/// Jobs of a replication that are measured, between [`DISCARDED`] at either end.
const MEASURED: usize = 200_000;
const DISCARDED: usize = 4_000;

/// Replications have the seeds 1 to this. Never to be chosen by their results.
const REPLICATIONS: u64 = 12;

/// What was measured in each replication.
struct Measured(Vec<f64>);

impl Measured {
    fn mean(&self) -> f64 {
        self.0.iter().sum::<f64>() / self.0.len() as f64
    }

    fn standard_error(&self) -> f64 {
        let (mean, n) = (self.mean(), self.0.len() as f64);
        (self.0.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (n - 1.0) / n).sqrt()
    }

    /// Within 4 standard errors of a value that is known to `error` itself.
    fn is(&self, what: &str, value: f64, error: f64) {
        let (mean, own) = (self.mean(), self.standard_error());
        println!("{what}: {mean:.5} ± {own:.5}, expected {value} ± {error}");
        assert!((mean - value).abs() <= 4.0 * own.hypot(error), "{what}: {mean} ± {own}, expected {value} ± {error}");
    }
}

/// Sojourn times of jobs with exact estimates under each policy, reduced to numbers; in turn the measurements of each.
fn measure(shape: f64, load: f64, servers: u32, policies: &[&str], reduce: impl Fn(&[Vec<f64>]) -> Vec<f64> + Sync) -> Vec<Measured> {
    let run = |seed: u64| {
        let count = (MEASURED + 2 * DISCARDED) as u32;
        let workload = Synthetic { count, shape, load, errors: Errors::None, ..Synthetic::default() }.generate(seed, 0).unwrap();
        let config = Config { servers, ..Config::default() };
        let sojourns = |policy: &&str| {
            let sojourn = simulate(&config, &workload, &policy.parse().unwrap(), &mut Silent).unwrap().sojourn;
            sojourn[DISCARDED..DISCARDED + MEASURED].to_vec()
        };
        reduce(&policies.iter().map(sojourns).collect::<Vec<_>>())
    };
    let runs: Vec<Vec<f64>> = (1..=REPLICATIONS).into_par_iter().map(run).collect();
    (0..runs[0].len()).map(|i| Measured(runs.iter().map(|run| run[i]).collect())).collect()
}

fn mean(times: &[f64]) -> f64 {
    times.iter().sum::<f64>() / times.len() as f64
}

fn above(times: &[f64], limit: f64) -> f64 {
    times.iter().filter(|time| **time > limit).count() as f64 / times.len() as f64
}

/// M/M/1 at load 0.8, small jobs below the mean: on the same jobs as FIFO, whose mean is exactly 5 and whose tail exp(−t/5).
#[test]
fn nudge_is_better_than_fifo_throughout() {
    let measured = measure(1.0, 0.8, 1, &["nudge", "fifo"], |runs| {
        let [nudge, fifo] = runs else { unreachable!() };
        let ratio = |limit: f64| above(nudge, limit) / above(fifo, limit);
        vec![mean(fifo), mean(nudge), mean(nudge) / mean(fifo), ratio(20.0), ratio(2.0), ratio(5.0), ratio(10.0)]
    });
    measured[0].is("mean under FIFO", 5.0, 0.0);
    measured[1].is("mean under Nudge", 4.756, 0.011);
    // Both means of the source are of the same jobs, so that their ratio is known better than either.
    measured[2].is("Nudge ÷ FIFO", 4.756 / 4.991, 0.001);
    measured[3].is("P(T > 20), Nudge ÷ FIFO", 0.941, 0.002);
    for tail in &measured[4..] {
        assert!(tail.mean() + 4.0 * tail.standard_error() < 1.0, "{}", tail.mean());
    }
}

/// M/M/1 at load 0.8, where γ = 0.2 and the constant of the tail is 0.72173 under Boost and 1 under FIFO.
#[test]
fn boost_has_the_least_tail() {
    let measured = measure(1.0, 0.8, 1, &["boost[gamma=0.2]", "fifo"], |runs| {
        let [boost, fifo] = runs else { unreachable!() };
        let constant = |times: &[f64]| libm::exp(4.0) * above(times, 20.0);
        vec![mean(boost), constant(boost), constant(fifo), libm::exp(6.0) * above(boost, 30.0)]
    });
    measured[0].is("mean under Boost", 3.692, 0.009);
    measured[1].is("exp(4) P(T > 20) under Boost", 0.714, 0.010);
    measured[2].is("exp(4) P(T > 20) under FIFO", 1.0, 0.0);
    measured[3].is("exp(6) P(T > 30) under Boost", 0.72173, 0.005);
}

/// Several servers of speed 1/k: SRPT on two (Grosof, data of srpt-improve), and others.
#[test]
fn shortest_first_on_several_servers() {
    let cases = [
        ("srpt", 1.0, 0.5, 2, 2.31090, 0.0005),
        ("srpt", 1.0, 0.7, 2, 2.76479, 0.0005),
        ("srpt", 1.0, 0.9, 2, 4.50018, 0.001),
        ("srpt", 1.0, 0.7, 4, 4.614, 0.006),
        ("srpt", 1.0, 0.7, 10, 10.354, 0.009),
        ("psjf", 1.0, 0.7, 2, 2.944, 0.006),
        ("srpt", 0.5, 0.7, 2, 2.723, 0.009),
    ];
    for (policy, shape, load, servers, value, error) in cases {
        let measured = measure(shape, load, servers, &[policy], |runs| vec![mean(&runs[0])]);
        measured[0].is(&format!("{policy} on {servers} servers, shape {shape}, load {load}"), value, error);
    }
}
