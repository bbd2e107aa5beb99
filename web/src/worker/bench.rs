//! The worker's side of *Compare*: replications of policies, one part after the other, those of the server looked at closely.

use super::ticker::Ticker;
use schedscope_core::experiment::{Cell, Drawn, OwnSummary, Plan, Run, ScenarioError, Study, Tally, replicate};
use schedscope_engine::server::{self, Magnifier, order_of_size};
use schedscope_page::protocol::{Fault, Part, Results, Theory};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A study, and what has been done of it.
pub struct Bench {
    study: Study,
    /// Jobs that were drawn: other policies of this worker will want them, too.
    drawn: Mutex<Vec<(u32, Arc<Jobs>)>>,
    /// Policies by position.
    policies: Vec<Done>,
}

/// The jobs of a replication.
struct Jobs {
    drawn: Drawn,
    /// The counted ones in order of size.
    order: Vec<u32>,
}

/// What has been done of a policy.
#[derive(Default)]
struct Done {
    tally: Tally,
    magnifier: Magnifier,
}

/// About how many classes are asked of theory, as even as classes allow on a logarithmic axis.
const ASKED: f64 = 12.0;
/// Jobs of a class that theory is asked about, evenly spaced in order of size.
const MEMBERS: usize = 8;

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
            let summary = if served {
                tally.clone().finish_with(OwnSummary::Server(server::Report::default()))
            } else {
                tally.clone().finish(study, policy)
            };
            let closeup = served.then(|| magnifier.closeup());
            Box::new(Results { summary, series, closeup, workload: study.describe(), warnings: study.warnings() })
        }))
    }

    /// What theory says of all policies, and of classes of jobs that this one has seen: it averages over a class as the line does
    /// beside which it stands.
    pub fn theory(&self, position: u32) -> Theory {
        let Plan::Server(plan) = self.study.plan() else { return Theory::default() };
        let classes = self.policies[position as usize].magnifier.closeup().by_size;
        let range = classes.first().zip(classes.last()).map_or(1.0, |((least, _), (most, _))| most / least);
        let apart = libm::pow(range, 1.0 / ASKED).max(1.5);
        let drawn = held(&self.drawn);
        let sized = drawn
            .first()
            .and_then(|(_, jobs)| Some((&jobs.order, if let Drawn::Server(workload) = &jobs.drawn { workload } else { return None })));
        let members = |class: usize| -> Vec<f64> {
            let Some((order, workload)) = sized else { return vec![] };
            let (from, to) = (class * order.len() / classes.len(), (class + 1) * order.len() / classes.len());
            let evenly = (0..MEMBERS.min(to - from)).map(|k| from + (2 * k + 1) * (to - from) / (2 * MEMBERS.min(to - from)));
            evenly.map(|place| workload.jobs()[order[place] as usize].size).collect()
        };
        let (mut asked, mut last) = (vec![], 0.0);
        for (class, (size, _)) in classes.iter().enumerate() {
            if *size >= last * apart {
                asked.push(members(class));
                last = *size;
            }
        }
        let bound = plan.bound();
        Theory {
            means: plan.policies.iter().map(|policy| plan.exact_mean(policy)).collect(),
            bound: bound.ok(),
            unbounded: bound.err().map(str::to_owned),
            slowdowns: plan.exact_slowdowns(&asked),
        }
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
