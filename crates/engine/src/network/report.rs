//! What is told of a network besides the times of its flows.

use super::{Jobs, Network, Outcome, Units};
use crate::metrics::{Sorted, mean};
use crate::world::{Column, Unit};
use serde::{Deserialize, Serialize};

/// What a simulation of the network leaves behind besides its flows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// Mean and largest fraction of a link's capacity that was used, from the first release to the last completion.
    use_of_links: [f64; 2],
    /// What each workflow took, and what it would take alone.
    workflows: Vec<(f64, f64)>,
    replicas: u64,
    /// Flows that are short, and what these took ÷ what they would take alone, in all; the same of long ones.
    slowdowns: [(u64, f64); 2],
    /// What all flows took, and what they would take alone, in all.
    totals: [f64; 2],
    /// Milliseconds of a unit of time.
    milliseconds: f64,
}

impl Cell {
    /// Of a run, of whose flows the first are not counted.
    pub(super) fn new((network, units): (&Network, Units), jobs: &Jobs, outcome: &Outcome, warmup: usize) -> Self {
        let Jobs { flows, workflows } = jobs;
        let begin = flows.all().first().map_or(0.0, |flow| flow.arrival);
        let span = outcome.completion.iter().copied().fold(begin, f64::max) - begin;
        let used: Vec<f64> = outcome.carried.iter().zip(network.links()).map(|(carried, link)| carried / (link.capacity * span)).collect();
        let took = |(members, alone): &(Vec<u32>, f64)| {
            let end = members.iter().map(|flow| outcome.completion[*flow as usize]).fold(0.0, f64::max);
            (end - flows.all()[members[0] as usize].arrival, *alone)
        };
        let counted = workflows.iter().filter(|(members, _)| members[0] as usize >= warmup);
        let (mut slowdowns, mut totals) = ([(0, 0.0); 2], [0.0; 2]);
        for (position, flow) in flows.all().iter().enumerate().skip(warmup) {
            let (count, sum) = &mut slowdowns[usize::from(!flow.class.is_short())];
            let (took, ideal) = (outcome.sojourn[position], flows.ideal(position));
            (*count, *sum) = (*count + 1, *sum + took / ideal);
            totals = [totals[0] + took, totals[1] + ideal];
        }
        Self {
            use_of_links: [mean(&used), used.iter().copied().fold(0.0, f64::max)],
            workflows: counted.map(took).collect(),
            replicas: outcome.replicas,
            slowdowns,
            totals,
            milliseconds: units.milliseconds,
        }
    }
}

/// What a replication came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// Mean completion time ÷ ideal of short flows, of long ones, and of all; absent where there is none.
    pub slowdowns: [Option<f64>; 3],
    /// Mean latency of a workflow ÷ that of the workflow alone in the network; absent where there is none.
    pub workflow: Option<f64>,
}

impl Cell {
    fn run(&self) -> Run {
        let of = |classes: &[(u64, f64)]| {
            let (count, sum) = classes.iter().fold((0, 0.0), |(count, sum), (more, of_these)| (count + more, sum + of_these));
            (count > 0).then(|| sum / count as f64)
        };
        let ratios: Vec<f64> = self.workflows.iter().map(|(latency, alone)| latency / alone).collect();
        Run {
            slowdowns: [of(&self.slowdowns[..1]), of(&self.slowdowns[1..]), of(&self.slowdowns)],
            workflow: (!ratios.is_empty()).then(|| mean(&ratios)),
        }
    }
}

/// The network over all replications.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    figures: Figures,
    runs: Vec<Run>,
}

/// What a report says of a policy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The network under it.
    pub network: Figures,
    /// What each replication came to, of which ratios of policies have their intervals.
    #[serde(skip)]
    pub runs: Vec<Run>,
}

/// The network under a policy.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// Fraction of a link's capacity that is used, on average over links and time, from the first arrival to the last completion.
    pub link_use_mean: f64,
    /// The same of the busiest link.
    pub link_use_max: f64,
    /// Mean completion time ÷ ideal of all flows.
    pub mean_slowdown: Option<f64>,
    /// The same of short flows.
    pub mean_slowdown_short: Option<f64>,
    /// The same of long flows.
    pub mean_slowdown_long: Option<f64>,
    /// What all flows took ÷ what all would take alone: the ratio of sums, which the longest rule.
    pub total_slowdown: Option<f64>,
    /// Mean completion time, in milliseconds.
    pub mean_fct_ms: Option<f64>,
    /// Number of workflows: flows that wait for each other.
    pub workflows: u64,
    /// Mean latency of a workflow: last completion − first arrival.
    pub workflow_latency_mean: Option<f64>,
    /// 99th percentile of that.
    pub workflow_latency_p99: Option<f64>,
    /// Mean latency ÷ that of the workflow alone in the network.
    pub workflow_slowdown_mean: Option<f64>,
    /// Replicas sent.
    pub replicas: u64,
}

