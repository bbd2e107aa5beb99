//! *Watch*: a few jobs, as several policies serve them, on one clock; and a hand that changes them.

mod chooser;
mod fields;
mod files;
mod jobs;
mod legend;
mod panel;
mod quiz;
mod reading;
mod story;
mod strip;
mod view;

pub use view::view;
