//! *Compare*: many jobs, in numbers. A scenario on the left, what came out of it on the right.

mod file;
mod form;
mod results;
mod state;
mod table;

pub use form::view;
pub use state::{Change, Compare};
