//! Jobs as comma-separated values: `id,arrival,size,estimate,weight,after`.

use super::check::{ESTIMATE, POSITIVE, Range, TIME};
use super::roll::Roll;
use super::table::{Cell, Fault, Form, Rows, Table};
use super::{Columns, Job, LeftOut, Workload, WorkloadError, read_task_jobs, titles};
use std::io;

const COLUMNS: [&str; 8] = ["id", "arrival", "size", "estimate", "weight", "after", "start", "end"];
/// The columns that may be titled as seconds.
const TIMES: [usize; 3] = [1, 2, 3];
/// Where in these the jobs are that a job waits for; those before are of jobs that wait for none.
const AFTER: usize = 5;
/// Where in these is when a job was started and when it ended, as logs tell it.
const START: usize = 6;
const END: usize = 7;

/// Reads jobs from the text of a table; `name` is what messages call it, and `columns` says what columns are whose titles do not.
///
/// The header names the columns, in any order, by these or [other names](titles); `id` (default: the number of the row, from 1, of those
/// that are read), `estimate` (default: the size), `weight` (default: 1) and `after` (the ids of the jobs that a job waits for, with
/// semicolons between them; default: none) may be missing. Cells are separated by commas, semicolons, tabs or bars, whatever the header
/// has. Lines that begin with `#` are comments. Rows need not be sorted. An id is a number or any other text; of jobs that arrive
/// together, those that are called by texts have the numbers, from 1, that no job has, in the order of the rows. Of [jobs with
/// tasks](read_task_jobs) the size is the work of all tasks. Other columns are not read, and rows in which a number that is read is missing
/// or below what it may be are left out.
///
/// Arrivals and sizes are in one unit. Where titles or `columns` say units, as in `size (ms)`, all are in seconds. Arrivals may be dates,
/// and sizes and estimates durations such as `1-06:30:00`; time then begins with the first date. Where `columns` say `start` or `end`, a
/// size that no column has is the time between them, and an arrival that no column has is the start, or the end minus the size.
///
/// # Errors
/// The first rows that are wrong, each with its line, value and what is allowed.
pub fn read_jobs(name: &str, bytes: &[u8], columns: &Columns) -> Result<(Workload, LeftOut), WorkloadError> {
    if let Some((jobs, left_out)) = read_task_jobs(name, bytes, columns)? {
        return Ok((jobs.whole(), left_out));
    }
    let logged = [START, END].map(|field| columns.names(COLUMNS[field]));
    let required: &[usize] = match logged {
        [true, true] => &[],
        [false, false] => &[1, 2],
        _ => &[2],
    };
    let table = Table::new(Rows::of_table(name, bytes, columns, "a CSV file of jobs")?, &Form { required, ..FORM }, columns)?;
    let sized = table.place[2].is_some();
    let seconds = table.in_seconds(&[1, 2, START, END]);
    let mut jobs: Vec<Job> = vec![];
    let mut roll = Roll::of(name, table.place[0].is_some(), table.place[AFTER].is_some())?;
    let left_out = table.each(&mut |row, [id, arrival, size, estimate, weight, after, start, end]| {
        let amount = |cell: Option<Cell<'_>>, range: Range, default: f64| {
            cell.map_or(Ok(default), |cell| cell.amount(range.allowed, |x| range.holds(x)))
        };
        let [start, end] = [start, end].map(|cell| cell.map(|cell| cell.amount(TIME.allowed, |x| TIME.holds(x))).transpose());
        let (start, end) = (start?, end?);
        let size = match (start, end) {
            (Some(start), Some(end)) if !sized => {
                Some(end - start).filter(|size| POSITIVE.holds(*size)).ok_or_else(|| Fault::no_job(ENDS))?
            }
            _ => amount(size, POSITIVE, 1.0)?,
        };
        let default = start.or(end.map(|end| end - size)).unwrap_or(0.0);
        let arrival = amount(arrival, TIME, default)?;
        let (estimate, weight) = (amount(estimate, ESTIMATE, size)?, amount(weight, POSITIVE, 1.0)?);
        let id = roll.add(row.line, id.as_ref(), after.as_ref())?;
        jobs.push(Job { id, arrival, size, estimate, weight });
        Ok(())
    })?;
    if jobs.is_empty() {
        return Err(left_out.nothing(name, "expected one job a line below the header"));
    }
    // Of the first that end some may have begun before all that is known.
    let first = jobs.iter().map(|job| job.arrival).fold(0.0, f64::min);
    jobs.iter_mut().for_each(|job| job.arrival -= first);
    let called = roll.finish(|position, number| jobs[position].id = number)?;
    let workload = Workload::trusted(jobs).called(called.ids.clone()).linked(called.after.clone());
    let workload = workload.map_err(|tangle| called.refuse(&tangle))?;
    Ok((if seconds { workload.in_seconds() } else { workload }, left_out))
}

