use super::Sharing;
use crate::sim::{Falling, Forest};
use crate::workload::Job;
use std::collections::VecDeque;

/// One job at a time, in the order in which they join; on m servers, m at a time.
#[derive(Debug)]
pub struct Serial {
    servers: u32,
    forest: Forest,
    running: Falling,
    /// Index, remaining size and size of the jobs that wait.
    waiting: VecDeque<(u32, f64, f64)>,
}

impl Serial {
    pub fn new(jobs: usize, servers: u32) -> Self {
        Self {
            servers,
            forest: Forest::with_capacity(super::room(jobs.min(servers as usize))),
            running: Falling::new(),
            waiting: VecDeque::with_capacity(super::room(jobs)),
        }
    }

    /// The running job that will complete first; on one server the only one.
    pub fn first(&self) -> Option<u32> {
        self.forest.top(&self.running).map(|top| top.item)
    }

    fn share(&self, speed: f64) -> f64 {
        speed / f64::from(self.servers)
    }
}

impl Sharing for Serial {
    fn insert(&mut self, index: u32, job: &Job, remaining: f64, _attained: f64) {
        if self.running.len() < self.servers as usize {
            self.forest.insert(&mut self.running, index, remaining, job.size);
        } else {
            self.waiting.push_back((index, remaining, job.size));
        }
    }

    fn completion(&self, speed: f64) -> f64 {
        self.forest.top(&self.running).map_or(f64::INFINITY, |top| top.key.max(0.0) / self.share(speed))
    }

    fn advance(&mut self, dt: f64, speed: f64) {
        self.forest.fall(&self.running, dt * self.share(speed));
    }

    fn complete(&mut self) -> Option<u32> {
        let top = self.forest.top(&self.running).filter(|top| top.is_due())?;
        self.forest.pop(&mut self.running);
        if let Some((index, remaining, size)) = self.waiting.pop_front() {
            self.forest.insert(&mut self.running, index, remaining, size);
        }
        Some(top.item)
    }

    fn len(&self) -> usize {
        self.running.len() + self.waiting.len()
    }

    fn served(&self) -> usize {
        self.running.len()
    }

    fn for_each(&self, speed: f64, visit: &mut dyn FnMut(u32, f64, f64)) {
        let share = self.share(speed);
        self.forest.for_each(&self.running, |index, remaining| visit(index, remaining, share));
        for &(index, remaining, _) in &self.waiting {
            visit(index, remaining, 0.0);
        }
    }
}
