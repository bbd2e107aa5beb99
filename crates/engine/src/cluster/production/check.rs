//! What is decided at a check of one phase: how many slots are to be freed, and which tasks are killed. Nothing here knows a
//! cluster.

use super::guard::{Guard, Part, Queue};
use super::victims::{Started, overflowing};
use crate::cluster::shares::whole;
use std::collections::{BTreeMap, BTreeSet};

/// How many slots pools of production jobs lack.
///
/// Of each such pool, `pools` has the fair share, of which whole slots count, and the slots that it holds. `coming` slots are
/// free, are being cleaned, or will be since their tasks are to be killed already.
pub fn lacking(pools: impl Iterator<Item = (f64, u32)>, coming: u32) -> u32 {
    pools.map(|(fair, held)| whole(fair).saturating_sub(held)).fold(0, u32::saturating_add).saturating_sub(coming)
}

/// The slots that each job holds beyond its fair share, a part of a slot counted as one: what is guaranteed to others comes
/// first.
///
/// `running` are the tasks that run and are not to be killed already.
pub fn overflow(running: &[Started], share: impl Fn(u32) -> f64) -> BTreeMap<u32, u32> {
    let mut overflow: BTreeMap<u32, u32> = BTreeMap::new();
    running.iter().for_each(|(task, _)| *overflow.entry(task.job).or_default() += 1);
    for (job, beyond) in &mut overflow {
        *beyond = beyond.saturating_sub(whole(share(*job)));
    }
    overflow
}

/// What the guard has killed of the tasks that run: overflowing ones of long jobs, of which some task has run for `long`
/// seconds. A job whose share is a part of a slot keeps the task that it started first, so that it completes one day.
pub fn guarded(guard: &mut Guard, now: f64, long: f64, queue: Queue, running: &[Started], overflow: &BTreeMap<u32, u32>) -> Vec<Started> {
    let is_long: BTreeSet<u32> = running.iter().filter(|(_, started)| now - started >= long).map(|(task, _)| task.job).collect();
    let mut beyond: BTreeMap<u32, u32> = overflow.iter().filter(|(job, _)| is_long.contains(job)).map(|(job, n)| (*job, *n)).collect();
    for (job, beyond) in &mut beyond {
        let held = running.iter().filter(|(task, _)| task.job == *job).count() as u32;
        *beyond = (*beyond).min(held.saturating_sub(1));
    }
    match guard.look(now, beyond.values().any(|n| *n > 0), queue) {
        Some(part) => overflowing(running.to_vec(), &beyond, part == Part::All),
        None => vec![],
    }
}
