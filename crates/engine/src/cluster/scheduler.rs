//! The interfaces of the cluster's policies: [`Rule`] for those that are built in, [`Scheduler`] for all that are at work.

use super::{Cluster, Config, TaskId};
use crate::registry::{Parameter, Preset};
use crate::workload::Phase;

/// A policy with its parameters: what is said about it, and the scheduler that follows it.
pub trait Rule: Copy + 'static {
    /// What is said about it, with its defaults; more than once if it has several names with other defaults each.
    fn presets() -> Vec<Preset<Self>>;
    /// What can be written in its brackets.
    fn parameters() -> Vec<Parameter<Self>> {
        vec![]
    }
    /// A scheduler for a cluster.
    fn scheduler(self, config: &Config) -> Box<dyn Scheduler>;
    /// Whether what it suspends takes room in memory and is paged out where that is lacking; otherwise suspension is free.
    fn pages(self) -> bool {
        false
    }
    /// Why it gives a job a slot, in a few words (`here since 5 s`), as far as the record tells it.
    fn reason(self, gain: &Gain) -> Option<String>;
    /// Why it kills tasks of a job, in a few words, if that is something other than whose turn it is.
    fn grounds(self, _loss: &Loss) -> Option<String> {
        None
    }
}

/// A job gets a slot: what a policy may go by, as recorded.
#[derive(Clone, Debug, PartialEq)]
pub struct Gain {
    /// When the job arrived, in seconds.
    pub arrival: f64,
    /// Slots of the phase that it held already.
    pub held: usize,
    /// Its virtual size in the phase, in seconds, where the scheduler keeps such sizes.
    pub size: Option<f64>,
    /// The virtual sizes of all jobs in the phase.
    pub sizes: Vec<f64>,
}

/// Tasks of a job are killed at an instant: what a policy may go by, as recorded.
#[derive(Clone, Debug, PartialEq)]
pub struct Loss {
    /// The instant, in seconds.
    pub time: f64,
    /// When the first of the tasks was started.
    pub started: f64,
    /// Slots of the phase that the job held until then.
    pub held: usize,
    /// Of the tasks of other jobs that run on in this phase and are of the same class, production or not: when they were
    /// started, and when they are killed, if ever.
    pub others: Vec<(f64, f64)>,
}

/// A slot is given to a task.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assignment {
    /// Which task.
    pub task: TaskId,
    /// Whether it is a sample, by which the size of its phase is estimated.
    pub training: bool,
    /// Seconds before a paused task goes on: its memory is read back.
    pub page_in: f64,
}

/// A task is to lose its slot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eviction {
    /// Which task.
    pub task: TaskId,
    /// How.
    pub how: How,
}

/// How a task loses its slot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum How {
    /// Its work is lost; the slot is free after this many seconds of clean-up.
    Kill {
        /// Seconds of clean-up.
        cleanup: f64,
    },
    /// It is paused; the slot is free after this many seconds, in which its memory is written out.
    Suspend {
        /// Seconds of writing.
        page_out: f64,
    },
}

impl How {
    /// What it costs: the name of the seconds, and how many.
    pub(super) fn cost(self) -> (&'static str, f64) {
        match self {
            Self::Kill { cleanup } => ("cleanup", cleanup),
            Self::Suspend { page_out } => ("page_out", page_out),
        }
    }
}

/// A scheduler at work. The engine tells it what happens and asks it about each free slot.
///
/// Jobs are known by their number in [`Cluster::jobs`], in order of submission. A slot that is offered and not taken is offered again
/// when its machine reports next. What is known of a job is in [`Cluster::phase`] and [`Cluster::jobs`], as long as it is present: a
/// scheduler keeps its own list of those, by [`open`](Self::open) and [`leave`](Self::leave); [`Cluster::nearest`] chooses among the waiting
/// tasks of one. Only [`assign`](Self::assign) has to be there; a scheduler that takes slots away also has [`preempts`](Self::preempts) and
/// [`evict`](Self::evict). [`simulate_with`](super::simulate_with) runs one; the example `own_cluster` is the job with fewest tasks first.
pub trait Scheduler {
    /// A job has arrived.
    fn arrive(&mut self, _cluster: &Cluster, _job: u32) {}
    /// The tasks of a phase may have slots from now on.
    fn open(&mut self, _cluster: &Cluster, _job: u32, _phase: Phase) {}
    /// A task has been given a slot, has lost it, or may go on after its shuffle. Not called when it is complete.
    fn changed(&mut self, _cluster: &Cluster, _task: TaskId) {}
    /// A task is complete; it took this many seconds, without pauses and waits.
    fn complete(&mut self, _cluster: &Cluster, _task: TaskId, _seconds: f64) {}
    /// A job is complete and is about to be forgotten.
    fn leave(&mut self, _cluster: &Cluster, _job: u32) {}
    /// Machines have left or joined.
    fn resize(&mut self, _cluster: &Cluster) {}
    /// When [`woken`](Self::woken) is to be called next: an instant, in seconds of simulated time.
    fn wake(&self, _cluster: &Cluster) -> f64 {
        f64::INFINITY
    }
    /// The time that [`wake`](Self::wake) asked for has come.
    fn woken(&mut self, _cluster: &Cluster) {}
    /// A slot of `phase` on `machine` is free: which task of that phase gets it? One that waits in an open phase, or is paused.
    fn assign(&mut self, cluster: &Cluster, machine: u32, phase: Phase) -> Option<Assignment>;
    /// While true, jobs are to take slots far from their input: without heartbeats no time passes in which a nearer one could come free.
    fn hurry(&mut self, _hurry: bool) {}
    /// Whether [`evict`](Self::evict) can name a task; if not, it is never asked.
    fn preempts(&self) -> bool {
        false
    }
    /// `machine` reports: which of its tasks of `phase` is to lose its slot?
    fn evict(&mut self, _cluster: &Cluster, _machine: u32, _phase: Phase) -> Option<Eviction> {
        None
    }
    /// Estimated ÷ true size of a phase of a job that is present, once that is final.
    fn estimate(&self, _cluster: &Cluster, _job: u32, _phase: Phase) -> Option<f64> {
        None
    }
    /// Whether a phase that has just become complete had turned late: whether it was virtually complete before. Absent
    /// where the scheduler keeps no virtual sizes, or the phase has none.
    fn turned_late(&self, _job: u32, _phase: Phase) -> Option<bool> {
        None
    }
    /// Why it cannot go on, if so, in words; the run then ends.
    fn fault(&self) -> Option<&str> {
        None
    }
    /// Visits the virtual sizes it keeps: job, phase, size, whether it is late. For watching.
    fn sizes(&mut self, _cluster: &Cluster, _visit: &mut dyn FnMut(u32, Phase, f64, bool)) {}
}
