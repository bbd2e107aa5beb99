//! The cluster: how many jobs are there, how many phases are late, what is in the memory of a machine, what a policy believes, and how long jobs of each size take. All pictures of a
//! comparison have the same axes.

mod believed;
mod classes;
mod lanes;
mod late;
mod load;
mod memory;

pub use believed::believed_sizes;
pub use classes::classes;
pub use lanes::{Lane, Stretch};
pub use late::late;
pub use load::load;
pub use memory::memory;

use super::TIME;
use super::identity::{looks, names};
use crate::plot::{Axis, Colour, Dash, Look, Style};
use schedscope::cluster::{Ending, JobLine, Timeline};
use schedscope::registry::Choice;
use std::collections::{BTreeMap, BTreeSet};

/// A recorded run and how it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct ClusterRun {
    /// What happened.
    pub timeline: Timeline,
    /// The policy's name: as short as tells it from the others.
    pub name: String,
    /// How its lines are drawn.
    pub look: Look,
    /// The lane of each job, by position.
    pub lanes: Vec<Lane>,
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
        let run = |((timeline, name), look): ((Timeline, String), Look)| ClusterRun { lanes: lanes::of(&timeline), timeline, name, look };
        Self { runs: timelines.into_iter().zip(names(policies)).zip(looks(policies)).map(run).collect(), end, most, size }
    }

    /// The groups of jobs that are told apart by colour; none where each job, or each chain of jobs, has a colour of its own.
    pub fn groups(&self) -> Vec<Group> {
        let jobs = self.runs.first().map(|run| &run.timeline.jobs[..]).unwrap_or_default();
        let of = |job: &JobLine| Group::of(job, Self::has_production(jobs));
        if jobs.len() <= Self::FEW && !Self::has_production(jobs) {
            return vec![];
        }
        jobs.iter().filter_map(of).collect::<BTreeSet<Group>>().into_iter().collect()
    }

    fn has_production(jobs: &[JobLine]) -> bool {
        jobs.iter().any(|job| job.production)
    }

    /// The colour of each job of the run at this position, among those of jobs: its own, that of its chain, or a shade of its
    /// group's, so that neighbours can be told apart. A job has the same under every policy.
    pub fn colours(&self, which: usize) -> Vec<usize> {
        let jobs_of = |run: Option<&ClusterRun>| run.map(|run| run.timeline.jobs.clone()).unwrap_or_default();
        let (first, jobs) = (jobs_of(self.runs.first()), jobs_of(self.runs.get(which)));
        let positions: BTreeMap<u64, usize> = first.iter().enumerate().map(|(position, job)| (job.id, position)).collect();
        let (grouped, production) = (!self.groups().is_empty(), Self::has_production(&first));
        let colour = |(position, job): (usize, &JobLine)| {
            // Chains are submitted in an order that depends on the policy; their first job has the same number under all.
            let leader = job.chain.and_then(|leader| jobs.get(leader as usize)).unwrap_or(job);
            let own = positions.get(&leader.id).copied().unwrap_or(position);
            let group = Group::of(job, production).map_or(class_colour(0), Group::colour);
            if grouped { group + own % 3 * Colour::JOBS } else { own }
        };
        jobs.iter().enumerate().map(colour).collect()
    }

    /// Most slots below which jobs have lanes: of more, only the slots are shown.
    const SLOTS: u32 = 24;
    /// Most lanes of a page.
    const LANES: usize = 12;
    /// Most pages.
    const PAGES: usize = 50;

    /// Why jobs have no lanes of their own, if they have none: there are more of these than there is room for.
    pub fn too_many(&self) -> Option<String> {
        let slots = |timeline: &Timeline| timeline.machines * timeline.slots.iter().sum::<u32>();
        if self.runs.iter().any(|run| slots(&run.timeline) > Self::SLOTS) {
            return Some(format!("{} slots", Self::SLOTS));
        }
        let jobs = Self::LANES * Self::PAGES;
        self.runs.iter().any(|run| run.timeline.jobs.len() > jobs).then(|| format!("{jobs} jobs"))
    }

    /// Whether each job has a lane of its own.
    pub fn in_lanes(&self) -> bool {
        self.too_many().is_none()
    }

    /// Number of pages on which the lanes are.
    pub fn pages(&self) -> usize {
        self.runs.first().map_or(0, |run| run.timeline.jobs.len()).div_ceil(Self::LANES).max(1)
    }

    /// Most lanes of its pages, which have about as many each.
    pub fn lanes(&self) -> usize {
        self.runs.first().map_or(0, |run| run.timeline.jobs.len()).div_ceil(self.pages())
    }

    /// Numbers of the jobs of a page, from 0, from top to bottom.
    pub fn page(&self, page: usize) -> Vec<u64> {
        self.ids().into_iter().skip(page * self.lanes()).take(self.lanes()).collect()
    }

    /// The page on which a job is.
    pub fn page_of(&self, id: u64) -> Option<usize> {
        Some(self.ids().iter().position(|other| *other == id)? / self.lanes().max(1))
    }

    /// Numbers of the jobs from top to bottom: as they are submitted under the first policy, those of a chain together.
    pub fn ids(&self) -> Vec<u64> {
        let Some(jobs) = self.runs.first().map(|run| &run.timeline.jobs) else { return vec![] };
        let mut order: Vec<usize> = (0..jobs.len()).collect();
        order.sort_by_key(|position| (jobs[*position].chain.map_or(*position, |leader| leader as usize), *position));
        order.into_iter().map(|position| jobs[position].id).collect()
    }

    /// Position of a job under the policy at this position.
    pub fn position(&self, which: usize, id: u64) -> Option<usize> {
        self.runs.get(which)?.timeline.jobs.iter().position(|job| job.id == id)
    }

    /// The shade of each job of the run at this position, 0 … 3: its size class, or, of jobs without one, where its work lies between
    /// that of the smallest and of the largest; production jobs are the darkest.
    pub fn shades(&self, which: usize) -> Vec<usize> {
        let Some(run) = self.runs.get(which) else { return vec![] };
        let jobs = &run.timeline.jobs;
        let mut works = vec![0.0; jobs.len()];
        for bar in run.timeline.bars.iter().filter(|bar| bar.end == Ending::Completed) {
            if let Some(work) = works.get_mut(bar.job as usize) {
                *work += bar.to - bar.from;
            }
        }
        let logs: Vec<f64> = works.iter().map(|work| libm::log(f64::max(*work, f64::MIN_POSITIVE))).collect();
        let (low, high) = logs.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(*x), high.max(*x)));
        let production = Self::has_production(jobs);
        let shade = |(job, log): (&JobLine, &f64)| match job.bin {
            _ if production => {
                if job.production {
                    3
                } else {
                    1
                }
            }
            Some(bin) => usize::from(bin.clamp(1, 4)) - 1,
            None if high - low < 1e-6 => 2,
            None => ((log - low) / (high - low) * 3.0).round() as usize,
        };
        jobs.iter().zip(&logs).map(shade).collect()
    }

    /// Until when the lanes are worth a look: where one job goes on long after all others, until these are done, in seconds. It says
    /// nothing else.
    pub fn story(&self) -> Option<f64> {
        let mut ends: Vec<f64> = self
            .ids()
            .into_iter()
            .map(|id| {
                let end = |(which, run): (usize, &ClusterRun)| {
                    self.position(which, id).map_or(0.0, |position| run.timeline.jobs[position].completion)
                };
                self.runs.iter().enumerate().map(end).fold(0.0, f64::max)
            })
            .collect();
        ends.sort_by(f64::total_cmp);
        let before = *ends.get(ends.len().checked_sub(2)?)?;
        (ends.len() > 2 && self.end > 1.4 * before).then_some(1.06 * before)
    }

    /// The job whose completion differs most between the first policy and another, and when it is complete under the faster.
    pub fn telling(&self) -> Option<(u64, f64)> {
        let first = self.runs.first()?;
        let gap = |job: &JobLine| {
            let completions =
                (1..self.runs.len()).filter_map(|which| Some(self.runs[which].timeline.jobs[self.position(which, job.id)?].completion));
            let gaps = completions.map(|completion| ((completion - job.completion).abs(), completion.min(job.completion)));
            gaps.max_by(|a, b| a.0.total_cmp(&b.0))
        };
        let gaps = first.timeline.jobs.iter().filter_map(|job| Some((job.id, gap(job)?)));
        let (id, (gap, sooner)) = gaps.max_by(|a, b| a.1.0.total_cmp(&b.1.0))?;
        (gap > 1e-3).then_some((id, sooner))
    }

    /// The axis of time of all pictures.
    pub fn time(&self) -> Axis {
        // A little air, so that what ends last does not lie on the frame.
        Axis::linear(TIME).within(0.0, self.end * 1.01)
    }
}

