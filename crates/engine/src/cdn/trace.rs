//! Requests as comma-separated values: `time,user,item,region`, as in figure 3.1, and `session` and `size`.

use super::sizes::Named;
use super::{Request, Sizes};
use crate::workload::table::{Cell, Form, Rows, Table};
use crate::workload::{Columns, Ids, LeftOut, WorkloadError};
use std::collections::HashMap;

const COLUMNS: [&str; 6] = ["time", "item", "region", "session", "size", "user"];

/// Requests as they are given.
#[derive(Clone, Debug)]
pub struct Given {
    /// The requests.
    pub requests: Vec<Request>,
    /// What their videos are called, by their numbers from 1.
    pub names: Ids,
    /// Sizes of the videos.
    pub sizes: Sizes,
    /// What of the file was left out.
    pub left_out: LeftOut,
}

/// Reads requests from the text of a CSV file for these regions; `name` is what messages call it,
/// and `columns` says what columns are whose titles do not.
///
/// The header names the columns, in any order; `user`, `session` and `size` may be missing. Regions are names, or numbers from 1. Videos are
/// any texts. A request without a session has the length 0 here, and a video without a size the size 1. Rows need not be sorted; lines that
/// begin with `#` are comments. Other columns are not read, and requests without a time, or with one below 0, are left out.
///
/// # Errors
/// The first rows that are wrong, each with its line, value and what is allowed.
pub fn read(name: &str, bytes: &[u8], regions: &[&str], columns: &Columns) -> Result<Given, WorkloadError> {
    let table = Table::new(Rows::of_table(name, bytes, columns, "a CSV file of requests")?, &FORM, columns)?;
    let positions: HashMap<&str, u8> = regions.iter().enumerate().map(|(position, name)| (*name, position as u8)).collect();
    let mut videos = Named::none();
    let mut requests: Vec<Request> = vec![];
    let left_out = table.each(&mut |_, cells| {
        let cell = |column: usize| cells[column].as_ref();
        let arrival = cell(0).map_or(Ok(0.0), |cell| cell.amount(SECONDS, |x| (0.0..=MOST).contains(&x)))?;
        let item = cell(1).map_or(Ok(""), |cell| if cell.text().is_empty() { Err(cell.wrong("any text")) } else { Ok(cell.text()) })?;
        let region = cell(2).map_or(Ok(0), |cell| region(cell, &positions, regions.len()))?;
        let session = cell(3).filter(|cell| !cell.text().is_empty());
        let session = session.map_or(Ok(0.0), |cell| cell.number(LENGTH, |x| (SHORTEST..=MOST).contains(&x)))?;
        let video = videos.number(item);
        if let Some(cell) = cell(4).filter(|cell| !cell.text().is_empty()) {
            let size = cell.number(SIZE, Sizes::allows)?;
            videos.say(video, size).map_err(|_| cell.wrong(ONE_SIZE))?;
        }
        requests.push(Request { arrival, session, video, given: requests.len() as u32, region, pick: 0 });
        Ok(())
    })?;
    if requests.is_empty() {
        return Err(left_out.nothing(name, "expected one request a line below the header"));
    }
    let (names, sizes) = videos.all();
    Ok(Given { requests, names, sizes, left_out })
}

/// Latest time, and longest session, in seconds.
pub const MOST: f64 = 1e12;
/// Shortest session, in seconds.
pub const SHORTEST: f64 = 1e-3;
const SECONDS: &str = "seconds, 0 to 1e12";
const LENGTH: &str = "seconds, 0.001 to 1e12, or nothing";
const SIZE: &str = "units of storage, 0.000001 to 1e15, or nothing";
const ONE_SIZE: &str = "one size for an item, wherever it is said";

fn region(cell: &Cell, positions: &HashMap<&str, u8>, count: usize) -> Result<u8, WorkloadError> {
    let by_number = || cell.text().parse().ok().filter(|number| (1..=count).contains(number)).map(|number| (number - 1) as u8);
    let found = positions.get(cell.text()).copied().or_else(by_number);
    found.ok_or_else(|| cell.wrong("the name of a region (system.regions), or its number from 1"))
}

const FORM: Form<6> = Form {
    fields: COLUMNS,
    required: &[0, 1, 2],
    instants: &[0],
    lengths: &[3],
    columns: "time, item and region, and user, session and size if there are any, with commas between them",
    known: |title| COLUMNS.iter().position(|column| *column == title).map(|field| (field, 0)),
};

#[cfg(test)]
mod tests {
    use super::{Columns, Given, read};

    #[test]
    fn reads_records_of_the_source() {
        let text = "user,item,region,time\nu1,a,Nice,30\nu2,b,1,10\n# none\nu1,\"a\",Caen,20.5\n";
        let Given { requests, names, sizes, .. } = read("f.csv", text.as_bytes(), &["Caen", "Nice"], &Columns::default()).unwrap();
        let names: Vec<_> = names.iter().collect();
        assert!(!sizes.given());
        let plain: Vec<_> = requests.iter().map(|request| (request.arrival, request.video, request.region, request.session)).collect();
        assert_eq!((plain, names), (vec![(30.0, 0, 1, 0.0), (10.0, 1, 0, 0.0), (20.5, 0, 0, 0.0)], vec![(1, "a"), (2, "b")]));
    }

    /// The size of an item may stand at any of its requests.
    #[test]
    fn reads_sizes() {
        let text = "size,time,item,region\n,1,a,1\n1e9,2,b,1\n2.5,3,a,1\n2.5,4,a,1\n,5,c,1\n";
        let Given { requests, sizes, .. } = read("f.csv", text.as_bytes(), &["Caen"], &Columns::default()).unwrap();
        let of: Vec<f64> = requests.iter().map(|request| sizes.of(request.video)).collect();
        assert_eq!((of, sizes.least(), sizes.sum(3)), (vec![2.5, 1e9, 2.5, 2.5, 1.0], 1.0, 1e9 + 3.5));
    }

    #[test]
    fn says_what_is_wrong() {
        for (text, what) in [
            ("", "f.csv: no jobs: the file is empty"),
            ("time,item,region\n", "no jobs: expected one request a line below the header"),
            ("time,item\n1,a\n", "line 1: column \"region\" is missing; the header must name the columns time, item and region"),
            ("time,item,region,sizes\n", "no jobs: expected one request a line"),
            ("time,item,region,size\n1,a,1,0\n", "line 2: size is \"0\"; allowed: units of storage, 0.000001 to 1e15, or nothing"),
            ("time,item,region,size\n1,a,1,-3\n", "line 2: size is \"-3\"; allowed: units of storage"),
            ("time,item,region,size\n1,a,1,NaN\n", "line 2: size is \"NaN\"; allowed: units of storage"),
            ("time,item,region,size\n1,a,1,3\n2,a,1,\n3,a,1,4\n", "line 4: size is \"4\"; allowed: one size for an item"),
            ("time,item,region\n1,a,Paris\n", "line 2: region is \"Paris\"; allowed: the name of a region"),
            ("time,item,region\n1,a,3\n", "line 2: region is \"3\""),
            ("time,item,region\n-1,a,1\n", "no jobs: 1 row with a negative time (line 2)"),
            ("time,item,region,session\n1,a,1,0\n", "line 2: session is \"0\"; allowed: seconds, 0.001"),
            ("time,item,region\n1,,1\n", "line 2: item is \"\""),
        ] {
            let error = read("f.csv", text.as_bytes(), &["Caen", "Nice"], &Columns::default()).unwrap_err().to_string();
            assert!(error.contains(what), "{text:?}: {error}");
        }
    }
}
