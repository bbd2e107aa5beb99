//! The mixes: the PigMix-like workloads of HFSP's experiments, and those of Global Preemption (`production.rs`); and how work is
//! cut into tasks.
//!
//! The sources give the classes of jobs, how often each comes and how many maps it has. What they leave open is in
//! [`Assumptions`]: this project's choice, calibrated on TEST alone (`engine/examples/calibrate.rs`).

use super::distribution::Normal;
use super::mapreduce::class;
use super::{Job, Task, TaskJob, TaskWorkload, Workload, production};
use crate::sim::{NotAllowed, Random, stream, written};
use rand::RngExt;
use rand::distr::{Distribution, Open01};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A workload of the sources' experiments; its jobs arrive at random (Poisson).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
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
    /// Production jobs and others at a busy time (Cheng, Zhang, Boutaba, table III).
    ProductionBusy,
    /// The same at an idle time.
    ProductionIdle,
    /// Like Facebook's jobs (Cheng, Zhang, Boutaba, tables I and II).
    Facebook,
}

/// The cluster of the experiment that a mix comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Number of machines.
    pub machines: u32,
    /// Slots of each phase on each machine.
    pub slots: [u32; 2],
    /// Fraction of a job's maps that must be complete before its reduces may have slots.
    pub slowstart: f64,
    /// The share of each pool, and whether its jobs are production jobs.
    pub shares: &'static [(f64, bool)],
}

impl Setting {
    const fn of_queries(machines: u32, slowstart: f64) -> Self {
        Self { machines, slots: [2, 1], slowstart, shares: &[] }
    }

    /// Jobs that are not production jobs are in the first pool.
    const fn of_production(machines: u32, slots: [u32; 2]) -> Self {
        Self { machines, slots, slowstart: 0.8, shares: &[(0.2, false), (0.8, true)] }
    }
}

/// What a mix needs to know of its jobs and the sources do not say.
///
/// They fix the classes, how often each comes, when jobs arrive, that a query is drawn uniformly of 17, and the maps of
/// classes 1 to 3: fewer than 5, 10 to 50, 50 to 150. They bound the rest: class 4 has more than 150 maps; most maps end
/// within 60 s; reduces of different jobs differ by up to two orders of magnitude; tasks within a job hardly differ (thesis,
/// table 5.1, figures 5.7 and 5.8). Open are the fields below.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assumptions {
    /// Least and largest mean seconds of a map, over the 17 queries, evenly on a logarithmic scale.
    pub maps: (f64, f64),
    /// Least and most maps of a job of class 4.
    pub largest: (u32, u32),
    /// How its maps are distributed between these.
    pub spread: Spread,
    /// Mean seconds of a reduce of each class: what a reduce works on grows with the data.
    pub reduces: [f64; 4],
    /// Factors on that of the fastest and the slowest query.
    pub queries: (f64, f64),
    /// Part of a reduce that is shuffle.
    pub shuffle: f64,
    /// Log-normal sigma of tasks within a job.
    pub within: f64,
    /// Maps for each reduce. No job has less than one reduce.
    pub maps_per_reduce: f64,
}

/// How numbers are distributed between two others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// Evenly.
    Uniform,
    /// Evenly on a logarithmic scale.
    Logarithmic,
}

impl Assumptions {
    /// Of the workloads of the thesis: the best of 12 000 random candidates by the medians of TEST alone (`engine/examples/calibrate.rs`,
    /// which states its objective and its bounds). Nothing else is fitted.
    pub const THESIS: Self = Self {
        maps: (4.5, 18.0),
        largest: (151, 850),
        spread: Spread::Uniform,
        reduces: [2.6, 7.4, 35.0, 62.0],
        queries: (0.59, 1.7),
        shuffle: 0.1,
        within: 0.15,
        maps_per_reduce: 4.6,
    };

    /// Of the workloads of mPlane D3.3, which run the same queries on another cluster and other data.
    pub const MPLANE: Self = Self::THESIS;

