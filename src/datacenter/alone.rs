use super::Config;
use crate::workload::{BatchJob, BatchWorkload};

/// Seconds a job takes alone in the datacenter: three messages, and its longest task or, if it has more work than all
/// workers do in that time, its work spread over all of them. The denominator of slowdown.
pub fn alone(config: &Config, workload: &BatchWorkload, job: &BatchJob) -> f64 {
    let durations = workload.durations(job);
    let longest = durations.iter().copied().fold(0.0, f64::max);
    let spread = durations.iter().sum::<f64>() / f64::from(config.workers);
    (longest.max(spread) + 3.0 * config.delay).max(f64::MIN_POSITIVE)
}
