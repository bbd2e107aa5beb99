//! The results that come with the page: those of the sweeps that it offers, as `schedscope sweep` writes them.
//! `SCHEDSCOPE_DOCS=write cargo test` writes them anew.

use schedscope::csv::Csv;
use schedscope_core::experiment::sweep::{CellResult, ResultTable, Sweep, read_results};
use schedscope_core::experiment::{Report, Study, run_all};
use schedscope_state::sweep::shipped;
use std::path::PathBuf;

/// How to write them.
const UPDATE: &str = "SCHEDSCOPE_DOCS=write cargo test --test cli shipped";

fn measured(sweep: &Sweep, cell: u64) -> CellResult {
    let study = Study::new(sweep.scenario(cell).expect("a cell"), |_| unreachable!("jobs are drawn")).expect("a scenario");
    CellResult::new(sweep, cell, &Report::new(&study, run_all(&study, false, |_| {}).expect("results").0))
}

fn written(sweep: &Sweep, results: &[CellResult]) -> String {
    let table = ResultTable::new(sweep, results.iter());
    let mut csv = Csv::new(table.columns.iter().map(|(title, _)| title));
    for row in 0..table.rows {
        csv.line(table.columns.iter().map(|(_, values)| values.text(row).unwrap_or_default()));
    }
    csv.text()
}

#[test]
fn results_that_come_with_the_page_are_those_of_the_program() {
    let writes = std::env::var_os("SCHEDSCOPE_DOCS").is_some_and(|what| what == "write");
    for (sweep, file) in shipped() {
        let path = PathBuf::from(crate::ROOT).join("assets").join(file);
        if writes {
            let all: Vec<CellResult> = (0..sweep.cells()).map(|cell| measured(&sweep, cell)).collect();
            std::fs::write(&path, written(&sweep, &all)).expect("written");
        }
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}; {UPDATE}", path.display()));
        let kept = read_results(&sweep, &text).unwrap_or_else(|| panic!("{} is of another sweep: {UPDATE}", path.display()));
        assert_eq!(written(&sweep, &kept), text, "{} is read as it was written", path.display());
        // One cell of each is simulated again.
        let last = sweep.cells() - 1;
        assert_eq!(kept[last as usize], measured(&sweep, last), "{} is not up to date: {UPDATE}", path.display());
    }
}
