//! Lottery: lottery scheduling.
//!
//! Whenever a quantum ends or a job completes, a job is drawn to have the next quantum, with a chance in proportion to its
//! tickets, which are its weight. In the long run every job has its share of the server, without any state but the
//! tickets; over n draws the share is off by about √n quanta ([stride](super::stride) scheduling bounds that by a constant
//! number). A job that arrives in the midst of a quantum takes part from the next draw on.
//!
//! The draws are a stream of random numbers of their own, given by `seed`: the same in every replication.

use crate::registry::{Family, Parameter, Row};
use crate::server::parts::{Lots, Quantum, Rule, Turns, in_turn, room};
use crate::server::scheduler::Fault;
use crate::server::{Config, Observer, Outcome, Servers};
use crate::sim::{Random, stream};
use crate::workload::{Job, Workload};
use rand::RngExt;

pub const ROW: Row = Row {
    key: "lottery",
    name: "Lottery",
    full: "",
    family: Family::Blind,
    preemptive: true,
    line: "a quantum to a job drawn with a chance in proportion to its weight",
    source: "Waldspurger & Weihl 1994; Arpaci-Dusseau, OSTEP, chapter 9",
};

pub const SERVERS: Servers = Servers::One("each draw is for the one server");

/// How long a turn is, and which numbers are drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    pub(crate) quantum: f64,
    seed: u32,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { quantum: 1.0, seed: 1 }
    }
}

pub fn parameters() -> Vec<Parameter<Parameters>> {
    vec![
        Parameter::number(
            "quantum",
            1e-3..=1e9,
            "how much service the job that is drawn gets, in units of size; 1 unless given",
            |its, x| its.quantum = x,
        ),
        Parameter::whole("seed", 0..=u32::MAX, "which random numbers are drawn; 1 unless given", |its, seed| its.seed = seed),
    ]
}

/// The purpose of the random numbers: none that a workload is drawn from.
const DRAWS: u8 = 100;

impl Parameters {
    pub fn run<O: Observer>(&self, config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
        let jobs = workload.len();
        let lottery = Lottery {
            lots: Lots::with_capacity(room(jobs)),
            random: stream(self.seed.into(), 0, DRAWS),
            quantum: Quantum::new(self.quantum),
            winner: None,
            len: 0,
        };
        in_turn(config, workload, Turns::new(lottery, jobs), observer)
    }
}

struct Lottery {
    lots: Lots,
    random: Random,
    quantum: Quantum,
    /// The job that was drawn, and its place.
    winner: Option<(u32, u32)>,
    len: usize,
}

impl Lottery {
    fn draw(&mut self) {
        self.quantum.begin();
        let total = self.lots.total();
        self.winner = (total > 0.0).then(|| self.lots.find(self.random.random::<f64>() * total));
    }
}

impl Rule for Lottery {
    fn join(&mut self, index: u32, job: &Job) {
        if self.len == 1 {
            self.quantum.catch_up();
        }
        self.lots.insert(index, job.weight);
        self.len += 1;
        if self.quantum.is_fresh() {
            self.draw();
        }
    }

    fn first(&self) -> Option<u32> {
        self.winner.map(|(job, _)| job)
    }

    fn event(&self) -> (f64, f64) {
        if self.len > 1 { self.quantum.event() } else { (f64::INFINITY, 0.0) }
    }

    fn serve(&mut self, dt: f64) {
        self.quantum.serve(dt);
    }

    fn act(&mut self) {
        if self.quantum.is_over() {
            self.draw();
        }
    }

    fn leave(&mut self) {
        if let Some((_, place)) = self.winner {
            self.lots.remove(place);
            self.len -= 1;
            self.draw();
        }
    }

    fn for_each(&self, visit: &mut dyn FnMut(u32)) {
        self.lots.for_each(visit);
    }
}
