//! Heuristic: at every step, the first task of the cheapest completion.
//!
//! For each task that could be next, the order is completed as if by depth-first search: always the task that is deepest, the length of its
//! longest path from a root. The task whose completed order costs least is taken, and the completions are discarded; all of them
//! are made anew at the next step. The source evaluates each completion from the beginning; here a completion is
//! evaluated by what moves in it (`completion.rs`).
//!
//! Among equally deep tasks a completion takes the lowest number, and among equally cheap completions the task of the lowest number
//! (`ties=first`) or one at random; the source says "arbitrarily" of both, and its example takes the lowest numbers. (It says of the
//! heap of its listing that it returns the task of least depth, which must be the greatest.)

use super::completion::Completion;
use super::ready::Ready;
use crate::ordering::{Choose, Found, Graph, Log, Objective, Ties};
use crate::registry::{Family, Row};

pub const ROW: Row = Row {
    key: "heuristic",
    name: "Heuristic",
    full: "",
    family: Family::Exact,
    preemptive: false,
    line: "the task whose completion, deepest tasks first, costs least",
    source: "mPlane D3.3, section 3.2.3",
};

pub fn solve(graph: &Graph, objective: Objective, ties: Ties, choose: &mut dyn Choose, log: &mut Log) -> Found {
    let mut ready = Ready::new(graph);
    let mut completion = Completion::new(graph, objective);
    let (mut states, mut tied) = (0, vec![]);
    for _ in 0..graph.tasks() {
        let mut least = f64::INFINITY;
        let mut candidates = vec![];
        for &task in ready.tasks() {
            let cost = completion.with(task);
            states += 1;
            if cost < least {
                least = cost;
                tied.clear();
            }
            if cost == least {
                tied.push(task);
            }
            if log.on {
                candidates.push((task, Some(cost)));
            }
        }
        let task = match ties {
            Ties::Random => tied[choose.one(tied.len())],
            Ties::First => tied.iter().copied().min().unwrap_or_default(),
        };
        if log.on {
            log.decide(task, &mut candidates, tied.len() as u32);
        }
        completion.take(task);
        ready.execute(task);
    }
    Found { order: completion.into_order(), states, proven: false, bound: 0.0 }
}
