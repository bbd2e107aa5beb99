//! Jobs from a frame, a dict of columns, a list of dicts, or arrays.

use crate::error::{raise, refuse};
use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyList, PyMapping};
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

/// What jobs may be.
const FORMS: &str = "jobs are a dict of columns, a list of dicts, or a table of pandas, Polars or Arrow, with columns arrival, size and, if known, \
                     estimate, weight and id";

/// Takes those columns from a frame that are not given by themselves.
fn take_from<'py>(frame: &Bound<'py, PyAny>, columns: &mut Given<'py>) -> PyResult<()> {
    let wrong = |_| PyTypeError::new_err(FORMS);
    let rows = frame.cast::<PyList>().ok();
    let lazy = frame.hasattr("collect_schema")? && frame.hasattr("collect")?;
    let titles = if let Ok(mapping) = frame.cast::<PyMapping>() {
        mapping.keys()?.into_any()
    } else if let Some(rows) = rows {
        titles(rows)?.into_any()
    } else if lazy {
        frame.call_method0("collect_schema")?.call_method0("names")?
    } else {
        // Of an Arrow table `columns` are the columns themselves.
        frame.getattr("column_names").or_else(|_| frame.getattr("columns")).map_err(wrong)?
    };
    let titles: Vec<String> = titles.try_iter()?.filter_map(|title| title.and_then(|title| title.extract()).ok()).collect();
    let wanted = |name: &str, column: &Option<_>| column.is_none() && titles.iter().any(|title| title == name);
    let frame = if lazy {
        // No other column is computed.
        let names: Vec<&str> =
            COLUMNS.into_iter().zip(&*columns).filter(|(name, column)| wanted(name, column)).map(|(name, _)| name).collect();
        &frame.call_method1("select", (names,))?.call_method0("collect")?
    } else {
        frame
    };
    for (name, column) in COLUMNS.into_iter().zip(columns) {
        if wanted(name, column) {
            *column = Some(match rows {
                Some(rows) => column_of(rows, name)?,
                None => frame.get_item(name)?,
            });
        }
    }
    misspelt(titles.iter().map(String::as_str)).map_or(Ok(()), |refusal| Err(raise(frame.py(), refusal)))
}

/// The keys of dicts.
fn titles<'py>(rows: &Bound<'py, PyList>) -> PyResult<Bound<'py, PyList>> {
    let titles = PyList::empty(rows.py());
    for row in rows {
        for title in row.cast_into::<PyMapping>().map_err(|_| PyTypeError::new_err(FORMS))?.keys()? {
            if !titles.contains(&title)? {
                titles.append(title)?;
            }
        }
    }
    Ok(titles)
}

/// What each of some dicts has under a key.
fn column_of<'py>(rows: &Bound<'py, PyList>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let column = PyList::empty(rows.py());
    for (place, row) in rows.iter().enumerate() {
        let missing = |_| refuse(rows.py(), &format!("jobs[{place}].{name}"), "missing", "a value in every job, or in none");
        column.append(row.get_item(name).map_err(missing)?)?;
    }
    Ok(column.into_any())
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
