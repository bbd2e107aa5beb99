//! The parts of the program that the browser fetches when they are wanted, and where they are wanted.

use super::view::View;
use schedscope_core::experiment::SystemKind;

/// A part of the program. The first part, the frame of the page with *Watch* of the server, is none of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// *Compare* and *Sweep* of every world, and what reads scenarios.
    Questions,
    /// *Watch* of a world other than the server, and of the server its jobs that are drawn.
    World(SystemKind),
    /// Virtual time in *Watch* of the server.
    Virtual,
    /// *Traces*.
    Traces,
    /// *Exercises*.
    Exercises,
    /// *Learn*.
    Learn,
    /// What belongs to every view and is opened by a button: saved scenarios, scenes for the stage, a figure for another page.
    Sharing,
    /// What a figure of another page and that page say to each other.
    Framed,
}

impl Part {
    /// The part that a view is in, unless that is the first.
    pub fn of(view: View) -> Option<Self> {
        match view {
            View::Watch(world) if world == SystemKind::default() => None,
            View::Watch(world) => Some(Self::World(world)),
            View::Race => Some(Self::World(SystemKind::Server)),
            View::Compare(_) | View::Sweep(_) => Some(Self::Questions),
            View::Traces => Some(Self::Traces),
            View::Exercises => Some(Self::Exercises),
            View::Learn => Some(Self::Learn),
        }
    }
}
