//! Fields of a scenario that several worlds have.

use super::{SpecError, TRACE_LOAD, WorkloadSpec, check, hint};
use crate::workload::{Columns, Errors, Job, Rate, Sizes, Synthetic, Weights, Which};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::marker::PhantomData;

/// What a world is called, below all else that it says of itself.
pub trait Called {
    /// The value of `system.kind`.
    const KIND: &'static str;
}

/// The field `kind` of a system, whose one value is what its world is [called](Called).
#[derive(Clone, Copy, Debug)]
pub struct Is<W>(PhantomData<W>);

impl<W> Default for Is<W> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<W> PartialEq for Is<W> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<W: Called> Serialize for Is<W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(W::KIND)
    }
}

/// The world has been determined before a system is read.
impl<'de, W> Deserialize<'de> for Is<W> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|_| Self::default())
    }
}

impl<W: Called> JsonSchema for Is<W> {
    fn schema_name() -> Cow<'static, str> {
        W::KIND.into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "const": W::KIND })
    }
}

/// Where jobs come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum WorkloadKind {
    /// Drawn at random.
    Synthetic,
    /// Read from the file at `path`.
    File,
    /// Written out in `jobs`.
    Jobs,
}

/// The format of a file of jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum FileFormat {
    /// Comma-separated `id,arrival,size,estimate,weight`, and `after` for the cluster; or jobs with tasks, `id,arrival,maps,reduces`; for the
    /// datacenter also `job,arrival,duration,estimate,stage`, one task a line. The command line reads the same tables from Parquet files.
    Csv,
    /// A trace of the SWIM project, in bytes.
    Swim,
    /// Standard Workload Format: a log of a parallel machine.
    Swf,
    /// A trace of tasks: submission time, number of tasks, mean duration, duration of each task.
    Tr,
    /// Table `task_events` of Google's trace of 2011.
    Google,
    /// Table `batch_task` of Alibaba's traces of 2017 and 2018.
    Alibaba,
    /// Job histories of Hadoop: the lines of Hadoop 1, or the events in JSON of later versions (`.jhist`).
    Hadoop,
    /// Event logs of Spark, in JSON: stages that wait for none of their job are its maps, all others its reduces.
    Spark,
    /// A scientific workflow in the format of `WfCommons` (JSON), for the cluster: each task is a job of one map.
    Wfcommons,
}

/// The name of a file without that of its compression: `log.swf` of `log.swf.gz`.
pub(crate) fn uncompressed(path: &str) -> &str {
    let stem = path.rsplit_once('.').filter(|(_, last)| ["gz", "zst", "zstd"].iter().any(|packed| last.eq_ignore_ascii_case(packed)));
    stem.map_or(path, |(stem, _)| stem)
}

impl FileFormat {
    /// The format that a file's extension stands for, before that of its compression; standard input (`-`) is a table as
    /// `schedscope jobs` writes it.
    ///
    /// # Errors
    /// Lists the extensions there are.
    pub fn of(path: &str) -> Result<Self, SpecError> {
        match uncompressed(path).rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).as_deref() {
            Some("csv" | "parquet") => Ok(Self::Csv),
            None if path == "-" => Ok(Self::Csv),
            Some("tsv") => Ok(Self::Swim),
            Some("swf") => Ok(Self::Swf),
            Some("tr") => Ok(Self::Tr),
            Some("json") => Ok(Self::Wfcommons),
            Some("jhist") => Ok(Self::Hadoop),
            _ => Err(SpecError::value(
                "workload.path",
                path,
                "a file that ends in .csv or .parquet (jobs), .tsv (SWIM trace), .swf (Standard Workload Format), .tr (trace of tasks), \
                 .jhist (job history of Hadoop) or .json (workflow of WfCommons), then in .gz or .zst if it is compressed, or \
                 workload.format = \"csv\", \"swim\", \"swf\", \"tr\", \"google\", \"alibaba\", \"hadoop\", \"spark\" or \"wfcommons\"",
            )),
        }
    }
}

impl FileFormat {
    /// The format of a file and what is said of its columns, of a workload with this path, format and columns. Whatever has columns that
    /// are said is a table.
    ///
    /// # Errors
    /// If the format is unknown, or has columns of which nothing is to be said.
    pub(crate) fn asked(path: &str, format: Option<Self>, columns: Option<&str>) -> Result<(Self, Columns), SpecError> {
        let Some(said) = columns else {
            return Ok((format.map_or_else(|| Self::of(path), Ok)?, Columns::default()));
        };
        let columns = Columns::read(said).map_err(|error| SpecError::value("workload.columns", error.found, error.allowed))?;
        match format.or_else(|| Self::of(path).ok()) {
            Some(Self::Swim) if format.is_none() => Ok((Self::Csv, columns)),
            None | Some(Self::Csv) => Ok((Self::Csv, columns)),
            Some(_) => {
                let allowed = "nothing beside a format whose columns are fixed, or workload.format = \"csv\" for a table with titles";
                Err(SpecError::value("workload.columns", said, allowed))
            }
        }
    }
}

