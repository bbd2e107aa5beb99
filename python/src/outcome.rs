//! What became of jobs.

use crate::error::refuse;
use numpy::{IntoPyArray, PyArray1, PyArrayMethods};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList};
use schedscope::metrics::Sorted;
use schedscope_core::calls::Times;
use std::sync::OnceLock;

/// What became of jobs under a policy: arrays in the order in which the jobs were given.
#[pyclass(frozen, mapping, module = "schedscope")]
pub struct Outcome {
    /// The policy.
    #[pyo3(get)]
    policy: String,
    /// What the jobs are called.
    #[pyo3(get)]
    ids: Py<PyAny>,
    /// Completion − arrival of each job, in the unit of arrivals and sizes.
    #[pyo3(get)]
    sojourn: Py<PyArray1<f64>>,
    /// Sojourn time ÷ size of each job.
    #[pyo3(get)]
    slowdown: Py<PyArray1<f64>>,
    /// Mean sojourn time.
    #[pyo3(get)]
    mean_sojourn: f64,
    sorted: OnceLock<Sorted>,
}

const COLUMNS: [&str; 3] = ["id", "sojourn", "slowdown"];

impl Outcome {
    /// Of jobs that are called so.
    pub fn new(py: Python<'_>, policy: String, ids: Bound<'_, PyAny>, times: Times) -> Self {
        let constant = |values: Vec<f64>| {
            let array = values.into_pyarray(py);
            drop(array.readwrite().make_nonwriteable());
            array.unbind()
        };
        let Times { sojourn, slowdown, mean } = times;
        let (sojourn, slowdown) = (constant(sojourn), constant(slowdown));
        Self { policy, ids: ids.unbind(), sojourn, slowdown, mean_sojourn: mean, sorted: OnceLock::new() }
    }
}

#[pymethods]
#[allow(clippy::unused_self, reason = "methods of Python have one")]
impl Outcome {
    /// The quantile of sojourn times at p, from 0 to 1.
    fn quantile(&self, py: Python<'_>, p: f64) -> PyResult<f64> {
        if !(0.0..=1.0).contains(&p) {
            return Err(refuse(py, "p", &p.to_string(), "a number from 0 to 1"));
        }
        let sojourn = self.sojourn.bind(py).readonly();
        let sample = sojourn.as_slice()?;
        let sorted = self.sorted.get_or_init(|| Sorted::new(sample.to_vec()));
        Ok(sorted.quantile(p).unwrap_or(f64::NAN))
    }

    /// Titles of the columns.
    fn keys(&self) -> Vec<&'static str> {
        COLUMNS.to_vec()
    }

    fn __getitem__(&self, py: Python<'_>, title: &str) -> PyResult<Py<PyAny>> {
        match title {
            "id" => Ok(self.ids.clone_ref(py)),
            "sojourn" => Ok(self.sojourn.clone_ref(py).into_any()),
            "slowdown" => Ok(self.slowdown.clone_ref(py).into_any()),
            _ => Err(PyKeyError::new_err(format!("no column \"{title}\"; allowed: {}", COLUMNS.join(", ")))),
        }
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, COLUMNS)?.try_iter()
    }

    fn __len__(&self) -> usize {
        COLUMNS.len()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let jobs = self.sojourn.bind(py).len()?;
        Ok(format!("<schedscope.Outcome of {jobs} jobs under {}: mean sojourn time {}>", self.policy, self.mean_sojourn))
    }
}

/// A job as a rank of one's own sees it when it arrives.
#[pyclass(frozen, module = "schedscope")]
pub struct Job {
    /// What it is called: a number, or a text.
    #[pyo3(get)]
    pub id: Py<PyAny>,
    /// When it arrives.
    #[pyo3(get)]
    pub arrival: f64,
    /// The work it needs.
    #[pyo3(get)]
    pub size: f64,
    /// What its size is believed to be.
    #[pyo3(get)]
    pub estimate: f64,
    /// Its weight.
    #[pyo3(get)]
    pub weight: f64,
}

#[pymethods]
impl Job {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let Self { id, arrival, size, estimate, weight } = self;
        Ok(format!("Job(id={}, arrival={arrival}, size={size}, estimate={estimate}, weight={weight})", id.bind(py).repr()?))
    }
}
