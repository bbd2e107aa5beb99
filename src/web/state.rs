//! Everything on the page that can change, in one place, with one reducer.

use super::cluster::{self, Cluster};
use super::compare::{self, Compare};
use super::environment;
use super::route::{self, Route};
use super::watch::{self, Watch};
use crate::chart::Mode;
use std::rc::Rc;
use yew::Reducible;

/// Which view is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// A few jobs, as they are served.
    #[default]
    Watch,
    /// Many jobs, in numbers.
    Compare,
    /// Machines and slots, one policy beside the other.
    Cluster,
}

/// Which theme the user wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ThemeChoice {
    /// Whatever the system has.
    #[default]
    Auto,
    /// Always light.
    Light,
    /// Always dark.
    Dark,
}

/// Where the page is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// On a desk: everything.
    Desk,
    /// On a stage: only the picture, in large type.
    Stage,
    /// In another page, of slides or notes: only the picture.
    Embedded,
}

impl ThemeChoice {
    /// The one after it.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Auto => Self::Light,
            Self::Light => Self::Dark,
            Self::Dark => Self::Auto,
        }
    }
}

/// The state of the page.
#[derive(Clone, Debug)]
pub struct State {
    /// Which view is shown.
    pub view: View,
    /// Which theme the user wants.
    pub theme: ThemeChoice,
    /// Whether the system has a dark theme.
    pub system_dark: bool,
    /// Whether the system asks for less motion.
    pub still: bool,
    /// Where the page is shown.
    pub setting: Setting,
    /// Whether keys of one character do something.
    pub letters: bool,
    /// The view of a few jobs.
    pub watch: Watch,
    /// The view of many jobs.
    pub compare: Compare,
    /// The view of a cluster.
    pub cluster: Cluster,
}

/// What can happen to it.
#[derive(Clone, Debug)]
pub enum Action {
    /// A link was followed.
    Navigate(Route),
    /// A theme was chosen.
    Theme(ThemeChoice),
    /// The system's theme changed.
    SystemDark(bool),
    /// The system's wish for stillness changed.
    Still(bool),
    /// Whether the page is on a stage.
    Stage(bool),
    /// Whether keys of one character do something.
    Letters(bool),
    /// Something happened in *Watch*.
    Watch(watch::Change),
    /// Something happened in *Compare*.
    Compare(compare::Change),
    /// Something happened in *Cluster*.
    Cluster(cluster::Change),
}

impl State {
    /// The state that a link asks for when the page opens.
    pub fn open(fragment: &str) -> Self {
        let still = environment::prefers_stillness();
        let state = Self {
            view: View::default(),
            theme: environment::stored_theme(),
            system_dark: environment::prefers_dark(),
            still,
            setting: if route::embeds(fragment) { Setting::Embedded } else { Setting::Desk },
            letters: environment::stored_letters(),
            watch: Watch::open(!still),
            compare: Compare::open(),
            cluster: Cluster::open(),
        };
        state.navigate(Route::read(fragment))
    }

    /// The theme that is shown.
    pub fn mode(&self) -> Mode {
        match self.theme {
            ThemeChoice::Dark => Mode::Dark,
            ThemeChoice::Auto if self.system_dark => Mode::Dark,
            ThemeChoice::Light | ThemeChoice::Auto => Mode::Light,
        }
    }

    /// The state as a link.
    pub fn route(&self) -> Route {
        match self.view {
            View::Watch => Route::Watch(Some(Ok(Box::new(self.watch.choice())))),
            View::Compare => Route::Compare(Some(Ok(Box::new(self.compare.scenario.clone())))),
            View::Cluster => Route::Cluster(Some(Ok(Box::new(self.cluster.scenario.clone())))),
        }
    }

    fn navigate(mut self, route: Route) -> Self {
        match route {
            Route::Watch(choice) => {
                self.view = View::Watch;
                if let Some(choice) = choice {
                    self.watch.follow(choice.map(|choice| *choice));
                }
            }
            Route::Compare(scenario) => {
                self.view = View::Compare;
                if let Some(scenario) = scenario {
                    self.compare.follow(scenario.map(|scenario| *scenario));
                }
            }
            Route::Cluster(scenario) => {
                self.view = View::Cluster;
                if let Some(scenario) = scenario {
                    self.cluster.follow(scenario.map(|scenario| *scenario));
                }
            }
        }
        self
    }
}

impl Reducible for State {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let mut state = Rc::unwrap_or_clone(self);
        match action {
            Action::Navigate(route) => state = state.navigate(route),
            Action::Theme(theme) => state.theme = theme,
            Action::SystemDark(dark) => state.system_dark = dark,
            Action::Still(still) => {
                state.still = still;
                if still {
                    state.watch.change(watch::Change::Play(false));
                }
            }
            Action::Stage(_) if state.setting == Setting::Embedded => {}
            Action::Stage(stage) => state.setting = if stage { Setting::Stage } else { Setting::Desk },
            Action::Letters(letters) => {
                state.letters = letters;
                environment::store_letters(letters);
            }
            Action::Watch(change) => state.watch.change(change),
            Action::Compare(change) => state.compare.change(change),
            Action::Cluster(change) => state.cluster.change(change),
        }
        Rc::new(state)
    }
}
