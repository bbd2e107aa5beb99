//! How a ratio is said, in every headline alike. The thresholds:
//!
//! | ratio | of times | of other values |
//! |---|---|---|
//! | below 0.095 | finishes in 1/40 of the time | is 1/40 of that |
//! | below 0.495 | finishes in 42 % of the time | is 42 % of that |
//! | up to 0.505 | finishes in half the time | is half that |
//! | below 1 | is 6 % faster: it takes 0.94 of the time | is 6 % lower |
//! | closer to 1 than 0.05 % | takes as long | is the same |
//! | below 1.95 | is 20 % slower: it takes 1.2 of the time | is 20 % higher |
//! | up to 2.05 | takes twice as long | is twice that |
//! | above | takes 2.4 times as long | is 2.4 times that |
//!
//! Behind it are in brackets the ends of the 95 % interval in the same form, `[4, 8 %]`. Where the interval holds 1, the two are too close
//! to call.

use super::format;
use schedscope::metrics::Interval;

/// Up to this ratio it is one of so many parts.
const PART: f64 = 0.095;
/// What is called half.
const HALF: (f64, f64) = (0.495, 0.505);
/// What is called twice.
const TWICE: (f64, f64) = (1.95, 2.05);
/// Ratios that are closer to 1 are said to be 1.
const SAME: f64 = 0.0005;
/// From so many on, times and parts are whole numbers.
const MANY: f64 = 9.95;

/// In which words a ratio is said.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Size {
    Part,
    Share,
    Half,
    Less,
    Same,
    More,
    Twice,
    Times,
}

impl Size {
    fn of(ratio: f64) -> Self {
        match ratio {
            ratio if ratio < PART => Self::Part,
            ratio if ratio < HALF.0 => Self::Share,
            ratio if ratio <= HALF.1 => Self::Half,
            ratio if (ratio - 1.0).abs() < SAME => Self::Same,
            ratio if ratio < 1.0 => Self::Less,
            ratio if ratio < TWICE.0 => Self::More,
            ratio if ratio <= TWICE.1 => Self::Twice,
            _ => Self::Times,
        }
    }

    /// The amount of a ratio in these words.
    fn amount(self, ratio: f64) -> String {
        match self {
            Self::Part => part(ratio),
            Self::Share => percent(ratio),
            Self::Half => "half".to_owned(),
            Self::Less | Self::Same => percent(1.0 - ratio),
            Self::More => percent(ratio - 1.0),
            Self::Twice => "twice".to_owned(),
            Self::Times => format!("{} times", count(ratio)),
        }
    }

    /// The ends of an interval in these words, behind a space; nothing of an interval that is a point.
    fn ends(self, interval: Option<Interval>) -> String {
        let Some(Interval { low, high }) = interval.filter(|interval| !interval.is_point()) else { return String::new() };
        let percents = |[low, high]: [f64; 2]| {
            let decimals = if high < 0.0095 { 2 } else { usize::from(high < 0.0995 && high - low < 0.02) };
            format!("{:.decimals$}, {:.decimals$}\u{a0}%", 100.0 * low, 100.0 * high)
        };
        let ends = match self {
            Self::Part => format!("{}, {}", part(low), part(high)),
            Self::Share | Self::Half => percents([low, high]),
            Self::Less => percents([1.0 - high, 1.0 - low]),
            Self::More => percents([low - 1.0, high - 1.0]),
            Self::Same => return String::new(),
            Self::Twice | Self::Times => format!("{}, {}", count(low), count(high)),
        };
        format!(" [{ends}]")
    }
}

/// One of so many parts: `1/40`.
fn part(ratio: f64) -> String {
    if ratio > 0.0 { format!("1/{}", count(1.0 / ratio)) } else { "0".to_owned() }
}

/// So many times.
fn count(times: f64) -> String {
    if times < MANY { format!("{times:.1}") } else { format::whole(times.round() as u64) }
}

/// A fraction as a percentage without decimals, or with one digit where it is less than one percent.
fn percent(fraction: f64) -> String {
    let percent = 100.0 * fraction;
    if percent < 0.95 { format!("{}\u{a0}%", format::digits(percent, 1)) } else { format!("{percent:.0}\u{a0}%") }
}

/// Whether the interval of a ratio holds 1, so that nobody knows which of the two is better.
pub fn is_close(interval: Option<Interval>) -> bool {
    interval.is_some_and(|Interval { low, high }| low <= 1.0 && 1.0 <= high)
}

