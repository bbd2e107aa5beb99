//! Max-min fair shares of slots: no job has more than it can use, and none could have more without taking it from
//! a job that has no more than it does.
//!
//! Jobs come and go all the time, so shares are not computed but kept up: [`RoundRobin`] hands out whole
//! slots, [`Waterline`] shares of them.

mod round_robin;
mod waterline;

pub use round_robin::RoundRobin;
pub use waterline::Waterline;
