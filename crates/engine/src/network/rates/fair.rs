//! Max-min fair rates, kept up to date.
//!
//! Rates are max-min fair if no rate can grow without that of a stream that is no faster shrinking; each stream then has a *bottleneck*: a
//! link without room on which none is faster (Bertsekas & Gallager, *Data Networks*, section 6.5.2). Progressive filling finds them: all
//! rates grow together, and when a link has no room left the streams on it stop.
//!
//! Here the filling visits only what comes out differently. As the level rises, all streams are taken to stop where they stopped before, until
//! a link says otherwise:
//!
//! * a link that others have made *full* at a level lower than some of its streams stop at holds these there;
//! * a link with *room* at the level at which its streams stopped before lets them grow on, until a link is full.
//!
//! Either changes what is left on the other links of these streams, which may be full or have room at higher levels then, but not at
//! lower ones. So links are looked at in order of level, in one pass, which is over once no stream grows and no link is due.

use crate::network::Network;
use crate::network::flows::Hop;
use crate::network::streams::Streams;
use crate::sim::Key;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Rates that differ by no more than this fraction are the same.
const SAME: f64 = 1e-12;

/// A stream on a link.
#[derive(Clone, Copy, Debug)]
struct Place {
    slot: u32,
    /// Which of the stream's links this is.
    hop: u32,
    share: f64,
}

#[derive(Clone, Debug)]
struct LinkState {
    /// What it can carry, and what of that earlier tiers leave.
    whole: f64,
    capacity: f64,
    places: Vec<Place>,
    /// The level at which it was full and streams stopped for it; infinite if there are none.
    level: f64,
    /// Whether the next filling begins with it.
    dirty: bool,
    /// Whether it has to be looked at in this filling even if none of its streams grows.
    due: bool,
    /// The last filling that changed something on it; what is left in it by streams that do not grow, and the shares of those that do.
    touched: u32,
    left: f64,
    growing: f64,
    /// The lowest level at which it will be looked at.
    watched: f64,
    /// The level at which it is full, as long as that is known.
    full: Option<f64>,
}

#[derive(Clone, Debug, Default)]
struct Member<'a> {
    hops: &'a [Hop],
    /// A link that it has to itself, if it is confined.
    own: Option<Hop>,
    /// Where it stops, or did before this filling; infinite if it is new.
    rate: f64,
    bottleneck: u32,
    /// The filling in which it grows beyond its rate.
    grows: u32,
    /// Where it stands on each of its links.
    places: Vec<u32>,
}

impl<'a> Member<'a> {
    /// The links that it crosses.
    fn hops(&self) -> impl Iterator<Item = Hop> + use<'a> {
        self.hops.iter().copied().chain(self.own)
    }

    fn grows(&self, filling: u32) -> bool {
        self.grows == filling || self.rate.is_infinite()
    }
}

/// The streams of one tier.
#[derive(Debug)]
pub(super) struct Fair<'a> {
    /// The links of the network, then those of streams that are confined, by slot.
    links: Vec<LinkState>,
    shared: u32,
    members: Vec<Member<'a>>,
    filling: u32,
    dirty: Vec<u32>,
    touched: Vec<u32>,
    /// Number of streams that grow, and of links that are due.
    growing: usize,
    due: usize,
    /// Links to be looked at, by level.
    queue: BinaryHeap<Reverse<(Key, u32)>>,
    /// Streams whose rates the last filling has changed.
    pub changed: Vec<u32>,
}

impl<'a> Fair<'a> {
    pub fn new(network: &Network) -> Self {
        Self {
            links: network.links().iter().map(|link| LinkState::new(link.capacity)).collect(),
            shared: network.links().len() as u32,
            members: vec![],
            filling: 0,
            dirty: vec![],
            touched: vec![],
            growing: 0,
            due: 0,
            queue: BinaryHeap::with_capacity(1 << 10),
            changed: vec![],
        }
    }

