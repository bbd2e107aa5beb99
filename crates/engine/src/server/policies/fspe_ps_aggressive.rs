//! FSPE+PS, aggressive: the late jobs never have the server to themselves.
//!
//! While any job is late, the late jobs *and* the job that FSP would serve among the others share equally, so late jobs
//! delay the others but never stop them all.

use crate::registry::{Family, Row};
use crate::server::parts::{Known, Shares, SizeBased, VirtualQueue, WithHead};
use crate::server::{Config, Fault, Observer, Outcome, Servers, engine};
use crate::workload::Workload;

pub const ROW: Row = Row {
    key: "fspe+ps-aggressive",
    name: "FSPE+PS aggressive",
    full: "fair sojourn protocol on estimates, with processor sharing of late jobs and the next",
    family: Family::Estimated,
    preemptive: true,
    line: "FSPE; the late jobs and the head of the others share equally",
    source: "Dell'Amico, PSBS, section 5.2",
};

pub const SERVERS: Servers = Servers::One("the virtual queue of FSP stands for one server shared by all jobs");

pub fn run<O: Observer>(config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
    let jobs = workload.len();
    let policy = SizeBased::new(VirtualQueue::new(Known::Estimate, false, jobs), Shares::equal(jobs, 1), WithHead::Yes);
    engine::run(config, workload, policy, observer)
}
