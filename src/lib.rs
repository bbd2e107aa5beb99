//! schedscope: a laboratory for size-based job scheduling.

pub mod experiment;
pub mod metrics;
pub mod registry;
pub mod server;
pub mod sim;
pub mod workload;
