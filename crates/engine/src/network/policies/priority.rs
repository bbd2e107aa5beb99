//! **Strict priority**: short flows go before long ones.
//!
//! Two queues a port, of which the second is served only when the first is empty. At flow level: short flows share the links max-min
//! fairly, and long flows share what is left in the same way. Which flows are short is known from what they carry, or from their size and
//! the cutoff of the system.

use crate::network::policy::{Rule, Stage};
use crate::network::rates::{Tier, Tiers};
use crate::network::{Observer, Outcome};
use crate::registry::{Family, Row};

/// Strict priority has no parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters;

impl Rule for Parameters {
    const ROW: Row = Row {
        key: "priority",
        name: "Strict priority",
        full: "",
        family: Family::Exact,
        preemptive: true,
        line: "short flows before long ones, max-min fair rates among each",
        source: "mPlane D3.3, section 3.3.3",
    };
    const BEFORE: &'static str = "which is short";

    fn preset() -> Self {
        Self
    }

    fn run<O: Observer>(self, stage: &Stage<'_>, observer: &mut O) -> Outcome {
        stage.run(Tiers::new(stage.network, Tier::Class), observer)
    }
}
