use super::CliError;
use super::args::SweepArgs;
use super::export::{results_parquet, write_json};
use super::output::{Output, distinct};
use super::terminal::{bar, say, tell};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use schedscope_core::experiment::output::clear;
use schedscope_core::experiment::sweep::{
    CellResult, Header, Inputs, Journal, Manifest, ResultTable, Shard, Survey, Sweep, run as run_cells, survey,
};
use schedscope_core::experiment::{STANDARD, read_text};
use schedscope_state::route;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Cells beyond which `--yes` is required.
const MANY: u64 = 10_000;

/// Runs the cells of a sweep that its folder does not have yet, and writes the results when all are there.
pub fn run(args: &SweepArgs) -> Result<(), CliError> {
    let (path, sweep) = asked(args)?;
    if sweep.cells() > MANY && !args.yes {
        return Err(many(&sweep, path));
    }
    let inputs = Inputs::default();
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let wrong = |source| CliError::SweepFile { path: path.clone(), source: Box::new(source) };
    let survey = survey(&sweep, shard, &inputs, args.strict).map_err(wrong)?;
    let header = Header { manifest: Manifest::new(sweep.clone(), inputs.list()), shard };
    if header.manifest.inputs.iter().any(|input| input.path == STANDARD) {
        return Err(CliError::SweepOfStandardInput { path });
    }
    let read: Vec<&Path> = header.manifest.inputs.iter().map(|input| Path::new(&input.path)).chain(args.file.as_deref()).collect();
    check_folder(&args.output, &read)?;
    let (journal, recorded) = Journal::open(&args.output, &header, args.fresh)?;
    clear(&args.output);
    for (warning, cells) in &survey.warnings {
        tell(format_args!("warning: in {cells} of {}: {warning}", looked_at(&survey, sweep.cells())));
    }
    let mine = || shard.cells(sweep.cells());
    let cells: Vec<u64> = mine().filter(|cell| !recorded.results.contains_key(cell)).collect();
    let of = mine().count();
    let all = counted(of as u64);
    if !recorded.results.is_empty() || recorded.damaged > 0 {
        let damaged = if recorded.damaged > 0 { format!("; {} damaged records dropped", recorded.damaged) } else { String::new() };
        tell(format_args!("{} of {all} are in the journal of {} already{damaged}", of - cells.len(), args.output.display()));
    }

    let start = Instant::now();
    let bar = Bar::new(survey.jobs_of(&cells), of, of - cells.len());
    // The results of a shard are in its journal, and nowhere else.
    let results = if shard == Shard::WHOLE { recorded.results } else { BTreeMap::new() };
    let state = Mutex::new((journal, results, of - cells.len()));
    run_cells(
        &sweep,
        &inputs,
        &cells,
        |jobs| bar.bar.inc(jobs),
        |jobs| bar.bar.inc_length(jobs),
        |result| {
            let result = result.map_err(wrong)?;
            let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
            let (journal, results, finished) = &mut *state;
            restore(journal, *finished, &args.output)?;
            journal.add(&result)?;
            *finished += 1;
            bar.cells(*finished);
            if shard == Shard::WHOLE {
                results.insert(result.cell, result);
            }
            Ok::<_, CliError>(())
        },
    )?;
    let jobs = bar.finish();
    let (mut journal, results, finished) = state.into_inner().unwrap_or_else(PoisonError::into_inner);
    restore(&mut journal, finished, &args.output)?;
    if !cells.is_empty() {
        let seconds = start.elapsed().as_secs_f64();
        tell(format_args!(
            "{}, {} jobs in {seconds:.1} s: {} jobs a second",
            counted(cells.len() as u64),
            HumanCount(jobs),
            HumanCount((jobs as f64 / seconds) as u64)
        ));
    }
    if shard != Shard::WHOLE {
        return say(format_args!("{}: shard {shard} is complete, {all}; join all with schedscope merge", args.output.display()));
    }
    write_results(&args.output, &header.manifest, &results)
}

