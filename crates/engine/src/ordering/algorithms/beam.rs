//! Beam: layer by layer through the candidate search graph, keeping only the most promising sets.
//!
//! Of all sets of k tasks that are reached, `width` are kept, those with the least g + h: the cost of the way there, and what
//! is to be added at least. Ways to the same set are merged. A width of 1 is greedy with foresight of one bound; with a width as large as
//! the largest layer it is exact (and DP says so). For graphs too wide for an exact search.
//!
//! An order that it does not find passes through a set that was reached and not kept, so none costs less than the least g + h of these.

use crate::ordering::{Found, Graph, Load, Log, Objective};
use crate::registry::{Family, Row};
use std::cmp::Ordering;

pub const ROW: Row = Row {
    key: "beam",
    name: "Beam",
    full: "beam search",
    family: Family::Exact,
    preemptive: false,
    line: "the most promising sets of each size, executed task by task",
    source: "this project, on the cost of mPlane D3.3, section 3.2.3",
};

/// A set that is kept.
#[derive(Clone, Debug)]
struct Kept {
    cost: f64,
    load: f64,
    bound: f64,
    executed: Vec<u64>,
    /// A number that sets which differ hardly have in common.
    hash: u64,
    /// Of each task, how many that it reads are not executed, and how many readers.
    unmet: Vec<u32>,
    left: Vec<u32>,
    ready: Vec<u32>,
    /// Which way it was reached: an entry of the tree.
    way: u32,
}

/// A set that could be kept.
#[derive(Clone, Copy, Debug)]
struct Next {
    total: f64,
    cost: f64,
    load: f64,
    bound: f64,
    hash: u64,
    parent: u32,
    task: u32,
}

/// A number of a task that is as good as drawn (`SplitMix64`).
const fn label(task: u32) -> u64 {
    let mut x = (task as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ x >> 31
}

impl Kept {
    fn first(load: &Load) -> Self {
        let graph = load.graph;
        let tasks = 0..graph.tasks() as u32;
        Self {
            cost: 0.0,
            load: 0.0,
            bound: tasks.clone().map(|task| load.to_come(task)).sum(),
            executed: vec![0; graph.tasks().div_ceil(64)],
            hash: 0,
            unmet: tasks.clone().map(|task| graph.before(task).len() as u32).collect(),
            left: tasks.clone().map(|task| graph.next(task).len() as u32).collect(),
            ready: tasks.filter(|task| graph.before(*task).is_empty()).collect(),
            way: u32::MAX,
        }
    }

    /// What comes of executing a ready task.
    fn step(&self, load: &Load, parent: u32, task: u32) -> Next {
        let graph = load.graph;
        let mut now = self.load + load.added(task);
        let mut bound = self.bound - load.to_come(task) + load.to_stay(task, graph.next(task).len() as u32);
        for &other in graph.before(task) {
            let left = self.left[other as usize];
            if left == 1 {
                now -= load.freed(other);
            }
            bound += load.to_stay(other, left - 1) - load.to_stay(other, left);
        }
        let cost = self.cost + now;
        Next { total: cost + bound, cost, load: now, bound, hash: self.hash ^ label(task), parent, task }
    }

    fn take(&mut self, graph: &Graph, next: &Next, way: u32) {
        let task = next.task;
        (self.cost, self.load, self.bound, self.hash, self.way) = (next.cost, next.load, next.bound, next.hash, way);
        self.executed[task as usize / 64] |= 1 << (task % 64);
        graph.before(task).iter().for_each(|other| self.left[*other as usize] -= 1);
        if let Ok(place) = self.ready.binary_search(&task) {
            self.ready.remove(place);
        }
        for &other in graph.next(task) {
            self.unmet[other as usize] -= 1;
            if self.unmet[other as usize] == 0 {
                let place = self.ready.partition_point(|ready| *ready < other);
                self.ready.insert(place, other);
            }
        }
    }

    /// Whether this set with one task is that set with another.
    fn is_same(&self, task: u32, other: &Self, its: u32) -> bool {
        let bit = |task: u32, at: usize| if task as usize / 64 == at { 1 << (task % 64) } else { 0_u64 };
        let words = self.executed.iter().zip(&other.executed).enumerate();
        words.into_iter().all(|(at, (a, b))| a | bit(task, at) == b | bit(its, at))
    }
}

pub fn solve(graph: &Graph, objective: Objective, width: usize, log: &mut Log) -> Found {
    let load = Load::new(graph, objective);
    let mut kept = vec![Kept::first(&load)];
    // Ways: the one before, and the task.
    let mut ways: Vec<(u32, u32)> = vec![];
    let (mut states, mut nexts, mut least) = (1, vec![], f64::INFINITY);
    for _ in 0..graph.tasks() {
        nexts.clear();
        for (parent, set) in (0..).zip(&kept) {
            nexts.extend(set.ready.iter().map(|task| set.step(&load, parent, *task)));
        }
        let order =
            |a: &Next, b: &Next| -> Ordering { a.total.total_cmp(&b.total).then(a.parent.cmp(&b.parent)).then(a.task.cmp(&b.task)) };
        // Each set is reached at most once from each set that is kept: there are as many as are kept, and one more if there is one.
        let most = (width * width + 1).min(nexts.len());
        if most < nexts.len() {
            nexts.select_nth_unstable_by(most, order);
            nexts.truncate(most);
        }
        nexts.sort_unstable_by(order);
        let mut chosen: Vec<Next> = Vec::with_capacity(width);
        for next in &nexts {
            let same = |other: &&Next| {
                other.hash == next.hash && kept[other.parent as usize].is_same(other.task, &kept[next.parent as usize], next.task)
            };
            if chosen.iter().find(same).is_some() {
                continue;
            }
            if chosen.len() == width {
                least = least.min(next.total);
                break;
            }
            chosen.push(*next);
        }
        // A set from which one way is left is changed in its place, after all others were copied from it.
        let mut uses = vec![0; kept.len()];
        chosen.iter().for_each(|next| uses[next.parent as usize] += 1);
        let mut old: Vec<Option<Kept>> = kept.into_iter().map(Some).collect();
        kept = chosen
            .iter()
            .map(|next| {
                let place = next.parent as usize;
                uses[place] -= 1;
                let mut set = if uses[place] == 0 { old[place].take() } else { old[place].clone() }.expect("a set that is still used");
                ways.push((set.way, next.task));
                set.take(graph, next, ways.len() as u32 - 1);
                set
            })
            .collect();
        states += kept.len() as u64;
    }
    let mut order = vec![];
    let mut way = kept[0].way;
    while let Some((before, task)) = ways.get(way as usize) {
        order.push(*task);
        way = *before;
    }
    order.reverse();
    if log.on {
        order.iter().for_each(|task| log.decide(*task, &mut vec![], 1));
    }
    Found { order, states, proven: false, bound: least.min(kept[0].cost) }
}
