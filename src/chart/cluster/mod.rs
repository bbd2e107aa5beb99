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

use super::pen::{Frame, Pen, SMALL, Side};
use super::ticks::{Scale, Tick};
use super::{ChartError, Rgb, Theme};
use crate::cluster::{JobLine, Timeline};
use crate::registry::{Choice, Dash, Hue, Look};
use plotters::prelude::DrawingBackend;

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
        let looks = looks(policies);
        let alone = |policy: &Choice| policies.iter().filter(|other| other.row() == policy.row()).count() == 1;
        let name = |policy: &Choice| if alone(policy) { policy.row().name.to_owned() } else { policy.name() };
        let run = |((timeline, policy), look): ((Timeline, &Choice), Look)| ClusterRun { timeline, name: name(policy), look };
        Self { runs: timelines.into_iter().zip(policies).zip(looks).map(run).collect(), end, most, size }
    }

    /// The size classes that are told apart by colour; none where each job has a colour of its own.
    pub fn classes(&self) -> Vec<u8> {
        let jobs = self.runs.first().map(|run| &run.timeline.jobs[..]).unwrap_or_default();
        if jobs.len() <= Self::FEW {
            return vec![];
        }
        let mut classes: Vec<u8> = jobs.iter().filter_map(|job| job.bin).collect();
        classes.sort_unstable();
        classes.dedup();
        classes
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

/// How each policy of a comparison is drawn: as always, but no two alike. Variants of one policy differ in dash.
pub fn looks(policies: &[Choice]) -> Vec<Look> {
    const DASHES: [Dash; 5] = [Dash::Solid, Dash::Dashed, Dash::DashDot, Dash::LongDash, Dash::Dotted];
    let mut looks: Vec<Look> = vec![];
    for policy in policies {
        let own = policy.row().look;
        let others = DASHES.into_iter().map(|dash| Look { dash, ..own });
        let look = std::iter::once(own).chain(others).find(|look| !looks.contains(look)).unwrap_or(own);
        looks.push(look);
    }
    looks
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

/// The title of every time axis.
const TIME: &str = "time (s)";

/// Where a picture draws: the same left edge in all of them, so that pictures below each other share their time axis.
struct Layout {
    whole: Frame,
    inner: Frame,
    /// Whether there is room for axes.
    roomy: bool,
}

impl Layout {
    fn new<DB: DrawingBackend>(pen: &Pen<'_, DB>) -> Self {
        let whole = pen.frame();
        let roomy = whole.width() >= pen.px(170.0) && whole.height() >= pen.px(110.0);
        let (left, bottom) = if roomy { (pen.px(66.0), pen.px(38.0)) } else { (pen.px(3.0), pen.px(2.0)) };
        let right = whole.right - pen.px(if roomy { 12.0 } else { 3.0 });
        let inner = Frame { left: whole.left + left, top: whole.top + pen.px(4.0), right, bottom: whole.bottom - bottom };
        Self { whole, inner, roomy }
    }

    /// As many ticks as fit across, five at most.
    fn across<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, scale: Scale) -> Vec<Tick> {
        scale.ticks(((self.inner.width() / pen.px(60.0)) as usize).clamp(2, 5))
    }

    /// The same upwards.
    fn up<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, scale: Scale) -> Vec<Tick> {
        scale.ticks(((self.inner.height() / pen.px(28.0)) as usize).clamp(2, 5))
    }

    /// Down to where an axis may be written.
    fn until(&self) -> f64 {
        if self.roomy { self.whole.bottom } else { self.inner.bottom }
    }
}

/// Says in the middle of a picture why there is none.
fn say<DB: DrawingBackend>(pen: &Pen<'_, DB>, words: &str) -> Result<(), ChartError> {
    let frame = pen.frame();
    let middle = (f64::midpoint(frame.left, frame.right), f64::midpoint(frame.top, frame.bottom));
    pen.text(words, middle, SMALL + 1.0, Side::Middle, pen.theme.muted)
}
