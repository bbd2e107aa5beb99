//! Share: a policy of the reader's own.
//!
//! All jobs present are served at once, each at a rate in proportion to its share, and the share is a formula: `share[1]` is PS,
//! `share[weight]` is GPS, `share[1/(1+age)]` favours jobs that have attained little. It is discriminatory processor sharing
//! (Kleinrock 1967) with any weights.

use crate::formula::{Setting, ShareRule};
use crate::registry::{Family, Parameter, PolicyError, Row};
use crate::server::ranked;
use crate::server::scheduler::Fault;
use crate::server::{Config, Observer, Outcome, Servers};
use crate::workload::Workload;
use crate::world::Source;
use std::sync::Arc;

pub const ROW: Row = Row {
    key: "share",
    name: "Share",
    full: "",
    family: Family::Estimated,
    preemptive: true,
    line: "all jobs at once, in proportion to a formula of one's own: share[weight]",
    source: "Kleinrock 1967; Fayolle, Mitrani & Iasnogorodski 1980",
};

pub const SERVERS: Servers = Servers::One("all jobs share one server");

/// A rule, and what it is to know of the scenario.
#[derive(Clone, Debug)]
pub struct Parameters {
    rule: Arc<ShareRule>,
    setting: Setting,
}

/// What a scenario is to it does not make it another policy.
impl PartialEq for Parameters {
    fn eq(&self, other: &Self) -> bool {
        self.rule == other.rule
    }
}

/// The simplest rule.
impl Default for Parameters {
    fn default() -> Self {
        Self { rule: Arc::new(ShareRule::parse("1").expect("it is a rule")), setting: Setting::default() }
    }
}

/// Its brackets hold a rule, not parameters.
pub fn parameters() -> Vec<Parameter<Parameters>> {
    vec![]
}

impl Parameters {
    /// Reads what stands in the brackets.
    pub fn read(text: &str) -> Result<Self, PolicyError> {
        let wrong = |what: String| PolicyError::Text { policy: ROW.key, text: text.to_owned(), what };
        let rule = ShareRule::parse(text).map_err(|mistake| wrong(mistake.to_string()))?;
        Ok(Self { rule: Arc::new(rule), setting: Setting::default() })
    }

    /// Takes from where jobs come what the formula reads of it.
    pub fn fit(&mut self, source: &Source) -> Result<(), String> {
        self.setting = ranked::setting_of(source);
        self.rule.formula.check(&self.setting)
    }

    /// The rule.
    pub fn rule(&self) -> &ShareRule {
        &self.rule
    }

    /// What it knows of the scenario.
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// What it is called.
    pub fn name(&self) -> String {
        ranked::title(self.rule.name(), &self.rule.formula)
    }

    pub fn run<O: Observer>(&self, config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
        ranked::check(&self.rule.formula, &self.setting)?;
        ranked::run_share(&self.rule, &self.setting, config, workload, observer)
    }
}
