//! Optimal placement: the copies that make the requests cheapest, if these are known (ViPeeR D4.4 and D4.5: the k-product capacitated
//! facility location problem, k-PCFLP). Videos are products, dServers are facilities with room for so many of them, or so much, and so many
//! sessions, users of a region are customers, and a request is served from a dServer of its region's group or, dearly, from the PoP.
//!
//! Which requests are known is its [`Demand`](super::Demand): all that will come (the sources' Perf-Opt), those of the warm-up (their
//! Real-Opt), or a prediction that is partly wrong. The problem is NP-hard. A local search ([`search`]) solves it nearly; the sources use
//! a genetic algorithm on ten machines for up to twelve hours. Small instances can be solved exactly ([`exact`]), but not on the page,
//! which would carry the solver for everyone.

#[cfg(not(target_family = "wasm"))]
mod exact;
mod program;
mod search;

pub use program::Program;

use super::demand::Table;
use super::{Copies, Demand, Holders};
use crate::cdn::{Network, Requests};

/// What an optimal placement may do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Push {
    /// How many copies there are.
    pub copies: Copies,
    /// What it knows.
    pub demand: Demand,
    /// Which sessions a dServer's capacity is measured by.
    pub sessions: Sessions,
    /// How it is found.
    pub solver: Solver,
}

/// A placement knows requests, and a dServer serves sessions: it can serve that part of the requests which its capacity is of these
/// sessions, if all requests are served as they come. The sources do not say which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sessions {
    /// Those that a request finds on average. At the busiest hour dServers are then full.
    Mean,
    /// The most at a time.
    Peak,
}

/// How an optimal placement is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solver {
    /// As a mixed-integer linear program.
    Exact,
    /// By local search.
    Search,
}

impl Solver {
    /// Most pairs of a video and a dServer for which the best placement can be found exactly; none on the page.
    pub const MOST: u64 = if cfg!(target_family = "wasm") { 0 } else { 400 };
}

pub fn place(network: &Network, requests: &Requests, demand: &Table, push: &Push) -> Holders {
    let under_way = match push.sessions {
        Sessions::Mean => requests.under_way,
        Sessions::Peak => requests.most_under_way,
    };
    let program = Program::new(network, demand, requests.sizes.clone(), push.copies, under_way);
    Holders::new(program.solve(push.solver))
}

impl Program {
    /// By video a bit for each dServer that should store it.
    ///
    /// # Panics
    /// If an exact solution of too large an instance is asked for.
    pub fn solve(&self, solver: Solver) -> Vec<u64> {
        match solver {
            Solver::Search => search::solve(self),
            #[cfg(not(target_family = "wasm"))]
            Solver::Exact => exact::solve(self).unwrap_or_else(|| search::solve(self)),
            #[cfg(target_family = "wasm")]
            Solver::Exact => unreachable!("a plan does not allow it"),
        }
    }
}