/// Whether an interval is a single value: the ratio is the same in all runs.
fn is_point(interval: Option<Interval>) -> bool {
    interval.is_some_and(|interval| interval.is_point())
}

/// A ratio of times by itself: `6 % faster`.
pub fn pace(ratio: f64) -> String {
    let size = Size::of(ratio);
    let amount = size.amount(ratio);
    match size {
        Size::Part | Size::Share => format!("{amount} of the time"),
        Size::Half => "half the time".to_owned(),
        Size::Less => format!("{amount} faster"),
        Size::Same => "as long".to_owned(),
        Size::More => format!("{amount} slower"),
        Size::Twice | Size::Times => format!("{amount} as long"),
    }
}

/// Whose times are compared: who it is, and its verbs.
#[derive(Clone, Debug, PartialEq)]
pub struct Subject {
    who: String,
    /// Whether it is one, not several.
    one: bool,
    /// Whether it is a policy, which takes what jobs finish in.
    policy: bool,
}

/// What times are compared with.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// Behind “than” and “as”.
    than: String,
    /// Behind “of the time”.
    time: String,
}

impl Subject {
    /// A policy.
    pub fn policy(name: &str) -> Self {
        Self { who: name.to_owned(), one: true, policy: true }
    }

    /// A job under a policy: `the median short job`.
    pub fn job(name: &str, job: &str) -> Self {
        Self { who: format!("With {name}, {job}"), one: true, policy: false }
    }

    /// Jobs under a policy: `short jobs`.
    pub fn jobs(name: &str, jobs: &str) -> Self {
        Self { who: format!("With {name}, {jobs}"), one: false, policy: false }
    }

    /// The same at another policy.
    pub fn at(&self, name: &str) -> Reference {
        let it = if self.one { "it takes" } else { "they take" };
        if self.policy {
            Reference { than: name.to_owned(), time: format!("of {name}") }
        } else {
            Reference { than: format!("with {name}"), time: format!("{it} with {name}") }
        }
    }

    /// The same as it was before, when something was different: `σ was 0.5`.
    pub fn before(&self, what: &str) -> Reference {
        let it = if self.one { "it took" } else { "they took" };
        Reference { than: format!("before ({what})"), time: format!("{it} before ({what})") }
    }

    /// A ratio of times in a clause: `HFSP is 6 % faster than Fair [4, 8 %]`.
    pub fn takes(&self, ratio: f64, interval: Option<Interval>, Reference { than, time }: &Reference) -> String {
        let (is, takes) = if self.one { ("is", "takes") } else { ("are", "take") };
        let finishes = match (self.policy, self.one) {
            (true, _) => "takes",
            (false, true) => "finishes in",
            (false, false) => "finish in",
        };
        let (size, who) = (Size::of(ratio), &self.who);
        let (pace, ends) = (pace(ratio), size.ends(interval));
        match size {
            Size::Part | Size::Share | Size::Half => format!("{who} {finishes} {pace} {time}{ends}"),
            Size::Less | Size::More => format!("{who} {is} {pace} than {than}{ends}"),
            Size::Same | Size::Twice | Size::Times => format!("{who} {takes} {pace} as {than}{ends}"),
        }
    }
}

/// What is said of a policy and another whose ratio of times may be 1: `HFSP and Fair are too close to call [12 % faster, 5 % slower]`.
pub fn close(own: &str, other: &str, interval: Option<Interval>) -> String {
    if is_point(interval) {
        return format!("{own} takes exactly as long as {other}");
    }
    format!("{own} and {other} are too close to call{}", range(interval))
}

/// The ends of an interval of a ratio of times, each in words, behind a space; nothing of an interval that is a point.
pub fn range(interval: Option<Interval>) -> String {
    let ends = interval.filter(|interval| !interval.is_point()).map(|Interval { low, high }| format!(" [{}, {}]", pace(low), pace(high)));
    ends.unwrap_or_default()
}

/// A ratio of times by itself with its interval: `6 % faster [4, 8 %]`.
pub fn paced(ratio: f64, interval: Option<Interval>) -> String {
    if is_point(interval) && is_close(interval) {
        return "exactly as long".to_owned();
    }
    if is_close(interval) {
        return format!("too close to call{}", range(interval));
    }
    pace(ratio) + &Size::of(ratio).ends(interval)
}

