//! Sweeps: one scenario over a grid of values for its fields.
//!
//! * [`Sweep`]: a scenario with [`Dimension`]s and, if wished, a stop rule ([`Until`]), as written in a TOML file.
//! * A *cell* is one point of the grid. [`Sweep::scenario`] says what is simulated there, [`Sweep::next`] which replications
//!   are still wanted in view of those there are; the report that follows becomes a [`CellResult`]. Threads of the command
//!   line and workers of a page can do the same.
//! * [`ResultTable`]: all cells in grid order, one row a cell and policy (and class).
//! * Native alone: [`Journal`], which a finished cell enters at once, and [`run`], which uses all cores.
//!
//! All cells have the same seed, and every stream of random numbers is told by seed, replication and purpose alone: policies
//! of a cell run on the same jobs, and cells that differ in sigma have the same sizes and arrivals.

mod error;
mod file;
mod grid;
#[cfg(not(target_family = "wasm"))]
mod journal;
mod manifest;
mod result;
#[cfg(not(target_family = "wasm"))]
mod run;
mod table;
mod until;

pub use error::SweepError;
pub use grid::{Dimension, Sweep, Varied, axis_number, axis_text};
#[cfg(not(target_family = "wasm"))]
pub use journal::{Header, Journal, JournalError, Recorded, Shard};
pub use manifest::{Input, Manifest, RESULTS};
pub use result::{CellResult, SweepRow};
#[cfg(not(target_family = "wasm"))]
pub use run::{Inputs, Survey, run, survey};
pub use table::{ResultTable, Values, read_results};
pub use until::Until;
