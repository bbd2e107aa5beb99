//! Plain twins of the engines: slow, obvious, everything computed anew at every event, sharing no code with what they judge.

pub mod cdn;
pub mod cluster;
pub mod datacenter;
pub mod dummy;
pub mod formula;
pub mod memory;
pub mod network;
pub mod ordering;
pub mod production;
pub mod random;
pub mod server;
pub mod turns;
pub mod workflows;
