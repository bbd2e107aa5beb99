//! The command line: reads flags and files, calls `experiment`, shows what came out.
//!
//! One clear message on stderr and exit status 2 for bad input; no output file is left half-written.

mod args;
mod check;
mod claims;
mod documented;
mod exercise;
mod explain;
mod export;
mod figure;
mod jobs;
mod merge;
mod output;
mod policies;
mod report;
mod run;
mod sweep;
mod terminal;

use args::{Cli, Command, PoliciesArgs, advised};
use clap::Parser;
use schedscope::sim::listed;
use std::process::ExitCode;
use terminal::{complain, silence};

/// Exit status for input that is not understood.
const BAD_INPUT: u8 = 2;
/// Exit status for numbers that are not what they were.
const FAILED_CHECK: u8 = 1;

/// Runs the command line.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            let command = std::env::args_os().nth(1);
            let error = advised(error, command.as_deref().and_then(|command| command.to_str()));
            complain(error.to_string().trim_end());
            return ExitCode::from(BAD_INPUT);
        }
        Err(help) => help.exit(),
    };
    if cli.quiet {
        silence();
    }
    if let Some(threads) = cli.threads {
        // Fails only if a pool has been made already.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(threads as usize).build_global();
    }
    let done = match cli.command {
        Command::Run(args) => run::run(&args),
        Command::Sweep(args) => sweep::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Claims(args) => claims::run(&args),
        Command::Figure(args) => figure::run(&args),
        Command::Jobs(args) => jobs::run(&args),
        Command::Policies(PoliciesArgs { system, explain: Some(policy), format }) => explain::run(system, &policy, format),
        Command::Policies(args) => policies::run(&args),
        Command::Exercise(args) => exercise::run(&args),
        Command::Completions { shell } => documented::completions(shell),
        Command::Man { output } => documented::man(output.as_deref()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(format_args!("error: {error}"));
            ExitCode::from(if matches!(error, CliError::Differs { .. } | CliError::WrongCode { .. }) { FAILED_CHECK } else { BAD_INPUT })
        }
    }
}

/// What helps where a file cannot be written.
fn advice(problem: &std::io::Error) -> &'static str {
    use std::io::ErrorKind::{
        FileTooLarge, IsADirectory, NotADirectory, NotFound, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull,
    };
    match problem.kind() {
        NotFound | PermissionDenied | NotADirectory | IsADirectory | ReadOnlyFilesystem => {
            "; name a file in a folder that exists and can be written to"
        }
        StorageFull | QuotaExceeded | FileTooLarge => "; make room, or name a file on another disk",
        _ => "",
    }
}

/// Why a command could not do what it was asked to.
#[derive(Debug, thiserror::Error)]
enum CliError {
    #[error("the formula is not understood:\n{0}")]
    Formula(String),
    #[error(transparent)]
    Scenario(#[from] schedscope_core::experiment::ScenarioError),
    #[error(transparent)]
    Link(#[from] schedscope_state::route::LinkError),
    #[error("{path}: {source}")]
    ScenarioFile { path: String, source: schedscope_core::experiment::ScenarioError },
    #[error("cannot read {path}: {source}")]
    Read { path: String, source: std::io::Error },
    #[error("cannot write {path}: {source}{}", advice(source))]
    Output { path: String, source: std::io::Error },
    #[error("{flag} {path}: the file must end in {allowed}")]
    Extension { flag: &'static str, path: String, allowed: &'static str },
    #[error("{} and {} both name {path}; give each its own file", flags[0], flags[1])]
    SameOutput { flags: [&'static str; 2], path: String },
    #[error("{flag} {path} would replace {input}, which is read; name another file")]
    Overwrites { flag: &'static str, path: String, input: String },
    #[error("--workload {name}: the path is not text (UTF-8); rename the file, or read it with --workload - and --trace-format")]
    NotText { name: String },
    #[error("{path}: no such scenario file; to run the example of that name, use --workload {path}")]
    ExampleAsFile { path: String },
    #[error("{key}: no such scenario file; several policies are separated by commas, as in --policy KEY,{key}")]
    PolicyAsFile { key: String },
    #[error("{path} reads its jobs from standard input, which is gone when the sweep is run again; name a file of jobs")]
    SweepOfStandardInput { path: String },
    #[error("{path} is no scenario, which is TOML or JSON; jobs of a file are given by --jobs {path}")]
    JobsAsScenario { path: String },
    #[error("{path} is a sweep: `schedscope sweep {path} --output FOLDER` runs it")]
    SweepAsScenario { path: String },
    #[error("--workload {name}: no such file, and no workload of that name{hint}; allowed: {}", ["a file", "synthetic"].iter().chain(known).copied().collect::<Vec<_>>().join(", "))]
    UnknownWorkload { name: String, known: Vec<&'static str>, hint: String },
    #[error("{path}: {source}")]
    Baseline { path: String, source: Box<schedscope_core::experiment::baseline::BaselineError> },
    #[error("--record writes into one baseline, and {baselines} are named")]
    OneBaseline { baselines: usize },
    #[error("{differences} {} not what the baseline holds; if this is intended, accept with --update", if *differences == 1 { "value is" } else { "values are" })]
    Differs { differences: usize },
    #[error("there is no figure \"{id}\"; allowed: {known}")]
    UnknownFigure { id: String, known: String },
    #[error(transparent)]
    MissingTrace(#[from] schedscope_literature::figures::MissingTrace),
    #[error("cannot make the folder {path}: {source}")]
    Folder { path: String, source: std::io::Error },
    #[error("there is no claim \"{id}\"; allowed: {known}")]
    UnknownClaim { id: String, known: String },
    #[error("{path}: {source}")]
    SweepFile { path: String, source: Box<schedscope_core::experiment::sweep::SweepError> },
    #[error(
        "{path} has {cells} cells ({size}), each with {policies} policies and at least {replications} replications; add --yes to run them all"
    )]
    ManyCells { path: String, cells: u64, size: String, policies: usize, replications: u32 },
    #[error(transparent)]
    Journal(#[from] schedscope_core::experiment::sweep::JournalError),
    #[error("{first} and {other} hold different sweeps: {other} has {difference}; allowed: the shards of one sweep")]
    OtherSweep { first: String, other: String, difference: &'static str },
    #[error("cell {number} differs between the shards; run them again with one version of schedscope")]
    Contradiction { number: u64 },
    #[error("{missing} of {cells} cells are missing, the first of them cell {first}{}; run the missing shards to their end first", shards(.unfinished))]
    Missing { missing: usize, cells: u64, first: u64, unfinished: Vec<String> },
    #[error("{path}: {source}")]
    ExerciseFile { path: String, source: schedscope_core::exhibit::exercises::ExerciseError },
    #[error("{path} has no exercise {number}; allowed: 1 to {exercises}")]
    NoExercise { path: String, number: usize, exercises: usize },
    #[error("{code} is not the code of {} for this exercise", if name.is_empty() { "anybody without a name".to_owned() } else { format!("\"{name}\"") })]
    WrongCode { code: String, name: String },
    #[error("--per-task {0}: only --system cluster tells of each task; leave --per-task out")]
    NoTasks(String),
    #[error("--script {0}: only tasks of --system ordering have an order; leave --script out")]
    NoScript(String),
    #[error("the picture could not be drawn: {0}")]
    Chart(String),
}

/// Which shards are to be run.
fn shards(unfinished: &[String]) -> String {
    if unfinished.is_empty() { String::new() } else { format!(" (shards {})", listed(unfinished.iter().cloned())) }
}
