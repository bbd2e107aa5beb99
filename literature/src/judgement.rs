//! The one rule by which measured numbers are judged: from an interval, a tolerance that was stated beforehand, and the side
//! on which the source is.

use super::estimate::Interval;
use std::ops::Bound;

/// What became of a claim, the worst first: of several numbers that a claim names, the worst verdict is that of the claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The whole interval lies outside the tolerance, and not wholly on the source's side.
    NotReproduced,
    /// The draws do not decide.
    Open,
    /// The whole interval lies on the source's side.
    SameDirection,
    /// The whole interval lies inside the tolerance.
    Reproduced,
}

impl Verdict {
    /// All of them, the best first.
    pub const ALL: [Self; 4] = [Self::Reproduced, Self::SameDirection, Self::Open, Self::NotReproduced];

    /// In plain words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Reproduced => "reproduced",
            Self::SameDirection => "same direction",
            Self::Open => "open",
            Self::NotReproduced => "not reproduced",
        }
    }

    /// When it is given.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Reproduced => "the whole interval of each number lies inside its tolerance",
            Self::SameDirection => "each is reproduced or lies wholly on the source's side",
            Self::Open => "the draws do not decide",
            Self::NotReproduced => "the whole interval of a number lies outside its tolerance, and not wholly on the source's side",
        }
    }
}

/// Numbers between two ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Region {
    low: Bound<f64>,
    high: Bound<f64>,
}

/// Less than this.
pub const fn below(x: f64) -> Region {
    Region { low: Bound::Unbounded, high: Bound::Excluded(x) }
}

/// No more than this.
pub const fn at_most(x: f64) -> Region {
    Region { low: Bound::Unbounded, high: Bound::Included(x) }
}

/// More than this.
pub const fn above(x: f64) -> Region {
    Region { low: Bound::Excluded(x), high: Bound::Unbounded }
}

/// No less than this.
pub const fn at_least(x: f64) -> Region {
    Region { low: Bound::Included(x), high: Bound::Unbounded }
}

/// From one number to another.
pub const fn between(low: f64, high: f64) -> Region {
    Region { low: Bound::Included(low), high: Bound::Included(high) }
}

/// Between two ends.
pub const fn region(low: Bound<f64>, high: Bound<f64>) -> Region {
    Region { low, high }
}

impl Region {
    /// Whether it contains the whole interval; what is not a number is in no region.
    fn contains(self, (low, high): (f64, f64)) -> bool {
        let from = match self.low {
            Bound::Included(end) => low >= end,
            Bound::Excluded(end) => low > end,
            Bound::Unbounded => !low.is_nan(),
        };
        let to = match self.high {
            Bound::Included(end) => high <= end,
            Bound::Excluded(end) => high < end,
            Bound::Unbounded => !high.is_nan(),
        };
        from && to
    }

    /// Whether it contains nothing of the interval.
    fn excludes(self, (low, high): (f64, f64)) -> bool {
        let too_low = match self.low {
            Bound::Included(end) => high < end,
            Bound::Excluded(end) => high <= end,
            Bound::Unbounded => false,
        };
        let too_high = match self.high {
            Bound::Included(end) => low > end,
            Bound::Excluded(end) => low >= end,
            Bound::Unbounded => false,
        };
        too_low || too_high
    }

    /// As a text: `≤ 0.4`, `75 to 92`.
    fn words(self) -> String {
        let round = |x: f64| (x * 1000.0).round() / 1000.0;
        match (self.low, self.high) {
            (Bound::Unbounded, Bound::Included(x)) => format!("≤ {}", round(x)),
            (Bound::Unbounded, Bound::Excluded(x)) => format!("< {}", round(x)),
            (Bound::Included(x), Bound::Unbounded) => format!("≥ {}", round(x)),
            (Bound::Excluded(x), Bound::Unbounded) => format!("> {}", round(x)),
            (Bound::Included(a) | Bound::Excluded(a), Bound::Included(b)) => format!("{} to {}", round(a), round(b)),
            (Bound::Included(a) | Bound::Excluded(a), Bound::Excluded(b)) => format!("{} to below {}", round(a), round(b)),
            (Bound::Unbounded, Bound::Unbounded) => "any".to_owned(),
        }
    }
}

