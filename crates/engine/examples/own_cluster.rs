//! A scheduler of your own on a cluster: slots go to the job with fewest tasks, which needs no estimate at all.
//!
//! `cargo run --release --example own_cluster`

use schedscope::cluster::{Assignment, Cluster, Config, Scheduler, Silent, simulate, simulate_with};
use schedscope::workload::{Phase, TaskJob, TaskWorkload};
use std::error::Error;

/// For each phase, the jobs whose tasks may have slots.
#[derive(Default)]
struct FewestTasksFirst {
    open: [Vec<u32>; 2],
}

impl Scheduler for FewestTasksFirst {
    fn open(&mut self, _: &Cluster, job: u32, phase: Phase) {
        self.open[phase.index()].push(job);
    }

    fn leave(&mut self, _: &Cluster, job: u32) {
        self.open.iter_mut().for_each(|jobs| jobs.retain(|other| *other != job));
    }

    fn assign(&mut self, cluster: &Cluster, machine: u32, phase: Phase) -> Option<Assignment> {
        let waiting = self.open[phase.index()].iter().filter(|job| cluster.phase(**job, phase).waiting > 0);
        let job = *waiting.min_by_key(|job| (cluster.jobs[**job as usize].len(), **job))?;
        let (task, _) = cluster.nearest(job, phase, machine)?;
        Some(Assignment { task, training: false, page_in: 0.0 })
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    // A job of a hundred maps, and ten small ones that come while it runs.
    let mut jobs = vec![TaskJob::new(0, 0.0, &[60.0; 100], &[30.0; 10])];
    jobs.extend((1..=10).map(|id| TaskJob::new(id, 20.0 * id as f64, &[20.0; 4], &[10.0])));
    let workload = TaskWorkload::new(jobs)?;
    let config = Config { machines: 5, ..Config::default() };
    let mean = |sojourns: Vec<f64>| sojourns.iter().sum::<f64>() / sojourns.len() as f64;
    for policy in ["fifo", "fair", "hfsp"] {
        let outcome = simulate(&config, &workload, &policy.parse()?, &mut Silent)?;
        println!("{policy:<20} mean sojourn time {:>7.1} s", mean(outcome.jobs.iter().map(|job| job.sojourn).collect()));
    }
    let outcome = simulate_with(&config, &workload, &mut FewestTasksFirst::default(), &mut Silent)?;
    println!("{:<20} mean sojourn time {:>7.1} s", "fewest tasks first", mean(outcome.jobs.iter().map(|job| job.sojourn).collect()));
    Ok(())
}
