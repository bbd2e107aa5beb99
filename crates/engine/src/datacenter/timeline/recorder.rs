//! Watches a run, and keeps no more of it than pictures can show.

use super::{Activity, Frames, Stint, Usage, Wait};
use crate::datacenter::{Observer, Placed, Probe, Spent, Theft};
use serde_bytes::ByteBuf;

/// Most bytes of all frames of a run.
const FRAMES: usize = 1 << 20;
/// Most frames of a run.
pub(super) const MOST_FRAMES: usize = 256;
/// Most intervals in which busy workers are counted.
const INTERVALS: usize = 512;

/// What has been seen of a worker.
#[derive(Clone, Debug, Default)]
struct Log {
    stints: Vec<Stint>,
    /// Whether the last of them has not ended.
    open: bool,
    waits: Vec<Wait>,
    /// Positions of those that have not ended.
    queue: Vec<usize>,
}

impl Log {
    /// Takes note of a change. `counts` has a zero for each job, before and after.
    fn write(&mut self, time: f64, worker: u32, slot: Option<(u32, f64)>, mut queue: Vec<u32>, counts: &mut [u32]) {
        let last = self.stints.last_mut().filter(|_| self.open);
        // A task that follows another of its job at once continues its bar.
        if last.as_ref().map(|stint| (stint.job, stint.running)) != slot.map(|(job, since)| (job, since.is_finite())) {
            // A task that is taken back on its way does not begin.
            let back = last.is_some_and(|stint| {
                stint.to = time;
                stint.from > time
            });
            if back && let [.., way, _] = &mut self.stints[..] {
                way.to = time;
            }
            let stint = |job: u32, from: f64, running: bool| Stint { worker, job, from, to: from, running };
            match slot {
                // The task is on its way.
                Some((job, since)) if since.is_finite() && since > time => {
                    self.stints.push(Stint { to: since, ..stint(job, time, false) });
                    self.stints.push(stint(job, since, true));
                }
                _ => self.stints.extend(slot.map(|(job, since)| stint(job, time, since.is_finite()))),
            }
            self.open = slot.is_some();
        }
        // What is no longer there has gone, what was not there has come: of several entries of a job the last.
        queue.iter().for_each(|job| counts[*job as usize] += 1);
        let waits = &mut self.waits;
        self.queue.retain(|position| {
            let wait = &mut waits[*position];
            let count = &mut counts[wait.job as usize];
            let there = *count > 0;
            *count -= u32::from(there);
            wait.to = if there { wait.to } else { time };
            there
        });
        queue.reverse();
        queue.retain(|job| {
            let count = &mut counts[*job as usize];
            let new = *count > 0;
            *count -= u32::from(new);
            new
        });
        queue.reverse();
        self.queue.extend(waits.len()..waits.len() + queue.len());
        waits.extend(queue.into_iter().map(|job| Wait { worker, job, from: time, to: time }));
    }
}

/// Watches the workers of a run. It holds no more than pictures can show, however long the run is.
pub(super) struct Recorder<F> {
    general: u32,
    pub longs: Vec<bool>,
    exact: bool,
    begin: f64,
    /// Each worker of a small run.
    logs: Vec<Log>,
    pub probes: Vec<Probe>,
    pub placed: Vec<Placed>,
    pub thefts: Vec<Theft>,
    /// Of each job, the task that ends last of those that are known.
    pub last: Vec<Spent>,
    /// Room to count the entries of each job in a queue.
    counts: Vec<u32>,
    /// What each worker does, as in a frame.
    now: Vec<u8>,
    frames: Frames,
    most: usize,
    usage: Usage,
    /// Busy workers of both partitions, and since when.
    busy: [u32; 2],
    since: f64,
    /// Hears how many jobs are complete.
    progress: F,
}

impl<F: FnMut(usize)> Recorder<F> {
    /// `longs` tells which jobs are long; the first of them arrives at `begin`, the last `span` seconds later. Workers from
    /// `general` on may run long tasks.
    pub fn new(workers: u32, general: u32, longs: Vec<bool>, (begin, span): (f64, f64), exact: bool, progress: F) -> Self {
        let bytes = workers.div_ceil(4) as usize;
        // Runs are longer than their arrivals; whatever is too fine is halved later.
        let every = |intervals: usize| (span / intervals as f64).max(1e-6);
        let most = (FRAMES / bytes).clamp(16, MOST_FRAMES);
        Self {
            general,
            counts: vec![0; longs.len()],
            last: (0..longs.len() as u32).map(|job| Spent { job, end: 0.0, queueing: 0.0, running: 0.0 }).collect(),
            longs,
            exact,
            begin,
            logs: vec![Log::default(); if exact { workers as usize } else { 0 }],
            probes: vec![],
            placed: vec![],
            thefts: vec![],
            now: vec![0; bytes],
            frames: Frames { every: every(most), frames: vec![] },
            most,
            usage: Usage { every: every(INTERVALS), busy: vec![] },
            busy: [0; 2],
            since: begin,
            progress,
        }
    }

