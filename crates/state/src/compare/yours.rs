//! The jobs of a file in one sentence: how much less time they take under the best policy than under a plain one, and what becomes of
//! that if estimates are twice as bad. The second half is asked of the workers behind the answer.

use super::refinement::{Findings, Phase};
use super::turn::ratios;
use super::{Compare, Headline, WhatIf};
use crate::format;
use schedscope::metrics::Interval;
use schedscope::registry::Family;
use schedscope_core::experiment::sweep::CellResult;
use schedscope_core::experiment::{Report, Scenario, SystemKind, Versus};
use schedscope_core::pictures::names;

/// Policies that see no sizes: the best is held against the first of them that is there.
const PLAIN: [&str; 3] = ["fifo", "ps", "las"];
/// Jobs that are simulated behind an answer, a policy.
const MOST: u64 = 2_000_000;

/// What was asked behind an answer, and the ratio of means that came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Twice {
    /// The question.
    pub asked: Scenario,
    /// The mean under the best policy ÷ that under the plain one.
    ratio: Option<f64>,
}

impl Twice {
    /// What a worker says of the question.
    pub fn told(asked: Scenario, cell: &CellResult) -> Self {
        let ratio = ratios(SystemKind::Server, None, cell).first().map(|(ratio, _)| *ratio);
        Self { asked, ratio: ratio.filter(|ratio| ratio.is_finite()) }
    }
}

/// The policy of a report that others are held against, and the one with the least mean of those that guess, or of all if none does; none
/// where it gains nothing.
fn pair(report: &Report) -> Option<(usize, usize)> {
    let key = |i: usize| report.policies[i].policy.row().key;
    let all = || 0..report.policies.len();
    let plain = PLAIN.iter().find_map(|plain| all().find(|i| key(*i) == *plain))?;
    let mean = |i: usize| report.policies[i].mean_sojourn().filter(|mean| mean.is_finite());
    let least = |wanted: &dyn Fn(usize) -> bool| {
        let known = all().filter(|i| *i != plain && wanted(*i)).filter_map(|i| Some((i, mean(i)?)));
        known.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(i, _)| i)
    };
    let best = least(&|i| report.policies[i].policy.family() == Family::Estimated).or_else(|| least(&|_| true))?;
    (mean(best)? < mean(plain)?).then_some((plain, best))
}

/// A ratio as a percentage, with its interval if it has one.
fn part(versus: Versus) -> Option<String> {
    let plain = |x: f64| format::percent(x).trim_end_matches(" %").to_owned();
    let ends = versus.interval.filter(|interval| !interval.is_point());
    let ends = ends.map_or_else(String::new, |Interval { low, high }| format!(" [{}, {}]", plain(low), plain(high)));
    Some(format::percent(versus.ratio?) + &ends)
}

impl Compare {
    /// The answer in a sentence about the jobs of the file, before what is `said` of any answer. A file's own errors are of the spread
    /// `sigma`.
    pub fn of_file(&self, findings: &Findings, sigma: Option<f64>, said: Headline) -> Headline {
        self.sentence(findings, sigma).map_or(said.clone(), |sentence| {
            let below = [said.sentence, said.below].into_iter().filter(|part| !part.is_empty());
            Headline { sentence, below: below.collect::<Vec<_>>().join(" ") }
        })
    }

    fn sentence(&self, findings: &Findings, sigma: Option<f64>) -> Option<String> {
        let report = &*findings.report;
        report.scenario.file().filter(|_| report.scenario.kind() == SystemKind::Server)?;
        let plain_view =
            self.before.is_none() && self.focus.lit(report).is_none() && self.measure().is_some_and(|measure| measure.is_mean());
        let (plain, best) = pair(report).filter(|_| plain_view)?;
        let name = |i: usize| names(&report.policies.iter().map(|row| row.policy.clone()).collect::<Vec<_>>()).swap_remove(i);
        let needs = part(report.versus(best, plain))?;
        let jobs = format::counted(report.workload.jobs, "job", "jobs");
        let question = self.asks_twice(sigma);
        let twice = self.twice.as_ref().filter(|twice| question.as_ref() == Some(&twice.asked));
        let worse = twice.and_then(|twice| twice.ratio).map(|ratio| format!("; with estimates twice as bad {}", format::percent(ratio)));
        Some(format!("On your {jobs} {} needs {needs} of {}’s mean sojourn{}.", name(best), name(plain), worse.unwrap_or_default()))
    }

