//! *Watch*: a few jobs, as several policies serve them, on one clock.

mod clock;
mod jobs;
mod panel;
mod sentence;
mod state;
mod transport;
mod view;

pub use clock::Clock;
pub use state::{Change, Choice, Watch};
pub use view::WatchView;
