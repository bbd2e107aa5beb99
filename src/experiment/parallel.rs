//! Independent simulations on all cores. What they come to depends neither on their number nor on their order.

use super::{Cell, Drawn, Run, Study, Summary};
use rayon::prelude::*;

/// The jobs of a replication and the outcome of each policy.
pub type Kept = (Drawn, Vec<Run>);

/// Runs every policy of a study in every replication. `done` hears of jobs that are complete, from any thread; the runs
/// behind the summaries are kept only on request.
pub fn run_all(study: &Study, keep: bool, done: impl Fn(u64) + Sync) -> (Vec<Summary>, Vec<Kept>) {
    let policies = study.choices().len();
    let replications = (0..study.scenario().replications).into_par_iter().map(|replication| {
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
    let (cells, kept): (Vec<_>, Vec<Option<Kept>>) = replications.unzip();
    let mut by_policy: Vec<Vec<Cell>> = (0..policies).map(|_| Vec::with_capacity(cells.len())).collect();
    for replication in cells {
        for (policy, cell) in by_policy.iter_mut().zip(replication) {
            policy.push(cell);
        }
    }
    (by_policy.into_par_iter().map(Summary::pool).collect(), kept.into_iter().flatten().collect())
}
