//! A world that has no view of its own, shown from what it says of itself: its fields, its policies, its figures.

mod ask;
mod form;
mod results;
mod view;

pub use ask::asker;
pub use form::{FILE, Fields, bar, complaint, jobs_file, policies};
pub use view::view;