/// Why a row is no job.
const ENDS: &str = "whose end is no later than its start";

const FORM: Form<8> = Form {
    fields: COLUMNS,
    required: &[],
    instants: &[1, START, END],
    lengths: &[2, 3],
    columns: "arrival, size and may name id, estimate, weight, after; also known are names such as job, submit, runtime, req_time",
    known: |title| {
        let (column, rank) = titles::known(title)?;
        Some((COLUMNS.iter().position(|known| *known == column)?, rank))
    },
};

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
    csv.write_record((0..if linked { AFTER + 1 } else { AFTER }).map(title))?;
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

    #[test]
    fn what_is_no_job_is_left_out_and_counted() {
        let text = "id,submit,arrival,queue,size,weight,estimate\na,9,0,x,5,1,5\nb,9,1,x,,1,5\nc,9,1,x,NaN,1,5\nd,9,-1,x,2,1,5\n\
                    e,9,1,x,0,1,5\nf,9,1,x,1,0,5\ng,9,1,x,1,1,-2\n";
        let (jobs, left_out) = read_jobs("f.csv", text.as_bytes(), &Columns::default()).unwrap();
        assert_eq!((jobs.len(), jobs.jobs()[0].size), (1, 5.0));
        let told = [
            "left out: 2 rows without size (lines 3, 4)",
            "left out: 1 row with a negative arrival (line 5)",
            "left out: 1 row whose size is 0 (line 6)",
            "left out: 1 row whose weight is 0 (line 7)",
            "left out: 1 row with a negative estimate (line 8)",
            "not read: the columns submit, queue",
        ];
        assert_eq!(left_out.told(), told);
        assert!(fails("id,arrival,size\n1,0,-1\n").contains("no jobs: 1 row with a negative size (line 2); expected one job a line"));
    }

    /// The arrival, size and estimate of each job, whether they are in seconds, and what was left out.
    type Said = (Vec<(f64, f64, f64)>, bool, Vec<String>);

    fn said(columns: &str, text: &str) -> Result<Said, String> {
        let columns = if columns.is_empty() { Columns::default() } else { Columns::read(columns).unwrap() };
        let (jobs, left_out) = read_jobs("f.csv", text.as_bytes(), &columns).map_err(|error| error.to_string())?;
        let times = jobs.jobs().iter().map(|job| (job.arrival, job.size, job.estimate)).collect();
        Ok((times, jobs.is_in_seconds(), left_out.told()))
    }

    #[test]
    fn columns_may_be_said() {
        let azure = "TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:17:03.9799600,4808,10\n2023-11-16 18:17:04.0319600,3180,8\n";
        let (times, seconds, told) = said("arrival=TIMESTAMP,size=GeneratedTokens:4/s", azure).unwrap();
        assert_eq!((times, seconds), (vec![(0.0, 2.5, 2.5), (0.052, 2.0, 2.0)], true));
        assert_eq!(told, ["not read: the column ContextTokens"]);
        // What is not said is known by its title, unless it is said that there is none.
        let text = "submit,runtime,estimate\n1,2,9\n";
        assert_eq!(said("weight=runtime,size=runtime", text).unwrap().0, [(1.0, 2.0, 9.0)]);
        assert_eq!(said("estimate=", text).unwrap(), (vec![(1.0, 2.0, 2.0)], false, vec!["not read: the column estimate".to_owned()]));
        for (columns, what) in [
            (
                "size=Tokens",
                "f.csv, columns: size is to be \"Tokens\", which is not there (there is submit, runtime, estimate); allowed: a title",
            ),
            ("speed=runtime", "f.csv, columns: no column that is read is called speed; allowed: arrival, size and may name id"),
            ("weight=estimate:ms", "f.csv, columns: weight has a unit; allowed: units of times"),
            ("size=", "line 1: column \"size\" is missing (there is runtime; --columns says which it is, as in size=runtime)"),
        ] {
            let error = said(columns, text).unwrap_err();
            assert!(error.contains(what), "{error}");
        }
    }

    #[test]
    fn tables_need_no_titles() {
        assert_eq!(said("arrival=#1,size=#3:ms", "0;x;500\n1,5;y;250\n").unwrap().0, [(0.0, 0.5, 0.5), (1.5, 0.25, 0.25)]);
        assert_eq!(said("size=2", "arrival,2\n0,5\n").unwrap().0, [(0.0, 5.0, 5.0)]);
        let none = said("arrival=#1,size=#4", "0;x;500\n").unwrap_err();
        assert!(none.contains("size is to be \"#4\", which is not there (3 columns, without titles)"), "{none}");
    }

    #[test]
    fn separators_are_found() {
        let sacct = "JobID|Submit|Elapsed|Timelimit|State\n7|2026-05-03T10:00:00|1-00:00:00|2-00:00:00|COMPLETED\n\
                     8|2026-05-03T09:59:30|00:10:05|UNLIMITED|COMPLETED\n9|2026-05-03T10:00:30|30:05|01:00:00|FAILED\n";
        let (times, seconds, told) = said("", sacct).unwrap();
        assert_eq!((times, seconds), (vec![(30.0, 86_400.0, 172_800.0), (60.0, 1805.0, 3600.0)], true));
        assert_eq!(told, ["left out: 1 row without estimate (line 3)", "not read: the column State"]);
        // The instants begin with the first of all rows, also of those that are left out for something else.
        for text in ["arrival;size\n0;1,5\n", "arrival\tsize\n0\t1.5\n", "sep=;\r\narrival;size\r\n0;1,5\r\n"] {
            assert_eq!(said("", text).unwrap().0, [(0.0, 1.5, 1.5)], "{text}");
        }
        assert_eq!(said("size=#2", "\"arrival\"|\"size, all\"\n0|1.5\n").unwrap().0, [(0.0, 1.5, 1.5)]);
    }

    #[test]
    fn logs_say_when_jobs_start_and_end() {
        let text = "created,started,deleted\n5,10,30\n0,7,7\n8,9,10\n";
        let (times, _, told) = said("arrival=created,start=started,end=deleted", text).unwrap();
        assert_eq!(times, [(5.0, 20.0, 20.0), (8.0, 1.0, 1.0)]);
        assert_eq!(told, ["left out: 1 row whose end is no later than its start (line 3)"]);
        assert_eq!(said("start=started,end=deleted,arrival=", text).unwrap().0[0].0, 9.0);
        // The first to end began before it, by its size.
        let functions = "app,end_timestamp,duration\na,0.5,2\nb,3,1\n";
        assert_eq!(said("end=end_timestamp,size=duration,id=,arrival=", functions).unwrap().0, [(0.0, 2.0, 2.0), (3.5, 1.0, 1.0)]);
    }

    #[test]
    fn units_and_dates_are_those_of_titles_and_cells() {
        let (times, seconds, _) = said("", "submit (min),runtime [ms]\n0,500\n0.5,250\n").unwrap();
        assert_eq!((times, seconds), (vec![(0.0, 0.5, 0.5), (30.0, 0.25, 0.25)], true));
        let (times, seconds, _) = said("", "submit,duration_ms,runtime\n0,500,4\n").unwrap();
        assert_eq!((times, seconds), (vec![(0.0, 4.0, 4.0)], false));
        assert_eq!(said("size=duration_ms", "submit,duration_ms,runtime\n0,500,4\n").unwrap().0, [(0.0, 0.5, 0.5)]);
        // A name has no unit, however its title ends.
        assert_eq!(said("id=job s", "submit,runtime,job s\n0,4,a\n").unwrap().0, [(0.0, 4.0, 4.0)]);
        // Seconds from 1970 are dates, too.
        assert_eq!(said("", "arrival,size\n1700158624,1\n1700158623.5,1\n").unwrap().0, [(0.0, 1.0, 1.0), (0.5, 1.0, 1.0)]);
        let wrong = said("", "arrival,size\n2026-05-03,1\n7,1\n").unwrap_err();
        assert_eq!(wrong, "f.csv, line 3: arrival is \"7\"; allowed: a date, as others of the column are");
    }

    #[test]
    fn without_ids_jobs_are_numbered() {
        let jobs = reads("arrival,size\n0,1\n1,\n1,2\n");
        assert_eq!(jobs.jobs().iter().map(|job| (job.id, job.size)).collect::<Vec<_>>(), [(1, 1.0), (2, 2.0)]);
        assert!(fails("arrival,size,after\n0,1,\n").contains("a column \"after\", but none \"id\""));
    }

    #[test]
    fn cells_beyond_the_header_are_refused() {
        // A comma in a name that is not between quotation marks would shift what follows.
        assert!(fails("id,arrival,size\na, b,0,1\n").contains("line 2: 4 columns; expected 3, as the header has"));
        assert_eq!(reads("id,arrival,size\n1,0,2,,\n").len(), 1);
    }

    fn reads(text: &str) -> Workload {
        read_jobs("f.csv", text.as_bytes(), &Columns::default()).unwrap().0
    }

    fn fails(text: &str) -> String {
        read_jobs("f.csv", text.as_bytes(), &Columns::default()).unwrap_err().to_string()
    }

    #[test]
    fn a_table_may_say_that_it_is_in_seconds() {
        let read = |header: &str| reads(&format!("{header}\n7,1,2\n"));
        let seconds = read("id,arrival (s),runtime [seconds]");
        assert!(seconds.is_in_seconds());
        let mut out = vec![];
        write_jobs(&seconds, &mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "id,arrival (s),size (s),estimate (s),weight\n7,1.0,2.0,2.0,1.0\n");
        assert!(!read("id,arrival,size").is_in_seconds() && !read("id,arrival (s),size").is_in_seconds());
        assert_eq!(read_jobs("f.csv", b"id (s),arrival,size\n7,1,2\n", &Columns::default()).unwrap().1.unread(), ["id (s)"]);
    }

    #[test]
    fn reads_what_it_writes() {
        let text = "# two jobs\nid,size,arrival,weight,estimate\n7,0.1,3e0,2,0\n\n5,1e-9,0,1,4\n";
        let w = reads(text);
        assert_eq!(w.jobs()[0], Job { id: 5, arrival: 0.0, size: 1e-9, estimate: 4.0, weight: 1.0 });
        let mut out = vec![];
        write_jobs(&w, &mut out).unwrap();
        assert!(String::from_utf8_lossy(&out).starts_with("id,arrival,size,estimate,weight\n7,3"));
        assert_eq!(read_jobs("g.csv", &out, &Columns::default()).unwrap().0, w);
    }

    #[test]
    fn names_may_hold_commas_and_line_breaks() {
        let text = "id,arrival,size\r\n\"a, b\",0,1\r\n # \"no, \"name\n\"two\nlines\" ,1,1\n\"and, \r\n\n more\",2,1\n\"open,3,1\n";
        let w = reads(text);
        let names: Vec<_> = w.jobs().iter().map(|job| w.ids().of(job.id).into_owned()).collect();
        assert_eq!(names, ["a, b", "two\nlines", "and, \r\n\n more", "open"]);
        let mut out = vec![];
        write_jobs(&w, &mut out).unwrap();
        assert_eq!(read_jobs("g.csv", &out, &Columns::default()).unwrap().0, w);
        assert!(fails("id,arrival,size\n\"two\nlines\",0,1\nb,0,x\n").starts_with("f.csv, line 4: "));
    }

    #[test]
    fn jobs_can_wait_for_others() {
        let text = "id,arrival,size,estimate,weight,after\n7,0.0,1.0,1.0,1.0,\n5,3.0,1.0,1.0,1.0,7\n6,0.0,1.0,1.0,1.0,7;5\n";
        let w = reads(text);
        assert_eq!(w.after(), &BTreeMap::from([(5, vec![7]), (6, vec![7, 5])]));
        let mut out = vec![];
        write_jobs(&w, &mut out).unwrap();
        assert_eq!(String::from_utf8_lossy(&out), text);
        assert_eq!(
            read_jobs("g.csv", b"after,id,arrival,size\n\" 7 ; 5 \",6,0,1\n,7,0,1\n7,5,3,1\n", &Columns::default()).unwrap().0.after(),
            w.after()
        );
        assert_eq!(w.clone().cut(Portion::first(2)).unwrap().0.after(), &BTreeMap::from([(5, vec![7])]));
        assert!(read_jobs("f.csv", b"id,arrival,size,after\n1,0,1,\n", &Columns::default()).unwrap().0.after().is_empty());
    }

    #[test]
    fn an_id_may_be_any_text() {
        let text = "id,arrival,size,after\nload,0,2,\n\"sort, then join\",0,1,load\n2,0,1,load;7\n7,1,1,\n-1,1,1,\n";
        let w = reads(text);
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
        assert_eq!(read_jobs("g.csv", &out, &Columns::default()).unwrap().0, w);
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
        let w = reads("\u{feff}id,arrival,size\r\n1,0,2\r\n");
        assert_eq!(w.jobs()[0], Job { id: 1, arrival: 0.0, size: 2.0, estimate: 2.0, weight: 1.0 });
    }

    #[test]
    fn columns_have_other_names() {
        let w = reads("job,Submit,runtime,req_time\n7,3,2,5\n");
        assert_eq!(w.jobs()[0], Job { id: 7, arrival: 3.0, size: 2.0, estimate: 5.0, weight: 1.0 });
        assert!(fails("id,submit,size,Size\n").contains("column \"Size\" is there twice"));
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        let h = "id,arrival,size,estimate,weight\n";
        assert!(fails("").contains("the file is empty"));
        assert!(fails("# only this\n").contains("the file is empty"));
        assert!(fails(h).contains("expected one job a line below the header"));
        assert!(fails("id,arrival\n1,2\n").contains("line 1: column \"size\" is missing"));
        assert!(fails("1,2,3\n").contains("column \"arrival\" is missing (there is 1, 2, 3; --columns says which it is, as in arrival=1)"));
        assert!(fails("id,size,size,arrival\n").contains("twice"));
        for (row, what) in [
            ("1,0,inf,1,1", "size is \"inf\""),
            ("1,0,1e400,1,1", "size is \"1e400\""),
            ("1,0,ten,1,1", "size is \"ten\""),
            ("1,1e-310,1,1,1", "arrival is \"1e-310\""),
            ("1,0,1,1,inf", "weight is \"inf\""),
            (",0,1,1,1", "id is \"\""),
            ("a\"b,0,1,1,1", "id is \"a\"b\""),
        ] {
            let message = fails(&format!("{h}9,0,1,1,1\n{row}\n"));
            assert!(message.contains("f.csv, line 3") && message.contains(what) && message.contains("allowed: "), "{message}");
        }
        assert!(fails(&format!("{h}1,0,1\n")).contains("line 2: 3 columns; expected 5"));
        assert!(fails(&format!("{h}1,0,1,1,1\n#\n1,2,1,1,1\n")).contains("line 4: id 1 is already used in line 2"));
        let rows: Vec<String> = (1..=8).map(|id| format!("{id},0,{id} s,1,1\n")).collect();
        let several = fails(&format!("{h}{}9,0,1,1,1\n10,x,1,1,1\n", rows.concat()));
        let lines: Vec<&str> = several.lines().collect();
        assert!(lines[0].starts_with("f.csv, line 2: size is \"1 s\"") && lines[4].starts_with("line 6: size is \"5 s\""), "{several}");
        assert_eq!((lines.len(), lines[5]), (6, "and 4 more"), "{several}");
        let binary = read_jobs("f.csv", b"id,arrival,size\n1,\xff\xfe,3\n", &Columns::default()).unwrap_err().to_string();
        assert!(binary.contains("line 2: not text"), "{binary}");
        let parquet = read_jobs("f.parquet", b"PAR1\x15\x00", &Columns::default()).unwrap_err().to_string();
        assert_eq!(parquet, "f.parquet: a Parquet file, which the command line reads; expected a CSV file of jobs");
    }
}
