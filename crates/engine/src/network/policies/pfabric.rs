//! **pFabric**: the flow of which the least is left goes first (Alizadeh et al., *pFabric: Minimal Near-Optimal Datacenter Transport*,
//! SIGCOMM 2013).
//!
//! Packets carry what is left of their flow, and every port sends the smallest number first. At flow level: in order of what is left, each
//! flow takes what those before it leave on all links of its path. On one link this is SRPT, which has the smallest mean completion time;
//! in a network nothing is optimal, but this comes near.

use crate::network::policy::{Rule, Stage};
use crate::network::rates::{Greedy, Rank};
use crate::network::{Observer, Outcome};
use crate::registry::{Family, Row};

/// pFabric has no parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters;

impl Rule for Parameters {
    const ROW: Row = Row {
        key: "pfabric",
        name: "pFabric",
        full: "",
        family: Family::Exact,
        preemptive: true,
        line: "least remaining size first, each as much as its path has left",
        source: "Alizadeh et al. 2013; mPlane D3.3, section 3.3.5",
    };
    const BEFORE: &'static str = "of which less is left";

    fn preset() -> Self {
        Self
    }

    fn run<O: Observer>(self, stage: &Stage<'_>, observer: &mut O) -> Outcome {
        stage.run(Greedy::new(stage.network, Rank::Remaining, false), observer)
    }
}
