//! What a world is: a kind of system with its workloads, policies and measures, under one trait.
//!
//! A world says everything about itself in its own folder: which fields a scenario may give it ([`World::System`],
//! [`World::Workload`]), which policies it has, how it is simulated, and what a report tells of it ([`Column`]). Code that runs
//! simulations works with a list of worlds and does not depend on any of them.
//!
//! What worlds of jobs share is here as well: reading and drawing jobs ([`Source`]), the [checks](check) of fields that mean the
//! same everywhere, and the times that a run leaves behind ([`RunFigures`]).

pub mod check;
mod column;
mod error;
mod field;
pub mod hint;
mod source;
mod told;

pub use column::{Better, Column, ColumnKind, Unit};
pub use error::SpecError;
pub use field::{Called, FileFormat, Is, JobSpec, JobsSpec, WorkloadKind};
pub(crate) use field::{at_least_one, uncompressed};
pub use source::{Source, TRACE_LOAD, batches, logged, rigid_tasks};
pub use told::{RunFigures, Times};

use crate::registry::{Asked, Kind, Term};
use crate::workload::{Cut, Ids, LeftOut, Workload, write_jobs};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::io;

/// A part of a scenario as it is written: sparse, with a default for whatever is absent. Its doc comments are its reference.
pub trait Spec: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static {}

impl<T: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static> Spec for T {}

/// The part of a scenario that says where the work comes from.
pub trait WorkloadSpec: Spec {
    /// The file that is read, if one is.
    fn file(&self) -> Option<&str> {
        None
    }

    /// The jobs of a file, written in a format if that is known; nothing in a world that reads none.
    fn of_file(path: String, format: Option<FileFormat>) -> Self {
        let _ = (path, format);
        Self::default()
    }
}

/// Reads a file that a scenario names.
pub type Read<'a> = dyn FnMut(&str) -> io::Result<Vec<u8>> + 'a;

/// What is asked of a world.
#[derive(Debug)]
pub struct Ask<'a, W: World> {
    /// Seed of all random numbers.
    pub seed: u64,
    /// Number of independent repetitions.
    pub replications: u32,
    /// The policies.
    pub policies: Vec<Asked<W::Policy>>,
    /// The system.
    pub system: &'a W::System,
    /// The workload.
    pub workload: &'a W::Workload,
}

/// A world. Its values are plans: what was asked, found to be valid, with its files read.
pub trait World: Clone + Debug + Send + Sync + 'static {
    /// How files, flags and links call it: the value of `system.kind`.
    const KIND: &'static str;
    /// What it is, in one line.
    const ABOUT: &'static str;
    /// Keys of the policies that are compared if none are asked for.
    const USUAL: &'static [&'static str];
    /// Keys of the policies to which every report gives the ratio of the others, if they were run.
    const REFERENCES: &'static [&'static str];
    /// What the columns of a short table mean, by words of their headings.
    const LEGEND: &'static [Term];
    /// Whether it has jobs that come, take a while and go, whose times every report gives.
    const OF_JOBS: bool = true;
    /// What its workload counts: one, and several.
    const COUNTS: [&'static str; 2] = ["job", "jobs"];
    /// Memory that a job takes in a run at least, with its tasks: bytes, as measured with the policy and the workload that take least.
    const BYTES_A_JOB: f64;
    /// Which quantiles of sojourn time a short table shows of each class of jobs: columns, with their headings.
    const BY_CLASS: &'static [(&'static str, &'static str)] = &[];

    /// The system, as written.
    type System: Spec;
    /// The workload, as written.
    type Workload: WorkloadSpec;
    /// How a policy works, with its parameters.
    type Policy: Kind;
    /// The jobs of one replication.
    type Jobs: Clone + Debug + Send + Sync;
    /// What a run came to.
    type Outcome: Clone + Debug + Send + Sync;
    /// What one run leaves behind besides the times of its jobs.
    type Cell: Clone + Debug + PartialEq + Send + Sync;
    /// The same over all replications of a policy.
    type Summary: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// What a report says of a policy besides the times of its jobs.
    type Report: Clone + Debug + PartialEq + Serialize + Send + Sync;
    /// What a report says of its policies together.
    type Together: Together;
    /// What happened in a run, for playback.
    type Recording: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;

    /// What a list of policies says of one beside its row, if anything.
    fn beside(_: &Self::Policy) -> Option<Beside> {
        None
    }

    /// The number that holds where the field of this dotted name is not given, if that is known before a file is read.
    fn default_of(system: &Self::System, workload: &Self::Workload, field: &str) -> Option<f64>;

    /// Why the field of this dotted name means nothing beside the others, if that is known before a file is read.
    fn moot(_system: &Self::System, _workload: &Self::Workload, _field: &str) -> Option<&'static str> {
        None
    }

    /// Workloads that have a name: the fields that it stands for.
    fn workloads() -> Vec<Named> {
        vec![]
    }

    /// Checks everything that is asked, and reads the workload's file, if it has one, through `read`.
    ///
    /// # Errors
    /// The first thing that is wrong.
    fn prepare(ask: Ask<'_, Self>, read: &mut Read<'_>) -> Result<Self, SpecError>;

    /// Number of jobs in each replication.
    fn jobs(&self) -> usize;

    /// What the workload came to.
    fn describe(&self) -> Described;

    /// Whether jobs are given and nothing of them is drawn, so that all replications have the same jobs.
    fn given(&self) -> bool;

    /// What a reader of the results should be warned of.
    fn warnings(&self) -> Vec<String>;

    /// The jobs of a replication.
    fn draw(&self, replication: u32) -> Self::Jobs;

    /// Runs the policy at this position on jobs that this plan has drawn; `progress` hears how many are complete.
    ///
    /// # Errors
    /// If the policy cannot go on, as a formula may not.
    fn simulate(&self, jobs: &Self::Jobs, policy: usize, progress: &mut dyn FnMut(usize)) -> Result<Self::Outcome, SpecError>;

    /// Whether a run may be recordable, as far as that is known before jobs are drawn.
    ///
    /// # Errors
    /// Says what is too much of it.
    fn may_record(&self) -> Result<(), SpecError> {
        Ok(())
    }

    /// Whether a run can be recorded. What a reader of the recording should know comes back.
    ///
    /// # Errors
    /// Says what is too much of it.
    fn recordable(&self, jobs: &Self::Jobs) -> Result<Option<String>, SpecError>;

    /// Runs the policy at this position and takes down what happens.
    ///
    /// # Errors
    /// As [`simulate`](Self::simulate).
    fn record(
        &self,
        jobs: &Self::Jobs,
        policy: usize,
        progress: &mut dyn FnMut(usize),
    ) -> Result<(Self::Recording, Self::Outcome), SpecError>;

    /// A recording without what no picture can show.
    #[must_use]
    fn thinned(recording: Self::Recording) -> Self::Recording {
        recording
    }

    /// What a report pools of a run.
    fn tell(&self, jobs: &Self::Jobs, outcome: &Self::Outcome) -> RunFigures<Self::Cell>;

    /// What the policy at this position left behind, in all its replications and of this many jobs that are counted.
    fn pool(&self, policy: usize, cells: Vec<Self::Cell>, jobs: usize) -> Self::Summary;

    /// What a report says of it.
    fn report(summary: &Self::Summary) -> Self::Report;

    /// What a reader of the results should be warned of, now that they are there: policies as for [`together`](Self::together).
    fn cautions(_policies: &[(&str, &Self::Summary)]) -> Vec<String> {
        vec![]
    }

    /// What a report says of all its policies, given by what was written and what they left behind.
    fn together(policies: &[(&str, &Self::Summary)]) -> Self::Together;

    /// Its own figures, after those of jobs.
    fn columns() -> &'static [Column<Self::Report>];

    /// What a class of jobs is called.
    fn class(class: u8) -> String {
        class.to_string()
    }

    /// The jobs of a replication as jobs of one server: their whole work, one after the other.
    fn whole(jobs: &Self::Jobs) -> Workload;

    /// Writes the jobs of a replication as comma-separated values that a world reads.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    fn write_jobs(&self, jobs: &Self::Jobs, out: &mut dyn io::Write) -> io::Result<()> {
        write_jobs(&Self::whole(jobs), out)
    }

    /// Titles of what is known of each job of a run.
    fn job_titles() -> Vec<&'static str>;

    /// What is known of each job of a run, in the order in which they were given.
    fn job_rows(&self, jobs: &Self::Jobs, outcome: &Self::Outcome) -> Vec<Vec<Entry>>;

    /// Titles of what is known of each attempt of a task; none in a world that does not tell of them.
    fn task_titles() -> &'static [&'static str] {
        &[]
    }

    /// Runs the policy at this position once more and tells of each stretch in which an attempt of a task holds a slot, when it ends.
    ///
    /// # Panics
    /// If [`simulate`](World::simulate) refuses these jobs.
    fn tell_tasks(&self, _jobs: &Self::Jobs, _policy: usize, _each: &mut dyn FnMut(Vec<Entry>)) {}
}

