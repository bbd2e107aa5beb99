use super::replicated::Series;
use super::{Column, PolicyReport};
use crate::experiment::worlds::{Listed, OwnCell, OwnSummary};
use crate::experiment::{Cell, Plan, Study};
use schedscope::metrics::{Ecdf, Interval, Pool, STEPS, Sorted, Tail, mean, sectioned_95};
use schedscope::server;
use schedscope::world::Times;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// All cells of one policy, pooled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Its jobs, in a world of jobs.
    pub jobs: Option<Samples>,
    /// What else its world tells.
    pub own: OwnSummary,
}

/// The jobs of a policy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Samples {
    /// All jobs.
    pub all: Sample,
    /// Jobs by class, in worlds with classes, ascending.
    pub classes: Vec<(u8, Sample)>,
}

/// The jobs of a policy, or of one class of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Mean sojourn time of each replication that has such jobs.
    pub means: Vec<f64>,
    /// The median of each of these.
    pub medians: Vec<f64>,
    /// Sojourn times of all jobs of all replications.
    pub sojourn: Spread,
    /// Their slowdowns.
    pub slowdown: Spread,
    /// 95 % intervals of the sojourn time's median and 90th, 95th and 99th percentile; absent for one replication.
    pub sojourn_intervals: [Option<Interval>; 4],
    /// Whether a single job or replication decides the mean sojourn time.
    pub tail: Tail,
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

/// The quantiles of a [`Spread`].
const QUANTILES: [f64; 4] = [0.5, 0.9, 0.95, 0.99];

/// The quantiles of a sample; of none where there is none.
fn quantiles(sorted: &Sorted) -> [f64; 4] {
    QUANTILES.map(|p| sorted.quantile(p).unwrap_or(f64::NAN))
}

impl Spread {
    fn of(sorted: &Sorted) -> Self {
        let [median, p90, p95, p99] = quantiles(sorted);
        Self { median, p90, p95, p99, ecdf: sorted.ecdf(STEPS) }
    }

    /// In the order of [`QUANTILES`].
    const fn quantiles(&self) -> [f64; 4] {
        [self.median, self.p90, self.p95, self.p99]
    }
}

/// The cells of one policy so far. What it holds does not grow beyond what a [`Pool`] holds, but for a few numbers a replication and
/// what its world keeps of each.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    replications: u32,
    all: SampleTally,
    classes: BTreeMap<u8, SampleTally>,
    own: Vec<OwnCell>,
}

/// The same for all jobs, or those of a class.
#[derive(Clone, Debug, Default)]
struct SampleTally {
    /// Of each replication that has such jobs.
    means: Vec<f64>,
    quantiles: Vec<[f64; 4]>,
    slowdowns: Vec<[f64; 4]>,
    shares_above_100: Vec<f64>,
    counts: Vec<usize>,
    sojourn: Pool,
    slowdown: Pool,
}

/// One value a replication.
type OfReplications = fn(&SampleTally) -> Vec<f64>;

/// The columns of jobs that are known of each replication.
const REPLICATED: [(&str, OfReplications); 9] = [
    ("mean_sojourn", |tally| tally.means.clone()),
    ("median_sojourn", |tally| at(&tally.quantiles, 0)),
    ("p90_sojourn", |tally| at(&tally.quantiles, 1)),
    ("p95_sojourn", |tally| at(&tally.quantiles, 2)),
    ("p99_sojourn", |tally| at(&tally.quantiles, 3)),
    ("median_slowdown", |tally| at(&tally.slowdowns, 0)),
    ("p95_slowdown", |tally| at(&tally.slowdowns, 2)),
    ("p99_slowdown", |tally| at(&tally.slowdowns, 3)),
    ("share_slowdown_above_100", |tally| tally.shares_above_100.clone()),
];

/// Whether the column of jobs of this title is known of each replication.
pub(super) fn is_replicated(title: &str) -> bool {
    REPLICATED.iter().any(|(column, _)| *column == title)
}

fn at(of: &[[f64; 4]], place: usize) -> Vec<f64> {
    of.iter().map(|quantiles| quantiles[place]).collect()
}

impl SampleTally {
    fn add(&mut self, cell: Times) {
        if cell.sojourn.is_empty() {
            return;
        }
        self.means.push(mean(&cell.sojourn));
        self.counts.push(cell.sojourn.len());
        let (sojourn, slowdown) = (Sorted::new(cell.sojourn), Sorted::new(cell.slowdown));
        self.quantiles.push(quantiles(&sojourn));
        self.slowdowns.push(quantiles(&slowdown));
        self.shares_above_100.push(slowdown.share_above(100.0));
        self.sojourn.add(sojourn);
        self.slowdown.add(slowdown);
    }

