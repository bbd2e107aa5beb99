use super::worlds::{Drawn, OwnCell, Plan, Recording, Run};
use super::{Scenario, ScenarioError, foreign};
use schedscope::registry::Choice;
#[cfg(not(target_family = "wasm"))]
use schedscope::workload::WorkloadError;
use schedscope::world::{Described, SpecError, Times};
use std::io;

/// A scenario that was found to be valid, with its file read: what can be simulated.
#[derive(Clone, Debug)]
pub struct Study {
    scenario: Scenario,
    choices: Vec<Choice>,
    plan: Plan,
}

/// What one run leaves behind.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The times of its jobs, in a world of jobs.
    pub(super) times: Option<Times>,
    /// What else its world tells.
    pub(super) own: OwnCell,
}

impl Cell {
    /// The times of its jobs, in a world of jobs.
    pub fn times(&self) -> Option<&Times> {
        self.times.as_ref()
    }
}

impl Study {
    /// Checks everything in `scenario` and reads its file, if it has one, through `read`.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn new(scenario: Scenario, mut read: impl FnMut(&str) -> io::Result<Vec<u8>>) -> Result<Self, ScenarioError> {
        let choices = scenario.choices()?;
        let (found, most) = (scenario.replications, Scenario::MOST_REPLICATIONS);
        if !(1..=most).contains(&found) {
            return Err(ScenarioError::value("replications", &found.to_string(), &format!("a whole number from 1 to {most}")));
        }
        // What is looked at: a pipe can be read once.
        let mut looked = None;
        let mut look = |path: &str| {
            let bytes = read(path)?;
            if scenario.file() == Some(path) {
                looked = Some(foreign::told(&bytes));
            }
            Ok(bytes)
        };
        let plan = Plan::prepare(scenario.seed, scenario.replications, &scenario.policies, &scenario.spec, &mut look);
        let plan = plan.map_err(|error| {
            // Of a name that says nothing the file has not been read.
            let unread = || scenario.file().filter(|path| can_be_read_again(path)).and_then(|path| foreign::told(&read(path).ok()?));
            let error = what_it_is(error, scenario.file(), looked.unwrap_or_else(unread));
            ScenarioError::of(scenario.kind(), in_part(error, scenario.file()))
        })?;
        Ok(Self { scenario, choices, plan })
    }

    /// The scenario as it was asked.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The policies, as asked.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// The plan of its world.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Number of jobs in each replication.
    pub fn jobs(&self) -> usize {
        self.plan.jobs()
    }

    /// The jobs of one replication.
    pub fn draw(&self, replication: u32) -> Drawn {
        self.plan.draw(replication)
    }

    /// Runs the policy at this position on jobs that the study has drawn; `progress` hears how many are complete.
    ///
    /// # Errors
    /// If the policy cannot go on, as a formula may not.
    ///
    /// # Panics
    /// If the jobs are of another world.
    pub fn run(&self, drawn: &Drawn, policy: usize, mut progress: impl FnMut(usize)) -> Result<Run, ScenarioError> {
        self.plan.simulate(drawn, policy, &mut progress).map_err(|error| ScenarioError::of(self.scenario.kind(), error))
    }

    /// The same, and takes down what happens.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    ///
    /// # Panics
    /// As [`run`](Self::run).
    pub fn record(&self, drawn: &Drawn, policy: usize, mut progress: impl FnMut(usize)) -> Result<(Recording, Run), ScenarioError> {
        self.plan.record(drawn, policy, &mut progress).map_err(|error| ScenarioError::of(self.scenario.kind(), error))
    }

    /// The same with stills of the run in the world of the server, where jobs are too many to follow each; elsewhere as
    /// [`record`](Self::record).
    ///
    /// # Errors
    /// As [`run`](Self::run), and if there are more jobs than stills are taken of.
    ///
    /// # Panics
    /// As [`run`](Self::run).
    pub fn stills(&self, drawn: &Drawn, policy: usize, mut progress: impl FnMut(usize)) -> Result<(Recording, Run), ScenarioError> {
        let (Plan::Server(plan), Drawn::Server(jobs)) = (&self.plan, drawn) else { return self.record(drawn, policy, progress) };
        let taken = plan.stills(jobs, policy, &mut progress).map_err(|error| ScenarioError::of(self.scenario.kind(), error));
        taken.map(|(recording, outcome)| (Recording::Server(recording), Run::Server(outcome)))
    }

    /// Whether a run may be recordable, as far as that is known before jobs are drawn.
    ///
    /// # Errors
    /// Says what is too much of it.
    pub fn may_record(&self) -> Result<(), ScenarioError> {
        self.plan.may_record().map_err(|error| ScenarioError::of(self.scenario.kind(), error))
    }

    /// Whether a run of these jobs can be recorded. What a reader of the recording should know comes back.
    ///
    /// # Errors
    /// Says what is too much of it.
    pub fn recordable(&self, drawn: &Drawn) -> Result<Option<String>, ScenarioError> {
        self.plan.recordable(drawn).map_err(|error: SpecError| ScenarioError::of(self.scenario.kind(), error))
    }

    /// A run, reduced to what a [`Summary`](super::Summary) needs.
    ///
    /// # Panics
    /// If the jobs or the run are of another world.
    pub fn cell(&self, drawn: &Drawn, run: &Run) -> Cell {
        let (times, own) = self.plan.tell(drawn, run);
        Cell { times, own }
    }

    /// What the report says about the workload.
    pub fn describe(&self) -> Described {
        self.plan.describe()
    }

    /// Whether jobs are given and nothing of them is drawn: all replications have the same.
    pub fn given(&self) -> bool {
        self.plan.given()
    }

    /// What a reader of the results should be warned of: what of a file was left out first.
    pub fn warnings(&self) -> Vec<String> {
        self.plan.describe().left_out.told().into_iter().chain(self.plan.warnings()).collect()
    }

    /// That all of the scenario's file was read, if it has one.
    ///
    /// # Errors
    /// Says what was left out.
    pub fn read_whole(&self) -> Result<(), ScenarioError> {
        let Some(left_out) = self.plan.describe().left_out.refusal() else { return Ok(()) };
        let found = format!("{}, of which would be left out: {left_out}", self.scenario.file().unwrap_or_default());
        Err(ScenarioError::of(
            self.scenario.kind(),
            SpecError::value("workload.path", found, "a file that is read whole, as --strict asks"),
        ))
    }
}

