//! What became of jobs.

use crate::error::refuse;
use crate::pickled::{Reduced, maker};
use numpy::{IntoPyArray, PyArray1, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyIterator, PyList};
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
        Self::of_arrays(policy, ids.unbind(), [constant(sojourn), constant(slowdown)], mean)
    }

    /// Of arrays that nobody writes to.
    pub fn of_arrays(policy: String, ids: Py<PyAny>, [sojourn, slowdown]: [Py<PyArray1<f64>>; 2], mean: f64) -> Self {
        Self { policy, ids, sojourn, slowdown, mean_sojourn: mean, sorted: OnceLock::new() }
    }
}

#[pymethods]
#[allow(clippy::unused_self, reason = "methods of Python have one")]
impl Outcome {
    /// The quantile of sojourn times at p, from 0 to 1; of an array of such numbers, an array of the same shape.
    fn quantile<'py>(&self, py: Python<'py>, p: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let allowed = "a number from 0 to 1, or an array of such numbers";
        let wrong = |_| refuse(py, "p", &p.repr().map_or_else(|_| String::new(), |text| text.to_string()), allowed);
        let options = [("dtype", "float64")].into_py_dict(py)?;
        let asked: PyReadonlyArrayDyn<'py, f64> =
            py.import("numpy")?.call_method("asarray", (p,), Some(&options)).and_then(|array| array.extract()).map_err(wrong)?;
        let sojourn = self.sojourn.bind(py).readonly();
        let sample = sojourn.as_slice()?;
        let sorted = self.sorted.get_or_init(|| Sorted::new(sample.to_vec()));
        let mut found = vec![];
        for p in asked.as_array() {
            if !(0.0..=1.0).contains(p) {
                return Err(refuse(py, "p", &p.to_string(), "a number from 0 to 1"));
            }
            found.push(sorted.quantile(*p).unwrap_or(f64::NAN));
        }
        match asked.shape() {
            [] => found[0].into_bound_py_any(py),
            shape => Ok(found.into_pyarray(py).reshape(shape)?.into_any()),
        }
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

    #[expect(clippy::type_complexity, reason = "what pickles hold")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (&str, &Py<PyAny>, &Py<PyArray1<f64>>, &Py<PyArray1<f64>>, f64)>> {
        Ok((maker(py, "_outcome")?, (&self.policy, &self.ids, &self.sojourn, &self.slowdown, self.mean_sojourn)))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let jobs = PyAnyMethods::len(self.sojourn.bind(py).as_any())?;
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
