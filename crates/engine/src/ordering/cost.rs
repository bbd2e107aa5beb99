use super::Graph;
use crate::sim::NotAllowed;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What an order should make small. The position of a task u in the order is σ(u), from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Objective {
    /// Total maximum bandwidth: Σ over tasks u of the longest σ(v) − σ(u) to a task v that reads its output (equation 3.4). It is the
    /// number of outputs that are still needed, summed over the steps.
    #[default]
    Tmb,
    /// The same weighted by the size of each output (equation 3.5).
    Wtmb,
    /// Directed bandwidth: the longest σ(v) − σ(u) of all edges (equation 3.2).
    Dbw,
    /// Directed optimal linear arrangement: Σ of σ(v) − σ(u) over edges (equation 3.3).
    Dla,
}

impl Objective {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Tmb, Self::Wtmb, Self::Dbw, Self::Dla];

    /// What it is called in files and sentences.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Tmb => "tmb",
            Self::Wtmb => "wtmb",
            Self::Dbw => "dbw",
            Self::Dla => "dla",
        }
    }

    /// What every order of these tasks costs at least: the readers of an output have positions of their own after it, and what a task
    /// reads has positions of its own before it.
    pub fn floor(self, graph: &Graph) -> f64 {
        let tasks = 0..graph.tasks() as u32;
        if self == Self::Dbw {
            let most = tasks.map(|task| graph.next(task).len().max(graph.before(task).len())).max();
            return most.unwrap_or(0) as f64;
        }
        let load = Load::new(graph, self);
        tasks.map(|task| load.to_come(task)).sum()
    }

    /// Whether what is still to come depends on which tasks are done and not on their order, so that searches may merge their ways to
    /// the same set.
    pub const fn is_of_sets(self) -> bool {
        !matches!(self, Self::Dbw)
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.key())
    }
}

/// What an order costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Costs {
    /// Total maximum bandwidth.
    pub tmb: f64,
    /// The same weighted by sizes.
    pub wtmb: f64,
    /// Directed bandwidth.
    pub dbw: f64,
    /// Directed linear arrangement.
    pub dla: f64,
    /// Most outputs that are needed at once: the least cache, in items, from which nothing is ever reloaded.
    pub peak: f64,
    /// The same in units of size.
    pub peak_size: f64,
}

impl Costs {
    /// Of an order, or of its beginning.
    ///
    /// # Errors
    /// If a task is not there, is executed twice, or before one whose output it reads.
    pub fn of(graph: &Graph, order: &[u32]) -> Result<Self, NotAllowed> {
        graph.check_order(order)?;
        Ok(Self::of_legal(graph, order))
    }

    /// The same of an order that is checked.
    pub(super) fn of_legal(graph: &Graph, order: &[u32]) -> Self {
        let mut costs = Self::default();
        let mut steps = Steps::new(graph);
        let mut position = vec![0; graph.tasks()];
        for (step, &task) in (1..).zip(order) {
            position[task as usize] = step;
            for &other in graph.before(task) {
                let distance = f64::from(step - position[other as usize]);
                costs.dla += distance;
                costs.dbw = costs.dbw.max(distance);
            }
            steps.execute(task);
            costs.tmb += f64::from(steps.live);
            costs.wtmb += steps.size;
            costs.peak = costs.peak.max(f64::from(steps.live));
            costs.peak_size = costs.peak_size.max(steps.size);
        }
        costs
    }

    /// Under one objective.
    pub const fn under(&self, objective: Objective) -> f64 {
        match objective {
            Objective::Tmb => self.tmb,
            Objective::Wtmb => self.wtmb,
            Objective::Dbw => self.dbw,
            Objective::Dla => self.dla,
        }
    }
}

/// What is live as tasks are executed: outputs that a task still to come will read.
#[derive(Clone, Debug)]
pub struct Steps<'a> {
    graph: &'a Graph,
    /// How many readers of each task are still to come.
    left: Vec<u32>,
    /// How many outputs are live.
    pub live: u32,
    /// Their sizes together.
    pub size: f64,
}

impl<'a> Steps<'a> {
    /// Before the first.
    pub fn new(graph: &'a Graph) -> Self {
        let left = (0..graph.tasks() as u32).map(|task| graph.next(task).len() as u32).collect();
        Self { graph, left, live: 0, size: 0.0 }
    }

    /// Executes a task.
    pub fn execute(&mut self, task: u32) {
        let sizes = self.graph.sizes();
        for &other in self.graph.before(task) {
            let left = &mut self.left[other as usize];
            *left -= 1;
            if *left == 0 {
                self.live -= 1;
                self.size -= sizes[other as usize];
            }
        }
        if self.left[task as usize] > 0 {
            self.live += 1;
            self.size += sizes[task as usize];
        }
    }

    /// Whether a task that was executed is still to be read.
    pub fn is_needed(&self, task: u32) -> bool {
        self.left[task as usize] > 0
    }
}

/// An objective over sets of executed tasks: the cost of an order is the sum, over its steps, of the load of the set that is executed.
#[derive(Clone, Debug)]
pub struct Load<'a> {
    /// The graph.
    pub graph: &'a Graph,
    /// What each task weighs while it is live; nothing where edges are counted instead.
    weights: Option<Vec<f64>>,
}

impl<'a> Load<'a> {
    /// Of an objective over sets; of another, that of [`Objective::Tmb`].
    pub fn new(graph: &'a Graph, objective: Objective) -> Self {
        let weights = match objective {
            Objective::Tmb | Objective::Dbw => Some(vec![1.0; graph.tasks()]),
            Objective::Wtmb => Some(graph.sizes().to_vec()),
            Objective::Dla => None,
        };
        Self { graph, weights }
    }

    /// Whether live tasks have weights; otherwise edges are counted.
    pub fn is_of_tasks(&self) -> bool {
        self.weights.is_some()
    }

    /// What is added by executing a task before anything that it reads is freed.
    pub fn added(&self, task: u32) -> f64 {
        let (next, before) = (self.graph.next(task).len(), self.graph.before(task).len());
        match &self.weights {
            Some(_) if next == 0 => 0.0,
            Some(weights) => weights[task as usize],
            None => next as f64 - before as f64,
        }
    }

    /// What is freed when the last reader of a task is executed.
    pub fn freed(&self, task: u32) -> f64 {
        self.weights.as_ref().map_or(0.0, |weights| weights[task as usize])
    }

    /// What a task will add to the cost at least, if it is still to come: its readers have positions of their own after it. The
    /// source's bound, Σ of out-degrees, each times the size for [`Objective::Wtmb`]; for [`Objective::Dla`] 1 + 2 + … over readers.
    pub fn to_come(&self, task: u32) -> f64 {
        let readers = self.graph.next(task).len() as f64;
        self.weights.as_ref().map_or(readers * (readers + 1.0) / 2.0, |weights| weights[task as usize] * readers)
    }

    /// What a task that was executed, with this many readers still to come, will add at least beyond what was added so far.
    pub fn to_stay(&self, task: u32, left: u32) -> f64 {
        let left = f64::from(left);
        match &self.weights {
            Some(weights) => weights[task as usize] * (left - 1.0).max(0.0),
            None => left * (left - 1.0) / 2.0,
        }
    }
}
