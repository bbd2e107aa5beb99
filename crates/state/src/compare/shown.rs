//! Which picture of the results is shown, and of which policies.

use super::presets::presets;
use super::refinement::Findings;
use super::what_if::WhatIf;
use crate::asked;
use crate::preset::Preset;
use crate::protocol::Fault;
use schedscope::sim::number;
use schedscope_core::experiment::{
    Measure, PolicyReport, Report, Scenario, ScenarioError, SystemKind, query_value, split_policies, without,
};
use schedscope_core::pictures::Quantity;
use std::fmt::Write as _;

/// A picture of the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureKind {
    /// Distribution of slowdowns.
    #[default]
    Slowdown,
    /// Distribution of sojourn times.
    Sojourn,
    /// Slowdown by size.
    Size,
    /// Job by job, two policies.
    Jobs,
    /// The measure in which policies are compared, replication by replication.
    Replications,
}

impl PictureKind {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 5] = [Self::Slowdown, Self::Sojourn, Self::Size, Self::Jobs, Self::Replications];

    /// What it is called in a link.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Sojourn => "sojourn",
            Self::Slowdown => "slowdown",
            Self::Size => "size",
            Self::Jobs => "jobs",
            Self::Replications => "replications",
        }
    }

    /// What is written where it is chosen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sojourn => "Sojourn",
            Self::Slowdown => "Slowdown",
            Self::Size => "By size",
            Self::Jobs => "Job by job",
            Self::Replications => "Replications",
        }
    }

    /// Whether there is such a picture of an answer: distributions where there are jobs, the closest look at them on one server.
    pub fn is_of(self, findings: &Findings) -> bool {
        match self {
            Self::Sojourn | Self::Slowdown => findings.report.policies.iter().any(|row| row.jobs.is_some()),
            Self::Size | Self::Jobs => !findings.closeups.is_empty(),
            Self::Replications => true,
        }
    }
}

/// What is looked at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Focus {
    /// Which picture.
    pub shown: PictureKind,
    /// The two policies of *Job by job*, if they were chosen.
    pub pair: Option<[String; 2]>,
    /// The policies that values are divided by, if they were chosen.
    pub over: Vec<String>,
    /// The name of the measure in which policies are compared, if it was chosen.
    pub measure: Option<String>,
    /// The value that is asked about in the distribution that is shown, if one was chosen: which share of the jobs has more?
    pub above: Option<f64>,
    /// The policy that is lit alone, by what is written to ask for it; all others are pale.
    pub lit: Option<String>,
}

/// The two policies that say most about each other, of those that are most often there.
const PAIRS: [[&str; 2]; 4] = [["srpte", "fspe+ps"], ["srpte", "psbs"], ["srpt", "ps"], ["ps", "fspe+ps"]];

/// The policies that values are divided by, unless others are chosen.
const OVER: [&str; 2] = ["srpt", "ps"];

impl Focus {
    /// The picture of an answer: the one that was chosen, or else the first that there is.
    pub fn shown(&self, findings: &Findings) -> PictureKind {
        let there = |shown: &PictureKind| shown.is_of(findings);
        Some(self.shown).filter(there).or_else(|| PictureKind::ALL.into_iter().find(there)).unwrap_or_default()
    }

    /// The value that is asked about in a distribution: the one that was chosen, or else the usual one.
    pub fn above(&self, report: &Report, quantity: Quantity) -> f64 {
        self.above.unwrap_or_else(|| asked::usual(quantity, report.policies.iter().filter_map(PolicyReport::mean_sojourn)))
    }

    /// Positions in a report of the two policies that are held against each other; none where there is only one.
    pub fn pair(&self, report: &Report) -> Option<[usize; 2]> {
        let place = |key: &str| report.policies.iter().position(|row| row.policy.written() == key);
        let both = |[a, b]: [&str; 2]| Some([place(a)?, place(b)?]).filter(|[a, b]| a != b);
        let chosen = self.pair.as_ref().and_then(|[a, b]| both([a.as_str(), b.as_str()]));
        let last = report.policies.len().checked_sub(1).filter(|last| *last > 0);
        let pair = chosen.or_else(|| PAIRS.into_iter().find_map(both)).or(last.map(|last| [0, last]))?;
        // The policy that is lit alone is one of them.
        Some(match self.lit(report).filter(|lit| !pair.contains(lit)) {
            Some(lit) => [lit, pair[1]],
            None => pair,
        })
    }

