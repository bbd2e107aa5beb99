use super::check;
use super::synthetic::check_end;
use super::table::Rows;
use super::{Cut, Errors, Ids, Job, JobError, LeftOut, Pace, Portion, Workload, WorkloadError, check_load};
use crate::sim::NotAllowed;

/// A job of independent tasks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BatchJob {
    /// Unique number.
    pub id: u64,
    /// When it is submitted, in seconds.
    pub arrival: f64,
    /// Mean duration of its tasks, in seconds, as its trace says.
    pub mean: f64,
    /// What schedulers believe each of its tasks to take, in seconds.
    pub estimate: f64,
    first: u32,
    count: u32,
    first_stage: u32,
}

impl BatchJob {
    /// Number of tasks.
    pub fn tasks(&self) -> u32 {
        self.count
    }

    /// Number of tasks of its first stage. The others, if there are any, may start when all of these are complete.
    pub fn first_stage(&self) -> u32 {
        self.first_stage
    }
}

/// Jobs in order of (arrival, id), with the durations of all their tasks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BatchWorkload {
    jobs: Vec<BatchJob>,
    durations: Vec<f64>,
    ids: Ids,
}

impl BatchWorkload {
    /// Adds a job that arrives no earlier than those before it; its mean and estimate are the mean of its tasks, in seconds.
    ///
    /// # Errors
    /// As [`push_stages`](Self::push_stages).
    pub fn push(&mut self, id: u64, arrival: f64, durations: &[f64]) -> Result<(), JobError> {
        self.push_stages(id, arrival, [durations, &[]])
    }

    /// Adds a job of two stages, with a barrier between them; the second may be empty.
    ///
    /// # Errors
    /// If its first stage has no task, all jobs have more than 50 million, it arrives earlier than the jobs before it, its arrival is
    /// neither 0 nor from 1e-12 to 1e12 seconds, or the duration of a task is neither 0 nor from 1e-12 to 1e8 seconds. It is not added
    /// then. Whether its id is new is not looked at: this world knows jobs by their places.
    pub fn push_stages(&mut self, id: u64, arrival: f64, stages: [&[f64]; 2]) -> Result<(), JobError> {
        check::batch(self, id, arrival, stages)?;
        self.append(id, arrival, stages);
        Ok(())
    }

    /// Adds a job whose numbers are checked.
    pub(crate) fn append(&mut self, id: u64, arrival: f64, stages: [&[f64]; 2]) {
        let first = self.durations.len();
        stages.into_iter().for_each(|durations| self.durations.extend_from_slice(durations));
        let durations = &self.durations[first..];
        let mean = durations.iter().sum::<f64>() / durations.len() as f64;
        let (count, first_stage) = (durations.len() as u32, stages[0].len() as u32);
        self.jobs.push(BatchJob { id, arrival, mean, estimate: mean, first: first as u32, count, first_stage });
    }

    /// The same jobs, called so.
    #[must_use]
    pub fn called(self, ids: Ids) -> Self {
        Self { ids, ..self }
    }

    /// What the jobs are called.
    pub fn ids(&self) -> &Ids {
        &self.ids
    }

    /// The jobs.
    pub fn jobs(&self) -> &[BatchJob] {
        &self.jobs
    }

    /// Durations of the tasks of a job, in seconds.
    pub fn durations(&self, job: &BatchJob) -> &[f64] {
        &self.durations[job.first as usize..(job.first + job.count) as usize]
    }

    /// Number of all tasks.
    pub fn tasks(&self) -> usize {
        self.durations.len()
    }

    /// Changes the arrivals, in order, and the means and estimates of jobs.
    ///
    /// # Errors
    /// If an arrival is then neither 0 nor from 1e-12 to 1e12 seconds, or is earlier than that of the job before; if a mean is neither 0
    /// nor from 1e-12 to 1e8 seconds, or an estimate not from 0 to 1e100. All jobs stay what they were.
    pub fn amend(&mut self, change: impl FnMut(&mut BatchJob)) -> Result<(), JobError> {
        let before = self.jobs.clone();
        self.revise(change);
        let checked = check::batches(&self.jobs);
        if checked.is_err() {
            self.jobs = before;
        }
        checked
    }

    /// The same of numbers that are known to be legal.
    pub(crate) fn revise(&mut self, change: impl FnMut(&mut BatchJob)) {
        self.jobs.iter_mut().for_each(change);
    }

    /// All work, in task-seconds.
    pub fn work(&self) -> f64 {
        self.durations.iter().sum()
    }

    /// Work that arrives ÷ work that this many workers can do, from the first submission to the last.
    pub fn load(&self, workers: u32) -> Option<f64> {
        let span = self.jobs.last()?.arrival - self.jobs.first()?.arrival;
        (span > 0.0).then(|| self.work() / (f64::from(workers) * span))
    }

    /// The same jobs as the authors' simulator of Eagle reads them: seconds without their fractions, and a job that is
    /// submitted together with the one before it a hundredth of a second later.
    #[must_use]
    pub fn truncated(mut self) -> Self {
        self.durations.iter_mut().for_each(|duration| *duration = libm::floor(*duration));
        let mut before = f64::NEG_INFINITY;
        self.revise(|job| {
            (job.mean, job.estimate) = (libm::floor(job.mean), libm::floor(job.estimate));
            if job.arrival <= before {
                job.arrival = before + 0.01;
            }
            before = job.arrival;
        });
        self
    }

