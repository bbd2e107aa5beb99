//! What can be simulated: a scenario that was found to be valid, with its files read, one plan for each world.

mod checks;
mod cluster;
mod datacenter;
mod overload;
mod server;
mod study;

pub use cluster::ClusterPlan;
pub use datacenter::DatacenterPlan;
pub use server::{Plan, Source};
pub use study::{Drawn, Run, Study, choices};

pub(super) use overload::MANY;
pub(super) use server::TRACE_LOAD;
