//! **Fair sharing**: rates are max-min fair, which is what Stochastic Fairness Queueing and fair TCP come to.
//!
//! No flow can go faster without one that is no faster going slower. SFQ (`McKenney` 1990) serves flows in turn at every port; with as many
//! queues as flows and senders that fill them, the rates are these. mPlane finds it within a factor of two of the optimum: on one link it
//! is processor sharing, and a short flow is slowed down by the number of flows, not by their sizes.

use crate::network::policy::{Rule, Stage};
use crate::network::rates::{Tier, Tiers};
use crate::network::{Observer, Outcome};
use crate::registry::{Family, Row};

/// Fair sharing has no parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters;

impl Rule for Parameters {
    const ROW: Row = Row {
        key: "fair",
        name: "Fair sharing (SFQ)",
        full: "stochastic fairness queueing",
        family: Family::Blind,
        preemptive: true,
        line: "max-min fair rates",
        source: "McKenney 1990; mPlane D3.3, section 3.3.5",
    };
    const BEFORE: &'static str = "";

    fn preset() -> Self {
        Self
    }

    fn run<O: Observer>(self, stage: &Stage<'_>, observer: &mut O) -> Outcome {
        stage.run(Tiers::new(stage.network, Tier::One), observer)
    }
}
