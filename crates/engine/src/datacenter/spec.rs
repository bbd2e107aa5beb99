use crate::workload::{Errors, Rate, TraceLike, Which};
use crate::world::{Called, FileFormat, Is, WorkloadSpec, hint};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The name of this world.
#[derive(Clone, Copy, Debug)]
pub struct Name;

impl Called for Name {
    const KIND: &'static str = "datacenter";
}

/// The datacenter, as written.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct System {
    /// Which world
    pub kind: Is<Name>,
    /// Number of workers
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "number of workers", range(min = 1, max = 1_000_000),
        extend(
            "x-default" = "as in the trace's experiments, 4000 for yahoo; for an SWF log, its processors", "x-label" = "Workers",
            "x-symbol" = "N", "x-stops" = "16, 24, 32, 48, 64, 100, 150, 200, 400, 600, 1000, 2000, 4000, 6000, 10000, 15000",
            "x-hint" = "Number of workers, each with one slot and one queue. Up to a thousand are shown one by one; beyond that, in snapshots."
        )
    )]
    pub workers: Option<u32>,
    /// Cores of each worker
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "cores of a worker", range(min = 1, max = 1024), extend("x-default" = "the trace's, 1 except for the testbed", "x-rare" = true))]
    pub cores: Option<u32>,
    /// Fraction of workers reserved for short tasks (the short partition)
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "short partition",
        extend(
            "x-default" = "the trace's", "x-rare" = true, "x-label" = "Short partition", "x-unit" = "part", "x-stops" = "0.01..0.5 by 0.01",
            "x-hint" = "Fraction of the workers reserved for short tasks. Policies without a partition ignore it."
        )
    )]
    pub short_partition: Option<f64>,
    /// Mean task duration in seconds above which policies treat a job as long
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "cutoff of long jobs", extend("x-default" = "the trace's", "x-rare" = true))]
    pub cutoff: Option<f64>,
    /// Mean task duration in seconds above which the report counts a job as long; changes no schedule
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "reported cutoff of long jobs", extend("x-default" = "the cutoff", "x-rare" = true))]
    pub reporting_cutoff: Option<f64>,
    /// Seconds that a message takes
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "delay of a message", extend("x-default" = "0.0005", "x-rare" = true))]
    pub delay: Option<f64>,
    /// Seconds that a probe takes, or its rejection
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "delay of a probe", extend("x-default" = "the delay of a message", "x-rare" = true))]
    pub probe_delay: Option<f64>,
    /// Seconds that a task takes from a scheduler to its worker
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "delay of a placement", extend("x-default" = "the delay of a message", "x-rare" = true))]
    pub placement_delay: Option<f64>,
    /// Seconds that a worker's request for a task takes, and again its answer
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "delay of a request", extend("x-default" = "the delay of a message", "x-rare" = true))]
    pub request_delay: Option<f64>,
    /// Seconds that the central scheduler takes to place a task; decisions wait for each other
    ///
    /// It is that of all jobs in central-lwl, omniscient-lwl, kairos, yarn-fifo and big-c, and that of long jobs in hawk, eagle and split.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "cost of a decision",
        extend(
            "x-default" = "0", "x-rare" = true, "x-label" = "Cost of a decision", "x-unit" = "s",
            "x-stops" = "0, 0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1",
            "x-hint" = "Seconds that the one central scheduler takes to place a task. At 0.001 it places a thousand tasks a second, and more have to wait."
        )
    )]
    pub decision_cost: Option<f64>,
    /// Seconds that the scheduler of a job takes for each probe, or each task that it places by reports
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "cost of a probe", extend("x-default" = "0", "x-rare" = true, "x-label" = "Cost of a probe", "x-unit" = "s"))]
    pub probe_cost: Option<f64>,
    /// Whether a wrong estimate may class a short job as long, or a long one as short
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "false", "x-rare" = true))]
    pub errors_reclassify: Option<bool>,
}

