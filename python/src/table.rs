//! Figures by column.

use crate::arrow;
use crate::pickled::{Reduced, maker, pack};
use numpy::IntoPyArray;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyIterator, PyList};
use schedscope_core::experiment::sweep::{ResultTable, Values};

/// Figures by column, one row a policy: a mapping from titles to NumPy arrays, and an Arrow stream.
#[pyclass(frozen, subclass, mapping, module = "schedscope")]
pub struct Table {
    table: ResultTable,
    warnings: Vec<String>,
}

impl Table {
    pub fn new(table: ResultTable, warnings: Vec<String>) -> Self {
        Self { table, warnings }
    }

    fn titles(&self) -> impl Iterator<Item = &str> {
        self.table.columns.iter().map(|(title, _)| title.as_str())
    }

    fn find(&self, title: &str) -> Option<&Values> {
        self.table.columns.iter().find(|(known, _)| known == title).map(|(_, values)| values)
    }
}

#[pymethods]
impl Table {
    /// Titles of the columns.
    #[getter]
    fn columns(&self) -> Vec<&str> {
        self.titles().collect()
    }

    /// Number of rows.
    #[getter]
    fn rows(&self) -> usize {
        self.table.rows
    }

    /// What a reader should know before trusting the numbers.
    #[getter]
    fn warnings(&self) -> Vec<&str> {
        self.warnings.iter().map(String::as_str).collect()
    }

    /// Titles of the columns.
    fn keys(&self) -> Vec<&str> {
        self.titles().collect()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, title: &str) -> PyResult<Bound<'py, PyAny>> {
        let values = self.find(title).ok_or_else(|| {
            let columns = self.titles().collect::<Vec<_>>().join(", ");
            PyKeyError::new_err(format!("no column \"{title}\"; allowed: {columns}"))
        })?;
        array(py, values)
    }

    fn __contains__(&self, title: &str) -> bool {
        self.find(title).is_some()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.titles())?.try_iter()
    }

    fn __len__(&self) -> usize {
        self.table.columns.len()
    }

    /// The rows as an Arrow stream, for pandas, Polars, DuckDB and others.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(&self, py: Python<'py>, requested_schema: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyCapsule>> {
        // A producer may give its own types, whatever is requested.
        drop(requested_schema);
        arrow::stream(py, &self.table)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (Bound<'py, PyBytes>,)>> {
        Ok((maker(py, "_table")?, (pack(py, &(&self.table, &self.warnings))?,)))
    }

    fn __repr__(&self) -> String {
        format!("<schedscope.Table of {} rows and {} columns>", self.table.rows, self.table.columns.len())
    }
}

/// A column as an array. A number that is absent is NaN, anything else None.
fn array<'py>(py: Python<'py>, values: &Values) -> PyResult<Bound<'py, PyAny>> {
    let real =
        |values: Vec<Option<f64>>| Ok(values.into_iter().map(|x| x.unwrap_or(f64::NAN)).collect::<Vec<f64>>().into_pyarray(py).into_any());
    match values {
        Values::Real(values) => real(values.clone()),
        Values::Whole(values) => match values.iter().copied().collect::<Option<Vec<i64>>>() {
            Some(values) => Ok(values.into_pyarray(py).into_any()),
            None => real(values.iter().map(|x| x.map(|x| x as f64)).collect()),
        },
        Values::Truth(values) => match values.iter().copied().collect::<Option<Vec<bool>>>() {
            Some(values) => Ok(values.into_pyarray(py).into_any()),
            None => objects(PyList::new(py, values)?),
        },
        Values::Text(values) => objects(PyList::new(py, values)?),
    }
}

/// An array of objects.
fn objects(list: Bound<'_, PyList>) -> PyResult<Bound<'_, PyAny>> {
    list.py().import("numpy")?.call_method1("array", (list, "object"))
}
