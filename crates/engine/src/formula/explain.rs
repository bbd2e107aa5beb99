use super::known::{self, Known};
use super::{Class, Formula, Preempt, RankRule, Setting, ShareRule, Ties, Variable};
use crate::sim::written;
use crate::workload::Job;
use serde::Serialize;

/// What a rule means, in words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    /// The variables in it, each with what it is.
    pub variables: Vec<(&'static str, &'static str)>,
    /// What its value changes with.
    pub class: &'static str,
    /// How it is simulated.
    pub simulated: String,
    /// What to bear in mind.
    pub warnings: Vec<String>,
    /// The policy that it is, if it is a known one.
    pub twin: Option<Twin>,
}

/// A known policy that a rule makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Twin {
    /// What it is called.
    pub name: &'static str,
    /// Its key, if it has one.
    pub key: Option<&'static str>,
}

impl Twin {
    fn of(known: &Known) -> Self {
        Self { name: known.name, key: known.keys.first().copied() }
    }
}

impl Formula {
    /// Whether it is the same for all jobs present.
    fn is_common(&self) -> bool {
        self.variables().all(Variable::is_common) && !self.is_tabled()
    }

    /// Whether it reads nothing, and is NaN.
    fn never_a_number(&self) -> bool {
        let anyone = Job { id: 0, arrival: 0.0, size: 1.0, estimate: 1.0, weight: 1.0 };
        self.variables().next().is_none() && !self.is_tabled() && self.compile(&Setting::default()).of_job(&anyone).rank(0.0).is_nan()
    }

    /// Its warnings, whatever it is of.
    fn warnings(&self) -> Vec<String> {
        let estimates = [Variable::Est, Variable::EstRem, Variable::Late];
        let mut warnings = vec![];
        if self.is_oracle() {
            warnings.push("sees exact sizes, which no system knows: an ideal".to_owned());
        } else if !self.is_common() && !estimates.iter().any(|variable| self.uses(*variable)) {
            warnings.push("never uses est: errors of estimates do not matter to it".to_owned());
        }
        if self.is_tabled() {
            warnings.push("reads a table of the model: its law of sizes and its error of estimates must be known".to_owned());
        }
        warnings
    }

    fn explained(&self, class: &'static str, simulated: String, warnings: Vec<String>, twin: Option<&Known>) -> Explanation {
        let variables = self.variables().map(|variable| (variable.name(), variable.about())).collect();
        Explanation { variables, class, simulated, warnings, twin: twin.map(Twin::of) }
    }
}

impl RankRule {
    /// What it means.
    pub fn explain(&self) -> Explanation {
        let formula = &self.formula;
        let class = match formula.class() {
            Class::Constant => "constant: a job keeps its rank",
            Class::Age => "age: the rank of a job changes only while it is served",
            Class::Time => "time: ranks change while jobs wait",
        };
        let mut warnings = formula.warnings();
        let numberless = formula.never_a_number();
        if numberless {
            warnings.push("is never a number: a run stops at once".to_owned());
        } else if formula.is_common() {
            let same = if self.ties == Ties::Shared { "PS" } else { "FIFO" };
            warnings.push(format!("gives all jobs present the same rank: this is {same}"));
        }
        let simulated = match (self.quantum(), self.preempt) {
            (Some(q), _) => {
                let q = written(q);
                warnings
                    .push(format!("depends on time: ranks are read again every {q} mean sizes, so each decision comes late by up to that"));
                format!("in quanta of {q} mean sizes")
            }
            (None, Preempt::Always) => "exactly: in continuous time".to_owned(),
            (None, Preempt::Completion) => "exactly: ranks are read when the server falls free".to_owned(),
            (None, Preempt::Arrival) => "exactly: ranks are read at arrivals and completions".to_owned(),
        };
        let twin = match formula.is_common() {
            true if numberless => None,
            true => known::of_equal_ranks(self),
            false => known::of_rank(self),
        };
        formula.explained(class, simulated, warnings, twin)
    }
}

impl ShareRule {
    /// What it means.
    pub fn explain(&self) -> Explanation {
        let formula = &self.formula;
        let class = match formula.class() {
            Class::Constant => "constant: a job keeps its share",
            Class::Age => "age: the share of a job changes while it is served",
            Class::Time => "time: shares change with time or with the jobs present",
        };
        let mut warnings = formula.warnings();
        if formula.is_common() {
            warnings.push("gives all jobs present the same share: this is PS".to_owned());
        }
        let steady =
            formula.variables().all(|variable| variable.class() == Class::Constant || [Variable::N, Variable::NLate].contains(&variable));
        let simulated = if steady {
            "exactly: rates are constant between events"
        } else {
            "by integration of the rates, with an error of about 1e-6 of a completion time"
        };
        let twin = if formula.is_common() { known::named("ps") } else { known::of_share(self) };
        formula.explained(class, simulated.to_owned(), warnings, twin)
    }
}
