//! EDF: earliest deadline first.
//!
//! A job that arrives at r with the estimate ŝ should be done by r + slack · ŝ. The job whose deadline comes first runs, and
//! one that arrives with an earlier deadline preempts it. If any policy meets all deadlines this one does (Liu & Layland).
//! Without slack deadlines are arrivals, and it is FIFO; with ever more of it estimates alone count, and it is PSJFE.

use crate::registry::{Family, Parameter, Row};
use crate::server::parts::{ByKey, Turns, in_turn};
use crate::server::scheduler::Fault;
use crate::server::{Config, Observer, Outcome, Servers};
use crate::workload::{Job, Workload};

pub const ROW: Row = Row {
    key: "edf",
    name: "EDF",
    full: "earliest deadline first",
    family: Family::Estimated,
    preemptive: true,
    line: "earliest deadline first, arrival + slack · estimate",
    source: "Liu & Layland 1973; Silberschatz, Galvin & Gagne, Operating System Concepts, 10th edition, section 5.6.4",
};

pub const SERVERS: Servers = Servers::One("deadlines are met best on one server only");

/// How long jobs have.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    pub(crate) slack: f64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { slack: 2.0 }
    }
}

impl Parameters {
    /// When a job should be done.
    pub(crate) fn deadline(&self, job: &Job) -> f64 {
        job.arrival + self.slack * job.estimate
    }

    pub fn run<O: Observer>(&self, config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
        let jobs = workload.len();
        let key = |job: &Job| self.deadline(job);
        let rule = ByKey::new(true, jobs, &key);
        in_turn(config, workload, Turns::new(rule, jobs), observer)
    }
}

pub fn parameters() -> Vec<Parameter<Parameters>> {
    vec![Parameter::number("slack", 0.0..=1e9, "time from arrival to deadline ÷ estimate", |its, slack| its.slack = slack)]
}
