//! Workloads like those of the traces that Delgado's thesis uses (section 2.4.1), without the traces.
//!
//! Yahoo, Cloudera and Facebook are mixtures of clusters of jobs that are alike (Chen et al., MASCOTS 2011 and VLDB 2012),
//! cut into tasks as the thesis does: the number of tasks and their mean duration are exponential around the cluster's
//! centre. Within a job durations are normal with variance 2 · mean, as in the trace the authors released; the text says
//! otherwise. Google follows the quantiles of a public sample, in its gaps between jobs as well; long jobs of many tasks have the
//! shorter ones there: how strongly is set so that long jobs have the thesis' share of the work. Arrivals are meant to be rescaled
//! to a load.
//!
//! The prototypes of Hawk and Eagle ran 3000 short and 300 long jobs of Google's on 100 workers (sections 2.4.1 and 3.7), cut
//! down as the thesis says: tasks a thousandth as long, and as few of them as there are workers against the 15 000 of its
//! simulations, each longer by as much, so that a job keeps its part of the work. A job is long if it was before that: its mean is
//! the one of the trace, and its estimate that of the tasks that are left. Gaps are a multiple of those at which jobs keep all
//! workers busy.
//!
//! The testbed of Kairos (section 4.5.2) ran jobs of five categories of which only the makespan alone is known: half of it
//! goes to the maps and half to the reduces, and tasks of a stage take equally long.

use super::distribution::{Normal, Weibull};
use super::{BatchWorkload, check_shape};
use crate::sim::{NotAllowed, Random, stream, written};
use rand::RngExt;
use rand::distr::{Distribution, Open01};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A workload of the datacenter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TraceLike {
    /// Yahoo 2011.
    Yahoo,
    /// Google 2011.
    Google,
    /// Cloudera, customer c.
    Cloudera,
    /// Facebook 2010.
    Facebook,
    /// The scenario that motivates Hawk: many short jobs, a few of a thousand tasks of 20 000 s (figure 2.1).
    Motivation,
    /// The sample of Google's jobs that the prototypes of Hawk and Eagle ran: tasks of milliseconds on 100 workers.
    Prototype,
    /// Kairos' testbed: jobs of maps and reduces, a few of them large (table 4.1).
    Testbed,
    /// The same without large jobs, twice as often.
    TestbedUniform,
}

/// How a workload is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawing {
    /// Tasks of a job ÷ those of the trace, for a smaller cluster under the same load.
    pub scale: f64,
    /// Whether durations within a job deviate by twice their mean, as the thesis says, instead of its released trace's
    /// √(2 · mean). Without what would be negative, the mean doubles.
    pub literal: bool,
    /// Weibull shape of the gaps between jobs; absent: as in the trace.
    pub timeshape: Option<f64>,
}

impl Default for Drawing {
    /// As the traces are.
    fn default() -> Self {
        Self { scale: 1.0, literal: false, timeshape: None }
    }
}

/// A category of the testbed's jobs: maps, reduces, seconds alone, and how often all workers together run maps.
struct Category {
    stages: [u32; 2],
    makespan: f64,
    waves: f64,
}

const fn category(maps: u32, reduces: u32, makespan: f64, waves: f64) -> Category {
    Category { stages: [maps, reduces], makespan, waves }
}

const CATEGORIES: [Category; 5] = [
    category(15, 15, 85.0, 1.0),
    category(15, 15, 201.0, 1.0),
    category(30, 30, 239.0, 1.0),
    category(112, 60, 308.0, 1.0),
    category(224, 60, 1175.0, 2.0),
];

/// How often a job of each category comes, in the two workloads.
const TESTBED: [[f64; 5]; 2] = [[0.32, 0.31, 0.31, 0.04, 0.02], [0.35, 0.35, 0.3, 0.0, 0.0]];

/// Jobs that are alike: how many of the trace's, mean duration of their tasks in seconds, mean number of tasks.
type Cluster = (f64, f64, f64);

const YAHOO: [Cluster; 8] = [
    (21_981.0, 19.5, 21.1),
    (838.0, 683.0, 396.0),
    (91.0, 781.0, 1261.0),
    (7.0, 3025.0, 85.0),
    (35.0, 4391.0, 1021.0),
    (5.0, 10_051.0, 3344.0),
    (1303.0, 1171.0, 12.8),
    (2.0, 5465.0, 1414.0),
];

