//! A scenario over a grid of values.

use crate::asked::{Asked, in_file};
use crate::away::{Work, away, pool};
use crate::error::{raise, refuse};
use crate::table::Table;
use pyo3::prelude::*;
use schedscope_core::calls::Refusal;
use schedscope_core::experiment::sweep::{CellResult, Inputs, ResultTable, Shard, Sweep, SweepError, run, survey};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often the line of progress is written anew.
const ANEW: Duration = Duration::from_millis(250);

/// How far a sweep is.
#[derive(Default)]
struct Progress {
    cells: AtomicU64,
    /// Jobs to be simulated, as far as is known.
    jobs: AtomicU64,
}

/// Simulates a scenario over a grid of values for its fields.
#[pyfunction]
#[pyo3(signature = (sweep, threads=None, progress=true))]
pub fn sweep(py: Python<'_>, sweep: &Bound<'_, PyAny>, threads: Option<i64>, progress: bool) -> PyResult<Table> {
    const MOST: i64 = 1024;
    let threads = match threads {
        None => 0,
        Some(threads) if (1..=MOST).contains(&threads) => threads as usize,
        Some(threads) => return Err(refuse(py, "threads", &threads.to_string(), &format!("a whole number from 1 to {MOST}"))),
    };
    let (text, path) = Asked::read(sweep)?.into_text();
    let sweep = Arc::new(Sweep::from_toml(&text).map_err(|error| in_file(py, error, path))?);
    let pool = pool(threads)?;
    let so_far = Arc::new(Progress::default());
    let mut line = progress.then(|| Line::new(py, sweep.cells(), Arc::clone(&so_far))).transpose()?.flatten();
    let its = Arc::clone(&sweep);
    let results = away(
        py,
        |work| line.as_mut().map_or(Ok(()), |line| line.write(py, work)),
        move |work| pool.install(|| all_cells(&its, work, &so_far)),
    );
    if let Some(line) = line {
        line.clear(py)?;
    }
    let (results, warnings) = results?.map_err(|error| of_sweep(py, error))?;
    Ok(Table::new(ResultTable::new(&sweep, results.values()), warnings))
}

/// The results of all cells in grid order, and warnings.
type Results = (BTreeMap<u64, CellResult>, Vec<String>);

fn all_cells(sweep: &Sweep, work: &Work, so_far: &Progress) -> Result<Results, SweepError> {
    let inputs = Inputs::default();
    let survey = survey(sweep, Shard::WHOLE, &inputs)?;
    let cells: Vec<u64> = (0..sweep.cells()).collect();
    so_far.jobs.store(survey.jobs_of(&cells), Relaxed);
    let results = Mutex::new(BTreeMap::new());
    let finished = |result: Result<CellResult, SweepError>| {
        let result = result?;
        so_far.cells.fetch_add(1, Relaxed);
        results.lock().unwrap_or_else(PoisonError::into_inner).insert(result.cell, result);
        Ok::<_, SweepError>(())
    };
    let more = |jobs| {
        so_far.jobs.fetch_add(jobs, Relaxed);
    };
    run(sweep, &inputs, &cells, |jobs| work.done(jobs), more, finished)?;
    let warnings = survey.warnings.into_iter().map(|(warning, cells)| format!("in {cells} of {} cells: {warning}", sweep.cells()));
    Ok((results.into_inner().unwrap_or_else(PoisonError::into_inner), warnings.collect()))
}

fn of_sweep(py: Python<'_>, error: SweepError) -> PyErr {
    let message = error.to_string();
    let (SweepError::File(source) | SweepError::Cell { source, .. }) = error;
    raise(py, Refusal { message, ..source.into() })
}

/// A line that says how far a sweep is, on the standard error of Python.
struct Line {
    out: Py<PyAny>,
    cells: u64,
    so_far: Arc<Progress>,
    written: Instant,
    shown: bool,
}

impl Line {
    /// None where nobody would see it: the output is no terminal, and no notebook.
    fn new(py: Python<'_>, cells: u64, so_far: Arc<Progress>) -> PyResult<Option<Self>> {
        let sys = py.import("sys")?;
        let out = sys.getattr("stderr")?;
        let terminal = out.call_method0("isatty").and_then(|answer| answer.extract()).unwrap_or(false);
        let notebook = sys.getattr("modules")?.contains("ipykernel")?;
        let line = || Self { out: out.unbind(), cells, so_far, written: Instant::now(), shown: false };
        Ok((terminal || notebook).then(line))
    }

    fn write(&mut self, py: Python<'_>, work: &Work) -> PyResult<()> {
        if self.written.elapsed() < ANEW {
            return Ok(());
        }
        self.written = Instant::now();
        self.shown = true;
        let share = work.jobs() as f64 / self.so_far.jobs.load(Relaxed).max(1) as f64;
        self.print(py, &format!("\r{} of {} cells, {:.0} %", self.so_far.cells.load(Relaxed), self.cells, 100.0 * share.min(1.0)))
    }

    fn clear(self, py: Python<'_>) -> PyResult<()> {
        if self.shown { self.print(py, &format!("\r{}\r", " ".repeat(60))) } else { Ok(()) }
    }

    fn print(&self, py: Python<'_>, text: &str) -> PyResult<()> {
        let out = self.out.bind(py);
        out.call_method1("write", (text,))?;
        out.call_method0("flush").map(drop)
    }
}
