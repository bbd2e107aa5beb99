use super::check;
use super::synthetic::check_end;
use super::{Chains, Cut, Ids, JobError, Pace, Portion, Tangle, TaskJob, check_load};
use crate::sim::NotAllowed;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A unit of work that arrives, waits, is served and completes.
///
/// Times and sizes are in one unit, whichever it is. Where a job is not told otherwise, its estimate is exact and its weight is 1:
///
/// ```
/// use schedscope::Job;
///
/// let job = Job::new(2.0, 10.0).estimate(4.0).id(7);
/// assert_eq!((job.size, job.estimate, job.weight), (10.0, 4.0, 1.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// Unique number; if [`UNNUMBERED`](Self::UNNUMBERED), its place among the jobs of a [`Workload`], from 0.
    pub id: u64,
    /// When it arrives. 0 or more.
    pub arrival: f64,
    /// The work it needs: its time alone on the whole server. Positive.
    pub size: f64,
    /// What a size-based policy believes its size to be. Zero or more.
    pub estimate: f64,
    /// Its share where a policy has weights. Positive.
    pub weight: f64,
}

impl Job {
    /// Marks a job without a number of its own.
    pub const UNNUMBERED: u64 = u64::MAX;

    /// A job that arrives then and needs so much work; its estimate is exact, its weight is 1, and its number is its place.
    pub const fn new(arrival: f64, size: f64) -> Self {
        Self { id: Self::UNNUMBERED, arrival, size, estimate: size, weight: 1.0 }
    }

    /// The same job, which a size-based policy believes to be this large.
    #[must_use]
    pub const fn estimate(self, estimate: f64) -> Self {
        Self { estimate, ..self }
    }

    /// The same job with this share where a policy has weights.
    #[must_use]
    pub const fn weight(self, weight: f64) -> Self {
        Self { weight, ..self }
    }

    /// The same job under this number.
    #[must_use]
    pub const fn id(self, id: u64) -> Self {
        Self { id, ..self }
    }
}

/// Jobs in order of (arrival, id), the order in which they were given, and who waits for whom.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Workload {
    jobs: Vec<Job>,
    /// Position in `jobs` of each job as given; empty if that is the same order.
    given: Vec<u32>,
    after: BTreeMap<u64, Vec<u64>>,
    ids: Ids,
    seconds: bool,
}

/// Positions of jobs by arrival, then by id.
pub(super) fn in_order_of_arrival(jobs: &[(f64, u64)]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..jobs.len() as u32).collect();
    order.sort_unstable_by(|&a, &b| {
        let ((arrival, id), (other, its)) = (jobs[a as usize], jobs[b as usize]);
        arrival.total_cmp(&other).then((id, a).cmp(&(its, b)))
    });
    order
}

impl Workload {
    /// A workload of these jobs, in any order.
    ///
    /// # Errors
    /// If there is none, if a number of one is not what it may be (arrivals are 0 or from 1e-100 to 1e100, estimates from 0 to 1e100,
    /// sizes and weights from 1e-100 to 1e100), or if two have the same id.
    pub fn new(jobs: impl IntoIterator<Item = Job>) -> Result<Self, JobError> {
        let numbered = |(place, job): (u64, Job)| if job.id == Job::UNNUMBERED { job.id(place) } else { job };
        let jobs: Vec<Job> = (0..).zip(jobs).map(numbered).collect();
        check::jobs(&jobs)?;
        Ok(Self::trusted(jobs))
    }

    /// The same of jobs that whoever read or drew them has checked.
    pub(crate) fn trusted(jobs: Vec<Job>) -> Self {
        let in_order = |a: &Job, b: &Job| (a.arrival, a.id) <= (b.arrival, b.id);
        if jobs.windows(2).all(|pair| in_order(&pair[0], &pair[1])) {
            return Self { jobs, ..Self::default() };
        }
        let order = in_order_of_arrival(&jobs.iter().map(|job| (job.arrival, job.id)).collect::<Vec<_>>());
        let mut given = vec![0; jobs.len()];
        for (position, &original) in order.iter().enumerate() {
            given[original as usize] = position as u32;
        }
        Self { jobs: order.iter().map(|&i| jobs[i as usize]).collect(), given, ..Self::default() }
    }

    /// The same jobs, of which some wait for others: by its id, the ids of those that a job waits for. Only a cluster has such jobs.
    ///
    /// # Errors
    /// If a job waits for one that is not there, for itself, or in a circle.
    pub fn linked(self, after: BTreeMap<u64, Vec<u64>>) -> Result<Self, Tangle> {
        if !after.is_empty() {
            let waiting = |job: &Job| {
                let after = after.get(&job.id).cloned().unwrap_or_default();
                TaskJob { after, ..TaskJob::new(job.id, job.arrival, &[], &[]) }
            };
            Chains::of(&self.jobs.iter().map(waiting).collect::<Vec<_>>())?;
        }
        Ok(Self { after, ..self })
    }

    /// The same jobs under these names.
    #[must_use]
    pub fn called(self, ids: Ids) -> Self {
        Self { ids, ..self }
    }

    /// The same jobs, whose times and sizes are known to be in seconds.
    #[must_use]
    pub fn in_seconds(self) -> Self {
        Self { seconds: true, ..self }
    }

    /// Whether times and sizes are known to be in seconds.
    pub fn is_in_seconds(&self) -> bool {
        self.seconds
    }

