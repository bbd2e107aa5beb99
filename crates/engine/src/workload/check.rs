//! What the numbers of jobs may be that a program gives: as in files, but with times down to 1e-12 where files have 1e-6, as a program may
//! use another unit than seconds.

use super::{BatchJob, BatchWorkload, Job, TaskJob};
use super::{Tangle, mapreduce::MOST_TASKS};
use thiserror::Error;

/// Why jobs cannot form a workload. Every message says which job, which of its numbers, what was found and what is allowed.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum JobError {
    /// There is no job.
    #[error("there is no job; allowed: one or more")]
    Empty,
    /// A number of a job is not what it may be.
    #[error("{field} of job {id} is {value}; allowed: {allowed}")]
    Value {
        /// The job's id.
        id: u64,
        /// Its place among the jobs as they were given, from 0.
        place: usize,
        /// Which of its numbers.
        field: &'static str,
        /// What it is.
        value: f64,
        /// What it may be.
        allowed: &'static str,
    },
    /// Two jobs have the same id.
    #[error("the jobs at places {} and {} have the same id, {id}; allowed: an id of its own for each", places[0], places[1])]
    Duplicate {
        /// The id.
        id: u64,
        /// Their places among the jobs as they were given, from 0.
        places: [usize; 2],
    },
    /// A job arrives before the one that was given before it.
    #[error("arrival of job {id} is {arrival}; allowed: no earlier than the job before it, {before}")]
    Order {
        /// The later of the two.
        id: u64,
        /// When it arrives.
        arrival: f64,
        /// When the one before it arrives.
        before: f64,
    },
    /// A job has no task, or there are more tasks than a run can hold.
    #[error("job {id} has {tasks} tasks; allowed: {allowed}")]
    Tasks {
        /// The job's id.
        id: u64,
        /// How many tasks it has.
        tasks: usize,
        /// How many it may have.
        allowed: &'static str,
    },
    /// Jobs wait for one that is not there, for themselves or in a circle.
    #[error(transparent)]
    Tangle(#[from] Tangle),
}

/// What a number may be, and what messages say about that.
#[derive(Clone, Copy)]
pub struct Range {
    pub allowed: &'static str,
    least: f64,
    most: f64,
    /// Whether it may also be 0.
    zero: bool,
}

/// Bounds that leave room for sums and quotients of a hundred million of them.
const LARGEST: f64 = 1e100;

/// Above 0 it is large enough for a load, which divides by differences of times, to be finite.
pub const TIME: Range = Range { allowed: "0, or a number from 1e-100 to 1e100", least: 1.0 / LARGEST, most: LARGEST, zero: true };
pub const ESTIMATE: Range = Range { allowed: "a number from 0 to 1e100", least: 0.0, most: LARGEST, zero: true };
pub const POSITIVE: Range = Range { allowed: "a number above 0 (1e-100 to 1e100)", least: 1.0 / LARGEST, most: LARGEST, zero: false };
const SECONDS: Range = Range { allowed: "0, or seconds from 1e-12 to 1e12", least: 1e-12, most: 1e12, zero: true };
const WORK: Range = Range { allowed: "seconds above 0 (1e-12 to 1e12)", least: 1e-12, most: 1e12, zero: false };
const BATCH: Range = Range { allowed: "0, or seconds from 1e-12 to 1e8", least: 1e-12, most: 1e8, zero: true };
const GIGABYTES: Range = Range { allowed: "gigabytes, 0 to 1e12", least: 0.0, most: 1e12, zero: true };
/// What of a flow crosses a link.
pub const CROSSING: Range = Range { allowed: "above 0 (1e-100 to 1)", least: 1e-100, most: 1.0, zero: false };
const PART: Range = Range { allowed: "a number from 0 to 1", least: 0.0, most: 1.0, zero: true };

impl Range {
    /// Whether a number is in it.
    pub fn holds(self, x: f64) -> bool {
        (self.least..=self.most).contains(&x) || self.zero && x == 0.0
    }
}

/// The place and the id of a job that is looked at.
#[derive(Clone, Copy)]
pub struct At {
    pub place: usize,
    pub id: u64,
}

impl At {
    /// Checks that a number of the job is in a range.
    pub fn check(self, field: &'static str, value: f64, range: Range) -> Result<(), JobError> {
        let Self { place, id } = self;
        if range.holds(value) { Ok(()) } else { Err(JobError::Value { id, place, field, value, allowed: range.allowed }) }
    }

