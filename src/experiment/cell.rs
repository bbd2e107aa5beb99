use crate::metrics::{Ecdf, Sorted, mean};
use crate::server::{Outcome, Policy};
use crate::workload::Workload;
use serde::{Deserialize, Serialize};

/// What one simulation leaves behind.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    sojourn: Vec<f64>,
    slowdown: Vec<f64>,
}

impl Cell {
    pub(super) fn new(workload: &Workload, outcome: &Outcome, warmup: usize) -> Self {
        let sojourn = outcome.sojourn[warmup..].to_vec();
        let slowdown = workload.jobs()[warmup..].iter().zip(&sojourn).map(|(job, sojourn)| sojourn / job.size).collect();
        Self { sojourn, slowdown }
    }
}

/// All cells of one policy, pooled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The policy.
    pub policy: Policy,
    /// Mean sojourn time of each replication.
    pub means: Vec<f64>,
    /// Sojourn times of all jobs of all replications.
    pub sojourn: Spread,
    /// Their slowdowns.
    pub slowdown: Spread,
    /// Fraction of slowdowns above 100.
    pub share_slowdown_above_100: f64,
}

/// Quantiles and shape of a sample.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub struct Spread {
    pub median: f64,
    pub p90: f64,
    pub p95: f64,
    pub p99: f64,
    pub ecdf: Ecdf,
}

/// Steps that an empirical distribution is thinned to: more than a picture has pixels.
const STEPS: usize = 2000;

impl Spread {
    fn of(sorted: &Sorted) -> Self {
        let at = |p| sorted.quantile(p).unwrap_or(f64::NAN);
        Self { median: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99), ecdf: sorted.ecdf(STEPS) }
    }
}

impl Summary {
    /// Pools the cells of a policy, in order of replication.
    pub fn pool(policy: Policy, cells: Vec<Cell>) -> Self {
        let means = cells.iter().map(|cell| mean(&cell.sojourn)).collect();
        let (sojourns, slowdowns): (Vec<_>, Vec<_>) = cells.into_iter().map(|cell| (cell.sojourn, cell.slowdown)).unzip();
        let sojourn = Spread::of(&Sorted::new(join(sojourns)));
        let slowdowns = Sorted::new(join(slowdowns));
        let share_slowdown_above_100 = slowdowns.share_above(100.0);
        Self { policy, means, sojourn, slowdown: Spread::of(&slowdowns), share_slowdown_above_100 }
    }
}

/// One sample of many, without a copy where there is one.
fn join(mut samples: Vec<Vec<f64>>) -> Vec<f64> {
    if samples.len() == 1 { samples.swap_remove(0) } else { samples.concat() }
}
