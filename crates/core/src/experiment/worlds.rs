//! The list of worlds, and what can be done with any of them without knowing which it is.

use schedscope::registry::{Asked, Choice, Kind, PolicyError, Registry, Row, Term};
use schedscope::world::{Ask, Described, Entry, Named, Read, RunFigures, SpecError, Times, Together, WorkloadSpec, World};
use schedscope::{cdn, cluster, datacenter, network, ordering, server};
use serde::{Deserialize, Serialize, Serializer};
use std::{fmt, io};

/// The part of a scenario that is its world's.
#[derive(Clone, Debug)]
pub struct Fields<W: World> {
    /// The system.
    pub system: W::System,
    /// The workload.
    pub workload: W::Workload,
}

impl<W: World> PartialEq for Fields<W> {
    fn eq(&self, other: &Self) -> bool {
        self.system == other.system && self.workload == other.workload
    }
}

impl<W: World> Default for Fields<W> {
    fn default() -> Self {
        Self { system: W::System::default(), workload: W::Workload::default() }
    }
}

/// A world of the list.
pub trait Listed: World {
    /// Which of them it is.
    const SYSTEM: SystemKind;

    /// The fields of a scenario, if it is one of this world.
    fn of(spec: &Spec) -> Option<&Fields<Self>>;

    /// The same to be changed.
    fn of_mut(spec: &mut Spec) -> Option<&mut Fields<Self>>;

    /// Some fields as those of a scenario.
    fn spec(fields: Fields<Self>) -> Spec;

    /// What a summary says besides the times of jobs, if it is one of this world.
    fn summary(own: &OwnSummary) -> Option<&Self::Summary>;

    /// What a report says of a policy besides the times of jobs, if it is one of this world.
    fn own(own: &OwnReport) -> Option<&Self::Report>;

    /// What happened in a run, if it is one of this world.
    fn recording(recording: Recording) -> Option<Self::Recording>;
}

