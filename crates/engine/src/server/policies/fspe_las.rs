//! FSPE+LAS: FSPE whose late jobs are served least attained first.
//!
//! As FSPE+PS, but among the late jobs those with the least attained service (counted from their arrival) share the
//! server. Close to FSPE+PS in the mean.

use crate::registry::{Family, Row};
use crate::server::parts::{Known, LeastAttained, SizeBased, VirtualQueue, WithHead};
use crate::server::{Config, Fault, Observer, Outcome, Servers, engine};
use crate::workload::Workload;

pub const ROW: Row = Row {
    key: "fspe+las",
    name: "FSPE+LAS",
    full: "fair sojourn protocol on estimates, with least attained service first among late jobs",
    family: Family::Estimated,
    preemptive: true,
    line: "FSPE; while any job is late, the least attained of the late ones alone",
    source: "Pastorelli, HFSP thesis, section 3.2",
};

pub const SERVERS: Servers = Servers::One("the virtual queue of FSP stands for one server shared by all jobs");

pub fn run<O: Observer>(config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
    let jobs = workload.len();
    let policy = SizeBased::new(VirtualQueue::new(Known::Estimate, false, jobs), LeastAttained::new(jobs, 1), WithHead::No);
    engine::run(config, workload, policy, observer)
}
