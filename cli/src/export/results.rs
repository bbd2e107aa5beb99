use super::csv::cell;
use schedscope_core::experiment::sweep::ResultTable;
use std::io::{self, Write};

/// Writes the results of a sweep as CSV; empty where a value does not exist.
pub fn write_results_csv(table: &ResultTable, out: &mut dyn Write) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(table.columns.iter().map(|(title, _)| title))?;
    for row in 0..table.rows {
        csv.write_record(table.columns.iter().map(|(_, values)| cell(&values.text(row).unwrap_or_default()).into_owned()))?;
    }
    csv.flush()
}
