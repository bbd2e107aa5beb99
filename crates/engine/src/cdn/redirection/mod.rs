//! Which dServers are asked for a video before the CDN server: a rule a file.

mod nearest;
mod optimal;
mod random;

use super::{Network, Request};

/// Which dServers are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Redirection {
    /// None.
    Centralized,
    /// Any.
    Random,
    /// The group, cheapest first.
    Optimal,
    /// The group, nearest first.
    Nearest,
}

impl Redirection {
    /// The dServers that are asked for a request, in order.
    pub fn candidates<'a>(self, network: &'a Network, request: &'a Request) -> &'a [u8] {
        match self {
            Self::Centralized => nobody(),
            Self::Random => random::candidates(request),
            Self::Optimal => optimal::candidates(network, request),
            Self::Nearest => nearest::candidates(network, request),
        }
    }
}

/// No dServer is asked: every request goes straight to the CDN server, the benchmark of section 3.1.2.
fn nobody() -> &'static [u8] {
    &[]
}