/// The sweep of a file or a link, and what messages call it.
fn asked(args: &SweepArgs) -> Result<(String, Sweep), CliError> {
    if let Some(link) = &args.link {
        return Ok(("the link".to_owned(), route::sweep(link)?));
    }
    // Without a link there is a file: the arguments say so.
    let file = args.file.clone().unwrap_or_default();
    let path = file.display().to_string();
    let text = read_text(&file).map_err(|source| CliError::Read { path: path.clone(), source })?;
    let sweep = Sweep::from_toml(&text).map_err(|source| CliError::ScenarioFile { path: path.clone(), source })?;
    Ok((path, sweep))
}

/// Refuses a folder in which the files of a sweep would replace what is read.
pub fn check_folder(folder: &Path, inputs: &[&Path]) -> Result<(), CliError> {
    let files: Vec<PathBuf> = Journal::RESULTS.into_iter().chain([Journal::NAME]).map(|name| folder.join(name)).collect();
    files.iter().try_for_each(|file| distinct(&[("--output", file)], inputs))
}

/// The cells in which a survey of this many has looked for warnings, in words.
pub fn looked_at(survey: &Survey, all: u64) -> String {
    let looked_at = survey.jobs.len() as u64;
    if looked_at < all { format!("the {} looked at", counted(looked_at)) } else { counted(all) }
}

/// Restores a journal that was deleted meanwhile.
fn restore(journal: &mut Journal, finished: usize, folder: &Path) -> Result<(), CliError> {
    if journal.restore()? {
        let finished = counted(finished as u64);
        tell(format_args!("warning: the journal of {} was deleted during the run; it has been restored with {finished}", folder.display()));
    }
    Ok(())
}

/// So many cells, in words.
pub fn counted(cells: u64) -> String {
    if cells == 1 { "1 cell".to_owned() } else { format!("{cells} cells") }
}

fn many(sweep: &Sweep, path: String) -> CliError {
    let size = sweep.dimensions.iter().map(|dimension| dimension.points.len().to_string()).collect::<Vec<_>>().join(" × ");
    CliError::ManyCells {
        path,
        cells: sweep.cells(),
        size,
        policies: sweep.scenario.policies.len(),
        replications: sweep.scenario.replications,
    }
}

/// Writes the files of results, each whole or not at all, and says where they are.
pub fn write_results(folder: &Path, manifest: &Manifest, results: &BTreeMap<u64, CellResult>) -> Result<(), CliError> {
    let table = ResultTable::new(&manifest.sweep, results.values());
    let [about, csv, parquet, _] = Journal::RESULTS.map(|name| folder.join(name));
    Output::create(&csv)?.finish(|out| out.write_all(table.csv().as_bytes()))?;
    Output::create(&parquet)?.finish(|out| out.write_all(&results_parquet(&table).map_err(std::io::Error::other)?))?;
    Output::create(&about)?.finish(|out| write_json(manifest, out))?;
    let misled = results.values().filter(|result| result.misleads(manifest.sweep.scenario.kind())).count();
    if misled > 0 {
        let cells = counted(manifest.cells);
        tell(format_args!("warning: in {misled} of {cells} the tail makes a mean untrustworthy; see the column mean_misleads"));
    }
    say(format_args!(
        "{}: {}, {} {} in results.csv and results.parquet, described by manifest.json",
        folder.display(),
        counted(manifest.cells),
        table.rows,
        if table.rows == 1 { "row" } else { "rows" }
    ))
}

/// A bar of jobs done, with their rate, on stderr if that is a terminal.
struct Bar {
    bar: ProgressBar,
    of: usize,
}

impl Bar {
    fn new(jobs: u64, of: usize, finished: usize) -> Self {
        let template = "{bar:30} {percent:>3} %  {msg} cells  {per_sec}  {eta} left";
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let style = style.with_key("per_sec", |state: &indicatif::ProgressState, out: &mut dyn std::fmt::Write| {
            let _ = write!(out, "{} jobs/s", HumanCount(state.per_sec() as u64));
        });
        let bar = bar(Some(jobs)).with_style(style);
        bar.enable_steady_tick(Duration::from_millis(500));
        let bar = Self { bar, of };
        bar.cells(finished);
        bar
    }

    fn cells(&self, finished: usize) {
        self.bar.set_message(format!("{finished} of {}", self.of));
    }

    /// Ends it and says how many jobs there were.
    fn finish(&self) -> u64 {
        let jobs = self.bar.position();
        self.bar.finish_and_clear();
        jobs
    }
}
