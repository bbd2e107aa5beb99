//! Watching a run: the mean number of jobs in the system, summed up as it goes, is the rate of arrivals × the mean sojourn time (Little).
//!
//! `cargo run --release --example observing`

use schedscope::server::{Config, Instant, Observer, simulate};
use schedscope::workload::Synthetic;
use std::error::Error;

/// The integral of the number of jobs over time.
#[derive(Default)]
struct Crowd {
    since: f64,
    present: usize,
    area: f64,
}

impl Observer for Crowd {
    fn instant(&mut self, instant: &impl Instant) {
        self.area += self.present as f64 * (instant.time() - self.since);
        (self.since, self.present) = (instant.time(), instant.present());
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let workload = Synthetic { count: 100_000, ..Synthetic::default() }.generate(1, 0)?;
    let begin = workload.jobs()[0].arrival;
    for policy in ["fifo", "ps", "srpt"] {
        let mut crowd = Crowd { since: begin, ..Crowd::default() };
        let outcome = simulate(&Config::default(), &workload, &policy.parse()?, &mut crowd)?;
        let span = crowd.since - begin;
        let (rate, mean) = (workload.len() as f64 / span, outcome.sojourn.iter().sum::<f64>() / workload.len() as f64);
        println!("{policy:<5} {:>9.4} jobs on average; arrival rate × mean sojourn time {:>9.4}", crowd.area / span, rate * mean);
    }
    Ok(())
}
