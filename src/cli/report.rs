use super::CliError;
use super::args::ReportArgs;
use super::export::sweep_page;
use super::output::{Output, distinct, expect_extension};
use super::sweep::counted;
use super::terminal::{say, tell};
use schedscope_core::experiment::sweep::{Inputs, Journal, Recorded, Survey, survey};
use std::path::Path;

/// Writes the page of a sweep, as far as its cells are there.
pub fn run(args: &ReportArgs) -> Result<(), CliError> {
    let (header, recorded) = Recorded::of_folder(&args.folder)?;
    let [.., page] = Journal::RESULTS;
    let path = args.output.clone().unwrap_or_else(|| args.folder.join(page));
    expect_extension("--output", &path, ".html")?;
    let journal = args.folder.join(Journal::NAME);
    let read: Vec<&Path> = header.manifest.inputs.iter().map(|input| Path::new(&input.path)).chain([journal.as_path()]).collect();
    distinct(&[("--output", &path)], &read)?;
    let output = Output::create(&path)?;
    let survey = survey(&header.manifest.sweep, header.shard, &Inputs::default(), false).unwrap_or_else(|error| {
        tell(format_args!("warning: what the sweep warned of is not on the page: {error}"));
        Survey::default()
    });
    let page = sweep_page(&header.manifest, &recorded, &survey).map_err(|error| CliError::Chart(error.to_string()))?;
    output.finish(|out| out.write_all(page.as_bytes()))?;
    say(format_args!("{}: {} of {}", path.display(), recorded.results.len(), counted(header.manifest.cells)))
}
