//! RR: round robin.
//!
//! The jobs stand in a ring. The first of them is served for a quantum, or until it is complete, and then goes to the end.
//! No job waits long for a first bit of service, and small jobs leave soon: with quanta that tend to 0 it is PS, with ones
//! above every size it is FIFO. A job that arrives goes to the end of the ring; at the very instant at which a quantum
//! ends it goes before the job whose quantum that was. A job that is alone keeps the server.
//!
//! On a server whose switches cost something, short quanta waste time on them: the quantum is service alone, so with
//! quanta q and a cost c of a switch the server does no more than q/(q + c) of the work that it could.

use crate::registry::{Family, Parameter, Row};
use crate::server::parts::{Quantum, Rule, Turns, in_turn, room};
use crate::server::scheduler::Fault;
use crate::server::{Config, Observer, Outcome, Servers};
use crate::workload::{Job, Workload};
use std::collections::VecDeque;

pub const ROW: Row = Row {
    key: "rr",
    name: "Round robin",
    full: "",
    family: Family::Blind,
    preemptive: true,
    line: "a quantum each, in turn",
    source: "Silberschatz, Galvin & Gagne, Operating System Concepts, 10th edition, section 5.3.3; Arpaci-Dusseau, OSTEP, chapter 7",
};

pub const SERVERS: Servers = Servers::One("the ring is one server's");

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
        let ring = Ring { jobs: VecDeque::with_capacity(room(jobs)), quantum: Quantum::new(self.quantum) };
        in_turn(config, workload, Turns::new(ring, jobs), observer)
    }
}

struct Ring {
    jobs: VecDeque<u32>,
    quantum: Quantum,
}

impl Rule for Ring {
    fn join(&mut self, index: u32, _: &Job) {
        if self.jobs.len() == 1 {
            self.quantum.catch_up();
        }
        self.jobs.push_back(index);
    }

    fn first(&self) -> Option<u32> {
        self.jobs.front().copied()
    }

    fn event(&self) -> (f64, f64) {
        if self.jobs.len() > 1 { self.quantum.event() } else { (f64::INFINITY, 0.0) }
    }

    fn serve(&mut self, dt: f64) {
        self.quantum.serve(dt);
    }

    fn act(&mut self) {
        if self.quantum.is_over() {
            self.jobs.rotate_left(1);
            self.quantum.begin();
        }
    }

    fn leave(&mut self) {
        self.jobs.pop_front();
        self.quantum.begin();
    }

    fn for_each(&self, visit: &mut dyn FnMut(u32)) {
        self.jobs.iter().for_each(|index| visit(*index));
    }
}
