//! *Cluster*: machines and slots. What two policies do with the same jobs.

pub mod choice;
mod state;

pub use state::{Change, Cluster, OPENED, Scene, Shown, Source};
