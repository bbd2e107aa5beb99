use super::estimator::Size;
use super::virtual_cluster::marks;
use super::{Aging, Estimator, Key, Parameters, TrainingOrder, Update, estimator};
use crate::cluster::{Cluster, Config, TaskId};
use crate::sim::{self, Orchard, Sorted};
use crate::workload::Phase;

/// What HFSP knows of one phase of all jobs.
#[derive(Debug)]
pub struct Side {
    pub phase: Phase,
    pub estimator: Estimator,
    pub aging: Aging,
    key: Key,
    continuous: bool,
    update: Update,
    speed: f64,
    training_order: TrainingOrder,
    /// Jobs in training, unless their samples are served in the order of all jobs.
    trainees: Sorted,
    ranks: Orchard<(sim::Key, u32)>,
    enlisted: Vec<bool>,
    /// When the order of priority was brought up to date; absent if something has changed since.
    ordered: Option<f64>,
    /// Sizes that are known better.
    news: Vec<(u32, Size)>,
}

impl Side {
    pub fn new(phase: Phase, parameters: Parameters, config: &Config) -> Self {
        Self {
            phase,
            estimator: Estimator::new(phase, parameters.estimator),
            aging: Aging::new(phase, parameters.granularity, config.total(phase), parameters.chains),
            key: parameters.key,
            continuous: parameters.estimator.source == estimator::Source::Continuous,
            update: parameters.update,
            speed: parameters.speed,
            training_order: parameters.training_order,
            trainees: Sorted::new(),
            ranks: Orchard::default(),
            enlisted: vec![],
            ordered: None,
            news: vec![],
        }
    }

    /// A phase enters the virtual cluster, if it has tasks.
    pub fn enter(&mut self, cluster: &Cluster, job: u32) {
        let tasks = cluster.phase(job, self.phase).waiting;
        if tasks > 0 {
            self.aging.age(cluster.now);
            let size = self.estimator.enter(cluster, job, self.aging.tasks(cluster, job));
            if self.estimator.of(job).is_some_and(|known| known.tiny) {
                self.aging.enter_tiny(job, tasks);
            } else {
                let weight = cluster.jobs[job as usize].weight * self.speed;
                self.aging.enter(cluster, &self.estimator, job, tasks, size, weight);
            }
            self.ordered = None;
            self.review(cluster, job);
        }
    }

    /// The tasks of a phase may have slots from now on.
    pub fn open(&mut self, cluster: &Cluster, job: u32) {
        if self.estimator.of(job).is_none() {
            self.enter(cluster, job);
        }
        self.review(cluster, job);
    }

    /// A task has been given a slot, has lost it, or waits again.
    pub fn changed(&mut self, cluster: &Cluster, task: TaskId) {
        self.estimator.changed(cluster, task);
        self.review(cluster, task.job);
    }

    /// A task is complete.
    pub fn complete(&mut self, cluster: &Cluster, task: TaskId, seconds: f64) {
        let state = cluster.phase(task.job, self.phase);
        let last = state.waiting + state.running + state.suspended == 0;
        if last && !self.aging.is_tiny(task.job) {
            self.aging.age(cluster.now);
            let here = cluster.now - cluster.jobs.time(task.job);
            self.estimator.set_turned_late(task.job, cluster.now - self.aging.over_since(task.job) > INSTANT * here);
        }
        let size = self.estimator.complete(cluster, task, seconds);
        if size.is_none() && !last {
            self.review(cluster, task.job);
            return;
        }
        self.aging.age(cluster.now);
        match size {
            Some(size) if self.continuous => self.aging.replace_size(task.job, size.left),
            Some(size) => self.update(task.job, size),
            None => {}
        }
        if last {
            self.aging.leave(task.job);
        }
        self.ordered = None;
        self.review(cluster, task.job);
    }

    /// The samples of a phase are known.
    fn update(&mut self, job: u32, Size { left, total }: Size) {
        match self.update {
            Update::Replace => self.aging.replace_size(job, left),
            Update::Total => self.aging.set_size(job, total),
            Update::Deduct => self.aging.set_size(job, left),
        }
    }