/// Why a tolerance is as wide as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A relation that the source states.
    Relation,
    /// A window stated for this claim alone.
    Window,
    /// A word of the source without a number.
    Reading,
    /// Seconds, or jobs, where the source leaves task durations open.
    Duration,
    /// A part of all jobs, where it does.
    Share,
    /// A ratio of two policies that the source gives as a number.
    Ratio,
    /// An order of magnitude.
    Magnitude,
    /// Equal.
    Alike,
    /// Of the same shape as another curve.
    Shape,
    /// A quantile or part of a workload that is drawn to be like a trace.
    Quantile,
}

impl Class {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Relation,
        Self::Window,
        Self::Reading,
        Self::Duration,
        Self::Share,
        Self::Ratio,
        Self::Magnitude,
        Self::Alike,
        Self::Shape,
        Self::Quantile,
    ];

    /// Its name, its tolerance and the reason for it.
    pub const fn row(self) -> [&'static str; 3] {
        match self {
            Self::Relation => ["relation", "none", "the source states an order or a bound, and no number"],
            Self::Window => [
                "window",
                "as given",
                "a regression window of this project, some of them drawn after first runs of the source's own simulator: it says whether \
                 we still agree with that, and is no reproduction of the source",
            ],
            Self::Reading => ["reading", "as given", "the source has a word, such as almost optimal or clearly better: our reading of it"],
            Self::Duration => {
                ["duration", "30 %", "seconds and jobs in the system scale with task durations, which the source does not give"]
            }
            Self::Share => ["share", "25 %", "a part of the jobs moves less with task durations than the durations themselves"],
            Self::Ratio => {
                ["ratio", "15 %, and half of the gain", "two policies on the same jobs: most of what is unknown of these cancels out"]
            }
            Self::Magnitude => ["magnitude", "a factor of 2", "the source says about ten times, or an order of magnitude"],
            Self::Alike => ["alike", "5 %", "the source says equal, and theory does"],
            Self::Shape => ["shape", "a factor of 4/3", "the source says qualitatively as, and shows two curves"],
            Self::Quantile => ["quantile", "15 %", "a workload is drawn from quantiles of a sample that have errors of that size"],
        }
    }
}

/// The numbers that count as the source's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    class: Class,
    region: Region,
}

