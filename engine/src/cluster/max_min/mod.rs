//! Max-min fair shares of slots: nobody has more than it can use, and nobody could have more without taking it from
//! somebody who has no more.
//!
//! Demands change with every task that completes, so shares are not computed but kept up: [`RoundRobin`] hands out whole
//! slots, [`Waterline`] shares of them.

mod round_robin;
mod waterline;

pub use round_robin::RoundRobin;
pub use waterline::Waterline;
