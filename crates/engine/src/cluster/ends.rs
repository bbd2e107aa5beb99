//! Whether a run ends: one in which the next heartbeat is not later than the last would go on for ever.

use super::Config;
use crate::sim::written;
use crate::workload::{Task, TaskWorkload};
use crate::world::SpecError;

/// How often machines may report in a run; it then takes minutes.
const MOST_REPORTS: f64 = 1e11;

/// How late the last job may arrive, in heartbeats and in seconds: a double can then tell one from the next.
const MOST_TOLD: f64 = 1e15;

/// Checks that a run of this workload ends, in which machines may report for as long as there is work.
///
/// # Errors
/// Says how late the last job may arrive, or how much work there may be.
pub(super) fn check(config: &Config, workload: &TaskWorkload) -> Result<(), SpecError> {
    let seconds = || workload.jobs().iter().flat_map(|job| job.tasks.iter().flatten()).map(Task::duration);
    // Schedulers that hear at once have timers of seconds.
    let period = if config.heartbeat > 0.0 { config.heartbeat } else { 1.0 };
    let work = seconds().sum::<f64>().max(f64::from(config.machines) * seconds().fold(0.0, f64::max));
    let last = workload.jobs().iter().map(|job| job.arrival).fold(0.0, f64::max);
    let told = MOST_TOLD * period.min(1.0);
    if last > told {
        let allowed = format!(
            "any, where the last job arrives within 1e15 heartbeats and 1e15 seconds: here within {} seconds, not at {}",
            written(told),
            written(last)
        );
        return Err(SpecError::value("system.heartbeat", written(config.heartbeat), allowed));
    }
    let most = MOST_REPORTS * period;
    if work <= most {
        return Ok(());
    }
    let allowed = format!(
        "one at which machines report at most 1e11 times: here with up to {} seconds of work, not {}",
        written(most),
        written(work)
    );
    Err(SpecError::value("system.heartbeat", written(config.heartbeat), allowed))
}