    /// Time passes, while nothing changes.
    fn pass(&mut self, time: f64) {
        while !self.exact {
            let next = self.begin + self.frames.frames.len() as f64 * self.frames.every;
            if next > time {
                break;
            }
            if self.frames.frames.len() == self.most {
                halve(&mut self.frames.frames, |_, _| {});
                self.frames.every *= 2.0;
            } else {
                self.frames.frames.push(ByteBuf::from(self.now.clone()));
            }
        }
        while self.since < time {
            let Usage { every, busy } = &mut self.usage;
            // Intervals are counted, not computed from times: these may be coarser than the intervals.
            let end = self.begin + busy.len() as f64 * *every;
            if self.since < end {
                let until = end.min(time);
                let last = busy.last_mut().into_iter().flatten();
                last.zip(self.busy).for_each(|(sum, busy)| *sum += f64::from(busy) * (until - self.since));
                self.since = until;
            } else if busy.len() < INTERVALS {
                busy.push([0.0; 2]);
            } else {
                halve(busy, |[a, b], [c, d]| (*a, *b) = (*a + c, *b + d));
                *every *= 2.0;
            }
        }
    }

    /// All that has been seen, when the last job is complete.
    pub fn finish(mut self, end: f64) -> (Vec<Stint>, Vec<Wait>, Frames, Usage) {
        self.pass(end);
        let (mut stints, mut waits) = (vec![], vec![]);
        for (worker, mut log) in (0..).zip(self.logs) {
            log.write(end, worker, None, vec![], &mut self.counts);
            stints.extend(log.stints.into_iter().filter(|stint| stint.from < stint.to));
            waits.extend(log.waits.into_iter().filter(|wait| wait.from < wait.to));
        }
        let last = self.usage.busy.len().saturating_sub(1);
        for (interval, busy) in self.usage.busy.iter_mut().enumerate() {
            let rest = end - (self.begin + interval as f64 * self.usage.every);
            let seconds = if interval == last { rest.clamp(1e-9, self.usage.every) } else { self.usage.every };
            busy.iter_mut().for_each(|sum| *sum /= seconds);
        }
        let frames = if self.exact { Frames::default() } else { self.frames };
        (stints, waits, frames, self.usage)
    }
}

impl<F: FnMut(usize)> Observer for Recorder<F> {
    const WATCHES: bool = true;

    fn look(&mut self, time: f64, worker: u32, slot: Option<(u32, f64)>, queue: impl Iterator<Item = u32>) {
        self.pass(time);
        let activity = match slot {
            None => Activity::Idle,
            Some((_, f64::INFINITY)) => Activity::Waiting,
            Some((job, _)) if self.longs[job as usize] => Activity::Long,
            Some(_) => Activity::Short,
        };
        let (byte, shift) = (&mut self.now[worker as usize / 4], 2 * (worker % 4));
        let was_busy = *byte >> shift & 3 != 0;
        *byte = *byte & !(3 << shift) | (activity as u8) << shift;
        let busy = &mut self.busy[usize::from(worker >= self.general)];
        *busy = *busy + u32::from(slot.is_some()) - u32::from(was_busy);
        if let Some(log) = self.logs.get_mut(worker as usize) {
            log.write(time, worker, slot, queue.collect(), &mut self.counts);
        }
    }

    fn probed(&mut self, probe: Probe) {
        if self.exact {
            self.probes.push(probe);
        }
    }

    fn placed(&mut self, placed: Placed) {
        if self.exact {
            self.placed.push(placed);
        }
    }

    fn stolen(&mut self, theft: Theft) {
        if self.exact {
            self.thefts.push(theft);
        }
    }

    fn spent(&mut self, spent: Spent) {
        let last = &mut self.last[spent.job as usize];
        if spent.end >= last.end {
            *last = spent;
        }
    }

    fn progress(&mut self, completed: usize) {
        (self.progress)(completed);
    }
}

/// Keeps every second item; the others are joined to those before them.
fn halve<T>(items: &mut Vec<T>, mut join: impl FnMut(&mut T, T)) {
    let mut kept: Vec<T> = Vec::with_capacity(items.len());
    for (position, item) in items.drain(..).enumerate() {
        match kept.last_mut() {
            Some(before) if position % 2 == 1 => join(before, item),
            _ => kept.push(item),
        }
    }
    *items = kept;
}
