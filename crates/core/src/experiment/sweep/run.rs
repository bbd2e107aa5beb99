//! A sweep on all cores: cells side by side, and within a cell its replications and policies.

use super::{CellResult, Input, Shard, Sweep, SweepError};
use crate::experiment::files::{as_text, read_bytes};
use crate::experiment::{Report, ScenarioError, Study, run_while};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// The files that a sweep reads, each read once: what they are, and their texts.
#[derive(Debug, Default)]
pub struct Inputs {
    folder: PathBuf,
    files: Mutex<BTreeMap<String, (Input, Vec<u8>)>>,
}

impl Inputs {
    /// Files whose paths begin in a folder, unless they are absolute; by default in the working folder.
    pub fn in_folder(folder: PathBuf) -> Self {
        Self { folder, ..Self::default() }
    }

    /// The text of a file.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, text)) = files.get(path) {
            return Ok(text.clone());
        }
        let bytes = read_bytes(&self.folder.join(path))?;
        let input = Input { path: path.to_owned(), bytes: bytes.len() as u64, crc32: format!("{:08x}", crc32fast::hash(&bytes)) };
        let text = as_text(path, bytes)?;
        files.insert(path.to_owned(), (input, text.clone()));
        Ok(text)
    }

    /// What has been read.
    pub fn list(&self) -> Vec<Input> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.values().map(|(input, _)| input.clone()).collect()
    }
}

/// What a look at some cells tells before the first is run.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// Jobs to be simulated in each of these cells, of all policies and first replications.
    pub jobs: BTreeMap<u64, u64>,
    /// Warnings, with the number of these cells that have them.
    pub warnings: BTreeMap<String, u64>,
}

/// Of a larger share only the values of axes are checked before it is run, and its cells when their turn comes.
pub const MOST_SURVEYED: usize = 10_000;

impl Survey {
    /// Jobs of some cells: those that were not looked at are taken to have as many as the others on average.
    pub fn jobs_of(&self, cells: &[u64]) -> u64 {
        let usual = self.jobs.values().sum::<u64>() / (self.jobs.len() as u64).max(1);
        cells.iter().map(|cell| self.jobs.get(cell).copied().unwrap_or(usual)).sum()
    }
}

/// A cell, its jobs and its warnings.
type Look = (u64, u64, Vec<String>);

