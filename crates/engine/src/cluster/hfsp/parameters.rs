use super::estimator::{First, Past};
use super::history::{self, Recall};
use super::{Granularity, estimator};
use crate::cluster::victim::Victim;
use serde::{Deserialize, Serialize};

/// By what jobs are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Key {
    /// Least virtual remaining size (thesis; mPlane).
    Remaining,
    /// Earliest virtual finish if nothing else arrives (VIPEER).
    Finish,
}

/// How many slots samples may hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TrainingSlots {
    /// So many (thesis: `T_max`).
    Count(u32),
    /// This fraction of the slots of the phase (mPlane: t %).
    Fraction(f64),
}

impl TrainingSlots {
    /// Of this many slots.
    pub fn of(self, slots: u32) -> u32 {
        match self {
            Self::Count(count) => count.min(slots),
            // A sample may start while they run "on less than" this part of the slots (mPlane D3.3, section 3.1.2.2).
            Self::Fraction(fraction) => libm::ceil(fraction * f64::from(slots) - 1e-9) as u32,
        }
    }
}

/// Whose samples come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TrainingOrder {
    /// Least initial virtual size (thesis, algorithm 3).
    Initial,
    /// The order of jobs (mPlane).
    Priority,
    /// Fewest remaining tasks (VIPEER).
    Fewest,
}

/// How a job of higher priority gets slots that others hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Primitive {
    /// It waits until they are free.
    Wait,
    /// Youngest tasks are killed.
    Kill,
    /// Tasks are paused and go on later on the same machine.
    Suspend,
    /// Killed when just started, waited for when nearly complete, else suspended.
    Adaptive,
}

/// What the virtual size of a phase becomes when its samples are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Update {
    /// What is left of the phase as estimated, whatever it has aged.
    Replace,
    /// The whole phase as estimated, less what it has aged.
    Total,
    /// What is left of it as estimated, less what it has aged as well.
    Deduct,
}

/// When the reduces of a job enter the virtual cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Enter {
    /// With the job.
    Submission,
    /// When they may have slots.
    Slowstart,
}

/// Where a suspended task goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Resume {
    /// On its machine alone.
    Home,
    /// On its machine, or after some offers of others there, from the beginning.
    Anywhere,
}

/// All parameters of HFSP.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// How sizes are estimated.
    pub estimator: estimator::Parameters,
    /// What becomes of virtual sizes when samples are known.
    pub update: Update,
    /// When reduces enter the virtual cluster.
    pub enter: Enter,
    /// How many times faster than the real cluster the virtual one works.
    pub speed: f64,
    /// What the virtual cluster hands out.
    pub granularity: Granularity,
    /// Whether jobs that wait for each other are one in the virtual cluster.
    pub chains: bool,
    /// By what jobs are ordered.
    pub key: Key,
    /// How many slots samples may hold.
    pub training_slots: TrainingSlots,
    /// Whose samples come first.
    pub training_order: TrainingOrder,
    /// How slots are taken away.
    pub primitive: Primitive,
    /// Whom they are taken from.
    pub victim: Victim,
    /// Where suspended tasks go on.
    pub resume: Resume,
    /// Offers elsewhere that a phase with suspended tasks lets pass; absent: one a machine.
    pub resume_delay: Option<u32>,
    /// κ: seconds of clean-up after a kill.
    pub cleanup: f64,
    /// Seconds to write out the memory of a suspended task.
    pub page_out: f64,
    /// Seconds to read it back.
    pub page_in: f64,
    /// Whether suspended tasks take room in memory.
    pub paging: bool,
    /// How often tasks of a job are suspended in all; absent: as often as it comes.
    pub cycles: Option<u32>,
    /// Paused tasks on a machine from which on it waits instead; absent: twice its slots.
    pub high: Option<u32>,
    /// Paused tasks on a machine down to which it keeps waiting; absent: its slots.
    pub low: Option<u32>,
    /// Progress below which the adaptive primitive kills.
    pub kill_below: f64,
    /// Progress above which it waits.
    pub wait_above: f64,
    /// Attempts before a map may run elsewhere in the rack of its input; absent: one a machine.
    pub node_delay: Option<u32>,
    /// Further attempts before it may run anywhere; absent: one a machine if there are racks.
    pub rack_delay: Option<u32>,
}

/// HFSP as the thesis defines it (chapter 4; parameters of section 5.1).
pub const THESIS: Parameters = Parameters {
    estimator: estimator::Parameters {
        source: estimator::Source::Training,
        history: history::Parameters { recall: Recall::Last, quantile: 0.5, runs: 5, distrust: 2.0, checked: true },
        samples: 5,
        xi: 1.0,
        first: 60.0,
        first_of: First::Phase,
        past: Past::Jobs,
        recent: 20,
        timeout: 60.0,
        timeout_of_maps: true,
        tiny: true,
        shuffle: true,
    },
    update: Update::Replace,
    enter: Enter::Submission,
    speed: 1.0,
    granularity: Granularity::Slots,
    chains: false,
    key: Key::Remaining,
    training_slots: TrainingSlots::Count(10),
    training_order: TrainingOrder::Initial,
    primitive: Primitive::Wait,
    victim: Victim::LargestJob,
    resume: Resume::Anywhere,
    resume_delay: None,
    cleanup: 4.0,
    page_out: 0.0,
    page_in: 0.0,
    paging: false,
    cycles: None,
    high: None,
    low: None,
    kill_below: 0.1,
    wait_above: 0.9,
    node_delay: None,
    rack_delay: None,
};

/// HFSP as mPlane D3.3 describes it (section 3.1.2).
pub const MPLANE: Parameters = Parameters {
    estimator: estimator::Parameters {
        first_of: First::Task,
        past: Past::Tasks,
        timeout: 10.0,
        timeout_of_maps: false,
        tiny: false,
        ..THESIS.estimator
    },
    update: Update::Total,
    enter: Enter::Slowstart,
    training_slots: TrainingSlots::Fraction(1.0),
    training_order: TrainingOrder::Priority,
    resume: Resume::Home,
    ..THESIS
};

/// HFSP as VIPEER D4.5 describes it (section 2.2); its Δ is not given, so the thesis' is taken.
pub const VIPER: Parameters = Parameters {
    estimator: estimator::Parameters {
        first_of: First::Task,
        past: Past::Recent,
        timeout_of_maps: false,
        tiny: false,
        shuffle: false,
        ..THESIS.estimator
    },
    enter: Enter::Slowstart,
    key: Key::Finish,
    training_slots: TrainingSlots::Fraction(1.0),
    training_order: TrainingOrder::Fewest,
    primitive: Primitive::Suspend,
    paging: true,
    resume: Resume::Home,
    ..THESIS
};
