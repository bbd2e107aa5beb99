//! What a report comes to, in one sentence and one below it. Every ratio in them has the paired interval that the table shows.

use super::refinement::Findings;
use super::rows::{best, drawn, indistinct, value, worst};
use crate::format;
use crate::ratio::{Subject, close, close_in, compared, is_close, paced, range};
use schedscope::metrics::Interval;
use schedscope::registry::Family;
use schedscope::server::Plan;
use schedscope::workload::Weights;
use schedscope::world::{JobsSpec, Unit};
use schedscope_core::experiment::{Fields, Measure, PolicyReport, Report, SystemKind, Versus, capital};
use schedscope_core::pictures::{Units, names_of};

/// What came out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Headline {
    /// The result.
    pub sentence: String,
    /// Against what, why, and what brackets are.
    pub below: String,
}

/// A result that was pinned, and what it was.
#[derive(Clone, Copy, Debug)]
pub struct Earlier<'a> {
    /// What was known.
    pub findings: &'a Findings,
    /// What was different, such as `σ was 0.5`.
    pub what: &'a str,
}

/// The result of an answer: what guessing and knowing nothing cost, or how the policy that is `lit` compares with those that others
/// are divided by; in a measure other than the mean sojourn time, or where nothing is guessed, which policy is ahead by how much.
pub fn headline(
    findings: &Findings,
    measure: Option<Measure>,
    over: &[usize],
    lit: Option<usize>,
    before: Option<Earlier<'_>>,
) -> Headline {
    let Some(measure) = measure else { return Headline::default() };
    let now = of_now(findings, measure, over, lit);
    let asked = |findings: &Findings| (findings.report.scenario.spec.clone(), findings.report.scenario.seed);
    let said = match before.filter(|before| asked(before.findings) != asked(findings)) {
        Some(before) => changed(findings, measure, lit, before).followed_by(&now),
        None => now,
    };
    said.on_its_footing(findings)
}

impl Headline {
    /// This, then what else there is to say.
    fn followed_by(self, Self { sentence, below }: &Self) -> Self {
        let parts = [self.below.as_str(), sentence, below].into_iter().filter(|part| !part.is_empty());
        Self { sentence: self.sentence, below: parts.collect::<Vec<_>>().join(" ") }
    }

    /// This, with what its intervals are, or why it has none.
    fn on_its_footing(self, findings: &Findings) -> Self {
        if self == Self::default() {
            return self;
        }
        let has = |sign: char| self.sentence.contains(sign) || self.below.contains(sign);
        let footing = footing(findings, has('['), has('±'));
        let below = if self.below.is_empty() { footing } else { format!("{} {footing}", self.below) };
        Self { below, ..self }
    }
}

/// The result without what was before.
fn of_now(findings: &Findings, measure: Measure, over: &[usize], lit: Option<usize>) -> Headline {
    let report = &*findings.report;
    if report.scenario.kind() != SystemKind::Server || !measure.is_mean() {
        return in_measure(findings, measure, over, lit);
    }
    let finite = |i: &usize| mean(&report.policies[*i]).is_finite();
    let known: Vec<usize> = (0..report.policies.len()).filter(finite).collect();
    if known.is_empty() {
        return Headline::default();
    }
    match lit.filter(|lit| known.contains(lit)) {
        Some(lit) => of_one(findings, over, lit),
        None => of_all(findings, over, &known),
    }
}

