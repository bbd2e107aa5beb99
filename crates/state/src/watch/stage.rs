//! The server as an entry of the table of worlds. Its few jobs are simulated at once, without workers.

use super::presets::COMPARED;
use super::{Change, Choice, OF_WATCH, Watch};
use crate::clock::{Beat, Clock};
use crate::edited::Edited;
use crate::file::Reads;
use crate::format;
use crate::key::Key;
use crate::offered::Offered;
use crate::protocol::Fault;
use crate::room::{Message, Room};
use crate::size::SERVERS;
use crate::stage::{About, Entry, counted};
use crate::traces::Traces;
use crate::view::View;
use schedscope::server::{Plan, Policy};
use schedscope::sim::listed;
use schedscope::workload::Synthetic;
use schedscope::world::{FileFormat, JobsSpec, WorkloadSpec as _};
use schedscope_core::exhibit::Exhibit;
use schedscope_core::experiment::{Part, Scenario, ScenarioError, SystemKind};

/// What the server is called and consists of.
pub const ABOUT: About = About {
    name: "server",
    title: "Server",
    line: "One server, or several, and a queue",
    counts: ["job", "jobs"],
    time: "a time of at least 0",
    presets: &[],
    compared: &COMPARED,
    measure: "mean_sojourn",
    offered: Offered::BY_FAMILY,
    reads: Reads::Jobs,
    most: Exhibit::MOST_POLICIES,
    panels: Exhibit::MOST_POLICIES,
    in_order: false,
    finds: None,
    plays: true,
};

/// The server.
pub const ENTRY: Entry = Entry {
    kind: SystemKind::Server,
    scenario: |query, world| {
        let scenario = Exhibit::from_query(query.unwrap_or_default(), &OF_WATCH)?.scenario();
        let world = world.unwrap_or(scenario.kind());
        scenario.in_world(world)
    },
    workload: |scenario| counted(scenario, ABOUT.counts),
    bar,
    with_file,
};

/// One of errors, one of sizes, the load, and how many servers and jobs there are.
fn bar(edited: &Edited) -> Vec<String> {
    let first = |field: &str| {
        let variant = edited.chosen(field)?;
        variant.with.clone().or_else(|| variant.parts.first().map(Part::path))
    };
    let of_file = edited.scenario.file().is_some();
    let errors = first("workload.errors").or_else(|| of_file.then(|| "workload.sigma".to_owned()));
    let sizes = if of_file { None } else { first("workload.sizes") };
    let rest = ["workload.load", SERVERS, "workload.count"].map(|field| Some(field.to_owned()));
    [errors, sizes].into_iter().chain(rest).flatten().collect()
}

/// Errors are drawn as before where the file has no estimates: without them every policy would know all sizes.
fn with_file(scenario: &mut Scenario, name: String) -> Result<(), ScenarioError> {
    let Some(fields) = scenario.of_mut::<Plan>() else { return Ok(()) };
    let format = FileFormat::of(&name);
    let before = std::mem::replace(&mut fields.workload, JobsSpec::of_file(name, format.as_ref().ok().copied()));
    if format.as_ref().is_ok_and(|format| !matches!(format, FileFormat::Csv | FileFormat::Swf)) {
        let usual = before.sigma.unwrap_or(Synthetic::default().sigma);
        fields.workload.sigma = before.errors.unwrap_or_default().spread().then_some(usual);
        fields.workload.errors = before.errors;
    }
    format.map(|_| ()).map_err(|error| ScenarioError::of(SystemKind::Server, error))
}

impl From<Change> for Message {
    fn from(change: Change) -> Self {
        Self::of(change)
    }
}

impl Room for Watch {
    fn view(&self) -> View {
        View::Watch(SystemKind::Server)
    }

    fn title(&self) -> String {
        let [one, many] = ABOUT.counts;
        let policies = listed(self.exhibit.policies.iter().map(Policy::name));
        format!("{policies}, {}", format::counted(self.exhibit.jobs.len() as u64, one, many))
    }

    fn link(&self) -> Option<String> {
        Some(self.choice().write())
    }

    fn follow(&mut self, query: Option<&str>) {
        if let Some(query) = query {
            Self::follow(self, Choice::read(query).map_err(Fault::from));
        }
    }

    fn refuse(&mut self, fault: Fault) {
        self.fault = Some(fault);
    }

    fn change(&mut self, message: &Message) {
        if let Some(change) = message.change::<Change>() {
            Self::change(self, change.clone());
        }
    }

    fn place(&self) -> String {
        self.choice().place()
    }

    fn clock(&self) -> Option<&Clock> {
        Some(&self.clock)
    }

    fn selected(&self) -> Option<String> {
        self.frame.selected.map(|job| self.exhibit.called.title(job))
    }

    fn hear(&mut self, beat: Beat) {
        Self::change(self, Change::Clock(beat));
    }

    /// Shows the jobs of the file that are worth watching, now or when it is known which.
    fn load(&mut self, traces: &mut Traces) {
        let stretch = traces.stretch();
        traces.watched = stretch.is_none();
        if let Some(jobs) = stretch {
            self.exhibit_anew(Exhibit { called: traces.called(), ..Exhibit::of(jobs, self.exhibit.policies.clone()) });
        }
    }

    fn key(&self, key: &Key) -> Option<Message> {
        let selected = self.frame.selected.is_some();
        let change = match (key.name.as_str(), key.control) {
            ("Escape", false) if selected => Change::Select(None),
            ("ArrowDown", false) if selected => Change::Neighbour(1),
            ("ArrowUp", false) if selected => Change::Neighbour(-1),
            ("e", false) => Change::Editing(!self.editing),
            ("q", false) => Change::Quiz(self.quiz.is_none()),
            ("z", true) if !key.shift => Change::Undo,
            ("z" | "y", true) => Change::Redo,
            _ => return None,
        };
        Some(change.into())
    }

    fn notice(&self, traces: &Traces) -> Option<String> {
        traces.notice_of_stretch(&self.exhibit.jobs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str, control: bool, shift: bool) -> Key {
        Key { name: name.to_owned(), control, shift }
    }

    fn does(watch: &Watch, key: &Key) -> Option<Change> {
        watch.key(key)?.change::<Change>().cloned()
    }

    #[test]
    fn keys() {
        let mut watch = Watch::open(false);
        assert!(does(&watch, &key("ArrowUp", false, false)).is_none(), "it scrolls");
        Watch::change(&mut watch, Change::Select(Some(1)));
        Watch::change(&mut watch, Change::Editing(true));
        assert!(matches!(does(&watch, &key("e", false, false)), Some(Change::Editing(false))));
        assert!(matches!(does(&watch, &key("q", false, false)), Some(Change::Quiz(true))));
        assert!(matches!(does(&watch, &key("z", true, false)), Some(Change::Undo)));
        assert!(matches!(does(&watch, &key("z", true, true)), Some(Change::Redo)));
        assert!(matches!(does(&watch, &key("y", true, false)), Some(Change::Redo)));
        assert!(matches!(does(&watch, &key("Escape", false, false)), Some(Change::Select(None))));
        assert!(matches!(does(&watch, &key("ArrowUp", false, false)), Some(Change::Neighbour(-1))));
        assert!(does(&watch, &key("z", false, false)).is_none() && does(&watch, &key("e", true, false)).is_none());
    }
}
