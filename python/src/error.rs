//! What is raised: one exception, which says what is wrong with what was asked.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use schedscope_core::calls::Refusal;
use schedscope_core::experiment::sweep::JournalError;
use std::io;

create_exception!(
    schedscope,
    ScenarioError,
    PyValueError,
    "What was asked cannot be simulated. `field` is the dotted name of what is wrong, `value` what was found there and `allowed` what is \
     allowed; each is None where the message alone can say it."
);

/// The exception that says this.
pub fn raise(py: Python<'_>, refusal: impl Into<Refusal>) -> PyErr {
    let Refusal { message, field, value, allowed } = refusal.into();
    let error = ScenarioError::new_err(message);
    let raised = error.value(py);
    let told =
        [("field", field), ("value", value), ("allowed", allowed)].into_iter().try_for_each(|(name, text)| raised.setattr(name, text));
    told.err().unwrap_or(error)
}

/// That a field has a value which it may not have.
pub fn refuse(py: Python<'_>, field: &str, value: &str, allowed: &str) -> PyErr {
    raise(py, Refusal::of(field, value, allowed))
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
            raise(py, Refusal { message, field: Some("output".to_owned()), value: Some(folder), allowed: None })
        }
    }
}
