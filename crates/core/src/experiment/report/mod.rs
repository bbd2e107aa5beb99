//! What came out: cells, their summaries, and a report with what there is to say of it.

mod cell;
mod columns;
mod replicated;

pub use cell::{Sample, Samples, Summary, Tally};
pub use columns::Column;
pub use replicated::{Measure, Replicated, Series};

use super::worlds::{Listed, OwnReport, OwnSummary, OwnTogether};
use super::{Scenario, Study};
use schedscope::metrics::{Ecdf, Interval, Tail, half_width_95, mean, ratio_95, resampled_means};
use schedscope::registry::Choice;
use schedscope::world::Described;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// What came out: the scenario that was asked, its workload, and a row for each policy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Version of this form; raised when a field changes its meaning.
    pub schema: u32,
    /// The scenario.
    pub scenario: Scenario,
    /// The workload.
    pub workload: Described,
    /// What a reader should know before trusting the numbers.
    pub warnings: Vec<String>,
    /// One row a policy, as given.
    pub policies: Vec<PolicyReport>,
    /// What its world says of all policies together.
    #[serde(flatten)]
    pub together: OwnTogether,
    /// Policies on the same jobs: all of them, then each class, in the order of the rows.
    #[serde(skip)]
    peers: Vec<Peers>,
}

/// One policy. Times in the workload's unit; quantiles are pooled over replications.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PolicyReport {
    /// The policy.
    pub policy: Choice,
    /// Its jobs, in a world of jobs.
    #[serde(flatten)]
    pub jobs: Option<JobsReport>,
    /// What else its world says.
    #[serde(flatten)]
    pub own: OwnReport,
}

/// The jobs of a policy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JobsReport {
    /// All of them.
    #[serde(flatten)]
    pub all: Figures,
    /// Those of each class, in worlds with classes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<ClassReport>,
}

impl PolicyReport {
    /// All its jobs, in a world of jobs.
    pub fn figures(&self) -> Option<&Figures> {
        self.jobs.as_ref().map(|jobs| &jobs.all)
    }

    /// Mean sojourn time of all its jobs, in a world of jobs.
    pub fn mean_sojourn(&self) -> Option<f64> {
        self.figures().map(|figures| figures.mean_sojourn)
    }

    /// Its jobs by class.
    pub fn classes(&self) -> &[ClassReport] {
        self.jobs.as_ref().map_or(&[], |jobs| &jobs.classes)
    }

    /// The jobs of one class.
    pub fn class(&self, class: u8) -> Option<&Figures> {
        self.classes().iter().find(|of| of.class == class).map(|of| &of.figures)
    }

    /// What this world says of it besides.
    pub fn own<W: Listed>(&self) -> Option<&W::Report> {
        W::own(&self.own)
    }
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
    /// MST ÷ that of policies to which its world compares all others.
    #[serde(flatten)]
    pub references: References,
    /// MST ÷ that of the first policy on the same jobs.
    #[serde(flatten, serialize_with = "Versus::first")]
    pub first: Versus,
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
    /// Whether the tail makes the mean untrustworthy (see [`Tail::misleads`](schedscope::metrics::Tail::misleads)).
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
            references: References(peers.references.iter().map(|(key, to)| (*key, peers.versus(position, *to))).collect()),
            first: peers.versus(position, Some(0)),
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

    /// MST ÷ that of the policy with this key, if its world compares all others to it.
    pub fn reference(&self, key: &str) -> Option<Versus> {
        self.references.0.iter().find(|(known, _)| *known == key).map(|(_, versus)| *versus)
    }
}

/// MST ÷ that of some policies, by their keys.
#[derive(Clone, Debug, PartialEq)]
pub struct References(Vec<(&'static str, Versus)>);

impl Serialize for References {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (key, Versus { ratio, interval }) in &self.0 {
            map.serialize_entry(&format!("ratio_{key}"), ratio)?;
            map.serialize_entry(&format!("ratio_{key}_interval"), interval)?;
        }
        map.end()
    }
}

/// Policies on the same jobs: those of all classes, or of one.
#[derive(Clone, Debug, PartialEq)]
struct Peers {
    /// Mean sojourn times of each policy, by replication.
    means: Vec<Vec<f64>>,
    /// The mean of those in each resample.
    resampled: Vec<Vec<f64>>,
    /// Keys of the policies to which a world compares all others, and where they are.
    references: Vec<(&'static str, Option<usize>)>,
}

/// A mean ÷ another, with its interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Versus {
    /// The ratio, if the other policy was run.
    pub ratio: Option<f64>,
    /// Its 95 % interval (bootstrap over pairs of replications); absent for one.
    pub interval: Option<Interval>,
}

impl Versus {
    /// As fields of a report: the ratio to the first policy.
    fn first<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        References(vec![("first", *self)]).serialize(serializer)
    }
}

