use super::{Head, Known, Order, Ranked};
use crate::sim::{Falling, Forest, TIE, Total};
use crate::workload::Job;

/// The job that would complete first under (weighted) processor sharing goes first.
///
/// The *virtual queue* simulates that processor sharing: it holds every job that is not virtually complete, including
/// those already complete in reality, and runs on while the real server idles. A second heap holds those of its jobs
/// that are still to be served; both fall together. A job that completes virtually before it completes in reality is late.
#[derive(Debug)]
pub struct VirtualQueue {
    known: Known,
    weighted: bool,
    forest: Forest,
    /// All jobs that are not virtually complete, by virtual remaining size ÷ weight.
    all: Falling,
    /// Those that are neither late nor complete.
    open: Falling,
    /// Total weight of `all`.
    weight: Total,
    jobs: Vec<State>,
}

#[derive(Clone, Copy, Debug)]
struct State {
    remaining: f64,
    size: f64,
    weight: f64,
    open: bool,
}

impl VirtualQueue {
    pub fn new(known: Known, weighted: bool, jobs: usize) -> Self {
        Self {
            known,
            weighted,
            forest: Forest::with_capacity(2 * super::room(jobs)),
            all: Falling::new(),
            open: Falling::new(),
            weight: Total::default(),
            jobs: Vec::with_capacity(jobs),
        }
    }

    /// Drops from the open jobs' heap what is late or complete by now.
    fn clean(&mut self) {
        while self.forest.top(&self.open).is_some_and(|top| !self.jobs[top.item as usize].open) {
            self.forest.pop(&mut self.open);
        }
    }
}

impl Order for VirtualQueue {
    fn insert(&mut self, index: u32, job: &Job) {
        debug_assert_eq!(index as usize, self.jobs.len(), "jobs arrive in order");
        let weight = if self.weighted { job.weight } else { 1.0 };
        let key = self.known.of(job) / weight;
        self.forest.insert(&mut self.all, index, key, key);
        self.forest.insert(&mut self.open, index, key, key);
        self.weight.add(weight);
        self.jobs.push(State { remaining: job.size, size: job.size, weight, open: true });
    }

    fn head(&self) -> Option<Head> {
        self.forest.top(&self.open).map(|top| {
            let State { remaining, size, .. } = self.jobs[top.item as usize];
            Head { index: top.item, remaining, size }
        })
    }

    fn event(&self, _speed: f64) -> (f64, f64) {
        self.forest.top(&self.all).map_or((f64::INFINITY, 0.0), |top| {
            let weight = self.weight.get();
            (top.key.max(0.0) * weight, TIE * top.scale * weight)
        })
    }

    fn advance(&mut self, dt: f64, speed: f64) {
        if !self.all.is_empty() {
            let fall = dt / self.weight.get();
            self.forest.fall(&self.all, fall);
            self.forest.fall(&self.open, fall);
        }
        if let Some(top) = self.forest.top(&self.open) {
            self.jobs[top.item as usize].remaining -= dt * speed;
        }
    }

    fn remove_head(&mut self) {
        if let Some(top) = self.forest.pop(&mut self.open) {
            self.jobs[top.item as usize].open = false;
            self.clean();
        }
    }

    fn act(&mut self) -> Option<(u32, f64)> {
        let top = self.forest.pop(&mut self.all)?;
        let state = &mut self.jobs[top.item as usize];
        self.weight.take(state.weight);
        let late = state.open.then_some((top.item, state.remaining));
        state.open = false;
        self.clean();
        late
    }

    fn for_each(&self, _speed: f64, visit: &mut dyn FnMut(Ranked)) {
        let weight = self.weight.get();
        self.forest.for_each(&self.all, |index, key| {
            let state = &self.jobs[index as usize];
            visit(Ranked {
                index,
                remaining: if state.open { state.remaining } else { 0.0 },
                virtual_remaining: Some((key * state.weight).max(0.0)),
                virtual_rate: state.weight / weight,
            });
        });
    }

    fn of_late(&self, _job: &Job, _remaining: f64, _share: f64) -> (f64, f64) {
        (0.0, 0.0)
    }
}
