//! Everything on the page that can change, in one place, with one reducer.

use super::clock::{Beat, Clock};
use super::compare::{self, Compare};
use super::edited::Edit;
use super::embed::{self, Embed};
use super::exercises::{self, Exercises};
use super::file::{File, Moment, Reads};
use super::format;
use super::learn::{self, Learn};
use super::protocol::Fault;
use super::route::{self, Route};
use super::saved::{self, Saved};
use super::scenes::{self, Scenes, Slider};
use super::sheet::Sheet;
use super::stage::{Message, Played, STAGES, Stage, Staged, entry};
use super::sweep::{self, Sweep};
use super::theme::ThemeChoice;
use super::traces::{self, Traces};
use super::view::View;
use super::watch::{self, Watch};
use schedscope_chart::Mode;
use schedscope_core::exhibit::Exhibit;
use schedscope_core::experiment::{Part, Scenario, SystemKind};
use schedscope_engine::server;
use schedscope_engine::world::{FileFormat, JobsSpec, WorkloadSpec as _};
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
    /// The view of a few jobs.
    pub watch: Watch,
    /// The world of the views that are of one: that which was shown last.
    pub world: SystemKind,
    /// The worlds that are played.
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
    /// Something happened in *Watch*.
    Watch(watch::Change),
    /// Something happened in *Compare* of a world.
    Compare(SystemKind, compare::Change),
    /// Something happened in *Sweep* of a world.
    Sweep(SystemKind, sweep::Change),
    /// Something happened to a world that is played.
    World(SystemKind, Message),
    /// The text of a scenario file that was dropped.
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
            watch: Watch::open(!still),
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

    /// A world that is played.
    pub fn stage(&self, kind: SystemKind) -> Option<&dyn Staged> {
        self.stages.iter().find(|stage| stage.kind() == kind).map(|stage| &**stage)
    }

    /// The same, to be kept.
    pub fn shared(&self, kind: SystemKind) -> Option<Rc<dyn Staged>> {
        self.stages.iter().find(|stage| stage.kind() == kind).cloned()
    }

    /// The same, by its type.
    pub fn played<S: Stage>(&self) -> Option<&Played<S>> {
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
            View::Watch(kind) => Some(self.stage(kind).map_or(&self.watch.clock, Staged::clock)),
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

    fn change_scenes(&mut self, change: scenes::Change) {
        match change {
            scenes::Change::Turn(by) => {
                if self.scenes.as_mut().is_some_and(|scenes| scenes.turn(by)) {
                    self.enter();
                }
            }
            scenes::Change::Write => self.scenes_draft.open = true,
            scenes::Change::Draft(text) => (self.scenes_draft.text, self.scenes_draft.fault) = (text, None),
            scenes::Change::Close => self.scenes_draft.open = false,
            scenes::Change::Open => match Scenes::from_text(&self.scenes_draft.text) {
                Ok(scenes) => {
                    let at = self.scenes.as_ref().map_or(0, |before| before.at).min(scenes.scenes.len() - 1);
                    (self.scenes, self.scenes_draft.open) = (Some(Scenes { at, ..scenes }), false);
                    self.enter();
                }
                Err(fault) => (self.scenes_draft.fault, self.scenes_draft.open) = (Some(fault), true),
            },
        }
    }

    /// Shows scenes from the first or the one that they are at; their text can be changed.
    fn present(&mut self, scenes: Scenes) {
        self.scenes_draft = scenes::Draft { text: scenes.text(), ..scenes::Draft::default() };
        self.scenes = Some(scenes);
        self.enter();
    }

    /// Shows the scene that it is now, on the stage unless the page is embedded.
    fn enter(&mut self) {
        let Some(scene) = self.scenes.as_ref().and_then(Scenes::now) else { return };
        let route = Route::read(&format!("#{}", scene.link));
        if self.setting == Setting::Desk {
            self.setting = Setting::Stage;
        }
        // Scenes within scenes would never end.
        if !matches!(route, Route::Scenes(_)) {
            self.navigate(route);
        }
    }

    /// The slider of the scene: what it sets, its value, and the values it offers.
    pub fn slider(&self) -> Option<(String, f64, Vec<f64>)> {
        /// Steps of a slider of jobs.
        const STEPS: u32 = 100;
        match (self.scenes.as_ref()?.now()?.slider?, self.view) {
            (Slider::Job { job, handle, least, most }, View::Watch(SystemKind::Server)) => {
                let value = handle.of(self.watch.exhibit.jobs.get(job - 1)?);
                let unit = watch::step((most - least) * 3.0);
                let mut stops: Vec<f64> =
                    (0..=STEPS).map(|i| watch::snap(least + (most - least) * f64::from(i) / f64::from(STEPS), unit)).collect();
                stops.dedup();
                Some((format!("{} of J{job}", handle.name()), value, stops))
            }
            (Slider::Field(field), View::Compare(world)) => {
                let part = Part::of(world, field)?;
                Some((part.label.clone(), self.compare(world).number(field)?, part.stops.clone()))
            }
            _ => None,
        }
    }

    fn slide(&mut self, value: f64) {
        match self.scenes.as_ref().and_then(Scenes::now).and_then(|scene| scene.slider) {
            Some(Slider::Job { job, handle, .. }) => self.watch.change(watch::Change::Edit(watch::Edit::Set(job - 1, handle, value))),
            Some(Slider::Field(field)) => {
                let world = self.world;
                self.compare_mut(world).change(compare::Change::Edit(Edit::Type(field.to_owned(), format::plain(value))));
            }
            None => {}
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

    /// Name of the file that the view is about.
    pub fn file_asked(&self) -> Option<&str> {
        match self.view {
            View::Compare(world) => self.compare(world).scenario.file(),
            View::Sweep(world) => self.sweep(world).setup.base.scenario.file(),
            View::Watch(kind) => self.stage(kind)?.scenario().file(),
            View::Traces | View::Exercises | View::Learn => None,
        }
    }

    /// Whether it has to be known what is in the file: it is looked at, its first jobs are wanted, or a link says its check sum.
    pub fn looks_through(&self) -> bool {
        let asked = || self.traces.file.as_ref().is_some_and(|file| self.file_asked() == Some(file.name.as_str()));
        self.view == View::Traces || self.traces.watched || asked()
    }

    /// What is to be said above the view: that its file is another than the link's, or whose jobs *Watch* shows.
    pub fn notice(&self) -> Option<String> {
        match self.view {
            _ if self.missing.is_some() => None,
            View::Watch(SystemKind::Server) => self.traces.notice_of_first(&self.watch.exhibit.jobs),
            _ => self.file_asked().and_then(|name| self.traces.notice_of_sum(name)),
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
            View::Watch(kind) => match self.stage(kind) {
                Some(stage) => Route::World(kind, Some(Ok(Box::new(stage.link())))),
                None => Route::Watch(Some(Ok(Box::new(self.watch.choice())))),
            },
            View::Compare(world) => Route::Compare(world, Some(Ok(Box::new(self.compare(world).link())))),
            View::Sweep(world) => Route::Sweep(world, Some(Ok(Box::new(self.sweep(world).setup.clone())))),
            View::Traces => Route::Traces,
            View::Exercises => Route::Exercises(self.exercises.link().map(|link| Ok(Box::new(link)))),
            View::Learn => Route::Learn(Some(self.learn.open() + 1)),
        }
    }

    /// What a file that is dropped is read for.
    pub fn reads(&self) -> Reads {
        match self.view {
            View::Watch(kind) | View::Compare(kind) | View::Sweep(kind) => entry(kind).map_or(Reads::Jobs, |entry| entry.about.reads),
            View::Traces | View::Exercises | View::Learn => Reads::Jobs,
        }
    }

    /// Whether a file can be used in the view that is shown.
    fn takes_files(&self) -> bool {
        !matches!(self.view, View::Exercises | View::Learn)
    }

    /// Uses the file in a view.
    fn use_file(&mut self, view: View) {
        if let Some(name) = self.traces.file.as_ref().map(|file| file.name.clone()) {
            match view {
                View::Compare(world) => self.compare_mut(world).change(compare::Change::Use(name)),
                View::Watch(kind) => match self.stage_mut(kind) {
                    Some(stage) => stage.load(name),
                    None => self.watch_file(),
                },
                View::Sweep(world) => self.sweep_file(world, name),
                View::Traces | View::Exercises | View::Learn => {}
            }
        }
        self.world = view.place().map_or(self.world, |(_, world)| world);
        (self.view, self.missing) = (view, None);
    }

    /// Sweeps the file of this name in a world.
    fn sweep_file(&mut self, world: SystemKind, name: String) {
        let sweep = self.sweep_mut(world);
        if sweep.setup.base.scenario.file() == Some(&name) {
            return sweep.change(sweep::Change::Run);
        }
        let scenario = match entry(world) {
            Some(entry) => {
                let mut scenario = sweep.setup.base.scenario.clone();
                // A file of another kind is told of when it is run.
                let _ = (entry.with_file)(&mut scenario, name);
                scenario
            }
            None => {
                let format = FileFormat::of(&name).ok();
                Scenario::of_workload::<server::Plan>(JobsSpec::of_file(name, format))
            }
        };
        sweep.change(sweep::Change::Take(Box::new(scenario)));
    }

    /// Takes in a table: as the link says, if it is the link's; else its columns are asked for, and the view that needs its file
    /// is shown again when they are known.
    fn tabled(&mut self, mut table: Rc<Sheet>) {
        let needed = self.file_asked() == Some(table.file_name().as_str());
        let said = self.traces.expected.columns.clone().filter(|_| needed);
        if said.is_some_and(|columns| Rc::make_mut(&mut table).recall(&columns)) {
            self.traces.mapped = Some(table);
            return;
        }
        self.traces.back = needed.then_some(self.view);
        (self.view, self.missing) = (View::Traces, None);
        self.traces.change(traces::Change::Table(Some(table)));
    }

    /// Takes a scenario from the text of its file, where it is one of the world that is shown.
    fn take_scenario(&mut self, text: &str) {
        let View::Watch(kind) = self.view else { return };
        let read = Scenario::from_toml(text).map_err(Fault::from);
        let Some(stage) = self.stage_mut(kind) else { return };
        match read {
            Ok(scenario) if scenario.kind() == kind => stage.put(scenario),
            Ok(scenario) => stage.follow(Err(Fault {
                field: None,
                message: format!("this is a scenario of the {}; allowed here: one with system.kind = \"{kind}\"", scenario.kind()),
            })),
            Err(fault) => stage.follow(Err(fault)),
        }
    }

    /// Shows the first jobs of the file in *Watch*, now or when they are known.
    fn watch_file(&mut self) {
        let first = self.traces.first();
        self.traces.watched = first.is_none();
        if let Some(jobs) = first {
            let exhibit = Exhibit { called: self.traces.called(), ..Exhibit::of(jobs, self.watch.exhibit.policies.clone()) };
            let choice = watch::Choice { exhibit, ..self.watch.choice() };
            self.watch.follow(Ok(watch::Choice { time: None, ..choice }));
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
                    self.watch.change(watch::Change::Clock(Beat::Play(false)));
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
                View::Watch(kind) => match self.stage_mut(kind) {
                    Some(stage) => stage.hear(beat),
                    None => self.watch.change(watch::Change::Clock(beat)),
                },
                View::Exercises => self.exercises.change(exercises::Change::Clock(beat)),
                View::Compare(_) | View::Sweep(_) | View::Traces | View::Learn => {}
            },
            Action::Watch(change) => self.watch.change(change),
            Action::Compare(world, change) => self.compare_mut(world).change(change),
            Action::Sweep(world, change) => self.sweep_mut(world).change(change),
            Action::World(kind, message) => {
                if let Some(stage) = self.stage_mut(kind) {
                    stage.change(&message);
                }
            }
            Action::ScenarioFile(text) => self.take_scenario(&text),
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
                    self.watch_file();
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
            Route::Watch(choice) => {
                self.show(View::default());
                if let Some(choice) = choice {
                    self.watch.follow(choice.map(|choice| *choice));
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
                self.show(View::default());
                self.watch.follow(Err(fault));
            }
            Route::Exercises(link) => {
                self.view = View::Exercises;
                self.exercises.follow(link.map(|link| link.map(|link| *link)));
            }
            Route::Learn(page) => {
                self.view = View::Learn;
                self.learn.page = page.map_or(self.learn.page, |page| page.saturating_sub(1));
            }
            Route::World(kind, link) => {
                self.show(View::Watch(kind));
                if let Some((stage, link)) = self.stage_mut(kind).zip(link) {
                    stage.follow(link.map(|link| *link));
                }
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
