//! *Cluster*: machines and slots. What two policies do with the same jobs.

pub mod choice;
mod presets;
mod replay;
mod stage;
#[cfg(test)]
mod tests;
pub mod words;

pub use replay::{Pane, Replay};
pub use stage::{Cluster, Gesture, Own, Window};
