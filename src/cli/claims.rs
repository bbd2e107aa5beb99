use super::CliError;
use super::args::{ClaimsArgs, ListFormat};
use super::export::{write_claims, write_json};
use super::output::{Output, print};
use crate::experiment::claims;
use std::io::{self, Write};

/// Measures claims and writes the table of verdicts.
pub fn run(args: &ClaimsArgs) -> Result<(), CliError> {
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
