//! The worker's side of *Compare*: replications of policies of the server world, one part after the other.

use crate::experiment::{Cell, Expected, Magnifier, Plan, Summary, order_of_size};
use crate::server::{Instant, Observer, Series};
use crate::web::protocol::{Fault, Part, Results};
use crate::web::worker::Ticker;
use crate::workload::Workload;
use std::collections::BTreeMap;

/// A plan, and what has been done of it.
pub struct Bench {
    plan: Plan,
    /// Jobs that were drawn, with the counted ones in order of size: other policies of this worker will want them, too.
    drawn: BTreeMap<u32, (Workload, Vec<u32>)>,
    /// Policies by position.
    policies: BTreeMap<u32, Done>,
}

/// What has been done of a policy.
#[derive(Default)]
struct Done {
    cells: Vec<Cell>,
    magnifier: Magnifier,
}

/// Sizes for which theory is asked: every so many-th class.
const EVERY: usize = 8;

impl Bench {
    /// Nothing has been done.
    pub fn new(plan: Plan) -> Self {
        Self { plan, drawn: BTreeMap::new(), policies: BTreeMap::new() }
    }

    /// Does a part, and tells what is known after it if that is wanted.
    ///
    /// # Errors
    /// If the part does not follow on the one before.
    pub fn part(&mut self, position: u32, part: Part) -> Result<Option<Box<Results>>, Fault> {
        let Self { plan, drawn, policies } = self;
        let done = policies.entry(position).or_default();
        if done.cells.len() != part.from as usize {
            return Err(Fault { field: None, message: "the parts of a simulation got out of order".to_owned() });
        }
        drawn.retain(|replication, _| *replication >= part.from);
        let mut ticker = Ticker::new(plan.source.jobs() as u64 * u64::from(part.to - part.from));
        for replication in part.from..part.to {
            let (workload, order) = drawn.entry(replication).or_insert_with(|| {
                let workload = plan.workload(replication).into_owned();
                let order = order_of_size(&workload, plan.warmup);
                (workload, order)
            });
            let mut watch = Watch { series: done.magnifier.observer(), ticker: &mut ticker };
            let outcome = plan.outcome(workload, plan.policies[position as usize], &mut watch);
            let series = watch.series;
            done.cells.push(plan.cell(workload, &outcome));
            done.magnifier.add(plan, workload, order, &outcome, series);
            ticker.before += workload.len() as u64;
        }
        Ok(part.pooled.then(|| {
            let cells = if part.to == plan.scenario.replications { std::mem::take(&mut done.cells) } else { done.cells.clone() };
            let (summary, closeup) = (Summary::pool(cells), done.magnifier.closeup());
            Box::new(Results { summary, closeup, workload: plan.describe(), warnings: plan.warnings() })
        }))
    }

    /// What theory expects of all policies, for sizes that this one has seen.
    pub fn expected(&self, position: u32) -> Vec<Option<Expected>> {
        let classes = self.policies.get(&position).map(|done| done.magnifier.closeup().by_size).unwrap_or_default();
        let sizes: Vec<f64> = classes.iter().skip(EVERY / 2).step_by(EVERY).map(|(size, _)| *size).collect();
        self.plan.policies.iter().map(|policy| self.plan.expected(*policy, &sizes)).collect()
    }
}

/// Reports progress, and watches if it is to.
struct Watch<'a> {
    series: Option<Series>,
    ticker: &'a mut Ticker,
}

impl Observer for Watch<'_> {
    fn instant(&mut self, instant: &impl Instant) {
        self.series.instant(instant);
    }

    fn progress(&mut self, completed: usize) {
        self.ticker.tick(completed);
    }
}
