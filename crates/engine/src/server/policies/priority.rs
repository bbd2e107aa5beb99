//! Priority: static priorities, with aging.
//!
//! A job's priority is its weight: the job with the greatest runs, of several the one that came first, and a job that
//! arrives with a greater one preempts it. Jobs of low priority can starve. The textbooks' remedy is aging: priorities
//! grow by `aging` a unit of time from the job's arrival on. That of the running job grows as well, since otherwise it
//! and the next would take turns ever faster as soon as they are level. So two jobs keep their order, and what aging
//! decides is how much of a head start a greater weight is worth: at 0 weights alone decide, for ever greater values it is
//! FIFO.
//!
//! With `preempt=off` a job that has started runs to its end.

use crate::registry::{Family, Parameter, Row};
use crate::server::parts::{ByKey, Turns, in_turn};
use crate::server::scheduler::Fault;
use crate::server::{Config, Observer, Outcome, Servers};
use crate::workload::{Job, Workload};

pub const ROW: Row = Row {
    key: "priority",
    name: "Priority",
    full: "",
    family: Family::Blind,
    preemptive: true,
    line: "greatest weight first; priorities may grow with age",
    source: "Silberschatz, Galvin & Gagne, Operating System Concepts, 10th edition, section 5.3.4",
};

pub const SERVERS: Servers = Servers::One("priorities are those of jobs at one server");

/// How priorities grow, and whether they interrupt.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    pub(crate) aging: f64,
    pub(crate) preempts: bool,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { aging: 0.0, preempts: true }
    }
}

pub fn parameters() -> Vec<Parameter<Parameters>> {
    vec![
        Parameter::number("aging", 0.0..=1e9, "by how much a priority grows in a unit of time; 0 unless given", |its, rate| {
            its.aging = rate;
        }),
        Parameter::switch("preempt", "whether a job that arrives may interrupt the one that runs; on unless given", |its, on| {
            its.preempts = on;
        }),
    ]
}

impl Parameters {
    /// What decides, least first.
    pub(crate) fn key(&self, job: &Job) -> f64 {
        self.aging * job.arrival - job.weight
    }

    pub fn run<O: Observer>(&self, config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
        let jobs = workload.len();
        let key = |job: &Job| self.key(job);
        let rule = ByKey::new(self.preempts, jobs, &key);
        in_turn(config, workload, Turns::new(rule, jobs), observer)
    }
}
