use super::beliefs::Beliefs;
use super::design::{Design, Loot, Order, Rescue};
use super::{Config, big_c, kairos, own};
use crate::workload::BatchWorkload;
use std::borrow::Cow;

/// How a policy works: by what rule, and what it takes for granted of jobs.
#[derive(Clone, Debug, PartialEq)]
pub struct Kind {
    /// By what rule it schedules.
    pub(super) rule: Rule,
    /// What it takes for granted of jobs.
    pub(super) beliefs: Beliefs,
}

/// By what rule a policy schedules.
#[derive(Clone, Debug, PartialEq)]
pub enum Rule {
    /// Parts that compose.
    Design(Design),
    /// Central balancing and preemptive workers.
    Kairos(kairos::Parameters),
    /// Capacities of classes, with preemption.
    BigC(big_c::Parameters),
}

impl From<Rule> for Kind {
    fn from(rule: Rule) -> Self {
        Self { rule, beliefs: Beliefs::default() }
    }
}

impl Kind {
    /// The first worker that may run long tasks; zero where none is kept for short ones.
    pub(super) fn general(&self, config: &Config) -> u32 {
        match &self.rule {
            Rule::Design(design) if design.partition => config.general(),
            _ => 0,
        }
    }

    /// Whether idle workers steal the entries behind a long task.
    pub(super) fn steals(&self) -> bool {
        matches!(&self.rule, Rule::Design(Design { rescue: Rescue::Steal { loot: Loot::Group, .. }, .. }))
    }

    /// Whether formulas of it read estimates.
    pub(super) fn reads_estimates(&self) -> bool {
        let Rule::Design(Design { order, choice, .. }) = &self.rule else { return false };
        let order = if let Order::Own { formula, .. } = order { Some(formula) } else { None };
        order.into_iter().chain(choice).any(|formula| own::reads_estimates(formula))
    }

    /// The datacenter as this policy takes it.
    pub(super) fn config(&self, config: &Config) -> Config {
        self.beliefs.config(config)
    }

    /// The workload with the estimates that this policy has.
    pub(super) fn workload<'a>(&self, config: &Config, workload: &'a BatchWorkload) -> Cow<'a, BatchWorkload> {
        self.beliefs.workload(config, workload)
    }
}
