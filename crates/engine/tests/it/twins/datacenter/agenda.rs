//! What will happen, and what has happened.

use super::{Counters, Decision, Instance, Policy, Run, Step, Vector};
use std::cmp::Ordering;

#[derive(Clone, Debug)]
pub(super) enum Event {
    /// All workers tell how much work they have (T 3.6.2).
    Report,
    /// The task of this core that began under this stamp ends.
    End {
        core: usize,
        stamp: usize,
    },
    /// A worker with a free core and a suspended task has a heartbeat (Big-C).
    Beat {
        worker: usize,
    },
    Arrive {
        job: usize,
    },
    /// Probes of a round reach workers.
    Probes {
        job: usize,
        count: usize,
        round: u8,
        vector: Option<Vector>,
    },
    /// Entries reach the queues of these workers. Those of long jobs bring what the central scheduler knew (T 3.3.3).
    Entries {
        job: usize,
        workers: Vec<usize>,
        placed: bool,
        vector: Option<Vector>,
    },
    /// The scheduler answers a worker that has asked for a task.
    Answer {
        worker: usize,
    },
    /// A task reaches the worker that is to run it (Kairos).
    Task {
        worker: usize,
        job: usize,
        task: usize,
    },
    /// The central scheduler assigns tasks.
    Round,
    /// The quantum that began under this stamp is over.
    Timer {
        core: usize,
        stamp: usize,
    },
}

/// What will happen, and what has happened.
pub(super) struct Agenda<'a> {
    instance: &'a Instance,
    pub(super) now: f64,
    caused: usize,
    pub(super) coming: Vec<(f64, u8, usize, Event)>,
    pub(super) run: Run,
}

impl<'a> Agenda<'a> {
    pub(super) fn new(instance: &'a Instance) -> Self {
        let run = Run { decisions: vec![], completions: vec![f64::NAN; instance.jobs.len()], counters: Counters::default() };
        let mut agenda = Self { instance, now: 0.0, caused: 0, coming: vec![], run };
        for (job, it) in instance.jobs.iter().enumerate() {
            agenda.post(it.arrival, Event::Arrive { job });
        }
        agenda
    }
    /// At one instant: reports, ends of tasks, heartbeats of workers, arrivals, messages, rounds, quanta (R).
    pub(super) fn post(&mut self, time: f64, event: Event) {
        let rank = match event {
            Event::Report => 0,
            Event::End { .. } => 1,
            Event::Beat { .. } => 2,
            Event::Arrive { .. } => 3,
            Event::Round => 5,
            Event::Timer { .. } => 6,
            _ => 4,
        };
        self.caused += 1;
        let order = match event {
            Event::End { core, .. } | Event::Timer { core, .. } if matches!(self.instance.policy, Policy::Kairos(_)) => core,
            _ => self.caused,
        };
        self.coming.push((time, rank, order, event));
    }
    /// The next event: by time, then by rank, then in the order in which they were caused, and cores in Kairos by number. None once all jobs are complete.
    pub(super) fn next(&mut self) -> Option<Event> {
        let before = |a: &(f64, u8, usize, Event), b: &(f64, u8, usize, Event)| {
            a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)) == Ordering::Less
        };
        let first = (0..self.coming.len()).reduce(|a, b| if before(&self.coming[b], &self.coming[a]) { b } else { a });
        let first = first.filter(|_| !self.all_done())?;
        let (time, _, _, event) = self.coming.swap_remove(first);
        self.now = time;
        Some(event)
    }
    pub(super) fn log(&mut self, time: f64, step: Step, job: usize, task: usize, core: usize) {
        self.run.decisions.push(Decision { time, job, task, core, step });
    }
    pub(super) fn finished(&mut self, job: usize, left: usize) {
        if left == 0 {
            self.run.completions[job] = self.now - self.instance.jobs[job].arrival;
        }
    }
    fn all_done(&self) -> bool {
        self.run.completions.iter().all(|c| !c.is_nan())
    }
}
