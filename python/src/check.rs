//! Baselines: what must not change.

use crate::away::{Work, away, pool};
use crate::error::raise;
use crate::json;
use pyo3::prelude::*;
use schedscope_core::calls::Refusal;
use schedscope_core::experiment::baseline::{self, Baseline, BaselineError, Checked};
use schedscope_core::experiment::output::Output;
use schedscope_core::experiment::read_text;
use std::io;
use std::path::PathBuf;

/// What became of a baseline: true if all values are what they were.
#[pyclass(frozen, module = "schedscope")]
pub struct Check {
    file: String,
    cases: Vec<Checked>,
}

/// A value that is not what it was.
#[pyclass(frozen, get_all, module = "schedscope")]
pub struct Difference {
    /// The case of the baseline.
    case: String,
    /// The policy.
    policy: String,
    /// The metric.
    metric: String,
    /// What it was; None if the baseline does not know it.
    expected: Option<f64>,
    /// What it is; None if it is not measured any more.
    found: Option<f64>,
}

/// Runs what a baseline names and compares it with what the baseline holds.
#[pyfunction]
#[pyo3(signature = (baseline, *, update=false))]
pub fn check(py: Python<'_>, baseline: PathBuf, update: bool) -> PyResult<Check> {
    let file = baseline.display().to_string();
    let told = |error: io::Error, done: &str| io::Error::new(error.kind(), format!("cannot {done} {file}: {error}"));
    let text = read_text(&baseline).map_err(|error| told(error, "read"))?;
    let wrong = |error: BaselineError| {
        let message = format!("{file}: {error}");
        let refusal = match error {
            BaselineError::Scenario { source, .. } => Refusal { message, ..source.into() },
            _ => Refusal { message, field: None, value: None, allowed: None },
        };
        raise(py, refusal)
    };
    let mut held = Baseline::from_json(&text).map_err(wrong)?;
    // Before the long work.
    let output = update.then(|| Output::create(&baseline)).transpose().map_err(|error| told(error, "write"))?;
    let pool = pool(0)?;
    let measure = move |work: &Work| {
        let mut cases = vec![];
        for case in &mut held.cases {
            let measured = pool.install(|| case.measure(|jobs| work.done(jobs)))?;
            let checked = case.compare(&measured);
            case.take_over(&checked.differences);
            cases.push(checked);
        }
        Ok((cases, held))
    };
    let (cases, held) = away(py, |_| Ok(()), measure)?.map_err(wrong)?;
    let check = Check { file: file.clone(), cases };
    if let Some(output) = output.filter(|_| !check.holds()) {
        let text = json(&held)?;
        output.finish(|out| out.write_all(text.as_bytes())).map_err(|error| told(error, "write"))?;
    }
    Ok(check)
}

impl Check {
    fn holds(&self) -> bool {
        self.cases.iter().all(|case| case.differences.is_empty())
    }
}

#[pymethods]
impl Check {
    /// How many values were compared.
    #[getter]
    fn compared(&self) -> usize {
        self.cases.iter().map(|case| case.compared).sum()
    }

    /// Those that are not what they were.
    #[getter]
    fn differences(&self) -> Vec<Difference> {
        let of = |case: &Checked| {
            let name = case.name.clone();
            let own = move |baseline::Difference { policy, metric, expected, found }| Difference {
                case: name.clone(),
                policy,
                metric,
                expected,
                found,
            };
            case.differences.clone().into_iter().map(own)
        };
        self.cases.iter().flat_map(of).collect()
    }

    fn __bool__(&self) -> bool {
        self.holds()
    }

    fn __str__(&self) -> String {
        self.cases.iter().map(|case| case.told(&self.file)).collect::<Vec<_>>().join("\n")
    }

    fn __repr__(&self) -> String {
        format!("<schedscope.Check of {} values, of which {} differ>", self.compared(), self.differences().len())
    }
}

#[pymethods]
impl Difference {
    fn __repr__(&self) -> String {
        let Self { case, policy, metric, expected, found } = self;
        let difference = baseline::Difference { policy: policy.clone(), metric: metric.clone(), expected: *expected, found: *found };
        format!("<schedscope.Difference in {case}: {difference}>")
    }
}
