//! **`RepFlow`**: fair sharing in which every short flow is sent twice, on two paths (Xu & Li, *`RepFlow`: Minimizing Flow Completion Times with
//! Replicated Flows in Data Centers*, INFOCOM 2014).
//!
//! The flow is complete when the first of the two is, and the other is withdrawn. It needs another path: with one path between two hosts,
//! or with flows that are split over all paths, it is fair sharing. What replicas carry is little, as short flows are; what they gain is
//! that one of two paths is seldom congested when the other is.

use super::fair;
use crate::network::policy::{Rule, Stage};
use crate::network::{Observer, Outcome};
use crate::registry::{Family, Row};

/// `RepFlow` has no parameters besides `replicate`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters;

impl Rule for Parameters {
    const ROW: Row = Row {
        key: "repflow",
        name: "RepFlow",
        full: "",
        family: Family::Blind,
        preemptive: true,
        line: "max-min fair rates; short flows on two paths, and the first to arrive counts",
        source: "Xu & Li 2014; mPlane D3.3, section 3.3.4",
    };
    const REPLICATES: bool = true;
    const BEFORE: &'static str = fair::Parameters::BEFORE;

    fn preset() -> Self {
        Self
    }

    fn run<O: Observer>(self, stage: &Stage<'_>, observer: &mut O) -> Outcome {
        fair::Parameters.run(stage, observer)
    }
}
