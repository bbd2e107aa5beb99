//! Max-min fair rates after a slow start.

use super::fair::Fair;
use super::{Held, Rates};
use crate::network::Network;
use crate::network::streams::{NEVER, Streams, after};
use crate::sim::Sum;
use std::collections::VecDeque;

/// A rate is below the most that a window allows if it is so by more than this fraction.
const SAME: f64 = 1e-9;

/// Streams that begin slowly: in its first round trip each sends no more than a window, in the next twice as much, and so on, until at
/// the end of one it has gone slower than that. Then it has met its max-min fair share, which it has from there on.
#[derive(Debug)]
pub(in crate::network) struct SlowStart<'a> {
    fair: Fair<'a>,
    /// Length of a round trip, and the rate of a window in the first.
    round: f64,
    first: f64,
    /// By slot, the most that its window allows; infinite for a stream that has met its share.
    most: Vec<f64>,
    /// Ends of round trips, in order, with the stream: its slot, and how many entered before it.
    ends: VecDeque<(Sum, u32, u64)>,
}

impl SlowStart<'_> {
    /// Windows that begin with so much, in round trips of this length; without these all is as under fair sharing.
    ///
    /// # Panics
    /// If a round trip takes time and a window is empty, as nothing would ever be sent.
    pub fn new(network: &Network, window: f64, round: f64) -> Self {
        let first = if round > 0.0 { window / round } else { f64::INFINITY };
        assert!(first > 0.0, "a window holds something");
        Self { fair: Fair::new(network), round, first, most: vec![], ends: VecDeque::new() }
    }

    /// A stream goes no faster than this in the round trip that begins at a time.
    fn begin(&mut self, time: Sum, slot: u32, sequence: u64, most: f64) {
        self.most[slot as usize] = most;
        if most.is_finite() {
            self.fair.confine(slot, most);
            self.ends.push_back((after(time, self.round), slot, sequence));
        } else {
            self.fair.release(slot);
        }
    }

    /// Whether a stream is on its way, and has not met its share.
    fn starts(&self, streams: &Streams<'_>, slot: u32, sequence: u64) -> bool {
        streams.of(slot).sequence == sequence && self.most[slot as usize].is_finite()
    }
}

impl<'a> Rates<'a> for SlowStart<'a> {
    fn enter(&mut self, streams: &mut Streams<'a>, slot: u32, _: bool) {
        self.fair.insert(streams, slot);
        if self.most.len() <= slot as usize {
            self.most.resize(slot as usize + 1, f64::INFINITY);
        }
        if self.first.is_finite() {
            self.begin(streams.now, slot, streams.of(slot).sequence, self.first);
        }
    }

    fn leave(&mut self, _: &mut Streams<'a>, slot: u32) {
        self.fair.remove(slot);
        self.most[slot as usize] = f64::INFINITY;
    }

    fn next(&self) -> Sum {
        self.ends.front().map_or(NEVER, |(time, ..)| *time)
    }

    fn act(&mut self, streams: &mut Streams<'a>, until: Sum) {
        // Each stream once, however short a round trip is: rates follow when all have been looked at.
        for _ in 0..self.ends.len() {
            let Some((time, slot, sequence)) = self.ends.front().copied().filter(|(time, ..)| *time <= until) else { return };
            self.ends.pop_front();
            if self.starts(streams, slot, sequence) {
                let most = self.most[slot as usize];
                let met = streams.of(slot).rate < most * (1.0 - SAME);
                self.begin(time, slot, sequence, if met { f64::INFINITY } else { 2.0 * most });
            }
        }
    }

    fn settle(&mut self, streams: &mut Streams<'a>) {
        self.fair.settle();
        self.fair.changed.iter().for_each(|slot| streams.set_rate(*slot, self.fair.rate(*slot)));
        while let Some((_, slot, sequence)) = self.ends.front().copied()
            && !self.starts(streams, slot, sequence)
        {
            self.ends.pop_front();
        }
    }

    fn held(&self, _: &Streams<'a>, slot: u32) -> Option<Held> {
        self.fair.bottleneck(slot).map(|link| Held { link, behind: None })
    }
}
