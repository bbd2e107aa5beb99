//! What makes a task take longer than its work: slow machines, stragglers, and attempts that fail.
//!
//! The sources measure real clusters, where all of these occur, and simulate none of them; so by default there are none here.

use super::TaskId;
use crate::sim::{NotAllowed, stream, written};
use rand::RngExt;

/// What may go wrong with tasks in a cluster.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hazards {
    /// Fraction of the machines that are slow, in whole machines; which ones is drawn.
    pub slow: f64,
    /// How many times longer a task takes on a slow machine.
    pub slow_factor: f64,
    /// Probability that an attempt of a task is a straggler, wherever it runs.
    pub stragglers: f64,
    /// How many times longer a straggler takes.
    pub straggler_factor: f64,
    /// Probability that an attempt of a task fails, at a uniform fraction of its work; the task then starts again.
    pub failures: f64,
}

/// What becomes of an attempt of a task.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fate {
    /// How many times longer it takes.
    pub stretch: f64,
    /// The fraction of its work at which it fails, if it does.
    pub failure: Option<f64>,
}

impl Default for Hazards {
    /// No machine is slow, no attempt a straggler, and none fails. The factors are choices of this project.
    fn default() -> Self {
        Self { slow: 0.0, slow_factor: 2.0, stragglers: 0.0, straggler_factor: 5.0, failures: 0.0 }
    }
}

impl Hazards {
    /// How often a task may fail: no attempt that starts after so many failures does. In Hadoop the fourth failure ends the job
    /// (`mapred.map.max.attempts`); here every job is complete in the end.
    pub(super) const MOST_FAILURES: u8 = 3;

    /// Whether anything that is drawn makes a difference in a cluster of so many machines.
    pub(super) fn vary(&self, machines: u32) -> bool {
        let slow = (1..machines).contains(&self.slow_ones(machines)) && self.slow_factor > 1.0;
        let straggle = self.stragglers > 0.0 && self.stragglers < 1.0 && self.straggler_factor > 1.0;
        slow || straggle || self.failures > 0.0
    }

    /// How many of so many machines are slow.
    fn slow_ones(&self, machines: u32) -> u32 {
        libm::round(self.slow * f64::from(machines)) as u32
    }

    /// Checks every field.
    ///
    /// # Errors
    /// Names the first that is out of range.
    pub(super) fn validate(&self) -> Result<(), NotAllowed> {
        let fraction = |field, x: f64, allowed| NotAllowed::check(field, written(x), (0.0..=1.0).contains(&x), allowed);
        let factor = |field, x: f64| NotAllowed::check(field, written(x), (1.0..=1000.0).contains(&x), "a number from 1 to 1000");
        fraction("system.slow", self.slow, "a fraction of the machines, 0 to 1")?;
        factor("system.slow_factor", self.slow_factor)?;
        fraction("system.stragglers", self.stragglers, "a probability, 0 to 1")?;
        factor("system.straggler_factor", self.straggler_factor)?;
        fraction("system.failures", self.failures, "a probability, 0 to 1")
    }

    /// The slow ones of so many machines.
    pub(super) fn slow_machines(&self, machines: u32, seed: u64) -> Vec<u32> {
        let count = self.slow_ones(machines) as usize;
        let mut random = stream(seed, 0, SLOW);
        let mut all: Vec<u32> = (0..machines).collect();
        for i in 0..count {
            all.swap(i, random.random_range(i..machines as usize));
        }
        all.truncate(count);
        all
    }

    /// What becomes of an attempt of a task of the job of this id. What is drawn depends on these alone, so that the first attempt of
    /// a task meets the same fate under every policy, and a second one its own.
    pub(super) fn fate(&self, seed: u64, job: u64, id: TaskId, attempt: u32) -> Fate {
        if self.stragglers == 0.0 && self.failures == 0.0 {
            return Fate { stretch: 1.0, failure: None };
        }
        let seed = seed ^ job.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ u64::from(attempt).wrapping_mul(0xD1B5_4A32_D192_ED03);
        let mut random = stream(seed, id.task, ATTEMPTS[id.phase as usize]);
        let [straggles, fails, at]: [f64; 3] = [random.random(), random.random(), random.random()];
        let stretch = if straggles < self.stragglers { self.straggler_factor } else { 1.0 };
        Fate { stretch, failure: (fails < self.failures).then_some(at) }
    }
}

