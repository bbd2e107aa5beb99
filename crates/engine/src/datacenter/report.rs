//! What is told of a datacenter besides the times of its jobs.

use super::{Counters, Outcome, Times};
use crate::metrics::{Sorted, mean};
use crate::world::{Column, Together, Unit};
use serde::{Deserialize, Serialize};

/// What a simulation of the datacenter leaves behind besides its jobs.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    counters: Counters,
    times: [Times; 2],
    /// Looks at how many slots are busy: at all, at those kept for short tasks, at the others.
    looks: [Vec<f32>; 3],
    /// Whether each job is long, and its completion time.
    jobs: Vec<(bool, f32)>,
}

impl Cell {
    /// Of a run; `jobs` says of each job that is counted whether it is long (1), and its completion time.
    pub(super) fn new<'a>(outcome: &Outcome, jobs: impl Iterator<Item = (&'a u8, &'a f64)>) -> Self {
        let [short, general] = outcome.partitions.clone();
        let jobs = jobs.map(|(class, completion)| (*class > 0, *completion as f32)).collect();
        Self { counters: outcome.counters, times: outcome.times, looks: [outcome.utilisation.clone(), short, general], jobs }
    }
}

/// The datacenter over all replications.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    utilisation: [Option<Utilisation>; 3],
    counters: Counters,
    times: [Times; 2],
    /// Whether each job is long, and its completion time: by replication, then as the workload has them.
    jobs: Vec<(bool, f32)>,
}

impl Summary {
    /// Of all cells of a policy, in order of replication.
    pub(super) fn pool(cells: &[Cell]) -> Self {
        let mut counters = Counters::default();
        let mut times = [Times::default(); 2];
        for cell in cells {
            counters += cell.counters;
            times.iter_mut().zip(cell.times).for_each(|(sum, times)| *sum += times);
        }
        let looks = |i: usize| Utilisation::of(cells.iter().flat_map(|cell| &cell.looks[i]).map(|busy| f64::from(*busy)).collect());
        let jobs = cells.iter().flat_map(|cell| &cell.jobs).copied().collect();
        Self { utilisation: [0, 1, 2].map(looks), counters, times, jobs }
    }
}

/// Fractions of slots that were busy, over looks at even intervals (sections 2.2.3 and 2.4.2).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub struct Utilisation {
    pub median: f64,
    pub mean: f64,
    pub max: f64,
}

impl Utilisation {
    fn of(looks: Vec<f64>) -> Option<Self> {
        let mean = mean(&looks);
        let sorted = Sorted::new(looks);
        Some(Self { median: sorted.quantile(0.5)?, mean, max: sorted.quantile(1.0)? })
    }
}

/// What a report says of a policy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The datacenter under it.
    pub datacenter: Figures,
}

impl Report {
    /// Of a summary.
    pub(super) fn new(summary: &Summary) -> Self {
        Self { datacenter: Figures::new(summary) }
    }
}

/// The datacenter under a policy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// Fraction of slots that were busy; absent if the run was shorter than the time between two looks.
    pub utilisation: Option<Utilisation>,
    /// The same for the slots that are kept for short tasks; absent where none are.
    pub utilisation_short: Option<Utilisation>,
    /// The same for the others.
    pub utilisation_general: Option<Utilisation>,
    /// Where the time of tasks of jobs that were scheduled as short goes.
    pub short_tasks: TimesReport,
    /// The same for the others.
    pub long_tasks: TimesReport,
    /// Fraction of the probes that no worker rejected.
    pub accepted_at_first: Option<f64>,
    /// Rounds of probes a job that sends any.
    pub rounds: Option<f64>,
    /// Seconds that a task waits for a decision of the central scheduler, which takes its time for each; absent where there is none.
    pub decision_wait: Option<f64>,
    /// Totals over all replications.
    pub counters: Counters,
    /// Messages of all kinds.
    pub messages: u64,
}

