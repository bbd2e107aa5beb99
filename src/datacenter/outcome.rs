use serde::{Deserialize, Serialize};

/// What happened in a run, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "each is described where it is counted; the names are the documentation")]
pub struct Counters {
    pub probes: u64,
    pub messages: u64,
    /// Short probes that were queued where a long task was queued or ran.
    pub probes_behind_long: u64,
    /// Short tasks that ran after waiting behind a long one.
    pub tasks_behind_long: u64,
    /// Probes that found no task left.
    pub useless: u64,
    pub steal_contacts: u64,
    pub steals: u64,
    pub stolen: u64,
    /// Probes that were rejected because of a long task, and went elsewhere.
    pub rejected: u64,
    /// Of these, those that were rejected again and went to the short partition.
    pub fallbacks: u64,
    /// Tasks that were pulled by a probe which had pulled one before.
    pub sticky: u64,
}

/// What a run came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Completion − submission of each job, in seconds, in the order of the workload.
    pub completion: Vec<f64>,
    /// Fraction of workers that were busy at each look.
    pub utilisation: Vec<f32>,
    /// The run, counted.
    pub counters: Counters,
    /// Work done, in task-seconds.
    pub work: f64,
    /// Tasks run.
    pub tasks: u64,
    /// Number of events handled.
    pub events: u64,
}

/// Looks at how many workers are busy, at even intervals, which double as often as it takes to keep the looks few.
#[derive(Debug)]
pub(super) struct Sampler {
    every: f64,
    next: f64,
    looks: Vec<f32>,
}

impl Sampler {
    /// Most looks that are kept.
    const MOST: usize = 1 << 16;

    /// The first look comes one interval after `begin`.
    pub fn new(begin: f64, every: f64) -> Self {
        Self { every, next: begin + every, looks: vec![] }
    }

    /// Time passes until `time` while this fraction is busy.
    pub fn pass(&mut self, time: f64, busy: f64) {
        while self.next <= time {
            if self.looks.len() == Self::MOST || (time - self.next) / self.every > Self::MOST as f64 {
                self.every *= 2.0;
                let mut keep = false;
                self.looks.retain(|_| {
                    keep = !keep;
                    keep
                });
            } else {
                self.looks.push(busy as f32);
                self.next += self.every;
            }
        }
    }

    /// All looks.
    pub fn take(&mut self) -> Vec<f32> {
        std::mem::take(&mut self.looks)
    }
}
