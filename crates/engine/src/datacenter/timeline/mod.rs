//! A run of the datacenter as it is recorded: what each worker does, what waits there, and what messages say.

mod recorder;

use super::{Config, Outcome, Placed, Policy, Probe, Spent, Theft, simulate};
use crate::workload::{BatchJob, BatchWorkload};
use crate::world::SpecError;
use recorder::Recorder;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

/// What a worker does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Activity {
    /// Nothing.
    #[default]
    Idle,
    /// It has asked for a task and waits for the answer.
    Waiting,
    /// It runs a task of a short job.
    Short,
    /// It runs a task of a long job.
    Long,
}

impl Activity {
    /// All of them, by their code.
    pub const ALL: [Self; 4] = [Self::Idle, Self::Waiting, Self::Short, Self::Long];
}

/// A stretch of time in which a worker's slot is taken.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stint {
    /// The worker.
    pub worker: u32,
    /// Position of the job.
    pub job: u32,
    /// When it begins, in seconds.
    pub from: f64,
    /// When it ends.
    pub to: f64,
    /// Whether a task runs; if not, the worker waits for one.
    pub running: bool,
}

/// A stretch of time that something of a job spends in a worker's queue: a probe, a place for a task, or a task.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wait {
    /// The worker.
    pub worker: u32,
    /// Position of the job.
    pub job: u32,
    /// When it comes, in seconds.
    pub from: f64,
    /// When it goes.
    pub to: f64,
}

/// A job of a timeline.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct JobLine {
    /// Its number.
    pub id: u64,
    /// When it is submitted, in seconds.
    pub arrival: f64,
    /// When it is complete.
    pub completion: f64,
    /// Whether it is scheduled as long.
    pub long: bool,
    /// Number of its tasks.
    pub tasks: u32,
    /// Seconds that the task which ends last spends at its worker, but not running.
    pub queueing: f64,
    /// Seconds that it runs. What is left of the time from submission to completion it waits at the scheduler, or for the
    /// tasks of an earlier stage.
    pub running: f64,
}

impl JobLine {
    /// Seconds from submission to completion.
    pub fn sojourn(&self) -> f64 {
        self.completion - self.arrival
    }
}

/// What every worker does, at even intervals.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Frames {
    /// Seconds from one to the next; the first is taken when the first job arrives.
    pub every: f64,
    /// Two bits a worker, the lowest bits of each byte first: its [`Activity`] by code.
    pub frames: Vec<ByteBuf>,
}

/// How many workers are busy, on average over each of even intervals.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    /// Seconds of an interval; the first begins when the first job arrives.
    pub every: f64,
    /// Busy workers of those that are kept for short tasks, and of the others.
    pub busy: Vec<[f64; 2]>,
}

/// A run of the datacenter: exactly, if it is small, else in frames.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timeline {
    /// The policy, as it was written.
    pub policy: String,
    /// Number of workers; where these have several cores, of cores, and what waits at a worker waits at its first.
    pub workers: u32,
    /// First worker that may run long tasks; zero without partitions.
    pub general: u32,
    /// Whether idle workers steal the entries behind a long task.
    pub steals: bool,
    /// The jobs, by arrival.
    pub jobs: Vec<JobLine>,
    /// When slots are taken, by worker, then by time; none in a large run.
    pub stints: Vec<Stint>,
    /// What waits in queues, by worker, then in the order of the queue; none in a large run.
    pub waits: Vec<Wait>,
    /// What workers say to probes, by the instant at which these come; none in a large run.
    pub probes: Vec<Probe>,
    /// Tasks that reach the workers which a central scheduler has chosen, by time; none in a large run.
    pub placed: Vec<Placed>,
    /// Who steals what from whom, by time; none in a large run.
    pub thefts: Vec<Theft>,
    /// What workers do at even intervals; none in a small run.
    pub frames: Frames,
    /// How many workers are busy.
    pub usage: Usage,
}

impl Timeline {
    /// Most tasks of a run that is recorded exactly.
    pub const MOST_TASKS: usize = 50_000;
    /// Most workers of such a run.
    pub const MOST_WORKERS: u32 = 1000;

    /// Whether a run of a workload is recorded exactly.
    pub fn is_exact(config: &Config, workload: &BatchWorkload) -> bool {
        workload.tasks() <= Self::MOST_TASKS && config.slots() <= Self::MOST_WORKERS
    }

    /// Runs a workload and records it; `progress` hears how many jobs are complete.
    ///
    /// # Errors
    /// If `config` is out of range.
    pub fn record(
        config: &Config,
        workload: &BatchWorkload,
        policy: &Policy,
        progress: impl FnMut(usize),
    ) -> Result<(Self, Outcome), SpecError> {
        let rules = policy.kind().config(config);
        let believed = |job: &BatchJob| if rules.errors_reclassify { job.estimate } else { job.mean };
        let longs = policy.kind().workload(config, workload).jobs().iter().map(|job| believed(job) > rules.cutoff).collect();
        let span = workload.jobs().last().map_or(0.0, |last| last.arrival - workload.jobs()[0].arrival);
        let begin = workload.jobs().first().map_or(0.0, |job| job.arrival);
        let general = policy.kind().general(config);
        let mut recorder = Recorder::new(config.slots(), general, longs, (begin, span), Self::is_exact(config, workload), progress);
        let outcome = simulate(config, workload, policy, &mut recorder)?;
        let line = |(((job, sojourn), long), last): (((&BatchJob, &f64), &bool), &Spent)| JobLine {
            id: job.id,
            arrival: job.arrival,
            completion: job.arrival + sojourn,
            long: *long,
            tasks: job.tasks(),
            queueing: last.queueing,
            running: last.running,
        };
        let lines = workload.jobs().iter().zip(&outcome.sojourn).zip(&recorder.longs).zip(&recorder.last);
        let jobs: Vec<JobLine> = lines.map(line).collect();
        let end = jobs.iter().map(|job| job.completion).fold(begin, f64::max);
        let (mut probes, thefts) = (std::mem::take(&mut recorder.probes), std::mem::take(&mut recorder.thefts));
        let placed = std::mem::take(&mut recorder.placed);
        probes.sort_by(|a, b| a.came.total_cmp(&b.came));
        let (stints, waits, frames, usage) = recorder.finish(end);
        let timeline = Self {
            policy: policy.written().to_owned(),
            workers: config.slots(),
            general,
            steals: policy.kind().steals(),
            jobs,
            stints,
            waits,
            probes,
            placed,
            thefts,
            frames,
            usage,
        };
        Ok((timeline, outcome))
    }

