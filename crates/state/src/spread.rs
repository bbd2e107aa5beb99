//! The replications behind the run that is shown: how far they are, what they come to together, and where that run lies among them.

use super::format;
use super::inquiry::Inquiry;
use super::ratio::{Subject, close, is_close, pace};
use schedscope::metrics::{Interval, Sorted, Tail, half_width_95, mean, median_95};
use schedscope::registry::Choice;
use schedscope_core::experiment::{Report, Scenario};
use schedscope_core::pictures::{looks, names};
use schedscope_core::plot::Look;
use std::rc::Rc;

/// Replications that are run where a scenario does not ask for several: replications 0 … 19, as with `schedscope run --replications 20`.
pub const RUNS: u32 = 20;

/// What is known of the other runs of a scenario, and which of all runs is shown.
#[derive(Clone, Debug)]
pub struct Behind {
    /// How far they are. It is asked anew only with another scenario, not with another run of it.
    pub inquiry: Inquiry<Spread>,
    /// The replication that is shown, from 0.
    pub shown: u32,
    /// Whether the reader looks at it already: then no other takes its place by itself.
    pub kept: bool,
    /// Whether there is one run and no other, since jobs are given; known once that run is there.
    pub given: Option<bool>,
}

impl Behind {
    /// Nothing is known.
    pub fn open() -> Self {
        Self { inquiry: Inquiry::open(), shown: 0, kept: false, given: None }
    }

    /// Another scenario; one that is `wrong` is not run.
    pub fn ask(&mut self, wrong: bool) {
        self.inquiry.ask(wrong);
        (self.shown, self.kept, self.given) = (0, false, None);
    }

    /// What all runs come to, if they are those of the scenario that is shown.
    pub fn spread(&self) -> Option<&Spread> {
        self.inquiry.answer.as_ref().filter(|_| !self.inquiry.stale()).map(|(_, spread)| &**spread)
    }

    /// The same, to be kept.
    pub fn known(&self) -> Option<Rc<Spread>> {
        self.inquiry.answer.as_ref().filter(|_| !self.inquiry.stale()).map(|(_, spread)| spread.clone())
    }

    /// Takes what all runs come to. The number of the run to be shown instead comes back: the typical one, unless the reader
    /// looks at another already.
    pub fn answered(&mut self, spread: Spread) -> Option<u32> {
        let typical = spread.typical().filter(|typical| !self.kept && *typical != self.shown);
        self.inquiry.answered(spread);
        self.shown = typical.unwrap_or(self.shown);
        typical
    }

    /// What comes out, in a sentence and one below it. `ratios` are those of the run that is shown, of each policy to the first.
    pub fn headline(&self, names: &[String], ratios: &[f64], unit: Unit, total: u32) -> [String; 2] {
        if let Some(spread) = self.spread() {
            return [spread.sentence(), spread.place(self.shown)];
        }
        let sentence = match names.split_first() {
            Some((first, others)) if !others.is_empty() => {
                let parts = others.iter().zip(ratios).map(|(name, ratio)| unit.compared(name, *ratio, None, first));
                format!("In this run: {}.", parts.collect::<Vec<_>>().join("; "))
            }
            _ => String::new(),
        };
        let below = match self.given {
            Some(true) => "Nothing of these jobs is drawn, so there is one run and no interval.".to_owned(),
            _ if self.inquiry.fault.is_some() => "This is one run; the others could not be simulated.".to_owned(),
            _ => format!("This is one run of many: {total} are being simulated … {:.0} %", 100.0 * self.inquiry.progress()),
        };
        [sentence, below]
    }
}

/// How many runs of a scenario there are: as many as it asks for, if it asks for several.
pub const fn replications(scenario: &Scenario) -> u32 {
    if scenario.replications > 1 { scenario.replications } else { RUNS }
}

/// What is compared of each run: by default mean sojourn times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// That of all jobs.
    All,
    /// That of a class of jobs, with its name: "short jobs".
    Class(&'static str),
    /// The median of such a class.
    Median(&'static str),
}

impl Unit {
    /// Of which jobs.
    pub const fn jobs(self) -> &'static str {
        match self {
            Self::All => "all jobs",
            Self::Class(name) | Self::Median(name) => name,
        }
    }

    /// Which jobs are meant, behind a sentence.
    fn tail(self) -> String {
        match self {
            Self::All => String::new(),
            Self::Class(name) => format!(", for {name}"),
            Self::Median(name) => format!(", for the median of {name}"),
        }
    }

    /// A ratio of times of a policy to another, in a clause.
    fn compared(self, own: &str, ratio: f64, interval: Option<Interval>, other: &str) -> String {
        if is_close(interval) {
            return format!("{}{}", close(own, other, interval), self.tail());
        }
        let subject = match self {
            Self::All => Subject::policy(own),
            Self::Class(jobs) => Subject::jobs(own, jobs),
            Self::Median(jobs) => Subject::job(own, &format!("the median {}", jobs.trim_end_matches('s'))),
        };
        subject.takes(ratio, interval, &subject.at(other))
    }
}

