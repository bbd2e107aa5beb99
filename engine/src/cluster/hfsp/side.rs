use super::virtual_cluster::{VirtualCluster, marks};
use super::{Estimator, Key, Parameters, TrainingOrder, estimator};
use crate::cluster::{Cluster, Config, TaskId};
use crate::sim::{self, Orchard, Sorted};
use crate::workload::Phase;

/// What HFSP knows of one phase of all jobs.
#[derive(Debug)]
pub struct Side {
    pub phase: Phase,
    pub estimator: Estimator,
    pub aging: VirtualCluster,
    key: Key,
    continuous: bool,
    training_order: TrainingOrder,
    /// Jobs whose samples wait for slots, unless they are served in the order of all jobs.
    trainees: Sorted,
    ranks: Orchard<(sim::Key, u32)>,
    enlisted: Vec<bool>,
    /// When the order of priority was brought up to date; absent if something has changed since.
    ordered: Option<f64>,
    /// Sizes that are known better.
    news: Vec<(u32, f64)>,
}

impl Side {
    pub fn new(phase: Phase, parameters: Parameters, config: &Config) -> Self {
        Self {
            phase,
            estimator: Estimator::new(phase, parameters.estimator),
            aging: VirtualCluster::new(parameters.granularity, config.total(phase)),
            key: parameters.key,
            continuous: parameters.estimator.source == estimator::Source::Continuous,
            training_order: parameters.training_order,
            trainees: Sorted::new(),
            ranks: Orchard::default(),
            enlisted: vec![],
            ordered: None,
            news: vec![],
        }
    }

    /// The tasks of a phase may have slots from now on.
    pub fn open(&mut self, cluster: &Cluster, job: u32) {
        let tasks = cluster.phase(job, self.phase).waiting;
        if tasks > 0 {
            self.aging.age(cluster.now);
            let size = self.estimator.enter(cluster, job);
            self.aging.enter(job, tasks, size, cluster.jobs[job as usize].weight);
            self.ordered = None;
            self.review(cluster, job);
        }
    }

    /// A task has been given a slot, has lost it, or waits again.
    pub fn changed(&mut self, cluster: &Cluster, task: TaskId) {
        self.estimator.changed(cluster, task);
        self.review(cluster, task.job);
    }

    /// A task is complete.
    pub fn complete(&mut self, cluster: &Cluster, task: TaskId, seconds: f64) {
        self.aging.age(cluster.now);
        let size = self.estimator.complete(cluster, task, seconds);
        self.aging.task_done(task.job);
        match size {
            Some(size) if self.continuous => self.aging.replace_size(task.job, size),
            Some(size) => self.aging.set_size(task.job, size),
            None => {}
        }
        let state = cluster.phase(task.job, self.phase);
        if state.waiting + state.running + state.suspended == 0 {
            self.aging.leave(task.job);
        }
        self.ordered = None;
        self.review(cluster, task.job);
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
            self.aging.set_size(job, size);
            self.ordered = None;
            self.review(cluster, job);
        }
        self.news = news;
    }

    /// Brings the order of priority up to date. What finishes first virtually does so whatever time has passed, as long as
    /// nothing else has happened.
    pub fn refresh(&mut self, now: f64) {
        if self.ordered.is_none() || self.key == Key::Remaining {
            self.aging.age(now);
            self.ordered = Some(now);
        }
    }

    /// The virtual sizes: job, size. The order of priority stays what it was.
    pub fn sizes(&mut self, now: f64) -> Vec<(u32, f64)> {
        if self.key == Key::Finish && self.ordered.is_some_and(|ordered| ordered < now) {
            let mut later = self.aging.clone();
            later.age(now);
            return later.sizes();
        }
        self.aging.age(now);
        self.aging.sizes()
    }

    /// Finds out what a job may ask for.
    fn review(&mut self, cluster: &Cluster, job: u32) {
        let state = cluster.phase(job, self.phase);
        let Some(known) = self.estimator.of(job) else { return };
        let wants = known.wanted > 0 && state.waiting > 0;
        let mark = |mark, has| if has { mark } else { 0 };
        let (waiting, paused) = (mark(marks::WAITING, state.waiting > 0), mark(marks::PAUSED, state.suspended > 0));
        self.aging.mark(job, waiting | paused | mark(marks::TRAINEE, wants));
        let rank = match self.training_order {
            TrainingOrder::Priority => return,
            TrainingOrder::Initial => known.initial,
            TrainingOrder::Fewest => f64::from(state.waiting + state.running + state.suspended),
        };
        let (rank, enlist) = ((sim::Key(rank), job), wants && !known.settled);
        if self.enlisted.len() <= job as usize {
            self.enlisted.resize(job as usize + 1, false);
        }
        let enlisted = &mut self.enlisted[job as usize];
        if *enlisted && !(enlist && self.ranks.key(job) == rank) {
            self.ranks.remove(&mut self.trainees, job);
            *enlisted = false;
        }
        if enlist && !*enlisted {
            self.ranks.insert(&mut self.trainees, job, rank, 0);
            *enlisted = true;
        }
    }

    /// The first job whose samples wait for slots that `takes` says something of, in the order in which they are served.
    pub fn find_trainee<T>(&mut self, mut takes: impl FnMut(&Estimator, u32) -> Option<T>) -> Option<T> {
        match self.training_order {
            TrainingOrder::Priority => {
                self.aging.rewind(self.key, marks::TRAINEE);
                while let Some(job) = self.aging.advance() {
                    if let Some(taken) = takes(&self.estimator, job) {
                        return Some(taken);
                    }
                }
                None
            }
            TrainingOrder::Initial | TrainingOrder::Fewest => self.ranks.iter(&self.trainees).find_map(|job| takes(&self.estimator, job)),
        }
    }
}
