use super::{Choose, Costs, Graph, Kind, Log, Objective};

/// An order that an algorithm found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The tasks in their order.
    pub order: Vec<u32>,
    /// What it looked at: of A* the sets expanded, of DP and beam the sets kept, of the heuristic the completions; of others nothing.
    pub states: u64,
    /// Whether it is known to cost least.
    pub proven: bool,
    /// What every order costs at least, as far as the algorithm has shown it; 0 if it shows nothing.
    pub bound: f64,
}

/// Orders the tasks of a graph: one connected component after the other, in order of their first tasks, since no output is shared between
/// them.
pub fn solve(graph: &Graph, kind: &Kind, objective: Objective, choose: &mut dyn Choose, log: &mut Log) -> Found {
    let mut all = Found { order: Vec::with_capacity(graph.tasks()), states: 0, proven: kind.is_exact(), bound: 0.0 };
    for (part, members) in graph.components() {
        if log.on {
            log.base = Costs::of_legal(graph, &all.order).under(objective);
            log.first = log.expansions.len() as u32;
            log.members.clone_from(&members);
        }
        let found = kind.solve(&part, objective, choose, log);
        all.order.extend(found.order.iter().map(|task| members[*task as usize]));
        all.states += found.states;
        all.proven &= found.proven;
        all.bound += found.bound;
    }
    all
}
