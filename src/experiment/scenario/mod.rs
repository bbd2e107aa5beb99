//! What is asked: a scenario as a file, as flags and as a link, and what is said of one that cannot be.

mod error;
mod link;
mod notation;
mod worlds;

pub use error::ScenarioError;
pub use link::{query_value, without};

pub(super) use error::{misplaced, plain_words, value};
pub(super) use link::{VERSION, decode, encode};
pub(super) use notation::{assign, written};

use schedscope_engine::cluster::{Change, Pool};
use schedscope_engine::workload::{Errors, Job, Mix, Sizes, TraceLike, Weights};
use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer, Serialize};

/// What is asked: a workload, a system, policies, seeds. As sparse as it was written: what is absent has its default.
///
/// ```
/// use schedscope::experiment::Scenario;
///
/// let scenario = Scenario::from_toml("replications = 30\n[workload]\nsigma = 1.0").unwrap();
/// assert_eq!(scenario.workload.sigma, Some(1.0));
/// assert_eq!(scenario.seed, 1);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Written")]
pub struct Scenario {
    /// Seed of all random numbers, at most [`MOST_SEED`](Self::MOST_SEED).
    pub seed: u64,
    /// Number of independent repetitions, 1 to [`MOST_REPLICATIONS`](Self::MOST_REPLICATIONS).
    pub replications: u32,
    /// Keys of the policies to compare; where none were named, those that are usual in the world.
    pub policies: Vec<String>,
    /// The system.
    #[serde(skip_serializing_if = "is_default")]
    pub system: SystemSpec,
    /// The workload.
    #[serde(skip_serializing_if = "is_default")]
    pub workload: WorkloadSpec,
}

impl Scenario {
    /// The largest seed: whole numbers have a sign in TOML, the form in which scenarios are kept.
    pub const MOST_SEED: u64 = i64::MAX as u64;

    /// The most repetitions.
    pub const MOST_REPLICATIONS: u32 = 1_000_000;

    /// The default scenario of a world.
    pub fn of(world: SystemKind) -> Self {
        Written::default().scenario(Some(world))
    }
}

/// A scenario as it is written, which may leave the policies to its world.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
struct Written {
    #[serde(deserialize_with = "seed")]
    seed: u64,
    replications: u32,
    policies: Option<Vec<String>>,
    system: SystemSpec,
    workload: WorkloadSpec,
}

impl Default for Written {
    fn default() -> Self {
        Self { seed: 1, replications: 1, policies: None, system: SystemSpec::default(), workload: WorkloadSpec::default() }
    }
}

impl Written {
    /// The scenario in this world, or in the one that is written if none is asked for.
    fn scenario(self, world: Option<SystemKind>) -> Scenario {
        let Self { seed, replications, policies, mut system, workload } = self;
        system.kind = world.unwrap_or(system.kind);
        Scenario { seed, replications, policies: policies.unwrap_or_else(|| system.kind.usual_policies()), system, workload }
    }
}

impl From<Written> for Scenario {
    fn from(written: Written) -> Self {
        written.scenario(None)
    }
}

/// Reads a seed.
///
/// # Errors
/// What is no whole number from 0 to [`Scenario::MOST_SEED`].
pub(in crate::experiment) fn seed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let seed = u64::deserialize(deserializer)?;
    let allowed = "a whole number from 0 to 9223372036854775807";
    if seed <= Scenario::MOST_SEED { Ok(seed) } else { Err(D::Error::invalid_value(Unexpected::Unsigned(seed), &allowed)) }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Default for Scenario {
    fn default() -> Self {
        Self::of(SystemKind::default())
    }
}

/// Which world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SystemKind {
    /// One preemptible server, or several identical ones.
    #[default]
    Server,
    /// Machines with map and reduce slots.
    Cluster,
    /// Thousands of workers with queues.
    Datacenter,
}

