//! Eviction policies: which task of those that must give way loses its slot (Pastorelli's thesis, sections 4.6 and 6.3.1). What a
//! scheduler lets give way, and to whom, is its own affair.

use super::{Cluster, TaskId};
use crate::sim::Key;
use serde::{Deserialize, Serialize};

/// Which task of those that must give way is suspended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Victim {
    /// The one that was started first.
    Oldest,
    /// The one that needs least to complete, so that the tasks of a job stay close to each other (Natjam, as the thesis cites
    /// it).
    ClosestToCompletion,
    /// The one of which the smallest fraction is done.
    LeastProgress,
    /// The youngest of the largest job.
    LargestJob,
}

/// The greatest goes first; what the eviction policy leaves open is decided by youth.
pub(super) type Turn = (Key, Key, TaskId);

impl Victim {
    /// When a task has its turn, where its job has this place among those that give way, the largest last.
    pub(super) fn turn(self, cluster: &Cluster, id: TaskId, place: f64) -> Turn {
        let job = &cluster.jobs[id.job as usize];
        let started = cluster.task(id).started;
        let first = match self {
            Self::Oldest => -started,
            Self::ClosestToCompletion => cluster.progress(id) - job.tasks[id.phase as usize][id.task as usize].duration(),
            Self::LeastProgress => -cluster.fraction(id),
            Self::LargestJob => place,
        };
        (Key(first), Key(started), id)
    }
}
