//! *Order*: tasks that read each other's outputs. How long outputs stay in cache under the orders of several algorithms, and under one
//! that the reader makes.

mod link;
mod presets;
mod shown;
mod state;
#[cfg(test)]
mod tests;
pub mod words;

pub use link::{Link, OF_ORDER};
pub use presets::{OPENED, PRESETS};
pub use shown::{Scene, Shown};
pub use state::{Change, GIVEN, Made, Moved, Order};