const CLOUDERA: [Cluster; 7] = [
    (19_975.0, 61.5, 178.0),
    (477.0, 723.0, 2667.0),
    (246.0, 3905.0, 146.0),
    (197.0, 815.0, 2326.0),
    (105.0, 2014.0, 7434.0),
    (23.0, 15_683.0, 624.0),
    (7.0, 4843.0, 13_801.0),
];

const FACEBOOK: [Cluster; 10] = [
    (1_145_663.0, 12.5, 3.8),
    (7911.0, 6006.0, 10.1),
    (779.0, 563.0, 5473.0),
    (670.0, 1001.0, 9448.0),
    (104.0, 54_056.0, 3.7),
    (11_491.0, 375.0, 2964.0),
    (1876.0, 1502.0, 1078.0),
    (454.0, 751.0, 2392.0),
    (169.0, 1589.0, 1801.0),
    (67.0, 13_514.0, 114.0),
];

/// Quantiles of the number of tasks of Google's short and long jobs; between them on a logarithmic scale. The last but one
/// of short jobs gives them the mean of the sample.
const GOOGLE_TASKS: [&[(f64, f64)]; 2] = [
    &[(0.0, 1.0), (0.66, 1.0), (0.715, 2.0), (0.75, 5.0), (0.9, 20.0), (0.95, 44.0), (0.99, 950.0), (0.998, 1100.0), (1.0, 4400.0)],
    &[(0.0, 1.0), (0.7, 1.0), (0.75, 6.0), (0.9, 90.0), (0.95, 213.0), (0.99, 1620.0), (1.0, 4950.0)],
];

/// The same of their mean durations, in seconds; their ends are guesses.
const GOOGLE_DURATIONS: [&[(f64, f64)]; 2] = [
    &[(0.0, 10.0), (0.1, 28.0), (0.5, 90.0), (0.9, 379.0), (0.99, 990.0), (1.0, TraceLike::Google.cutoff())],
    &[(0.0, TraceLike::Google.cutoff()), (0.5, 1903.0), (0.9, 9406.0), (0.95, 14_700.0), (0.99, 47_000.0), (1.0, 100_000.0)],
];

/// Rank of the number of tasks from which on a long job of Google's has many, and how often such a job has the shorter of
/// two durations instead of any. The others have the longer of two as often as keeps the quantiles of all.
const GOOGLE_MANY: (f64, f64) = (0.75, 2.0 / 3.0);

/// Quantiles of the coefficient of variation within a job of Google's.
const GOOGLE_SPREAD: [(f64, f64); 7] = [(0.0, 0.005), (0.1, 0.01), (0.25, 0.03), (0.5, 0.09), (0.75, 0.16), (0.9, 0.38), (1.0, 1.0)];

/// How a sample of Google's jobs is cut down for the prototypes.
struct Sample {
    /// One of so many jobs is long.
    long: u32,
    /// Its tasks ÷ those that are left.
    fewer: f64,
    /// Their duration ÷ the one that is left.
    faster: f64,
}

const PROTOTYPE: Sample = Sample { long: 11, fewer: 150.0, faster: 1000.0 };

/// Quantiles of the gaps between Google's jobs, in seconds: half of them come together with the one before. The end gives them their
/// mean.
const GOOGLE_GAPS: [(f64, f64); 6] = [(0.0, 0.0), (0.5, 0.0), (0.75, 2.0), (0.9, 12.0), (0.95, 17.0), (1.0, 100.0)];

/// Purposes of the random streams.
mod purpose {
    pub const KINDS: u8 = 40;
    pub const GAPS: u8 = 41;
    pub const TASKS: u8 = 42;
}

