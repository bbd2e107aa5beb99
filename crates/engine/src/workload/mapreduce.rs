use super::check;
use super::distribution::Normal;
use super::job::in_order_of_arrival;
use super::synthetic::check_end;
use super::{BatchJob, BatchWorkload, Chains, Cut, Errors, Ids, Job, JobError, Pace, Portion, Tangle, Weights, Workload, check_load};
use crate::sim::{NotAllowed, stream, written};
use rand::RngExt;
use rand::distr::Distribution;
use serde::{Deserialize, Serialize};

/// The two phases of a job. Each is scheduled as if it were a job of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Reads the input, block by block.
    Map,
    /// Gathers what the maps have written (shuffle) and works on it.
    Reduce,
}

impl Phase {
    /// Both, in order.
    pub const ALL: [Self; 2] = [Self::Map, Self::Reduce];

    /// 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A piece of a phase that runs in one slot.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// Seconds to gather its input from the maps; zero for a map. It cannot end before the last map has.
    pub shuffle: f64,
    /// Seconds of work after that, on a machine that holds its input.
    pub work: f64,
}

impl Task {
    /// A task without shuffle.
    pub const fn of(work: f64) -> Self {
        Self { shuffle: 0.0, work }
    }

    /// Seconds it holds a slot when nothing delays it.
    pub fn duration(&self) -> f64 {
        self.shuffle + self.work
    }
}

/// A job of map tasks and reduce tasks.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskJob {
    /// Unique number.
    pub id: u64,
    /// When it is submitted, in seconds; if it waits for others that are complete later, then.
    pub arrival: f64,
    /// Ids of the jobs that must be complete before it is submitted.
    pub after: Vec<u64>,
    /// What recurs under the same name is believed to be alike.
    pub name: String,
    /// The pool of users it belongs to.
    pub pool: u32,
    /// Its share among the jobs of its pool, and the speed at which it ages.
    pub weight: f64,
    /// Size class, from 1, where its workload has classes.
    pub bin: Option<u8>,
    /// Factor by which a noisy estimator errs on its size.
    pub error: f64,
    /// Memory of a task of each phase, in gigabytes.
    pub memory: [f64; 2],
    /// Fraction of that memory that its tasks have written to since it was read: if evicted it is written to disk first.
    pub dirty: f64,
    /// Tasks of each phase. At least one task in all.
    pub tasks: [Vec<Task>; 2],
}

impl TaskJob {
    /// A job of these maps and reduces, in seconds of work, with nothing else special about it.
    pub fn new(id: u64, arrival: f64, maps: &[f64], reduces: &[f64]) -> Self {
        let tasks = [maps, reduces].map(|phase| phase.iter().map(|work| Task::of(*work)).collect());
        Self {
            id,
            arrival,
            after: vec![],
            name: String::new(),
            pool: 0,
            weight: 1.0,
            bin: None,
            error: 1.0,
            memory: MEMORY,
            dirty: 1.0,
            tasks,
        }
    }

    /// The work of a phase as if run on one slot, in seconds.
    pub fn size(&self, phase: Phase) -> f64 {
        self.tasks[phase.index()].iter().map(Task::duration).sum()
    }

    /// Number of tasks of both phases.
    pub fn len(&self) -> usize {
        self.tasks.iter().map(Vec::len).sum()
    }

    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
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

/// Memory of a map and of a reduce task in gigabytes (thesis, section 5.1; mPlane D3.3, section 3.1.2.5).
pub const MEMORY: [f64; 2] = [1.0, 2.0];

/// The purpose of the random stream of durations within jobs.
const SPREAD: u8 = 21;
/// Purpose of the stream that links jobs to chains.
const CHAINS: u8 = 24;

/// Seconds of a task that its trace says takes none.
pub(super) const LEAST: f64 = 1e-3;

/// Most tasks of a file: of sixteen bytes and more.
pub(super) const MOST_TASKS: usize = 50_000_000;

/// Jobs in the order of these positions.
fn in_order(jobs: Vec<TaskJob>, positions: &[u32]) -> Vec<TaskJob> {
    let mut jobs: Vec<Option<TaskJob>> = jobs.into_iter().map(Some).collect();
    positions.iter().filter_map(|position| jobs[*position as usize].take()).collect()
}

/// Jobs in order of (arrival, id), and the order in which they were given.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TaskWorkload {
    jobs: Vec<TaskJob>,
    /// Position in `jobs` of each job as given.
    given: Vec<u32>,
    /// Who waits for whom, if anybody does.
    chains: Option<Chains>,
    ids: Ids,
    pools: Vec<PoolShare>,
}

