//! The workers of a datacenter: what each does, and what waits at one of them.

mod grid;
mod queue;

pub use grid::{Place, worker_at, worker_grid};
pub use queue::worker_queue;
