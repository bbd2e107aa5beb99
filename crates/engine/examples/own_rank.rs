//! A rank of your own, as a closure and as a formula: the job whose estimate and half of whose attained service are least together is served.
//!
//! `cargo run --example own_rank`

use schedscope::{Job, Workload, simulate, simulate_rank};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    // Arrival and size; the first is believed to be a fifth of what it is.
    let workload = Workload::new([Job::new(0.0, 10.0).estimate(2.0), Job::new(1.0, 3.0), Job::new(2.0, 1.0), Job::new(9.0, 4.0)])?;
    let mine = simulate_rank(&workload, |job| {
        let estimate = job.estimate;
        move |age| estimate + age / 2.0
    })?;
    println!("mine    {:.3}", mine.mean_sojourn());
    for policy in ["rank[est + age/2]", "srpt", "ps"] {
        println!("{policy:<20}{:.3}", simulate(&workload, &policy.parse()?)?.mean_sojourn());
    }
    Ok(())
}