/// Where jobs come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Source {
    /// Drawn like those of a trace.
    Synthetic,
    /// Read from the file at `path`.
    File,
}

/// The jobs of the datacenter, as written. The kind follows from the other fields if it is not given.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct Workload {
    /// Source of the jobs: modelled after a trace (synthetic), or read from a file
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "inferred from the other fields"))]
    pub kind: Option<Source>,
    /// Trace after which jobs are modelled: yahoo, google, cloudera, facebook, motivation, prototype, testbed or testbed-uniform
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "trace", extend("x-default" = "yahoo", "x-rare" = true))]
    pub like: Option<TraceLike>,
    /// Tasks per job ÷ those of the trace, for a smaller datacenter
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "1"))]
    pub scale: Option<f64>,
    /// Whether the standard deviation of task durations in a job is twice their mean, as the thesis states; false: as in its trace
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "false", "x-rare" = true))]
    pub literal: Option<bool>,
    /// Weibull shape of inter-arrival times
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "shape of inter-arrival times",
        extend(
            "x-default" = "gaps as in the trace", "x-rare" = true, "x-label" = "Arrivals", "x-symbol" = "timeshape",
            "x-stops" = "0.125..4 in 40", "x-hint" = hint::TIMESHAPE
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
    /// Truncate times to whole seconds and separate equal submission times, as the authors' simulator does
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "false", "x-rare" = true, "x-flag" = "truncate-like-authors"))]
    pub truncate: Option<bool>,
    /// Number of jobs; of a file, how many of its jobs to use
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "number of jobs", range(min = 1, max = 10_000_000),
        extend(
            "x-default" = "the trace's", "x-label" = "Jobs", "x-symbol" = "n",
            "x-stops" = "50, 80, 100, 150, 200, 300, 500, 700, 1000, 2000, 5000, 10000, 25000", "x-hint" = hint::COUNT
        )
    )]
    pub count: Option<u32>,
    /// Which jobs of a file are used, if `count` says how many: the first, or the busiest, which arrive in the shortest time
    ///
    /// Time is then counted from the first of the busiest.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "first", "x-rare" = true, "x-label" = "Which jobs", "x-hint" = hint::PART))]
    pub part: Option<Which>,
    /// Spread of log-normal estimation errors
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "estimation error",
        extend(
            "x-default" = "no errors", "x-label" = "Estimation error", "x-symbol" = "σ", "x-stops" = "0..4 by 0.05", "x-hint" = hint::SIGMA
        )
    )]
    pub sigma: Option<f64>,
    /// Kind of estimation errors: log-normal (median 1), unbiased (log-normal, mean 1), none, { bias = 2.0 } or { uniform = [0.5, 2.0] }
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "none", "x-rare" = true, "x-label" = "Error model", "x-hint" = hint::ERRORS))]
    pub errors: Option<Errors>,
    /// Arrival rate ÷ service rate
    ///
    /// The load of a trace depends on the number of workers and may exceed 1: by default cloudera has 1.00 and yahoo 0.925. The
    /// first line of the results shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        extend(
            "x-default" = "the trace's", "x-label" = "Load", "x-symbol" = "ρ", "x-stops" = "0.2..1.5 by 0.05",
            "x-hint" = "How busy the workers are: work that arrives ÷ work they can do. From 1 on jobs pile up."
        )
    )]
    pub load: Option<f64>,
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
    /// those of tasks, job, arrival, duration, estimate, stage.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-rare" = true))]
    pub columns: Option<String>,
}

impl Workload {
    /// Where jobs come from, given or inferred.
    pub fn kind(&self) -> Source {
        self.kind.unwrap_or(if self.path.is_some() { Source::File } else { Source::Synthetic })
    }
}

impl WorkloadSpec for Workload {
    fn file(&self) -> Option<&str> {
        self.path.as_deref().filter(|_| self.kind() == Source::File)
    }

    fn of_file(path: String, format: Option<FileFormat>) -> Self {
        Self { path: Some(path), format, ..Self::default() }
    }
}
