//! Gittins: the least cost of a completion first.
//!
//! What is known of a job is its estimate, and that it has not completed with the service it has had: so its size has a conditional law.
//! Serve it for Δ longer, and it costs E\[min(S − a, Δ)\] of service to complete it with probability P(S − a ≤ Δ); the rank is the
//! least ratio of the two over all Δ, and the job of least rank runs. In the M/G/1 queue no policy that sees estimates, ages and
//! arrivals has a lower mean sojourn time, if the law that the ranks are made of is that of the jobs. With exact estimates it is SRPT.
//!
//! The law of sizes and the spread of errors are those from which jobs are drawn. Errors that are not log-normal are taken for
//! log-normal ones of the same mean and spread. Of a trace the law is that of its own sizes, the errors those of its estimates: more
//! than a scheduler could know.

use crate::formula::{Shape, Ties};
use crate::registry::{Family, Parameter, Row};
use crate::server::engine;
use crate::server::model::{Gittins, Model};
use crate::server::ranked::Exact;
use crate::server::scheduler::Fault;
use crate::server::{Config, Observer, Outcome, Servers};
use crate::workload::{Job, Workload};

pub const ROW: Row = Row {
    key: "gittins",
    name: "Gittins",
    full: "Gittins’ index",
    family: Family::Estimated,
    preemptive: true,
    line: "least service per completion first, by the law of sizes given estimate and age",
    source: "Gittins 1989; Scully, Harchol-Balter & Scheller-Wolf 2018",
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
    |_, job| Gittins(model.ranks(job.estimate))
}
