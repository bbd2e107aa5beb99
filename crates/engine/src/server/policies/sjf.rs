//! SJF: shortest job first, not preemptive.
//!
//! Whenever the server is free the smallest job starts and runs to its end. The textbook baseline between FIFO and SRPT:
//! a small job no longer waits for the large ones in the queue, but still for the large one in service.

use crate::registry::{Family, Row};
use crate::server::parts::{Known, Rank, Serial, ShortestFirst, ShortestOfMany, SizeBased, WithHead, in_turn};
use crate::server::{Config, Fault, Observer, Outcome, Servers, engine};
use crate::workload::Workload;

pub const ROW: Row = Row {
    key: "sjf",
    name: "SJF",
    full: "shortest job first",
    family: Family::Exact,
    preemptive: false,
    line: "least size first, never interrupted",
    source: "Conway, Maxwell & Miller, Theory of Scheduling, 1967",
};

pub const SERVERS: Servers = Servers::Many;

pub fn run<O: Observer>(config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
    let jobs = workload.len();
    if config.servers == 1 {
        let order = ShortestFirst::new(Rank::OriginalToTheEnd, Known::Size, jobs);
        in_turn(config, workload, SizeBased::new(order, Serial::new(jobs, 1), WithHead::No), observer)
    } else {
        engine::run(config, workload, ShortestOfMany::new(Rank::OriginalToTheEnd, Known::Size, jobs, config.servers), observer)
    }
}
