//! *Order*: tasks that read each other's outputs. How long outputs stay in cache under the orders of several algorithms, and under one
//! that the reader makes.

mod presets;
mod replay;
mod stage;
#[cfg(test)]
mod tests;
pub mod words;

pub use replay::{Pane, Replay};
pub use stage::{GIVEN, Gesture, Made, Moved, Order, Own};
