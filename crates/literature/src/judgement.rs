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
        let round = |x| rounded(x, 1000.0);
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
    /// Equal or similar.
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
            Self::Relation => ["relation", "none", "the source states an order, or a bound that is its own"],
            Self::Window => [
                "window",
                "as given",
                "a regression window of this project, of what the source does not state or states of another trace or cluster; some were drawn \
                 after first runs of the source's own simulator: it says whether we still agree with that, and is no reproduction",
            ],
            Self::Reading => [
                "reading",
                "as given",
                "the source has a word, and the row says as what it is read; of some it is the same everywhere, as below",
            ],
            Self::Duration => {
                ["duration", "30 %", "seconds and jobs in the system scale with task durations, which the source does not give"]
            }
            Self::Share => ["share", "25 %", "a part of the jobs moves less with task durations than the durations themselves"],
            Self::Ratio => [
                "ratio",
                "15 %, half of the gain at most",
                "two policies on the same jobs: most of what is unknown of these cancels out; where the source has the best of a sweep, ours is compared",
            ],
            Self::Magnitude => ["magnitude", "a factor of 2", "the source says about ten times, or an order of magnitude"],
            Self::Alike => ["alike", "5 %", "the source says equal or similar, or theory says equal: half of what is slight"],
            Self::Shape => ["shape", "a factor of 4/3", "the source says qualitatively as, and shows two curves"],
            Self::Quantile => ["quantile", "15 %", "what is read off a sample or a figure has errors of that size"],
        }
    }
}

/// Words that are read alike everywhere, as what, and the reason for it.
pub const WORDS: [[&str; 3]; 3] = [
    ["slightly", "a tenth at most", "it is seen in a figure, and the source makes nothing of it"],
    ["significantly", "a tenth at least", "the source counts on it, so that it is more than slight"],
    ["greatly, extremely", "a factor of 2 at least", "such a change is counted in times, and no longer in per cent"],
];

/// The numbers that count as the source's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    class: Class,
    region: Region,
    /// The source's number, or between which numbers it is.
    theirs: Option<(f64, f64)>,
}

