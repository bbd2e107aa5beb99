//! What came out: cells, their summaries, and a report with what there is to say of it.

mod cell;
mod closeup;
mod columns;
mod datacenter;
mod exact;
mod verdict;

pub use cell::{Cell, ClusterSummary, Sample, Summary, Tally};
pub use closeup::{Closeup, Magnifier, order_of_size, sampled};
pub use columns::{Column, ColumnKind};
pub use datacenter::{COUNTERS, Counter, DatacenterReport, DatacenterSummary, Pair, Paired, TimesReport, Utilisation};
pub use exact::{exact_means, exact_slowdowns};
pub use verdict::verdict;

use super::{Scenario, Study, SystemKind};
use schedscope_engine::metrics::{Ecdf, Interval, Tail, half_width_95, mean, ratio_95, resampled_means};
use schedscope_engine::registry::Choice;
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
    /// 95 % interval of the median (bootstrap over replications); absent for one, as are all intervals.
    pub median_sojourn_interval: Option<Interval>,
    /// The same of the 90th percentile.
    pub p90_sojourn_interval: Option<Interval>,
    /// The same of the 95th percentile.
    pub p95_sojourn_interval: Option<Interval>,
    /// The same of the 99th percentile.
    pub p99_sojourn_interval: Option<Interval>,
    /// MST ÷ that of SRPT on the same jobs, if SRPT was run.
    pub ratio_srpt: Option<f64>,
    /// Its 95 % interval (bootstrap over pairs of replications).
    pub ratio_srpt_interval: Option<Interval>,
    /// MST ÷ that of PS on the same jobs, if PS was run.
    pub ratio_ps: Option<f64>,
    /// Its interval.
    pub ratio_ps_interval: Option<Interval>,
    /// MST ÷ that of Fair on the same jobs, if Fair was run.
    pub ratio_fair: Option<f64>,
    /// Its interval.
    pub ratio_fair_interval: Option<Interval>,
    /// MST ÷ that of the first policy on the same jobs.
    pub ratio_first: Option<f64>,
    /// Its interval.
    pub ratio_first_interval: Option<Interval>,
    /// MST − that of the first policy on the same jobs.
    pub difference_first: f64,
    /// Half-width of its 95 % interval (Student's t on the differences of paired replications).
    pub difference_first_ci95: Option<f64>,
    /// Median slowdown (sojourn ÷ size; in the cluster, ÷ time alone).
    pub median_slowdown: f64,
    /// 99th percentile of slowdown.
    pub p99_slowdown: f64,
    /// Fraction of jobs whose slowdown is above 100.
    pub share_slowdown_above_100: f64,
    /// 95th percentile of slowdown.
    pub p95_slowdown: f64,
    /// The square of the longest sojourn time ÷ the sum of all squares; absent for few jobs.
    pub largest_job_share: Option<f64>,
    /// The same for the deviations of the replications' MST from their mean; absent for few replications.
    pub largest_replication_share: Option<f64>,
    /// Whether the tail makes the mean untrustworthy (see [`Tail::misleads`](schedscope_engine::metrics::Tail::misleads)).
    pub mean_misleads: bool,
    /// Distribution of sojourn time.
    pub sojourn_ecdf: Ecdf,
    /// Distribution of slowdown.
    pub slowdown_ecdf: Ecdf,
}

impl Figures {
    /// Of the policy at this position among its peers.
    fn new(sample: Sample, position: usize, peers: &Peers) -> Self {
        let mean_sojourn = mean(&sample.means);
        let [srpt, ps, fair, first] = [peers.srpt, peers.ps, peers.fair, Some(0)].map(|other| peers.versus(position, other));
        let differences: Vec<f64> = sample.means.iter().zip(&peers.means[0]).map(|(own, first)| own - first).collect();
        let [median_interval, p90_interval, p95_interval, p99_interval] = sample.sojourn_intervals;
        Self {
            jobs: sample.sojourn.ecdf.count,
            replications: sample.means.len() as u32,
            mean_sojourn,
            mean_sojourn_ci95: half_width_95(&sample.means),
            median_sojourn: sample.sojourn.median,
            p90_sojourn: sample.sojourn.p90,
            p95_sojourn: sample.sojourn.p95,
            p99_sojourn: sample.sojourn.p99,
            median_sojourn_interval: median_interval,
            p90_sojourn_interval: p90_interval,
            p95_sojourn_interval: p95_interval,
            p99_sojourn_interval: p99_interval,
            ratio_srpt: srpt.ratio,
            ratio_srpt_interval: srpt.interval,
            ratio_ps: ps.ratio,
            ratio_ps_interval: ps.interval,
            ratio_fair: fair.ratio,
            ratio_fair_interval: fair.interval,
            ratio_first: first.ratio,
            ratio_first_interval: first.interval,
            difference_first: mean(&differences),
            difference_first_ci95: half_width_95(&differences),
            median_slowdown: sample.slowdown.median,
            p99_slowdown: sample.slowdown.p99,
            share_slowdown_above_100: sample.share_slowdown_above_100,
            p95_slowdown: sample.slowdown.p95,
            largest_job_share: sample.tail.largest_job_share,
            largest_replication_share: sample.tail.largest_replication_share,
            mean_misleads: sample.tail.misleads(),
            sojourn_ecdf: sample.sojourn.ecdf,
            slowdown_ecdf: sample.slowdown.ecdf,
        }
    }
}

