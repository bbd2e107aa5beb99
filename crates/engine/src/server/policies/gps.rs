//! GPS: generalised processor sharing.
//!
//! Every job has a share of the server in proportion to its weight. With equal weights it is PS.

use crate::registry::{Family, Row};
use crate::server::parts::{Blind, Shares};
use crate::server::{Config, Fault, Observer, Outcome, Servers, engine};
use crate::workload::Workload;

pub const ROW: Row = Row {
    key: "gps",
    name: "GPS",
    full: "generalised processor sharing",
    family: Family::Blind,
    preemptive: true,
    line: "shares in proportion to weights",
    source: "Parekh & Gallager 1993; Dell'Amico, PSBS, section 5",
};

pub const SERVERS: Servers = Servers::One("a weighted share may exceed one of several servers");

pub fn run<O: Observer>(config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
    let jobs = workload.len();
    engine::run(config, workload, Blind(Shares::by_weight(jobs)), observer)
}
