//! What is asked: a dict of fields, a text in TOML, or the path of a file that holds one.

use crate::error::{raise, refuse};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyMapping, PyString};
use schedscope_core::calls::{Refusal, scenario_of};
use schedscope_core::experiment::{Scenario, ScenarioError, read_text};
use std::io;
use std::path::PathBuf;
use toml::{Table, Value};

/// What a caller gave.
pub enum Asked {
    /// Fields by name; those of the system and the workload in tables of their own, or under dotted names.
    Fields(Table),
    /// A text in TOML, and the file that it is from.
    Text(String, Option<PathBuf>),
}

impl Asked {
    /// Reads what was given.
    pub fn read(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(fields) = given.cast::<PyMapping>() {
            return table(fields, "").map(Self::Fields);
        }
        if let Ok(text) = given.cast::<PyString>() {
            let text = text.to_cow()?;
            if text.contains(['\n', '=']) {
                return Ok(Self::Text(text.into_owned(), None));
            }
        }
        let path: PathBuf = given.extract().map_err(|_| {
            let found = given.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string());
            PyTypeError::new_err(format!("expected a dict, a text in TOML or the path of a file, not {found}"))
        })?;
        let text = read_text(&path).map_err(|error| io::Error::new(error.kind(), format!("cannot read {}: {error}", path.display())))?;
        Ok(Self::Text(text, Some(path)))
    }

    /// As a scenario.
    pub fn scenario(self, py: Python<'_>) -> PyResult<Scenario> {
        match self {
            Self::Fields(table) => scenario_of(table).map_err(|error| raise(py, error)),
            Self::Text(text, path) => Scenario::from_toml(&text).map_err(|error| in_file(py, error, path)),
        }
    }

    /// As the text of a file.
    pub fn into_text(self) -> (String, Option<PathBuf>) {
        match self {
            Self::Fields(table) => (table.to_string(), None),
            Self::Text(text, path) => (text, path),
        }
    }
}

/// What is wrong with a text, with the name of its file.
pub fn in_file(py: Python<'_>, error: ScenarioError, path: Option<PathBuf>) -> PyErr {
    let refusal = Refusal::from(error);
    match path {
        None => raise(py, refusal),
        Some(path) => raise(py, Refusal { message: format!("{}: {refusal}", path.display()), ..refusal }),
    }
}

/// The fields of a mapping; what is None is not given.
fn table(fields: &Bound<'_, PyMapping>, of: &str) -> PyResult<Table> {
    let mut table = Table::new();
    for item in fields.items()?.iter() {
        let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
        let Ok(name) = key.extract::<String>() else {
            return Err(refuse(
                fields.py(),
                if of.is_empty() { "scenario" } else { of },
                &key.repr()?.to_string(),
                "names of fields, which are texts",
            ));
        };
        if !value.is_none() {
            let path = if of.is_empty() { name.clone() } else { format!("{of}.{name}") };
            table.insert(name, plain(&value, &path)?);
        }
    }
    Ok(table)
}

/// A value of Python or NumPy as one of TOML.
fn plain(value: &Bound<'_, PyAny>, field: &str) -> PyResult<Value> {
    let py = value.py();
    let said = || value.str().map_or_else(|_| String::new(), |text| text.to_string());
    if let Ok(truth) = value.extract::<bool>() {
        return Ok(truth.into());
    }
    if let Ok(whole) = value.extract::<i64>() {
        return Ok(whole.into());
    }
    if value.is_instance_of::<PyInt>() {
        return Err(refuse(py, field, &said(), "a whole number of 64 bits"));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_cow()?.into_owned().into());
    }
    if let Ok(inner) = value.cast::<PyMapping>() {
        return table(inner, field).map(Value::Table);
    }
    // An array of one number is a list.
    if !value.hasattr("__len__")? {
        if let Ok(number) = value.extract::<f64>() {
            return Ok(number.into());
        }
        if let Ok(path) = value.extract::<PathBuf>() {
            return Ok(path.display().to_string().into());
        }
    }
    let allowed = "numbers, texts, True, False, lists and dicts of these";
    let Ok(items) = value.try_iter() else { return Err(refuse(py, field, &said(), allowed)) };
    let items = items.enumerate().map(|(place, item)| plain(&item?, &format!("{field}[{}]", place + 1)));
    items.collect::<PyResult<Vec<Value>>>().map(Value::Array)
}
