//! The registry of the cluster world, and its policies' parameters: `hfsp[preemption=kill,t=3]`.

use super::Config;
use super::hfsp::{self, Granularity, Key, Primitive, TrainingOrder, TrainingSlots, Victim, estimator::Source};
use super::policies::{fair, fifo, hfsp as hfsp_policy};
use super::scheduler::Scheduler;
use crate::registry::{self, Parameter, ParameterError, Row, UnknownPolicy};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// All policies with their defaults, in the order in which they are shown.
const PRESETS: [(&Row, Kind); 5] = [
    (&fifo::ROW, Kind::Fifo),
    (&fair::ROW, Kind::Fair(fair::DEFAULT)),
    (&hfsp_policy::ROW, Kind::Hfsp(hfsp::parameters::THESIS)),
    (&hfsp_policy::MPLANE_ROW, Kind::Hfsp(hfsp::parameters::MPLANE)),
    (&hfsp_policy::VIPER_ROW, Kind::Hfsp(hfsp::parameters::VIPER)),
];

/// What is said about each policy, in the order in which they are shown.
pub const ROWS: [&Row; PRESETS.len()] = {
    let mut rows = [PRESETS[0].0; PRESETS.len()];
    let mut i = 0;
    while i < rows.len() {
        rows[i] = PRESETS[i].0;
        i += 1;
    }
    rows
};

/// A policy of the cluster world with its parameters. Written as its key and, in brackets, what differs from its
/// defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Policy {
    written: String,
    row: &'static Row,
    kind: Kind,
}

/// How a policy works.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// In order of arrival.
    Fifo,
    /// Equal shares.
    Fair(fair::Parameters),
    /// By what is left in the virtual cluster.
    Hfsp(hfsp::Parameters),
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

const SWITCH: &str = "on or off";
const SECONDS: &str = "seconds, 0 to 100000";
const WHOLE: &str = "a whole number from 0 to 1000000";
const FRACTION: &str = "a number from 0 to 1";

/// All parameters, of the families `fair` and `hfsp`.
pub static PARAMETERS: [Parameter; 27] = [
    Parameter::new("fair", "preemption", "none or kill", "whether tasks of jobs above their share are killed for jobs below theirs"),
    Parameter::new("fair", "patience", SECONDS, "how long a job must have been below its share before that"),
    Parameter::new("fair", "cleanup", SECONDS, "how long a slot is cleaned after a kill"),
    Parameter::new("fair", "delay", WHOLE, "attempts before a map may run off the machines with its input (default: one a machine)"),
    Parameter::new("fair", "rack-delay", WHOLE, "further attempts before it may run off their racks"),
    Parameter::new(
        "hfsp",
        "estimator",
        "training, oracle, noisy, continuous or history",
        "where sizes come from; noisy errs by the workload's sigma",
    ),
    Parameter::new("hfsp", "t", "a whole number from 1 to 1000", "samples of a phase"),
    Parameter::new("hfsp", "xi", "a number from 1 to 1e9", "how much larger than its like a phase is believed to be at first"),
    Parameter::new("hfsp", "s0", SECONDS, "duration of a task while no job has completed"),
    Parameter::new("hfsp", "delta", "seconds, 0.001 to 100000", "when a sample's progress is extrapolated"),
    Parameter::new("hfsp", "tiny", SWITCH, "whether a phase of fewer than t tasks has size zero and goes first"),
    Parameter::new("hfsp", "shuffle", SWITCH, "whether the size of reduces counts the shuffle"),
    Parameter::new("hfsp", "virtual", "slots or fluid", "what the virtual cluster hands out"),
    Parameter::new("hfsp", "order", "remaining or finish", "by virtual remaining size or by virtual finish"),
    Parameter::new("hfsp", "training", "slots (10) or a share of them (50%)", "how many slots samples may hold"),
    Parameter::new("hfsp", "training-order", "initial, priority or fewest", "whose samples come first"),
    Parameter::new("hfsp", "preemption", "wait, kill, suspend or adaptive", "how slots that others hold are taken"),
    Parameter::new("hfsp", "victim", "youngest, closest, smallest-memory or largest-job", "which task is suspended"),
    Parameter::new("hfsp", "cleanup", SECONDS, "how long a slot is cleaned after a kill"),
    Parameter::new("hfsp", "page-out", SECONDS, "how long a suspended task's memory is written out"),
    Parameter::new("hfsp", "page-in", SECONDS, "how long it is read back"),
    Parameter::new("hfsp", "high", WHOLE, "paused tasks on a machine from which on it waits (default: twice its slots)"),
    Parameter::new("hfsp", "low", WHOLE, "paused tasks down to which it keeps waiting (default: its slots)"),
    Parameter::new("hfsp", "kill-below", FRACTION, "progress below which the adaptive primitive kills"),
    Parameter::new("hfsp", "wait-above", FRACTION, "progress above which it waits"),
    Parameter::new("hfsp", "delay", WHOLE, "attempts before a map may run off the machines with its input (default: one a machine)"),
    Parameter::new("hfsp", "rack-delay", WHOLE, "further attempts before it may run off their racks"),
];

