//! Jobs from a frame, a dict of columns, or arrays.

use crate::error::{Detail, raise, refuse};
use numpy::{PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyMapping};
use schedscope::registry::nearest;
use schedscope::workload::Ids;
use schedscope::{Job, JobError, Workload};
use std::collections::{BTreeMap, HashMap};

/// The columns of jobs.
const COLUMNS: [&str; 5] = ["arrival", "size", "estimate", "weight", "id"];
/// What all ids have to be together.
const UNIQUE: &str = "an id of its own for each job";
/// What an id may be.
const ID: &str = "whole numbers, 0 or more, or texts";

/// The columns that were given, in the order of [`COLUMNS`].
pub type Columns<'py> = [Option<Bound<'py, PyAny>>; 5];

/// Jobs as they were given.
pub struct Given<'py> {
    jobs: Vec<Job>,
    texts: Vec<String>,
    /// What they are called, as an array.
    pub ids: Bound<'py, PyAny>,
}

impl<'py> Given<'py> {
    /// Reads the columns of a frame or a dict, and those that are given by themselves.
    pub fn read(py: Python<'py>, frame: Option<&Bound<'py, PyAny>>, mut columns: Columns<'py>) -> PyResult<Self> {
        if let Some(frame) = frame {
            take_from(frame, &mut columns)?;
        }
        let [arrival, size, estimate, weight, id] = columns;
        let needed = |column: Option<Bound<'py, PyAny>>, name: &str| {
            let column = column.ok_or_else(|| refuse(py, name, "not given", "numbers, one a job"))?;
            numbers(name, &column)
        };
        let (arrival, size) = (needed(arrival, "arrival")?, needed(size, "size")?);
        let given = |column: Option<Bound<'py, PyAny>>, name: &str| column.map(|column| numbers(name, &column)).transpose();
        let (estimate, weight) = (given(estimate, "estimate")?, given(weight, "weight")?);
        let count = arrival.len();
        let as_many = |found: usize, name: &str| {
            let allowed = || format!("as many as there are of arrival, {count}");
            if found == count { Ok(()) } else { Err(refuse(py, name, &format!("{found} values"), &allowed())) }
        };
        as_many(size.len(), "size")?;
        estimate.as_ref().map_or(Ok(()), |column| as_many(column.len(), "estimate"))?;
        weight.as_ref().map_or(Ok(()), |column| as_many(column.len(), "weight"))?;
        let mut jobs: Vec<Job> =
            arrival.as_slice()?.iter().zip(size.as_slice()?).map(|(arrival, size)| Job::new(*arrival, *size)).collect();
        if let Some(estimate) = estimate {
            jobs.iter_mut().zip(estimate.as_slice()?).for_each(|(job, estimate)| job.estimate = *estimate);
        }
        if let Some(weight) = weight {
            jobs.iter_mut().zip(weight.as_slice()?).for_each(|(job, weight)| job.weight = *weight);
        }
        let numpy = py.import("numpy")?;
        let Some(id) = id else {
            let ids = numpy.call_method1("arange", (count,))?;
            return Ok(Self { jobs, texts: vec![], ids });
        };
        let ids = numpy.call_method1("asarray", (id,))?;
        as_many(ids.len()?, "id")?;
        let texts = number(&ids, &mut jobs)?;
        Ok(Self { jobs, texts, ids })
    }

    /// The jobs, without what belongs to Python.
    pub fn into_parts(self) -> (Jobs, Bound<'py, PyAny>) {
        (Jobs { jobs: self.jobs, texts: self.texts }, self.ids)
    }
}

/// Jobs, of which those that are called by texts have the numbers from 1 on.
pub struct Jobs {
    jobs: Vec<Job>,
    texts: Vec<String>,
}

/// Why jobs are none, and what the one is called that is to blame.
pub struct Refused {
    error: JobError,
    name: Option<String>,
}

