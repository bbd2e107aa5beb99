//! What a scheduler knows of its jobs before they come: the law of sizes and the errors of estimates, and the table made of these.

use super::exact::law;
use super::ranked::Curve;
use crate::formula::Tables;
use crate::theory::{GittinsTable, Place};
use crate::workload::{Errors, Job, Sizes, Synthetic, Workload};
use crate::world::Source;
use std::sync::{Arc, OnceLock};

/// Jobs that a law without a scale of its own is taken from.
const SAMPLE: u32 = 10_000;

/// The law of sizes and errors of the jobs of a plan. Its tables are made when they are first asked for.
#[derive(Clone, Debug)]
pub struct Model {
    law: Law,
    errors: Scatter,
    seen: Arc<OnceLock<GittinsTable>>,
    blind: Arc<OnceLock<GittinsTable>>,
}

#[derive(Clone, Debug, PartialEq)]
enum Law {
    /// Drawn from this law, of this Weibull shape if it is Weibull's.
    Drawn(Sizes, f64),
    /// Those of a trace.
    Given(Arc<[f64]>),
}

/// Logarithms of estimate ÷ size: mean and standard deviation, as if normal.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Scatter {
    mean: f64,
    sigma: f64,
}

impl PartialEq for Model {
    fn eq(&self, other: &Self) -> bool {
        (&self.law, self.errors) == (&other.law, other.errors)
    }
}

impl Model {
    /// Of the jobs of a source: what they are drawn from or, of given jobs, their sizes with the errors they are given.
    pub fn new(source: &Source) -> Self {
        match source {
            // A Pareto law without a mean has no scale that is known beforehand.
            Source::Synthetic(queue, _) if !matches!(queue.sizes, Sizes::Pareto { alpha } if alpha <= 1.0) => {
                Self::of(Law::Drawn(queue.sizes, queue.shape), Scatter::of(queue.errors, queue.sigma))
            }
            Source::Synthetic(queue, _) => {
                let sample = Synthetic { count: queue.count.min(SAMPLE), ..*queue }.draw(0, 0);
                Self { errors: Scatter::of(queue.errors, queue.sigma), ..Self::of_jobs(&sample) }
            }
            Source::Fixed { workload, errors, .. } => {
                let model = Self::of_jobs(workload);
                Self { errors: errors.map_or(model.errors, |(errors, sigma)| Scatter::of(errors, sigma)), ..model }
            }
        }
    }

    /// Of these very jobs: their sizes, and the errors of their estimates.
    pub fn of_jobs(workload: &Workload) -> Self {
        let sizes = workload.jobs().iter().map(|job| job.size).collect();
        Self::of(Law::Given(sizes), Scatter::among(workload.jobs()))
    }

    fn of(law: Law, errors: Scatter) -> Self {
        Self { law, errors, seen: Arc::default(), blind: Arc::default() }
    }

    /// The ranks of a job of this estimate.
    pub fn ranks(&self, estimate: f64) -> Ranks<'_> {
        let table = self.seen.get_or_init(|| self.build(false));
        Ranks { table, place: table.place(self.unbiased(estimate)) }
    }

    /// The ranks of a job whose estimate is not looked at.
    pub fn blind_ranks(&self) -> Ranks<'_> {
        let table = self.blind.get_or_init(|| self.build(true));
        Ranks { table, place: table.place(1.0) }
    }

    /// An estimate without what estimates are off by on average.
    fn unbiased(&self, estimate: f64) -> f64 {
        if self.errors.mean == 0.0 { estimate } else { estimate * libm::exp(-self.errors.mean) }
    }

    fn build(&self, blind: bool) -> GittinsTable {
        let (resolution, sigma) = (GittinsTable::RESOLUTION, self.errors.sigma);
        let table = match &self.law {
            Law::Given(sizes) if blind => GittinsTable::blind_of_sizes(sizes.iter().copied(), resolution),
            Law::Given(sizes) => GittinsTable::of_sizes(sizes.iter().copied(), sigma, resolution),
            Law::Drawn(Sizes::Pareto { alpha }, _) if blind => GittinsTable::blind_of_pareto(*alpha, resolution),
            Law::Drawn(Sizes::Pareto { alpha }, _) => GittinsTable::of_pareto(*alpha, sigma, resolution),
            Law::Drawn(sizes, shape) => {
                let law = law(&Synthetic { sizes: *sizes, shape: *shape, ..Synthetic::default() }).expect("a law that was checked");
                if blind { GittinsTable::blind(&law, resolution) } else { GittinsTable::build(&law, sigma, resolution) }
            }
        };
        table.expect("a law and errors that were checked")
    }
}

