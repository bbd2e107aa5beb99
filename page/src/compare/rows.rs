//! Which policies are compared with each other, in which order, and which cannot be told apart.

use schedscope_core::experiment::Report;
use schedscope_core::pictures::format;
use schedscope_engine::registry::Family;
use schedscope_engine::workload::{Errors, Weights};
use schedscope_engine::world::{FileFormat, JobsSpec, WorkloadKind};

/// Families in the order of their rows.
pub const ORDER: [Family; 3] = [Family::Exact, Family::Estimated, Family::Blind];

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

/// Whether two means cannot be told apart: the paired interval of their ratio holds 1, or there is none and they are equal but for
/// rounding.
pub fn alike(report: &Report, a: usize, b: usize) -> bool {
    let versus = report.versus(a, b);
    match versus.interval {
        Some(interval) => interval.low <= 1.0 && 1.0 <= interval.high,
        None => versus.ratio.is_some_and(|ratio| (ratio - 1.0).abs() < 1e-9),
    }
}

/// Keys of the policies of a report by family, and within a family by mean.
pub fn order(report: &Report) -> Vec<String> {
    let mut rows: Vec<_> = report.policies.iter().collect();
    let family = |family: Family| ORDER.iter().position(|other| *other == family);
    let mean = |row: &schedscope_core::experiment::PolicyReport| row.mean_sojourn().unwrap_or(f64::INFINITY);
    rows.sort_by(|a, b| {
        let families = family(a.policy.row().family).cmp(&family(b.policy.row().family));
        families.then(mean(a).total_cmp(&mean(b)))
    });
    rows.into_iter().map(|row| row.policy.written().to_owned()).collect()
}

/// Positions of the policies of a report by family, in an order of keys that may be older than the report; what is not in it comes
/// last.
pub fn grouped(report: &Report, order: &[String]) -> Vec<(Family, Vec<usize>)> {
    let place = |i: &usize| order.iter().position(|key| key == report.policies[*i].policy.written()).unwrap_or(usize::MAX);
    let of = |family: Family| {
        let mut rows: Vec<usize> = (0..report.policies.len()).filter(|i| report.policies[*i].policy.row().family == family).collect();
        rows.sort_by_key(place);
        (family, rows)
    };
    ORDER.map(of).into_iter().filter(|(_, rows)| !rows.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::results;
    use schedscope_core::experiment::{Fields, Scenario};
    use schedscope_engine::server::Plan;

    fn workload(query: &str) -> JobsSpec {
        Scenario::from_query(query).unwrap().of::<Plan>().map(|Fields { workload, .. }| workload.clone()).unwrap()
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
        let (policies, results) = (scenario.choices().unwrap(), results(&scenario));
        let described = results[0].workload.clone();
        let report = Report::assemble(scenario, policies, described, vec![], results.into_iter().map(|known| known.summary).collect());
        assert_eq!(order(&report), ["srpt", "fspe+ps", "srpte", "las", "ps", "fifo"]);
        let older = ["fifo", "ps", "srpte"].map(str::to_owned);
        let groups: Vec<(Family, Vec<usize>)> = grouped(&report, &older);
        assert_eq!(groups, [(Family::Exact, vec![3]), (Family::Estimated, vec![4, 5]), (Family::Blind, vec![0, 1, 2])]);
        assert!(alike(&report, 0, 0) && !alike(&report, 0, 3));
    }
}
