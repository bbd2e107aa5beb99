//! Everything on the page that can change, in one place, with one reducer.

mod files;
mod presentation;
mod tried;

use self::tried::Before;
use super::ask::{self, Ask};
use super::clock::{Beat, Clock};
use super::embed::{self, Embed};
use super::exercises;
use super::file::{File, Moment};
use super::part::Part;
use super::room::{Message, Opening, Room};
use super::route::{self, Route};
use super::saved::{self, Saved};
use super::scenes::{self, Scenes};
use super::theme::ThemeChoice;
use super::traces::{self, Traces};
use super::view::View;
use super::watch::{self, Watch};
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
    /// The scenes on the stage.
    pub scenes: Option<Scenes>,
    /// Scenes as they are written.
    pub scenes_draft: scenes::Draft,
    /// What is shown as a figure of another page, while that is being made.
    pub embed: Option<Embed>,
    /// The question for a class that was made last.
    pub ask: Option<Ask>,
    /// The world of the views that are of one: that which was shown last.
    pub world: SystemKind,
    /// The views whose part of the program is here.
    rooms: Vec<Rc<dyn Room>>,
    /// Parts of the program that are here.
    parts: Vec<Part>,
    /// Parts that could not be fetched.
    failed: Vec<Part>,
    /// What waits for a part.
    waiting: Vec<(Part, Action)>,
    /// What workers simulate with.
    simulator: Simulator,
    /// Whether the window is a phone's.
    narrow: bool,
    /// The file that all views share.
    pub traces: Traces,
    /// What was there before the file, until that has been read.
    tried: Option<Before>,
    /// Saved scenarios.
    pub saved: Saved,
}

/// Whether workers have what they simulate with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simulator {
    /// They have, as far as they know.
    Here,
    /// It could not be fetched and is waited for.
    Awaited,
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
    /// Something happened to scenes.
    Scenes(scenes::Change),
    /// The slider on the stage was moved to this value.
    Slide(f64),
    /// A figure for another page is made or changed, or no longer.
    Embed(Option<embed::Change>),
    /// A question for a class is made or changed, or no longer.
    Ask(Option<ask::Change>),
    /// The clock of the view that is shown was moved.
    Clock(Beat),
    /// Something happened in a view.
    Room(View, Message),
    /// A part of the program is here, with its views.
    Arrived(Part, Vec<Rc<dyn Room>>),
    /// A part could not be fetched, or is to be fetched once more.
    Failed(Part, bool),
    /// The text of a file that was dropped, which should be a scenario.
    ScenarioFile(String),
    /// The text of a file of exercises, which are to be shown.
    ExercisesFile(String),
    /// A file was dropped or chosen.
    File(File),
    /// The file is to be used in this view.
    UseFile(View),
    /// Workers have what they simulate with, or wait for it.
    Simulator(Simulator),
    /// A file that was kept since then, on an earlier visit.
    Kept(File, Moment),
    /// What the link says of its file.
    Expect(traces::Expected),
    /// Something happened in *Traces*.
    Traces(traces::Change),
    /// Something happened to the saved scenarios.
    Saved(saved::Change),
    /// The saved scenarios that are ticked are to be shown as scenes.
    Present,
}

impl From<watch::Change> for Action {
    fn from(change: watch::Change) -> Self {
        Self::Room(View::Watch(SystemKind::Server), change.into())
    }
}

impl State {
    /// The state that the fragment of the address asks for when the page opens with these rooms.
    pub fn open(fragment: &str, preferences: Preferences, rooms: impl FnOnce(Opening) -> Vec<Rc<dyn Room>>) -> Self {
        let Preferences { theme, system, still, narrow, letters } = preferences;
        let rooms = rooms(Opening { moves: !still, narrow });
        let mut state = Self {
            view: View::default(),
            missing: None,
            theme,
            system,
            still,
            setting: if route::embeds(fragment) { Setting::Embedded } else { Setting::Desk },
            letters,
            scenes: None,
            scenes_draft: scenes::Draft::default(),
            embed: None,
            ask: None,
            world: SystemKind::default(),
            parts: rooms.iter().filter_map(|room| Part::of(room.view())).collect(),
            rooms,
            failed: vec![],
            waiting: vec![],
            simulator: Simulator::Here,
            narrow,
            traces: Traces::default(),
            tried: None,
            saved: Saved::default(),
        };
        state.traces.expected = route::expected(fragment);
        state.navigate(Route::read(fragment));
        state
    }

