use super::OneAtATime;
use crate::server::JobState;
use crate::server::scheduler::{Next, Scheduler};
use crate::sim::TIE;
use crate::workload::Job;

/// Who is served next and for how long: what is left of a policy that serves one job at a time, without the work that
/// jobs need. A rule holds all jobs that are present, the one that is served among them.
pub trait Rule {
    /// A job joins.
    fn join(&mut self, index: u32, job: &Job);
    /// The job whose turn it is.
    fn first(&self) -> Option<u32>;
    /// Time until the turn ends or the rule has something else to do, and how much that can be off by rounding.
    fn event(&self) -> (f64, f64) {
        (f64::INFINITY, 0.0)
    }
    /// The first job is served for so long.
    fn serve(&mut self, dt: f64);
    /// Time passes in which no job is served.
    fn pass(&mut self, _dt: f64) {}
    /// Does what [`event`](Self::event) announced, if it is due.
    fn act(&mut self) {}
    /// The first job is complete.
    fn leave(&mut self);
    /// Visits all jobs.
    fn for_each(&self, visit: &mut dyn FnMut(u32));
}

/// Serves one job at a time as a [`Rule`] says.
#[derive(Debug)]
pub struct Turns<R> {
    rule: R,
    /// Of each job that has come.
    left: Vec<Left>,
}

#[derive(Clone, Copy, Debug)]
struct Left {
    remaining: f64,
    size: f64,
}

impl<R: Rule> Turns<R> {
    pub fn new(rule: R, jobs: usize) -> Self {
        Self { rule, left: Vec::with_capacity(jobs) }
    }
}

impl<R: Rule> Scheduler for Turns<R> {
    fn arrive(&mut self, index: u32, job: &Job) {
        debug_assert_eq!(index as usize, self.left.len(), "jobs arrive in order");
        self.left.push(Left { remaining: job.size, size: job.size });
        self.rule.join(index, job);
    }

    fn next(&self) -> Next {
        let Some(first) = self.rule.first() else { return Next::NEVER };
        let Left { remaining, size } = self.left[first as usize];
        let (event, slack) = self.rule.event();
        // A job that is done when its turn ends completes.
        let event = if event < remaining - TIE * size { event } else { f64::INFINITY };
        Next { completion: remaining.max(0.0), event, slack }
    }

    fn advance(&mut self, dt: f64) {
        match self.rule.first() {
            Some(first) => {
                self.left[first as usize].remaining -= dt;
                self.rule.serve(dt);
            }
            None => self.rule.pass(dt),
        }
    }

    fn complete(&mut self) -> Option<u32> {
        let first = self.rule.first()?;
        let Left { remaining, size } = self.left[first as usize];
        (remaining <= TIE * size).then(|| self.rule.leave())?;
        Some(first)
    }

    fn act(&mut self, _: &[Job]) {
        self.rule.act();
    }

    fn late(&self) -> usize {
        0
    }

    fn for_each(&self, _: &[Job], visit: &mut dyn FnMut(JobState)) {
        let first = self.rule.first();
        self.rule.for_each(&mut |job| {
            let share = if first == Some(job) { 1.0 } else { 0.0 };
            let remaining = self.left[job as usize].remaining;
            visit(JobState { job, remaining, virtual_remaining: None, virtual_rate: 0.0, share, late: false });
        });
    }
}

impl<R: Rule> OneAtATime for Turns<R> {
    fn served(&self) -> Option<u32> {
        self.rule.first()
    }

    fn pause(&mut self, dt: f64) {
        self.rule.pass(dt);
    }
}
