//! schedscope: a laboratory for size-based job scheduling.

pub mod registry;
pub mod server;
pub mod sim;
pub mod workload;
