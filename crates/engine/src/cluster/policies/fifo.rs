//! **FIFO** (Hadoop's first scheduler): a free slot goes to the earliest job that has a task waiting for it.
//!
//! Within a job a map near its input goes first, but no job is passed over for the sake of it. A large job holds the
//! whole cluster until its last wave; every small job behind it waits.

use crate::cluster::scheduler::{Assignment, Gain, Rule, Scheduler};
use crate::cluster::{Cluster, Config, TaskId};
use crate::registry::{Family, Preset, Row};
use crate::sim::{Orchard, Sorted, brief};
use crate::workload::Phase;

const ROW: Row = Row {
    key: "fifo",
    name: "FIFO",
    full: "first in, first out",
    family: Family::Blind,
    preemptive: false,
    line: "slots go to the earliest job",
    source: "Hadoop; mPlane D3.3, section 3.1.2",
};

/// FIFO has no parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters;

impl Rule for Parameters {
    fn presets() -> Vec<Preset<Self>> {
        vec![Preset { row: ROW, kind: Self }]
    }

    fn scheduler(self, _: &Config) -> Box<dyn Scheduler> {
        Box::new(Fifo::default())
    }

    fn reason(self, gain: &Gain) -> Option<String> {
        Some(format!("here since {} s", brief(gain.arrival)))
    }
}

/// FIFO at work.
#[derive(Debug, Default)]
struct Fifo {
    sides: [Side; 2],
}

/// The jobs that have a task of one phase waiting.
#[derive(Debug, Default)]
struct Side {
    waiting: Sorted,
    arrivals: Orchard<u32>,
    waits: Vec<bool>,
}

impl Side {
    fn review(&mut self, job: u32, waits: bool) {
        if self.waits.len() <= job as usize {
            self.waits.resize(job as usize + 1, false);
        }
        match (std::mem::replace(&mut self.waits[job as usize], waits), waits) {
            (false, true) => self.arrivals.insert(&mut self.waiting, job, job, 0),
            (true, false) => self.arrivals.remove(&mut self.waiting, job),
            _ => {}
        }
    }
}

impl Scheduler for Fifo {
    fn open(&mut self, cluster: &Cluster, job: u32, phase: Phase) {
        self.sides[phase.index()].review(job, cluster.phase(job, phase).waiting > 0);
    }

    fn changed(&mut self, cluster: &Cluster, task: TaskId) {
        self.open(cluster, task.job, task.phase());
    }

    fn assign(&mut self, cluster: &Cluster, machine: u32, phase: Phase) -> Option<Assignment> {
        let job = self.sides[phase.index()].waiting.first()?;
        let (task, _) = cluster.nearest(job, phase, machine)?;
        Some(Assignment { task, training: false, page_in: 0.0 })
    }
}
