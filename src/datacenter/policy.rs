//! The registry of the datacenter world, and its policies' parameters: `hawk[cap=5]`.

use super::design::{self, Design, Order, Placement, Pool, Rescue};
use super::{Config, kairos};
use crate::registry::{self, Dash, Family, Hue, Look, Row, Servers, UnknownPolicy};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// How a policy works.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// Parts that compose.
    Design(Design),
    /// Central balancing and preemptive workers.
    Kairos(kairos::Parameters),
}

/// A policy with its defaults.
#[derive(Debug)]
struct Preset {
    row: Row,
    kind: Kind,
}

const fn preset(
    key: &'static str,
    name: &'static str,
    line: &'static str,
    source: &'static str,
    hue: Hue,
    dash: Dash,
    design: Design,
) -> Preset {
    let row =
        Row { key, name, family: Family::Estimated, preemptive: false, line, source, servers: Servers::Many, look: Look { hue, dash } };
    Preset { row, kind: Kind::Design(design) }
}

const fn blind(preset: Preset) -> Preset {
    Preset { row: Row { family: Family::Blind, ..preset.row }, ..preset }
}

use design::{CENTRAL, EAGLE, HAWK, OMNISCIENT, SPARROW, SPLIT};

const EVERYWHERE: Placement = Placement::Probe { pool: Pool::All, ratio: 2, least: 0 };

const fn central(
    key: &'static str,
    name: &'static str,
    line: &'static str,
    source: &'static str,
    dash: Dash,
    parameters: kairos::Parameters,
) -> Preset {
    let preemptive = parameters.quantum.is_finite();
    let look = Look { hue: Hue::Green, dash };
    let row = Row { key, name, family: Family::Blind, preemptive, line, source, servers: Servers::Many, look };
    Preset { row, kind: Kind::Kairos(parameters) }
}

static PRESETS: [Preset; 15] = [
    blind(preset(
        "sparrow",
        "Sparrow",
        "two probes a task; whoever is free first gets it",
        "Delgado's thesis, section 2.2.3",
        Hue::Blue,
        Dash::Solid,
        SPARROW,
    )),
    preset(
        "central-lwl",
        "Central LWL",
        "each task to the worker with least estimated work",
        "Delgado's thesis, section 2.4.5",
        Hue::Black,
        Dash::Solid,
        CENTRAL,
    ),
    preset(
        "split",
        "Split",
        "long and short jobs on workers of their own",
        "Delgado's thesis, section 2.4.6",
        Hue::Black,
        Dash::Dashed,
        SPLIT,
    ),
    preset(
        "hawk",
        "Hawk",
        "long jobs placed centrally, short ones probed; idle workers steal what waits behind long tasks",
        "Delgado's thesis, chapter 2",
        Hue::Orange,
        Dash::Solid,
        HAWK,
    ),
    preset(
        "hawk-no-central",
        "Hawk without central placement",
        "Hawk, long jobs probed too",
        "Delgado's thesis, section 2.4.4",
        Hue::Orange,
        Dash::Dashed,
        Design { long: Placement::Probe { pool: Pool::General, ratio: 2, least: 0 }, ..HAWK },
    ),
    preset(
        "hawk-no-partition",
        "Hawk without partition",
        "Hawk, no workers kept for short tasks",
        "Delgado's thesis, section 2.4.4",
        Hue::Orange,
        Dash::Dotted,
        Design { partition: false, ..HAWK },
    ),
    preset(
        "hawk-no-stealing",
        "Hawk without stealing",
        "Hawk, nobody steals",
        "Delgado's thesis, section 2.4.4",
        Hue::Orange,
        Dash::DashDot,
        Design { rescue: Rescue::None, ..HAWK },
    ),
    preset(
        "eagle",
        "Eagle",
        "workers with long tasks reject short probes; probes stick; least remaining work first",
        "Delgado's thesis, chapter 3",
        Hue::Sky,
        Dash::Solid,
        EAGLE,
    ),
    preset(
        "eagle-no-sss",
        "Eagle without SSS",
        "Eagle, nobody rejects a probe",
        "Delgado's thesis, section 3.6.3",
        Hue::Sky,
        Dash::Dashed,
        Design { rescue: Rescue::None, ..EAGLE },
    ),
    preset(
        "eagle-no-minprobes",
        "Eagle without least probes",
        "Eagle, two probes a task however few tasks",
        "Delgado's thesis, section 3.6.3",
        Hue::Sky,
        Dash::Dotted,
        Design { short: EVERYWHERE, ..EAGLE },
    ),
    preset(
        "eagle-no-sbp-srpt",
        "Eagle without sticky probes and SRPT",
        "Eagle, a task a probe, first come first served",
        "Delgado's thesis, section 3.6.3",
        Hue::Sky,
        Dash::DashDot,
        Design { order: Order::Fifo, sticky: false, ..EAGLE },
    ),
    preset(
        "ideal-eagle",
        "Ideal Eagle",
        "Eagle whose probes know where long tasks are",
        "the authors' simulator of Eagle",
        Hue::Sky,
        Dash::LongDash,
        Design { rescue: Rescue::Ideal, ..EAGLE },
    ),
    preset(
        "omniscient-lwl",
        "Omniscient LWL",
        "least waiting time with exact state, in Eagle's partition",
        "Delgado's thesis, section 3.6.4",
        Hue::Black,
        Dash::Dotted,
        OMNISCIENT,
    ),
    central(
        "kairos",
        "Kairos",
        "tasks spread evenly; least attained service first at each worker",
        "Delgado's thesis, chapter 4",
        Dash::Solid,
        kairos::KAIROS,
    ),
    central(
        "yarn-fifo",
        "YARN FIFO",
        "tasks of the earliest job to whoever is free",
        "Delgado's thesis, section 4.5",
        Dash::Dashed,
        kairos::YARN_FIFO,
    ),
];

