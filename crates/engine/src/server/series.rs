use super::{Instant, Observer};
use serde::{Deserialize, Serialize};

/// The system as a whole at one instant.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Simulated time.
    pub time: f64,
    /// Number of jobs in the system from then on.
    pub present: u32,
    /// Number of late jobs from then on.
    pub late: u32,
    /// Total remaining size; falls linearly until the next sample where no event lies between.
    pub backlog: f64,
}

/// Number in system, late jobs and backlog over time, for runs of any length in bounded memory.
///
/// Every event is kept up to the capacity; beyond it every second sample is dropped and only every second event is
/// taken from then on, again and again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Series {
    samples: Vec<Sample>,
    capacity: usize,
    stride: u64,
    seen: u64,
}

impl Series {
    /// An empty series that will hold at most `capacity ≥ 2` samples.
    ///
    /// # Panics
    /// If so many do not fit into memory.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { samples: Vec::with_capacity(capacity), capacity: capacity.max(2), stride: 1, seen: 0 }
    }

    /// What was recorded, in order of time.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// How many events one sample stands for.
    pub fn stride(&self) -> u64 {
        self.stride
    }
}

impl Observer for Series {
    fn instant(&mut self, instant: &impl Instant) {
        if self.seen.is_multiple_of(self.stride) {
            if self.samples.len() == self.capacity {
                let mut index = 0;
                self.samples.retain(|_| {
                    index += 1;
                    index % 2 == 1
                });
                self.stride *= 2;
            }
            if self.seen.is_multiple_of(self.stride) {
                self.samples.push(Sample {
                    time: instant.time(),
                    present: instant.present() as u32,
                    late: instant.late() as u32,
                    backlog: instant.backlog(),
                });
            }
        }
        self.seen += 1;
    }
}
