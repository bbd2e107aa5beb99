//! Max-min fair rates, kept up to date.
//!
//! Rates are max-min fair if no rate can grow without that of a stream that is no faster shrinking; each stream then has a *bottleneck*: a
//! link without room on which none is faster (Bertsekas & Gallager, *Data Networks*, section 6.5.2). Progressive filling finds them: all
//! rates grow together, and when a link has no room left the streams on it stop.
//!
//! Here only that part of the filling is done again that comes out differently. What happens below the level at which a stream that enters
//! or leaves makes a difference stays. From there on, links are looked at only once one of their streams stops at another level than
//! before; of all others it is known that their streams stop where they stopped. Links and streams are passed in order of level, in one
//! pass.

use crate::network::Network;
use crate::network::flows::Hop;
use crate::network::streams::Streams;
use crate::sim::EventQueue;

/// Rates that differ by no more than this fraction are the same.
const SAME: f64 = 1e-12;

/// Events of the filling at one level: a link has no room left, a stream stops where it stopped before.
const LINK: u8 = 0;
const STREAM: u8 = 1;

#[derive(Clone, Copy, Debug)]
enum Item {
    Link(u32),
    Stream(u32),
}

/// A stream on a link.
#[derive(Clone, Copy, Debug)]
struct Place {
    slot: u32,
    /// Which of the stream's links this is.
    hop: u32,
    share: f64,
}

#[derive(Clone, Debug, Default)]
struct LinkState {
    /// What it can carry, and what of that earlier tiers leave.
    whole: f64,
    capacity: f64,
    places: Vec<Place>,
    /// The smallest capacity it has had since the last filling.
    least: f64,
    /// Whether the next filling begins with it.
    dirty: bool,
    /// The last filling in which it was looked at; what was left in it, for how many unfrozen streams, and their shares.
    touched: u32,
    left: f64,
    open: u32,
    growing: f64,
}

impl LinkState {
    /// The level at which it has no room left.
    fn level(&self) -> f64 {
        if self.open == 0 { f64::INFINITY } else { (self.left / self.growing).max(0.0) }
    }
}

#[derive(Clone, Debug, Default)]
struct Member<'a> {
    hops: &'a [Hop],
    rate: f64,
    bottleneck: u32,
    /// The last filling in which it took part, and the last in which it stopped.
    grows: u32,
    stopped: u32,
    /// Where it stands on each of its links.
    places: Vec<u32>,
}

/// The streams of one tier.
#[derive(Debug)]
pub(super) struct Fair<'a> {
    links: Vec<LinkState>,
    members: Vec<Member<'a>>,
    filling: u32,
    dirty: Vec<u32>,
    touched: Vec<u32>,
    /// Level below which nothing changes, as far as streams that have left make it.
    floor: f64,
    queue: EventQueue<Item>,
    /// Streams whose rates the last filling has changed.
    pub changed: Vec<u32>,
}

impl<'a> Fair<'a> {
    pub fn new(network: &Network) -> Self {
        let link = |link: &crate::network::Link| LinkState {
            whole: link.capacity,
            capacity: link.capacity,
            least: link.capacity,
            ..LinkState::default()
        };
        Self {
            links: network.links().iter().map(link).collect(),
            members: vec![],
            filling: 0,
            dirty: vec![],
            touched: vec![],
            floor: f64::INFINITY,
            queue: EventQueue::with_capacity(1 << 10),
            changed: vec![],
        }
    }

    /// A stream joins.
    pub fn insert(&mut self, streams: &Streams<'a>, slot: u32) {
        if self.members.len() <= slot as usize {
            self.members.resize(slot as usize + 1, Member::default());
        }
        let member = &mut self.members[slot as usize];
        (member.hops, member.rate, member.bottleneck) = (streams.hops(slot), f64::INFINITY, u32::MAX);
        member.places.clear();
        for (hop, &Hop { link, share, .. }) in (0..).zip(member.hops) {
            let state = &mut self.links[link as usize];
            member.places.push(state.places.len() as u32);
            state.places.push(Place { slot, hop, share });
            if !std::mem::replace(&mut state.dirty, true) {
                self.dirty.push(link);
            }
        }
    }

    /// A stream leaves.
    pub fn remove(&mut self, slot: u32) {
        self.floor = self.floor.min(self.members[slot as usize].rate);
        for (hop, &Hop { link, .. }) in self.members[slot as usize].hops.iter().enumerate() {
            let place = self.members[slot as usize].places[hop];
            let state = &mut self.links[link as usize];
            state.places.swap_remove(place as usize);
            if let Some(moved) = state.places.get(place as usize) {
                self.members[moved.slot as usize].places[moved.hop as usize] = place;
            }
            let state = &mut self.links[link as usize];
            if !std::mem::replace(&mut state.dirty, true) {
                self.dirty.push(link);
            }
        }
    }

    /// A link has another capacity.
    pub fn limit(&mut self, link: u32, capacity: f64) {
        let state = &mut self.links[link as usize];
        // What is left of a link is known but for rounding.
        if (state.capacity - capacity).abs() <= SAME * state.whole {
            return;
        }
        state.least = state.least.min(capacity);
        state.capacity = capacity;
        if !std::mem::replace(&mut state.dirty, true) {
            self.dirty.push(link);
        }
    }

