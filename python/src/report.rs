//! The report of a scenario.

use crate::error::raise;
use crate::json;
use crate::pickled::{Reduced, maker, pack};
use crate::svg::Svg;
use crate::table::Table;
use maud::{Markup, PreEscaped, html};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use schedscope::world::Described;
use schedscope_core::experiment::sweep::{CellResult, ResultTable, Sweep};
use schedscope_core::experiment::{self, Column, Scenario, ScenarioError, Study, Summary};
use schedscope_core::pictures::distributions;
use schedscope_state::route::Route;
use schedscope_state::view::View;
use serde::{Deserialize, Serialize};

/// Where `cargo xtask serve` serves the page.
const PAGE: &str = "http://127.0.0.1:8080/";

/// What a report is made of.
#[derive(Clone, Serialize, Deserialize)]
pub struct Made {
    /// The scenario, as a text in TOML.
    scenario: String,
    workload: Described,
    warnings: Vec<String>,
    summaries: Vec<Summary>,
}

impl Made {
    /// Of a study that has been run.
    pub fn of(study: &Study, summaries: Vec<Summary>) -> Self {
        Self { scenario: study.scenario().to_toml(), workload: study.describe(), warnings: study.warnings(), summaries }
    }

    fn report(self) -> Result<experiment::Report, ScenarioError> {
        let scenario = Scenario::from_toml(&self.scenario)?;
        let policies = scenario.choices()?;
        Ok(experiment::Report::assemble(scenario, policies, self.workload, self.warnings, self.summaries))
    }
}

/// What came of a scenario: figures by column, one row a policy (and class of jobs, where jobs have classes).
#[pyclass(frozen, extends = Table, module = "schedscope")]
pub struct Report(experiment::Report, Made);

impl Report {
    /// Of a scenario that has been run.
    pub fn new(py: Python<'_>, made: Made) -> PyResult<Py<Self>> {
        let report = made.clone().report().map_err(|error| raise(py, error))?;
        let alone = Sweep { scenario: report.scenario.clone(), dimensions: vec![], until: None };
        let rows = [CellResult::new(&alone, 0, &report)];
        let table = Table::new(ResultTable::new(&alone, rows.iter()), report.warnings.clone());
        Py::new(py, PyClassInitializer::from(table).add_subclass(Self(report, made)))
    }

    fn picture(&self, size: (u32, u32)) -> PyResult<Svg> {
        Svg::new(size, distributions(&self.0))
    }

    /// The figures that a short table shows: the times of jobs, and what its world puts there.
    fn short(&self) -> Markup {
        const OF_JOBS: [&str; 4] = ["mean_sojourn", "mean_sojourn_ci95", "median_slowdown", "p99_slowdown"];
        let value = |column: &Column, row| column.of_policy(row).map_or_else(String::new, |value| format!("{value:.4}"));
        let any = |column: &&Column| self.0.policies.iter().any(|row| column.of_policy(row).is_some());
        let shown = |column: &&Column| column.heading.is_some() || OF_JOBS.contains(&column.title.as_str());
        let columns: Vec<&Column> = Column::all(self.0.scenario.kind()).iter().filter(shown).filter(any).collect();
        html! {
            table {
                thead { tr { th { "policy" } @for column in &columns { th title=(column.about) { (column.title) } } } }
                tbody {
                    @for row in &self.0.policies {
                        tr { th { (row.policy.name()) } @for column in &columns { td { (value(column, row)) } } }
                    }
                }
            }
        }
    }
}

#[pymethods]
impl Report {
    /// The policies, as they were asked for.
    #[getter]
    fn policies(&self) -> Vec<String> {
        self.0.policies.iter().map(|row| row.policy.to_string()).collect()
    }

    /// The report as JSON: the same bytes that the command line prints.
    fn json(&self) -> PyResult<String> {
        json(&self.0)
    }

    /// The same as plain values of Python.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.json()?,))
    }

    /// Distributions of sojourn time and slowdown, so many pixels wide and high.
    #[pyo3(signature = (width=1200, height=600))]
    fn plot(&self, width: u32, height: u32) -> PyResult<Svg> {
        self.picture((width, height))
    }

    /// A link that opens the page, which is served at this address, with this very comparison.
    #[pyo3(signature = (page=None))]
    fn link(&self, page: Option<&str>) -> String {
        let scenario = &self.0.scenario;
        let place = Route::View(View::Compare(scenario.kind()), Some(scenario.to_query())).write(false);
        format!("{}{place}", page.unwrap_or(PAGE).split('#').next().unwrap_or_default())
    }

    fn _repr_html_(&self) -> PyResult<String> {
        let picture = self.0.policies.iter().any(|row| row.jobs.is_some()).then(|| self.picture((1000, 420))).transpose()?;
        let whole = html! {
            div {
                @if let Some(picture) = &picture { (PreEscaped(picture.text())) }
                (self.short())
                @for warning in &self.0.warnings { p { "Warning: " (warning) } }
            }
        };
        Ok(whole.into_string())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (Bound<'py, PyBytes>,)>> {
        Ok((maker(py, "_report")?, (pack(py, &self.1)?,)))
    }

    fn __repr__(&self) -> String {
        let policies: Vec<&str> = self.0.policies.iter().map(|row| row.policy.written()).collect();
        format!("<schedscope.Report of the {} under {}>", self.0.scenario.kind().key(), policies.join(", "))
    }
}
