//! SERPT: shortest expected remaining processing time first.
//!
//! What is known of a job is its estimate, and that it has not completed with the service it has had. The job with the least mean of
//! what remains, given both, runs. It is what SRPT would do if means were sizes; that a job might complete soon, or never, does not
//! count. Gittins' rule counts it: its ranks are never above these, and its mean sojourn time is lower, though seldom by much.

use crate::formula::{Shape, Ties};
use crate::registry::{Family, Parameter, Row};
use crate::server::engine;
use crate::server::model::{Model, Remaining};
use crate::server::ranked::Exact;
use crate::server::scheduler::Fault;
use crate::server::{Config, Observer, Outcome, Servers};
use crate::workload::{Job, Workload};

pub const ROW: Row = Row {
    key: "serpt",
    name: "SERPT",
    full: "shortest expected remaining processing time",
    family: Family::Estimated,
    preemptive: true,
    line: "least mean remaining size first, by the law of sizes given estimate and age",
    source: "Scully, Harchol-Balter & Scheller-Wolf 2018 (as SERPT)",
};

pub const SERVERS: Servers = Servers::One("its rank can rise");

/// What it knows of the law of the jobs; of these themselves, if nothing is said.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Parameters {
    pub(crate) model: Option<Model>,
}

pub fn parameters() -> Vec<Parameter<Parameters>> {
    vec![]
}

impl Parameters {
    pub fn run<O: Observer>(&self, config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
        let model = &self.model.clone().unwrap_or_else(|| Model::of_jobs(workload));
        engine::run(config, workload, Exact::new(workload.len(), Shape::General, Ties::Fcfs, curves(model)), observer)
    }
}

fn curves<'a>(model: &'a Model) -> impl Fn(u32, &Job) -> Remaining<'a> {
    |_, job| Remaining(model.ranks(job.estimate))
}
