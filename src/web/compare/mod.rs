//! *Compare*: many jobs, in numbers. A scenario on the left, what came out of it on the right.

mod bench;
mod form;
mod gallery;
mod kinds;
mod numbers;
mod presets;
mod refinement;
mod refiner;
mod results;
mod shown;
mod state;
mod table;

pub use bench::{Bench, summaries};
pub use form::view;
pub use refiner::use_refiner;
pub use shown::Link;
pub use state::{Change, Compare};
