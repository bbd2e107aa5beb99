//! What a report comes to, in one sentence and one below it. Every ratio in them has the paired interval that the table shows.

use super::refinement::Findings;
use super::rows::{best, drawn, indistinct, value, worst};
use crate::format;
use schedscope::metrics::Interval;
use schedscope::registry::Family;
use schedscope::server::Plan;
use schedscope::workload::Weights;
use schedscope::world::{JobsSpec, Unit};
use schedscope_core::experiment::{Fields, Measure, PolicyReport, Report, SystemKind, Versus, capital};
use schedscope_core::pictures::{Units, names};

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
    /// What was different, such as `σ = 0.5`.
    pub what: &'a str,
}

/// A ratio with its interval, as the table has it: `1.20 × [1.17, 1.23]`.
fn times(versus: Versus) -> String {
    let Some(ratio) = versus.ratio else { return "–".to_owned() };
    match versus.interval.filter(|interval| !interval.is_point()).map(|Interval { low, high }| format::interval(ratio, low, high)) {
        Some((ratio, ends)) => format!("{ratio}\u{a0}× {ends}"),
        None => format!("{}\u{a0}×", format::short(ratio)),
    }
}

/// How much more a ratio is: `20 % [17, 23] more time`.
fn more(versus: Versus) -> String {
    let Some(ratio) = versus.ratio else { return "–".to_owned() };
    let percent = |ratio: f64| format!("{:.0}", 100.0 * (ratio - 1.0)).replace("-0", "0");
    let interval = versus.interval.map(|Interval { low, high }| format!(" [{}, {}]", percent(low), percent(high)));
    format!("{}\u{a0}%{}", percent(ratio), interval.unwrap_or_default())
}

/// Where a ratio of a sentence is this or more, all of its ratios are written as factors.
const FACTOR: f64 = 2.0;

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
    match before.filter(|before| asked(before.findings) != asked(findings)) {
        Some(before) => changed(findings, measure, lit, before).followed_by(&now),
        None => now,
    }
}

