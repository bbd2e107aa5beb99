//! The sizes that HFSP believes in.

use super::history::{self, History, Prediction};
use crate::cluster::{Cluster, Status, TaskId};
use crate::sim::{Key, Orchard, Sorted};
use crate::workload::{Phase, TaskJob};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

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
    /// At first from the last runs of the same name ([`History`]), if there was one and it did not mislead; then from samples.
    History,
}

/// Of which tasks the mean duration is taken that a new phase's tasks are believed to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Past {
    /// All tasks of jobs that are complete (thesis, section 4.2).
    Jobs,
    /// All tasks that are complete (mPlane D3.3, section 3.1.2.3).
    Tasks,
    /// The tasks that were completed last (VIPEER D4.5, section 2.2).
    Recent,
}

/// What a size is believed to be while there is no past to learn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum First {
    /// That of the phase is s₀, however many tasks it has.
    Phase,
    /// That of each task is s₀.
    Task,
}

/// Parameters of the estimator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Where sizes come from.
    pub source: Source,
    /// How the runs of a name are recalled, where sizes come from these.
    pub history: history::Parameters,
    /// t: number of samples of a phase.
    pub samples: u32,
    /// ξ: how many times larger a phase is believed to be before its samples are known.
    pub xi: f64,
    /// s₀: a size while there is no past, in seconds.
    pub first: f64,
    /// Whose size that is.
    pub first_of: First,
    /// Which tasks are the past.
    pub past: Past,
    /// How many of them there are where they are the last ones.
    pub recent: u32,
    /// Δ: seconds after which a sample's progress is extrapolated.
    pub timeout: f64,
    /// Whether that is done with maps too, or with reduces alone.
    pub timeout_of_maps: bool,
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

/// A size that is known better.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// What is left, without what samples have processed.
    pub left: f64,
    /// What all tasks take together.
    pub total: f64,
}

