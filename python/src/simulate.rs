//! Jobs of one's own on one server, or several.

use crate::away::{Work, away};
use crate::error::{raise, refuse};
use crate::jobs::read;
use crate::outcome::{Job, Outcome};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use schedscope::server::{self, Silent};
use schedscope_core::calls::{self, Jobs, Times};
use std::cell::RefCell;

/// Simulates jobs under a policy: one of the registry, a formula, or a rank of one's own.
#[pyfunction]
#[pyo3(signature = (jobs=None, policy=None, servers=1, *, arrival=None, size=None, estimate=None, weight=None, id=None))]
#[expect(clippy::too_many_arguments, reason = "each is a column that may be given by itself")]
pub fn simulate<'py>(
    py: Python<'py>,
    jobs: Option<&Bound<'py, PyAny>>,
    policy: Option<&Bound<'py, PyAny>>,
    servers: i64,
    arrival: Option<Bound<'py, PyAny>>,
    size: Option<Bound<'py, PyAny>>,
    estimate: Option<Bound<'py, PyAny>>,
    weight: Option<Bound<'py, PyAny>>,
    id: Option<Bound<'py, PyAny>>,
) -> PyResult<Outcome> {
    let policy =
        policy.ok_or_else(|| PyTypeError::new_err("simulate() needs a policy: a text such as \"psbs\", or a rank as a function"))?;
    let (jobs, ids) = read(py, jobs, [arrival, size, estimate, weight, id])?;
    let servers = calls::servers(servers, u32::try_from(servers).ok()).map_err(|refusal| raise(py, refusal))?;
    let (name, times) = if let Ok(text) = policy.cast::<PyString>() {
        let text = text.to_cow()?.into_owned();
        (text.clone(), built_in(py, jobs, &text, servers)?)
    } else if policy.is_callable() {
        if servers != 1 {
            return Err(refuse(py, "servers", &servers.to_string(), "1 under a rank of one's own"));
        }
        let name = policy.getattr("__name__").and_then(|name| name.extract()).unwrap_or_else(|_| "rank".to_owned());
        (name, own(py, jobs, policy)?)
    } else {
        return Err(PyTypeError::new_err("a policy is a text such as \"psbs\", or a rank as a function"));
    };
    Ok(Outcome::new(py, name, ids, times))
}

fn built_in(py: Python<'_>, jobs: Jobs, text: &str, servers: u32) -> PyResult<Times> {
    let policy = calls::policy(text).map_err(|refusal| raise(py, refusal))?;
    let run = move |work: &Work| calls::simulate(jobs, &policy, servers, |jobs| work.done(jobs));
    away(py, |_| Ok(()), run)?.map_err(|refusal| raise(py, refusal))
}

/// A rank of a job: a function of its age, or a number.
enum Rank<'py> {
    Function(Bound<'py, PyAny>),
    Number(f64),
}

impl<'py> Rank<'py> {
    fn of(rank: Bound<'py, PyAny>) -> PyResult<Self> {
        if rank.is_callable() { Ok(Self::Function(rank)) } else { rank.extract().map(Self::Number) }
    }

    fn at(&self, age: f64) -> PyResult<f64> {
        match self {
            Self::Function(function) => function.call1((age,))?.extract(),
            Self::Number(rank) => Ok(*rank),
        }
    }
}

/// Under a rank of one's own, which is asked with the lock of the interpreter.
fn own(py: Python<'_>, jobs: Jobs, rank: &Bound<'_, PyAny>) -> PyResult<Times> {
    let workload = jobs.workload().map_err(|refusal| raise(py, refusal))?;
    let raised: RefCell<Option<PyErr>> = RefCell::new(None);
    let job = |job: &schedscope::Job| {
        let id = match workload.ids().of(job.id) {
            text if !workload.ids().is_empty() => text.into_py_any(py)?,
            _ => job.id.into_py_any(py)?,
        };
        let schedscope::Job { arrival, size, estimate, weight, .. } = *job;
        Bound::new(py, Job { id, arrival, size, estimate, weight })
    };
    let note = |error: PyErr| {
        raised.borrow_mut().get_or_insert(error);
    };
    let rank_of = |arrived: &schedscope::Job| {
        let rank = job(arrived).and_then(|job| rank.call1((job,))).and_then(Rank::of).map_err(note).ok();
        // No rank ends the run.
        let raised = &raised;
        move |age: f64| {
            let rank = rank.as_ref().filter(|_| raised.borrow().is_none());
            rank.and_then(|rank| rank.at(age).map_err(note).ok()).unwrap_or(f64::NAN)
        }
    };
    let outcome = server::simulate_rank(&workload, rank_of, &mut Silent);
    if let Some(raised) = raised.take() {
        return Err(raised);
    }
    outcome.map(|outcome| Times::of(&workload, &outcome)).map_err(|error| raise(py, error))
}
