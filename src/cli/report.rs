use super::CliError;
use super::args::ReportArgs;
use super::export::sweep_page;
use super::output::{Output, has_extension, print};
use super::sweep::REPORT;
use crate::experiment::sweep::Recorded;

/// Writes the page of a sweep, as far as its cells are there.
pub fn run(args: &ReportArgs) -> Result<(), CliError> {
    let (header, recorded) = Recorded::of_folder(&args.folder)?;
    let path = args.output.clone().unwrap_or_else(|| args.folder.join(REPORT));
    if !has_extension(&path, "html") {
        return Err(CliError::Extension { flag: "--output", path: path.display().to_string(), allowed: ".html" });
    }
    let output = Output::create(&path)?;
    let page = sweep_page(&header.manifest, &recorded).map_err(|error| CliError::Chart(error.to_string()))?;
    output.finish(|out| out.write_all(page.as_bytes()))?;
    print(|out| writeln!(out, "{}: {} of {} cells", path.display(), recorded.results.len(), header.manifest.cells))
}
