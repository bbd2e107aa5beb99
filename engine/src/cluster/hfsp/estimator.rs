//! The sizes that HFSP believes in.

use crate::cluster::{Cluster, Status, TaskId};
use crate::sim::{Key, Orchard, Sorted};
use crate::workload::{Phase, TaskJob};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Where HFSP takes the size of a phase from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// From the first few tasks (thesis, section 4.2).
    Training,
    /// From the truth.
    Oracle,
    /// From the truth times the job's error, a log-normal factor of the workload's sigma.
    Noisy,
    /// From all tasks that are complete, again and again: two jobs may overtake each other forever (thesis, figure 4.1).
    Continuous,
    /// From the last job of the same name; by training if there was none.
    History,
}

/// Parameters of the estimator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Where sizes come from.
    pub source: Source,
    /// t: number of samples of a phase.
    pub samples: u32,
    /// ξ: how many times larger a phase is believed to be before its samples are known.
    pub xi: f64,
    /// s₀: the duration of a task where no job has completed, in seconds.
    pub first: f64,
    /// Δ: seconds after which a sample's progress is extrapolated.
    pub timeout: f64,
    /// Whether a phase of fewer than t tasks has size zero; else all its tasks are samples.
    pub tiny: bool,
    /// Whether the estimate of a reduce phase counts the shuffle.
    pub shuffle: bool,
}

/// Initial size of a phase of `tasks` tasks: ξ · tasks · mean duration of the tasks known so far.
pub fn initial_size(xi: f64, tasks: u32, mean: f64) -> f64 {
    xi * f64::from(tasks) * mean
}

/// Duration of a task that has run for `elapsed` seconds and has processed this fraction of its input.
pub fn extrapolate(elapsed: f64, processed: f64) -> f64 {
    elapsed / processed
}

/// What is left of a phase of `tasks` tasks whose samples take `mean` seconds on average and have processed these
/// fractions: mean · [(tasks − samples) + Σ (1 − p)] (thesis, section 4.2).
pub fn final_size(mean: f64, tasks: u32, processed: &[f64]) -> f64 {
    let open: f64 = processed.iter().map(|p| 1.0 - p).sum();
    mean * (f64::from(tasks.saturating_sub(processed.len() as u32)) + open)
}

/// Seconds of shuffle of `tasks` reduces from samples of (input, seconds): their mean, weighted by input, times `tasks`
/// (mPlane D3.3, section 3.1.2.3).
pub fn shuffle_size(samples: &[(f64, f64)], tasks: u32) -> f64 {
    let input: f64 = samples.iter().map(|(input, _)| input).sum();
    if input == 0.0 { 0.0 } else { samples.iter().map(|(weight, seconds)| weight / input * seconds).sum::<f64>() * f64::from(tasks) }
}

/// A sample of a phase: what it takes, once that is known.
#[derive(Clone, Copy, Debug)]
struct Sample {
    task: TaskId,
    /// Seconds of work, and of shuffle.
    seconds: Option<(f64, f64)>,
    /// Whether it holds a slot.
    holds: bool,
}

/// What is known of a phase.
#[derive(Clone, Debug)]
pub struct Known {
    /// What was believed at first.
    pub initial: f64,
    /// Whether the size is final.
    pub settled: bool,
    /// Estimated size of the whole phase, once it is.
    pub total: f64,
    /// Its true size.
    truth: f64,
    /// Tasks that may still be chosen as samples.
    pub wanted: u32,
    /// Samples that hold a slot.
    pub training: u32,
    samples: Vec<Sample>,
    /// Completed tasks and the seconds they took.
    done: (u32, f64),
    /// Whether it is among those that are [due](Estimator::due).
    awaited: bool,
}

/// Estimates the sizes of one phase of all jobs.
#[derive(Debug)]
pub struct Estimator {
    phase: Phase,
    parameters: Parameters,
    /// By number of the job, if it is present.
    known: Vec<Option<Known>>,
    /// Samples of unfinished training that hold a slot.
    training: u32,
    /// Phases in training of which a sample will have worked for Δ, by when the first of them will.
    due: Sorted,
    dues: Orchard<(Key, u32)>,
    /// Completed tasks of completed jobs, and the seconds they took.
    past: (u64, f64),
    /// Size of the last phase of each job name.
    history: BTreeMap<String, f64>,
    /// What phases that are complete have left, to be used again.
    left: Vec<Vec<Sample>>,
    /// Input and seconds of shuffle of each sample, and the fraction of its work that is done.
    shuffles: Vec<(f64, f64)>,
    processed: Vec<f64>,
}

impl Estimator {
    pub fn new(phase: Phase, parameters: Parameters) -> Self {
        Self {
            phase,
            parameters,
            known: vec![],
            training: 0,
            due: Sorted::new(),
            dues: Orchard::default(),
            past: (0, 0.0),
            history: BTreeMap::new(),
            left: vec![],
            shuffles: vec![],
            processed: vec![],
        }
    }

