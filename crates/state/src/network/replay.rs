//! An answer: the numbers of all replications, and the first of them as it was recorded.

use crate::stage::Panes;
use schedscope::csv::Csv;
use schedscope::network::{Layout, Plan};
use schedscope::registry::Choice;
use schedscope_chart::{ChartError, Pen, Spotlight};
use schedscope_core::experiment::{Listed, Recording, Report};
use schedscope_core::pictures::network::{NetworkRun, NetworkRuns, Selected, flows_over_time};
use std::fmt::Display;

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// The numbers.
    pub report: Report,
    /// The first replication.
    pub runs: NetworkRuns,
}

/// A picture of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pane {
    /// The network.
    Network(Spotlight),
    /// A row a flow.
    Rows(Spotlight),
    /// Flows on their way over time under a policy, with the playhead here.
    Count(usize, f64),
}

impl Replay {
    /// Puts the numbers and the recorded runs together.
    pub(super) fn new(report: Report, recordings: Vec<Recording>) -> Self {
        let system = report.scenario.of::<Plan>().map(|fields| fields.system.clone()).unwrap_or_default();
        let layout = system.topology.or((!system.links.is_empty()).then_some(Layout::Custom));
        let policies: Vec<Choice> = report.policies.iter().map(|row| row.policy.clone()).collect();
        let timelines = recordings.into_iter().filter_map(Plan::recording).collect();
        Self { runs: NetworkRuns::new(timelines, &policies, layout), report }
    }

    /// Whether rates of flows were recorded.
    pub fn is_exact(&self) -> bool {
        self.runs.flows() > 0
    }

    /// When something can be seen to happen under these policies.
    pub(super) fn times(&self, sides: &[usize]) -> Vec<f64> {
        let mut times = vec![self.runs.end];
        for run in sides.iter().filter_map(|side| self.runs.runs.get(*side)) {
            times.extend(run.timeline.stretches.iter().flat_map(|stretch| [stretch.from, stretch.to]));
            if !run.is_exact() {
                times.extend(run.timeline.frames.iter().map(|frame| frame.from));
            }
        }
        times.retain(|time| *time >= 0.0);
        times
    }

    /// The flow that tells most: whose completion times differ by the largest factor between these policies; of one policy, the flow
    /// that takes longest for what it is.
    pub(super) fn telling(&self, sides: &[usize]) -> Option<u32> {
        let ratio = |run: &NetworkRun, flow: usize| {
            let flow = &run.timeline.flows[flow];
            (flow.completion - flow.release) / flow.ideal
        };
        let runs: Vec<&NetworkRun> = sides.iter().filter_map(|side| self.runs.runs.get(*side)).collect();
        let gain = |flow: usize| match runs[..] {
            [a, b, ..] => libm::log(ratio(a, flow) / ratio(b, flow)).abs(),
            [a] => ratio(a, flow),
            [] => 0.0,
        };
        // One that is on its way for long enough to be seen, if there is such a flow.
        let stay =
            |flow: usize| runs.iter().map(|run| &run.timeline.flows[flow]).map(|line| line.completion - line.release).fold(0.0, f64::max);
        let seen = |flow: usize| stay(flow) >= 0.005 * self.runs.end;
        // Among equals the first.
        let best = (0..self.runs.flows()).rev().max_by(|a, b| seen(*a).cmp(&seen(*b)).then(gain(*a).total_cmp(&gain(*b))))?;
        u32::try_from(best).ok()
    }

    /// When a flow can be seen to wait under one of these policies: in the middle of its longest stay.
    pub(super) fn midst(&self, sides: &[usize], flow: u32) -> f64 {
        let line = |side: &usize| self.runs.runs.get(*side)?.timeline.flows.get(flow as usize);
        let stays = sides.iter().filter_map(line).map(|line| (line.release, line.completion));
        let longest = stays.max_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0)));
        longest.map_or(0.0, |(from, to)| f64::midpoint(from, to))
    }

    /// When a flow is released first under these policies.
    pub(super) fn release(&self, sides: &[usize], flow: u32) -> f64 {
        let lines = sides.iter().filter_map(|side| self.runs.runs.get(*side)?.timeline.flows.get(flow as usize));
        let release = lines.map(|line| line.release).fold(f64::INFINITY, f64::min);
        if release.is_finite() { release } else { 0.0 }
    }

    /// Whether there is such a flow or link.
    pub(super) fn has(&self, lit: Selected) -> bool {
        match lit {
            Selected::Flow(flow) => (flow as usize) < self.runs.flows(),
            Selected::Link(link) => self.runs.runs.first().is_some_and(|run| (link as usize) < run.timeline.links.len()),
        }
    }

    /// When flows that stand still under any of these policies begin to, with the flow, in order of time.
    pub(super) fn waits(&self, sides: &[usize]) -> Vec<(f64, u32)> {
        let runs = sides.iter().filter_map(|side| self.runs.runs.get(*side));
        let mut waits: Vec<(f64, u32)> = vec![];
        for (run, flow) in runs.flat_map(|run| (0..run.timeline.flows.len() as u32).map(move |flow| (run, flow))) {
            // Who stands still behind one flow after the other waits once.
            let mut still = false;
            for stretch in run.of_flow(flow) {
                if stretch.rate == 0.0 && !still {
                    waits.push((stretch.from, flow));
                }
                still = stretch.rate == 0.0;
            }
        }
        waits.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        waits.dedup();
        waits
    }

    /// The flows as comma-separated values, of the first replication.
    pub fn flows_csv(&self) -> String {
        let titles =
            ["policy", "flow", "class", "source", "destination", "size", "arrival", "release", "completion", "fct", "ideal", "ratio"];
        let mut csv = Csv::new(titles);
        for (run, row) in self.runs.runs.iter().zip(&self.report.policies) {
            for flow in &run.timeline.flows {
                let [source, destination] = [flow.source, flow.destination].map(|node| &run.timeline.nodes[node as usize]);
                let fct = flow.completion - flow.release;
                let numbers = [flow.size, flow.arrival, flow.release, flow.completion, fct, flow.ideal, fct / flow.ideal];
                let words: [&dyn Display; 5] = [&row.policy.written(), &flow.name, &flow.class.name(), source, destination];
                csv.line(words.into_iter().chain(numbers.iter().map(|x| x as &dyn Display)));
            }
        }
        csv.text()
    }
}

impl Panes for Replay {
    type Pane = Pane;

    fn draw(&self, pane: Pane, pen: &Pen<'_>) -> Result<(), ChartError> {
        match pane {
            Pane::Network(spotlight) => schedscope_chart::network(pen, &self.runs, spotlight),
            Pane::Rows(spotlight) => schedscope_chart::flow_rows(pen, &self.runs, spotlight),
            Pane::Count(which, time) => schedscope_chart::picture(pen, &flows_over_time(&self.runs, which, time)),
        }
    }
}
