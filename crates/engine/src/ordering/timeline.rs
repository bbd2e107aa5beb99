use super::algorithms::given;
use super::{Cache, Costs, Counts, Decision, Eviction, Expansion, Found, Graph, Log, Objective, Outcome, Stage, Steps};
use serde::{Deserialize, Serialize};

/// An order step by step: what is live, what a cache does, and why each task was taken.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recording {
    /// Key of the algorithm.
    pub policy: String,
    /// What it makes small.
    pub objective: Objective,
    /// What the tasks are called.
    pub names: Vec<String>,
    /// Sizes of their outputs.
    pub sizes: Vec<f64>,
    /// Who writes, and who reads it.
    pub edges: Vec<(u32, u32)>,
    /// Length of the longest path to each task from one that reads nothing: its layer.
    pub depths: Vec<u32>,
    /// The order with what every step does.
    pub steps: Vec<Step>,
    /// Why each task was taken; empty where the whole order was found at once.
    pub decisions: Vec<Decision>,
    /// The sets that A* expanded, in this order.
    pub expansions: Vec<Expansion>,
    /// Whether it expanded more than are told.
    pub more_expansions: bool,
    /// What the order costs.
    pub costs: Costs,
    /// Whether it is proven to cost least.
    pub proven: bool,
    /// What every order costs at least, as far as that is known.
    pub bound: f64,
    /// Capacity of the cache, what that counts, and what is dropped.
    pub capacity: f64,
    /// What the capacity counts.
    pub counts: Counts,
    /// What is dropped.
    pub eviction: Eviction,
    /// Reloads in a cache of 1, 2, … items, up to the first without any: least recently used, then optimal.
    pub reloads: [Vec<u64>; 2],
}

/// What one step does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// The task that is executed.
    pub task: u32,
    /// The tasks whose outputs are still needed after it, in the order of execution.
    pub live: Vec<u32>,
    /// What the cache did.
    pub cache: Stage,
}

impl Recording {
    /// Runs of more tasks are not recorded.
    pub const MOST_TASKS: usize = 1000;

    /// Most sizes of cache of which reloads are told.
    pub const MOST_SIZES: usize = 100;

    /// Of a run.
    pub(super) fn new(graph: &Graph, cache: Cache, policy: &str, outcome: &Outcome, log: Log) -> Self {
        let order = &outcome.found.order;
        let mut at = Steps::new(graph);
        let mut live: Vec<u32> = vec![];
        let step = |(task, cache): (&u32, Stage)| {
            at.execute(*task);
            live.push(*task);
            live.retain(|task| at.is_needed(*task));
            Step { task: *task, live: live.clone(), cache }
        };
        let steps = order.iter().zip(cache.record(graph, order).1).map(step).collect();
        let tasks = 0..graph.tasks() as u32;
        let curve = |eviction| Cache::curve(eviction, graph, order, Self::MOST_SIZES);
        Self {
            policy: policy.to_owned(),
            objective: outcome.objective,
            names: tasks.clone().map(|task| graph.name(task).to_owned()).collect(),
            sizes: graph.sizes().to_vec(),
            edges: tasks.flat_map(|task| graph.next(task).iter().map(move |reader| (task, *reader))).collect(),
            depths: graph.depths(),
            steps,
            decisions: log.decisions,
            expansions: log.expansions,
            more_expansions: log.more,
            costs: outcome.costs,
            proven: outcome.found.proven,
            bound: outcome.bound,
            capacity: cache.capacity,
            counts: cache.counts,
            eviction: cache.eviction,
            reloads: [curve(Eviction::Lru), curve(Eviction::Optimal)],
        }
    }

    /// The tasks and who reads what.
    ///
    /// # Panics
    /// Never: what was recorded has no circles.
    pub fn graph(&self) -> Graph {
        Graph::trusted(self.names.clone(), self.sizes.clone(), &self.edges).expect("what was recorded has no circles")
    }

    /// The same tasks in another order, which is legal: what it would be if that were given.
    #[must_use]
    pub fn reordered(&self, order: &[u32]) -> Self {
        let (graph, objective) = (self.graph(), self.objective);
        let cache = Cache { capacity: self.capacity, counts: self.counts, eviction: self.eviction };
        let (costs, reloads) = (Costs::of_legal(&graph, order), cache.replay(&graph, order));
        let found = Found { order: order.to_vec(), states: 0, proven: false, bound: self.bound };
        let outcome = Outcome { objective, found, costs, reloads, bound: self.bound, ratio: None };
        Self::new(&graph, cache, given::ROW.key, &outcome, Log::default())
    }

    /// The tasks in their order.
    pub fn order(&self) -> Vec<u32> {
        self.steps.iter().map(|step| step.task).collect()
    }

    /// Number of the step, from 1, in which each task is executed.
    pub fn positions(&self) -> Vec<u32> {
        let mut positions = vec![0; self.steps.len()];
        (1..).zip(&self.steps).for_each(|(position, step)| positions[step.task as usize] = position);
        positions
    }

    /// The tasks whose outputs a task reads.
    pub fn inputs(&self, task: u32) -> impl Iterator<Item = u32> {
        self.edges.iter().filter(move |(_, reader)| *reader == task).map(|(writer, _)| *writer)
    }

    /// The tasks that read its output.
    pub fn readers(&self, task: u32) -> impl Iterator<Item = u32> {
        self.edges.iter().filter(move |(writer, _)| *writer == task).map(|(_, reader)| *reader)
    }
}
