//! What policies are composed of.
//!
//! * A [`Sharing`] divides the server among a set of jobs: one at a time ([`Serial`]), equally or by weight
//!   ([`Shares`]), the least attained service first ([`LeastAttained`]).
//! * An [`Order`] ranks jobs by their estimates and hands out the first: by what is left of the estimate
//!   ([`ShortestFirst`]) or by when they would complete in a virtual processor-sharing queue ([`VirtualQueue`]). It also
//!   says when a job turns late.
//! * [`Blind`] puts all jobs into one sharing. [`SizeBased`] composes an order with a sharing for the late jobs.
//! * [`ShortestOfMany`] is the shortest-first order on several servers.
//! * A [`Rule`] says whose turn it is and for how long, and [`Turns`] serves one job at a time by it. [`ByKey`] goes by a
//!   number that a job has from the start; [`Quantum`] is how long a turn lasts, [`Lots`] draws by weight.
//! * [`in_turn`] runs what serves one job at a time, and lets the server pay for its switches.

mod blind;
mod by_key;
mod least_attained;
mod lots;
mod quantum;
mod ranking;
mod serial;
mod shares;
mod shortest;
mod shortest_of_many;
mod size_based;
mod switching;
mod turns;
mod virtual_queue;

pub(super) use blind::Blind;
pub(super) use by_key::ByKey;
pub(super) use least_attained::LeastAttained;
pub(super) use lots::Lots;
pub(super) use quantum::Quantum;
pub(super) use ranking::Rank;
use ranking::{Ranking, Started};
pub(super) use serial::Serial;
pub(super) use shares::Shares;
pub(super) use shortest::ShortestFirst;
pub(super) use shortest_of_many::ShortestOfMany;
pub(super) use size_based::{SizeBased, WithHead};
pub(super) use switching::{OneAtATime, in_turn};
pub(super) use turns::{Rule, Turns};
pub(super) use virtual_queue::VirtualQueue;

use crate::workload::Job;

/// How much room to set aside for `jobs` jobs: all of it up to a point, beyond which the number of jobs present at once
/// decides and a structure may double a few times.
pub(super) fn room(jobs: usize) -> usize {
    jobs.min(1 << 16)
}

/// Which size an order goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// The exact size: an ideal policy.
    Size,
    /// The estimate.
    Estimate,
}

impl Known {
    pub fn of(self, job: &Job) -> f64 {
        match self {
            Self::Size => job.size,
            Self::Estimate => job.estimate,
        }
    }
}

/// A way to divide a server among a set of jobs.
///
/// Where a method takes a `speed`, it is the speed that the whole set is given.
pub(super) trait Sharing {
    /// A job joins with this much left to do and this much attained service.
    fn insert(&mut self, index: u32, job: &Job, remaining: f64, attained: f64);
    /// Time until a job completes.
    fn completion(&self, speed: f64) -> f64;
    /// Time until the division changes though no job completes.
    fn event(&self, _speed: f64) -> f64 {
        f64::INFINITY
    }
    /// Lets time pass.
    fn advance(&mut self, dt: f64, speed: f64);
    /// Takes out one job whose work is done.
    fn complete(&mut self) -> Option<u32>;
    /// Handles the change announced by [`event`](Self::event).
    fn act(&mut self) {}
    /// Number of jobs in the set.
    fn len(&self) -> usize;
    /// Number of jobs that are being served.
    fn served(&self) -> usize;
    /// Visits every job: index, remaining size, share of the server.
    fn for_each(&self, speed: f64, visit: &mut dyn FnMut(u32, f64, f64));
}

/// One job of an order, for watching.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    pub index: u32,
    pub remaining: f64,
    pub virtual_remaining: Option<f64>,
    pub virtual_rate: f64,
}

/// The jobs that are not late, ranked by a size-based rule.
pub(super) trait Order {
    /// A job joins.
    fn insert(&mut self, index: u32, job: &Job);
    /// The job that is first, and what is left of it.
    fn head(&self) -> Option<Head>;
    /// Time until a job turns late (or leaves the virtual queue) if the head is served at `speed`, and how much that can
    /// be off by rounding; it is due when it is no further away than that.
    fn event(&self, speed: f64) -> (f64, f64);
    /// Lets time pass, the head served at `speed`.
    fn advance(&mut self, dt: f64, speed: f64);
    /// Takes out the head, which is complete.
    fn remove_head(&mut self);
    /// Handles the event announced by [`event`](Self::event): takes out the job that has turned late, if one has, and
    /// says what is left of it.
    fn act(&mut self) -> Option<(u32, f64)>;
    /// Visits every job; the head is served at `speed`.
    fn for_each(&self, speed: f64, visit: &mut dyn FnMut(Ranked));
    /// Virtual remaining size of a late job, and the speed at which it falls while the job has `share` of the server.
    fn of_late(&self, job: &Job, remaining: f64, share: f64) -> (f64, f64);
}

/// The job that is first in an [`Order`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    pub index: u32,
    pub remaining: f64,
    pub size: f64,
}
