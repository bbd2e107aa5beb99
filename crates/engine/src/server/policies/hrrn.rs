//! HRRN: highest response ratio next.
//!
//! Whenever the server is free the job with the greatest (wait + estimate) ÷ estimate starts and runs to its end. Small
//! jobs go first, as under SJFE, but every job's ratio grows while it waits, the sooner the smaller it is, so none starves:
//! a compromise between SJFE and FIFO. A job with an estimate of 0 has an infinite ratio.
//!
//! Ratios change their order all the time, so each start looks at all jobs that wait: O(n).

use crate::registry::{Family, Row};
use crate::server::parts::{Rule, Turns, in_turn, room};
use crate::server::scheduler::Fault;
use crate::server::{Config, Observer, Outcome, Servers};
use crate::sim::{Clock, TIE};
use crate::workload::{Job, Workload};

pub const ROW: Row = Row {
    key: "hrrn",
    name: "HRRN",
    full: "highest response ratio next",
    family: Family::Estimated,
    preemptive: false,
    line: "greatest (wait + estimate) ÷ estimate first, never interrupted",
    source: "Brinch Hansen 1971; Stallings, Operating Systems, chapter 9",
};

pub const SERVERS: Servers = Servers::One("the ratio is that of a wait for one server");

pub fn run<O: Observer>(config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
    let jobs = workload.len();
    let ratios = Ratios { clock: Clock::at(0.0), jobs: Vec::with_capacity(room(jobs)), first: None, started: false };
    in_turn(config, workload, Turns::new(ratios, jobs), observer)
}

struct Waiting {
    job: u32,
    arrival: f64,
    estimate: f64,
}

impl Waiting {
    /// Wait ÷ estimate, which is less by 1 than the response ratio.
    fn ratio(&self, clock: &Clock) -> f64 {
        if self.estimate == 0.0 { f64::INFINITY } else { clock.since(self.arrival) / self.estimate }
    }
}

struct Ratios {
    clock: Clock,
    /// All that are present, in no order.
    jobs: Vec<Waiting>,
    /// Place in `jobs` of the one that is served.
    first: Option<usize>,
    /// Whether it has been served yet.
    started: bool,
}

impl Ratios {
    fn choose(&mut self) {
        let ratio = |waiting: &Waiting| waiting.ratio(&self.clock);
        let greatest = self.jobs.iter().map(ratio).fold(0.0, f64::max);
        let ties = |waiting: &Waiting| ratio(waiting) >= greatest - TIE * greatest.max(1.0) || ratio(waiting) == greatest;
        let first = self.jobs.iter().enumerate().filter(|(_, waiting)| ties(waiting)).min_by_key(|(_, waiting)| waiting.job);
        self.first = first.map(|(place, _)| place);
        self.started = false;
    }
}

impl Rule for Ratios {
    fn join(&mut self, index: u32, job: &Job) {
        self.clock = Clock::at(job.arrival);
        self.jobs.push(Waiting { job: index, arrival: job.arrival, estimate: job.estimate });
        if !self.started {
            self.choose();
        }
    }

    fn first(&self) -> Option<u32> {
        self.first.map(|place| self.jobs[place].job)
    }

    fn serve(&mut self, dt: f64) {
        self.started |= dt > 0.0;
        self.clock.advance(dt);
    }

    fn pass(&mut self, dt: f64) {
        // The server is switching: ratios are those of the instant at which it can start.
        self.clock.advance(dt);
        self.choose();
    }

    fn leave(&mut self) {
        if let Some(place) = self.first {
            self.jobs.swap_remove(place);
            self.choose();
        }
    }

    fn for_each(&self, visit: &mut dyn FnMut(u32)) {
        self.jobs.iter().for_each(|waiting| visit(waiting.job));
    }
}
