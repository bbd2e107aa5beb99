//! Given: the tasks in an order that somebody else has found.
//!
//! Of the tasks that have all they read, the one that comes first in the order is executed. So an order that is legal is executed as it
//! is, and where the graph is drawn anew, a task that cannot be executed yet waits until it can (list scheduling). Without an order, it
//! is that in which tasks are listed.

use crate::ordering::{Found, Graph};
use crate::registry::{Family, Row};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

pub const ROW: Row = Row {
    key: "given",
    name: "Given order",
    full: "",
    family: Family::Blind,
    preemptive: false,
    line: "the tasks in the order of workload.order, or as they are listed; one that has not all it reads waits for that",
    source: "this project",
};

/// Tasks that are not in the order come after all others.
pub fn solve(graph: &Graph, order: &[u32]) -> Found {
    let mut place = vec![u32::MAX; graph.tasks()];
    (0..).zip(order).for_each(|(at, task)| place[*task as usize] = at);
    let mut unmet: Vec<usize> = (0..graph.tasks() as u32).map(|task| graph.before(task).len()).collect();
    let entry = |task: u32| Reverse((place[task as usize], task));
    let mut ready: BinaryHeap<_> = (0..graph.tasks() as u32).filter(|task| graph.before(*task).is_empty()).map(entry).collect();
    let mut order = Vec::with_capacity(graph.tasks());
    while let Some(Reverse((_, task))) = ready.pop() {
        order.push(task);
        for &reader in graph.next(task) {
            unmet[reader as usize] -= 1;
            if unmet[reader as usize] == 0 {
                ready.push(entry(reader));
            }
        }
    }
    Found { order, states: 0, proven: false, bound: 0.0 }
}
