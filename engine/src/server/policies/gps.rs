//! GPS: generalised processor sharing.
//!
//! Every job has a share of the server in proportion to its weight. With equal weights it is PS.

use crate::registry::{Dash, Family, Hue, Look, Row, Servers};
use crate::server::parts::{Blind, Shares};
use crate::server::{Config, Observer, Outcome, engine};
use crate::workload::Workload;

pub const ROW: Row = Row {
    key: "gps",
    name: "GPS",
    family: Family::Blind,
    preemptive: true,
    line: "shares in proportion to weights",
    source: "Parekh & Gallager 1993; Dell'Amico, PSBS, section 5",
    servers: Servers::One("a weighted share may exceed one of several servers"),
    look: Look { hue: Hue::Blue, dash: Dash::Dashed },
};

pub fn run<O: Observer>(config: &Config, workload: &Workload, observer: &mut O) -> Outcome {
    let jobs = workload.len();
    engine::run(config, workload, Blind(Shares::by_weight(jobs)), observer)
}
