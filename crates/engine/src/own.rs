//! Floor 3: jobs of one's own on one server, under a policy that is built in or one's own: what most programs begin with.
//!
//! [`simulate`] is [`server::simulate`] with the defaults, one server without a cost of switching and no observer, and gives back the jobs with
//! what became of each.

use crate::metrics::{Sorted, mean};
use crate::server::{self, Config, Policy, Scheduler, Silent};
use crate::workload::{Job, Workload};
use crate::world::SpecError;

/// A job, and what became of it. Times are in the unit of the workload.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Served {
    /// The job.
    pub job: Job,
    /// Completion − arrival.
    pub sojourn: f64,
}

impl Served {
    /// When it completed.
    pub fn completion(&self) -> f64 {
        self.job.arrival + self.sojourn
    }

    /// Sojourn time ÷ size: how many times longer it took than alone. At least 1.
    pub fn slowdown(&self) -> f64 {
        self.sojourn / self.job.size
    }
}

/// What a run came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    jobs: Vec<Served>,
    events: u64,
}

impl Outcome {
    fn of(workload: &Workload, outcome: &server::Outcome) -> Self {
        let served = |place: usize| Served { job: workload.jobs()[place], sojourn: outcome.sojourn[place] };
        Self { jobs: workload.given_order().map(served).collect(), events: outcome.events }
    }

    /// All jobs, in the order in which they were given.
    pub fn jobs(&self) -> &[Served] {
        &self.jobs
    }

    /// The job of this id.
    pub fn job(&self, id: u64) -> Option<&Served> {
        self.jobs.iter().find(|served| served.job.id == id)
    }

    /// Sojourn time of each job, in the order in which they were given.
    pub fn sojourns(&self) -> Vec<f64> {
        self.jobs.iter().map(|served| served.sojourn).collect()
    }

    /// Slowdown of each job, in the order in which they were given.
    pub fn slowdowns(&self) -> Vec<f64> {
        self.jobs.iter().map(Served::slowdown).collect()
    }

    /// Mean sojourn time.
    pub fn mean_sojourn(&self) -> f64 {
        mean(&self.sojourns())
    }

    /// Mean slowdown.
    pub fn mean_slowdown(&self) -> f64 {
        mean(&self.slowdowns())
    }

    /// Sojourn times in order, for [quantiles](Sorted::quantile).
    pub fn sorted_sojourns(&self) -> Sorted {
        Sorted::new(self.sojourns())
    }

    /// Slowdowns in order, for [quantiles](Sorted::quantile).
    pub fn sorted_slowdowns(&self) -> Sorted {
        Sorted::new(self.slowdowns())
    }

    /// Number of events handled: arrivals, completions, events of the policy.
    pub fn events(&self) -> u64 {
        self.events
    }
}

/// Runs `workload` on one server of speed 1 under a policy, until every job has completed.
///
/// # Errors
/// If a formula stops the policy, or if its quantum is so short that the run would take too many turns.
pub fn simulate(workload: &Workload, policy: &Policy) -> Result<Outcome, SpecError> {
    let outcome = server::simulate(&Config::default(), workload, policy, &mut Silent)?;
    Ok(Outcome::of(workload, &outcome))
}

/// Runs `workload` on one server of speed 1 under a rank of one's own: the job of least rank is served at every instant. `rank_of` gives, for
/// each job as it arrives, its rank as a continuous function of its age (attained service); a rank that jumps must be written as a
/// [formula](crate::formula).
///
/// ```
/// use schedscope::{Job, Workload, simulate_rank};
///
/// let workload = Workload::new([Job::new(0.0, 10.0), Job::new(1.0, 2.0)])?;
/// // Shortest remaining time first.
/// let outcome = simulate_rank(&workload, |job| {
///     let size = job.size;
///     move |age| size - age
/// })?;
/// assert_eq!(outcome.sojourns(), [12.0, 2.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`server::simulate_rank`].
pub fn simulate_rank<R: Fn(f64) -> f64>(workload: &Workload, rank_of: impl Fn(&Job) -> R) -> Result<Outcome, SpecError> {
    let outcome = server::simulate_rank(workload, rank_of, &mut Silent)?;
    Ok(Outcome::of(workload, &outcome))
}

/// The same under a [`Scheduler`] of one's own.
///
/// # Errors
/// As [`server::simulate_with`].
pub fn simulate_with(workload: &Workload, scheduler: impl Scheduler) -> Result<Outcome, SpecError> {
    let outcome = server::simulate_with(&Config::default(), workload, scheduler, &mut Silent)?;
    Ok(Outcome::of(workload, &outcome))
}
