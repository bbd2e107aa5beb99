//! *Sweep*: one scenario over one axis of values, as lines with bands, or over two, as heat maps. The cells are those of the
//! command line's `sweep`, run by the page's workers.

mod axis;
mod form;
mod map;
mod numbers;
mod presets;
mod results;
mod setup;
mod state;
mod sweeper;

pub use form::view;
pub use setup::Setup;
pub use state::{Change, Sweep};
pub use sweeper::use_sweeper;