    /// A stream joins.
    pub fn insert(&mut self, streams: &Streams<'a>, slot: u32) {
        if self.members.len() <= slot as usize {
            self.members.resize(slot as usize + 1, Member::default());
        }
        let hops = streams.hops(slot);
        let member = &mut self.members[slot as usize];
        (member.hops, member.own, member.rate, member.bottleneck) = (hops, None, f64::INFINITY, u32::MAX);
        member.places.clear();
        self.growing += 1;
        for (hop, &Hop { link, share, .. }) in (0..).zip(hops) {
            let state = &mut self.links[link as usize];
            self.members[slot as usize].places.push(state.places.len() as u32);
            state.places.push(Place { slot, hop, share });
            self.spoil(link);
        }
    }

    /// A stream leaves.
    pub fn remove(&mut self, slot: u32) {
        let member = &self.members[slot as usize];
        self.growing -= usize::from(member.rate.is_infinite());
        for (hop, Hop { link, .. }) in member.hops().enumerate() {
            let place = self.members[slot as usize].places[hop];
            let state = &mut self.links[link as usize];
            state.places.swap_remove(place as usize);
            if let Some(moved) = state.places.get(place as usize) {
                self.members[moved.slot as usize].places[moved.hop as usize] = place;
            }
            self.spoil(link);
        }
    }

    /// A link has another capacity.
    pub fn limit(&mut self, link: u32, capacity: f64) {
        let state = &mut self.links[link as usize];
        // What is left of a link is known but for rounding.
        if (state.capacity - capacity).abs() > SAME * state.whole {
            state.capacity = capacity;
            self.spoil(link);
        }
    }

    /// A stream goes no faster than this from now on: it crosses a link of its own, of this capacity.
    pub fn confine(&mut self, slot: u32, rate: f64) {
        let link = self.shared + slot;
        if self.links.len() <= link as usize {
            self.links.resize(link as usize + 1, LinkState::new(rate));
        }
        let (state, member) = (&mut self.links[link as usize], &mut self.members[slot as usize]);
        (state.whole, state.capacity) = (rate, rate);
        if member.own.is_none() {
            let hop = Hop { link, access: false, share: 1.0 };
            state.places.push(Place { slot, hop: member.places.len() as u32, share: hop.share });
            member.places.push(0);
            member.own = Some(hop);
        }
        self.spoil(link);
    }

    /// A stream gives the link of its own back, which has not held it up of late.
    pub fn release(&mut self, slot: u32) {
        let member = &mut self.members[slot as usize];
        if let Some(Hop { link, .. }) = member.own.take() {
            debug_assert!(member.bottleneck != link, "rates stay as they are");
            member.places.pop();
            let state = &mut self.links[link as usize];
            state.places.clear();
            state.level = f64::INFINITY;
        }
    }

    /// The next filling begins with a link.
    fn spoil(&mut self, link: u32) {
        if !std::mem::replace(&mut self.links[link as usize].dirty, true) {
            self.dirty.push(link);
        }
    }

    /// Rate of a stream.
    pub fn rate(&self, slot: u32) -> f64 {
        self.members[slot as usize].rate
    }

    /// The link that keeps a stream from going faster; none if that is its own.
    pub fn bottleneck(&self, slot: u32) -> Option<u32> {
        Some(self.members[slot as usize].bottleneck).filter(|link| *link < self.shared)
    }

    /// The streams on a link.
    pub fn on(&self, link: u32) -> impl Iterator<Item = u32> {
        self.links[link as usize].places.iter().map(|place| place.slot)
    }

    /// The links on which the last filling changed something, and what is left of each.
    pub fn touched(&self) -> impl Iterator<Item = (u32, f64)> {
        let left = |link: &u32| {
            let state = &self.links[*link as usize];
            (*link, if state.left <= SAME * state.capacity { 0.0 } else { state.left })
        };
        self.touched.iter().map(left)
    }

    /// Brings all rates up to date.
    pub fn settle(&mut self) {
        self.changed.clear();
        self.touched.clear();
        if self.dirty.is_empty() {
            return;
        }
        self.filling += 1;
        let mut dirty = std::mem::take(&mut self.dirty);
        for link in dirty.drain(..) {
            self.touch(link);
            let state = &mut self.links[link as usize];
            state.dirty = false;
            let first = state.least(0.0).min(state.level);
            if first.is_finite() {
                self.look_at(link, first);
            }
        }
        self.dirty = dirty;
        while self.growing + self.due > 0
            && let Some(Reverse((Key(level), link))) = self.queue.pop()
        {
            let state = &mut self.links[link as usize];
            // It may have been looked at earlier than this.
            if state.watched == level {
                state.watched = f64::INFINITY;
                self.look(link, level);
            }
        }
        debug_assert!(self.growing + self.due == 0, "every stream stops");
        self.queue.clear();
    }

