//! Greedy: at every step, the task with which the order so far costs least.
//!
//! A partial order costs what an order would cost whose remaining tasks all came next: the distance from each output to its last reader
//! where that is known, else to the next position. What a task adds to this depends on what it frees: executing the last reader of an
//! output ends its stay. The source evaluates the whole cost for every task at every step, O(|V|²·|E|); here what a task would add is kept
//! as it changes, at most once for each edge, so that the whole takes O((|V| + |E|) log |V|).
//!
//! Ties are broken at random, as in the source, or by the lowest number.

use super::ready::Ready;
use crate::ordering::{Choose, Found, Graph, Load, Log, Objective, Ties};
use crate::registry::{Family, Row};
use std::collections::BTreeMap;

pub const ROW: Row = Row {
    key: "greedy",
    name: "Greedy",
    full: "",
    family: Family::Exact,
    preemptive: false,
    line: "the task with which the order so far costs least",
    source: "mPlane D3.3, section 3.2.3",
};

/// A cost as a key: costs are finite, and −0 is 0.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Key(f64);

impl Eq for Key {}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.0 + 0.0).total_cmp(&(other.0 + 0.0))
    }
}

/// One of equally good tasks.
fn one_of(tasks: &[u32], ties: Ties, choose: &mut dyn Choose) -> u32 {
    match ties {
        Ties::Random => tasks[choose.one(tasks.len())],
        Ties::First => tasks.iter().copied().min().unwrap_or_default(),
    }
}

/// Tasks by what they would add.
#[derive(Debug)]
struct Buckets {
    by_key: BTreeMap<Key, Vec<u32>>,
    key: Vec<f64>,
    place: Vec<u32>,
}

impl Buckets {
    fn insert(&mut self, task: u32) {
        let tasks = self.by_key.entry(Key(self.key[task as usize])).or_default();
        self.place[task as usize] = tasks.len() as u32;
        tasks.push(task);
    }

    fn remove(&mut self, task: u32) {
        let key = Key(self.key[task as usize]);
        let tasks = self.by_key.get_mut(&key).expect("a task is where its key says");
        let place = self.place[task as usize] as usize;
        tasks.swap_remove(place);
        if let Some(other) = tasks.get(place) {
            self.place[*other as usize] = place as u32;
        }
        if tasks.is_empty() {
            self.by_key.remove(&key);
        }
    }
}

/// Readers of each task that are still to come: how many, and the exclusive or of their numbers, which is the last one's number.
#[derive(Debug)]
struct Readers<'a> {
    graph: &'a Graph,
    left: Vec<u32>,
    last: Vec<u32>,
}

impl<'a> Readers<'a> {
    fn new(graph: &'a Graph) -> Self {
        let tasks = 0..graph.tasks() as u32;
        let left = tasks.clone().map(|task| graph.next(task).len() as u32).collect();
        let last = tasks.map(|task| graph.next(task).iter().fold(0, |all, other| all ^ other)).collect();
        Self { graph, left, last }
    }

    /// Executes a task; `alone` hears of tasks with one reader left, and which it is.
    fn execute(&mut self, task: u32, mut alone: impl FnMut(u32, u32)) {
        for &other in self.graph.before(task) {
            let place = other as usize;
            self.left[place] -= 1;
            self.last[place] ^= task;
            if self.left[place] == 1 {
                alone(other, self.last[place]);
            }
        }
    }
}

pub fn solve(graph: &Graph, objective: Objective, ties: Ties, choose: &mut dyn Choose, log: &mut Log) -> Found {
    let order = if objective.is_of_sets() { by_load(graph, objective, ties, choose, log) } else { by_oldest(graph, ties, choose, log) };
    Found { order, states: 0, proven: false, bound: 0.0 }
}

/// Under an objective that sums the loads of sets: the task with the least load after it.
fn by_load(graph: &Graph, objective: Objective, ties: Ties, choose: &mut dyn Choose, log: &mut Log) -> Vec<u32> {
    let load = Load::new(graph, objective);
    let mut ready = Ready::new(graph);
    let mut readers = Readers::new(graph);
    let key = (0..graph.tasks() as u32).map(|task| load.added(task)).collect();
    let mut buckets = Buckets { by_key: BTreeMap::new(), key, place: vec![0; graph.tasks()] };
    // A task frees what it alone reads.
    for task in 0..graph.tasks() as u32 {
        if let [reader] = graph.next(task) {
            buckets.key[*reader as usize] -= load.freed(task);
        }
    }
    ready.tasks().iter().for_each(|task| buckets.insert(*task));
    let (mut order, mut now, mut sum) = (Vec::with_capacity(graph.tasks()), 0.0, 0.0);
    while let Some((_, tied)) = buckets.by_key.first_key_value() {
        let task = one_of(tied, ties, choose);
        if log.on {
            let mut candidates: Vec<_> = ready.tasks().iter().map(|task| (*task, Some(sum + now + buckets.key[*task as usize]))).collect();
            log.decide(task, &mut candidates, tied.len() as u32);
        }
        buckets.remove(task);
        now += buckets.key[task as usize];
        sum += now;
        readers.execute(task, |other, reader| {
            let waits = ready.has(reader);
            if waits {
                buckets.remove(reader);
            }
            buckets.key[reader as usize] -= load.freed(other);
            if waits {
                buckets.insert(reader);
            }
        });
        ready.execute(task).iter().for_each(|task| buckets.insert(*task));
        order.push(task);
    }
    order
}

/// Under [`Objective::Dbw`]: every task costs the same, the distance from the oldest output that is still needed, unless it is that
/// output's last reader and no distance so far is as long.
fn by_oldest(graph: &Graph, ties: Ties, choose: &mut dyn Choose, log: &mut Log) -> Vec<u32> {
    let mut ready = Ready::new(graph);
    let mut readers = Readers::new(graph);
    let mut position = vec![0_usize; graph.tasks()];
    let mut order: Vec<u32> = Vec::with_capacity(graph.tasks());
    let (mut oldest, mut longest) = (0, 0);
    while !ready.tasks().is_empty() {
        while order.get(oldest).is_some_and(|task| readers.left[*task as usize] == 0) {
            oldest += 1;
        }
        let step = order.len() + 1;
        let reader = order.get(oldest).filter(|task| readers.left[**task as usize] == 1).map(|task| readers.last[*task as usize]);
        let better = reader.filter(|reader| ready.has(*reader) && step - oldest > longest);
        let task = better.unwrap_or_else(|| one_of(ready.tasks(), ties, choose));
        if log.on {
            let next = (oldest + 1..order.len()).find(|place| {
                let left = readers.left[order[*place] as usize];
                left > u32::from(better.is_some_and(|reader| graph.next(order[*place]).contains(&reader)))
            });
            let own = usize::from(!graph.next(task).is_empty());
            let with = |first: Option<usize>| first.map_or(own, |first| step - first);
            let distance = |task: u32| graph.before(task).iter().map(|other| step - position[*other as usize]).max().unwrap_or(0);
            let cost = |task: &u32| {
                let first = if Some(*task) == better { next } else { order.get(oldest).map(|_| oldest) };
                (*task, Some(longest.max(with(first)).max(distance(*task)) as f64))
            };
            let mut candidates = ready.tasks().iter().map(cost).collect();
            log.decide(task, &mut candidates, if better.is_some() { 1 } else { ready.tasks().len() as u32 });
        }
        position[task as usize] = step;
        longest = graph.before(task).iter().map(|other| step - position[*other as usize]).fold(longest, usize::max);
        readers.execute(task, |_, _| {});
        ready.execute(task);
        order.push(task);
    }
    order
}