macro_rules! given {
    ($($(#[$doc:meta])* $name:ident $class:ident;)+) => {$(
        $(#[$doc])*
        pub const fn $name(region: Region) -> Tolerance {
            Tolerance { class: Class::$class, region, theirs: None }
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
            Tolerance { class: Class::$class, region: between(x * (1.0 - $fraction), x * (1.0 + $fraction)), theirs: Some((x, x)) }
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

/// Slightly less than 1.
pub const fn slightly_less() -> Tolerance {
    reading(Region { low: Bound::Included(0.9), high: Bound::Excluded(1.0) })
}

/// Slightly more than 1.
pub const fn slightly_more() -> Tolerance {
    reading(Region { low: Bound::Excluded(1.0), high: Bound::Included(1.1) })
}

/// A part of all jobs in per cent, where task durations are not known.
pub const fn share(x: f64) -> Tolerance {
    let high = if x * 1.25 < 100.0 { x * 1.25 } else { 100.0 };
    Tolerance { class: Class::Share, region: between(x * 0.75, high), theirs: Some((x, x)) }
}

/// One policy ÷ another: a gain of less than half, or of more than half as much again, is never within the tolerance. Where the worse is
/// divided by the better, the same holds of the inverse.
pub const fn quotient(x: f64) -> Tolerance {
    quotients(x, x)
}

/// The same of ratios that the source has between two numbers.
pub const fn quotients(least: f64, most: f64) -> Tolerance {
    let (low, _) = around_gain(least);
    let (_, high) = around_gain(most);
    Tolerance { class: Class::Ratio, region: between(low, high), theirs: Some((least, most)) }
}

/// The ends of what is near to a ratio.
const fn around_gain(x: f64) -> (f64, f64) {
    let better = if x > 1.0 { 1.0 / x } else { x };
    let [near, gain] = [0.15 * better, 0.5 * (1.0 - better)];
    let room = if near < gain { near } else { gain };
    let (low, high) = (better - room, better + room);
    if x > 1.0 { (1.0 / high, 1.0 / low) } else { (low, high) }
}

/// About so many times.
pub const fn magnitude(x: f64) -> Tolerance {
    Tolerance { class: Class::Magnitude, region: between(x / 2.0, x * 2.0), theirs: Some((x, x)) }
}

/// One curve ÷ another that it is like.
pub const fn shape() -> Tolerance {
    Tolerance { class: Class::Shape, region: between(0.75, 4.0 / 3.0), theirs: None }
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
    middle: f64,
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
    Check { name: name.into(), middle: of.middle(), number: ends(of), tolerance, direction: None }
}

impl Check {
    /// On which side of the neutral value the source is; where that is the tolerance itself, it says nothing.
    pub fn toward(self, side: Region) -> Self {
        if side == self.tolerance.region { self } else { Self { direction: Some(("", self.number, side)), ..self } }
    }

    /// On which side of the compared system the source is, where that is another number.
    pub fn compared(self, name: &'static str, of: impl Interval, side: Region) -> Self {
        Self { direction: Some((name, ends(of), side)), ..self }
    }

    /// Whether its tolerance is a window of this project.
    pub fn is_of_a_window(&self) -> bool {
        self.tolerance.class == Class::Window
    }

    /// Whether it is judged by a number of the source, and not by a word, an order or that two things are alike.
    pub fn is_of_a_number(&self) -> bool {
        self.tolerance.theirs.is_some() && self.tolerance.class != Class::Alike
    }

    /// What becomes of it.
    pub fn verdict(&self) -> Verdict {
        let (compared, side) = self.direction.map_or((self.number, self.tolerance.region), |(_, compared, side)| (compared, side));
        judge(self.number, self.tolerance.region, compared, side)
    }

    /// How far from the source's number it is: in a ratio, how far its gain is.
    fn distance(&self) -> String {
        let round = |x| rounded(x, 100.0);
        let far = match self.tolerance.theirs {
            None => format!("{} beside {}", round(self.middle), self.tolerance.region.words()),
            Some((least, most)) if self.tolerance.class == Class::Ratio => {
                let percent = |x: f64| (100.0 * (x - 1.0).abs()).round();
                let (a, b) = (percent(least), percent(most));
                let theirs = if a == b { a.to_string() } else { format!("{} to {}", a.min(b), a.max(b)) };
                format!("{} % from 1 beside {theirs} %", percent(self.middle))
            }
            Some((theirs, _)) => format!("{} beside {}, × {}", round(self.middle), round(theirs), round(self.middle / theirs)),
        };
        named(&self.name, &far)
    }

    fn condition(&self) -> String {
        let [class, ..] = self.tolerance.class.row();
        let side = match self.direction {
            Some((name, _, side)) => format!(", side {}", named(name, &side.words())),
            None => String::new(),
        };
        format!("{} ({class}{side})", self.tolerance.region.words())
    }
}

/// Rounded to so many parts of 1.
fn rounded(x: f64, parts: f64) -> f64 {
    (x * parts).round() / parts
}

/// What is said of something, after its name if it has one.
fn named(name: &str, said: &str) -> String {
    if name.is_empty() { said.to_owned() } else { format!("{name} {said}") }
}

/// What becomes of a claim that names these numbers: the worst of their verdicts.
pub fn verdict(checks: &[Check]) -> Verdict {
    checks.iter().map(Check::verdict).min().unwrap_or(Verdict::Open)
}

/// How far those numbers are from the source's that are no more than on its side, as a text.
pub fn distances(checks: &[Check]) -> String {
    let far = checks.iter().filter(|check| check.verdict() == Verdict::SameDirection);
    far.map(Check::distance).collect::<Vec<_>>().join("; ")
}

/// The best point of a sweep, where the less is the better: it decides what a source says of its best.
pub fn best<T: Interval>(sweep: impl IntoIterator<Item = T>) -> Option<T> {
    sweep.into_iter().min_by(|a, b| a.middle().total_cmp(&b.middle()))
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
        |(condition, names): (String, Vec<&str>)| if names == [""] { condition } else { format!("{}: {condition}", names.join(", ")) };
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
        // Twice as much is half as much, looked at from the other side.
        let double = |low: f64, high: f64| check("", of(low, high), quotient(2.0)).toward(above(1.0)).verdict();
        assert_eq!((double(1.0 / 0.57, 1.0 / 0.43), double(2.4, 2.6)), (Verdict::Reproduced, Verdict::SameDirection));
        assert_eq!((double(0.9, 1.1), double(0.5, 0.9)), (Verdict::NotReproduced, Verdict::NotReproduced));
    }

    #[test]
    fn a_class_is_as_wide_as_its_table_says() {
        let near = |x: f64, y: f64| (x - y).abs() < 1e-9;
        let ends = |tolerance: Tolerance| match (tolerance.region.low, tolerance.region.high) {
            (Bound::Included(low), Bound::Included(high)) => (low, high),
            other => panic!("{other:?}"),
        };
        for (tolerance, low, high) in [
            (duration(100.0), 70.0, 130.0),
            (share(60.0), 45.0, 75.0),
            (share(90.0), 67.5, 100.0),
            (share(100.0 - 98.31), 1.2675, 2.1125),
            (alike(1.0), 0.95, 1.05),
            (quantile(20.0), 17.0, 23.0),
            (magnitude(10.0), 5.0, 20.0),
            (shape(), 0.75, 4.0 / 3.0),
            (quotient(0.5), 0.425, 0.575),
            (quotient(0.84), 0.76, 0.92),
            (quotient(2.0), 1.0 / 0.575, 1.0 / 0.425),
            (quotient(1.25), 1.0 / 0.9, 1.0 / 0.7),
            (quotients(0.6, 0.7), 0.51, 0.805),
            (quotients(1.25, 2.0), 1.0 / 0.9, 1.0 / 0.425),
        ] {
            let (from, to) = ends(tolerance);
            assert!(near(from, low) && near(to, high), "{tolerance:?}");
        }
        // No change is never within the tolerance of one, on neither side.
        for x in [0.01, 0.3, 0.9, 0.999, 1.001, 1.1, 3.0, 18.23] {
            let (low, high) = ends(quotient(x));
            assert!(low < x && x < high && (low > 1.0) == (x > 1.0) && (high > 1.0) == (x > 1.0), "{x}: {low} to {high}");
        }
        // Of a number that is near the whole, its share says little, and that of the rest much.
        let short = |part| check("", Estimate { mean: part, half: 0.01 }, share(1.69)).verdict();
        assert_eq!([1.0, 1.7, 5.0].map(short), [NotReproduced, Reproduced, NotReproduced]);
        assert_eq!(check("", Estimate { mean: 95.0, half: 0.01 }, share(98.31)).verdict(), Reproduced);
    }

    #[test]
    fn the_same_direction_says_how_far() {
        let far = |name, mean, tolerance, side| distances(&[check(name, Estimate { mean, half: 0.01 }, tolerance).toward(side)]);
        assert_eq!(far("Fair", 42.0, share(2.0), above(0.0)), "Fair 42 beside 2, × 21");
        assert_eq!(far("", 0.97, quotient(1.0 / 1.15), below(1.0)), "3 % from 1 beside 13 %");
        assert_eq!(far("p99", 1.9, quotients(1.14, 1.5), above(1.0)), "p99 90 % from 1 beside 14 to 50 %");
        assert_eq!(far("", 0.9, quotients(0.6, 0.7), below(1.0)), "10 % from 1 beside 30 to 40 %");
        assert_eq!(far("p90", 0.8, reading(at_most(0.5)), below(1.0)), "p90 0.8 beside ≤ 0.5");
        let kept = [
            check("", Estimate { mean: 2.1, half: 0.01 }, share(2.0)).toward(above(0.0)),
            check("", Estimate { mean: -5.0, half: 0.01 }, share(2.0)).toward(above(0.0)),
        ];
        assert_eq!(distances(&kept), "", "what is reproduced or not has no distance");
    }

    #[test]
    fn the_best_point_of_a_sweep_decides_what_is_said_of_the_best() {
        let sweep = [of(0.4, 0.6), of(0.13, 0.17), of(0.6, 0.9)];
        let decided = |sweep: &[Ratio]| best(sweep.iter().copied()).map(|best| check("", best, quotient(0.15)).verdict());
        assert_eq!([decided(&sweep), decided(&sweep[2..]), decided(&[])], [Some(Reproduced), Some(NotReproduced), None]);
        assert!(check("", sweep[1], quotient(0.15)).is_of_a_number());
        assert!(!check("", sweep[1], relation(below(1.0))).is_of_a_number() && !check("", sweep[1], alike(1.0)).is_of_a_number());
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
            check("short", ratio, slightly_less()).toward(below(1.0)),
            check("mean", ratio, relation(below(1.0))).toward(below(1.0)),
        ];
        assert_eq!(
            conditions(&checks),
            "p50, p90: ≤ 0.4 (window, side < 1); long: 0.95 to 1.05 (alike); short: 0.9 to below 1 (reading, side < 1); mean: < 1 (relation)"
        );
        assert_eq!(
            conditions(&[check("", ratio, magnitude(10.0)).compared("mean", ratio, above(1.0))]),
            "5 to 20 (magnitude, side mean > 1)"
        );
    }
}
