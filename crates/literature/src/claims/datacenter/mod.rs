//! Hawk, Eagle and Kairos: Delgado's thesis, chapters 2 to 4, on workloads like its traces.

mod eagle;
mod hawk;
mod kairos;
mod lab;
mod testbed;
mod workloads;

pub use lab::Lab;

use super::stated::Claims;
use super::{Estimate, Finding, Row};
use crate::datacenter_runs::{Run, Runs, Which};
use crate::estimate::Ratio;
use lab::Asked;
use std::sync::LazyLock;

/// A claim by its id, and how it is measured, if that is more than a file says.
type Claim = (&'static str, Option<fn(&Lab) -> Vec<Finding>>);

/// All of them, chapter by chapter.
const CLAIMS: [Claim; 36] = [
    ("H1", Some(hawk::motivation)),
    ("H2", None),
    ("H3", None),
    ("H4", Some(hawk::low_load)),
    ("H5", Some(hawk::job_by_job)),
    ("H6", None),
    ("H7", None),
    ("H8", None),
    ("H9", Some(hawk::centralized)),
    ("H10", None),
    ("H11", Some(hawk::cutoffs)),
    ("H12", None),
    ("E1", Some(eagle::blocking)),
    ("E2", None),
    ("E3", None),
    ("E4", Some(eagle::counters)),
    ("E5", Some(eagle::without_sharing)),
    ("E6", Some(eagle::without_sticking)),
    ("E7", None),
    ("E8", None),
    ("E9", None),
    ("E10", None),
    ("E11", Some(eagle::misestimation)),
    ("K1", Some(kairos::utilisation)),
    ("K2", None),
    ("K3", None),
    ("K4", Some(kairos::short_jobs)),
    ("K5", None),
    ("K6", Some(testbed::completion)),
    ("K7", Some(testbed::slowdown)),
    ("K8", Some(testbed::ties)),
    ("K9", Some(testbed::queue)),
    ("K10", Some(testbed::quantum)),
    ("K11", Some(testbed::uniform)),
    ("W1", Some(workloads::shapes)),
    ("W2", Some(workloads::spread)),
];

/// Their ids.
pub fn ids() -> impl Iterator<Item = &'static str> {
    CLAIMS.iter().map(|(id, _)| *id)
}

/// Measures a claim.
///
/// # Panics
/// If there is none of this id.
pub fn measure(id: &str, lab: &Lab) -> Vec<Finding> {
    let (_, how) = CLAIMS.iter().find(|(known, _)| *known == id).expect("a claim about the datacenter");
    how.map_or_else(|| stated(id, lab), |measure| measure(lab))
}

/// The claims that are data.
static STATED: LazyLock<Claims<Asked>> =
    LazyLock::new(|| Claims::embedded::<Lab>("datacenter", include_str!("../../../../../assets/claims/datacenter.toml")));

/// Measures the rows of a claim that are data.
fn stated(id: &str, lab: &Lab) -> Vec<Finding> {
    STATED.measure(id, lab)
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stated_is_what_is_published() {
        crate::claims::stated::tests::as_published(&STATED, &Lab::new(40));
    }
}