/// The same error, or what the file is that is not understood, if it is none of jobs.
fn what_it_is(error: SpecError, file: Option<&str>, foreign: Option<(&str, &str)>) -> SpecError {
    match (file, foreign) {
        (Some(path), Some((what, allowed))) if error.field() == "workload.path" && !matches!(error, SpecError::Read { .. }) => {
            SpecError::value("workload.path", format!("{path}, which is {what}"), allowed)
        }
        _ => error,
    }
}

/// Whether a file is no pipe and no device. A browser has neither.
fn can_be_read_again(path: &str) -> bool {
    cfg!(target_family = "wasm") || std::path::Path::new(path).is_file()
}

/// The same error with the part of the file's folder, if it is one, in which it is.
#[cfg(not(target_family = "wasm"))]
fn in_part(error: SpecError, file: Option<&str>) -> SpecError {
    let place = |error: &WorkloadError| super::files::place(file?, error.line()?);
    match error {
        SpecError::Workload(error) => match place(&error) {
            Some(place) => WorkloadError::InPart { error: Box::new(error), place }.into(),
            None => error.into(),
        },
        _ => error,
    }
}

/// A browser hands over files one by one.
#[cfg(target_family = "wasm")]
fn in_part(error: SpecError, _: Option<&str>) -> SpecError {
    error
}