impl TraceLike {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Self); 8] = [
        ("yahoo", Self::Yahoo),
        ("google", Self::Google),
        ("cloudera", Self::Cloudera),
        ("facebook", Self::Facebook),
        ("motivation", Self::Motivation),
        ("prototype", Self::Prototype),
        ("testbed", Self::Testbed),
        ("testbed-uniform", Self::TestbedUniform),
    ];

    /// The most jobs that are drawn: tasks are counted in 32 bits.
    pub const MOST_JOBS: u32 = 10_000_000;

    /// Number of jobs of the trace; of Google and Facebook a twentieth.
    pub const fn jobs(self) -> u32 {
        match self {
            Self::Yahoo => 24_262,
            Self::Google => 25_323,
            Self::Cloudera => 21_030,
            Self::Facebook => 58_459,
            Self::Motivation => 1000,
            Self::Prototype => 3300,
            Self::Testbed | Self::TestbedUniform => 100,
        }
    }

    /// Mean task duration in seconds above which a job is long (section 7 of the authors' scripts).
    pub const fn cutoff(self) -> f64 {
        match self {
            Self::Yahoo => 90.5811,
            Self::Google => 1129.532,
            Self::Cloudera => 272.783,
            Self::Facebook => 76.5951,
            Self::Motivation => 1000.0,
            Self::Prototype => Self::Google.cutoff() / PROTOTYPE.faster,
            // Between the third category and the fourth, and between the second and the third.
            Self::Testbed => 130.0,
            Self::TestbedUniform => 110.0,
        }
    }

    /// Fraction of workers kept for short tasks (sections 2.4.1 and 3.5; for the testbed, which no policy with a partition
    /// has seen, what its short jobs need).
    pub const fn short_partition(self) -> f64 {
        match self {
            Self::Yahoo | Self::Facebook | Self::Motivation => 0.02,
            Self::Google | Self::Prototype => 0.17,
            Self::Cloudera => 0.09,
            Self::Testbed => 0.54,
            Self::TestbedUniform => 0.41,
        }
    }

    /// Workers that the trace keeps busy; absent where its gaps say so themselves. The prototypes' at the highest load of figure
    /// 3.9, gaps of 1.2 times those that would keep all of them busy.
    pub const fn busy(self) -> Option<f64> {
        match self {
            Self::Yahoo => Some(3700.0),
            Self::Google => Some(13_500.0),
            Self::Cloudera => Some(15_000.0),
            Self::Facebook => Some(65_000.0),
            Self::Prototype => Some(100.0 / 1.2),
            Self::Motivation | Self::Testbed | Self::TestbedUniform => None,
        }
    }

    /// Workers of the experiments at high load.
    pub const fn workers(self) -> u32 {
        match self {
            Self::Yahoo => 4000,
            Self::Google | Self::Cloudera | Self::Motivation => 15_000,
            Self::Facebook => 70_000,
            Self::Prototype => 100,
            Self::Testbed | Self::TestbedUniform => 30,
        }
    }

    /// Cores of each of them.
    pub const fn cores(self) -> u32 {
        match self {
            Self::Testbed | Self::TestbedUniform => 4,
            _ => 1,
        }
    }

    /// Mean gap between jobs, in seconds. Google's is that of 506 460 jobs in 29 days; where it is 1, it has no meaning but by a load.
    const fn mean_gap(self) -> f64 {
        match self {
            Self::Yahoo => 7.48,
            Self::Google => 4.95,
            Self::Motivation => 50.0,
            Self::Testbed => 60.0,
            Self::TestbedUniform => 30.0,
            Self::Cloudera | Self::Facebook | Self::Prototype => 1.0,
        }
    }

    /// A gap between jobs.
    fn gap(self, how: &Drawing, random: &mut Random) -> f64 {
        let mean = self.mean_gap();
        match self {
            _ if let Some(shape) = how.timeshape => Weibull::new(shape, mean).sample(random),
            Self::Yahoo => (mean + 0.23 * Normal.sample(random)).max(0.0),
            Self::Google => between(&GOOGLE_GAPS, random.random()),
            Self::Testbed | Self::TestbedUniform => poisson(mean, random),
            Self::Motivation | Self::Cloudera | Self::Facebook | Self::Prototype => exponential(mean, random),
        }
    }

    /// Draws this many jobs.
    ///
    /// # Errors
    /// If there is none, or more than [`MOST_JOBS`](Self::MOST_JOBS).
    pub fn generate(self, count: u32, seed: u64, replication: u32) -> Result<BatchWorkload, NotAllowed> {
        self.draw(&Drawing::default(), count, seed, replication)
    }

    /// Draws this many jobs in the given way.
    ///
    /// # Errors
    /// As [`generate`](Self::generate), and as [`Drawing::validate`].
    pub fn draw(self, how: &Drawing, count: u32, seed: u64, replication: u32) -> Result<BatchWorkload, NotAllowed> {
        let legal = (1..=Self::MOST_JOBS).contains(&count);
        NotAllowed::check("workload.count", count.to_string(), legal, "a whole number from 1 to 10000000")?;
        how.validate()?;
        let mut kinds = stream(seed, replication, purpose::KINDS);
        let mut gaps = stream(seed, replication, purpose::GAPS);
        let mut workload = BatchWorkload::default();
        let mut arrival = 0.0;
        let mut durations = vec![];
        // Of a sample the numbers of short and long jobs are known, and their means are those before it was cut down.
        let (mut longs, mut means) = (count / PROTOTYPE.long, vec![]);
        for id in 0..count {
            // A stream a job: what one of them rejects does not shift the next.
            let mut random = stream(seed ^ u64::from(id).wrapping_mul(0x9E37_79B9_7F4A_7C15), replication, purpose::TASKS);
            durations.clear();
            let mut second = 0;
            match self {
                Self::Yahoo => alike(&YAHOO, how, &mut kinds, &mut random, &mut durations),
                Self::Cloudera => alike(&CLOUDERA, how, &mut kinds, &mut random, &mut durations),
                Self::Facebook => alike(&FACEBOOK, how, &mut kinds, &mut random, &mut durations),
                Self::Google => google(how, kinds.random::<f64>() < 0.1, &mut random, &mut durations),
                Self::Prototype => {
                    let long = kinds.random_range(id..count) < id + longs;
                    longs -= u32::from(long);
                    means.push(cut_down(how, long, &mut random, &mut durations));
                }
                Self::Motivation => {
                    let (tasks, seconds) = if kinds.random::<f64>() < 0.95 { (100.0, 100.0) } else { (1000.0, 20_000.0) };
                    durations.resize(how.tasks(tasks, &mut random), seconds);
                }
                Self::Testbed | Self::TestbedUniform => {
                    let chances = &TESTBED[usize::from(self == Self::TestbedUniform)];
                    let Category { stages, makespan, waves } = &CATEGORIES[choose(chances.iter().copied(), &mut kinds)];
                    let [maps, reduces] = stages.map(|tasks| how.tasks(f64::from(tasks), &mut random));
                    durations.resize(maps, makespan / 2.0 / waves);
                    durations.resize(maps + reduces, makespan / 2.0);
                    second = reduces;
                }
            }
            arrival += self.gap(how, &mut gaps);
            let (first, second) = durations.split_at(durations.len() - second);
            workload.append(u64::from(id), arrival, [first, second]);
        }
        let mut means = means.into_iter();
        workload.revise(|job| job.mean = means.next().unwrap_or(job.mean));
        Ok(workload)
    }
}