impl Peers {
    fn new(references: &[&'static str], policies: &[Choice], means: Vec<Vec<f64>>) -> Self {
        let resampled = resampled_means(&means.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let references = references.iter().map(|key| (*key, place(policies, key))).collect();
        Self { means, resampled, references }
    }

    fn versus(&self, own: usize, other: Option<usize>) -> Versus {
        other.map_or_else(Versus::default, |other| Versus {
            ratio: Some(mean(&self.means[own]) / mean(&self.means[other])),
            interval: ratio_95(&self.resampled[own], &self.resampled[other]),
        })
    }
}

/// Where the policy of this key is: as it is without parameters, else the first with any.
fn place(policies: &[Choice], key: &str) -> Option<usize> {
    let plain = policies.iter().position(|policy| policy.written() == key);
    plain.or_else(|| policies.iter().position(|policy| policy.row().key == key))
}

impl Report {
    /// As JSON, with a line feed at its end: what the command line prints, byte for byte.
    ///
    /// # Errors
    /// None that a report is known to cause.
    pub fn json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }

    /// Puts the summaries of a study's policies side by side.
    pub fn new(study: &Study, summaries: Vec<Summary>) -> Self {
        Self::assemble(study.scenario().clone(), study.choices().to_vec(), study.describe(), study.warnings(), summaries)
    }

    /// The same where the study itself is elsewhere: the page's workers send what it has to say. Summaries are in the
    /// order of the policies.
    pub fn assemble(
        scenario: Scenario,
        policies: Vec<Choice>,
        workload: Described,
        mut warnings: Vec<String>,
        summaries: Vec<Summary>,
    ) -> Self {
        let kind = scenario.kind();
        let peers = |means: Vec<Vec<f64>>| Peers::new(kind.references(), &policies, means);
        let classes: Vec<u8> =
            summaries.first().and_then(|s| s.jobs.as_ref()).into_iter().flat_map(|jobs| &jobs.classes).map(|(class, _)| *class).collect();
        let overall = summaries.iter().map(|summary| summary.means().to_vec()).collect();
        let of_class = |class: &u8| {
            let of = |summary: &Summary| {
                let sample = summary.jobs.as_ref()?.classes.iter().find(|(of, _)| of == class);
                sample.map(|(_, sample)| sample.means.clone())
            };
            summaries.iter().map(|summary| of(summary).unwrap_or_default()).collect()
        };
        let peers: Vec<Peers> = std::iter::once(overall).chain(classes.iter().map(of_class)).map(peers).collect();
        warnings.extend(misleading(&policies, &summaries));
        let told: Vec<_> = policies.iter().zip(&summaries).map(|(policy, summary)| (policy.written(), &summary.own)).collect();
        warnings.extend(OwnSummary::cautions(kind, &told));
        let together = OwnTogether::new(kind, &told);
        let row = |(position, (policy, Summary { jobs, own })): (usize, (Choice, Summary))| {
            let class = |((class, sample), peers): ((u8, Sample), &Peers)| ClassReport {
                class,
                name: kind.class(class),
                figures: Figures::new(sample, position, peers),
            };
            let jobs = jobs.map(|jobs| JobsReport {
                all: Figures::new(jobs.all, position, &peers[0]),
                classes: jobs.classes.into_iter().zip(&peers[1..]).map(class).collect(),
            });
            PolicyReport { policy, jobs, own: own.report() }
        };
        let policies = policies.into_iter().zip(summaries).enumerate().map(row).collect();
        Self { schema: 2, scenario, workload, warnings, policies, together, peers }
    }

    /// Mean sojourn time of the policy at a position, of each replication that has jobs.
    pub fn means(&self, policy: usize) -> &[f64] {
        &self.peers[0].means[policy]
    }

    /// Mean sojourn time of the policy at a position ÷ that of another on the same jobs.
    pub fn versus(&self, policy: usize, to: usize) -> Versus {
        self.peers[0].versus(policy, Some(to))
    }
}

/// Warns of means that a single job or replication decides.
fn misleading(policies: &[Choice], summaries: &[Summary]) -> Option<String> {
    let misled: Vec<(String, &Tail)> = policies
        .iter()
        .zip(summaries)
        .filter_map(|(policy, s)| Some((policy.name(), &s.jobs.as_ref()?.all.tail)))
        .filter(|(_, tail)| tail.misleads())
        .collect();
    let largest = |of: fn(&Tail) -> Option<f64>| misled.iter().filter_map(|(_, tail)| of(tail)).fold(0.0, f64::max);
    let (job, replication) = (largest(|tail| tail.largest_job_share), largest(|tail| tail.largest_replication_share));
    let why = if job > Tail::JOB {
        format!("one job makes up {:.0} % of the squares of all sojourn times", 100.0 * job)
    } else {
        format!("one replication makes up {:.0} % of their variance", 100.0 * replication)
    };
    let names: Vec<&str> = misled.iter().map(|(name, _)| name.as_str()).collect();
    let names = if names.len() == policies.len() { "every policy".to_owned() } else { names.join(", ") };
    (!misled.is_empty()).then(|| {
        format!("the tail decides the mean sojourn time of {names} ({why}): compare medians, or simulate more jobs or more replications")
    })
}
