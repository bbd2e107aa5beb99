//! PS: processor sharing.
//!
//! Every job has the same share of the server. The reference of fairness: under Poisson arrivals a job of size x spends
//! x ÷ (1 − load) in the system whatever the distribution of sizes, so the expected slowdown is the same for all.
//!
//! On m servers a job uses at most one: n jobs have a share of min(1/m, 1/n) each.

use crate::registry::{Family, Row};
use crate::server::parts::{Blind, Shares};
use crate::server::{Config, Fault, Observer, Outcome, Servers, engine};
use crate::workload::Workload;

pub const ROW: Row = Row {
    key: "ps",
    name: "PS",
    full: "processor sharing",
    family: Family::Blind,
    preemptive: true,
    line: "equal shares for all",
    source: "Pastorelli, HFSP thesis, section 2.2.2; Kleinrock, Queueing Systems II",
};

pub const SERVERS: Servers = Servers::Many;

pub fn run<O: Observer>(config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
    let jobs = workload.len();
    engine::run(config, workload, Blind(Shares::equal(jobs, config.servers)), observer)
}
