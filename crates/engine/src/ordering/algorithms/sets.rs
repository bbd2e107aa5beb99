//! Sets of executed tasks as bits: what exact searches go through.

use crate::ordering::{Graph, Load, Objective};

/// Which part of what is still to come a bound counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Of tasks that are not executed: their out-degrees, as in the source.
    OutDegrees,
    /// The same, and of executed tasks one step for each reader still to come but the next. It never falls by more than a step costs,
    /// so no set is expanded twice.
    Remaining,
}

/// No set.
pub const NONE: u32 = u32::MAX;

/// Sets that were reached, each with what is known of it. A set is a row of words: the executed tasks, then those that are ready.
#[derive(Debug)]
pub struct Sets<'a> {
    load: Load<'a>,
    bound: Bound,
    /// Words of bits of a row of tasks.
    words: usize,
    /// What each task reads, and who reads it.
    before: Vec<u64>,
    next: Vec<u64>,
    rows: Vec<u64>,
    /// Open addressing: numbers of sets.
    table: Vec<u32>,
    known: Vec<Known>,
    scratch: Vec<u64>,
}

/// What is known of a set.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// Least cost of a way there so far.
    pub cost: f64,
    /// What is to be added at least.
    pub bound: f64,
    /// The load of the set.
    load: f64,
    /// The set from which that way comes, and the task executed there.
    pub from: u32,
    /// That task.
    pub via: u32,
    /// Number of tasks in it.
    pub done: u32,
}

/// Rows of bits: of each task those that a list has.
fn masks<'a>(tasks: usize, words: usize, list: impl Fn(u32) -> &'a [u32]) -> Vec<u64> {
    let mut masks = vec![0; tasks * words];
    for task in 0..tasks as u32 {
        for &other in list(task) {
            masks[task as usize * words + other as usize / 64] |= 1 << (other % 64);
        }
    }
    masks
}

/// The numbers of bits that are set.
pub fn ones(words: &[u64]) -> impl Iterator<Item = u32> {
    words.iter().zip(0..).flat_map(|(word, at)| {
        let mut word = *word;
        std::iter::from_fn(move || {
            let bit = word.trailing_zeros();
            word &= word.wrapping_sub(1);
            (bit < 64).then_some(64 * at + bit)
        })
    })
}

impl<'a> Sets<'a> {
    /// Most tasks of a component that is searched: each needs a row of bits for what it reads and who reads it.
    pub const MOST_TASKS: usize = 4096;

    /// The empty set, which has number 0.
    pub fn new(graph: &'a Graph, objective: Objective, bound: Bound) -> Self {
        let tasks = graph.tasks();
        let words = tasks.div_ceil(64);
        let load = Load::new(graph, objective);
        let to_come = (0..tasks as u32).map(|task| load.to_come(task)).sum();
        let mut rows = vec![0; 2 * words];
        for task in (0..tasks as u32).filter(|task| graph.before(*task).is_empty()) {
            rows[words + task as usize / 64] |= 1 << (task % 64);
        }
        let empty = Known { cost: 0.0, bound: to_come, load: 0.0, from: NONE, via: 0, done: 0 };
        let mut sets = Self {
            load,
            bound,
            words,
            before: masks(tasks, words, |task| graph.before(task)),
            next: masks(tasks, words, |task| graph.next(task)),
            rows,
            table: vec![NONE; 64],
            known: vec![empty],
            scratch: vec![0; words],
        };
        let slot = sets.slot(&vec![0; words]);
        sets.table[slot] = 0;
        sets
    }

    /// Memory in which a search must do, beside its queue: 1 GiB, so that lists which grow to twice their length fit into a browser's.
    const MOST_BYTES: usize = 1 << 30;

    /// Whether there are more than a search may look at, or than fit into its memory.
    pub fn too_many(&self, limit: usize) -> bool {
        let bytes = self.len() * size_of::<Known>() + size_of_val(&self.rows[..]) + size_of_val(&self.table[..]);
        self.len() > limit || bytes > Self::MOST_BYTES
    }

