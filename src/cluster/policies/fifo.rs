//! **FIFO** (Hadoop's first scheduler): a free slot goes to the earliest job that has a task waiting for it.
//!
//! Within a job a map near its input goes first, but no job is passed over for the sake of it. A large job holds the
//! whole cluster until its last wave; every small job behind it waits.

use crate::cluster::scheduler::{Assignment, Scheduler};
use crate::cluster::{Cluster, TaskId};
use crate::registry::{Dash, Family, Hue, Look, Row, Servers};
use crate::workload::Phase;

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
    /// Jobs with an open phase that is not complete, in order of arrival.
    jobs: [Vec<u32>; 2],
}

impl Scheduler for Fifo {
    fn open(&mut self, _: &Cluster, job: u32, phase: Phase) {
        let jobs = &mut self.jobs[phase.index()];
        let place = jobs.partition_point(|other| *other < job);
        jobs.insert(place, job);
    }

    fn complete(&mut self, cluster: &Cluster, task: TaskId, _: f64) {
        let state = cluster.phase(task.job, task.phase());
        if state.waiting + state.running == 0 {
            self.jobs[task.phase as usize].retain(|job| *job != task.job);
        }
    }

    fn leave(&mut self, _: &Cluster, job: u32) {
        self.jobs.iter_mut().for_each(|jobs| jobs.retain(|other| *other != job));
    }

    fn assign(&mut self, cluster: &Cluster, machine: u32, phase: Phase) -> Option<Assignment> {
        if cluster.waiting[phase.index()] == 0 {
            return None;
        }
        let (task, _) = self.jobs[phase.index()].iter().find_map(|job| cluster.nearest(*job, phase, machine))?;
        Some(Assignment { task, training: false, page_in: 0.0 })
    }
}
