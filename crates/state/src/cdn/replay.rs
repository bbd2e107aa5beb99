//! An answer: the numbers of all replications, and what happens in the first.

use crate::stage::Panes;
use schedscope::cdn::{Plan, Source};
use schedscope::csv::Csv;
use schedscope::registry::Choice;
use schedscope_chart::{ChartError, Pen, Stand};
use schedscope_core::experiment::{Recording, Report};
use schedscope_core::pictures::cdn::{CdnRuns, Shares, cost, waiting, waits};
use std::fmt::Display;

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// The numbers of all replications.
    pub report: Report,
    /// Who served, by policy.
    pub shares: Vec<Shares>,
    /// The first replication under each policy.
    pub runs: CdnRuns,
}

/// A picture of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pane {
    /// Who serves whom.
    Map(Stand),
    /// The load of all servers over time.
    Loads(Stand),
    /// Requests in the queue over time, with the playhead at this second.
    Waiting(f64),
    /// How long these were there.
    Waits(f64),
    /// Cost of the transfers so far.
    Cost(f64),
    /// Who served the requests of all replications.
    Served,
}

impl Replay {
    /// Puts the numbers and the recorded runs together.
    pub(super) fn new(report: Report, recordings: Vec<Recording>) -> Self {
        let choices: Vec<Choice> = report.policies.iter().map(|row| row.policy.clone()).collect();
        let drawn = report.scenario.of::<Plan>().is_none_or(|fields| fields.workload.kind() == Source::Synthetic);
        let timeline = |recording| if let Recording::Cdn(timeline) = recording { Some(timeline) } else { None };
        let runs = CdnRuns::new(recordings.into_iter().filter_map(timeline).collect(), &choices, drawn);
        Self { shares: Shares::of(&report), report, runs }
    }

    /// What servers do over time under each policy, as comma-separated values: a line a sample and a server.
    pub fn loads_csv(&self) -> String {
        let mut csv = Csv::new(["policy", "seconds", "server", "sessions", "capacity", "queue"]);
        for (run, row) in self.runs.runs.iter().zip(&self.report.policies) {
            let (timeline, policy) = (&run.timeline, row.policy.written());
            let regions = timeline.network.regions.iter().map(|region| (region.name.as_str(), region.capacity));
            let servers: Vec<(&str, u32)> = regions.chain([("CDN", timeline.network.cdn_capacity)]).collect();
            for (i, sample) in (1..).zip(&timeline.samples) {
                let time = f64::from(i) * timeline.every;
                for ((name, capacity), sessions) in servers.iter().zip(&sample.sessions) {
                    let queue = if *name == "CDN" { sample.queue } else { 0 };
                    let cells: [&dyn Display; 6] = [&policy, &time, name, sessions, capacity, &queue];
                    csv.line(cells);
                }
            }
        }
        csv.text()
    }

    /// Who served, as comma-separated values.
    pub fn shares_csv(&self) -> String {
        let mut csv = Csv::new(["policy", "own_dserver", "another_dserver", "cdn", "of_these_postponed"]);
        for (share, row) in self.shares.iter().zip(&self.report.policies) {
            let Shares { local, others, cdn, postponed, .. } = share;
            let cells: [&dyn Display; 5] = [&row.policy.written(), local, others, cdn, postponed];
            csv.line(cells);
        }
        csv.text()
    }
}

impl Panes for Replay {
    type Pane = Pane;

    fn draw(&self, pane: Pane, pen: &Pen<'_>) -> Result<(), ChartError> {
        let picture = match pane {
            Pane::Map(stand) => return schedscope_chart::cdn_map(pen, &self.runs, stand),
            Pane::Loads(stand) => return schedscope_chart::cdn_loads(pen, &self.runs, stand),
            Pane::Served => return schedscope_chart::cdn_served(pen, &self.shares),
            Pane::Waiting(playhead) => waiting(&self.runs, playhead),
            Pane::Waits(playhead) => waits(&self.runs, playhead),
            Pane::Cost(playhead) => cost(&self.runs, playhead),
        };
        schedscope_chart::picture(pen, &picture)
    }
}
