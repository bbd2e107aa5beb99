use crate::workload::{Chains, TaskJob};
use std::ops::Index;

/// The jobs by number: numbers are given in the order in which jobs are submitted. Where no job waits for another this is the
/// order of the workload, and a number is a position in it.
#[derive(Debug)]
pub struct Submissions<'a> {
    all: &'a [TaskJob],
    chains: Option<&'a Chains>,
    /// Position of each job that has been submitted, where jobs wait for others.
    order: Vec<u32>,
    /// When it was.
    times: Vec<f64>,
}

impl<'a> Submissions<'a> {
    /// Of jobs of which none has been submitted.
    pub(super) fn new(all: &'a [TaskJob], chains: Option<&'a Chains>) -> Self {
        Self { all, chains, order: vec![], times: vec![] }
    }

    /// All jobs by position in the workload, submitted or not.
    pub fn all(&self) -> &'a [TaskJob] {
        self.all
    }

    /// Who waits for whom, by position in the workload; nothing if nobody does.
    pub fn chains(&self) -> Option<&'a Chains> {
        self.chains
    }

    /// Position in the workload of a job that has been submitted.
    pub fn position(&self, job: u32) -> u32 {
        if self.chains.is_some() { self.order[job as usize] } else { job }
    }

    /// When a job was submitted, in seconds.
    pub fn time(&self, job: u32) -> f64 {
        if self.chains.is_some() { self.times[job as usize] } else { self.all[job as usize].arrival }
    }

    /// Gives the job at this position the next number.
    pub(super) fn submit(&mut self, position: u32, time: f64) {
        self.order.push(position);
        self.times.push(time);
    }

    /// Positions in the workload by number, where they differ.
    pub(super) fn into_order(self) -> Vec<u32> {
        self.order
    }
}

impl Index<usize> for Submissions<'_> {
    type Output = TaskJob;

    fn index(&self, job: usize) -> &TaskJob {
        &self.all[if self.chains.is_some() { self.order[job] as usize } else { job }]
    }
}