/// What is said of each policy, in the order in which they are shown.
pub fn rows() -> impl Iterator<Item = &'static Row> + Clone {
    PRESETS.iter().map(|preset| &preset.row)
}

/// A policy of the datacenter world with its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    written: String,
    row: &'static Row,
    kind: Kind,
}

/// Why a policy is not understood.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PolicyError {
    /// There is none of that key.
    #[error(transparent)]
    Unknown(#[from] UnknownPolicy),
    /// A parameter it does not have, or a value that is not allowed.
    #[error("{policy}[{text}] is not understood; allowed: {allowed}")]
    Parameter {
        /// The policy.
        policy: &'static str,
        /// What was written.
        text: String,
        /// What may be written.
        allowed: &'static str,
    },
    /// The brackets are not as they should be.
    #[error("\"{0}\" is not understood; write key[name=value,name=value]")]
    Form(String),
}

/// What may be written in brackets.
pub const PARAMETERS: &str = "cap=N (victims a thief asks, 0 to 10000; policies that steal), order=fifo or srpt, sss=on or off (policies with \
                              probes), sticky=on or off, ratio=N (probes a task, 1 to 100), least=N (fewest probes a job, 0 to 10000), bound=X \
                              (bypassing, times the estimate, 0 to 1e9); kairos: q=N (tasks that wait at a worker, 0 to 1000), w=S \
                              (quantum, seconds), round=S (between central rounds, 0: at once), tie=var, sum or random";

impl Policy {
    /// What is said about it.
    pub fn row(&self) -> &'static Row {
        self.row
    }

    /// What was written, key and parameters.
    pub fn written(&self) -> &str {
        &self.written
    }

    /// The first worker that may run long tasks; zero where none is kept for short ones.
    pub fn general(&self, config: &Config) -> u32 {
        match &self.kind {
            Kind::Design(design) if design.partition => config.general(),
            _ => 0,
        }
    }

    /// Whether idle workers steal.
    pub fn steals(&self) -> bool {
        matches!(self.kind, Kind::Design(Design { rescue: Rescue::Steal { .. }, .. }))
    }

    /// How it works.
    pub(super) fn kind(&self) -> &Kind {
        &self.kind
    }

    fn set(&mut self, name: &str, value: &str) -> Option<()> {
        let whole = |least: u32, most: u32| value.parse::<u32>().ok().filter(|x| (least..=most).contains(x));
        let switch = || match value {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        };
        let design = match &mut self.kind {
            Kind::Design(design) => design,
            Kind::Kairos(parameters) => {
                match name {
                    "q" => parameters.waiting = whole(0, 1000)?,
                    "w" => parameters.quantum = crate::sim::number(value).filter(|x| *x >= 0.001)?,
                    "round" => parameters.round = crate::sim::number(value).filter(|x| *x == 0.0 || (0.001..=1e6).contains(x))?,
                    "tie" => {
                        parameters.tie = match value {
                            "var" => kairos::Tie::Variance,
                            "sum" => kairos::Tie::Sum,
                            "random" => kairos::Tie::Random,
                            _ => return None,
                        }
                    }
                    _ => return None,
                }
                return Some(());
            }
        };
        match (name, design) {
            ("cap", Design { rescue: Rescue::Steal { cap }, .. }) => *cap = whole(0, 10_000)?,
            ("order", design) => {
                design.order = match value {
                    "fifo" => Order::Fifo,
                    "srpt" => Order::Srpt { bound: 5.0 },
                    _ => return None,
                }
            }
            ("bound", Design { order: Order::Srpt { bound }, .. }) => {
                *bound = crate::sim::number(value).filter(|x| (0.0..=1e9).contains(x))?
            }
            ("sss", design) if !matches!(design.rescue, Rescue::Steal { .. }) => {
                design.rescue = if switch()? { Rescue::Share } else { Rescue::None };
            }
            ("sticky", design) => design.sticky = switch()?,
            ("ratio", Design { short: Placement::Probe { ratio, .. }, .. }) => *ratio = whole(1, 100)?,
            ("least", Design { short: Placement::Probe { least, .. }, .. }) => *least = whole(0, 10_000)?,
            _ => return None,
        }
        Some(())
    }
}

impl FromStr for Policy {
    type Err = PolicyError;

    fn from_str(text: &str) -> Result<Self, PolicyError> {
        let (key, parameters) = match text.split_once('[') {
            None => (text, ""),
            Some((key, rest)) => (key, rest.strip_suffix(']').ok_or_else(|| PolicyError::Form(text.to_owned()))?),
        };
        let row = registry::find(key, rows())?;
        let preset = PRESETS.iter().find(|preset| preset.row.key == row.key).expect("the row is one of these");
        let mut policy = Self { written: text.to_owned(), row, kind: preset.kind };
        for parameter in parameters.split(',').filter(|parameter| !parameter.trim().is_empty()) {
            let (name, value) = parameter.split_once('=').ok_or_else(|| PolicyError::Form(text.to_owned()))?;
            let wrong = || PolicyError::Parameter { policy: row.key, text: parameter.trim().to_owned(), allowed: PARAMETERS };
            policy.set(name.trim(), value.trim()).ok_or_else(wrong)?;
        }
        Ok(policy)
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.written)
    }
}