    /// When the first job arrives, in seconds.
    pub fn begin(&self) -> f64 {
        self.jobs.first().map_or(0.0, |job| job.arrival)
    }

    /// The last completion, in seconds.
    pub fn end(&self) -> f64 {
        self.jobs.iter().map(|job| job.completion).fold(self.begin(), f64::max)
    }

    /// What each worker does at some time: in a large run, at the last frame before.
    pub fn at(&self, time: f64) -> Vec<Activity> {
        let mut all = vec![Activity::Idle; self.workers as usize];
        if let Some(frame) = self.frame(time) {
            for (worker, activity) in all.iter_mut().enumerate() {
                *activity = Activity::ALL[usize::from(self.frames.frames[frame][worker / 4] >> (2 * (worker % 4)) & 3)];
            }
        }
        for stint in self.stints.iter().filter(|stint| stint.from <= time && time < stint.to) {
            all[stint.worker as usize] = self.activity(stint);
        }
        all
    }

    /// How many entries wait at each worker at some time, and how many of them are short ones behind a long one, in a small run.
    pub fn waiting(&self, time: f64) -> Vec<(u32, u32)> {
        let mut waiting = vec![(0, 0); self.workers as usize];
        let mut long: Vec<bool> = self.at(time).into_iter().map(|activity| activity == Activity::Long).collect();
        for wait in self.waits.iter().filter(|wait| wait.from <= time && time < wait.to) {
            let (worker, is_long) = (wait.worker as usize, self.jobs[wait.job as usize].long);
            waiting[worker].0 += 1;
            waiting[worker].1 += u32::from(long[worker] && !is_long);
            long[worker] |= is_long;
        }
        waiting
    }

    /// Position of the last frame before some time, in a large run.
    pub fn frame(&self, time: f64) -> Option<usize> {
        let last = self.frames.frames.len().checked_sub(1)?;
        Some((((time - self.begin()) / self.frames.every + 1e-9) as usize).min(last))
    }

    /// What a worker does in a stint.
    pub fn activity(&self, stint: &Stint) -> Activity {
        match (stint.running, self.jobs[stint.job as usize].long) {
            (false, _) => Activity::Waiting,
            (true, false) => Activity::Short,
            (true, true) => Activity::Long,
        }
    }

    /// What the slot of a worker is taken for at some time, in a small run.
    pub fn slot(&self, worker: u32, time: f64) -> Option<&Stint> {
        self.stints_of(worker).find(|stint| stint.from <= time && time < stint.to)
    }

    /// Positions of the jobs in the queue of a worker at some time, the first to be served first unless the policy has
    /// another order, in a small run.
    pub fn queue(&self, worker: u32, time: f64) -> impl Iterator<Item = u32> {
        self.waits_of(worker).filter(move |wait| wait.from <= time && time < wait.to).map(|wait| wait.job)
    }

    /// Whether what waits in a queue is a short entry that came behind a long task, in the slot or in the queue, in a small run.
    pub fn behind_long(&self, wait: &Wait) -> bool {
        let long = |job: u32| self.jobs[job as usize].long;
        let before = self.waits_of(wait.worker).take_while(|other| *other != wait);
        !long(wait.job)
            && (self.slot(wait.worker, wait.from).is_some_and(|stint| long(stint.job))
                || before.filter(|other| other.from <= wait.from && wait.from < other.to).any(|other| long(other.job)))
    }

    /// What takes the slot of a worker from this instant on, in a small run.
    pub fn begins(&self, worker: u32, time: f64) -> impl Iterator<Item = &Stint> {
        let first = self.stints.partition_point(|stint| (stint.worker, stint.from) < (worker, time));
        self.stints[first..].iter().take_while(move |stint| (stint.worker, stint.from) == (worker, time))
    }

    /// The stints of a worker, by time.
    pub(super) fn stints_of(&self, worker: u32) -> impl Iterator<Item = &Stint> {
        let first = self.stints.partition_point(|stint| stint.worker < worker);
        self.stints[first..].iter().take_while(move |stint| stint.worker == worker)
    }

    /// What waits at a worker, in the order of its queue.
    pub(super) fn waits_of(&self, worker: u32) -> impl Iterator<Item = &Wait> {
        let first = self.waits.partition_point(|wait| wait.worker < worker);
        self.waits[first..].iter().take_while(move |wait| wait.worker == worker)
    }
}

#[cfg(test)]
mod tests;
