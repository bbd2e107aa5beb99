use super::Rule;
use crate::sim::{Key, TIE};
use crate::workload::Job;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The job with the least key goes first, where a job's key is known when it arrives and stays.
pub struct ByKey<'a> {
    key: &'a dyn Fn(&Job) -> f64,
    preempts: bool,
    first: Option<(Key, u32)>,
    /// Whether the first job has been served in this turn.
    started: bool,
    waiting: BinaryHeap<Reverse<(Key, u32)>>,
}

impl<'a> ByKey<'a> {
    /// The rule that a job of a lesser key interrupts, or else waits until the server is free.
    pub fn new(preempts: bool, jobs: usize, key: &'a dyn Fn(&Job) -> f64) -> Self {
        Self { key, preempts, first: None, started: false, waiting: BinaryHeap::with_capacity(super::room(jobs)) }
    }
}

impl Rule for ByKey<'_> {
    fn join(&mut self, index: u32, job: &Job) {
        let key = (self.key)(job);
        let new = (Key(key), index);
        match self.first {
            None => {
                self.first = Some(new);
                self.started = false;
            }
            // Of jobs that arrive together the first by its key starts. A tie goes to the job that came before.
            Some((Key(other), _)) if (self.preempts || !self.started) && key < other - TIE * other.abs() => {
                self.waiting.extend(self.first.replace(new).map(Reverse));
                self.started = false;
            }
            Some(_) => self.waiting.push(Reverse(new)),
        }
    }

    fn first(&self) -> Option<u32> {
        self.first.map(|(_, index)| index)
    }

    fn serve(&mut self, dt: f64) {
        self.started |= dt > 0.0;
    }

    fn leave(&mut self) {
        self.first = self.waiting.pop().map(|Reverse(next)| next);
        self.started = false;
    }

    fn for_each(&self, visit: &mut dyn FnMut(u32)) {
        self.first.iter().chain(self.waiting.iter().map(|Reverse(job)| job)).for_each(|(_, index)| visit(*index));
    }
}