/// The cells to look at before a share is run: for each value of each axis the one with the first values of all others, and the
/// share itself unless it is large. Shares then look at the same files, and none looks at the whole of a large grid.
fn surveyed(sweep: &Sweep, shard: Shard) -> Vec<u64> {
    let places = |dimension: usize| (0..sweep.dimensions[dimension].points.len()).map(move |place| (dimension, place));
    let mut cells: Vec<u64> = (0..sweep.dimensions.len()).flat_map(places).map(|place| sweep.cell_at(&[place])).collect();
    let share: Vec<u64> = shard.cells(sweep.cells()).take(MOST_SURVEYED + 1).collect();
    if share.len() <= MOST_SURVEYED {
        cells.extend(share);
    }
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// Checks each value of each axis, and the cells of a share unless they are very many; if `strict`, also that files are read whole.
///
/// # Errors
/// Says which cell, the first in grid order, cannot be simulated and why.
pub fn survey(sweep: &Sweep, shard: Shard, inputs: &Inputs, strict: bool) -> Result<Survey, SweepError> {
    let looks: Vec<Result<Look, SweepError>> = surveyed(sweep, shard)
        .into_par_iter()
        .map(|cell| {
            let study = study(sweep, cell, inputs)?;
            if strict {
                study.read_whole().map_err(|source| failed(sweep, cell, source))?;
            }
            Ok((cell, jobs(&study, study.scenario().replications), study.warnings()))
        })
        .collect();
    let mut survey = Survey::default();
    for look in looks {
        let (cell, jobs, warnings) = look?;
        survey.jobs.insert(cell, jobs);
        warnings.into_iter().for_each(|warning| *survey.warnings.entry(warning).or_default() += 1);
    }
    Ok(survey)
}

/// Runs some cells. `done` hears of jobs that are complete, `more` of jobs that a stop rule wants beyond the first replications,
/// and `finished` of each cell, or why it cannot be simulated, all of them from any thread.
///
/// # Errors
/// The first of `finished`; cells that have not begun by then are not run.
pub fn run<E: Send>(
    sweep: &Sweep,
    inputs: &Inputs,
    cells: &[u64],
    done: impl Fn(u64) + Sync,
    more: impl Fn(u64) + Sync,
    finished: impl Fn(Result<CellResult, SweepError>) -> Result<(), E> + Sync,
) -> Result<(), E> {
    cells.par_iter().try_for_each(|&cell| {
        let study = match study(sweep, cell, inputs) {
            Ok(study) => study,
            Err(error) => return finished(Err(error)),
        };
        let summaries = run_while(&study, &done, |tallies| {
            let next = sweep.next(study.scenario(), tallies);
            if let Some(next) = next.clone().filter(|next| next.start > 0) {
                more(jobs(&study, next.end - next.start));
            }
            next
        });
        let result = summaries.map(|summaries| CellResult::new(sweep, cell, &Report::new(&study, summaries)));
        finished(result.map_err(|error| failed(sweep, cell, error)))
    })
}

fn study(sweep: &Sweep, cell: u64, inputs: &Inputs) -> Result<Study, SweepError> {
    let fail = |source| failed(sweep, cell, source);
    Study::new(sweep.scenario(cell).map_err(fail)?, |path| inputs.read(path)).map_err(fail)
}

fn failed(sweep: &Sweep, cell: u64, source: ScenarioError) -> SweepError {
    SweepError::Cell { number: cell + 1, point: sweep.describe(cell), source }
}

/// Jobs that this many replications simulate.
fn jobs(study: &Study, replications: u32) -> u64 {
    study.jobs() as u64 * study.scenario().policies.len() as u64 * u64::from(replications)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_looks_at_its_own_cells_and_at_every_value() {
        let values = (1..=10).map(|x| x.to_string()).collect::<Vec<_>>().join(", ");
        let fields =
            ["seed", "system.servers", "workload.count", "workload.warmup", "workload.load", "workload.shape", "workload.timeshape"];
        let axes: Vec<String> = fields.iter().map(|field| format!("\"{field}\" = [{values}]")).collect();
        let sweep = Sweep::from_toml(&format!("policies = [\"ps\"]\n[axes]\n{}", axes.join("\n"))).unwrap();
        assert_eq!(sweep.cells(), 10_000_000);
        let of = |of: u64| surveyed(&sweep, Shard { number: of, of });
        assert_eq!(of(1).len(), 7 * 9 + 1, "the share is large");
        let own: Vec<u64> = Shard { number: 5000, of: 5000 }.cells(sweep.cells()).collect();
        assert!(own.len() == 2000 && own.iter().all(|cell| of(5000).contains(cell)));
        assert!(of(5000).len() <= 2000 + 64);
        for (dimension, _) in fields.iter().enumerate() {
            for place in 0..10 {
                assert!(of(5000).iter().any(|cell| sweep.position(*cell)[dimension] == place), "{dimension}: {place}");
            }
        }
    }

    #[test]
    fn a_cell_that_was_not_looked_at_is_checked_before_it_is_run() {
        let sweep = Sweep::from_toml("policies = [\"ps\"]\n[axes]\n\"workload.count\" = [5, 3]\n\"workload.warmup\" = [0, 4]").unwrap();
        let run = |cells: &[u64]| {
            let cell = |result: Result<CellResult, SweepError>| result.map(|_| ()).map_err(|error| error.to_string());
            super::run(&sweep, &Inputs::default(), cells, |_| {}, |_| {}, cell)
        };
        assert_eq!(run(&[0, 1, 2]), Ok(()));
        let refused = run(&[3]).unwrap_err();
        assert!(refused.starts_with("cell 4 (workload.count = 3, workload.warmup = 4): ") && refused.contains("warm"), "{refused}");
    }
}
