use super::datacenter::{DatacenterCell, DatacenterSummary};
use schedscope_engine::cluster::{self, Counters};
use schedscope_engine::datacenter;
use schedscope_engine::metrics::{Ecdf, Interval, Pool, Sorted, Tail, mean, sectioned_95};
use schedscope_engine::server::Outcome;
use schedscope_engine::workload::{BatchWorkload, TaskWorkload, Workload};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What one simulation leaves behind.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    sojourn: Vec<f64>,
    slowdown: Vec<f64>,
    /// Class of each job, in worlds with classes.
    class: Vec<u8>,
    cluster: Option<ClusterCell>,
    datacenter: Option<DatacenterCell>,
}

/// What a simulation of the cluster leaves behind besides.
#[derive(Clone, Debug, PartialEq)]
struct ClusterCell {
    counters: Counters,
    /// Estimated ÷ true size of each phase that was estimated.
    estimates: [Vec<f64>; 2],
    /// Mean seconds of each phase.
    phases: [f64; 2],
    preemptions: u32,
}

impl Cell {
    pub(in crate::experiment) fn new(workload: &Workload, outcome: &Outcome, warmup: usize) -> Self {
        let sojourn = outcome.sojourn[warmup..].to_vec();
        let slowdown = workload.jobs()[warmup..].iter().zip(&sojourn).map(|(job, sojourn)| sojourn / job.size).collect();
        Self { sojourn, slowdown, class: vec![], cluster: None, datacenter: None }
    }

    /// `alone` is the time that each job takes alone in the cluster.
    pub(in crate::experiment) fn of_cluster(workload: &TaskWorkload, alone: &[f64], outcome: &cluster::Outcome, warmup: usize) -> Self {
        let jobs = &outcome.jobs[warmup..];
        let sojourn: Vec<f64> = jobs.iter().map(|job| job.sojourn).collect();
        let slowdown = sojourn.iter().zip(&alone[warmup..]).map(|(sojourn, alone)| sojourn / alone).collect();
        let classed = workload.jobs().iter().any(|job| job.bin.is_some());
        let class = if classed { workload.jobs()[warmup..].iter().map(|job| job.bin.unwrap_or(0)).collect() } else { vec![] };
        let mean_of = |of: fn(&cluster::JobOutcome) -> f64| mean(&jobs.iter().map(of).collect::<Vec<_>>());
        let cluster = ClusterCell {
            counters: outcome.counters,
            estimates: [0, 1].map(|phase| jobs.iter().filter_map(|job| job.estimates[phase]).collect()),
            phases: [mean_of(|job| job.map_sojourn), mean_of(|job| job.reduce_sojourn)],
            preemptions: jobs.iter().map(|job| job.preemptions).sum(),
        };
        Self { sojourn, slowdown, class, cluster: Some(cluster), datacenter: None }
    }

    /// Jobs are short (class 0) or long (class 1) by the mean of their tasks; `alone` is the time that each takes alone.
    pub(in crate::experiment) fn of_datacenter(
        workload: &BatchWorkload,
        alone: &[f64],
        outcome: &datacenter::Outcome,
        warmup: usize,
        cutoff: f64,
    ) -> Self {
        let sojourn = outcome.completion[warmup..].to_vec();
        let slowdown = sojourn.iter().zip(&alone[warmup..]).map(|(sojourn, alone)| sojourn / alone).collect();
        let class = workload.jobs()[warmup..].iter().map(|job| u8::from(job.mean > cutoff)).collect();
        Self { sojourn, slowdown, class, cluster: None, datacenter: Some(DatacenterCell::new(outcome)) }
    }

    /// The jobs of one class.
    fn of_class(&self, class: u8) -> Self {
        let pick = |values: &[f64]| self.class.iter().zip(values).filter(|(of, _)| **of == class).map(|(_, value)| *value).collect();
        Self { sojourn: pick(&self.sojourn), slowdown: pick(&self.slowdown), class: vec![], cluster: None, datacenter: None }
    }
}

/// All cells of one policy, pooled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// All jobs.
    pub all: Sample,
    /// Jobs by class, in worlds with classes, ascending.
    pub classes: Vec<(u8, Sample)>,
    /// What is special about the cluster world.
    pub cluster: Option<ClusterSummary>,
    /// What is special about the datacenter world.
    pub datacenter: Option<DatacenterSummary>,
}

/// The jobs of a policy, or of one class of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Mean sojourn time of each replication that has such jobs.
    pub means: Vec<f64>,
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

/// The cluster over all replications.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClusterSummary {
    /// Time-average of the number of jobs in the system, in each replication.
    pub loads: Vec<f64>,
    /// Most jobs in the system at any time of any replication.
    pub peak_load: u32,
    /// Fraction of the slots of each phase that was held.
    pub utilisation: [f64; 2],
    /// Fraction of maps that ran on a machine with their input.
    pub locality: f64,
    /// Mean seconds of the map phase, and of the reduce phase from when it might have slots.
    pub phases: [f64; 2],
    /// Times a task lost its slot to another job, per job.
    pub preemptions: f64,
    /// Fraction of all work that was done in vain.
    pub work_lost: f64,
    /// Estimated ÷ true size of the phases that were estimated: maps, reduces.
    pub estimates: [Ecdf; 2],
}

