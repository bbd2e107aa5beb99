use super::CliError;
use super::args::{Format, PoliciesArgs, System};
use super::export::{new_table, write_json};
use super::output::print;
use crate::plot::{Look, look_of};
use schedscope_engine::registry::{Choice, Kind, Parameter, Preset, Registry, Row};
use schedscope_engine::server::{Policy, Servers};
use schedscope_engine::{cluster, datacenter};
use serde::Serialize;
use std::io::{self, Write};

/// Lists the registry of a world.
pub fn run(args: &PoliciesArgs) -> Result<(), CliError> {
    match args.system {
        System::Server => list(Policy::registry(), |policy| Some(policy.servers()), "", args.format),
        System::Cluster => list(cluster::Policy::registry(), |_| None, "; those of hfsp are those of its variants too", args.format),
        System::Datacenter => list(datacenter::Policy::registry(), |_| None, "", args.format),
    }
}

fn list<K: Kind>(registry: &'static Registry<K>, servers: fn(&K) -> Option<Servers>, note: &str, format: Format) -> Result<(), CliError> {
    let listed = |(preset, choice): (&'static Preset<K>, Choice)| Listed {
        row: &preset.row,
        servers: servers(&preset.kind),
        look: look_of(&choice),
        optional: registry.parameters_of(preset).any(|parameter| parameter.name() == "preemption"),
    };
    let policies: Vec<Listed> = registry.presets().iter().zip(registry.choices()).map(listed).collect();
    print(|out| match format {
        Format::Table => {
            table(&policies, out)?;
            parameters(registry.parameters(), note, out)
        }
        Format::Json => write_json(&policies, out),
        Format::Csv => csv(&policies, out),
    })
}

/// A policy in the list.
#[derive(Serialize)]
struct Listed {
    #[serde(flatten)]
    row: &'static Row,
    /// In the world that has servers.
    #[serde(skip_serializing_if = "Option::is_none")]
    servers: Option<Servers>,
    look: Look,
    /// Whether a parameter decides if it is preemptive.
    #[serde(skip)]
    optional: bool,
}

impl Listed {
    fn preemptive(&self) -> &'static str {
        match self {
            Self { optional: true, .. } => "optional",
            Self { row: Row { preemptive: true, .. }, .. } => "yes",
            _ => "no",
        }
    }

    fn servers(&self) -> Option<&'static str> {
        self.servers.map(|servers| match servers {
            Servers::Many => "many",
            Servers::One(_) => "one",
        })
    }
}

/// The heading of a column that only the server world has.
fn servers(policies: &[Listed]) -> Option<&'static str> {
    policies.first().and_then(|policy| policy.servers).map(|_| "servers")
}

fn table(policies: &[Listed], out: &mut dyn Write) -> io::Result<()> {
    let headings: Vec<&str> = ["key", "rule", "knows", "preemptive"].into_iter().chain(servers(policies)).collect();
    let mut table = new_table(&headings);
    for policy in policies {
        let Row { key, line, family, .. } = policy.row;
        table.add_row([*key, *line, family.words(), policy.preemptive()].into_iter().chain(policy.servers()));
    }
    writeln!(out, "{}", table.trim_fmt())
}

/// Lists what can be written in brackets.
fn parameters<K: Kind>(parameters: &[Parameter<K>], note: &str, out: &mut dyn Write) -> io::Result<()> {
    if parameters.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nParameters, written key[name=value,name=value]{note}:\n")?;
    let mut table = new_table(&["of", "name", "allowed", "what it does"]);
    for parameter in parameters {
        table.add_row([parameter.policies(), parameter.name(), parameter.allowed(), parameter.about()]);
    }
    writeln!(out, "{}", table.trim_fmt())
}

fn csv(policies: &[Listed], out: &mut dyn Write) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(["key", "name", "family", "preemptive"].into_iter().chain(servers(policies)).chain(["line", "source"]))?;
    for policy in policies {
        let Row { key, name, family, line, source, .. } = policy.row;
        let record = [*key, *name, family.words(), policy.preemptive()].into_iter().chain(policy.servers()).chain([*line, *source]);
        csv.write_record(record)?;
    }
    csv.flush()
}