/// The runs of one policy against those of the first, on the same jobs.
#[derive(Clone, Debug, PartialEq)]
pub struct Against {
    /// Its name.
    pub name: String,
    /// How it is drawn.
    pub look: Look,
    /// Its mean sojourn time ÷ that of the first policy, by replication.
    pub ratios: Vec<f64>,
    /// Their geometric mean, or, where that misleads, their median.
    pub centre: f64,
    /// Its 95 % interval over paired replications: of the geometric mean Student's t on logarithms, of the median that of the sign
    /// test. Absent where there are too few.
    pub interval: Option<Interval>,
    /// Share of the variance that one run makes up, where the mean misleads.
    pub misled: Option<f64>,
}

impl Against {
    fn new(name: String, look: Look, ratios: Vec<f64>) -> Self {
        let logs: Vec<f64> = ratios.iter().map(|ratio| libm::log(*ratio)).collect();
        let tail = Tail::of(&Sorted::new(vec![]), &logs);
        let misled = tail.largest_replication_share.filter(|_| tail.misleads());
        let (centre, interval) = if misled.is_some() {
            (median(&ratios), median_95(&ratios))
        } else {
            let (centre, half) = (mean(&logs), half_width_95(&logs));
            let interval = half.map(|half| Interval { low: libm::exp(centre - half), high: libm::exp(centre + half) });
            (libm::exp(centre), interval)
        };
        Self { name, look, ratios, centre, interval, misled }
    }

    /// Runs in which it takes less time than the first policy.
    pub fn ahead(&self) -> usize {
        self.ratios.iter().filter(|ratio| **ratio < 1.0 - SAME).count()
    }

    /// Whether the first policy takes exactly as long in all runs.
    fn same(&self) -> bool {
        self.ratios.iter().all(|ratio| (ratio - 1.0).abs() <= SAME)
    }

    /// Runs by their ratio, from the best for this policy to the worst.
    fn order(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.ratios.len() as u32).collect();
        order.sort_by(|a, b| self.ratios[*a as usize].total_cmp(&self.ratios[*b as usize]).then(a.cmp(b)));
        order
    }
}

/// Ratios that differ by less than this from 1 are 1: the rest is rounding.
const SAME: f64 = 1e-9;

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let n = sorted.len();
    f64::midpoint(sorted[(n - 1) / 2], sorted[n / 2])
}

/// All runs of a scenario: of each policy against the first.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    /// Name of the first policy.
    pub first: String,
    /// The mean sojourn time of each policy in each run, in seconds.
    pub means: Vec<Vec<f64>>,
    /// The others.
    pub others: Vec<Against>,
    /// Whose time it is.
    pub unit: Unit,
    /// The report of all runs: what the command line says.
    pub report: Report,
}

impl Spread {
    /// Puts runs of these policies side by side: the mean sojourn time of each policy in each replication, and their report.
    pub fn new(policies: &[Choice], means: Vec<Vec<f64>>, unit: Unit, report: Report) -> Self {
        let (mut names, looks) = (names(policies).into_iter(), looks(policies));
        let first = names.next().unwrap_or_default();
        let base = means.first().cloned().unwrap_or_default();
        let ratios = |means: &Vec<f64>| means.iter().zip(&base).map(|(mean, base)| mean / base).collect::<Vec<f64>>();
        let others = names.zip(&means[1.min(means.len())..]).zip(looks.into_iter().skip(1));
        // A class may have no job in some run.
        let comparable = others.filter(|((_, means), _)| !means.is_empty() && means.len() == base.len());
        let others = comparable.map(|((name, means), look)| Against::new(name, look, ratios(means))).collect();
        Self { first, means, others, unit, report }
    }

    /// Number of runs.
    pub fn runs(&self) -> u32 {
        self.means.first().map_or(0, |means| means.len() as u32)
    }

    /// The policy by which runs are ranked: the second, against the first.
    fn ranked(&self) -> Option<&Against> {
        self.others.first()
    }

