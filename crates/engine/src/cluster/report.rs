//! What is told of a cluster besides the times of its jobs.

use super::{Counters, JobOutcome, Outcome, Performance};
use crate::metrics::{Ecdf, STEPS, Sorted, half_width_95, mean};
use crate::world::{Column, Unit};
use serde::{Deserialize, Serialize};

/// What a run leaves behind.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    counters: Counters,
    /// Estimated ÷ true size of each phase that was estimated.
    estimates: [Vec<f64>; 2],
    /// Mean seconds of each phase.
    phases: [f64; 2],
    preemptions: u32,
    /// Second attempts of tasks, and those that were complete before the first.
    copies: (u32, u32),
    /// Attempts of tasks that failed.
    failures: u32,
    /// Gigabytes of suspended tasks that were written to disk, and seconds that tasks waited for their memory.
    paged: (f64, f64),
    /// Phases that have a virtual size, and those of them that turned late.
    phases_late: (u32, u32),
    performance: Performance,
    /// Seconds that each chain took all of whose jobs are counted, where jobs wait for others.
    chains: Vec<f64>,
}

impl Cell {
    /// Of a run, of its jobs that are counted with their slowdowns, and of its chains.
    pub(super) fn new(outcome: &Outcome, jobs: &[JobOutcome], slowdowns: &[f64], chains: Vec<f64>) -> Self {
        let mean_of = |of: fn(&JobOutcome) -> f64| mean(&jobs.iter().map(of).collect::<Vec<_>>());
        let late = || jobs.iter().flat_map(|job| job.turned_late).flatten();
        Self {
            counters: outcome.counters,
            estimates: [0, 1].map(|phase| jobs.iter().filter_map(|job| job.estimates[phase]).collect()),
            phases: [mean_of(|job| job.map_sojourn), mean_of(|job| job.reduce_sojourn)],
            preemptions: jobs.iter().map(|job| job.preemptions).sum(),
            failures: jobs.iter().map(|job| job.failures).sum(),
            copies: (jobs.iter().map(|job| job.copies).sum(), jobs.iter().map(|job| job.copies_won).sum()),
            paged: (jobs.iter().map(|job| job.swapped).sum(), jobs.iter().map(|job| job.paging).sum()),
            phases_late: (late().count() as u32, late().filter(|late| *late).count() as u32),
            performance: Performance::of(slowdowns),
            chains,
        }
    }
}

/// A policy over all replications.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
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
    /// Gigabytes of suspended tasks that were written to disk, per job.
    pub swapped: f64,
    /// Seconds that tasks held a slot and waited for their memory, per job.
    pub paging: f64,
    /// Fraction of all work that was done in vain.
    pub work_lost: f64,
    /// Attempts of tasks that failed, per job.
    pub failures: f64,
    /// Second attempts of tasks, per job.
    pub copies: f64,
    /// Fraction of them that were complete before the first; absent without any.
    pub copies_won: Option<f64>,
    /// Fraction of the phases with a virtual size (those that are not tiny) that were virtually complete before they were
    /// complete; absent if no phase has one.
    pub turned_late: Option<f64>,
    /// Mean seconds from the arrival of the first job of a chain to the completion of its last; absent where no job waits for
    /// another.
    pub chain_sojourn: Option<f64>,
    /// Estimated ÷ true size of the phases that were estimated: maps, reduces.
    pub estimates: [Ecdf; 2],
    /// Mean of ANP over jobs, the mean over replications, as are the next four.
    pub anp: f64,
    /// Geometric mean of ANP.
    pub snp: f64,
    /// Mean of 1 ÷ ANP.
    pub l1: f64,
    /// Root mean square of 1 ÷ ANP.
    pub l2: f64,
    /// Coefficient of variation of ANP.
    pub unfairness: f64,
}

impl Summary {
    /// Of all cells, with this many jobs that are counted.
    pub(super) fn pool(cells: &[Cell], jobs: usize) -> Self {
        let mean_of = |of: &dyn Fn(&Cell) -> f64| mean(&cells.iter().map(of).collect::<Vec<_>>());
        let sum = |of: fn(&Counters) -> f64| cells.iter().map(|cell| of(&cell.counters)).sum::<f64>();
        let done = sum(|counters| counters.work_done);
        let copies = cells.iter().map(|cell| f64::from(cell.copies.0)).sum::<f64>();
        let won = cells.iter().map(|cell| f64::from(cell.copies.1)).sum::<f64>();
        let phases = cells.iter().map(|cell| cell.phases_late.0).sum::<u32>();
        let late = cells.iter().map(|cell| cell.phases_late.1).sum::<u32>();
        let chains = cells.iter().map(|cell| cell.chains.len()).sum::<usize>();
        let Performance { anp, snp, l1, l2, unfairness } = Performance::mean_of(cells.iter().map(|cell| &cell.performance));
        Self {
            loads: cells.iter().map(|cell| cell.counters.mean_load).collect(),
            peak_load: cells.iter().map(|cell| cell.counters.peak_load).max().unwrap_or(0),
            utilisation: [0, 1].map(|phase| mean_of(&|cell| cell.counters.utilisation()[phase])),
            locality: mean_of(&|cell| cell.counters.locality()),
            phases: [0, 1].map(|phase| mean_of(&|cell| cell.phases[phase])),
            preemptions: cells.iter().map(|cell| f64::from(cell.preemptions)).sum::<f64>() / jobs as f64,
            swapped: cells.iter().map(|cell| cell.paged.0).sum::<f64>() / jobs as f64,
            paging: cells.iter().map(|cell| cell.paged.1).sum::<f64>() / jobs as f64,
            work_lost: if done > 0.0 { sum(|counters| counters.work_lost) / done } else { 0.0 },
            failures: cells.iter().map(|cell| f64::from(cell.failures)).sum::<f64>() / jobs as f64,
            copies: copies / jobs as f64,
            copies_won: (copies > 0.0).then(|| won / copies),
            chain_sojourn: (chains > 0).then(|| cells.iter().flat_map(|cell| &cell.chains).sum::<f64>() / chains as f64),
            turned_late: (phases > 0).then(|| f64::from(late) / f64::from(phases)),
            estimates: [0, 1].map(|phase| Sorted::new(cells.iter().flat_map(|cell| cell.estimates[phase].clone()).collect()).ecdf(STEPS)),
            anp,
            snp,
            l1,
            l2,
            unfairness,
        }
    }
}

