//! The cluster: who holds which slot when, how many jobs are there, what a policy believes, and how long jobs of each
//! size take. All pictures of a comparison have the same scales.

mod believed;
mod classes;
mod gantt;
mod load;

pub use believed::believed_sizes;
pub use classes::class_ecdfs;
pub use gantt::gantt;
pub use load::cluster_load;

use super::identity::{looks, names};
use super::layout::{Layout, TIME, say};
use super::ticks::Scale;
use super::{Rgb, Theme};
use crate::plot::{Dash, Hue, Look};
use schedscope_engine::cluster::{JobLine, Timeline};
use schedscope_engine::registry::Choice;
use std::collections::BTreeSet;

/// A recorded run and how it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct ClusterRun {
    /// What happened.
    pub timeline: Timeline,
    /// The policy's name: as short as tells it from the others.
    pub name: String,
    /// How its lines are drawn.
    pub look: Look,
}

/// Runs of one workload under several policies, with the scales that hold them all.
#[derive(Clone, Debug, PartialEq)]
pub struct ClusterRuns {
    /// The runs.
    pub runs: Vec<ClusterRun>,
    /// End of the time axis, in seconds.
    pub end: f64,
    /// Most jobs in the system.
    pub most: u32,
    /// Largest virtual size of a map phase, in seconds.
    pub size: f64,
}

impl ClusterRuns {
    /// Most jobs that have a colour each; of more, each size class has one.
    pub const FEW: usize = 20;

    /// Puts recorded runs side by side, in the order of their policies.
    pub fn new(timelines: Vec<Timeline>, policies: &[Choice]) -> Self {
        let most = timelines.iter().flat_map(|timeline| &timeline.load).map(|(_, jobs)| *jobs).max().unwrap_or(0);
        let end = timelines.iter().map(Timeline::end).fold(0.0, f64::max);
        let sizes = timelines.iter().flat_map(|timeline| &timeline.believed).flat_map(|snapshot| &snapshot.sizes);
        let size = sizes.filter(|(_, phase, _)| *phase == 0).map(|(_, _, size)| *size).fold(0.0, f64::max);
        let run = |((timeline, name), look): ((Timeline, String), Look)| ClusterRun { timeline, name, look };
        Self { runs: timelines.into_iter().zip(names(policies)).zip(looks(policies)).map(run).collect(), end, most, size }
    }

    /// The size classes that are told apart by colour; none where each job has a colour of its own.
    pub fn classes(&self) -> Vec<u8> {
        let jobs = self.runs.first().map(|run| &run.timeline.jobs[..]).unwrap_or_default();
        if jobs.len() <= Self::FEW {
            return vec![];
        }
        let classes: BTreeSet<u8> = jobs.iter().filter_map(|job| job.bin).collect();
        classes.into_iter().collect()
    }

    /// The colour of each job: its own, or a shade of its size class's, so that neighbours can be told apart.
    fn colours(&self, theme: &Theme) -> Vec<Rgb> {
        let by_class = !self.classes().is_empty();
        let jobs = self.runs.first().map(|run| &run.timeline.jobs[..]).unwrap_or_default();
        let colour = |(position, job): (usize, &JobLine)| {
            if !by_class {
                return theme.job(position);
            }
            let colour = theme.line(class_look(job.bin.unwrap_or(0)).hue);
            match position % 3 {
                0 => colour,
                1 => colour.mix(theme.ground, 0.4),
                _ => colour.mix(theme.ink, 0.4),
            }
        };
        jobs.iter().enumerate().map(colour).collect()
    }

    fn time(&self) -> Scale {
        // A little air, so that what ends last does not lie on the frame.
        Scale::linear(0.0, self.end * 1.01)
    }
}

/// How a size class is drawn: the larger its jobs, the longer the strokes.
pub const fn class_look(class: u8) -> Look {
    match class {
        1 => Look { hue: Hue::Sky, dash: Dash::Dotted },
        2 => Look { hue: Hue::Green, dash: Dash::DashDot },
        3 => Look { hue: Hue::Yellow, dash: Dash::Dashed },
        4 => Look { hue: Hue::Vermilion, dash: Dash::Solid },
        _ => Look { hue: Hue::Orange, dash: Dash::LongDash },
    }
}

/// What a size class is called.
pub const fn class_name(class: u8) -> &'static str {
    match class {
        1 => "bin 1 (tiny)",
        2 => "bin 2 (small)",
        3 => "bin 3 (medium)",
        4 => "bin 4 (large)",
        _ => "all jobs",
    }
}