impl Headline {
    /// This, then what else there is to say.
    fn followed_by(self, Self { sentence, below }: &Self) -> Self {
        let parts = [self.below.as_str(), sentence, below].into_iter().filter(|part| !part.is_empty());
        Self { sentence: self.sentence, below: parts.collect::<Vec<_>>().join(" ") }
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
        Some(_) if measure.column.unit == Unit::Time && measure.is_mean() => {
            format!("Under {own} jobs take {} as long as before ({what}).", times(first.versus))
        }
        Some(_) => format!("{own} has {} the {} that it had before ({what}).", times(first.versus), measure.words(world)),
    };
    let other = |course: &Course| {
        let ratio = if course.versus.ratio.is_some() { format!(", {}", times(course.versus)) } else { String::new() };
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
        let holds_one = versus.interval.is_some_and(|Interval { low, high }| low <= 1.0 && 1.0 <= high);
        match versus.ratio {
            None => format!("{own}: {}", amount(i)),
            Some(ratio) if versus.interval.is_none() && (ratio - 1.0).abs() < 1e-9 => format!("{own} has the same {words} as {other}"),
            Some(_) if holds_one => format!("{own} cannot be told from {other}: {}", times(versus)),
            Some(_) if measure.column.unit == Unit::Time && measure.is_mean() => format!("{own} {}", as_long(versus, &other)),
            Some(_) => format!("{own} has {} the {words} of {other}", times(versus)),
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
    let below = format!("{} under {}: {}. {}", capital(&words), name(report, to), amount(to), footing(findings));
    Headline { sentence: format!("{}.", parts.join("; ")), below }
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
    let (name, amount) = (name(report, to), amount(report, to));
    let sentence = match others[..] {
        [] => format!("{name}: a mean sojourn of {amount}{}.", half(report, to)),
        [only] => format!("{} {}.", self::name(report, only), as_long(report.versus(only, to), &name)),
        [best, .., worst] => {
            let last = format!("{} {}", self::name(report, worst), as_long(report.versus(worst, to), &name));
            format!("{} {}; {last}.", self::name(report, best), as_long(report.versus(best, to), &name))
        }
    };
    let against = if others.is_empty() { String::new() } else { format!("Mean sojourn under {name}: {amount}. ") };
    Headline { sentence, below: format!("{against}{}", footing(findings)) }
}

/// What guessing costs under the best policy that guesses; below it, what it costs under the worst, and what knowing nothing does.
fn costs(findings: &Findings, least: usize, best: usize, guess: &[usize], blind: Option<usize>) -> Headline {
    let report = &*findings.report;
    let versus = |i: usize| report.versus(i, least);
    let worst = guess.last().copied().filter(|worst| *worst != best && !indistinct(report.versus(best, *worst)));
    let shown = [Some(best), worst, blind];
    let factors = shown.into_iter().flatten().any(|i| versus(i).ratio.is_some_and(|ratio| ratio >= FACTOR));
    let cost = |i: usize| if factors { format!("{} as long", times(versus(i))) } else { format!("{} longer", more(versus(i))) };
    let (own, exact) = (name(report, best), name(report, least));
    let sentence = if indistinct(versus(best)) {
        format!("Guessing sizes costs nothing that shows with {own}: {}.", times(versus(best)))
    } else if factors {
        format!("Guessing sizes, jobs take {} with {own} as with {exact}, which knows them.", cost(best))
    } else {
        format!("Guessing sizes costs {} more time with {own}.", more(versus(best)))
    };
    let worst = worst.map(|worst| format!("With {}, which guesses too, jobs take {}. ", name(report, worst), cost(worst)));
    let blind = blind.map(|blind| format!("With {}, the best that knows no size, {}. ", name(report, blind), cost(blind)));
    let below = format!(
        "{}{}{}Compared with {exact}, which knows every size: mean sojourn {}. {}",
        worst.unwrap_or_default(),
        blind.unwrap_or_default(),
        sharing(report, guess),
        amount(report, least),
        footing(findings)
    );
    Headline { sentence, below }
}

/// Policies that differ in nothing but whether late jobs block all others or share the server. SRPTE and SRPTE+PS are none: under the
/// latter the first job that is not late is served beside the late ones, too.
const SHARING: [[&str; 2]; 2] = [["fspe", "fspe+ps"], ["fspe", "fspe+las"]];

/// What comes of late jobs that share, as far as two of the policies show it.
fn sharing(report: &Report, guess: &[usize]) -> String {
    let place = |key: &str| guess.iter().copied().find(|i| report.policies[*i].policy.row().key == key);
    let shown = SHARING.into_iter().find_map(|[blocks, shares]| {
        let (blocks, shares) = (place(blocks)?, place(shares)?);
        let versus = report.versus(blocks, shares);
        versus.interval.filter(|Interval { low, .. }| *low > 1.0)?;
        Some((blocks, shares, times(versus)))
    });
    shown.map_or_else(String::new, |(blocks, shares, times)| {
        let (blocks, shares) = (name(report, blocks), name(report, shares));
        format!("Late jobs that share are a part of what {shares} gains: {blocks}, in which they do not, takes {times} as long. ")
    })
}

fn of_one(findings: &Findings, over: &[usize], lit: usize) -> Headline {
    let report = &*findings.report;
    let others: Vec<usize> = over.iter().copied().filter(|to| *to != lit).collect();
    let own = name(report, lit);
    let parts: Vec<String> = others.iter().map(|to| as_long(report.versus(lit, *to), &name(report, *to))).collect();
    let sentence = if parts.is_empty() {
        format!("{own}: a mean sojourn of {}{}.", amount(report, lit), half(report, lit))
    } else {
        format!("{own} {}.", parts.join("; it "))
    };
    Headline { sentence, below: format!("Mean sojourn: {}. {}", amount(report, lit), footing(findings)) }
}

/// How long a policy takes compared with another, as a predicate.
fn as_long(versus: Versus, other: &str) -> String {
    let cannot = versus.interval.is_some_and(|Interval { low, high }| low <= 1.0 && 1.0 <= high);
    if cannot { format!("cannot be told from {other}: {}", times(versus)) } else { format!("takes {} as long as {other}", times(versus)) }
}

/// Whether a ratio is not below 1, as far as is known.
fn no_less(versus: Versus) -> bool {
    versus.ratio.is_some_and(|ratio| ratio >= 1.0) || versus.interval.is_some_and(|interval| interval.high >= 1.0)
}

/// Of fewer jobs than this a 99th percentile is that of the largest.
const FEW: u64 = 100;

/// What brackets are, whose mean it is, and how few jobs there are.
fn footing(findings: &Findings) -> String {
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
        1 if !served || drawn(&workload) => format!("One replication: no interval.{counted}"),
        1 => format!("One run: nothing about these jobs is random, so there is no interval.{counted}"),
        runs if findings.replicated.is_constant() => {
            format!("{runs} runs, all alike: nothing here is random, so there is no interval.{counted}")
        }
        draws => format!("Brackets: 95\u{a0}%, paired over {draws} draws.{counted}"),
    }
}

fn workload(report: &Report) -> JobsSpec {
    report.scenario.of::<Plan>().map(|Fields { workload, .. }| workload.clone()).unwrap_or_default()
}

/// What a policy is called among the others.
fn name(report: &Report, policy: usize) -> String {
    names(&report.policies.iter().map(|row| row.policy.clone()).collect::<Vec<_>>()).swap_remove(policy)
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
        let cost = |i: usize| times(report.report.versus(i, 2));
        assert!(cost(4).ends_with(']'), "{sentence}");
        assert_eq!(sentence, format!("Guessing sizes, jobs take {} as long with FSPE+PS as with SRPT, which knows them.", cost(4)));
        let rest = [
            format!("With SRPTE, which guesses too, jobs take {} as long. ", cost(3)),
            format!("With PS, the best that knows no size, {} as long. ", cost(1)),
        ];
        assert!(
            below.starts_with(&rest.concat()) && below.contains("Compared with SRPT, which knows every size: mean sojourn "),
            "{below}"
        );
        assert!(!below.contains("Late jobs") && below.ends_with("paired over 4 draws."), "no two differ in nothing but that: {below}");
    }

