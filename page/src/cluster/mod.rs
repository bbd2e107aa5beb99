//! *Cluster*: machines and slots. What two policies do with the same jobs.

pub mod choice;
mod presets;
mod shown;
mod stage;
#[cfg(test)]
mod tests;
pub mod words;

pub use shown::{Scene, Shown};
pub use stage::{Cluster, Gesture, Own, Window};
