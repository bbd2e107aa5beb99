//! *Watch* of the server: a few jobs under several policies on one clock, which the reader can edit.

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
mod virtual_time;

pub use view::view;
pub use virtual_time::view as virtual_view;
