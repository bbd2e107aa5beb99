//! An answer: the numbers, the recorded runs, and what is worth a look in them.

use crate::stage::Panes;
use schedscope_chart::{self as chart, ChartError, Glance, Pen};
use schedscope_core::experiment::Report;
use schedscope_core::pictures::cluster::{ClusterRuns, believed_sizes, classes, late, load, memory};

/// An answer: the numbers and the recorded runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// The numbers.
    pub report: Report,
    /// A replication, slot by slot.
    pub runs: ClusterRuns,
    /// The job whose completion differs most between policies, and when it is complete first.
    pub(super) telling: Option<(u64, f64)>,
    /// When all jobs but the last are complete, where that goes on for long.
    pub(super) story: Option<f64>,
}

impl Replay {
    /// Puts the numbers and the recorded runs together.
    pub(super) fn new(report: Report, runs: ClusterRuns) -> Self {
        let lanes = runs.in_lanes();
        let (telling, story) = (runs.telling().filter(|_| lanes), runs.story().filter(|_| lanes));
        Self { report, runs, telling, story }
    }

    /// When the pictures can end before the run does, in seconds: when all jobs but the last are complete.
    pub fn story(&self) -> Option<f64> {
        self.story
    }

    /// When slots change hands within what is shown of the time, in seconds.
    pub(super) fn times(&self, from: f64, until: f64) -> Vec<f64> {
        let bars = self.runs.runs.iter().flat_map(|run| &run.timeline.bars);
        let times = bars.flat_map(|bar| [bar.from, bar.to]).filter(|time| (from..=until).contains(time));
        times.chain(self.story.filter(|story| *story == until)).collect()
    }

    /// An instant that tells something: shortly after one policy has completed a job that the other has not, else when there are
    /// most jobs.
    pub(super) fn instant(&self, until: f64) -> f64 {
        self.telling.map(|(_, time)| time + 0.03 * until).filter(|time| *time < until).unwrap_or_else(|| self.peak())
    }

    /// When there are most jobs under the first policy, in seconds.
    fn peak(&self) -> f64 {
        let load = self.runs.runs.first().map_or(&[][..], |run| &run.timeline.load);
        load.iter().rev().max_by_key(|(_, jobs)| *jobs).map_or(0.0, |(time, _)| *time)
    }

    /// The machine whose memory is shown, from 0: the one that was chosen if there is such a one, else the one that has most
    /// suspended at any time.
    pub fn machine(&self, chosen: Option<u32>) -> u32 {
        let timelines = || self.runs.runs.iter().map(|run| &run.timeline);
        let usages = timelines().flat_map(|timeline| &timeline.memory);
        let most = usages.max_by(|a, b| (a.suspended + a.swapped).total_cmp(&(b.suspended + b.swapped)).then(b.machine.cmp(&a.machine)));
        let machines = timelines().map(|timeline| timeline.machines).max().unwrap_or(1);
        chosen.filter(|machine| *machine < machines).unwrap_or(most.map_or(0, |usage| usage.machine))
    }
}

impl Panes for Replay {
    type Pane = Pane;

    fn draw(&self, pane: Pane, pen: &Pen<'_>) -> Result<(), ChartError> {
        let picture = match pane {
            Pane::Runs(glance) => return chart::cluster_runs(pen, &self.runs, glance),
            Pane::Load => load(&self.runs),
            Pane::Late => late(&self.runs),
            Pane::Memory(which, machine) => memory(&self.runs, which, machine),
            Pane::Believed(which) => believed_sizes(&self.runs, which),
            Pane::Classes(which) => classes(&self.report, which),
        };
        chart::picture(pen, &picture)
    }
}

/// A picture of it; those of one policy have its position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pane {
    /// What jobs and slots do under all policies below each other, whichever the glance is at.
    Runs(Glance),
    /// Jobs in the system.
    Load,
    /// Phases that are late.
    Late,
    /// What is in the memory of a machine, from 0.
    Memory(usize, u32),
    /// What the policy believes.
    Believed(usize),
    /// Sojourn times by size class.
    Classes(usize),
}