    /// Rate of a stream.
    pub fn rate(&self, slot: u32) -> f64 {
        self.members[slot as usize].rate
    }

    /// The link that keeps a stream from going faster.
    pub fn bottleneck(&self, slot: u32) -> u32 {
        self.members[slot as usize].bottleneck
    }

    /// The streams on a link.
    pub fn on(&self, link: u32) -> impl Iterator<Item = u32> {
        self.links[link as usize].places.iter().map(|place| place.slot)
    }

    /// The links that the last filling looked at, and what is left of each.
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
        let mut floor = self.floor;
        self.floor = f64::INFINITY;
        let mut dirty = std::mem::take(&mut self.dirty);
        for link in &dirty {
            let state = &mut self.links[*link as usize];
            floor = floor.min(full(state, &self.members));
            (state.dirty, state.least) = (false, state.capacity);
        }
        // Rates that are the same may differ by rounding.
        floor *= 1.0 - 10.0 * SAME;
        for link in dirty.drain(..) {
            self.touch(link, floor);
        }
        self.dirty = dirty;
        while let Some((level, item)) = self.queue.pop() {
            match item {
                Item::Link(link) => {
                    // Streams that have stopped earlier have left it more room.
                    let now = self.links[link as usize].level();
                    if now > level {
                        if now.is_finite() {
                            self.queue.push(now, LINK, Item::Link(link));
                        }
                    } else {
                        self.fill(link, level);
                    }
                }
                Item::Stream(slot) => self.pass(slot),
            }
        }
    }

    /// Looks at a link from this level on, below which its streams stop where they stopped before.
    fn touch(&mut self, link: u32, level: f64) {
        let state = &mut self.links[link as usize];
        if state.touched == self.filling {
            return;
        }
        self.touched.push(link);
        (state.touched, state.left, state.open, state.growing) = (self.filling, state.capacity, 0, 0.0);
        for Place { slot, share, .. } in &state.places {
            let member = &mut self.members[*slot as usize];
            let grows = member.grows == self.filling;
            if member.stopped == self.filling || !grows && member.rate < level {
                state.left -= share * member.rate;
                continue;
            }
            (state.open, state.growing) = (state.open + 1, state.growing + share);
            if !grows {
                member.grows = self.filling;
                if member.rate.is_finite() {
                    self.queue.push(member.rate, STREAM, Item::Stream(*slot));
                }
            }
        }
        let level = state.level();
        if level.is_finite() {
            self.queue.push(level, LINK, Item::Link(link));
        }
    }

    /// A link has no room left: its streams stop.
    fn fill(&mut self, link: u32, level: f64) {
        for i in 0..self.links[link as usize].places.len() {
            let slot = self.links[link as usize].places[i].slot;
            let member = &mut self.members[slot as usize];
            if member.stopped == self.filling || member.grows != self.filling {
                continue;
            }
            member.bottleneck = link;
            let before = member.rate;
            let same = before.is_finite() && (level - before).abs() <= SAME * before;
            self.stop(slot, if same { before } else { level });
            if !same {
                self.changed.push(slot);
                self.touch_all(slot, level);
            }
        }
    }

    /// A stream comes to the level at which it stopped before.
    fn pass(&mut self, slot: u32) {
        let member = &self.members[slot as usize];
        if member.stopped == self.filling {
            return;
        }
        let (rate, bottleneck) = (member.rate, &self.links[member.bottleneck as usize]);
        if bottleneck.touched != self.filling || bottleneck.level() <= rate * (1.0 + SAME) {
            self.stop(slot, rate);
        } else {
            self.touch_all(slot, rate);
        }
    }

    /// A stream stops at a rate.
    fn stop(&mut self, slot: u32, rate: f64) {
        let member = &mut self.members[slot as usize];
        (member.rate, member.stopped) = (rate, self.filling);
        for Hop { link, share, .. } in member.hops {
            let state = &mut self.links[*link as usize];
            if state.touched == self.filling {
                state.left -= share * rate;
                (state.open, state.growing) = (state.open - 1, state.growing - share);
            }
        }
    }

    fn touch_all(&mut self, slot: u32, level: f64) {
        for hop in self.members[slot as usize].hops {
            self.touch(hop.link, level);
        }
    }
}

/// The level at which a link would be full if its streams stopped no later than they do; those that have joined it do not stop before.
fn full(state: &LinkState, members: &[Member<'_>]) -> f64 {
    let mut level = 0.0;
    loop {
        let (mut left, mut growing) = (state.least, 0.0);
        for Place { slot, share, .. } in &state.places {
            let rate = members[*slot as usize].rate;
            // Streams that stop where it is full may do so slightly before, by rounding.
            if rate < level * (1.0 - 10.0 * SAME) {
                left -= share * rate;
            } else {
                growing += share;
            }
        }
        let next = left / growing;
        // Without streams it is never full, nor if all stop before.
        if growing == 0.0 {
            return f64::INFINITY;
        }
        if next <= level {
            return level;
        }
        level = next;
    }
}
