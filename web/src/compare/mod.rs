//! *Compare*: many jobs, in numbers. Policies above, then the scenario in a short bar, then what came out.

mod form;
mod gallery;
mod job;
mod numbers;
mod refiner;
mod results;
mod table;
mod turner;
mod turning;

pub use form::view;
pub use job::use_stories;
pub use refiner::use_refiner;
pub use turner::use_turner;
