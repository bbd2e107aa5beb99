//! The registry of the datacenter world, and its policies' parameters: `hawk[cap=5]`.

use super::beliefs::Beliefs;
use super::central::Turn;
use super::design::{self, Design, Order, Placement, Pool, Rescue};
use super::{Config, big_c, kairos};
use crate::registry::{self, Dash, Family, Hue, Look, Row, Servers, UnknownPolicy, split_parameters};
use crate::workload::BatchWorkload;
use std::borrow::Cow;
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
    /// Capacities of classes, with preemption.
    BigC(big_c::Parameters),
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

use design::{CENTRAL, DISTRIBUTED, EAGLE, HAWK, OMNISCIENT, SPARROW, SPLIT, probe};

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

static PRESETS: [Preset; 17] = [
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
        Design { long: probe(Pool::General, 0), ..HAWK },
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
        Design { short: probe(Pool::All, 0), ..EAGLE },
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
    preset(
        "dlwl-srpt",
        "Distributed LWL + SRPT",
        "each task to the worker that seems least loaded by the last heartbeat; least remaining work first",
        "Delgado's thesis, section 3.6.2",
        Hue::Vermilion,
        Dash::Solid,
        DISTRIBUTED,
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
    Preset {
        row: Row {
            key: "big-c",
            name: "Big-C",
            family: Family::Estimated,
            preemptive: true,
            line: "short tasks first; they suspend long ones beyond the share of long jobs",
            source: "Delgado's thesis, section 4.5.1",
            servers: Servers::Many,
            look: Look { hue: Hue::Purple, dash: Dash::Solid },
        },
        kind: Kind::BigC(big_c::BIG_C),
    },
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
    beliefs: Beliefs,
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
        allowed: String,
    },
    /// The brackets are not as they should be.
    #[error("\"{0}\" is not understood; write key[name=value,name=value]")]
    Form(String),
}

/// What some policies may have in brackets: their name, which they are, and what it is.
type Written = (&'static str, fn(&Kind) -> bool, &'static str);

/// What may be written in brackets.
const PARAMETERS: [Written; 7] = [
    (
        "every policy",
        |_| true,
        "cutoff=S (mean task duration above which it schedules a job as long, seconds, 0 or more), error=none, bias(X), uniform(X,Y) \
         or lognormal(S) (its estimates ÷ the truth), reclassify=on or off (whether wrong estimates put jobs into wrong classes)",
    ),
    (
        "policies with probes",
        |kind| matches!(kind, Kind::Design(Design { short: Placement::Probe { .. }, .. })),
        "ratio=N (probes a task, 1 to 100), least=N (fewest probes a job, 0 to 10000), replacement=on or off (whether a worker may get \
         two probes of a job), sss=on, off or early (workers are asked at submission; not where others steal)",
    ),
    (
        "policies with a queue at each worker",
        |kind| matches!(kind, Kind::Design(_)),
        "order=fifo or srpt, bound=X (with srpt: bypassing, times the estimate, 0 to 1e9), sticky=on or off",
    ),
    (
        "policies that steal",
        |kind| matches!(kind, Kind::Design(Design { rescue: Rescue::Steal { .. }, .. })),
        "cap=N (victims a thief asks, 0 to 10000), group=N (entries stolen at most, 1 to 10000)",
    ),
    ("dlwl-srpt", |kind| matches!(kind, Kind::Design(design) if design.binds_early()), "heartbeat=S (seconds, 0.001 to 1e6)"),
    (
        "kairos and yarn-fifo",
        |kind| matches!(kind, Kind::Kairos(_)),
        "q=N (tasks that wait at a worker, 0 to 1000), w=S (quantum, seconds, 0.001 or more), round=S (between central rounds, 0: at \
         once), tie=var, sum or random, guard=interrupted, waited or off (what keeps tasks from being put off for ever), once=on or off \
         (one task a worker and round), next=task, job or turn (who leaves the central queue: the task that has waited longest, one of \
         the earliest job, one of each job in turn)",
    ),
    ("big-c", |kind| matches!(kind, Kind::BigC(_)), "share=X (of the cores for short jobs, 0 to 1)"),
];

/// What may be written in brackets, in words.
pub fn parameters() -> String {
    PARAMETERS.map(|(whose, _, what)| format!("{whose}: {what}")).join("; ")
}

fn whole(value: &str, least: u32, most: u32) -> Option<u32> {
    value.parse::<u32>().ok().filter(|x| (least..=most).contains(x))
}

fn number(value: &str, least: f64, most: f64) -> Option<f64> {
    crate::sim::number(value).filter(|x| (least..=most).contains(x))
}

fn one_of<T: Copy>(value: &str, words: &[(&str, T)]) -> Option<T> {
    words.iter().find(|(word, _)| *word == value).map(|(_, meaning)| *meaning)
}

