//! Floor 4, native: the literature, measured: its claims and its figures, and what both are made with.

mod beyond_runs;
mod cdn_runs;
pub mod claims;
mod datacenter_runs;
mod estimate;
pub mod figures;
mod judgement;
mod means;
mod network_runs;
mod production_runs;
mod traces;
mod two_tasks;
