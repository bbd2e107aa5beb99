//! The interface of a policy of the server world at work.

use super::JobState;
use crate::workload::{Job, Workload};

/// Why a run cannot go on: a scheduler cannot decide, for example because a formula gives NaN, or decides what cannot be done.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// Position of the job in [`Workload::jobs`] about which it happens.
    pub job: u32,
    /// Its attained service, where the decision depends on it.
    pub age: Option<f64>,
    /// Simulated time; the engine fills it in, so that a scheduler may leave it 0.
    pub time: f64,
    /// What is wrong: "its rank is NaN".
    pub what: String,
}

impl Fault {
    /// The same in words for a reader who knows the jobs.
    pub(super) fn told(self, workload: &Workload) -> String {
        let Self { job, age, time, what } = self;
        let Job { id, estimate, .. } = workload.jobs()[job as usize];
        let id = workload.ids().of(id).into_owned();
        let age = age.map(|age| format!(", age {age}")).unwrap_or_default();
        format!("at t = {time}, with job {id} (est {estimate}{age}): {what}")
    }
}

/// When a scheduler next has something to do, as times from now; infinite for never.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Next {
    /// Until a job completes.
    pub completion: f64,
    /// Until the policy's own event: a job turns late, leaves the virtual queue, catches up with another.
    pub event: f64,
    /// How much `event` can be off by rounding: an arrival that is at most this much later goes first.
    pub slack: f64,
}

impl Next {
    /// Nothing will happen.
    pub const NEVER: Self = Self { completion: f64::INFINITY, event: f64::INFINITY, slack: 0.0 };
}

/// A policy at work. Jobs are known by their position in [`Workload::jobs`]; of two that are equal, the one with the lower position goes
/// first.
///
/// Rates change only when jobs arrive or complete and at the policy's own events. From one such instant to the next the engine asks when
/// that is ([`next`](Self::next)), lets the time pass ([`advance`](Self::advance)), takes out the jobs whose work is done
/// ([`complete`](Self::complete)), and then says what has happened: jobs arrive, one by one in order of position, or the policy's own event
/// is due. A scheduler divides a total speed of 1 among the jobs present, on m servers at most 1/m to each, leaves no speed unused that a
/// job could use, and keeps account of what is left of each. What is left is done when it is at most [`TIE`](crate::sim::TIE) × size.
///
/// [`simulate_with`](super::simulate_with) runs one, also by reference, so that its state can be read after the run. The example
/// `own_policy` is last come, first served.
pub trait Scheduler {
    /// A job enters.
    fn arrive(&mut self, index: u32, job: &Job);
    /// When something will happen if nothing arrives.
    fn next(&self) -> Next;
    /// Lets this much time pass; but for rounding, never more than `next` announced.
    fn advance(&mut self, dt: f64);
    /// Takes out one job whose work is done, if there is one; it is asked until there is none.
    fn complete(&mut self) -> Option<u32>;
    /// Handles the policy event that is due now. Nothing for a policy that announces none.
    fn act(&mut self, _jobs: &[Job]) {}
    /// False while a server turns from one job to another.
    fn works(&self) -> bool {
        true
    }
    /// Number of late jobs: those that have had more service than their estimate, or the policy's notion of it.
    fn late(&self) -> usize {
        0
    }
    /// Why it cannot go on, if so; the run then ends.
    fn fault(&self) -> Option<Fault> {
        None
    }
    /// Visits every job the policy holds, with its share and what is left of it from now on. It is all that an
    /// [`Observer`](super::Observer) of a run sees of jobs; a policy that is never watched can do without.
    fn for_each(&self, _jobs: &[Job], _visit: &mut dyn FnMut(JobState)) {}
}

impl<S: Scheduler + ?Sized> Scheduler for &mut S {
    fn arrive(&mut self, index: u32, job: &Job) {
        (**self).arrive(index, job);
    }

    fn next(&self) -> Next {
        (**self).next()
    }

    fn advance(&mut self, dt: f64) {
        (**self).advance(dt);
    }

    fn complete(&mut self) -> Option<u32> {
        (**self).complete()
    }

    fn act(&mut self, jobs: &[Job]) {
        (**self).act(jobs);
    }

    fn works(&self) -> bool {
        (**self).works()
    }

    fn late(&self) -> usize {
        (**self).late()
    }

    fn fault(&self) -> Option<Fault> {
        (**self).fault()
    }

    fn for_each(&self, jobs: &[Job], visit: &mut dyn FnMut(JobState)) {
        (**self).for_each(jobs, visit);
    }
}
