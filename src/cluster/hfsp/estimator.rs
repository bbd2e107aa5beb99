//! The sizes that HFSP believes in.

use crate::cluster::{Cluster, Status, TaskId};
use crate::workload::{Phase, TaskJob};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

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
    samples: Vec<Sample>,
    /// Completed tasks and the seconds they took.
    done: (u32, f64),
}

/// Estimates the sizes of one phase of all jobs.
#[derive(Debug)]
pub struct Estimator {
    phase: Phase,
    parameters: Parameters,
    /// By job: few are present at once.
    known: BTreeMap<u32, Known>,
    /// Jobs whose size is not final.
    open: BTreeSet<u32>,
    /// Completed tasks of completed jobs, and the seconds they took.
    past: (u64, f64),
    /// Size of the last phase of each job name.
    history: BTreeMap<String, f64>,
}

impl Estimator {
    pub fn new(phase: Phase, parameters: Parameters) -> Self {
        Self { phase, parameters, known: BTreeMap::new(), open: BTreeSet::new(), past: (0, 0.0), history: BTreeMap::new() }
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
        let mut known = Known { initial: 0.0, settled: true, total: 0.0, truth, wanted: 0, samples: vec![], done: (0, 0.0) };
        if let Some(size) = given {
            (known.initial, known.total) = (size, size);
        } else if !(tiny && tasks < samples) {
            let mean = if self.past.0 == 0 { first } else { self.past.1 / self.past.0 as f64 };
            known.initial = initial_size(xi, tasks, mean);
            known.settled = false;
            self.open.insert(job);
            known.wanted = samples.min(tasks);
        }
        let size = known.initial;
        self.known.insert(job, known);
        size
    }

