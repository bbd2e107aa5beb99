//! *CDN*: where videos are stored and who serves them. One or two policies in full on one clock, all of them compared.

mod presets;
mod shown;
mod state;
#[cfg(test)]
mod tests;
pub mod words;

pub use presets::PRESETS;
pub use shown::{Scene, Shown};
pub use state::{Cdn, Change, LINKED, Link, OPENED};
