//! Jobs as comma-separated values: `id,arrival,size,estimate,weight,after`.

use super::check::{ESTIMATE, POSITIVE, Range, TIME};
use super::roll::{Roll, shorten};
use super::table::{Cell, Rows, TableRow};
use super::{Job, Workload, WorkloadError, read_task_jobs, titles};
use std::io;

const COLUMNS: [&str; 6] = ["id", "arrival", "size", "estimate", "weight", "after"];
const REQUIRED: usize = 3;
/// The columns that may be titled as seconds.
const TIMES: [usize; 3] = [1, 2, 3];
/// The columns of jobs that do not wait for each other.
const INDEPENDENT: usize = 5;

/// Reads jobs from the text of a CSV file; `name` is what messages call it.
///
/// The header names the columns, in any order, by these or [other names](titles); `estimate` (default: the size), `weight` (default: 1)
/// and `after` (the ids of the jobs that a job waits for, with semicolons between them; default: none) may be missing. Lines that begin
/// with `#` are comments. Rows need not be sorted. An id is a number or any other text; of jobs that arrive together, those that are
/// called by texts have the numbers, from 1, that no job has, in the order of the rows. Of [jobs with tasks](read_task_jobs) the size is
/// the work of all tasks. Arrivals and sizes are in one unit; where both titles end in `(s)`, in seconds.
///
/// # Errors
/// The first rows that are wrong, each with its line, value and what is allowed.
pub fn read_jobs(name: &str, bytes: &[u8]) -> Result<Workload, WorkloadError> {
    if let Some(jobs) = read_task_jobs(name, bytes)? {
        return Ok(jobs.whole());
    }
    let empty = |why: &str| WorkloadError::Empty { file: name.to_owned(), why: why.to_owned() };
    let mut rows = Rows::new(name, bytes, ',', "a CSV file of jobs")?;
    let header =
        rows.next().ok_or_else(|| empty("the file is empty; expected the header id,arrival,size,estimate,weight and one job a line"))?;
    let Columns { titles, place, seconds } = columns(name, header)?;
    let mut jobs: Vec<Job> = vec![];
    let mut roll = Roll::new(name);
    rows.each(&mut |row| {
        let cells: [Cell; COLUMNS.len()] = row.named(&titles)?;
        let cell = |column: usize| place[column].map(|i| &cells[i]);
        let arrival = cell(1).map_or(Ok(0.0), |cell| number(cell, TIME))?;
        let size = cell(2).map_or(Ok(1.0), |cell| number(cell, POSITIVE))?;
        let estimate = cell(3).map_or(Ok(size), |cell| number(cell, ESTIMATE))?;
        let weight = cell(4).map_or(Ok(1.0), |cell| number(cell, POSITIVE))?;
        let id = roll.add(row.line, &cells[place[0].unwrap_or(0)], cell(5))?;
        jobs.push(Job { id, arrival, size, estimate, weight });
        Ok(())
    })?;
    if jobs.is_empty() {
        return Err(empty("there is a header but no job below it"));
    }
    let called = roll.finish(|position, number| jobs[position].id = number)?;
    let workload = Workload::trusted(jobs).called(called.ids.clone()).linked(called.after.clone());
    let workload = workload.map_err(|tangle| called.refuse(&tangle))?;
    Ok(if seconds { workload.in_seconds() } else { workload })
}

/// What the header says.
struct Columns {
    /// The columns in the order of the file.
    titles: Vec<&'static str>,
    /// Where each of [`COLUMNS`] is.
    place: [Option<usize>; COLUMNS.len()],
    /// Whether arrivals and sizes are titled as seconds.
    seconds: bool,
}

