use super::read::Format;
use super::{Counts, Eviction, Like, Objective};
use crate::world::{Called, FileFormat, Is, WorkloadSpec, at_least_one};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The name of this world.
#[derive(Clone, Copy, Debug)]
pub struct Name;

impl Called for Name {
    const KIND: &'static str = "ordering";
}

/// The machine that executes the tasks, as written.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct System {
    /// Which world
    pub kind: Is<Name>,
    /// What algorithms make small: tmb, wtmb, dbw or dla
    ///
    /// Total maximum bandwidth (tmb) sums, over the tasks, how many positions later the last reader of a task's output comes; wtmb
    /// weights this by the size of the output. Directed bandwidth (dbw) is the longest distance of a task and a reader, which baseline,
    /// greedy and given alone can take, and directed linear arrangement (dla) the sum over all readers. The report gives all four.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "tmb"))]
    pub objective: Option<Objective>,
    /// Capacity of the cache through which orders are replayed; algorithms do not know it
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "capacity of the cache", extend("x-default" = "4"))]
    pub cache: Option<f64>,
    /// What the capacity of the cache counts: items, or sizes
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "items", "x-rare" = true))]
    pub cache_counts: Option<Counts>,
    /// What the cache drops to make room: what was used least recently (lru), or what is read last (optimal)
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "lru"))]
    pub eviction: Option<Eviction>,
}

/// Where tasks come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Source {
    /// A graph that is known or drawn.
    Synthetic,
    /// Read from the file at `path`.
    File,
    /// Written out in `tasks`.
    Tasks,
}

/// The tasks, as written. The kind follows from the other fields if it is not given.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct Workload {
    /// Source of the tasks: a graph that is known or drawn (synthetic), read from a file, or listed in `tasks`
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "inferred from the other fields"))]
    pub kind: Option<Source>,
    /// Graph: a figure of the source (fig-3.11, fig-3.13), random, or layers of views above tables (layered)
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "layered"))]
    pub graph: Option<Like>,
    /// Number of tasks of a drawn graph
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "number of tasks", range(min = 1, max = 100_000), extend("x-default" = "20; 8 for a random graph"))]
    pub count: Option<u32>,
    /// Probability that a task of a random graph reads a given earlier one
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "0.35", "x-rare" = true))]
    pub edge_probability: Option<f64>,
    /// Number of layers of a layered graph, the base tables included
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "number of layers", range(min = 1, max = 100_000), extend("x-default" = "4", "x-rare" = true))]
    pub layers: Option<u32>,
    /// Most tasks that a view of a layered graph reads; each number up to this is equally likely
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "fan-in of a view", range(min = 1, max = 1000), extend("x-default" = "2"))]
    pub fan_in: Option<u32>,
    /// Spread of log-normal sizes of the outputs of a drawn graph; 0: all have size 1
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "spread of sizes", extend("x-default" = "0", "x-rare" = true))]
    pub size_spread: Option<f64>,
    /// File of tasks
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "file of tasks")]
    pub path: Option<String>,
    /// Format of the file: edges (csv), Graphviz (dot), manifest of dbt (dbt) or workflow (wfcommons)
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "from its extension and content", "x-rare" = true))]
    pub graph_format: Option<Format>,
    /// File with the sizes of the outputs of a dbt project: its `catalog.json` (bytes of tables) or `run_results.json` (rows written)
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "file of table sizes", extend("x-default" = "1 each", "x-rare" = true))]
    pub table_sizes: Option<String>,
    /// An order of the tasks by their names, each once and after those whose outputs it reads: what the policy `given` executes
    ///
    /// Where the graph is drawn, tasks have the numbers from 0 as names, and one that has not yet all it reads waits for that.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-default" = "as tasks are listed", "x-rare" = true))]
    pub order: Vec<String>,
    /// The tasks themselves, at least one
    #[serde(deserialize_with = "at_least_one", skip_serializing_if = "Vec::is_empty")]
    pub tasks: Vec<TaskSpec>,
}

/// A task written out in a scenario.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
#[schemars(inline)]
pub struct TaskSpec {
    /// Its name (default: its number, from 1)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Size of its output (default: 1)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<f64>,
    /// Names of the tasks whose outputs it reads
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<String>,
}

impl Workload {
    /// Where tasks come from, given or inferred.
    pub fn kind(&self) -> Source {
        self.kind.unwrap_or(if self.path.is_some() {
            Source::File
        } else if self.tasks.is_empty() {
            Source::Synthetic
        } else {
            Source::Tasks
        })
    }
}

impl WorkloadSpec for Workload {
    fn file(&self) -> Option<&str> {
        self.path.as_deref().filter(|_| self.kind() == Source::File)
    }

    fn of_file(path: String, _: Option<FileFormat>) -> Self {
        Self { path: Some(path), ..Self::default() }
    }
}