    /// Machines have left or joined.
    pub fn resize(&mut self, cluster: &Cluster) {
        self.aging.age(cluster.now);
        self.aging.resize(cluster.slots[self.phase.index()]);
        self.ordered = None;
    }

    /// The time has come at which some sample has worked for Δ.
    pub fn woken(&mut self, cluster: &Cluster) {
        let mut news = std::mem::take(&mut self.news);
        self.estimator.woken(cluster, &mut news);
        for (job, size) in news.drain(..) {
            self.aging.age(cluster.now);
            self.update(job, size);
            self.ordered = None;
            self.review(cluster, job);
        }
        self.news = news;
    }

    /// Brings the order of priority up to date. What finishes first virtually does so whatever time has passed, as long as
    /// nothing else has happened and it has not finished.
    pub fn refresh(&mut self, now: f64) {
        let stale = |ordered| ordered < now && (self.key == Key::Remaining || self.aging.has_ended_by(now));
        if self.ordered.is_none_or(stale) {
            self.aging.age(now);
            self.ordered = Some(now);
        }
    }

    /// The virtual sizes: job, size, whether it is late. The order of priority stays what it was.
    pub fn sizes(&mut self, now: f64) -> Vec<(u32, f64, bool)> {
        let sizes = if self.key == Key::Finish && self.ordered.is_some_and(|ordered| ordered < now) {
            let mut later = self.aging.clone();
            later.age(now);
            later.sizes()
        } else {
            self.aging.age(now);
            self.aging.sizes()
        };
        sizes.into_iter().map(|(job, size)| (job, size, size == 0.0 && !self.aging.is_tiny(job))).collect()
    }

    /// Finds out what a job may ask for.
    fn review(&mut self, cluster: &Cluster, job: u32) {
        let state = cluster.phase(job, self.phase);
        let Some(known) = self.estimator.of(job) else { return };
        let learns = state.open && !known.settled;
        let wants = learns && known.wanted > 0;
        let mark = |mark, has| if state.open && has { mark } else { 0 };
        let of_training = mark(marks::WANTING, wants) | mark(marks::TRAINEE, wants && state.waiting > 0);
        let (waiting, paused) = (mark(marks::WAITING, state.waiting > 0), mark(marks::PAUSED, state.suspended > 0));
        self.aging.mark(job, mark(marks::OPEN, true) | waiting | paused | of_training);
        let rank = match self.training_order {
            TrainingOrder::Priority => return,
            TrainingOrder::Initial => self.aging.initial(job).unwrap_or(known.initial),
            TrainingOrder::Fewest => f64::from(state.waiting + state.running + state.suspended),
        };
        let (rank, enlist) = ((sim::Key(rank), job), learns);
        if self.enlisted.len() <= job as usize {
            self.enlisted.resize(job as usize + 1, false);
        }
        let enlisted = &mut self.enlisted[job as usize];
        if *enlisted && !(enlist && self.ranks.key(job) == rank) {
            self.ranks.remove(&mut self.trainees, job);
            *enlisted = false;
        }
        if enlist && !*enlisted {
            self.ranks.insert(&mut self.trainees, job, rank, of_training);
            *enlisted = true;
        } else if enlist {
            self.ranks.mark(job, of_training);
        }
    }

    /// The first job in training with one of these marks that `takes` says something of, in the order in which samples are
    /// served.
    pub fn find_in_training<T>(&mut self, marks: u8, mut takes: impl FnMut(&Estimator, u32) -> Option<T>) -> Option<T> {
        if self.training_order == TrainingOrder::Priority {
            self.aging.rewind(self.key, marks);
            while let Some(job) = self.aging.advance() {
                if let Some(taken) = takes(&self.estimator, job) {
                    return Some(taken);
                }
            }
            return None;
        }
        let mut next = self.ranks.first(&self.trainees, marks);
        while let Some(job) = next {
            if let Some(taken) = takes(&self.estimator, job) {
                return Some(taken);
            }
            next = self.ranks.next(job, marks);
        }
        None
    }
}

/// Part of the time that a phase has been there which is taken for an instant.
const INSTANT: f64 = 1e-9;