/// Policies on the same jobs: those of all classes, or of one.
struct Peers {
    /// Mean sojourn times of each policy, by replication.
    means: Vec<Vec<f64>>,
    /// The mean of those in each resample.
    resampled: Vec<Vec<f64>>,
    srpt: Option<usize>,
    ps: Option<usize>,
    fair: Option<usize>,
}

/// A mean ÷ another, with its interval.
#[derive(Default)]
struct Versus {
    ratio: Option<f64>,
    interval: Option<Interval>,
}

impl Peers {
    fn new(policies: &[Choice], means: Vec<Vec<f64>>) -> Self {
        let find = |key: &str| policies.iter().position(|policy| policy.written() == key);
        let resampled = resampled_means(&means.iter().map(Vec::as_slice).collect::<Vec<_>>());
        Self { means, resampled, srpt: find("srpt"), ps: find("ps"), fair: find("fair") }
    }

    fn versus(&self, own: usize, other: Option<usize>) -> Versus {
        other.map_or_else(Versus::default, |other| Versus {
            ratio: Some(mean(&self.means[own]) / mean(&self.means[other])),
            interval: ratio_95(&self.resampled[own], &self.resampled[other]),
        })
    }
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
        mut warnings: Vec<String>,
        summaries: Vec<Summary>,
        theory: Vec<Option<f64>>,
    ) -> Self {
        let name = |class: u8| match (scenario.system.kind, class) {
            (SystemKind::Datacenter, 0) => "short".to_owned(),
            (SystemKind::Datacenter, _) => "long".to_owned(),
            _ => class.to_string(),
        };
        let overall = Peers::new(&policies, summaries.iter().map(|summary| summary.all.means.clone()).collect());
        let classes: Vec<u8> = summaries.first().map(|s| s.classes.iter().map(|(class, _)| *class).collect()).unwrap_or_default();
        let of_class = |class: &u8| {
            let of = |summary: &Summary| summary.classes.iter().find(|(of, _)| of == class).map(|(_, sample)| sample.means.clone());
            Peers::new(&policies, summaries.iter().map(|summary| of(summary).unwrap_or_default()).collect())
        };
        let by_class: Vec<Peers> = classes.iter().map(of_class).collect();
        warnings.extend(misleading(&policies, &summaries));
        let datacenters = policies.iter().zip(&summaries).filter_map(|(policy, summary)| Some((policy, summary.datacenter.as_ref()?)));
        let pairs = Pair::all(&datacenters.collect::<Vec<_>>());
        let policies = policies
            .iter()
            .cloned()
            .zip(summaries)
            .zip(theory.into_iter().chain(std::iter::repeat(None)))
            .enumerate()
            .map(|(position, ((policy, summary), theory_mean_sojourn))| PolicyReport {
                policy,
                all: Figures::new(summary.all, position, &overall),
                theory_mean_sojourn,
                classes: summary
                    .classes
                    .into_iter()
                    .zip(&by_class)
                    .map(|((class, sample), peers)| ClassReport {
                        class,
                        name: name(class),
                        figures: Figures::new(sample, position, peers),
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

/// Warns of means that a single job or replication decides.
fn misleading(policies: &[Choice], summaries: &[Summary]) -> Option<String> {
    let misled: Vec<(&str, &Tail)> =
        policies.iter().zip(summaries).map(|(policy, s)| (policy.written(), &s.all.tail)).filter(|(_, tail)| tail.misleads()).collect();
    let largest = |of: fn(&Tail) -> Option<f64>| misled.iter().filter_map(|(_, tail)| of(tail)).fold(0.0, f64::max);
    let (job, replication) = (largest(|tail| tail.largest_job_share), largest(|tail| tail.largest_replication_share));
    let why = if job > Tail::JOB {
        format!("one job makes up {:.0} % of the squares of all sojourn times", 100.0 * job)
    } else {
        format!("one replication makes up {:.0} % of their variance", 100.0 * replication)
    };
    let names: Vec<&str> = misled.iter().map(|(name, _)| *name).collect();
    let names = if names.len() == policies.len() { "every policy".to_owned() } else { names.join(", ") };
    (!misled.is_empty())
        .then(|| format!("the tail decides the mean sojourn time of {names} ({why}): compare medians, or raise count or replications"))
}
