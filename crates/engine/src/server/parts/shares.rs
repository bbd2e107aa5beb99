use super::Sharing;
use crate::sim::{Falling, Forest, Total};
use crate::workload::Job;

/// All jobs at once, equally or in proportion to their weights.
///
/// The normalised remaining sizes (remaining ÷ weight) of all jobs fall at the same speed, so the next to complete is the
/// least of a [`Falling`] heap. On several servers a job uses at most one.
#[derive(Debug)]
pub struct Shares {
    weighted: bool,
    servers: f64,
    forest: Forest,
    heap: Falling,
    weight: Total,
    /// Weight of each job, by index; only where it matters.
    weights: Vec<f64>,
}

impl Shares {
    pub fn equal(jobs: usize, servers: u32) -> Self {
        Self::new(false, jobs, servers)
    }

    pub fn by_weight(jobs: usize) -> Self {
        Self::new(true, jobs, 1)
    }

    fn new(weighted: bool, jobs: usize, servers: u32) -> Self {
        Self {
            weighted,
            servers: f64::from(servers),
            forest: Forest::with_capacity(super::room(jobs)),
            heap: Falling::new(),
            weight: Total::default(),
            weights: if weighted { vec![1.0; jobs] } else { vec![] },
        }
    }

    fn weight_of(&self, index: u32) -> f64 {
        if self.weighted { self.weights[index as usize] } else { 1.0 }
    }

    /// Speed at which the normalised remaining sizes fall.
    fn fall(&self, speed: f64) -> f64 {
        if self.weighted { speed / self.weight.get() } else { speed / (self.heap.len() as f64).max(self.servers) }
    }
}

impl Sharing for Shares {
    fn insert(&mut self, index: u32, job: &Job, remaining: f64, _attained: f64) {
        let weight = if self.weighted { job.weight } else { 1.0 };
        self.forest.insert(&mut self.heap, index, remaining / weight, job.size / weight);
        if self.weighted {
            self.weights[index as usize] = weight;
            self.weight.add(weight);
        }
    }

    fn completion(&self, speed: f64) -> f64 {
        self.forest.top(&self.heap).map_or(f64::INFINITY, |top| top.key.max(0.0) / self.fall(speed))
    }

    fn advance(&mut self, dt: f64, speed: f64) {
        if !self.heap.is_empty() {
            self.forest.fall(&self.heap, dt * self.fall(speed));
        }
    }

    fn complete(&mut self) -> Option<u32> {
        let top = self.forest.top(&self.heap).filter(|top| top.is_due())?;
        self.forest.pop(&mut self.heap);
        if self.weighted {
            self.weight.take(self.weights[top.item as usize]);
        }
        Some(top.item)
    }

    fn len(&self) -> usize {
        self.heap.len()
    }

    fn served(&self) -> usize {
        self.heap.len()
    }

    fn for_each(&self, speed: f64, visit: &mut dyn FnMut(u32, f64, f64)) {
        let fall = self.fall(speed);
        self.forest.for_each(&self.heap, |index, key| {
            let weight = self.weight_of(index);
            visit(index, key * weight, fall * weight);
        });
    }
}
