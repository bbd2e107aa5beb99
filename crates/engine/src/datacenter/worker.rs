use super::sharing::Snapshot;
use std::collections::VecDeque;
use std::ops::Range;
use std::rc::Rc;

/// What put an entry into a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A probe, that asks for a task.
    Probe,
    /// The central scheduler, or that of many which places by reports, that has chosen the worker.
    Place,
    /// The scheduler of its job, that has chosen the worker by its answer to a probe.
    Choice,
}

/// What all entries of a job that come at one instant have in common. It is kept once: queues hold millions of entries, and
/// the less each takes, the more of them stay near the processor.
#[derive(Clone, Copy, Debug)]
pub struct Delivery {
    pub job: u32,
    /// What a task of its job is believed to take.
    pub estimate: f64,
    /// When it came.
    pub since: f64,
}

/// What waits in a queue.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// With which delivery it came.
    pub delivery: u32,
    /// Whether its job is scheduled as long.
    pub long: bool,
    pub origin: Origin,
    /// Whether a long task was queued or ran here when it came.
    pub behind_long: bool,
    /// Whether it has pulled a task before.
    pub used: bool,
    /// Seconds of later tasks that went before it.
    pub bypassed: f64,
}

/// What the slot of a worker does.
#[derive(Clone, Copy, Debug)]
pub enum Slot {
    Idle,
    /// It has asked for a task of an entry.
    Asking {
        entry: Entry,
        /// Its place in the queue: as many others stand before it.
        place: usize,
        /// Whether it has stayed there.
        stays: bool,
    },
    Running(Entry),
}

/// A worker.
#[derive(Debug)]
pub struct Worker {
    pub queue: VecDeque<Entry>,
    /// At this length the queue is rid of probes without a task.
    pub full: usize,
    /// No entry of the queue has a lower estimate.
    pub least: f64,
    pub slot: Slot,
    /// Since when its task runs, if one does.
    pub since: f64,
    /// Long entries queued or in the slot.
    pub longs: u32,
    /// The newest picture of where long tasks are that has reached it.
    pub picture: Option<Rc<Snapshot>>,
}

impl Worker {
    pub fn new() -> Self {
        Self { queue: VecDeque::new(), full: 0, least: f64::INFINITY, slot: Slot::Idle, since: 0.0, longs: 0, picture: None }
    }

    fn serves_long(&self) -> bool {
        matches!(self.slot, Slot::Asking { entry, .. } | Slot::Running(entry) if entry.long)
    }

    /// The entries that may be stolen: the first run of short ones that waits behind a long task (section 2.3.6).
    pub fn stealable(&self) -> Range<usize> {
        stealable(self.serves_long(), self.queue.len(), |place| self.queue[place].long)
    }
}

/// The places in a queue of `count` entries that may be stolen from a worker that serves a long task or does not.
pub fn stealable(serves_long: bool, count: usize, is_long: impl Fn(usize) -> bool) -> Range<usize> {
    let from = |start: usize, long: bool| (start..count).find(|place| is_long(*place) != long).unwrap_or(count);
    let head = if serves_long { 0 } else { from(0, false) };
    let begin = from(head, true);
    begin..from(begin, false)
}

#[cfg(test)]
mod tests {
    use super::{Entry, Origin, Slot, Worker};

    fn entry(kind: char) -> Entry {
        Entry { delivery: 0, long: kind == 'L', origin: Origin::Probe, behind_long: false, used: false, bypassed: 0.0 }
    }

    #[test]
    fn u4_what_may_be_stolen() {
        for (slot, queue, expected) in
            [('S', "SSLSSLS", 3..5), ('L', "SSLS", 0..2), ('L', "LSS", 1..3), ('S', "SS", 2..2), ('S', "LLSL", 2..3), ('L', "", 0..0)]
        {
            let mut worker = Worker::new();
            worker.slot = Slot::Running(entry(slot));
            worker.queue = queue.chars().map(entry).collect();
            assert_eq!(worker.stealable(), expected, "{slot} {queue}");
        }
    }
}