fn columns(name: &str, header: TableRow) -> Result<Columns, WorkloadError> {
    let columns = "id, arrival, size and may name estimate, weight, after; also known are names such as job, submit, runtime, req_time";
    let wrong = |found: String| WorkloadError::Header { file: name.to_owned(), line: header.line, found, columns };
    if let Some((_, separators)) = [(";", "semicolons"), ("\t", "tabs")]
        .into_iter()
        .find(|(separator, _)| header.cells().count() == 1 && header.cells().any(|title| title.contains(separator)))
    {
        return Err(wrong(format!("columns are separated by {separators}, not by commas")));
    }
    let mut titles = vec![];
    let (mut place, mut seconds) = ([None; COLUMNS.len()], [false; COLUMNS.len()]);
    for (i, title) in header.cells().enumerate() {
        let bare = titles::of_seconds(title);
        let known = titles::column(bare.unwrap_or(title)).and_then(|known| COLUMNS.iter().position(|column| *column == known));
        let known = known.filter(|column| bare.is_none() || TIMES.contains(column));
        let column = known.ok_or_else(|| wrong(format!("unknown column \"{}\"", shorten(title))))?;
        if place[column].replace(i).is_some() {
            let other = if title == COLUMNS[column] { String::new() } else { format!(", the second time as \"{}\"", shorten(title)) };
            return Err(wrong(format!("column \"{}\" is there twice{other}", COLUMNS[column])));
        }
        seconds[column] = bare.is_some();
        titles.push(COLUMNS[column]);
    }
    match place[..REQUIRED].iter().position(Option::is_none) {
        Some(missing) => Err(wrong(format!("column \"{}\" is missing", COLUMNS[missing]))),
        None => Ok(Columns { titles, place, seconds: seconds[1] && seconds[2] }),
    }
}

fn number(cell: &Cell, range: Range) -> Result<f64, WorkloadError> {
    cell.number(range.allowed, |x| range.holds(x))
}