/// What is known of a phase.
#[derive(Clone, Debug)]
pub struct Known {
    /// What was believed at first.
    pub initial: f64,
    /// Whether the size is final.
    pub settled: bool,
    /// Whether it is too small to have a size.
    pub tiny: bool,
    /// Whether it was virtually complete before it was complete, once it is.
    pub turned_late: Option<bool>,
    /// Estimated size of the whole phase, once it is.
    pub total: f64,
    /// Its true size.
    truth: f64,
    /// Mean seconds of its tasks as the past predicted them, believed or not.
    predicted: Option<f64>,
    /// Tasks that may still be chosen as samples.
    pub wanted: u32,
    /// Samples that hold a slot.
    pub training: u32,
    samples: Vec<Sample>,
    /// Completed tasks and the seconds they took.
    done: (u32, f64),
    /// Seconds that their shuffles took.
    shuffled: f64,
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
    /// The tasks of the past, and the seconds they took.
    past: (u64, f64),
    /// The seconds of each that was completed lately, the last one at the end.
    recent: VecDeque<f64>,
    history: History,
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
            recent: VecDeque::with_capacity(if parameters.past == Past::Recent { parameters.recent as usize } else { 0 }),
            history: History::new(parameters.history),
            left: vec![],
            shuffles: vec![],
            processed: vec![],
        }
    }

    /// The true size that estimates are measured by.
    fn truth(&self, job: &TaskJob) -> f64 {
        if self.parameters.shuffle { job.size(self.phase) } else { job.tasks[self.phase.index()].iter().map(|task| task.work).sum() }
    }

    /// The mean duration of the tasks of the past.
    fn mean(&self) -> Option<f64> {
        match self.parameters.past {
            Past::Recent => (!self.recent.is_empty()).then(|| self.recent.iter().sum::<f64>() / self.recent.len() as f64),
            Past::Jobs | Past::Tasks => (self.past.0 > 0).then(|| self.past.1 / self.past.0 as f64),
        }
    }

    /// What past runs say of a job, if they are asked.
    fn past(&self, about: &TaskJob) -> Option<Prediction> {
        if self.parameters.source == Source::History { self.history.predict(&about.name) } else { None }
    }

    /// What is known of the size of a phase before any of its tasks has run.
    fn given(&self, about: &TaskJob, past: Option<Prediction>) -> Option<f64> {
        let tasks = about.tasks[self.phase.index()].len() as f64;
        match self.parameters.source {
            Source::Oracle => Some(self.truth(about)),
            Source::Noisy => Some(self.truth(about) * about.error),
            Source::History => past.filter(|past| past.believed).map(|past| past.seconds * tasks),
            Source::Training | Source::Continuous => None,
        }
    }

    /// The size of a phase of this many tasks of which nothing is known.
    fn unknown(&self, tasks: u32) -> f64 {
        let Parameters { xi, first, first_of, .. } = self.parameters;
        match (self.mean(), first_of) {
            (None, First::Phase) => first,
            (mean, _) => initial_size(xi, tasks, mean.unwrap_or(first)),
        }
    }

    /// What the phase of a job would be believed to be if it entered now.
    pub fn foreseen(&self, about: &TaskJob) -> f64 {
        self.given(about, self.past(about)).unwrap_or_else(|| self.unknown(about.tasks[self.phase.index()].len() as u32))
    }

    /// A phase enters: its first size. Whether it is tiny is judged by this many tasks.
    pub fn enter(&mut self, cluster: &Cluster, job: u32, of_chain: u32) -> f64 {
        let about = &cluster.jobs[job as usize];
        let tasks = about.tasks[self.phase.index()].len() as u32;
        let Parameters { source, samples, tiny, .. } = self.parameters;
        let truth = self.truth(about);
        let is_tiny = tiny && of_chain < samples && matches!(source, Source::Training | Source::History);
        let past = self.past(about);
        let given = self.given(about, past).filter(|_| !is_tiny);
        let mut known = Known {
            initial: 0.0,
            settled: true,
            tiny: false,
            turned_late: None,
            total: 0.0,
            truth,
            predicted: past.map(|past| past.seconds),
            wanted: 0,
            training: 0,
            samples: self.left.pop().unwrap_or_default(),
            done: (0, 0.0),
            shuffled: 0.0,
            awaited: false,
        };
        let checked = source == Source::History && self.parameters.history.checked;
        if let Some(size) = given.filter(|_| !checked) {
            (known.initial, known.total) = (size, size);
        } else if is_tiny {
            known.tiny = true;
        } else {
            known.initial = given.unwrap_or_else(|| self.unknown(tasks));
            // Who looks at every task that is complete needs no samples.
            known.settled = source == Source::Continuous;
            known.wanted = if known.settled { 0 } else { samples.min(tasks) };
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
        let Some(position) = known.samples.iter().position(|sample| sample.task == task) else { return };
        let sample = &mut known.samples[position];
        let holds = cluster.task(task).status.holds();
        let (less, more) = (u32::from(sample.holds), u32::from(holds));
        sample.holds = holds;
        known.training = known.training + more - less;
        if cluster.task(task).status == Status::Waiting {
            // Its work is lost: the phase wants another.
            known.samples.swap_remove(position);
            known.wanted += 1;
        }
        self.training = self.training + more - less;
        self.await_samples(cluster, task.job);
    }

    /// Finds out when the next sample of a phase will have worked for Δ.
    fn await_samples(&mut self, cluster: &Cluster, job: u32) {
        let Some(known) = self.known[job as usize].as_mut() else { return };
        if known.awaited {
            self.dues.remove(&mut self.due, job);
        }
        let phase = self.phase;
        let applies = phase == Phase::Reduce || self.parameters.timeout_of_maps;
        let waits = known.samples.iter().filter(|sample| applies && !known.settled && sample.seconds.is_none());
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
    pub fn woken(&mut self, cluster: &Cluster, news: &mut Vec<(u32, Size)>) {
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
                sample.seconds = Some((seconds, about.shuffle * factor));
            }
            if let Some(size) = self.settle(cluster, job) {
                news.insert(news.partition_point(|(other, _)| *other < job), (job, size));
            }
            self.await_samples(cluster, job);
        }
    }

    /// A task is complete. Where the size of its phase is known better now: that size.
    pub fn complete(&mut self, cluster: &Cluster, id: TaskId, seconds: f64) -> Option<Size> {
        let about = &cluster.jobs[id.job as usize].tasks[id.phase as usize][id.task as usize];
        let factor = cluster.task(id).factor;
        let shuffle = about.shuffle * factor;
        let continuous = self.parameters.source == Source::Continuous;
        self.changed(cluster, id);
        match self.parameters.past {
            Past::Jobs => {}
            Past::Tasks => self.past = (self.past.0 + 1, self.past.1 + seconds),
            Past::Recent => {
                if self.recent.len() == self.parameters.recent as usize {
                    self.recent.pop_front();
                }
                self.recent.push_back(seconds);
            }
        }
        let known = self.of_mut(id.job)?;
        known.done.0 += 1;
        known.done.1 += seconds;
        known.shuffled += shuffle;
        if let Some(sample) = known.samples.iter_mut().find(|sample| sample.task == id) {
            sample.seconds = Some((seconds - shuffle, shuffle));
        } else if known.wanted > 0 {
            // A task that got its slot by its job's priority tells as much.
            known.wanted -= 1;
            known.samples.push(Sample { task: id, seconds: Some((seconds - shuffle, shuffle)), holds: false });
        }
        if continuous {
            let tasks = cluster.phase(id.job, id.phase()).tasks.len() as u32;
            let mean = known.done.1 / f64::from(known.done.0);
            known.total = mean * f64::from(tasks);
            return Some(Size { left: mean * f64::from(tasks - known.done.0), total: known.total });
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
    fn settle(&mut self, cluster: &Cluster, job: u32) -> Option<Size> {
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
        let size = Size { left: final_size(work + shuffle, tasks, processed), total: known.total };
        self.finish_training(cluster, job);
        Some(size)
    }

    /// Estimated ÷ true size, once it is final. What was never estimated has no error.
    pub fn ratio(&self, job: u32) -> Option<f64> {
        let known = self.of(job)?;
        (known.settled && known.total > 0.0).then(|| known.total / known.truth)
    }

    /// A phase is complete: whether it had turned late.
    pub fn set_turned_late(&mut self, job: u32, late: bool) {
        if let Some(known) = self.of_mut(job) {
            known.turned_late = Some(late);
        }
    }

    /// A job is complete.
    pub fn leave(&mut self, cluster: &Cluster, job: u32) {
        if let Some(mut known) = self.known.get_mut(job as usize).and_then(Option::take) {
            if self.parameters.past == Past::Jobs {
                self.past.0 += u64::from(known.done.0);
                self.past.1 += known.done.1;
            }
            if self.parameters.source == Source::History {
                let seconds = if self.parameters.shuffle { known.done.1 } else { known.done.1 - known.shuffled };
                self.history.learn(&cluster.jobs[job as usize].name, known.predicted, seconds / f64::from(known.done.0));
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
    let gathers = phase == Phase::Reduce && !cluster.maps_done(id.job);
    if task.status.works() && !gathers { task.seen + (about.shuffle - task.done) * task.factor + timeout } else { f64::INFINITY }
}