    /// Jobs whose size is not final.
    pub fn open(&self) -> impl Iterator<Item = u32> + '_ {
        self.open.iter().copied()
    }

    /// What is known of a phase that has entered.
    pub fn of(&self, job: u32) -> Option<&Known> {
        self.known.get(&job)
    }

    /// A task has been given a slot as a sample.
    pub fn sample(&mut self, task: TaskId) {
        if let Some(known) = self.known.get_mut(&task.job)
            && known.samples.iter().all(|sample| sample.task != task)
        {
            known.wanted = known.wanted.saturating_sub(1);
            known.samples.push(Sample { task, seconds: None });
        }
    }

    /// Whether a task is a sample of a phase whose size is not final.
    pub fn is_sample(&self, task: TaskId) -> bool {
        self.known.get(&task.job).is_some_and(|known| !known.settled && known.samples.iter().any(|sample| sample.task == task))
    }

    /// Samples of unfinished training that hold a slot.
    pub fn training(&self, cluster: &Cluster) -> u32 {
        self.open.iter().map(|job| self.training_of(cluster, *job)).sum()
    }

    /// The same for one phase.
    pub fn training_of(&self, cluster: &Cluster, job: u32) -> u32 {
        let holds = |sample: &&Sample| matches!(cluster.task(sample.task).status, Status::Running | Status::MustSuspend);
        self.known.get(&job).filter(|known| !known.settled).map_or(0, |known| known.samples.iter().filter(holds).count() as u32)
    }

    /// When a sample that holds a slot has worked for Δ, its shuffle apart.
    fn due(&self, cluster: &Cluster, id: TaskId) -> f64 {
        let task = cluster.task(id);
        let about = &cluster.jobs[id.job as usize].tasks[id.phase as usize][id.task as usize];
        let holds = matches!(task.status, Status::Running | Status::MustSuspend);
        let gathers = self.phase == Phase::Reduce && !cluster.maps_done(id.job);
        if holds && !gathers { task.seen + (about.shuffle - task.done) * task.factor + self.parameters.timeout } else { f64::INFINITY }
    }

    /// When the next sample reaches Δ.
    pub fn wake(&self, cluster: &Cluster) -> f64 {
        let open = self.open.iter().filter_map(|job| self.known.get(job)).flat_map(|known| &known.samples);
        let due = open.filter(|sample| sample.seconds.is_none()).map(|sample| self.due(cluster, sample.task));
        due.fold(f64::INFINITY, f64::min).max(cluster.now)
    }

    /// Looks at samples that have reached Δ; a phase whose samples are all known gets its final size: job, size.
    pub fn woken(&mut self, cluster: &Cluster) -> Vec<(u32, f64)> {
        let due: Vec<TaskId> = self
            .open
            .iter()
            .filter_map(|job| self.known.get(job))
            .flat_map(|known| &known.samples)
            .filter(|sample| sample.seconds.is_none() && self.due(cluster, sample.task) <= cluster.now)
            .map(|sample| sample.task)
            .collect();
        for id in due {
            let about = &cluster.jobs[id.job as usize].tasks[id.phase as usize][id.task as usize];
            let factor = cluster.task(id).factor;
            let elapsed = (cluster.progress(id) - about.shuffle) * factor;
            let processed = elapsed / (about.work * factor);
            let samples = self.known.get_mut(&id.job).map(|known| &mut known.samples);
            if let Some(sample) = samples.and_then(|samples| samples.iter_mut().find(|sample| sample.task == id)) {
                // Who has not been seen to do anything yet is taken at its word.
                let seconds = if processed > 0.0 { extrapolate(elapsed, processed) } else { about.work * factor };
                sample.seconds = Some((seconds, about.shuffle));
            }
        }
        self.settle(cluster)
    }

    /// A task is complete. Phases whose size is known better now: job, size of what is left.
    pub fn complete(&mut self, cluster: &Cluster, id: TaskId, seconds: f64) -> Vec<(u32, f64)> {
        let about = &cluster.jobs[id.job as usize].tasks[id.phase as usize][id.task as usize];
        let Some(known) = self.known.get_mut(&id.job) else { return vec![] };
        known.done.0 += 1;
        known.done.1 += seconds;
        if let Some(sample) = known.samples.iter_mut().find(|sample| sample.task == id) {
            sample.seconds = Some((seconds - about.shuffle, about.shuffle));
        } else if known.wanted > 0 {
            // A task that got its slot by its job's priority tells as much.
            known.wanted -= 1;
            known.samples.push(Sample { task: id, seconds: Some((seconds - about.shuffle, about.shuffle)) });
        }
        if self.parameters.source == Source::Continuous {
            let tasks = cluster.phase(id.job, self.phase).tasks.len() as u32;
            let mean = known.done.1 / f64::from(known.done.0);
            (known.settled, known.total) = (true, mean * f64::from(tasks));
            self.open.remove(&id.job);
            return vec![(id.job, mean * f64::from(tasks - known.done.0))];
        }
        self.settle(cluster)
    }

    /// Final sizes of the phases whose samples are all known.
    fn settle(&mut self, cluster: &Cluster) -> Vec<(u32, f64)> {
        let parameters = self.parameters;
        let phase = self.phase;
        let mut news = vec![];
        let open: Vec<u32> = self.open.iter().copied().collect();
        for job in open {
            let Some(known) = self.known.get_mut(&job).filter(|known| known.wanted == 0) else { continue };
            let Some(seconds) = known.samples.iter().map(|sample| sample.seconds).collect::<Option<Vec<_>>>() else { continue };
            let about = &cluster.jobs[job as usize].tasks[phase.index()];
            let tasks = about.len() as u32;
            let work = seconds.iter().map(|(work, _)| work).sum::<f64>() / seconds.len() as f64;
            let shuffles: Vec<(f64, f64)> = known
                .samples
                .iter()
                .zip(&seconds)
                .map(|(sample, (_, shuffle))| (about[sample.task.task as usize].work, *shuffle))
                .collect();
            let shuffle = if parameters.shuffle { shuffle_size(&shuffles, tasks) / f64::from(tasks) } else { 0.0 };
            let processed: Vec<f64> =
                known.samples.iter().map(|sample| cluster.progress(sample.task) / about[sample.task.task as usize].duration()).collect();
            known.settled = true;
            self.open.remove(&job);
            known.total = (work + shuffle) * f64::from(tasks);
            news.push((job, final_size(work + shuffle, tasks, &processed)));
        }
        news
    }

    /// Estimated ÷ true size, once it is final. What was never estimated has no error.
    pub fn ratio(&self, job: u32) -> Option<f64> {
        let known = self.known.get(&job)?;
        (known.settled && known.total > 0.0).then(|| known.total / known.truth)
    }

    /// A job is complete.
    pub fn leave(&mut self, cluster: &Cluster, job: u32) {
        self.open.remove(&job);
        if let Some(known) = self.known.remove(&job) {
            self.past.0 += u64::from(known.done.0);
            self.past.1 += known.done.1;
            let about = &cluster.jobs[job as usize];
            if self.parameters.source == Source::History && !about.name.is_empty() {
                self.history.insert(about.name.clone(), known.truth);
            }
        }
    }
}
