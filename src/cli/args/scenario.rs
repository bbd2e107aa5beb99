//! The flags that describe a scenario, in the order in which help shows them: those of each world under its own heading.

use super::System;
use crate::cli::CliError;
use crate::experiment::{EXAMPLES, FileFormat, Scenario, SystemKind, SystemSpec, WorkloadKind, WorkloadSpec, example, read_text};
use crate::page::route;
use clap::{Args, ValueEnum};
use schedscope_engine::registry::nearest;
use schedscope_engine::workload::{Mix, Synthetic, TraceLike};
use schedscope_engine::{cluster, datacenter, server};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

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
#[command(next_help_heading = "Scenario")]
pub struct ScenarioArgs {
    /// Scenario file; flags override what it says
    #[arg(value_name = "SCENARIO.toml", help_heading = None)]
    pub file: Option<PathBuf>,
    /// Which world [default: server]
    #[arg(long, value_enum, hide_possible_values = true, value_name = "server|cluster|datacenter")]
    pub system: Option<System>,
    /// Seed of all random numbers [default: 1]
    #[arg(long, value_name = "N", value_parser = seed, allow_hyphen_values = true)]
    pub seed: Option<u64>,
    /// Number of independent repetitions [default: 1]
    #[arg(long, value_name = "R", value_parser = whole(1, Scenario::MOST_REPLICATIONS), allow_hyphen_values = true)]
    pub replications: Option<u32>,
    /// Take the scenario from a link of the page (Watch, Compare, Cluster or Datacenter)
    #[arg(long, value_name = "URL", conflicts_with = "file", hide_short_help = true)]
    pub link: Option<String>,
    #[command(flatten)]
    workload: WorkloadArgs,
    #[command(flatten)]
    server: ServerArgs,
    #[command(flatten)]
    cluster: ClusterArgs,
    #[command(flatten)]
    datacenter: DatacenterArgs,
}

/// What is scheduled, in any world.
#[derive(Debug, Args)]
#[command(next_help_heading = "Workload")]
struct WorkloadArgs {
    /// A file of jobs or a trace (.csv, .tsv, .swf, .tr), a bundled example, or `synthetic`
    ///
    /// For the cluster also dev, test, prod, small, large; for the datacenter a .swf or .tr trace or yahoo, google, cloudera,
    /// facebook, motivation, testbed, testbed-uniform. An unknown name lists the valid ones.
    #[arg(id = "workload", long, visible_aliases = ["jobs", "trace"], value_name = "NAME|FILE")]
    name: Option<OsString>,
    /// Form of that file, if its extension does not tell
    #[arg(long, value_enum, hide_short_help = true)]
    trace_format: Option<TraceFormat>,
    /// Number of jobs [default: 10000; cluster: 100; datacenter: the trace's]; of a file, how many to take from its beginning
    #[arg(long, value_name = "N", value_parser = count_up_to(Synthetic::MOST), allow_hyphen_values = true)]
    count: Option<u32>,
    /// Arrival rate ÷ service rate [default: 0.9 for synthetic jobs and SWIM traces; all others: their own]
    ///
    /// The own load of other files, of the cluster's mixes and of the datacenter's traces depends on how many machines or workers
    /// there are, and may exceed 1: the traces are cloudera 1.00 and yahoo 0.925, the mix prod 1.8, where nothing else is asked
    /// for. The first line of the results tells it.
    #[arg(long, value_name = "L", value_parser = number, allow_hyphen_values = true)]
    load: Option<f64>,
    /// Spread of log-normal estimation errors [default: 0.5; for a file: its own estimates; datacenter: no errors]
    #[arg(long, value_name = "S", value_parser = number, allow_hyphen_values = true)]
    sigma: Option<f64>,
    /// Weibull shape of sizes [default: 0.25]; below 1 heavy-tailed, 1 exponential
    #[arg(long, value_name = "K", value_parser = number, allow_hyphen_values = true)]
    shape: Option<f64>,
    /// Weibull shape of inter-arrival times [default: 1, Poisson]
    #[arg(long, value_name = "K", value_parser = number, allow_hyphen_values = true, hide_short_help = true)]
    timeshape: Option<f64>,
    /// Rescale arrivals so that the realised load is exact
    #[arg(long, hide_short_help = true)]
    stretch: bool,
    /// Jobs at the beginning that are scheduled but not counted [default: 0]
    #[arg(long, value_name = "N", value_parser = whole(0, u32::MAX), allow_hyphen_values = true, hide_short_help = true)]
    warmup: Option<u32>,
}

