//! *CDN*: where videos are stored and who serves them. One or two policies in full on one clock, all of them compared.

mod presets;
mod replay;
mod stage;
#[cfg(test)]
mod tests;
pub mod words;

pub use replay::{Pane, Replay};
pub use stage::Cdn;
