//! Playing what was recorded: the clock, and the bar that moves it.

mod clock;
mod transport;

pub use clock::{Beat, Clock};
pub use transport::{Transport, beat_of, use_frames};
