//! What the literature claims, measured here: each claim with the source's number, ours with an interval, and a verdict.
//!
//! Nothing is tuned until it passes. A claim that does not come out says so, with the numbers and the reason if it is
//! known.

mod datacenter;
mod hfsp;
pub(super) mod server;

use super::estimate::{Answer, Estimate, Interval};
use super::figures::Level;
use serde::Serialize;

/// What became of a claim here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The source's number comes out within the tolerance that is given beside it, or the relation it states, such as a bound
    /// or likeness, holds in the whole interval.
    Reproduced,
    /// The effect is there with the same sign, and its interval excludes none; its size differs. Of numbers and of what is
    /// alike: a wider tolerance.
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
    /// Whether a better verdict fails only because an interval includes the bound: the replications do not decide.
    pub open: bool,
    /// Why it differs, where it does.
    pub why: &'static str,
}

/// A claim, where it stands, what was measured and what this says of it.
struct Row<'a> {
    id: &'static str,
    source: &'static str,
    claim: String,
    theirs: &'a str,
    ours: String,
    /// Whether the number or the whole relation comes out, and whether at least its direction does.
    holds: (Answer, Answer),
    /// What decides where it does not.
    why: &'static str,
}

impl From<Row<'_>> for Finding {
    fn from(Row { id, source, claim, theirs, ours, holds, why }: Row) -> Self {
        let (verdict, open) = judge(holds);
        Self { id, source, claim, theirs: theirs.to_owned(), ours, verdict, open, why }
    }
}

/// The verdict, and whether the next better one is merely open.
fn judge((whole, direction): (Answer, Answer)) -> (Verdict, bool) {
    match (whole, direction) {
        (Answer::Yes, _) => (Verdict::Reproduced, false),
        (_, Answer::Yes) => (Verdict::SameDirection, whole == Answer::Open),
        _ => (Verdict::NotReproduced, direction == Answer::Open || whole == Answer::Open),
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

/// Replications of claims about the datacenter, for this many of the others.
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

/// Measures the claims with these ids (all, if there are none) over this many replications.
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
