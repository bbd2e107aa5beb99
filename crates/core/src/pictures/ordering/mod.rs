//! The order of tasks: the graph in layers, what each order keeps in cache, what A* has looked at, and reloads against the size of the cache.

mod layers;
mod reloads;
mod search;

pub use layers::{Layers, Spot};
pub use reloads::reloads;
pub use search::{Node, Search, Way};

use super::identity::{looks, names};
use crate::plot::Look;
use schedscope::ordering::{Objective, Recording};
use schedscope::registry::Choice;

/// A recorded order and how it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderRun {
    /// What happened.
    pub recording: Recording,
    /// The policy's name: as short as tells it from the others.
    pub name: String,
    /// How its lines are drawn.
    pub look: Look,
    /// How long outputs are needed, in order of execution.
    pub spans: Vec<Span>,
    /// What is kept after each step, in units of the objective.
    pub kept: Vec<f64>,
    /// Number of the step, from 1, in which each task is executed.
    pub positions: Vec<u32>,
}

/// How long the output of a task is needed: from the step that executes it until its last reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The task.
    pub task: u32,
    /// The step that executes it, from 1.
    pub from: u32,
    /// The step of its last reader.
    pub until: u32,
    /// The row in which it is drawn, from 0: no two that overlap have the same.
    pub row: u32,
}

/// Orders of the same tasks, with the scales that hold them all.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderRuns {
    /// The orders.
    pub runs: Vec<OrderRun>,
    /// The graph, if it is small enough to be drawn.
    pub layers: Option<Layers>,
    /// What the bars count.
    pub objective: Objective,
    /// Most rows of spans.
    pub rows: u32,
    /// The highest bar.
    pub most: f64,
}

impl OrderRun {
    /// A recorded order.
    fn new(recording: Recording, name: String, look: Look, objective: Objective) -> Self {
        let positions = recording.positions();
        let mut run = Self { spans: spans(&recording, &positions), kept: vec![], recording, name, look, positions };
        run.kept = run.kept(objective);
        run
    }

    /// What is kept after each step: outputs, their sizes, or, for DLA, pairs of an output and a reader to come.
    fn kept(&self, objective: Objective) -> Vec<f64> {
        let Recording { steps, sizes, edges, .. } = &self.recording;
        match objective {
            Objective::Tmb | Objective::Dbw => steps.iter().map(|step| step.live.len() as f64).collect(),
            Objective::Wtmb => steps.iter().map(|step| step.live.iter().map(|task| sizes[*task as usize]).sum()).collect(),
            Objective::Dla => {
                let mut change = vec![0_i64; steps.len() + 1];
                for (from, to) in edges {
                    change[self.positions[*from as usize] as usize - 1] += 1;
                    change[self.positions[*to as usize] as usize - 1] -= 1;
                }
                let sum = |sum: &mut i64, change: &i64| {
                    *sum += change;
                    Some(*sum as f64)
                };
                change[..steps.len()].iter().scan(0, sum).collect()
            }
        }
    }

    /// Number of steps.
    pub fn steps(&self) -> usize {
        self.recording.steps.len()
    }

    /// The longest spans: those that directed bandwidth is about.
    pub fn is_longest(&self, span: &Span) -> bool {
        f64::from(span.until - span.from) == self.recording.costs.dbw
    }
}

/// How long outputs are needed, each in the first row that is free.
fn spans(recording: &Recording, positions: &[u32]) -> Vec<Span> {
    // Until when each row is taken.
    let mut rows: Vec<u32> = vec![];
    let span = |(from, step): (u32, &schedscope::ordering::Step)| {
        let until = recording.readers(step.task).map(|reader| positions[reader as usize]).max()?;
        let row = rows.iter().position(|taken| *taken <= from).unwrap_or(rows.len());
        if row == rows.len() {
            rows.push(until);
        } else {
            rows[row] = until;
        }
        Some(Span { task: step.task, from, until, row: row as u32 })
    };
    (1..).zip(&recording.steps).filter_map(span).collect()
}

