//! Jobs of one's own on one server, or several.

use crate::away::{Work, away};
use crate::error::{of_scenario, of_server, refuse};
use crate::jobs::{Given, Jobs, Refused};
use crate::outcome::{Job, Outcome, Times};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use schedscope::Workload;
use schedscope::metrics::mean;
use schedscope::server::{self, Config, Instant, Observer, Policy, Silent};
use schedscope::world::SpecError;
use schedscope_core::experiment::{SystemKind, choices};
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
    let (jobs, ids) = Given::read(py, jobs, [arrival, size, estimate, weight, id])?.into_parts();
    let most = Config::MOST_SERVERS;
    let allowed = || format!("a whole number from 1 to {most}");
    let servers = u32::try_from(servers).map_err(|_| refuse(py, "servers", &servers.to_string(), &allowed()))?;
    let (name, times) = if let Ok(text) = policy.cast::<PyString>() {
        let text = text.to_cow()?.into_owned();
        (text.clone(), built_in(py, jobs, text, Config { servers, ..Config::default() })?)
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

/// Why jobs were not simulated.
enum Failed {
    Jobs(Refused),
    Run(SpecError),
}

impl Failed {
    fn raise(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Jobs(refused) => refused.raise(py),
            Self::Run(error) => of_server(py, error),
        }
    }
}

fn built_in(py: Python<'_>, jobs: Jobs, text: String, config: Config) -> PyResult<Times> {
    // What is said of a policy that this world does not have is best said by those who know all worlds.
    choices(SystemKind::Server, std::slice::from_ref(&text)).map_err(|error| of_scenario(py, &error))?;
    let policy: Policy = text.parse().map_err(|error| of_server(py, SpecError::Policy(error)))?;
    let run = move |work: &Work| {
        let workload = jobs.workload().map_err(Failed::Jobs)?;
        let outcome = server::simulate(&config, &workload, &policy, &mut Progress { work, seen: 0 }).map_err(Failed::Run)?;
        Ok(times(&workload, &outcome))
    };
    away(py, |_| Ok(()), run)?.map_err(|failed: Failed| failed.raise(py))
}

fn times(workload: &Workload, outcome: &server::Outcome) -> Times {
    let sojourn: Vec<f64> = workload.given_order().map(|place| outcome.sojourn[place]).collect();
    let slowdown = workload.given_order().map(|place| outcome.sojourn[place] / workload.jobs()[place].size).collect();
    Times { sojourn, slowdown, mean: mean(&outcome.sojourn) }
}

/// Tells how many jobs are complete, and sees nothing else.
struct Progress<'a> {
    work: &'a Work,
    seen: usize,
}

impl Observer for Progress<'_> {
    const WATCHES: bool = false;

    fn instant(&mut self, _: &impl Instant) {}

    fn progress(&mut self, completed: usize) {
        self.work.done((completed - self.seen) as u64);
        self.seen = completed;
    }
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
    let workload = jobs.workload().map_err(|refused| refused.raise(py))?;
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
    outcome.map(|outcome| times(&workload, &outcome)).map_err(|error| of_server(py, error))
}
