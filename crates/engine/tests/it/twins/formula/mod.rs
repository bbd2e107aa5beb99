//! Policies that are written as formulas: the job of least rank is served, or all jobs by their shares.
//!
//! Three plain forms: [`brute`] decides anew after every small quantum and judges any formula to within a few quanta; [`levels`]
//! judges ranks of constants and age to about 1e-9, by an argument that no engine uses; [`shares`] takes small steps of
//! Runge and Kutta.

pub mod brute;
pub mod draw;
pub mod levels;
pub mod shares;
mod tests;
pub mod tree;

use schedscope::workload::Job;
pub use tree::{Formula, View};

/// Two ranks so close, relative to the larger and to 1, are equal (1.4).
pub const TIE: f64 = 1e-11;

/// When the server may turn to another job.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Preempt {
    Always,
    /// When a job arrives or completes.
    Arrival,
    /// When a job completes.
    Completion,
}

/// Who is served of those that have the same rank.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ties {
    /// The first in order of (arrival, id).
    Fcfs,
    /// All whose rank does not change while they are served, equally; if the rank of the first of them does, it alone.
    Shared,
}

/// Constants of the scenario.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    pub load: f64,
    pub sigma: f64,
    pub shape: f64,
}

pub const SETTING: Setting = Setting { load: 0.7, sigma: 0.5, shape: 1.0 };

impl View {
    /// A job before it is served, alone, at time 0.
    pub fn of(job: &Job, setting: Setting) -> Self {
        let Job { id, arrival, size, estimate: est, weight } = *job;
        let Setting { load, sigma, shape } = setting;
        Self { est, weight, arrival, id: id as f64, size, load, sigma, shape, ..Self::default() }
    }
}

/// Whether two ranks count as equal.
fn tied(a: f64, b: f64, tie: f64) -> bool {
    a == b || a.is_finite() && b.is_finite() && (a - b).abs() <= tie * a.abs().max(b.abs()).max(1.0)
}

/// The first (in order of the list) of the least, and all that tie with the least.
fn least(ranks: &[(usize, f64)], tie: f64) -> Vec<usize> {
    let least = ranks.iter().map(|(_, rank)| *rank).fold(f64::INFINITY, f64::min);
    ranks.iter().filter(|(_, rank)| tied(*rank, least, tie)).map(|(job, _)| *job).collect()
}
