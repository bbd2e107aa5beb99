//! PSJFE: PSJF on estimates.
//!
//! The job with the smallest estimate runs, whatever it has attained. An under-estimated job keeps the rank of its
//! estimate, so smaller newcomers still preempt it: simple and robust, and with an exact theory.

use crate::registry::{Family, Row};
use crate::server::parts::{Known, Rank, Serial, ShortestFirst, ShortestOfMany, SizeBased, WithHead, in_turn};
use crate::server::{Config, Fault, Observer, Outcome, Servers, engine};
use crate::workload::Workload;

pub const ROW: Row = Row {
    key: "psjfe",
    name: "PSJFE",
    full: "preemptive shortest job first, on estimates",
    family: Family::Estimated,
    preemptive: true,
    line: "least original estimate first, preemptive",
    source: "Mitzenmacher 2020",
};

pub const SERVERS: Servers = Servers::Many;

pub fn run<O: Observer>(config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
    let jobs = workload.len();
    if config.servers == 1 {
        let order = ShortestFirst::new(Rank::Original, Known::Estimate, jobs);
        in_turn(config, workload, SizeBased::new(order, Serial::new(jobs, 1), WithHead::No), observer)
    } else {
        engine::run(config, workload, ShortestOfMany::new(Rank::Original, Known::Estimate, jobs, config.servers), observer)
    }
}