/// What the change from the earlier settings has done: to the policy that is `lit`, or to that to which it has done most, and below it
/// to others.
fn changed(findings: &Findings, measure: Measure, lit: Option<usize>, Earlier { findings: earlier, what }: Earlier<'_>) -> Headline {
    /// Policies that are named below the first.
    const NAMED: usize = 2;
    let report = &*findings.report;
    let (world, fewer) = (report.scenario.kind(), report.scenario.replications < earlier.report.scenario.replications);
    let course = |i: usize| {
        let then = earlier.report.policies.iter().position(|row| row.policy == report.policies[i].policy)?;
        let (was, now) = (value(earlier, Some(measure), then)?, value(findings, Some(measure), i)?);
        let versus = findings.replicated.since(measure, i, &earlier.replicated, then);
        // While draws are still coming, what was is that of the same draws.
        let was = versus.ratio.filter(|_| fewer).map_or(was, |ratio| now / ratio);
        let said = format!("{} → {}", written(&earlier.report, measure, was), written(report, measure, now));
        let ratio = Some(now / was).filter(|ratio| ratio.is_finite());
        Some(Course { policy: i, said, same: was == now, versus: Versus { ratio: versus.ratio.or(ratio), ..versus } })
    };
    let policies = (0..report.policies.len()).filter(|i| lit.is_none_or(|lit| lit == *i));
    let mut courses: Vec<Course> = policies.filter_map(course).filter(|course| !course.same).collect();
    courses.sort_by(|a, b| b.size().total_cmp(&a.size()));
    let Some((first, others)) = courses.split_first() else {
        return Headline { sentence: format!("The same as before ({what})."), below: String::new() };
    };
    let own = name(report, first.policy);
    let sentence = match first.versus.ratio {
        None => format!("{own}: {}, before ({what}) {}.", measure.words(world), first.said),
        Some(_) if is_close(first.versus.interval) => {
            format!("With {own}, the change from before ({what}) is too close to call{}.", range(first.versus.interval))
        }
        Some(ratio) if is_time(measure) => {
            let jobs = Subject::jobs(&own, "jobs");
            format!("{}.", jobs.takes(ratio, first.versus.interval, &jobs.before(what)))
        }
        Some(ratio) => {
            let (words, before) = (measure.words(world), format!("before ({what})"));
            format!("{}.", compared(&own, &words, ratio, first.versus.interval, &before, is_fraction(measure)))
        }
    };
    let other = |course: &Course| {
        let ratio = course.versus.ratio.filter(|_| is_time(measure));
        let ratio = ratio.map_or_else(String::new, |ratio| format!(", {}", paced(ratio, course.versus.interval)));
        format!("{} {}{ratio}", name(report, course.policy), course.said)
    };
    let all = [format!("{own} {}", first.said)].into_iter().chain(others.iter().take(NAMED).map(other));
    let below = format!("{}: {}.", capital(&measure.words(world)), all.collect::<Vec<_>>().join("; "));
    Headline { sentence, below }
}

/// What became of a policy.
struct Course {
    policy: usize,
    /// Its value then and now: `1.63 → 10.2`.
    said: String,
    /// Whether they are the same.
    same: bool,
    /// What it is now ÷ what it was.
    versus: Versus,
}

impl Course {
    /// How much it has changed, up or down.
    fn size(&self) -> f64 {
        self.versus.ratio.filter(|ratio| *ratio > 0.0).map_or(f64::INFINITY, |ratio| libm::log(ratio).abs())
    }
}

/// Which policy is ahead in a measure, and by how much, or where the one that is `lit` stands.
fn in_measure(findings: &Findings, measure: Measure, over: &[usize], lit: Option<usize>) -> Headline {
    let report = &*findings.report;
    let there = |i: &usize| value(findings, Some(measure), *i).is_some();
    let known: Vec<usize> = (0..report.policies.len()).filter(there).collect();
    let (Some(to), Some(best)) = (over.first().copied().filter(there).or(known.first().copied()), best(findings, Some(measure), &known))
    else {
        return Headline::default();
    };
    let words = measure.words(report.scenario.kind());
    let amount = |i: usize| value(findings, Some(measure), i).map_or_else(|| "–".to_owned(), |value| written(report, measure, value));
    let compared = |i: usize| {
        let (own, other, versus) = (name(report, i), name(report, to), findings.replicated.versus(report, measure, i, to));
        match versus.ratio {
            None => format!("{own}: {}", amount(i)),
            Some(ratio) if versus.interval.is_none() && (ratio - 1.0).abs() < 1e-9 => format!("{own} has the same {words} as {other}"),
            Some(_) if is_close(versus.interval) && !measure.is_mean() => close_in(&own, &words, versus.interval, &other),
            Some(ratio) => match subject(report.scenario.kind(), measure, &own) {
                Some(subject) => takes(&subject, versus, &own, &other),
                None => compared(&own, &words, ratio, versus.interval, &format!("with {other}"), is_fraction(measure)),
            },
        }
    };
    let others: Vec<usize> = known.iter().copied().filter(|i| *i != to && *i != best).collect();
    let worst = worst(findings, Some(measure), &others);
    let parts: Vec<String> = match lit.filter(|lit| known.contains(lit)) {
        Some(lit) if lit == to => vec![format!("{}: {words} {}", name(report, lit), amount(lit))],
        Some(lit) => vec![compared(lit)],
        None if known.len() == 1 => vec![format!("{}: {words} {}", name(report, to), amount(to))],
        None => [Some(best).filter(|best| *best != to), worst].into_iter().flatten().map(compared).collect(),
    };
    let of_other = format!("{} with {}: {}", capital(&words), name(report, to), amount(to));
    let mut said = parts.into_iter().chain([of_other]).map(|part| format!("{part}."));
    Headline { sentence: said.next().unwrap_or_default(), below: said.collect::<Vec<_>>().join(" ") }
}

