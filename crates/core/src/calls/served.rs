use super::{Jobs, Refusal};
use crate::experiment::{SystemKind, choices};
use schedscope::Workload;
use schedscope::metrics::mean;
use schedscope::server::{self, Config, Instant, Observer, Outcome, Policy};
use schedscope::world::SpecError;
use std::fmt::Display;

/// What comes of each job, in the order in which they were given.
#[derive(Clone, Debug, PartialEq)]
pub struct Times {
    /// Completion − arrival.
    pub sojourn: Vec<f64>,
    /// Sojourn time ÷ size.
    pub slowdown: Vec<f64>,
    /// Mean sojourn time.
    pub mean: f64,
}

impl Times {
    /// Of the jobs of a run.
    pub fn of(workload: &Workload, outcome: &Outcome) -> Self {
        let sojourn: Vec<f64> = workload.given_order().map(|place| outcome.sojourn[place]).collect();
        let slowdown = workload.given_order().map(|place| outcome.sojourn[place] / workload.jobs()[place].size).collect();
        Self { sojourn, slowdown, mean: mean(&outcome.sojourn) }
    }
}

/// The policy of the server that is written so.
///
/// # Errors
/// If there is none.
pub fn policy(text: &str) -> Result<Policy, Refusal> {
    // What is said of a policy that this world does not have is best said by those who know all worlds.
    choices(SystemKind::Server, &[text.to_owned()])?;
    text.parse().map_err(|error| SpecError::Policy(error).into())
}

/// So many servers; `asked` is what was found, and `whole` that as a whole number, if it is one.
///
/// # Errors
/// If there cannot be so many.
pub fn servers(asked: impl Display, whole: Option<u32>) -> Result<u32, Refusal> {
    let most = Config::MOST_SERVERS;
    let allowed = || format!("a whole number from 1 to {most}");
    whole.filter(|servers| (1..=most).contains(servers)).ok_or_else(|| Refusal::of("servers", asked.to_string(), &allowed()))
}

/// Simulates jobs on so many servers; `done` hears of jobs that are complete.
///
/// # Errors
/// If a job has a value that it may not have, or if the policy cannot go on.
pub fn simulate(jobs: Jobs, policy: &Policy, servers: u32, done: impl FnMut(u64)) -> Result<Times, Refusal> {
    let workload = jobs.workload()?;
    let config = Config { servers, ..Config::default() };
    let outcome = server::simulate(&config, &workload, policy, &mut Progress { done, seen: 0 })?;
    Ok(Times::of(&workload, &outcome))
}

/// Tells how many jobs are complete, and sees nothing else.
struct Progress<F> {
    done: F,
    seen: usize,
}

impl<F: FnMut(u64)> Observer for Progress<F> {
    const WATCHES: bool = false;

    fn instant(&mut self, _: &impl Instant) {}

    fn progress(&mut self, completed: usize) {
        (self.done)((completed - self.seen) as u64);
        self.seen = completed;
    }
}