/// What the jobs of a pool are entitled to.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct PoolShare {
    /// Fraction of the slots that it is guaranteed, if it is.
    pub share: Option<f64>,
    /// Whether its jobs are production jobs.
    pub production: bool,
}

impl TaskWorkload {
    /// A workload of these jobs, in any order.
    ///
    /// # Errors
    /// If there is none; if a number of one is not what it may be (arrivals and shuffles are 0 or from 1e-12 to 1e12 seconds, work from
    /// 1e-12 to 1e12 seconds, weights from 1e-100 to 1e100, errors from 0 to 1e100, memory from 0 to 1e12 gigabytes, its dirty part from
    /// 0 to 1); if one has no task, or all together have more than 50 million; if two have the same id; or if one waits for a job that
    /// is not there, for itself, or in a circle.
    pub fn new(jobs: Vec<TaskJob>) -> Result<Self, JobError> {
        check::task_jobs(&jobs)?;
        Ok(Self::linked(jobs)?)
    }

    /// The same of jobs whose numbers are checked, and of whom it is known that they can wait for each other as they are to.
    pub(crate) fn trusted(jobs: Vec<TaskJob>) -> Self {
        Self::linked(jobs).unwrap_or_else(|tangle| panic!("{tangle}"))
    }

    /// The same of jobs whose numbers are checked.
    ///
    /// # Errors
    /// If one waits for a job that is not there, for itself, or in a circle.
    pub(crate) fn linked(jobs: Vec<TaskJob>) -> Result<Self, Tangle> {
        let order = in_order_of_arrival(&jobs.iter().map(|job| (job.arrival, job.id)).collect::<Vec<_>>());
        let mut given = vec![0; jobs.len()];
        for (position, original) in (0..).zip(&order) {
            given[*original as usize] = position;
        }
        let jobs = in_order(jobs, &order);
        let chains = Chains::of(&jobs)?;
        Ok(Self { jobs, given, chains, ids: Ids::default(), pools: vec![] })
    }

    /// The same jobs, called so.
    #[must_use]
    pub fn called(self, ids: Ids) -> Self {
        Self { ids, ..self }
    }

    /// The same jobs, whose pools are entitled to this, in the order of their numbers.
    #[must_use]
    pub fn pooled(self, pools: Vec<PoolShare>) -> Self {
        Self { pools, ..self }
    }

    /// What their pools are entitled to, in the order of their numbers; none if that is for the cluster to say.
    pub fn pools(&self) -> &[PoolShare] {
        &self.pools
    }

    /// What the pool of a job is entitled to.
    pub(crate) fn pool(&self, job: &TaskJob) -> PoolShare {
        self.pools.get(job.pool as usize).copied().unwrap_or_default()
    }

    /// What the jobs are called.
    pub fn ids(&self) -> &Ids {
        &self.ids
    }

    /// Jobs of independent tasks: each task is a map, and there are no reduces.
    pub fn of_batches(batches: &BatchWorkload) -> Self {
        let job = |job: &BatchJob| {
            let maps: Vec<Task> = batches.durations(job).iter().map(|seconds| Task::of(seconds.max(LEAST))).collect();
            let bin = Some(class(maps.len()));
            TaskJob { bin, tasks: [maps, vec![]], ..TaskJob::new(job.id, job.arrival, &[], &[]) }
        };
        Self::trusted(batches.jobs().iter().map(job).collect()).called(batches.ids().clone())
    }

    /// The jobs in order of (arrival, id).
    pub fn jobs(&self) -> &[TaskJob] {
        &self.jobs
    }

    /// Who waits for whom; nothing if nobody does.
    pub fn chains(&self) -> Option<&Chains> {
        self.chains.as_ref()
    }

