//! Baseline: at every step, any task that has all it reads, at random.
//!
//! It looks at no cost at all, takes time in proportion to tasks and edges, and is what the others are measured against (the source
//! calls it breadth-first like, which it is only in that roots are there from the beginning).

use super::ready::Ready;
use crate::ordering::{Choose, Found, Graph, Log};
use crate::registry::{Family, Row};

pub const ROW: Row = Row {
    key: "baseline",
    name: "Baseline",
    full: "",
    family: Family::Blind,
    preemptive: false,
    line: "any task that has all it reads, at random",
    source: "mPlane D3.3, section 3.2.3",
};

pub fn solve(graph: &Graph, choose: &mut dyn Choose, log: &mut Log) -> Found {
    let mut ready = Ready::new(graph);
    let mut order = Vec::with_capacity(graph.tasks());
    while !ready.tasks().is_empty() {
        let of = ready.tasks().len();
        let task = ready.tasks()[choose.one(of)];
        if log.on {
            let mut candidates = ready.tasks().iter().map(|task| (*task, None)).collect();
            log.decide(task, &mut candidates, of as u32);
        }
        ready.execute(task);
        order.push(task);
    }
    Found { order, states: 0, proven: false, bound: 0.0 }
}
