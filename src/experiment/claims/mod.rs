//! What the literature claims, measured here: each claim with the source's number, ours with an interval, and a verdict.
//!
//! Nothing is tuned until it passes. A claim that does not come out says so, with the numbers and the reason if it is
//! known.

mod datacenter;
mod hfsp;
pub(super) mod server;

use super::figures::Level;
use crate::metrics::{half_width_95, mean};
use serde::Serialize;

/// What became of a claim here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The source's number, or the relation it states, comes out within the tolerance that is given beside it.
    Reproduced,
    /// The effect is there with the same sign, and its interval excludes none; its size differs.
    SameDirection,
    /// Neither.
    NotReproduced,
    /// What it takes is not at hand.
    NotMeasured,
}

impl Verdict {
    /// In plain words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Reproduced => "reproduced",
            Self::SameDirection => "same direction",
            Self::NotReproduced => "not reproduced",
            Self::NotMeasured => "not measured",
        }
    }
}

/// A claim and what was measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// The claim's id; several findings may share one.
    pub id: &'static str,
    /// Where it stands.
    pub source: &'static str,
    /// What is claimed.
    pub claim: String,
    /// The source's number.
    pub theirs: String,
    /// Ours, with 95 % intervals over replications.
    pub ours: String,
    /// The verdict.
    pub verdict: Verdict,
    /// Why it differs, where it does.
    pub why: &'static str,
}

/// A mean over replications and the half-width of its 95 % interval (Student t).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The half-width.
    pub half: f64,
}

impl Estimate {
    /// Of one number a replication; numbers that do not exist are left out.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let values: Vec<f64> = values.into_iter().filter(|x| x.is_finite()).collect();
        Self { mean: mean(&values), half: half_width_95(&values).unwrap_or(f64::INFINITY) }
    }

    /// Whether the whole interval lies below.
    pub fn below(self, x: f64) -> bool {
        self.mean + self.half < x
    }

    /// Whether the whole interval lies above.
    pub fn above(self, x: f64) -> bool {
        self.mean - self.half > x
    }

    /// Whether the mean is within this fraction of a number.
    pub fn near(self, x: f64, fraction: f64) -> bool {
        (self.mean - x).abs() <= fraction * x.abs()
    }

    /// As a text: `12.3 ± 0.4`.
    pub fn words(self) -> String {
        let digits = |x: f64| {
            if x >= 100.0 {
                0
            } else if x >= 10.0 {
                1
            } else {
                2
            }
        };
        let places = digits(self.mean.abs());
        format!("{:.places$} ± {:.places$}", self.mean, self.half)
    }
}

/// Judges a relation that is claimed together with a number: the number within this fraction, or at least the relation.
fn judge(near: bool, relation: bool) -> Verdict {
    match (near, relation) {
        (true, true) => Verdict::Reproduced,
        (_, true) => Verdict::SameDirection,
        _ => Verdict::NotReproduced,
    }
}

/// Replications of each level; the published table has the usual ones.
pub const fn replications(level: Level) -> u32 {
    match level {
        Level::Quick => 20,
        Level::Usual => 40,
        Level::Full => 100,
    }
}

/// Replications of claims about the datacenter, where others have so many.
pub fn datacenter_replications(replications: u32) -> u32 {
    datacenter::Lab::new(replications).seeds()
}

/// Claims that share their simulations: their ids, and how they are measured.
type Family = (&'static [&'static str], fn(u32) -> Vec<Finding>);

const FAMILIES: [Family; 6] = [
    (&server::SHAPE_AND_SIGMA, server::shape_and_sigma),
    (&server::OTHERS, server::others),
    (&server::SLOWDOWN, server::slowdown),
    (&server::REAL, server::real),
    (&hfsp::THESIS, hfsp::thesis),
    (&hfsp::MPLANE, hfsp::mplane),
];

/// All ids, in order.
pub fn ids() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().flat_map(|(ids, _)| ids.iter().copied()).chain(datacenter::CLAIMS.iter().map(|(id, _)| *id))
}

/// Measures the claims with these ids (all, if there are none) over so many replications.
///
/// # Errors
/// The first id that no claim has.
pub fn measure(wanted: &[String], replications: u32) -> Result<Vec<Finding>, String> {
    if let Some(unknown) = wanted.iter().find(|id| !ids().any(|known| known == *id)) {
        return Err(unknown.clone());
    }
    let asked = |id: &str| wanted.is_empty() || wanted.iter().any(|other| other == id);
    let families = FAMILIES.iter().filter(|(ids, _)| ids.iter().any(|id| asked(id)));
    let mut findings: Vec<Finding> = families.flat_map(|(_, measure)| measure(replications)).filter(|f| asked(f.id)).collect();
    let lab = datacenter::Lab::new(replications);
    findings.extend(datacenter::CLAIMS.iter().filter(|(id, _)| asked(id)).flat_map(|(_, measure)| measure(&lab)));
    Ok(findings)
}