/// A ratio of values other than times in a clause: `With DP, the cost is 8 % lower than with Baseline [5, 11 %]`; of fractions, of which a
/// percentage would be taken for points, `is 92 % of that`. `other` is `with Baseline` or `before`.
pub fn compared(own: &str, what: &str, ratio: f64, interval: Option<Interval>, other: &str, is_fraction: bool) -> String {
    if ratio <= 0.0 {
        return format!("With {own}, the {what} is 0, unlike {other}");
    }
    let size = match Size::of(ratio) {
        Size::Less if is_fraction => Size::Share,
        Size::More if is_fraction => Size::Times,
        size => size,
    };
    let (amount, ends) = (size.amount(ratio), size.ends(interval));
    let said = match size {
        Size::Part | Size::Share => format!("{amount} of that {other}"),
        Size::Half | Size::Twice | Size::Times => format!("{amount} that {other}"),
        Size::Less => format!("{amount} lower than {other}"),
        Size::Same => format!("the same as {other}"),
        Size::More => format!("{amount} higher than {other}"),
    };
    format!("With {own}, the {what} is {said}{ends}")
}

/// The same where the interval holds 1.
pub fn close_in(own: &str, what: &str, interval: Option<Interval>, other: &str) -> String {
    if is_point(interval) {
        return format!("{own} has the same {what} as {other}");
    }
    let words = |ratio: f64| match Size::of(ratio) {
        Size::Same => "the same".to_owned(),
        size @ Size::Less => format!("{} lower", size.amount(ratio)),
        size @ Size::More => format!("{} higher", size.amount(ratio)),
        size => size.amount(ratio),
    };
    let ends = interval.filter(|interval| !interval.is_point()).map(|Interval { low, high }| format!(" [{}, {}]", words(low), words(high)));
    format!("{own} and {other} are too close to call in {what}{}", ends.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(low: f64, high: f64) -> Interval {
        Interval { low, high }
    }

    /// Without the spaces that do not break.
    fn plain(text: &str) -> String {
        text.replace('\u{a0}', " ")
    }

    #[test]
    fn each_ratio_has_its_words() {
        for (ratio, words) in [
            (0.0253, "1/40 of the time"),
            (0.0949, "1/11 of the time"),
            (0.095, "10 % of the time"),
            (0.42, "42 % of the time"),
            (0.494_9, "49 % of the time"),
            (0.495, "half the time"),
            (0.505, "half the time"),
            (0.506, "49 % faster"),
            (0.94, "6 % faster"),
            (0.996, "0.4 % faster"),
            (0.999_6, "as long"),
            (1.000_4, "as long"),
            (1.004, "0.4 % slower"),
            (1.2, "20 % slower"),
            (1.949, "95 % slower"),
            (1.95, "twice as long"),
            (2.05, "twice as long"),
            (2.06, "2.1 times as long"),
            (9.94, "9.9 times as long"),
            (9.96, "10 times as long"),
            (71.5, "72 times as long"),
        ] {
            assert_eq!(plain(&pace(ratio)), words, "{ratio}");
        }
    }

    #[test]
    fn what_is_said_gives_the_ratio_back() {
        for step in 1..4000 {
            let ratio = f64::from(step) / 1000.0;
            let words = plain(&pace(ratio));
            let number = |text: &str| text.split([' ', '/']).find_map(|word| word.parse::<f64>().ok());
            let said = match words.as_str() {
                "half the time" => 0.5,
                "twice as long" => 2.0,
                "as long" => 1.0,
                words if words.starts_with("1/") => 1.0 / number(&words[2..]).unwrap(),
                words if words.ends_with("% of the time") => number(words).unwrap() / 100.0,
                words if words.ends_with("faster") => 1.0 - number(words).unwrap() / 100.0,
                words if words.ends_with("slower") => 1.0 + number(words).unwrap() / 100.0,
                words => number(words).unwrap(),
            };
            assert!((said / ratio - 1.0).abs() < 0.06, "{ratio} is said as {words}");
        }
    }

    #[test]
    fn a_comparison_of_times_has_its_interval_in_the_same_form() {
        let takes = |ratio: f64, low: f64, high: f64| {
            let subject = Subject::policy("HFSP");
            plain(&subject.takes(ratio, Some(ends(low, high)), &subject.at("Fair")))
        };
        assert_eq!(takes(0.94, 0.92, 0.96), "HFSP is 6 % faster than Fair [4, 8 %]");
        assert_eq!(takes(1.2, 1.17, 1.23), "HFSP is 20 % slower than Fair [17, 23 %]");
        assert_eq!(takes(1.01, 1.005, 1.32), "HFSP is 1 % slower than Fair [0, 32 %]");
        assert_eq!(takes(0.996, 0.993, 0.999), "HFSP is 0.4 % faster than Fair [0.10, 0.70 %]");
        assert_eq!(takes(0.3, 0.2, 0.6), "HFSP takes 30 % of the time of Fair [20, 60 %]");
        assert_eq!(takes(0.5, 0.47, 0.53), "HFSP takes half the time of Fair [47, 53 %]");
        assert_eq!(takes(2.0, 1.89, 2.11), "HFSP takes twice as long as Fair [1.9, 2.1]");
        assert_eq!(takes(24.4, 9.9, 40.0), "HFSP takes 24 times as long as Fair [9.9, 40]");
        assert_eq!(takes(1.2, 1.2, 1.2), "HFSP is 20 % slower than Fair", "a point is no interval");
    }

    #[test]
    fn jobs_under_policies_finish() {
        let median = Subject::job("Eagle", "the median short job");
        assert_eq!(
            median.takes(0.0253, Some(ends(0.0158, 0.0516)), &median.at("Sparrow")),
            "With Eagle, the median short job finishes in 1/40 of the time it takes with Sparrow [1/63, 1/19]"
        );
        let jobs = Subject::jobs("SRPTE", "jobs");
        assert_eq!(plain(&jobs.takes(1.2, None, &jobs.before("σ was 0.5"))), "With SRPTE, jobs are 20 % slower than before (σ was 0.5)");
        assert_eq!(
            plain(&jobs.takes(0.4, None, &jobs.before("σ was 0.5"))),
            "With SRPTE, jobs finish in 40 % of the time they took before (σ was 0.5)"
        );
        assert_eq!(plain(&jobs.takes(3.0, None, &jobs.at("PS"))), "With SRPTE, jobs take 3.0 times as long as with PS");
    }

    #[test]
    fn what_cannot_be_told_is_too_close() {
        assert!(is_close(Some(ends(0.9, 1.1))) && is_close(Some(ends(1.0, 1.0))) && !is_close(Some(ends(0.9, 0.99))) && !is_close(None));
        assert_eq!(
            plain(&close("HFSP", "Fair", Some(ends(0.41, 2.46)))),
            "HFSP and Fair are too close to call [41 % of the time, 2.5 times as long]"
        );
        assert_eq!(plain(&close("HFSP", "Fair", Some(ends(0.88, 1.05)))), "HFSP and Fair are too close to call [12 % faster, 5 % slower]");
        assert_eq!(close("HFSP", "Fair", Some(ends(1.0, 1.0))), "HFSP takes exactly as long as Fair");
        assert_eq!(close_in("DP", "cost", Some(ends(1.0, 1.0)), "Beam"), "DP has the same cost as Beam");
        assert_eq!(paced(1.0, Some(ends(1.0, 1.0))), "exactly as long");
        assert_eq!(plain(&paced(0.94, Some(ends(0.92, 0.96)))), "6 % faster [4, 8 %]");
        assert_eq!(
            plain(&close_in("DP", "cost", Some(ends(0.9, 1.0)), "Beam")),
            "DP and Beam are too close to call in cost [10 % lower, the same]"
        );
    }

    #[test]
    fn other_values_are_lower_or_higher_and_fractions_are_parts() {
        let said = |ratio: f64, fraction: bool| {
            plain(&compared("DP", "cost", ratio, Some(ends(0.9 * ratio, 1.05 * ratio)), "with Beam", fraction))
        };
        assert_eq!(said(0.8, false), "With DP, the cost is 20 % lower than with Beam [16, 28 %]");
        assert_eq!(said(0.8, true), "With DP, the cost is 80 % of that with Beam [72, 84 %]");
        assert_eq!(said(1.5, true), "With DP, the cost is 1.5 times that with Beam [1.4, 1.6]");
        assert_eq!(said(0.05, false), "With DP, the cost is 1/20 of that with Beam [1/22, 1/19]");
        assert_eq!(said(0.0, false), "With DP, the cost is 0, unlike with Beam");
    }
}
