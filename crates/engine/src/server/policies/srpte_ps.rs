//! SRPTE+PS: SRPTE whose late jobs share with the head of the others.
//!
//! While any job is late, each late job and the job that SRPTE would serve among the others has a share of
//! 1 ÷ (1 + number of late jobs). The head must be served: under SRPTE only service makes a job's remaining estimate
//! fall, so if the late jobs had the server alone nothing new would run until they are done.

use crate::registry::{Family, Row};
use crate::server::parts::{Known, Rank, Shares, ShortestFirst, SizeBased, WithHead};
use crate::server::{Config, Fault, Observer, Outcome, Servers, engine};
use crate::workload::Workload;

pub const ROW: Row = Row {
    key: "srpte+ps",
    name: "SRPTE+PS",
    full: "shortest remaining processing time on estimates, with processor sharing of late jobs",
    family: Family::Estimated,
    preemptive: true,
    line: "SRPTE; the late jobs and the head of the others share equally",
    source: "Dell'Amico, PSBS, section 5.2",
};

pub const SERVERS: Servers = Servers::One("the late jobs' shares are defined on one server");

pub fn run<O: Observer>(config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
    let jobs = workload.len();
    let policy = SizeBased::new(ShortestFirst::new(Rank::Remaining, Known::Estimate, jobs), Shares::equal(jobs, 1), WithHead::Yes);
    engine::run(config, workload, policy, observer)
}
