use super::datacenter_summary::{DatacenterReport, Pair};
use super::{ClusterSummary, Sample, Scenario, Study, Summary, SystemKind, exact_means};
use crate::metrics::{Ecdf, half_width_95, mean};
use crate::registry::Choice;
use serde::{Deserialize, Serialize};

/// What came out: the scenario that was asked, its workload, and a row for each policy.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
    /// In the datacenter world, every policy against every other, job by job.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<Pair>,
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
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PolicyReport {
    /// The policy.
    pub policy: Choice,
    /// All its jobs.
    #[serde(flatten)]
    pub all: Figures,
    /// What queueing theory says of the mean sojourn time of ever more jobs, where it has a closed form.
    pub theory_mean_sojourn: Option<f64>,
    /// Its jobs by class, in worlds with classes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<ClassReport>,
    /// What is special about the cluster world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cluster: Option<ClusterReport>,
    /// What is special about the datacenter world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub datacenter: Option<DatacenterReport>,
}

/// The jobs of one class.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClassReport {
    /// The class.
    #[serde(skip)]
    pub class: u8,
    /// What it is called: its number, or `short` and `long`.
    #[serde(rename = "class")]
    pub name: String,
    /// Its jobs.
    #[serde(flatten)]
    pub figures: Figures,
}

/// The cluster under a policy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClusterReport {
    /// Time-average of the number of jobs in the system.
    pub mean_load: f64,
    /// Half-width of its 95 % confidence interval over replications; absent for one.
    pub mean_load_ci95: Option<f64>,
    /// The rest, over all replications.
    #[serde(flatten)]
    pub summary: ClusterSummary,
}

/// Figures of a set of jobs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
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
    /// MST ÷ that of Fair on the same jobs, if Fair was run.
    pub ratio_fair: Option<f64>,
    /// Median slowdown (sojourn ÷ size; in the cluster, ÷ time alone).
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

impl Figures {
    fn new(sample: Sample, yardsticks: &Yardsticks) -> Self {
        let mean_sojourn = mean(&sample.means);
        Self {
            jobs: sample.sojourn.ecdf.count,
            replications: sample.means.len() as u32,
            mean_sojourn,
            mean_sojourn_ci95: half_width_95(&sample.means),
            median_sojourn: sample.sojourn.median,
            p90_sojourn: sample.sojourn.p90,
            p95_sojourn: sample.sojourn.p95,
            p99_sojourn: sample.sojourn.p99,
            ratio_srpt: yardsticks.srpt.map(|srpt| mean_sojourn / srpt),
            ratio_ps: yardsticks.ps.map(|ps| mean_sojourn / ps),
            ratio_fair: yardsticks.fair.map(|fair| mean_sojourn / fair),
            median_slowdown: sample.slowdown.median,
            p99_slowdown: sample.slowdown.p99,
            share_slowdown_above_100: sample.share_slowdown_above_100,
            p95_slowdown: sample.slowdown.p95,
            sojourn_ecdf: sample.sojourn.ecdf,
            slowdown_ecdf: sample.slowdown.ecdf,
        }
    }
}

/// Mean sojourn times of the policies that others are measured by.
#[derive(Default)]
struct Yardsticks {
    srpt: Option<f64>,
    ps: Option<f64>,
    fair: Option<f64>,
}

impl Report {
    /// Puts the summaries of a study's policies side by side.
    pub fn new(study: &Study, summaries: Vec<Summary>) -> Self {
        let theory = exact_means(study.scenario(), &study.choices());
        Self::assemble(study.scenario().clone(), study.choices(), study.describe(), study.warnings(), summaries, theory)
    }

    /// The same where the study itself is elsewhere: the page's workers send what it has to say. Summaries are in the
    /// order of the policies, and so is what theory says of their means; it may say nothing at all.
    pub fn assemble(
        scenario: Scenario,
        policies: Vec<Choice>,
        workload: WorkloadReport,
        warnings: Vec<String>,
        summaries: Vec<Summary>,
        theory: Vec<Option<f64>>,
    ) -> Self {
        let yardsticks = |of: &dyn Fn(&Summary) -> Option<f64>| {
            let find = |key: &str| policies.iter().zip(&summaries).find(|(policy, _)| policy.written() == key).and_then(|(_, s)| of(s));
            Yardsticks { srpt: find("srpt"), ps: find("ps"), fair: find("fair") }
        };
        let name = |class: u8| match (scenario.system.kind, class) {
            (SystemKind::Datacenter, 0) => "short".to_owned(),
            (SystemKind::Datacenter, _) => "long".to_owned(),
            _ => class.to_string(),
        };
        let overall = yardsticks(&|summary| Some(mean(&summary.all.means)));
        let classes: Vec<u8> = summaries.first().map(|s| s.classes.iter().map(|(class, _)| *class).collect()).unwrap_or_default();
        let by_class: Vec<Yardsticks> = classes
            .iter()
            .map(|class| yardsticks(&|summary| summary.classes.iter().find(|(of, _)| of == class).map(|(_, sample)| mean(&sample.means))))
            .collect();
        let datacenters = policies.iter().zip(&summaries).filter_map(|(policy, summary)| Some((policy, summary.datacenter.as_ref()?)));
        let pairs = Pair::all(&datacenters.collect::<Vec<_>>());
        let policies = policies
            .iter()
            .cloned()
            .zip(summaries)
            .zip(theory.into_iter().chain(std::iter::repeat(None)))
            .map(|((policy, summary), theory_mean_sojourn)| PolicyReport {
                policy,
                all: Figures::new(summary.all, &overall),
                theory_mean_sojourn,
                classes: summary
                    .classes
                    .into_iter()
                    .zip(&by_class)
                    .map(|((class, sample), yardsticks)| ClassReport {
                        class,
                        name: name(class),
                        figures: Figures::new(sample, yardsticks),
                    })
                    .collect(),
                cluster: summary.cluster.map(|summary| ClusterReport {
                    mean_load: mean(&summary.loads),
                    mean_load_ci95: half_width_95(&summary.loads),
                    summary,
                }),
                datacenter: summary.datacenter.as_ref().map(DatacenterReport::new),
            })
            .collect();
        Self { schema: 1, scenario, workload, warnings, policies, pairs }
    }
}
