//! Everything on the page that can change, in one place, with one reducer.

mod files;
mod presentation;

use super::clock::{Beat, Clock};
use super::compare::{self, Compare};
use super::embed::{self, Embed};
use super::exercises::{self, Exercises};
use super::file::{File, Moment};
use super::learn::{self, Learn};
use super::route::{self, Route};
use super::saved::{self, Saved};
use super::scenes::{self, Scenes};
use super::stage::{Message, STAGES, Staged};
use super::sweep::{self, Sweep};
use super::theme::ThemeChoice;
use super::traces::{self, Traces};
use super::view::View;
use super::watch;
use schedscope_chart::Mode;
use schedscope_core::experiment::SystemKind;
use std::rc::Rc;

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
    /// Whether single-key shortcuts are on, as chosen on an earlier visit.
    pub letters: bool,
}

/// The state of the page.
#[derive(Clone, Debug)]
pub struct State {
    /// Which view is shown.
    pub view: View,
    /// The name in a link that no view has: nothing else is shown.
    pub missing: Option<String>,
    /// Which theme the user wants.
    pub theme: ThemeChoice,
    /// The system's theme.
    pub system: Mode,
    /// Whether the system asks for less motion.
    pub still: bool,
    /// Where the page is shown.
    pub setting: Setting,
    /// Whether single-key shortcuts are on.
    pub letters: bool,
    /// Whether the link was just copied, or could not be.
    pub copied: Option<bool>,
    /// The scenes on the stage.
    pub scenes: Option<Scenes>,
    /// Scenes as they are written.
    pub scenes_draft: scenes::Draft,
    /// What is shown as a figure of another page, while that is being made.
    pub embed: Option<Embed>,
    /// The world of the views that are of one: that which was shown last.
    pub world: SystemKind,
    /// The worlds that are watched.
    stages: Vec<Rc<dyn Staged>>,
    /// What is compared in each world, and what is swept, in the order of the worlds.
    compares: Vec<Rc<Compare>>,
    sweeps: Vec<Rc<Sweep>>,
    /// The file that all views share.
    pub traces: Traces,
    /// Tasks to be solved.
    pub exercises: Exercises,
    /// The tour.
    pub learn: Learn,
    /// Saved scenarios.
    pub saved: Saved,
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
    /// The window became a phone's, or no longer is one.
    Narrow(bool),
    /// Whether the page is on a stage.
    Stage(bool),
    /// Whether single-key shortcuts are on.
    Letters(bool),
    /// The link was copied, or could not be, or that is long ago.
    Copied(Option<bool>),
    /// Something happened to scenes.
    Scenes(scenes::Change),
    /// The slider on the stage was moved to this value.
    Slide(f64),
    /// A figure for another page is made or changed, or no longer.
    Embed(Option<embed::Change>),
    /// The clock of the view that is shown was moved.
    Clock(Beat),
    /// Something happened in *Watch* of a world.
    Watch(SystemKind, Message),
    /// Something happened in *Compare* of a world.
    Compare(SystemKind, compare::Change),
    /// Something happened in *Sweep* of a world.
    Sweep(SystemKind, sweep::Change),
    /// The text of a file that was dropped, which should be a scenario.
    ScenarioFile(String),
    /// A file was dropped or chosen.
    File(File),
    /// The file is to be used in this view.
    UseFile(View),
    /// A file that was kept since then, on an earlier visit.
    Kept(File, Moment),
    /// What the link says of its file.
    Expect(traces::Expected),
    /// Something happened in *Traces*.
    Traces(traces::Change),
    /// Something happened in *Exercises*.
    Exercises(exercises::Change),
    /// Something happened in *Learn*.
    Learn(learn::Change),
    /// Something happened to the saved scenarios.
    Saved(saved::Change),
    /// The saved scenarios that are ticked are to be shown as scenes.
    Present,
}

impl From<watch::Change> for Action {
    fn from(change: watch::Change) -> Self {
        Self::Watch(watch::ENTRY.kind, change.into())
    }
}

impl State {
    /// The state that the fragment of the address asks for when the page opens.
    pub fn open(fragment: &str, preferences: Preferences) -> Self {
        let Preferences { theme, system, still, narrow, letters } = preferences;
        let mut state = Self {
            view: View::default(),
            missing: None,
            theme,
            system,
            still,
            setting: if route::embeds(fragment) { Setting::Embedded } else { Setting::Desk },
            letters,
            copied: None,
            scenes: None,
            scenes_draft: scenes::Draft::default(),
            embed: None,
            world: SystemKind::default(),
            compares: SystemKind::ALL.iter().map(|world| Rc::new(Compare::open(*world))).collect(),
            sweeps: SystemKind::ALL.iter().map(|world| Rc::new(Sweep::open(*world, narrow))).collect(),
            stages: STAGES.iter().map(|entry| (entry.open)(!still)).collect(),
            traces: Traces::default(),
            exercises: Exercises::open(),
            learn: Learn::default(),
            saved: Saved::default(),
        };
        state.traces.expected = route::expected(fragment);
        state.navigate(Route::read(fragment));
        state
    }

