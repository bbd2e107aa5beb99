//! Flags, and what they change in a scenario.

mod fields;
mod scenario;
mod tried;

pub use scenario::{ScenarioArgs, read_scenario};
pub use tried::advised;

use super::CliError;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use schedscope::workload::Synthetic;
use schedscope_core::experiment::sweep::{RESULTS, Shard};
use schedscope_core::experiment::{Scenario, SystemKind, split_policies};
use schedscope_literature::figures::Level;
use std::path::PathBuf;

/// Ends the short help of commands that have many flags.
const MORE: &str = "--help shows all options.";

/// Ends the long help of `run`.
const RUNS: &str = "Examples:
  One server, heavy-tailed jobs, wrong estimates:
    schedscope run --policy ps,srpt,fspe+ps --sigma 1 --replications 30
  Why SRPTE goes wrong, in a few jobs, with exact curves:
    schedscope run --workload under-estimation --policy srpte,fspe+ps --timeline curves.json
  A trace or a file of jobs of your own:
    schedscope run --trace FB-2010.tsv --load 0.9 --sigma 0.5
  A cluster; `schedscope policies --system cluster` lists what HFSP takes in brackets:
    schedscope run --system cluster --workload prod --policy 'fair,hfsp,hfsp[preemption=kill]'
  A datacenter, a tenth of the original:
    schedscope run --system datacenter --trace yahoo --scale 0.1 --policy sparrow,hawk,eagle";

/// See why one scheduling policy beats another, and measure it.
///
/// Wherever a file is named, - is standard input or standard output; if a file is written there, all that would be printed goes to standard error.
#[derive(Debug, Parser)]
#[command(name = "schedscope", version = version(), about, arg_required_else_help = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
    /// No warnings, notes and progress bars; errors are told
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Number of threads, which changes no result [default: all cores]
    #[arg(long, value_name = "N", global = true, hide_short_help = true, value_parser = scenario::count_up_to(1024))]
    pub threads: Option<u32>,
}

/// Version, the commit where it is known, and the number of the results: equal numbers mean equal results.
fn version() -> String {
    let commit = option_env!("SCHEDSCOPE_COMMIT").map_or_else(String::new, |commit| format!("commit {commit}, "));
    format!("{} ({commit}results {RESULTS})", env!("CARGO_PKG_VERSION"))
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Simulate and compare policies
    #[command(after_help = MORE, after_long_help = RUNS)]
    Run(RunArgs),
    /// Run a scenario over a grid of values on all cores; run again to resume
    #[command(after_help = "Examples:\n  schedscope sweep assets/sweeps/fig-3-2.toml --output fig-3-2\n  \
        schedscope sweep grid.toml --shard 2/8 --output shard-2")]
    Sweep(SweepArgs),
    /// Join the shards of a sweep
    Merge(MergeArgs),
    /// Write an HTML page with the tables and charts of a sweep
    Report(ReportArgs),
    /// Run the scenarios of baselines and compare their results; exit status 1 if a value has changed
    #[command(after_help = "Examples:\n  schedscope check assets/baselines/*.json --junit report.xml\n  \
        schedscope check ours.json --record busy.toml --metrics mean_sojourn,p99_slowdown")]
    Check(CheckArgs),
    /// Measure claims of the literature and write a table of verdicts
    #[command(after_help = "Examples:\n  schedscope claims --list\n  schedscope claims S4,S5 --quick\n  \
        schedscope claims --output claims.md")]
    Claims(ClaimsArgs),
    /// Reproduce figures of the literature: SVG, PNG, the data as CSV, and verdicts on their claims
    #[command(after_help = "Examples:\n  schedscope figure --list\n  schedscope figure T3.3 T3.4 --output figures\n  \
        schedscope figure --all --quick --output figures --page figures.md")]
    Figure(FigureArgs),
    /// Write the jobs of a workload as CSV
    #[command(after_help = MORE, after_long_help = "Example:\n  schedscope jobs --shape 0.5 --count 1000 --output jobs.csv")]
    Jobs(JobsArgs),
    /// List the policies of a world and their parameters
    #[command(after_help = "Example:\n  schedscope policies --system cluster")]
    Policies(PoliciesArgs),
    /// Check a set of exercises, make links to them, and check the codes that students hand in
    #[command(after_help = "Examples:\n  schedscope exercise check assets/exercises/guesses.toml\n  \
        schedscope exercise link week-6.toml 3\n  schedscope exercise verify week-6.toml 3 04QF-2M8X --name 'Ada Lovelace'")]
    Exercise(ExerciseArgs),
    /// Print the completions of a shell
    #[command(after_help = "Example:\n  schedscope completions bash > ~/.local/share/bash-completion/completions/schedscope")]
    Completions {
        /// Which shell
        shell: Shell,
    },
    /// Print the manual page, or write those of all commands into a folder
    #[command(after_help = "Examples:\n  schedscope man | man -l -\n  schedscope man --output ~/.local/share/man/man1")]
    Man {
        /// Folder for schedscope.1, schedscope-run.1 and so on
        #[arg(long, value_name = "DIR")]
        output: Option<PathBuf>,
    },
}

