//! The trait object behind *Watch* of any world.

use super::Watching;
use crate::clock::{Beat, Clock};
use crate::inquiry::{Progress, Question, Told};
use crate::key::Key;
use crate::protocol::Fault;
use crate::traces::Traces;
use schedscope_core::experiment::{Scenario, SystemKind};
use std::any::Any;
use std::fmt::Debug;
use std::rc::Rc;

/// A change of a world, whichever it is.
#[derive(Clone, Debug)]
pub struct Message(Rc<dyn Announced>);

trait Announced: Any + Debug {}

impl<T: Any + Debug> Announced for T {}

impl Message {
    /// A change of the world that knows this type.
    pub fn of(change: impl Any + Debug) -> Self {
        Self(Rc::new(change))
    }

    /// The change, if it is of this type.
    pub fn change<C: Any>(&self) -> Option<&C> {
        let announced: &dyn Any = &*self.0;
        announced.downcast_ref()
    }
}

/// What an answer of the workers changes.
pub type Heard = fn(Told) -> Message;

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

/// A world that is watched, for those who need not know which.
pub trait Staged: Debug {
    /// Which world.
    fn kind(&self) -> SystemKind;
    /// What is shown, for titles: the policies and the workload, in a few words.
    fn title(&self) -> String;
    /// The name of the file that it is about.
    fn file(&self) -> Option<&str>;
    /// The clock.
    fn clock(&self) -> &Clock;
    /// Moves the clock.
    fn hear(&mut self, beat: Beat);
    /// Does what has happened to this world; what has happened to another is ignored.
    fn change(&mut self, message: &Message);
    /// Takes a link, or what is wrong with it.
    fn follow(&mut self, link: Result<Watching, Fault>);
    /// A link to what is shown.
    fn link(&self) -> Watching;
    /// Uses the file that is there.
    fn load(&mut self, traces: &mut Traces);
    /// Takes a scenario of this world that was read from a file.
    fn put(&mut self, scenario: Scenario);
    /// What a key does.
    fn key(&self, key: &Key) -> Option<Message>;
    /// The same, to be changed by itself.
    fn copied(&self) -> Rc<dyn Staged>;
    /// What it is.
    fn as_any(&self) -> &dyn Any;

    /// What is to be said above it of the file.
    fn notice(&self, traces: &Traces) -> Option<String> {
        self.file().and_then(|name| traces.notice_of_sum(name))
    }

    /// The question to the workers about all runs `behind` what is shown, or about that itself, and what their answer changes.
    fn asks(&self, _traces: &Traces, _behind: bool) -> Option<(Asked, Heard)> {
        None
    }
}
