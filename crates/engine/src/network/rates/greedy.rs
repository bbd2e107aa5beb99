//! One stream after the other takes what is left of its path.

use super::lists::{Lists, Ranked};
use super::{Held, Patience, Rates};
use crate::network::Network;
use crate::network::flows::Hop;
use crate::network::streams::Streams;
use crate::sim::{Key, Sum, TIE};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Which stream takes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::network) enum Rank {
    /// The one that entered first.
    Age,
    /// The one of which the least is left.
    Remaining,
}

/// Streams in an order. Each takes as much as those before it leave on all of its links.
///
/// When a stream enters, leaves or changes its place, those behind it on its links are looked at, in order, as long as what is left for
/// them has changed.
#[derive(Debug)]
pub(in crate::network) struct Greedy {
    rank: Rank,
    lists: Lists,
    /// Highest rate of each stream, if the links that count do not give one.
    limits: Option<Vec<f64>>,
    capacities: Vec<f64>,
    /// Streams to be looked at, in their order.
    queue: BinaryHeap<Reverse<(Key, u64, u32)>>,
    queued: Vec<bool>,
    /// On how many of its links nothing is left for each stream.
    closed: Vec<u32>,
}

fn rank(streams: &Streams<'_>, slot: u32) -> Ranked {
    Ranked { key: streams.left(slot), growth: -streams.of(slot).rate }
}

impl Greedy {
    /// With `access`, only links next to hosts count, and a stream goes no faster than it would alone.
    pub fn new(network: &Network, rank: Rank, access: bool) -> Self {
        Self {
            rank,
            lists: Lists::new(network, rank == Rank::Remaining, access),
            limits: access.then(Vec::new),
            capacities: network.links().iter().map(|link| link.capacity).collect(),
            queue: BinaryHeap::with_capacity(1 << 10),
            queued: vec![],
            closed: vec![],
        }
    }

    /// A stream is to be looked at.
    fn look(&mut self, streams: &Streams<'_>, slot: u32) {
        if !std::mem::replace(&mut self.queued[slot as usize], true) {
            let key = if self.rank == Rank::Age { 0.0 } else { streams.left(slot) };
            self.queue.push(Reverse((Key(key), streams.of(slot).sequence, slot)));
        }
    }

    /// A stream takes what is left for it; who comes next on each link is looked at if that makes a difference.
    fn take(&mut self, streams: &mut Streams<'_>, slot: u32) {
        let mut rate = self.limits.as_ref().map_or(f64::INFINITY, |limits| limits[slot as usize]);
        for hop in self.lists.hops(streams, slot) {
            let place = self.lists.place(streams, hop.link, slot);
            let left = self.lists.left(streams, hop.link, place);
            self.leave_it(hop.link, place, left);
            rate = rate.min(left / hop.share);
        }
        let changed = rate != streams.of(slot).rate;
        streams.set_rate(slot, rate);
        for hop in self.lists.hops(streams, slot) {
            if changed {
                self.lists.spoil(hop.link);
            }
            let place = self.lists.place(streams, hop.link, slot);
            self.pass(streams, hop.link, place + 1);
        }
    }

    /// So much is left for the stream at a place of a link.
    fn leave_it(&mut self, link: u32, place: usize, left: f64) {
        let entry = &mut self.lists.on_mut(link)[place];
        let closed = &mut self.closed[entry.slot as usize];
        *closed = *closed + u32::from(left == 0.0) - u32::from(entry.left == 0.0);
        entry.left = left;
    }

    /// What is left for streams from this place of a link on may have changed. Those that stand still because nothing is left on
    /// another link go on to do so; the first that does not is looked at.
    fn pass(&mut self, streams: &Streams<'_>, link: u32, from: usize) {
        for place in from..self.lists.on(link).len() {
            let (entry, left) = (self.lists.on(link)[place], self.lists.left(streams, link, place));
            if entry.left == left {
                return;
            }
            let elsewhere = self.closed[entry.slot as usize] > u32::from(entry.left == 0.0);
            if streams.of(entry.slot).rate > 0.0 || !elsewhere {
                self.look(streams, entry.slot);
                return;
            }
            self.leave_it(link, place, left);
        }
    }

