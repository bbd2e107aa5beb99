use super::config::{MachineChange, Pool};
use crate::workload::{Errors, Mix, Rate, Sizes, Weights, Which};
use crate::world::{Called, FileFormat, Is, JobsSpec, WorkloadKind, WorkloadSpec, at_least_one, hint};
use schemars::JsonSchema;
use serde::de::{self, Deserializer, Unexpected, Visitor};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The name of this world.
#[derive(Clone, Copy, Debug)]
pub struct Name;

impl Called for Name {
    const KIND: &'static str = "cluster";
}

/// The cluster, as written.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct System {
    /// Which world
    pub kind: Is<Name>,
    /// Number of machines
    ///
    /// The jobs of a mix or of a .csv, .tr or .swf file do not depend on it, so that fewer machines have a higher load. Synthetic
    /// workloads and SWIM traces keep their load instead: on half the machines, synthetic jobs arrive at half the rate, and the
    /// tasks of a SWIM trace take half as long. To simulate the same jobs on half the machines, double the --load.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "number of machines", range(min = 1, max = 100_000),
        extend(
            "x-default" = "20; 36 for small and large, 100 for production-busy and production-idle, 600 for facebook",
            "x-label" = "Machines", "x-stops" = "1, 2, 3, 5, 8, 10, 15, 20, 25, 30, 36, 50, 70, 100",
            "x-hint" = "Number of machines in the cluster. Each has the slots below, and reports at its heartbeats, by default every three \
                        seconds."
        )
    )]
    pub machines: Option<u32>,
    /// Map slots on each machine; they change the load as --machines does
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "map slots of a machine", range(min = 1, max = 1000),
        extend(
            "x-default" = "2; 4 for production-busy and production-idle, 5 for facebook", "x-rare" = true, "x-label" = "Map slots",
            "x-unit" = "each", "x-stops" = "1..8 by 1",
            "x-hint" = "Maps that one machine runs at a time. A map reads one block of a job's input."
        )
    )]
    pub map_slots: Option<u32>,
    /// Reduce slots on each machine; they change the load as --machines does
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "reduce slots of a machine", range(min = 1, max = 1000),
        extend(
            "x-default" = "1; 2 for production-busy, production-idle and facebook", "x-rare" = true, "x-label" = "Reduce slots",
            "x-unit" = "each", "x-stops" = "1..8 by 1",
            "x-hint" = "Reduces that one machine runs at a time. A reduce gathers what the maps have written and cannot end before the \
                        last of them."
        )
    )]
    pub reduce_slots: Option<u32>,
    /// Number of racks
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "number of racks", range(min = 1, max = 100_000), extend("x-default" = "1", "x-rare" = true))]
    pub racks: Option<u32>,
    /// Copies of each block of input (system.replication in files)
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "copies of a block", range(min = 1, max = 100),
        extend("x-default" = "3", "x-rare" = true, "x-flag" = "block-copies")
    )]
    pub replication: Option<u32>,
    /// Factor by which a map takes longer on another machine in the rack of its input
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "1.1", "x-rare" = true))]
    pub rack_factor: Option<f64>,
    /// Factor by which a map takes longer in another rack
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "1.3", "x-rare" = true))]
    pub remote_factor: Option<f64>,
    /// Seconds between heartbeats of a machine; 0: the scheduler is notified at once
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "time between heartbeats", extend("x-default" = "3", "x-rare" = true))]
    pub heartbeat: Option<f64>,
    /// Whether a machine reports a free slot at once, besides its heartbeats
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "true", "x-rare" = true))]
    pub prompt: Option<bool>,
    /// Fraction of maps that must be complete before reduces may have slots
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "0.8; 0.95 for small and large", "x-rare" = true))]
    pub slowstart: Option<f64>,
    /// Gigabytes of RAM of each machine
    ///
    /// Memory matters under a policy with paging=on, such as hfsp-viper or dummy: a suspended task keeps its memory until others need
    /// the room; then it is written to disk, and read back before the task goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "gigabytes of RAM",
        extend(
            "x-default" = "8", "x-rare" = true, "x-label" = "RAM", "x-unit" = "GB",
            "x-stops" = "2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 32, 48, 64",
            "x-hint" = "Memory of each machine, in gigabytes. Suspended tasks that no longer fit are written to disk, and read back before \
                        they go on."
        )
    )]
    pub ram: Option<f64>,
    /// Gigabytes of swap space of each machine; running and suspended tasks together take no more than RAM and swap
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "gigabytes of swap space", extend("x-default" = "8", "x-rare" = true))]
    pub swap: Option<f64>,
    /// Megabytes that the disk of a machine reads or writes in a second, when it pages
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "megabytes a second of a disk", extend("x-default" = "100", "x-rare" = true))]
    pub disk: Option<f64>,
    /// Gigabytes of RAM that the operating system and the framework keep
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "gigabytes of the operating system", extend("x-default" = "0.2", "x-rare" = true))]
    pub os_memory: Option<f64>,
    /// Exponent β of page replacement: of a machine that lacks x GB, x (1 + x/RAM)^(β − 1) are paged out; 1 evicts what is lacking
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "exponent of page replacement", extend("x-default" = "1", "x-rare" = true))]
    pub replacement: Option<f64>,
    /// Fraction of the machines that are slow; which ones is drawn
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "fraction of slow machines",
        extend(
            "x-default" = "0", "x-rare" = true, "x-label" = "Slow machines", "x-stops" = "0..1 by 0.05",
            "x-hint" = "Fraction of the machines on which every task takes longer. The scheduler does not know which: it sees how long \
                        tasks take."
        )
    )]
    pub slow: Option<f64>,
    /// Factor by which a task takes longer on a slow machine
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "factor of slow machines", extend("x-default" = "2", "x-rare" = true))]
    pub slow_factor: Option<f64>,
    /// Probability that an attempt of a task is a straggler: one that takes longer, wherever it runs
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "probability of a straggler",
        extend(
            "x-default" = "0", "x-rare" = true, "x-label" = "Stragglers", "x-stops" = "0..0.5 by 0.01",
            "x-hint" = "Part of the tasks that take much longer than their work, for reasons of their own. The same task may be fast when \
                        it starts again."
        )
    )]
    pub stragglers: Option<f64>,
    /// Factor by which a straggler takes longer
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "factor of stragglers", extend("x-default" = "5", "x-rare" = true))]
    pub straggler_factor: Option<f64>,
    /// Probability that an attempt of a task fails, at a uniform fraction of its work; the task then starts again
    ///
    /// No attempt fails that starts after three failures of its task.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "probability of a failure",
        extend(
            "x-default" = "0", "x-rare" = true, "x-label" = "Failures", "x-stops" = "0..1 by 0.01",
            "x-hint" = "Part of the attempts of tasks that fail somewhere in their work. What they have done is lost, and the task starts \
                        again."
        )
    )]
    pub failures: Option<f64>,
    /// Whether a task that lags behind the others of its phase, or is paused, is run a second time, on another machine; the first to end
    /// counts
    ///
    /// Speculative execution, as in Hadoop: a task lags whose progress is 0.2 behind the mean and which has run for a minute; a
    /// paused one may have a copy at once. A copy takes a slot that no task waits for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "speculative execution",
        extend(
            "x-default" = "false", "x-rare" = true, "x-label" = "Second attempts",
            "x-hint" = "Where slots are idle, tasks that lag behind or are paused are run a second time, on another machine, and the first \
                        to end counts."
        )
    )]
    pub speculation: Option<bool>,
    /// Machines that leave and join
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<MachineChange>,
    /// Pools of jobs; of production-busy, production-idle and facebook a share of 0.2, and 0.8 for production
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pools: Vec<Pool>,
}