    /// The true size that estimates are measured by.
    fn truth(&self, job: &TaskJob) -> f64 {
        if self.parameters.shuffle { job.size(self.phase) } else { job.tasks[self.phase.index()].iter().map(|task| task.work).sum() }
    }

    /// A phase may have slots from now on: its first size.
    pub fn enter(&mut self, cluster: &Cluster, job: u32) -> f64 {
        let about = &cluster.jobs[job as usize];
        let tasks = about.tasks[self.phase.index()].len() as u32;
        let Parameters { source, samples, xi, first, tiny, .. } = self.parameters;
        let truth = self.truth(about);
        let given = match source {
            Source::Oracle => Some(truth),
            Source::Noisy => Some(truth * about.error),
            Source::History => self.history.get(&about.name).copied().filter(|_| !about.name.is_empty()),
            Source::Training | Source::Continuous => None,
        };
        let mut known = Known {
            initial: 0.0,
            settled: true,
            total: 0.0,
            truth,
            wanted: 0,
            training: 0,
            samples: self.left.pop().unwrap_or_default(),
            done: (0, 0.0),
            awaited: false,
        };
        if let Some(size) = given {
            (known.initial, known.total) = (size, size);
        } else if !(tiny && tasks < samples) {
            let mean = if self.past.0 == 0 { first } else { self.past.1 / self.past.0 as f64 };
            known.initial = initial_size(xi, tasks, mean);
            known.settled = false;
            known.wanted = samples.min(tasks);
        }
        let size = known.initial;
        if self.known.len() <= job as usize {
            self.known.resize(job as usize + 1, None);
        }
        self.known[job as usize] = Some(known);
        size
    }

    /// What is known of a phase that has entered.
    pub fn of(&self, job: u32) -> Option<&Known> {
        self.known.get(job as usize)?.as_ref()
    }

    fn of_mut(&mut self, job: u32) -> Option<&mut Known> {
        self.known.get_mut(job as usize)?.as_mut()
    }

    /// A task is about to be given a slot as a sample.
    pub fn sample(&mut self, task: TaskId) {
        if let Some(known) = self.of_mut(task.job)
            && known.samples.iter().all(|sample| sample.task != task)
        {
            known.wanted = known.wanted.saturating_sub(1);
            known.samples.push(Sample { task, seconds: None, holds: false });
        }
    }

    /// Whether a task is a sample of a phase whose size is not final.
    pub fn is_sample(&self, task: TaskId) -> bool {
        self.of(task.job).is_some_and(|known| !known.settled && known.samples.iter().any(|sample| sample.task == task))
    }

    /// Samples of unfinished training that hold a slot.
    pub fn training(&self) -> u32 {
        self.training
    }

    /// What a task does has changed.
    pub fn changed(&mut self, cluster: &Cluster, task: TaskId) {
        let Some(known) = self.of_mut(task.job).filter(|known| !known.settled) else { return };
        let Some(sample) = known.samples.iter_mut().find(|sample| sample.task == task) else { return };
        let holds = matches!(cluster.task(task).status, Status::Running | Status::MustSuspend);
        let (less, more) = (u32::from(sample.holds), u32::from(holds));
        sample.holds = holds;
        known.training = known.training + more - less;
        self.training = self.training + more - less;
        self.await_samples(cluster, task.job);
    }

    /// Finds out when the next sample of a phase will have worked for Δ.
    fn await_samples(&mut self, cluster: &Cluster, job: u32) {
        let Some(known) = self.known[job as usize].as_mut() else { return };
        if known.awaited {
            self.dues.remove(&mut self.due, job);
        }
        let waits = known.samples.iter().filter(|sample| !known.settled && sample.seconds.is_none());
        let phase = self.phase;
        let timeout = self.parameters.timeout;
        let due = waits.map(|sample| due(cluster, phase, timeout, sample.task)).fold(f64::INFINITY, f64::min);
        known.awaited = due < f64::INFINITY;
        if known.awaited {
            self.dues.insert(&mut self.due, job, (Key(due), job), 0);
        }
    }

    /// When the next sample reaches Δ.
    pub fn wake(&self, cluster: &Cluster) -> f64 {
        self.due.first().map_or(f64::INFINITY, |job| self.dues.key(job).0.0.max(cluster.now))
    }

    /// Looks at samples that have reached Δ; a phase whose samples are all known gets its final size: job, size, ascending.
    pub fn woken(&mut self, cluster: &Cluster, news: &mut Vec<(u32, f64)>) {
        let (phase, timeout) = (self.phase, self.parameters.timeout);
        while let Some(job) = self.due.first().filter(|job| self.dues.key(*job).0.0 <= cluster.now) {
            let samples = self.of_mut(job).map(|known| &mut known.samples).into_iter().flatten();
            for sample in samples.filter(|sample| sample.seconds.is_none() && due(cluster, phase, timeout, sample.task) <= cluster.now) {
                let id = sample.task;
                let about = &cluster.jobs[id.job as usize].tasks[id.phase as usize][id.task as usize];
                let factor = cluster.task(id).factor;
                let elapsed = (cluster.progress(id) - about.shuffle) * factor;
                let processed = elapsed / (about.work * factor);
                // Who has not been seen to do anything yet is taken at its word.
                let seconds = if processed > 0.0 { extrapolate(elapsed, processed) } else { about.work * factor };
                sample.seconds = Some((seconds, about.shuffle));
            }
            if let Some(size) = self.settle(cluster, job) {
                news.insert(news.partition_point(|(other, _)| *other < job), (job, size));
            }
            self.await_samples(cluster, job);
        }
    }

