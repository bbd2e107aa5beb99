//! *Datacenter*: workers with queues. What two policies do with the same jobs, side by side on one clock.

mod presets;
mod replay;
mod stage;
#[cfg(test)]
mod tests;
pub mod words;

pub use replay::{Pane, Replay};
pub use stage::{Datacenter, Long};
