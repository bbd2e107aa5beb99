//! What the literature claims, measured here: each claim with the source's number, ours with an interval, and a verdict.
//!
//! Nothing is tuned until it passes. Verdicts follow from one rule (`crates/literature/src/judgement.rs`), causes from rows beside
//! them.

mod beyond;
mod cdn;
mod datacenter;
mod hfsp;
mod network;
mod ordering;
mod preemption;
mod production;
mod recurring;
pub(super) mod server;
mod stated;
mod workflows;

pub use super::judgement::{Class, Verdict, WORDS};

use super::estimate::{Estimate, Interval};
use super::figures::Level;
use super::judgement::{Check, conditions, distances, verdict};
use serde::{Serialize, Serializer};

/// What is said of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// What was measured decides.
    Judged(Verdict),
    /// What is judged are windows of this project, and nothing that a source states.
    Window(Verdict),
    /// It holds whatever is drawn, so that measuring it tests the simulator and not the claim.
    ByConstruction,
    /// What it takes is not at hand.
    NotMeasured,
}

impl Outcome {
    /// All that is said, the best first.
    pub const ALL: [Self; 9] = [
        Self::Judged(Verdict::Reproduced),
        Self::Judged(Verdict::SameDirection),
        Self::Judged(Verdict::Open),
        Self::Judged(Verdict::NotReproduced),
        Self::Window(Verdict::Reproduced),
        Self::Window(Verdict::Open),
        Self::Window(Verdict::NotReproduced),
        Self::ByConstruction,
        Self::NotMeasured,
    ];

    /// In plain words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Judged(verdict) => verdict.words(),
            Self::Window(Verdict::Reproduced) => "within our window",
            Self::Window(Verdict::Open) => "partly within our window",
            Self::Window(Verdict::SameDirection | Verdict::NotReproduced) => "outside our window",
            Self::ByConstruction => "by construction",
            Self::NotMeasured => "not measured",
        }
    }

    /// Whether there is something to explain.
    fn differs(self) -> bool {
        matches!(self, Self::Judged(verdict) | Self::Window(verdict) if verdict != Verdict::Reproduced)
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.words())
    }
}

/// A claim and what was measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// The claim's id; several findings may share one.
    pub id: &'static str,
    /// What else tells it from others of this id, where another row refers to it; empty otherwise.
    pub label: String,
    /// Where it stands.
    pub source: &'static str,
    /// What is claimed.
    pub claim: String,
    /// The source's number.
    pub theirs: String,
    /// The tolerances that were stated beforehand, and the source's side.
    pub stated: String,
    /// Ours, with 95 % intervals over replications.
    pub ours: String,
    /// The verdict.
    pub verdict: Outcome,
    /// How far from the source's numbers those are that are only on its side.
    pub distance: String,
    /// Whether a number of the source is among those that decide.
    pub by_number: bool,
    /// Why it is not reproduced: the rows that were measured with one thing changed and come out better, or that it is unknown.
    pub cause: String,
    /// What else there is to say, such as that sources contradict each other.
    pub note: String,
    /// Labels of the rows in which one thing that may be the cause is changed.
    #[serde(skip)]
    ablations: Vec<String>,
}

/// A claim, where it stands, what was measured, and what was stated beforehand.
#[derive(Default)]
struct Row<'a> {
    id: &'static str,
    label: &'a str,
    source: &'static str,
    claim: String,
    theirs: &'a str,
    ours: String,
    checks: Vec<Check>,
    /// Labels of rows of the same id.
    ablations: &'a [&'a str],
    note: &'a str,
    /// Whether a simulator without errors cannot but come to this.
    by_construction: bool,
}