impl WorkloadArgs {
    fn apply(&self, workload: &mut WorkloadSpec) {
        override_with(&mut workload.count, self.count);
        override_with(&mut workload.load, self.load);
        override_with(&mut workload.sigma, self.sigma);
        override_with(&mut workload.shape, self.shape);
        override_with(&mut workload.timeshape, self.timeshape);
        override_with(&mut workload.stretch, self.stretch.then_some(true));
        override_with(&mut workload.warmup, self.warmup);
        let format = self.trace_format.map(|format| match format {
            TraceFormat::Csv => FileFormat::Csv,
            TraceFormat::Swim => FileFormat::Swim,
            TraceFormat::Swf => FileFormat::Swf,
            TraceFormat::Tr => FileFormat::Tr,
        });
        override_with(&mut workload.format, format);
    }
}

/// The server world.
#[derive(Debug, Args)]
#[command(next_help_heading = "Server (--system server)")]
struct ServerArgs {
    /// Number of identical servers [default: 1]; their total speed is 1 whatever their number
    #[arg(long, value_name = "M", value_parser = whole(1, server::Config::MOST_SERVERS), allow_hyphen_values = true)]
    servers: Option<u32>,
}

/// The cluster world.
#[derive(Debug, Args)]
#[command(next_help_heading = "Cluster (--system cluster)")]
struct ClusterArgs {
    /// Number of machines [default: 20; 36 for small and large]
    ///
    /// Jobs of a mix or a .csv, .tr or .swf file stay as they are, so that fewer machines have a higher load. Synthetic jobs and
    /// SWIM traces keep their load: with half the machines, half as many synthetic jobs arrive in a second, and tasks of a SWIM
    /// trace are half as long. To keep them, give the --load that they have then: on half the machines, twice as much.
    #[arg(long, value_name = "N", value_parser = whole(1, cluster::Config::MOST_MACHINES), allow_hyphen_values = true)]
    machines: Option<u32>,
    /// Map slots on each machine [default: 2]; workloads that keep their load do so here as well: see --machines
    #[arg(long, value_name = "K", value_parser = whole(1, cluster::Config::MOST_SLOTS), allow_hyphen_values = true, hide_short_help = true)]
    map_slots: Option<u32>,
    /// Reduce slots on each machine [default: 1]; workloads that keep their load do so here as well: see --machines
    #[arg(long, value_name = "K", value_parser = whole(1, cluster::Config::MOST_SLOTS), allow_hyphen_values = true, hide_short_help = true)]
    reduce_slots: Option<u32>,
    /// Number of racks [default: 1]
    #[arg(long, value_name = "N", value_parser = whole(1, cluster::Config::MOST_MACHINES), allow_hyphen_values = true, hide_short_help = true)]
    racks: Option<u32>,
    /// Seconds between heartbeats of a machine [default: 3]; 0: the scheduler hears of everything at once
    #[arg(long, value_name = "S", value_parser = number, allow_hyphen_values = true, hide_short_help = true)]
    heartbeat: Option<f64>,
    /// Fraction of maps that must be complete before reduces may have slots [default: 0.8; 0.95 for small and large]
    #[arg(long, value_name = "F", value_parser = number, allow_hyphen_values = true, hide_short_help = true)]
    slowstart: Option<f64>,
}

impl ClusterArgs {
    fn apply(&self, system: &mut SystemSpec) {
        override_with(&mut system.machines, self.machines);
        override_with(&mut system.map_slots, self.map_slots);
        override_with(&mut system.reduce_slots, self.reduce_slots);
        override_with(&mut system.racks, self.racks);
        override_with(&mut system.heartbeat, self.heartbeat);
        override_with(&mut system.slowstart, self.slowstart);
    }
}

/// The datacenter world.
#[derive(Debug, Args)]
#[command(next_help_heading = "Datacenter (--system datacenter)")]
struct DatacenterArgs {
    /// Number of workers [default: those of the trace's experiments, 4000 for yahoo]
    #[arg(long, value_name = "N", value_parser = whole(1, datacenter::Config::MOST_WORKERS), allow_hyphen_values = true)]
    workers: Option<u32>,
    /// Tasks of a job ÷ those of the trace, for a smaller datacenter [default: 1]
    #[arg(long, value_name = "F", value_parser = number, allow_hyphen_values = true)]
    scale: Option<f64>,
    /// Cores of each worker [default: the trace's, 1, except for the testbed]
    #[arg(long, value_name = "K", value_parser = whole(1, datacenter::Config::MOST_CORES), allow_hyphen_values = true, hide_short_help = true)]
    cores: Option<u32>,
    /// Mean task duration in seconds above which a job is long [default: the trace's]
    #[arg(long, value_name = "S", value_parser = number, allow_hyphen_values = true, hide_short_help = true)]
    cutoff: Option<f64>,
    /// Fraction of workers kept for short tasks [default: the trace's]
    #[arg(long, value_name = "F", value_parser = number, allow_hyphen_values = true, hide_short_help = true)]
    short_partition: Option<f64>,
    /// Task durations deviate by twice their mean within a job, as the thesis says, not as in its released trace
    #[arg(long, hide_short_help = true)]
    literal: bool,
    /// Truncate times to whole seconds and separate equal submission times, as the authors' simulator does
    #[arg(long, hide_short_help = true)]
    truncate_like_authors: bool,
}

