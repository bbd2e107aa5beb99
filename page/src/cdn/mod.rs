//! *CDN*: where videos are stored and who serves them. One or two policies in full on one clock, all of them compared.

mod presets;
mod shown;
mod stage;
#[cfg(test)]
mod tests;
pub mod words;

pub use shown::{Scene, Shown};
pub use stage::Cdn;