/// Where the time of tasks goes, in seconds a task (section 3.2).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TimesReport {
    /// Number of tasks.
    pub tasks: u64,
    /// From submission until a worker has the task, or the probe that pulls it.
    pub scheduling: f64,
    /// At a worker, but not running.
    pub queueing: f64,
    /// Running.
    pub execution: f64,
}

impl TimesReport {
    fn new(times: &Times) -> Self {
        let each = |sum: f64| if times.tasks > 0 { sum / times.tasks as f64 } else { 0.0 };
        Self { tasks: times.tasks, scheduling: each(times.scheduling), queueing: each(times.queueing), execution: each(times.execution) }
    }
}

impl Figures {
    pub(super) fn new(summary: &Summary) -> Self {
        let counters = summary.counters;
        let ratio = |part: u64, whole: u64| (whole > 0).then(|| part as f64 / whole as f64);
        let [utilisation, utilisation_short, utilisation_general] = summary.utilisation;
        Self {
            utilisation,
            utilisation_short,
            utilisation_general,
            short_tasks: TimesReport::new(&summary.times[0]),
            long_tasks: TimesReport::new(&summary.times[1]),
            accepted_at_first: ratio(counters.probes - counters.rejected, counters.probes),
            rounds: ratio(counters.rounds, counters.probed_jobs),
            decision_wait: (counters.decisions > 0).then(|| counters.deciding / counters.decisions as f64),
            counters,
            messages: counters.messages.all(),
        }
    }
}

/// Every policy against every other, job by job.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Pairs {
    /// Class by class.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<Pair>,
}

/// Two policies job by job, on the jobs of a class.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pair {
    /// A policy, as written.
    pub policy: String,
    /// The one it is compared with.
    pub than: String,
    /// `short` or `long`.
    pub class: &'static str,
    /// How the two compare.
    #[serde(flatten)]
    pub figures: Paired,
}

/// One run against another, job by job.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Paired {
    /// Number of jobs.
    pub jobs: u64,
    /// Fraction of them that completes earlier, by more than [`Paired::EQUAL`].
    pub better: f64,
    /// Fraction that completes earlier or at about the same time.
    pub better_or_equal: f64,
    /// Fraction that takes less than half the time.
    pub halved: f64,
    /// Mean completion time ÷ that under the other policy.
    pub mean_ratio: f64,
}

impl Paired {
    /// Completion times that differ by no more than this fraction are equal.
    pub const EQUAL: f64 = 0.01;

    /// Of completion times of the same jobs; absent if there are none.
    pub fn of(pairs: impl Iterator<Item = (f64, f64)>) -> Option<Self> {
        let (mut jobs, mut better, mut better_or_equal, mut halved, mut sums) = (0_u64, 0_u64, 0_u64, 0_u64, (0.0, 0.0));
        for (ours, theirs) in pairs {
            jobs += 1;
            better += u64::from(ours < theirs * (1.0 - Self::EQUAL));
            better_or_equal += u64::from(ours <= theirs * (1.0 + Self::EQUAL));
            halved += u64::from(ours < 0.5 * theirs);
            sums = (sums.0 + ours, sums.1 + theirs);
        }
        let share = |count: u64| count as f64 / jobs as f64;
        let mean_ratio = sums.0 / sums.1;
        (jobs > 0).then(|| Self { jobs, better: share(better), better_or_equal: share(better_or_equal), halved: share(halved), mean_ratio })
    }
}

impl Pairs {
    /// Of policies and what they left behind.
    pub(super) fn new(policies: &[(&str, &Summary)]) -> Self {
        let mut pairs = vec![];
        for (a, (policy, ours)) in policies.iter().enumerate() {
            for (_, (than, theirs)) in policies.iter().enumerate().filter(|(b, _)| *b != a) {
                for (long, class) in [(false, "short"), (true, "long")] {
                    let jobs = ours.jobs.iter().zip(&theirs.jobs).filter(|((of, _), _)| *of == long);
                    let figures = Paired::of(jobs.map(|((_, ours), (_, theirs))| (f64::from(*ours), f64::from(*theirs))));
                    pairs.extend(figures.map(|figures| Pair { policy: (*policy).to_owned(), than: (*than).to_owned(), class, figures }));
                }
            }
        }
        Self { pairs }
    }
}

