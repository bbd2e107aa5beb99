//! *Network*: flows on links. What two policies do with the same flows, on one clock; and what flows take under all of them.

mod presets;
mod replay;
mod stage;
#[cfg(test)]
mod tests;
pub mod words;

pub use replay::{Pane, Replay};
pub use stage::{Class, Network};
