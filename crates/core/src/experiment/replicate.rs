//! The one loop over replications and policies: on all cores natively, one after the other in a worker of the page. What they come to
//! depends neither on the number of cores nor on their order.

use super::worlds::{Drawn, Run};
use super::{Cell, ScenarioError, Study, Summary, Tally};
#[cfg(not(target_family = "wasm"))]
use rayon::prelude::*;
use std::ops::Range;

/// The jobs of a replication and the outcome of each policy.
pub type Kept = (Drawn, Vec<Run>);

/// Replications whose results are in memory at once: enough for many cores, and one where there is one.
const TOGETHER: u32 = if cfg!(target_family = "wasm") { 1 } else { 64 };

/// Jobs whose times are in memory at once for each policy, if replications are large.
const JOBS_TOGETHER: usize = 1 << 21;

/// How many runs go on at the same time.
pub(super) fn threads() -> usize {
    #[cfg(not(target_family = "wasm"))]
    return rayon::current_num_threads();
    #[cfg(target_family = "wasm")]
    1
}

/// How many replications of so many jobs are run before what they came to is counted: fewer of large ones, but one for each thread.
pub(super) fn together(jobs: usize) -> u32 {
    let few = (JOBS_TOGETHER / jobs.max(1)).max(threads());
    u32::try_from(few).map_or(TOGETHER, |few| few.min(TOGETHER))
}

/// Does something with each policy in each replication: with the replication's jobs, its number and the policy's position. `keep`
/// says at once what is kept of the jobs and of what came of all policies, and `each` hears that in order of replication.
///
/// # Errors
/// The first run, in order of replication and policy, that cannot go on; nothing is heard of its batch.
pub fn replicate<D: Send + Sync, R: Send, K: Send>(
    replications: Range<u32>,
    policies: Range<usize>,
    draw: impl Fn(u32) -> D + Sync,
    run: impl Fn(&D, u32, usize) -> Result<R, ScenarioError> + Sync,
    keep: impl Fn(D, Vec<R>) -> K + Sync,
    mut each: impl FnMut(K),
) -> Result<(), ScenarioError> {
    let one = |replication: u32| {
        let drawn = draw(replication);
        let results: Result<Vec<R>, _> = all(policies.clone(), |policy| run(&drawn, replication, policy)).into_iter().collect();
        results.map(|results| keep(drawn, results))
    };
    for batch in batches(replications, TOGETHER) {
        let batch: Result<Vec<K>, ScenarioError> = all(batch, one).into_iter().collect();
        batch?.into_iter().for_each(&mut each);
    }
    Ok(())
}

/// Replications in order, so many at a time.
fn batches(replications: Range<u32>, together: u32) -> impl Iterator<Item = Range<u32>> {
    let end = replications.end;
    replications.step_by(together as usize).map(move |from| from..end.min(from.saturating_add(together)))
}

#[cfg(not(target_family = "wasm"))]
fn all<I, R: Send>(range: Range<I>, each: impl Fn(I) -> R + Sync) -> Vec<R>
where
    Range<I>: IntoParallelIterator<Item = I>,
{
    range.into_par_iter().map(&each).collect()
}

#[cfg(target_family = "wasm")]
fn all<I, R>(range: Range<I>, each: impl Fn(I) -> R) -> Vec<R>
where
    Range<I>: Iterator<Item = I>,
{
    range.map(each).collect()
}

/// Runs every policy of a study in every replication. `done` hears of jobs that are complete, from any thread; the runs
/// behind the summaries are kept only on request.
///
/// # Errors
/// As [`replicate`], and before anything is run if it would not fit into memory.
pub fn run_all(study: &Study, keep: bool, done: impl Fn(u64) + Sync) -> Result<(Vec<Summary>, Vec<Kept>), ScenarioError> {
    run_keeping(study, if keep { u32::MAX } else { 0 }, done)
}

/// The same, where the runs of the first `keep` replications are kept.
///
/// # Errors
/// As [`run_all`].
pub fn run_keeping(study: &Study, keep: u32, done: impl Fn(u64) + Sync) -> Result<(Vec<Summary>, Vec<Kept>), ScenarioError> {
    let (tallies, kept) = tally_while(study, keep, done, all_of(study))?;
    Ok((finished(study, tallies), kept))
}