/// Where jobs come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Kind {
    /// Drawn at random, and cut into tasks.
    Synthetic,
    /// Read from the file at `path`.
    File,
    /// Written out in `jobs`.
    Jobs,
    /// One of the mixes of the sources' experiments.
    Mix,
}

/// The jobs of the cluster, as written. The kind follows from the other fields if it is not given.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct Workload {
    /// Source of the jobs: drawn at random (synthetic), read from a file, listed in `jobs`, or a mix
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "inferred from the other fields"))]
    pub kind: Option<Kind>,
    /// Which mix of the sources' experiments: dev, test, prod, small, large, production-busy, production-idle or facebook
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-rare" = true))]
    pub mix: Option<Mix>,
    /// Fraction of the jobs of a mix that are runs of recurring jobs, submitted once in each period under one name
    ///
    /// If it is given, other jobs have no name. Periods are 10 to 40 times the mean time between arrivals of the mix. Read by
    /// estimator=history of hfsp. In one production system 0.4 of the jobs recurred (thesis, section 7.1).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "part of recurring jobs", extend("x-default" = "0: each job has the name of its query", "x-rare" = true))]
    pub recurring: Option<f64>,
    /// Factor by which the number of maps of a recurring job grows from one period to the next
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "growth of recurring jobs", extend("x-default" = "1", "x-rare" = true))]
    pub growth: Option<f64>,
    /// Number of jobs; of a file, how many of its jobs to use
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "number of jobs", range(min = 1, max = 1_000_000),
        extend(
            "x-default" = "100; 155 for production-busy and production-idle", "x-label" = "Jobs", "x-symbol" = "n",
            "x-stops" = "2..12 by 1, 15..50 by 5, 60..200 by 10", "x-hint" = hint::COUNT
        )
    )]
    pub count: Option<u32>,
    /// Which jobs of a file are used, if `count` says how many: the first, or the busiest, which arrive in the shortest time
    ///
    /// Time is then counted from the first of the busiest.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "first", "x-rare" = true, "x-label" = "Which jobs", "x-hint" = hint::PART))]
    pub part: Option<Which>,
    /// Weibull shape of sizes; below 1 heavy-tailed, 1 exponential
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "shape of sizes",
        extend(
            "x-default" = "0.25", "x-label" = "Evenness of sizes", "x-symbol" = "shape", "x-stops" = "0.125..4 in 40",
            "x-hint" = hint::SHAPE
        )
    )]
    pub shape: Option<f64>,
    /// Distribution of sizes, if it is not Weibull: deterministic, { pareto = { alpha = 2.0 } }, { bounded-pareto = { alpha = 1.5,
    /// ratio = 1e6 } } or { hyperexponential = { scv = 10.0 } }
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "weibull", "x-rare" = true, "x-label" = "Job sizes", "x-hint" = hint::SIZES))]
    pub sizes: Option<Sizes>,
    /// Weibull shape of inter-arrival times
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "shape of inter-arrival times",
        extend(
            "x-default" = "1, Poisson", "x-rare" = true, "x-label" = "Arrivals", "x-symbol" = "timeshape", "x-stops" = "0.125..4 in 40",
            "x-hint" = hint::TIMESHAPE
        )
    )]
    pub timeshape: Option<f64>,
    /// How the rate of arrivals varies: constant, { log-normal = { sigma = 0.8, period = 3000 } }, { diurnal = { swing = 0.5, period =
    /// 86400 } } or { on-off = { on = 0.5, period = 3000 } }
    ///
    /// The first and the last job arrive when they would at a constant rate, so that the load does not change.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "constant", "x-rare" = true, "x-label" = "Rate of arrivals", "x-hint" = hint::RATE))]
    pub rate: Option<Rate>,
    /// File of gaps between arrivals, one number a line, in any unit; they take the place of those that are drawn
    ///
    /// Gaps are used in the order of the file, from a random one on, and scaled to give the load.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-rare" = true, "x-label" = "File of gaps"))]
    pub gaps: Option<String>,
    /// Spread of log-normal estimation errors
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "estimation error",
        extend(
            "x-default" = "0.5; for a file, its own estimates", "x-label" = "Estimation error", "x-symbol" = "σ",
            "x-stops" = "0..4 by 0.05", "x-hint" = hint::SIGMA
        )
    )]
    pub sigma: Option<f64>,
    /// Kind of estimation errors: log-normal (median 1), unbiased (log-normal, mean 1), none, { bias = 2.0 } or { uniform = [0.5, 2.0] }
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "log-normal", "x-rare" = true, "x-label" = "Error model", "x-hint" = hint::ERRORS))]
    pub errors: Option<Errors>,
    /// Arrival rate ÷ service rate
    ///
    /// The load of a mix or a file depends on the number of machines and may exceed 1: the mix prod has 1.8 by default. The first
    /// line of the results shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        extend(
            "x-default" = "0.9 for synthetic jobs and SWIM traces; otherwise the workload's own", "x-label" = "Load", "x-symbol" = "ρ",
            "x-stops" = "0.2..3 by 0.05",
            "x-hint" = "How busy the slots are: work that arrives ÷ work they can do. From 1 on jobs pile up."
        )
    )]
    pub load: Option<f64>,
    /// Mean number of jobs in a chain, of which each waits for the one before; 1: no chains
    ///
    /// Jobs of a mix or drawn at random that follow each other are linked; lengths are geometric. All jobs of a chain arrive with
    /// its first, and gaps are stretched so that the load stays what it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "jobs in a chain", extend("x-default" = "1", "x-rare" = true))]
    pub chains: Option<f64>,
    /// Rescale arrivals so that the realised load is exact
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "false", "x-rare" = true, "x-label" = "Exact load", "x-hint" = hint::STRETCH))]
    pub stretch: Option<bool>,
    /// Weights of jobs: none or { classes = 5, beta = 1.0 }
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "none", "x-rare" = true, "x-label" = "Weights"))]
    pub weights: Option<Weights>,
    /// Warm-up: number of first jobs that are scheduled but not counted
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "number of jobs to warm up", range(min = 0, max = 4_294_967_295_u32),
        extend(
            "x-default" = "0", "x-rare" = true, "x-label" = "Warm-up", "x-stops" = "0, 100, 200, 500, 1000, 2000, 5000",
            "x-hint" = hint::WARMUP
        )
    )]
    pub warmup: Option<u32>,
    /// Cool-down: number of last jobs that are scheduled but not counted
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "number of jobs to cool down",
        range(min = 0, max = 4_294_967_295_u32),
        extend("x-default" = "0; 25 of the 155 for production-busy and production-idle", "x-rare" = true)
    )]
    pub cooldown: Option<u32>,
    /// Place of the long job among the first 130 jobs of production-busy and production-idle, from 1
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "place of the long job", range(min = 1, max = 130), extend("x-default" = "66", "x-rare" = true))]
    pub long_job: Option<u32>,
    /// File of jobs, or trace
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "trace")]
    pub path: Option<String>,
    /// Format of the file
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "from its extension", "x-rare" = true, "x-flag" = "trace-format"))]
    pub format: Option<FileFormat>,
    /// What the columns of a table are, where titles do not say so, with a unit if need be: arrival=TIMESTAMP,size=GeneratedTokens:30/s
    ///
    /// Columns that are read: id, arrival, size, estimate, weight, after, and start and end in place of a size; or
    /// those of jobs with tasks, id, arrival, maps, reduces and so on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-rare" = true))]
    pub columns: Option<String>,
    /// The jobs themselves, at least one
    #[serde(deserialize_with = "at_least_one", skip_serializing_if = "Vec::is_empty")]
    pub jobs: Vec<JobSpec>,
}

