//! PSJF: preemptive shortest job first.
//!
//! As SRPT, but by the size a job had at arrival: a job does not gain rank by being served. Its mean sojourn time has a
//! closed form even when sizes are estimated (see [`super::psjfe`]).

use crate::registry::{Family, Row};
use crate::server::parts::{Known, Rank, Serial, ShortestFirst, ShortestOfMany, SizeBased, WithHead, in_turn};
use crate::server::{Config, Fault, Observer, Outcome, Servers, engine};
use crate::workload::Workload;

pub const ROW: Row = Row {
    key: "psjf",
    name: "PSJF",
    full: "preemptive shortest job first",
    family: Family::Exact,
    preemptive: true,
    line: "least original size first, preemptive",
    source: "Wierman & Harchol-Balter 2003",
};

pub const SERVERS: Servers = Servers::Many;

pub fn run<O: Observer>(config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
    let jobs = workload.len();
    if config.servers == 1 {
        let order = ShortestFirst::new(Rank::Original, Known::Size, jobs);
        in_turn(config, workload, SizeBased::new(order, Serial::new(jobs, 1), WithHead::No), observer)
    } else {
        engine::run(config, workload, ShortestOfMany::new(Rank::Original, Known::Size, jobs, config.servers), observer)
    }
}
