use super::Loot;
use serde::{Deserialize, Serialize};

/// What can be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Deed {
    /// Workers that hold long tasks have rejected probes, which try others.
    Rejected {
        /// How many probes.
        count: u32,
        /// Of how many.
        of: u32,
    },
    /// An idle worker has taken short entries of another.
    Stolen {
        /// Who has them now.
        thief: u32,
        /// Who had them.
        victim: u32,
        /// How many entries.
        count: u32,
        /// Which.
        loot: Loot,
    },
}

/// Watches a run.
pub trait Observer {
    /// Whether [`look`](Self::look) and [`note`](Self::note) are called at all.
    const WATCHES: bool;
    /// A worker has changed: what its slot is taken for (a job, and since when a task of it runs: infinity while that is not
    /// known), and whose tasks and probes wait in its queue.
    fn look(&mut self, time: f64, worker: u32, slot: Option<(u32, f64)>, queue: impl Iterator<Item = u32>);
    /// Something is decided about a job.
    fn note(&mut self, time: f64, job: u32, deed: Deed);
    /// So many jobs are complete.
    fn progress(&mut self, _completed: usize) {}
}

/// Looks away, at no cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    const WATCHES: bool = false;

    fn look(&mut self, _: f64, _: u32, _: Option<(u32, f64)>, _: impl Iterator<Item = u32>) {}

    fn note(&mut self, _: f64, _: u32, _: Deed) {}
}