    /// Checks every number.
    ///
    /// # Errors
    /// Names the first that is out of range.
    pub fn validate(&self) -> Result<(), NotAllowed> {
        let Self { maps, largest: (least, most), reduces, queries, shuffle, within, maps_per_reduce, .. } = *self;
        let seconds = |x: f64| (1e-6..=1e6).contains(&x);
        let check = |field, value: f64, legal, allowed| NotAllowed::check(field, written(value), legal, allowed);
        for end in [maps.0, maps.1] {
            check("maps", end, seconds(end), "seconds, 1e-6 to 1e6")?;
        }
        let legal = (1..=most).contains(&least) && most <= MOST_TASKS as u32;
        NotAllowed::check("largest", format!("{least} to {most}"), legal, "from 1 to 1000000, the least first")?;
        for mean in reduces {
            check("reduces", mean, seconds(mean), "seconds, 1e-6 to 1e6")?;
        }
        for factor in [queries.0, queries.1] {
            check("queries", factor, (1e-3..=1e3).contains(&factor), "a factor, 0.001 to 1000")?;
        }
        check("shuffle", shuffle, (0.0..1.0).contains(&shuffle), "a part, from 0 to below 1")?;
        check("within", within, (0.0..=3.0).contains(&within), "a number from 0 to 3")?;
        check("maps_per_reduce", maps_per_reduce, maps_per_reduce >= 1e-3, "0.001 or more")
    }

    /// Seconds of the reduces of the fastest query over the least data, and of the slowest over the most.
    pub fn reduce_range(&self) -> (f64, f64) {
        (self.reduces[0] * self.queries.0, self.reduces[3] * self.queries.1)
    }

    /// Draws the number of maps of a job of a class, from 0.
    fn count(&self, class: usize, random: &mut Random) -> u32 {
        let (least, most) = MAPS.get(class).copied().unwrap_or(self.largest);
        match self.spread {
            Spread::Logarithmic if class == 3 => {
                let (least, beyond) = (f64::from(least), f64::from(most + 1));
                libm::floor(least * libm::pow(beyond / least, random.random())) as u32
            }
            _ => random.random_range(least..=most),
        }
    }

    /// The tasks of a query over this many maps. Queries with slow maps are not those with slow reduces.
    pub(super) fn cut(&self, maps: u32, class: usize, query: u32, random: &mut Random) -> [Vec<Task>; 2] {
        let Self { within, shuffle, maps_per_reduce, .. } = *self;
        let map = between(self.maps, query * 7 % QUERIES, QUERIES);
        let reduce = self.reduces[class] * between(self.queries, query, QUERIES);
        let reduces = libm::round(f64::from(maps) / maps_per_reduce).max(1.0) as u32;
        let mut draw = |mean: f64| mean * libm::exp(within * Normal.sample(random) - within * within / 2.0);
        let maps = (0..maps).map(|_| Task::of(draw(map))).collect();
        let reduces = (0..reduces).map(|_| {
            let seconds = draw(reduce);
            Task { shuffle: shuffle * seconds, work: (1.0 - shuffle) * seconds }
        });
        [maps, reduces.collect()]
    }
}

/// Number of `PigMix` queries.
const QUERIES: u32 = 17;

/// Least and most maps of classes 1 to 3.
pub const MAPS: [(u32, u32); 3] = [(1, 4), (10, 50), (50, 150)];

/// Bytes of a block of input, of which one map works on each.
pub const BLOCK: f64 = 128.0 * 1024.0 * 1024.0;

/// Purposes of the random streams.
mod purpose {
    pub const ARRIVALS: u8 = 16;
    pub const CLASSES: u8 = 17;
    pub const TASKS: u8 = 18;
}

impl Mix {
    /// The most jobs that are drawn.
    pub const MOST_JOBS: u32 = 1_000_000;

