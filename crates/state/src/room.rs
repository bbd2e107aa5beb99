//! What is shown in a view, for the frame of the page, which need not know which view that is.
//!
//! Each view of the page is a room with one owner of its state. The frame holds rooms as trait objects and names none of their types, so
//! that the browser fetches a room with its part of the program when somebody goes there.

use super::clock::{Beat, Clock};
use super::inquiry::{Progress, Question, Told};
use super::key::Key;
use super::protocol::Fault;
use super::scenes::Scenes;
use super::traces::Traces;
use super::view::View;
use std::any::Any;
use std::fmt::Debug;
use std::rc::Rc;

/// A change in a room, whichever it is.
#[derive(Clone, Debug)]
pub struct Message(Rc<dyn Announced>);

trait Announced: Any + Debug {}

impl<T: Any + Debug> Announced for T {}

impl Message {
    /// A change in the room that knows this type.
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

/// How rooms are when they are opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Whether pictures may move by themselves.
    pub moves: bool,
    /// Whether the window is a phone's.
    pub narrow: bool,
}

/// What becomes of the text of a scenario file.
#[derive(Debug)]
pub enum Opened {
    /// It is shown as a link with this query would be.
    Link(View, String),
    /// It changes what is shown there.
    Change(View, Message),
    /// It is no scenario, which is said there.
    Refused(View, Fault),
    /// It may be a set of exercises.
    Exercises,
}

/// What every room can be asked that is a value.
pub trait Value: Debug + 'static {
    /// A copy of this room, which can change without the original.
    fn copied(&self) -> Rc<dyn Room>;

    /// What it is.
    fn as_any(&self) -> &dyn Any;
}

impl<T: Room + Clone> Value for T {
    fn copied(&self) -> Rc<dyn Room> {
        Rc::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The state of a view.
pub trait Room: Value {
    /// Which view.
    fn view(&self) -> View;

    /// What is shown, for titles, in a few words.
    fn title(&self) -> String;

    /// The query of a link to what is shown; none where the name of the view says all.
    fn link(&self) -> Option<String>;

    /// Goes where the query of a link leads, or shows what is wrong with it. Without a query the view is shown as it was left.
    fn follow(&mut self, query: Option<&str>);

    /// Says what is wrong with what was to be shown.
    fn refuse(&mut self, _fault: Fault) {}

    /// Does what has happened here; what has happened elsewhere is ignored.
    fn change(&mut self, message: &Message);

    /// What, beside the view, makes a step of the history of the browser.
    fn place(&self) -> String {
        String::new()
    }

    /// The name of the file that it is about.
    fn file(&self) -> Option<&str> {
        None
    }

    /// Whether the file that it is about can be used, or why not, once that is known.
    fn reading(&self) -> Option<Result<(), &Fault>> {
        None
    }

    /// The clock.
    fn clock(&self) -> Option<&Clock> {
        None
    }

    /// What the reader has selected, as pictures or links call it.
    fn selected(&self) -> Option<String> {
        None
    }

    /// Moves the clock.
    fn hear(&mut self, _beat: Beat) {}

    /// The window became a phone's, or no longer is one.
    fn narrow(&mut self, _narrow: bool) {}

    /// Uses the file that is there.
    fn load(&mut self, _traces: &mut Traces) {}

    /// It is known what is in the file, or what is wrong with it.
    fn surveyed(&mut self, _traces: &Traces) {}

    /// What a key does.
    fn key(&self, _key: &Key) -> Option<Message> {
        None
    }

    /// What is to be said above it of the file.
    fn notice(&self, traces: &Traces) -> Option<String> {
        self.file().and_then(|name| traces.notice_of_sum(name))
    }

    /// The slider of a scene for the number of this dotted name: what it sets, its value, and the values it offers.
    fn slider(&self, _field: &str) -> Option<(String, f64, Vec<f64>)> {
        None
    }

    /// That slider was moved.
    fn slide(&mut self, _field: &str, _value: f64) {}

    /// Reads the text of a scenario file; `shown` is the view on the screen.
    fn read(&self, _text: &str, _shown: View) -> Option<Opened> {
        None
    }

    /// Reads the text of scenes.
    fn scenes(&self, _text: &str) -> Option<Result<Scenes, String>> {
        None
    }

    /// What to ask the workers about what is shown, or with `behind` about all its runs; and the message that their answer becomes.
    fn asks(&self, _traces: &Traces, _behind: bool) -> Option<(Asked, Heard)> {
        None
    }
}
