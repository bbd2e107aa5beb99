//! The worker's side of *Compare*: replications of policies of the server world, one part after the other.

use super::ticker::Ticker;
use crate::experiment::{Cell, Magnifier, Plan, Summary, Tally, choices, exact_means, exact_slowdowns, order_of_size};
use crate::page::protocol::{Fault, Part, Results, Theory};
use schedscope_engine::workload::Workload;

/// A plan, and what has been done of it.
pub struct Bench {
    plan: Plan,
    /// Jobs that were drawn: other policies of this worker will want them, too.
    drawn: Vec<Drawn>,
    /// Policies by position.
    policies: Vec<Done>,
}

/// The jobs of a replication.
struct Drawn {
    replication: u32,
    workload: Workload,
    /// The counted ones in order of size.
    order: Vec<u32>,
}

/// What has been done of a policy.
#[derive(Default)]
struct Done {
    cells: Vec<Cell>,
    magnifier: Magnifier,
}

/// About so many sizes are asked of theory, as even as classes allow on a logarithmic axis.
const ASKED: f64 = 12.0;

impl Bench {
    /// Nothing has been done.
    pub fn new(plan: Plan) -> Self {
        let policies = plan.policies.iter().map(|_| Done::default()).collect();
        Self { plan, drawn: vec![], policies }
    }

    /// Does a part, and tells what is known after it if that is wanted.
    ///
    /// # Errors
    /// If the part does not follow on the one before.
    pub fn part(&mut self, position: u32, part: Part) -> Result<Option<Box<Results>>, Fault> {
        let Self { plan, drawn, policies } = self;
        let done = &mut policies[position as usize];
        if done.cells.len() != part.from as usize {
            return Err(Fault { field: None, message: "the parts of a simulation got out of order".to_owned() });
        }
        drawn.retain(|drawn| drawn.replication >= part.from);
        let mut ticker = Ticker::new(plan.source.jobs() as u64 * u64::from(part.to - part.from));
        for replication in part.from..part.to {
            let known = drawn.iter().position(|drawn| drawn.replication == replication).unwrap_or_else(|| {
                let workload = plan.workload(replication).into_owned();
                let order = order_of_size(&workload, plan.warmup);
                drawn.push(Drawn { replication, workload, order });
                drawn.len() - 1
            });
            let Drawn { workload, order, .. } = &drawn[known];
            let outcome = done.magnifier.run(plan, plan.policies[position as usize], workload, order, &mut ticker);
            done.cells.push(plan.cell(workload, &outcome));
            ticker.before += workload.len() as u64;
        }
        Ok(part.pooled.then(|| {
            let cells = if part.to == plan.scenario.replications { std::mem::take(&mut done.cells) } else { done.cells.clone() };
            let (summary, closeup) = (Summary::pool(cells), done.magnifier.closeup());
            Box::new(Results { summary, closeup, workload: plan.describe(), warnings: plan.warnings() })
        }))
    }

    /// What theory says of all policies, for sizes that this one has seen.
    pub fn theory(&self, position: u32) -> Theory {
        let classes = self.policies[position as usize].magnifier.closeup().by_size;
        let range = classes.first().zip(classes.last()).map_or(1.0, |((least, _), (most, _))| most / least);
        let apart = libm::pow(range, 1.0 / ASKED).max(1.5);
        let mut sizes: Vec<f64> = vec![];
        for (size, _) in &classes {
            if sizes.last().is_none_or(|last| *size >= last * apart) {
                sizes.push(*size);
            }
        }
        let scenario = &self.plan.scenario;
        let policies = choices(scenario).unwrap_or_default();
        Theory { means: exact_means(scenario, &policies), slowdowns: exact_slowdowns(scenario, &policies, &sizes) }
    }
}

/// All policies of a plan, each with all replications.
pub fn summaries(plan: &Plan) -> Vec<Summary> {
    let jobs = plan.source.jobs() as u64;
    let mut tallies = vec![Tally::default(); plan.policies.len()];
    let mut ticker = Ticker::new(jobs * tallies.len() as u64 * u64::from(plan.scenario.replications));
    for replication in 0..plan.scenario.replications {
        let workload = plan.workload(replication);
        for (policy, tally) in plan.policies.iter().zip(&mut tallies) {
            let outcome = plan.outcome(&workload, *policy, &mut ticker);
            tally.add(plan.cell(&workload, &outcome));
            ticker.before += jobs;
        }
    }
    tallies.into_iter().map(Tally::finish).collect()
}