impl Together for Pairs {
    fn tables(&self, first: &str) -> Vec<Vec<Vec<String>>> {
        let titles = ["class", "jobs", "better", "better or equal", "time halved", "mean ÷ mean"];
        let titles = std::iter::once(format!("against {first}")).chain(titles.map(str::to_owned)).collect();
        let percent = |x: f64| format!("{:.1} %", 100.0 * x);
        let row = |pair: &Pair| {
            let Paired { jobs, better, better_or_equal, halved, mean_ratio } = pair.figures;
            let shares = [better, better_or_equal, halved].map(percent);
            let head = [pair.policy.clone(), pair.class.to_owned(), jobs.to_string()];
            head.into_iter().chain(shares).chain([format!("{mean_ratio:.3}")]).collect()
        };
        let rows: Vec<Vec<String>> = self.pairs.iter().filter(|pair| pair.than == first).map(row).collect();
        if rows.is_empty() { vec![] } else { vec![std::iter::once(titles).chain(rows).collect()] }
    }
}

/// A fraction of slots.
const fn busy(title: &'static str, of: fn(&Report) -> Option<f64>, about: &'static str) -> Column<Report> {
    Column::new(title, Unit::Fraction, of, about)
}

/// Seconds a task.
const fn time(title: &'static str, of: fn(&Report) -> Option<f64>, about: &'static str) -> Column<Report> {
    Column::new(title, Unit::Seconds, of, about)
}

/// A count over all replications.
const fn count(title: &'static str, of: fn(&Report) -> Option<f64>, about: &'static str) -> Column<Report> {
    Column::new(title, Unit::One, of, about).whole()
}

