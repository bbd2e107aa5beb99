//! Independent simulations on all cores. What they come to depends neither on their number nor on their order.

use super::{Cell, Drawn, Run, Study, Summary, Tally};
use rayon::prelude::*;
use std::ops::Range;

/// The jobs of a replication and the outcome of each policy.
pub type Kept = (Drawn, Vec<Run>);

/// Replications whose jobs are in memory at once: enough for many cores.
const TOGETHER: u32 = 64;

/// Runs every policy of a study in every replication. `done` hears of jobs that are complete, from any thread; the runs
/// behind the summaries are kept only on request.
pub fn run_all(study: &Study, keep: bool, done: impl Fn(u64) + Sync) -> (Vec<Summary>, Vec<Kept>) {
    let replications = study.scenario().replications;
    run_while(study, keep, done, |tallies| {
        let from = tallies.first().map_or(0, |tally| tally.means().len() as u32);
        (from < replications).then_some(from..replications)
    })
}

/// Runs every policy of a study in the replications that `next` names in view of what there is so far, until it names none.
/// They follow each other without a gap.
pub fn run_while(
    study: &Study,
    keep: bool,
    done: impl Fn(u64) + Sync,
    next: impl Fn(&[Tally]) -> Option<Range<u32>>,
) -> (Vec<Summary>, Vec<Kept>) {
    let mut tallies = vec![Tally::default(); study.choices().len()];
    let mut all_kept = vec![];
    while let Some(wanted) = next(&tallies) {
        for from in wanted.clone().step_by(TOGETHER as usize) {
            let batch = from..wanted.end.min(from + TOGETHER);
            for (cells, kept) in replicate(study, batch, keep, &done) {
                tallies.iter_mut().zip(cells).for_each(|(tally, cell)| tally.add(cell));
                all_kept.extend(kept);
            }
        }
    }
    (tallies.into_par_iter().map(Tally::finish).collect(), all_kept)
}

/// Some replications, each with a cell for every policy.
fn replicate(study: &Study, batch: Range<u32>, keep: bool, done: &(impl Fn(u64) + Sync)) -> Vec<(Vec<Cell>, Option<Kept>)> {
    let policies = study.choices().len();
    let replications = batch.into_par_iter().map(|replication| {
        let drawn = study.draw(replication);
        let runs = (0..policies).into_par_iter().map(|policy| {
            let mut seen = 0;
            let run = study.run(&drawn, policy, |completed| {
                done((completed - seen) as u64);
                seen = completed;
            });
            (study.cell(&drawn, &run), keep.then_some(run))
        });
        let (cells, runs): (Vec<Cell>, Vec<Option<Run>>) = runs.unzip();
        (cells, keep.then(|| (drawn, runs.into_iter().flatten().collect())))
    });
    replications.collect()
}
