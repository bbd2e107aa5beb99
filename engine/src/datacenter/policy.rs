//! How the policies of the datacenter world work, and their registry: `hawk[cap=5]`.

use super::beliefs::Beliefs;
use super::design::Design;
use super::presets::presets;
use super::{Config, big_c, kairos};
use crate::registry::{self, Asked, Parameter, Registry};
use crate::workload::BatchWorkload;
use std::borrow::Cow;
use std::sync::LazyLock;

/// A policy of the datacenter world with its parameters: `hawk[cap=5]`.
pub type Policy = Asked<Kind>;

/// How a policy works: by what rule, and what it takes for granted of jobs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kind {
    rule: Rule,
    beliefs: Beliefs,
}

/// By what rule a policy schedules.
#[derive(Clone, Copy, Debug, PartialEq)]
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

/// The parameters of a rule as those of policies.
macro_rules! parameters_of {
    ($rule:ident, $parameters:ty) => {
        <$parameters>::parameters().into_iter().map(|parameter| {
            parameter.within(
                |kind: &Kind| if let Rule::$rule(its) = &kind.rule { Some(its) } else { None },
                |kind| if let Rule::$rule(its) = &mut kind.rule { Some(its) } else { None },
            )
        })
    };
}

impl registry::Kind for Kind {
    fn registry() -> &'static Registry<Self> {
        static REGISTRY: LazyLock<Registry<Kind>> = LazyLock::new(|| {
            let of_beliefs =
                |parameter: Parameter<Beliefs>| parameter.within(|kind: &Kind| Some(&kind.beliefs), |kind| Some(&mut kind.beliefs));
            let parameters = Beliefs::parameters()
                .into_iter()
                .map(of_beliefs)
                .chain(parameters_of!(Design, Design))
                .chain(parameters_of!(Kairos, kairos::Parameters))
                .chain(parameters_of!(BigC, big_c::Parameters));
            Registry::new("datacenter", presets(), parameters.collect())
        });
        &REGISTRY
    }
}

impl Kind {
    /// By what rule it schedules.
    pub(super) fn rule(&self) -> &Rule {
        &self.rule
    }

    /// The first worker that may run long tasks; zero where none is kept for short ones.
    pub(super) fn general(&self, config: &Config) -> u32 {
        match &self.rule {
            Rule::Design(design) if design.partition => config.general(),
            _ => 0,
        }
    }

    /// Whether idle workers steal.
    pub(super) fn steals(&self) -> bool {
        matches!(&self.rule, Rule::Design(design) if design.steals())
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

#[cfg(test)]
mod tests {
    use super::Policy;

    #[test]
    fn a_parameter_is_given_once() {
        let error = "hawk[cap=5, cap=6]".parse::<Policy>().unwrap_err().to_string();
        assert_eq!(error, "hawk[cap=5, cap=6] gives the parameter \"cap\" twice; allowed: each parameter once");
        assert!("hawk[cap=5,error=uniform(0.5,2)]".parse::<Policy>().is_ok(), "a comma inside parentheses");
    }
}