impl From<Row<'_>> for Finding {
    fn from(Row { id, label, source, claim, theirs, ours, checks, ablations, note, by_construction }: Row) -> Self {
        let verdict = match verdict(&checks) {
            Verdict::Reproduced if by_construction => Outcome::ByConstruction,
            verdict if checks.iter().all(Check::is_of_a_window) => Outcome::Window(verdict),
            verdict => Outcome::Judged(verdict),
        };
        let (stated, by_number) = (conditions(&checks), checks.iter().any(Check::is_of_a_number));
        let distance = if verdict == Outcome::Judged(Verdict::SameDirection) { distances(&checks) } else { String::new() };
        Self {
            id,
            label: label.to_owned(),
            source,
            claim,
            theirs: theirs.to_owned(),
            stated,
            ours,
            verdict,
            distance,
            by_number,
            cause: String::new(),
            note: note.to_owned(),
            ablations: ablations.iter().map(|label| (*label).to_owned()).collect(),
        }
    }
}

impl Finding {
    /// What it is called where another row refers to it.
    pub fn name(&self) -> String {
        if self.label.is_empty() { self.id.to_owned() } else { format!("{}/{}", self.id, self.label) }
    }

    /// Whether its verdict is better than that of another, and says something.
    fn explains(&self, other: &Self) -> bool {
        let verdict = |outcome: Outcome| match outcome {
            Outcome::Window(Verdict::SameDirection) => Some(Verdict::NotReproduced),
            Outcome::Judged(verdict) | Outcome::Window(verdict) => Some(verdict),
            Outcome::ByConstruction => Some(Verdict::Reproduced),
            Outcome::NotMeasured => None,
        };
        verdict(self.verdict).is_some_and(|ours| ours >= Verdict::SameDirection && Some(ours) > verdict(other.verdict))
    }
}

/// Whether a claim's id is of something of this project that no source states as a claim.
pub fn is_own(id: &str) -> bool {
    /// A bound that follows from the model, a workload that is drawn to be like a trace, and checks of implementations against theory.
    const OWN: [&str; 4] = ["C-T11", "W1", "M40b", "M43"];
    OWN.contains(&id) || id.strip_prefix('X').is_some_and(|number| number.parse::<u32>().is_ok())
}

/// Says for every finding that is not reproduced what was found to be the cause.
///
/// # Panics
/// If a finding refers to a row that does not exist.
fn explain(mut findings: Vec<Finding>) -> Vec<Finding> {
    let cause = |finding: &Finding| {
        if !finding.verdict.differs() {
            return String::new();
        }
        let row = |label: &String| {
            let other = findings.iter().find(|other| other.id == finding.id && other.label == *label);
            other.unwrap_or_else(|| panic!("{} refers to a row {label} that is not there", finding.name()))
        };
        let (better, others): (Vec<&Finding>, Vec<&Finding>) = finding.ablations.iter().map(row).partition(|row| row.explains(finding));
        let names =
            |rows: &[&Finding]| rows.iter().map(|row| format!("{} ({})", row.name(), row.verdict.words())).collect::<Vec<_>>().join(", ");
        match (&better[..], &others[..]) {
            ([], []) => "unknown".to_owned(),
            ([], others) => format!("unknown; no better in {}", names(others)),
            (better, _) => format!("what is changed in {}", names(better)),
        }
    };
    let causes: Vec<String> = findings.iter().map(cause).collect();
    findings.iter_mut().zip(causes).for_each(|(finding, cause)| finding.cause = cause);
    findings
}