/// The system, as written.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct SystemSpec {
    /// Which world.
    pub kind: SystemKind,
    /// Number of servers (default 1); their total speed is 1 whatever their number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub servers: Option<u32>,
    /// Datacenter: number of workers (default: those of the trace's experiments, or the processors of a log).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workers: Option<u32>,
    /// Datacenter: cores of each worker (default: the trace's, 1 but for the testbed).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cores: Option<u32>,
    /// Datacenter: fraction of workers kept for short tasks (default: the trace's).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short_partition: Option<f64>,
    /// Datacenter: mean task duration in seconds above which a job is scheduled as long (default: the trace's).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cutoff: Option<f64>,
    /// Datacenter: the same for the report (default: `cutoff`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reporting_cutoff: Option<f64>,
    /// Datacenter: seconds that a message takes (default 0.0005).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delay: Option<f64>,
    /// Datacenter: whether a wrong estimate may put a job into the wrong class (default false).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub errors_reclassify: Option<bool>,
    /// Cluster: number of machines (default 20; 36 for the mixes of mPlane).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub machines: Option<u32>,
    /// Cluster: map slots on each machine (default 2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map_slots: Option<u32>,
    /// Cluster: reduce slots on each machine (default 1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reduce_slots: Option<u32>,
    /// Cluster: number of racks (default 1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub racks: Option<u32>,
    /// Cluster: copies of each block of input (default 3).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replication: Option<u32>,
    /// Cluster: how many times longer a map takes in another machine of the rack of its input (default 1.1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rack_factor: Option<f64>,
    /// Cluster: how many times longer a map takes in another rack (default 1.3).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remote_factor: Option<f64>,
    /// Cluster: seconds between heartbeats of a machine (default 3); 0: the scheduler hears of everything at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heartbeat: Option<f64>,
    /// Cluster: whether a machine also reports when a slot becomes free (default true).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt: Option<bool>,
    /// Cluster: fraction of maps that must be complete before reduces may have slots (default 0.8; 0.95 for the mixes of
    /// mPlane).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slowstart: Option<f64>,
    /// Cluster: machines that leave and join.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// Cluster: pools of jobs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pools: Vec<Pool>,
}

impl SystemKind {
    /// The policies that are compared if none are asked for.
    pub fn usual_policies(self) -> Vec<String> {
        let keys: &[&str] = match self {
            Self::Server => &["fifo", "ps", "las", "srpt", "srpte", "fspe", "fspe+ps", "psbs"],
            Self::Cluster => &["fifo", "fair", "hfsp"],
            Self::Datacenter => &["sparrow", "hawk", "eagle"],
        };
        keys.iter().map(|key| (*key).to_owned()).collect()
    }
}

/// Where jobs come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WorkloadKind {
    /// Drawn at random.
    Synthetic,
    /// Read from the file at `path`.
    File,
    /// Written out in `jobs`.
    Jobs,
    /// One of the mixes of HFSP's experiments, for the cluster.
    Mix,
}

/// How a file of jobs is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FileFormat {
    /// Comma-separated `id,arrival,size,estimate,weight`.
    Csv,
    /// A trace of the SWIM project, in bytes.
    Swim,
    /// Standard Workload Format: a log of a parallel machine.
    Swf,
    /// A trace of tasks: submission time, number of tasks, mean duration, duration of each task.
    Tr,
}

/// The workload, as written. Which fields may be given depends on the kind; the kind follows from the fields if it is not
/// given.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct WorkloadSpec {
    /// Where jobs come from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<WorkloadKind>,
    /// Datacenter: which trace it is like.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub like: Option<TraceLike>,
    /// Datacenter: tasks of a job ÷ those of the trace (default 1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<f64>,
    /// Datacenter: whether durations deviate by twice their mean within a job, as the thesis says (default false: by
    /// √(2 · mean), as in its released trace).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub literal: Option<bool>,
    /// Datacenter: whether seconds lose their fractions and equal submissions are parted, as in the authors' simulator
    /// (default false).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truncate: Option<bool>,
    /// Which mix.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mix: Option<Mix>,
    /// Number of jobs; of a file, how many to take from its beginning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// Weibull shape of sizes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<f64>,
    /// Distribution of sizes, if it is not Weibull.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sizes: Option<Sizes>,
    /// Weibull shape of inter-arrival times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeshape: Option<f64>,
    /// Spread of log-normal estimation errors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sigma: Option<f64>,
    /// Kind of estimation errors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub errors: Option<Errors>,
    /// Arrival rate ÷ service rate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub load: Option<f64>,
    /// Whether arrivals are rescaled so that the realised load is exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stretch: Option<bool>,
    /// Weights of jobs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<Weights>,
    /// Jobs at the beginning that are scheduled but not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warmup: Option<u32>,
    /// The file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// How it is written; by default its extension tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<FileFormat>,
    /// The jobs themselves; a list that is given has one at least.
    #[serde(deserialize_with = "some_jobs", skip_serializing_if = "Vec::is_empty")]
    pub jobs: Vec<JobSpec>,
}

/// Reads jobs that are written out.
///
/// # Errors
/// If there are none.
fn some_jobs<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<JobSpec>, D::Error> {
    let jobs = Vec::deserialize(deserializer)?;
    let empty = "the list workload.jobs is empty; allowed: at least one job, or no such list";
    if jobs.is_empty() { Err(D::Error::custom(empty)) } else { Ok(jobs) }
}

