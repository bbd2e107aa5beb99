//! A scenario over a grid of values: a sweep that is under way here, and parts of it that others do.

use crate::asked::{Asked, in_file};
use crate::away::{Work, away, counted, pool};
use crate::error::{of_journal, raise, refuse};
use crate::json;
use crate::table::Table;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use schedscope_core::calls::Refusal;
use schedscope_core::experiment::output::{Output, clear, place};
use schedscope_core::experiment::sweep::{
    CellResult, Header, Inputs, Journal, JournalError, Manifest, Recorded, ResultTable, Shard, Survey, Sweep, SweepError, run, survey,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often the line of progress is written anew.
const ANEW: Duration = Duration::from_millis(250);

/// A sweep that is under way. The package hands out what comes of it, never this.
#[pyclass(frozen, module = "schedscope._schedscope", name = "_Sweep")]
pub struct Begun {
    /// The sweep as a text, as others read it.
    #[pyo3(get)]
    text: String,
    /// Threads for each who works on it, as far as the caller has said.
    #[pyo3(get)]
    threads: Option<usize>,
    /// Where results are written.
    #[pyo3(get)]
    output: Option<PathBuf>,
    header: Arc<Header>,
    inputs: Arc<Inputs>,
    survey: Survey,
    done: Arc<Mutex<Done>>,
    line: Mutex<Option<Line>>,
    warnings: Vec<String>,
}

/// The cells that are complete.
struct Done {
    results: BTreeMap<u64, CellResult>,
    /// None if it is not kept, or no longer.
    journal: Option<Journal>,
    /// Whether the journal was deleted meanwhile.
    restored: bool,
}

impl Done {
    fn add(&mut self, result: CellResult) -> Result<(), JournalError> {
        if let Some(journal) = &mut self.journal {
            self.restored |= journal.restore()?;
            journal.add(&result)?;
        }
        self.results.insert(result.cell, result);
        Ok(())
    }
}

/// Why a sweep ended early.
enum Failed {
    Cell(SweepError),
    Journal(JournalError),
}

impl Failed {
    fn raise(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Cell(error) => of_sweep(py, error),
            Self::Journal(error) => of_journal(py, error),
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[pymethods]
impl Begun {
    #[new]
    fn new(
        py: Python<'_>,
        sweep: &Bound<'_, PyAny>,
        threads: Option<i64>,
        progress: bool,
        output: Option<PathBuf>,
        fresh: bool,
    ) -> PyResult<Self> {
        let threads = counted(py, threads)?;
        let (text, path) = Asked::read(sweep)?.into_text();
        let sweep = Sweep::from_toml(&text).map_err(|error| in_file(py, error, path.clone()))?;
        let inputs = Arc::new(Inputs::default());
        let (its, read, pool) = (sweep.clone(), Arc::clone(&inputs), pool(0)?);
        let survey = away(py, |_| Ok(()), move |_| pool.install(|| survey(&its, Shard::WHOLE, &read, false)))?;
        let survey = survey.map_err(|error| of_sweep(py, error))?;
        let header = Header { manifest: Manifest::new(sweep, inputs.list()), shard: Shard::WHOLE };
        let cells = header.manifest.cells;
        let mut warnings: Vec<String> =
            survey.warnings.iter().map(|(warning, of)| format!("in {of} of {cells} cells: {warning}")).collect();
        let (journal, recorded) = match &output {
            None => (None, Recorded::default()),
            Some(folder) => {
                let files = header.manifest.inputs.iter().map(|input| Path::new(&input.path)).chain(path.as_deref());
                spare(py, folder, files)?;
                let (journal, recorded) = Journal::open(folder, &header, fresh).map_err(|error| of_journal(py, error))?;
                clear(folder);
                (Some(journal), recorded)
            }
        };
        if recorded.damaged > 0 {
            warnings.push(format!("{} damaged records of the journal were dropped", recorded.damaged));
        }
        let line = if progress { Line::new(py, cells)? } else { None };
        Ok(Self {
            text,
            threads,
            output,
            header: Arc::new(header),
            inputs,
            survey,
            done: Arc::new(Mutex::new(Done { results: recorded.results, journal, restored: false })),
            line: Mutex::new(line),
            warnings,
        })
    }

    /// The cells that are not complete.
    fn left(&self) -> Vec<u64> {
        let done = locked(&self.done);
        (0..self.header.manifest.cells).filter(|cell| !done.results.contains_key(cell)).collect()
    }

    /// Runs these cells on threads of its own.
    fn run(&self, py: Python<'_>) -> PyResult<()> {
        let cells = self.left();
        let pool = pool(self.threads.unwrap_or(0))?;
        let jobs = Arc::new(AtomicU64::new(self.survey.jobs_of(&cells)));
        let (header, inputs, done, all) = (Arc::clone(&self.header), Arc::clone(&self.inputs), Arc::clone(&self.done), Arc::clone(&jobs));
        let work = move |work: &Work| {
            let more = |jobs| {
                all.fetch_add(jobs, Relaxed);
            };
            let finished =
                |result: Result<CellResult, SweepError>| locked(&done).add(result.map_err(Failed::Cell)?).map_err(Failed::Journal);
            pool.install(|| run(&header.manifest.sweep, &inputs, &cells, |jobs| work.done(jobs), more, finished))
        };
        let share = |work: &Work| work.jobs() as f64 / jobs.load(Relaxed).max(1) as f64;
        away(py, |work| self.tell(py, share(work)), work)?.map_err(|failed| failed.raise(py))
    }

    /// Takes what others have done of it: the journal of a [`Part`] with these cells.
    fn take(&self, py: Python<'_>, part: &[u8], cells: Vec<u64>) -> PyResult<()> {
        let mut recorded = Recorded::parse(part);
        let header = recorded.header.ok_or_else(|| PyRuntimeError::new_err("a worker gave back something else than results"))?;
        if let Some(difference) = self.header.manifest.difference_of_part(&header.manifest) {
            let allowed = "workers with this version of schedscope that find the same files under the same paths";
            return Err(refuse(py, "executor", &format!("one whose workers have {difference}"), allowed));
        }
        let mut done = locked(&self.done);
        for cell in cells {
            let result =
                recorded.results.remove(&cell).ok_or_else(|| PyRuntimeError::new_err(format!("a worker left out cell {}", cell + 1)))?;
            done.add(result).map_err(|error| of_journal(py, error))?;
        }
        Ok(())
    }

    /// Says how far it is, by the number of cells.
    fn show(&self, py: Python<'_>) -> PyResult<()> {
        let done = locked(&self.done).results.len() as f64;
        self.tell(py, done / self.header.manifest.cells as f64)
    }

    /// What came of it, all cells in grid order; files of it are written where the caller wants them.
    fn table(&self, py: Python<'_>) -> PyResult<Table> {
        let Header { manifest, .. } = &*self.header;
        let done = locked(&self.done);
        let table = ResultTable::new(&manifest.sweep, done.results.values());
        if let Some(folder) = &self.output {
            let [about, csv, ..] = Journal::RESULTS;
            for (name, text) in [(csv, table.csv()), (about, json(manifest)?)] {
                let path = folder.join(name);
                let written = Output::create(&path).and_then(|output| output.finish(|out| out.write_all(text.as_bytes())));
                written.map_err(|source| of_journal(py, JournalError::File { path: path.display().to_string(), source }))?;
            }
        }
        let restored = done.restored.then(|| "the journal was deleted during the run; it has been restored".to_owned());
        Ok(Table::new(table, self.warnings.iter().cloned().chain(restored).collect()))
    }

    /// Leaves the folder to others, whoever still holds this.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        locked(&self.done).journal = None;
        locked(&self.line).take().map_or(Ok(()), |line| line.clear(py))
    }
}

impl Begun {
    fn tell(&self, py: Python<'_>, share: f64) -> PyResult<()> {
        let done = locked(&self.done).results.len();
        locked(&self.line).as_mut().map_or(Ok(()), |line| line.write(py, done, share))
    }
}

/// Refuses a folder in which the files of a sweep would replace what is read.
fn spare<'a>(py: Python<'_>, folder: &Path, mut inputs: impl Iterator<Item = &'a Path>) -> PyResult<()> {
    let files: Vec<PathBuf> = Journal::RESULTS.into_iter().chain([Journal::NAME]).map(|name| place(&folder.join(name))).collect();
    inputs.find(|input| files.contains(&place(input))).map_or(Ok(()), |input| {
        Err(refuse(py, "output", &format!("{}, where {} is read", folder.display(), input.display()), "another folder"))
    })
}

fn of_sweep(py: Python<'_>, error: SweepError) -> PyErr {
    let message = error.to_string();
    let (SweepError::File(source) | SweepError::Cell { source, .. }) = error;
    raise(py, Refusal { message, ..source.into() })
}

/// What a worker does: cells of a sweep that is under way elsewhere. Files are read once.
#[pyclass(frozen, module = "schedscope._schedscope", name = "_Part")]
pub struct Part {
    sweep: Arc<Sweep>,
    inputs: Arc<Inputs>,
}

#[pymethods]
impl Part {
    /// Of a sweep as a text, whose paths begin in a folder.
    #[new]
    fn new(py: Python<'_>, sweep: &str, folder: PathBuf) -> PyResult<Self> {
        let sweep = Sweep::from_toml(sweep).map_err(|error| raise(py, error))?;
        Ok(Self { sweep: Arc::new(sweep), inputs: Arc::new(Inputs::in_folder(folder)) })
    }

    /// Runs these cells and gives back their journal.
    fn run<'py>(&self, py: Python<'py>, cells: Vec<u64>, threads: usize) -> PyResult<Bound<'py, PyBytes>> {
        let (sweep, inputs, pool) = (Arc::clone(&self.sweep), Arc::clone(&self.inputs), pool(threads)?);
        let work = move |work: &Work| {
            let results = Mutex::new(BTreeMap::new());
            let finished = |result: Result<CellResult, SweepError>| {
                let result = result?;
                locked(&results).insert(result.cell, result);
                Ok::<_, SweepError>(())
            };
            pool.install(|| run(&sweep, &inputs, &cells, |jobs| work.done(jobs), |_| {}, finished))?;
            let header = Header { manifest: Manifest::new((*sweep).clone(), inputs.list()), shard: Shard::WHOLE };
            let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
            Ok(Recorded { header: Some(header), results, damaged: 0 }.to_bytes())
        };
        let journal = away(py, |_| Ok(()), work)?.map_err(|error: SweepError| of_sweep(py, error))?;
        Ok(PyBytes::new(py, &journal))
    }
}

/// A line that says how far a sweep is, on the standard error of Python.
struct Line {
    out: Py<PyAny>,
    cells: u64,
    written: Instant,
    shown: bool,
}

impl Line {
    /// None where nobody would see it: the output is no terminal, and no notebook.
    fn new(py: Python<'_>, cells: u64) -> PyResult<Option<Self>> {
        let sys = py.import("sys")?;
        let out = sys.getattr("stderr")?;
        let terminal = out.call_method0("isatty").and_then(|answer| answer.extract()).unwrap_or(false);
        let notebook = sys.getattr("modules")?.contains("ipykernel")?;
        let line = || Self { out: out.unbind(), cells, written: Instant::now(), shown: false };
        Ok((terminal || notebook).then(line))
    }

    fn write(&mut self, py: Python<'_>, done: usize, share: f64) -> PyResult<()> {
        if self.written.elapsed() < ANEW {
            return Ok(());
        }
        self.written = Instant::now();
        self.shown = true;
        self.print(py, &format!("\r{done} of {} cells, {:.0} %", self.cells, 100.0 * share.min(1.0)))
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
