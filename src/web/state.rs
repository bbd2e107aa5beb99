//! Everything on the page that can change, in one place, with one reducer.

use super::cluster::{self, Cluster};
use super::compare::{self, Compare};
use super::datacenter::{self, Datacenter};
use super::environment;
use super::learn::{self, Learn};
use super::playback::{Beat, Clock};
use super::route::{self, Route};
use super::sweep::{self, Sweep};
use super::traces::{self, Traces};
use super::watch::{self, Watch};
use super::workbench::Edit;
use crate::chart::Mode;
use std::rc::Rc;
use web_sys::File;
use yew::Reducible;

/// Which view is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// A few jobs, as they are served.
    #[default]
    Watch,
    /// Many jobs, in numbers.
    Compare,
    /// One scenario over a grid of values.
    Sweep,
    /// Machines and slots, one policy beside the other.
    Cluster,
    /// Workers and queues, one policy beside the other.
    Datacenter,
    /// A file of jobs, and what it contains.
    Traces,
    /// A tour.
    Learn,
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
    /// Whether the link was just copied, or could not be.
    pub copied: Option<bool>,
    /// The view of a few jobs.
    pub watch: Watch,
    /// The view of many jobs.
    pub compare: Compare,
    /// The view of a grid of scenarios.
    pub sweep: Sweep,
    /// The view of a cluster.
    pub cluster: Cluster,
    /// The view of a datacenter.
    pub datacenter: Datacenter,
    /// The file that all views share.
    pub traces: Traces,
    /// The tour.
    pub learn: Learn,
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
    /// The link was copied, or could not be, or that is long ago.
    Copied(Option<bool>),
    /// The clock of the view that is shown was moved.
    Clock(Beat),
    /// Something happened in *Watch*.
    Watch(watch::Change),
    /// Something happened in *Compare*.
    Compare(compare::Change),
    /// Something happened in *Sweep*.
    Sweep(sweep::Change),
    /// Something happened in *Cluster*.
    Cluster(cluster::Change),
    /// Something happened in *Datacenter*.
    Datacenter(datacenter::Change),
    /// A file was dropped or chosen.
    File(File),
    /// The file is to be used in this view.
    UseFile(View),
    /// Something happened in *Traces*.
    Traces(traces::Change),
    /// Something happened in *Learn*.
    Learn(learn::Change),
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
            copied: None,
            watch: Watch::open(!still),
            compare: Compare::open(),
            sweep: Sweep::open(),
            cluster: Cluster::open(),
            datacenter: Datacenter::open(!still),
            traces: Traces::default(),
            learn: Learn::default(),
        };
        let state = state.navigate(Route::read(fragment));
        state.show();
        state
    }

    /// Tells the style sheet how the page is shown.
    fn show(&self) {
        environment::show(self.setting, self.theme, self.mode());
    }

    /// The clock of the view that is shown.
    pub fn clock(&self) -> Option<&Clock> {
        match self.view {
            View::Watch => Some(&self.watch.clock),
            View::Datacenter => Some(&self.datacenter.clock),
            View::Cluster => Some(&self.cluster.clock),
            View::Compare | View::Sweep | View::Traces | View::Learn => None,
        }
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
            View::Compare => Route::Compare(Some(Ok(Box::new(self.compare.link())))),
            View::Sweep => Route::Sweep(Some(Ok(Box::new(self.sweep.setup.clone())))),
            View::Traces => Route::Traces,
            View::Learn => Route::Learn(Some(self.learn.open() + 1)),
            View::Cluster => Route::Cluster(Some(Ok(Box::new(self.cluster.bench.scenario.clone())))),
            View::Datacenter => Route::Datacenter(Some(Ok(Box::new(self.datacenter.bench.scenario.clone())))),
        }
    }

    /// Uses the file in a view.
    fn use_file(&mut self, view: View) {
        if let Some(name) = self.traces.file.as_ref().map(File::name) {
            match view {
                View::Compare => self.compare.change(compare::Change::Use(name)),
                View::Cluster => self.cluster.change(cluster::Change::Edit(Edit::File(name))),
                View::Datacenter => self.datacenter.change(datacenter::Change::Edit(Edit::File(name))),
                View::Watch | View::Sweep | View::Traces | View::Learn => {}
            }
        }
        self.view = view;
    }

    fn navigate(mut self, route: Route) -> Self {
        match route {
            Route::Watch(choice) => {
                self.view = View::Watch;
                if let Some(choice) = choice {
                    self.watch.follow(choice.map(|choice| *choice));
                }
            }
            Route::Compare(link) => {
                self.view = View::Compare;
                if let Some(link) = link {
                    self.compare.follow(link.map(|link| *link));
                }
            }
            Route::Sweep(setup) => {
                self.view = View::Sweep;
                if let Some(setup) = setup {
                    self.sweep.follow(setup.map(|setup| *setup));
                }
                self.sweep.change(sweep::Change::Open);
            }
            Route::Traces => self.view = View::Traces,
            Route::Learn(page) => {
                self.view = View::Learn;
                self.learn.page = page.map_or(self.learn.page, |page| page.saturating_sub(1));
            }
            Route::Cluster(scenario) => {
                self.view = View::Cluster;
                if let Some(scenario) = scenario {
                    self.cluster.follow(scenario.map(|scenario| *scenario));
                }
            }
            Route::Datacenter(scenario) => {
                self.view = View::Datacenter;
                if let Some(scenario) = scenario {
                    self.datacenter.follow(scenario.map(|scenario| *scenario));
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
            Action::Theme(theme) => {
                state.theme = theme;
                state.show();
            }
            Action::SystemDark(dark) => {
                state.system_dark = dark;
                state.show();
            }
            Action::Still(still) => {
                state.still = still;
                if still {
                    state.watch.change(watch::Change::Clock(Beat::Play(false)));
                    state.cluster.change(cluster::Change::Clock(Beat::Play(false)));
                    state.datacenter.change(datacenter::Change::Clock(Beat::Play(false)));
                }
            }
            Action::Stage(_) if state.setting == Setting::Embedded => {}
            Action::Stage(stage) => {
                state.setting = if stage { Setting::Stage } else { Setting::Desk };
                state.show();
            }
            Action::Letters(letters) => {
                state.letters = letters;
                environment::store_letters(letters);
            }
            Action::Copied(copied) => state.copied = copied,
            Action::Clock(beat) => match state.view {
                View::Watch => state.watch.change(watch::Change::Clock(beat)),
                View::Datacenter => state.datacenter.change(datacenter::Change::Clock(beat)),
                View::Cluster => state.cluster.change(cluster::Change::Clock(beat)),
                View::Compare | View::Sweep | View::Traces | View::Learn => {}
            },
            Action::Watch(change) => state.watch.change(change),
            Action::Compare(change) => state.compare.change(change),
            Action::Sweep(change) => state.sweep.change(change),
            Action::Cluster(change) => state.cluster.change(change),
            Action::Datacenter(change) => state.datacenter.change(change),
            Action::File(file) => {
                state.traces.load(file);
                // Where no file can be used it is looked at.
                let view = if matches!(state.view, View::Watch | View::Sweep | View::Learn) { View::Traces } else { state.view };
                state.use_file(view);
            }
            Action::UseFile(view) => state.use_file(view),
            Action::Traces(change) => state.traces.change(change),
            Action::Learn(change) => state.learn.change(change),
        }
        Rc::new(state)
    }
}
