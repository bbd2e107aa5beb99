//! Playing what was recorded: the clock, and the bar that moves it.

mod clock;
mod transport;

pub use clock::{Beat, Clock};
pub use transport::{beat_of, stillness, transport, use_frames};