    /// Keeps these jobs.
    pub fn cut(&mut self, portion: Portion) -> Option<Cut> {
        let cut = portion.cut(&mut self.jobs, |job| &mut job.arrival);
        let begin = self.jobs.first().map_or(0, |job| job.first);
        self.durations.truncate(self.jobs.last().map_or(0, |job| (job.first + job.count) as usize));
        self.durations.drain(..begin as usize);
        self.jobs.iter_mut().for_each(|job| job.first -= begin);
        cut
    }

    /// The jobs without their tasks: a job's size is their work.
    pub fn whole(&self) -> Workload {
        let whole = |job: &BatchJob| {
            let size = self.durations(job).iter().sum::<f64>();
            Job { id: job.id, arrival: job.arrival, size, estimate: job.estimate * f64::from(job.tasks()), weight: 1.0 }
        };
        Workload::trusted(self.jobs.iter().map(whole).collect()).called(self.ids.clone())
    }

    /// The same jobs, arriving at this pace.
    #[must_use]
    pub fn paced(mut self, pace: &Pace, seed: u64, replication: u32) -> Self {
        pace.keep_all(&mut self.jobs, |job| &mut job.arrival, seed, replication);
        self
    }

    /// Draws wrong estimates from the stream that errors have in every world.
    ///
    /// # Errors
    /// As [`Errors::validate`].
    pub fn with_errors(mut self, errors: Errors, sigma: f64, seed: u64, replication: u32) -> Result<Self, NotAllowed> {
        let plain = |job: &BatchJob| Job { id: job.id, arrival: job.arrival, size: job.estimate, estimate: job.estimate, weight: 1.0 };
        let mut plain = Workload::trusted(self.jobs.iter().map(plain).collect());
        errors.apply(sigma, &mut plain, seed, replication)?;
        for (job, with) in self.jobs.iter_mut().zip(plain.jobs()) {
            job.estimate = with.estimate;
        }
        Ok(self)
    }

    /// The same jobs, all gaps stretched so that they arrive with this load.
    ///
    /// # Errors
    /// If `load` is not from 0.000001 to 1000000, or if jobs would arrive after 1e100.
    pub fn with_load(self, load: f64, workers: u32) -> Result<Self, NotAllowed> {
        check_load(load)?;
        let stretched = self.at_load(load, workers);
        check_end(load, stretched.jobs.last().map(|job| job.arrival))?;
        Ok(stretched)
    }

    /// The same for a load that is checked, or follows from what is.
    pub(crate) fn at_load(mut self, load: f64, workers: u32) -> Self {
        if let Some(now) = self.load(workers).filter(|now| *now > 0.0) {
            let first = self.jobs[0].arrival;
            self.revise(|job| job.arrival = first + (job.arrival - first) * (now / load));
        }
        self
    }
}

/// Reads a `.tr` trace: one job a line, separated by blanks: submission time, number of tasks, mean task duration, then the
/// duration of each task, all in seconds. Ids are the numbers of the jobs that are read, from 0; lines in which a number is missing or
/// negative are left out.
///
/// # Errors
/// The first rows that are wrong, each with its line, value and what is allowed.
pub fn read_tr(name: &str, bytes: &[u8]) -> Result<(BatchWorkload, LeftOut), WorkloadError> {
    let mut workload = BatchWorkload::default();
    let mut durations = vec![];
    let mut before = 0.0;
    let left_out = Rows::new(name, bytes, ' ', "a .tr trace (numbers separated by blanks)")?.each(&mut |row| {
        let (seconds, time) = ("0, or seconds from 1e-6 to 1e8", "0, or seconds from 1e-6 to 1e12");
        let legal = |x: f64| x == 0.0 || (1e-6..=1e8).contains(&x);
        let mut cells = row.words(["submit", "tasks", "mean", "duration"]);
        let mut next = || cells.next().ok_or_else(|| row.columns(0, "submit, tasks, mean and a duration for each task"));
        let (submit, tasks, mean) = (
            next()?.amount(time, |x| x == 0.0 || (1e-6..=1e12).contains(&x))?,
            next()?.whole("a whole number, 1 or more")?,
            next()?.amount(seconds, legal)?,
        );
        if submit < before {
            return Err(row.value("submit", submit, "no earlier than the line before").into());
        }
        durations.clear();
        for cell in cells {
            durations.push(cell.amount(seconds, legal)?);
        }
        if tasks == 0 || durations.len() as u64 != tasks {
            return Err(row.columns(durations.len(), &format!("{tasks} durations, as its second column says, and 1 or more")).into());
        }
        before = submit;
        workload.append(workload.jobs.len() as u64, submit, [&durations, &[]]);
        if let Some(job) = workload.jobs.last_mut() {
            (job.mean, job.estimate) = (mean, mean);
        }
        Ok(())
    })?;
    if workload.jobs.is_empty() {
        return Err(left_out.nothing(name, "expected one job a line"));
    }
    Ok((workload, left_out))
}
