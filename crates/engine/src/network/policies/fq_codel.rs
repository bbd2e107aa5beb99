//! **`fq_codel`**: fair queueing in which a flow's first packets go first (RFC 8290).
//!
//! A flow that has a queue of its own for the first time is *new* and is served before all others until it has sent a quantum; then it
//! takes its turn with them. At flow level: flows that have attained less than the quantum share the links max-min fairly, and the others
//! share what is left. A short flow that fits into a quantum hardly notices long ones. What `CoDel` does to keep queues short has no
//! counterpart in a fluid.

use crate::network::policy::{Rule, Stage};
use crate::network::rates::{Tier, Tiers};
use crate::network::{Observer, Outcome};
use crate::registry::{Family, Parameter, Row};

/// Parameters of `fq_codel`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// What a new flow sends before it takes its turn with the others, in units of size.
    quantum: f64,
}

impl Rule for Parameters {
    const ROW: Row = Row {
        key: "fq-codel",
        name: "fq_codel",
        full: "fair queueing with controlled delay",
        family: Family::Blind,
        preemptive: true,
        line: "max-min fair rates, the first quantum of a flow before all others",
        source: "RFC 8290; mPlane D3.3, section 3.3.4",
    };
    const BEFORE: &'static str = "which is new";

    fn preset() -> Self {
        Self { quantum: 0.01 }
    }

    fn parameters() -> Vec<Parameter<Self>> {
        let about = "what a new flow sends first, in units of size";
        vec![Parameter::number("quantum", 1e-9..=1e9, about, |parameters: &mut Self, x| parameters.quantum = x)]
    }

    fn run<O: Observer>(self, stage: &Stage<'_>, observer: &mut O) -> Outcome {
        stage.run(Tiers::new(stage.network, Tier::Attained(vec![self.quantum])), observer)
    }
}