    /// Runs by their ratio, from the best for the second policy to the worst.
    pub fn order(&self) -> Vec<u32> {
        self.ranked().map(Against::order).unwrap_or_default()
    }

    /// The run whose ratio is nearest to the middle of all.
    pub fn typical(&self) -> Option<u32> {
        let ranked = self.ranked()?;
        let distance = |run: &u32| (libm::log(ranked.ratios[*run as usize]) - libm::log(ranked.centre)).abs();
        ranked.order().into_iter().min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }

    /// The result over all runs.
    pub fn sentence(&self) -> String {
        let Some(ranked) = self.ranked() else {
            let Some(means) = self.means.first().filter(|means| !means.is_empty()) else { return String::new() };
            let half = half_width_95(means).map_or_else(String::new, |half| format!(" ± {}", format::digits(half, 2)));
            let what = match self.unit {
                Unit::All => "mean sojourn".to_owned(),
                Unit::Class(jobs) => format!("mean sojourn of {jobs}"),
                Unit::Median(jobs) => format!("median sojourn of {jobs}"),
            };
            return format!("{}: {what} {}{half} s over {} runs.", self.first, format::short(mean(means)), means.len());
        };
        let runs = self.runs();
        if self.others.iter().all(Against::same) {
            return format!("{} as long as {} in all {runs} runs{}.", self.takes("exactly"), self.first, self.unit.tail());
        }
        let compared = |of: &Against| self.unit.compared(&of.name, of.centre, of.interval, &self.first);
        if self.others.len() > 1 {
            return format!("{}.", self.others.iter().map(compared).collect::<Vec<_>>().join("; "));
        }
        format!("{}; {} wins {} of {runs} runs.", compared(ranked), ranked.name, ranked.ahead())
    }

    fn takes(&self, how: &str) -> String {
        let names: Vec<String> = self.others.iter().map(|other| other.name.clone()).collect();
        let verb = if names.len() == 1 { "takes" } else { "take" };
        format!("{} {verb} {how}", listed(names).unwrap_or_default())
    }

    /// Where a run lies among all.
    pub fn place(&self, run: u32) -> String {
        let (Some(ranked), runs) = (self.ranked(), self.runs()) else { return String::new() };
        let order = ranked.order();
        let Some(rank) = order.iter().position(|other| *other == run) else { return String::new() };
        if ranked.same() {
            return "The run shown is one of them.".to_owned();
        }
        let words = match rank {
            0 => "the best for it",
            _ if rank + 1 == order.len() => "the worst for it",
            _ if rank < order.len() / 4 => "one of the best for it",
            _ if rank + order.len() / 4 >= order.len() => "one of the worst for it",
            _ => "typical",
        };
        let of = if self.others.len() > 1 { format!(" for {}", ranked.name) } else { String::new() };
        format!("The run shown ({}{of}) is the {} of the {runs}: {words}.", pace(ranked.ratios[run as usize]), ordinal(rank as u32 + 1))
    }

    /// How the middle and its interval are found.
    pub fn method(&self) -> String {
        let runs = self.runs();
        match self.others.iter().find_map(|other| other.misled) {
            Some(share) => format!(
                "Medians, since one run makes up {:.0} % of the variance of the mean; brackets: 95 % by the sign test over {runs} paired runs.",
                100.0 * share
            ),
            None => format!("Brackets: 95 % around the geometric mean (Student’s t) of {runs} paired runs."),
        }
    }

    /// Ends and ticks of the logarithmic axis that holds all ratios and 1.
    pub fn axis(&self) -> Axis {
        let values = || self.others.iter().flat_map(|other| &other.ratios).copied().filter(|ratio| ratio.is_finite() && *ratio > 0.0);
        let (low, high) = (values().fold(1.0, f64::min), values().fold(1.0, f64::max));
        // Air at both ends, and a few percent at least where all ratios are alike.
        let air = libm::pow(high / low, 0.06).max(1.02);
        Axis { low: low / air, high: high * air }
    }
}