    /// Checks that it is the number of something of which there are so many.
    pub fn below(self, field: &'static str, value: u32, count: u32) -> Result<(), JobError> {
        let Self { place, id } = self;
        let allowed = "a number from 0, below how many there are";
        if value < count { Ok(()) } else { Err(JobError::Value { id, place, field, value: value.into(), allowed }) }
    }
}

/// Checks jobs of one server.
pub(super) fn jobs(jobs: &[Job]) -> Result<(), JobError> {
    numbers(jobs.iter())?;
    ids(jobs.iter().map(|job| job.id))
}

/// Checks their numbers.
pub(super) fn numbers<'a>(jobs: impl Iterator<Item = &'a Job>) -> Result<(), JobError> {
    for (place, job) in jobs.enumerate() {
        let at = At { place, id: job.id };
        at.check("arrival", job.arrival, TIME)?;
        at.check("size", job.size, POSITIVE)?;
        at.check("estimate", job.estimate, ESTIMATE)?;
        at.check("weight", job.weight, POSITIVE)?;
    }
    Ok(())
}

/// Checks jobs of independent tasks that were changed.
pub(super) fn batches(jobs: &[BatchJob]) -> Result<(), JobError> {
    let mut before = 0.0;
    for (place, job) in jobs.iter().enumerate() {
        let at = At { place, id: job.id };
        at.check("arrival", job.arrival, SECONDS)?;
        at.check("mean", job.mean, BATCH)?;
        at.check("estimate", job.estimate, ESTIMATE)?;
        if job.arrival < before {
            return Err(JobError::Order { id: job.id, arrival: job.arrival, before });
        }
        before = job.arrival;
    }
    Ok(())
}

/// Checks jobs with tasks.
pub(super) fn task_jobs(jobs: &[TaskJob]) -> Result<(), JobError> {
    let mut tasks = 0;
    for (place, job) in jobs.iter().enumerate() {
        let at = At { place, id: job.id };
        at.check("arrival", job.arrival, SECONDS)?;
        at.check("weight", job.weight, POSITIVE)?;
        at.check("error", job.error, ESTIMATE)?;
        at.check("dirty", job.dirty, PART)?;
        for memory in job.memory {
            at.check("memory", memory, GIGABYTES)?;
        }
        for task in job.tasks.iter().flatten() {
            at.check("shuffle", task.shuffle, SECONDS)?;
            at.check("work", task.work, WORK)?;
        }
        tasks += job.len();
        if job.is_empty() || tasks > MOST_TASKS {
            return Err(JobError::Tasks { id: job.id, tasks: job.len(), allowed: "one or more, and 50 million in all" });
        }
    }
    ids(jobs.iter().map(|job| job.id))
}

/// Checks a job of independent tasks that is to follow those of a workload.
pub(super) fn batch(before: &BatchWorkload, id: u64, arrival: f64, stages: [&[f64]; 2]) -> Result<(), JobError> {
    let at = At { place: before.jobs().len(), id };
    at.check("arrival", arrival, SECONDS)?;
    for duration in stages.into_iter().flatten() {
        at.check("duration of a task", *duration, BATCH)?;
    }
    if let Some(last) = before.jobs().last().filter(|last| last.arrival > arrival) {
        return Err(JobError::Order { id, arrival, before: last.arrival });
    }
    let tasks = stages.map(<[f64]>::len).iter().sum();
    if stages[0].is_empty() || before.tasks() + tasks > MOST_TASKS {
        return Err(JobError::Tasks { id, tasks, allowed: "one or more in the first stage, and 50 million in all" });
    }
    Ok(())
}