impl Summary {
    /// Of all cells of a policy, in order of replication.
    pub(super) fn pool(cells: &[Cell]) -> Self {
        let latencies: Vec<f64> = cells.iter().flat_map(|cell| &cell.workflows).map(|(latency, _)| *latency).collect();
        let ratios: Vec<f64> = cells.iter().flat_map(|cell| &cell.workflows).map(|(latency, alone)| latency / alone).collect();
        let of = |i: usize| mean(&cells.iter().map(|cell| cell.use_of_links[i]).collect::<Vec<_>>());
        let slowdown = |classes: &[usize]| {
            let all = || classes.iter().flat_map(|class| cells.iter().map(|cell| cell.slowdowns[*class]));
            let count: u64 = all().map(|(count, _)| count).sum();
            (count > 0).then(|| all().map(|(_, sum)| sum).sum::<f64>() / count as f64)
        };
        let some = !latencies.is_empty();
        let [took, alone] = [0, 1].map(|i| cells.iter().map(|cell| cell.totals[i]).sum::<f64>());
        let count: u64 = cells.iter().flat_map(|cell| cell.slowdowns).map(|(count, _)| count).sum();
        let milliseconds = cells.first().map_or(f64::NAN, |cell| cell.milliseconds);
        Self {
            figures: Figures {
                link_use_mean: of(0),
                link_use_max: of(1),
                mean_slowdown: slowdown(&[0, 1]),
                mean_slowdown_short: slowdown(&[0]),
                mean_slowdown_long: slowdown(&[1]),
                total_slowdown: (count > 0).then_some(took / alone),
                mean_fct_ms: (count > 0).then_some(milliseconds * took / count as f64),
                workflows: latencies.len() as u64,
                workflow_latency_mean: some.then(|| mean(&latencies)),
                workflow_slowdown_mean: some.then(|| mean(&ratios)),
                workflow_latency_p99: Sorted::new(latencies).quantile(0.99),
                replicas: cells.iter().map(|cell| cell.replicas).sum(),
            },
            runs: cells.iter().map(Cell::run).collect(),
        }
    }
}

impl Report {
    /// Of a summary.
    pub(super) fn new(summary: &Summary) -> Self {
        Self { network: summary.figures.clone(), runs: summary.runs.clone() }
    }
}

/// Figures of a policy.
pub(super) const COLUMNS: [Column<Report>; 12] = [
    Column::new("mean_slowdown", Unit::One, |r: &Report| r.network.mean_slowdown, "mean flow completion time ÷ ideal, of all flows")
        .less()
        .headed("slowdown"),
    Column::new(
        "mean_slowdown_short",
        Unit::One,
        |r: &Report| r.network.mean_slowdown_short,
        "the same of short flows: those up to the cutoff, instructions, results and capabilities",
    )
    .less()
    .called("mean slowdown of short flows")
    .headed("short"),
    Column::new("mean_slowdown_long", Unit::One, |r: &Report| r.network.mean_slowdown_long, "the same of the other flows")
        .less()
        .called("mean slowdown of long flows")
        .headed("long"),
    Column::new(
        "total_slowdown",
        Unit::One,
        |r: &Report| r.network.total_slowdown,
        "sum of the completion times ÷ sum of the ideals, which the longest flows rule",
    )
    .less(),
    Column::new("mean_fct_ms", Unit::One, |r: &Report| r.network.mean_fct_ms, "mean flow completion time, in milliseconds")
        .less()
        .called("mean completion time of flows"),
    Column::new(
        "workflows",
        Unit::One,
        |r: &Report| Some(r.network.workflows as f64),
        "number of workflows: flows that wait for each other",
    )
    .whole(),
    Column::new(
        "workflow_latency_mean",
        Unit::Time,
        |r: &Report| r.network.workflow_latency_mean,
        "mean time from the arrival of a workflow to its last completion",
    )
    .less()
    .called("mean time of workflows")
    .headed("workflow"),
    Column::new("workflow_latency_p99", Unit::Time, |r: &Report| r.network.workflow_latency_p99, "its 99th percentile")
        .less()
        .called("99th percentile of the time of workflows"),
    Column::new(
        "workflow_slowdown_mean",
        Unit::One,
        |r: &Report| r.network.workflow_slowdown_mean,
        "mean of that time ÷ that of the workflow alone in the network",
    )
    .less()
    .called("mean slowdown of workflows"),
    Column::new(
        "link_use_mean",
        Unit::Fraction,
        |r: &Report| Some(r.network.link_use_mean),
        "fraction of capacity that is used, on average over links and time",
    ),
    Column::new("link_use_max", Unit::Fraction, |r: &Report| Some(r.network.link_use_max), "the same of the busiest link"),
    Column::new("replicas", Unit::One, |r: &Report| Some(r.network.replicas as f64), "replicas of short flows that were sent").whole(),
];
