//! The streams that have attained the least go first.

use super::lists::{Lists, Ranked};
use super::{Held, Patience, Rates};
use crate::network::Network;
use crate::network::flows::Hop;
use crate::network::streams::Streams;
use crate::sim::{Key, Sum};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Levels that differ by no more than this fraction are the same.
const SAME: f64 = 1e-12;

/// What a stream has attained.
#[derive(Clone, Copy, Debug)]
struct Service {
    attained: f64,
    since: Sum,
    queued: bool,
    /// The rate that it is to have; no number until that is known.
    rate: f64,
    /// The last gathering that it was part of.
    gathered: u32,
    /// On how many of its links nothing is left for it.
    closed: u32,
}

/// A link of streams that have attained the same.
#[derive(Clone, Copy, Debug)]
struct Shared {
    link: u32,
    /// Where the streams begin in its list, and how many they are.
    begin: usize,
    count: usize,
    /// What is left of it, for how many that grow, and their shares.
    left: f64,
    open: u32,
    growing: f64,
}

/// Streams by attained service. Those that have attained the same and share links have max-min fair rates in what those before them leave;
/// where these differ they part at once.
#[derive(Debug)]
pub(in crate::network) struct Attained {
    lists: Lists,
    services: Vec<Service>,
    queue: BinaryHeap<Reverse<(Key, u64, u32)>>,
    gathering: u32,
    /// The streams that have attained the same, and their links.
    peers: Vec<u32>,
    shared: Vec<Shared>,
    /// By link the gathering it was part of, and its place in `shared`.
    seen: Vec<(u32, u32)>,
}

impl Attained {
    pub fn new(network: &Network) -> Self {
        Self {
            lists: Lists::new(network, true, false),
            services: vec![],
            queue: BinaryHeap::with_capacity(1 << 10),
            gathering: 0,
            peers: vec![],
            shared: vec![],
            seen: vec![(0, 0); network.links().len()],
        }
    }

    /// What a stream has attained by now.
    fn attained(services: &[Service], streams: &Streams<'_>, slot: u32) -> f64 {
        let (service, rate) = (&services[slot as usize], streams.of(slot).rate);
        if rate == 0.0 { service.attained } else { service.attained + rate * streams.now.minus(service.since).get() }
    }

    fn rank(services: &[Service], streams: &Streams<'_>, slot: u32) -> Ranked {
        Ranked { key: Self::attained(services, streams, slot), growth: streams.of(slot).rate }
    }

    /// A stream is to be looked at.
    fn look(&mut self, streams: &Streams<'_>, slot: u32) {
        if !std::mem::replace(&mut self.services[slot as usize].queued, true) {
            let attained = Self::attained(&self.services, streams, slot);
            self.queue.push(Reverse((Key(attained), streams.of(slot).sequence, slot)));
        }
    }

    /// Finds the streams that have attained the same as this one and share links with it, directly or through others.
    fn gather(&mut self, streams: &Streams<'_>, slot: u32) {
        self.gathering += 1;
        self.peers.clear();
        self.shared.clear();
        let attained = Self::attained(&self.services, streams, slot);
        let services = &mut self.services;
        services[slot as usize].gathered = self.gathering;
        self.peers.push(slot);
        let mut next = 0;
        while let Some(peer) = self.peers.get(next).copied() {
            next += 1;
            for hop in self.lists.hops(streams, peer) {
                let (gathering, _) = self.seen[hop.link as usize];
                if gathering == self.gathering {
                    continue;
                }
                self.seen[hop.link as usize] = (self.gathering, self.shared.len() as u32);
                let entries = self.lists.on(hop.link);
                let equal = |place: &usize| Self::attained(services, streams, entries[*place].slot) == attained;
                let place = self.lists.place(streams, hop.link, peer);
                let begin = (0..place).rev().take_while(equal).last().unwrap_or(place);
                let count = (begin..entries.len()).take_while(equal).count();
                let left = self.lists.left(streams, hop.link, begin);
                let block = &entries[begin..begin + count];
                let growing = block.iter().map(|entry| entry.share).sum();
                self.shared.push(Shared { link: hop.link, begin, count, left, open: count as u32, growing });
                for entry in block {
                    let service = &mut services[entry.slot as usize];
                    if std::mem::replace(&mut service.gathered, self.gathering) != self.gathering {
                        self.peers.push(entry.slot);
                    }
                }
            }
        }
    }

