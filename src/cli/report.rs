use super::CliError;
use super::args::ReportArgs;

/// Writes the page of a sweep.
pub fn run(_: &ReportArgs) -> Result<(), CliError> {
    unimplemented!()
}
