//! *Compare*: many jobs, in numbers. A scenario on the left, what came out of it on the right.

mod form;
mod gallery;
mod numbers;
mod refiner;
mod results;
mod table;

pub use form::view;
pub use refiner::use_refiner;
