//! A [`Report`](crate::experiment::Report), a recorded run or a sweep becomes a [`Picture`](crate::plot::Picture): plain
//! data, which `chart` draws.
//!
//! * [`distributions`]: sojourn times and slowdowns of a report of any world, [`distribution`]: one of them; [`over_replications`]: any measure of them; [`means`]; [`ratios`] of a measure to that of one policy.
//! * [`slowdown_by_size`], [`jobs_over_time`], [`job_by_job`]: from closeups of the server world.
//! * [`cluster`]: load, believed sizes, size classes. [`datacenter`]: usage, completion times. [`ordering`]: graphs in layers, orders, reloads.
//! * [`network`]: links and flows, completion times. [`cdn`]: the queue of the CDN server, waits, cost, who served.
//! * [`sweep_pictures`]: the pictures of a sweep; [`sweep_picture`]: the one of a chosen quantity; [`sweep_cell`]: what is around a cell
//!   of it; [`too_short`]: which cells cannot be held against the bound.
//! * [`Units`]: what times and sizes are measured in.
//! * [`names`] and [`looks`]: what policies of a comparison are called and how they are drawn.

pub mod cdn;
mod closeups;
pub mod cluster;
pub mod datacenter;
mod distributions;
mod identity;
pub mod lab;
mod means;
pub mod network;
pub mod ordering;
mod ratios;
mod sweep;
#[cfg(all(test, not(target_family = "wasm")))]
mod tests;
mod units;

pub use closeups::{job_by_job, jobs_over_time, slowdown_by_size};
pub use distributions::{Quantity, distribution, distributions, mark_job, over_replications};
pub use identity::{looks, names, names_of};
pub use means::means;
pub use ratios::{Sight, Writers, ratios};
pub use sweep::{Over, SweepQuantity, sweep_cell, sweep_picture, sweep_pictures, too_short};
pub use units::{Units, format};

use crate::plot::{Axis, Line, Lines, Names};
use schedscope::metrics::Ecdf;

/// The title of every axis of time in seconds.
const TIME: &str = "time (s)";

/// Distribution functions over a logarithmic axis that holds all of these; none if they hold nothing.
fn ecdfs<'a>(x: Axis, holding: impl Iterator<Item = &'a Ecdf>, lines: Vec<Line>) -> Option<Lines> {
    let values = holding.flat_map(|ecdf| &ecdf.steps).map(|(x, _)| *x).filter(|x| x.is_finite() && *x > 0.0);
    let (least, most) = values.fold((f64::INFINITY, 0.0_f64), |(least, most), x| (least.min(x), most.max(x)));
    let y = Axis::linear("fraction of jobs").briefly("jobs").within(0.0, 1.0).marked(&[0.0, 0.5, 1.0]);
    (most > 0.0).then(|| Lines { names: Names::Beside, ..Lines::new(x.within(least / 1.15, most * 1.1), y, lines) })
}
