use super::CliError;
use super::args::ReportArgs;
use super::export::sweep_page;
use super::output::{Output, has_extension, print};
use super::sweep::{REPORT, counted};
use crate::experiment::sweep::{Inputs, Recorded, survey};
use std::collections::BTreeMap;

/// Writes the page of a sweep, as far as its cells are there.
pub fn run(args: &ReportArgs) -> Result<(), CliError> {
    let (header, recorded) = Recorded::of_folder(&args.folder)?;
    let path = args.output.clone().unwrap_or_else(|| args.folder.join(REPORT));
    if !has_extension(&path, "html") {
        return Err(CliError::Extension { flag: "--output", path: path.display().to_string(), allowed: ".html" });
    }
    let output = Output::create(&path)?;
    let warnings = match survey(&header.manifest.sweep, &Inputs::default()) {
        Ok(survey) => survey.warnings,
        Err(error) => {
            eprintln!("warning: what the sweep warned of is not on the page: {error}");
            BTreeMap::new()
        }
    };
    let page = sweep_page(&header.manifest, &recorded, &warnings).map_err(|error| CliError::Chart(error.to_string()))?;
    output.finish(|out| out.write_all(page.as_bytes()))?;
    print(|out| writeln!(out, "{}: {} of {}", path.display(), recorded.results.len(), counted(header.manifest.cells)))
}
