//! What can be wrong with exercises.

use thiserror::Error;

/// Why a set or an exercise is not understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExerciseError {
    /// It is no TOML.
    #[error("{0}")]
    Toml(String),
    /// A field with a value that is not allowed.
    #[error("{field} is {found}; allowed: {allowed}")]
    Field {
        /// Its dotted name.
        field: String,
        /// What was found.
        found: String,
        /// What is allowed.
        allowed: String,
    },
    /// A field that must be there.
    #[error("{field} is missing; allowed: {allowed}")]
    Missing {
        /// Its dotted name.
        field: String,
        /// What is allowed.
        allowed: String,
    },
    /// A field that there is not.
    #[error("there is no field {field}; allowed: {allowed}")]
    Unknown {
        /// Its dotted name.
        field: String,
        /// The fields that there are.
        allowed: String,
    },
    /// Jobs, policies or a load that are not understood.
    #[error("{field}: {message}")]
    Situation {
        /// Dotted name of the field.
        field: String,
        /// What is wrong.
        message: String,
    },
    /// What is wrong with one of a set.
    #[error("exercise {number}: {error}")]
    In {
        /// Its number, from 1.
        number: usize,
        /// What is wrong.
        error: Box<Self>,
    },
}