impl OrderRuns {
    /// Puts recorded orders below each other, in the order of their policies.
    pub fn new(recordings: Vec<Recording>, policies: &[Choice], objective: Objective) -> Self {
        let layers = recordings.first().and_then(Layers::new);
        let run = |((recording, name), look): ((Recording, String), Look)| OrderRun::new(recording, name, look, objective);
        let runs = recordings.into_iter().zip(names(policies)).zip(looks(policies)).map(run).collect();
        Self { runs, layers, objective, rows: 0, most: 0.0 }.scaled()
    }

    fn scaled(mut self) -> Self {
        self.rows = self.runs.iter().flat_map(|run| &run.spans).map(|span| span.row + 1).max().unwrap_or(1);
        self.most = self.runs.iter().flat_map(|run| &run.kept).copied().fold(1e-9, f64::max);
        self
    }

    /// The same with this order in place of the one at a position, or after the last, under its name and look there.
    #[must_use]
    pub fn with(&self, which: usize, recording: Recording, name: String, look: Look) -> Self {
        let mut runs = self.clone();
        let run = OrderRun::new(recording, name, look, self.objective);
        match runs.runs.get_mut(which) {
            Some(old) => *old = run,
            None => runs.runs.push(run),
        }
        let runs = runs.scaled();
        // Nothing shrinks under the hand that changes it.
        Self { rows: runs.rows.max(self.rows), most: runs.most.max(self.most), ..runs }
    }

    /// Number of tasks.
    pub fn tasks(&self) -> usize {
        self.runs.first().map_or(0, OrderRun::steps)
    }

    /// What the order at a position costs under the objective.
    pub fn cost(&self, which: usize) -> Option<f64> {
        Some(self.runs.get(which)?.recording.costs.under(self.objective))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use schedscope::ordering::{Like, Plan, Policy, System, Workload};
    use schedscope::world::{Ask, World};

    fn runs(policies: [&str; 2], objective: Objective, workload: &Workload) -> OrderRuns {
        let policies: Vec<Policy> = policies.iter().map(|policy| policy.parse().unwrap()).collect();
        let choices: Vec<Choice> = policies.iter().map(Policy::choice).collect();
        let system = System { objective: Some(objective), ..System::default() };
        let plan =
            Plan::prepare(Ask { seed: 1, replications: 1, policies, system: &system, workload }, &mut |_| unreachable!("no file")).unwrap();
        let jobs = plan.draw(0);
        OrderRuns::new([0, 1].map(|policy| plan.record(&jobs, policy, &mut |_| ()).unwrap().0).to_vec(), &choices, objective)
    }

    #[test]
    fn the_area_of_the_bars_is_the_score() {
        for objective in [Objective::Tmb, Objective::Wtmb, Objective::Dla] {
            let runs = runs(["greedy", "dp"], objective, &Workload { size_spread: Some(1.0), ..Workload::default() });
            for (which, run) in runs.runs.iter().enumerate() {
                let area: f64 = run.kept.iter().sum();
                assert!((area - runs.cost(which).unwrap()).abs() < 1e-9, "{objective}");
            }
        }
    }

    #[test]
    fn spans_are_as_long_as_outputs_are_needed_and_do_not_overlap() {
        let runs = runs(["baseline", "dp"], Objective::Tmb, &Workload { count: Some(30), ..Workload::default() });
        for run in &runs.runs {
            let length: u32 = run.spans.iter().map(|span| span.until - span.from).sum();
            assert_eq!(f64::from(length), run.recording.costs.tmb);
            let rows = run.spans.iter().map(|span| span.row + 1).max().unwrap();
            assert_eq!(f64::from(rows), run.recording.costs.peak, "as few rows as there can be");
            for (i, a) in run.spans.iter().enumerate() {
                assert!(run.spans[..i].iter().all(|b| a.row != b.row || b.until <= a.from));
            }
            assert!(run.spans.iter().any(|span| run.is_longest(span)));
        }
    }

    #[test]
    fn a_changed_order_is_a_run_more() {
        let before = runs(["dp", "a_star"], Objective::Tmb, &Workload { graph: Some(Like::Views), ..Workload::default() });
        let run = &before.runs[0];
        let after = before.with(2, run.recording.reordered(&[0, 1, 2, 4, 3, 5]), "Your order".to_owned(), run.look);
        assert_eq!((after.runs.len(), after.cost(0), after.cost(2)), (3, Some(6.0), Some(9.0)));
        assert_eq!((before.rows, after.rows, after.most), (2, 3, 3.0));
    }
}
