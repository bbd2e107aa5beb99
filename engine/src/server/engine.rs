//! The event loop that all policies of the server world share.

use super::observer::{AnyObserver, Watching};
use super::{Config, Instant, JobState, Observer, Policy};
use crate::sim::{Clock, ROUNDING, TIE};
use crate::workload::{Job, Workload};
use crate::world::{SpecError, check};

/// What a run came to, job by job.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Outcome {
    /// Sojourn time (completion − arrival) of each job, in the order of [`Workload::jobs`].
    pub sojourn: Vec<f64>,
    /// Number of events handled: arrivals, completions, policy events.
    pub events: u64,
}

/// Why a run cannot go on: a formula gives something that no scheduler can follow.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// Position of the job in [`Workload::jobs`] about which it happens.
    pub job: u32,
    /// Its attained service.
    pub age: f64,
    /// Simulated time; the engine fills it in.
    pub time: f64,
    /// What is wrong: "its rank is NaN".
    pub what: String,
}

impl Fault {
    /// The same for a reader who knows the jobs and the policy.
    fn told(self, workload: &Workload, policy: &Policy) -> SpecError {
        let Self { job, age, time, what } = self;
        let Job { id, estimate, .. } = workload.jobs()[job as usize];
        let id = workload.ids().of(id).into_owned();
        SpecError::Stopped { policy: policy.to_string(), why: format!("at t = {time}, with job {id} (est {estimate}, age {age}): {what}") }
    }
}

/// When a scheduler next has something to do, as times from now; infinite for never.
#[derive(Clone, Copy, Debug)]
pub(super) struct Next {
    pub completion: f64,
    /// The policy's own event: a job turns late, leaves the virtual queue, catches up with another.
    pub event: f64,
    /// How much the time of that event can be off by rounding: an arrival within it goes first.
    pub slack: f64,
}

impl Next {
    pub const NEVER: Self = Self { completion: f64::INFINITY, event: f64::INFINITY, slack: 0.0 };
}

/// A policy at work. Jobs are known by their position in [`Workload::jobs`], which is also their rank in a tie.
///
/// Between two calls of anything else all rates are constant: the engine asks when that ends ([`next`](Self::next)),
/// lets the time pass ([`advance`](Self::advance)) and then reports what has happened.
pub(super) trait Scheduler {
    /// A job enters.
    fn arrive(&mut self, index: u32, job: &Job);
    /// When something will happen if nothing arrives.
    fn next(&self) -> Next;
    /// Lets time pass: until what `next` announced and, but for rounding, no longer.
    fn advance(&mut self, dt: f64);
    /// Takes out one job whose work is done, if there is one.
    fn complete(&mut self) -> Option<u32>;
    /// Handles the policy event that is due now.
    fn act(&mut self, jobs: &[Job]);
    /// Whether servers work if there are jobs for them; not while a server turns from one job to another.
    fn works(&self) -> bool {
        true
    }
    /// Number of late jobs.
    fn late(&self) -> usize;
    /// Why it cannot go on, if so.
    fn fault(&self) -> Option<Fault> {
        None
    }
    /// Visits every job the policy holds. For watching.
    fn for_each(&self, jobs: &[Job], visit: &mut dyn FnMut(JobState));
}

/// Runs `workload` under `policy` until every job has completed.
///
/// Deterministic and single-threaded. Events at one instant: completions, then arrivals by id, then policy events.
///
/// # Errors
/// If `policy` is not defined on the system of `config`, if a formula stops it, or if its turns are too short for such large jobs.
pub fn simulate(config: &Config, workload: &Workload, policy: &Policy, observer: &mut impl Observer) -> Result<Outcome, SpecError> {
    follow(config, workload, policy, observer)
}