macro_rules! worlds {
    ($($(#[doc = $doc:literal])* $name:ident = $plan:ty,)*) => {
        /// Which world.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "lowercase")]
        pub enum SystemKind {
            $($(#[doc = $doc])* $name,)*
        }

        impl SystemKind {
            /// All worlds.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// What it is called, in files, flags and sentences.
            pub const fn key(self) -> &'static str {
                match self {
                    $(Self::$name => <$plan>::KIND,)*
                }
            }

            /// What it is, in one line.
            pub const fn about(self) -> &'static str {
                match self {
                    $(Self::$name => <$plan>::ABOUT,)*
                }
            }

            /// Its policies, in the order in which they are shown.
            pub fn rows(self) -> Vec<&'static Row> {
                match self {
                    $(Self::$name => registry::<$plan>().rows().collect(),)*
                }
            }

            /// Keys of the policies that are compared if none are asked for.
            pub fn usual_policies(self) -> Vec<String> {
                let keys = match self {
                    $(Self::$name => <$plan>::USUAL,)*
                };
                keys.iter().map(|key| (*key).to_owned()).collect()
            }

            /// Keys of the policies to which every report gives the ratio of the others.
            pub const fn references(self) -> &'static [&'static str] {
                match self {
                    $(Self::$name => <$plan>::REFERENCES,)*
                }
            }

            /// Memory that a job takes in a run at least, with its tasks, in bytes.
            pub(super) const fn bytes_a_job(self) -> f64 {
                match self {
                    $(Self::$name => <$plan>::BYTES_A_JOB,)*
                }
            }

            /// What the columns of a short table mean.
            pub const fn legend(self) -> &'static [Term] {
                match self {
                    $(Self::$name => <$plan>::LEGEND,)*
                }
            }

            /// Columns of each class of jobs in a short table, with their headings.
            pub const fn by_class(self) -> &'static [(&'static str, &'static str)] {
                match self {
                    $(Self::$name => <$plan>::BY_CLASS,)*
                }
            }

            /// What a class of jobs is called.
            pub fn class(self, class: u8) -> String {
                match self {
                    $(Self::$name => <$plan>::class(class),)*
                }
            }

            /// Workloads that have a name.
            pub fn workloads(self) -> Vec<Named> {
                match self {
                    $(Self::$name => <$plan>::workloads(),)*
                }
            }

            /// Titles of what is known of each job of a run.
            pub fn job_titles(self) -> Vec<&'static str> {
                match self {
                    $(Self::$name => <$plan>::job_titles(),)*
                }
            }

            /// Titles of what is known of each attempt of a task; none where tasks are not told of.
            pub fn task_titles(self) -> &'static [&'static str] {
                match self {
                    $(Self::$name => <$plan>::task_titles(),)*
                }
            }

            /// Does something with this world.
            pub fn with<V: WithWorld>(self, what: V) -> V::Value {
                match self {
                    $(Self::$name => what.with::<$plan>(),)*
                }
            }

            /// Its part of a scenario, without anything given.
            pub fn spec(self) -> Spec {
                match self {
                    $(Self::$name => Spec::$name(Fields::default()),)*
                }
            }

            /// A policy as asked.
            ///
            /// # Errors
            /// If its key or a parameter is not understood.
            pub fn choice(self, written: &str) -> Result<Choice, PolicyError> {
                match self {
                    $(Self::$name => written.parse::<Asked<<$plan as World>::Policy>>().map(|policy| policy.choice()),)*
                }
            }
        }

        /// The part of a scenario that is its world's.
        #[derive(Clone, Debug, PartialEq)]
        #[allow(clippy::large_enum_variant, reason = "there are few")]
        pub enum Spec {
            $($(#[doc = $doc])* $name(Fields<$plan>),)*
        }

        impl Spec {
            /// Which world.
            pub const fn kind(&self) -> SystemKind {
                match self {
                    $(Self::$name(_) => SystemKind::$name,)*
                }
            }

            /// The file that is read for the workload, if one is.
            pub fn file(&self) -> Option<&str> {
                match self {
                    $(Self::$name(fields) => fields.workload.file(),)*
                }
            }

            /// Does something with the fields.
            pub(super) fn with<V: WithFields>(&self, what: V) -> V::Value {
                match self {
                    $(Self::$name(fields) => what.with::<$plan>(fields),)*
                }
            }
        }

        /// A valid scenario of any world: what threads and workers run.
        #[derive(Clone, Debug)]
        pub enum Plan {
            $($(#[doc = $doc])* $name(Box<$plan>),)*
        }

        /// The jobs of one replication.
        #[derive(Clone, Debug)]
        pub enum Drawn {
            $($(#[doc = $doc])* $name(<$plan as World>::Jobs),)*
        }

        /// What a run came to, job by job.
        #[derive(Clone, Debug)]
        #[allow(clippy::large_enum_variant, reason = "there are few, and each holds far more in its lists")]
        pub enum Run {
            $($(#[doc = $doc])* $name(<$plan as World>::Outcome),)*
        }

        /// What one run leaves behind besides the times of its jobs.
        #[derive(Clone, Debug, PartialEq)]
        pub enum OwnCell {
            $($(#[doc = $doc])* $name(<$plan as World>::Cell),)*
        }

        /// The same over all replications.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[allow(clippy::large_enum_variant, reason = "there are few")]
        pub enum OwnSummary {
            $($(#[doc = $doc])* $name(<$plan as World>::Summary),)*
        }

        impl OwnSummary {
            /// What a report says of it.
            pub(super) fn report(&self) -> OwnReport {
                match self {
                    $(Self::$name(summary) => OwnReport::$name(<$plan>::report(summary)),)*
                }
            }

            /// What a reader of the results should be warned of.
            pub(super) fn cautions(kind: SystemKind, policies: &[(&str, &Self)]) -> Vec<String> {
                match kind {
                    $(SystemKind::$name => {
                        let own: Vec<_> = policies.iter().filter_map(|(policy, own)| Some((*policy, <$plan as Listed>::summary(own)?))).collect();
                        <$plan>::cautions(&own)
                    })*
                }
            }
        }

        /// What a report says of a policy besides the times of its jobs.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(untagged)]
        #[allow(clippy::large_enum_variant, reason = "there are few")]
        pub enum OwnReport {
            $($(#[doc = $doc])* $name(<$plan as World>::Report),)*
        }

        /// What a report says of its policies together.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(untagged)]
        pub enum OwnTogether {
            $($(#[doc = $doc])* $name(<$plan as World>::Together),)*
        }

        impl OwnTogether {
            /// Of policies of a world with what they left behind.
            pub(super) fn new(kind: SystemKind, policies: &[(&str, &OwnSummary)]) -> Self {
                match kind {
                    $(SystemKind::$name => {
                        let own: Vec<_> = policies.iter().filter_map(|(policy, own)| Some((*policy, <$plan as Listed>::summary(own)?))).collect();
                        Self::$name(<$plan>::together(&own))
                    })*
                }
            }

            /// As tables for people, against the first policy: titles, then rows.
            pub fn tables(&self, first: &str) -> Vec<Vec<Vec<String>>> {
                match self {
                    $(Self::$name(together) => together.tables(first),)*
                }
            }
        }

        /// What happened in a run.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub enum Recording {
            $($(#[doc = $doc])* $name(<$plan as World>::Recording),)*
        }

        impl Recording {
            /// Writes it without the name of its world.
            ///
            /// # Errors
            /// The serializer's.
            pub fn serialize_plain<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$name(recording) => recording.serialize(serializer),)*
                }
            }

            /// The same without what no picture can show.
            #[must_use]
            pub fn thinned(self) -> Self {
                match self {
                    $(Self::$name(recording) => Self::$name(<$plan>::thinned(recording)),)*
                }
            }
        }

        impl Plan {
            /// Checks everything that is asked, and reads the workload's file, if it has one, through `read`.
            pub(super) fn prepare(
                seed: u64,
                replications: u32,
                policies: &[String],
                spec: &Spec,
                read: &mut Read<'_>,
            ) -> Result<Self, SpecError> {
                match spec {
                    $(Spec::$name(Fields { system, workload }) => {
                        let policies = policies.iter().map(|written| written.parse()).collect::<Result<_, PolicyError>>()?;
                        <$plan>::prepare(Ask { seed, replications, policies, system, workload }, read).map(|plan| Self::$name(Box::new(plan)))
                    })*
                }
            }

            /// Number of jobs in each replication.
            pub fn jobs(&self) -> usize {
                match self {
                    $(Self::$name(plan) => World::jobs(&**plan),)*
                }
            }

            /// What the workload came to.
            pub fn describe(&self) -> Described {
                match self {
                    $(Self::$name(plan) => plan.describe(),)*
                }
            }

            /// Whether jobs are given and nothing of them is drawn.
            pub fn given(&self) -> bool {
                match self {
                    $(Self::$name(plan) => plan.given(),)*
                }
            }

            /// What a reader of the results should be warned of.
            pub fn warnings(&self) -> Vec<String> {
                match self {
                    $(Self::$name(plan) => plan.warnings(),)*
                }
            }

            /// The jobs of one replication.
            pub fn draw(&self, replication: u32) -> Drawn {
                match self {
                    $(Self::$name(plan) => Drawn::$name(plan.draw(replication)),)*
                }
            }

            /// Runs the policy at this position on jobs that this plan has drawn; `progress` hears how many are complete.
            ///
            /// # Errors
            /// If the policy cannot go on, as a formula may not.
            ///
            /// # Panics
            /// If the jobs are of another world.
            pub fn simulate(&self, drawn: &Drawn, policy: usize, progress: &mut dyn FnMut(usize)) -> Result<Run, SpecError> {
                match (self, drawn) {
                    $((Self::$name(plan), Drawn::$name(jobs)) => plan.simulate(jobs, policy, progress).map(Run::$name),)*
                    _ => panic!("the jobs are of another world"),
                }
            }

            /// Whether a run may be recordable, as far as that is known before jobs are drawn.
            ///
            /// # Errors
            /// Says what is too much of it.
            pub fn may_record(&self) -> Result<(), SpecError> {
                match self {
                    $(Self::$name(plan) => plan.may_record(),)*
                }
            }

            /// Whether a run of these jobs can be recorded. What a reader of the recording should know comes back.
            ///
            /// # Errors
            /// Says what is too much of it.
            ///
            /// # Panics
            /// If the jobs are of another world.
            pub fn recordable(&self, drawn: &Drawn) -> Result<Option<String>, SpecError> {
                match (self, drawn) {
                    $((Self::$name(plan), Drawn::$name(jobs)) => plan.recordable(jobs),)*
                    _ => panic!("the jobs are of another world"),
                }
            }

            /// Runs the policy at this position and takes down what happens.
            ///
            /// # Errors
            /// As [`simulate`](Self::simulate).
            ///
            /// # Panics
            /// If the jobs are of another world.
            pub fn record(&self, drawn: &Drawn, policy: usize, progress: &mut dyn FnMut(usize)) -> Result<(Recording, Run), SpecError> {
                match (self, drawn) {
                    $((Self::$name(plan), Drawn::$name(jobs)) => {
                        let (recording, outcome) = plan.record(jobs, policy, progress)?;
                        Ok((Recording::$name(recording), Run::$name(outcome)))
                    })*
                    _ => panic!("the jobs are of another world"),
                }
            }

            /// What a report pools of a run.
            pub(super) fn tell(&self, drawn: &Drawn, run: &Run) -> (Option<Times>, OwnCell) {
                match (self, drawn, run) {
                    $((Self::$name(plan), Drawn::$name(jobs), Run::$name(outcome)) => {
                        let RunFigures { times, own } = plan.tell(jobs, outcome);
                        (times, OwnCell::$name(own))
                    })*
                    _ => panic!("the run is of another world"),
                }
            }

            /// What the policy at this position left behind, in all its replications and of this many jobs that are counted.
            pub(super) fn pool(&self, policy: usize, cells: Vec<OwnCell>, jobs: usize) -> OwnSummary {
                match self {
                    $(Self::$name(plan) => {
                        #[allow(irrefutable_let_patterns, clippy::let_unit_value, reason = "there may be one world, and one that tells nothing")]
                        let cells = cells.into_iter().filter_map(|cell| if let OwnCell::$name(cell) = cell { Some(cell) } else { None });
                        OwnSummary::$name(plan.pool(policy, cells.collect(), jobs))
                    })*
                }
            }

            /// Writes the jobs of a replication as comma-separated values.
            ///
            /// # Errors
            /// If `out` cannot be written to.
            ///
            /// # Panics
            /// If the jobs are of another world.
            pub fn write_jobs(&self, drawn: &Drawn, out: &mut dyn io::Write) -> io::Result<()> {
                match (self, drawn) {
                    $((Self::$name(plan), Drawn::$name(jobs)) => plan.write_jobs(jobs, out),)*
                    _ => panic!("the jobs are of another world"),
                }
            }

            /// What is known of each job of a run, in the order in which they were given.
            ///
            /// # Panics
            /// If the jobs or the run are of another world.
            pub fn job_rows(&self, drawn: &Drawn, run: &Run) -> Vec<Vec<Entry>> {
                match (self, drawn, run) {
                    $((Self::$name(plan), Drawn::$name(jobs), Run::$name(outcome)) => plan.job_rows(jobs, outcome),)*
                    _ => panic!("the run is of another world"),
                }
            }

            /// Runs the policy at this position and tells of each stretch in which an attempt of a task holds a slot, when it ends.
            ///
            /// # Panics
            /// If the jobs are of another world.
            pub fn tell_tasks(&self, drawn: &Drawn, policy: usize, each: &mut dyn FnMut(Vec<Entry>)) {
                match (self, drawn) {
                    $((Self::$name(plan), Drawn::$name(jobs)) => plan.tell_tasks(jobs, policy, each),)*
                    _ => panic!("the jobs are of another world"),
                }
            }
        }

        $(impl Listed for $plan {
            const SYSTEM: SystemKind = SystemKind::$name;

            fn of(spec: &Spec) -> Option<&Fields<Self>> {
                if let Spec::$name(fields) = spec { Some(fields) } else { None }
            }

            fn of_mut(spec: &mut Spec) -> Option<&mut Fields<Self>> {
                if let Spec::$name(fields) = spec { Some(fields) } else { None }
            }

            fn spec(fields: Fields<Self>) -> Spec {
                Spec::$name(fields)
            }

            fn summary(own: &OwnSummary) -> Option<&Self::Summary> {
                if let OwnSummary::$name(own) = own { Some(own) } else { None }
            }

            fn own(own: &OwnReport) -> Option<&Self::Report> {
                if let OwnReport::$name(own) = own { Some(own) } else { None }
            }

            fn recording(recording: Recording) -> Option<Self::Recording> {
                if let Recording::$name(recording) = recording { Some(recording) } else { None }
            }
        })*
    };
}

worlds! {
    /// One preemptible server, or several identical ones.
    Server = server::Plan,
    /// Machines with map and reduce slots.
    Cluster = cluster::Plan,
    /// Thousands of workers with queues.
    Datacenter = datacenter::Plan,
    /// Tasks that read each other's outputs.
    Ordering = ordering::Plan,
    /// Flows that share the links of a network.
    Network = network::Plan,
    /// Regions with a server each, and a CDN server behind them.
    Cdn = cdn::Plan,
}

/// Something that can be done with any world.
pub trait WithWorld {
    /// What comes of it.
    type Value;
    /// With this one.
    fn with<W: Listed>(self) -> Self::Value;
}

/// Something that can be done with the fields of any world.
pub(super) trait WithFields {
    /// What comes of it.
    type Value;
    /// With those of this one.
    fn with<W: Listed>(self, fields: &Fields<W>) -> Self::Value;
}

/// The policies of a world.
pub fn registry<W: World>() -> &'static Registry<W::Policy> {
    W::Policy::registry()
}

impl Default for SystemKind {
    /// The first of the list.
    fn default() -> Self {
        Self::ALL[0]
    }
}

impl fmt::Display for SystemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

impl Default for Spec {
    fn default() -> Self {
        SystemKind::default().spec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_world_is_called_in_files_as_it_calls_itself() {
        for kind in SystemKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.key());
        }
    }
}
