//! *Watch*: a few jobs, as several policies serve them, on one clock; and a hand that changes them.

mod choice;
mod edit;
mod history;
mod quiz;
mod state;

pub use choice::{Choice, OF_WATCH};
pub use edit::{Edit, Handle, snap, step};
pub use history::History;
pub use quiz::Quiz;
pub use state::{Change, Draft, Pointed, Watch};
