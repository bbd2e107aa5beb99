//! *Network*: flows on links. What two policies do with the same flows, on one clock; and what flows take under all of them.

mod presets;
mod shown;
mod stage;
#[cfg(test)]
mod tests;
pub mod words;

pub use shown::{Scene, Shown};
pub use stage::{Class, Network};
