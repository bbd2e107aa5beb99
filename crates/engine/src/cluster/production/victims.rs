//! Which tasks are killed, from who runs what since when. Nothing here knows a cluster.

use crate::cluster::TaskId;
use std::collections::{BTreeMap, BinaryHeap};

/// A running task, and when it was started.
pub type Started = (TaskId, f64);

/// Puts the task that was started last first: among those of one instant the later job, and of a job the task of the higher
/// number.
pub fn latest_first(tasks: &mut [Started]) {
    tasks.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(b.0.cmp(&a.0)));
}

/// Global Preemption (Algorithm 1, lines 8 and 9): the tasks that were started last of all, whosever they are.
///
/// `running` are the tasks that may be killed, in any order; no more than `wanted` are named, the one that was started last
/// first.
pub fn globally(mut running: Vec<Started>, wanted: usize) -> Vec<Started> {
    latest_first(&mut running);
    running.truncate(wanted);
    running
}

/// The preemption of the Hadoop Fair Scheduler as the paper states its problem (section IV): "the scheduler will evenly preempt a
/// fraction of tasks from each non-production job", the same of each, of its tasks those that it started last.
///
/// No more than `wanted` are named. What is left when each job has lost whole tasks is taken from those whose part of a further task is
/// the largest, of equals from the later.
pub fn fraction(running: Vec<Started>, wanted: usize) -> Vec<Started> {
    let all = running.len();
    let wanted = wanted.min(all);
    let mut of: BTreeMap<u32, Vec<Started>> = BTreeMap::new();
    for (task, started) in running {
        of.entry(task.job).or_default().push((task, started));
    }
    let (mut victims, mut parts) = (vec![], vec![]);
    for (job, tasks) in &mut of {
        latest_first(tasks);
        tasks.reverse();
        let lost = tasks.len() * wanted;
        victims.extend(tasks.split_off(tasks.len() - lost / all).into_iter().rev());
        parts.push((lost % all, *job));
    }
    parts.sort_unstable_by(|a, b| b.cmp(a));
    let left = wanted - victims.len();
    victims.extend(parts.iter().take(left).filter_map(|(_, job)| of.get_mut(job)?.pop()));
    victims
}

/// The same as the paper describes it beside its own policy (section V): *overflowing* tasks alone, which are those of a job
/// beyond its fair share, from those that hold most of them.
///
/// One after the other, the job that holds most beyond its share (of equals the later one) loses the task that it started
/// last, until `wanted` are named or no job holds more than its share. `overflow` has the slots beyond its share of each
/// job; who is not in it has none.
pub fn most_beyond(running: Vec<Started>, overflow: &BTreeMap<u32, u32>, wanted: usize) -> Vec<Started> {
    let mut of: BTreeMap<u32, Vec<Started>> = BTreeMap::new();
    for (task, started) in running.into_iter().filter(|(task, _)| overflow.contains_key(&task.job)) {
        of.entry(task.job).or_default().push((task, started));
    }
    // Taken from the end.
    of.values_mut().for_each(|tasks| {
        latest_first(tasks);
        tasks.reverse();
    });
    let mut jobs: BinaryHeap<(u32, u32)> =
        overflow.iter().filter(|(_, beyond)| **beyond > 0).map(|(job, beyond)| (*beyond, *job)).collect();
    let mut victims = vec![];
    while victims.len() < wanted
        && let Some((beyond, job)) = jobs.pop()
    {
        let Some(victim) = of.get_mut(&job).and_then(Vec::pop) else { continue };
        victims.push(victim);
        if beyond > 1 {
            jobs.push((beyond - 1, job));
        }
    }
    victims
}

/// What the guard kills (section V): of the overflowing tasks of long jobs those that were started last, half of them
/// (rounded up) or all.
///
/// `overflow` has the slots beyond its share of each long job. Of each job, as many tasks as that overflow, those that it
/// started last.
pub fn overflowing(mut running: Vec<Started>, overflow: &BTreeMap<u32, u32>, all: bool) -> Vec<Started> {
    latest_first(&mut running);
    let mut left = overflow.clone();
    running.retain(|(task, _)| match left.get_mut(&task.job) {
        Some(beyond) if *beyond > 0 => {
            *beyond -= 1;
            true
        }
        _ => false,
    });
    if !all {
        running.truncate(running.len().div_ceil(2));
    }
    running
}
