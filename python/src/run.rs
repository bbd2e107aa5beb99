//! A scenario, simulated.

use crate::asked::Asked;
use crate::away::{away, pool};
use crate::error::raise;
use crate::report::Report;
use pyo3::prelude::*;
use schedscope_core::experiment::{self, ScenarioError, Study, read_workload, run_all};

/// Simulates a scenario of any world under its policies.
#[pyfunction]
pub fn run(py: Python<'_>, scenario: &Bound<'_, PyAny>) -> PyResult<Py<Report>> {
    let scenario = Asked::read(scenario)?.scenario(py)?;
    let pool = pool(0)?;
    let report = away(
        py,
        |_| Ok(()),
        move |work| {
            pool.install(|| {
                let study = Study::new(scenario, read_workload)?;
                let (summaries, _) = run_all(&study, false, |jobs| work.done(jobs))?;
                Ok::<_, ScenarioError>(experiment::Report::new(&study, summaries))
            })
        },
    )?;
    Report::new(py, report.map_err(|error| raise(py, error))?)
}
