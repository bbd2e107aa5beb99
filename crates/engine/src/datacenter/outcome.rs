use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// What happened in a run, counted. Short and long are as the jobs were scheduled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Counters {
    /// Probes sent; one that is sent on counts once.
    pub probes: u64,
    /// Rounds of probes sent, and jobs that sent any.
    pub rounds: u64,
    /// Jobs that sent probes.
    pub probed_jobs: u64,
    /// Short entries that were queued at workers which may run long tasks.
    pub queued_in_general: u64,
    /// Short entries that were queued where a long task was queued or ran.
    pub probes_behind_long: u64,
    /// Short tasks that ran.
    pub short_tasks: u64,
    /// Short tasks that ran on workers which may run long tasks.
    pub short_tasks_in_general: u64,
    /// Short tasks that ran after they were queued behind a long one.
    pub tasks_behind_long: u64,
    /// Short jobs with such a task.
    pub jobs_behind_long: u64,
    /// Probes that found no task left.
    pub useless: u64,
    /// Victims that were asked.
    pub steal_contacts: u64,
    /// Thefts that brought something.
    pub steals: u64,
    /// Entries that were stolen.
    pub stolen: u64,
    /// Of these, those that went to workers kept for short tasks.
    pub stolen_to_short: u64,
    /// Probes that were rejected because of a long task, and went elsewhere.
    pub rejected: u64,
    /// Of these, those that were rejected again and went to workers kept for short tasks.
    pub fallbacks: u64,
    /// Tasks that were pulled by a probe which had pulled one before.
    pub sticky: u64,
    /// Of these, those on workers that may run long tasks.
    pub sticky_in_general: u64,
    /// Tasks that were interrupted.
    pub preemptions: u64,
    /// Most tasks that waited at the central scheduler at a time.
    pub central_peak: u64,
    /// Tasks that the central scheduler has placed.
    pub decisions: u64,
    /// Seconds that they waited for its decision, in all: for those before them, and for their own.
    pub deciding: f64,
    /// Messages by kind.
    pub messages: Messages,
}

/// Messages sent, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Messages {
    /// Probes to workers, sent on or not.
    pub probes: u64,
    /// Rejections of probes.
    pub rejections: u64,
    /// Answers to probes that ask what a worker holds.
    pub answers: u64,
    /// Tasks or places in queues that a scheduler gives to workers.
    pub placements: u64,
    /// Workers that ask for a task, and the answers.
    pub requests: u64,
    /// Victims that are asked for something to steal.
    pub thefts: u64,
    /// Reports of workers at even intervals.
    pub heartbeats: u64,
    /// To workers with a probe of a job: that it has handed out a task.
    pub updates: u64,
}

impl Messages {
    /// All of them.
    pub fn all(&self) -> u64 {
        let Self { probes, rejections, answers, placements, requests, thefts, heartbeats, updates } = self;
        probes + rejections + answers + placements + requests + thefts + heartbeats + updates
    }
}

impl AddAssign for Counters {
    /// Together with those of another run; of peaks the higher.
    fn add_assign(&mut self, other: Self) {
        self.probes += other.probes;
        self.rounds += other.rounds;
        self.probed_jobs += other.probed_jobs;
        self.queued_in_general += other.queued_in_general;
        self.probes_behind_long += other.probes_behind_long;
        self.short_tasks += other.short_tasks;
        self.short_tasks_in_general += other.short_tasks_in_general;
        self.tasks_behind_long += other.tasks_behind_long;
        self.jobs_behind_long += other.jobs_behind_long;
        self.useless += other.useless;
        self.steal_contacts += other.steal_contacts;
        self.steals += other.steals;
        self.stolen += other.stolen;
        self.stolen_to_short += other.stolen_to_short;
        self.rejected += other.rejected;
        self.fallbacks += other.fallbacks;
        self.sticky += other.sticky;
        self.sticky_in_general += other.sticky_in_general;
        self.preemptions += other.preemptions;
        self.central_peak = self.central_peak.max(other.central_peak);
        self.decisions += other.decisions;
        self.deciding += other.deciding;
        self.messages.probes += other.messages.probes;
        self.messages.rejections += other.messages.rejections;
        self.messages.answers += other.messages.answers;
        self.messages.placements += other.messages.placements;
        self.messages.requests += other.messages.requests;
        self.messages.thefts += other.messages.thefts;
        self.messages.heartbeats += other.messages.heartbeats;
        self.messages.updates += other.messages.updates;
    }
}

