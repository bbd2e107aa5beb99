//! Your jobs under built-in policies: who waits for whom, and what a wrong estimate costs.
//!
//! `cargo run --example own_jobs`

use schedscope::{Job, Workload, simulate};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let workload = Workload::new([
        Job::new(0.0, 10.0).id(1),
        // It is believed to be a tenth of what it is.
        Job::new(1.0, 20.0).estimate(2.0).id(2),
        Job::new(3.0, 4.0).id(3),
        Job::new(4.0, 4.0).weight(2.0).id(4),
    ])?;
    println!("policy      mean sojourn   mean slowdown   90 % slowdown   job 3 completes at");
    for policy in ["fifo", "ps", "srpt", "srpte", "fspe+ps", "psbs", "rank[max(est, age)]"] {
        let outcome = simulate(&workload, &policy.parse()?)?;
        let third = outcome.job(3).map_or(f64::NAN, |served| served.completion());
        let tail = outcome.sorted_slowdowns().quantile(0.9).unwrap_or(f64::NAN);
        let (sojourn, slowdown) = (outcome.mean_sojourn(), outcome.mean_slowdown());
        println!("{policy:<20}{sojourn:>6.2}{slowdown:>16.2}{tail:>16.2}{third:>21.2}");
    }
    Ok(())
}
