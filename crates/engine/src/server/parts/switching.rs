use crate::server::scheduler::{Fault, Next, Scheduler};
use crate::server::{Config, JobState, Observer, Outcome, engine};
use crate::sim::TIE;
use crate::workload::{Job, Workload};

/// A scheduler that serves one job at a time.
pub trait OneAtATime: Scheduler {
    /// The job that has the server unless it is busy otherwise.
    fn served(&self) -> Option<u32>;
    /// Lets time pass in which no job is served.
    fn pause(&mut self, _dt: f64) {}
}

/// What it costs that the server turns from one job to another.
///
/// A switch begins when another job than the last one that was served is first, whether that one was interrupted or is
/// complete. While it lasts no job is served, and it is not interrupted itself: who is first at its end gets the server.
/// A job that arrives at an idle server starts at once; if several arrive together, the one that the policy chooses.
#[derive(Debug)]
pub struct Switching<S> {
    scheduler: S,
    cost: f64,
    /// What is left of a switch.
    left: Option<f64>,
    /// The job that the server is set up for; none if it is idle.
    holds: Option<u32>,
}

/// Runs a scheduler that serves one job at a time on the system of `config`.
pub fn in_turn<S: OneAtATime, O: Observer>(config: &Config, workload: &Workload, scheduler: S, observer: &mut O) -> Result<Outcome, Fault> {
    let cost = config.switch_cost;
    engine::run(config, workload, Switching { scheduler, cost, left: None, holds: None }, observer)
}

impl<S: OneAtATime> Switching<S> {
    /// Begins a switch if there is one to be made.
    fn settle(&mut self) {
        if self.cost > 0.0 && self.left.is_none() {
            match self.scheduler.served() {
                None => self.holds = None,
                served => self.left = (self.holds.is_some() && served != self.holds).then_some(self.cost),
            }
        }
    }
}

impl<S: OneAtATime> Scheduler for Switching<S> {
    fn arrive(&mut self, index: u32, job: &Job) {
        self.scheduler.arrive(index, job);
        self.settle();
    }

    fn next(&self) -> Next {
        match self.left {
            Some(left) => Next { completion: f64::INFINITY, event: left.max(0.0), slack: TIE * self.cost },
            None => self.scheduler.next(),
        }
    }

    fn advance(&mut self, dt: f64) {
        match &mut self.left {
            Some(left) => {
                *left -= dt;
                self.scheduler.pause(dt);
            }
            None => {
                // Of those that come together to an idle server, the first to be served is no switch.
                if dt > 0.0 {
                    self.holds = self.scheduler.served();
                }
                self.scheduler.advance(dt);
            }
        }
    }

    fn complete(&mut self) -> Option<u32> {
        if self.left.is_some() {
            return None;
        }
        let complete = self.scheduler.complete();
        // Who is next may be settled only after all that are complete have left.
        if complete.is_none() {
            self.settle();
        }
        complete
    }

    fn act(&mut self, jobs: &[Job]) {
        if self.left.take().is_some() {
            self.holds = self.scheduler.served();
        } else {
            self.scheduler.act(jobs);
            self.settle();
        }
    }

    fn works(&self) -> bool {
        self.left.is_none()
    }

    fn late(&self) -> usize {
        self.scheduler.late()
    }

    fn for_each(&self, jobs: &[Job], visit: &mut dyn FnMut(JobState)) {
        match self.left {
            Some(_) => self.scheduler.for_each(jobs, &mut |job| visit(JobState { share: 0.0, virtual_rate: 0.0, ..job })),
            None => self.scheduler.for_each(jobs, visit),
        }
    }
}
