//! What is asked: a dict of fields, a text in TOML, or the path of a file that holds one.

use crate::error::{of_scenario, raise, refuse};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyMapping, PyString};
use schedscope_core::experiment::{Scenario, ScenarioError, SystemKind, read_text, split_policies};
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
            Self::Fields(table) => scenario_of(table).map_err(|error| of_scenario(py, &error)),
            Self::Text(text, path) => Scenario::from_toml(&text).map_err(|error| in_file(py, &error, path)),
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
pub fn in_file(py: Python<'_>, error: &ScenarioError, path: Option<PathBuf>) -> PyErr {
    match path {
        None => of_scenario(py, error),
        Some(path) => raise(py, format!("{}: {error}", path.display()), error.into()),
    }
}

/// Gives a scenario its fields one by one, so that each error names its field.
fn scenario_of(table: Table) -> Result<Scenario, ScenarioError> {
    let fields = table.into_iter().flat_map(|(name, value)| match value {
        Value::Table(inner) if name == "system" || name == "workload" => {
            inner.into_iter().map(|(key, value)| (format!("{name}.{key}"), value)).collect()
        }
        value => vec![(name, value)],
    });
    let (world, fields): (Vec<_>, Vec<_>) = fields.partition(|(name, _)| name == "system.kind");
    let mut scenario = Scenario::new(world.last().map_or(Ok(SystemKind::default()), |(_, value)| kind(value))?);
    for (name, value) in fields {
        let value = match value {
            Value::String(list) if name == "policies" => split_policies(&list).into(),
            value => value,
        };
        scenario.set(&name, Some(value))?;
    }
    Ok(scenario)
}

/// The world of this name.
fn kind(value: &Value) -> Result<SystemKind, ScenarioError> {
    let known = SystemKind::ALL.iter().copied().find(|kind| value.as_str() == Some(kind.key()));
    let allowed = || SystemKind::ALL.iter().map(|kind| format!("\"{}\"", kind.key())).collect::<Vec<_>>().join(", ");
    known.ok_or_else(|| ScenarioError::value("system.kind", &value.to_string(), &allowed()))
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
