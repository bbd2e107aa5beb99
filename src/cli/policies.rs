use super::CliError;
use super::args::{Format, PoliciesArgs, System};
use super::export::{new_table, write_json};
use super::output::print;
use crate::plot::{Look, look_of};
use schedscope_engine::registry::{Choice, Parameter, Row};
use schedscope_engine::server::{Policy, Servers};
use schedscope_engine::{cluster, datacenter};
use serde::Serialize;
use std::io::{self, Write};

/// Lists the registry.
pub fn run(args: &PoliciesArgs) -> Result<(), CliError> {
    let policies = match args.system {
        System::Server => Policy::ALL.iter().map(|policy| Listed::new(&policy.choice(), false, Some(policy.servers()))).collect(),
        System::Cluster => of_world("cluster", cluster::ROWS.into_iter()),
        System::Datacenter => of_world("datacenter", datacenter::rows()),
    };
    print(|out| match args.format {
        Format::Table if args.system == System::Cluster => {
            table(&policies, out)?;
            parameters("; those of hfsp are those of its variants too", cluster::PARAMETERS.iter(), out)
        }
        Format::Table if args.system == System::Datacenter => {
            table(&policies, out)?;
            parameters("", datacenter::known_parameters(), out)
        }
        Format::Table => table(&policies, out),
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
    fn new(policy: &Choice, optional: bool, servers: Option<Servers>) -> Self {
        Self { row: policy.row(), servers, look: look_of(policy), optional }
    }

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

fn of_world(world: &'static str, rows: impl Iterator<Item = &'static Row>) -> Vec<Listed> {
    let optional = |row: &Row| world == "cluster" && row.key != "fifo";
    rows.map(|row| Listed::new(&Choice::new(world, row, row.key), optional(row), None)).collect()
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
fn parameters(note: &str, parameters: impl Iterator<Item = &'static Parameter>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\nParameters, written key[name=value,name=value]{note}:\n")?;
    let mut table = new_table(&["of", "name", "allowed", "what it does"]);
    for parameter in parameters {
        table.add_row([parameter.of, parameter.name, parameter.allowed, parameter.about]);
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