#[derive(Debug, Args)]
pub struct ExerciseArgs {
    #[command(subcommand)]
    pub command: ExerciseCommand,
}

#[derive(Debug, Subcommand)]
pub enum ExerciseCommand {
    /// Read a set and print the answers, for the teacher
    Check {
        /// Set of exercises: a TOML file, or the name of a set that ships (guesses, formulas)
        #[arg(value_name = "SET.toml")]
        file: PathBuf,
    },
    /// Print the part of a link that holds a whole exercise; it goes after the address of the page
    Link {
        /// Set of exercises
        #[arg(value_name = "SET.toml")]
        file: PathBuf,
        /// Number of the exercise, from 1
        #[arg(value_name = "NUMBER")]
        number: usize,
    },
    /// Check a code: exit status 1 if it is not that of this exercise and name
    Verify {
        /// Set of exercises
        #[arg(value_name = "SET.toml")]
        file: PathBuf,
        /// Number of the exercise, from 1
        #[arg(value_name = "NUMBER")]
        number: usize,
        /// The code, as it was handed in
        #[arg(value_name = "CODE")]
        code: String,
        /// The name under which the exercise was solved
        #[arg(long, default_value = "", hide_default_value = true)]
        name: String,
    },
}

#[derive(Debug, Args)]
pub struct RunArgs {
    /// Policies to compare, by key; `schedscope policies` lists them [default: the main ones of the world]
    #[arg(long, value_name = "KEY[,KEY…]", help_heading = "Scenario")]
    pub policy: Option<String>,
    #[command(flatten)]
    pub scenario: ScenarioArgs,
    /// Format of the results on standard output
    #[arg(long, value_enum, default_value_t = Format::Table, help_heading = "Output")]
    pub format: Format,
    /// Draw the distributions of sojourn time and slowdown
    #[arg(long, value_name = "FILE.svg|png", help_heading = "Output")]
    pub chart: Option<PathBuf>,
    /// Write one CSV row per job and policy
    #[arg(long, value_name = "FILE.csv", help_heading = "Output")]
    pub per_job: Option<PathBuf>,
    /// Write one CSV row per policy and stretch in which an attempt of a task holds a slot (--system cluster): machine, start, end, and
    /// whether it is finished, suspended, killed, lost, failed or overtaken by another attempt; runs everything twice
    #[arg(long, value_name = "FILE.csv", help_heading = "Output", hide_short_help = true)]
    pub per_task: Option<PathBuf>,
    /// Write a recording of the first replication as JSON: exact curves and events for a small run, time series or frames for a large one
    #[arg(long, value_name = "FILE.json", help_heading = "Output", hide_short_help = true)]
    pub timeline: Option<PathBuf>,
    /// Write the cheapest order of the tasks (--system ordering): of a dbt project as a shell script that runs it, else a task a line
    #[arg(long, value_name = "FILE", help_heading = "Output", hide_short_help = true)]
    pub script: Option<PathBuf>,
    /// Print all other figures below the table (JSON always has them); of up to 50 jobs on one server also turnaround, waiting and response
    /// times
    #[arg(long, help_heading = "Output", hide_short_help = true)]
    pub details: bool,
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Baseline files: scenarios, metrics, tolerances and expected values
    #[arg(value_name = "BASELINE.json", required = true)]
    pub baselines: Vec<PathBuf>,
    /// Accept the results as the new expected values
    #[arg(long)]
    pub update: bool,
    /// Run a scenario and write what comes out as a case of the baseline, named like the file; the baseline is made if it is not there
    #[arg(long, value_name = "SCENARIO", conflicts_with_all = ["update", "junit"])]
    pub record: Vec<PathBuf>,
    /// Metrics of the cases that are recorded, as paths in the JSON of a report [default: mean, median and 99th percentile of sojourn
    /// times, and the latter of slowdowns]
    #[arg(long, value_name = "METRIC", value_delimiter = ',', requires = "record")]
    pub metrics: Vec<String>,
    /// Also write the result as a test report for a CI server
    #[arg(long, value_name = "FILE.xml")]
    pub junit: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct SweepArgs {
    /// Sweep file: a scenario with [axes] or [[cells]], whose combinations are the cells; without either it is run as it stands
    #[arg(value_name = "SWEEP.toml", required_unless_present = "link", conflicts_with = "link")]
    pub file: Option<PathBuf>,
    /// Take the sweep from a link of the page's Sweep (a link of one scenario is run as it stands)
    #[arg(long, value_name = "URL")]
    pub link: Option<String>,
    /// Refuse a file of which rows or columns would be left out
    #[arg(long)]
    pub strict: bool,
    /// Folder for the journal and the results
    #[arg(long, value_name = "DIR")]
    pub output: PathBuf,
    /// Run only share K of N of the cells; `schedscope merge` joins them
    #[arg(long, value_name = "K/N", allow_hyphen_values = true)]
    pub shard: Option<Shard>,
    /// Discard the contents of the folder and start over
    #[arg(long)]
    pub fresh: bool,
    /// Run without confirmation, whatever the number of cells
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
    /// Discard the contents of that folder
    #[arg(long)]
    pub fresh: bool,
}

#[derive(Debug, Args)]
pub struct ReportArgs {
    /// Folder of a sweep
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Output file [default: report.html in that folder]
    #[arg(long, value_name = "FILE.html")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct ClaimsArgs {
    /// Claims to measure, separated by spaces or commas [default: all]
    #[arg(value_name = "ID", value_delimiter = ',')]
    pub ids: Vec<String>,
    /// List all claims and the figures that show them (docs/claims.md describes them)
    #[arg(long, conflicts_with_all = ["ids", "quick", "full", "format", "output"])]
    pub list: bool,
    #[command(flatten)]
    pub level: LevelArgs,
    /// Format of the table
    #[arg(long, value_enum, default_value_t = ListFormat::Markdown)]
    pub format: ListFormat,
    /// Output file [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(group(ArgGroup::new("which").required(true).args(["ids", "all", "list"])))]
pub struct FigureArgs {
    /// Figures to draw, separated by spaces or commas; --list names them
    #[arg(value_name = "ID", value_delimiter = ',', requires = "output")]
    pub ids: Vec<String>,
    /// Draw all figures
    #[arg(long, requires = "output")]
    pub all: bool,
    /// List all figures
    #[arg(long)]
    pub list: bool,
    /// Folder for ID.svg, ID.png and ID.csv
    #[arg(long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub level: LevelArgs,
    /// Replications of each simulation, instead of the figure's own number
    #[arg(long, value_name = "R", value_parser = scenario::count_up_to(Scenario::MOST_REPLICATIONS), allow_hyphen_values = true)]
    pub replications: Option<u32>,
    /// At most this many jobs per replication
    #[arg(long, value_name = "N", value_parser = scenario::count_up_to(Synthetic::MOST), allow_hyphen_values = true)]
    pub count: Option<u32>,
    /// Do not measure the claims that the figures support
    #[arg(long)]
    pub no_verdicts: bool,
    /// Also write a Markdown page that shows the figures
    #[arg(long, value_name = "FILE.md", requires = "output")]
    pub page: Option<PathBuf>,
}

/// How much to simulate.
#[derive(Clone, Copy, Debug, Args)]
pub struct LevelArgs {
    /// Fewer replications, five of most claims: enough for a first look, while many verdicts stay open
    #[arg(long, conflicts_with = "full")]
    quick: bool,
    /// More replications: at least as many as the sources
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
    /// A Markdown page
    Markdown,
    /// JSON
    Json,
}

#[derive(Debug, Args)]
pub struct JobsArgs {
    #[command(flatten)]
    pub scenario: ScenarioArgs,
    /// Output file [default: standard output]
    #[arg(long, value_name = "FILE.csv", help_heading = "Output")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct PoliciesArgs {
    /// Which world
    #[arg(long, value_parser = world(), default_value_t)]
    pub system: SystemKind,
    /// One policy alone: what it is and, of a formula, what it reads, how it is simulated and which policy it equals
    #[arg(long, value_name = "POLICY")]
    pub explain: Option<String>,
    /// Format of the list
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// An aligned table
    Table,
    /// JSON with all figures
    Json,
    /// CSV, one row per policy
    Csv,
}

/// Reads the name of a world.
fn world() -> impl TypedValueParser<Value = SystemKind> {
    let values = SystemKind::ALL.iter().map(|world| PossibleValue::new(world.key()).help(world.about()));
    let named = |name: String| SystemKind::ALL.iter().copied().find(|world| world.key() == name);
    PossibleValuesParser::new(values).map(move |name| named(name).expect("one of the possible values"))
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
