//! DP: exact dynamic programming over sets of executed tasks.
//!
//! The cost of an order is the sum of what is live after each of its steps, and what is live after a step depends on which tasks are
//! executed, not on their order. So the best order of a set of tasks needs only the best orders of the sets with one task less: layer by
//! layer, every set that can be executed is looked at once. There are as many as antichains in the graph, exponential in its width;
//! beyond a limit the heuristic's order is returned, and said not to be proven the best. Every order passes through a set of each layer, so
//! none costs less than the least sum, over the last layer that was complete, of the cost of a set and what is then still to come.

use super::heuristic;
use super::sets::{Bound, Sets};
use crate::ordering::{Choose, Found, Graph, Log, Objective, Ties};
use crate::registry::{Family, Row};

pub const ROW: Row = Row {
    key: "dp",
    name: "DP",
    full: "dynamic programming",
    family: Family::Exact,
    preemptive: false,
    line: "the best order of every set of tasks that can be executed, from those of smaller sets",
    source: "this project, on the cost of mPlane D3.3, section 3.2.3",
};

pub fn solve(graph: &Graph, objective: Objective, limit: usize, choose: &mut dyn Choose, log: &mut Log) -> Found {
    let small = graph.tasks() <= Sets::MOST_TASKS;
    search(graph, objective, if small { limit } else { 0 }).unwrap_or_else(|(states, bound)| {
        let found = heuristic::solve(graph, objective, Ties::First, choose, log);
        Found { states, bound, ..found }
    })
}

/// An order that costs least, unless there are too many sets: then how many there were so far, and what every order costs at least.
fn search(graph: &Graph, objective: Objective, limit: usize) -> Result<Found, (u64, f64)> {
    if limit == 0 {
        return Err((0, 0.0));
    }
    let mut sets = Sets::new(graph, objective, Bound::Remaining);
    let mut layer = 0..1;
    for _ in 0..graph.tasks() {
        for set in layer.clone() {
            for task in sets.ready(set) {
                sets.step(set, task);
            }
            if sets.too_many(limit) {
                let promise = |set| sets.known(set).cost + sets.known(set).bound;
                return Err((sets.len() as u64, layer.map(promise).fold(f64::INFINITY, f64::min)));
            }
        }
        layer = layer.end..sets.len() as u32;
    }
    let all = sets.len() as u32 - 1;
    Ok(Found { order: sets.order(all), states: sets.len() as u64, proven: true, bound: sets.known(all).cost })
}
