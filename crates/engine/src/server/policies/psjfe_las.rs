//! PSJFE+LAS: PSJFE whose late jobs are ranked by attained service.
//!
//! The rank of a job of estimate ŝ and age a is max(ŝ, a): its estimate until it has attained that much, and from then on what
//! it has attained, the least first. What has turned out to be larger than a job's estimate cannot be delayed by it any
//! longer, so the policy hedges between PSJFE, which it is for exact estimates, and LAS, which it is for estimates of 0.

use crate::formula::{Shape, Ties};
use crate::registry::{Family, Row};
use crate::server::ranked::{Curve, Exact};
use crate::server::scheduler::Fault;
use crate::server::{Config, Observer, Outcome, Servers, engine};
use crate::workload::{Job, Workload};

pub const ROW: Row = Row {
    key: "psjfe+las",
    name: "PSJFE+LAS",
    full: "preemptive shortest job first on estimates, then least attained service",
    family: Family::Estimated,
    preemptive: true,
    line: "least original estimate first, or attained service where that is more",
    source: "a hedge between PSJFE and LAS, in the class SOAP of Scully, Harchol-Balter & Scheller-Wolf 2018",
};

pub const SERVERS: Servers = Servers::One("its rank can rise");

pub fn run<O: Observer>(config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
    engine::run(config, workload, Exact::new(workload.len(), Shape::Pieces, Ties::Fcfs, curve), observer)
}

fn curve(_: u32, job: &Job) -> Hedge {
    Hedge { estimate: job.estimate }
}

#[derive(Debug)]
struct Hedge {
    estimate: f64,
}

impl Curve for Hedge {
    fn rank(&self, age: f64) -> f64 {
        age.max(self.estimate)
    }

    fn kinks(&self, age: f64, visit: &mut dyn FnMut(f64)) {
        visit(age - self.estimate);
    }
}
