//! *Network*: flows on links. What two policies do with the same flows, on one clock; and what flows take under all of them.

mod link;
mod presets;
mod shown;
mod state;
#[cfg(test)]
mod tests;
pub mod words;

pub use link::{Link, OF_NETWORK};
pub use presets::{OPENED, PRESETS};
pub use shown::{Scene, Shown};
pub use state::{Change, Network};
