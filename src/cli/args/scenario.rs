//! The flags that describe a scenario, in the order in which help shows them: those of each world under its own heading.

use super::fields::FieldFlags;
use crate::cli::CliError;
use crate::cli::output::is_standard;
use clap::Args;
use schedscope::registry::nearest;
use schedscope::world::FileFormat;
use schedscope_core::exhibit::{EXAMPLES, example};
use schedscope_core::experiment::sweep::Sweep;
use schedscope_core::experiment::{Part, STANDARD, Scenario, SystemKind, read_text};
use schedscope_state::route;
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// What every command that needs a workload understands. Flags override the scenario file.
#[derive(Debug, Args)]
#[command(next_help_heading = "Scenario")]
pub struct ScenarioArgs {
    /// Scenario file, or a report in JSON, which is run again; flags override its values
    #[arg(value_name = "SCENARIO", help_heading = None)]
    pub file: Option<PathBuf>,
    /// World to simulate [default: server]
    #[arg(long, value_parser = super::world(), value_name = "WORLD")]
    pub system: Option<SystemKind>,
    /// Seed of all random numbers [default: 1]
    #[arg(long, value_name = "N", value_parser = seed, allow_hyphen_values = true)]
    pub seed: Option<u64>,
    /// Number of independent repetitions [default: 1]
    #[arg(long, value_name = "R", value_parser = whole(1, Scenario::MOST_REPLICATIONS), allow_hyphen_values = true)]
    pub replications: Option<u32>,
    /// Take the scenario from a link of the page (any view of one scenario)
    #[arg(long, value_name = "URL", conflicts_with = "file", hide_short_help = true)]
    pub link: Option<String>,
    /// A file of jobs or a trace (.csv, .parquet, .tsv, .swf, .tr, .jhist, .json; - is standard input), a bundled example, or `synthetic`
    ///
    /// A Parquet file holds the same table as a .csv file, whose columns are numbers, texts and times (counted in seconds).
    ///
    /// For the cluster also dev, test, prod, small, large, production-busy, production-idle or facebook; for the datacenter a .swf or .tr
    /// trace, or yahoo, google, cloudera, facebook, motivation, prototype, testbed or testbed-uniform; for ordering a file of tasks (.csv,
    /// .dot, .json), or fig-3.11, fig-3.13, random or layered; for the network a .csv file of flows, or repository, incast or permutation;
    /// for the CDN a .csv file of requests. The error for an unknown name lists all valid ones.
    #[arg(id = "workload", long, visible_aliases = ["jobs", "trace"], value_name = "NAME|FILE", help_heading = "Workload")]
    name: Option<OsString>,
    /// Refuse a file of which rows or columns would be left out, in place of counting them
    #[arg(long, help_heading = "Workload", hide_short_help = true)]
    pub strict: bool,
    #[command(flatten)]
    fields: FieldFlags,
}

impl ScenarioArgs {
    /// The scenario that the file or link and the flags describe.
    pub fn scenario(&self) -> Result<Scenario, CliError> {
        let world = self.system;
        let mut scenario = match (&self.link, &self.file) {
            (Some(link), _) => route::scenario(link, world)?,
            (None, Some(path)) => read_scenario(path, world)?,
            (None, None) => Scenario::new(world.unwrap_or_default()),
        };
        if let Some(name) = &self.name {
            let name = name.to_str().ok_or_else(|| CliError::NotText { name: name.display().to_string() })?;
            set_workload(&mut scenario, name)?;
        }
        self.fields.apply(&mut scenario)?;
        scenario.seed = self.seed.unwrap_or(scenario.seed);
        scenario.replications = self.replications.unwrap_or(scenario.replications);
        Ok(scenario)
    }

    /// The files that are read for it.
    pub fn inputs<'a>(&'a self, scenario: &'a Scenario) -> Vec<&'a Path> {
        self.file.as_deref().into_iter().chain(scenario.file().map(Path::new)).collect()
    }
}

/// The scenario of a file in TOML or JSON, for a world or for the one that it names.
pub fn read_scenario(path: &Path, world: Option<SystemKind>) -> Result<Scenario, CliError> {
    let name = path.display().to_string();
    let text = read_text(path).map_err(|source| match example(&name) {
        Some(_) if !path.exists() => CliError::ExampleAsFile { path: name.clone() },
        _ if source.kind() == ErrorKind::NotFound && is_policy(&name) => CliError::PolicyAsFile { key: name.clone() },
        _ if source.kind() == ErrorKind::InvalidData && FileFormat::of(&name).is_ok() => CliError::JobsAsScenario { path: name.clone() },
        _ => CliError::Read { path: name.clone(), source },
    })?;
    let json = text.trim_start().starts_with('{');
    let read = if json { Scenario::from_json_in(world, &text) } else { Scenario::from_toml_in(world, &text) };
    read.map_err(|source| match FileFormat::of(&name) {
        Ok(_) if !is_standard(path) && (!json || !is_scenario(&text)) => CliError::JobsAsScenario { path: name },
        _ if !json && Sweep::is_meant(&text) => CliError::SweepAsScenario { path: name },
        _ => CliError::ScenarioFile { path: name, source },
    })
}

