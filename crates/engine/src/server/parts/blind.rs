use super::{OneAtATime, Serial, Sharing};
use crate::server::JobState;
use crate::server::scheduler::{Next, Scheduler};
use crate::workload::Job;

/// A policy that ignores sizes: all jobs in one [`Sharing`] that has the whole server.
#[derive(Debug)]
pub struct Blind<S>(pub S);

impl<S: Sharing> Scheduler for Blind<S> {
    fn arrive(&mut self, index: u32, job: &Job) {
        self.0.insert(index, job, job.size, 0.0);
    }

    fn next(&self) -> Next {
        Next { completion: self.0.completion(1.0), event: self.0.event(1.0), slack: 0.0 }
    }

    fn advance(&mut self, dt: f64) {
        self.0.advance(dt, 1.0);
    }

    fn complete(&mut self) -> Option<u32> {
        self.0.complete()
    }

    fn act(&mut self, _: &[Job]) {
        self.0.act();
    }

    fn late(&self) -> usize {
        0
    }

    fn for_each(&self, _: &[Job], visit: &mut dyn FnMut(JobState)) {
        self.0.for_each(1.0, &mut |job, remaining, share| {
            visit(JobState { job, remaining, virtual_remaining: None, virtual_rate: 0.0, share, late: false });
        });
    }
}

impl OneAtATime for Blind<Serial> {
    fn served(&self) -> Option<u32> {
        self.0.first()
    }
}
