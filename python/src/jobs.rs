//! Jobs from a frame, a dict of columns, or arrays.

use crate::error::{raise, refuse};
use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyMapping};
use schedscope_core::calls::{COLUMNS, Columns, Jobs, Names, misspelt};

/// The columns that were given, in the order of [`COLUMNS`].
pub type Given<'py> = [Option<Bound<'py, PyAny>>; 5];

/// Reads the columns of a frame or a dict, and those that are given by themselves: the jobs, and an array of what they are called.
pub fn read<'py>(py: Python<'py>, frame: Option<&Bound<'py, PyAny>>, mut columns: Given<'py>) -> PyResult<(Jobs, Bound<'py, PyAny>)> {
    if let Some(frame) = frame {
        take_from(frame, &mut columns)?;
    }
    let [arrival, size, estimate, weight, id] = columns;
    let given = |column: Option<Bound<'py, PyAny>>, name: &str| column.map(|column| numbers(name, &column)).transpose();
    let (arrival, size) = (given(arrival, "arrival")?, given(size, "size")?);
    let (estimate, weight) = (given(estimate, "estimate")?, given(weight, "weight")?);
    let numpy = py.import("numpy")?;
    let ids = id.map(|id| numpy.call_method1("asarray", (id,))).transpose()?;
    let columns = Columns {
        arrival: plain(arrival.as_ref())?,
        size: plain(size.as_ref())?,
        estimate: plain(estimate.as_ref())?,
        weight: plain(weight.as_ref())?,
        id: ids.as_ref().map(names).transpose()?,
    };
    let count = columns.arrival.map_or(0, <[f64]>::len);
    let jobs = columns.jobs().map_err(|refusal| raise(py, refusal))?;
    let ids = ids.map_or_else(|| numpy.call_method1("arange", (count,)), Ok)?;
    Ok((jobs, ids))
}

/// What is in an array that lies in one piece.
fn plain<'a>(column: Option<&'a PyReadonlyArray1<'_, f64>>) -> PyResult<Option<&'a [f64]>> {
    Ok(column.map(PyReadonlyArray1::as_slice).transpose()?)
}

/// Takes those columns from a frame that are not given by themselves.
fn take_from<'py>(frame: &Bound<'py, PyAny>, columns: &mut Given<'py>) -> PyResult<()> {
    let titles = match frame.cast::<PyMapping>() {
        Ok(mapping) => mapping.keys()?.into_any(),
        Err(_) => frame.getattr("columns").map_err(|_| {
            PyTypeError::new_err("jobs are a dict of columns or a frame of pandas or Polars, with columns arrival, size and, if known, estimate, weight and id")
        })?,
    };
    let titles: Vec<String> = titles.try_iter()?.filter_map(|title| title.and_then(|title| title.extract()).ok()).collect();
    for (name, column) in COLUMNS.into_iter().zip(columns) {
        if column.is_none() && titles.iter().any(|title| title == name) {
            *column = Some(frame.get_item(name)?);
        }
    }
    misspelt(titles.iter().map(String::as_str)).map_or(Ok(()), |refusal| Err(raise(frame.py(), refusal)))
}

/// The numbers of a column, which are not copied if they are an array of 64-bit floats in one piece.
fn numbers<'py>(name: &str, column: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, f64>> {
    let py = column.py();
    let numpy = py.import("numpy")?;
    let wrong = |found: String| refuse(py, name, &found, Columns::NUMBERS);
    let array = numpy.call_method1("asarray", (column,)).map_err(|error| caused(py, wrong("no plain list".to_owned()), error))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if !["i", "u", "f", "O"].contains(&kind.as_str()) {
        return Err(wrong(format!("an array of {}", array.getattr("dtype")?)));
    }
    let options = [("dtype", "float64")].into_py_dict(py)?;
    let plain = numpy
        .call_method("ascontiguousarray", (&array,), Some(&options))
        .map_err(|error| caused(py, wrong("an array of other things".to_owned()), error))?;
    let dimensions: usize = array.getattr("ndim")?.extract()?;
    if dimensions != 1 {
        return Err(wrong(format!("an array of {dimensions} dimensions")));
    }
    plain.extract()
}

/// An exception with what led to it.
fn caused(py: Python<'_>, error: PyErr, cause: PyErr) -> PyErr {
    error.set_cause(py, Some(cause));
    error
}

/// What jobs are called, by an array of numbers or texts.
fn names(ids: &Bound<'_, PyAny>) -> PyResult<Names> {
    let wrong = |found: &Bound<'_, PyAny>| refuse(ids.py(), "id", &found.to_string(), Names::ALLOWED);
    let kind: String = ids.getattr("dtype")?.getattr("kind")?.extract()?;
    let all: Vec<Bound<'_, PyAny>> = ids.call_method0("tolist")?.extract()?;
    if kind == "i" || kind == "u" {
        return all.iter().map(|id| id.extract().map_err(|_| wrong(id))).collect::<PyResult<_>>().map(Names::Numbers);
    }
    all.iter().map(|id| id.extract().map_err(|_| wrong(id))).collect::<PyResult<_>>().map(Names::Texts)
}