/// Jobs that are told apart by colour from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// A size class.
    Class(u8),
    /// Production jobs (true) or others.
    Production(bool),
}

impl Group {
    /// The group of a job, where some are production jobs or none is.
    fn of(job: &JobLine, some: bool) -> Option<Self> {
        if some { Some(Self::Production(job.production)) } else { job.bin.map(Self::Class) }
    }

    /// Its colour, among those of jobs.
    pub const fn colour(self) -> usize {
        match self {
            Self::Class(class) => class_colour(class),
            Self::Production(true) => 6,
            Self::Production(false) => 7,
        }
    }

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Class(class) => class_name(class),
            Self::Production(true) => "production",
            Self::Production(false) => "non-production",
        }
    }
}

/// The colour of a size class, among those of jobs.
const fn class_colour(class: u8) -> usize {
    // Of middling lightness, so that their shades can be told apart.
    match class {
        1 => 7,
        2 => 1,
        3 => 5,
        4 => 6,
        _ => 4,
    }
}

/// How the line of a size class is drawn: the larger its jobs, the longer the strokes.
const fn class_style(class: u8) -> Style {
    let dash = match class {
        1 => Dash::Dotted,
        2 => Dash::DashDot,
        3 => Dash::Dashed,
        4 => Dash::Solid,
        _ => Dash::LongDash,
    };
    Style { colour: Colour::Job(class_colour(class)), dash, marked: true }
}

/// Whole seconds, or of fewer than ten as many digits as tell them apart.
pub fn seconds(x: f64) -> String {
    match x {
        _ if x >= 9.95 || x == 0.0 => format!("{x:.0}"),
        _ if x >= 0.995 => format!("{x:.1}"),
        _ => format!("{x:.2}"),
    }
}

/// What jobs of a size class are called.
pub const fn class_word(class: u8) -> &'static str {
    match class {
        1 => "tiny",
        2 => "small",
        3 => "medium",
        4 => "large",
        _ => "",
    }
}

/// What a size class is called.
const fn class_name(class: u8) -> &'static str {
    match class {
        1 => "bin 1 (tiny)",
        2 => "bin 2 (small)",
        3 => "bin 3 (medium)",
        4 => "bin 4 (large)",
        _ => "all jobs",
    }
}