    /// All of them, with their names.
    pub const ALL: [(&'static str, Self); 8] = [
        ("dev", Self::Dev),
        ("test", Self::Test),
        ("prod", Self::Prod),
        ("small", Self::Small),
        ("large", Self::Large),
        ("production-busy", Self::ProductionBusy),
        ("production-idle", Self::ProductionIdle),
        ("facebook", Self::Facebook),
    ];

    /// Fraction of jobs in each class, of the mixes of queries.
    pub const fn shares(self) -> Option<[f64; 4]> {
        match self {
            Self::Dev | Self::Small => Some([0.65, 0.2, 0.1, 0.05]),
            Self::Test => Some([0.3, 0.4, 0.1, 0.2]),
            Self::Prod | Self::Large => Some([0.0, 0.1, 0.6, 0.3]),
            Self::ProductionBusy | Self::ProductionIdle | Self::Facebook => None,
        }
    }

    /// Mean seconds between arrivals.
    pub const fn gap(self) -> f64 {
        match self {
            Self::Dev | Self::Small | Self::ProductionBusy => 30.0,
            Self::Test | Self::Prod => 60.0,
            Self::ProductionIdle => 80.0,
            Self::Large => 120.0,
            Self::Facebook => production::FACEBOOK_GAP,
        }
    }

    /// The cluster of the experiment it comes from.
    pub const fn setting(self) -> Setting {
        match self {
            Self::Dev | Self::Test | Self::Prod => Setting::of_queries(20, 0.8),
            Self::Small | Self::Large => Setting::of_queries(36, 0.95),
            Self::ProductionBusy | Self::ProductionIdle => Setting::of_production(100, [4, 2]),
            // Of 3100 map slots on 600 machines.
            Self::Facebook => Setting::of_production(600, [5, 2]),
        }
    }

    /// Number of jobs of the experiment it comes from; of those like Facebook's, as many as in others.
    pub const fn count(self) -> u32 {
        match self {
            Self::ProductionBusy | Self::ProductionIdle => production::ROUND[0] + production::ROUND[1],
            _ => 100,
        }
    }

    /// Of this many jobs, those at the end that the experiment does not count.
    pub const fn uncounted(self, count: u32) -> u32 {
        if self.has_long_job() { production::following(count) } else { 0 }
    }

    /// Whether one of its jobs is the long job, whose place can be said.
    pub const fn has_long_job(self) -> bool {
        matches!(self, Self::ProductionBusy | Self::ProductionIdle)
    }

    /// What is assumed of its queries.
    pub const fn assumptions(self) -> Assumptions {
        match self {
            Self::Small | Self::Large => Assumptions::MPLANE,
            _ => Assumptions::THESIS,
        }
    }

    /// Draws this many jobs.
    ///
    /// # Errors
    /// If there is none, or more than [`MOST_JOBS`](Self::MOST_JOBS).
    pub fn generate(self, count: u32, seed: u64, replication: u32) -> Result<TaskWorkload, NotAllowed> {
        self.generate_with(production::PLACE, count, seed, replication)
    }

    /// Draws this many jobs with the long job, if it has one, in this place from 1.
    ///
    /// # Errors
    /// As [`generate`](Self::generate); and if the place is not from 1 to [`MOST_PLACE`](super::MOST_PLACE), where there is a long job.
    pub fn generate_with(self, place: u32, count: u32, seed: u64, replication: u32) -> Result<TaskWorkload, NotAllowed> {
        Self::check_count(count)?;
        match self {
            Self::ProductionBusy | Self::ProductionIdle => {
                let legal = (1..=production::MOST_PLACE).contains(&place);
                NotAllowed::check("workload.long_job", place.to_string(), legal, "a whole number from 1 to 130")?;
                Ok(production::draw(place, self.gap(), count, seed, replication))
            }
            Self::Facebook => Ok(production::facebook(count, seed, replication)),
            _ => self.assuming(&self.assumptions(), count, seed, replication),
        }
    }

    /// Checks how many jobs are drawn.
    pub(super) fn check_count(count: u32) -> Result<(), NotAllowed> {
        let legal = (1..=Self::MOST_JOBS).contains(&count);
        NotAllowed::check("workload.count", count.to_string(), legal, "a whole number from 1 to 1000000")
    }

    /// Draws this many jobs where something else is assumed of its queries.
    ///
    /// # Errors
    /// If it is no mix of queries, there is no job or there are more than [`MOST_JOBS`](Self::MOST_JOBS), or as
    /// [`Assumptions::validate`].
    pub fn assuming(self, assumptions: &Assumptions, count: u32, seed: u64, replication: u32) -> Result<TaskWorkload, NotAllowed> {
        let shares = self.queries()?;
        Self::check_count(count)?;
        assumptions.validate()?;
        let mut gaps = stream(seed, replication, purpose::ARRIVALS);
        let mut classes = stream(seed, replication, purpose::CLASSES);
        let mut tasks = stream(seed, replication, purpose::TASKS);
        let mut arrival = 0.0;
        let jobs = (0..count).map(|id| {
            arrival -= self.gap() * libm::log(gaps.sample::<f64, _>(Open01));
            let (class, maps, query) = draw(&shares, assumptions, &mut classes);
            let [maps, reduces] = assumptions.cut(maps, class, query, &mut tasks);
            TaskJob {
                name: format!("L{}-{}", query + 1, class + 1),
                bin: Some(class as u8 + 1),
                tasks: [maps, reduces],
                ..TaskJob::new(u64::from(id), arrival, &[], &[])
            }
        });
        Ok(TaskWorkload::trusted(jobs.collect()))
    }

    /// Fraction of jobs in each class.
    ///
    /// # Errors
    /// If it is no mix of queries.
    pub(super) fn queries(self) -> Result<[f64; 4], NotAllowed> {
        let name = Self::ALL.into_iter().find(|(_, mix)| *mix == self).map_or("", |(name, _)| name);
        let allowed = "a mix of queries: dev, test, prod, small or large";
        self.shares().ok_or_else(|| NotAllowed { field: "workload.mix", value: format!("\"{name}\""), allowed })
    }
}

/// Draws a job of a mix with these shares of classes: its class, from 0, its maps and its query.
pub(super) fn draw(shares: &[f64; 4], assumptions: &Assumptions, random: &mut Random) -> (usize, u32, u32) {
    let mut rest: f64 = random.random();
    let class = shares.iter().position(|share| {
        rest -= share;
        rest < 0.0
    });
    let class = class.unwrap_or(3);
    (class, assumptions.count(class, random), random.random_range(0..QUERIES))
}

/// Position `i` of `n` on a logarithmic scale.
fn between((least, most): (f64, f64), i: u32, n: u32) -> f64 {
    least * libm::pow(most / least, f64::from(i) / f64::from(n - 1))
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
    let Assumptions { maps, reduces, .. } = Assumptions::THESIS;
    [libm::sqrt(maps.0 * maps.1), reduces[2]]
}

/// Part of a job's work that its maps do, where only the sum is known. A choice of this project.
const MAP_PART: f64 = 0.75;

/// Seconds of work, on one slot, of a job of size 1 where sizes have no unit. A choice of this project.
const UNIT: f64 = 1000.0;

impl TaskWorkload {
    /// Cuts jobs into tasks of typical durations. Errors and weights stay what they are, and jobs wait for those that they waited for.
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
                after: workload.after().get(&job.id).cloned().unwrap_or_default(),
                weight: job.weight,
                error,
                bin: Some(class(maps.len())),
                tasks: [maps, cut(work * (1.0 - MAP_PART), reduce)],
                ..about
            }
        };
        Self::trusted(workload.given_order().map(|position| job(&workload.jobs()[position])).collect()).called(workload.ids().clone())
    }
}