    /// Fills the links of the peers.
    fn fill(&mut self, streams: &Streams<'_>) {
        self.peers.iter().for_each(|slot| self.services[*slot as usize].rate = f64::NAN);
        let (mut open, mut before) = (self.peers.len(), 0.0);
        while open > 0 {
            let level = |shared: &Shared| shared.left.max(0.0) / shared.growing;
            let growing = self.shared.iter().filter(|shared| shared.open > 0);
            let tightest = *growing.min_by_key(|shared| Key(level(shared))).expect("a stream that grows is on a link");
            let mut rate = level(&tightest);
            rate = if (rate - before).abs() <= SAME * before { before } else { rate };
            before = rate;
            for i in tightest.begin..tightest.begin + tightest.count {
                let slot = self.lists.on(tightest.link)[i].slot;
                if !self.services[slot as usize].rate.is_nan() {
                    continue;
                }
                self.services[slot as usize].rate = rate;
                open -= 1;
                for Hop { link, share, .. } in self.lists.hops(streams, slot) {
                    let shared = &mut self.shared[self.seen[*link as usize].1 as usize];
                    shared.left -= share * rate;
                    (shared.open, shared.growing) = (shared.open - 1, shared.growing - share);
                }
            }
        }
    }

    /// Gives the peers their rates and their places by these, slower ones first; who comes behind them is looked at if that makes a
    /// difference.
    fn give(&mut self, streams: &mut Streams<'_>) {
        let attained = Self::attained(&self.services, streams, self.peers[0]);
        for i in 0..self.peers.len() {
            let slot = self.peers[i];
            let service = &mut self.services[slot as usize];
            (service.attained, service.since, service.queued) = (attained, streams.now, false);
            let rate = service.rate;
            if rate != streams.of(slot).rate {
                streams.set_rate(slot, rate);
                self.lists.hops(streams, slot).for_each(|hop| self.lists.spoil(hop.link));
            }
        }
        for i in 0..self.shared.len() {
            let Shared { link, begin, count, .. } = self.shared[i];
            let block = &mut self.lists.on_mut(link)[begin..begin + count];
            block.sort_unstable_by_key(|entry| (Key(streams.of(entry.slot).rate), streams.of(entry.slot).sequence));
            for place in begin..begin + count {
                self.leave_it(link, place, self.lists.left(streams, link, place));
            }
            self.pass(streams, link, begin + count);
        }
    }

