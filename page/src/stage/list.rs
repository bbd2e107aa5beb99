//! The worlds that are played, and any of them behind one face.

use super::played::with_file;
use super::{About, Change, Link, Played, Stage};
use crate::clock::{Beat, Clock};
use crate::inquiry::{Progress, Question, Told};
use crate::key::Key;
use crate::protocol::Fault;
use crate::traces::Traces;
use crate::{cdn, cluster, datacenter, network, order};
use schedscope_core::experiment::{Listed as _, Scenario, ScenarioError, SystemKind};
use schedscope_engine::server::Plan;
use schedscope_engine::workload::Synthetic;
use schedscope_engine::world::{FileFormat, JobsSpec, WorkloadSpec as _};
use std::any::Any;
use std::fmt::Debug;
use std::rc::Rc;

/// A world that is played.
pub struct Entry {
    /// Which world.
    pub kind: SystemKind,
    /// What it is called and what it consists of.
    pub about: &'static About,
    /// Its state when the page opens; pictures may move by themselves, or not.
    pub open: fn(bool) -> Rc<dyn Staged>,
    /// Reads the query of a link.
    pub read: fn(&str) -> Result<Link, ScenarioError>,
    /// The workload of a scenario in a few words.
    pub workload: fn(&Scenario) -> Option<String>,
    /// The fields that stand in the bar.
    pub bar: fn(&Scenario) -> Vec<&'static str>,
    /// Puts the file of this name in place of the workload.
    pub with_file: fn(&mut Scenario, String) -> Result<(), ScenarioError>,
}

macro_rules! stages {
    ($($stage:path),*) => {
        /// All worlds that are played, in the order of their tabs.
        pub static STAGES: &[Entry] = &[$(Entry {
            kind: <<$stage as Stage>::World as schedscope_core::experiment::Listed>::SYSTEM,
            about: &<$stage as Stage>::ABOUT,
            open: |moves| Rc::new(Played::<$stage>::open(moves)),
            read: Link::read::<$stage>,
            workload: <$stage as Stage>::workload,
            bar: <$stage as Stage>::bar,
            with_file: with_file::<$stage>,
        }),*];
    };
}

stages!(cluster::Cluster, datacenter::Datacenter, order::Order, network::Network, cdn::Cdn);

/// The entry of a world, if it is played.
pub fn entry(kind: SystemKind) -> Option<&'static Entry> {
    STAGES.iter().find(|entry| entry.kind == kind)
}

/// Puts the file of this name in place of the workload of a scenario of any world. On one server errors are drawn as before where the
/// file has no estimates: without them every policy would know all sizes.
///
/// # Errors
/// If the world reads no files of that name; it is in place all the same.
pub fn use_file(scenario: &mut Scenario, name: String) -> Result<(), ScenarioError> {
    if let Some(entry) = entry(scenario.kind()) {
        return (entry.with_file)(scenario, name);
    }
    let Some(fields) = scenario.of_mut::<Plan>() else { return Ok(()) };
    let format = FileFormat::of(&name);
    let before = std::mem::replace(&mut fields.workload, JobsSpec::of_file(name, format.as_ref().ok().copied()));
    if format.as_ref().is_ok_and(|format| !matches!(format, FileFormat::Csv | FileFormat::Swf)) {
        let usual = before.sigma.unwrap_or(Synthetic::default().sigma);
        fields.workload.sigma = before.errors.unwrap_or_default().spread().then_some(usual);
        fields.workload.errors = before.errors;
    }
    format.map(|_| ()).map_err(|error| ScenarioError::of(SystemKind::Server, error))
}

/// A change of a world, whichever it is.
#[derive(Clone, Debug)]
pub struct Message(Rc<dyn Announced>);

trait Announced: Any + Debug {}

impl<T: Any + Debug> Announced for T {}

impl<S: Stage> From<Change<S>> for Message {
    fn from(change: Change<S>) -> Self {
        Self(Rc::new(change))
    }
}

/// A question to the workers.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// How far its answer is.
    pub progress: Progress,
    /// What is asked.
    pub question: Question,
    /// Whether it may be asked now.
    pub ready: bool,
}

/// A world that is played, for those who need not know which.
pub trait Staged: Debug {
    /// Which world.
    fn kind(&self) -> SystemKind;
    /// The scenario.
    fn scenario(&self) -> &Scenario;
    /// The clock.
    fn clock(&self) -> &Clock;
    /// Moves the clock.
    fn hear(&mut self, beat: Beat);
    /// Does what has happened to this world; what has happened to another is ignored.
    fn change(&mut self, message: &Message);
    /// Takes a link, or what is wrong with it.
    fn follow(&mut self, link: Result<Link, Fault>);
    /// A link to what is shown.
    fn link(&self) -> Link;
    /// Uses the file of this name.
    fn load(&mut self, name: String);
    /// Takes a scenario that was read from a file.
    fn put(&mut self, scenario: Scenario);
    /// What a key does.
    fn key(&self, key: &Key) -> Option<Message>;
    /// The workload, in a few words.
    fn workload(&self) -> Option<String>;
    /// The question about what is shown.
    fn asks(&self, traces: &Traces) -> Asked;
    /// The question about all runs behind it.
    fn asks_behind(&self, traces: &Traces) -> Asked;
    /// Makes a change of what the workers say: about all runs, or about what is shown.
    fn hears(&self, behind: bool) -> fn(Told) -> Message;
    /// The same, to be changed by itself.
    fn copied(&self) -> Rc<dyn Staged>;
    /// What it is.
    fn as_any(&self) -> &dyn Any;
}

impl<S: Stage> Staged for Played<S> {
    fn kind(&self) -> SystemKind {
        S::World::SYSTEM
    }

    fn scenario(&self) -> &Scenario {
        &self.bench.scenario
    }

    fn clock(&self) -> &Clock {
        &self.clock
    }

    fn hear(&mut self, beat: Beat) {
        Self::change(self, Change::Clock(beat));
    }

    fn change(&mut self, message: &Message) {
        let announced: &dyn Any = &*message.0;
        if let Some(change) = announced.downcast_ref::<Change<S>>() {
            Self::change(self, change.clone());
        }
    }

    fn follow(&mut self, link: Result<Link, Fault>) {
        Self::follow(self, link);
    }

    fn link(&self) -> Link {
        Self::link(self)
    }

    fn load(&mut self, name: String) {
        Self::change(self, Change::File(name));
    }

    fn put(&mut self, scenario: Scenario) {
        Self::change(self, Change::Put(Box::new(scenario)));
    }

    fn key(&self, key: &Key) -> Option<Message> {
        Played::key(self, key).map(Message::from)
    }

    fn workload(&self) -> Option<String> {
        S::workload(&self.bench.scenario)
    }

    fn asks(&self, traces: &Traces) -> Asked {
        Asked { progress: self.bench.inquiry.standing(), question: self.bench.question(traces), ready: true }
    }

    fn asks_behind(&self, traces: &Traces) -> Asked {
        let (progress, ready) = (self.bench.behind.inquiry.standing(), self.bench.asks_behind());
        Asked { progress, question: self.bench.question_behind(traces), ready }
    }

    fn hears(&self, behind: bool) -> fn(Told) -> Message {
        if behind { |told| Message::from(Change::<S>::Behind(told)) } else { |told| Message::from(Change::<S>::Told(told)) }
    }

    fn copied(&self) -> Rc<dyn Staged> {
        Rc::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
