//! What a report comes to, in sentences.

use crate::experiment::{Fields, PolicyReport, Report};
use schedscope_engine::registry::{Family, Row};
use schedscope_engine::server;
use schedscope_engine::sim::listed;
use schedscope_engine::workload::{Errors, Synthetic, Weights};
use schedscope_engine::world::WorkloadKind;

/// Relative difference of means that is too small to matter.
const ALIKE: f64 = 0.02;

/// Which policy has the least mean sojourn time, and how far the others are. `short` writes a number.
///
/// Of policies that know exact sizes, of those that have estimates, and of those that need none each the best has a sentence,
/// since only some of them can be had.
pub fn verdict(report: &Report, short: impl Fn(f64) -> String) -> Vec<String> {
    let of = |family: Family| report.policies.iter().filter(move |row| row.policy.row().family == family && mean(row).is_finite());
    let best = |family: Family| of(family).min_by(|a, b| mean(a).total_cmp(&mean(b)));
    let mut bests: Vec<&PolicyReport> = [Family::Exact, Family::Estimated, Family::Blind].into_iter().filter_map(best).collect();
    let Some(least) = bests.iter().map(|row| mean(row)).min_by(f64::total_cmp) else { return vec![] };
    if let Some(first) = bests.iter().position(|row| mean(row) == least) {
        let first = bests.remove(first);
        bests.insert(0, first);
    }
    let sentence = |best: &&PolicyReport| {
        let Row { name, family, .. } = best.policy.row();
        let alike = of(*family).filter(|row| row.policy != best.policy && mean(row) <= mean(best) * (1.0 + ALIKE));
        let alike: Vec<&str> = alike.map(|row| row.policy.row().name).collect();
        let level = if alike.is_empty() { String::new() } else { format!(" (within {:.0} %)", 100.0 * ALIKE) };
        let (has, does) = if alike.is_empty() { ("has", "does") } else { ("have", "do") };
        let names = listed(std::iter::once(*name).chain(alike).map(str::to_owned));
        let ratio = mean(best) / least;
        let (amount, how) = (short(mean(best)), knowing(report, *family));
        if best.policy == bests[0].policy {
            let counted = if weighted(report) { " (each job counted once, whatever its weight)" } else { "" };
            format!("{names} {has} the least mean sojourn{counted}, {amount}{level}, {how}.")
        } else if ratio < 1.0 + ALIKE {
            format!("{}, {names} {does} as well.", capital(&how))
        } else {
            format!("{}, {names} {does} best: {amount}{level}, {}.", capital(&how), more(ratio))
        }
    };
    bests.iter().map(sentence).collect()
}

/// What policies of a family know.
fn knowing(report: &Report, family: Family) -> String {
    match family {
        Family::Exact => "knowing every size".to_owned(),
        Family::Blind => "knowing no sizes".to_owned(),
        Family::Estimated => match sigma(report) {
            Some(0.0) => "with estimates, all of them exact".to_owned(),
            Some(sigma) => format!("with estimates, half of them off by more than {:.1}×", libm::exp(MEDIAN * sigma)),
            None => "with these estimates".to_owned(),
        },
    }
}

/// Median of the standard half-normal distribution.
const MEDIAN: f64 = 0.674_49;

fn mean(row: &PolicyReport) -> f64 {
    row.figures().map_or(f64::NAN, |figures| figures.mean_sojourn)
}

/// Whether some jobs are more important than others, as far as the scenario says.
fn weighted(report: &Report) -> bool {
    report.scenario.of::<server::Plan>().is_some_and(|Fields { workload, .. }| {
        matches!(workload.weights, Some(Weights::Classes { .. }))
            || workload.jobs.iter().any(|job| job.weight.is_some_and(|weight| weight != 1.0))
    })
}

/// How much more this ratio is.
fn more(ratio: f64) -> String {
    if ratio < 2.0 { format!("{:.0} % more", 100.0 * (ratio - 1.0)) } else { format!("{ratio:.1} times as much") }
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_ascii_uppercase().to_string() + letters.as_str()).unwrap_or_default()
}

/// The spread of log-normal errors, where it is known; 0 where every estimate is the size itself.
fn sigma(report: &Report) -> Option<f64> {
    let spec = &report.scenario.of::<server::Plan>()?.workload;
    match spec.errors {
        Some(Errors::None) => Some(0.0),
        Some(Errors::Uniform(_) | Errors::Bias(_)) => None,
        None | Some(Errors::LogNormal) => spec.sigma.or((spec.kind() == WorkloadKind::Synthetic).then(|| Synthetic::default().sigma)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Scenario, Study, run_all};

    fn sentences(toml: &str) -> Vec<String> {
        let study = Study::new(Scenario::from_toml(toml).unwrap(), |_| unreachable!()).unwrap();
        let (summaries, _) = run_all(&study, false, |_| {});
        verdict(&Report::new(&study, summaries), |x| format!("{x:.1}"))
    }

    const POLICIES: &str = "policies = [\"fifo\", \"ps\", \"srpt\", \"fsp\", \"srpte\", \"fspe+ps\", \"psbs\"]\nreplications = 4\n";

    /// The two questions that a new user asks.
    #[test]
    fn exponential_sizes_with_and_without_errors() {
        let exact = sentences(&format!("{POLICIES}[workload]\nshape = 1.0\nsigma = 0.0"));
        assert!(exact[0].starts_with("SRPT has the least mean sojourn, ") && exact[0].ends_with(", knowing every size."), "{exact:?}");
        assert_eq!(exact[1], "With estimates, all of them exact, SRPTE does as well.");
        assert!(
            exact[2].starts_with("Knowing no sizes, ") && exact[2].contains(" do best: ") && exact[2].contains(" (within 2 %), "),
            "{exact:?}"
        );
        let off = sentences(&format!("{POLICIES}[workload]\nshape = 1.0\nsigma = 2.0"));
        assert!(off[1].starts_with("With estimates, half of them off by more than 3.9×, ") && off[1].contains(" % more"), "{off:?}");
    }

    #[test]
    fn says_which_mean_it_is_where_weights_differ() {
        let weighted = sentences(&format!("{POLICIES}[workload]\nweights = {{ classes = 5, beta = 1.0 }}"));
        assert!(weighted[0].contains("the least mean sojourn (each job counted once, whatever its weight), "), "{weighted:?}");
    }

    #[test]
    fn names_those_that_are_alike() {
        let jobs =
            "policies = [\"ps\", \"las\", \"gps\"]\n[workload]\njobs = [{ arrival = 0.0, size = 1.0 }, { arrival = 0.0, size = 1.0 }]";
        assert_eq!(sentences(jobs), ["PS, LAS and GPS have the least mean sojourn, 2.0 (within 2 %), knowing no sizes."]);
    }
}
