//! What is special about the datacenter world in a report.

use schedscope_engine::datacenter::{Counters, Outcome, Times};
use schedscope_engine::metrics::{Sorted, mean};
use schedscope_engine::registry::Choice;
use serde::{Deserialize, Serialize};

/// What a simulation of the datacenter leaves behind besides its jobs.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::experiment) struct DatacenterCell {
    counters: Counters,
    times: [Times; 2],
    /// Looks at how many slots are busy: at all, at those kept for short tasks, at the others.
    looks: [Vec<f32>; 3],
}

impl DatacenterCell {
    pub(in crate::experiment) fn new(outcome: &Outcome) -> Self {
        let [short, general] = outcome.partitions.clone();
        Self { counters: outcome.counters, times: outcome.times, looks: [outcome.utilisation.clone(), short, general] }
    }
}

/// The datacenter over all replications.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DatacenterSummary {
    utilisation: [Option<Utilisation>; 3],
    counters: Counters,
    times: [Times; 2],
    /// Whether each job is long, and its completion time: by replication, then as the workload has them.
    jobs: Vec<(bool, f32)>,
}

impl DatacenterSummary {
    /// `jobs` says of each job whether it is long, and its completion time.
    pub(in crate::experiment) fn pool(cells: &[&DatacenterCell], jobs: impl Iterator<Item = (bool, f64)>) -> Self {
        let mut counters = Counters::default();
        let mut times = [Times::default(); 2];
        for cell in cells {
            counters += cell.counters;
            times.iter_mut().zip(cell.times).for_each(|(sum, times)| *sum += times);
        }
        let looks = |i: usize| Utilisation::of(cells.iter().flat_map(|cell| &cell.looks[i]).map(|busy| f64::from(*busy)).collect());
        let jobs = jobs.map(|(long, completion)| (long, completion as f32)).collect();
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

/// The datacenter under a policy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DatacenterReport {
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
    /// Fraction of the probes that nobody rejected.
    pub accepted_at_first: Option<f64>,
    /// Rounds of probes a job that sends any.
    pub rounds: Option<f64>,
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

impl DatacenterReport {
    pub(in crate::experiment) fn new(summary: &DatacenterSummary) -> Self {
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
            counters,
            messages: counters.messages.all(),
        }
    }
}

/// Two policies job by job, on the jobs of a class.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pair {
    /// A policy.
    pub policy: Choice,
    /// The one it is compared with.
    pub than: Choice,
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

impl Pair {
    /// Every policy against every other, class by class.
    pub(in crate::experiment) fn all(runs: &[(&Choice, &DatacenterSummary)]) -> Vec<Self> {
        let mut pairs = vec![];
        for (a, (policy, ours)) in runs.iter().enumerate() {
            for (_, (than, theirs)) in runs.iter().enumerate().filter(|(b, _)| *b != a) {
                for (long, class) in [(false, "short"), (true, "long")] {
                    let jobs = ours.jobs.iter().zip(&theirs.jobs).filter(|((of, _), _)| *of == long);
                    let figures = Paired::of(jobs.map(|((_, ours), (_, theirs))| (f64::from(*ours), f64::from(*theirs))));
                    pairs.extend(figures.map(|figures| Self { policy: (*policy).clone(), than: (*than).clone(), class, figures }));
                }
            }
        }
        pairs
    }
}

/// A counter with its name.
pub type Counter = (&'static str, fn(&Counters) -> u64);

/// Counters that tables show, by the names they have in JSON.
pub const COUNTERS: [Counter; 26] = [
    ("probes", |c| c.probes),
    ("queued_in_general", |c| c.queued_in_general),
    ("probes_behind_long", |c| c.probes_behind_long),
    ("short_tasks", |c| c.short_tasks),
    ("short_tasks_in_general", |c| c.short_tasks_in_general),
    ("tasks_behind_long", |c| c.tasks_behind_long),
    ("jobs_behind_long", |c| c.jobs_behind_long),
    ("useless", |c| c.useless),
    ("steal_contacts", |c| c.steal_contacts),
    ("steals", |c| c.steals),
    ("stolen", |c| c.stolen),
    ("stolen_to_short", |c| c.stolen_to_short),
    ("rejected", |c| c.rejected),
    ("fallbacks", |c| c.fallbacks),
    ("sticky", |c| c.sticky),
    ("sticky_in_general", |c| c.sticky_in_general),
    ("preemptions", |c| c.preemptions),
    ("central_peak", |c| c.central_peak),
    ("messages", |c| c.messages.all()),
    ("messages.probes", |c| c.messages.probes),
    ("messages.rejections", |c| c.messages.rejections),
    ("messages.placements", |c| c.messages.placements),
    ("messages.requests", |c| c.messages.requests),
    ("messages.thefts", |c| c.messages.thefts),
    ("messages.heartbeats", |c| c.messages.heartbeats),
    ("messages.updates", |c| c.messages.updates),
];
