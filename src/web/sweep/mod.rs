//! *Sweep*: one scenario over one axis of values, as lines with bands, or over two, as heat maps. The cells are those of the
//! command line's `sweep`, run by the page's workers.

mod form;
mod map;
mod numbers;
mod results;
mod sweeper;

pub use form::view;
pub use sweeper::asks;
