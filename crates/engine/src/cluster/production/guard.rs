//! The guard of Global Preemption (section V): it notices when long jobs, whose tasks are spared, starve others.
//!
//! Long jobs starve others if all of this holds:
//!
//! 1. a long job holds more slots than its fair share;
//! 2. the cluster is busy: for more than a fraction t of the last period, more than a fraction p of the slots were held;
//! 3. "during this period" more tasks wait than there are slots for jobs that are not production jobs: at every look of the last
//!    period. The number follows from Little's law: a mean ratio of time alone to time here above π needs a queue of less than
//!    L·(1 − π), and L jobs fill the slots that are left; the paper takes π = 0.5, and the slots that production jobs do not hold;
//! 4. not nearly all tasks that wait are of one job: a single large job makes a long queue on a small cluster (section VI).
//!
//! Such an episode begins with half of the tasks killed that long jobs hold beyond their shares. If it lasts for a timeout, all
//! are, and it is over: the next one needs another period.

use std::collections::VecDeque;

/// When the guard says that the cluster is busy, and how long it leaves it at half of what it may kill.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Length of the period that is looked back on, in seconds.
    pub period: f64,
    /// Fraction t of the period.
    pub time: f64,
    /// Fraction p of the slots.
    pub slots: f64,
    /// Seconds of starvation after which all overflowing tasks of long jobs are killed.
    pub timeout: f64,
}

/// Largest part of the tasks that wait that may be of one job.
const ONE_JOB: f64 = 0.9;

/// What the guard looks at when it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Queue {
    /// Tasks that wait.
    pub waiting: u32,
    /// Of these, those of the job that has most of them.
    pub of_one_job: u32,
    /// Slots that production jobs do not hold.
    pub available: u32,
}

/// How much of what long jobs hold beyond their shares is to be killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Half of it, rounded up.
    Half,
    /// All of it.
    All,
}

/// The guard of one phase.
#[derive(Clone, Debug)]
pub struct Guard {
    limits: Limits,
    /// Since when it has watched.
    since: Option<f64>,
    /// When the cluster became busy (true) or ceased to be.
    turns: VecDeque<(f64, bool)>,
    /// Since when at every look there has been a long queue of several jobs.
    pub queued: Option<f64>,
    /// Since when long jobs have starved others at every look.
    pub starving: Option<f64>,
}

impl Guard {
    /// Of a cluster that has had no job yet.
    pub fn new(limits: Limits) -> Self {
        Self { limits, since: None, turns: VecDeque::new(), queued: None, starving: None }
    }

    /// So many of the slots are held from now on.
    pub fn note(&mut self, now: f64, held: u32, slots: u32) {
        self.since.get_or_insert(now);
        let busy = f64::from(held) > self.limits.slots * f64::from(slots);
        if self.turns.back().is_some_and(|(_, last)| *last) != busy {
            self.turns.push_back((now, busy));
        }
        // The last turn before the period says how it begins.
        while self.turns.get(1).is_some_and(|(time, _)| *time <= now - self.limits.period) {
            self.turns.pop_front();
        }
    }

    /// Whether the cluster has been busy for most of the last period; it has not until a period has passed.
    fn is_busy(&self, now: f64) -> bool {
        let Limits { period, time, .. } = self.limits;
        let begin = now - period;
        if self.since.is_none_or(|since| since > begin) {
            return false;
        }
        let ends = self.turns.iter().skip(1).map(|(end, _)| *end).chain([now]);
        let spans = self.turns.iter().zip(ends).filter(|((_, busy), _)| *busy);
        spans.map(|((from, _), to)| (to - from.max(begin)).max(0.0)).sum::<f64>() > time * period
    }

    /// Looks whether long jobs starve others, of which one at least holds more than its share or not, and says how much of
    /// that is to be killed.
    pub fn look(&mut self, now: f64, overflows: bool, queue: Queue) -> Option<Part> {
        let Queue { waiting, of_one_job, available } = queue;
        let several = f64::from(of_one_job) <= ONE_JOB * f64::from(waiting);
        if !(several && waiting > available) {
            self.rest();
            return None;
        }
        let queued = *self.queued.get_or_insert(now);
        if !(overflows && now - queued >= self.limits.period && self.is_busy(now)) {
            self.starving = None;
            return None;
        }
        match self.starving {
            None => {
                self.starving = Some(now);
                Some(Part::Half)
            }
            Some(since) if now - since >= self.limits.timeout => {
                self.queued = Some(now);
                self.starving = None;
                Some(Part::All)
            }
            Some(_) => None,
        }
    }

    /// There is no long queue, or a look was left out, since no task waited.
    pub fn rest(&mut self) {
        (self.queued, self.starving) = (None, None);
    }
}
