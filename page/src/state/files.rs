//! The file that all views share: which view takes it, and what it is read as.

use super::{Action, State};
use crate::file::Reads;
use crate::protocol::Fault;
use crate::sheet::Sheet;
use crate::stage::entry;
use crate::view::{Verb, View};
use crate::{compare, exercises, sweep, traces};
use schedscope_core::experiment::{Scenario, SystemKind};
use std::rc::Rc;

impl State {
    /// Name of the file that the view is about.
    pub fn file_asked(&self) -> Option<&str> {
        match self.view {
            View::Compare(world) => self.compare(world).scenario.file(),
            View::Sweep(world) => self.sweep(world).setup.base.scenario.file(),
            View::Watch(kind) => self.stage(kind)?.file(),
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
            View::Watch(kind) => self.stage(kind)?.notice(&self.traces),
            _ => self.file_asked().and_then(|name| self.traces.notice_of_sum(name)),
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
    pub(super) fn takes_files(&self) -> bool {
        !matches!(self.view, View::Exercises | View::Learn)
    }

    /// Uses the file in a view.
    pub(super) fn use_file(&mut self, view: View) {
        if let Some(name) = self.traces.file.as_ref().map(|file| file.name.clone()) {
            match view {
                View::Compare(world) => self.compare_mut(world).change(compare::Change::Use(name)),
                View::Watch(kind) => self.load(kind),
                View::Sweep(world) => self.sweep_mut(world).change(sweep::Change::Use(name)),
                View::Traces | View::Exercises | View::Learn => {}
            }
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

    /// Takes a scenario from the text of its file, to do with it in its world what is done in the view that is shown; where there are
    /// exercises, or what is read is no scenario and the view is of no world, exercises are expected.
    pub(super) fn take_scenario(&mut self, text: String) {
        let read = Scenario::from_toml(&text).map_err(Fault::from);
        let view = match (&read, self.view.place()) {
            (Ok(scenario), Some((verb, _))) => verb.of(scenario.kind()),
            (Ok(scenario), None) if self.view != View::Exercises => View::of(scenario.kind()),
            (Err(_), Some(_)) => self.view,
            _ => return self.change(Action::Exercises(exercises::Change::Read(text))),
        };
        self.show(view);
        let Some((verb, world)) = view.place() else { return };
        match (verb, read) {
            (Verb::Watch, read) => {
                let Some(stage) = self.stage_mut(world) else { return };
                match read {
                    Ok(scenario) => stage.put(scenario),
                    Err(fault) => stage.follow(Err(fault)),
                }
            }
            (Verb::Compare, read) => self.compare_mut(world).follow(read.map(Into::into)),
            (Verb::Sweep, Ok(scenario)) => self.sweep_mut(world).change(sweep::Change::Take(Box::new(scenario))),
            (Verb::Sweep, Err(fault)) => self.sweep_mut(world).follow(Err(fault)),
        }
    }

    /// Watches what is in the file, now or when it is known.
    pub(super) fn load(&mut self, kind: SystemKind) {
        let mut traces = std::mem::take(&mut self.traces);
        if let Some(stage) = self.stage_mut(kind) {
            stage.load(&mut traces);
        }
        self.traces = traces;
    }
}
