//! *Cluster*: machines and slots, policies below each other.

mod export;
mod figures;
mod key;
mod run;
mod side;
mod table;
mod view;

pub use schedscope_state::cluster::Cluster;
