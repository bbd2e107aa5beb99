//! *Watch*: a few jobs, as several policies serve them, on one clock; and a hand that changes them.

mod bar;
mod biography;
mod editor;
mod files;
mod jobs;
mod panel;
mod price;
mod quiz;
mod reading;
mod view;

pub use view::view;
