//! What is raised: one exception, which says what is wrong with what was asked.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use schedscope::world::SpecError;
use schedscope_core::experiment::sweep::JournalError;
use schedscope_core::experiment::{self, SystemKind};
use std::io;

create_exception!(
    schedscope,
    ScenarioError,
    PyValueError,
    "What was asked cannot be simulated. `field` is the dotted name of what is wrong, `value` what was found there and `allowed` what is \
     allowed; each is None where the message alone can say it."
);

/// What may be known of an error beside its message.
#[derive(Default)]
pub struct Detail {
    pub field: Option<String>,
    pub value: Option<String>,
    pub allowed: Option<String>,
}

impl From<&experiment::ScenarioError> for Detail {
    fn from(error: &experiment::ScenarioError) -> Self {
        Self { field: error.field(), value: error.found().map(str::to_owned), allowed: error.allowed() }
    }
}

/// The exception with this message.
pub fn raise(py: Python<'_>, message: String, Detail { field, value, allowed }: Detail) -> PyErr {
    let error = ScenarioError::new_err(message);
    let raised = error.value(py);
    let told =
        [("field", field), ("value", value), ("allowed", allowed)].into_iter().try_for_each(|(name, text)| raised.setattr(name, text));
    told.err().unwrap_or(error)
}

/// That a field has a value which it may not have.
pub fn refuse(py: Python<'_>, field: &str, value: &str, allowed: &str) -> PyErr {
    let detail = Detail { field: Some(field.to_owned()), value: Some(value.to_owned()), allowed: Some(allowed.to_owned()) };
    raise(py, format!("{field} is {value}; allowed: {allowed}"), detail)
}

/// That a scenario cannot be simulated.
pub fn of_scenario(py: Python<'_>, error: &experiment::ScenarioError) -> PyErr {
    raise(py, error.to_string(), error.into())
}

/// That one server cannot run what it is asked.
pub fn of_server(py: Python<'_>, error: SpecError) -> PyErr {
    of_scenario(py, &experiment::ScenarioError::of(SystemKind::Server, error))
}

/// That a folder cannot take a sweep: what is wrong with the system is an error of the system.
pub fn of_journal(py: Python<'_>, error: JournalError) -> PyErr {
    let message = error.to_string();
    match error {
        JournalError::File { source, .. } => io::Error::new(source.kind(), message).into(),
        JournalError::Other { folder, what } => {
            refuse(py, "output", &format!("{folder}, which holds {what}"), "another folder, or fresh=True to throw that one away")
        }
        JournalError::Busy(folder) | JournalError::NoSweep(folder) => {
            let detail = Detail { field: Some("output".to_owned()), value: Some(folder), ..Detail::default() };
            raise(py, message, detail)
        }
    }
}
