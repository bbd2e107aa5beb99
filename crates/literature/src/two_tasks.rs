//! Two tasks on one slot: the micro-benchmark of chapter 6 of Pastorelli's thesis and section 3.1.3 of mPlane D3.3.
//!
//! The sources' durations and disk are lost, so they are chosen: 80 s a task, within 5 % from run to run as in the source, 4 s
//! to clean a slot after a kill, and a disk with which suspending `t_h` of 2.5 GB costs the source's 20 % of the sojourn time
//! under kill. The system keeps 0.2 GB, so that memory is lacking from the source's 1.3 GB on.

use schedscope::cluster::{Config, MachineMemory, Outcome, Policy, Timeline};
use schedscope::workload::{Errors, TaskJob, TaskWorkload};

/// Seconds of each task.
pub const TASK: f64 = 80.0;

/// κ: seconds of clean-up after a kill, the default of the policy.
const CLEANUP: f64 = 4.0;

/// Memory of `t_l` where that of `t_h` varies, and the most that `t_h` has, in gigabytes.
pub const LARGE: f64 = 2.5;

/// What the micro-benchmark is run with.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// Memory of `t_l` and `t_h`, in gigabytes.
    pub memory: [f64; 2],
    /// What the system keeps.
    pub os: f64,
    /// β of page replacement.
    pub replacement: f64,
    /// How many times as long as `t_h` the other takes.
    pub longer: f64,
    /// Progress of `t_l` when `t_h` arrives.
    pub progress: f64,
}

impl Default for Setup {
    fn default() -> Self {
        Self { memory: [1.0, 1.0], os: 0.2, replacement: 1.0, longer: 1.0, progress: 0.5 }
    }
}

/// Megabytes a second with which the worst case costs what the source says: writing the 1.2 GB that are then lacking takes 20 % of
/// the sojourn time under kill, and the clean-up that suspending saves.
fn disk() -> f64 {
    let lack = LARGE + LARGE + Setup::default().os - RAM;
    1000.0 * lack / (0.2 * (CLEANUP + TASK) + CLEANUP)
}

/// Gigabytes of the source's machine.
const RAM: f64 = 4.0;

impl Setup {
    /// With this memory of `t_h`, where `t_l` has 2.5 GB.
    pub fn beside(self, memory: f64) -> Self {
        Self { memory: [LARGE, memory], ..self }
    }

    /// Runs it: `wait`, `kill` or `suspend`; durations of this replication, or the chosen ones.
    ///
    /// # Panics
    /// Never: the policy and the cluster are written here.
    pub fn record(&self, primitive: &str, replication: Option<u32>) -> (Timeline, Outcome) {
        let memory = MachineMemory { ram: RAM, swap: RAM, disk: disk(), os: self.os, replacement: self.replacement };
        let config = Config { machines: 1, slots: [1, 1], heartbeat: 0.0, memory, ..Config::default() };
        let job = |id: u64, weight, memory, seconds| TaskJob { weight, memory: [memory; 2], ..TaskJob::new(id, 0.0, &[seconds], &[]) };
        let jobs = vec![job(1, 1.0, self.memory[0], self.longer * TASK), job(2, 2.0, self.memory[1], TASK)];
        let mut jobs = match replication {
            // As far from the chosen durations as the source's runs were from their means.
            Some(replication) => {
                let drawn = TaskWorkload::new(jobs)
                    .expect("two legal jobs")
                    .with_errors(Errors::Uniform([0.95, 1.05]), 0.0, 1, replication)
                    .expect("legal parameters");
                let with = |job: &TaskJob| {
                    let mut job = job.clone();
                    job.tasks[0][0].work *= job.error;
                    job
                };
                drawn.jobs().iter().map(with).collect()
            }
            None => jobs,
        };
        jobs[1].arrival = self.progress * jobs[0].tasks[0][0].work;
        let policy: Policy = format!("dummy[preemption={primitive}]").parse().expect("a policy of the registry");
        Timeline::record(&config, &TaskWorkload::new(jobs).expect("two legal jobs"), &policy).expect("a valid cluster")
    }

    /// Sojourn time of `t_h`, and makespan, in seconds.
    pub fn times(&self, primitive: &str, replication: Option<u32>) -> [f64; 2] {
        let (_, outcome) = self.record(primitive, replication);
        [outcome.jobs[1].sojourn, outcome.counters.makespan]
    }

    /// By how much of it suspending is longer: the sojourn time than under kill, the makespan than under wait.
    pub fn overheads(&self, replication: Option<u32>) -> [f64; 2] {
        let [suspend, kill, wait] = ["suspend", "kill", "wait"].map(|primitive| self.times(primitive, replication));
        [suspend[0] / kill[0] - 1.0, suspend[1] / wait[1] - 1.0]
    }

    /// Gigabytes of `t_l` that are written to disk.
    pub fn swapped(&self, replication: Option<u32>) -> f64 {
        self.record("suspend", replication).1.jobs[0].swapped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_lacking_from_the_sources_1_3_gigabytes_on() {
        let swapped = |memory| Setup::default().beside(memory).swapped(None);
        assert_eq!(swapped(1.29), 0.0);
        assert!(swapped(1.31) > 0.0);
    }
}
