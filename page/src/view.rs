//! The views of the page.

use super::stage::{STAGES, entry};
use schedscope_core::experiment::SystemKind;

/// Which view is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// A few jobs, step by step.
    #[default]
    Watch,
    /// Many jobs, with statistics.
    Compare,
    /// One scenario over a grid of values.
    Sweep,
    /// A world that is played, policies side by side.
    World(SystemKind),
    /// A file of jobs, and what it contains.
    Traces,
    /// Tasks to be solved.
    Exercises,
    /// A tour.
    Learn,
}

impl View {
    /// The views that are of no world, with their names in links; the worlds stand after *Sweep*.
    const NAMES: [(Self, &str); 6] = [
        (Self::Watch, "watch"),
        (Self::Compare, "compare"),
        (Self::Sweep, "sweep"),
        (Self::Traces, "traces"),
        (Self::Exercises, "exercises"),
        (Self::Learn, "learn"),
    ];

    /// Where scenarios of a world are shown.
    pub fn of(world: SystemKind) -> Self {
        if entry(world).is_some() { Self::World(world) } else { Self::Compare }
    }

    /// All views, in the order of their tabs.
    pub fn all() -> impl Iterator<Item = Self> {
        let (before, after) = Self::NAMES.split_at(3);
        let worlds = STAGES.iter().map(|entry| Self::World(entry.kind));
        before.iter().map(|(view, _)| *view).chain(worlds).chain(after.iter().map(|(view, _)| *view))
    }

    /// Views whose links are a scenario.
    pub fn with_scenario() -> impl Iterator<Item = Self> {
        [Self::Watch, Self::Compare].into_iter().chain(STAGES.iter().map(|entry| Self::World(entry.kind)))
    }

    /// Its name in links.
    pub fn name(self) -> &'static str {
        match self {
            Self::World(kind) => entry(kind).map_or("", |entry| entry.about.name),
            _ => Self::NAMES.iter().find(|(view, _)| *view == self).map_or("", |(_, name)| name),
        }
    }

    /// What it is called.
    pub fn title(self) -> String {
        if let Self::World(kind) = self {
            return entry(kind).map_or("", |entry| entry.about.title).to_owned();
        }
        let (first, rest) = self.name().split_at(1);
        first.to_uppercase() + rest
    }

    /// What it shows, in one line.
    pub fn line(self) -> &'static str {
        match self {
            Self::Watch => "A few jobs, step by step",
            Self::Compare => "Many jobs, with statistics",
            Self::Sweep => "One scenario over a grid of values",
            Self::World(kind) => entry(kind).map_or("", |entry| entry.about.line),
            Self::Traces => "What a file of jobs contains",
            Self::Exercises => "Tasks to be solved",
            Self::Learn => "A tour in short pages",
        }
    }

    /// The view of this name, or of the world of this name.
    pub fn named(name: &str) -> Option<Self> {
        let world = || SystemKind::ALL.iter().find(|kind| kind.key() == name).map(|kind| Self::of(*kind));
        Self::all().find(|view| view.name() == name).or_else(world)
    }
}
