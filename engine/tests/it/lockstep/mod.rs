//! The engines beside their plain twins.

mod cluster;
mod datacenter;
mod dummy;
mod memory;
mod production;
mod server;
mod workflows;