    /// How a room is opened now.
    pub const fn opening(&self) -> Opening {
        Opening { moves: !self.still, narrow: self.narrow }
    }

    /// What a view shows, if its part of the program is here.
    pub fn room(&self, view: View) -> Option<&dyn Room> {
        self.rooms.iter().find(|room| room.view() == view).map(|room| &**room)
    }

    /// The same, to be kept.
    pub fn shared(&self, view: View) -> Option<Rc<dyn Room>> {
        self.rooms.iter().find(|room| room.view() == view).cloned()
    }

    /// The same, by its type.
    pub fn of<T: Room>(&self, view: View) -> Option<&T> {
        self.room(view)?.as_any().downcast_ref()
    }

    /// The room of a type of which there is one.
    pub fn only<T: Room>(&self) -> Option<&T> {
        self.rooms.iter().find_map(|room| room.as_any().downcast_ref())
    }

    /// The same, to be changed. A room that another copy of the state shares is copied first.
    fn room_mut(&mut self, view: View) -> Option<&mut (dyn Room + 'static)> {
        own(self.rooms.iter_mut().find(|room| room.view() == view)?)
    }

    /// Changes every room that is here.
    fn each_room(&mut self, mut change: impl FnMut(&mut dyn Room)) {
        for room in &mut self.rooms {
            if let Some(room) = own(room) {
                change(room);
            }
        }
    }

    /// The parts that are wanted now: that of the view that is shown, those of what is open beside it, and those for which something waits.
    pub fn wanted(&self) -> Vec<Part> {
        let mut wanted = self.wishes();
        wanted.retain(|part| !self.failed.contains(part));
        wanted
    }

    /// The same, whether or not they could be fetched.
    fn wishes(&self) -> Vec<Part> {
        let shown = Part::of(self.view).filter(|_| self.missing.is_none());
        let looks = (self.traces.file.is_some() && self.looks_through()) || self.traces.large().is_some();
        let looks = looks.then_some(Part::Traces);
        let shares = self.saved.open || self.scenes_draft.open || self.embed.is_some() || self.scenes.is_some() || self.asks();
        let shares = shares.then_some(Part::Sharing);
        let talks = (self.setting == Setting::Embedded).then_some(Part::Framed);
        let virtually = (self.missing.is_none() && self.view == View::default() && self.only::<Watch>().is_some_and(Watch::shows_virtual))
            .then_some(Part::Virtual);
        let waited = self.waiting.iter().map(|(part, _)| *part);
        let mut wanted: Vec<Part> = shown.into_iter().chain(looks).chain(shares).chain(talks).chain(virtually).chain(waited).collect();
        wanted.retain(|part| !self.parts.contains(part));
        wanted.sort_unstable();
        wanted.dedup();
        wanted
    }

    /// Whether something beside the view that is shown could not be fetched.
    pub(in crate::state) fn misses(&self) -> bool {
        let shown = Part::of(self.view);
        // A view that was left is told of where it is shown.
        let left = |part: &Part| self.waiting.iter().any(|(waited, action)| waited == part && matches!(action, Action::Navigate(_)));
        // A figure is complete without what it tells the page around it.
        let silent = |part: &Part| *part == Part::Framed;
        self.wishes().iter().any(|part| Some(*part) != shown && self.failed.contains(part) && !left(part) && !silent(part))
    }

    /// Whether a part is here.
    pub fn has(&self, part: Part) -> bool {
        self.parts.contains(&part)
    }

    /// Whether the part of the view that is shown could not be fetched.
    pub fn lacks(&self) -> bool {
        Part::of(self.view).is_some_and(|part| self.failed.contains(&part))
    }

    /// Does something as soon as the part of a view is here.
    fn wait(&mut self, view: View, action: Action) {
        if let Some(part) = Part::of(view).filter(|part| !self.parts.contains(part)) {
            // What is asked for once more is fetched once more.
            self.failed.retain(|failed| *failed != part);
            self.waiting.push((part, action));
        }
    }

