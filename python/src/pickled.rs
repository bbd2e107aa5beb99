//! Pickles: what functions give back goes to other processes and machines, and is there what it was here.

use crate::outcome::Outcome;
use crate::report::Report;
use crate::table::Table;
use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What a type's `__reduce__` gives: a function of this module, and what it takes.
pub type Reduced<'py, T> = (Bound<'py, PyAny>, T);

/// A function of this module by its name, which is what a pickle holds.
pub fn maker<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("schedscope._schedscope")?.getattr(name)
}

/// Bytes of a value, with the version that wrote them.
pub fn pack<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyBytes>> {
    let bytes = postcard::to_stdvec(&(env!("CARGO_PKG_VERSION"), value)).map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(PyBytes::new(py, &bytes))
}

fn unpack<T: DeserializeOwned>(bytes: &[u8]) -> PyResult<T> {
    let ours = env!("CARGO_PKG_VERSION");
    let damaged = |error: postcard::Error| PyValueError::new_err(format!("the pickle is damaged: {error}"));
    let (version, rest) = postcard::take_from_bytes::<String>(bytes).map_err(damaged)?;
    if version != ours {
        return Err(PyValueError::new_err(format!("the pickle is of schedscope {version}; allowed: one of this version, {ours}")));
    }
    postcard::from_bytes(rest).map_err(damaged)
}

/// A report that was pickled.
#[pyfunction]
pub fn _report(py: Python<'_>, state: &[u8]) -> PyResult<Py<Report>> {
    Report::new(py, unpack(state)?)
}

/// A table that was pickled.
#[pyfunction]
pub fn _table(state: &[u8]) -> PyResult<Table> {
    let (table, warnings) = unpack(state)?;
    Ok(Table::new(table, warnings))
}

/// An outcome that was pickled.
#[pyfunction]
pub fn _outcome(
    policy: String,
    ids: Py<PyAny>,
    sojourn: &Bound<'_, PyArray1<f64>>,
    slowdown: &Bound<'_, PyArray1<f64>>,
    mean: f64,
) -> PyResult<Outcome> {
    // A copy has the arrays of the original, to which nobody may write already.
    let constant = |array: &Bound<'_, PyArray1<f64>>| array.call_method1("setflags", (false,)).map(|_| array.clone().unbind());
    Ok(Outcome::of_arrays(policy, ids, [constant(sojourn)?, constant(slowdown)?], mean))
}
