//! MLFQ: multi-level feedback queue.
//!
//! Learns from what jobs have done which of them are small, by five rules (Arpaci-Dusseau): a job of a higher level goes
//! before one of a lower (1); jobs of a level take turns (2); a job enters at the highest level (3); once it has used up
//! its allotment at a level, however often it was interrupted meanwhile, it goes down one (4); after some time all jobs go
//! back to the highest, lest the large ones starve (5).
//!
//! The allotment at a level is one quantum, and each level's is `factor` times that of the level above, so jobs take turns
//! more than once at the lowest alone. A job that is interrupted keeps its place at the front of its level, and what is
//! left of its allotment. Rule 5 is carried out at multiples of `boost` after the first arrival, whoever is there then:
//! jobs go up in the order in which they would have been served, and all allotments begin anew. So late that the clock does not
//! tell one multiple from the next, there are no more boosts.

use crate::registry::{Family, Parameter, Row, within};
use crate::server::parts::{Rule, Turns, in_turn, room};
use crate::server::scheduler::Fault;
use crate::server::{Config, Observer, Outcome, Servers};
use crate::sim::{Clock, ROUNDING, TIE};
use crate::workload::{Job, Workload};
use std::collections::VecDeque;

pub const ROW: Row = Row {
    key: "mlfq",
    name: "MLFQ",
    full: "multi-level feedback queue",
    family: Family::Blind,
    preemptive: true,
    line: "the highest level in turn; a job goes down with the service it has had, and all go back to the top at times",
    source: "Corbató, Merwin-Daggett & Daley 1962; Arpaci-Dusseau, OSTEP, chapter 8",
};

pub const SERVERS: Servers = Servers::One("the levels are one server's");

/// Levels, their allotments, and when all jobs go back to the highest.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    levels: u32,
    pub(crate) quantum: f64,
    factor: f64,
    /// Infinite for never.
    pub(crate) boost: f64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { levels: 3, quantum: 1.0, factor: 2.0, boost: 100.0 }
    }
}

pub fn parameters() -> Vec<Parameter<Parameters>> {
    vec![
        Parameter::whole("levels", 1..=16, "number of levels; 3 unless given", |its, levels| its.levels = levels),
        Parameter::number(
            "quantum",
            1e-3..=1e9,
            "service that a job gets at the highest level, in units of size; 1 unless given",
            |its, x| {
                its.quantum = x;
            },
        ),
        Parameter::number("factor", 1.0..=100.0, "allotment of a level ÷ that of the level above; 2 unless given", |its, x| {
            its.factor = x;
        }),
        Parameter::new(
            "boost",
            "off or a number from 0.001 to 1e9",
            "time after which all jobs go back to the highest level; 100 unless given",
            |its: &mut Parameters, text| {
                its.boost = if text == "off" { f64::INFINITY } else { within(text, &(1e-3..=1e9))? };
                Some(())
            },
        ),
    ]
}

impl Parameters {
    pub fn run<O: Observer>(&self, config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
        let jobs = workload.len();
        let start = workload.jobs().first().map_or(0.0, |job| job.arrival);
        let levels = (0..self.levels).map(|level| {
            let allotment = self.quantum * libm::pow(self.factor, f64::from(level));
            Level { allotment, jobs: VecDeque::with_capacity(room(jobs)) }
        });
        let queue = Levels {
            all: levels.collect(),
            used: Vec::with_capacity(jobs),
            len: 0,
            last: None,
            clock: Clock::at(start),
            start,
            period: self.boost,
            boosts: 1.0,
        };
        in_turn(config, workload, Turns::new(queue, jobs), observer)
    }
}

struct Level {
    allotment: f64,
    jobs: VecDeque<u32>,
}

struct Levels {
    /// The highest first.
    all: Vec<Level>,
    /// What each job that has come has used of its allotment at its level.
    used: Vec<f64>,
    len: usize,
    /// The level and number of the job that was served last: the first there, unless it is complete.
    last: Option<(usize, u32)>,
    clock: Clock,
    /// When the first job arrives.
    start: f64,
    period: f64,
    /// The number of the next boost.
    boosts: f64,
}

impl Levels {
    /// The highest level at which there is a job, and the first job there.
    fn top(&self) -> Option<(usize, u32)> {
        self.all.iter().enumerate().find_map(|(level, its)| Some((level, *its.jobs.front()?)))
    }

