//! **TCP**: fair sharing that a flow comes to by a slow start (RFC 5681).
//!
//! A flow begins with a window of ten packets (RFC 6928), which it may have under way at once: in its first round trip it goes no faster
//! than window ÷ round trip. The window doubles with each round trip, until one ends in which the flow went slower than its window
//! allows: it has met its fair share, and a queue has dropped or marked a packet (RED, Floyd & Jacobson 1993). What follows is taken as
//! its mean: the saw-tooth of congestion avoidance, which leads flows through one link to equal rates, as their max-min fair rate. Round
//! trips are those of an empty network for all flows; without them, or for windows that are never too small, this is `fair`.
//!
//! Left out is what a fluid does not have: time in queues, losses with their timeouts, and unequal shares of unequal round trips. So is
//! DCTCP (Alizadeh et al. 2010), which leads flows to the same rates with shorter queues: without queues it is this.

use crate::network::policy::{Rule, Stage};
use crate::network::rates::SlowStart;
use crate::network::{Observer, Outcome};
use crate::registry::{Family, Parameter, Row};

/// Parameters of TCP.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// The first window, in packets.
    window: f64,
}

impl Rule for Parameters {
    const ROW: Row = Row {
        key: "tcp",
        name: "TCP",
        full: "transmission control protocol",
        family: Family::Blind,
        preemptive: true,
        line: "slow start in windows that double with each round trip, then max-min fair rates",
        source: "RFC 5681 and 6928; mPlane D3.3, section 3.3.5",
    };
    const BEFORE: &'static str = "";
    const FREE: &'static str = "goes as fast as its window allows (slow start)";
    const IN_PACKETS: bool = true;

    fn preset() -> Self {
        Self { window: 10.0 }
    }

    fn parameters() -> Vec<Parameter<Self>> {
        let about = "what a flow sends in its first round trip, in packets";
        vec![Parameter::number("window", 1.0..=1e6, about, |parameters: &mut Self, x| parameters.window = x)]
    }

    fn run<O: Observer>(self, stage: &Stage<'_>, observer: &mut O) -> Outcome {
        let (round, packet) = stage.flows.round_trips();
        stage.run(SlowStart::new(stage.network, self.window * packet, round), observer)
    }
}
