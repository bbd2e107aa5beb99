//! The literature, measured: [`claims`] and [`figures`] of the sources, and what both are made with. Native; what comes out is data
//! for tables and pictures.

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
mod replicated;
mod traces;
mod two_tasks;
