//! Policies that rank jobs: the job of least rank is served, whatever the rank is made of.
//!
//! * A [`Curve`] is the rank of a job as a function of its age (attained service). [`Least`] serves the jobs of least rank where
//!   only arrivals and completions can change who they are: ranks that are constant or fall with age, or that are compared at
//!   those instants alone. [`Exact`] takes any curve, on one server: ranks that rise make a job give way, and jobs of equal
//!   rising ranks share the server so that their ranks stay equal (`group.rs`), which is what ever shorter quanta tend to.
//!   Where a curve rises and falls is found out in `pieces.rs`.
//! * A [`Momentary`] value may also depend on the time. [`Quantum`] serves the least of them from one quantum to the next, and
//!   [`Proportional`] gives every job present a share in proportion to it.
//!
//! Jobs are ordered by (rank, arrival, id); ranks that differ by no more than [`TIE`] × max(1, |rank|) are equal.

mod exact;
mod group;
mod least;
mod pieces;
mod waiting;

pub use exact::Exact;
pub use least::Least;

use crate::sim::TIE;

/// The rank of a job as a function of its age: the job of least rank is served.
pub trait Curve {
    /// The rank at an age; ±∞ is legal, NaN stops the run.
    fn rank(&self, age: f64) -> f64;

    /// Visits numbers that change their sign where the rank may jump or have a kink; always the same ones in the same order.
    fn kinks(&self, age: f64, visit: &mut dyn FnMut(f64));
}

/// What is known beforehand of all curves of a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// No rank depends on age.
    Constant,
    /// No rank rises with age.
    Falling,
    /// Every rank rises in proportion to age from wherever it starts: LAS, and LAS with handicaps or weights.
    Straight,
    /// Nothing.
    Any,
}

/// When ranks are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preempt {
    /// At every instant.
    #[default]
    Always,
    /// When a server falls free: a job that has started runs to its end.
    Completion,
    /// At arrivals and completions.
    Arrival,
}

/// What becomes of jobs whose equal ranks do not change with service.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// The first to arrive is served.
    #[default]
    Fcfs,
    /// They share the server equally.
    Shared,
}

/// Whether two ranks are equal but for rounding.
fn same(a: f64, b: f64) -> bool {
    let difference = (a - b).abs();
    // Of two infinite ranks, and of one, the difference says nothing.
    a == b || difference.is_finite() && difference <= TIE * a.abs().max(b.abs()).max(1.0)
}

/// Whether rank `a` is above rank `b` by more than rounding.
fn above(a: f64, b: f64) -> bool {
    a > b && !same(a, b)
}

const NAN: &str = "its rank is NaN";

#[cfg(test)]
mod tests;
