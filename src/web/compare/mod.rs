//! *Compare*: many jobs of any world, in numbers. Policies above, then the scenario in a short bar, then what came out.

mod asks;
mod card;
mod form;
mod gallery;
mod job;
mod numbers;
mod pictures;
mod refiner;
mod results;
mod table;
mod turner;
mod turning;
mod twice;

pub use asks::asks;
pub use form::view;