    /// What the jobs are called.
    pub fn ids(&self) -> &Ids {
        &self.ids
    }

    /// By the id of each job that waits for others, their ids.
    pub fn after(&self) -> &BTreeMap<u64, Vec<u64>> {
        &self.after
    }

    /// Only this portion of the jobs, counted in the order given.
    ///
    /// # Errors
    /// If one of them waits for a job that is not among them.
    pub fn cut(self, portion: Portion) -> Result<(Self, Option<Cut>), Tangle> {
        let mut jobs: Vec<Job> = self.given_order().map(|position| self.jobs[position]).collect();
        let Some(cut) = portion.cut(&mut jobs, |job| &mut job.arrival) else { return Ok((self, None)) };
        let after = jobs.iter().filter_map(|job| Some((job.id, self.after.get(&job.id)?.clone()))).collect();
        let part = Self { seconds: self.seconds, ..Self::trusted(jobs).called(self.ids) };
        Ok((part.linked(after)?, Some(cut)))
    }

    /// The jobs in order of (arrival, id).
    pub fn jobs(&self) -> &[Job] {
        &self.jobs
    }

    /// Positions in [`jobs`](Self::jobs), in the order in which the jobs were given.
    pub fn given_order(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.jobs.len()).map(|i| self.given.get(i).map_or(i, |&position| position as usize))
    }

    /// Number of jobs.
    pub fn len(&self) -> usize {
        self.jobs.len()
    }

    /// Whether there is no job.
    pub fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    /// Replaces the estimates and weights job by job, in the order given; arrivals and sizes stay.
    ///
    /// # Errors
    /// If an estimate is then not from 0 to 1e100, or a weight not from 1e-100 to 1e100. All jobs stay what they were.
    pub fn amend(&mut self, change: impl FnMut(&mut Job)) -> Result<(), JobError> {
        let before = self.jobs.clone();
        self.revise(change);
        let checked = check::numbers(self.given_order().map(|position| &self.jobs[position]));
        if checked.is_err() {
            self.jobs = before;
        }
        checked
    }

    /// The same of estimates and weights that are known to be legal.
    pub(crate) fn revise(&mut self, mut change: impl FnMut(&mut Job)) {
        for i in 0..self.jobs.len() {
            let position = self.given.get(i).map_or(i, |&position| position as usize);
            let Job { id, arrival, size, .. } = self.jobs[position];
            change(&mut self.jobs[position]);
            let job = &mut self.jobs[position];
            (job.id, job.arrival, job.size) = (id, arrival, size);
        }
    }

    /// Total size ÷ time between the first and the last arrival: the load this workload really puts on one server of
    /// speed 1. Absent where all jobs arrive at once.
    pub fn load(&self) -> Option<f64> {
        let span = self.jobs.last()?.arrival - self.jobs.first()?.arrival;
        (span > 0.0).then(|| self.jobs.iter().map(|j| j.size).sum::<f64>() / span)
    }

    /// Moves the arrivals closer together or further apart, the first staying where it is, until [`load`](Self::load)
    /// is `load`. Does nothing where all jobs arrive at once.
    ///
    /// # Errors
    /// If `load` is not from 0.000001 to 1000000, or if jobs would arrive after 1e100.
    pub fn with_load(self, load: f64) -> Result<Self, NotAllowed> {
        check_load(load)?;
        let stretched = self.at_load(load);
        check_end(load, stretched.jobs.last().map(|job| job.arrival))?;
        Ok(stretched)
    }

    /// The same for a load that is checked.
    pub(crate) fn at_load(mut self, load: f64) -> Self {
        if let (Some(now), Some(first)) = (self.load(), self.jobs.first().map(|j| j.arrival)) {
            for job in &mut self.jobs {
                job.arrival = first + (job.arrival - first) * (now / load);
            }
        }
        self
    }

    /// The same jobs in the same order, each arriving this many times as late.
    pub(crate) fn stretched(&self, factor: f64) -> Self {
        let jobs = self.jobs.iter().map(|job| Job { arrival: job.arrival * factor, ..*job }).collect();
        Self { jobs, given: self.given.clone(), after: self.after.clone(), ids: self.ids.clone(), seconds: self.seconds }
    }

    /// The same jobs, arriving at this pace.
    #[must_use]
    pub fn paced(mut self, pace: &Pace, seed: u64, replication: u32) -> Self {
        pace.keep_all(&mut self.jobs, |job| &mut job.arrival, seed, replication);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::{Job, Workload};

    fn job(id: u64, arrival: f64) -> Job {
        Job::new(arrival, 1.0).id(id)
    }

    #[test]
    fn sorts_and_remembers() {
        let w = Workload::new([job(9, 5.0), job(4, 1.0), job(3, 5.0), job(7, 0.0)]).unwrap();
        assert_eq!(w.jobs().iter().map(|j| j.id).collect::<Vec<_>>(), [7, 4, 3, 9]);
        assert_eq!(w.given_order().map(|p| w.jobs()[p].id).collect::<Vec<_>>(), [9, 4, 3, 7]);
    }

    #[test]
    fn rescales_to_a_load() {
        let w = Workload::new([2.0, 3.0, 6.0].map(|arrival| Job::new(arrival, 1.0))).unwrap().with_load(0.5).unwrap();
        assert!((w.load().unwrap() - 0.5).abs() < 1e-15);
        assert_eq!(w.jobs()[0].arrival, 2.0);
    }
}
