//! *Sweep* as a room of the page.

use super::{Change, Phase, Setup, Sweep};
use crate::protocol::Fault;
use crate::room::{Message, Room};
use crate::stage::policies;
use crate::traces::Traces;
use crate::view::View;
use schedscope_core::experiment::SystemKind;
use std::rc::Rc;

impl From<Change> for Message {
    fn from(change: Change) -> Self {
        Self::of(change)
    }
}

impl Room for Sweep {
    fn view(&self) -> View {
        View::Sweep(self.setup.base.kind())
    }

    fn title(&self) -> String {
        let axes: Vec<&str> = self.setup.axes.iter().map(|axis| axis.field.label.as_str()).collect();
        format!("{}, {}", axes.join(" × "), policies(&self.setup.base.scenario))
    }

    fn link(&self) -> Option<String> {
        Some(self.setup.write())
    }

    fn follow(&mut self, query: Option<&str>) {
        if let Some(query) = query {
            let setup = Setup::read(self.setup.base.kind(), query);
            Self::follow(self, setup);
        }
        // A sweep that is looked at is run.
        Self::change(self, Change::Open);
    }

    fn refuse(&mut self, fault: Fault) {
        Self::follow(self, Err(fault));
    }

    fn change(&mut self, message: &Message) {
        if let Some(change) = message.change::<Change>() {
            Self::change(self, change.clone());
        }
    }

    fn file(&self) -> Option<&str> {
        self.setup.base.scenario.file()
    }

    fn reading(&self) -> Option<Result<(), &Fault>> {
        self.fault.as_ref().map(Err).or_else(|| (self.phase == Phase::Done).then_some(Ok(())))
    }

    fn narrow(&mut self, narrow: bool) {
        Self::change(self, Change::Narrow(narrow));
    }

    fn load(&mut self, traces: &mut Traces) {
        if let Some(file) = &traces.file {
            Self::change(self, Change::Use(file.name.clone()));
        }
    }
}

/// *Sweep* of every world, as it is opened.
pub fn rooms(narrow: bool) -> Vec<Rc<dyn Room>> {
    SystemKind::ALL.iter().map(|world| Rc::new(Sweep::open(*world, narrow)) as Rc<dyn Room>).collect()
}
