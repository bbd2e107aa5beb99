//! Everything on the page that can change, in one place, with one reducer.

use super::clock::{Beat, Clock};
use super::cluster::{self, Cluster};
use super::compare::{self, Compare};
use super::datacenter::{self, Datacenter};
use super::file::File;
use super::learn::{self, Learn};
use super::route::{self, Route};
use super::sweep::{self, Sweep};
use super::traces::{self, Traces};
use super::view::View;
use super::watch::{self, Watch};
use super::workbench::Edit;
use crate::chart::Mode;

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

/// What the browser knows about its user when the page opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preferences {
    /// The theme that was chosen on an earlier visit.
    pub theme: ThemeChoice,
    /// The system's theme.
    pub system: Mode,
    /// Whether the system asks for less motion.
    pub still: bool,
    /// Whether the window is a phone's.
    pub narrow: bool,
    /// Whether keys of one character do something, as chosen on an earlier visit.
    pub letters: bool,
}

/// The state of the page.
#[derive(Clone, Debug)]
pub struct State {
    /// Which view is shown.
    pub view: View,
    /// Which theme the user wants.
    pub theme: ThemeChoice,
    /// The system's theme.
    pub system: Mode,
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
    System(Mode),
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
    /// The state that the fragment of the address asks for when the page opens.
    pub fn open(fragment: &str, preferences: Preferences) -> Self {
        let Preferences { theme, system, still, narrow, letters } = preferences;
        let mut state = Self {
            view: View::default(),
            theme,
            system,
            still,
            setting: if route::embeds(fragment) { Setting::Embedded } else { Setting::Desk },
            letters,
            copied: None,
            watch: Watch::open(!still),
            compare: Compare::open(),
            sweep: Sweep::open(narrow),
            cluster: Cluster::open(),
            datacenter: Datacenter::open(!still),
            traces: Traces::default(),
            learn: Learn::default(),
        };
        state.navigate(Route::read(fragment));
        state
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
            ThemeChoice::Auto => self.system,
            ThemeChoice::Light => Mode::Light,
            ThemeChoice::Dark => Mode::Dark,
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
        if let Some(name) = self.traces.file.as_ref().map(|file| file.name.clone()) {
            match view {
                View::Compare => self.compare.change(compare::Change::Use(name)),
                View::Cluster => self.cluster.change(cluster::Change::Edit(Edit::File(name))),
                View::Datacenter => self.datacenter.change(datacenter::Change::Edit(Edit::File(name))),
                View::Watch | View::Sweep | View::Traces | View::Learn => {}
            }
        }
        self.view = view;
    }

    /// Does what has happened to it.
    pub fn change(&mut self, action: Action) {
        match action {
            Action::Navigate(route) => self.navigate(route),
            Action::Theme(theme) => self.theme = theme,
            Action::System(mode) => self.system = mode,
            Action::Still(still) => {
                self.still = still;
                if still {
                    self.watch.change(watch::Change::Clock(Beat::Play(false)));
                    self.cluster.change(cluster::Change::Clock(Beat::Play(false)));
                    self.datacenter.change(datacenter::Change::Clock(Beat::Play(false)));
                }
            }
            Action::Stage(_) if self.setting == Setting::Embedded => {}
            Action::Stage(stage) => self.setting = if stage { Setting::Stage } else { Setting::Desk },
            Action::Letters(letters) => self.letters = letters,
            Action::Copied(copied) => self.copied = copied,
            Action::Clock(beat) => match self.view {
                View::Watch => self.watch.change(watch::Change::Clock(beat)),
                View::Datacenter => self.datacenter.change(datacenter::Change::Clock(beat)),
                View::Cluster => self.cluster.change(cluster::Change::Clock(beat)),
                View::Compare | View::Sweep | View::Traces | View::Learn => {}
            },
            Action::Watch(change) => self.watch.change(change),
            Action::Compare(change) => self.compare.change(change),
            Action::Sweep(change) => self.sweep.change(change),
            Action::Cluster(change) => self.cluster.change(change),
            Action::Datacenter(change) => self.datacenter.change(change),
            Action::File(file) => {
                self.traces.load(file);
                // Where no file can be used it is looked at.
                let view = if matches!(self.view, View::Watch | View::Sweep | View::Learn) { View::Traces } else { self.view };
                self.use_file(view);
            }
            Action::UseFile(view) => self.use_file(view),
            Action::Traces(change) => self.traces.change(change),
            Action::Learn(change) => self.learn.change(change),
        }
    }

    fn navigate(&mut self, route: Route) {
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
    }
}
