//! Flags that there are not, under the names that people try.

use super::Cli;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Error};

/// What is tried, and what is meant.
const TRIED: [(&str, &[&str]); 8] = [
    ("system", &["world", "simulator", "model"]),
    ("policy", &["policies", "scheduler", "schedulers", "scheduling", "algorithm", "algorithms", "discipline"]),
    ("replications", &["runs", "reps", "repeat", "repeats", "repetitions", "iterations"]),
    ("count", &["number", "num-jobs", "njobs", "n-jobs", "job-count", "requests", "flows", "tasks"]),
    ("workload", &["input", "file", "dataset", "data"]),
    ("load", &["rho", "utilisation", "utilization"]),
    ("machines", &["nodes", "hosts"]),
    ("theory=false", &["no-theory"]),
];

/// The same error; of a flag that there is not, it names the one that is meant, if this command has it.
pub fn advised(mut error: Error, command: Option<&str>) -> Error {
    let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg) else { return error };
    let Some(name) = flag.strip_prefix("--").filter(|_| error.kind() == ErrorKind::UnknownArgument) else { return error };
    let Some((meant, _)) = TRIED.iter().find(|(_, tried)| tried.contains(&name)) else { return error };
    let commands = Cli::command();
    let command = command.and_then(|command| commands.find_subcommand(command));
    let long = meant.split('=').next();
    if command.is_some_and(|command| command.get_arguments().any(|argument| argument.get_long() == long)) {
        error.insert(ContextKind::SuggestedArg, ContextValue::String(format!("--{meant}")));
        // It would show the flag that is most alike.
        error.remove(ContextKind::Usage);
    }
    error
}
