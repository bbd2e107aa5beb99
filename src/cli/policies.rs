use super::CliError;
use super::args::{Format, PoliciesArgs, System};
use super::export::{new_table, write_json};
use super::output::print;
use schedscope_engine::registry::{Parameter, Row, Servers};
use schedscope_engine::{cluster, datacenter};
use std::io::{self, Write};

/// Lists the registry.
pub fn run(args: &PoliciesArgs) -> Result<(), CliError> {
    let rows = args.system.kind().rows();
    print(|out| match args.format {
        Format::Table if args.system == System::Cluster => {
            table(&rows, out)?;
            parameters("; those of hfsp are those of its variants too", cluster::PARAMETERS.iter(), out)
        }
        Format::Table if args.system == System::Datacenter => {
            table(&rows, out)?;
            parameters("", datacenter::known_parameters(), out)
        }
        Format::Table => table(&rows, out),
        Format::Json => write_json(&rows, out),
        Format::Csv => csv(&rows, out),
    })
}

fn servers(row: &Row) -> &'static str {
    match row.servers {
        Servers::Many => "many",
        Servers::One(_) => "one",
    }
}

fn preemptive(row: &Row) -> &'static str {
    let optional = cluster::ROWS.contains(&row) && cluster::PARAMETERS.iter().any(|p| p.name == "preemption" && row.key.starts_with(p.of));
    if optional {
        "optional"
    } else if row.preemptive {
        "yes"
    } else {
        "no"
    }
}

fn table(rows: &[&Row], out: &mut dyn Write) -> io::Result<()> {
    let mut table = new_table(&["key", "rule", "knows", "preemptive", "servers"]);
    for row in rows {
        table.add_row([row.key, row.line, row.family.words(), preemptive(row), servers(row)]);
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

fn csv(rows: &[&Row], out: &mut dyn Write) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(["key", "name", "family", "preemptive", "servers", "line", "source"])?;
    for row in rows {
        csv.write_record([row.key, row.name, row.family.words(), preemptive(row), servers(row), row.line, row.source])?;
    }
    csv.flush()
}
