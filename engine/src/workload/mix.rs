//! The PigMix-like workloads of HFSP's experiments, and how work is cut into tasks.
//!
//! The sources give the classes of jobs, how often each comes and how many maps it has. They leave open how long tasks
//! take and how many reduces there are; what stands in [`Durations`] is this project's choice, calibrated once on TEST.

use super::distribution::Normal;
use super::{Job, Task, TaskJob, TaskWorkload, Workload};
use crate::sim::{Random, stream};
use rand::RngExt;
use rand::distr::{Distribution, Open01};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A mix of four classes of jobs that arrive at random (Poisson).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Mix {
    /// Development: mostly small jobs (thesis, section 5.1).
    Dev,
    /// Tests before production (thesis, section 5.1).
    Test,
    /// Production: mostly large jobs (thesis, section 5.1).
    Prod,
    /// Mostly small jobs (mPlane D3.3, table 3.2).
    Small,
    /// Mostly large jobs (mPlane D3.3, table 3.2).
    Large,
}

/// How long tasks take and how many reduces a job has. Choices of this project.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Durations {
    /// Least and largest mean seconds of a map, over the 17 queries, evenly on a logarithmic scale.
    pub maps: (f64, f64),
    /// Mean seconds of a reduce of each class: two orders of magnitude between jobs (thesis, figure 5.8), since what a
    /// reduce works on grows with the data.
    pub reduces: [f64; 4],
    /// Factors on that of the fastest and the slowest query.
    pub queries: (f64, f64),
    /// Part of a reduce that is shuffle.
    pub shuffle: f64,
    /// Log-normal sigma of tasks within a job: small, as the thesis finds (figure 5.7).
    pub within: f64,
    /// Maps for each reduce.
    pub maps_per_reduce: f64,
}

/// What the generators use.
pub const DURATIONS: Durations = Durations {
    maps: (8.0, 30.0),
    reduces: [4.0, 8.0, 30.0, 120.0],
    queries: (0.5, 2.0),
    shuffle: 0.1,
    within: 0.15,
    maps_per_reduce: 5.0,
};

/// Number of `PigMix` queries.
const QUERIES: u32 = 17;

/// Least and most maps of each class; the sources say more than 150 of the last, and 300 is our choice.
pub const MAPS: [(u32, u32); 4] = [(1, 4), (10, 50), (50, 150), (151, 300)];

/// Bytes of a block of input, of which one map works on each.
pub const BLOCK: f64 = 128.0 * 1024.0 * 1024.0;

/// Purposes of the random streams.
mod purpose {
    pub const ARRIVALS: u8 = 16;
    pub const CLASSES: u8 = 17;
    pub const TASKS: u8 = 18;
}

impl Mix {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Self); 5] =
        [("dev", Self::Dev), ("test", Self::Test), ("prod", Self::Prod), ("small", Self::Small), ("large", Self::Large)];

    /// Fraction of jobs in each class.
    pub const fn shares(self) -> [f64; 4] {
        match self {
            Self::Dev | Self::Small => [0.65, 0.2, 0.1, 0.05],
            Self::Test => [0.3, 0.4, 0.1, 0.2],
            Self::Prod | Self::Large => [0.0, 0.1, 0.6, 0.3],
        }
    }

    /// Mean seconds between arrivals.
    pub const fn gap(self) -> f64 {
        match self {
            Self::Dev | Self::Small => 30.0,
            Self::Test | Self::Prod => 60.0,
            Self::Large => 120.0,
        }
    }

    /// Machines of the experiment it comes from, and its slowstart.
    pub const fn cluster(self) -> (u32, f64) {
        match self {
            Self::Dev | Self::Test | Self::Prod => (20, 0.8),
            Self::Small | Self::Large => (36, 0.95),
        }
    }

    /// Draws this many jobs.
    pub fn generate(self, count: u32, seed: u64, replication: u32) -> TaskWorkload {
        let mut gaps = stream(seed, replication, purpose::ARRIVALS);
        let mut classes = stream(seed, replication, purpose::CLASSES);
        let mut tasks = stream(seed, replication, purpose::TASKS);
        let mut arrival = 0.0;
        let jobs = (0..count).map(|id| {
            arrival -= self.gap() * libm::log(gaps.sample::<f64, _>(Open01));
            let mut rest: f64 = classes.random();
            let class = self.shares().iter().position(|share| {
                rest -= share;
                rest < 0.0
            });
            let class = class.unwrap_or(3);
            let (least, most) = MAPS[class];
            let maps = classes.random_range(least..=most);
            let query = classes.random_range(0..QUERIES);
            let [maps, reduces] = cut(maps, class, query, &mut tasks);
            TaskJob {
                name: format!("L{}-{}", query + 1, class + 1),
                bin: Some(class as u8 + 1),
                tasks: [maps, reduces],
                ..TaskJob::new(u64::from(id), arrival, &[], &[])
            }
        });
        TaskWorkload::new(jobs.collect())
    }
}