    #[test]
    fn a_reason_is_what_two_policies_show_that_differ_in_nothing_else() {
        let below = |workload: &str| said(&report(&format!("{PAIRED}[workload]\ncount = 4000\n{workload}")), &[1], None, None).below;
        let wrong = below("sigma = 2.0\n");
        assert!(wrong.contains("FSPE, in which they do not, takes ") && wrong.contains("× ["), "{wrong}");
        assert!(!below("sigma = 0.0\n").contains("Late jobs"), "without errors no job turns late");
    }

    #[test]
    fn exact_estimates_cost_nothing() {
        let report = report(&format!("{POLICIES}[workload]\nshape = 1.0\nsigma = 0.0\ncount = 2000"));
        let Headline { sentence, .. } = said(&report, &[2, 1], None, None);
        assert!(sentence.starts_with("Guessing sizes costs nothing that shows with SRPTE: 1.00\u{a0}×"), "equal is exact: {sentence}");
    }

    #[test]
    fn what_cannot_be_told_apart_is_said_so() {
        let with = |low: f64, high: f64| Versus { ratio: Some(1.01), interval: Some(Interval { low, high }) };
        assert_eq!(as_long(with(0.81, 1.32), "PS"), "cannot be told from PS: 1.01\u{a0}× [0.81, 1.32]");
        assert_eq!(as_long(with(1.005, 1.32), "PS"), "takes 1.01\u{a0}× [1.00, 1.32] as long as PS");
        assert_eq!(more(with(1.005, 1.32)), "1\u{a0}% [0, 32]");
    }

