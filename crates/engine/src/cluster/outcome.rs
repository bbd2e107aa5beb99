use crate::workload::TaskWorkload;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// What became of one job.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct JobOutcome {
    /// When it was submitted, in seconds: at its arrival, or when the last of those was complete that it waits for.
    pub submission: f64,
    /// Completion − submission, in seconds.
    pub sojourn: f64,
    /// When the last map completed, in seconds after submission.
    pub map_sojourn: f64,
    /// From when its reduces might have slots to its completion, in seconds; zero without reduces.
    pub reduce_sojourn: f64,
    /// Estimated ÷ true size of each phase, once the scheduler had its final estimate.
    pub estimates: [Option<f64>; 2],
    /// Whether each phase was virtually complete before it was complete, where the scheduler keeps virtual sizes and the
    /// phase has one.
    pub turned_late: [Option<bool>; 2],
    /// How many times a task of it lost its slot to another job.
    pub preemptions: u32,
    /// Nominal seconds of work that were lost, with that or otherwise.
    pub work_lost: f64,
    /// Attempts of its tasks that failed.
    pub failures: u32,
    /// Second attempts of its tasks that were started while the first ran or was paused.
    pub copies: u32,
    /// Those of them that were complete first.
    pub copies_won: u32,
    /// Gigabytes of the memory of its suspended tasks that were written to disk.
    pub swapped: f64,
    /// Seconds that its tasks held a slot and waited for their memory: for others' to be written, or their own to be read.
    pub paging: f64,
}

/// What happened in a run, counted.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Counters {
    /// Maps started on a machine with their input, in its rack, elsewhere.
    pub maps_started: [u64; 3],
    /// Orders to suspend that took effect.
    pub suspended: u64,
    /// Paused tasks that went on.
    pub resumed: u64,
    /// Tasks killed.
    pub killed: u64,
    /// Tasks lost with their machine.
    pub lost: u64,
    /// Nominal seconds of work done, whether lost or not.
    pub work_done: f64,
    /// Nominal seconds of work lost.
    pub work_lost: f64,
    /// Slot-seconds held, of each phase.
    pub held: [f64; 2],
    /// Slot-seconds there were, of each phase.
    pub offered: [f64; 2],
    /// Time-average of the number of jobs in the system, from the first arrival to the last completion.
    pub mean_load: f64,
    /// Most jobs in the system at any time.
    pub peak_load: u32,
    /// Last completion − first arrival.
    pub makespan: f64,
}

impl Counters {
    /// Fraction of maps that started on a machine with their input.
    pub fn locality(&self) -> f64 {
        let all: u64 = self.maps_started.iter().sum();
        if all == 0 { 1.0 } else { self.maps_started[0] as f64 / all as f64 }
    }

    /// Fraction of the slots of each phase that was held.
    pub fn utilisation(&self) -> [f64; 2] {
        [0, 1].map(|phase| if self.offered[phase] > 0.0 { self.held[phase] / self.offered[phase] } else { 0.0 })
    }
}

/// What a run came to.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Outcome {
    /// Each job, in the order of the workload.
    pub jobs: Vec<JobOutcome>,
    /// Positions in the workload by order of submission, where jobs wait for others; else empty.
    pub order: Vec<u32>,
    /// The run.
    pub counters: Counters,
    /// Number of events handled.
    pub events: u64,
}

impl Outcome {
    /// Seconds from the first arrival of each chain to its last completion. A chain is two or more jobs that wait for each other
    /// (thesis, section 7.1); only those are told all of whose jobs are at `counted` positions.
    pub fn chain_sojourns(&self, workload: &TaskWorkload, counted: Range<usize>) -> Vec<f64> {
        let is_counted = |chain: &&[u32]| chain.len() > 1 && chain.iter().all(|job| counted.contains(&(*job as usize)));
        let sojourn = |chain: &[u32]| {
            let arrivals = chain.iter().map(|job| workload.jobs()[*job as usize].arrival);
            let ends = chain.iter().map(|job| &self.jobs[*job as usize]).map(|job| job.submission + job.sojourn);
            ends.fold(0.0, f64::max) - arrivals.fold(f64::INFINITY, f64::min)
        };
        workload.chains().into_iter().flat_map(|chains| chains.all().filter(is_counted).map(sojourn)).collect()
    }
}