/// Whether a measure is the mean of times.
fn is_time(measure: Measure) -> bool {
    measure.column.unit == Unit::Time && measure.is_mean()
}

fn is_fraction(measure: Measure) -> bool {
    measure.column.unit == Unit::Fraction
}

/// Whose times a measure compares under a policy, if it is of times that one says so: of all jobs, of the jobs of a class, or of the job in
/// the middle.
fn subject(world: SystemKind, measure: Measure, policy: &str) -> Option<Subject> {
    let jobs = |one: &str| match measure.class.map(|class| world.class(class)) {
        None => one.to_owned(),
        Some(class) if class.parse::<u8>().is_ok() => format!("{one} of bin {class}"),
        Some(class) => format!("{class} {one}"),
    };
    match measure.column.title.as_str() {
        "mean_sojourn" if measure.is_mean() => Some(Subject::policy(policy)),
        "mean_sojourn" => Some(Subject::jobs(policy, &jobs("jobs"))),
        "median_sojourn" => Some(Subject::job(policy, &format!("the median {}", jobs("job")))),
        _ => None,
    }
}

/// How long a policy takes compared with another, if that is known.
fn takes(subject: &Subject, versus: Versus, own: &str, other: &str) -> String {
    match versus.ratio {
        _ if is_close(versus.interval) => close(own, other, versus.interval),
        Some(ratio) => subject.takes(ratio, versus.interval, &subject.at(other)),
        None => format!("{own} has nothing to compare with {other}"),
    }
}

/// A value of a measure with its unit.
fn written(report: &Report, measure: Measure, value: f64) -> String {
    match measure.column.unit {
        Unit::Fraction => format::percent(value),
        Unit::Time => Units::of(report).timed(&format::short(value)),
        Unit::Seconds => format!("{}\u{a0}s", format::short(value)),
        Unit::One | Unit::Jobs => format::short(value),
    }
}

fn of_all(findings: &Findings, over: &[usize], known: &[usize]) -> Headline {
    let report = &*findings.report;
    let of = |family: Family| {
        let mut members: Vec<usize> = known.iter().copied().filter(|i| report.policies[*i].policy.family() == family).collect();
        members.sort_by(|a, b| mean(&report.policies[*a]).total_cmp(&mean(&report.policies[*b])));
        members
    };
    let (exact, guess, blind) = (of(Family::Exact), of(Family::Estimated), of(Family::Blind));
    let least = exact.first().copied();
    let below_none = |i: &usize| least.is_some_and(|least| no_less(report.versus(*i, least)));
    if let (Some(least), Some(best)) = (least, guess.first().copied().filter(below_none)) {
        return costs(findings, least, best, &guess, blind.first().copied().filter(below_none));
    }
    let to = over.first().copied().filter(|to| known.contains(to)).unwrap_or(known[0]);
    let mut others: Vec<usize> = known.iter().copied().filter(|i| *i != to).collect();
    others.sort_by(|a, b| mean(&report.policies[*a]).total_cmp(&mean(&report.policies[*b])));
    let (other, amount) = (name(report, to), amount(report, to));
    let compared = |i: usize| as_long(report, i, to);
    let sentence = match others[..] {
        [] => format!("{other}: a mean sojourn of {amount}{}.", half(report, to)),
        [only] => format!("{}.", compared(only)),
        [best, .., worst] => format!("{}; {}.", compared(best), compared(worst)),
    };
    let below = if others.is_empty() { String::new() } else { format!("Mean sojourn with {other}: {amount}.") };
    Headline { sentence, below }
}

