use super::{OneAtATime, Order, Serial, Sharing, ShortestFirst};
use crate::server::JobState;
use crate::server::scheduler::{Next, Scheduler};
use crate::sim::TIE;
use crate::workload::Job;

/// Whether the first job that is not late is served beside the late ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WithHead {
    /// Late jobs have the server to themselves.
    No,
    /// The head has the same share as each late job that is served.
    Yes,
}

/// The composition behind all size-based policies: an [`Order`] of the jobs that are not late, a [`Sharing`] among those
/// that are, and whether the head of the order is served beside them.
///
/// While no job is late the head has the whole server.
#[derive(Debug)]
pub struct SizeBased<O, S> {
    order: O,
    late: S,
    with_head: WithHead,
}

/// Speeds of the head and of all late jobs together.
#[derive(Clone, Copy)]
struct Speeds {
    head: f64,
    late: f64,
}

impl<O: Order, S: Sharing> SizeBased<O, S> {
    pub fn new(order: O, late: S, with_head: WithHead) -> Self {
        Self { order, late, with_head }
    }

    fn speeds(&self) -> Speeds {
        if self.late.len() == 0 {
            Speeds { head: 1.0, late: 0.0 }
        } else if self.with_head == WithHead::Yes && self.order.head().is_some() {
            let late = self.late.served() as f64;
            Speeds { head: 1.0 / (late + 1.0), late: late / (late + 1.0) }
        } else {
            Speeds { head: 0.0, late: 1.0 }
        }
    }
}

impl<O: Order, S: Sharing> Scheduler for SizeBased<O, S> {
    fn arrive(&mut self, index: u32, job: &Job) {
        self.order.insert(index, job);
    }

    fn next(&self) -> Next {
        let speeds = self.speeds();
        let mut next = Next::NEVER;
        if speeds.late > 0.0 {
            next.completion = self.late.completion(speeds.late);
            next.event = self.late.event(speeds.late);
        }
        if speeds.head > 0.0
            && let Some(head) = self.order.head()
        {
            next.completion = next.completion.min(head.remaining.max(0.0) / speeds.head);
        }
        let (event, slack) = self.order.event(speeds.head);
        if event <= next.event {
            (next.event, next.slack) = (event, slack);
        }
        next
    }

    fn advance(&mut self, dt: f64) {
        let speeds = self.speeds();
        self.order.advance(dt, speeds.head);
        if speeds.late > 0.0 {
            self.late.advance(dt, speeds.late);
        }
    }

    fn complete(&mut self) -> Option<u32> {
        if let Some(head) = self.order.head().filter(|head| head.remaining <= TIE * head.size) {
            self.order.remove_head();
            return Some(head.index);
        }
        self.late.complete()
    }

    fn act(&mut self, jobs: &[Job]) {
        // A completion at this very instant may have removed the job that the event was about, so only jobs that are due turn late.
        let (event, slack) = self.order.event(self.speeds().head);
        if event <= slack {
            if let Some((index, remaining)) = self.order.act() {
                let job = &jobs[index as usize];
                self.late.insert(index, job, remaining, job.size - remaining);
            }
        } else {
            self.late.act();
        }
    }

    fn late(&self) -> usize {
        self.late.len()
    }

    fn for_each(&self, jobs: &[Job], visit: &mut dyn FnMut(JobState)) {
        let speeds = self.speeds();
        let first = self.order.head().map(|head| head.index);
        self.order.for_each(speeds.head, &mut |ranked| {
            visit(JobState {
                job: ranked.index,
                remaining: ranked.remaining,
                virtual_remaining: ranked.virtual_remaining,
                virtual_rate: ranked.virtual_rate,
                share: if first == Some(ranked.index) { speeds.head } else { 0.0 },
                late: false,
            });
        });
        self.late.for_each(speeds.late, &mut |index, remaining, share| {
            let (virtual_remaining, virtual_rate) = self.order.of_late(&jobs[index as usize], remaining, share);
            visit(JobState { job: index, remaining, virtual_remaining: Some(virtual_remaining), virtual_rate, share, late: true });
        });
    }
}

impl OneAtATime for SizeBased<ShortestFirst, Serial> {
    fn served(&self) -> Option<u32> {
        self.late.first().or_else(|| self.order.head().map(|head| head.index))
    }
}
