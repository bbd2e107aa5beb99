//! Nudge: FIFO in which a small job may overtake a large one.
//!
//! Jobs are served to their end in the order of the waiting line. A small job that arrives and finds a large one last in
//! the line swaps places with it; each large job is overtaken once at most. Where sizes have a light tail and are told
//! apart well, that makes *every* percentile of sojourn times better than under FIFO, which had been thought impossible.
//! Small are jobs whose estimate is below `threshold`. Who gets the server at the instant of the arrival waits no longer.

use crate::registry::{Family, Parameter, Row};
use crate::server::parts::{Rule, Turns, in_turn, room};
use crate::server::scheduler::Fault;
use crate::server::{Config, Observer, Outcome, Servers};
use crate::workload::{Job, Workload};
use std::collections::VecDeque;

pub const ROW: Row = Row {
    key: "nudge",
    name: "Nudge",
    full: "",
    family: Family::Estimated,
    preemptive: false,
    line: "in order of arrival, but a small job overtakes the large one that is last in line, once",
    source: "Grosof, Yang, Scully & Harchol-Balter 2021",
};

pub const SERVERS: Servers = Servers::One("it was made for the line of one server");

/// Which jobs are small.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    threshold: f64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { threshold: 1.0 }
    }
}

pub fn parameters() -> Vec<Parameter<Parameters>> {
    vec![Parameter::number("threshold", 0.0..=1e15, "estimate from which on a job is large, in units of size", |its, x| its.threshold = x)]
}

impl Parameters {
    pub fn run<O: Observer>(&self, config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
        let jobs = workload.len();
        let line = Line { threshold: self.threshold, jobs: VecDeque::with_capacity(room(jobs)) };
        in_turn(config, workload, Turns::new(line, jobs), observer)
    }
}

struct Line {
    threshold: f64,
    /// Each with whether it may still be overtaken; the first is served.
    jobs: VecDeque<(u32, bool)>,
}

impl Rule for Line {
    fn join(&mut self, index: u32, job: &Job) {
        let large = job.estimate >= self.threshold;
        let waiting = self.jobs.len() > 1;
        match self.jobs.back_mut() {
            Some((last, yields @ true)) if waiting && !large => {
                let last = std::mem::replace(last, index);
                *yields = false;
                self.jobs.push_back((last, false));
            }
            _ => self.jobs.push_back((index, large)),
        }
    }

    fn first(&self) -> Option<u32> {
        self.jobs.front().map(|(job, _)| *job)
    }

    fn serve(&mut self, _: f64) {}

    fn leave(&mut self) {
        self.jobs.pop_front();
    }

    fn for_each(&self, visit: &mut dyn FnMut(u32)) {
        self.jobs.iter().for_each(|(job, _)| visit(*job));
    }
}