/// Writes jobs in the order in which they were given, with the column `after` if some wait for others, and numbers in the
/// shortest form that reads back to the same bits. Columns in seconds are titled so.
///
/// # Errors
/// If `out` cannot be written to.
pub fn write_jobs(workload: &Workload, out: impl io::Write) -> io::Result<()> {
    let mut csv = csv::WriterBuilder::new().has_headers(false).from_writer(out);
    let linked = !workload.after().is_empty();
    let title = |column: usize| {
        let seconds = workload.is_in_seconds() && TIMES.contains(&column);
        format!("{}{}", COLUMNS[column], if seconds { " (s)" } else { "" })
    };
    csv.write_record((0..if linked { COLUMNS.len() } else { INDEPENDENT }).map(title))?;
    for position in workload.given_order() {
        let job = workload.jobs()[position];
        let waits = || workload.after().get(&job.id).into_iter().flatten().map(|id| workload.ids().of(*id)).collect::<Vec<_>>();
        let Job { id, arrival, size, estimate, weight } = job;
        csv.serialize((workload.ids().of(id), arrival, size, estimate, weight, linked.then(|| waits().join(";")).as_slice()))?;
    }
    csv.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::Portion;
    use std::collections::BTreeMap;

    fn fails(text: &str) -> String {
        read_jobs("f.csv", text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn a_table_may_say_that_it_is_in_seconds() {
        let read = |header: &str| read_jobs("f.csv", format!("{header}\n7,1,2\n").as_bytes());
        let seconds = read("id,arrival (s),runtime [seconds]").unwrap();
        assert!(seconds.is_in_seconds());
        let mut out = vec![];
        write_jobs(&seconds, &mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "id,arrival (s),size (s),estimate (s),weight\n7,1.0,2.0,2.0,1.0\n");
        assert!(!read("id,arrival,size").unwrap().is_in_seconds() && !read("id,arrival (s),size").unwrap().is_in_seconds());
        assert!(fails("id (s),arrival,size\n7,1,2\n").contains("unknown column \"id (s)\""));
    }

    #[test]
    fn reads_what_it_writes() {
        let text = "# two jobs\nid,size,arrival,weight,estimate\n7,0.1,3e0,2,0\n\n5,1e-9,0,1,4\n";
        let w = read_jobs("f.csv", text.as_bytes()).unwrap();
        assert_eq!(w.jobs()[0], Job { id: 5, arrival: 0.0, size: 1e-9, estimate: 4.0, weight: 1.0 });
        let mut out = vec![];
        write_jobs(&w, &mut out).unwrap();
        assert!(String::from_utf8_lossy(&out).starts_with("id,arrival,size,estimate,weight\n7,3"));
        assert_eq!(read_jobs("g.csv", &out).unwrap(), w);
    }

    #[test]
    fn names_may_hold_commas_and_line_breaks() {
        let text = "id,arrival,size\r\n\"a, b\",0,1\r\n # \"no, \"name\n\"two\nlines\" ,1,1\n\"and, \r\n\n more\",2,1\n\"open,3,1\n";
        let w = read_jobs("f.csv", text.as_bytes()).unwrap();
        let names: Vec<_> = w.jobs().iter().map(|job| w.ids().of(job.id).into_owned()).collect();
        assert_eq!(names, ["a, b", "two\nlines", "and, \r\n\n more", "open"]);
        let mut out = vec![];
        write_jobs(&w, &mut out).unwrap();
        assert_eq!(read_jobs("g.csv", &out).unwrap(), w);
        assert!(fails("id,arrival,size\n\"two\nlines\",0,1\nb,0,x\n").starts_with("f.csv, line 4: "));
    }

    #[test]
    fn jobs_can_wait_for_others() {
        let text = "id,arrival,size,estimate,weight,after\n7,0.0,1.0,1.0,1.0,\n5,3.0,1.0,1.0,1.0,7\n6,0.0,1.0,1.0,1.0,7;5\n";
        let w = read_jobs("f.csv", text.as_bytes()).unwrap();
        assert_eq!(w.after(), &BTreeMap::from([(5, vec![7]), (6, vec![7, 5])]));
        let mut out = vec![];
        write_jobs(&w, &mut out).unwrap();
        assert_eq!(String::from_utf8_lossy(&out), text);
        assert_eq!(read_jobs("g.csv", b"after,id,arrival,size\n\" 7 ; 5 \",6,0,1\n,7,0,1\n7,5,3,1\n").unwrap().after(), w.after());
        assert_eq!(w.clone().cut(Portion::first(2)).unwrap().0.after(), &BTreeMap::from([(5, vec![7])]));
        assert!(read_jobs("f.csv", b"id,arrival,size,after\n1,0,1,\n").unwrap().after().is_empty());
    }

    #[test]
    fn an_id_may_be_any_text() {
        let text = "id,arrival,size,after\nload,0,2,\n\"sort, then join\",0,1,load\n2,0,1,load;7\n7,1,1,\n-1,1,1,\n";
        let w = read_jobs("f.csv", text.as_bytes()).unwrap();
        let called: Vec<_> = w.jobs().iter().map(|job| (job.id, w.ids().of(job.id))).collect();
        let expected = [(1, "load"), (2, "2"), (3, "sort, then join"), (4, "-1"), (7, "7")];
        assert_eq!(called, expected.map(|(number, text)| (number, text.into())));
        assert_eq!(w.after(), &BTreeMap::from([(2, vec![1, 7]), (3, vec![1])]));
        let mut out = vec![];
        write_jobs(&w, &mut out).unwrap();
        assert!(
            String::from_utf8_lossy(&out).contains("\n\"sort, then join\",0.0,1.0,1.0,1.0,load\n"),
            "{}",
            String::from_utf8_lossy(&out)
        );
        assert_eq!(read_jobs("g.csv", &out).unwrap(), w);
        assert_eq!(w.clone().cut(Portion::first(3)).unwrap_err().told(w.ids()), "job 2 waits for job 7, which is not among the jobs");
        assert!(fails("id,arrival,size\na,0,1\nb,0,1\na,0,2\n").contains("line 4: id a is already used in line 2"));
        let circle = fails("id,arrival,size,after\na,0,1,b\nb,0,1,a\n");
        assert!(circle.starts_with("f.csv, line 2: jobs wait for each other in a circle: a waits for b, b waits for a;"), "{circle}");
    }

    #[test]
    fn says_which_jobs_cannot_wait() {
        for (rows, what) in [
            (
                "1,0,1,2\n2,0,1,x",
                "f.csv, line 3: job 2 waits for job x, which is not among the jobs; allowed: ids of other jobs in the file",
            ),
            ("1,0,1,\n2,0,1,1;", "f.csv, line 3: after is \"1;\"; allowed: "),
            (
                "1,0,1,\n2,0,1,1;9",
                "f.csv, line 3: job 2 waits for job 9, which is not among the jobs; allowed: ids of other jobs in the file",
            ),
            ("1,0,1,\n2,0,1,2", "f.csv, line 3: job 2 waits for itself; allowed: "),
            (
                "1,0,1,\n2,0,1,4\n3,0,1,2\n4,0,1,3",
                "f.csv, line 3: jobs wait for each other in a circle: 2 waits for 4, 4 waits for 3, 3 waits for 2; allowed: ",
            ),
        ] {
            let message = fails(&format!("id,arrival,size,after\n{rows}\n"));
            assert!(message.starts_with(what), "{message}");
        }
    }

    #[test]
    fn columns_have_defaults() {
        let w = read_jobs("f.csv", b"\xEF\xBB\xBFid,arrival,size\r\n1,0,2\r\n").unwrap();
        assert_eq!(w.jobs()[0], Job { id: 1, arrival: 0.0, size: 2.0, estimate: 2.0, weight: 1.0 });
    }

    #[test]
    fn columns_have_other_names() {
        let w = read_jobs("f.csv", b"job,Submit,runtime,req_time\n7,3,2,5\n").unwrap();
        assert_eq!(w.jobs()[0], Job { id: 7, arrival: 3.0, size: 2.0, estimate: 5.0, weight: 1.0 });
        let twice = fails("id,submit,size,duration\n");
        assert!(twice.contains("column \"size\" is there twice, the second time as \"duration\""), "{twice}");
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        let h = "id,arrival,size,estimate,weight\n";
        assert!(fails("").contains("the file is empty"));
        assert!(fails("# only this\n").contains("the file is empty"));
        assert!(fails(h).contains("no job below"));
        assert!(fails("id,arrival\n1,2\n").contains("line 1: column \"size\" is missing"));
        assert!(fails("1,2,3\n").contains("unknown column \"1\""));
        assert!(fails("id,size,size,arrival\n").contains("twice"));
        assert!(fails("id;arrival;size\n1;0;2\n").contains("line 1: columns are separated by semicolons, not by commas"));
        assert!(fails("id\tarrival\tsize\n").contains("separated by tabs, not by commas"));
        for (row, what) in [
            ("1,0,0,1,1", "size is \"0\""),
            ("1,0,-2,1,1", "size is \"-2\""),
            ("1,0,inf,1,1", "size is \"inf\""),
            ("1,0,NaN,1,1", "size is \"NaN\""),
            ("1,0,1e400,1,1", "size is \"1e400\""),
            ("1,-1,1,1,1", "arrival is \"-1\""),
            ("1,1e-310,1,1,1", "arrival is \"1e-310\""),
            ("1,0,1,-0.5,1", "estimate is \"-0.5\""),
            ("1,0,1,nan,1", "estimate is \"nan\""),
            ("1,0,1,1,0", "weight is \"0\""),
            ("1,0,1,1,inf", "weight is \"inf\""),
            (",0,1,1,1", "id is \"\""),
            ("a\"b,0,1,1,1", "id is \"a\"b\""),
            ("1,0,,1,1", "size is \"\""),
        ] {
            let message = fails(&format!("{h}9,0,1,1,1\n{row}\n"));
            assert!(message.contains("f.csv, line 3") && message.contains(what) && message.contains("allowed: "), "{message}");
        }
        assert!(fails(&format!("{h}1,0,1\n")).contains("line 2: 3 columns; expected 5"));
        assert!(fails(&format!("{h}1,0,1,1,1\n#\n1,2,1,1,1\n")).contains("line 4: id 1 is already used in line 2"));
        let rows: Vec<String> = (1..=8).map(|id| format!("{id},0,-{id},1,1\n")).collect();
        let several = fails(&format!("{h}{}9,0,1,1,1\n10,x,1,1,1\n", rows.concat()));
        let lines: Vec<&str> = several.lines().collect();
        assert!(lines[0].starts_with("f.csv, line 2: size is \"-1\"") && lines[4].starts_with("line 6: size is \"-5\""), "{several}");
        assert_eq!((lines.len(), lines[5]), (6, "and 4 more"), "{several}");
        let binary = read_jobs("f.csv", b"id,arrival,size\n1,\xff\xfe,3\n").unwrap_err().to_string();
        assert!(binary.contains("line 2: not text"), "{binary}");
        let parquet = read_jobs("f.parquet", b"PAR1\x15\x00").unwrap_err().to_string();
        assert_eq!(parquet, "f.parquet: a Parquet file, which the command line reads; expected a CSV file of jobs");
    }
}
