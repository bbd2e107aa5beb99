//! *Cluster*: machines and slots. What two policies do with the same jobs.

pub mod choice;
mod presets;
mod shown;
mod state;
#[cfg(test)]
mod tests;
pub mod words;

pub use presets::{OPENED, PRESETS};
pub use shown::{Scene, Shown};
pub use state::{Change, Cluster, MOST, Source, Window};
