use serde::{Deserialize, Serialize};

/// Why a task was taken: what it would cost to take it or another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// The task that was taken.
    pub task: u32,
    /// What the algorithm compared: of greedy the cost of the order so far, of the heuristic that of the completed order; absent where it
    /// compared nothing.
    pub cost: Option<f64>,
    /// The other tasks that could have been taken, with the same; of many, the best.
    pub others: Vec<(u32, Option<f64>)>,
    /// How many others there were.
    pub candidates: u32,
    /// How many, this one included, were equally good, so that the tie decided.
    pub tied: u32,
}

/// A set of executed tasks that a search has looked at: a node of the candidate search graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Expansion {
    /// The expansion from which it was reached, and the task that was executed there; absent for a start.
    pub from: Option<(u32, u32)>,
    /// The tasks that can be executed now: the label of the node.
    pub ready: Vec<u32>,
    /// Number of executed tasks.
    pub done: u32,
    /// The least cost of a way there.
    pub cost: f64,
    /// What is to be added at least.
    pub bound: f64,
    /// The sets that were opened here: new ones, and those that are reached for less than before.
    pub opened: Vec<Opened>,
}

/// A set that a search may expand later.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opened {
    /// The task that is executed on the way there.
    pub task: u32,
    /// The cost of that way.
    pub cost: f64,
    /// What is to be added at least.
    pub bound: f64,
}

/// What an algorithm tells of its work, if anybody listens.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// Whether anybody does.
    pub on: bool,
    /// What the tasks of the component at work are in the whole graph.
    pub(super) members: Vec<u32>,
    /// Cost of the components before it.
    pub(super) base: f64,
    /// The expansions of components before it.
    pub(super) first: u32,
    /// Decisions, in order.
    pub decisions: Vec<Decision>,
    /// Expansions, in order.
    pub expansions: Vec<Expansion>,
    /// Whether there were more.
    pub more: bool,
}

impl Log {
    /// Most other tasks of a decision that are told.
    pub const MOST_OTHERS: usize = 8;

    /// Most expansions that are told.
    pub const MOST_EXPANSIONS: usize = 2000;

    /// One that listens.
    pub fn listening() -> Self {
        Self { on: true, ..Self::default() }
    }

    /// The task at this place among the candidates was taken; what was compared of each, if anything was.
    pub(super) fn decide(&mut self, task: u32, candidates: &mut Vec<(u32, Option<f64>)>, tied: u32) {
        let worth = |cost: Option<f64>| cost.unwrap_or_default();
        let chosen = candidates.iter().find(|(other, _)| *other == task).and_then(|(_, cost)| *cost);
        candidates.retain(|(other, _)| *other != task);
        candidates.sort_by(|a, b| worth(a.1).total_cmp(&worth(b.1)).then(a.0.cmp(&b.0)));
        let others = candidates.iter().take(Self::MOST_OTHERS);
        let others = others.map(|(other, cost)| (self.members[*other as usize], cost.map(|cost| self.base + cost))).collect();
        let (task, cost) = (self.members[task as usize], chosen.map(|cost| self.base + cost));
        self.decisions.push(Decision { task, cost, others, candidates: candidates.len() as u32, tied });
    }

    /// A set was expanded. Numbers of expansions are those within the component.
    pub(super) fn expand(&mut self, expansion: impl FnOnce() -> Expansion) {
        if !self.on {
            return;
        }
        if self.expansions.len() >= Self::MOST_EXPANSIONS {
            self.more = true;
            return;
        }
        let Expansion { from, ready, done, cost, bound, opened } = expansion();
        let name = |task: u32| self.members[task as usize];
        self.expansions.push(Expansion {
            from: from.map(|(expansion, task)| (self.first + expansion, name(task))),
            ready: ready.into_iter().map(name).collect(),
            done,
            cost: self.base + cost,
            bound,
            opened: opened.into_iter().map(|set| Opened { task: name(set.task), cost: self.base + set.cost, ..set }).collect(),
        });
    }
}
