//! Gittins, blind: Gittins' rule for a scheduler that does not look at estimates.
//!
//! The rank of a job is the least service per completion, as under Gittins, but all that is known of a job is its age. Where the
//! hazard of the law of sizes falls with age (heavy tails) the rank rises, and it is LAS; where the hazard rises, a job that has
//! started keeps the server, and it is FIFO. For exponential sizes all blind policies are the same. No blind policy has a lower
//! mean sojourn time in the M/G/1 queue.

use crate::formula::{Shape, Ties};
use crate::registry::{Family, Parameter, Row};
use crate::server::engine;
use crate::server::model::{Gittins, Model};
use crate::server::ranked::Exact;
use crate::server::scheduler::Fault;
use crate::server::{Config, Observer, Outcome, Servers};
use crate::workload::{Job, Workload};

pub const ROW: Row = Row {
    key: "gittins-blind",
    name: "Gittins, blind",
    full: "Gittins’ index, without estimates",
    family: Family::Blind,
    preemptive: true,
    line: "least service per completion first, by the law of sizes given the age",
    source: "Gittins 1989; Aalto, Ayesta & Righter 2009",
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

fn curves<'a>(model: &'a Model) -> impl Fn(u32, &Job) -> Gittins<'a> {
    |_, _| Gittins(model.blind_ranks())
}