impl Drawing {
    /// The least scale: below it hardly a job of any trace has more than one task.
    pub const LEAST_SCALE: f64 = 1e-4;

    /// Checks every parameter.
    ///
    /// # Errors
    /// Names the first that is out of range.
    pub fn validate(&self) -> Result<(), NotAllowed> {
        let scale = self.scale;
        NotAllowed::check("workload.scale", written(scale), (Self::LEAST_SCALE..=1.0).contains(&scale), "a number from 0.0001 to 1")?;
        self.timeshape.map_or(Ok(()), |shape| check_shape("workload.timeshape", shape))
    }

    /// So many tasks, scaled; a fraction becomes a task as often as it says. There is one at least.
    fn tasks(&self, tasks: f64, random: &mut Random) -> usize {
        let scaled = if self.scale == 1.0 { libm::ceil(tasks) } else { libm::floor(self.scale * tasks + random.random::<f64>()) };
        scaled.max(1.0) as usize
    }
}

fn exponential(mean: f64, random: &mut Random) -> f64 {
    -mean * libm::log(random.sample::<f64, _>(Open01))
}

/// How many events of a Poisson process come in a time in which this many are expected.
fn poisson(mean: f64, random: &mut Random) -> f64 {
    let (mut time, mut count) = (exponential(1.0, random), 0.0);
    while time <= mean {
        time += exponential(1.0, random);
        count += 1.0;
    }
    count
}