/// A job written out in a scenario; its id is its position, from 1.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct JobSpec {
    /// When it arrives.
    pub arrival: f64,
    /// The work it needs; in the cluster, where tasks are not written out, the work of its tasks on one slot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<f64>,
    /// What it is believed to need (default: its size).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimate: Option<f64>,
    /// Its weight (default: 1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<f64>,
    /// Cluster: seconds of each map.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub maps: Vec<f64>,
    /// Cluster: seconds of each reduce.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reduces: Vec<f64>,
    /// Cluster: its pool, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<u32>,
    /// Cluster: what recurs under the same name is believed to be alike.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl JobSpec {
    /// The job with this id.
    pub fn job(&self, id: u64) -> Job {
        let size = self.size.unwrap_or(f64::NAN);
        Job { id, arrival: self.arrival, size, estimate: self.estimate.unwrap_or(size), weight: self.weight.unwrap_or(1.0) }
    }
}

impl Scenario {
    /// Reads a scenario file.
    ///
    /// # Errors
    /// Line and column, what was found and what is allowed.
    pub fn from_toml(text: &str) -> Result<Self, ScenarioError> {
        Self::from_toml_in(None, text)
    }

    /// Reads a scenario file for a world, whatever world it names itself.
    ///
    /// # Errors
    /// As [`from_toml`](Self::from_toml).
    pub fn from_toml_in(world: Option<SystemKind>, text: &str) -> Result<Self, ScenarioError> {
        let written: Written = toml::from_str(text).map_err(|error| ScenarioError::Toml(plain_words(&error.to_string())))?;
        Ok(written.scenario(world))
    }

    /// The scenario as a file.
    ///
    /// # Panics
    /// Never: a scenario is a table of plain values.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a scenario is a table of plain values")
    }
}

impl WorkloadSpec {
    /// Where jobs come from, given or inferred.
    pub fn kind(&self) -> WorkloadKind {
        self.kind.unwrap_or(if self.mix.is_some() {
            WorkloadKind::Mix
        } else if self.path.is_some() {
            WorkloadKind::File
        } else if self.jobs.is_empty() {
            WorkloadKind::Synthetic
        } else {
            WorkloadKind::Jobs
        })
    }
}

/// Splits a list of policies at its commas; a comma inside brackets belongs to the policy.
pub fn split_policies(list: &str) -> Vec<String> {
    let mut depth = 0;
    list.split(|c| {
        depth += match c {
            '[' => 1,
            ']' => -1,
            _ => 0,
        };
        c == ',' && depth <= 0
    })
    .map(|key| key.trim().to_owned())
    .filter(|key| !key.is_empty())
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toml_round_trip() {
        let text = r#"
            seed = 7
            policies = ["ps", "fspe+ps"]
            [system]
            kind = "server"
            servers = 4
            [workload]
            kind = "synthetic"
            count = 100
            sizes = { pareto = { alpha = 2.0 } }
            errors = { uniform = [0.5, 2.0] }
            weights = { classes = 5, beta = 1.0 }
        "#;
        let scenario = Scenario::from_toml(text).unwrap();
        assert_eq!(scenario.workload.sizes, Some(Sizes::Pareto { alpha: 2.0 }));
        assert_eq!(Scenario::from_toml(&scenario.to_toml()).unwrap(), scenario);
        for (words, sizes) in
            [("\"deterministic\"", Sizes::Deterministic), ("{ hyperexponential = { scv = 10.0 } }", Sizes::Hyperexponential { scv: 10.0 })]
        {
            assert_eq!(Scenario::from_toml(&format!("[workload]\nsizes = {words}")).unwrap().workload.sizes, Some(sizes));
        }
        let named = Scenario::from_toml("[workload]\nerrors = \"none\"\nweights = \"none\"").unwrap();
        assert_eq!((named.workload.errors, named.workload.weights), (Some(Errors::None), Some(Weights::None)));
    }

    #[test]
    fn unknown_keys_are_errors() {
        let message = Scenario::from_toml("[workload]\nshpae = 1").unwrap_err().to_string();
        assert!(message.contains("line 2") && message.contains("shpae") && message.contains("shape"), "{message}");
    }

    #[test]
    fn commas_in_brackets() {
        assert_eq!(split_policies("ps, hfsp[preemption=kill,t=3],,fifo"), ["ps", "hfsp[preemption=kill,t=3]", "fifo"]);
    }
}