/// What a report says of a policy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The cluster under it.
    pub cluster: Figures,
}

/// The cluster under a policy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// Time-average of the number of jobs in the system.
    pub mean_load: f64,
    /// Half-width of its 95 % confidence interval over replications; absent for one.
    pub mean_load_ci95: Option<f64>,
    /// The rest, over all replications.
    #[serde(flatten)]
    pub summary: Summary,
}

impl Report {
    /// Of a summary.
    pub(super) fn new(summary: &Summary) -> Self {
        let (mean_load, mean_load_ci95) = (mean(&summary.loads), half_width_95(&summary.loads));
        Self { cluster: Figures { mean_load, mean_load_ci95, summary: summary.clone() } }
    }
}

const fn column(title: &'static str, unit: Unit, of: fn(&Report) -> Option<f64>, about: &'static str) -> Column<Report> {
    Column::new(title, unit, of, about)
}

/// Figures of a policy.
pub(super) const COLUMNS: &[Column<Report>] = &[
    column("mean_load", Unit::Jobs, |r| Some(r.cluster.mean_load), "number of jobs in the system, averaged over time")
        .less()
        .called("number of jobs in the system")
        .headed("jobs in system"),
    column(
        "map_utilisation",
        Unit::Fraction,
        |r| Some(r.cluster.summary.utilisation[0]),
        "fraction of map slots in use, averaged over time",
    ),
    column(
        "reduce_utilisation",
        Unit::Fraction,
        |r| Some(r.cluster.summary.utilisation[1]),
        "fraction of reduce slots in use, averaged over time",
    ),
    column("locality", Unit::Fraction, |r| Some(r.cluster.summary.locality), "fraction of maps that ran on a machine with their input")
        .more()
        .called("share of maps beside their input"),
    column("preemptions", Unit::One, |r| Some(r.cluster.summary.preemptions), "how often a task lost its slot to another job, per job"),
    column("swapped", Unit::One, |r| Some(r.cluster.summary.swapped), "gigabytes of suspended tasks that were written to disk, per job")
        .less()
        .called("amount of memory written to disk"),
    column(
        "paging",
        Unit::Seconds,
        |r| Some(r.cluster.summary.paging),
        "seconds that tasks held a slot and waited for memory to be written out or read back, per job",
    )
    .less()
    .called("time lost by paging"),
    column("work_lost", Unit::Fraction, |r| Some(r.cluster.summary.work_lost), "fraction of all work that was lost")
        .less()
        .called("share of work that is lost"),
    column("failures", Unit::One, |r| Some(r.cluster.summary.failures), "attempts of tasks that failed, per job")
        .less()
        .called("number of failed attempts"),
    column("copies", Unit::One, |r| Some(r.cluster.summary.copies), "second attempts of tasks that lagged behind or were paused, per job"),
    column(
        "copies_won",
        Unit::Fraction,
        |r| r.cluster.summary.copies_won,
        "fraction of these second attempts that were complete before the first",
    ),
    column(
        "turned_late",
        Unit::Fraction,
        |r| r.cluster.summary.turned_late,
        "fraction of the phases that are not tiny that were complete in HFSP's virtual cluster before they were complete",
    ),
    column("anp", Unit::One, |r| Some(r.cluster.summary.anp), "time alone in the cluster ÷ sojourn time (ANP), the mean over jobs")
        .more()
        .called("normalized performance (ANP)"),
    column("snp", Unit::One, |r| Some(r.cluster.summary.snp), "system normalized performance: geometric mean of ANP")
        .more()
        .called("system normalized performance (SNP)"),
    column("l1", Unit::One, |r| Some(r.cluster.summary.l1), "slowdown norm l1: mean of 1 ÷ ANP").less().called("mean of 1 ÷ ANP"),
    column("l2", Unit::One, |r| Some(r.cluster.summary.l2), "slowdown norm l2: root mean square of 1 ÷ ANP")
        .less()
        .called("root mean square of 1 ÷ ANP"),
    column("unfairness", Unit::One, |r| Some(r.cluster.summary.unfairness), "coefficient of variation of ANP over jobs").less(),
    column(
        "chain_sojourn",
        Unit::Seconds,
        |r| r.cluster.summary.chain_sojourn,
        "mean time from the first arrival of a chain of jobs that wait for each other to its last completion",
    )
    .less()
    .called("mean time of a chain of jobs"),
];
