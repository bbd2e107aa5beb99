//! *Watch*: a few jobs, as several policies serve them, on one clock; and a hand that changes them.

mod chooser;
mod clock;
mod edit;
mod fields;
mod files;
mod history;
mod jobs;
mod legend;
mod panel;
mod quiz;
mod reading;
mod state;
mod story;
mod strip;
mod transport;
mod view;

pub use clock::Clock;
pub use state::{Change, Choice, Watch};
pub use view::WatchView;
