//! Playing what was recorded: the bar that moves the clock, and the frames in which it runs.

mod transport;

pub use transport::{told_transport, short_transport, stillness, transport, use_frames};
