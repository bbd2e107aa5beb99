//! The worker's side of *Compare*: replications of policies, one part after the other, those of the server looked at closely.

use super::ticker::Ticker;
use schedscope::server::{Magnifier, order_of_size};
use schedscope_core::experiment::{Cell, Drawn, Plan, Run, ScenarioError, Study, Tally, replicate};
use schedscope_state::protocol::{Fault, Part, Results};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A study, and what has been done of it.
pub struct Bench {
    pub(super) study: Study,
    /// Jobs that were drawn: other policies of this worker will want them, too.
    pub(super) drawn: Mutex<Vec<(u32, Arc<Jobs>)>>,
    /// Policies by position.
    pub(super) policies: Vec<Done>,
}

/// The jobs of a replication.
pub(super) struct Jobs {
    pub(super) drawn: Drawn,
    /// The counted ones in order of size.
    pub(super) order: Vec<u32>,
}

/// What has been done of a policy.
#[derive(Default)]
pub(super) struct Done {
    tally: Tally,
    pub(super) magnifier: Magnifier,
}

/// What is behind a lock, which a worker's one thread never waits for.
pub fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Bench {
    /// Nothing has been done.
    pub fn new(study: Study) -> Self {
        let policies = study.choices().iter().map(|_| Done::default()).collect();
        Self { study, drawn: Mutex::default(), policies }
    }

    /// Runs a part, and sends the results so far if asked to.
    ///
    /// # Errors
    /// If the part does not follow on the one before.
    pub fn part(&mut self, position: u32, part: Part) -> Result<Option<Box<Results>>, Fault> {
        let Self { study, drawn, policies } = self;
        let Done { tally, magnifier } = &mut policies[position as usize];
        if tally.replications() != part.from {
            return Err(Fault { field: None, message: "the parts of a simulation arrived out of order".to_owned() });
        }
        held(drawn).retain(|(replication, _)| *replication >= part.from);
        let jobs = study.jobs() as u64;
        let watch = Mutex::new((&mut *magnifier, Ticker::new(jobs * u64::from(part.to - part.from))));
        let draw = |replication: u32| {
            let mut known = held(drawn);
            if let Some((_, jobs)) = known.iter().find(|(drawn, _)| *drawn == replication) {
                return jobs.clone();
            }
            let jobs = Arc::new(Jobs::new(study, replication));
            known.push((replication, jobs.clone()));
            jobs
        };
        let run = |jobs: &Arc<Jobs>, _: u32, policy: usize| {
            let (magnifier, ticker) = &mut *held(&watch);
            jobs.look(study, policy, magnifier, ticker)
        };
        let policy = position as usize;
        let add = |cells: Vec<Cell>| cells.into_iter().for_each(|cell| tally.add(cell));
        replicate(part.from..part.to, policy..policy + 1, draw, run, |_, cells| cells, add)?;
        Ok(part.pooled.then(|| {
            let served = matches!(study.plan(), Plan::Server(_));
            let series = tally.series(study, policy);
            // Theory is asked by itself: it may take longer than the simulation.
            let summary = tally.clone().finish_measured(study, policy);
            let closeup = served.then(|| magnifier.closeup());
            Box::new(Results { summary, series, closeup, workload: study.describe(), warnings: study.warnings() })
        }))
    }
}

impl Jobs {
    fn new(study: &Study, replication: u32) -> Self {
        let drawn = study.draw(replication);
        let order = match (study.plan(), &drawn) {
            (Plan::Server(plan), Drawn::Server(workload)) => order_of_size(workload, plan.warmup),
            _ => vec![],
        };
        Self { drawn, order }
    }

    /// Runs a policy, and looks at it closely where that can be done.
    fn look(&self, study: &Study, policy: usize, magnifier: &mut Magnifier, ticker: &mut Ticker) -> Result<Cell, ScenarioError> {
        let run = match (study.plan(), &self.drawn) {
            (Plan::Server(plan), Drawn::Server(workload)) => {
                let run = magnifier.run(plan, &plan.policies[policy], workload, &self.order, ticker);
                Run::Server(run.map_err(|error| ScenarioError::of(study.scenario().kind(), error))?)
            }
            (_, drawn) => study.run(drawn, policy, |completed| ticker.tick(completed))?,
        };
        ticker.before += study.jobs() as u64;
        Ok(study.cell(&self.drawn, &run))
    }
}
