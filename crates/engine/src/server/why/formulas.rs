//! The sentences for policies that are formulas.

use super::{Present, State};
use crate::formula::{Formula, Moment, Preempt, RankRule, Setting};
use crate::sim::brief;

/// Ranks that differ by less, relative to the larger, are equal in a sentence.
const EQUAL: f64 = 1e-9;

impl State<'_> {
    fn value(&self, formula: &Formula, setting: &Setting, job: &Present) -> f64 {
        let present = || self.served.iter().chain(&self.waiting);
        let late = |job: &&Present| job.curve.attained >= job.job().estimate;
        let (n, nlate) = (present().count() as f64, present().filter(late).count() as f64);
        formula.of_job(job.job(), setting).at(&Moment { age: job.curve.attained, now: self.time, n, nlate })
    }

    /// Why the job of least rank is served, without the full stop.
    pub(super) fn by_rank(&self, rule: &RankRule, setting: &Setting) -> String {
        let formula = &rule.formula;
        let rank = |job: &Present| self.value(formula, setting, job);
        let Some(first) = self.served.first() else { return self.runs() };
        let (least, all) = (rank(first), self.served.len() + self.waiting.len());
        let next = self.waiting.iter().min_by(|a, b| rank(a).total_cmp(&rank(b)));
        let beside = next.map_or_else(String::new, |next| format!("; {next}'s is {}", brief(rank(next))));
        let equal = |rank: f64| rank == least || (rank - least).abs() <= EQUAL * rank.abs().max(least.abs());
        let reason = match next.map(rank) {
            _ if self.served.len() > 1 => format!("their ranks {} are equal and the least of {all}", formula.text()),
            Some(other) if other < least && !equal(other) && rule.preempt != Preempt::Always => {
                format!("it has started, and ranks are not compared now; its own {} is {}", formula.text(), brief(least))
            }
            Some(other) if equal(other) => {
                format!("its rank {} = {} is as low as any of {all}, and it goes first", brief(least), formula.text())
            }
            _ => format!("its rank {} = {} is the least of {all}", brief(least), formula.text()),
        };
        format!("{}: {reason}{beside}", self.runs())
    }

    /// Which shares the jobs have, without the full stop.
    pub(super) fn by_share(&self, formula: &Formula, setting: &Setting) -> String {
        let word = |job: &Present| format!("{job} ({})", brief(self.value(formula, setting, job)));
        let shown: Vec<String> = self.served.iter().take(3).map(word).collect();
        let more = self.served.len().saturating_sub(shown.len());
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        format!("All run, in proportion to {}: {}{more}", formula.text(), shown.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use crate::server::{Config, Timeline, why};
    use crate::workload::{Job, Workload};

    fn says(policy: &str, time: f64) -> String {
        let job = |(id, (arrival, size, estimate)): (u64, (f64, f64, f64))| Job { id, arrival, size, estimate, weight: 1.0 };
        let workload = Workload::new((1..).zip([(0.0, 10.0, 4.0), (2.0, 3.0, 2.0), (3.0, 3.0, 3.0)]).map(job)).unwrap();
        why(&Timeline::record(&Config::default(), &workload, &policy.parse().unwrap()).unwrap(), time)
    }

    #[test]
    fn the_least_rank_is_named_with_the_next() {
        assert_eq!(says("rank[est]", 3.0), "J2 runs: its rank 2 = est is the least of 3; J3's is 3.");
        assert_eq!(says("rank[age]", 2.5), "J2 runs: its rank 0.5 = age is the least of 2; J1's is 2.");
        assert_eq!(
            says("rank[est; preempt=completion]", 3.0),
            "J1 runs: it has started, and ranks are not compared now; its own est is 4; J2's is 2."
        );
    }

    #[test]
    fn shares_are_named() {
        assert_eq!(says("share[est]", 2.0), "All run, in proportion to est: J1 (4), J2 (2).");
    }
}