/// What guessing costs under the best policy that guesses; below it, what it costs under the worst, and what knowing nothing does.
fn costs(findings: &Findings, least: usize, best: usize, guess: &[usize], blind: Option<usize>) -> Headline {
    let report = &*findings.report;
    let versus = |i: usize| report.versus(i, least);
    let worst = guess.last().copied().filter(|worst| *worst != best && !indistinct(report.versus(best, *worst)));
    let (own, exact) = (name(report, best), name(report, least));
    let takes = |i: usize, who: &str, jobs: &str, to: &str| {
        let subject = Subject::jobs(&format!("{}, {who}", name(report, i)), jobs);
        let Versus { ratio, interval } = versus(i);
        match ratio {
            Some(ratio) if !is_close(interval) => format!("{}.", subject.takes(ratio, interval, &subject.at(to))),
            _ => format!("With {}, {who}, it is too close to call{}.", name(report, i), range(interval)),
        }
    };
    let sentence = if indistinct(versus(best)) {
        format!("Guessing sizes costs nothing that shows with {own}{}.", range(versus(best).interval))
    } else {
        takes(best, "which guesses sizes", "jobs", &format!("{exact}, which knows them"))
    };
    let worst = worst.map(|worst| takes(worst, "which guesses too", "they", &exact));
    let blind = blind.map(|blind| takes(blind, "the best that knows no size", "they", &exact));
    let known = format!("Mean sojourn with {exact}: {}.", amount(report, least));
    let all = [worst, blind, sharing(report, guess), Some(known)].into_iter().flatten();
    Headline { sentence, below: all.collect::<Vec<_>>().join(" ") }
}

/// Policies that differ in nothing but whether late jobs block all others or share the server. SRPTE and SRPTE+PS are none: under the
/// latter the first job that is not late is served beside the late ones, too.
const SHARING: [[&str; 2]; 2] = [["fspe", "fspe+ps"], ["fspe", "fspe+las"]];

/// What comes of late jobs that share, as far as two of the policies show it.
fn sharing(report: &Report, guess: &[usize]) -> Option<String> {
    let place = |key: &str| guess.iter().copied().find(|i| report.policies[*i].policy.row().key == key);
    SHARING.into_iter().find_map(|[blocks, shares]| {
        let (blocks, shares) = (place(blocks)?, place(shares)?);
        let Versus { ratio, interval } = report.versus(blocks, shares);
        interval.filter(|Interval { low, .. }| *low > 1.0)?;
        let subject = Subject::policy(&format!("{}, where they do not,", name(report, blocks)));
        let takes = subject.takes(ratio?, interval, &subject.at(&name(report, shares)));
        Some(format!("Part of the gain is that late jobs share: {takes}."))
    })
}

fn of_one(findings: &Findings, over: &[usize], lit: usize) -> Headline {
    let report = &*findings.report;
    let others: Vec<usize> = over.iter().copied().filter(|to| *to != lit).collect();
    let own = name(report, lit);
    let parts: Vec<String> = others.iter().map(|to| as_long(report, lit, *to)).collect();
    let sentence = if parts.is_empty() {
        format!("{own}: a mean sojourn of {}{}.", amount(report, lit), half(report, lit))
    } else {
        format!("{}.", parts.join(". "))
    };
    Headline { sentence, below: format!("Mean sojourn: {}.", amount(report, lit)) }
}

/// How long a policy takes compared with another, in a clause.
fn as_long(report: &Report, policy: usize, to: usize) -> String {
    let (own, other) = (name(report, policy), name(report, to));
    takes(&Subject::policy(&own), report.versus(policy, to), &own, &other)
}

/// Whether a ratio is not below 1, as far as is known.
fn no_less(versus: Versus) -> bool {
    versus.ratio.is_some_and(|ratio| ratio >= 1.0) || versus.interval.is_some_and(|interval| interval.high >= 1.0)
}

