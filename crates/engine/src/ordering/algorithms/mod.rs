//! One algorithm, one file: what it does and promises, its row in the registry, and its parameters.

pub mod a_star;
pub mod baseline;
pub mod beam;
pub mod completion;
pub mod dp;
pub mod given;
pub mod greedy;
pub mod heuristic;
pub mod ready;
pub mod sets;