/// Where the time of tasks goes, in seconds over all tasks of a class (section 3.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Times {
    /// Number of tasks.
    pub tasks: u64,
    /// From submission until a worker has the task, or the probe that pulls it.
    pub scheduling: f64,
    /// At a worker, but not running.
    pub queueing: f64,
    /// Running.
    pub execution: f64,
}

impl Times {
    /// Counts a task.
    pub(super) fn count(&mut self, scheduling: f64, queueing: f64, execution: f64) {
        self.tasks += 1;
        self.scheduling += scheduling;
        self.queueing += queueing;
        self.execution += execution;
    }
}

impl AddAssign for Times {
    fn add_assign(&mut self, other: Self) {
        self.tasks += other.tasks;
        self.scheduling += other.scheduling;
        self.queueing += other.queueing;
        self.execution += other.execution;
    }
}

/// What a run came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Completion − submission of each job, in seconds, in the order of the workload.
    pub sojourn: Vec<f64>,
    /// Fraction of slots that were busy at each look.
    pub utilisation: Vec<f32>,
    /// The same for the slots that are kept for short tasks, and for the others; empty where there are none.
    pub partitions: [Vec<f32>; 2],
    /// Seconds between two looks; the first came so long after the first submission.
    pub sampling: f64,
    /// The run, counted.
    pub counters: Counters,
    /// Where the time of short tasks went, and that of long ones.
    pub times: [Times; 2],
    /// Work done, in task-seconds.
    pub work: f64,
    /// Tasks run.
    pub tasks: u64,
    /// Number of events handled.
    pub events: u64,
}

/// Looks at how many slots are busy, at even intervals, which double as often as it takes to keep the looks few.
#[derive(Debug)]
pub(super) struct Sampler {
    every: f64,
    next: f64,
    /// First slot that may run long tasks.
    general: u32,
    /// Number of slots, and of busy ones, before it and from it on.
    slots: [u32; 2],
    busy: [u32; 2],
    looks: Vec<[u32; 2]>,
}

impl Sampler {
    /// Most looks that are kept.
    const MOST: usize = 1 << 16;

    /// The first look comes one interval after `begin`; slots from `general` on may run long tasks.
    pub fn new(begin: f64, every: f64, general: u32, slots: u32) -> Self {
        Self { every, next: begin + every, general, slots: [general, slots - general], busy: [0; 2], looks: vec![] }
    }

    /// Which of the two parts a slot belongs to.
    pub fn part(&self, slot: u32) -> usize {
        usize::from(slot >= self.general)
    }

    /// A slot becomes busy.
    pub fn begin(&mut self, slot: u32) {
        let part = self.part(slot);
        self.busy[part] += 1;
    }

    /// A slot becomes free.
    pub fn end(&mut self, slot: u32) {
        let part = self.part(slot);
        self.busy[part] -= 1;
    }

    /// Time passes until `time`.
    pub fn pass(&mut self, time: f64) {
        while self.next <= time {
            if self.looks.len() == Self::MOST || (time - self.next) / self.every > Self::MOST as f64 {
                self.every *= 2.0;
                let mut keep = false;
                self.looks.retain(|_| {
                    keep = !keep;
                    keep
                });
            } else {
                self.looks.push(self.busy);
                self.next += self.every;
            }
        }
    }

    /// Tells what was seen.
    pub fn tell(&mut self, outcome: &mut Outcome) {
        let all: u32 = self.slots.iter().sum();
        let share = |busy: u32, of: u32| (f64::from(busy) / f64::from(of)) as f32;
        outcome.sampling = self.every;
        outcome.utilisation = self.looks.iter().map(|busy| share(busy[0] + busy[1], all)).collect();
        outcome.partitions =
            [0, 1].map(|part| self.looks.iter().filter(|_| self.slots[part] > 0).map(|busy| share(busy[part], self.slots[part])).collect());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// Every number in these counters replaced by this one.
    fn all(counters: Value, number: u64) -> Value {
        match counters {
            Value::Object(fields) => fields.into_iter().map(|(name, value)| (name, all(value, number))).collect(),
            _ => json!(number),
        }
    }

    #[test]
    fn counts_of_runs_add_up_and_peaks_do_not() {
        let every = |number| serde_json::from_value::<Counters>(all(json!(Counters::default()), number)).unwrap();
        let (one, mut sum) = (every(1), every(1));
        sum += one;
        assert_eq!(sum, Counters { central_peak: 1, ..every(2) });
        assert_eq!((one.messages.all(), sum.messages.all()), (8, 16));
    }
}
