//! *Compare* as a room of the page, and what becomes of a scenario file, which this room reads for every view.

use super::{Change, Compare, Link};
use crate::edited::Edit;
use crate::format;
use crate::key::Key;
use crate::protocol::Fault;
use crate::room::{Message, Opened, Room};
use crate::scenes::Scenes;
use crate::stage::{entry, titled};
use crate::sweep::{self, Setup};
use crate::traces::Traces;
use crate::view::{Verb, View};
use schedscope_core::exhibit::Exhibit;
use schedscope_core::experiment::{Part, Scenario, SystemKind};
use std::rc::Rc;

impl From<Change> for Message {
    fn from(change: Change) -> Self {
        Self::of(change)
    }
}

impl Room for Compare {
    fn view(&self) -> View {
        View::Compare(self.kind())
    }

    fn title(&self) -> String {
        let scenario = self.asked();
        titled(&scenario, entry(self.kind()).and_then(|entry| (entry.workload)(&scenario)))
    }

    fn link(&self) -> Option<String> {
        Some(Self::link(self).write())
    }

    fn follow(&mut self, query: Option<&str>) {
        if let Some(query) = query {
            let link = Link::read(self.kind(), query);
            Self::follow(self, link);
        }
    }

    fn refuse(&mut self, fault: Fault) {
        Self::follow(self, Err(fault));
    }

    fn change(&mut self, message: &Message) {
        if let Some(change) = message.change::<Change>() {
            Self::change(self, change.clone());
        }
    }

    fn place(&self) -> String {
        Self::link(self).place()
    }

    fn file(&self) -> Option<&str> {
        self.scenario.file()
    }

    fn reading(&self) -> Option<Result<(), &Fault>> {
        let refinement = &self.refinement;
        let read = || refinement.findings.as_ref().filter(|_| !refinement.stale()).map(|_| Ok(()));
        refinement.fault.as_ref().map(Err).or_else(read)
    }

    fn load(&mut self, traces: &mut Traces) {
        if let Some(file) = &traces.file {
            Self::change(self, Change::Use(file.name.clone()));
        }
    }

    fn key(&self, key: &Key) -> Option<Message> {
        (key.name == "Escape").then(|| Change::Unlight.into())
    }

    fn slider(&self, field: &str) -> Option<(String, f64, Vec<f64>)> {
        let part = Part::of(self.kind(), field)?;
        Some((part.label.clone(), self.number(field)?, part.stops.clone()))
    }

    fn slide(&mut self, field: &str, value: f64) {
        Self::change(self, Change::Edit(Edit::Type(field.to_owned(), format::plain(value))));
    }

    fn read(&self, text: &str, shown: View) -> Option<Opened> {
        Some(opened(text, shown))
    }

    fn scenes(&self, text: &str) -> Option<Result<Scenes, String>> {
        Some(Scenes::from_text(text))
    }
}

/// What becomes of the text of a scenario file, or of a sweep file, which opens in *Sweep*: in its world is done with it what is done in the view that is shown. Where there are
/// exercises, or what is read is no scenario and the view is of no world, exercises are expected.
fn opened(text: &str, shown: View) -> Opened {
    let varies = text.parse::<toml::Table>().is_ok_and(|table| ["axes", "cells", "until"].iter().any(|key| table.contains_key(*key)));
    if varies {
        return match Setup::from_toml(text) {
            Ok(setup) => Opened::Link(View::Sweep(setup.base.kind()), setup.write()),
            Err(fault) => {
                let world = shown.place().map_or_else(SystemKind::default, |(_, world)| world);
                Opened::Refused(View::Sweep(world), fault)
            }
        };
    }
    let scenario = match (Scenario::from_toml(text), shown.place()) {
        (Ok(scenario), Some(_)) => scenario,
        (Ok(scenario), None) if shown != View::Exercises => scenario,
        (Err(error), Some(_)) => return Opened::Refused(shown, error.into()),
        _ => return Opened::Exercises,
    };
    let world = scenario.kind();
    let view = match shown {
        View::Race if world == SystemKind::Server => shown,
        _ => shown.place().map_or_else(|| View::of(world), |(verb, _)| verb.of(world)),
    };
    match view {
        View::Watch(SystemKind::Server) => match Exhibit::of_scenario(scenario) {
            Ok(exhibit) => Opened::Link(view, exhibit.to_query()),
            Err(error) => Opened::Refused(view, error.into()),
        },
        _ if view == Verb::Sweep.of(world) => Opened::Change(view, sweep::Change::Take(Box::new(scenario)).into()),
        _ => Opened::Link(view, scenario.to_query()),
    }
}

/// *Compare* of every world, as it is opened.
pub fn rooms() -> Vec<Rc<dyn Room>> {
    SystemKind::ALL.iter().map(|world| Rc::new(Compare::open(*world)) as Rc<dyn Room>).collect()
}
