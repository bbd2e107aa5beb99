//! SRPT: shortest remaining processing time.
//!
//! The job of which the least is left runs; a job that arrives with less preempts it. For exact sizes on one server no
//! policy has a smaller mean sojourn time, on any sequence of arrivals (Schrage 1968). It can starve large jobs.
//!
//! On m servers the m jobs of which the least is left run; nothing is promised about optimality there.

use crate::registry::{Family, Row};
use crate::server::parts::{Known, Rank, Serial, ShortestFirst, ShortestOfMany, SizeBased, WithHead, in_turn};
use crate::server::{Config, Fault, Observer, Outcome, Servers, engine};
use crate::workload::Workload;

pub const ROW: Row = Row {
    key: "srpt",
    name: "SRPT",
    full: "shortest remaining processing time",
    family: Family::Exact,
    preemptive: true,
    line: "least remaining size first",
    source: "Schrage & Miller 1966; Pastorelli, HFSP thesis, section 2.2.4",
};

pub const SERVERS: Servers = Servers::Many;

pub fn run<O: Observer>(config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
    let jobs = workload.len();
    if config.servers == 1 {
        let order = ShortestFirst::new(Rank::Remaining, Known::Size, jobs);
        in_turn(config, workload, SizeBased::new(order, Serial::new(jobs, 1), WithHead::No), observer)
    } else {
        engine::run(config, workload, ShortestOfMany::new(Rank::Remaining, Known::Size, jobs, config.servers), observer)
    }
}
