//! The datacenter: how many workers are busy, and how long jobs take. Time is counted from the first submission. All pictures of
//! a comparison have the same axis of time.

mod completion;
mod ratio;
mod usage;

pub use completion::completion_times;
pub use ratio::percentile_ratios;
pub use usage::busy_workers;

use super::TIME;
use super::identity::{looks, names};
use crate::plot::{Axis, Dash, Hue, Look};
use schedscope_engine::datacenter::{Activity, Timeline};
use schedscope_engine::registry::Choice;

/// A recorded run and how it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct DatacenterRun {
    /// What happened.
    pub timeline: Timeline,
    /// The policy's name: as short as tells it from the others.
    pub name: String,
    /// How its lines are drawn.
    pub look: Look,
}

/// Runs of one workload under several policies.
#[derive(Clone, Debug, PartialEq)]
pub struct DatacenterRuns {
    /// The runs.
    pub runs: Vec<DatacenterRun>,
    /// Seconds from the first submission to the last completion under any of them.
    pub span: f64,
}

impl DatacenterRuns {
    /// Puts recorded runs side by side, in the order of their policies.
    pub fn new(timelines: Vec<Timeline>, policies: &[Choice]) -> Self {
        let span = timelines.iter().map(|timeline| timeline.end() - timeline.begin()).fold(0.0, f64::max);
        let run = |((timeline, name), look): ((Timeline, String), Look)| DatacenterRun { timeline, name, look };
        Self { runs: timelines.into_iter().zip(names(policies)).zip(looks(policies)).map(run).collect(), span }
    }

    fn time(&self) -> Axis {
        Axis::linear(TIME).within(0.0, self.span * 1.01)
    }
}

/// How a worker is drawn that does something: the longer its task, the fuller.
pub const fn activity_look(activity: Activity) -> Look {
    match activity {
        Activity::Short => Look { hue: Hue::Sky, dash: Dash::Dashed },
        Activity::Long => Look { hue: Hue::Vermilion, dash: Dash::Solid },
        Activity::Idle | Activity::Waiting => Look { hue: Hue::Black, dash: Dash::Dotted },
    }
}