    fn jobs(&self) -> usize {
        self.counts.iter().sum()
    }

    /// What each column comes to in each replication.
    fn series(&self, class: Option<u8>) -> Vec<Series> {
        let series = |(column, of): &(&str, OfReplications)| Series { column: (*column).to_owned(), class, values: of(self) };
        REPLICATED.iter().map(series).collect()
    }

    fn finish(self) -> Sample {
        let (sojourn, slowdown) = (self.sojourn.sorted(), self.slowdown.sorted());
        let spread = Spread::of(&sojourn);
        let sections: [Vec<f64>; 4] = std::array::from_fn(|i| self.quantiles.iter().map(|quantiles| quantiles[i]).collect());
        Sample {
            sojourn_intervals: sectioned_95(spread.quantiles(), sections.each_ref().map(Vec::as_slice)),
            tail: Tail::of(&sojourn, &self.means),
            means: self.means,
            medians: self.quantiles.iter().map(|[median, ..]| *median).collect(),
            sojourn: spread,
            share_slowdown_above_100: slowdown.share_above(100.0),
            slowdown: Spread::of(&slowdown),
        }
    }
}

impl Tally {
    /// Adds the cell of the next replication.
    pub fn add(&mut self, Cell { times, own }: Cell) {
        self.replications += 1;
        self.own.push(own);
        if let Some(times) = times {
            for class in times.class.iter().copied().collect::<BTreeSet<u8>>() {
                self.classes.entry(class).or_default().add(times.of_class(class));
            }
            self.all.add(times);
        }
    }

    /// Number of replications so far.
    pub fn replications(&self) -> u32 {
        self.replications
    }

    /// Mean sojourn time of each replication that has jobs.
    pub fn means(&self) -> &[f64] {
        &self.all.means
    }

    /// Pools what there is of the policy at this position of a study.
    pub fn finish(self, study: &Study, policy: usize) -> Summary {
        let own = study.plan().pool(policy, self.own, self.all.jobs());
        Self::summary(self.all, self.classes, own)
    }

    /// The same without what theory says: of servers, whose own figures are all theory's.
    pub fn finish_measured(self, study: &Study, policy: usize) -> Summary {
        match study.plan() {
            Plan::Server(_) => Self::summary(self.all, self.classes, OwnSummary::Server(server::Report::default())),
            _ => self.finish(study, policy),
        }
    }

    /// What each column comes to in each replication, of all jobs and of those of each class, where it has a value in all of them.
    /// For a world's own columns each replication is pooled by itself.
    pub fn series(&self, study: &Study, policy: usize) -> Vec<Series> {
        let complete = |tally: &SampleTally| tally.means.len() == self.own.len();
        let all = Some(&self.all).filter(|all| complete(all)).map_or(vec![], |all| all.series(None));
        let classes = self.classes.iter().filter(|(_, tally)| complete(tally)).flat_map(|(class, tally)| tally.series(Some(*class)));
        let jobs = |replication: usize| self.all.counts.get(replication).copied().unwrap_or_default();
        let pooled = |(replication, cell): (usize, &OwnCell)| study.plan().pool(policy, vec![cell.clone()], jobs(replication)).report();
        let columns: Vec<&Column> = Column::measures(study.scenario().kind()).filter(|column| !column.is_of_jobs()).collect();
        let cells = if columns.is_empty() { &[][..] } else { &self.own };
        let report = |own| PolicyReport { policy: study.choices()[policy].clone(), jobs: None, own };
        let reports: Vec<PolicyReport> = cells.iter().enumerate().map(pooled).map(report).collect();
        let own = columns.into_iter().filter_map(|column| {
            let values: Option<Vec<f64>> = reports.iter().map(|report| column.of_policy(report)).collect();
            Some(Series { column: column.title.clone(), class: None, values: values? })
        });
        let own: Vec<Series> = own.collect();
        all.into_iter().chain(own).chain(classes).collect()
    }

    fn summary(all: SampleTally, classes: BTreeMap<u8, SampleTally>, own: OwnSummary) -> Summary {
        let classes = classes.into_iter().map(|(class, tally)| (class, tally.finish())).collect();
        let jobs = (all.jobs() > 0).then(|| Samples { all: all.finish(), classes });
        Summary { jobs, own }
    }
}

impl Summary {
    /// Mean sojourn time of each replication that has jobs.
    pub fn means(&self) -> &[f64] {
        self.jobs.as_ref().map_or(&[], |jobs| &jobs.all.means)
    }

    /// What its world tells besides the times of jobs.
    pub fn own<W: Listed>(&self) -> Option<&W::Summary> {
        W::summary(&self.own)
    }
}
