//! *Cluster*: machines and slots. What two policies do with the same jobs.

pub mod choice;
mod presets;
mod state;

pub use presets::{OPENED, PRESETS, Preset};
pub use state::{Change, Cluster, MOST, Scene, Shown, Source};
