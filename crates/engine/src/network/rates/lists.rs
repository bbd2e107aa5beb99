//! For each link the streams on it, in the order in which they are served.

use crate::network::Network;
use crate::network::flows::Hop;
use crate::network::streams::{NEVER, Streams, after};
use crate::sim::{Sum, Tournament};

/// What is left of a capacity is nothing if it is no more than this fraction of it.
const NOTHING: f64 = 1e-12;

/// A stream on a link.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub slot: u32,
    pub share: f64,
    /// What the streams before it leave.
    pub left: f64,
}

#[derive(Clone, Debug)]
struct List {
    capacity: f64,
    entries: Vec<Entry>,
    /// Whether the time of its next meeting is to be found anew.
    stale: bool,
}

/// By what a stream is ranked now, and how fast that grows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    pub key: f64,
    pub growth: f64,
}

impl Ranked {
    /// Whether one that is ranked before another meets it now, but for what rounding can have made of a difference of keys no larger
    /// than `size`.
    pub fn meets(self, other: Self, size: f64) -> bool {
        self.growth > other.growth && other.key - self.key <= 8.0 * f64::EPSILON * size
    }
}

/// The lists of all links. A stream *meets* the next one of a list when their keys become equal, since the key of the first grows faster.
#[derive(Debug)]
pub(super) struct Lists {
    links: Vec<List>,
    /// Whether the order changes with time.
    moves: bool,
    /// Whether only links next to hosts count.
    access: bool,
    meetings: Tournament<Sum>,
    stale: Vec<u32>,
}

impl Lists {
    pub fn new(network: &Network, moves: bool, access: bool) -> Self {
        let list = |link: &crate::network::Link| List { capacity: link.capacity, entries: vec![], stale: false };
        let links: Vec<List> = network.links().iter().map(list).collect();
        let meetings = Tournament::new(if moves { links.len() } else { 0 }, NEVER);
        Self { links, moves, access, meetings, stale: vec![] }
    }

    /// The links of a stream that count.
    pub fn hops<'a>(&self, streams: &Streams<'a>, slot: u32) -> impl Iterator<Item = &'a Hop> + use<'a> {
        let access = self.access;
        streams.hops(slot).iter().filter(move |hop| hop.access || !access)
    }

    /// The streams on a link, in order.
    pub fn on(&self, link: u32) -> &[Entry] {
        &self.links[link as usize].entries
    }

    pub fn on_mut(&mut self, link: u32) -> &mut [Entry] {
        &mut self.links[link as usize].entries
    }

    /// Where a stream stands on a link.
    pub fn place(&self, streams: &Streams<'_>, link: u32, slot: u32) -> usize {
        let entries = self.on(link);
        if self.moves {
            entries.iter().position(|entry| entry.slot == slot).expect("a stream is on each of its links")
        } else {
            let age = streams.of(slot).sequence;
            entries.partition_point(|entry| streams.of(entry.slot).sequence < age)
        }
    }

    /// Puts a stream at a place of a link.
    pub fn insert(&mut self, hop: &Hop, place: usize, slot: u32) {
        self.links[hop.link as usize].entries.insert(place, Entry { slot, share: hop.share, left: f64::NAN });
        self.spoil(hop.link);
    }

    /// Takes a stream off a link; the place where it stood comes back.
    pub fn remove(&mut self, streams: &Streams<'_>, link: u32, slot: u32) -> usize {
        let place = self.place(streams, link, slot);
        self.links[link as usize].entries.remove(place);
        self.spoil(link);
        place
    }

    /// What the streams before a place of a link leave, if what those before the last of them leave is known.
    pub fn left(&self, streams: &Streams<'_>, link: u32, place: usize) -> f64 {
        let list = &self.links[link as usize];
        match place.checked_sub(1).map(|before| &list.entries[before]) {
            None => list.capacity,
            Some(before) => list.less(before.left, before.share * streams.of(before.slot).rate),
        }
    }

    /// What remains of what is left on a link if so much is taken.
    pub fn less(&self, link: u32, left: f64, taken: f64) -> f64 {
        self.links[link as usize].less(left, taken)
    }

    /// The time of the next meeting on a link is to be found anew.
    pub fn spoil(&mut self, link: u32) {
        if self.moves && !std::mem::replace(&mut self.links[link as usize].stale, true) {
            self.stale.push(link);
        }
    }

    /// Finds the next meetings anew where they may have changed.
    pub fn refresh(&mut self, now: Sum, rank: impl Fn(u32) -> Ranked) {
        while let Some(link) = self.stale.pop() {
            let list = &mut self.links[link as usize];
            list.stale = false;
            let mut first = f64::INFINITY;
            let mut before: Option<Ranked> = None;
            for entry in &list.entries {
                let next = rank(entry.slot);
                if let Some(before) = before.filter(|before| before.growth > next.growth) {
                    first = first.min((next.key - before.key).max(0.0) / (before.growth - next.growth));
                }
                before = Some(next);
            }
            self.meetings.set(link, if first.is_finite() { after(now, first) } else { NEVER });
        }
    }

    /// When the next meeting is.
    pub fn meeting(&self) -> Sum {
        self.meetings.first().map_or(NEVER, |(_, time)| time)
    }

    /// A link on which streams meet until a time; it is not told again before the next [`refresh`](Self::refresh).
    pub fn met(&mut self, until: Sum) -> Option<u32> {
        let (link, _) = self.meetings.first().filter(|(_, time)| *time <= until)?;
        self.meetings.set(link, NEVER);
        self.spoil(link);
        Some(link)
    }

    /// Two neighbours on a link change places; the first of them stands at `place`.
    pub fn swap(&mut self, link: u32, place: usize) {
        self.links[link as usize].entries.swap(place, place + 1);
        self.spoil(link);
    }
}

impl List {
    fn less(&self, left: f64, taken: f64) -> f64 {
        let less = left - taken;
        if less <= NOTHING * self.capacity { 0.0 } else { less }
    }
}
