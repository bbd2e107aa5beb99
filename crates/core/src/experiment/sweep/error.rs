use crate::experiment::ScenarioError;
use thiserror::Error;

/// Why a sweep cannot be run.
#[derive(Debug, Error)]
pub enum SweepError {
    /// Its file is not understood.
    #[error(transparent)]
    File(#[from] ScenarioError),
    /// One of its cells cannot be simulated.
    #[error("cell {number}{}: {source}", if point.is_empty() { String::new() } else { format!(" ({point})") })]
    Cell {
        /// Its number in grid order, from 1.
        number: u64,
        /// Its values.
        point: String,
        /// What is wrong.
        source: ScenarioError,
    },
}
