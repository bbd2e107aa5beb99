//! Hawk, Eagle and Kairos: Delgado's thesis, chapters 2 to 4, on workloads like its traces.

mod eagle;
mod hawk;
mod kairos;
mod lab;
mod testbed;
mod workloads;

pub use lab::Lab;

use super::{Estimate, Finding, Row};
use crate::datacenter_runs::{Run, Runs, Which};
use crate::estimate::Ratio;
use crate::judgement::{Check, Tolerance, below, check};

/// A claim by its id, and how it is measured.
pub type Claim = (&'static str, fn(&Lab) -> Vec<Finding>);

/// All of them, chapter by chapter.
pub const CLAIMS: [Claim; 36] = [
    ("H1", hawk::motivation),
    ("H2", hawk::short_jobs),
    ("H3", hawk::long_jobs),
    ("H4", hawk::low_load),
    ("H5", hawk::job_by_job),
    ("H6", hawk::ablations),
    ("H7", hawk::contributions),
    ("H8", hawk::cap),
    ("H9", hawk::centralized),
    ("H10", hawk::split),
    ("H11", hawk::cutoffs),
    ("H12", hawk::misestimation),
    ("E1", eagle::blocking),
    ("E2", eagle::short_jobs),
    ("E3", eagle::long_jobs),
    ("E4", eagle::counters),
    ("E5", eagle::without_sharing),
    ("E6", eagle::without_sticking),
    ("E7", eagle::without_least_probes),
    ("E8", eagle::omniscient),
    ("E9", eagle::distributed),
    ("E10", eagle::heartbeats),
    ("E11", eagle::misestimation),
    ("K1", kairos::utilisation),
    ("K2", kairos::long_jobs),
    ("K3", kairos::longest_jobs),
    ("K4", kairos::short_jobs),
    ("K5", kairos::low_load),
    ("K6", testbed::completion),
    ("K7", testbed::slowdown),
    ("K8", testbed::ties),
    ("K9", testbed::queue),
    ("K10", testbed::quantum),
    ("K11", testbed::uniform),
    ("W1", workloads::shapes),
    ("W2", workloads::spread),
];

/// Percentiles that the thesis reports.
const PERCENTILES: [(&str, f64); 3] = [("p50", 0.5), ("p90", 0.9), ("p99", 0.99)];

/// Ratios at these percentiles.
fn ratios<const N: usize>(a: &Runs, b: &Runs, which: Which, percentiles: [f64; N]) -> [Ratio; N] {
    percentiles.map(|p| a.ratio(b, which, p))
}

/// Ratios with the names of their percentiles, as a text.
fn words(ratios: &[Ratio], percentiles: &[f64]) -> String {
    let name = |p: f64| PERCENTILES.iter().find(|(_, of)| *of == p).map_or("?", |(name, _)| *name);
    ratios.iter().zip(percentiles).map(|(ratio, p)| format!("{} {}", name(*p), ratio.words())).collect::<Vec<_>>().join(", ")
}

/// Several ratios in a row, as a text.
fn list(ratios: &[Ratio]) -> String {
    ratios.iter().map(|ratio| ratio.words()).collect::<Vec<_>>().join("; ")
}

/// The same of each of these numbers, by the names of their percentiles.
fn each<const N: usize>(ratios: [Ratio; N], percentiles: [f64; N], stated: impl Fn(Check) -> Check, within: Tolerance) -> Vec<Check> {
    let name = |p: f64| PERCENTILES.iter().find(|(_, of)| *of == p).map_or("", |(name, _)| *name);
    ratios.into_iter().zip(percentiles).map(|(ratio, p)| stated(check(name(p), ratio, within))).collect()
}

/// With no side but the tolerance itself.
fn plainly(check: Check) -> Check {
    check
}

/// The source is below 1.
fn below_one(check: Check) -> Check {
    check.toward(below(1.0))
}

/// How numbers change from each setting to the next: a number a replication, setting by setting.
fn steps(settings: &[Vec<f64>]) -> impl Iterator<Item = Ratio> {
    settings.windows(2).map(|pair| Ratio::between(&pair[0], &pair[1]))
}
