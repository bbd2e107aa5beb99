//! The queue of those that wait, by rank.

use super::same;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Which of equal ranks goes first. A rank that rises as soon as the job is served gives way at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trend {
    /// It falls or stays; where ties are shared, it falls.
    Firm,
    /// It stays, and ties are shared.
    Level,
    /// It rises.
    Rising,
}

/// Who waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The job in this slot.
    Job(u32),
    /// A group of jobs that share when they are served.
    Group(u32),
}

/// A job or a group with its rank.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub rank: f64,
    pub trend: Trend,
    /// Place of the job among all jobs, which are in the order of (arrival, id), from 1; 0 of a group.
    pub index: u32,
    pub who: Who,
}

impl Entry {
    /// Which of two is served: the lesser. Rising ranks that are equal but for rounding are soon equal.
    fn order(&self, other: &Self) -> Ordering {
        let equal = if self.rises_with(other) { self.rank == other.rank } else { same(self.rank, other.rank) };
        if equal { (self.trend, self.index).cmp(&(other.trend, other.index)) } else { self.rank.total_cmp(&other.rank) }
    }

    /// Whether this one is served rather than the other.
    pub fn precedes(&self, other: &Self) -> bool {
        self.order(other).is_lt()
    }

    /// Whether both are served at once.
    pub fn shares_with(&self, other: &Self) -> bool {
        let groups = matches!((self.who, other.who), (Who::Group(_), Who::Group(_)));
        let level = self.trend == Trend::Level && other.trend == Trend::Level;
        self.rises_with(other) && self.rank == other.rank || level && !groups && same(self.rank, other.rank)
    }

    fn rises_with(&self, other: &Self) -> bool {
        self.trend == Trend::Rising && other.trend == Trend::Rising
    }
}

/// For a heap that has the first on top.
impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        other.order(self)
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Entry {}

/// The first on top.
pub type Waiting = BinaryHeap<Entry>;

/// Things in numbered places that are used again.
#[derive(Debug)]
pub struct Slots<T> {
    items: Vec<T>,
    free: Vec<u32>,
}

impl<T> Slots<T> {
    pub fn with_capacity(capacity: usize) -> Self {
        Self { items: Vec::with_capacity(capacity), free: Vec::with_capacity(capacity) }
    }

    /// Puts an item into a free place.
    pub fn put(&mut self, item: T) -> u32 {
        match self.free.pop() {
            Some(slot) => {
                self.items[slot as usize] = item;
                slot
            }
            None => {
                self.items.push(item);
                (self.items.len() - 1) as u32
            }
        }
    }

    /// The place can be used again.
    pub fn release(&mut self, slot: u32) {
        self.free.push(slot);
    }

    pub fn get(&self, slot: u32) -> &T {
        &self.items[slot as usize]
    }

    pub fn get_mut(&mut self, slot: u32) -> &mut T {
        &mut self.items[slot as usize]
    }
}
