//! Any rank: who is served is decided anew after every quantum, at every arrival and at every completion.
//!
//! The limit of small quanta is what the specification means; at quantum q a decision is late by up to q, and completions are off
//! by a few q for each job present.

use super::{Formula, Preempt, SETTING, TIE, Ties, View, least};
use schedscope::workload::Job;

/// How a rank is served.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    pub preempt: Preempt,
    pub ties: Ties,
    pub quantum: f64,
}

/// Completion times of jobs in order of (arrival, id), or whose rank is NaN.
pub fn completions(jobs: &[Job], formula: &Formula, rules: Rules) -> Result<Vec<f64>, String> {
    let mut views: Vec<View> = jobs.iter().map(|job| View::of(job, SETTING)).collect();
    let mut completions = vec![f64::NAN; jobs.len()];
    let mut now = 0.0;
    let mut arrived = 0;
    let mut kept: Option<usize> = None;
    while completions.iter().any(|completion| completion.is_nan()) {
        while jobs.get(arrived).is_some_and(|job| job.arrival <= now) {
            arrived += 1;
            kept = kept.filter(|_| rules.preempt == Preempt::Completion);
        }
        let present: Vec<usize> = (0..arrived).filter(|&i| completions[i].is_nan()).collect();
        let next = jobs.get(arrived).map_or(f64::INFINITY, |job| job.arrival);
        if present.is_empty() {
            now = next;
            continue;
        }
        let late = present.iter().filter(|&&i| views[i].age >= views[i].est).count() as f64;
        for &i in &present {
            (views[i].now, views[i].n, views[i].late_jobs) = (now, present.len() as f64, late);
        }
        let served = if let Some(kept) = kept {
            vec![kept]
        } else {
            let ranks: Vec<(usize, f64)> = present.iter().map(|&i| (i, formula.value(&views[i]))).collect();
            if let Some((i, _)) = ranks.iter().find(|(_, rank)| rank.is_nan()) {
                return Err(format!("rank is NaN for job {} at {now}", jobs[*i].id));
            }
            let first = least(&ranks, TIE);
            let flat = |&i: &usize| {
                let rank = |age| formula.value(&View { age, ..views[i] });
                rank(views[i].age) == rank(views[i].age + 1e-9)
            };
            match rules.ties {
                Ties::Shared if rules.preempt == Preempt::Always && flat(&first[0]) => first.into_iter().filter(flat).collect(),
                _ => vec![first[0]],
            }
        };
        let share = 1.0 / served.len() as f64;
        let left = served.iter().map(|&i| (jobs[i].size - views[i].age) / share).fold(f64::INFINITY, f64::min);
        let quantum = if rules.preempt == Preempt::Always { rules.quantum } else { f64::INFINITY };
        let step = left.min(next - now).min(quantum);
        now = if step == next - now { next } else { now + step };
        kept = (rules.preempt != Preempt::Always).then_some(served[0]);
        for &i in &served {
            views[i].age += step * share;
            if jobs[i].size - views[i].age <= 1e-12 * jobs[i].size {
                completions[i] = now;
                kept = None;
            }
        }
    }
    Ok(completions)
}