    /// Position in a report of the policy that is lit alone.
    pub fn lit(&self, report: &Report) -> Option<usize> {
        let lit = self.lit.as_deref()?;
        report.policies.iter().position(|row| row.policy.written() == lit)
    }

    /// Positions in a report of the policies that values are divided by; the first policy stands in for one that is not there.
    pub fn over(&self, report: &Report) -> Vec<usize> {
        let place = |key: &str| report.policies.iter().position(|row| row.policy.written() == key);
        let keys: Vec<&str> = if self.over.is_empty() { OVER.to_vec() } else { self.over.iter().map(String::as_str).collect() };
        let mut places: Vec<usize> = vec![];
        for place in keys.into_iter().map(|key| place(key).unwrap_or_default()) {
            if !places.contains(&place) {
                places.push(place);
            }
        }
        places
    }
}

/// What a link says beside its scenario: which picture is shown, of which two policies, which others are divided by, in what they
/// are compared, which value is asked about, and what is changed as soon as the scenario is simulated.
pub const OF_COMPARE: [&str; 6] = ["show", "pair", "over", "measure", "above", "what-if"];

/// A link of *Compare*: the question, and what is looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The scenario.
    pub scenario: Scenario,
    /// What is looked at.
    pub focus: Focus,
    /// What is changed as soon as it is simulated.
    pub what_if: Option<WhatIf>,
}

impl From<Scenario> for Link {
    fn from(scenario: Scenario) -> Self {
        Self { scenario, focus: Focus::default(), what_if: None }
    }
}

impl Link {
    /// Reads the query of a link to a world.
    ///
    /// # Errors
    /// Names the key and value that are not understood, and what is allowed.
    pub fn read(world: SystemKind, query: &str) -> Result<Self, Fault> {
        let wrong = |key: &str, value: &str, why: &str| {
            Fault::from(ScenarioError::Link { key: key.to_owned(), value: value.to_owned(), why: why.to_owned() })
        };
        let shown = match query_value(query, "show") {
            None => PictureKind::default(),
            // What happens over time was a choice once; it is always there.
            Some(key) if key == "time" => PictureKind::default(),
            Some(key) => PictureKind::ALL
                .into_iter()
                .find(|shown| shown.key() == key)
                .ok_or_else(|| wrong("show", &key, "allowed: slowdown, sojourn, size, jobs, replications"))?,
        };
        let pair = match query_value(query, "pair") {
            None => None,
            Some(keys) => {
                let pair = <[String; 2]>::try_from(split_policies(&keys));
                Some(pair.map_err(|_| wrong("pair", &keys, "allowed: two policies separated by a comma"))?)
            }
        };
        let over = query_value(query, "over").map(|keys| split_policies(&keys)).unwrap_or_default();
        let measure = query_value(query, "measure");
        if let Some(name) = measure.as_ref().filter(|name| Measure::named(world, name).is_none()) {
            return Err(wrong("measure", name, "allowed: a column of the world's results, such as mean_sojourn"));
        }
        let above = match query_value(query, "above") {
            None => None,
            Some(text) => Some(
                number(&text)
                    .filter(|value| value.is_finite() && *value > 0.0)
                    .ok_or_else(|| wrong("above", &text, "allowed: a number larger than 0"))?,
            ),
        };
        let what_if = match query_value(query, "what-if") {
            None => None,
            Some(key) => {
                let asked = WhatIf::ALL.into_iter().find(|what| what.key() == key);
                Some(asked.ok_or_else(|| wrong("what-if", &key, "allowed: estimates, load, half"))?)
            }
        };
        let world = Some(world).filter(|world| *world != SystemKind::default());
        let scenario = Scenario::from_query_in(world, &without(query, &OF_COMPARE))?;
        Ok(Self { scenario, focus: Focus { shown, pair, over, measure, above, lit: None }, what_if })
    }

    /// What going back leads away from: another preset or file, another picture.
    pub fn place(&self) -> String {
        let preset =
            Preset::of(presets(self.scenario.kind()), &self.scenario).map_or("", |preset| presets(self.scenario.kind())[preset].name);
        let path = self.scenario.file().unwrap_or_default();
        format!("{preset} {path} {}", self.focus.shown.key())
    }