/// A job written out in a scenario; its id is its position, from 1.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
#[schemars(inline)]
pub struct JobSpec {
    /// When it arrives, in seconds
    pub arrival: f64,
    /// Work of its single map, in seconds, if no tasks are given
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<f64>,
    /// Estimated size (default: its size)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimate: Option<f64>,
    /// Its weight (default: 1)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<f64>,
    /// Seconds of each map
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub maps: Vec<f64>,
    /// Seconds of each reduce, without those of `shuffles`
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reduces: Vec<f64>,
    /// Seconds in which each reduce gathers its input before that (default: 0)
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shuffles: Vec<f64>,
    /// Memory of each map, in gigabytes (default: 1)
    ///
    /// Read by paging=on. A map of the sources' experiments has 1 GB and a reduce 2 GB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map_memory: Option<f64>,
    /// Memory of each reduce, in gigabytes (default: 2)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reduce_memory: Option<f64>,
    /// Fraction of the memory of its tasks that is dirty: written to disk when it is paged out, not only dropped (default: 1)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dirty: Option<f64>,
    /// Its pool, from 0
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<u32>,
    /// Name; jobs of the same name are recurrences of one job
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Names or numbers (from 1) of the jobs that must be complete before it is submitted
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<After>,
}

/// A job that another waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
pub enum After {
    /// By its position, from 1.
    Number(u64),
    /// By its name.
    Name(String),
}