impl Scatter {
    fn of(errors: Errors, sigma: f64) -> Self {
        match errors {
            Errors::LogNormal => Self { mean: 0.0, sigma },
            Errors::Unbiased => Self { mean: -sigma * sigma / 2.0, sigma },
            Errors::None => Self { mean: 0.0, sigma: 0.0 },
            Errors::Uniform([low, high]) if low < high => {
                // Of ln U; with t ln t = 0 at 0.
                let part = |t: f64| if t > 0.0 { t * libm::log(t) } else { 0.0 };
                let square = |t: f64| if t > 0.0 { t * libm::log(t) * libm::log(t) } else { 0.0 };
                let mean = (part(high) - part(low)) / (high - low) - 1.0;
                let second = (square(high) - square(low)) / (high - low) - 2.0 * mean;
                Self { mean, sigma: libm::sqrt((second - mean * mean).max(0.0)) }
            }
            Errors::Bias(factor) | Errors::Uniform([factor, _]) => Self { mean: libm::log(factor), sigma: 0.0 },
        }
    }

    /// Of the estimates above 0 there are.
    fn among(jobs: &[Job]) -> Self {
        let logs = || jobs.iter().filter(|job| job.estimate > 0.0).map(|job| libm::log(job.estimate / job.size));
        let count = logs().count().max(1) as f64;
        let mean = logs().sum::<f64>() / count;
        let sigma = libm::sqrt(logs().map(|log| (log - mean) * (log - mean)).sum::<f64>() / count);
        Self { mean, sigma: sigma.min(100.0) }
    }
}

impl Tables for Model {
    fn gittins(&self, est: f64, age: f64) -> f64 {
        self.ranks(est).gittins(age)
    }

    fn mrl(&self, est: f64, age: f64) -> f64 {
        self.ranks(est).remaining(age)
    }
}

/// The ranks of one job.
#[derive(Clone, Copy, Debug)]
pub struct Ranks<'a> {
    table: &'a GittinsTable,
    place: Place,
}

impl Ranks<'_> {
    /// Gittins' rank.
    pub fn gittins(&self, age: f64) -> f64 {
        self.table.rank_at(self.place, age)
    }

    /// Visits ages between these two, next to which either may turn.
    fn turns(&self, from: f64, to: f64, visit: &mut dyn FnMut(f64)) {
        self.table.turns(self.place, from, to, visit);
    }

    /// Mean remaining size.
    pub fn remaining(&self, age: f64) -> f64 {
        self.table.mrl_at(self.place, age)
    }
}

/// Gittins' rank of a job as a function of its age.
#[derive(Clone, Copy, Debug)]
pub struct Gittins<'a>(pub Ranks<'a>);

impl Curve for Gittins<'_> {
    fn rank(&self, age: f64) -> f64 {
        self.0.gittins(age)
    }

    fn kinks(&self, _: f64, _: &mut dyn FnMut(f64)) {}

    fn turns(&self, from: f64, to: f64, visit: &mut dyn FnMut(f64)) {
        self.0.turns(from, to, visit);
    }
}

/// Its mean remaining size as such.
#[derive(Clone, Copy, Debug)]
pub struct Remaining<'a>(pub Ranks<'a>);

impl Curve for Remaining<'_> {
    fn rank(&self, age: f64) -> f64 {
        self.0.remaining(age)
    }

    fn kinks(&self, _: f64, _: &mut dyn FnMut(f64)) {}

    fn turns(&self, from: f64, to: f64, visit: &mut dyn FnMut(f64)) {
        self.0.turns(from, to, visit);
    }
}
