//! Flags that there are not, under the names that people try.

use super::Cli;
use super::scenario::is_policy;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory, Error};
use strsim::osa_distance;

/// What is tried, and what is meant.
const TRIED: [(&str, &[&str]); 11] = [
    ("system", &["world", "simulator", "model"]),
    ("policy", &["policies", "scheduler", "schedulers", "scheduling", "algorithm", "algorithms", "discipline"]),
    ("replications", &["runs", "reps", "repeat", "repeats", "repetitions", "iterations"]),
    ("count", &["number", "num-jobs", "njobs", "n-jobs", "job-count", "requests", "flows", "tasks", "jobcount"]),
    ("workload", &["input", "file", "dataset", "data"]),
    ("load", &["rho", "utilisation", "utilization"]),
    ("machines", &["nodes", "hosts"]),
    ("theory=false", &["no-theory"]),
    ("format=json", &["json"]),
    ("format=csv", &["csv"]),
    ("shape", &["distribution", "dist"]),
];

/// The same error, whose tip names what is meant: the flag of this command that stands for the one that there is not, or is almost written
/// like it, and the comma of a list. There is no tip where nothing is alike.
pub fn advised(mut error: Error, command: Option<&str>) -> Error {
    let commands = Cli::command();
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidArg).cloned() else { return error };
            let command = command.and_then(|command| commands.find_subcommand(command));
            // What clap proposes is like it in a few letters, or a way to write something else.
            [ContextKind::SuggestedArg, ContextKind::Suggested, ContextKind::Usage].into_iter().for_each(|kind| drop(error.remove(kind)));
            let policies = command.is_some_and(|command| has(command, "policy"));
            if let Some(name) = given.strip_prefix("--") {
                if let Some(meant) = command.and_then(|command| meant(name, command)) {
                    error.insert(ContextKind::SuggestedArg, ContextValue::String(format!("--{meant}")));
                }
            } else if policies && is_policy(&given) {
                let tip = format!("several policies are separated by commas, as in '--policy KEY,{given}'");
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
            }
        }
        ErrorKind::InvalidSubcommand => {
            let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidSubcommand).cloned() else { return error };
            error.remove(ContextKind::SuggestedSubcommand);
            if let Some(meant) = alike(&given, commands.get_subcommands().map(Command::get_name)) {
                error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(vec![meant.to_owned()]));
            }
        }
        _ => {}
    }
    error
}

/// The flag of a command that is meant by one that it does not have.
fn meant<'a>(name: &str, command: &'a Command) -> Option<&'a str> {
    let tried = TRIED.iter().find(|(_, tried)| tried.contains(&name)).map(|(meant, _)| *meant);
    let longs = || command.get_arguments().flat_map(|argument| argument.get_long_and_visible_aliases().unwrap_or_default());
    tried.filter(|meant| has(command, meant.split('=').next().unwrap_or(meant))).or_else(|| alike(name, longs()))
}

fn has(command: &Command, long: &str) -> bool {
    command.get_arguments().any(|argument| argument.get_long() == Some(long))
}

/// The word that differs from another in a letter of five, two of seven, or three of ten.
fn alike<'a>(word: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    let distance = |other: &&str| osa_distance(word, other);
    words.min_by_key(distance).filter(|nearest| {
        let off = distance(nearest);
        length.max(nearest.chars().count()) >= (3 * off + 1).max(5)
    })
}