    /// Something will change on a link in this filling.
    fn touch(&mut self, link: u32) {
        let state = &mut self.links[link as usize];
        if state.touched == self.filling {
            return;
        }
        self.touched.push(link);
        (state.touched, state.left, state.growing) = (self.filling, state.capacity, 0.0);
        (state.watched, state.full) = (f64::INFINITY, None);
        for Place { slot, share, .. } in &state.places {
            let member = &self.members[*slot as usize];
            if member.grows(self.filling) {
                state.growing += share;
            } else {
                state.left -= share * member.rate;
            }
        }
    }

    /// A link is to be looked at no later than at a level.
    fn watch(&mut self, link: u32, level: f64) {
        let state = &mut self.links[link as usize];
        if level < state.watched {
            state.watched = level;
            self.queue.push(Reverse((Key(level), link)));
        }
    }

    /// The same, even if none of its streams grows.
    fn look_at(&mut self, link: u32, level: f64) {
        self.due += usize::from(!std::mem::replace(&mut self.links[link as usize].due, true));
        self.watch(link, level);
    }

    /// A link is due no more.
    fn rest(&mut self, link: u32) {
        self.due -= usize::from(std::mem::replace(&mut self.links[link as usize].due, false));
    }

    /// A link may be full at a level, or have room for the streams that stopped there.
    fn look(&mut self, link: u32, level: f64) {
        let state = &self.links[link as usize];
        let due = if state.due { state.level } else { f64::INFINITY };
        let now = level * (1.0 + SAME);
        let mut full = state.full.unwrap_or_else(|| state.least(level));
        if full <= now && state.full.is_none() {
            full = self.full(link, level);
            self.links[link as usize].full = Some(full);
        }
        if full <= now {
            self.fill(link, full);
        } else if due <= now {
            self.open(link, level);
        } else if full.min(due).is_finite() {
            self.watch(link, full.min(due));
        } else {
            self.rest(link);
        }
    }

    /// The level, from this one on, at which a link is full if streams that do not grow stop no later than they do.
    fn full(&self, link: u32, from: f64) -> f64 {
        let state = &self.links[link as usize];
        let mut level = from;
        loop {
            let (mut left, mut growing) = (state.capacity, 0.0);
            for Place { slot, share, .. } in &state.places {
                let member = &self.members[*slot as usize];
                if member.rate > level || member.grows == self.filling {
                    growing += share;
                } else {
                    left -= share * member.rate;
                }
            }
            // It never is if all stop before.
            if growing == 0.0 {
                return f64::INFINITY;
            }
            let next = left / growing;
            if next <= level {
                return level;
            }
            level = next;
        }
    }

    /// A link is full: its streams go no faster than this level.
    fn fill(&mut self, link: u32, level: f64) {
        self.links[link as usize].level = level;
        for i in 0..self.links[link as usize].places.len() {
            let slot = self.links[link as usize].places[i].slot;
            let member = &self.members[slot as usize];
            let (before, grows) = (member.rate, member.grows(self.filling));
            let same = before.is_finite() && (level - before).abs() <= SAME * before;
            if grows {
                self.stop(slot, if same { before } else { level });
            } else if before > level && !same {
                self.hold(slot, level);
            } else {
                continue;
            }
            self.members[slot as usize].bottleneck = link;
            if !same {
                self.changed.push(slot);
            }
        }
        self.rest(link);
    }

    /// A link has room for the streams that stopped for it at this level: they grow on.
    fn open(&mut self, link: u32, level: f64) {
        self.links[link as usize].level = f64::INFINITY;
        for i in 0..self.links[link as usize].places.len() {
            let slot = self.links[link as usize].places[i].slot;
            let member = &self.members[slot as usize];
            if member.bottleneck == link && !member.grows(self.filling) {
                self.grow(slot, level);
            }
        }
        let state = &self.links[link as usize];
        let (least, lacks) = (state.least(level), state.lacks());
        self.watch(link, least);
        if !lacks {
            self.rest(link);
        }
    }

