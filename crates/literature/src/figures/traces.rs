//! Recorded workloads on one server: the thesis' figures 3.9 to 3.11.

use super::synthetic::{over_sigma, workload};
use super::{Effort, Figure};
use crate::claims::server::{CACHE_JOBS, CACHE_SHAPE, replayed};
use crate::traces::{FACEBOOK, trace};
use schedscope::metrics::{Sorted, mean};
use schedscope::server;
use schedscope::world::JobsSpec;
use schedscope_core::experiment::{Drawn, Scenario, Study, read_workload};
use schedscope_core::plot::{Axis, Dash, Hue, Line, Lines, Look, Picture};
use std::path::{Path, PathBuf};

/// The figures.
pub const FIGURES: &[Figure] = &[
    Figure::new(
        "T3.9",
        "Pastorelli's thesis, figure 3.9",
        "How sizes are distributed in the workloads of figures 3.10 and 3.11: fraction of jobs above a size.",
        sizes,
    )
    .noting("the web cache's trace is not public any more: a synthetic workload with as many jobs and as large a largest stands for it")
    .supporting(&["S15"])
    .needing(FACEBOOK),
    Figure::new(
        "T3.10",
        "Pastorelli's thesis, figure 3.10",
        "Facebook's trace of 2010: mean sojourn time ÷ that of SRPT against sigma.",
        facebook,
    )
    .supporting(&["S15"])
    .needing(FACEBOOK),
    Figure::new(
        "T3.11",
        "Pastorelli's thesis, figure 3.11",
        "A workload as heavy-tailed as the web cache's: mean sojourn time ÷ that of SRPT against sigma.",
        web_cache,
    )
    .noting("206 914 jobs of Weibull shape 0.135, whose largest is ten thousand times the mean, instead of the trace")
    .supporting(&["S16"]),
];

/// The trace, without which no figure that needs it is measured.
fn facebook_trace() -> PathBuf {
    trace(FACEBOOK).expect("a figure is measured when its trace is there")
}

fn cache(sigma: f64) -> JobsSpec {
    JobsSpec { count: Some(CACHE_JOBS), ..workload(CACHE_SHAPE, sigma) }
}

/// Points of a tail: as many in each decade of it.
const POINTS: u32 = 400;

/// The fraction of jobs above each size ÷ mean.
fn tail(workload: JobsSpec) -> Vec<(f64, f64)> {
    let study = Study::new(Scenario::of_workload::<server::Plan>(workload), read_workload).expect("a valid scenario");
    let Drawn::Server(workload) = study.draw(0) else { unreachable!("one server") };
    let sizes: Vec<f64> = workload.jobs().iter().map(|job| job.size).collect();
    let middle = mean(&sizes);
    let least = 1.0 / sizes.len() as f64;
    let sorted = Sorted::new(sizes.into_iter().map(|size| size / middle).collect());
    let point = |i: u32| {
        let above = libm::pow(least, f64::from(i) / f64::from(POINTS));
        Some((sorted.quantile(1.0 - above)?, above))
    };
    (0..=POINTS).filter_map(point).collect()
}

fn sizes(effort: &Effort<'_>) -> Picture {
    let path = facebook_trace();
    let of = |name: &str, hue, dash, workload: JobsSpec| Line::new(name, Look { hue, dash }, tail(effort.limit(workload)));
    let lines = vec![
        of("Facebook 2010", Hue::Blue, Dash::Solid, replayed(&path, 0.0)),
        of("as the web cache", Hue::Orange, Dash::Dashed, cache(0.0)),
        of("Weibull, shape 0.25", Hue::Black, Dash::Dotted, JobsSpec { count: Some(24_315), ..workload(0.25, 0.0) }),
    ];
    let (x, y) = (Axis::logarithmic("size ÷ mean"), Axis::logarithmic("fraction of jobs above"));
    Picture::single("Sizes of recorded workloads", Lines::new(x.within(1e-4, 2e4), y.within(4e-6, 1.0), lines))
}

fn facebook(effort: &Effort<'_>) -> Picture {
    let path: &Path = &facebook_trace();
    let lines = over_sigma(effort, |sigma| replayed(path, sigma), effort.replications([10, 30, 100]), (0.9, 20.0));
    Picture::single("Facebook's trace of 2010, load 0.9", lines)
}

fn web_cache(effort: &Effort<'_>) -> Picture {
    let lines = over_sigma(effort, cache, effort.replications([6, 40, 200]), (0.9, 1000.0));
    Picture::single("As heavy-tailed as a web cache (shape 0.135)", lines)
}
