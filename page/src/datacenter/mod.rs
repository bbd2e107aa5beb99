//! *Datacenter*: workers with queues. What two policies do with the same jobs, side by side on one clock.

mod presets;
mod shown;
mod stage;
#[cfg(test)]
mod tests;
pub mod words;

pub use shown::{Scene, Shown};
pub use stage::{Datacenter, Long};