/// Replications of each level; the published table has the usual ones. Quick ones leave many verdicts open.
pub const fn replications(level: Level) -> u32 {
    match level {
        Level::Quick => 5,
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

const FAMILIES: [Family; 14] = [
    (&server::OTHERS, server::others),
    (&server::SLOWDOWN, server::slowdown),
    (&server::REAL, server::real),
    (&hfsp::THESIS, hfsp::thesis),
    (&hfsp::MPLANE, hfsp::mplane),
    (&preemption::PREEMPTION, preemption::preemption),
    (&production::CLAIMS, production::claims),
    (&workflows::CLAIMS, workflows::workflows),
    (&recurring::CLAIMS, recurring::recurring),
    (&ordering::CLAIMS, ordering::ordering),
    (&network::CLAIMS, network::network),
    (&cdn::CONFIGURATIONS, cdn::configurations),
    (&cdn::PLACEMENTS, cdn::placements),
    (&beyond::CLAIMS, beyond::claims),
];

/// All ids, in order.
pub fn ids() -> impl Iterator<Item = &'static str> {
    server::SHAPE_AND_SIGMA.into_iter().chain(FAMILIES.iter().flat_map(|(ids, _)| ids.iter().copied())).chain(datacenter::ids())
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
    let shapes = server::Shapes::new(replications);
    let mut findings: Vec<Finding> =
        server::SHAPE_AND_SIGMA.into_iter().filter(|id| asked(id)).flat_map(|id| explain(server::shape_and_sigma(id, &shapes))).collect();
    let families = FAMILIES.iter().filter(|(ids, _)| ids.iter().any(|id| asked(id)));
    findings.extend(families.flat_map(|(_, measure)| explain(measure(replications))).filter(|f| asked(f.id)));
    let lab = datacenter::Lab::new(replications);
    findings.extend(datacenter::ids().filter(|id| asked(id)).flat_map(|id| explain(datacenter::measure(id, &lab))));
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::{above, below, check, relation, share, window};

    fn row(label: &'static str, of: f64, ablations: &'static [&'static str]) -> Finding {
        let number = Estimate { mean: of, half: 0.2 };
        Row { id: "X", label, checks: vec![check("", number, relation(below(1.0)))], ablations, ..Row::default() }.into()
    }

    #[test]
    fn a_cause_is_a_row_that_comes_out_better_or_unknown() {
        let rows = vec![
            row("", 2.0, &["half", "more"]),
            row("half", 0.5, &[]),
            row("more", 3.0, &[]),
            row("other", 1.0, &["more"]),
            row("", 0.1, &["more"]),
        ];
        let causes: Vec<String> = explain(rows).into_iter().map(|finding| finding.cause).collect();
        let unknown = "unknown; no better in X/more (not reproduced)";
        assert_eq!(causes, ["what is changed in X/half (reproduced)", "", "unknown", unknown, ""]);
    }

    #[test]
    #[should_panic(expected = "X/alone refers to a row half that is not there")]
    fn a_cause_that_is_no_row_is_refused() {
        explain(vec![row("alone", 2.0, &["half"])]);
    }

    #[test]
    fn windows_are_no_reproductions_and_the_same_direction_says_how_far() {
        let of = |mean| Estimate { mean, half: 0.1 };
        let finding = |checks| Finding::from(Row { id: "X", checks, ..Row::default() });
        let kept = |mean| finding(vec![check("", of(mean), window(below(1.0))).toward(below(2.0))]);
        assert_eq!(
            [0.5, 1.0, 1.5].map(|mean| kept(mean).verdict.words()),
            ["within our window", "outside our window", "outside our window"]
        );
        assert_eq!(finding(vec![check("", of(1.0), window(below(1.0)))]).verdict.words(), "partly within our window");
        let both = finding(vec![check("", of(0.5), window(below(1.0))), check("", of(0.5), relation(below(1.0)))]);
        assert_eq!((both.verdict, both.by_number), (Outcome::Judged(Verdict::Reproduced), false));
        assert!(kept(0.5).explains(&kept(3.0)) && !kept(1.5).explains(&kept(3.0)), "what is outside explains nothing");
        let far = finding(vec![check("Fair", of(42.0), share(2.0)).toward(above(0.0))]);
        assert_eq!((far.verdict, &*far.distance, far.by_number), (Outcome::Judged(Verdict::SameDirection), "Fair 42 beside 2, × 21", true));
        assert!(Outcome::ALL.iter().all(|outcome| Outcome::ALL.iter().filter(|other| other.words() == outcome.words()).count() == 1));
    }

    #[test]
    fn what_holds_by_construction_is_not_counted_and_can_be_broken() {
        let number = |mean| Estimate { mean, half: 0.0 };
        let of =
            |mean| Row { id: "X", checks: vec![check("", number(mean), relation(below(1.0)))], by_construction: true, ..Row::default() };
        assert_eq!(Finding::from(of(0.5)).verdict, Outcome::ByConstruction);
        assert_eq!(Finding::from(of(1.5)).verdict, Outcome::Judged(Verdict::NotReproduced));
    }
}
