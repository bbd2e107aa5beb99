//! Mixes in which some jobs recur.
//!
//! "Hadoop workloads often contain recurring jobs, that are jobs that are periodically submitted to the cluster"; of one
//! production system 40 % of the submitted jobs are such (thesis, section 7.1, citing Agarwal et al.). The source says neither
//! how often a job recurs nor how its input grows: [`PERIODS`] are this project's choice.

use super::mapreduce::class;
use super::mix::{MOST_TASKS, Mix, draw};
use super::{Assumptions, TaskJob, TaskWorkload};
use crate::sim::{NotAllowed, Random, stream, written};
use rand::RngExt;
use rand::distr::Open01;

/// How jobs of a mix recur.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recurring {
    /// Fraction of the jobs that are runs of recurring ones, 0 to 1, on average.
    pub fraction: f64,
    /// Factor by which the number of maps grows from one period to the next.
    pub growth: f64,
}

impl Recurring {
    /// Checks both.
    ///
    /// # Errors
    /// Names the one that is out of range.
    pub fn validate(&self) -> Result<(), NotAllowed> {
        let Self { fraction, growth } = *self;
        NotAllowed::check("workload.recurring", written(fraction), (0.0..=1.0).contains(&fraction), "a fraction of the jobs, 0 to 1")?;
        NotAllowed::check("workload.growth", written(growth), (0.1..=10.0).contains(&growth), "a factor, 0.1 to 10")
    }
}

/// Least and largest period of a recurring job, in mean times between arrivals of the mix; evenly on a logarithmic scale.
pub const PERIODS: (f64, f64) = (10.0, 40.0);

/// Purposes of the random streams.
mod purpose {
    pub const JOBS: u8 = 19;
    pub const TASKS: u8 = 20;
}

/// A job that is submitted once in each period.
struct Series {
    name: String,
    class: usize,
    query: u32,
    /// Maps of its first run, and the factor on them in the next one.
    maps: u32,
    scale: f64,
    period: f64,
    next: f64,
}

impl Series {
    /// Its next run; there is at least one map, and at most so many as any phase has.
    fn run(&mut self, growth: f64, assumptions: &Assumptions, tasks: &mut Random) -> TaskJob {
        let maps = libm::round(f64::from(self.maps) * self.scale).clamp(1.0, MOST_TASKS) as u32;
        // As it grows, a job changes its size class; its tasks stay what they are.
        let bin = if maps == self.maps { self.class as u8 + 1 } else { class(maps as usize) };
        let tasks = assumptions.cut(maps, self.class, self.query, tasks);
        let job = TaskJob { name: self.name.clone(), bin: Some(bin), tasks, ..TaskJob::new(0, self.next, &[], &[]) };
        self.next += self.period;
        self.scale = (self.scale * growth).clamp(1.0 / MOST_TASKS, MOST_TASKS);
        job
    }
}

impl Mix {
    /// Draws this many jobs, of which some are runs of recurring jobs: each of these has a name, a class and a query, as the mix
    /// draws them, and a period. Together they come so often that they are the given fraction of all jobs; the others come at
    /// random, the less often for it, and have no name. The tasks of each run are drawn anew.
    ///
    /// # Errors
    /// If it is no mix of queries, there is no job or there are more than [`MOST_JOBS`](Self::MOST_JOBS), or as [`Recurring::validate`].
    pub fn recurring(self, recurring: Recurring, count: u32, seed: u64, replication: u32) -> Result<TaskWorkload, NotAllowed> {
        let shares = self.queries()?;
        Self::check_count(count)?;
        recurring.validate()?;
        let Recurring { fraction, growth } = recurring;
        let assumptions = self.assumptions();
        let mut series = self.series(&shares, fraction, seed, replication);
        let mut tasks = stream(seed, replication, purpose::TASKS);
        // Those that do not recur, as the mix has them, only later.
        let once = if fraction < 1.0 { self.generate(count, seed, replication)?.jobs().to_vec() } else { vec![] };
        let slower = |job: TaskJob| TaskJob { name: String::new(), arrival: job.arrival / (1.0 - fraction), ..job };
        let mut once = once.into_iter().map(slower).peekable();
        let jobs = (0..count).filter_map(|id| {
            let run = series.iter_mut().min_by(|a, b| a.next.total_cmp(&b.next));
            let due = run.as_ref().map_or(f64::INFINITY, |run| run.next);
            let job = match once.next_if(|job| job.arrival <= due) {
                Some(job) => job,
                None => run?.run(growth, &assumptions, &mut tasks),
            };
            Some(TaskJob { id: u64::from(id), ..job })
        });
        Ok(TaskWorkload::trusted(jobs.collect()))
    }

    /// Recurring jobs that together come as often as this fraction of all jobs of the mix.
    fn series(self, shares: &[f64; 4], fraction: f64, seed: u64, replication: u32) -> Vec<Series> {
        let mut random = stream(seed, replication, purpose::JOBS);
        let mut series: Vec<Series> = vec![];
        let mut rate = 0.0;
        while rate < fraction {
            let (least, most) = PERIODS;
            let period = least * libm::pow(most / least, random.random());
            rate += 1.0 / period;
            let (class, maps, query) = draw(shares, &self.assumptions(), &mut random);
            let name = format!("R{}-L{}-{}", series.len() + 1, query + 1, class + 1);
            let next = random.sample::<f64, _>(Open01);
            series.push(Series { name, class, query, maps, scale: 1.0, period, next });
        }
        // All of them a little slower, so that the fraction is exact.
        for each in &mut series {
            each.period *= self.gap() * rate / fraction;
            each.next *= each.period;
        }
        series
    }
}