    /// Positions in [`jobs`](Self::jobs), in the order in which the jobs were given.
    pub fn given_order(&self) -> impl Iterator<Item = usize> + '_ {
        self.given.iter().map(|position| *position as usize)
    }

    /// Work that arrives ÷ work that this many slots of a phase can do, from the first submission to the last: of the
    /// phase where this is larger. Nothing where all are submitted at once.
    pub fn load(&self, slots: [u32; 2]) -> Option<f64> {
        let span = self.jobs.last()?.arrival - self.jobs.first()?.arrival;
        let load = |phase: Phase| {
            let work: f64 = self.jobs.iter().map(|job| job.size(phase)).sum();
            if work == 0.0 { 0.0 } else { work / (f64::from(slots[phase.index()]) * span) }
        };
        (span > 0.0).then(|| Phase::ALL.map(load).into_iter().fold(0.0, f64::max))
    }

    /// The same jobs, all gaps stretched so that they arrive with this load.
    ///
    /// # Errors
    /// If `load` is not from 0.000001 to 1000000, or if jobs would arrive after 1e100.
    pub fn with_load(self, load: f64, slots: [u32; 2]) -> Result<Self, NotAllowed> {
        check_load(load)?;
        let stretched = self.at_load(load, slots);
        check_end(load, stretched.jobs.last().map(|job| job.arrival))?;
        Ok(stretched)
    }

    /// The same for a load that is checked.
    fn at_load(mut self, load: f64, slots: [u32; 2]) -> Self {
        let Some(now) = self.load(slots).filter(|now| *now > 0.0) else { return self };
        let first = self.jobs.first().map_or(0.0, |job| job.arrival);
        for job in &mut self.jobs {
            job.arrival = first + (job.arrival - first) * (now / load);
        }
        self
    }

    /// The same jobs, arriving at this pace.
    #[must_use]
    pub fn paced(mut self, pace: &Pace, seed: u64, replication: u32) -> Self {
        pace.keep_all(&mut self.jobs, |job| &mut job.arrival, seed, replication);
        self
    }

    /// The same jobs, all tasks as much longer or shorter as it takes to reach this load.
    ///
    /// # Errors
    /// If `load` is not from 0.000001 to 1000000, or if it takes a factor that is not from 1e-30 to 1e30.
    pub fn with_speed_for(mut self, load: f64, slots: [u32; 2]) -> Result<Self, NotAllowed> {
        check_load(load)?;
        let Some(now) = self.load(slots).filter(|now| *now > 0.0) else { return Ok(self) };
        let factor = load / now;
        let allowed = "one that tasks reach which are 1e-30 to 1e30 times as long";
        NotAllowed::check("workload.load", written(load), (1e-30..=1e30).contains(&factor), allowed)?;
        for task in self.jobs.iter_mut().flat_map(|job| job.tasks.iter_mut().flatten()) {
            task.shuffle *= factor;
            task.work *= factor;
        }
        Ok(self)
    }

    /// These jobs of those in the order given.
    ///
    /// # Errors
    /// If one of them waits for a job that is not among them.
    pub fn part(self, portion: Portion) -> Result<(Self, Option<Cut>), Tangle> {
        if portion.count >= self.jobs.len() {
            return Ok((self, None));
        }
        let mut jobs = in_order(self.jobs, &self.given);
        let cut = portion.cut(&mut jobs, |job| &mut job.arrival);
        Ok((Self::linked(jobs)?.called(self.ids).pooled(self.pools), cut))
    }

    /// The first `count` jobs in the order given.
    ///
    /// # Errors
    /// If one of them waits for a job that is not among them.
    pub fn first(self, count: usize) -> Result<Self, Tangle> {
        self.part(Portion::first(count)).map(|(workload, _)| workload)
    }

    /// The jobs without their tasks: a job's size is their work.
    ///
    /// # Panics
    /// Never: that these jobs can wait for each other is checked when they are made.
    pub fn whole(&self) -> Workload {
        let whole = |job: &TaskJob| {
            let size = Phase::ALL.map(|phase| job.size(phase)).iter().sum::<f64>();
            Job { id: job.id, arrival: job.arrival, size, estimate: size * job.error, weight: job.weight }
        };
        let after = self.jobs.iter().filter(|job| !job.after.is_empty()).map(|job| (job.id, job.after.clone())).collect();
        let jobs = Workload::trusted(self.given_order().map(|position| whole(&self.jobs[position])).collect());
        jobs.called(self.ids.clone()).linked(after).expect("jobs that can wait for each other")
    }

    /// The jobs as those of two stages, maps and then reduces, in order of arrival: of a reduce it counts how long it holds a slot.
    pub fn batches(&self) -> BatchWorkload {
        let mut batches = BatchWorkload::default();
        for job in &self.jobs {
            let [maps, reduces] = job.tasks.each_ref().map(|phase| phase.iter().map(Task::duration).collect::<Vec<_>>());
            let stages = if maps.is_empty() { [&reduces[..], &[]] } else { [&maps[..], &reduces[..]] };
            batches.append(job.id, job.arrival, stages);
        }
        let mut errors = self.jobs.iter().map(|job| job.error);
        batches.revise(|job| job.estimate *= errors.next().unwrap_or(1.0));
        batches.called(self.ids.clone())
    }

    /// The same jobs in chains of `mean` jobs on average, as Hive and Pig make them of a query: each job of a chain waits for the
    /// one before. Jobs that follow each other are linked, so many at a time that lengths are geometric, and all of a chain
    /// arrive with its first. Gaps are then stretched so that the load is what it was.
    ///
    /// # Errors
    /// If `mean` is not from 1 to 1000.
    pub fn in_chains(mut self, mean: f64, slots: [u32; 2], seed: u64, replication: u32) -> Result<Self, NotAllowed> {
        Self::check_chains(mean)?;
        let mut random = stream(seed, replication, CHAINS);
        let load = self.load(slots);
        for i in 1..self.jobs.len() {
            if random.random::<f64>() * mean >= 1.0 {
                let TaskJob { id, arrival, .. } = self.jobs[i - 1];
                (self.jobs[i].after, self.jobs[i].arrival) = (vec![id], arrival);
            }
        }
        let chained = Self::trusted(self.jobs).called(self.ids).pooled(self.pools);
        Ok(match load {
            Some(load) => chained.at_load(load, slots),
            None => chained,
        })
    }

    /// Checks a mean number of jobs in a chain.
    pub(crate) fn check_chains(mean: f64) -> Result<(), NotAllowed> {
        let allowed = "mean number of jobs in a chain, from 1 to 1000";
        NotAllowed::check("workload.chains", written(mean), (1.0..=1000.0).contains(&mean), allowed)
    }

    /// Jobs as the server world has them, of size 1: what draws errors and weights there draws the same here.
    fn plain(&self) -> Workload {
        let plain = |job: &TaskJob| Job { id: job.id, arrival: job.arrival, size: 1.0, estimate: 1.0, weight: job.weight };
        Workload::trusted(self.jobs.iter().map(plain).collect())
    }

    /// Draws the factor by which noisy estimates err on each job.
    ///
    /// # Errors
    /// As [`Errors::validate`].
    pub fn with_errors(mut self, errors: Errors, sigma: f64, seed: u64, replication: u32) -> Result<Self, NotAllowed> {
        let mut plain = self.plain();
        errors.apply(sigma, &mut plain, seed, replication)?;
        for (job, with) in self.jobs.iter_mut().zip(plain.jobs()) {
            job.error = with.estimate;
        }
        Ok(self)
    }

    /// The same jobs, whose tasks differ within a job: durations are log-normal with this sigma, and the mean that they had.
    ///
    /// # Errors
    /// If `sigma` is not from 0 to 3.
    pub fn with_spread(mut self, sigma: f64, seed: u64, replication: u32) -> Result<Self, NotAllowed> {
        NotAllowed::check("sigma", written(sigma), (0.0..=3.0).contains(&sigma), "a number from 0 to 3")?;
        let mut random = stream(seed, replication, SPREAD);
        for task in self.jobs.iter_mut().flat_map(|job| job.tasks.iter_mut().flatten()) {
            let factor = libm::exp(sigma * Normal.sample(&mut random) - sigma * sigma / 2.0);
            task.shuffle *= factor;
            task.work *= factor;
        }
        Ok(self)
    }

    /// Draws the weight of each job.
    ///
    /// # Errors
    /// As [`Weights::validate`].
    pub fn with_weights(mut self, weights: Weights, seed: u64, replication: u32) -> Result<Self, NotAllowed> {
        let mut plain = self.plain();
        weights.apply(&mut plain, seed, replication)?;
        for (job, with) in self.jobs.iter_mut().zip(plain.jobs()) {
            job.weight = with.weight;
        }
        Ok(self)
    }
}