/// Figures of a policy.
pub(super) const COLUMNS: [Column<Report>; 46] = [
    busy("utilisation_median", |r| r.datacenter.utilisation.map(|u| u.median), "median over time of the fraction of busy slots"),
    busy("utilisation_mean", |r| r.datacenter.utilisation.map(|u| u.mean), "its mean").headed("utilisation"),
    busy("utilisation_max", |r| r.datacenter.utilisation.map(|u| u.max), "its maximum"),
    busy("utilisation_short_median", |r| r.datacenter.utilisation_short.map(|u| u.median), "the same of the short partition"),
    busy("utilisation_short_mean", |r| r.datacenter.utilisation_short.map(|u| u.mean), "its mean"),
    busy("utilisation_short_max", |r| r.datacenter.utilisation_short.map(|u| u.max), "its maximum"),
    busy("utilisation_general_median", |r| r.datacenter.utilisation_general.map(|u| u.median), "the same of the other slots"),
    busy("utilisation_general_mean", |r| r.datacenter.utilisation_general.map(|u| u.mean), "its mean"),
    busy("utilisation_general_max", |r| r.datacenter.utilisation_general.map(|u| u.max), "its maximum"),
    time(
        "short_scheduling",
        |r| Some(r.datacenter.short_tasks.scheduling),
        "seconds from submission until a worker has a task of a short job, on average",
    )
    .less()
    .called("time until a short task has a worker"),
    time("short_queueing", |r| Some(r.datacenter.short_tasks.queueing), "seconds that it waits at a worker, on average")
        .less()
        .called("time that a short task queues"),
    time("short_execution", |r| Some(r.datacenter.short_tasks.execution), "seconds that it runs, on average"),
    time(
        "long_scheduling",
        |r| Some(r.datacenter.long_tasks.scheduling),
        "seconds from submission until a worker has a task of a long job, on average",
    )
    .less()
    .called("time until a long task has a worker"),
    time("long_queueing", |r| Some(r.datacenter.long_tasks.queueing), "seconds that it waits at a worker, on average")
        .less()
        .called("time that a long task queues"),
    time("long_execution", |r| Some(r.datacenter.long_tasks.execution), "seconds that it runs, on average"),
    busy("accepted_at_first", |r| r.datacenter.accepted_at_first, "fraction of probes that no worker rejected"),
    Column::new("rounds", Unit::One, |r| r.datacenter.rounds, "rounds of probes per job that sends any"),
    count("probes", |r| Some(r.datacenter.counters.probes as f64), "probes sent; a probe that is forwarded counts once"),
    count(
        "queued_in_general",
        |r| Some(r.datacenter.counters.queued_in_general as f64),
        "short entries queued at workers that may run long tasks",
    ),
    count(
        "probes_behind_long",
        |r| Some(r.datacenter.counters.probes_behind_long as f64),
        "of these, those queued where a long task was queued or ran",
    ),
    count("short_tasks", |r| Some(r.datacenter.counters.short_tasks as f64), "short tasks that ran"),
    count(
        "short_tasks_in_general",
        |r| Some(r.datacenter.counters.short_tasks_in_general as f64),
        "short tasks that ran on workers that may run long tasks",
    ),
    count(
        "tasks_behind_long",
        |r| Some(r.datacenter.counters.tasks_behind_long as f64),
        "short tasks that ran after they were queued behind a long one",
    ),
    count("jobs_behind_long", |r| Some(r.datacenter.counters.jobs_behind_long as f64), "short jobs with at least one of these tasks"),
    count("useless", |r| Some(r.datacenter.counters.useless as f64), "empty replies: probes that found no task left"),
    count("steal_contacts", |r| Some(r.datacenter.counters.steal_contacts as f64), "attempts to steal: workers asked by an idle one"),
    count("steals", |r| Some(r.datacenter.counters.steals as f64), "attempts that were successful"),
    count("stolen", |r| Some(r.datacenter.counters.stolen as f64), "entries that were stolen"),
    count("stolen_to_short", |r| Some(r.datacenter.counters.stolen_to_short as f64), "entries stolen by short-partition workers"),
    count("rejected", |r| Some(r.datacenter.counters.rejected as f64), "probes rejected because of a long task"),
    count(
        "fallbacks",
        |r| Some(r.datacenter.counters.fallbacks as f64),
        "of these, those rejected again, which went to the short partition",
    ),
    count("sticky", |r| Some(r.datacenter.counters.sticky as f64), "tasks pulled by a probe that had pulled one before"),
    count(
        "sticky_in_general",
        |r| Some(r.datacenter.counters.sticky_in_general as f64),
        "of these, those on workers that may run long tasks",
    ),
    count("preemptions", |r| Some(r.datacenter.counters.preemptions as f64), "tasks that were interrupted"),
    count("central_peak", |r| Some(r.datacenter.counters.central_peak as f64), "longest queue at the central scheduler, in tasks"),
    count("decisions", |r| Some(r.datacenter.counters.decisions as f64), "tasks that the central scheduler has placed"),
    time("decision_wait", |r| r.datacenter.decision_wait, "seconds that a task waits for its decision, on average")
        .less()
        .called("time that a task waits for its decision"),
    count("messages", |r| Some(r.datacenter.counters.messages.all() as f64), "messages of all kinds"),
    count("messages.probes", |r| Some(r.datacenter.counters.messages.probes as f64), "probes to workers, forwarded or not"),
    count("messages.rejections", |r| Some(r.datacenter.counters.messages.rejections as f64), "rejections of probes"),
    count(
        "messages.answers",
        |r| Some(r.datacenter.counters.messages.answers as f64),
        "answers of workers to probes that ask what they hold",
    ),
    count(
        "messages.placements",
        |r| Some(r.datacenter.counters.messages.placements as f64),
        "tasks or queue entries that a scheduler sends to workers",
    ),
    count("messages.requests", |r| Some(r.datacenter.counters.messages.requests as f64), "requests of workers for a task, and the answers"),
    count("messages.thefts", |r| Some(r.datacenter.counters.messages.thefts as f64), "requests to steal"),
    count("messages.heartbeats", |r| Some(r.datacenter.counters.messages.heartbeats as f64), "periodic reports of workers"),
    count(
        "messages.updates",
        |r| Some(r.datacenter.counters.messages.updates as f64),
        "notices to workers with a probe of a job that one of its tasks has been assigned",
    ),
];
