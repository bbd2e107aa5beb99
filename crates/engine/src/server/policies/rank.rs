//! Rank: a policy of the reader's own.
//!
//! The job of least rank is served, and the rank is a formula over what is known of a job: `rank[est - age]` is SRPT on
//! estimates, `rank[max(est, age)]` goes by the estimate and, once that is used up, by attained service. Policies of this form
//! are the SOAP policies if only the job and its age decide, and then they are simulated exactly, in continuous time; a rank
//! that depends on time is read again after each quantum. Behind the formula stand constants, when ranks are compared and
//! what becomes of equal ones (see the guide, *Write a policy of your own*).

use crate::formula::{RankRule, Setting};
use crate::registry::{Family, Parameter, PolicyError, Row};
use crate::server::ranked;
use crate::server::scheduler::Fault;
use crate::server::{Config, Observer, Outcome, Servers};
use crate::workload::Workload;
use crate::world::Source;
use std::sync::Arc;

pub const ROW: Row = Row {
    key: "rank",
    name: "Rank",
    full: "",
    family: Family::Estimated,
    preemptive: true,
    line: "the job of least rank, a formula of one's own: rank[est - age]",
    source: "Scully, Harchol-Balter & Scheller-Wolf 2018, arXiv 1712.00790",
};

/// On several servers only ranks that do not rise are followed: see [`Parameters::servers`].
pub const SERVERS: Servers = Servers::Many;

/// A rule, and what it is to know of the scenario.
#[derive(Clone, Debug)]
pub struct Parameters {
    rule: Arc<RankRule>,
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
        Self { rule: Arc::new(RankRule::parse("est").expect("it is a rule")), setting: Setting::default() }
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
        let rule = RankRule::parse(text).map_err(|mistake| wrong(mistake.to_string()))?;
        Ok(Self { rule: Arc::new(rule), setting: Setting::default() })
    }

    /// Takes from where jobs come what the formula reads of it.
    pub fn fit(&mut self, source: &Source) -> Result<(), String> {
        self.setting = ranked::setting_of(source);
        self.rule.formula.check(&self.setting)
    }

    /// On how many servers the rule can be followed.
    pub fn servers(&self) -> Servers {
        ranked::servers(&self.rule)
    }

    /// The rule.
    pub fn rule(&self) -> &RankRule {
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
        ranked::run_rank(&self.rule, &self.setting, config, workload, observer)
    }
}
