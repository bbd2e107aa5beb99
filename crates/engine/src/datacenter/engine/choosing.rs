//! Tasks bound early: probes ask what workers hold, and the scheduler of the job chooses by a formula of one's own.

use super::{Engine, Message, Observer, Origin, Slot, own};
use std::collections::BTreeSet;

impl<O: Observer> Engine<'_, O> {
    /// Sends so many probes for tasks of a job.
    pub(super) fn ask(&mut self, job: u32, tasks: u32, count: u32) {
        self.outcome.counters.rounds += 1;
        self.outcome.counters.messages.probes += u64::from(count);
        let seconds = self.config.probe_delay() + f64::from(count) * self.config.probe_cost;
        self.send(seconds, Message::Questions { job, tasks, count });
    }

    /// They reach their workers, each of which answers once.
    pub(super) fn question(&mut self, job: u32, tasks: u32, count: u32) {
        self.invite(job, count, 1, None);
        let mut asked = BTreeSet::new();
        let workers = self.targets.iter().filter(|worker| asked.insert(**worker));
        let sums = self.design.choice.as_ref().is_some_and(|formula| formula.reads("work"));
        let answers: Vec<own::Answer> = workers.map(|worker| self.answer_of(*worker, sums)).collect();
        self.outcome.counters.messages.answers += answers.len() as u64;
        self.send(self.config.probe_delay(), Message::Answers { job, tasks, answers });
    }

    /// What a worker holds now, with the sum of its work if somebody reads that.
    fn answer_of(&self, worker: u32, sums: bool) -> own::Answer {
        let at = &self.workers[worker as usize];
        let estimate = |delivery: u32| -> f64 { self.deliveries[delivery as usize].estimate };
        let rest = match &at.slot {
            Slot::Idle => 0.0,
            Slot::Asking { entry, .. } => estimate(entry.delivery),
            Slot::Running(entry) => (estimate(entry.delivery) - (self.now - at.since)).max(0.0),
        };
        let work = if sums { at.queue.iter().map(|entry| estimate(entry.delivery)).sum() } else { 0.0 };
        own::Answer { worker, queue: at.queue.len() as u32, work, busy: !matches!(at.slot, Slot::Idle), rest, longs: at.longs }
    }

    /// The scheduler of a job has the answers of the workers that it has probed for so many tasks.
    pub(super) fn choose(&mut self, job: u32, tasks: u32, answers: Vec<own::Answer>) {
        let Some(formula) = &self.design.choice else { return };
        let about = &self.workload.jobs()[job as usize];
        let wanted = own::Wanted { est: about.estimate, tasks: about.tasks(), long: self.jobs[job as usize].long };
        match own::choose(formula, answers, &wanted, tasks) {
            Ok(workers) => {
                self.outcome.counters.messages.placements += u64::from(tasks);
                self.send(self.config.placement_delay(), Message::Entries { job, workers, origin: Origin::Choice, picture: None });
            }
            Err(what) => self.fault = Some(own::Fault { time: self.now, job, what }),
        }
    }
}
