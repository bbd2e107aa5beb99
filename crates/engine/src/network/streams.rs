//! The streams that are on their way: what is left of each, at what rate it goes, and which completes next.

use super::flows::{Flows, Hop, Paths};
use crate::sim::{Sum, TIE, Tournament};

/// The time that never comes.
pub(super) const NEVER: Sum = Sum::from_number(f64::INFINITY);

/// A flow on one path. A flow that is replicated is two of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stream {
    /// Position of its flow.
    pub flow: u32,
    /// 1 for a replica.
    pub replica: u8,
    /// Number of its path.
    pub path: u32,
    /// Number of streams that entered before it: its age.
    pub sequence: u64,
    /// Size of its flow.
    pub size: f64,
    /// Rate at which it goes.
    pub rate: f64,
    /// What was left of it at `since`.
    left: f64,
    since: Sum,
    active: bool,
}

/// Streams on their way, by slot. Time is a [`Sum`], so that a stream far smaller than the resolution of one float has an exact
/// completion time.
#[derive(Debug)]
pub(super) struct Streams<'a> {
    /// The present.
    pub now: Sum,
    flows: &'a Flows,
    paths: &'a Paths,
    slots: Vec<Stream>,
    free: Vec<u32>,
    entered: u64,
    finish: Tournament<Sum>,
    capacity: usize,
}

impl<'a> Streams<'a> {
    /// None yet, at this time.
    pub fn new(flows: &'a Flows, paths: &'a Paths, now: Sum) -> Self {
        const ROOM: usize = 1 << 10;
        Self {
            now,
            flows,
            paths,
            slots: Vec::with_capacity(ROOM),
            free: Vec::with_capacity(ROOM),
            entered: 0,
            finish: Tournament::new(ROOM, NEVER),
            capacity: ROOM,
        }
    }

    /// A flow enters on one of its paths; the slot of the stream comes back.
    pub fn enter(&mut self, flow: u32, replica: u8, path: u32) -> u32 {
        let size = self.flows.all()[flow as usize].size;
        let stream = Stream { flow, replica, path, sequence: self.entered, size, rate: 0.0, left: size, since: self.now, active: true };
        self.entered += 1;
        match self.free.pop() {
            Some(slot) => {
                self.slots[slot as usize] = stream;
                slot
            }
            None => {
                self.slots.push(stream);
                self.grow();
                self.slots.len() as u32 - 1
            }
        }
    }

    /// Makes room for as many completions as there are slots.
    fn grow(&mut self) {
        if self.slots.len() <= self.capacity {
            return;
        }
        self.capacity *= 2;
        self.finish = Tournament::new(self.capacity, NEVER);
        for slot in 0..self.slots.len() as u32 {
            self.announce(slot);
        }
    }

    /// A stream leaves; what is left of it comes back.
    pub fn leave(&mut self, slot: u32) -> f64 {
        let left = self.left(slot);
        let stream = &mut self.slots[slot as usize];
        (stream.rate, stream.active) = (0.0, false);
        self.finish.set(slot, NEVER);
        self.free.push(slot);
        left
    }

    /// A stream.
    pub fn of(&self, slot: u32) -> &Stream {
        &self.slots[slot as usize]
    }

    /// Number of slots, in use or not.
    pub fn slots(&self) -> usize {
        self.slots.len()
    }

    /// Those on their way.
    pub fn active(&self) -> impl Iterator<Item = u32> {
        (0..self.slots.len() as u32).filter(|slot| self.of(*slot).active)
    }

    /// The links that it crosses, without those that never hold it up.
    pub fn hops(&self, slot: u32) -> &'a [Hop] {
        self.paths.hops(self.of(slot).path)
    }

    /// What is left of it now.
    pub fn left(&self, slot: u32) -> f64 {
        let stream = self.of(slot);
        if stream.rate == 0.0 { stream.left } else { (stream.left - stream.rate * self.now.minus(stream.since).get()).max(0.0) }
    }

    /// Gives it a rate from now on.
    pub fn set_rate(&mut self, slot: u32, rate: f64) {
        if self.of(slot).rate == rate {
            return;
        }
        let (left, now) = (self.left(slot), self.now);
        let stream = &mut self.slots[slot as usize];
        (stream.left, stream.since, stream.rate) = (left, now, rate);
        self.announce(slot);
    }

    fn announce(&mut self, slot: u32) {
        let stream = self.of(slot);
        let finish = if stream.rate > 0.0 { after(stream.since, stream.left / stream.rate) } else { NEVER };
        self.finish.set(slot, finish);
    }

    /// The stream that completes next, and when.
    pub fn next(&self) -> Option<(u32, Sum)> {
        self.finish.first()
    }

    /// A stream that is complete.
    pub fn due(&self) -> Option<u32> {
        let (slot, time) = self.next()?;
        (time <= self.now || self.left(slot) <= TIE * self.of(slot).size).then_some(slot)
    }
}

/// So long after a time.
pub(super) fn after(time: Sum, dt: f64) -> Sum {
    let mut time = time;
    time.add(dt);
    time
}
