//! A sweep on all cores: cells side by side, and within a cell its replications and policies.

use super::{CellResult, Input, Sweep, SweepError};
use crate::experiment::{Report, Study, read_workload, run_while};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, PoisonError};

/// The files that a sweep reads, each read once.
#[derive(Debug, Default)]
pub struct Inputs(Mutex<BTreeMap<String, Vec<u8>>>);

impl Inputs {
    /// The content of a file.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        let mut files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bytes) = files.get(path) {
            return Ok(bytes.clone());
        }
        let bytes = read_workload(path)?;
        files.insert(path.to_owned(), bytes.clone());
        Ok(bytes)
    }

    /// What has been read.
    pub fn list(&self) -> Vec<Input> {
        let files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let input = |(path, bytes): (&String, &Vec<u8>)| Input {
            path: path.clone(),
            bytes: bytes.len() as u64,
            crc32: format!("{:08x}", crc32fast::hash(bytes)),
        };
        files.iter().map(input).collect()
    }
}

/// What a look at all cells tells before the first is run.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// Jobs to be simulated in each cell, of all policies and first replications.
    pub jobs: Vec<u64>,
    /// Warnings, with the number of cells that have them.
    pub warnings: BTreeMap<String, u64>,
}

/// Checks every cell.
///
/// # Errors
/// Says which cell, the first in grid order, cannot be simulated and why.
pub fn survey(sweep: &Sweep, inputs: &Inputs) -> Result<Survey, SweepError> {
    let looks: Vec<Result<(u64, Vec<String>), SweepError>> = (0..sweep.cells())
        .into_par_iter()
        .map(|cell| {
            let study = study(sweep, cell, inputs)?;
            Ok((jobs(&study, study.scenario().replications), study.warnings()))
        })
        .collect();
    let mut survey = Survey::default();
    for look in looks {
        let (jobs, warnings) = look?;
        survey.jobs.push(jobs);
        warnings.into_iter().for_each(|warning| *survey.warnings.entry(warning).or_default() += 1);
    }
    Ok(survey)
}

/// Runs some cells. `done` hears of jobs that are complete, `more` of jobs that a stop rule wants beyond the first replications,
/// and `finished` of each cell, all of them from any thread.
///
/// # Errors
/// The first of `finished`; cells that have not begun by then are not run.
///
/// # Panics
/// If a cell was not checked before.
pub fn run<E: Send>(
    sweep: &Sweep,
    inputs: &Inputs,
    cells: &[u64],
    done: impl Fn(u64) + Sync,
    more: impl Fn(u64) + Sync,
    finished: impl Fn(CellResult) -> Result<(), E> + Sync,
) -> Result<(), E> {
    cells.par_iter().try_for_each(|&cell| {
        let study = study(sweep, cell, inputs).expect("every cell was checked");
        let (summaries, _) = run_while(&study, false, &done, |tallies| {
            let next = sweep.next(study.scenario(), tallies);
            if let Some(next) = next.clone().filter(|next| next.start > 0) {
                more(jobs(&study, next.end - next.start));
            }
            next
        });
        finished(CellResult::new(sweep, cell, &Report::new(&study, summaries)))
    })
}

fn study(sweep: &Sweep, cell: u64, inputs: &Inputs) -> Result<Study, SweepError> {
    let fail = |source| SweepError::Cell { number: cell + 1, point: sweep.describe(cell), source };
    Study::new(sweep.scenario(cell).map_err(fail)?, |path| inputs.read(path)).map_err(fail)
}

/// Jobs that so many replications simulate.
fn jobs(study: &Study, replications: u32) -> u64 {
    study.jobs() as u64 * study.scenario().policies.len() as u64 * u64::from(replications)
}