/// Written out, as a derived one does not say what it found.
impl<'de> Deserialize<'de> for After {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl Visitor<'_> for Either {
            type Value = After;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a job or its number, from 1")
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<After, E> {
                u64::try_from(number).map(After::Number).map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<After, E> {
                Ok(After::Number(number))
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<After, E> {
                Ok(After::Name(name.to_owned()))
            }
        }

        deserializer.deserialize_any(Either)
    }
}

impl Workload {
    /// Where jobs come from, given or inferred.
    pub fn kind(&self) -> Kind {
        self.kind.unwrap_or(if self.mix.is_some() {
            Kind::Mix
        } else if self.path.is_some() {
            Kind::File
        } else if self.jobs.is_empty() {
            Kind::Synthetic
        } else {
            Kind::Jobs
        })
    }

    /// The same jobs before they are cut into tasks.
    pub(super) fn uncut(&self) -> JobsSpec {
        JobsSpec {
            kind: Some(match self.kind() {
                Kind::File => WorkloadKind::File,
                Kind::Jobs => WorkloadKind::Jobs,
                Kind::Synthetic | Kind::Mix => WorkloadKind::Synthetic,
            }),
            count: self.count,
            part: self.part,
            shape: self.shape,
            sizes: self.sizes,
            timeshape: self.timeshape,
            rate: self.rate,
            gaps: self.gaps.clone(),
            sigma: self.sigma,
            errors: self.errors,
            load: self.load,
            stretch: self.stretch,
            weights: self.weights,
            warmup: self.warmup,
            path: self.path.clone(),
            format: self.format,
            columns: self.columns.clone(),
            jobs: vec![],
        }
    }
}

impl WorkloadSpec for Workload {
    fn file(&self) -> Option<&str> {
        self.path.as_deref().filter(|_| self.kind() == Kind::File)
    }

    fn of_file(path: String, format: Option<FileFormat>) -> Self {
        Self { path: Some(path), format, ..Self::default() }
    }
}