macro_rules! given {
    ($($(#[$doc:meta])* $name:ident $class:ident;)+) => {$(
        $(#[$doc])*
        pub const fn $name(region: Region) -> Tolerance {
            Tolerance { class: Class::$class, region }
        }
    )+};
}

given! {
    /// A relation that the source states.
    relation Relation;
    /// A window stated for this claim alone.
    window Window;
    /// Our reading of a word of the source.
    reading Reading;
}

macro_rules! around {
    ($($(#[$doc:meta])* $name:ident $class:ident $fraction:literal;)+) => {$(
        $(#[$doc])*
        pub const fn $name(x: f64) -> Tolerance {
            Tolerance { class: Class::$class, region: between(x * (1.0 - $fraction), x * (1.0 + $fraction)) }
        }
    )+};
}

around! {
    /// Seconds or jobs in the system, where task durations are not known.
    duration Duration 0.3;
    /// What is equal to this.
    alike Alike 0.05;
    /// A quantile of a workload.
    quantile Quantile 0.15;
}

/// A part of all jobs in per cent, where task durations are not known.
pub const fn share(x: f64) -> Tolerance {
    let high = if x * 1.25 < 100.0 { x * 1.25 } else { 100.0 };
    Tolerance { class: Class::Share, region: between(x * 0.75, high) }
}

/// One policy ÷ another that is worse: a gain of less than half, or of more than half as much again, is never within the tolerance.
pub const fn quotient(x: f64) -> Tolerance {
    let [near, gain] = [0.15 * x, 0.5 * (1.0 - x)];
    let room = if near < gain { near } else { gain };
    Tolerance { class: Class::Ratio, region: between(x - room, x + room) }
}

/// About so many times.
pub const fn magnitude(x: f64) -> Tolerance {
    Tolerance { class: Class::Magnitude, region: between(x / 2.0, x * 2.0) }
}

/// One curve ÷ another that it is like.
pub const fn shape() -> Tolerance {
    Tolerance { class: Class::Shape, region: between(0.75, 4.0 / 3.0) }
}

/// The rule. Where no side is known but the tolerance itself, there is no direction short of it.
fn judge(number: (f64, f64), tolerance: Region, compared: (f64, f64), side: Region) -> Verdict {
    if tolerance.contains(number) {
        Verdict::Reproduced
    } else if side.contains(compared) {
        Verdict::SameDirection
    } else if tolerance.excludes(number) {
        Verdict::NotReproduced
    } else {
        Verdict::Open
    }
}

/// A number that a claim names, and what was stated of it beforehand.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    name: String,
    number: (f64, f64),
    tolerance: Tolerance,
    /// What is compared, where that is not the number itself; its interval, and the side on which the source is.
    direction: Option<(&'static str, (f64, f64), Region)>,
}

fn ends(of: impl Interval) -> (f64, f64) {
    (of.low(), of.high())
}

/// That a number is within a tolerance.
pub fn check(name: impl Into<String>, of: impl Interval, tolerance: Tolerance) -> Check {
    Check { name: name.into(), number: ends(of), tolerance, direction: None }
}

impl Check {
    /// On which side of the neutral value the source is.
    pub fn toward(self, side: Region) -> Self {
        Self { direction: Some(("", self.number, side)), ..self }
    }

    /// On which side of the compared system the source is, where that is another number.
    pub fn compared(self, name: &'static str, of: impl Interval, side: Region) -> Self {
        Self { direction: Some((name, ends(of), side)), ..self }
    }

    /// Whether its tolerance is a window of this project.
    pub fn is_of_a_window(&self) -> bool {
        self.tolerance.class == Class::Window
    }

    /// Of what.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What becomes of it.
    pub fn verdict(&self) -> Verdict {
        let (compared, side) = self.direction.map_or((self.number, self.tolerance.region), |(_, compared, side)| (compared, side));
        judge(self.number, self.tolerance.region, compared, side)
    }

    fn condition(&self) -> String {
        let [class, ..] = self.tolerance.class.row();
        let side = match self.direction {
            Some((name, _, side)) => format!(", side {name}{}{}", if name.is_empty() { "" } else { " " }, side.words()),
            None => String::new(),
        };
        format!("{} ({class}{side})", self.tolerance.region.words())
    }
}

/// What becomes of a claim that names these numbers: the worst of their verdicts.
pub fn verdict(checks: &[Check]) -> Verdict {
    checks.iter().map(Check::verdict).min().unwrap_or(Verdict::Open)
}

/// What was stated of numbers, as a text; those of which the same was stated together.
pub fn conditions(checks: &[Check]) -> String {
    let mut groups: Vec<(String, Vec<&str>)> = vec![];
    for check in checks {
        let condition = check.condition();
        match groups.iter_mut().find(|(known, _)| *known == condition) {
            Some((_, names)) if names.contains(&check.name.as_str()) => {}
            Some((_, names)) => names.push(&check.name),
            None => groups.push((condition, vec![&check.name])),
        }
    }
    let group =
        |(condition, names): (String, Vec<&str>)| format!("{}{}{condition}", names.join(", "), if names == [""] { "" } else { ": " });
    groups.into_iter().map(group).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::{Estimate, Ratio};
    use Verdict::{NotReproduced, Open, Reproduced};

    fn of(low: f64, high: f64) -> Ratio {
        Ratio { mean: libm::sqrt(low * high), low, high }
    }

    #[test]
    fn each_verdict_can_be_reached() {
        let judged = |low, high| check("", of(low, high), window(at_most(0.5))).toward(below(1.0)).verdict();
        assert_eq!(judged(0.1, 0.4), Verdict::Reproduced);
        assert_eq!(judged(0.4, 0.9), Verdict::SameDirection);
        assert_eq!(judged(0.6, 0.9), Verdict::SameDirection);
        assert_eq!(judged(0.4, 1.1), Verdict::Open);
        assert_eq!(judged(0.6, 1.1), Verdict::NotReproduced, "outside the tolerance, and not wholly on the source's side");
        assert_eq!(judged(1.1, 1.2), Verdict::NotReproduced);
    }

    #[test]
    fn an_end_belongs_to_a_region_that_includes_it() {
        let verdicts =
            |region| [(0.4, 0.5), (0.5, 0.5), (0.5, 0.6)].map(|(low, high)| check("", of(low, high), relation(region)).verdict());
        assert_eq!(verdicts(at_most(0.5)), [Reproduced, Reproduced, Open]);
        assert_eq!(verdicts(below(0.5)), [Open, NotReproduced, NotReproduced]);
        assert_eq!(verdicts(at_least(0.5)), [Open, Reproduced, Reproduced]);
        assert_eq!(verdicts(above(0.5)), [NotReproduced, NotReproduced, Open]);
        assert_eq!(verdicts(between(0.4, 0.5)), [Reproduced, Reproduced, Open]);
        assert_eq!(verdicts(between(0.45, 0.55)), [Open, Reproduced, Open]);
    }

    #[test]
    fn a_middle_inside_a_window_is_not_enough() {
        let wide = Estimate { mean: 86.5, half: 18.6 };
        assert_eq!(check("", wide, window(between(75.0, 92.0))).verdict(), Verdict::Open);
        assert_eq!(check("", Estimate { half: 4.0, ..wide }, window(between(75.0, 92.0))).verdict(), Verdict::Reproduced);
        let (one, none) = (Estimate::of([0.5]), Estimate::of([]));
        for nothing in [one, none] {
            assert_eq!(check("", nothing, relation(below(1.0))).verdict(), Verdict::Open, "one replication decides nothing");
        }
    }

    #[test]
    fn no_gain_is_not_within_the_tolerance_of_a_gain() {
        let judged = |low, high| check("", of(low, high), quotient(0.88)).toward(below(1.0)).verdict();
        // A gain of 12 %, within 6 % of it.
        assert_eq!((judged(0.83, 0.93), judged(0.9, 0.97)), (Verdict::Reproduced, Verdict::SameDirection));
        assert_eq!((judged(0.9, 1.01), judged(1.0, 1.01)), (Verdict::Open, Verdict::NotReproduced));
        // Where the gain is large, 15 % of the ratio.
        let half = |low, high| check("", of(low, high), quotient(0.5)).verdict();
        assert_eq!((half(0.43, 0.57), half(0.58, 0.6)), (Verdict::Reproduced, Verdict::NotReproduced));
    }

    #[test]
    fn a_direction_may_be_that_of_another_number() {
        let median = Estimate { mean: 60.0, half: 5.0 };
        let gain = |low, high| check("", median, duration(31.0)).compared("gain", of(low, high), below(1.0)).verdict();
        assert_eq!((gain(0.5, 0.9), gain(0.5, 1.1)), (Verdict::SameDirection, Verdict::NotReproduced));
        let near = Estimate { mean: 31.0, half: 5.0 };
        assert_eq!(check("", near, duration(31.0)).compared("gain", of(1.5, 2.0), below(1.0)).verdict(), Verdict::Reproduced);
    }

    #[test]
    fn the_worst_number_decides() {
        let checks = [of(0.1, 0.4), of(0.6, 0.9), of(0.9, 1.1)].map(|ratio| check("p", ratio, window(at_most(0.5))).toward(below(1.0)));
        assert_eq!([1, 2, 3].map(|n| verdict(&checks[..n])), [Verdict::Reproduced, Verdict::SameDirection, Verdict::NotReproduced]);
        assert_eq!(verdict(&[]), Verdict::Open, "nothing is reproduced by saying nothing");
    }

    #[test]
    fn tolerances_are_printed_with_their_class() {
        let ratio = of(0.1, 0.4);
        let checks = [
            check("p50", ratio, window(at_most(0.4))).toward(below(1.0)),
            check("p90", ratio, window(at_most(0.4))).toward(below(1.0)),
            check("long", ratio, alike(1.0)),
        ];
        assert_eq!(conditions(&checks), "p50, p90: ≤ 0.4 (window, side < 1); long: 0.95 to 1.05 (alike)");
        assert_eq!(
            conditions(&[check("", ratio, magnitude(10.0)).compared("mean", ratio, above(1.0))]),
            "5 to 20 (magnitude, side mean > 1)"
        );
    }
}