    /// What is compared in a world.
    pub fn compare(&self, world: SystemKind) -> &Compare {
        &self.compares[place(world)]
    }

    /// The same, to be kept.
    pub fn shared_compare(&self, world: SystemKind) -> Rc<Compare> {
        self.compares[place(world)].clone()
    }

    /// What is swept in a world.
    pub fn sweep(&self, world: SystemKind) -> &Sweep {
        &self.sweeps[place(world)]
    }

    fn compare_mut(&mut self, world: SystemKind) -> &mut Compare {
        Rc::make_mut(&mut self.compares[place(world)])
    }

    fn sweep_mut(&mut self, world: SystemKind) -> &mut Sweep {
        Rc::make_mut(&mut self.sweeps[place(world)])
    }

    /// A world as it is watched.
    pub fn stage(&self, kind: SystemKind) -> Option<&dyn Staged> {
        self.stages.iter().find(|stage| stage.kind() == kind).map(|stage| &**stage)
    }

    /// The same, to be kept.
    pub fn shared(&self, kind: SystemKind) -> Option<Rc<dyn Staged>> {
        self.stages.iter().find(|stage| stage.kind() == kind).cloned()
    }

    /// The same, by its type.
    pub fn staged<T: Staged + 'static>(&self) -> Option<&T> {
        self.stages.iter().find_map(|stage| stage.as_any().downcast_ref())
    }

    /// The same, to be changed. States that are kept elsewhere keep theirs.
    fn stage_mut(&mut self, kind: SystemKind) -> Option<&mut (dyn Staged + 'static)> {
        let stage = self.stages.iter_mut().find(|stage| stage.kind() == kind)?;
        if Rc::get_mut(stage).is_none() {
            *stage = stage.copied();
        }
        Rc::get_mut(stage)
    }

    /// The clock of the view that is shown.
    pub fn clock(&self) -> Option<&Clock> {
        match self.view {
            _ if self.missing.is_some() => None,
            View::Watch(kind) => self.stage(kind).map(Staged::clock),
            View::Exercises => self.exercises.work.as_ref().filter(|work| work.goal().is_none()).map(|work| &work.clock),
            View::Compare(_) | View::Sweep(_) | View::Traces | View::Learn => None,
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

    /// The fragment of the address, with its `#`: all that is shown, and what is known of the file that it is about.
    pub fn address(&self) -> String {
        let address = self.route().write(self.setting == Setting::Embedded);
        match self.file_asked() {
            Some(name) => route::with_file(&address, &self.traces.told_of(name)),
            None => address,
        }
    }

    /// The state as a link.
    pub fn route(&self) -> Route {
        if let Some(name) = &self.missing {
            return Route::Missing(name.clone());
        }
        if let Some(scenes) = &self.scenes {
            return Route::Scenes(Ok(Box::new(scenes.clone())));
        }
        match self.view {
            View::Watch(kind) => Route::Watch(kind, self.stage(kind).map(|stage| Ok(stage.link()))),
            View::Compare(world) => Route::Compare(world, Some(Ok(Box::new(self.compare(world).link())))),
            View::Sweep(world) => Route::Sweep(world, Some(Ok(Box::new(self.sweep(world).setup.clone())))),
            View::Traces => Route::Traces,
            View::Exercises => Route::Exercises(self.exercises.link().map(|link| Ok(Box::new(link)))),
            View::Learn => Route::Learn(Some(self.learn.open() + 1)),
        }
    }

    /// Does what has happened to it.
    pub fn change(&mut self, action: Action) {
        match action {
            Action::Navigate(route) => {
                // Another link ends the scenes, and the presentation that they began.
                if !matches!(route, Route::Scenes(_)) && self.scenes.take().is_some() && self.setting == Setting::Stage {
                    self.setting = Setting::Desk;
                }
                self.navigate(route);
            }
            Action::Theme(theme) => self.theme = theme,
            Action::System(mode) => self.system = mode,
            Action::Still(still) => {
                self.still = still;
                if still {
                    for entry in STAGES {
                        if let Some(stage) = self.stage_mut(entry.kind) {
                            stage.hear(Beat::Play(false));
                        }
                    }
                    self.exercises.change(exercises::Change::Clock(Beat::Play(false)));
                }
            }
            Action::Narrow(narrow) => {
                for world in SystemKind::ALL {
                    self.sweep_mut(*world).change(sweep::Change::Narrow(narrow));
                }
            }
            Action::Stage(_) if self.setting == Setting::Embedded => {}
            Action::Stage(stage) => {
                self.setting = if stage { Setting::Stage } else { Setting::Desk };
                self.scenes = None;
            }
            Action::Scenes(change) => self.change_scenes(change),
            Action::Slide(value) => self.slide(value),
            Action::Letters(letters) => self.letters = letters,
            Action::Copied(copied) => self.copied = copied,
            Action::Embed(None) => self.embed = None,
            Action::Embed(Some(change)) => {
                if self.embed.is_none() {
                    // Nothing moves behind the dialog.
                    self.change(Action::Clock(Beat::Play(false)));
                }
                let route = self.route();
                self.embed.get_or_insert_with(|| Embed::of(&route)).change(change);
            }
            Action::Clock(beat) => match self.view {
                View::Watch(kind) => {
                    if let Some(stage) = self.stage_mut(kind) {
                        stage.hear(beat);
                    }
                }
                View::Exercises => self.exercises.change(exercises::Change::Clock(beat)),
                View::Compare(_) | View::Sweep(_) | View::Traces | View::Learn => {}
            },
            Action::Compare(world, change) => self.compare_mut(world).change(change),
            Action::Sweep(world, change) => self.sweep_mut(world).change(change),
            Action::Watch(kind, message) => {
                if let Some(stage) = self.stage_mut(kind) {
                    stage.change(&message);
                }
            }
            Action::ScenarioFile(text) => self.take_scenario(text),
            Action::File(file) => {
                let back = self.traces.back;
                self.traces.load(file);
                // Where no file can be used it is looked at.
                let view = back.unwrap_or(if self.takes_files() { self.view } else { View::Traces });
                self.use_file(view);
            }
            Action::UseFile(view) => {
                self.traces.expected = traces::Expected::default();
                self.use_file(view);
            }
            Action::Kept(file, since) => self.traces.restore(file, since),
            Action::Expect(sum) => self.traces.expected = sum,
            Action::Traces(traces::Change::Table(Some(table))) if self.traces.table.is_none() => self.tabled(table),
            Action::Traces(change) => {
                self.traces.change(change);
                if self.traces.watched && self.traces.survey.is_some() {
                    self.load(SystemKind::default());
                    // What is wrong with the file, or why its jobs cannot be watched, is said where it is looked at.
                    if std::mem::take(&mut self.traces.watched) && self.view == View::default() {
                        self.view = View::Traces;
                    }
                }
            }
            Action::Exercises(change) => {
                if matches!(change, exercises::Change::Read(_)) {
                    (self.view, self.missing) = (View::Exercises, None);
                }
                self.exercises.change(change);
            }
            Action::Learn(change) => self.learn.change(change),
            Action::Saved(change) => self.saved.change(change),
            Action::Present => {
                let scenes = self.saved.scenes();
                if !scenes.scenes.is_empty() {
                    self.present(scenes);
                }
            }
        }
    }

    fn show(&mut self, view: View) {
        self.view = view;
        self.world = view.place().map_or(self.world, |(_, world)| world);
    }

    fn navigate(&mut self, route: Route) {
        self.missing = None;
        match route {
            Route::Missing(name) => self.missing = Some(name),
            Route::Watch(world, link) => {
                self.show(View::Watch(world));
                if let Some((stage, link)) = self.stage_mut(world).zip(link) {
                    stage.follow(link);
                }
            }
            Route::Compare(world, link) => {
                self.show(View::Compare(world));
                if let Some(link) = link {
                    self.compare_mut(world).follow(link.map(|link| *link));
                }
            }
            Route::Sweep(world, setup) => {
                self.show(View::Sweep(world));
                let sweep = self.sweep_mut(world);
                if let Some(setup) = setup {
                    sweep.follow(setup.map(|setup| *setup));
                }
                sweep.change(sweep::Change::Open);
            }
            Route::Traces => self.view = View::Traces,
            Route::Scenes(Ok(scenes)) => {
                if self.scenes.as_ref() != Some(&*scenes) {
                    self.present(*scenes);
                }
            }
            Route::Scenes(Err(fault)) => {
                self.navigate(Route::Watch(SystemKind::default(), Some(Err(fault))));
            }
            Route::Exercises(link) => {
                self.view = View::Exercises;
                self.exercises.follow(link.map(|link| link.map(|link| *link)));
            }
            Route::Learn(page) => {
                self.view = View::Learn;
                self.learn.page = page.map_or(self.learn.page, |page| page.saturating_sub(1));
            }
        }
    }
}

/// Where a world is among all.
fn place(world: SystemKind) -> usize {
    SystemKind::ALL.iter().position(|known| *known == world).unwrap_or_default()
}

#[cfg(test)]
mod tests;
