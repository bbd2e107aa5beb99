//! Policies that rank jobs: the job of least rank is served, whatever the rank is made of.
//!
//! * A [`Curve`] is the rank of a job as a function of its age (attained service). [`Least`] serves the jobs of least rank where
//!   only arrivals and completions can change who they are: ranks that are constant or fall with age, or that are compared at
//!   those instants alone. [`Exact`] takes any curve, on one server: ranks that rise make a job give way, and jobs of equal
//!   rising ranks share the server so that their ranks stay equal (`group.rs`), which is what ever shorter quanta tend to.
//!   Where a curve rises and falls is found out in `pieces.rs`.
//! * A [`Momentary`] value may also depend on the time. [`Quantum`] serves the least of them from one quantum to the next, and
//!   [`Proportional`] gives every job present a share in proportion to it, as does [`Steady`] where a job keeps its share.
//!
//! Jobs are ordered by (rank, arrival, id); ranks that differ by no more than [`TIE`] × max(1, |rank|) are equal.

mod exact;
mod group;
mod least;
mod own;
mod pieces;
mod quantum;
mod rule;
mod setting;
mod shares;
mod waiting;

pub use exact::Exact;
pub use least::Least;
pub use own::simulate_rank;
pub use quantum::Quantum;
pub use rule::{run_rank, run_share, servers};
pub use setting::{check, setting_of, title};
pub use shares::{Proportional, Steady, Varies};

use crate::formula::{Moment, Program};
use crate::sim::TIE;

/// The rank of a job as a function of its age: the job of least rank is served.
pub trait Curve {
    /// The rank at an age; ±∞ is legal, NaN stops the run.
    fn rank(&self, age: f64) -> f64;

    /// Visits numbers that change their sign where the rank may jump or have a kink; always the same ones in the same order.
    fn kinks(&self, age: f64, visit: &mut dyn FnMut(f64));

    /// Visits ages between these two next to which the rank may turn, if there are too many turns to be found by looking here and
    /// there.
    fn turns(&self, _from: f64, _to: f64, _visit: &mut dyn FnMut(f64)) {}
}

/// A rank or a share that also depends on the moment.
pub trait Momentary: Curve {
    /// Its value at a moment.
    fn at(&self, moment: &Moment) -> f64;
}

impl Curve for Program {
    fn rank(&self, age: f64) -> f64 {
        Self::rank(self, age)
    }

    fn kinks(&self, age: f64, visit: &mut dyn FnMut(f64)) {
        Self::kinks(self, age, visit);
    }
}

impl Momentary for Program {
    fn at(&self, moment: &Moment) -> f64 {
        Self::at(self, moment)
    }
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
