//! Requests as comma-separated values: `time,user,item,region`, as in figure 3.1, and `session`.

use super::Request;
use crate::workload::table::{Cell, Rows, TableRow};
use crate::workload::{Ids, WorkloadError};
use std::collections::HashMap;

const COLUMNS: [&str; 5] = ["time", "item", "region", "session", "user"];
const REQUIRED: usize = 3;

/// Reads requests from the text of a CSV file for these regions; `name` is what messages call it. What the videos are called comes back
/// as well, by their numbers from 1.
///
/// The header names the columns, in any order; `user` and `session` may be missing. Regions are names, or numbers from 1. Videos are any
/// texts. A request without a session has the length 0 here. Rows need not be sorted; lines that begin with `#` are comments.
///
/// # Errors
/// The first rows that are wrong, each with its line, value and what is allowed.
pub fn read(name: &str, bytes: &[u8], regions: &[&str]) -> Result<(Vec<Request>, Ids), WorkloadError> {
    let empty = |why: &str| WorkloadError::Empty { file: name.to_owned(), why: why.to_owned() };
    let mut rows = Rows::new(name, bytes, ',', "a CSV file of requests")?;
    let header = rows.next().ok_or_else(|| empty("the file is empty; expected the header time,user,item,region and one request a line"))?;
    let (titles, place) = columns(name, header)?;
    let positions: HashMap<&str, u8> = regions.iter().enumerate().map(|(position, name)| (*name, position as u8)).collect();
    let mut videos: HashMap<&str, u32> = HashMap::new();
    let mut requests: Vec<Request> = vec![];
    rows.each(&mut |row| {
        let cells: [Cell; COLUMNS.len()] = row.named(&titles)?;
        let cell = |column: usize| place[column].map(|i| &cells[i]);
        let arrival = cell(0).map_or(Ok(0.0), |cell| cell.number(SECONDS, |x| (0.0..=MOST).contains(&x)))?;
        let item = cell(1).map_or(Ok(""), |cell| if cell.text().is_empty() { Err(cell.wrong("any text")) } else { Ok(cell.text()) })?;
        let region = cell(2).map_or(Ok(0), |cell| region(cell, &positions, regions.len()))?;
        let session = cell(3).filter(|cell| !cell.text().is_empty());
        let session = session.map_or(Ok(0.0), |cell| cell.number(LENGTH, |x| (SHORTEST..=MOST).contains(&x)))?;
        let fresh = videos.len() as u32;
        let video = *videos.entry(item).or_insert(fresh);
        requests.push(Request { arrival, session, video, given: requests.len() as u32, region, pick: 0 });
        Ok(())
    })?;
    if requests.is_empty() {
        return Err(empty("there is a header but no request below it"));
    }
    Ok((requests, Ids::new(videos.into_iter().map(|(item, video)| (u64::from(video) + 1, item.to_owned())).collect())))
}

/// Latest time, and longest session, in seconds.
pub const MOST: f64 = 1e12;
/// Shortest session, in seconds.
pub const SHORTEST: f64 = 1e-3;
const SECONDS: &str = "seconds, 0 to 1e12";
const LENGTH: &str = "seconds, 0.001 to 1e12, or nothing";

fn region(cell: &Cell, positions: &HashMap<&str, u8>, count: usize) -> Result<u8, WorkloadError> {
    let by_number = || cell.text().parse().ok().filter(|number| (1..=count).contains(number)).map(|number| (number - 1) as u8);
    let found = positions.get(cell.text()).copied().or_else(by_number);
    found.ok_or_else(|| cell.wrong("the name of a region (system.regions), or its number from 1"))
}

/// The columns as they are titled, and where each of [`COLUMNS`] is.
fn columns(name: &str, header: TableRow) -> Result<(Vec<&'static str>, [Option<usize>; COLUMNS.len()]), WorkloadError> {
    let wrong = |found: String| WorkloadError::Instance {
        file: name.to_owned(),
        place: format!("line {}", header.line),
        found,
        allowed: "a header of the columns time, item and region, and of user and session if there are any, with commas between them",
    };
    let (mut titles, mut place) = (vec![], [None; COLUMNS.len()]);
    for (i, title) in header.cells().enumerate() {
        let shown: String = title.chars().take(40).collect();
        let column = COLUMNS.iter().position(|column| *column == title).ok_or_else(|| wrong(format!("unknown column \"{shown}\"")))?;
        if place[column].replace(i).is_some() {
            return Err(wrong(format!("column \"{title}\" is there twice")));
        }
        titles.push(COLUMNS[column]);
    }
    match place[..REQUIRED].iter().position(Option::is_none) {
        Some(missing) => Err(wrong(format!("column \"{}\" is missing", COLUMNS[missing]))),
        None => Ok((titles, place)),
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn reads_records_of_the_source() {
        let text = "user,item,region,time\nu1,a,Nice,30\nu2,b,1,10\n# none\nu1,\"a\",Caen,20.5\n";
        let (requests, videos) = read("f.csv", text.as_bytes(), &["Caen", "Nice"]).unwrap();
        let names: Vec<_> = videos.iter().collect();
        let plain: Vec<_> = requests.iter().map(|request| (request.arrival, request.video, request.region, request.session)).collect();
        assert_eq!((plain, names), (vec![(30.0, 0, 1, 0.0), (10.0, 1, 0, 0.0), (20.5, 0, 0, 0.0)], vec![(1, "a"), (2, "b")]));
    }

    #[test]
    fn says_what_is_wrong() {
        for (text, what) in [
            ("", "f.csv: no jobs: the file is empty"),
            ("time,item,region\n", "there is a header but no request below it"),
            ("time,item\n1,a\n", "line 1: column \"region\" is missing; allowed: a header of the columns time, item and region"),
            ("time,item,region,size\n", "line 1: unknown column \"size\""),
            ("time,item,region\n1,a,Paris\n", "line 2: region is \"Paris\"; allowed: the name of a region"),
            ("time,item,region\n1,a,3\n", "line 2: region is \"3\""),
            ("time,item,region\n-1,a,1\n", "line 2: time is \"-1\"; allowed: seconds, 0 to 1e12"),
            ("time,item,region,session\n1,a,1,0\n", "line 2: session is \"0\"; allowed: seconds, 0.001"),
            ("time,item,region\n1,,1\n", "line 2: item is \"\""),
        ] {
            let error = read("f.csv", text.as_bytes(), &["Caen", "Nice"]).unwrap_err().to_string();
            assert!(error.contains(what), "{text:?}: {error}");
        }
    }
}
