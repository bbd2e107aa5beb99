//! **FIFO**: first in, first out, as in switches with one queue a port.
//!
//! A queue sends packets in the order in which they came. At flow level: flows go in the order in which they were released, and each takes
//! what those before it leave on all links of its path. On one link this is exactly FIFO; in a network a flow that waits for a link does
//! not keep those behind it from other links. A short flow behind a long one waits for all of it: mPlane's example of an instruction that
//! is stuck behind a bulk transfer.
//!
//! This is not TCP through queues with drop-tail or RED (Floyd & Jacobson 1993), as the source's simulator has it: there packets of many
//! flows stand in one queue, losses tell each sender to slow down, and flows through one link come to share it. `tcp` has what that comes
//! to in the mean, without the queue and the losses.

use crate::network::policy::{Rule, Stage};
use crate::network::rates::{Greedy, Rank};
use crate::network::{Observer, Outcome};
use crate::registry::{Family, Row};

/// FIFO has no parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters;

impl Rule for Parameters {
    const ROW: Row = Row {
        key: "fifo",
        name: "FIFO",
        full: "first in, first out",
        family: Family::Blind,
        preemptive: false,
        line: "one whole flow after the other, in order of release",
        source: "mPlane D3.3, section 3.3.5",
    };
    const BEFORE: &'static str = "which came first";

    fn preset() -> Self {
        Self
    }

    fn run<O: Observer>(self, stage: &Stage<'_>, observer: &mut O) -> Outcome {
        stage.run(Greedy::new(stage.network, Rank::Age, false), observer)
    }
}