impl Jobs {
    /// The jobs as a workload.
    pub fn workload(self) -> Result<Workload, Refused> {
        let Self { jobs, texts } = self;
        match Workload::new(jobs) {
            Ok(workload) if texts.is_empty() => Ok(workload),
            Ok(workload) => Ok(workload.called(Ids::new((1..).zip(texts).collect::<BTreeMap<u64, String>>()))),
            Err(error) => {
                let name = if let JobError::Value { place, .. } = error { texts.get(place).cloned() } else { None };
                Err(Refused { error, name })
            }
        }
    }
}

impl Refused {
    /// As the exception.
    pub fn raise(self, py: Python<'_>) -> PyErr {
        let Self { error, name } = self;
        let detail = |field: &str, value: String, allowed: &str| Detail {
            field: Some(field.to_owned()),
            value: Some(value),
            allowed: Some(allowed.to_owned()),
        };
        match &error {
            JobError::Value { id, field, value, allowed, .. } => {
                let name = name.unwrap_or_else(|| id.to_string());
                raise(py, format!("{field} of job {name} is {value}; allowed: {allowed}"), detail(field, value.to_string(), allowed))
            }
            JobError::Duplicate { id, .. } => raise(py, error.to_string(), detail("id", id.to_string(), UNIQUE)),
            JobError::Empty => raise(py, error.to_string(), detail("jobs", "none".to_owned(), "one or more")),
            _ => raise(py, error.to_string(), Detail::default()),
        }
    }
}

/// Takes those columns from a frame that are not given by themselves.
fn take_from<'py>(frame: &Bound<'py, PyAny>, columns: &mut Columns<'py>) -> PyResult<()> {
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
    // Other columns are no concern of ours, unless one is misspelt.
    let misspelt = titles.iter().filter(|title| !COLUMNS.contains(&title.as_str())).find_map(|title| {
        let meant = nearest(title, COLUMNS.into_iter())?;
        (!titles.iter().any(|title| title == meant)).then_some((title, meant))
    });
    match misspelt {
        None => Ok(()),
        Some((title, meant)) => {
            let value = format!("a column of jobs (did you mean \"{meant}\"?)");
            Err(refuse(frame.py(), title, &value, &COLUMNS.join(", ")))
        }
    }
}

/// The numbers of a column, which are not copied if they are an array of 64-bit floats in one piece.
fn numbers<'py>(name: &str, column: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, f64>> {
    let py = column.py();
    let numpy = py.import("numpy")?;
    let wrong = |found: String| refuse(py, name, &found, "numbers, one a job");
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

/// Gives jobs the numbers of an array, or of an array of texts, which come back, their places from 1.
fn number(ids: &Bound<'_, PyAny>, jobs: &mut [Job]) -> PyResult<Vec<String>> {
    let py = ids.py();
    let wrong = |found: &str| refuse(py, "id", found, ID);
    let kind: String = ids.getattr("dtype")?.getattr("kind")?.extract()?;
    if kind == "i" || kind == "u" {
        let ids: Vec<Bound<'_, PyAny>> = ids.call_method0("tolist")?.extract()?;
        for (job, id) in jobs.iter_mut().zip(ids) {
            job.id = id.extract().map_err(|_| wrong(&id.to_string()))?;
        }
        return Ok(vec![]);
    }
    let texts: Vec<Bound<'_, PyAny>> = ids.call_method0("tolist")?.extract()?;
    let text = |id: &Bound<'_, PyAny>| id.extract::<String>().map_err(|_| wrong(&id.to_string()));
    let texts: Vec<String> = texts.iter().map(text).collect::<PyResult<_>>()?;
    let mut places: HashMap<&str, usize> = HashMap::with_capacity(texts.len());
    for (place, text) in texts.iter().enumerate() {
        if let Some(first) = places.insert(text, place) {
            let detail = Detail { field: Some("id".to_owned()), value: Some(text.clone()), allowed: Some(UNIQUE.to_owned()) };
            return Err(raise(py, format!("the jobs at places {first} and {place} have the same id, {text}; allowed: {UNIQUE}"), detail));
        }
    }
    jobs.iter_mut().zip(1..).for_each(|(job, number)| job.id = number);
    Ok(texts)
}
