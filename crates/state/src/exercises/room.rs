//! *Exercises* as a room of the page.

use super::{Change, Exercises, Link};
use crate::clock::{Beat, Clock};
use crate::room::{Message, Room};
use crate::view::View;

impl From<Change> for Message {
    fn from(change: Change) -> Self {
        Self::of(change)
    }
}

impl Room for Exercises {
    fn view(&self) -> View {
        View::Exercises
    }

    fn title(&self) -> String {
        self.work.as_ref().map(|work| work.exercise.title.clone()).unwrap_or_default()
    }

    fn link(&self) -> Option<String> {
        Self::link(self).map(|link| link.write())
    }

    fn follow(&mut self, query: Option<&str>) {
        Self::follow(self, query.map(Link::read));
    }

    fn change(&mut self, message: &Message) {
        if let Some(change) = message.change::<Change>() {
            Self::change(self, change.clone());
        }
    }

    fn place(&self) -> String {
        Self::link(self).map(|link| link.place()).unwrap_or_default()
    }

    fn clock(&self) -> Option<&Clock> {
        self.work.as_ref().filter(|work| work.goal().is_none()).map(|work| &work.clock)
    }

    fn hear(&mut self, beat: Beat) {
        Self::change(self, Change::Clock(beat));
    }
}
