//! Flags, and what they change in a scenario.

use super::CliError;
use crate::experiment::figures::Level;
use crate::experiment::sweep::Shard;
use crate::experiment::{EXAMPLES, FileFormat, Scenario, SystemKind, WorkloadKind, example, split_policies};
use crate::workload::Synthetic;
use crate::workload::{Mix, TraceLike};
use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// See why one scheduling policy beats another, and measure it.
#[derive(Debug, Parser)]
#[command(version, about, arg_required_else_help = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Simulate and compare policies
    #[command(after_help = "Examples:\n  schedscope run --policy ps,srpt,fspe+ps --sigma 1 --replications 30\n  \
        schedscope run --trace FB-2010.tsv --load 0.9 --sigma 0.5\n  schedscope run --workload under-estimation --timeline g5.json")]
    Run(RunArgs),
    /// Run a scenario over a grid of values on all cores; run it again to go on after an interruption
    #[command(after_help = "Examples:\n  schedscope sweep assets/sweeps/fig-3-2.toml --output fig-3-2\n  \
        schedscope sweep grid.toml --shard 2/8 --output shard-2\n\nRAYON_NUM_THREADS sets the number of threads (default: all cores).")]
    Sweep(SweepArgs),
    /// Join the shards of a sweep
    Merge(MergeArgs),
    /// Write a page with the tables and pictures of a sweep
    Report(ReportArgs),
    /// Run what baselines name and compare: exit status 1 if a number is not what it was
    #[command(after_help = "Example:\n  schedscope check assets/baselines/*.json --junit report.xml")]
    Check(CheckArgs),
    /// Measure what the literature claims and write the table of verdicts
    Claims(ClaimsArgs),
    /// Draw figures of the literature anew: SVG, PNG, the CSV behind them, and the verdict on their claims
    #[command(after_help = "Examples:\n  schedscope figure --list\n  schedscope figure T3.3 T3.4 --output figures\n  \
        schedscope figure --all --quick --output figures --page figures.md")]
    Figure(FigureArgs),
    /// Write the jobs of a workload as CSV
    Jobs(JobsArgs),
    /// List the policies
    Policies(PoliciesArgs),
}

#[derive(Debug, Args)]
pub struct RunArgs {
    #[command(flatten)]
    pub scenario: ScenarioArgs,
    /// Policies to compare, by key; `schedscope policies` lists them
    #[arg(long, value_name = "KEY[,KEY…]")]
    pub policy: Option<String>,
    /// Form of the result on standard output
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Datacenter: below the table, where tasks spend their time, what was counted, and every policy against the first, job by
    /// job (in JSON always, against all)
    #[arg(long)]
    pub details: bool,
    /// Write one line a job and policy as CSV
    #[arg(long, value_name = "FILE.csv")]
    pub per_job: Option<PathBuf>,
    /// Draw the distributions of sojourn time and slowdown
    #[arg(long, value_name = "FILE.svg|png")]
    pub chart: Option<PathBuf>,
    /// Write exact curves and events (up to 500 jobs), and number in system, late jobs and backlog over time, as JSON
    #[arg(long, value_name = "FILE.json")]
    pub timeline: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Files that name scenarios, metrics, tolerances and values
    #[arg(value_name = "BASELINE.json", required = true)]
    pub baselines: Vec<PathBuf>,
    /// Take what comes out as the values from now on
    #[arg(long)]
    pub update: bool,
    /// Write the result for a CI server as well
    #[arg(long, value_name = "FILE.xml")]
    pub junit: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct SweepArgs {
    /// Sweep file: a scenario with [axes]
    #[arg(value_name = "SWEEP.toml")]
    pub file: PathBuf,
    /// Folder for the journal and the results
    #[arg(long, value_name = "DIR")]
    pub output: PathBuf,
    /// Run the K-th of N shares of the cells alone; `schedscope merge` joins them
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Shard>,
    /// Throw away what the folder has, and start over
    #[arg(long)]
    pub fresh: bool,
    /// Run it however many cells it has
    #[arg(long)]
    pub yes: bool,
}

#[derive(Debug, Args)]
pub struct MergeArgs {
    /// Folders of all shards
    #[arg(value_name = "DIR", required = true)]
    pub folders: Vec<PathBuf>,
    /// Folder for the results
    #[arg(long, value_name = "DIR")]
    pub output: PathBuf,
    /// Throw away what that folder has
    #[arg(long)]
    pub fresh: bool,
}

#[derive(Debug, Args)]
pub struct ReportArgs {
    /// Folder of a sweep
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Where to write [default: report.html in that folder]
    #[arg(long, value_name = "FILE.html")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct ClaimsArgs {
    /// Claims to measure; all if none is named
    #[arg(value_name = "ID")]
    pub ids: Vec<String>,
    #[command(flatten)]
    pub level: LevelArgs,
    /// Form of the table
    #[arg(long, value_enum, default_value_t = ListFormat::Markdown)]
    pub format: ListFormat,
    /// Where to write; standard output if absent
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(group(ArgGroup::new("which").required(true).args(["ids", "all", "list"])))]
pub struct FigureArgs {
    /// Figures to draw; --list names them
    #[arg(value_name = "ID", requires = "output")]
    pub ids: Vec<String>,
    /// Draw all of them
    #[arg(long, requires = "output")]
    pub all: bool,
    /// List all of them
    #[arg(long)]
    pub list: bool,
    /// Folder for ID.svg, ID.png and ID.csv
    #[arg(long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub level: LevelArgs,
    /// Repetitions of each simulation, whatever the figure would choose
    #[arg(long, value_name = "R", value_parser = clap::value_parser!(u32).range(1..))]
    pub replications: Option<u32>,
    /// Most jobs in a repetition
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub count: Option<u32>,
    /// Do not measure the claims that the figures support
    #[arg(long)]
    pub no_verdicts: bool,
    /// Also write a page that shows the figures
    #[arg(long, value_name = "FILE.md", requires = "output")]
    pub page: Option<PathBuf>,
}

/// How much to simulate.
#[derive(Clone, Copy, Debug, Args)]
pub struct LevelArgs {
    /// Fewer replications: enough for a first look
    #[arg(long, conflicts_with = "full")]
    quick: bool,
    /// More replications: as many as the sources, or more
    #[arg(long)]
    full: bool,
}

impl LevelArgs {
    /// What is asked for.
    pub fn level(self) -> Level {
        match (self.quick, self.full) {
            (true, _) => Level::Quick,
            (_, true) => Level::Full,
            _ => Level::Usual,
        }
    }

