//! A scheduler of your own in a datacenter: each task goes to the least loaded of one, two or three workers that are drawn at random
//! (power of two choices; Mitzenmacher, *IEEE Transactions on Parallel and Distributed Systems* 12(10), 2001).
//!
//! `cargo run --release --example own_datacenter`

use rand::RngExt;
use schedscope::datacenter::{Config, Datacenter, Scheduler, Silent, simulate_with};
use schedscope::sim::{Random, stream};
use schedscope::workload::{BatchWorkload, Synthetic};
use std::error::Error;

/// Draws `choices` workers for each task and takes the one with fewest tasks.
struct FewestOf {
    choices: u32,
    random: Random,
}

impl Scheduler for FewestOf {
    fn place(&mut self, datacenter: &Datacenter, _: u32, tasks: u32, workers: &mut Vec<u32>) {
        for _ in 0..tasks {
            let drawn = (0..self.choices).map(|_| self.random.random_range(0..datacenter.workers()));
            workers.extend(drawn.min_by_key(|worker| datacenter.tasks(*worker)));
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let config = Config { workers: 100, delay: 0.0, ..Config::default() };
    // Jobs of one task each, exponential, at nine tenths of what the workers can do.
    let plain = Synthetic { count: 100_000, shape: 1.0, load: 0.9, ..Synthetic::default() }.generate(1, 0)?;
    let mut workload = BatchWorkload::default();
    for job in plain.jobs() {
        workload.push(job.id, job.arrival, &[job.size * f64::from(config.workers)])?;
    }
    for choices in 1..=3 {
        let mut scheduler = FewestOf { choices, random: stream(1, 0, 200) };
        let outcome = simulate_with(&config, &workload, &mut scheduler, &mut Silent)?;
        let mean = outcome.sojourn.iter().sum::<f64>() / outcome.sojourn.len() as f64 / f64::from(config.workers);
        println!("{choices} of 100 workers looked at: mean sojourn time {mean:>5.2} times the mean size");
    }
    Ok(())
}