    /// A task is complete. Where the size of its phase is known better now: the size of what is left.
    pub fn complete(&mut self, cluster: &Cluster, id: TaskId, seconds: f64) -> Option<f64> {
        let about = &cluster.jobs[id.job as usize].tasks[id.phase as usize][id.task as usize];
        let continuous = self.parameters.source == Source::Continuous;
        self.changed(cluster, id);
        let known = self.of_mut(id.job)?;
        known.done.0 += 1;
        known.done.1 += seconds;
        if let Some(sample) = known.samples.iter_mut().find(|sample| sample.task == id) {
            sample.seconds = Some((seconds - about.shuffle, about.shuffle));
        } else if known.wanted > 0 {
            // A task that got its slot by its job's priority tells as much.
            known.wanted -= 1;
            known.samples.push(Sample { task: id, seconds: Some((seconds - about.shuffle, about.shuffle)), holds: false });
        }
        if continuous {
            let tasks = cluster.phase(id.job, id.phase()).tasks.len() as u32;
            let mean = known.done.1 / f64::from(known.done.0);
            known.total = mean * f64::from(tasks);
            let left = mean * f64::from(tasks - known.done.0);
            self.finish_training(cluster, id.job);
            return Some(left);
        }
        let size = self.settle(cluster, id.job);
        self.await_samples(cluster, id.job);
        size
    }

    /// The size of a phase is final.
    fn finish_training(&mut self, cluster: &Cluster, job: u32) {
        if let Some(known) = self.of_mut(job) {
            known.settled = true;
            let training = std::mem::take(&mut known.training);
            self.training -= training;
            self.await_samples(cluster, job);
        }
    }

    /// The final size of a phase, once its samples are all known.
    fn settle(&mut self, cluster: &Cluster, job: u32) -> Option<f64> {
        let parameters = self.parameters;
        let about = &cluster.jobs[job as usize].tasks[self.phase.index()];
        let known = self.known[job as usize].as_mut().filter(|known| !known.settled && known.wanted == 0)?;
        let (shuffles, processed) = (&mut self.shuffles, &mut self.processed);
        shuffles.clear();
        processed.clear();
        let mut work = 0.0;
        for sample in &known.samples {
            let task = about[sample.task.task as usize];
            let (seconds, shuffle) = sample.seconds?;
            work += seconds;
            shuffles.push((task.work, shuffle));
            processed.push(cluster.progress(sample.task) / task.duration());
        }
        let tasks = about.len() as u32;
        let work = work / known.samples.len() as f64;
        let shuffle = if parameters.shuffle { shuffle_size(shuffles, tasks) / f64::from(tasks) } else { 0.0 };
        known.total = (work + shuffle) * f64::from(tasks);
        let size = final_size(work + shuffle, tasks, processed);
        self.finish_training(cluster, job);
        Some(size)
    }

    /// Estimated ÷ true size, once it is final. What was never estimated has no error.
    pub fn ratio(&self, job: u32) -> Option<f64> {
        let known = self.of(job)?;
        (known.settled && known.total > 0.0).then(|| known.total / known.truth)
    }

    /// A job is complete.
    pub fn leave(&mut self, cluster: &Cluster, job: u32) {
        if let Some(mut known) = self.known.get_mut(job as usize).and_then(Option::take) {
            self.past.0 += u64::from(known.done.0);
            self.past.1 += known.done.1;
            let about = &cluster.jobs[job as usize];
            if self.parameters.source == Source::History && !about.name.is_empty() {
                match self.history.get_mut(&about.name) {
                    Some(size) => *size = known.truth,
                    None => {
                        self.history.insert(about.name.clone(), known.truth);
                    }
                }
            }
            known.samples.clear();
            self.left.push(known.samples);
        }
    }
}

/// When a sample that holds a slot has worked for Δ, its shuffle apart.
fn due(cluster: &Cluster, phase: Phase, timeout: f64, id: TaskId) -> f64 {
    let task = cluster.task(id);
    let about = &cluster.jobs[id.job as usize].tasks[id.phase as usize][id.task as usize];
    let holds = matches!(task.status, Status::Running | Status::MustSuspend);
    let gathers = phase == Phase::Reduce && !cluster.maps_done(id.job);
    if holds && !gathers { task.seen + (about.shuffle - task.done) * task.factor + timeout } else { f64::INFINITY }
}
