use crate::experiment::{ScenarioError, SystemKind};
use schedscope::world::SpecError;
use serde::Serialize;
use thiserror::Error;

/// That something cannot be simulated as it was asked: an exception of the language that asks.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize)]
#[error("{message}")]
pub struct Refusal {
    /// What was found where, and what is allowed there.
    pub message: String,
    /// Dotted name of what is wrong, where it is one thing.
    pub field: Option<String>,
    /// What was found there, where it is one value.
    pub value: Option<String>,
    /// What is allowed there, where the message alone does not have to say it.
    pub allowed: Option<String>,
}

impl Refusal {
    /// That a field has a value which it may not have.
    pub fn of(field: &str, value: impl Into<String>, allowed: &str) -> Self {
        let value = value.into();
        Self::saying(format!("{field} is {value}; allowed: {allowed}"), field, value, allowed)
    }

    /// The same in other words.
    pub fn saying(message: String, field: &str, value: impl Into<String>, allowed: &str) -> Self {
        Self { message, field: Some(field.to_owned()), value: Some(value.into()), allowed: Some(allowed.to_owned()) }
    }
}

impl From<ScenarioError> for Refusal {
    fn from(error: ScenarioError) -> Self {
        let (field, value, allowed) = (error.field(), error.found().map(str::to_owned), error.allowed());
        Self { message: error.to_string(), field, value, allowed }
    }
}

/// That one server cannot run what it is asked.
impl From<SpecError> for Refusal {
    fn from(error: SpecError) -> Self {
        ScenarioError::of(SystemKind::Server, error).into()
    }
}