/// The same for an observer of any type, so that it is compiled here and once.
fn follow(config: &Config, workload: &Workload, policy: &Policy, observer: &mut dyn AnyObserver) -> Result<Outcome, SpecError> {
    config.check(policy)?;
    let kind = policy.kind();
    if let Some(turn) = kind.turn() {
        check::turns(policy, turn, workload.jobs().iter().map(|job| job.size).sum(), workload.len())?;
    }
    let outcome = if observer.watches() {
        kind.run(config, workload, &mut Watching::<true>(observer))
    } else {
        kind.run(config, workload, &mut Watching::<false>(observer))
    };
    outcome.map_err(|fault| fault.told(workload, policy))
}

const PROGRESS_EVERY: usize = 1 << 16;

pub(super) fn run<S: Scheduler, O: Observer>(
    config: &Config,
    workload: &Workload,
    mut scheduler: S,
    observer: &mut O,
) -> Result<Outcome, Fault> {
    let jobs = workload.jobs();
    let mut outcome = Outcome { sojourn: vec![0.0; jobs.len()], events: 0 };
    let mut clock = Clock::at(jobs.first().map_or(0.0, |j| j.arrival));
    let (mut arrived, mut completed) = (0, 0);
    let mut backlog = 0.0;
    let servers = config.servers as usize;
    while completed < jobs.len() {
        if let Some(fault) = scheduler.fault() {
            return Err(Fault { time: clock.now(), ..fault });
        }
        let next = scheduler.next();
        let arrival = jobs.get(arrived).map_or(f64::INFINITY, |j| clock.until(j.arrival));
        let rounding = (TIE * next.completion).min(ROUNDING * clock.now().abs());
        let arrives = arrival <= next.completion + rounding && arrival <= next.event + next.slack;
        let acts = !arrives && next.event < next.completion;
        let dt = if arrives { arrival } else { next.completion.min(next.event) };
        debug_assert!(dt.is_finite() && dt >= 0.0, "a job is present and nothing will happen");
        if O::WATCHES && scheduler.works() {
            // No policy leaves a server idle while a job could use it.
            let busy = servers.min(arrived - completed) as f64 / servers as f64;
            backlog -= dt * busy;
        }
        scheduler.advance(dt);
        if arrives {
            clock = Clock::at(jobs[arrived].arrival);
        } else {
            clock.advance(dt);
        }
        while let Some(index) = scheduler.complete() {
            let job = &jobs[index as usize];
            // Rounding may lose a unit in the last place; no job can be faster than its own size.
            outcome.sojourn[index as usize] = clock.since(job.arrival).max(job.size);
            outcome.events += 1;
            completed += 1;
            if completed % PROGRESS_EVERY == 0 {
                observer.progress(completed);
            }
        }
        if arrives {
            let instant = jobs[arrived].arrival;
            while let Some(job) = jobs.get(arrived).filter(|j| j.arrival == instant) {
                scheduler.arrive(arrived as u32, job);
                outcome.events += 1;
                arrived += 1;
                backlog += job.size;
            }
        } else if acts {
            scheduler.act(jobs);
            outcome.events += 1;
        }
        if O::WATCHES {
            backlog = if arrived == completed { 0.0 } else { backlog.max(0.0) };
            observer.instant(&Now { scheduler: &scheduler, clock, jobs, arrived, completed, backlog });
        }
    }
    observer.progress(completed);
    Ok(outcome)
}

struct Now<'a, S> {
    scheduler: &'a S,
    clock: Clock,
    jobs: &'a [Job],
    arrived: usize,
    completed: usize,
    backlog: f64,
}

impl<S: Scheduler> Instant for Now<'_, S> {
    fn time(&self) -> f64 {
        self.clock.now()
    }

    fn arrived(&self) -> usize {
        self.arrived
    }

    fn present(&self) -> usize {
        self.arrived - self.completed
    }

    fn late(&self) -> usize {
        self.scheduler.late()
    }

    fn backlog(&self) -> f64 {
        self.backlog
    }

    fn for_each(&self, visit: &mut dyn FnMut(JobState)) {
        self.scheduler.for_each(self.jobs, visit);
    }
}
