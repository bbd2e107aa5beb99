//! SRPT-B: SRPT on estimates, with a bounce.
//!
//! The rank of a job of estimate ŝ and age a is what is left of the estimate, ŝ − a, as under SRPTE; but once that is used up
//! the rank rises again as fast as it fell, to ŝ at the age 2ŝ, and stays there: max(ŝ − a, min(a − ŝ, ŝ)). So a job that was
//! believed to be small blocks the others only until it has proved to be larger than they are. Late jobs of equal rank share
//! the server while their ranks rise.
//!
//! With estimates in \[βs, αs\] the mean sojourn time is at most a function of α/β times that of SRPT, which tends to 1 as both
//! tend to 1; SRPTE has no such bound.

use crate::formula::{Shape, Ties};
use crate::registry::{Family, Row};
use crate::server::ranked::{Curve, Exact};
use crate::server::scheduler::Fault;
use crate::server::{Config, Observer, Outcome, Servers, engine};
use crate::workload::{Job, Workload};

pub const ROW: Row = Row {
    key: "srpt-b",
    name: "SRPT-B",
    full: "shortest remaining processing time on estimates, with ranks that bounce back",
    family: Family::Estimated,
    preemptive: true,
    line: "least remaining estimate first; the rank of a late job rises again as it is served",
    source: "Scully, Grosof & Mitzenmacher 2022, arXiv 2110.00633",
};

pub const SERVERS: Servers = Servers::One("its rank can rise");

pub fn run<O: Observer>(config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
    engine::run(config, workload, Exact::new(workload.len(), Shape::Pieces, Ties::Fcfs, curve), observer)
}

fn curve(_: u32, job: &Job) -> Bounce {
    Bounce { estimate: job.estimate }
}

/// The rank of a job with this estimate at some age.
pub fn rank(estimate: f64, age: f64) -> f64 {
    (estimate - age).max((age - estimate).min(estimate))
}

#[derive(Debug)]
struct Bounce {
    estimate: f64,
}

impl Curve for Bounce {
    fn rank(&self, age: f64) -> f64 {
        rank(self.estimate, age)
    }

    fn kinks(&self, age: f64, visit: &mut dyn FnMut(f64)) {
        visit(age - self.estimate);
        visit(age - 2.0 * self.estimate);
    }
}
