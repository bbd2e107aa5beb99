//! The registry of the ordering world: its policies are algorithms, each a file in `algorithms/`.

use super::algorithms::sets::Bound;
use super::algorithms::{a_star, baseline, beam, dp, given, greedy, heuristic};
use super::{Choose, Found, Graph, Log, Objective, Ties};
use crate::registry::{self, Asked, Parameter, Preset, Registry, Word};
use std::sync::LazyLock;

/// An algorithm with its parameters: `greedy[ties=first]`.
pub type Policy = Asked<Kind>;

/// How an algorithm works.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kind {
    /// By what rule it orders tasks.
    pub rule: Rule,
    /// What it makes small, if not what the system says.
    pub objective: Option<Objective>,
}

/// By what rule an algorithm orders tasks.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "each algorithm is documented in its own file and by its row")]
pub enum Rule {
    Baseline,
    Greedy { ties: Ties },
    Heuristic { ties: Ties },
    AStar { bound: Bound, limit: u32 },
    Dp { limit: u32 },
    Beam { width: u32 },
    Given,
}

/// Most sets of a component that an exact search keeps, unless it is told otherwise.
const LIMIT: u32 = 1_000_000;

impl Kind {
    /// Orders a connected graph.
    pub(super) fn solve(&self, graph: &Graph, objective: Objective, choose: &mut dyn Choose, log: &mut Log) -> Found {
        match self.rule {
            Rule::Baseline => baseline::solve(graph, choose, log),
            Rule::Greedy { ties } => greedy::solve(graph, objective, ties, choose, log),
            Rule::Heuristic { ties } => heuristic::solve(graph, objective, ties, choose, log),
            Rule::AStar { bound, limit } => a_star::solve(graph, objective, bound, limit as usize, choose, log),
            Rule::Dp { limit } => dp::solve(graph, objective, limit as usize, choose, log),
            Rule::Beam { width } => beam::solve(graph, objective, width as usize, log),
            Rule::Given => given::solve(graph, &[]),
        }
    }

    /// Whether it can make an objective small that depends on more than which tasks are done.
    pub(super) const fn takes_orders(&self) -> bool {
        matches!(self.rule, Rule::Baseline | Rule::Greedy { .. } | Rule::Given)
    }

    /// Whether it finds an order that costs least, if it has the time.
    pub const fn is_exact(&self) -> bool {
        matches!(self.rule, Rule::AStar { .. } | Rule::Dp { .. })
    }

    /// Whether it shows what every order costs at least.
    pub(super) const fn is_search(&self) -> bool {
        matches!(self.rule, Rule::AStar { .. } | Rule::Dp { .. } | Rule::Beam { .. })
    }

    /// Whether nothing of it is drawn.
    pub(super) const fn is_fixed(&self) -> bool {
        !matches!(self.rule, Rule::Baseline | Rule::Greedy { ties: Ties::Random } | Rule::Heuristic { ties: Ties::Random })
    }

    fn set_ties(&mut self, to: Ties) {
        if let Rule::Greedy { ties } | Rule::Heuristic { ties } = &mut self.rule {
            *ties = to;
        }
    }

    fn set_bound(&mut self, to: Bound) {
        if let Rule::AStar { bound, .. } = &mut self.rule {
            *bound = to;
        }
    }

    fn set_limit(&mut self, to: u32) {
        if let Rule::AStar { limit, .. } | Rule::Dp { limit } = &mut self.rule {
            *limit = to;
        }
    }

    fn set_width(&mut self, to: u32) {
        if let Rule::Beam { width } = &mut self.rule {
            *width = to;
        }
    }
}

const TIES: &[Word<Kind>] = &[("random", |kind| kind.set_ties(Ties::Random)), ("first", |kind| kind.set_ties(Ties::First))];

const BOUNDS: &[Word<Kind>] =
    &[("out-degrees", |kind| kind.set_bound(Bound::OutDegrees)), ("remaining", |kind| kind.set_bound(Bound::Remaining))];

const OBJECTIVES: &[Word<Kind>] = &[
    ("tmb", |kind| kind.objective = Some(Objective::Tmb)),
    ("wtmb", |kind| kind.objective = Some(Objective::Wtmb)),
    ("dbw", |kind| kind.objective = Some(Objective::Dbw)),
    ("dla", |kind| kind.objective = Some(Objective::Dla)),
];

fn parameters() -> Vec<Parameter<Kind>> {
    vec![
        Parameter::word("objective", OBJECTIVES, "what it makes small, if not what the system says"),
        Parameter::word("ties", TIES, "which of equally good tasks is taken: any, or the first that was given")
            .of("greedy, heuristic", |kind| matches!(kind.rule, Rule::Greedy { .. } | Rule::Heuristic { .. })),
        Parameter::word("bound", BOUNDS, "what is still to be added at least: the out-degrees of tasks to come, or also readers of others")
            .of("a_star", |kind| matches!(kind.rule, Rule::AStar { .. })),
        Parameter::whole(
            "limit",
            1..=50_000_000,
            "sets of tasks after which the search gives up; it does so as well when they take 1 GiB",
            Kind::set_limit,
        )
        .of("a_star, dp", Kind::is_exact),
        Parameter::whole("width", 1..=10_000, "sets of each size that are kept", Kind::set_width)
            .of("beam", |kind| matches!(kind.rule, Rule::Beam { .. })),
    ]
}

impl registry::Kind for Kind {
    fn registry() -> &'static Registry<Self> {
        static REGISTRY: LazyLock<Registry<Kind>> = LazyLock::new(|| {
            let presets = [
                (baseline::ROW, Rule::Baseline),
                (greedy::ROW, Rule::Greedy { ties: Ties::Random }),
                (heuristic::ROW, Rule::Heuristic { ties: Ties::First }),
                (a_star::ROW, Rule::AStar { bound: Bound::OutDegrees, limit: LIMIT }),
                (dp::ROW, Rule::Dp { limit: LIMIT }),
                (beam::ROW, Rule::Beam { width: 32 }),
                (given::ROW, Rule::Given),
            ];
            let presets = presets.map(|(row, rule)| Preset { row, kind: Kind { rule, objective: None } });
            Registry::new("ordering", presets.to_vec(), parameters())
        });
        &REGISTRY
    }
}
