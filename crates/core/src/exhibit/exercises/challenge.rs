//! Challenges: a policy is written as a formula, and its mean sojourn time is to come below a target.

use crate::experiment::{Column, Report};
use schedscope::formula::{Allowed, Mistake, RankRule, ShareRule};
use schedscope::metrics::mean;
use schedscope::sim::brief;

/// What is to be reached by a formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Challenge {
    /// A score below this solves it.
    pub below: f64,
    /// The policy of the scenario against which chance is taken out of the score: a score is then the mean sojourn time as a ratio to that of
    /// this policy on the same jobs, times the exact mean under it, so that a few giants among the jobs do not decide. Without it, a score
    /// is the mean sojourn time.
    pub times: Option<String>,
    /// What a formula may read.
    pub allowed: Allowed,
    /// The rank to begin with.
    pub start: String,
    /// A rank that solves it, shown once it is solved or given up.
    pub reference: Option<String>,
}

/// What counts of a policy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// The value; less is better.
    pub value: f64,
    /// Its standard error over replications; none for one replication.
    pub error: Option<f64>,
}

impl Challenge {
    /// How the policy that serves the least of this rank is asked for.
    ///
    /// # Errors
    /// Where and why this is no rank, or not one that is allowed.
    pub fn ranked(&self, rank: &str) -> Result<String, Mistake> {
        let rule = RankRule::parse(rank)?;
        self.allowed.mistake(rank).map_or_else(|| Ok(format!("rank[{rule}]")), Err)
    }

    /// How a policy is asked for that is written as a formula, `rank[…]` or `share[…]`, in one of the ways in which it may be written.
    ///
    /// # Errors
    /// Where and why this is no formula, or not one that is allowed.
    pub fn asked(&self, written: &str) -> Result<String, Mistake> {
        let text = |key: &str| written.strip_prefix(key)?.strip_prefix('[')?.strip_suffix(']');
        match (text("rank"), text("share")) {
            (Some(rank), _) => self.ranked(rank),
            (None, Some(share)) => {
                let rule = ShareRule::parse(share)?;
                self.allowed.mistake(share).map_or_else(|| Ok(format!("share[{rule}]")), Err)
            }
            (None, None) => Err(Mistake { column: 1, what: "a formula is wanted: rank[…] or share[…]".to_owned() }),
        }
    }

    /// How the reference is asked for.
    pub fn referred(&self) -> Option<String> {
        self.reference.as_ref().and_then(|rank| self.ranked(rank).ok())
    }

    /// The scores of the policies of a report, as they were asked for; none unless the one is among them that is counted against.
    pub fn scores(&self, report: &Report) -> Option<Vec<(String, Score)>> {
        let asked = &report.scenario.policies;
        let control = match &self.times {
            None => None,
            Some(times) => {
                let place = asked.iter().position(|key| key == times)?;
                let exact = Column::find(report.scenario.kind(), EXACT)?.of_policy(&report.policies[place])?;
                Some((report.means(place), exact))
            }
        };
        Some(asked.iter().enumerate().map(|(place, key)| (key.clone(), Score::of(report.means(place), control))).collect())
    }
}

/// The column with what theory says of the mean.
const EXACT: &str = "theory_mean_sojourn";

impl Score {
    /// From the mean sojourn times of the replications and, if it is counted against another policy, those of that one and its exact mean.
    /// The error of the ratio is that of a ratio estimator: the spread of what remains of each mean when its share of the control is taken out.
    fn of(means: &[f64], control: Option<(&[f64], f64)>) -> Self {
        let error = |rests: &[f64]| {
            let (n, middle) = (rests.len() as f64, mean(rests));
            let squares = rests.iter().map(|rest| (rest - middle) * (rest - middle)).sum::<f64>();
            (rests.len() > 1).then(|| (squares / (n - 1.0) / n).sqrt())
        };
        match control {
            None => Self { value: mean(means), error: error(means) },
            Some((control, exact)) => {
                let ratio = mean(means) / mean(control);
                let rests: Vec<f64> = means.iter().zip(control).map(|(own, control)| own - ratio * control).collect();
                Self { value: ratio * exact, error: error(&rests).map(|error| error * exact / mean(control)) }
            }
        }
    }

    /// In words: `2.38 ± 0.01`.
    pub fn said(&self) -> String {
        self.error.map_or_else(|| brief(self.value), |error| format!("{:.3} ± {:.3}", self.value, error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_two_policies_have_in_common_is_no_error() {
        let (means, control) = ([2.0, 4.0, 6.0], [1.0, 2.0, 3.0]);
        assert_eq!(Score::of(&means, None), Score { value: 4.0, error: Some((4.0_f64 / 3.0).sqrt()) });
        assert_eq!(Score::of(&means, Some((&control, 2.5))), Score { value: 5.0, error: Some(0.0) });
        assert_eq!(Score::of(&means, Some((&means, 3.0))), Score { value: 3.0, error: Some(0.0) });
    }
}
