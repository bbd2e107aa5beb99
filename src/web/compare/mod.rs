//! *Compare*: many jobs, in numbers. A scenario on the left, what came out of it on the right.

mod field;
mod file;
mod form;
mod results;
mod runner;
mod state;
mod table;

pub use field::Field;
pub use form::CompareView;
pub use runner::use_runner;
pub use state::{Change, Compare, Draft, Phase};
