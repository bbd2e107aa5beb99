//! An answer: the numbers, and the orders of the first replication.

use crate::stage::Panes;
use schedscope::csv::Csv;
use schedscope::ordering::Plan;
use schedscope_chart::{ChartError, OrderGlance, Pen};
use schedscope_core::experiment::{Listed, Recording, Report};
use schedscope_core::pictures::ordering::{OrderRuns, Search, reloads};
use std::fmt::Display;

/// An answer: the numbers and the orders.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// The numbers.
    pub report: Report,
    /// The orders of the first replication; none of graphs that are too large.
    pub runs: OrderRuns,
    /// What A* has looked at, by policy.
    pub searches: Vec<Option<Search>>,
}

/// A picture of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pane {
    /// The graph.
    Graph(OrderGlance),
    /// One order.
    Strip(OrderGlance),
    /// All of them below each other.
    Strips(OrderGlance),
    /// What the policy at this position has looked at, after so many expansions.
    Search(usize, u32),
    /// Reloads against the size of the cache.
    Reloads,
}

impl Replay {
    /// Puts the numbers and the orders together.
    pub(super) fn new(report: Report, recordings: Vec<Recording>) -> Self {
        let policies: Vec<_> = report.policies.iter().map(|row| row.policy.clone()).collect();
        let objective = report.scenario.of::<Plan>().and_then(|fields| fields.system.objective).unwrap_or_default();
        let runs = OrderRuns::new(recordings.into_iter().filter_map(Plan::recording).collect(), &policies, objective);
        let searches = runs.runs.iter().map(|run| Search::new(&run.recording)).collect();
        Self { report, runs, searches }
    }

    /// The step after which the orders differ most in what they keep; of one order, after which it keeps most.
    pub(super) fn telling(&self) -> u32 {
        let kept = |step: usize| self.runs.runs.iter().filter_map(move |run| run.kept.get(step).copied());
        let gap = |step: usize| {
            let (least, most) =
                kept(step).fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), kept| (least.min(kept), most.max(kept)));
            if self.runs.runs.len() > 1 { most - least } else { most }
        };
        let steps = 0..self.runs.tasks();
        steps.rev().max_by(|a, b| gap(*a).total_cmp(&gap(*b))).map_or(0, |step| step as u32 + 1)
    }

    /// The position of the policy that executes the order that is given.
    pub fn given(&self) -> Option<usize> {
        self.runs.runs.iter().position(|run| run.recording.policy == super::GIVEN)
    }

    /// Every step of every order, as comma-separated values.
    pub fn csv(&self) -> String {
        let mut csv = Csv::new(["policy", "step", "task", "size", "needed_until", "kept", "reloaded"]);
        for run in &self.runs.runs {
            for ((number, step), kept) in (1..).zip(&run.recording.steps).zip(&run.kept) {
                let until = run.spans.iter().find(|span| span.task == step.task).map(|span| span.until.to_string()).unwrap_or_default();
                let (name, size) = (&run.recording.names[step.task as usize], run.recording.sizes[step.task as usize]);
                let cells: [&dyn Display; 7] = [&run.name, &number, name, &size, &until, kept, &step.cache.reloaded.len()];
                csv.line(cells);
            }
        }
        csv.text()
    }

    /// The tasks of an order, one a line.
    pub fn text(&self, which: usize) -> Option<String> {
        let run = self.runs.runs.get(which)?;
        Some(run.recording.steps.iter().flat_map(|step| [run.recording.names[step.task as usize].as_str(), "\n"]).collect())
    }
}

impl Panes for Replay {
    type Pane = Pane;

    fn draw(&self, pane: Pane, pen: &Pen<'_>) -> Result<(), ChartError> {
        match pane {
            Pane::Graph(glance) => schedscope_chart::order_graph(pen, &self.runs, glance),
            Pane::Strip(glance) => schedscope_chart::order_strip(pen, &self.runs, glance),
            Pane::Strips(glance) => schedscope_chart::order_strips(pen, &self.runs, glance),
            Pane::Search(which, expansions) => match self.searches.get(which).and_then(Option::as_ref).zip(self.runs.runs.get(which)) {
                Some((search, run)) => schedscope_chart::order_search(pen, (search, &run.recording.names), expansions),
                None => Ok(()),
            },
            Pane::Reloads => schedscope_chart::picture(pen, &reloads(&self.runs)),
        }
    }
}