    /// The query of a link.
    pub fn write(&self) -> String {
        let mut query = self.scenario.to_query();
        // Writing to a string cannot fail.
        if self.focus.shown != PictureKind::default() {
            let _ = write!(query, "&show={}", self.focus.shown.key());
        }
        if let Some([a, b]) = &self.focus.pair {
            let _ = write!(query, "&pair={a},{b}");
        }
        if !self.focus.over.is_empty() {
            let _ = write!(query, "&over={}", self.focus.over.join(","));
        }
        if let Some(measure) = &self.focus.measure {
            let _ = write!(query, "&measure={measure}");
        }
        if let Some(above) = self.focus.above {
            let _ = write!(query, "&above={above}");
        }
        if let Some(what) = self.what_if {
            let _ = write!(query, "&what-if={}", what.key());
        }
        query
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::results;

    fn report(policies: &str) -> Report {
        let scenario = Scenario::from_query(&format!("policies={policies}&workload.count=10")).unwrap();
        let (policies, results) = (scenario.choices().unwrap(), results(&scenario));
        let workload = results[0].workload.clone();
        Report::assemble(scenario, policies, workload, vec![], results.into_iter().map(|known| known.summary).collect())
    }

    #[test]
    fn two_policies_are_held_against_each_other() {
        let report = report("fifo,ps,srpt,srpte,fspe%2Bps");
        let pair = |pair: Option<[&str; 2]>| {
            Focus { shown: PictureKind::Jobs, pair: pair.map(|pair| pair.map(str::to_owned)), ..Focus::default() }.pair(&report)
        };
        assert_eq!(pair(Some(["fifo", "srpt"])), Some([0, 2]));
        assert_eq!(pair(None), Some([3, 4]), "those that say most about each other");
        assert_eq!(pair(Some(["fifo", "psbs"])), Some([3, 4]), "one that is not there");
        assert_eq!(pair(Some(["ps", "ps"])), Some([3, 4]), "one against itself");
    }

    #[test]
    fn the_policy_that_is_lit_alone_is_one_of_the_two() {
        let report = report("fifo,ps,srpt,srpte,fspe%2Bps");
        let pair = |lit: &str| Focus { lit: Some(lit.to_owned()), ..Focus::default() }.pair(&report);
        assert_eq!([pair("srpte"), pair("fspe+ps"), pair("fifo"), pair("gone")], [Some([3, 4]), Some([3, 4]), Some([0, 4]), Some([3, 4])]);
    }

    #[test]
    fn where_no_usual_pair_is_there_the_first_stands_against_the_last() {
        assert_eq!(Focus::default().pair(&report("fifo,las,gps")), Some([0, 2]));
        assert_eq!(Focus::default().pair(&report("fifo")), None);
    }

    #[test]
    fn links_say_what_is_looked_at_unless_it_is_usual() {
        for query in [
            "v=1&seed=9",
            "v=1&seed=9&show=jobs&pair=ps,fspe+ps",
            "v=1&show=size",
            "v=1&show=sojourn",
            "v=1&above=25",
            "v=1&show=replications&over=ps&measure=p99_slowdown&what-if=load",
        ] {
            assert_eq!(Link::read(SystemKind::Server, query).unwrap().write(), query);
        }
        assert_eq!(Link::read(SystemKind::Server, "v=1&show=time").unwrap().focus.shown, PictureKind::Slowdown, "an old link");
        assert_eq!(Link::read(SystemKind::Server, "pair=ps").unwrap_err().field.as_deref(), Some("pair"));
        assert_eq!(Link::read(SystemKind::Server, "measure=cost").unwrap_err().field.as_deref(), Some("measure"));
        assert_eq!(Link::read(SystemKind::Server, "above=-3").unwrap_err().field.as_deref(), Some("above"));
        assert_eq!(Link::read(SystemKind::Server, "what-if=twice").unwrap_err().field.as_deref(), Some("what-if"));
        assert!(Link::read(SystemKind::Ordering, "system.kind=ordering&measure=cost").is_ok());
    }

    #[test]
    fn a_place_is_a_preset_a_file_and_a_picture() {
        let place = |query: &str| Link::read(SystemKind::Server, query).unwrap().place();
        assert_eq!(place("replications=20"), place("replications=20&seed=3"), "another seed is the same place");
        assert_ne!(place("replications=20"), place("replications=20&show=size"));
        assert_ne!(place("replications=20"), place("replications=20&workload.sigma=2.0"));
        assert_ne!(place("workload.path=a.csv"), place("workload.path=b.csv"));
    }
}
