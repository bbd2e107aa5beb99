//! What the page and its workers say to each other. A scenario travels as the query of a link, since some of its fields need a
//! self-describing form.

use super::brief::brief;
use super::story::Story;
use schedscope::server::Closeup;
use schedscope::theory::TooMuch;
use schedscope::world::Described;
use schedscope_core::experiment::sweep::CellResult;
use schedscope_core::experiment::{Recording, Series, Summary, Survey};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// What is said, as bytes (postcard).
///
/// # Panics
/// If a type of this room has no form in postcard, which does not describe itself: a flattened field, one that is skipped, an
/// untagged enum. A worker tells the page of its panic.
pub fn pack(said: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(said).unwrap_or_else(|error| panic!("a message has no form in bytes: {error}"))
}

/// What the bytes say, if it is something that can be said.
pub fn unpack<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    postcard::from_bytes(bytes).ok()
}

/// A task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// Which question of the page this belongs to: no two have the same.
    pub generation: u32,
    /// Which task of the question; where it is about a policy, the policy's position in the scenario.
    pub task: u32,
    /// The scenario, as the query of a link.
    pub scenario: String,
    /// What is to be known.
    pub wanted: Wanted,
}

/// What is to be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Wanted {
    /// All replications of a policy.
    Summary,
    /// What happens in one replication of a policy, with its summary alone.
    Recording(u32),
    /// All replications of a policy, and what happens in the first if that can be recorded.
    Watched,
    /// The first replication of a policy of the server world, in stills.
    Stills,
    /// Some replications of a policy.
    Part(Part),
    /// All policies in all replications, as a cell of a sweep, without theory.
    Cell,
    /// What theory says of all policies of a cell.
    Limits,
    /// What a file contains; its name stands in place of the scenario.
    Survey,
    /// The jobs of a table as a file; what was chosen for its columns stands in place of the scenario.
    Table,
    /// What theory says of all policies, and of jobs of the sizes that a policy comes across in these replications, the first.
    Theory(Part),
    /// What becomes of one of the sampled jobs of the first replication under a policy of the server world.
    Story(u32),
}

/// Replications of a policy, to follow on those that the same worker has done before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The first.
    pub from: u32,
    /// The one after the last.
    pub to: u32,
    /// Whether to send the results up to here.
    pub pooled: bool,
}

/// What a worker answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    /// It has started and waits for a task.
    Ready,
    /// This many of its jobs, over all its replications, have completed.
    Progress {
        /// Jobs completed.
        completed: u64,
        /// Jobs there are.
        total: u64,
    },
    /// The task is done.
    Done(Box<Answer>),
    /// A part is done. With it come the results so far, if they were asked for.
    Part(Option<Box<Results>>),
    /// What theory says of the policies.
    Theory(Box<Theory>),
    /// What a cell of a sweep came to.
    Cell(CellResult),
    /// What the file contains.
    Surveyed(Box<Survey>),
    /// A table was made into a file of jobs, which comes beside this. The page gives it its number.
    Made {
        /// Which of the files it is that the browser has handed over.
        number: usize,
        /// What is to be said of rows that are left out.
        left_out: Option<String>,
    },
    /// What becomes of a job.
    Story(Box<Story>),
    /// The scenario cannot be simulated.
    Invalid(Fault),
    /// The worker has panicked with this message and is of no more use.
    Panicked(String),
}

/// What a worker has said, and about what.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Which question it is about.
    pub generation: u32,
    /// Which task of it.
    pub task: u32,
    /// What the worker said.
    pub reply: Reply,
}

/// The result of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The policy's summary.
    pub summary: Summary,
    /// What the workload came to.
    pub workload: Described,
    /// What a reader should be warned of.
    pub warnings: Vec<String>,
    /// Whether jobs are given and nothing of them is drawn, so that there is one run and no other.
    pub given: bool,
    /// What happens in the replication of which that was asked.
    pub recording: Option<Recording>,
}

/// What is known of a policy after some replications.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// Its summary.
    pub summary: Summary,
    /// The same by replication.
    pub series: Vec<Series>,
    /// What the summary leaves out, of a policy of the server.
    pub closeup: Option<Closeup>,
    /// What the workload came to.
    pub workload: Described,
    /// What a reader should be warned of.
    pub warnings: Vec<String>,
}

/// What theory says of the policies of a scenario.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Theory {
    /// Mean sojourn times, where they are known.
    pub means: Vec<Option<f64>>,
    /// Why one is not computed, if it takes too much.
    pub not_computed: Vec<Option<TooMuch>>,
    /// The least mean sojourn time that is possible for who sees no sizes, if it is known.
    pub bound: Option<f64>,
    /// Why it is not.
    pub unbounded: Option<String>,
    /// Mean slowdowns of jobs of some sizes, where they are known: size and slowdown.
    pub slowdowns: Vec<Vec<(f64, f64)>>,
}

/// What is wrong with a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Dotted name of the field to mark, if one is to blame.
    pub field: Option<String>,
    /// What was found and what is allowed.
    pub message: String,
}

impl Fault {
    /// With what is long in the message shortened: it quotes what somebody gave.
    pub fn new(field: Option<String>, message: &str) -> Self {
        Self { field, message: brief(message) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::done;
    use schedscope_core::experiment::{Scenario, SystemKind};

    #[test]
    fn what_a_worker_says_of_any_world_arrives_as_it_was_said() {
        for world in SystemKind::ALL {
            let query = format!("system.kind={}&replications=2", world.key());
            let scenario = Scenario::from_query(&query).unwrap();
            let said = done(0, &scenario, 0).reply;
            assert_eq!(unpack::<Reply>(&pack(&said)).as_ref(), Some(&said), "{query}");
        }
    }
}
