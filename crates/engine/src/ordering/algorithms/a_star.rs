//! A*: best-first search through the candidate search graph, whose nodes are the sets of executed tasks.
//!
//! A node is expanded in order of g + h: the least cost of a way there, and a bound on what is to be added. The source's bound is the sum
//! of the out-degrees of the tasks not yet executed (times their sizes, if these count): the readers of an output have positions of their
//! own after it. It never overestimates, so the first complete order that is taken costs least. Ways to the same set are merged, since what
//! is to come depends on the set alone. A step can lower this bound by more than it costs, so that a set may be reached again for less and
//! is expanded again; `bound=remaining` also counts the readers of executed tasks, expands fewer sets and none twice.
//!
//! Of equal sums the larger set is expanded first, then the one that was reached first. Beyond a limit of sets the heuristic's order is
//! returned, and said not to be proven the best. No order costs less than the least g + h of the sets that were open then, or at any
//! time before.

use super::heuristic;
use super::sets::{Bound, NONE, Sets};
use crate::ordering::{Choose, Expansion, Found, Graph, Log, Objective, Opened, Ties};
use crate::registry::{Family, Row};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

pub const ROW: Row = Row {
    key: "a_star",
    name: "A*",
    full: "A* search",
    family: Family::Exact,
    preemptive: false,
    line: "the order that costs least, by best-first search with a bound on what is to come",
    source: "mPlane D3.3, section 3.2.3",
};

/// A set that waits to be expanded.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Open {
    total: f64,
    done: u32,
    /// How many were opened before it.
    turn: Reverse<u64>,
    set: u32,
    cost: f64,
}

impl Eq for Open {}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Open {
    /// The greatest is the next.
    fn cmp(&self, other: &Self) -> Ordering {
        other.total.total_cmp(&self.total).then(self.done.cmp(&other.done)).then(self.turn.cmp(&other.turn))
    }
}

pub fn solve(graph: &Graph, objective: Objective, bound: Bound, limit: usize, choose: &mut dyn Choose, log: &mut Log) -> Found {
    let small = graph.tasks() <= Sets::MOST_TASKS;
    search(graph, objective, bound, if small { limit } else { 0 }, log).unwrap_or_else(|(states, bound)| {
        let found = heuristic::solve(graph, objective, Ties::First, choose, log);
        Found { states, bound, ..found }
    })
}

/// An order that costs least, unless there are too many sets: then how many were expanded, and what every order costs at least.
fn search(graph: &Graph, objective: Objective, bound: Bound, limit: usize, log: &mut Log) -> Result<Found, (u64, f64)> {
    if limit == 0 {
        return Err((0, 0.0));
    }
    let mut sets = Sets::new(graph, objective, bound);
    let mut open = BinaryHeap::new();
    let (mut turn, mut states, mut least) = (0, 0, 0_f64);
    // Of each set, which expansion was its last.
    let mut expanded = if log.on { vec![NONE] } else { vec![] };
    let start = sets.known(0);
    open.push(Open { total: start.cost + start.bound, done: 0, turn: Reverse(0), set: 0, cost: start.cost });
    while let Some(Open { set, cost, done, total, .. }) = open.pop() {
        least = least.max(total);
        let known = sets.known(set);
        if cost > known.cost {
            continue;
        }
        if done as usize == graph.tasks() {
            return Ok(Found { order: sets.order(set), states, proven: true, bound: cost });
        }
        let ready = sets.ready(set);
        let mut opened = vec![];
        for &task in &ready {
            let Some(after) = sets.step(set, task) else { continue };
            let known = sets.known(after);
            turn += 1;
            open.push(Open { total: known.cost + known.bound, done: known.done, turn: Reverse(turn), set: after, cost: known.cost });
            if log.on {
                opened.push(Opened { task, cost: known.cost, bound: known.bound });
            }
        }
        if log.on {
            let from = (known.from != NONE).then(|| (expanded[known.from as usize], known.via));
            log.expand(|| Expansion { from, ready, done, cost, bound: known.bound, opened });
            expanded.resize(sets.len(), NONE);
            expanded[set as usize] = states as u32;
        }
        states += 1;
        if sets.too_many(limit) {
            return Err((states, open.peek().map_or(least, |next| least.max(next.total))));
        }
    }
    Err((states, least))
}