/// The value that a word stands for.
fn word<T: Copy>(text: &str, words: &[(&str, T)]) -> Option<T> {
    words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value)
}

fn number(text: &str, least: f64, most: f64) -> Option<f64> {
    crate::sim::number(text).filter(|x| (least..=most).contains(x))
}

fn whole(text: &str, least: u32, most: u32) -> Option<u32> {
    text.parse().ok().filter(|x| (least..=most).contains(x))
}

fn switch(text: &str) -> Option<bool> {
    word(text, &[("on", true), ("off", false)])
}

/// Puts a value that is understood where it belongs.
fn put<T>(place: &mut T, value: Option<T>) -> Option<()> {
    *place = value?;
    Some(())
}

fn set_fair(parameters: &mut fair::Parameters, name: &str, text: &str) -> Option<()> {
    let seconds = || number(text, 0.0, 1e5);
    let count = || whole(text, 0, 1_000_000);
    match name {
        "preemption" => put(&mut parameters.kill, word(text, &[("none", false), ("kill", true)])),
        "patience" => put(&mut parameters.patience, seconds()),
        "cleanup" => put(&mut parameters.cleanup, seconds()),
        "delay" => put(&mut parameters.node_delay, count().map(Some)),
        "rack-delay" => put(&mut parameters.rack_delay, count().map(Some)),
        _ => None,
    }
}

fn set_hfsp(parameters: &mut hfsp::Parameters, name: &str, text: &str) -> Option<()> {
    let estimator = &mut parameters.estimator;
    let seconds = || number(text, 0.0, 1e5);
    let count = || whole(text, 0, 1_000_000);
    match name {
        "estimator" => {
            let sources = [
                ("training", Source::Training),
                ("oracle", Source::Oracle),
                ("noisy", Source::Noisy),
                ("continuous", Source::Continuous),
                ("history", Source::History),
            ];
            put(&mut estimator.source, word(text, &sources))
        }
        "t" => put(&mut estimator.samples, whole(text, 1, 1000)),
        "xi" => put(&mut estimator.xi, number(text, 1.0, 1e9)),
        "s0" => put(&mut estimator.first, seconds()),
        "delta" => put(&mut estimator.timeout, number(text, 0.001, 1e5)),
        "tiny" => put(&mut estimator.tiny, switch(text)),
        "shuffle" => put(&mut estimator.shuffle, switch(text)),
        "virtual" => put(&mut parameters.granularity, word(text, &[("slots", Granularity::Slots), ("fluid", Granularity::Fluid)])),
        "order" => put(&mut parameters.key, word(text, &[("remaining", Key::Remaining), ("finish", Key::Finish)])),
        "training" => put(
            &mut parameters.training_slots,
            match text.strip_suffix('%') {
                Some(percent) => number(percent, 0.0, 100.0).map(|percent| TrainingSlots::Fraction(percent / 100.0)),
                None => count().map(TrainingSlots::Count),
            },
        ),
        "training-order" => {
            let orders = [("initial", TrainingOrder::Initial), ("priority", TrainingOrder::Priority), ("fewest", TrainingOrder::Fewest)];
            put(&mut parameters.training_order, word(text, &orders))
        }
        "preemption" => {
            let primitives =
                [("wait", Primitive::Wait), ("kill", Primitive::Kill), ("suspend", Primitive::Suspend), ("adaptive", Primitive::Adaptive)];
            put(&mut parameters.primitive, word(text, &primitives))
        }
        "victim" => {
            let victims = [
                ("youngest", Victim::Youngest),
                ("closest", Victim::ClosestToCompletion),
                ("smallest-memory", Victim::SmallestMemory),
                ("largest-job", Victim::LargestJob),
            ];
            put(&mut parameters.victim, word(text, &victims))
        }
        "cleanup" => put(&mut parameters.cleanup, seconds()),
        "page-out" => put(&mut parameters.page_out, seconds()),
        "page-in" => put(&mut parameters.page_in, seconds()),
        "high" => put(&mut parameters.high, count().map(Some)),
        "low" => put(&mut parameters.low, count().map(Some)),
        "kill-below" => put(&mut parameters.kill_below, number(text, 0.0, 1.0)),
        "wait-above" => put(&mut parameters.wait_above, number(text, 0.0, 1.0)),
        "delay" => put(&mut parameters.node_delay, count().map(Some)),
        "rack-delay" => put(&mut parameters.rack_delay, count().map(Some)),
        _ => None,
    }
}

