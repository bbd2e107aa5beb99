use super::CliError;
use super::args::MergeArgs;
use super::sweep::{check_folder, write_results};
use schedscope_core::experiment::output::clear;
use schedscope_core::experiment::sweep::{Header, Journal, Recorded, Shard};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Joins the shards of a sweep: the results are those of a single run.
pub fn run(args: &MergeArgs) -> Result<(), CliError> {
    let journals: Vec<PathBuf> = args.folders.iter().map(|folder| folder.join(Journal::NAME)).collect();
    check_folder(&args.output, &journals.iter().map(PathBuf::as_path).collect::<Vec<_>>())?;
    let parts = args.folders.iter().map(|folder| Ok((folder, Recorded::of_folder(folder)?))).collect::<Result<Vec<_>, CliError>>()?;
    let (first, (Header { manifest, .. }, _)) = &parts[0];
    let mut results = BTreeMap::new();
    let mut unfinished = vec![];
    for (folder, (header, recorded)) in &parts {
        if let Some(difference) = manifest.difference(&header.manifest) {
            return Err(CliError::OtherSweep { first: first.display().to_string(), other: folder.display().to_string(), difference });
        }
        let has_all = header.shard.cells(manifest.cells).all(|cell| recorded.results.contains_key(&cell));
        unfinished.extend((!has_all).then(|| header.shard.to_string()));
        for (cell, result) in &recorded.results {
            if results.insert(*cell, result.clone()).is_some_and(|known| known != *result) {
                return Err(CliError::Contradiction { number: cell + 1 });
            }
        }
    }
    if let Some(first) = (0..manifest.cells).find(|cell| !results.contains_key(cell)) {
        // Shards of which there is no folder are missing altogether.
        let of = parts.iter().map(|(_, (header, _))| header.shard.of).max().unwrap_or(1);
        let known = |number: u64| parts.iter().any(|(_, (header, _))| header.shard == Shard { number, of });
        unfinished.extend((1..=of).filter(|number| !known(*number)).map(|number| Shard { number, of }.to_string()));
        let missing = manifest.cells as usize - results.len();
        return Err(CliError::Missing { missing, cells: manifest.cells, first: first + 1, unfinished });
    }
    let header = Header { manifest: manifest.clone(), shard: Shard::WHOLE };
    let (mut journal, recorded) = Journal::open(&args.output, &header, args.fresh)?;
    clear(&args.output);
    for result in results.values().filter(|result| !recorded.results.contains_key(&result.cell)) {
        journal.add(result)?;
    }
    write_results(&args.output, manifest, &results)
}
