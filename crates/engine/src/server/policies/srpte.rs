//! SRPTE: SRPT on estimates.
//!
//! The job with the least remaining estimate (estimate − attained service) runs. An over-estimated job harms only
//! itself. An under-estimated one turns *late*: its remaining estimate falls to zero and below, no newcomer can have less,
//! and so it blocks the server until its true size is done.

use crate::registry::{Family, Row};
use crate::server::parts::{Known, Rank, Serial, ShortestFirst, ShortestOfMany, SizeBased, WithHead, in_turn};
use crate::server::{Config, Fault, Observer, Outcome, Servers, engine};
use crate::workload::Workload;

pub const ROW: Row = Row {
    key: "srpte",
    name: "SRPTE",
    full: "shortest remaining processing time, on estimates",
    family: Family::Estimated,
    preemptive: true,
    line: "least remaining estimate first; a late job blocks",
    source: "Pastorelli, HFSP thesis, section 3.1",
};

pub const SERVERS: Servers = Servers::Many;

pub fn run<O: Observer>(config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
    let jobs = workload.len();
    if config.servers == 1 {
        let order = ShortestFirst::new(Rank::Remaining, Known::Estimate, jobs);
        in_turn(config, workload, SizeBased::new(order, Serial::new(jobs, 1), WithHead::No), observer)
    } else {
        engine::run(config, workload, ShortestOfMany::new(Rank::Remaining, Known::Estimate, jobs, config.servers), observer)
    }
}