/// Purpose of the stream that says which machines are slow.
const SLOW: u8 = 50;

/// Purposes of the streams that say what becomes of attempts of maps and of reduces.
const ATTEMPTS: [u8; 2] = [51, 52];

#[cfg(test)]
mod tests {
    use super::Hazards;
    use crate::cluster::TaskId;
    use crate::workload::Phase;

    #[test]
    fn so_many_machines_are_slow_and_each_may_be() {
        let hazards = Hazards { slow: 0.3, ..Hazards::default() };
        let mut times = [0; 10];
        for seed in 0..1000 {
            let mut slow = hazards.slow_machines(10, seed);
            slow.sort_unstable();
            slow.dedup();
            assert_eq!(slow.len(), 3);
            slow.iter().for_each(|machine| times[*machine as usize] += 1);
        }
        // Six standard deviations about 300.
        assert!(times.iter().all(|times| (213..=387).contains(times)), "{times:?}");
        assert!(Hazards::default().slow_machines(10, 1).is_empty());
        assert_eq!(Hazards { slow: 1.0, ..hazards }.slow_machines(3, 1).len(), 3);
    }

    #[test]
    fn what_makes_no_difference_does_not_vary() {
        let default = Hazards { slow_factor: 2.0, straggler_factor: 5.0, ..Hazards::default() };
        for (hazards, varies) in [
            (default, false),
            (Hazards { slow: 0.01, ..default }, false),
            (Hazards { slow: 0.05, ..default }, true),
            (Hazards { slow: 0.05, slow_factor: 1.0, ..default }, false),
            (Hazards { slow: 1.0, ..default }, false),
            (Hazards { stragglers: 0.01, ..default }, true),
            (Hazards { stragglers: 0.01, straggler_factor: 1.0, ..default }, false),
            (Hazards { stragglers: 1.0, ..default }, false),
            (Hazards { failures: 0.01, ..default }, true),
            (Hazards { failures: 1.0, ..default }, true),
        ] {
            assert_eq!(hazards.vary(20), varies, "{hazards:?}");
        }
    }

    #[test]
    fn each_attempt_has_a_fate_of_its_own() {
        let hazards = Hazards { stragglers: 0.2, straggler_factor: 3.0, failures: 0.5, ..Hazards::default() };
        let fate = |job| hazards.fate(7, job, TaskId::new(0, Phase::Map, 0), 1);
        let straggles = |job: u64, task, attempt| hazards.fate(7, job, TaskId::new(0, Phase::Map, task), attempt).stretch == 3.0;
        let part = |of: &dyn Fn(u64) -> bool| (0..10_000).filter(|i| of(*i)).count() as f64 / 1e4;
        // Six standard deviations.
        assert!((part(&|job| straggles(job, 0, 1)) - 0.2).abs() < 0.024);
        assert!((part(&|task| straggles(1, task as u32, 1)) - 0.2).abs() < 0.024);
        assert!((part(&|attempt| straggles(1, 0, attempt as u32)) - 0.2).abs() < 0.024);
        assert!((part(&|job| straggles(job, 0, 1) && straggles(job, 0, 2)) - 0.04).abs() < 0.012);
        assert!((part(&|job| fate(job).failure.is_some()) - 0.5).abs() < 0.03);
        assert!((part(&|job| fate(job).failure.is_some_and(|at| at < 0.5)) - 0.25).abs() < 0.026);
        assert!((part(&|job| fate(job).failure.is_some() && straggles(job, 0, 1)) - 0.1).abs() < 0.018);
        // Another chance leaves what is drawn alone.
        let more = Hazards { stragglers: 0.4, failures: 0.6, ..hazards };
        let id = TaskId::new(0, Phase::Map, 3);
        for job in 0..1000 {
            let (few, many) = (hazards.fate(7, job, id, 1), more.fate(7, job, id, 1));
            assert!(few.stretch <= many.stretch && (few.failure.is_none() || few.failure == many.failure));
        }
    }
}
