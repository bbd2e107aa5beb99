//! A trace in SWIM's format (Facebook's of 2009 and 2010, from its repository): its jobs on one server, by the bytes that they move.
//!
//! `cargo run --release --example swim_trace -- FB-2010_samples_24_times_1hr_0.tsv`; without a file, three jobs.

use schedscope::simulate;
use schedscope::workload::read_swim;
use std::error::Error;

const THREE: &str = "job0\t0\t0\t1000000000\t0\t0\njob1\t1\t1\t1000000\t1000000\t100\njob2\t2\t1\t5000000\t0\t0\n";

fn main() -> Result<(), Box<dyn Error>> {
    let (name, bytes) = match std::env::args().nth(1) {
        Some(path) => (path.clone(), std::fs::read(path)?),
        None => ("three jobs".to_owned(), THREE.as_bytes().to_vec()),
    };
    let (trace, _) = read_swim(&name, &bytes)?;
    // A server that is nine tenths busy.
    let workload = trace.workload(trace.speed(0.9)?)?;
    println!("{} jobs of {name}, load {:.2}", workload.len(), workload.load().unwrap_or(f64::NAN));
    for policy in ["fifo", "ps", "srpt", "fsp"] {
        let outcome = simulate(&workload, &policy.parse()?)?;
        println!(
            "{policy:<5} mean slowdown {:>12.2}, median {:>8.2}",
            outcome.mean_slowdown(),
            outcome.sorted_slowdowns().quantile(0.5).unwrap_or(f64::NAN)
        );
    }
    Ok(())
}