    /// Number of sets.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// What is known of one.
    pub fn known(&self, set: u32) -> Known {
        self.known[set as usize]
    }

    /// The tasks that are ready after a set.
    pub fn ready(&self, set: u32) -> Vec<u32> {
        let row = 2 * self.words * set as usize;
        ones(&self.rows[row + self.words..row + 2 * self.words]).collect()
    }

    /// Where a set is in the table, or would be.
    fn slot(&self, set: &[u64]) -> usize {
        let mix = |hash: u64, word: &u64| (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
        let hash = set.iter().fold(0x51_7C_C1_B7_27_22_0A_95, mix);
        let mask = self.table.len() - 1;
        let mut slot = (hash ^ hash >> 32) as usize & mask;
        loop {
            let known = self.table[slot];
            if known == NONE || self.executed(known) == set {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    fn executed(&self, set: u32) -> &[u64] {
        let row = 2 * self.words * set as usize;
        &self.rows[row..row + self.words]
    }

    fn grow(&mut self) {
        self.table = vec![NONE; 2 * self.table.len()];
        for set in 0..self.known.len() as u32 {
            let executed = self.executed(set).to_vec();
            let slot = self.slot(&executed);
            self.table[slot] = set;
        }
    }

    /// How many readers of a task a set lacks.
    fn left(&self, set: &[u64], task: u32) -> u32 {
        let next = &self.next[task as usize * self.words..(task as usize + 1) * self.words];
        next.iter().zip(set).map(|(next, set)| (next & !set).count_ones()).sum()
    }

    /// Executes a ready task after a set: the set that comes of it, if that is new or this way there costs less than any before.
    pub fn step(&mut self, set: u32, task: u32) -> Option<u32> {
        let Known { cost, bound, load, done, .. } = self.known(set);
        let words = self.words;
        let row = 2 * words * set as usize;
        let mut after = std::mem::take(&mut self.scratch);
        after.copy_from_slice(&self.rows[row..row + words]);
        after[task as usize / 64] |= 1 << (task % 64);
        let (mut load, mut bound) = (load + self.load.added(task), bound - self.load.to_come(task));
        let remaining = self.bound == Bound::Remaining;
        if remaining {
            bound += self.load.to_stay(task, self.load.graph.next(task).len() as u32);
        }
        for &other in self.load.graph.before(task) {
            let left = self.left(&after, other);
            if left == 0 {
                load -= self.load.freed(other);
            }
            if remaining {
                bound += self.load.to_stay(other, left) - self.load.to_stay(other, left + 1);
            }
        }
        let (cost, from, via, done) = (cost + load, set, task, done + 1);
        let mut slot = self.slot(&after);
        let found = match self.table[slot] {
            NONE => {
                if 2 * self.known.len() >= self.table.len() {
                    self.grow();
                    slot = self.slot(&after);
                }
                let new = self.known.len() as u32;
                self.table[slot] = new;
                self.rows.extend_from_slice(&after);
                self.rows.extend_from_within(row + words..row + 2 * words);
                let ready = self.rows.len() - words;
                self.rows[ready + task as usize / 64] &= !(1 << (task % 64));
                for &other in self.load.graph.next(task) {
                    let before = &self.before[other as usize * words..(other as usize + 1) * words];
                    if before.iter().zip(&after).all(|(before, after)| before & !after == 0) {
                        self.rows[ready + other as usize / 64] |= 1 << (other % 64);
                    }
                }
                self.known.push(Known { cost, bound, load, from, via, done });
                Some(new)
            }
            known => {
                let old = &mut self.known[known as usize];
                let less = cost < old.cost;
                if less {
                    *old = Known { cost, from, via, ..*old };
                }
                less.then_some(known)
            }
        };
        self.scratch = after;
        found
    }

    /// The order in which the tasks of a set were executed on the least costly way there.
    pub fn order(&self, set: u32) -> Vec<u32> {
        let mut order = vec![];
        let mut known = self.known(set);
        while known.from != NONE {
            order.push(known.via);
            known = self.known(known.from);
        }
        order.reverse();
        order
    }
}
