//! PSBS: practical size-based scheduling.
//!
//! FSPE+PS for jobs with weights: the virtual queue is shared in proportion to the weights, and so is the server among
//! the late jobs. Jobs of weight 1 are scheduled as by FSPE+PS, and with exact estimates no job completes later than
//! under GPS.

use crate::registry::{Family, Row};
use crate::server::parts::{Known, Shares, SizeBased, VirtualQueue, WithHead};
use crate::server::{Config, Fault, Observer, Outcome, Servers, engine};
use crate::workload::Workload;

pub const ROW: Row = Row {
    key: "psbs",
    name: "PSBS",
    full: "practical size-based scheduling",
    family: Family::Estimated,
    preemptive: true,
    line: "FSPE+PS with weights; O(log n) an event",
    source: "Dell'Amico, PSBS: Practical size-based scheduling, 2015",
};

pub const SERVERS: Servers = Servers::One("the virtual queue of FSP stands for one server shared by all jobs");

pub fn run<O: Observer>(config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
    let jobs = workload.len();
    let policy = SizeBased::new(VirtualQueue::new(Known::Estimate, true, jobs), Shares::by_weight(jobs), WithHead::No);
    engine::run(config, workload, policy, observer)
}