    /// What is asked of the workers once the answer about a file is complete: the two policies of the sentence with estimates twice as bad.
    /// Nothing where the best policy sees no estimates.
    pub fn asks_twice(&self, sigma: Option<f64>) -> Option<Scenario> {
        let findings = self.refinement.findings.as_ref().filter(|_| self.refinement.phase == Phase::Done && !self.refinement.stale())?;
        let report = &*findings.report;
        self.scenario.file().filter(|_| self.kind() == SystemKind::Server)?;
        let (plain, best) = pair(report).filter(|(_, best)| report.policies[*best].policy.family() == Family::Estimated)?;
        let changed = WhatIf::Estimates.of(&self.scenario, self.own(sigma))?;
        let policies = [plain, best].map(|i| report.policies[i].policy.written().to_owned()).to_vec();
        let most = (MOST / report.workload.jobs.max(1)).max(1);
        let replications = changed.replications.min(u32::try_from(most).unwrap_or(u32::MAX));
        Some(Scenario { policies, replications, ..changed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::{Change, Look, Told};
    use crate::protocol::Results;
    use schedscope::server::Magnifier;
    use schedscope_core::experiment::sweep::Sweep;
    use schedscope_core::experiment::{Study, Tally, measure_all};
    use std::rc::Rc;

    /// Jobs that a large one is in the way of, whose estimates are wrong.
    fn text() -> Vec<u8> {
        let row = |i: u32| {
            let size = if i.is_multiple_of(10) { 40.0 } else { 1.0 };
            format!("{i},{},{size},{}\n", 7 * i, size * if i.is_multiple_of(3) { 1.5 } else { 0.7 })
        };
        format!("id,arrival,size,estimate\n{}", (0..300).map(row).collect::<String>()).into_bytes()
    }

    fn study(scenario: &Scenario) -> Study {
        Study::new(scenario.clone(), |_| Ok(text())).unwrap()
    }

    /// *Compare* of the file with its complete answer under these policies.
    fn answered(policies: &str) -> Compare {
        let mut compare = Compare::open(SystemKind::Server);
        let scenario = Scenario::from_query(&format!("replications=3&policies={policies}&workload.path=jobs.csv")).unwrap();
        compare.follow(Ok(scenario.into()));
        let asked = compare.asked();
        let study = study(&asked);
        let of = |policy| {
            let mut tally = Tally::default();
            let drawn = study.draw(0);
            tally.add(study.cell(&drawn, &study.run(&drawn, policy, |_| ()).unwrap()));
            let (series, closeup) = (tally.series(&study, policy), Some(Magnifier::default().closeup()));
            let (workload, warnings) = (study.describe(), study.warnings());
            Results { series, summary: tally.finish_measured(&study, policy), closeup, workload, warnings }
        };
        let results = (0..study.choices().len()).map(of).collect();
        let look = Look { generation: compare.refinement.generation, scenario: asked, replications: 1, results };
        compare.change(Change::Told(Told::Look(Rc::new(look))));
        compare
    }

    fn cell(scenario: &Scenario) -> CellResult {
        let study = study(scenario);
        let report = Report::new(&study, measure_all(&study, |_| ()).unwrap());
        CellResult::new(&Sweep { scenario: scenario.clone(), dimensions: vec![], until: None }, 0, &report)
    }

    fn sentence(compare: &Compare, sigma: Option<f64>) -> String {
        let findings = compare.refinement.findings.clone().unwrap();
        compare.of_file(&findings, sigma, Headline { sentence: "Usual.".to_owned(), below: "Below.".to_owned() }).sentence
    }

    #[test]
    fn the_jobs_of_a_file_have_a_sentence_of_their_own() {
        let mut compare = answered("fifo,srpt,srpte,fspe%2Bps");
        let report = compare.refinement.findings.clone().unwrap().report.clone();
        let mean = |i: usize| report.policies[i].mean_sojourn().unwrap();
        let best = if mean(2) < mean(3) { 2 } else { 3 };
        let needs = format::percent(mean(best) / mean(0));
        let name = ["", "", "SRPTE", "FSPE+PS"][best];
        let first = format!("On your 300 jobs {name} needs {needs} of FIFO’s mean sojourn");
        assert_eq!(sentence(&compare, Some(0.6)), format!("{first}."));
        // Behind it, twice the spread that the file has, in as many draws as are wanted.
        let asked = compare.asks_twice(Some(0.6)).unwrap();
        assert_eq!((asked.get("workload.sigma").unwrap().as_float(), asked.replications, asked.policies.len()), (Some(1.2), 3, 2));
        let worse = cell(&asked);
        compare.change(Change::Twice(Box::new(Twice::told(asked, &worse))));
        let ratio = ratios(SystemKind::Server, None, &worse)[0].0;
        assert!(ratio > mean(best) / mean(0), "worse estimates cost time");
        assert_eq!(sentence(&compare, Some(0.6)), format!("{first}; with estimates twice as bad {}.", format::percent(ratio)));
        assert_eq!(sentence(&compare, Some(0.9)), format!("{first}."), "that was not asked");
        assert_eq!(sentence(&compare, None), format!("{first}."));
        let findings = compare.refinement.findings.clone().unwrap();
        let said = compare.of_file(&findings, None, Headline { sentence: "Usual.".to_owned(), below: "Below.".to_owned() });
        assert_eq!(said.below, "Usual. Below.", "nothing is lost");
        // Whoever looks at one policy alone is told of that.
        compare.change(Change::Light("srpt".to_owned()));
        assert_eq!(sentence(&compare, None), "Usual.");
    }

    #[test]
    fn without_policies_that_guess_nothing_is_asked_of_estimates() {
        let exact = answered("ps,srpt");
        assert!(sentence(&exact, Some(0.6)).starts_with("On your 300 jobs SRPT needs "), "{}", sentence(&exact, Some(0.6)));
        assert_eq!(exact.asks_twice(Some(0.6)), None);
        assert_eq!(sentence(&answered("srpt,srpte"), None), "Usual.", "there is no plain policy");
    }

    #[test]
    fn a_card_says_what_it_is_of() {
        let said = answered("fifo,psbs").setup();
        assert!(said.starts_with("jobs.csv: 300 jobs") && said.contains(", estimates as in the file"), "{said}");
        assert!(!said.contains("10000") && !said.contains("weibull"), "nothing of jobs that are drawn: {said}");
    }
}