    #[test]
    fn the_policy_that_is_lit_is_held_against_the_divisors_and_what_was_before() {
        let at = |sigma: f64| report(&format!("{POLICIES}[workload]\ncount = 2000\nsigma = {sigma:?}"));
        let (before, now) = (at(0.5), at(2.0));
        let said = said(&now, &[2, 1], Some(3), Some(Earlier { findings: &before, what: "σ = 0.5" }));
        let course = |i: usize| [&before, &now].map(|findings| format::short(mean(&findings.report.policies[i]))).join(" → ");
        assert!(
            said.sentence.starts_with("Under SRPTE jobs take ") && said.sentence.ends_with(" as long as before (σ = 0.5)."),
            "{}",
            said.sentence
        );
        let below = format!("Mean sojourn: SRPTE {}. SRPTE takes ", course(3));
        assert!(said.below.starts_with(&below) && said.below.contains("as long as SRPT; it "), "{}", said.below);
        let all = super::tests::said(&now, &[2, 1], None, Some(Earlier { findings: &before, what: "σ = 0.5" }));
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
        let said = said(&now, &[0], None, Some(Earlier { findings: &before, what: "σ = 0.5" }));
        let mean = Measure::first(SystemKind::Server).unwrap();
        let worse = now.replicated.since(mean, 1, &before.replicated, 1);
        let own = now.report.policies[1].mean_sojourn().unwrap() / before.report.policies[1].mean_sojourn().unwrap();
        assert!((worse.ratio.unwrap() - own).abs() < 1e-9, "replications are of equally many jobs");
        assert_eq!(said.sentence, format!("Under SRPTE jobs take {} as long as before (σ = 0.5).", times(worse)));
        assert!(times(worse).ends_with(']'), "{}", said.sentence);
    }

    #[test]
    fn while_draws_come_what_was_is_that_of_the_same_draws() {
        let at = |sigma: f64, replications: u32| {
            let query = format!("replications={replications}&policies=srpt,srpte&workload.count=500&workload.sigma={sigma}");
            testing::findings(&Scenario::from_query(&query).unwrap())
        };
        let below = |before: u32| said(&at(1.0, 3), &[0], None, Some(Earlier { findings: &at(0.5, before), what: "σ = 0.5" })).below;
        assert_eq!(below(6), below(3));
    }

    #[test]
    fn exact_jobs_have_no_interval() {
        let report = report("policies = [\"ps\", \"srpt\"]\n[workload]\npath = \"jobs.csv\"");
        let Headline { sentence, below } = said(&report, &[0], None, None);
        assert!(sentence.starts_with("SRPT takes 0.") && !sentence.contains('['), "{sentence}");
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
        let best = times(findings.replicated.versus(&findings.report, cost, 2, 0));
        assert!(sentence.starts_with(&format!("DP has {best} the cost of Baseline; Greedy ")), "{sentence}");
        assert!(below.starts_with("Cost under Baseline: ") && below.ends_with("paired over 6 draws."), "{below}");
        assert!(of(ORDERS, "cost", Some(1)).0.starts_with("Greedy "));
        assert!(of(ORDERS, "cost", Some(0)).0.starts_with("Baseline: cost "));
        let cluster = "replications=4&policies=fair,hfsp&system.kind=cluster&workload.mix=test&workload.count=6";
        let (sentence, below, _) = of(cluster, "mean_sojourn", None);
        assert!(sentence.starts_with("HFSP takes ") || sentence.starts_with("HFSP cannot be told from Fair"), "{sentence}");
        assert!(below.starts_with("Mean sojourn under Fair: "), "{below}");
        let (sentence, ..) = of(cluster, "median_sojourn", None);
        assert!(sentence.contains("the median sojourn of Fair") || sentence.contains("cannot be told"), "{sentence}");
    }
}
