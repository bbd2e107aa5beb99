//! How worlds are watched: each says once how its runs are shown, and the rest of the page follows.
//!
//! * [`Panes`]: the pictures of an answer.
//! * [`Stage`]: what a world says of itself: its presets, what can be selected, when something happens, where to begin, what comes out.
//! * [`Played`]: the state of a world that is played, with one reducer: scenario, clock, selection, policies side by side.
//! * [`Bench`]: its scenario while it is being [edited](crate::edited), and how far the answers are.
//! * [`Link`]: that state as a link.
//!
//! To the rest of the page [`Played`] is a [`Room`](crate::room::Room), as [`Watch`](crate::watch::Watch) of the server is.

mod bench;
mod link;
mod list;
mod played;
#[cfg(test)]
mod tests;

pub use crate::edited::Edit;
pub use bench::{Bench, Spreads, assembled, least};
pub use link::{KEYS, Link};
pub use list::{ABOUTS, Entry, STAGES, about, entry, use_file};
pub use played::{Change, Played};

use super::file::Reads;
use super::format;
use super::key::Key;
use super::offered::Offered;
use super::preset::Preset;
use super::view::View;
use schedscope::sim::listed;
use schedscope::world::{FileFormat, SpecError};
use schedscope_chart::{ChartError, Pen};
use schedscope_core::experiment::{Fields, Listed, Recording, Report, Scenario, Survey, SystemKind};
use std::fmt::Debug;
use std::rc::Rc;

/// What a world is called and what it consists of.
pub struct About {
    /// Its name in links.
    pub name: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// What it shows, in one line.
    pub line: &'static str,
    /// What its workload counts: one, and several.
    pub counts: [&'static str; 2],
    /// What a link may say of the time.
    pub time: &'static str,
    /// Scenarios to start from where it is watched, the first what the page begins with; none where it is watched by jobs alone.
    pub presets: &'static [Preset],
    /// Questions about many to start from, where they are compared.
    pub compared: &'static [Preset],
    /// The measure in which they are compared at first.
    pub measure: &'static str,
    /// How policies are offered.
    pub offered: Offered,
    /// What a file is read for.
    pub reads: Reads,
    /// Most policies that are run.
    pub most: usize,
    /// Most policies that stand side by side.
    pub panels: usize,
    /// Whether policies stand in the order of their registry, not in that in which they were chosen.
    pub in_order: bool,
    /// What there is to be found, with the key *n*.
    pub finds: Option<&'static str>,
    /// Whether it plays by itself when it opens.
    pub plays: bool,
}

/// Where the clock goes when there is something new to see.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    /// To this time, playing or not as before.
    At(f64),
    /// To this time, and rests there.
    Rest(f64),
    /// To this time, and plays on.
    From(f64),
    /// Plays from one time to another, and stops there.
    Between(f64, f64),
}

/// What can be drawn, in panes.
pub trait Panes {
    /// A picture of it.
    type Pane: Copy + PartialEq + 'static;

    /// Draws a pane.
    ///
    /// # Errors
    /// If the surface refuses.
    fn draw(&self, pane: Self::Pane, pen: &Pen<'_>) -> Result<(), ChartError>;
}

/// Sets the fields that follow from what is in a file.
pub type Fit<W> = fn(&mut Fields<W>, &Survey);

/// How the runs of a world are watched.
pub trait Stage: Copy + Debug + Sized + 'static {
    /// The world.
    type World: Listed;
    /// An answer: the numbers, and the runs that were recorded.
    type Replay: Panes + Clone + Debug + 'static;
    /// What can be selected.
    type Selected: Copy + PartialEq + Debug + 'static;
    /// What else it keeps.
    type Own: Clone + Debug + Default + 'static;
    /// What else can be done to it.
    type Gesture: Clone + Debug + 'static;

    /// What it is called and what it consists of.
    const ABOUT: About;
    /// Where it is watched.
    const VIEW: View = View::Watch(Self::World::SYSTEM);
    /// What is compared of all runs, where one is shown by itself.
    const SPREADS: Option<Spreads> = None;

    /// An answer.
    fn shown(report: Report, recordings: Vec<Recording>) -> Self::Replay;

    /// Its numbers.
    fn report(shown: &Self::Replay) -> &Report;

    /// When something can be seen to happen.
    fn instants(played: &Played<Self>, shown: &Self::Replay) -> Vec<f64>;

    /// When time is to pass slowly.
    fn slow(_: &Self::Replay) -> Vec<(f64, f64)> {
        vec![]
    }