    /// The clock of the view that is shown.
    pub fn clock(&self) -> Option<&Clock> {
        if self.missing.is_some() { None } else { self.room(self.view)?.clock() }
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
            None if self.room(self.view).is_none() => route::with_file(&address, &self.traces.expected),
            None => address,
        }
    }

    /// The state as a link.
    pub fn route(&self) -> Route {
        if let Some(name) = &self.missing {
            return Route::Missing(name.clone());
        }
        if let Some(scenes) = &self.scenes {
            return Route::Scenes(scenes.write());
        }
        match self.room(self.view) {
            Some(room) => Route::View(self.view, room.link()),
            // The link that waits for its part stays what it is.
            None => self
                .waiting
                .iter()
                .rev()
                .find_map(|(_, action)| match action {
                    Action::Navigate(route @ Route::View(view, _)) if *view == self.view => Some(route.clone()),
                    _ => None,
                })
                .unwrap_or(Route::View(self.view, None)),
        }
    }

    /// What going back leads away from: views, in *Watch* examples and policies, in *Compare* presets, files and pictures. Absent while
    /// that is not known.
    pub fn place(&self) -> Option<String> {
        match (&self.missing, &self.scenes) {
            (Some(name), _) => Some(format!("missing {name}")),
            (None, Some(scenes)) => Some(format!("scene {}", scenes.at + 1)),
            (None, None) if self.view == View::Traces => Some(self.view.name()),
            (None, None) => self.room(self.view).map(|room| format!("{} {}", self.view.name(), room.place())),
        }
    }

    /// Does what has happened to it.
    pub fn change(&mut self, action: Action) {
        if matches!(action, Action::Saved(_) | Action::Embed(Some(_)) | Action::Ask(Some(_)) | Action::Scenes(_)) {
            self.failed.retain(|failed| *failed != Part::Sharing);
        }
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
                    self.each_room(|room| room.hear(Beat::Play(false)));
                }
            }
            Action::Narrow(narrow) => {
                self.narrow = narrow;
                self.each_room(|room| room.narrow(narrow));
            }
            Action::Stage(_) if self.setting == Setting::Embedded => {}
            Action::Stage(stage) => {
                self.setting = if stage { Setting::Stage } else { Setting::Desk };
                self.scenes = None;
            }
            Action::Scenes(change) => self.change_scenes(change),
            Action::Slide(value) => self.slide(value),
            Action::Letters(letters) => self.letters = letters,
            Action::Embed(None) => self.embed = None,
            Action::Embed(Some(change)) => {
                if self.embed.is_none() {
                    // Nothing moves behind the dialog.
                    self.change(Action::Clock(Beat::Play(false)));
                }
                let route = self.route();
                self.embed.get_or_insert_with(|| Embed::of(&route)).change(change);
            }
            Action::Ask(change) => self.ask(change),
            Action::Clock(beat) => {
                if let Some(room) = self.room_mut(self.view) {
                    room.hear(beat);
                }
            }
            Action::Room(view, message) => match self.room_mut(view) {
                Some(room) => room.change(&message),
                None => self.wait(view, Action::Room(view, message)),
            },
            Action::Arrived(part, _) if self.parts.contains(&part) => {}
            Action::Arrived(part, rooms) => {
                self.parts.push(part);
                self.failed.retain(|failed| *failed != part);
                for mut room in rooms {
                    // What has changed since they were asked for.
                    if let Some(room) = own(&mut room) {
                        room.narrow(self.narrow);
                        if self.still && room.clock().is_some_and(|clock| clock.playing) {
                            room.hear(Beat::Play(false));
                        }
                    }
                    self.rooms.push(room);
                }
                let (now, later): (Vec<_>, Vec<_>) = std::mem::take(&mut self.waiting).into_iter().partition(|(waited, _)| *waited == part);
                self.waiting = later;
                for (_, action) in now {
                    match action {
                        // Which view is shown now stays.
                        Action::Navigate(Route::View(view, query)) => {
                            let led = query.is_some() || view == self.view;
                            if let Some(room) = self.room_mut(view).filter(|_| led) {
                                room.follow(query.as_deref());
                            }
                        }
                        Action::UseFile(view) => self.load(view),
                        action => self.change(action),
                    }
                }
            }
            Action::Simulator(simulator) => self.simulator = simulator,
            Action::Failed(part, failed) => {
                // What somebody only came near to is tried again when it is wanted.
                let missed = failed && self.wanted().contains(&part);
                self.failed.retain(|known| *known != part);
                if missed {
                    self.failed.push(part);
                }
                if missed && part == Part::Sharing {
                    // A dialog that comes late would lie above what is done meanwhile.
                    (self.saved.open, self.scenes_draft.open, self.embed, self.ask) = (false, false, None, None);
                }
            }
            Action::ScenarioFile(text) => self.take_scenario(text),
            Action::ExercisesFile(text) => {
                (self.view, self.missing) = (View::Exercises, None);
                self.change(Action::Room(View::Exercises, Message::of(exercises::Change::Read(text))));
            }
            Action::File(file) => {
                // Where no file can be used it is looked at.
                let view = self.traces.back.unwrap_or(if self.takes_files() { self.view } else { View::Traces });
                self.try_file(view, self.view);
                self.traces.load(file);
                self.use_file(view);
            }
            Action::UseFile(view) => {
                self.try_file(view, view);
                self.traces.expected = traces::Expected::default();
                self.use_file(view);
            }
            Action::Kept(file, since) => self.traces.restore(file, since),
            Action::Expect(sum) => self.traces.expected = sum,
            Action::Traces(traces::Change::Table(Some(table))) if self.traces.table.is_none() => self.tabled(table),
            Action::Traces(change) => {
                let surveyed = matches!(change, traces::Change::Surveyed(..));
                self.traces.change(change);
                if surveyed {
                    let traces = std::mem::take(&mut self.traces);
                    self.each_room(|room| room.surveyed(&traces));
                    self.traces = traces;
                }
                if self.traces.watched && matches!(self.traces.survey, Some(Ok(_))) {
                    self.load(View::default());
                    // Why its jobs cannot be watched is said where it is looked at.
                    if std::mem::take(&mut self.traces.watched) && self.view == View::default() {
                        self.view = View::Traces;
                    }
                }
            }
            Action::Saved(change) => {
                if matches!(change, saved::Change::Open(true)) {
                    // Nothing moves behind the dialog.
                    self.saved.played = self.clock().is_some_and(|clock| clock.playing);
                    self.change(Action::Clock(Beat::Play(false)));
                }
                self.saved.change(change);
            }
            Action::Present => {
                let scenes = self.saved.scenes();
                if !scenes.scenes.is_empty() {
                    self.present(scenes);
                }
            }
        }
        self.judge();
    }

    fn show(&mut self, view: View) {
        // That a dialog did not come is said until somebody goes elsewhere.
        self.failed.retain(|failed| *failed != Part::Sharing);
        self.traces.refused = None;
        self.view = view;
        self.world = view.place().map_or(self.world, |(_, world)| world);
    }

    fn navigate(&mut self, route: Route) {
        self.missing = None;
        match route {
            Route::Missing(name) => self.missing = Some(name),
            Route::View(View::Traces, _) => self.show(View::Traces),
            Route::View(view, query) => {
                self.show(view);
                match self.room_mut(view) {
                    Some(room) => room.follow(query.as_deref()),
                    None => self.wait(view, Action::Navigate(Route::View(view, query))),
                }
            }
            Route::Scenes(query) => match Scenes::read(&query) {
                Ok(scenes) if self.scenes.as_ref() == Some(&scenes) => {}
                Ok(scenes) => self.present(scenes),
                Err(fault) => {
                    let first = View::default();
                    self.show(first);
                    if let Some(room) = self.room_mut(first) {
                        room.refuse(fault);
                    }
                }
            },
        }
    }
}

/// A room of this state alone, to be changed.
fn own(room: &mut Rc<dyn Room>) -> Option<&mut (dyn Room + 'static)> {
    if Rc::get_mut(room).is_none() {
        *room = room.copied();
    }
    Rc::get_mut(room)
}

#[cfg(test)]
mod tests;