/// Checks that there is an id, and none twice.
pub fn ids(ids: impl ExactSizeIterator<Item = u64> + Clone) -> Result<(), JobError> {
    if ids.len() == 0 {
        return Err(JobError::Empty);
    }
    if ids.clone().is_sorted_by(|a, b| a < b) {
        return Ok(());
    }
    let mut places: Vec<(u64, usize)> = ids.zip(0..).collect();
    places.sort_unstable();
    match places.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        Some(pair) => Err(JobError::Duplicate { id: pair[0].0, places: [pair[0].1, pair[1].1] }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::JobError;
    use crate::workload::{BatchWorkload, Job, TaskJob, TaskWorkload, Workload};

    const HOSTILE: [f64; 4] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0];

    fn field(error: &JobError) -> &'static str {
        if let JobError::Value { field, .. } = error { field } else { "" }
    }

    #[test]
    fn jobs_of_one_server_are_checked() {
        for value in HOSTILE {
            let jobs = [Job::new(value, 1.0), Job::new(0.0, value).estimate(1.0), Job::new(0.0, 1.0).estimate(value)];
            let fields = jobs.map(|job| field(&Workload::new([Job::new(0.0, 1.0), job]).unwrap_err()));
            assert_eq!(fields, ["arrival", "size", "estimate"]);
            assert_eq!(field(&Workload::new([Job::new(0.0, 1.0).weight(value)]).unwrap_err()), "weight");
        }
        assert_eq!(field(&Workload::new([Job::new(0.0, 0.0)]).unwrap_err()), "size");
        assert_eq!(Workload::new([]).unwrap_err(), JobError::Empty);
        let twice = Workload::new([Job::new(0.0, 1.0).id(4), Job::new(1.0, 1.0), Job::new(2.0, 1.0).id(4)]).unwrap_err();
        assert_eq!(twice.to_string(), "the jobs at places 0 and 2 have the same id, 4; allowed: an id of its own for each");
        let negative = Workload::new([Job::new(0.0, -1.0)]).unwrap_err();
        assert_eq!(negative.to_string(), "size of job 0 is -1; allowed: a number above 0 (1e-100 to 1e100)");
        let huge = (0..1000).map(|_| Job::new(0.0, 1.0).weight(1e9));
        assert_eq!(Workload::new(huge).unwrap().jobs()[999].id, 999);
    }

    #[test]
    fn jobs_with_tasks_are_checked() {
        let of = |job: TaskJob| TaskWorkload::new(vec![job]).unwrap_err();
        for value in HOSTILE {
            assert_eq!(field(&of(TaskJob::new(0, value, &[1.0], &[]))), "arrival");
            assert_eq!(field(&of(TaskJob::new(0, 0.0, &[1.0, value], &[]))), "work");
            assert_eq!(field(&of(TaskJob { weight: value, ..TaskJob::new(0, 0.0, &[1.0], &[]) })), "weight");
            assert_eq!(field(&of(TaskJob { error: value, ..TaskJob::new(0, 0.0, &[1.0], &[]) })), "error");
            assert_eq!(field(&of(TaskJob { dirty: value, ..TaskJob::new(0, 0.0, &[1.0], &[]) })), "dirty");
            assert_eq!(field(&of(TaskJob { memory: [1.0, value], ..TaskJob::new(0, 0.0, &[1.0], &[]) })), "memory");
        }
        assert_eq!(of(TaskJob::new(7, 0.0, &[], &[])).to_string(), "job 7 has 0 tasks; allowed: one or more, and 50 million in all");
        assert_eq!(TaskWorkload::new(vec![]).unwrap_err(), JobError::Empty);
        let waits = TaskJob { after: vec![3], ..TaskJob::new(7, 0.0, &[1.0], &[]) };
        assert_eq!(of(waits).to_string(), "job 7 waits for job 3, which is not among the jobs");
        let twice = TaskWorkload::new(vec![TaskJob::new(7, 0.0, &[1.0], &[]), TaskJob::new(7, 1.0, &[1.0], &[])]);
        assert_eq!(twice.unwrap_err(), JobError::Duplicate { id: 7, places: [0, 1] });
    }

    #[test]
    fn jobs_of_independent_tasks_are_checked() {
        let mut workload = BatchWorkload::default();
        for value in HOSTILE {
            assert_eq!(field(&workload.push(0, value, &[1.0]).unwrap_err()), "arrival");
            assert_eq!(field(&workload.push_stages(0, 0.0, [&[1.0], &[value]]).unwrap_err()), "duration of a task");
        }
        assert!(matches!(workload.push(0, 0.0, &[]), Err(JobError::Tasks { tasks: 0, .. })));
        workload.push(0, 2.0, &[1.0]).unwrap();
        let early = workload.push(1, 1.0, &[1.0]).unwrap_err();
        assert_eq!(early.to_string(), "arrival of job 1 is 1; allowed: no earlier than the job before it, 2");
        assert_eq!(workload.jobs().len(), 1, "what is refused is not there");
    }
}