/// Whether this is a policy of some world.
pub(super) fn is_policy(written: &str) -> bool {
    SystemKind::ALL.iter().any(|world| world.choice(written).is_ok())
}

/// Whether a text in JSON is meant to be a scenario, or a report that has one, and no file of jobs.
fn is_scenario(text: &str) -> bool {
    let read: Result<serde_json::Value, _> = serde_json::from_str(text);
    read.is_ok_and(|value| ["scenario", "policies", "system"].iter().any(|field| value.get(field).is_some()))
}

/// A number from 1 to this one.
pub(super) fn count_up_to(most: u32) -> impl Fn(&str) -> Result<u32, String> + Clone {
    move |text| {
        let count = whole_number(text).filter(|count| (1..=u64::from(most)).contains(count)).map(|count| count as u32);
        count.ok_or_else(|| format!("allowed: a whole number from 1 to {most}"))
    }
}

/// A whole number, whose range its field checks: this one.
fn whole(least: u32, most: u32) -> impl Fn(&str) -> Result<u32, String> + Clone {
    move |text| {
        let number = whole_number(text).and_then(|number| number.try_into().ok());
        number.ok_or_else(|| format!("allowed: a whole number from {least} to {most}"))
    }
}

/// A whole number, also as `1e6`.
pub(super) fn whole_number(text: &str) -> Option<u64> {
    /// From here on not every whole number is a floating-point number.
    const EXACT: f64 = (1_u64 << 53) as f64;
    let powers = || text.parse().ok().filter(|x: &f64| text.contains(['e', 'E']) && x.fract() == 0.0 && (0.0..EXACT).contains(x));
    text.parse().ok().or_else(|| powers().map(|x| x as u64))
}

fn seed(text: &str) -> Result<u64, String> {
    let legal = |seed: &u64| *seed <= Scenario::MOST_SEED;
    whole_number(text).filter(legal).ok_or_else(|| format!("allowed: a whole number from 0 to {}", Scenario::MOST_SEED))
}

fn set_workload(scenario: &mut Scenario, name: &str) -> Result<(), CliError> {
    let word = |word: &str| Some(word.into());
    if name == "synthetic" {
        scenario.set("workload.kind", word(name))?;
    } else if let Some(named) = scenario.kind().workloads().into_iter().find(|named| named.name == name) {
        for (field, value) in named.fields {
            scenario.set(&format!("workload.{field}"), word(value))?;
        }
    } else if let Some(example) = example(name).filter(|_| has_examples(scenario.kind())) {
        scenario.set("workload", example.scenario().get("workload"))?;
    } else if name == STANDARD || name.contains(['.', '/', std::path::MAIN_SEPARATOR]) || Path::new(name).exists() {
        scenario.set("workload.kind", word("file"))?;
        scenario.set("workload.path", word(name))?;
    } else {
        return Err(unknown_workload(name, scenario.kind()));
    }
    Ok(())
}

/// Whether a world can run the bundled examples, whose jobs are written out.
fn has_examples(world: SystemKind) -> bool {
    Part::worlds("workload.jobs").contains(&world)
}

/// The names of workloads that a world has.
fn workloads(world: SystemKind) -> Vec<&'static str> {
    let examples = EXAMPLES.iter().map(|example| example.key).filter(|_| has_examples(world));
    examples.chain(world.workloads().into_iter().map(|named| named.name)).collect()
}

fn unknown_workload(name: &str, world: SystemKind) -> CliError {
    let known = workloads(world);
    if name.parse::<u64>().is_ok() {
        return CliError::UnknownWorkload { name: name.to_owned(), known, hint: format!(" (for so many jobs: --count {name})") };
    }
    let meant = nearest(name, SystemKind::ALL.iter().copied().flat_map(workloads));
    let hint =
        meant.map_or_else(String::new, |meant| match SystemKind::ALL.iter().copied().find(|other| workloads(*other).contains(&meant)) {
            Some(other) if meant == name => format!(" (it is one of --system {})", other.key()),
            Some(other) if !known.contains(&meant) => format!(" (did you mean \"{meant}\", system {}?)", other.key()),
            _ => format!(" (did you mean \"{meant}\"?)"),
        });
    CliError::UnknownWorkload { name: name.to_owned(), known, hint }
}