/// Runs every policy of a study in the replications that `next` names in view of what there is so far, until it names none.
/// They follow each other without a gap.
///
/// # Errors
/// As [`run_all`].
pub fn run_while(
    study: &Study,
    done: impl Fn(u64) + Sync,
    next: impl Fn(&[Tally]) -> Option<Range<u32>>,
) -> Result<Vec<Summary>, ScenarioError> {
    Ok(finished(study, tally_while(study, 0, done, next)?.0))
}

fn finished(study: &Study, tallies: Vec<Tally>) -> Vec<Summary> {
    tallies.into_iter().enumerate().map(|(policy, tally)| tally.finish(study, policy)).collect()
}

/// What [`run_all`] measures, without what theory says, which may take longer than the simulation.
///
/// # Errors
/// As [`run_all`].
pub fn measure_all(study: &Study, done: impl Fn(u64) + Sync) -> Result<Vec<Summary>, ScenarioError> {
    let (tallies, _) = tally_while(study, 0, done, all_of(study))?;
    Ok(tallies.into_iter().enumerate().map(|(policy, tally)| tally.finish_measured(study, policy)).collect())
}

/// All replications of a study at once.
fn all_of(study: &Study) -> impl Fn(&[Tally]) -> Option<Range<u32>> {
    let replications = study.scenario().replications;
    move |tallies| {
        let from = tallies.first().map_or(0, Tally::replications);
        (from < replications).then_some(from..replications)
    }
}

fn tally_while(
    study: &Study,
    keep: u32,
    done: impl Fn(u64) + Sync,
    next: impl Fn(&[Tally]) -> Option<Range<u32>>,
) -> Result<(Vec<Tally>, Vec<Kept>), ScenarioError> {
    study.fits(keep)?;
    let policies = 0..study.choices().len();
    let mut tallies = vec![Tally::default(); policies.len()];
    let mut all_kept = vec![];
    let run = |drawn: &Drawn, replication: u32, policy: usize| -> Result<(Cell, Option<Run>), ScenarioError> {
        let mut seen = 0;
        let run = study.run(drawn, policy, |completed| {
            done((completed - seen) as u64);
            seen = completed;
        })?;
        Ok((study.cell(drawn, &run), (replication < keep).then_some(run)))
    };
    let kept = |drawn: Drawn, runs: Vec<(Cell, Option<Run>)>| -> (Vec<Cell>, Option<Kept>) {
        let (cells, runs): (Vec<Cell>, Vec<Option<Run>>) = runs.into_iter().unzip();
        (cells, runs.into_iter().collect::<Option<Vec<Run>>>().map(|runs| (drawn, runs)))
    };
    while let Some(wanted) = next(&tallies) {
        for batch in batches(wanted, together(study.jobs())) {
            let each = |(cells, kept): (Vec<Cell>, Option<Kept>)| {
                tallies.iter_mut().zip(cells).for_each(|(tally, cell)| tally.add(cell));
                all_kept.extend(kept);
            };
            replicate(batch, policies.clone(), |replication| study.draw(replication), run, kept, each)?;
        }
    }
    Ok((tallies, all_kept))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Scenario;

    #[test]
    fn only_as_many_runs_are_kept_as_are_asked_for() {
        let scenario: Scenario = toml::from_str("replications = 3\n[workload]\ncount = 20").unwrap();
        let study = Study::new(scenario, |_| unreachable!("no file")).unwrap();
        let kept = |keep: u32| run_keeping(&study, keep, |_| {}).unwrap().1;
        assert_eq!([0, 1, 3, u32::MAX].map(|keep| kept(keep).len()), [0, 1, 3, 3]);
        assert_eq!(format!("{:?}", kept(1)), format!("{:?}", &kept(3)[..1]));
    }

    #[test]
    fn replications_that_are_named_one_after_the_other_are_those_of_a_run_of_all() {
        let scenario: Scenario = toml::from_str("replications = 3\npolicies = [\"ps\", \"srpt\"]\n[workload]\ncount = 20").unwrap();
        let study = Study::new(scenario, |_| unreachable!("no file")).unwrap();
        let next = |tallies: &[Tally]| Some(tallies[0].replications()).filter(|done| *done < 3).map(|done| done..done + 1);
        let summaries = run_while(&study, |_| {}, next).unwrap();
        assert_eq!(summaries.len(), 2);
        assert_eq!(format!("{summaries:?}"), format!("{:?}", run_all(&study, false, |_| {}).unwrap().0));
    }
}
