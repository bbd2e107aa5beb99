//! WPSJFE: PSJFE with weights.
//!
//! The job with the least estimate ÷ weight runs; a job that arrives with less preempts it. Every unit of time in which a
//! job waits costs its weight, and this is Smith's rule: what costs most for its size goes first. For exponential sizes
//! and exact mean sizes of classes it is the cµ rule. With equal weights it is PSJFE.

use crate::registry::{Family, Row};
use crate::server::parts::{ByKey, Turns, in_turn};
use crate::server::scheduler::Fault;
use crate::server::{Config, Observer, Outcome, Servers};
use crate::workload::Workload;

pub const ROW: Row = Row {
    key: "wpsjfe",
    name: "WPSJFE",
    full: "weighted preemptive shortest job first, on estimates",
    family: Family::Estimated,
    preemptive: true,
    line: "least original estimate ÷ weight first",
    source: "Smith 1956; Cox & Smith 1961",
};

pub const SERVERS: Servers = Servers::One("Smith's rule is that of one server");

pub fn run<O: Observer>(config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
    let jobs = workload.len();
    let rule = ByKey::new(true, jobs, &|job| job.estimate / job.weight);
    in_turn(config, workload, Turns::new(rule, jobs), observer)
}
