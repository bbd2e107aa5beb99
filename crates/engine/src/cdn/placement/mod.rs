//! Which dServers store which videos: a rule a file.

mod caches;
mod demand;
mod holders;
mod lfu;
mod lru;
mod optimal;
mod proportional;
mod random;

pub use caches::{Admits, Caches, Caching, Drops};
pub use demand::{Demand, Period, Wrong};
pub use holders::Holders;
pub use optimal::{Program, Push, Sessions, Solver};
pub use random::Copies;

use super::{Design, Network, Requests};
use crate::sim::{Random, stream};

/// Which dServers store which videos.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Nothing is stored.
    Nothing,
    /// Any.
    Random(Copies),
    /// As many copies as a video is asked for.
    Proportional(Demand),
    /// At the least cost.
    Optimal(Push),
    /// What was asked for.
    Cached(Caching),
}

impl Kind {
    /// How dServers change what they store as requests come, if they do.
    pub const fn caching(self) -> Option<Caching> {
        if let Self::Cached(caching) = self { Some(caching) } else { None }
    }

    /// Whether it is to be found exactly, whatever that takes.
    pub fn exactly(&self) -> bool {
        matches!(self, Self::Optimal(Push { solver: Solver::Exact, .. }))
    }

    /// The requests it knows, if it knows any.
    pub fn demand(&self) -> Option<&Demand> {
        match self {
            Self::Proportional(demand) | Self::Optimal(Push { demand, .. }) => Some(demand),
            Self::Nothing | Self::Random(_) | Self::Cached(_) => None,
        }
    }
}

/// Streams of random numbers, one for each purpose.
mod purpose {
    pub const PLACEMENT: u8 = 16;
    pub const MISTAKES: u8 = 17;
}

/// What dServers store at the beginning. What is drawn follows from `seed`.
pub fn place(network: &Network, requests: &Requests, design: &Design, seed: u64) -> Holders {
    let mut random: Random = stream(seed, requests.replication, purpose::PLACEMENT);
    let demand = |demand: &Demand| demand.table(network, requests, &mut stream(seed, requests.replication, purpose::MISTAKES));
    match &design.placement {
        Kind::Nothing | Kind::Cached(_) => Holders::none(requests.videos),
        Kind::Random(copies) => random::place(network, requests, *copies, &mut random),
        Kind::Proportional(its) => proportional::place(network, &demand(its), &requests.sizes, &mut random),
        Kind::Optimal(push) => optimal::place(network, requests, &demand(&push.demand), push),
    }
}