const SWITCH: [(&str, bool); 2] = [("on", true), ("off", false)];

impl Design {
    fn set(&mut self, name: &str, value: &str) -> Option<()> {
        match (name, self) {
            ("cap", Self { rescue: Rescue::Steal { cap, .. }, .. }) => *cap = whole(value, 0, 10_000)?,
            ("group", Self { rescue: Rescue::Steal { group, .. }, .. }) => *group = whole(value, 1, 10_000)?,
            ("order", design) => {
                let long = design.binds_early();
                design.order = one_of(value, &[("fifo", Order::Fifo), ("srpt", Order::Srpt { bound: 5.0, long })])?;
            }
            ("bound", Self { order: Order::Srpt { bound, .. }, .. }) => *bound = number(value, 0.0, 1e9)?,
            ("sss", Self { rescue, short: Placement::Probe { .. }, .. }) if !matches!(rescue, Rescue::Steal { .. }) => {
                let share = |early| Rescue::Share { early };
                *rescue = one_of(value, &[("on", share(false)), ("off", Rescue::None), ("early", share(true))])?;
            }
            ("sticky", design) => design.sticky = one_of(value, &SWITCH)?,
            ("heartbeat", Self { long, short, .. }) => {
                let seconds = number(value, 0.001, 1e6)?;
                let (Placement::Stale { heartbeat: a, .. }, Placement::Stale { heartbeat: b, .. }) = (long, short) else { return None };
                (*a, *b) = (seconds, seconds);
            }
            ("ratio", Self { short: Placement::Probe { ratio, .. }, .. }) => *ratio = whole(value, 1, 100)?,
            ("least", Self { short: Placement::Probe { least, .. }, .. }) => *least = whole(value, 0, 10_000)?,
            ("replacement", Self { short: Placement::Probe { distinct, .. }, .. }) => *distinct = !one_of(value, &SWITCH)?,
            _ => return None,
        }
        Some(())
    }

    /// Whether tasks are bound to workers by many schedulers. Long jobs then take part where least remaining work goes first.
    fn binds_early(&self) -> bool {
        matches!(self.short, Placement::Stale { .. })
    }
}

impl kairos::Parameters {
    fn set(&mut self, name: &str, value: &str) -> Option<()> {
        use kairos::{Guard, Tie};
        match name {
            "q" => self.waiting = whole(value, 0, 1000)?,
            "w" => self.quantum = number(value, 0.001, f64::INFINITY)?,
            "round" => self.round = crate::sim::number(value).filter(|x| *x == 0.0 || (0.001..=1e6).contains(x))?,
            "tie" => self.tie = one_of(value, &[("var", Tie::Variance), ("sum", Tie::Sum), ("random", Tie::Random)])?,
            "guard" => {
                let guards = [("interrupted", Guard::Interrupted), ("waited", Guard::Waited), ("off", Guard::Off)];
                self.guard = one_of(value, &guards)?;
            }
            "once" => self.once = one_of(value, &SWITCH)?,
            "next" => self.turn = one_of(value, &[("task", Turn::Tasks), ("job", Turn::Jobs), ("turn", Turn::Rounds)])?,
            _ => return None,
        }
        Some(())
    }
}

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

    /// The datacenter as this policy takes it.
    pub(super) fn config(&self, config: &Config) -> Config {
        self.beliefs.config(config)
    }

    /// The workload with the estimates that this policy has.
    pub(super) fn workload<'a>(&self, config: &Config, workload: &'a BatchWorkload) -> Cow<'a, BatchWorkload> {
        self.beliefs.workload(config, workload)
    }

    fn set(&mut self, name: &str, value: &str) -> Option<()> {
        if Beliefs::NAMES.contains(&name) {
            return self.beliefs.set(name, value);
        }
        match &mut self.kind {
            Kind::Design(design) => design.set(name, value),
            Kind::Kairos(parameters) => parameters.set(name, value),
            Kind::BigC(parameters) if name == "share" => number(value, 0.0, 1.0).map(|share| parameters.share = share),
            Kind::BigC(_) => None,
        }
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
        let mut policy = Self { written: text.to_owned(), row, kind: preset.kind, beliefs: Beliefs::default() };
        for parameter in split_parameters(parameters) {
            let (name, value) = parameter.split_once('=').ok_or_else(|| PolicyError::Form(text.to_owned()))?;
            let allowed = || {
                let here = PARAMETERS.iter().filter(|(_, has, _)| has(&preset.kind)).map(|(_, _, what)| *what);
                here.collect::<Vec<_>>().join(", ")
            };
            let wrong = || PolicyError::Parameter { policy: row.key, text: parameter.to_owned(), allowed: allowed() };
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
