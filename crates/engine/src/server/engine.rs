//! The event loop that all policies of the server world share.

use super::guarded::Guarded;
use super::observer::{AnyObserver, Watching};
use super::{Config, Fault, Instant, JobState, Observer, Policy, Scheduler};
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
    outcome.map_err(|fault| SpecError::Stopped { policy: policy.to_string(), why: fault.told(workload) })
}

/// Runs `workload` under a scheduler of the caller's own until every job has completed.
///
/// As in [`simulate`], events at one instant are completions, then arrivals by id, then policy events.
///
/// # Errors
/// If the system of `config` is not one that there is, or if the scheduler does what no scheduler can: it completes a job that is not
/// there, or before its work can be done; lets time run backwards; waits for nothing while jobs are present; or has more events of
/// its own than 1000 in a row without progress, or 300,000 a job on average and 30 million in all.
pub fn simulate_with(
    config: &Config,
    workload: &Workload,
    scheduler: impl Scheduler,
    observer: &mut impl Observer,
) -> Result<Outcome, SpecError> {
    config.check_system()?;
    let outcome = run(config, workload, Guarded::new(config, workload, scheduler), observer);
    outcome.map_err(|fault| SpecError::Scheduler { why: fault.told(workload) })
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

    fn quiet(&self) -> f64 {
        if self.completed == self.jobs.len() {
            return f64::INFINITY;
        }
        let next = self.scheduler.next();
        let arrival = self.jobs.get(self.arrived).map_or(f64::INFINITY, |job| self.clock.until(job.arrival));
        arrival.min(next.completion).min(next.event)
    }

    fn for_each(&self, visit: &mut dyn FnMut(JobState)) {
        self.scheduler.for_each(self.jobs, visit);
    }
}
