//! The datacenter: how many workers are busy, and how long jobs take. Time is counted from the first submission. All pictures of
//! a comparison have the same axis of time.

mod completion;
mod stuck;
mod usage;

pub use completion::completion_times;
pub use stuck::Stuck;
pub use usage::busy_workers;

use super::TIME;
use super::identity::{looks, names};
use crate::plot::{Axis, Look};
use schedscope::datacenter::Timeline;
use schedscope::registry::Choice;

/// A recorded run and how it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct DatacenterRun {
    /// What happened.
    pub timeline: Timeline,
    /// The policy's name: as short as tells it from the others.
    pub name: String,
    /// How its lines are drawn.
    pub look: Look,
    /// Short tasks that wait behind long ones.
    pub stuck: Vec<Stuck>,
}

/// What a reader looks at in all pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selected {
    /// The job at this position.
    Job(u32),
    /// The worker of this number.
    Worker(u32),
}

/// Runs of one workload under several policies.
#[derive(Clone, Debug, PartialEq)]
pub struct DatacenterRuns {
    /// The runs.
    pub runs: Vec<DatacenterRun>,
    /// Seconds from the first submission to the last completion under any of them.
    pub span: f64,
    /// Seconds that a task has left whose bar is as long as bars become: what most tasks that run have left is less.
    pub full: f64,
}

impl DatacenterRuns {
    /// Puts recorded runs side by side, in the order of their policies.
    pub fn new(timelines: Vec<Timeline>, policies: &[Choice]) -> Self {
        let span = timelines.iter().map(|timeline| timeline.end() - timeline.begin()).fold(0.0, f64::max);
        let full = round(0.5 * middle(timelines.iter().flat_map(|timeline| &timeline.stints).map(|stint| stint.to - stint.from)));
        let run = |((timeline, name), look): ((Timeline, String), Look)| {
            let stuck = stuck::stuck(&timeline);
            DatacenterRun { timeline, name, look, stuck }
        };
        Self { runs: timelines.into_iter().zip(names(policies)).zip(looks(policies)).map(run).collect(), span, full }
    }

    /// When what is decided about a job as it comes has been decided under all policies, in seconds since the first submission: its probes
    /// and placed tasks have reached their workers, and tasks that need not wait have begun.
    pub fn settled(&self, job: u32) -> f64 {
        let settled = |run: &DatacenterRun| {
            let timeline = &run.timeline;
            let arrival = timeline.jobs.get(job as usize).map_or(0.0, |job| job.arrival);
            let probes = timeline.probes.iter().filter(|probe| probe.job == job).map(|probe| probe.came);
            let waits = timeline.waits.iter().filter(|wait| wait.job == job).map(|wait| wait.from);
            let begins = timeline.stints.iter().filter(|stint| stint.job == job && stint.running).map(|stint| stint.from);
            let placed = timeline.placed.iter().filter(|placed| placed.job == job).map(|placed| placed.came);
            let soon = probes.chain(placed).chain(waits).chain(begins).filter(|time| *time <= arrival + SOON);
            soon.fold(arrival, f64::max) - timeline.begin()
        };
        self.runs.iter().map(settled).fold(0.0, f64::max)
    }

    fn time(&self) -> Axis {
        Axis::linear(TIME).within(0.0, self.span * 1.01)
    }
}

/// Seconds in which messages about a new job have been exchanged, in any datacenter whose messages take a few milliseconds.
const SOON: f64 = 0.02;

/// The length of which as much time is spent in longer tasks as in shorter ones.
fn middle(lengths: impl Iterator<Item = f64>) -> f64 {
    let mut lengths: Vec<f64> = lengths.collect();
    lengths.sort_by(f64::total_cmp);
    let half = lengths.iter().sum::<f64>() / 2.0;
    let mut sum = 0.0;
    lengths
        .into_iter()
        .find(|length| {
            sum += length;
            sum >= half
        })
        .unwrap_or(1.0)
}

/// The next number with one digit, or half of it: 1, 1.5, 2, 3 …
fn round(x: f64) -> f64 {
    let unit = libm::pow(10.0, libm::floor(libm::log10(x.max(1e-9))));
    [1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0].into_iter().map(|digit| digit * unit).find(|round| *round >= x).unwrap_or(10.0 * unit)
}
