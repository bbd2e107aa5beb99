//! **PIAS**: priority by attained service, in a few queues (Bai et al., *Information-Agnostic Flow Scheduling for Commodity Data Centers*,
//! NSDI 2015).
//!
//! A flow begins in the first queue and goes to the next one whenever it has sent as much as a threshold says; queues are served in strict
//! priority. At flow level the flows of a queue share what earlier queues leave, max-min fairly. With ever more queues this becomes
//! least attained service. Thresholds grow geometrically; the authors optimise them for a known distribution of sizes.

use crate::network::policy::{Rule, Stage};
use crate::network::rates::{Tier, Tiers};
use crate::network::{Observer, Outcome};
use crate::registry::{Family, Parameter, Row};

/// Parameters of PIAS.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Number of queues.
    queues: u32,
    /// First threshold, in units of size.
    first: f64,
    /// Each threshold ÷ the one before it.
    growth: f64,
}

impl Rule for Parameters {
    const ROW: Row = Row {
        key: "pias",
        name: "PIAS",
        full: "practical information-agnostic flow scheduling",
        family: Family::Blind,
        preemptive: true,
        line: "a few queues in strict priority; a flow sinks as it is served",
        source: "Bai et al. 2015",
    };
    const BEFORE: &'static str = "which has attained less";

    fn preset() -> Self {
        Self { queues: 8, first: 0.01, growth: 4.0 }
    }

    fn parameters() -> Vec<Parameter<Self>> {
        vec![
            Parameter::whole("queues", 2..=16, "number of queues", |parameters: &mut Self, x| parameters.queues = x),
            Parameter::number("first", 1e-9..=1e9, "first threshold, in units of size", |parameters: &mut Self, x| parameters.first = x),
            Parameter::number("growth", 1.1..=1000.0, "each threshold ÷ the one before it", |parameters: &mut Self, x| {
                parameters.growth = x;
            }),
        ]
    }

    fn run<O: Observer>(self, stage: &Stage<'_>, observer: &mut O) -> Outcome {
        let thresholds = std::iter::successors(Some(self.first), |before| Some(before * self.growth));
        let thresholds = thresholds.take(self.queues as usize - 1).collect();
        stage.run(Tiers::new(stage.network, Tier::Attained(thresholds)), observer)
    }
}