    /// The streams of a link that have met change places, here and wherever else they are neighbours.
    fn reorder(&mut self, streams: &Streams<'_>, link: u32) {
        for end in 1..self.lists.on(link).len() {
            for place in (1..=end).rev() {
                let [first, second] = [place - 1, place].map(|place| self.lists.on(link)[place].slot);
                let size = streams.of(first).size.max(streams.of(second).size);
                // What is left of the second falls faster.
                let (ahead, behind) = (rank(streams, first), rank(streams, second));
                if !ahead.meets(behind, size) {
                    break;
                }
                for hop in self.lists.hops(streams, second) {
                    let place = self.lists.place(streams, hop.link, second);
                    if place > 0 && self.lists.on(hop.link)[place - 1].slot == first {
                        self.lists.swap(hop.link, place - 1);
                    }
                }
                self.look(streams, second);
                self.look(streams, first);
            }
        }
    }
}

impl<'a> Rates<'a> for Greedy {
    fn enter(&mut self, streams: &mut Streams<'a>, slot: u32, _: bool) {
        if self.queued.len() <= slot as usize {
            self.queued.resize(slot as usize + 1, false);
            self.closed.resize(slot as usize + 1, 0);
        }
        self.closed[slot as usize] = 0;
        if let Some(limits) = &mut self.limits {
            limits.resize(self.queued.len(), 0.0);
            let alone = streams.hops(slot).iter().map(|hop| self.capacities[hop.link as usize] / hop.share);
            limits[slot as usize] = alone.fold(f64::INFINITY, f64::min);
        }
        let size = streams.of(slot).size * (1.0 + TIE);
        for hop in self.lists.hops(streams, slot) {
            let entries = self.lists.on(hop.link);
            let place = match self.rank {
                Rank::Age => entries.len(),
                Rank::Remaining => entries.iter().position(|entry| streams.left(entry.slot) > size).unwrap_or(entries.len()),
            };
            self.lists.insert(hop, place, slot);
        }
        self.look(streams, slot);
    }

    fn leave(&mut self, streams: &mut Streams<'a>, slot: u32) {
        self.queued[slot as usize] = false;
        for hop in self.lists.hops(streams, slot) {
            let place = self.lists.remove(streams, hop.link, slot);
            self.pass(streams, hop.link, place);
        }
    }

    fn next(&self) -> Sum {
        self.lists.meeting()
    }

    fn act(&mut self, streams: &mut Streams<'a>, until: Sum) {
        while let Some(link) = self.lists.met(until) {
            self.reorder(streams, link);
        }
    }

    fn settle(&mut self, streams: &mut Streams<'a>) {
        let mut patience = Patience::new(streams.slots());
        while let Some(Reverse((_, sequence, slot))) = self.queue.pop() {
            patience.look();
            // It may have left since, and another come in its place.
            if self.queued[slot as usize] && streams.of(slot).sequence == sequence {
                self.queued[slot as usize] = false;
                self.take(streams, slot);
            }
        }
        self.lists.refresh(streams.now, |slot| rank(streams, slot));
    }

    fn held(&self, streams: &Streams<'a>, slot: u32) -> Option<Held> {
        let tightest = |hop: &&Hop| {
            let place = self.lists.place(streams, hop.link, slot);
            Key(self.lists.on(hop.link)[place].left / hop.share)
        };
        let link = self.lists.hops(streams, slot).min_by_key(tightest)?.link;
        let before = &self.lists.on(link)[..self.lists.place(streams, link, slot)];
        let behind = before.iter().rev().map(|entry| entry.slot).find(|slot| streams.of(*slot).rate > 0.0);
        Some(Held { link, behind })
    }
}