/// Jobs that are drawn, read from a file or written out. The kind follows from the other fields if it is not given.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct JobsSpec {
    /// Source of the jobs: drawn at random (synthetic), read from a file, or listed in `jobs`
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "inferred from the other fields"))]
    pub kind: Option<WorkloadKind>,
    /// Number of jobs; of a file, how many of its jobs to use
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        title = "number of jobs", range(min = 1, max = 100_000_000),
        extend(
            "x-default" = "10000", "x-label" = "Jobs", "x-symbol" = "n",
            "x-stops" = "100, 150, 200, 300, 500, 700, 1e3, 1500, 2e3, 3e3, 5e3, 7e3, 1e4, 15e3, 2e4, 3e4, 5e4, 7e4, 1e5, 15e4, 2e5, 3e5, 5e5, 7e5, 1e6",
            "x-hint" = hint::COUNT
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
    /// The load of a file may exceed 1. The first line of the results shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        extend(
            "x-default" = "0.9 for synthetic jobs and SWIM traces; otherwise the workload's own", "x-label" = "Load", "x-symbol" = "ρ",
            "x-stops" = "0.05..0.98 by 0.01, 0.99..0.999 by 0.001",
            "x-hint" = "How busy the server is: work that arrives ÷ work it can do. From 1 on the queue grows without bound."
        )
    )]
    pub load: Option<f64>,
    /// Rescale arrivals so that the realised load is exact
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "false", "x-rare" = true, "x-label" = "Exact load", "x-hint" = hint::STRETCH))]
    pub stretch: Option<bool>,
    /// Weights of jobs: none or { classes = 5, beta = 1.0 }
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        extend(
            "x-default" = "none", "x-rare" = true, "x-label" = "Weights",
            "x-hint" = "Whether some jobs are more important than others. Only policies with weights look at them, such as GPS and PSBS."
        )
    )]
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
    /// Columns that are read: id, arrival, size, estimate, weight, after, and start and end in place of a size.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-rare" = true))]
    pub columns: Option<String>,
    /// The jobs themselves, at least one
    #[serde(deserialize_with = "at_least_one", skip_serializing_if = "Vec::is_empty")]
    pub jobs: Vec<JobSpec>,
}

impl JobsSpec {
    /// Where jobs come from, given or inferred.
    pub fn kind(&self) -> WorkloadKind {
        self.kind.unwrap_or(if self.path.is_some() {
            WorkloadKind::File
        } else if self.jobs.is_empty() {
            WorkloadKind::Synthetic
        } else {
            WorkloadKind::Jobs
        })
    }
}

impl JobsSpec {
    /// The number that holds where the field of this dotted name is not given, if that is known before a file is read.
    pub fn default_of(&self, field: &str) -> Option<f64> {
        let synthetic = Synthetic::default();
        match (field, self.kind()) {
            ("workload.warmup", _) => Some(0.0),
            ("workload.load", WorkloadKind::File) if self.format == Some(FileFormat::Swim) => Some(TRACE_LOAD),
            ("workload.shape", WorkloadKind::Synthetic) => Some(synthetic.shape),
            ("workload.sigma", WorkloadKind::Synthetic) => Some(synthetic.sigma),
            ("workload.load", WorkloadKind::Synthetic) => Some(synthetic.load),
            ("workload.timeshape", WorkloadKind::Synthetic) => Some(synthetic.timeshape),
            ("workload.count", WorkloadKind::Synthetic) => Some(f64::from(synthetic.count)),
            _ => None,
        }
    }

    /// Why the field of this dotted name means nothing beside the others, if that is known before a file is read.
    pub fn moot(&self, field: &str) -> Option<&'static str> {
        match (field, self.kind()) {
            ("workload.shape" | "workload.sizes", WorkloadKind::File) => Some("the file has its own sizes"),
            ("workload.shape" | "workload.sizes", WorkloadKind::Jobs) => Some("the jobs have their own sizes"),
            ("workload.timeshape" | "workload.rate" | "workload.gaps", WorkloadKind::File) => Some("the file has its own arrivals"),
            ("workload.timeshape" | "workload.rate" | "workload.gaps", WorkloadKind::Jobs) => Some("the jobs have their own arrivals"),
            ("workload.timeshape", WorkloadKind::Synthetic) => self.gaps.as_ref().map(|_| "gaps are those of a file"),
            ("workload.stretch", WorkloadKind::File | WorkloadKind::Jobs) => Some("the load of given jobs is always exact"),
            ("workload.part", kind) => check::no_part(kind == WorkloadKind::File, self.count),
            ("workload.shape", WorkloadKind::Synthetic) => Sizes::without_shape(self.sizes),
            ("workload.sigma", _) => Errors::without_spread(self.errors),
            _ => None,
        }
    }
}

impl WorkloadSpec for JobsSpec {
    fn file(&self) -> Option<&str> {
        self.path.as_deref().filter(|_| self.kind() == WorkloadKind::File)
    }

    fn of_file(path: String, format: Option<FileFormat>) -> Self {
        Self { path: Some(path), format, ..Self::default() }
    }
}

/// Reads jobs that are written out.
///
/// # Errors
/// If there are none.
pub(crate) fn at_least_one<'de, D: Deserializer<'de>, J: Deserialize<'de>>(deserializer: D) -> Result<Vec<J>, D::Error> {
    let jobs = Vec::deserialize(deserializer)?;
    let empty = "the list workload.jobs is empty; allowed: at least one job, or no such list";
    if jobs.is_empty() { Err(D::Error::custom(empty)) } else { Ok(jobs) }
}

/// A job written out in a scenario; its id is its position, from 1.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
#[schemars(inline)]
pub struct JobSpec {
    /// When it arrives
    pub arrival: f64,
    /// The work it needs
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<f64>,
    /// Estimated size (default: its size)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimate: Option<f64>,
    /// Its weight (default: 1)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<f64>,
}

impl JobSpec {
    /// The job with this id.
    pub fn job(&self, id: u64) -> Job {
        let size = self.size.unwrap_or(f64::NAN);
        Job { id, arrival: self.arrival, size, estimate: self.estimate.unwrap_or(size), weight: self.weight.unwrap_or(1.0) }
    }
}
