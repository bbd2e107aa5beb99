//! *Watch*: a few jobs, as several policies serve them, on one clock; and a hand that changes them.

mod chooser;
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
mod view;

pub use state::{Change, Choice, Watch};
pub use view::{change_of, view};
