//! *Datacenter*: workers with queues. What two policies do with the same jobs, side by side on one clock.

mod shown;
mod state;
#[cfg(test)]
mod tests;
pub mod words;

pub use shown::{Scene, Shown};
pub use state::{Change, Datacenter, OPENED, Size};
