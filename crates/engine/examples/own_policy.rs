//! A policy of your own on one server, three times: last come, first served (LIFO), where a job that arrives preempts the one that runs.
//! Of jobs that arrive together the scheduler serves the last, the ranks the first; here none do.
//!
//! Its mean slowdown is that of processor sharing, 1 ÷ (1 − load), whatever the sizes, as long as arrivals are Poisson (Kleinrock, *Queueing
//! Systems* II, section 4.3): so a run shows at once whether the policy is right.
//!
//! `cargo run --release --example own_policy`

use schedscope::server::{Next, Scheduler};
use schedscope::sim::TIE;
use schedscope::workload::{Job, Synthetic};
use schedscope::{simulate, simulate_rank, simulate_with};
use std::error::Error;

/// The jobs present, the last to arrive at the end: position in the workload, what is left, size.
#[derive(Default)]
struct LastComeFirstServed {
    stack: Vec<(u32, f64, f64)>,
}

impl Scheduler for LastComeFirstServed {
    fn arrive(&mut self, index: u32, job: &Job) {
        self.stack.push((index, job.size, job.size));
    }

    fn next(&self) -> Next {
        match self.stack.last() {
            Some((_, left, _)) => Next { completion: left.max(0.0), ..Next::NEVER },
            None => Next::NEVER,
        }
    }

    fn advance(&mut self, dt: f64) {
        if let Some((_, left, _)) = self.stack.last_mut() {
            *left -= dt;
        }
    }

    fn complete(&mut self) -> Option<u32> {
        let done = self.stack.last().is_some_and(|(_, left, size)| *left <= TIE * size);
        if done { self.stack.pop().map(|(index, ..)| index) } else { None }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let load = 0.8;
    let workload = Synthetic { count: 200_000, shape: 1.0, load, ..Synthetic::default() }.generate(1, 0)?;
    // As a scheduler, as a rank (the job that arrived last has the least), and as a formula.
    let own = simulate_with(&workload, LastComeFirstServed::default())?;
    let ranked = simulate_rank(&workload, |job| {
        let arrival = job.arrival;
        move |_| -arrival
    })?;
    let formula = simulate(&workload, &"rank[-arrival]".parse()?)?;
    let shared = simulate(&workload, &"ps".parse()?)?;
    println!(
        "mean slowdown: scheduler {:.3}, rank {:.3}, formula {:.3}",
        own.mean_slowdown(),
        ranked.mean_slowdown(),
        formula.mean_slowdown()
    );
    println!("processor sharing {:.3}, theory of both {:.3}", shared.mean_slowdown(), 1.0 / (1.0 - load));
    Ok(())
}
