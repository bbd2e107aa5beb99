//! **LAS**: least attained service first, the limit of PIAS for many queues.
//!
//! The flows that have been served the least go first, and those that have been served the same share what those before them leave,
//! max-min fairly. It needs no sizes: what a flow has been served says how long it may still be if sizes are heavy-tailed.

use crate::network::policy::{Rule, Stage};
use crate::network::rates::Attained;
use crate::network::{Observer, Outcome};
use crate::registry::{Family, Row};

/// LAS has no parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters;

impl Rule for Parameters {
    const ROW: Row = Row {
        key: "las",
        name: "LAS",
        full: "least attained service",
        family: Family::Blind,
        preemptive: true,
        line: "least attained service first, max-min fair rates among ties",
        source: "Nuyens & Wierman 2008; Bai et al. 2015",
    };
    const BEFORE: &'static str = "which has attained less";

    fn preset() -> Self {
        Self
    }

    fn run<O: Observer>(self, stage: &Stage<'_>, observer: &mut O) -> Outcome {
        stage.run(Attained::new(stage.network), observer)
    }
}
