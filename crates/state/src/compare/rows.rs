//! Which policies are compared with each other, in which order, and which cannot be told apart.

use super::refinement::Findings;
use crate::stage::offered;
use schedscope::workload::{Errors, Weights};
use schedscope::world::{Better, FileFormat, JobsSpec, WorkloadKind};
use schedscope_core::experiment::{Measure, Report, Versus};
use schedscope_core::pictures::format;

/// Whether all jobs have surely the same weight: FSPE+PS and PSBS are one policy then.
pub fn even(workload: &JobsSpec) -> bool {
    match workload.weights {
        Some(Weights::None) => true,
        Some(Weights::Classes { .. }) => false,
        None => format(workload) != Some(FileFormat::Csv) && workload.jobs.iter().all(|job| job.weight.is_none_or(|weight| weight == 1.0)),
    }
}

/// Whether replications differ: anything of the jobs is drawn at random.
pub fn drawn(workload: &JobsSpec) -> bool {
    let errors = match workload.errors {
        Some(Errors::None | Errors::Bias(_)) => false,
        Some(Errors::Uniform([low, high])) => low < high,
        None | Some(Errors::LogNormal | Errors::Unbiased) => workload.sigma.is_some_and(|sigma| sigma > 0.0),
    };
    workload.kind() == WorkloadKind::Synthetic || errors || matches!(workload.weights, Some(Weights::Classes { .. }))
}

/// Whether a ratio cannot be told from 1: its paired interval holds 1, or there is none and it is 1 but for rounding.
pub fn indistinct(versus: Versus) -> bool {
    match versus.interval {
        Some(interval) => interval.low <= 1.0 && 1.0 <= interval.high,
        None => versus.ratio.is_some_and(|ratio| (ratio - 1.0).abs() < 1e-9),
    }
}

/// Whether two policies cannot be told apart in a measure.
pub fn alike(findings: &Findings, measure: Option<Measure>, a: usize, b: usize) -> bool {
    measure.is_some_and(|measure| indistinct(findings.replicated.versus(&findings.report, measure, a, b)))
}

/// The value of a policy in a measure.
pub fn value(findings: &Findings, measure: Option<Measure>, policy: usize) -> Option<f64> {
    findings.replicated.value(&findings.report, measure?, policy)
}

/// The same as a number that is the smaller the better; what has no value comes last.
fn badness(findings: &Findings, measure: Option<Measure>, policy: usize) -> f64 {
    let more = measure.is_some_and(|measure| measure.column.better == Better::More);
    value(findings, measure, policy).map_or(f64::INFINITY, |value| if more { -value } else { value })
}

/// The best of some policies in a measure.
pub fn best(findings: &Findings, measure: Option<Measure>, policies: &[usize]) -> Option<usize> {
    policies.iter().copied().min_by(|a, b| badness(findings, measure, *a).total_cmp(&badness(findings, measure, *b)))
}

/// The worst of them.
pub fn worst(findings: &Findings, measure: Option<Measure>, policies: &[usize]) -> Option<usize> {
    policies.iter().copied().max_by(|a, b| badness(findings, measure, *a).total_cmp(&badness(findings, measure, *b)))
}

/// Keys of the policies of an answer by group, and within a group from the best in a measure to the worst.
pub fn order(findings: &Findings, measure: Option<Measure>) -> Vec<String> {
    let sorted = |mut rows: Vec<usize>| {
        rows.sort_by(|a, b| badness(findings, measure, *a).total_cmp(&badness(findings, measure, *b)));
        rows
    };
    let rows = grouped(&findings.report, &[]).into_iter().flat_map(|(_, rows)| sorted(rows));
    rows.map(|i| findings.report.policies[i].policy.written().to_owned()).collect()
}