    /// The flag that was given.
    pub fn flag(self) -> Option<&'static str> {
        match self.level() {
            Level::Quick => Some("--quick"),
            Level::Usual => None,
            Level::Full => Some("--full"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// A page for people
    Markdown,
    /// For programs
    Json,
}

#[derive(Debug, Args)]
pub struct JobsArgs {
    #[command(flatten)]
    pub scenario: ScenarioArgs,
    /// Where to write; standard output if absent
    #[arg(long, value_name = "FILE.csv")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct PoliciesArgs {
    /// Which world
    #[arg(long, value_enum, default_value_t = System::Server)]
    pub system: System,
    /// Form of the list
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Table,
    /// Everything, for programs
    Json,
    /// One row a policy
    Csv,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum System {
    /// One preemptible server, or several identical ones
    Server,
    /// Machines with map and reduce slots
    Cluster,
    /// Thousands of workers with queues
    Datacenter,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TraceFormat {
    /// id,arrival,size,estimate,weight
    Csv,
    /// Trace of the SWIM project, in bytes
    Swim,
    /// Standard Workload Format: a log of a parallel machine
    Swf,
    /// One job a line: submission time, number of tasks, mean duration, duration of each task
    Tr,
}

/// What every command that needs a workload understands. Flags override the scenario file.
#[derive(Debug, Args)]
pub struct ScenarioArgs {
    /// Scenario file
    #[arg(value_name = "SCENARIO.toml")]
    pub file: Option<PathBuf>,
    /// Take the scenario from a link of the page
    #[arg(long, value_name = "URL", conflicts_with = "file")]
    pub link: Option<String>,
    /// Which world
    #[arg(long, value_enum)]
    pub system: Option<System>,
    /// Number of identical servers; their total speed is 1 whatever their number
    #[arg(long, value_name = "M")]
    pub servers: Option<u32>,
    /// Datacenter: number of workers [default: those of the trace's experiments, 4000 for yahoo]
    #[arg(long, value_name = "N")]
    pub workers: Option<u32>,
    /// Datacenter: cores of each worker [default: the trace's, 1 but for the testbed]
    #[arg(long, value_name = "K")]
    pub cores: Option<u32>,
    /// Datacenter: mean task duration in seconds above which a job is long [default: the trace's]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub cutoff: Option<f64>,
    /// Datacenter: fraction of workers kept for short tasks [default: the trace's]
    #[arg(long, value_name = "F", allow_negative_numbers = true)]
    pub short_partition: Option<f64>,
    /// Datacenter: tasks of a job ÷ those of the trace, for a smaller cluster [default: 1]
    #[arg(long, value_name = "F", allow_negative_numbers = true)]
    pub scale: Option<f64>,
    /// Datacenter: task durations deviate by twice their mean within a job, as the thesis says, not as in its released trace
    #[arg(long)]
    pub literal: bool,
    /// Datacenter: seconds lose their fractions and equal submissions are parted, as in the authors' simulator
    #[arg(long)]
    pub truncate_like_authors: bool,
    /// Cluster: number of machines [default: 20; 36 for small and large]
    #[arg(long, value_name = "N")]
    pub machines: Option<u32>,
    /// Cluster: map slots on each machine [default: 2]
    #[arg(long, value_name = "K")]
    pub map_slots: Option<u32>,
    /// Cluster: reduce slots on each machine [default: 1]
    #[arg(long, value_name = "K")]
    pub reduce_slots: Option<u32>,
    /// Cluster: number of racks [default: 1]
    #[arg(long, value_name = "N")]
    pub racks: Option<u32>,
    /// Cluster: seconds between heartbeats of a machine [default: 3]; 0: the scheduler hears of everything at once
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub heartbeat: Option<f64>,
    /// Cluster: fraction of maps that must be complete before reduces may have slots [default: 0.8; 0.95 for small and large]
    #[arg(long, value_name = "F", allow_negative_numbers = true)]
    pub slowstart: Option<f64>,
    /// A file of jobs or a trace (.csv, .tsv, .swf, .tr), the name of a bundled example, or `synthetic`; for the cluster
    /// also dev, test, prod, small, large; for the datacenter a .swf or .tr trace or yahoo, google, cloudera, facebook,
    /// motivation, testbed, testbed-uniform
    #[arg(long, visible_aliases = ["jobs", "trace"], value_name = "NAME|FILE")]
    pub workload: Option<String>,
    /// Form of that file, if its extension does not tell
    #[arg(long, value_enum)]
    pub trace_format: Option<TraceFormat>,
    /// Number of jobs [default: 10000; 100 in the cluster]; of a file, how many to take from its beginning
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub count: Option<u32>,
    /// Weibull shape of sizes [default: 0.25]; below 1 heavy-tailed, 1 exponential
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    pub shape: Option<f64>,
    /// Weibull shape of inter-arrival times [default: 1, Poisson]
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    pub timeshape: Option<f64>,
    /// Spread of log-normal estimation errors [default: 0.5; for a file: its own estimates]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub sigma: Option<f64>,
    /// Arrival rate ÷ service rate [default: 0.9; for a CSV file: as it is]
    #[arg(long, value_name = "L", allow_negative_numbers = true)]
    pub load: Option<f64>,
    /// Rescale arrivals so that the realised load is exact
    #[arg(long)]
    pub stretch: bool,
    /// Jobs at the beginning that are scheduled but not counted [default: 0]
    #[arg(long, value_name = "N")]
    pub warmup: Option<u32>,
    /// Seed of all random numbers [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=Scenario::MOST_SEED))]
    pub seed: Option<u64>,
    /// Number of independent repetitions [default: 1]
    #[arg(long, value_name = "R")]
    pub replications: Option<u32>,
}

impl ScenarioArgs {
    /// The scenario that the file or link and the flags describe.
    pub fn scenario(&self) -> Result<Scenario, CliError> {
        let mut scenario = match (&self.link, &self.file) {
            (Some(link), _) => Scenario::from_link(link)?,
            (None, Some(path)) => {
                let name = path.display().to_string();
                let text = std::fs::read_to_string(path).map_err(|source| match example(&name) {
                    Some(_) if !path.exists() => CliError::ExampleAsFile { path: name.clone() },
                    _ => CliError::Read { path: name.clone(), source },
                })?;
                Scenario::from_toml(&text).map_err(|source| CliError::ScenarioFile { path: name, source })?
            }
            (None, None) => Scenario::default(),
        };
        if let Some(system) = self.system {
            scenario.system.kind = match system {
                System::Server => SystemKind::Server,
                System::Cluster => SystemKind::Cluster,
                System::Datacenter => SystemKind::Datacenter,
            };
        }
        if let Some(name) = &self.workload {
            set_workload(&mut scenario, name)?;
        }
        let workload = &mut scenario.workload;
        let system = &mut scenario.system;
        override_with(&mut system.servers, self.servers);
        override_with(&mut system.workers, self.workers);
        override_with(&mut system.cores, self.cores);
        override_with(&mut system.cutoff, self.cutoff);
        override_with(&mut system.short_partition, self.short_partition);
        override_with(&mut system.machines, self.machines);
        override_with(&mut system.map_slots, self.map_slots);
        override_with(&mut system.reduce_slots, self.reduce_slots);
        override_with(&mut system.racks, self.racks);
        override_with(&mut system.heartbeat, self.heartbeat);
        override_with(&mut system.slowstart, self.slowstart);
        override_with(&mut workload.count, self.count);
        override_with(&mut workload.scale, self.scale);
        override_with(&mut workload.literal, self.literal.then_some(true));
        override_with(&mut workload.truncate, self.truncate_like_authors.then_some(true));
        override_with(&mut workload.shape, self.shape);
        override_with(&mut workload.timeshape, self.timeshape);
        override_with(&mut workload.sigma, self.sigma);
        override_with(&mut workload.load, self.load);
        override_with(&mut workload.stretch, self.stretch.then_some(true));
        override_with(&mut workload.warmup, self.warmup);
        let format = self.trace_format.map(|format| match format {
            TraceFormat::Csv => FileFormat::Csv,
            TraceFormat::Swim => FileFormat::Swim,
            TraceFormat::Swf => FileFormat::Swf,
            TraceFormat::Tr => FileFormat::Tr,
        });
        override_with(&mut workload.format, format);
        scenario.seed = self.seed.unwrap_or(scenario.seed);
        scenario.replications = self.replications.unwrap_or(scenario.replications);
        Ok(scenario)
    }
}

impl RunArgs {
    /// The scenario with the policies that are asked for.
    pub fn scenario(&self) -> Result<Scenario, CliError> {
        let mut scenario = self.scenario.scenario()?;
        if let Some(list) = &self.policy {
            scenario.policies = split_policies(list);
        }
        Ok(scenario)
    }
}

/// A number of jobs.
fn count(text: &str) -> Result<u32, String> {
    let legal = |count: &u32| (1..=Synthetic::MOST).contains(count);
    text.parse().ok().filter(legal).ok_or_else(|| format!("allowed: a whole number from 1 to {}", Synthetic::MOST))
}

/// A flag that is given wins.
fn override_with<T>(field: &mut Option<T>, flag: Option<T>) {
    if flag.is_some() {
        *field = flag;
    }
}

fn set_workload(scenario: &mut Scenario, name: &str) -> Result<(), CliError> {
    if name == "synthetic" {
        scenario.workload.kind = Some(WorkloadKind::Synthetic);
    } else if let Some((_, like)) =
        TraceLike::ALL.iter().find(|(known, _)| *known == name).filter(|_| scenario.system.kind == SystemKind::Datacenter)
    {
        scenario.workload.like = Some(*like);
    } else if let Some((_, mix)) = Mix::ALL.iter().find(|(known, _)| *known == name).filter(|_| scenario.system.kind == SystemKind::Cluster)
    {
        scenario.workload.kind = Some(WorkloadKind::Mix);
        scenario.workload.mix = Some(*mix);
    } else if let Some(example) = example(name) {
        scenario.workload = example.scenario.workload;
    } else if name.contains(['.', '/', std::path::MAIN_SEPARATOR]) || std::path::Path::new(name).exists() {
        scenario.workload.kind = Some(WorkloadKind::File);
        scenario.workload.path = Some(name.to_owned());
    } else {
        let kind = scenario.system.kind;
        let mixes = Mix::ALL.iter().map(|(name, _)| *name).filter(|_| kind == SystemKind::Cluster);
        let traces = TraceLike::ALL.iter().map(|(name, _)| *name).filter(|_| kind == SystemKind::Datacenter);
        let known = EXAMPLES.iter().map(|(key, _)| *key).filter(|_| kind != SystemKind::Datacenter).chain(mixes).chain(traces).collect();
        let hint = if Mix::ALL.iter().any(|(mix, _)| *mix == name) {
            "; it is a workload of --system cluster"
        } else if TraceLike::ALL.iter().any(|(trace, _)| *trace == name) {
            "; it is a workload of --system datacenter"
        } else {
            ""
        };
        return Err(CliError::UnknownWorkload { name: name.to_owned(), known, hint });
    }
    Ok(())
}
