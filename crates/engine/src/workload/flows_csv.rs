//! Flows as comma-separated values: `source,destination,size,arrival,class,after,id`.

use super::table::{Cell, Form, Rows, Table};
use super::{Columns, Ids, LeftOut, WorkloadError};
use std::collections::BTreeMap;

const COLUMNS: [&str; 7] = ["source", "destination", "size", "arrival", "class", "after", "id"];

/// A row of a file of flows. What hosts and classes are is for the network to say.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowRow {
    /// Line of the file, from 1.
    pub line: u64,
    /// Its number: its id if all ids are numbers, else its place among the rows, from 1.
    pub id: u64,
    /// Where it comes from.
    pub source: String,
    /// Where it goes.
    pub destination: String,
    /// How much it carries.
    pub size: f64,
    /// When it is to begin.
    pub arrival: f64,
    /// What it carries; empty if the file does not say.
    pub class: String,
    /// Numbers of the flows for which it waits.
    pub after: Vec<u64>,
}

/// Reads flows from the text of a CSV file; `name` is what messages call it, and `columns` says what columns are whose
/// titles do not.
///
/// The header names the columns, in any order; `class`, `after` (the ids of the flows for which one waits, with semicolons between them)
/// and `id` (default: the number of the row, from 1) may be missing. Lines that begin with `#` are comments. Other columns are not read, and
/// rows in which a number that is read is missing or below what it may be are left out.
///
/// # Errors
/// The first rows that are wrong, each with its line, value and what is allowed.
pub fn read_flows(name: &str, bytes: &[u8], columns: &Columns) -> Result<(Vec<FlowRow>, Ids, LeftOut), WorkloadError> {
    let table = Table::new(Rows::of_table(name, bytes, columns, "a CSV file of flows")?, &FORM, columns)?;
    let mut flows: Vec<FlowRow> = vec![];
    let mut called: Vec<String> = vec![];
    let mut lines: BTreeMap<String, u64> = BTreeMap::new();
    let mut waits: Vec<Vec<String>> = vec![];
    let left_out = table.each(&mut |row, cells| {
        let cell = |column: usize| cells[column].as_ref();
        let text = |column: usize| cell(column).map_or(String::new(), |cell| cell.text().to_owned());
        let positive = |cell: &Cell<'_>| cell.amount("a number above 0 (1e-100 to 1e100)", |x| (1e-100..=1e100).contains(&x));
        let time = |cell: &Cell<'_>| cell.amount("0, or a number from 1e-100 to 1e100", |x| x == 0.0 || (1e-100..=1e100).contains(&x));
        let (size, arrival) = (cell(2).map_or(Ok(1.0), positive)?, cell(3).map_or(Ok(0.0), time)?);
        let id = cell(6).map_or_else(|| (called.len() + 1).to_string(), |cell| cell.text().to_owned());
        if let Some(first) = lines.insert(id.clone(), row.line) {
            return Err(WorkloadError::DuplicateId { file: name.to_owned(), line: row.line, id, first }.into());
        }
        let its: Vec<String> = text(5).split(';').map(|id| id.trim().to_owned()).filter(|id| !id.is_empty()).collect();
        called.push(id);
        waits.push(its);
        let (source, destination, class) = (text(0), text(1), text(4));
        flows.push(FlowRow { line: row.line, id: 0, source, destination, size, arrival, class, after: vec![] });
        Ok(())
    })?;
    if flows.is_empty() {
        return Err(left_out.nothing(name, "expected one flow a line below the header"));
    }
    let numbers: Option<Vec<u64>> = called.iter().map(|id| id.parse().ok()).collect();
    let texts = numbers.is_none();
    let numbers = numbers.unwrap_or_else(|| (1..=called.len() as u64).collect());
    let known: BTreeMap<&str, u64> = called.iter().map(String::as_str).zip(numbers.iter().copied()).collect();
    for (i, (flow, waits)) in flows.iter_mut().zip(&waits).enumerate() {
        flow.id = numbers[i];
        let number = |id: &String| {
            known.get(id.as_str()).copied().ok_or_else(|| WorkloadError::Instance {
                file: name.to_owned(),
                place: format!("line {}", flow.line),
                found: format!("flow {} waits for flow {id}, which is not among the flows", called[i]),
                allowed: "ids of other flows in the file",
            })
        };
        flow.after = waits.iter().map(number).collect::<Result<_, _>>()?;
    }
    let ids = if texts { Ids::new(numbers.iter().copied().zip(called).collect()) } else { Ids::default() };
    Ok((flows, ids, left_out))
}

const FORM: Form<7> = Form {
    fields: COLUMNS,
    required: &[0, 1, 2, 3],
    instants: &[3],
    lengths: &[],
    columns: "source, destination, size, arrival and may name class, after, id",
    known: |title| COLUMNS.iter().position(|column| *column == title).map(|field| (field, 0)),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_numbers_and_texts() {
        let text = b"arrival,source,destination,size,class,after,id\n0,h0,h1,2,,,a\n1,h1,h0,1,results,a,b\n";
        let (flows, ids, _) = read_flows("f.csv", text, &Columns::default()).unwrap();
        assert_eq!((flows[1].id, &flows[1].after[..], &*flows[1].class), (2, &[1][..], "results"));
        assert_eq!(&*ids.of(1), "a");
        let (flows, ids, _) = read_flows("f.csv", b"source,destination,size,arrival\nh0,h1,1,0\nh0,h1,1,0\n", &Columns::default()).unwrap();
        assert!(ids.is_empty() && flows[1].id == 2 && flows[1].class.is_empty());
    }

    #[test]
    fn mistakes_are_named() {
        let fails = |text: &str| read_flows("f.csv", text.as_bytes(), &Columns::default()).unwrap_err().to_string();
        assert_eq!(
            fails("source,destination,size\n"),
            "f.csv, line 1: column \"arrival\" is missing; the header must name the columns source, destination, size, arrival and may name class, after, id"
        );
        assert!(fails("source,destination,size,arrival\nh0,h1,0,0\n").contains("no jobs: 1 row whose size is 0 (line 2)"));
        assert!(
            fails("source,destination,size,arrival,after\nh0,h1,1,0,7\n").contains("flow 1 waits for flow 7, which is not among the flows")
        );
        assert!(fails("source,destination,size,arrival,id\nh0,h1,1,0,7\nh0,h1,1,0,7\n").contains("id 7 is already used in line 2"));
    }
}