/// One of these, as often as their weights say.
fn choose(mut weights: impl Iterator<Item = f64> + Clone, random: &mut Random) -> usize {
    let mut rest = random.random::<f64>() * weights.clone().sum::<f64>();
    let found = weights.position(|weight| {
        rest -= weight;
        rest < 0.0
    });
    found.unwrap_or(0)
}

/// A job of one of these clusters.
fn alike(clusters: &[Cluster], how: &Drawing, kinds: &mut Random, random: &mut Random, durations: &mut Vec<f64>) {
    let (_, duration, tasks) = clusters[choose(clusters.iter().map(|cluster| cluster.0), kinds)];
    let tasks = exponential(tasks, random);
    let count = how.tasks(tasks, random);
    let mean = exponential(duration, random);
    let deviation = if how.literal { 2.0 * mean } else { libm::sqrt(2.0 * mean) };
    fill(durations, count, mean, deviation, random);
}

/// Normal durations that are not negative.
fn fill(durations: &mut Vec<f64>, count: usize, mean: f64, deviation: f64, random: &mut Random) {
    while durations.len() < count {
        let drawn = mean + deviation * Normal.sample(random);
        if drawn >= 0.0 {
            durations.push(drawn);
        }
    }
}

/// The quantiles next to this rank.
fn around(quantiles: &[(f64, f64)], rank: f64) -> ((f64, f64), (f64, f64)) {
    let above = quantiles.partition_point(|(p, _)| *p <= rank).clamp(1, quantiles.len() - 1);
    (quantiles[above - 1], quantiles[above])
}

/// The value at this rank between quantiles, on a logarithmic scale.
fn quantile(quantiles: &[(f64, f64)], rank: f64) -> f64 {
    let ((p, low), (q, high)) = around(quantiles, rank);
    low * libm::pow(high / low, (rank - p) / (q - p))
}

/// The value at this rank between quantiles.
fn between(quantiles: &[(f64, f64)], rank: f64) -> f64 {
    let ((p, low), (q, high)) = around(quantiles, rank);
    low + (high - low) * (rank - p) / (q - p)
}

fn google(how: &Drawing, long: bool, random: &mut Random, durations: &mut Vec<f64>) {
    let class = usize::from(long);
    let rank = random.random::<f64>();
    let count = how.tasks(libm::floor(quantile(GOOGLE_TASKS[class], rank)), random);
    let [one, other, chance] = [0; 3].map(|_| random.random::<f64>());
    let (many, often) = GOOGLE_MANY;
    let rank = match (long, rank >= many) {
        (true, true) if chance < often => one.min(other),
        (true, false) if chance < often * (1.0 - many) / many => one.max(other),
        _ => one,
    };
    let mean = quantile(GOOGLE_DURATIONS[class], rank);
    let spread = quantile(&GOOGLE_SPREAD, random.random());
    fill(durations, count, mean, spread * mean, random);
}

/// A job of Google's that is long or not by its tasks as drawn, with fewer and shorter ones. Tells its mean duration if only the
/// latter were so.
fn cut_down(how: &Drawing, long: bool, random: &mut Random, durations: &mut Vec<f64>) -> f64 {
    let (all, work) = loop {
        durations.clear();
        google(&Drawing { scale: 1.0, ..*how }, long, random, durations);
        let (all, work) = (durations.len() as f64, durations.iter().sum::<f64>());
        if (work / all > TraceLike::Google.cutoff()) == long {
            break (all, work);
        }
    };
    let few = Drawing { scale: how.scale / PROTOTYPE.fewer, ..*how }.tasks(all, random);
    durations.truncate(few);
    // The work of the job is kept, whichever of its tasks are left.
    let longer = work / durations.iter().sum::<f64>() / PROTOTYPE.faster;
    durations.iter_mut().for_each(|duration| *duration *= longer);
    work / all / PROTOTYPE.faster
}
