//! A file that is tried: if it cannot be used, all is again as it was before it, and that is said once.

use super::State;
use crate::protocol::Fault;
use crate::room::Room;
use crate::traces::{Kept, Traces};
use crate::view::View;
use schedscope_core::experiment::SystemKind;
use std::rc::Rc;

/// What was there before a file.
#[derive(Clone, Debug)]
pub(super) struct Before {
    /// The view that uses the file.
    at: View,
    /// The view that was shown.
    from: View,
    /// The file that was there, and what was known of it.
    traces: Traces,
    /// What the view that uses the new one showed, once its part of the program is here.
    room: Option<Rc<dyn Room>>,
}

impl State {
    /// Remembers what is there before a file is used in a view, or before the one that is tried there if it may be unreadable.
    pub(super) fn try_file(&mut self, at: View, from: View) {
        let readable = matches!(self.traces.survey, Some(Ok(_)));
        if !readable && self.tried.as_ref().is_some_and(|before| before.at == at) {
            return;
        }
        self.tried = Some(Before { at, from, traces: self.traces.clone(), room: None });
    }

    /// Remembers what a view shows, which is about to use the file that is tried.
    pub(super) fn try_in(&mut self, view: View) {
        let room = self.shared(view);
        if let Some(before) = self.tried.as_mut().filter(|before| before.at == view && before.room.is_none()) {
            before.room = room;
        }
    }

    /// Brings back what was there if the file that is tried cannot be used; if it can, nothing is to be brought back any more.
    pub(super) fn judge(&mut self) {
        let Some(at) = self.tried.as_ref().map(|before| before.at) else { return };
        // Of these worlds the survey knows every file: it is there where nothing is simulated yet, or is to be.
        let surveys =
            at.place().is_none_or(|(_, world)| matches!(world, SystemKind::Server | SystemKind::Cluster | SystemKind::Datacenter));
        let survey = self.traces.survey.as_ref().filter(|_| surveys);
        let room = self.room(at).filter(|room| room.file().is_some());
        let verdict = match (room.and_then(|room| room.reading()), survey) {
            (Some(read), _) => Some(read.err().cloned()),
            (None, Some(Err(fault))) => Some(Some(fault.clone())),
            (None, Some(Ok(_))) if room.is_none() || matches!(at, View::Sweep(_)) => Some(None),
            (None, _) => None,
        };
        match verdict {
            None => {}
            Some(Some(fault)) if blames_file(&fault) => self.bring_back(&fault),
            Some(_) => self.tried = None,
        }
    }

    fn bring_back(&mut self, fault: &Fault) {
        let Some(Before { at, from, traces, room }) = self.tried.take() else { return };
        let name = self.traces.file.as_ref().map_or("the file", |file| &file.name);
        let refused = Some(said(name, &fault.message));
        if let Some((place, room)) = self.rooms.iter_mut().find(|room| room.view() == at).zip(room) {
            *place = room;
        }
        // The browser has kept the file that could not be used, and keeps this one again.
        let kept = if traces.kept == Kept::Forgotten { Kept::Forgotten } else { Kept::No };
        let generation = self.traces.generation + 1;
        if self.view == at {
            self.show(from);
        }
        self.traces = Traces { generation, kept, refused, watched: false, table: None, mapped: None, back: None, ..traces };
    }
}

/// Whether it is the file that is at fault, not another field of the scenario.
fn blames_file(fault: &Fault) -> bool {
    fault.field.as_deref().is_none_or(|field| matches!(field, "workload" | "workload.path"))
}

/// That a file cannot be used, and why, as the page says it: without the fields of a scenario file and what only the command line reads.
fn said(name: &str, message: &str) -> String {
    let refused = ["workload.path) is ", "workload.path is "].into_iter().find_map(|field| Some(message.split_once(field)?.1));
    let why = match refused.and_then(|rest| rest.split_once("; allowed: ")) {
        Some((_, allowed)) => {
            let allowed = allowed.split_once(", or workload.format").map_or(allowed, |(allowed, _)| allowed);
            format!("{name} cannot be read; allowed: {}", allowed.replace(" or .parquet", ""))
        }
        None if message.contains(name) => message.to_owned(),
        None => format!("{name}: {message}"),
    };
    format!("Nothing was changed. {why}")
}
