//! The registry of the network world: a policy is a file in `policies/` and a line in the list below.

use super::binding::binding;
use super::rates::Rates;
use super::{Flows, Network, Observer, Outcome, Paths, engine, policies};
use crate::registry::{self, Asked, Parameter, Preset, Registry, Row};
use std::sync::LazyLock;

/// A policy of the network world with its parameters: `fq-codel[quantum=0.01]`.
pub type Policy = Asked<Kind>;

/// How links are divided, with parameters.
pub(super) trait Rule: Copy + PartialEq + 'static {
    /// What is said about it.
    const ROW: Row;
    /// Whether short flows are replicated unless the scenario says otherwise.
    const REPLICATES: bool = false;
    /// Why a flow goes before another, as a clause.
    const BEFORE: &'static str;
    /// What a flow does that no link holds up.
    const FREE: &'static str = "goes as fast as its path allows";
    /// Whether it counts in packets, which then hold something.
    const IN_PACKETS: bool = false;
    /// Its parameters with their defaults.
    fn preset() -> Self;
    /// What can be written in brackets.
    fn parameters() -> Vec<Parameter<Self>> {
        vec![]
    }
    /// Runs flows.
    fn run<O: Observer>(self, stage: &Stage<'_>, observer: &mut O) -> Outcome;
}

/// Flows in a network, and whether short ones are replicated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stage<'a> {
    /// The network.
    pub network: &'a Network,
    /// The flows.
    pub flows: &'a Flows,
    /// Their paths, without links that never hold one up.
    paths: &'a Paths,
    replicate: bool,
}

impl<'a> Stage<'a> {
    /// Runs the flows at rates that something finds.
    pub fn run<R: Rates<'a>, O: Observer>(&self, rates: R, observer: &mut O) -> Outcome {
        engine::run((self.network, self.paths), self.flows, rates, self.replicate, observer)
    }
}

/// How a policy works.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kind {
    rule: Rules,
    /// Whether short flows are sent on two paths.
    replicate: bool,
}

macro_rules! policies {
    ($($name:ident = $file:ident,)*) => {
        #[derive(Clone, Copy, Debug, PartialEq)]
        enum Rules {
            $($name(policies::$file::Parameters),)*
        }

        impl Kind {
            /// Why a flow goes before another, as a clause.
            pub(super) fn before(&self) -> &'static str {
                match self.rule {
                    $(Rules::$name(_) => policies::$file::Parameters::BEFORE,)*
                }
            }

            /// What a flow does that no link holds up.
            pub(super) fn free(&self) -> &'static str {
                match self.rule {
                    $(Rules::$name(_) => policies::$file::Parameters::FREE,)*
                }
            }

            /// Whether packets have to hold something under it.
            pub(super) fn is_in_packets(&self) -> bool {
                match self.rule {
                    $(Rules::$name(_) => policies::$file::Parameters::IN_PACKETS,)*
                }
            }

            fn run<O: Observer>(&self, stage: &Stage<'_>, observer: &mut O) -> Outcome {
                match self.rule {
                    $(Rules::$name(rule) => rule.run(stage, observer),)*
                }
            }
        }

        static REGISTRY: LazyLock<Registry<Kind>> = LazyLock::new(|| {
            let about = "whether short flows are sent on another path as well, as RepFlow does";
            let mut parameters = vec![Parameter::switch("replicate", about, |kind: &mut Kind, on| kind.replicate = on)];
            let mut presets = vec![];
            $({
                type Its = policies::$file::Parameters;
                presets.push(Preset {
                    row: Its::ROW,
                    kind: Kind { rule: Rules::$name(Its::preset()), replicate: Its::REPLICATES },
                });
                parameters.extend(Its::parameters().into_iter().map(|parameter| {
                    parameter.of(Its::ROW.key, |_| true).within(
                        |kind: &Kind| if let Rules::$name(its) = &kind.rule { Some(its) } else { None },
                        |kind| if let Rules::$name(its) = &mut kind.rule { Some(its) } else { None },
                    )
                }));
            })*
            Registry::new("network", presets, parameters)
        });
    };
}

policies! {
    Fifo = fifo,
    Fair = fair,
    Tcp = tcp,
    FqCodel = fq_codel,
    Repflow = repflow,
    Priority = priority,
    Pias = pias,
    Las = las,
    Pfabric = pfabric,
    Ideal = ideal,
}

impl registry::Kind for Kind {
    fn registry() -> &'static Registry<Self> {
        &REGISTRY
    }
}

/// Runs `flows` through `network` under `policy` until every flow is complete.
///
/// Deterministic and single-threaded. Events at one instant: completions, then flows that are released by id, then events of the policy.
pub fn simulate(network: &Network, flows: &Flows, policy: &Policy, observer: &mut impl Observer) -> Outcome {
    let kind = policy.kind();
    let binding = binding(network, flows.paths());
    let paths = binding.as_ref().unwrap_or_else(|| flows.paths());
    kind.run(&Stage { network, flows, paths, replicate: kind.replicate }, observer)
}
