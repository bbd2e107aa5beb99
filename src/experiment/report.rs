use super::{Plan, Scenario, Summary};
use crate::metrics::{Ecdf, half_width_95, mean};
use crate::server::Policy;
use serde::{Deserialize, Serialize};

/// What came out: the scenario that was asked, its workload, and a row for each policy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Version of this form; raised when a field changes its meaning.
    pub schema: u32,
    /// The scenario.
    pub scenario: Scenario,
    /// The workload.
    pub workload: WorkloadReport,
    /// What a reader should know before trusting the numbers.
    pub warnings: Vec<String>,
    /// One row a policy, as given.
    pub policies: Vec<PolicyReport>,
}

/// What a workload came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkloadReport {
    /// Jobs in each replication, warm-up included.
    pub jobs: u64,
    /// Rows of a trace that were left out because they have no size.
    pub skipped: u64,
    /// Speed in bytes per second at which a trace in bytes is served.
    pub speed: Option<f64>,
    /// Load: asked for where jobs are drawn, realised where they are given.
    pub load: Option<f64>,
}

/// One policy. Times in the workload's unit; quantiles are pooled over replications.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PolicyReport {
    /// The policy.
    pub policy: Policy,
    /// Number of jobs counted, over all replications.
    pub jobs: u64,
    /// Number of replications.
    pub replications: u32,
    /// Mean sojourn time (MST).
    pub mean_sojourn: f64,
    /// Half-width of its 95 % confidence interval over replications; absent for one.
    pub mean_sojourn_ci95: Option<f64>,
    /// Median sojourn time.
    pub median_sojourn: f64,
    /// 90th percentile of sojourn time.
    pub p90_sojourn: f64,
    /// 95th percentile of sojourn time.
    pub p95_sojourn: f64,
    /// 99th percentile of sojourn time.
    pub p99_sojourn: f64,
    /// MST ÷ that of SRPT on the same jobs, if SRPT was run.
    pub ratio_srpt: Option<f64>,
    /// MST ÷ that of PS on the same jobs, if PS was run.
    pub ratio_ps: Option<f64>,
    /// Median slowdown (sojourn ÷ size).
    pub median_slowdown: f64,
    /// 99th percentile of slowdown.
    pub p99_slowdown: f64,
    /// Fraction of jobs whose slowdown is above 100.
    pub share_slowdown_above_100: f64,
    /// 95th percentile of slowdown.
    pub p95_slowdown: f64,
    /// Distribution of sojourn time.
    pub sojourn_ecdf: Ecdf,
    /// Distribution of slowdown.
    pub slowdown_ecdf: Ecdf,
}

impl Report {
    /// Puts the summaries of a plan's policies side by side.
    pub fn new(plan: &Plan, summaries: Vec<Summary>) -> Self {
        Self::assemble(plan.scenario.clone(), plan.describe(), plan.warnings(), summaries)
    }

    /// The same where the plan itself is elsewhere: the page's workers send what it has to say.
    pub fn assemble(scenario: Scenario, workload: WorkloadReport, warnings: Vec<String>, summaries: Vec<Summary>) -> Self {
        let of = |policy| summaries.iter().find(|s: &&Summary| s.policy == policy).map(|s| mean(&s.means));
        let (srpt, ps) = (of(Policy::Srpt), of(Policy::Ps));
        let policies = summaries
            .into_iter()
            .map(|summary| {
                let mean_sojourn = mean(&summary.means);
                PolicyReport {
                    policy: summary.policy,
                    jobs: summary.sojourn.ecdf.count,
                    replications: summary.means.len() as u32,
                    mean_sojourn,
                    mean_sojourn_ci95: half_width_95(&summary.means),
                    median_sojourn: summary.sojourn.median,
                    p90_sojourn: summary.sojourn.p90,
                    p95_sojourn: summary.sojourn.p95,
                    p99_sojourn: summary.sojourn.p99,
                    ratio_srpt: srpt.map(|srpt| mean_sojourn / srpt),
                    ratio_ps: ps.map(|ps| mean_sojourn / ps),
                    median_slowdown: summary.slowdown.median,
                    p99_slowdown: summary.slowdown.p99,
                    share_slowdown_above_100: summary.share_slowdown_above_100,
                    p95_slowdown: summary.slowdown.p95,
                    sojourn_ecdf: summary.sojourn.ecdf,
                    slowdown_ecdf: summary.slowdown.ecdf,
                }
            })
            .collect();
        Self { schema: 1, scenario, workload, warnings, policies }
    }
}
