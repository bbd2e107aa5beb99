//! **Ideal**: pFabric in a network whose inside is never congested (Alizadeh et al. 2013, section 5).
//!
//! The fabric is one big switch: only the links by which flows leave their source and enter their destination count, and the flow of which
//! the least is left takes them first. Links inside may carry more than they can; no flow goes faster than it would alone. It is a
//! reference, not a bound: the order that is best for one host is not always best for all.

use crate::network::policy::{Rule, Stage};
use crate::network::rates::{Greedy, Rank};
use crate::network::{Observer, Outcome};
use crate::registry::{Family, Row};

/// The ideal has no parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters;

impl Rule for Parameters {
    const ROW: Row = Row {
        key: "ideal",
        name: "Ideal",
        full: "",
        family: Family::Exact,
        preemptive: true,
        line: "pFabric with a fabric that is never congested: only links next to hosts count",
        source: "Alizadeh et al. 2013, section 5",
    };
    const BEFORE: &'static str = "of which less is left";

    fn preset() -> Self {
        Self
    }

    fn run<O: Observer>(self, stage: &Stage<'_>, observer: &mut O) -> Outcome {
        stage.run(Greedy::new(stage.network, Rank::Remaining, true), observer)
    }
}
