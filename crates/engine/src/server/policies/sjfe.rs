//! SJFE: SJF on estimates.
//!
//! Whenever the server is free the job with the smallest estimate starts and runs to its end.

use crate::registry::{Family, Row};
use crate::server::parts::{Known, Rank, Serial, ShortestFirst, ShortestOfMany, SizeBased, WithHead, in_turn};
use crate::server::{Config, Fault, Observer, Outcome, Servers, engine};
use crate::workload::Workload;

pub const ROW: Row = Row {
    key: "sjfe",
    name: "SJFE",
    full: "shortest job first, on estimates",
    family: Family::Estimated,
    preemptive: false,
    line: "least estimate first, never interrupted",
    source: "Mitzenmacher 2020",
};

pub const SERVERS: Servers = Servers::Many;

pub fn run<O: Observer>(config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
    let jobs = workload.len();
    if config.servers == 1 {
        let order = ShortestFirst::new(Rank::OriginalToTheEnd, Known::Estimate, jobs);
        in_turn(config, workload, SizeBased::new(order, Serial::new(jobs, 1), WithHead::No), observer)
    } else {
        engine::run(config, workload, ShortestOfMany::new(Rank::OriginalToTheEnd, Known::Estimate, jobs, config.servers), observer)
    }
}