    /// What tells most, to be selected where the reader has selected nothing, or nothing that is still there.
    fn telling(_: &Played<Self>, _: &Self::Replay) -> Option<Self::Selected> {
        None
    }

    /// Where to begin.
    fn begin(played: &Played<Self>, shown: &Self::Replay) -> Motion;

    /// What comes so many after what is selected, and where the clock goes for it.
    fn next(played: &Played<Self>, shown: &Self::Replay, by: i64) -> Option<(Self::Selected, Option<Motion>)>;

    /// The next of what there is to be found.
    fn find(_: &Played<Self>, _: &Self::Replay) -> Option<(Self::Selected, Motion)> {
        None
    }

    /// Whether there is such a thing in an answer.
    fn has(shown: &Self::Replay, selected: Self::Selected) -> bool;

    /// What it is called in links.
    fn name(shown: &Self::Replay, selected: Self::Selected) -> Option<String>;

    /// What is called so.
    fn named(shown: &Self::Replay, name: &str) -> Option<Self::Selected>;

    /// Whether something can be called so in any answer.
    ///
    /// # Errors
    /// Says what is allowed.
    fn may_name(_: &str) -> Result<(), &'static str> {
        Ok(())
    }

    /// Positions of the policies that stand side by side where the reader has chosen none, of those with these keys.
    fn side_by_side(keys: &[&str]) -> Vec<usize> {
        (0..keys.len().min(Self::ABOUT.panels)).collect()
    }

    /// What comes out, in a sentence and one below it.
    fn headline(played: &Played<Self>) -> [String; 2];

    /// What a key does besides what it does in every world.
    fn key(_: &Played<Self>, _: &Key) -> Option<Change<Self>> {
        None
    }

    /// Does what only this world does.
    fn gesture(played: &mut Played<Self>, gesture: Self::Gesture);

    /// Something was selected, or nothing is.
    fn selected(_: &mut Played<Self>) {}

    /// An answer is there; `same` says whether it is about the same jobs as the last.
    fn arrived(_: &mut Played<Self>, _: &Self::Replay, _same: bool) {}

    /// Another scenario was put in place of the one before, or there was an edit of a field.
    fn asked(_: &mut Played<Self>, _before: &Scenario, _field: Option<&str>) {}

    /// What is shown in place of the answer while the workers have not heard of what was done.
    fn preview(_: &Self::Own) -> Option<&Rc<Self::Replay>> {
        None
    }

    /// Sets what a file asks for that is used from now on.
    const FIT: Option<Fit<Self::World>> = None;

    /// What is to be said of the file that is used, beside which part of it that is.
    fn of_file(_: &Fields<Self::World>, _: &Survey) -> Option<String> {
        None
    }

    /// How a file of this name is written, where that is not found out by reading it.
    ///
    /// # Errors
    /// If files of this name are not read.
    fn format(_: &str) -> Result<Option<FileFormat>, SpecError> {
        Ok(None)
    }

    /// The fields that stand in the bar, by their dotted names; without any, the first numbers of the world.
    fn bar(_: &Scenario) -> Vec<&'static str> {
        vec![]
    }

    /// The workload of a scenario in a few words, for titles.
    fn workload(scenario: &Scenario) -> Option<String> {
        counted(scenario, Self::ABOUT.counts)
    }
}

/// What the workload of a world counts: one, and several.
pub fn counts(world: SystemKind) -> [&'static str; 2] {
    about(world).map_or(["job", "jobs"], |about| about.counts)
}

/// How the policies of a world are offered.
pub fn offered(world: SystemKind) -> &'static Offered {
    about(world).map_or(&Offered::BY_FAMILY, |about| &about.offered)
}

/// What is shown of a scenario, for titles: its policies and what is said of its workload.
pub fn titled(scenario: &Scenario, workload: Option<String>) -> String {
    std::iter::once(policies(scenario)).chain(workload).collect::<Vec<_>>().join(", ")
}

/// The policies of a scenario, in words.
pub fn policies(scenario: &Scenario) -> String {
    let choices = scenario.choices().unwrap_or_default();
    listed(choices.iter().map(|choice| choice.name()))
}

/// How many jobs there are, or which file they are in: `one`, or `many`.
pub fn counted(scenario: &Scenario, [one, many]: [&str; 2]) -> Option<String> {
    let jobs = scenario.get("workload.count").and_then(|count| count.as_integer()).map(|count| count as f64);
    match (scenario.file(), jobs.or_else(|| scenario.default_of("workload.count"))) {
        (Some(file), _) => Some(file.to_owned()),
        (None, Some(count)) => Some(format::counted(count as u64, one, many)),
        (None, None) => None,
    }
}