/// A logarithmic axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Axis {
    /// Where a value lies on it: 0 … 1.
    pub fn place(self, value: f64) -> f64 {
        (libm::log(value / self.low) / libm::log(self.high / self.low)).clamp(0.0, 1.0)
    }

    /// Values that are marked, ascending, up to six: 1 is among them.
    pub fn ticks(self) -> Vec<f64> {
        const STEPS: [f64; 8] = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0];
        const MOST: usize = 6;
        if self.high / self.low < 4.0 {
            let inside = |step: f64| {
                let (from, to) = (libm::ceil(self.low / step) as i64, libm::floor(self.high / step) as i64);
                (from..=to).map(move |k| k as f64 * step)
            };
            let step = STEPS.into_iter().find(|step| inside(*step).count() <= MOST).unwrap_or(1.0);
            return inside(step).collect();
        }
        let decades = libm::floor(libm::log10(self.low)) as i32..=libm::ceil(libm::log10(self.high)) as i32;
        let of = |factors: &'static [f64]| {
            let all = decades.clone().flat_map(move |decade| factors.iter().map(move |factor| factor * libm::pow(10.0, f64::from(decade))));
            all.filter(|tick| (self.low..=self.high).contains(tick)).collect::<Vec<f64>>()
        };
        let choices = [&[1.0, 2.0, 5.0][..], &[1.0, 3.0], &[1.0]].map(of);
        choices.iter().find(|ticks| ticks.len() <= MOST).unwrap_or(&choices[2]).clone()
    }
}

/// A ratio with two decimals where these tell enough.
pub fn times(ratio: f64) -> String {
    if (0.095..9.995).contains(&ratio) { format!("{ratio:.2}") } else { format::digits(ratio, 2) }
}

