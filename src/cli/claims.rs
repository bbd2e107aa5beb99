use super::CliError;
use super::args::{ClaimsArgs, ListFormat};
use super::export::{write_claims, write_json};
use super::output::{Output, print};
use schedscope_literature::{claims, figures};
use std::io::{self, Write};

/// Measures claims and writes the table of verdicts.
pub fn run(args: &ClaimsArgs) -> Result<(), CliError> {
    if args.list {
        return print(list);
    }
    let output = args.output.as_deref().map(Output::create).transpose()?;
    let replications = claims::replications(args.level.level());
    let findings = claims::measure(&args.ids, replications)
        .map_err(|id| CliError::UnknownClaim { id, known: claims::ids().collect::<Vec<_>>().join(", ") })?;
    let write = |out: &mut dyn Write| -> io::Result<()> {
        match args.format {
            ListFormat::Markdown => write_claims(&findings, replications, out),
            ListFormat::Json => write_json(&findings, out),
        }
    };
    match output {
        Some(output) => output.finish(write),
        None => print(write),
    }
}

/// All claims, a line each.
fn list(out: &mut dyn Write) -> io::Result<()> {
    for id in claims::ids() {
        let figures: Vec<&str> = figures::catalogue().filter(|figure| figure.claims.contains(&id)).map(|figure| figure.id).collect();
        match &figures[..] {
            [] => writeln!(out, "{id}")?,
            [one] => writeln!(out, "{id:<7} figure {one}")?,
            several => writeln!(out, "{id:<7} figures {}", several.join(", "))?,
        }
    }
    Ok(())
}