/// Of fewer jobs than this a 99th percentile is that of the largest.
const FEW: u64 = 100;

/// What brackets are, or why there are none; whose mean it is, and how few jobs there are. `bracketed` and `ranged` say whether there is an
/// interval in brackets or behind ±.
fn footing(findings: &Findings, bracketed: bool, ranged: bool) -> String {
    let report = &findings.report;
    let workload = workload(report);
    let weighted = matches!(workload.weights, Some(Weights::Classes { .. }))
        || workload.jobs.iter().any(|job| job.weight.is_some_and(|weight| weight != 1.0));
    let counted = if weighted { " Each job counts once, whatever its weight." } else { "" };
    let served = report.scenario.kind() == SystemKind::Server;
    let few = if served && report.workload.jobs < FEW {
        format!(" Percentiles are of {} jobs only.", report.workload.jobs)
    } else {
        String::new()
    };
    let counted = format!("{counted}{few}");
    match report.scenario.replications {
        draws if bracketed => format!("Brackets: 95\u{a0}%, paired over {draws} draws.{counted}"),
        draws if ranged => format!("±: 95\u{a0}%, over {draws} draws.{counted}"),
        1 if !served || drawn(&workload) => format!("One replication: no interval.{counted}"),
        1 => format!("One run: nothing about these jobs is random, so there is no interval.{counted}"),
        runs if findings.replicated.is_constant() => {
            format!("{runs} runs, all alike: nothing here is random, so there is no interval.{counted}")
        }
        draws => format!("Over {draws} draws; no ratio varies among them, so there is no interval.{counted}"),
    }
}

fn workload(report: &Report) -> JobsSpec {
    report.scenario.of::<Plan>().map(|Fields { workload, .. }| workload.clone()).unwrap_or_default()
}

/// What a policy is called among the others.
fn name(report: &Report, policy: usize) -> String {
    names_of(report).swap_remove(policy)
}

fn mean(row: &PolicyReport) -> f64 {
    row.mean_sojourn().unwrap_or(f64::NAN)
}

fn amount(report: &Report, policy: usize) -> String {
    Units::of(report).timed(&format::short(mean(&report.policies[policy])))
}

