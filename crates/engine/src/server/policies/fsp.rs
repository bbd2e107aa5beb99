//! FSP: fair sojourn protocol.
//!
//! Simulate processor sharing beside the real system (the *virtual queue*) and serve, one at a time, the job that would
//! complete first there. No job completes later than under PS, and the mean is close to SRPT's. Since every job ages in
//! the virtual queue whether it is served or not, none can starve.
//!
//! Sizes are exact here, so no job is ever late; [`super::fspe`] is the same policy run on estimates.

use crate::registry::{Family, Row};
use crate::server::parts::{Known, Serial, SizeBased, VirtualQueue, WithHead};
use crate::server::{Config, Fault, Observer, Outcome, Servers, engine};
use crate::workload::Workload;

pub const ROW: Row = Row {
    key: "fsp",
    name: "FSP",
    full: "fair sojourn protocol",
    family: Family::Exact,
    preemptive: true,
    line: "first to complete under virtual PS",
    source: "Friedman & Henderson 2003; Pastorelli, HFSP thesis, section 2.2.5",
};

pub const SERVERS: Servers = Servers::One("the virtual queue of FSP stands for one server shared by all jobs");

pub fn run<O: Observer>(config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
    let jobs = workload.len();
    let policy = SizeBased::new(VirtualQueue::new(Known::Size, false, jobs), Serial::new(jobs, 1), WithHead::No);
    engine::run(config, workload, policy, observer)
}
