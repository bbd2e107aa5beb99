//! SRPTE+LAS: SRPTE whose least attained late jobs share with the head of the others.
//!
//! While any job is late, the head of the others and the late jobs with the least attained service (those that tie for
//! it) share the server equally.

use crate::registry::{Family, Row};
use crate::server::parts::{Known, LeastAttained, Rank, ShortestFirst, SizeBased, WithHead};
use crate::server::{Config, Fault, Observer, Outcome, Servers, engine};
use crate::workload::Workload;

pub const ROW: Row = Row {
    key: "srpte+las",
    name: "SRPTE+LAS",
    full: "shortest remaining processing time on estimates, with least attained service first among late jobs",
    family: Family::Estimated,
    preemptive: true,
    line: "SRPTE; the least attained late jobs and the head of the others share equally",
    source: "Dell'Amico, PSBS, section 5.2",
};

pub const SERVERS: Servers = Servers::One("the late jobs' shares are defined on one server");

pub fn run<O: Observer>(config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
    let jobs = workload.len();
    let policy = SizeBased::new(ShortestFirst::new(Rank::Remaining, Known::Estimate, jobs), LeastAttained::new(jobs, 1), WithHead::Yes);
    engine::run(config, workload, policy, observer)
}
