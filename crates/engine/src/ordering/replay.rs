//! An order replayed through a cache: which outputs are there when they are read, and which must be loaded again.

use super::Graph;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a cache drops to make room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Eviction {
    /// What was used least recently. It knows nothing of the tasks to come, and keeps outputs that nobody will read.
    #[default]
    Lru,
    /// What will be read last, of outputs that will be read at all (Belady's rule): the least reloads there can be where outputs are of
    /// equal size.
    Optimal,
}

/// What the capacity of a cache counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Counts {
    /// Outputs.
    #[default]
    Items,
    /// Their sizes.
    Sizes,
}

/// A cache.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cache {
    /// How much it holds.
    pub capacity: f64,
    /// Of what.
    pub counts: Counts,
    /// What it drops.
    pub eviction: Eviction,
}

/// What one step did to a cache.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stage {
    /// Outputs that were read and had to be loaded again.
    pub reloaded: Vec<u32>,
    /// What is in the cache after the step: the least recent first, or the first to be read last.
    pub content: Vec<u32>,
}

/// What an order costs in reloads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reloads {
    /// Outputs that were read and were not there.
    pub count: u64,
    /// Their sizes.
    pub size: f64,
}

impl Cache {
    fn size(&self, graph: &Graph, task: u32) -> f64 {
        match self.counts {
            Counts::Items => 1.0,
            Counts::Sizes => graph.sizes()[task as usize],
        }
    }

    /// Replays an order.
    pub fn replay(&self, graph: &Graph, order: &[u32]) -> Reloads {
        match self.eviction {
            Eviction::Lru => self.recent(graph, order, None),
            Eviction::Optimal => self.belady(graph, order, None),
        }
    }

    /// The same, and what it does step by step.
    pub fn record(&self, graph: &Graph, order: &[u32]) -> (Reloads, Vec<Stage>) {
        let mut stages = vec![];
        let reloads = match self.eviction {
            Eviction::Lru => self.recent(graph, order, Some(&mut stages)),
            Eviction::Optimal => self.belady(graph, order, Some(&mut stages)),
        };
        (reloads, stages)
    }

    /// Inputs are read one after the other, in order of their numbers, then the output is written; each is the most recent then.
    fn recent(&self, graph: &Graph, order: &[u32], mut stages: Option<&mut Vec<Stage>>) -> Reloads {
        let mut recent = Recent::new(graph.tasks());
        let mut reloads = Reloads::default();
        let mut used = 0.0;
        for &task in order {
            let mut reloaded = vec![];
            for &input in graph.before(task) {
                if recent.has(input) {
                    recent.drop(input);
                    recent.push(input);
                } else {
                    reloads.count += 1;
                    reloads.size += graph.sizes()[input as usize];
                    reloaded.push(input);
                    self.insert(graph, &mut recent, &mut used, input);
                }
            }
            self.insert(graph, &mut recent, &mut used, task);
            if let Some(stages) = &mut stages {
                stages.push(Stage { reloaded, content: recent.list() });
            }
        }
        reloads
    }

    fn insert(&self, graph: &Graph, recent: &mut Recent, used: &mut f64, task: u32) {
        let size = self.size(graph, task);
        if size > self.capacity {
            return;
        }
        while *used + size > self.capacity {
            let Some(oldest) = recent.first() else { break };
            recent.drop(oldest);
            *used -= self.size(graph, oldest);
        }
        if recent.is_empty() {
            *used = 0.0;
        }
        *used += size;
        recent.push(task);
    }

    /// After each step what is needed next is kept, as far as it fits: of what was there, what was read, and the output.
    fn belady(&self, graph: &Graph, order: &[u32], mut stages: Option<&mut Vec<Stage>>) -> Reloads {
        let mut position = vec![0; graph.tasks()];
        (1_u32..).zip(order).for_each(|(step, task)| position[*task as usize] = step);
        // Positions of the readers of each task, ascending.
        let readers: Vec<Vec<u32>> = (0..graph.tasks() as u32)
            .map(|task| {
                let mut readers: Vec<u32> = graph.next(task).iter().map(|other| position[*other as usize]).collect();
                readers.sort_unstable();
                readers
            })
            .collect();
        let mut read = vec![0_usize; graph.tasks()];
        let mut inside = vec![false; graph.tasks()];
        let mut content: Vec<u32> = vec![];
        let mut reloads = Reloads::default();
        for &task in order {
            let mut reloaded = vec![];
            for &input in graph.before(task) {
                read[input as usize] += 1;
                if !inside[input as usize] {
                    reloads.count += 1;
                    reloads.size += graph.sizes()[input as usize];
                    reloaded.push(input);
                    content.push(input);
                }
            }
            content.push(task);
            let next = |task: &u32| readers[*task as usize].get(read[*task as usize]).copied();
            content.iter().for_each(|task| inside[*task as usize] = false);
            content.retain(|task| next(task).is_some());
            content.sort_unstable_by_key(|task| (next(task), *task));
            let mut used = 0.0;
            content.retain(|task| {
                let fits = used + self.size(graph, *task) <= self.capacity;
                used += if fits { self.size(graph, *task) } else { 0.0 };
                fits
            });
            content.iter().for_each(|task| inside[*task as usize] = true);
            if let Some(stages) = &mut stages {
                stages.push(Stage { reloaded, content: content.clone() });
            }
        }
        reloads
    }

    /// Reloads of an order in caches of 1, 2, … items, up to the first without any, or up to `most`.
    pub fn curve(eviction: Eviction, graph: &Graph, order: &[u32], most: usize) -> Vec<u64> {
        let mut curve = vec![];
        while curve.len() < most && curve.last() != Some(&0) {
            let capacity = curve.len() as f64 + 1.0;
            let cache = Self { capacity, counts: Counts::Items, eviction };
            curve.push(cache.replay(graph, order).count);
        }
        curve
    }
}

/// Tasks in order of their last use: a list through their numbers.
#[derive(Debug)]
struct Recent {
    /// The next more recent and the next less recent of each; the last entry is both ends.
    newer: Vec<u32>,
    older: Vec<u32>,
    inside: Vec<bool>,
}

impl Recent {
    fn new(tasks: usize) -> Self {
        let ends = vec![tasks as u32; tasks + 1];
        Self { newer: ends.clone(), older: ends, inside: vec![false; tasks] }
    }

    fn end(&self) -> u32 {
        self.inside.len() as u32
    }

    fn has(&self, task: u32) -> bool {
        self.inside[task as usize]
    }

    /// The least recent.
    fn first(&self) -> Option<u32> {
        let first = self.newer[self.inside.len()];
        (first != self.end()).then_some(first)
    }

    fn is_empty(&self) -> bool {
        self.first().is_none()
    }

    fn push(&mut self, task: u32) {
        let end = self.end();
        let last = self.older[end as usize];
        self.newer[last as usize] = task;
        self.older[task as usize] = last;
        self.newer[task as usize] = end;
        self.older[end as usize] = task;
        self.inside[task as usize] = true;
    }

    fn drop(&mut self, task: u32) {
        let (newer, older) = (self.newer[task as usize], self.older[task as usize]);
        self.newer[older as usize] = newer;
        self.older[newer as usize] = older;
        self.inside[task as usize] = false;
    }

    fn list(&self) -> Vec<u32> {
        std::iter::successors(self.first(), |task| Some(self.newer[*task as usize]).filter(|next| *next != self.end())).collect()
    }
}
