//! FSPE: FSP on estimates.
//!
//! The virtual queue is fed with estimates. A job that completes virtually before it completes in reality is *late*. Late
//! jobs go before all others, one at a time in the order in which they turned late, and cannot be preempted: few
//! under-estimated large jobs block all others.

use crate::registry::{Family, Row};
use crate::server::parts::{Known, Serial, SizeBased, VirtualQueue, WithHead};
use crate::server::{Config, Fault, Observer, Outcome, Servers, engine};
use crate::workload::Workload;

pub const ROW: Row = Row {
    key: "fspe",
    name: "FSPE",
    full: "fair sojourn protocol, on estimates",
    family: Family::Estimated,
    preemptive: true,
    line: "FSP on estimates; late jobs block, one at a time",
    source: "Pastorelli, HFSP thesis, section 3.1",
};

pub const SERVERS: Servers = Servers::One("the virtual queue of FSP stands for one server shared by all jobs");

pub fn run<O: Observer>(config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
    let jobs = workload.len();
    let policy = SizeBased::new(VirtualQueue::new(Known::Estimate, false, jobs), Serial::new(jobs, 1), WithHead::No);
    engine::run(config, workload, policy, observer)
}
