//! Whether the runs of a study fit into memory: what would not is refused before it starts, since a program that has taken too much is
//! ended without a word.

use super::replicate::{threads, together};
use super::{ScenarioError, Study};
use schedscope::world::SpecError;

/// What stays of a job after a run until its replication is counted: its sojourn time and its slowdown.
const TOLD: f64 = 16.0;

/// What a study asks for, as far as memory goes.
#[derive(Clone, Copy)]
struct Asked {
    jobs: f64,
    bytes_a_job: f64,
    policies: f64,
    replications: u32,
    /// Replications that are kept whole.
    kept: u32,
}

impl Asked {
    /// How many bytes are held at once, at least: with so many threads, of which each has a run, when so many replications are run
    /// together.
    fn bytes(self, threads: usize, together: u32) -> f64 {
        let Self { jobs, bytes_a_job, policies, replications, kept } = self;
        let runs = policies * f64::from(replications);
        let running = runs.min(threads as f64) * bytes_a_job;
        let waiting = f64::from(together.min(replications)) * policies * TOLD;
        let kept = f64::from(kept.min(replications)) * (bytes_a_job + policies * TOLD);
        jobs * (running + waiting + kept)
    }
}

impl Study {
    /// Refuses the study if its runs would not fit into memory, where `kept` replications are kept whole.
    ///
    /// # Errors
    /// Says how much they take at least, and how much there is.
    pub fn fits(&self, kept: u32) -> Result<(), ScenarioError> {
        let scenario = self.scenario();
        let asked = Asked {
            jobs: self.jobs() as f64,
            bytes_a_job: scenario.kind().bytes_a_job(),
            policies: self.choices().len() as f64,
            replications: scenario.replications,
            kept,
        };
        let bytes = asked.bytes(threads(), together(self.jobs()));
        within(self.jobs(), bytes, free()).map_err(|error| ScenarioError::of(scenario.kind(), error))
    }
}

/// Refuses to take so many bytes for so many jobs where fewer are free.
fn within(jobs: usize, bytes: f64, free: f64) -> Result<(), SpecError> {
    if bytes <= free {
        return Ok(());
    }
    let found = format!("{jobs}: the runs take {} of memory or more", gigabytes(bytes));
    let allowed = format!("what fits into the {} that are free here; fewer replications, policies or threads take less", gigabytes(free));
    Err(SpecError::value("workload.count", found, allowed))
}

fn gigabytes(bytes: f64) -> String {
    format!("{:.1} GB", bytes / 1e9)
}

/// Bytes that this program can still take, without end where the system does not say it.
#[cfg(not(target_family = "wasm"))]
fn free() -> f64 {
    use sysinfo::{MemoryRefreshKind, RefreshKind, System};
    let Ok(system) = System::new_with_specifics(RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram())) else {
        return f64::INFINITY;
    };
    let of_container = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    match system.available_memory().min(of_container) {
        0 => f64::INFINITY,
        free => free as f64,
    }
}

/// Bytes that this program can still take: all that it can address, since a browser does not say what there is.
#[cfg(target_family = "wasm")]
fn free() -> f64 {
    f64::from(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: Asked = Asked { jobs: 1e6, bytes_a_job: 100.0, policies: 4.0, replications: 20, kept: 0 };

    #[test]
    fn what_is_held_grows_with_threads_and_with_what_is_kept() {
        assert_eq!(SOME.bytes(1, 2), 1e6 * (100.0 + 8.0 * 16.0));
        assert_eq!(SOME.bytes(8, 8), 1e6 * (800.0 + 32.0 * 16.0));
        let one = Asked { policies: 1.0, replications: 1, ..SOME };
        assert_eq!(one.bytes(8, 8), 1e6 * 116.0, "there is one run");
        let kept = Asked { kept: u32::MAX, ..SOME };
        assert_eq!(kept.bytes(1, 2) - SOME.bytes(1, 2), 20.0 * 1e6 * 164.0);
    }

    #[test]
    fn what_does_not_fit_is_refused_with_what_it_takes() {
        assert!(within(10, 5e9, 5e9).is_ok() && within(10, 5e30, f64::INFINITY).is_ok());
        let error = within(1_000_000_000, 8e10, 9.1e9).unwrap_err().to_string();
        assert!(error.contains("1000000000: the runs take 80.0 GB of memory or more") && error.contains("9.1 GB that are free"), "{error}");
    }
}
