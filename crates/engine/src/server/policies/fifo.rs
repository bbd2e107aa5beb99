//! FIFO: first in, first out.
//!
//! Jobs are served one at a time in the order of their arrival, each to its end. A small job that arrives behind a large
//! one waits for all of it, so the mean sojourn time grows with the *variance* of sizes (Pollaczek & Khinchine), and the
//! mean slowdown is infinite for Weibull sizes of shape ≤ 1. It is the fairest policy to the jobs that came first, and no
//! policy has a smaller mean where all jobs have the same size.
//!
//! On m servers the m oldest jobs run, each on one.

use crate::registry::{Family, Row};
use crate::server::parts::{Blind, Serial, in_turn};
use crate::server::{Config, Fault, Observer, Outcome, Servers};
use crate::workload::Workload;

pub const ROW: Row = Row {
    key: "fifo",
    name: "FIFO",
    full: "first in, first out",
    family: Family::Blind,
    preemptive: false,
    line: "in order of arrival",
    source: "Pastorelli, HFSP thesis, section 2.2.1",
};

pub const SERVERS: Servers = Servers::Many;

pub fn run<O: Observer>(config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
    let jobs = workload.len();
    in_turn(config, workload, Blind(Serial::new(jobs, config.servers)), observer)
}