/// Positions of the policies of a report in the groups of their world, each with its title, in an order of keys that may be older than the
/// report; what is not in it comes last.
pub fn grouped(report: &Report, order: &[String]) -> Vec<(&'static str, Vec<usize>)> {
    let place = |i: &usize| order.iter().position(|key| key == report.policies[*i].policy.written()).unwrap_or(usize::MAX);
    let world = report.scenario.kind();
    let offered = offered(world);
    let of = |title: &'static str| {
        let is_there = |i: &usize| offered.title_of(&report.policies[*i].policy) == title;
        let mut rows: Vec<usize> = (0..report.policies.len()).filter(is_there).collect();
        rows.sort_by_key(place);
        (title, rows)
    };
    offered.groups.iter().copied().map(of).filter(|(_, rows)| !rows.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format;
    use crate::testing::findings;
    use schedscope::server::Plan;
    use schedscope_core::experiment::{Fields, Scenario, SystemKind};
    use schedscope_core::pictures::{Sight, Writers, ratios};
    use schedscope_core::plot::Plot;

    fn workload(query: &str) -> JobsSpec {
        Scenario::from_query(query).unwrap().of::<Plan>().map(|Fields { workload, .. }| workload.clone()).unwrap()
    }

    #[test]
    fn what_was_before_stands_before_what_is_now() {
        let of = |sigma: &str| {
            let query = format!("policies=srpt,srpte&replications=2&workload.count=50&workload.sigma={sigma}");
            findings(&Scenario::from_query(&query).unwrap())
        };
        let (then, now) = (of("0.5"), of("2"));
        let (groups, before) = (vec![(String::new(), vec![0, 1])], Some((&*then.report, &*then.replicated, "σ = 0.5".to_owned())));
        let write = Writers { amount: format::short, spread: format::spread, interval: format::interval, percent: format::percent };
        let mean = Measure::first(SystemKind::Server).unwrap();
        let picture = ratios(&now.report, &now.replicated, mean, &Sight { groups, before, ..Sight::default() }, &write);
        let Plot::Forest(forest) = &picture.panels[0].plot else { panic!("{picture:?}") };
        assert_eq!(forest.columns, ["mean ± 95 %", "÷ SRPT now: before → now [95 %]", "slowed > 100×"]);
        let value = |findings: &Findings, policy: usize| findings.report.policies[policy].mean_sojourn().unwrap();
        let was = |policy: usize| format::short(value(&then, policy) / value(&now, 0));
        let said = |policy: usize| forest.groups[0].1[policy].cells[1].0.clone();
        assert_eq!(said(0), format!("{} → 1", was(0)));
        assert!(said(1).starts_with(&format!("{} → ", was(1))) && was(1) != was(0), "{}", said(1));
    }

    #[test]
    fn a_formula_stands_with_those_that_know_what_it_reads() {
        let policies = "ps,rank%5Bsize%5D,rank%5Best%5D,share%5B1%5D";
        let findings = findings(&Scenario::from_query(&format!("policies={policies}&workload.count=20")).unwrap());
        let titles: Vec<(&str, usize)> = grouped(&findings.report, &[]).iter().map(|(title, rows)| (*title, rows.len())).collect();
        assert_eq!(titles, [("Knows every size", 1), ("Guesses sizes", 1), ("Knows no size", 2)]);
    }

    #[test]
    fn weights_are_equal_unless_they_are_drawn_or_a_file_may_have_some() {
        for (query, equal) in [
            ("seed=1", true),
            ("workload.weights={ classes = 5, beta = 1.0 }", false),
            ("workload.path=jobs.csv", false),
            ("workload.path=jobs.csv&workload.weights=none", true),
            ("workload.path=trace.tsv", true),
        ] {
            assert_eq!(even(&workload(query)), equal, "{query}");
        }
    }

    #[test]
    fn jobs_of_a_file_are_exact_unless_errors_are_drawn() {
        for (query, random) in [
            ("seed=1", true),
            ("workload.sigma=0", true),
            ("workload.path=a.tsv", false),
            ("workload.path=a.tsv&workload.sigma=0", false),
            ("workload.path=a.tsv&workload.sigma=0.5", true),
            ("workload.path=a.tsv&workload.errors={ bias = 2.0 }", false),
            ("workload.path=a.tsv&workload.errors={ uniform = [0.5, 2.0] }", true),
            ("workload.path=a.tsv&workload.weights={ classes = 5, beta = 1.0 }", true),
        ] {
            assert_eq!(drawn(&workload(query)), random, "{query}");
        }
    }

    #[test]
    fn rows_are_sorted_within_what_policies_know_and_keep_an_older_order() {
        let scenario = Scenario::from_query("policies=fifo,ps,las,srpt,srpte,fspe%2Bps&workload.count=2000").unwrap();
        let (findings, mean) = (findings(&scenario), Measure::first(SystemKind::Server));
        let report = &findings.report;
        assert_eq!(order(&findings, mean), ["srpt", "fspe+ps", "srpte", "las", "ps", "fifo"]);
        let older = ["fifo", "ps", "srpte"].map(str::to_owned);
        let groups = grouped(report, &older);
        assert_eq!(groups, [("Knows every size", vec![3]), ("Guesses sizes", vec![4, 5]), ("Knows no size", vec![0, 1, 2])]);
        assert!(alike(&findings, mean, 0, 0) && !alike(&findings, mean, 0, 3));
    }
}
