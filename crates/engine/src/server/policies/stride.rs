//! Stride: stride scheduling.
//!
//! Every job has a pass, the service it has had in quanta ÷ its tickets, which are its weight. Whenever a quantum ends or a
//! job completes, the job with the least pass has the next quantum; of several the one that came first. So the server is
//! shared in proportion to weights as under [lottery](super::lottery) scheduling, but without chance: at any time a job is
//! ahead of its share or behind it by a quantum or so.
//!
//! A job that arrives begins with the least pass there is, which is that of the job being served, and waits for the end of
//! the quantum. So a new job has no claim on what was served before it came.

use crate::registry::{Family, Parameter, Row};
use crate::server::parts::{Quantum, Rule, Turns, in_turn, room};
use crate::server::scheduler::Fault;
use crate::server::{Config, Observer, Outcome, Servers};
use crate::sim::Key;
use crate::workload::{Job, Workload};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

pub const ROW: Row = Row {
    key: "stride",
    name: "Stride",
    full: "",
    family: Family::Blind,
    preemptive: true,
    line: "a quantum to the job that has had the least service for its weight",
    source: "Waldspurger & Weihl 1995; Arpaci-Dusseau, OSTEP, chapter 9",
};

pub const SERVERS: Servers = Servers::One("each quantum is the one server's");

/// How long a turn is.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    pub(crate) quantum: f64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { quantum: 1.0 }
    }
}

pub fn parameters() -> Vec<Parameter<Parameters>> {
    vec![Parameter::number("quantum", 1e-3..=1e9, "how much service a job gets in its turn, in units of size; 1 unless given", |its, x| {
        its.quantum = x;
    })]
}

impl Parameters {
    pub fn run<O: Observer>(&self, config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
        let jobs = workload.len();
        let strides = Strides {
            jobs: Vec::with_capacity(jobs),
            waiting: BinaryHeap::with_capacity(room(jobs)),
            first: None,
            quantum: Quantum::new(self.quantum),
        };
        in_turn(config, workload, Turns::new(strides, jobs), observer)
    }
}

/// What decides about a job. Its pass is not added up step by step, so that thirds do not lose a bit with every quantum.
#[derive(Clone, Copy)]
struct Progress {
    /// Its pass when it came.
    start: f64,
    /// Quanta since.
    quanta: f64,
    weight: f64,
}

impl Progress {
    fn pass(&self) -> f64 {
        self.start + self.quanta / self.weight
    }

    /// The pass to 40 bits, in which passes that are equal but for rounding are equal.
    fn key(&self) -> Key {
        const ROUNDED: u64 = (1 << 12) - 1;
        Key(f64::from_bits((self.pass().to_bits() + ROUNDED / 2 + 1) & !ROUNDED))
    }
}

struct Strides {
    /// Of each job that has come.
    jobs: Vec<Progress>,
    /// By pass.
    waiting: BinaryHeap<Reverse<(Key, u32)>>,
    first: Option<u32>,
    quantum: Quantum,
}

impl Strides {
    fn next(&mut self) {
        self.first = self.waiting.pop().map(|Reverse((_, job))| job);
        self.quantum.begin();
    }
}

impl Rule for Strides {
    fn join(&mut self, index: u32, job: &Job) {
        if self.waiting.is_empty()
            && let Some(alone) = self.first
        {
            self.jobs[alone as usize].quanta += self.quantum.catch_up();
        }
        let start = self.first.map_or(0.0, |first| self.jobs[first as usize].pass());
        let progress = Progress { start, quanta: 0.0, weight: job.weight };
        self.jobs.push(progress);
        self.waiting.push(Reverse((progress.key(), index)));
        if self.first.is_none() {
            self.next();
        }
    }

    fn first(&self) -> Option<u32> {
        self.first
    }

    fn event(&self) -> (f64, f64) {
        if self.waiting.is_empty() { (f64::INFINITY, 0.0) } else { self.quantum.event() }
    }

    fn serve(&mut self, dt: f64) {
        self.quantum.serve(dt);
    }

    fn act(&mut self) {
        if let Some(first) = self.first.filter(|_| self.quantum.is_over()) {
            let progress = &mut self.jobs[first as usize];
            progress.quanta += 1.0;
            self.waiting.push(Reverse((progress.key(), first)));
            self.next();
        }
    }

    fn leave(&mut self) {
        self.next();
    }

    fn for_each(&self, visit: &mut dyn FnMut(u32)) {
        self.first.iter().chain(self.waiting.iter().map(|Reverse((_, job))| job)).for_each(|job| visit(*job));
    }
}
