//! **FIFO** (Hadoop's first scheduler): a free slot goes to the earliest job that has a task waiting for it.
//!
//! Within a job a map near its input goes first, but no job is passed over for the sake of it. A large job holds the
//! whole cluster until its last wave; every small job behind it waits.

use crate::cluster::scheduler::{Assignment, Scheduler};
use crate::cluster::{Cluster, TaskId};
use crate::registry::{Dash, Family, Hue, Look, Row, Servers};
use crate::workload::Phase;
use std::collections::BTreeSet;

/// What is said about the policy.
pub const ROW: Row = Row {
    key: "fifo",
    name: "FIFO",
    family: Family::Blind,
    preemptive: false,
    line: "slots go to the earliest job",
    source: "Hadoop; mPlane D3.3, section 3.1.2",
    servers: Servers::Many,
    look: Look { hue: Hue::Black, dash: Dash::Solid },
};

/// FIFO at work.
#[derive(Debug, Default)]
pub struct Fifo {
    /// Jobs that have a task waiting, in order of arrival.
    waiting: [BTreeSet<u32>; 2],
}

impl Fifo {
    fn review(&mut self, cluster: &Cluster, job: u32, phase: Phase) {
        let waiting = &mut self.waiting[phase.index()];
        if cluster.phase(job, phase).waiting > 0 {
            waiting.insert(job);
        } else {
            waiting.remove(&job);
        }
    }
}

impl Scheduler for Fifo {
    fn open(&mut self, cluster: &Cluster, job: u32, phase: Phase) {
        self.review(cluster, job, phase);
    }

    fn changed(&mut self, cluster: &Cluster, task: TaskId) {
        self.review(cluster, task.job, task.phase());
    }

    fn assign(&mut self, cluster: &Cluster, machine: u32, phase: Phase) -> Option<Assignment> {
        let job = self.waiting[phase.index()].first()?;
        let (task, _) = cluster.nearest(*job, phase, machine)?;
        Some(Assignment { task, training: false, page_in: 0.0 })
    }
}
