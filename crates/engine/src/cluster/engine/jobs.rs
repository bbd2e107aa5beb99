//! Jobs are submitted, open their phases, and leave.

use super::{Engine, Event, PROGRESS_EVERY};
use crate::cluster::Observer;
use crate::workload::{Phase, Task};

impl<O: Observer> Engine<'_, O> {
    pub(super) fn arrive(&mut self) {
        let job = self.arrived as u32;
        self.arrived += 1;
        let present = (self.arrived - self.completed) as u32;
        self.outcome.counters.peak_load = self.outcome.counters.peak_load.max(present);
        let next = match &mut self.waits {
            None => self.cluster.jobs.all().get(self.arrived).map(|next| next.arrival),
            Some(waits) => {
                let (position, next) = waits.submit();
                self.cluster.jobs.submit(position, self.cluster.now);
                next
            }
        };
        if let Some(next) = next {
            self.push(next, Event::Arrive);
        }
        self.outcome.jobs[job as usize].submission = self.cluster.jobs.time(job);
        self.cluster.enter(job);
        self.scheduler.arrive(&self.cluster, job);
        self.open(job, Phase::Map);
        if self.may_reduce(job) {
            self.open(job, Phase::Reduce);
        }
        self.leave_if_done(job);
        self.arm_all();
    }

    pub(super) fn may_reduce(&self, job: u32) -> bool {
        let maps = self.cluster.phase(job, Phase::Map);
        f64::from(maps.done) >= self.cluster.config.slowstart * maps.tasks.len() as f64
    }

    pub(super) fn open(&mut self, job: u32, phase: Phase) {
        if phase == Phase::Reduce {
            self.opened[job as usize] = self.cluster.now;
        }
        self.cluster.open(job, phase);
        self.scheduler.open(&self.cluster, job, phase);
        self.arm_all();
    }

    pub(super) fn leave_if_done(&mut self, job: u32) {
        let done = |phase| {
            let phase = self.cluster.phase(job, phase);
            phase.done as usize == phase.tasks.len()
        };
        if !Phase::ALL.into_iter().all(done) {
            return;
        }
        let now = self.cluster.now;
        let about = &self.cluster.jobs[job as usize];
        let outcome = &mut self.outcome.jobs[job as usize];
        // Rounding may lose all of it where the clock is late; no job can be faster than its longest task.
        let longest = about.tasks.iter().flatten().map(Task::duration).fold(0.0, f64::max);
        outcome.sojourn = (now - outcome.submission).max(longest);
        if !about.tasks[1].is_empty() {
            outcome.reduce_sojourn = now - self.opened[job as usize];
        }
        self.scheduler.leave(&self.cluster, job);
        self.cluster.leave(job);
        self.completed += 1;
        if let Some(waits) = &mut self.waits {
            let queue = &mut self.queue;
            waits.complete(self.cluster.jobs.position(job), now, |time| queue.push(time, Event::Arrive.rank(), Event::Arrive));
        }
        if self.completed.is_multiple_of(PROGRESS_EVERY) {
            self.observer.progress(self.completed);
        }
    }
}
