//! A scheduler that is not ours, looked at while it works.

use super::{Config, Fault, JobState, Next, Scheduler};
use crate::sim::TIE;
use crate::workload::{Job, Workload};

/// Events in a row without progress that cannot come from anything but a mistake.
const STALLED: u32 = 1000;
/// Events of a scheduler's own for each job on average; and for how many jobs at least.
const EVENTS: u64 = 300_000;
const JOBS: u64 = 100;

/// Passes on what a scheduler says as long as it can be true.
pub struct Guarded<'a, S> {
    scheduler: S,
    jobs: &'a [Job],
    /// Servers, each of which has its part of the speed.
    servers: f64,
    /// What has become of each job.
    state: Vec<State>,
    arrived: usize,
    present: usize,
    now: f64,
    /// Time with jobs, and the work of those that are complete.
    busy: f64,
    done: f64,
    /// Events that are left, and events in a row without progress.
    events: u64,
    stalled: u32,
    fault: Option<Fault>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Expected,
    Present,
    Complete,
}

impl<'a, S: Scheduler> Guarded<'a, S> {
    pub fn new(config: &Config, workload: &'a Workload, scheduler: S) -> Self {
        let jobs = workload.jobs();
        Self {
            scheduler,
            jobs,
            servers: config.servers.into(),
            state: vec![State::Expected; jobs.len()],
            arrived: 0,
            present: 0,
            now: 0.0,
            busy: 0.0,
            done: 0.0,
            events: EVENTS * JOBS.max(jobs.len() as u64),
            stalled: 0,
            fault: None,
        }
    }

    /// The job of which there is something to say where none is named.
    fn newest(&self) -> u32 {
        self.arrived.saturating_sub(1) as u32
    }

    fn fail(&mut self, job: u32, what: &str) {
        self.fault.get_or_insert_with(|| Fault { job, age: None, time: 0.0, what: what.to_owned() });
    }

    /// What is wrong about what it says will happen.
    fn wrong(&self, next: Next) -> Option<&'static str> {
        let is_time = |time: f64| time >= 0.0;
        if !is_time(next.completion) || !is_time(next.event) || !is_time(next.slack) {
            return Some("what it says will happen is not a time from now, 0 or more");
        }
        let waits = next.completion.min(next.event) == f64::INFINITY && self.present > 0 && self.arrived == self.jobs.len();
        waits.then_some("it says that nothing will happen, and jobs are present")
    }
}

impl<S: Scheduler> Scheduler for Guarded<'_, S> {
    fn arrive(&mut self, index: u32, job: &Job) {
        (self.state[index as usize], self.now) = (State::Present, job.arrival);
        (self.arrived, self.present, self.stalled) = (self.arrived + 1, self.present + 1, 0);
        self.scheduler.arrive(index, job);
    }

    fn next(&self) -> Next {
        let next = self.scheduler.next();
        // The engine lets no time pass, and `advance` finds out what is wrong.
        if self.wrong(next).is_some() { Next { completion: 0.0, ..Next::NEVER } } else { next }
    }

    fn advance(&mut self, dt: f64) {
        if let Some(what) = self.wrong(self.scheduler.next()) {
            return self.fail(self.newest(), what);
        }
        self.now += dt;
        if self.present > 0 {
            self.busy += dt;
        }
        if dt > 0.0 {
            self.stalled = 0;
        }
        self.stalled += 1;
        self.scheduler.advance(dt);
        if self.stalled > STALLED + self.present as u32 {
            self.fail(self.newest(), "1000 times in a row something happens and no job gets any service");
        }
    }

    fn complete(&mut self) -> Option<u32> {
        if self.fault.is_some() {
            return None;
        }
        let job = self.scheduler.complete()?;
        let Some(about) = self.jobs.get(job as usize).filter(|_| self.state[job as usize] == State::Present) else {
            self.fail(self.newest(), "it completes a job that is not there");
            return None;
        };
        // As much as rounding can account for over a long run.
        let (rounding, sojourn) = (1e3 * TIE * self.now.abs(), self.now - about.arrival);
        self.done += about.size;
        if sojourn + rounding < about.size * self.servers * (1.0 - TIE) || self.busy + rounding < self.done * (1.0 - TIE) {
            self.fail(job, "it completes the job before its work can be done");
            return None;
        }
        (self.state[job as usize], self.stalled) = (State::Complete, 0);
        self.present -= 1;
        Some(job)
    }

    fn act(&mut self, jobs: &[Job]) {
        self.events = self.events.saturating_sub(1);
        if self.events == 0 {
            self.fail(self.newest(), "it has had more than 300000 events of its own for each job");
        }
        self.scheduler.act(jobs);
    }

    fn works(&self) -> bool {
        self.scheduler.works()
    }

    fn late(&self) -> usize {
        self.scheduler.late()
    }

    fn fault(&self) -> Option<Fault> {
        self.fault.clone().or_else(|| self.scheduler.fault())
    }

    fn for_each(&self, jobs: &[Job], visit: &mut dyn FnMut(JobState)) {
        self.scheduler.for_each(jobs, visit);
    }
}
