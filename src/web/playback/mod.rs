//! Playing what was recorded: the bar that moves the clock, and the frames in which it runs.

mod transport;

pub use transport::{grounded_transport, short_transport, stillness, told_transport, transport, use_frames};
