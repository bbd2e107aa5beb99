//! A scenario, simulated.

use crate::asked::Asked;
use crate::away::{away, counted, pool};
use crate::error::raise;
use crate::report::{Made, Report};
use pyo3::prelude::*;
use schedscope_core::experiment::{ScenarioError, Study, read_workload, run_all};

/// Simulates a scenario of any world under its policies, on so many threads, or on all cores.
#[pyfunction]
#[pyo3(signature = (scenario, *, threads=None))]
pub fn run(py: Python<'_>, scenario: &Bound<'_, PyAny>, threads: Option<i64>) -> PyResult<Py<Report>> {
    let pool = pool(counted(py, threads)?.unwrap_or(0))?;
    let scenario = Asked::read(scenario)?.scenario(py)?;
    let made = away(
        py,
        |_| Ok(()),
        move |work| {
            pool.install(|| {
                let study = Study::new(scenario, read_workload)?;
                let (summaries, _) = run_all(&study, false, |jobs| work.done(jobs))?;
                Ok::<_, ScenarioError>(Made::of(&study, summaries))
            })
        },
    )?;
    Report::new(py, made.map_err(|error| raise(py, error))?)
}