/// What a report says of its policies together.
pub trait Together: Clone + Debug + PartialEq + Serialize + Send + Sync {
    /// The same as tables for people, against the first policy: titles, then rows.
    fn tables(&self, first: &str) -> Vec<Vec<Vec<String>>>;
}

/// Nothing to say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nothing {}

impl Together for Nothing {
    fn tables(&self, _: &str) -> Vec<Vec<Vec<String>>> {
        vec![]
    }
}

/// What a list of policies says of one beside its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beside {
    /// What the column is called.
    pub title: &'static str,
    /// What it says, in a word.
    pub word: &'static str,
    /// Why, if there is something to be said about it.
    pub why: Option<&'static str>,
}

/// A workload that has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// What is written.
    pub name: &'static str,
    /// Fields of the workload with their values: words.
    pub fields: Vec<(&'static str, &'static str)>,
}

/// What a workload came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Described {
    /// Jobs in each replication, warm-up included.
    pub jobs: u64,
    /// Rows of a file that were left out.
    pub skipped: u64,
    /// Why these were, and what else of the file is not read.
    #[serde(default)]
    pub left_out: LeftOut,
    /// Speed in bytes per second at which a trace in bytes is served.
    pub speed: Option<f64>,
    /// Whether a table of jobs says that its times and sizes are in seconds.
    #[serde(default)]
    pub seconds: bool,
    /// Load: asked for where jobs are drawn, realised where they are given.
    pub load: Option<f64>,
    /// Where the jobs lie in their file, if that has more.
    pub cut: Option<Cut>,
}

/// Something known of a job.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Entry {
    /// A whole number.
    Whole(u64),
    /// A number.
    Real(f64),
    /// A word.
    Word(&'static str),
    /// A text of the user's.
    Text(String),
    /// Nothing.
    None,
}

impl<T: Into<Entry>> From<Option<T>> for Entry {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::None, Into::into)
    }
}

impl Entry {
    /// The id of a job.
    pub fn id(ids: &Ids, number: u64) -> Self {
        if ids.is_empty() { Self::Whole(number) } else { Self::Text(ids.of(number).into_owned()) }
    }
}

impl From<f64> for Entry {
    fn from(value: f64) -> Self {
        Self::Real(value)
    }
}

/// The seed of what a world itself draws in one replication.
pub fn replicated(seed: u64, replication: u32) -> u64 {
    seed.wrapping_add(u64::from(replication) << 32)
}
