//! The file that all views share: which view takes it, and what it is read as.

use super::{Action, Simulator, State};
use crate::file::Reads;
use crate::part::Part;
use crate::room::Opened;
use crate::route::Route;
use crate::sheet::Sheet;
use crate::stage::about;
use crate::traces;
use crate::view::View;
use crate::watch::Watch;
use schedscope_core::experiment::SystemKind;
use std::rc::Rc;

impl State {
    /// Name of the file that the view is about.
    pub fn file_asked(&self) -> Option<&str> {
        self.room(self.view)?.file()
    }

    /// Whether it has to be known what is in the file: it is looked at, some of its jobs are to be watched, or a link says its check sum.
    pub fn looks_through(&self) -> bool {
        let asked = || self.traces.file.as_ref().is_some_and(|file| self.file_asked() == Some(file.name.as_str()));
        self.view == View::Traces || self.traces.watched || asked()
    }

    /// What is to be said above the view: that a file could not be used; or how far it is read, what of it is left out, that it is another
    /// than the link's, and whose jobs *Watch* shows.
    pub fn notice(&self) -> Option<String> {
        if self.simulator == Simulator::Awaited {
            return Some("The simulator could not be loaded. Check the connection: it is tried again every few seconds.".to_owned());
        }
        if self.failed.contains(&Part::Sharing) {
            return Some("This dialog could not be loaded. Check the connection and press again.".to_owned());
        }
        if self.misses() {
            return Some("What you asked for could not be loaded. Check the connection and try again.".to_owned());
        }
        if self.missing.is_some() {
            return None;
        }
        // *Traces* says beside the file what is wrong with it.
        if let Some(refused) = self.traces.refused.clone().filter(|_| self.view != View::Traces) {
            return Some(refused);
        }
        let of_view = self.room(self.view).and_then(|room| room.notice(&self.traces));
        let said: Vec<String> = [self.traces.reading(), self.traces.left_out.clone(), of_view].into_iter().flatten().collect();
        (!said.is_empty()).then(|| said.join("\n"))
    }

    /// How many jobs the file has of which *Watch* shows some: *Compare* takes all of them.
    pub fn more_of_file(&self) -> Option<u64> {
        let watch = self.only::<Watch>().filter(|_| self.view == View::default())?;
        self.traces.more_than(&watch.exhibit.jobs)
    }

    /// What a file that is dropped is read for.
    pub fn reads(&self) -> Reads {
        self.view.place().and_then(|(_, world)| about(world)).map_or(Reads::Jobs, |about| about.reads)
    }

    /// Whether a file can be used in the view that is shown.
    pub(super) fn takes_files(&self) -> bool {
        !matches!(self.view, View::Exercises | View::Learn)
    }

    /// Uses the file in a view.
    pub(super) fn use_file(&mut self, view: View) {
        if self.traces.file.is_some() {
            self.load(view);
        }
        self.show(view);
        self.missing = None;
    }

    /// Takes in a table: as the link says, if it is the link's; else its columns are asked for, and the view that needs its file
    /// is shown again when they are known.
    pub(super) fn tabled(&mut self, mut table: Rc<Sheet>) {
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

    /// Takes a scenario from the text of its file, to do with it in its world what is done in the view that is shown; or exercises.
    pub(super) fn take_scenario(&mut self, text: String) {
        let reader = View::Compare(SystemKind::default());
        let Some(room) = self.room(reader) else { return self.wait(reader, Action::ScenarioFile(text)) };
        match room.read(&text, self.view) {
            Some(Opened::Link(view, query)) => self.change(Action::Navigate(Route::View(view, Some(query)))),
            Some(Opened::Change(view, message)) => {
                self.missing = None;
                self.show(view);
                self.change(Action::Room(view, message));
            }
            Some(Opened::Refused(view, fault)) => {
                self.missing = None;
                self.show(view);
                if let Some(room) = self.room_mut(view) {
                    room.refuse(fault);
                }
            }
            Some(Opened::Exercises) | None => self.change(Action::ExercisesFile(text)),
        }
    }

    /// Shows what is in the file in a view, now or when the part of the view is here.
    pub(super) fn load(&mut self, view: View) {
        self.try_in(view);
        let mut traces = std::mem::take(&mut self.traces);
        match self.room_mut(view) {
            Some(room) => room.load(&mut traces),
            None => self.wait(view, Action::UseFile(view)),
        }
        self.traces = traces;
    }
}