    /// So much is left for the stream at a place of a link.
    fn leave_it(&mut self, link: u32, place: usize, left: f64) {
        let entry = &mut self.lists.on_mut(link)[place];
        let closed = &mut self.services[entry.slot as usize].closed;
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
            let elsewhere = self.services[entry.slot as usize].closed > u32::from(entry.left == 0.0);
            if streams.of(entry.slot).rate > 0.0 || !elsewhere {
                self.look(streams, entry.slot);
                return;
            }
            self.leave_it(link, place, left);
        }
    }

    /// The streams of a link that have caught up with the next one are level with it.
    fn join(&mut self, streams: &Streams<'_>, link: u32) {
        for place in (1..self.lists.on(link).len()).rev() {
            let [first, second] = [place - 1, place].map(|place| self.lists.on(link)[place].slot);
            let (ahead, behind) = (Self::rank(&self.services, streams, first), Self::rank(&self.services, streams, second));
            // Rounding is relative to what has been attained.
            if !ahead.meets(behind, behind.key) {
                continue;
            }
            self.gather(streams, first);
            for i in 0..self.peers.len() {
                let peer = self.peers[i];
                let service = &mut self.services[peer as usize];
                (service.attained, service.since) = (behind.key, streams.now);
            }
            let service = &mut self.services[second as usize];
            (service.attained, service.since) = (behind.key, streams.now);
            for i in 0..self.peers.len() {
                let peer = self.peers[i];
                self.sink(streams, peer);
                self.look(streams, peer);
            }
        }
    }

    /// A stream that rounding has put before others which have attained less goes behind them.
    fn sink(&mut self, streams: &Streams<'_>, slot: u32) {
        for hop in self.lists.hops(streams, slot) {
            let mut place = self.lists.place(streams, hop.link, slot);
            let attained = Self::attained(&self.services, streams, slot);
            while let Some(next) = self.lists.on(hop.link).get(place + 1).map(|entry| entry.slot)
                && Self::attained(&self.services, streams, next) < attained
            {
                self.lists.swap(hop.link, place);
                self.look(streams, next);
                place += 1;
            }
        }
    }
}

impl<'a> Rates<'a> for Attained {
    fn enter(&mut self, streams: &mut Streams<'a>, slot: u32, _: bool) {
        let service = Service { attained: 0.0, since: streams.now, queued: false, rate: 0.0, gathered: 0, closed: 0 };
        if self.services.len() <= slot as usize {
            self.services.resize(slot as usize + 1, service);
        }
        self.services[slot as usize] = service;
        for hop in self.lists.hops(streams, slot) {
            self.lists.insert(hop, 0, slot);
        }
        self.look(streams, slot);
    }

    fn leave(&mut self, streams: &mut Streams<'a>, slot: u32) {
        self.services[slot as usize].queued = false;
        let shares = streams.of(slot).rate > 0.0;
        let attained = Self::attained(&self.services, streams, slot);
        for hop in self.lists.hops(streams, slot) {
            let place = self.lists.remove(streams, hop.link, slot);
            // Those that shared with it stand before or behind it.
            let before = place.checked_sub(1).map(|before| self.lists.on(hop.link)[before].slot);
            if let Some(before) = before.filter(|before| shares && Self::attained(&self.services, streams, *before) == attained) {
                self.look(streams, before);
            }
            self.pass(streams, hop.link, place);
        }
    }

    fn next(&self) -> Sum {
        self.lists.meeting()
    }

    fn act(&mut self, streams: &mut Streams<'a>, until: Sum) {
        while let Some(link) = self.lists.met(until) {
            self.join(streams, link);
        }
    }

    fn settle(&mut self, streams: &mut Streams<'a>) {
        let mut patience = Patience::new(streams.slots());
        while let Some(Reverse((_, sequence, slot))) = self.queue.pop() {
            patience.look();
            // It may have left since, or been looked at together with another.
            if self.services[slot as usize].queued && streams.of(slot).sequence == sequence {
                self.gather(streams, slot);
                self.fill(streams);
                self.give(streams);
            }
        }
        self.lists.refresh(streams.now, |slot| Self::rank(&self.services, streams, slot));
    }

    fn held(&self, streams: &Streams<'a>, slot: u32) -> Option<Held> {
        let left = |hop: &&Hop| {
            let place = self.lists.place(streams, hop.link, slot);
            let left = self.lists.on(hop.link)[place].left;
            Key(self.lists.less(hop.link, left, hop.share * streams.of(slot).rate) / hop.share)
        };
        let link = self.lists.hops(streams, slot).min_by_key(left)?.link;
        let before = &self.lists.on(link)[..self.lists.place(streams, link, slot)];
        let behind = before.iter().rev().map(|entry| entry.slot).find(|slot| streams.of(*slot).rate > 0.0);
        Some(Held { link, behind })
    }
}
