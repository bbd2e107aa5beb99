//! FSPE+PS: FSPE whose late jobs share.
//!
//! While no job is late: FSPE. While any is: the late jobs alone share the server equally, so a small late job need
//! not wait for a large one. New jobs soon turn late themselves, as they age in the virtual queue, and then have their
//! share. With exact estimates no job is ever late, and it is FSP.

use crate::registry::{Family, Row};
use crate::server::parts::{Known, Shares, SizeBased, VirtualQueue, WithHead};
use crate::server::{Config, Fault, Observer, Outcome, Servers, engine};
use crate::workload::Workload;

pub const ROW: Row = Row {
    key: "fspe+ps",
    name: "FSPE+PS",
    full: "fair sojourn protocol on estimates, with processor sharing of late jobs",
    family: Family::Estimated,
    preemptive: true,
    line: "FSPE; while any job is late, the late ones alone share equally",
    source: "Pastorelli, HFSP thesis, Algorithm 2; Dell'Amico et al. 2014",
};

pub const SERVERS: Servers = Servers::One("the virtual queue of FSP stands for one server shared by all jobs");

pub fn run<O: Observer>(config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
    let jobs = workload.len();
    let policy = SizeBased::new(VirtualQueue::new(Known::Estimate, false, jobs), Shares::equal(jobs, 1), WithHead::No);
    engine::run(config, workload, policy, observer)
}