/// Position `i` of `n` on a logarithmic scale.
fn between((least, most): (f64, f64), i: u32, n: u32) -> f64 {
    least * libm::pow(most / least, f64::from(i) / f64::from(n - 1))
}

/// The tasks of a query over this many maps. Queries with slow maps are not those with slow reduces.
fn cut(maps: u32, class: usize, query: u32, random: &mut Random) -> [Vec<Task>; 2] {
    let Durations { within, shuffle, maps_per_reduce, .. } = DURATIONS;
    let map = between(DURATIONS.maps, query * 7 % QUERIES, QUERIES);
    let reduce = DURATIONS.reduces[class] * between(DURATIONS.queries, query, QUERIES);
    let reduces = libm::round(f64::from(maps) / maps_per_reduce).max(1.0) as u32;
    let mut draw = |mean: f64| mean * libm::exp(within * Normal.sample(random) - within * within / 2.0);
    let maps = (0..maps).map(|_| Task::of(draw(map))).collect();
    let reduces = (0..reduces).map(|_| {
        let seconds = draw(reduce);
        Task { shuffle: shuffle * seconds, work: (1.0 - shuffle) * seconds }
    });
    [maps, reduces.collect()]
}

/// The size class of a job of this many maps (thesis, section 5.1).
pub fn class(maps: usize) -> u8 {
    match maps {
        0..5 => 1,
        5..=50 => 2,
        51..=150 => 3,
        _ => 4,
    }
}

/// Most tasks that a phase is cut into.
pub(super) const MOST_TASKS: f64 = 5000.0;

/// So much work, in seconds, in equal tasks of about this duration.
pub(super) fn pieces(work: f64, duration: f64) -> Vec<Task> {
    let count = libm::ceil(work / duration).clamp(1.0, MOST_TASKS);
    vec![Task::of(work / count); count as usize]
}

/// Seconds of a typical map and of a typical reduce.
pub(super) fn typical() -> [f64; 2] {
    [libm::sqrt(DURATIONS.maps.0 * DURATIONS.maps.1), DURATIONS.reduces[2]]
}

/// Part of a job's work that its maps do, where only the sum is known. A choice of this project.
const MAP_PART: f64 = 0.75;

/// Seconds of work, on one slot, of a job of size 1 where sizes have no unit. A choice of this project.
const UNIT: f64 = 1000.0;

impl TaskWorkload {
    /// Cuts jobs into tasks of typical durations. Errors and weights stay what they are.
    ///
    /// Sizes in seconds are work on one slot. Sizes without a unit (mean 1, on a server of speed 1) become
    /// 1000 s of work, and time is stretched so that the load they put on these `slots` is the load they put on the server.
    pub fn cut(workload: &Workload, unitless: Option<[u32; 2]>) -> Self {
        let (unit, stretch) = match unitless {
            None => (1.0, 1.0),
            Some([maps, reduces]) => (UNIT, UNIT * (MAP_PART / f64::from(maps)).max((1.0 - MAP_PART) / f64::from(reduces))),
        };
        let [map, reduce] = typical();
        let job = |job: &Job| {
            // A drawn size may be next to nothing, a task is not.
            let least = if unitless.is_some() { 1.0 } else { 0.0 };
            let cut = |work: f64, duration| pieces(work.max(least), duration);
            let work = job.size * unit;
            let maps = cut(work * MAP_PART, map);
            let about = TaskJob::new(job.id, job.arrival * stretch, &[], &[]);
            let error = job.estimate / job.size;
            TaskJob {
                weight: job.weight,
                error,
                bin: Some(class(maps.len())),
                tasks: [maps, cut(work * (1.0 - MAP_PART), reduce)],
                ..about
            }
        };
        Self::new(workload.given_order().map(|position| job(&workload.jobs()[position])).collect())
    }
}
