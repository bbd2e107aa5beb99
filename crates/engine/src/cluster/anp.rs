//! Application Normalized Performance (ANP) of jobs, and what Cheng, Zhang and Boutaba make of it (*Mitigating the Negative
//! Impact of Preemption on Heterogeneous `MapReduce` Workloads*, table IV).

use crate::metrics::mean;
use serde::{Deserialize, Serialize};

/// How the jobs of a run fare: the ANP of a job is its time alone in the cluster ÷ its sojourn time, 1 at best.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Performance {
    /// Mean ANP.
    pub anp: f64,
    /// System Normalized Performance: the geometric mean of ANP.
    pub snp: f64,
    /// Mean slowdown, the norm l1.
    pub l1: f64,
    /// Root mean square of slowdowns, the norm l2.
    pub l2: f64,
    /// Coefficient of variation of ANP, with the standard deviation of all these jobs; 0 is fair.
    pub unfairness: f64,
}

impl Performance {
    /// Of the slowdown (sojourn ÷ time alone, 1/ANP) of each job.
    pub fn of(slowdowns: &[f64]) -> Self {
        let over = |of: fn(f64) -> f64| mean(&slowdowns.iter().copied().map(of).collect::<Vec<_>>());
        let anp = over(|slowdown| 1.0 / slowdown);
        let deviations: Vec<f64> = slowdowns.iter().map(|slowdown| (1.0 / slowdown - anp) * (1.0 / slowdown - anp)).collect();
        Self {
            anp,
            snp: libm::exp(over(|slowdown| -libm::log(slowdown))),
            l1: mean(slowdowns),
            l2: libm::sqrt(over(|slowdown| slowdown * slowdown)),
            unfairness: libm::sqrt(mean(&deviations)) / anp,
        }
    }

    /// The means over several runs.
    pub(super) fn mean_of<'a>(runs: impl Iterator<Item = &'a Self> + Clone) -> Self {
        let over = |of: fn(&Self) -> f64| mean(&runs.clone().map(of).collect::<Vec<_>>());
        Self {
            anp: over(|its| its.anp),
            snp: over(|its| its.snp),
            l1: over(|its| its.l1),
            l2: over(|its| its.l2),
            unfairness: over(|its| its.unfairness),
        }
    }
}