impl Policy {
    fn set(&mut self, name: &str, text: &str) -> Result<(), PolicyError> {
        let of = match self.kind {
            Kind::Fifo => "fifo",
            Kind::Fair(_) => "fair",
            Kind::Hfsp(_) => "hfsp",
        };
        let its: Vec<&Parameter> = PARAMETERS.iter().filter(|parameter| parameter.of == of).collect();
        let about = Parameter::find(self.row.key, name, &its)?;
        let done = match &mut self.kind {
            Kind::Fifo => None,
            Kind::Fair(parameters) => set_fair(parameters, name, text),
            Kind::Hfsp(parameters) => set_hfsp(parameters, name, text),
        };
        done.ok_or_else(|| about.refuse(self.row.key, text).into())
    }

    /// What is said about it.
    pub fn row(&self) -> &'static Row {
        self.row
    }

    /// What was written, key and parameters.
    pub fn written(&self) -> &str {
        &self.written
    }

    /// How it works.
    pub(super) fn kind(&self) -> &Kind {
        &self.kind
    }

    pub(super) fn scheduler(&self, config: &Config) -> Box<dyn Scheduler> {
        match self.kind {
            Kind::Fifo => Box::new(fifo::Fifo::default()),
            Kind::Fair(parameters) => Box::new(fair::Fair::new(parameters, config)),
            Kind::Hfsp(parameters) => Box::new(hfsp_policy::Hfsp::new(parameters, config)),
        }
    }
}

impl FromStr for Policy {
    type Err = PolicyError;

    fn from_str(text: &str) -> Result<Self, PolicyError> {
        let (key, parameters) = registry::take_apart(text)?;
        let row = registry::find(key, ROWS.into_iter())?;
        let (_, kind) = PRESETS.iter().find(|(preset, _)| preset.key == row.key).expect("the row is one of these");
        let mut policy = Self { written: text.to_owned(), row, kind: *kind };
        for (name, value) in parameters {
            policy.set(name, value)?;
        }
        Ok(policy)
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.written)
    }
}

impl From<Policy> for String {
    fn from(policy: Policy) -> Self {
        policy.written
    }
}

impl TryFrom<String> for Policy {
    type Error = PolicyError;

    fn try_from(text: String) -> Result<Self, PolicyError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, PARAMETERS, Policy};

    #[test]
    fn parameters_change_what_they_name() {
        let policy: Policy = "hfsp[preemption=kill, t=3]".parse().unwrap();
        let Kind::Hfsp(parameters) = policy.kind else { panic!("not HFSP") };
        assert_eq!((parameters.primitive, parameters.estimator.samples), (super::Primitive::Kill, 3));
    }

    #[test]
    fn mistakes_are_answered_with_what_is_allowed() {
        let error = |text: &str| text.parse::<Policy>().unwrap_err().to_string();
        assert!(error("hfps").contains("did you mean \"hfsp\""));
        assert!(error("hfsp[premption=kill]").contains("did you mean \"preemption\""));
        assert!(error("hfsp[t=0]").contains("1 to 1000"));
        assert!(error("hfsp[t]").contains("key[name=value"));
        assert!(error("hfsp[t=1, t =2]").contains("the parameter \"t\" twice"));
        assert!(error("fifo[t=1]").contains("allowed: none"));
    }

    #[test]
    fn every_parameter_is_heard() {
        for parameter in &PARAMETERS {
            let text = format!("{}[{}=nonsense]", parameter.of, parameter.name);
            let error = text.parse::<Policy>().unwrap_err().to_string();
            assert!(error.contains(parameter.allowed), "{error}");
        }
    }
}