impl ClusterSummary {
    fn pool(cells: &[ClusterCell], jobs: usize) -> Self {
        let mean_of = |of: &dyn Fn(&ClusterCell) -> f64| mean(&cells.iter().map(of).collect::<Vec<_>>());
        let sum = |of: fn(&Counters) -> f64| cells.iter().map(|cell| of(&cell.counters)).sum::<f64>();
        let done = sum(|counters| counters.work_done);
        Self {
            loads: cells.iter().map(|cell| cell.counters.mean_load).collect(),
            peak_load: cells.iter().map(|cell| cell.counters.peak_load).max().unwrap_or(0),
            utilisation: [0, 1].map(|phase| mean_of(&|cell| cell.counters.utilisation()[phase])),
            locality: mean_of(&|cell| cell.counters.locality()),
            phases: [0, 1].map(|phase| mean_of(&|cell| cell.phases[phase])),
            preemptions: cells.iter().map(|cell| f64::from(cell.preemptions)).sum::<f64>() / jobs as f64,
            work_lost: if done > 0.0 { sum(|counters| counters.work_lost) / done } else { 0.0 },
            estimates: [0, 1].map(|phase| Sorted::new(cells.iter().flat_map(|cell| cell.estimates[phase].clone()).collect()).ecdf(STEPS)),
        }
    }
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

/// The cells of one policy so far. What it holds does not grow beyond what a [`Pool`] holds, but for a few numbers a replication.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    all: SampleTally,
    classes: BTreeMap<u8, SampleTally>,
    cluster: Vec<ClusterCell>,
    datacenter: Vec<DatacenterCell>,
    /// Of the datacenter world: whether each job is long, and its completion time.
    completions: Vec<(bool, f64)>,
}

/// The same for all jobs, or those of a class.
#[derive(Clone, Debug, Default)]
struct SampleTally {
    /// Of each replication that has such jobs.
    means: Vec<f64>,
    quantiles: Vec<[f64; 4]>,
    jobs: usize,
    sojourn: Pool,
    slowdown: Pool,
}

impl SampleTally {
    fn add(&mut self, cell: Cell) {
        if cell.sojourn.is_empty() {
            return;
        }
        self.means.push(mean(&cell.sojourn));
        self.jobs += cell.sojourn.len();
        let sojourn = Sorted::new(cell.sojourn);
        self.quantiles.push(quantiles(&sojourn));
        self.sojourn.add(sojourn);
        self.slowdown.add(Sorted::new(cell.slowdown));
    }

    fn finish(self) -> Sample {
        let (sojourn, slowdown) = (self.sojourn.sorted(), self.slowdown.sorted());
        let spread = Spread::of(&sojourn);
        let sections: [Vec<f64>; 4] = std::array::from_fn(|i| self.quantiles.iter().map(|quantiles| quantiles[i]).collect());
        Sample {
            sojourn_intervals: sectioned_95(spread.quantiles(), sections.each_ref().map(Vec::as_slice)),
            tail: Tail::of(&sojourn, &self.means),
            means: self.means,
            sojourn: spread,
            share_slowdown_above_100: slowdown.share_above(100.0),
            slowdown: Spread::of(&slowdown),
        }
    }
}

impl Tally {
    /// Adds the cell of the next replication.
    pub fn add(&mut self, mut cell: Cell) {
        for class in cell.class.iter().copied().collect::<BTreeSet<u8>>() {
            self.classes.entry(class).or_default().add(cell.of_class(class));
        }
        self.cluster.extend(cell.cluster.take());
        if let Some(of_datacenter) = cell.datacenter.take() {
            self.completions.extend(cell.class.iter().map(|class| *class > 0).zip(cell.sojourn.iter().copied()));
            self.datacenter.push(of_datacenter);
        }
        self.all.add(cell);
    }

    /// Mean sojourn time of each replication.
    pub fn means(&self) -> &[f64] {
        &self.all.means
    }

    /// Pools what there is.
    pub fn finish(self) -> Summary {
        let cluster = (!self.cluster.is_empty()).then(|| ClusterSummary::pool(&self.cluster, self.all.jobs));
        let of_datacenter: Vec<&DatacenterCell> = self.datacenter.iter().collect();
        let datacenter = (!of_datacenter.is_empty()).then(|| DatacenterSummary::pool(&of_datacenter, self.completions.into_iter()));
        let classes = self.classes.into_iter().map(|(class, tally)| (class, tally.finish())).collect();
        Summary { all: self.all.finish(), classes, cluster, datacenter }
    }
}

impl Summary {
    /// Pools the cells of a policy, in order of replication.
    pub fn pool(cells: Vec<Cell>) -> Self {
        let mut tally = Tally::default();
        cells.into_iter().for_each(|cell| tally.add(cell));
        tally.finish()
    }
}