fn ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// Parts of a sentence with commas and "and"; none of none.
fn listed(mut parts: Vec<String>) -> Option<String> {
    let last = parts.pop()?;
    Some(if parts.is_empty() { last } else { format!("{} and {last}", parts.join(", ")) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use schedscope_core::experiment::Study;

    /// Runs in which the second policy, and maybe others, take so many times as long as the first.
    fn spread(ratios: &[&[f64]]) -> Spread {
        let policies = ["fair", "hfsp", "fifo"][..=ratios.len()].join(",");
        let query = format!("policies={policies}&system.kind=cluster&workload.jobs=[{{ arrival = 0.0, maps = [1.0] }}]");
        let study = Study::new(Scenario::from_query(&query).unwrap(), |_| unreachable!("no file")).unwrap();
        let report = Report::new(&study, schedscope_core::experiment::run_all(&study, false, |_| ()).unwrap().0);
        let first = vec![100.0; ratios.first().map_or(3, |ratios| ratios.len())];
        let others = ratios.iter().map(|ratios| ratios.iter().map(|ratio| 100.0 * ratio).collect());
        Spread::new(study.choices(), std::iter::once(first).chain(others).collect(), Unit::All, report)
    }

    /// Ratios around one, evenly on a logarithmic axis.
    fn around(centre: f64, n: i32) -> Vec<f64> {
        (0..n).map(|k| centre * libm::pow(1.02, f64::from(2 * k - n + 1) / 2.0)).collect()
    }

    /// Without the spaces that do not break.
    fn spaced(text: &str) -> String {
        text.replace('\u{a0}', " ")
    }

    #[test]
    fn a_class_and_its_median_are_named() {
        let said = |unit: Unit, interval: Option<(f64, f64)>| {
            spaced(&unit.compared("Eagle", 0.0253, interval.map(|(low, high)| Interval { low, high }), "Sparrow"))
        };
        assert_eq!(
            said(Unit::Median("short jobs"), Some((0.0158, 0.0516))),
            "With Eagle, the median short job finishes in 1/40 of the time it takes with Sparrow [1/63, 1/19]"
        );
        assert_eq!(said(Unit::Class("short jobs"), None), "With Eagle, short jobs finish in 1/40 of the time they take with Sparrow");
        assert_eq!(
            said(Unit::Class("short jobs"), Some((0.9, 1.1))),
            "Eagle and Sparrow are too close to call [10 % faster, 10 % slower], for short jobs"
        );
    }

    #[test]
    fn the_middle_is_geometric_and_its_interval_paired() {
        let known = spread(&[&[0.5, 2.0, 1.0, 1.0]]);
        let other = &known.others[0];
        assert!((other.centre - 1.0).abs() < 1e-12 && other.misled.is_none());
        // t(0.975, 3) · √(2 ln²2 ÷ 3 ÷ 4).
        let half = 3.182_446_305 * libm::log(2.0) * libm::sqrt(1.0 / 6.0);
        let interval = other.interval.unwrap();
        assert!((libm::log(interval.high) - half).abs() < 1e-7 && (libm::log(interval.low) + half).abs() < 1e-7);
        assert_eq!(
            spaced(&known.sentence()),
            "HFSP and Fair are too close to call [41 % of the time, 2.5 times as long]; HFSP wins 1 of 4 runs."
        );
    }

    #[test]
    fn the_result_names_ratio_interval_and_runs() {
        let ahead = spread(&[&around(0.83, 20)]);
        assert_eq!(spaced(&ahead.sentence()), "HFSP is 17 % faster than Fair [12, 21 %]; HFSP wins 19 of 20 runs.");
        assert_eq!(ahead.method(), "Brackets: 95 % around the geometric mean (Student’s t) of 20 paired runs.");
        let three = spread(&[&around(0.5, 20), &around(2.0, 20)]).sentence();
        assert_eq!(spaced(&three), "HFSP takes half the time of Fair [47, 53 %]; FIFO takes twice as long as Fair [1.9, 2.1].");
        assert_eq!(spread(&[&[1.0; 20]]).sentence(), "HFSP takes exactly as long as Fair in all 20 runs.");
        assert_eq!(spread(&[]).sentence(), "Fair: mean sojourn 100 ± 0 s over 3 runs.");
    }

    #[test]
    fn a_few_runs_that_decide_the_mean_make_it_a_median() {
        let mut ratios = around(0.9, 19);
        ratios.push(50.0);
        let known = spread(&[&ratios]);
        assert!((known.others[0].centre - 0.91).abs() < 0.01, "{}", known.others[0].centre);
        assert!(known.method().starts_with("Medians, since one run makes up 9"), "{}", known.method());
        assert!(spaced(&known.sentence()).starts_with("HFSP is 9 % faster than Fair ["), "{}", known.sentence());
    }

    #[test]
    fn a_run_has_its_place() {
        let mut ratios = around(0.8, 20);
        ratios.swap(0, 9);
        let known = spread(&[&ratios]);
        assert_eq!(known.typical(), Some(0), "the tenth of them");
        assert_eq!(spaced(&known.place(0)), "The run shown (21 % faster) is the 10th of the 20: typical.");
        assert_eq!(spaced(&known.place(9)), "The run shown (34 % faster) is the 1st of the 20: the best for it.");
        assert_eq!(spaced(&known.place(19)), "The run shown (3 % faster) is the 20th of the 20: the worst for it.");
        assert_eq!(spaced(&known.place(1)), "The run shown (32 % faster) is the 2nd of the 20: one of the best for it.");
        assert_eq!(known.order()[..3], [9, 1, 2]);
    }

    #[test]
    fn a_typical_run_is_shown_unless_the_reader_looks_at_another() {
        let known = || spread(&[&[0.5, 0.9, 0.8]]);
        let mut behind = Behind::open();
        assert_eq!((behind.answered(known()), behind.shown), (Some(2), 2));
        behind.ask(false);
        assert_eq!((behind.shown, behind.spread()), (0, None));
        behind.kept = true;
        assert_eq!((behind.answered(known()), behind.shown), (None, 0));
    }

    #[test]
    fn before_all_runs_are_there_the_one_that_is_says_that_it_is_one() {
        let mut behind = Behind::open();
        let names = ["Fair".to_owned(), "HFSP".to_owned()];
        let said = |behind: &Behind| behind.headline(&names, &[0.851], Unit::All, 20);
        behind.given = Some(false);
        let [sentence, below] = said(&behind);
        assert_eq!(spaced(&sentence), "In this run: HFSP is 15 % faster than Fair.");
        assert_eq!(below, "This is one run of many: 20 are being simulated … 0 %");
        behind.given = Some(true);
        assert_eq!(said(&behind)[1], "Nothing of these jobs is drawn, so there is one run and no interval.");
        behind.answered(spread(&[&[0.5, 0.9, 0.8]]));
        assert!(said(&behind)[0].contains("of 3 runs"));
    }

    #[test]
    fn the_axis_holds_all_ratios_and_one() {
        let axis = spread(&[&around(0.8, 20)]).axis();
        assert!(axis.low < 0.66 && axis.high > 1.0 && axis.place(axis.low) == 0.0 && axis.place(axis.high) == 1.0);
        let ticks = axis.ticks();
        assert!(ticks.iter().any(|tick| (tick - 1.0).abs() < 1e-9) && (3..=6).contains(&ticks.len()), "{ticks:?}");
        let wide = Axis { low: 0.003, high: 2.0 }.ticks();
        assert!(wide.contains(&1.0) && wide.len() <= 6, "{wide:?}");
        assert!(Axis { low: 0.98, high: 1.02 }.ticks().len() > 2);
    }
}
