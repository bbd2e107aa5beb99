//! Edges as comma-separated values.

use super::{Builder, Given, SIZES};
use crate::workload::{LeftOut, WorkloadError};

const HEADER: &str = "a header with the columns from and to, and perhaps size";

/// Reads rows `from,to`, and `size`, that of the output of `from`. A row without `to` names a task that nobody reads, or only gives its size.
pub fn read(name: &str, bytes: &[u8]) -> Result<Given, WorkloadError> {
    let mut builder = Builder::new(name);
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let mut rows = csv::ReaderBuilder::new().flexible(true).trim(csv::Trim::All).comment(Some(b'#')).from_reader(bytes);
    let header = rows.headers().map_err(|_| builder.wrong("line 1", "bytes that are no text", HEADER))?.clone();
    let column = |title: &str| header.iter().position(|known| known.eq_ignore_ascii_case(title));
    let (Some(from), Some(to)) = (column("from"), column("to")) else {
        let found = if header.is_empty() { "nothing".to_owned() } else { format!("\"{}\"", header.iter().collect::<Vec<_>>().join(",")) };
        return Err(builder.wrong("line 1", found, HEADER));
    };
    let size = column("size");
    for row in rows.records() {
        let row = row.map_err(|error| {
            let line = error.position().map_or(1, csv::Position::line);
            builder.wrong(format!("line {line}"), "bytes that are no text", "text in UTF-8")
        })?;
        let line = || format!("line {}", row.position().map_or(0, csv::Position::line));
        if row.len() > header.len() {
            return Err(builder.wrong(line(), format!("{} columns", row.len()), "as many as the header has"));
        }
        let cell = |column: Option<usize>| column.and_then(|column| row.get(column)).filter(|text| !text.is_empty());
        let Some(reads) = cell(Some(from)) else {
            return Err(builder.wrong(line(), "from is empty", "the name of a task"));
        };
        let reads = builder.task(reads);
        if let Some(text) = cell(size) {
            let size = crate::sim::number(text).ok_or_else(|| builder.wrong(line(), format!("size is \"{text}\""), SIZES))?;
            builder.resize(reads, size, line)?;
        }
        if let Some(reader) = cell(Some(to)) {
            let reader = builder.task(reader);
            builder.edge(reads, reader);
        }
    }
    builder.finish(LeftOut::default())
}