/// The half-width of the interval of a mean, if it has one.
fn half(report: &Report, policy: usize) -> String {
    let half = report.policies[policy].figures().and_then(|figures| figures.mean_sojourn_ci95);
    half.filter(|half| *half > 0.0).map(|half| format!(" ± {}", format::short(half))).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;
    use schedscope_core::experiment::{Replicated, Scenario, Study, run_all};
    use std::rc::Rc;

    fn report(toml: &str) -> Findings {
        let study = Study::new(Scenario::from_toml(toml).unwrap(), |_| Ok(CSV.as_bytes().to_vec())).unwrap();
        let (summaries, _) = run_all(&study, false, |_| {}).unwrap();
        let report = Rc::new(Report::new(&study, summaries));
        Findings { generation: 1, report, replicated: Rc::new(Replicated::default()), closeups: vec![], theory: Rc::default() }
    }

    fn said(findings: &Findings, over: &[usize], lit: Option<usize>, before: Option<Earlier<'_>>) -> Headline {
        headline(findings, Measure::first(SystemKind::Server), over, lit, before)
    }

    const CSV: &str = "id,arrival,size\n1,0,30\n2,10,10\n3,15,10\n";
    const POLICIES: &str = "policies = [\"fifo\", \"ps\", \"srpt\", \"srpte\", \"fspe+ps\"]\nreplications = 4\n";
    const PAIRED: &str = "policies = [\"ps\", \"srpt\", \"fspe\", \"srpte\", \"fspe+ps\"]\nreplications = 8\n";

    #[test]
    fn says_what_guessing_costs_with_paired_intervals() {
        let report = report(&format!("{POLICIES}[workload]\ncount = 4000"));
        let Headline { sentence, below } = said(&report, &[2, 1], None, None);
        let cost = |i: usize, who: &str, jobs: &str, to: &str| {
            let Versus { ratio, interval } = report.report.versus(i, 2);
            let subject = Subject::jobs(who, jobs);
            format!("{}.", subject.takes(ratio.unwrap(), interval, &subject.at(to)))
        };
        assert!(sentence.ends_with("]."), "{sentence}");
        assert_eq!(sentence, cost(4, "FSPE+PS, which guesses sizes", "jobs", "SRPT, which knows them"));
        let rest = [
            cost(3, "SRPTE, which guesses too", "they", "SRPT"),
            cost(1, "PS, the best that knows no size", "they", "SRPT"),
            "Mean sojourn with SRPT: ".to_owned(),
        ];
        assert!(below.starts_with(&rest.join(" ")), "{below}");
        assert!(!below.contains("late jobs") && below.ends_with("paired over 4 draws."), "no two differ in nothing but that: {below}");
    }

    #[test]
    fn a_reason_is_what_two_policies_show_that_differ_in_nothing_else() {
        let below = |workload: &str| said(&report(&format!("{PAIRED}[workload]\ncount = 4000\n{workload}")), &[1], None, None).below;
        let wrong = below("sigma = 2.0\n");
        assert!(wrong.contains("Part of the gain is that late jobs share: FSPE, where they do not, "), "{wrong}");
        assert!(!below("sigma = 0.0\n").contains("late jobs"), "without errors no job turns late");
    }

    #[test]
    fn exact_estimates_cost_nothing() {
        let report = report(&format!("{POLICIES}[workload]\nshape = 1.0\nsigma = 0.0\ncount = 2000"));
        let Headline { sentence, .. } = said(&report, &[2, 1], None, None);
        assert_eq!(sentence, "Guessing sizes costs nothing that shows with SRPTE.", "equal is exact");
    }

    #[test]
    fn an_answer_has_an_interval_or_says_why_not() {
        // Where a machine is too far from its input, what is drawn shows; on one machine nothing does.
        let at = |machines: u32| {
            let query = format!(
                "replications=5&policies=fifo,fair&system.kind=cluster&system.machines={machines}\
                &workload.jobs=[{{ arrival = 0.0, maps = [10.0, 10.0, 10.0] }}, {{ arrival = 1.0, maps = [10.0] }}]"
            );
            testing::findings(&Scenario::from_query(&query).unwrap())
        };
        let all = [at(1), at(2), at(7)];
        for (before, now) in all.iter().flat_map(|before| all.iter().map(move |now| (before, now))) {
            let measure = Measure::first(SystemKind::Cluster);
            for lit in [None, Some(1)] {
                let Headline { sentence, below } =
                    headline(now, measure, &[0], lit, Some(Earlier { findings: before, what: "other machines" }));
                let (bracketed, none) = (sentence.contains('[') || below.contains('['), below.contains("no interval"));
                assert!(bracketed != none, "{sentence} {below}");
                assert_eq!(bracketed, below.contains("Brackets: "), "{sentence} {below}");
            }
        }
    }

    #[test]
    fn the_policy_that_is_lit_is_held_against_the_divisors_and_what_was_before() {
        let at = |sigma: f64| report(&format!("{POLICIES}[workload]\ncount = 2000\nsigma = {sigma:?}"));
        let (before, now) = (at(0.5), at(2.0));
        let said = said(&now, &[2, 1], Some(3), Some(Earlier { findings: &before, what: "σ was 0.5" }));
        let course = |i: usize| [&before, &now].map(|findings| format::short(mean(&findings.report.policies[i]))).join(" → ");
        assert!(said.sentence.starts_with("With SRPTE, jobs ") && said.sentence.ends_with(" before (σ was 0.5)."), "{}", said.sentence);
        let below = format!("Mean sojourn: SRPTE {}. SRPTE ", course(3));
        assert!(said.below.starts_with(&below) && said.below.contains("as SRPT ["), "{}", said.below);
        let all = super::tests::said(&now, &[2, 1], None, Some(Earlier { findings: &before, what: "σ was 0.5" }));
        assert!(all.below.contains(&format!("SRPTE {}", course(3))), "{}", all.below);
        let same = super::tests::said(&now, &[2, 1], None, Some(Earlier { findings: &now, what: "these settings" }));
        assert!(!same.sentence.contains("before"), "nothing has changed: {}", same.sentence);
    }

    #[test]
    fn a_change_has_the_interval_of_paired_replications() {
        let at = |sigma: f64| {
            let query = format!("replications=6&policies=srpt,srpte&workload.count=500&workload.sigma={sigma}");
            testing::findings(&Scenario::from_query(&query).unwrap())
        };
        let (before, now) = (at(0.5), at(1.0));
        let said = said(&now, &[0], None, Some(Earlier { findings: &before, what: "σ was 0.5" }));
        let mean = Measure::first(SystemKind::Server).unwrap();
        let worse = now.replicated.since(mean, 1, &before.replicated, 1);
        let own = now.report.policies[1].mean_sojourn().unwrap() / before.report.policies[1].mean_sojourn().unwrap();
        assert!((worse.ratio.unwrap() - own).abs() < 1e-9, "replications are of equally many jobs");
        let jobs = Subject::jobs("SRPTE", "jobs");
        assert_eq!(said.sentence, format!("{}.", jobs.takes(own, worse.interval, &jobs.before("σ was 0.5"))));
        assert!(said.sentence.ends_with("].") && said.below.contains("Brackets: "), "{} {}", said.sentence, said.below);
    }

    #[test]
    fn while_draws_come_what_was_is_that_of_the_same_draws() {
        let at = |sigma: f64, replications: u32| {
            let query = format!("replications={replications}&policies=srpt,srpte&workload.count=500&workload.sigma={sigma}");
            testing::findings(&Scenario::from_query(&query).unwrap())
        };
        let below = |before: u32| said(&at(1.0, 3), &[0], None, Some(Earlier { findings: &at(0.5, before), what: "σ was 0.5" })).below;
        assert_eq!(below(6), below(3));
    }

    #[test]
    fn exact_jobs_have_no_interval() {
        let report = report("policies = [\"ps\", \"srpt\"]\n[workload]\npath = \"jobs.csv\"");
        let Headline { sentence, below } = said(&report, &[0], None, None);
        assert!(sentence.starts_with("SRPT is ") && sentence.ends_with(" faster than PS."), "{sentence}");
        assert!(
            below.ends_with("One run: nothing about these jobs is random, so there is no interval. Percentiles are of 3 jobs only."),
            "{below}"
        );
    }

    #[test]
    fn any_measure_of_any_world_has_a_sentence() {
        const ORDERS: &str = "replications=6&policies=baseline,greedy,dp&system.kind=ordering&workload.graph=random&workload.count=9";
        let of = |query: &str, measure: &str, lit: Option<usize>| {
            let findings = testing::findings(&Scenario::from_query(query).unwrap());
            let measure = Measure::named(findings.report.scenario.kind(), measure);
            let Headline { sentence, below } = headline(&findings, measure, &[0], lit, None);
            (sentence, below, findings)
        };
        let (sentence, below, findings) = of(ORDERS, "cost", None);
        let cost = Measure::named(SystemKind::Ordering, "cost").unwrap();
        let best = findings.replicated.versus(&findings.report, cost, 2, 0);
        let best = compared("DP", "cost", best.ratio.unwrap(), best.interval, "with Baseline", false);
        assert_eq!(sentence, format!("{best}."));
        assert!(
            below.starts_with("With Greedy, ") && below.contains(". Cost with Baseline: ") && below.ends_with("paired over 6 draws."),
            "{below}"
        );
        assert!(of(ORDERS, "cost", Some(1)).0.contains("Greedy"));
        assert!(of(ORDERS, "cost", Some(0)).0.starts_with("Baseline: cost "));
        let cluster = "replications=4&policies=fair,hfsp&system.kind=cluster&workload.mix=test&workload.count=6";
        let (sentence, below, _) = of(cluster, "mean_sojourn", None);
        assert!(sentence.starts_with("HFSP ") && sentence.contains(" Fair "), "{sentence}");
        assert!(below.starts_with("Mean sojourn with Fair: "), "{below}");
        let (sentence, ..) = of(cluster, "median_sojourn", None);
        assert!(
            sentence.starts_with("With HFSP, the median job ") || sentence.contains("too close to call in median sojourn"),
            "{sentence}"
        );
    }
}
