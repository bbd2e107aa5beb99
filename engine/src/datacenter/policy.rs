//! The registry of the datacenter world, and its policies' parameters: `hawk[cap=5]`.

use super::beliefs::Beliefs;
use super::central::Turn;
use super::design::{self, Design, Order, Placement, Pool, Rescue};
use super::{Config, big_c, kairos};
use crate::registry::{self, Family, Parameter, ParameterError, Row, UnknownPolicy};
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

const fn preset(key: &'static str, name: &'static str, line: &'static str, source: &'static str, design: Design) -> Preset {
    let row = Row { key, name, family: Family::Estimated, preemptive: false, line, source };
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
    parameters: kairos::Parameters,
) -> Preset {
    let preemptive = parameters.quantum.is_finite();
    let row = Row { key, name, family: Family::Blind, preemptive, line, source };
    Preset { row, kind: Kind::Kairos(parameters) }
}

static PRESETS: [Preset; 17] = [
    blind(preset("sparrow", "Sparrow", "two probes a task; whoever is free first gets it", "Delgado's thesis, section 2.2.3", SPARROW)),
    preset("central-lwl", "Central LWL", "each task to the worker with least estimated work", "Delgado's thesis, section 2.4.5", CENTRAL),
    preset("split", "Split", "long and short jobs on workers of their own", "Delgado's thesis, section 2.4.6", SPLIT),
    preset(
        "hawk",
        "Hawk",
        "long jobs placed centrally, short ones probed; idle workers steal what waits behind long tasks",
        "Delgado's thesis, chapter 2",
        HAWK,
    ),
    preset(
        "hawk-no-central",
        "Hawk without central placement",
        "Hawk, long jobs probed too",
        "Delgado's thesis, section 2.4.4",
        Design { long: probe(Pool::General, 0), ..HAWK },
    ),
    preset(
        "hawk-no-partition",
        "Hawk without partition",
        "Hawk, no workers kept for short tasks",
        "Delgado's thesis, section 2.4.4",
        Design { partition: false, ..HAWK },
    ),
    preset(
        "hawk-no-stealing",
        "Hawk without stealing",
        "Hawk, nobody steals",
        "Delgado's thesis, section 2.4.4",
        Design { rescue: Rescue::None, ..HAWK },
    ),
    preset(
        "eagle",
        "Eagle",
        "workers with long tasks reject short probes; probes stick; least remaining work first",
        "Delgado's thesis, chapter 3",
        EAGLE,
    ),
    preset(
        "eagle-no-sss",
        "Eagle without SSS",
        "Eagle, nobody rejects a probe",
        "Delgado's thesis, section 3.6.3",
        Design { rescue: Rescue::None, ..EAGLE },
    ),
    preset(
        "eagle-no-minprobes",
        "Eagle without least probes",
        "Eagle, two probes a task however few tasks",
        "Delgado's thesis, section 3.6.3",
        Design { short: probe(Pool::All, 0), ..EAGLE },
    ),
    preset(
        "eagle-no-sbp-srpt",
        "Eagle without sticky probes and SRPT",
        "Eagle, a task a probe, first come first served",
        "Delgado's thesis, section 3.6.3",
        Design { order: Order::Fifo, sticky: false, ..EAGLE },
    ),
    preset(
        "ideal-eagle",
        "Ideal Eagle",
        "Eagle whose probes know where long tasks are",
        "the authors' simulator of Eagle",
        Design { rescue: Rescue::Ideal, ..EAGLE },
    ),
    preset(
        "omniscient-lwl",
        "Omniscient LWL",
        "least waiting time with exact state, in Eagle's partition",
        "Delgado's thesis, section 3.6.4",
        OMNISCIENT,
    ),
    preset(
        "dlwl-srpt",
        "Distributed LWL + SRPT",
        "each task to the worker that seems least loaded by the last heartbeat; least remaining work first",
        "Delgado's thesis, section 3.6.2",
        DISTRIBUTED,
    ),
    central(
        "kairos",
        "Kairos",
        "tasks spread evenly; least attained service first at each worker",
        "Delgado's thesis, chapter 4",
        kairos::KAIROS,
    ),
    central("yarn-fifo", "YARN FIFO", "tasks of the earliest job to whoever is free", "Delgado's thesis, section 4.5", kairos::YARN_FIFO),
    Preset {
        row: Row {
            key: "big-c",
            name: "Big-C",
            family: Family::Estimated,
            preemptive: true,
            line: "short tasks first; they suspend long ones beyond the share of long jobs",
            source: "Delgado's thesis, section 4.5.1",
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
    /// Its parameters are not understood, or it has no such parameter, or not with this value.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
}

/// A parameter, and which policies have it.
type Written = (fn(&Kind) -> bool, Parameter);

const EVERY: &str = "every policy";
const PROBES: &str = "policies with probes";
const QUEUES: &str = "policies with a queue at each worker";
const STEALS: &str = "policies that steal";
const KAIROS: &str = "kairos and yarn-fifo";
const ON_OR_OFF: &str = "on or off";

const fn any(_: &Kind) -> bool {
    true
}

const fn probes(kind: &Kind) -> bool {
    matches!(kind, Kind::Design(Design { short: Placement::Probe { .. }, .. }))
}

const fn queues(kind: &Kind) -> bool {
    matches!(kind, Kind::Design(_))
}

const fn steals(kind: &Kind) -> bool {
    matches!(kind, Kind::Design(Design { rescue: Rescue::Steal { .. }, .. }))
}

const fn kairos(kind: &Kind) -> bool {
    matches!(kind, Kind::Kairos(_))
}

/// What may be written in brackets.
static PARAMETERS: [Written; 21] = [
    (any, Parameter::new(EVERY, "cutoff", "seconds, 0 to 1e12", "mean task duration above which it schedules a job as long")),
    (
        any,
        Parameter::new(
            EVERY,
            "error",
            "none, bias(X), uniform(X,Y) or lognormal(S)",
            "its estimates ÷ the truth; X, Y: 1e-9 to 1e9, S: 0 to 10",
        ),
    ),
    (any, Parameter::new(EVERY, "reclassify", ON_OR_OFF, "whether wrong estimates put jobs into wrong classes")),
    (probes, Parameter::new(PROBES, "ratio", "a whole number from 1 to 100", "probes a task")),
    (probes, Parameter::new(PROBES, "least", "a whole number from 0 to 10000", "fewest probes a job")),
    (probes, Parameter::new(PROBES, "replacement", ON_OR_OFF, "whether a worker may get two probes of a job")),
    (
        |kind| probes(kind) && !steals(kind),
        Parameter::new("the same, unless they steal", "sss", "on, off or early", "state sharing; early: workers are asked at submission"),
    ),
    (queues, Parameter::new(QUEUES, "order", "fifo or srpt", "who goes first in a queue")),
    (queues, Parameter::new(QUEUES, "bound", "a number from 0 to 1e9, behind order=srpt", "with srpt: bypassing, times the estimate")),
    (queues, Parameter::new(QUEUES, "sticky", ON_OR_OFF, "whether a probe stays for further tasks of its job")),
    (steals, Parameter::new(STEALS, "cap", "a whole number from 0 to 10000", "victims a thief asks")),
    (steals, Parameter::new(STEALS, "group", "a whole number from 1 to 10000", "entries stolen at most")),
    (
        |kind| matches!(kind, Kind::Design(design) if design.binds_early()),
        Parameter::new("dlwl-srpt", "heartbeat", "seconds, 0.001 to 1e6", "time between what schedulers hear of workers"),
    ),
    (kairos, Parameter::new(KAIROS, "q", "a whole number from 0 to 1000", "tasks that wait at a worker")),
    (kairos, Parameter::new(KAIROS, "w", "seconds, 0.001 to 1e12", "quantum")),
    (kairos, Parameter::new(KAIROS, "round", "0 (at once) or seconds, 0.001 to 1e6", "time between central rounds")),
    (kairos, Parameter::new(KAIROS, "tie", "var, sum or random", "what decides between workers with equally many tasks")),
    (kairos, Parameter::new(KAIROS, "guard", "interrupted, waited or off", "what keeps tasks from being put off for ever")),
    (kairos, Parameter::new(KAIROS, "once", ON_OR_OFF, "whether a worker gets one task a round")),
    (
        kairos,
        Parameter::new(
            KAIROS,
            "next",
            "task, job or turn",
            "who leaves the central queue: who has waited longest, one of the earliest job, one of each job in turn",
        ),
    ),
    (|kind| matches!(kind, Kind::BigC(_)), Parameter::new("big-c", "share", "a number from 0 to 1", "part of the cores for short jobs")),
];

/// What may be written in brackets.
pub fn known_parameters() -> impl Iterator<Item = &'static Parameter> {
    PARAMETERS.iter().map(|(_, parameter)| parameter)
}

/// The same in words.
pub fn parameters() -> String {
    let (mut words, mut last) = (String::new(), "");
    for Parameter { name, of, allowed, about } in known_parameters() {
        let begin = match last {
            "" => format!("{of}: "),
            _ if last == *of => ", ".to_owned(),
            _ => format!("; {of}: "),
        };
        words = format!("{words}{begin}{name}={allowed} ({about})");
        last = of;
    }
    words
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
            "w" => self.quantum = number(value, 0.001, 1e12)?,
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
        steals(&self.kind)
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
        let (key, parameters) = registry::take_apart(text)?;
        let row = registry::find(key, rows())?;
        let preset = PRESETS.iter().find(|preset| preset.row.key == row.key).expect("the row is one of these");
        let mut policy = Self { written: text.to_owned(), row, kind: preset.kind, beliefs: Beliefs::default() };
        let its: Vec<&Parameter> = PARAMETERS.iter().filter(|(has, _)| has(&preset.kind)).map(|(_, parameter)| parameter).collect();
        for (name, value) in parameters {
            let about = Parameter::find(row.key, name, &its)?;
            policy.set(name, value).ok_or_else(|| about.refuse(row.key, value))?;
        }
        Ok(policy)
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_is_given_once() {
        let error = "hawk[cap=5, cap=6]".parse::<Policy>().unwrap_err().to_string();
        assert_eq!(error, "hawk[cap=5, cap=6] gives the parameter \"cap\" twice; allowed: each parameter once");
        assert!("hawk[cap=5,error=uniform(0.5,2)]".parse::<Policy>().is_ok(), "a comma inside parentheses");
    }

    #[test]
    fn every_parameter_is_heard_by_each_policy_that_has_it() {
        for preset in &PRESETS {
            let key = preset.row.key;
            let error = |text: &str| text.parse::<Policy>().unwrap_err().to_string();
            for (has, Parameter { name, allowed, .. }) in &PARAMETERS {
                let said = error(&format!("{key}[{name}=nonsense]"));
                let expected = if has(&preset.kind) {
                    format!("{key}[{name}=nonsense]: nonsense is not allowed; allowed: {allowed}")
                } else {
                    format!("{key} has no parameter \"{name}\"")
                };
                assert!(said.contains(&expected), "{said} lacks {expected}");
            }
        }
    }
}