    /// A stream grows beyond the rate at which it stopped.
    fn grow(&mut self, slot: u32, level: f64) {
        let member = &self.members[slot as usize];
        let rate = member.rate;
        for Hop { link, share, .. } in member.hops() {
            self.touch(link);
            let state = &mut self.links[link as usize];
            (state.left, state.growing, state.full) = (state.left + share * rate, state.growing + share, None);
            let least = state.least(level);
            self.watch(link, least);
        }
        self.members[slot as usize].grows = self.filling;
        self.growing += 1;
    }

    /// A stream that grows stops, which may leave less to those that stop later on its other links.
    fn stop(&mut self, slot: u32, rate: f64) {
        let member = &mut self.members[slot as usize];
        (member.rate, member.grows) = (rate, 0);
        self.growing -= 1;
        for Hop { link, share, .. } in member.hops() {
            let state = &mut self.links[link as usize];
            (state.left, state.growing, state.full) = (state.left - share * rate, state.growing - share, None);
            if state.lacks() {
                self.due += usize::from(!std::mem::replace(&mut state.due, true));
            }
        }
    }

    /// A stream stops at a lower level than it did, which leaves more to those that stopped for its other links.
    fn hold(&mut self, slot: u32, level: f64) {
        let member = &self.members[slot as usize];
        let rate = member.rate;
        for Hop { link, share, .. } in member.hops() {
            self.touch(link);
            let state = &mut self.links[link as usize];
            (state.left, state.full) = (state.left + share * (rate - level), None);
            let stopped = state.level;
            if stopped > level && stopped.is_finite() {
                self.look_at(link, stopped);
            }
        }
        self.members[slot as usize].rate = level;
    }
}

impl LinkState {
    const fn new(capacity: f64) -> Self {
        Self {
            whole: capacity,
            capacity,
            places: vec![],
            level: f64::INFINITY,
            dirty: false,
            due: false,
            touched: 0,
            left: 0.0,
            growing: 0.0,
            watched: f64::INFINITY,
            full: None,
        }
    }

    /// Whether it cannot carry all that its streams would have.
    fn lacks(&self) -> bool {
        self.left < -SAME * self.whole
    }

    /// The least level from this one on at which it can be full.
    fn least(&self, level: f64) -> f64 {
        if self.lacks() {
            level
        } else if self.growing > 0.0 {
            (self.left / self.growing).max(level)
        } else {
            f64::INFINITY
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Fair;
    use crate::network::streams::Streams;
    use crate::network::{Class, Flow, Flows, Hop, Link, Network, Paths};
    use crate::sim::Sum;
    use crate::workload::Ids;

    #[test]
    fn a_stream_that_is_no_longer_confined_has_no_link_of_its_own() {
        let network = Network::new(vec!["a".to_owned(), "b".to_owned()], 2, vec![Link { from: 0, to: 1, capacity: 4.0 }]).unwrap();
        let mut paths = Paths::default();
        let path = paths.push([Hop { link: 0, access: true, share: 1.0 }]);
        let flow = Flow { id: 0, arrival: 0.0, size: 1.0, source: 0, destination: 1, class: Class::Long, path, other: None };
        let flows = Flows::new(&network, vec![flow], paths, vec![], Ids::default()).unwrap();
        let mut streams = Streams::new(&flows, flows.paths(), Sum::ZERO);
        let slot = streams.enter(0, 0, path);
        let mut fair = Fair::new(&network);
        fair.insert(&streams, slot);
        for (most, rate) in [(1.0, 1.0), (8.0, 4.0)] {
            fair.confine(slot, most);
            fair.settle();
            assert_eq!((fair.rate(slot), fair.on(fair.shared + slot).count()), (rate, 1));
        }
        fair.release(slot);
        fair.settle();
        assert_eq!((fair.rate(slot), fair.on(0).count(), fair.on(fair.shared + slot).count()), (4.0, 1, 0));
        assert_eq!(fair.members[slot as usize].hops().count(), 1);
        fair.remove(slot);
        assert_eq!(fair.on(0).count(), 0);
    }
}
