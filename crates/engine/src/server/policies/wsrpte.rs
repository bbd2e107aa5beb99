//! WSRPTE: SRPTE with weights.
//!
//! The job with the least remaining estimate ÷ weight runs; a job that arrives with less preempts it. Where waiting costs a
//! job's weight a unit of time, that serves first what costs most for what is left of it. With equal weights it is SRPTE, and
//! as there a job that has used up its estimate is never interrupted.
//!
//! On m servers the m jobs that rank first run.

use crate::formula::Preempt;
use crate::registry::{Family, Row};
use crate::server::parts::in_turn;
use crate::server::ranked::{Curve, Least};
use crate::server::scheduler::Fault;
use crate::server::{Config, Observer, Outcome, Servers};
use crate::workload::{Job, Workload};

pub const ROW: Row = Row {
    key: "wsrpte",
    name: "WSRPTE",
    full: "weighted shortest remaining processing time, on estimates",
    family: Family::Estimated,
    preemptive: true,
    line: "least remaining estimate ÷ weight first; a late job blocks",
    source: "after Smith 1956 and Schrage & Miller 1966",
};

pub const SERVERS: Servers = Servers::Many;

pub fn run<O: Observer>(config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
    in_turn(config, workload, Least::new(workload.len(), config.servers, Preempt::Always, curve), observer)
}

fn curve(_: u32, job: &Job) -> Left {
    Left { estimate: job.estimate, weight: job.weight }
}

#[derive(Debug)]
struct Left {
    estimate: f64,
    weight: f64,
}

impl Curve for Left {
    fn rank(&self, age: f64) -> f64 {
        (self.estimate - age) / self.weight
    }

    fn kinks(&self, _: f64, _: &mut dyn FnMut(f64)) {}
}