    /// Whether no other job could be served at the end of an allotment, and the job is at the lowest level.
    fn is_alone(&self, level: usize) -> bool {
        self.len == 1 && level + 1 == self.all.len()
    }

    /// Instant of the next boost.
    fn boost(&self) -> f64 {
        self.start + self.boosts * self.period
    }

    /// The job that was served last, if it has used up its allotment. A job that came at that very instant may be first.
    fn expired(&self) -> Option<(usize, u32)> {
        let is_over = |(level, job): &(usize, u32)| self.used[*job as usize] >= self.all[*level].allotment * (1.0 - TIE);
        self.last.filter(is_over).filter(|(level, _)| !self.is_alone(*level))
    }

    fn expire(&mut self) {
        if let Some((level, job)) = self.expired() {
            self.used[job as usize] = 0.0;
            self.all[level].jobs.pop_front();
            let lower = (level + 1).min(self.all.len() - 1);
            self.all[lower].jobs.push_back(job);
            self.last = None;
        }
    }

    fn raise(&mut self) {
        self.expire();
        self.last = None;
        let Some((highest, lower)) = self.all.split_first_mut() else { return };
        lower.iter_mut().for_each(|level| highest.jobs.append(&mut level.jobs));
        highest.jobs.iter().for_each(|job| self.used[*job as usize] = 0.0);
        // A switch may have lasted longer than the period.
        let passed = libm::floor((self.clock.now() - self.start) / self.period);
        self.boosts = self.boosts.max(passed) + 1.0;
    }

    /// Time until the next boost, and how much that can be off by rounding.
    fn until_boost(&self) -> (f64, f64) {
        let boost = self.boost();
        let slack = ROUNDING * boost.abs();
        // So late that one cannot be told from the next there is none.
        if slack < self.period { (self.clock.until(boost), slack) } else { (f64::INFINITY, 0.0) }
    }
}

impl Rule for Levels {
    fn join(&mut self, index: u32, job: &Job) {
        self.clock = Clock::at(job.arrival);
        if self.len == 0 {
            // Nobody was there to be raised.
            self.boosts = self.boosts.max(libm::ceil((job.arrival - self.start) / self.period));
        } else if self.boost() < job.arrival {
            // It came while the server was switching.
            self.raise();
        }
        if let Some((level, alone)) = self.top().filter(|(level, _)| self.is_alone(*level)) {
            let allotment = self.all[level].allotment;
            let used = &mut self.used[alone as usize];
            let into = *used - allotment * libm::floor(*used / allotment * (1.0 + TIE));
            // One that ends at this instant is yet to end.
            *used = if into <= TIE * allotment && *used > into { allotment } else { into };
        }
        self.used.push(0.0);
        self.all[0].jobs.push_back(index);
        self.len += 1;
    }

    fn first(&self) -> Option<u32> {
        self.top().map(|(_, job)| job)
    }

    fn event(&self) -> (f64, f64) {
        let Some((level, job)) = self.top() else { return (f64::INFINITY, 0.0) };
        if self.expired().is_some() {
            return (0.0, 0.0);
        }
        let allotment = self.all[level].allotment;
        let left = if self.is_alone(level) { f64::INFINITY } else { (allotment - self.used[job as usize]).max(0.0) };
        let boost = self.until_boost();
        if boost.0 < left { boost } else { (left, TIE * allotment) }
    }

    fn serve(&mut self, dt: f64) {
        if dt > 0.0 {
            self.last = self.top();
        }
        if let Some((_, job)) = self.last {
            self.used[job as usize] += dt;
        }
        self.pass(dt);
    }

    fn pass(&mut self, dt: f64) {
        self.clock.advance(dt);
    }

    fn act(&mut self) {
        let (boost, slack) = self.until_boost();
        if self.expired().is_some() {
            self.expire();
        } else if boost <= slack {
            self.raise();
        }
    }

    fn leave(&mut self) {
        if let Some((level, _)) = self.top() {
            self.all[level].jobs.pop_front();
            self.len -= 1;
            self.last = None;
        }
    }

    fn for_each(&self, visit: &mut dyn FnMut(u32)) {
        self.all.iter().flat_map(|level| &level.jobs).for_each(|job| visit(*job));
    }
}