impl DatacenterArgs {
    fn apply(&self, system: &mut SystemSpec, workload: &mut WorkloadSpec) {
        override_with(&mut system.workers, self.workers);
        override_with(&mut system.cores, self.cores);
        override_with(&mut system.cutoff, self.cutoff);
        override_with(&mut system.short_partition, self.short_partition);
        override_with(&mut workload.scale, self.scale);
        override_with(&mut workload.literal, self.literal.then_some(true));
        override_with(&mut workload.truncate, self.truncate_like_authors.then_some(true));
    }
}

impl ScenarioArgs {
    /// The scenario that the file or link and the flags describe.
    pub fn scenario(&self) -> Result<Scenario, CliError> {
        let world = self.system.map(System::kind);
        let mut scenario = match (&self.link, &self.file) {
            (Some(link), _) => route::scenario(link, world)?,
            (None, Some(path)) => {
                let name = path.display().to_string();
                let text = read_text(path).map_err(|source| match example(&name) {
                    Some(_) if !path.exists() => CliError::ExampleAsFile { path: name.clone() },
                    _ => CliError::Read { path: name.clone(), source },
                })?;
                Scenario::from_toml_in(world, &text).map_err(|source| CliError::ScenarioFile { path: name, source })?
            }
            (None, None) => Scenario::of(world.unwrap_or_default()),
        };
        if let Some(name) = &self.workload.name {
            let name = name.to_str().ok_or_else(|| CliError::NotText { name: name.display().to_string() })?;
            set_workload(&mut scenario, name)?;
        }
        self.workload.apply(&mut scenario.workload);
        override_with(&mut scenario.system.servers, self.server.servers);
        self.cluster.apply(&mut scenario.system);
        self.datacenter.apply(&mut scenario.system, &mut scenario.workload);
        scenario.seed = self.seed.unwrap_or(scenario.seed);
        scenario.replications = self.replications.unwrap_or(scenario.replications);
        Ok(scenario)
    }

    /// The files that are read for it.
    pub fn inputs<'a>(&'a self, scenario: &'a Scenario) -> Vec<&'a Path> {
        let workload = scenario.workload.path.as_deref().filter(|_| scenario.workload.kind() == WorkloadKind::File);
        self.file.as_deref().into_iter().chain(workload.map(Path::new)).collect()
    }
}

/// A number from 1 to this one.
pub(super) fn count_up_to(most: u32) -> impl Fn(&str) -> Result<u32, String> + Clone {
    move |text| {
        let count = text.parse().ok().filter(|count| (1..=most).contains(count));
        count.ok_or_else(|| format!("allowed: a whole number from 1 to {most}"))
    }
}

/// A number, whose range its field checks.
fn number(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| "allowed: a number, such as 0.5".to_owned())
}

/// A whole number, whose range its field checks: this one.
fn whole(least: u32, most: u32) -> impl Fn(&str) -> Result<u32, String> + Clone {
    move |text| text.parse().map_err(|_| format!("allowed: a whole number from {least} to {most}"))
}

fn seed(text: &str) -> Result<u64, String> {
    let legal = |seed: &u64| *seed <= Scenario::MOST_SEED;
    text.parse().ok().filter(legal).ok_or_else(|| format!("allowed: a whole number from 0 to {}", Scenario::MOST_SEED))
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
    } else if name.contains(['.', '/', std::path::MAIN_SEPARATOR]) || Path::new(name).exists() {
        scenario.workload.kind = Some(WorkloadKind::File);
        scenario.workload.path = Some(name.to_owned());
    } else {
        return Err(unknown_workload(name, scenario.system.kind));
    }
    Ok(())
}

/// The names of workloads that a world has.
fn workloads(world: SystemKind) -> Vec<&'static str> {
    let examples = EXAMPLES.iter().map(|(key, _)| *key).filter(|_| world != SystemKind::Datacenter);
    let mixes = Mix::ALL.iter().map(|(name, _)| *name).filter(|_| world == SystemKind::Cluster);
    let traces = TraceLike::ALL.iter().map(|(name, _)| *name).filter(|_| world == SystemKind::Datacenter);
    examples.chain(mixes).chain(traces).collect()
}

fn unknown_workload(name: &str, world: SystemKind) -> CliError {
    let known = workloads(world);
    let meant = nearest(name, SystemKind::ALL.into_iter().flat_map(workloads));
    let hint = meant.map_or_else(String::new, |meant| match SystemKind::ALL.into_iter().find(|other| workloads(*other).contains(&meant)) {
        Some(other) if meant == name => format!(" (it is one of --system {})", other.key()),
        Some(other) if !known.contains(&meant) => format!(" (did you mean \"{meant}\", system {}?)", other.key()),
        _ => format!(" (did you mean \"{meant}\"?)"),
    });
    CliError::UnknownWorkload { name: name.to_owned(), known, hint }
}
