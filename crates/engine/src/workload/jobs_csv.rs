//! Jobs as comma-separated values: `id,arrival,size,estimate,weight,after`.

use super::check::{ESTIMATE, POSITIVE, Range, TIME};
use super::roll::Roll;
use super::table::{Cell, Form, Rows, Table};
use super::{Job, LeftOut, Workload, WorkloadError, read_task_jobs, titles};
use std::io;

const COLUMNS: [&str; 6] = ["id", "arrival", "size", "estimate", "weight", "after"];
/// The columns that may be titled as seconds.
const TIMES: [usize; 3] = [1, 2, 3];
/// The columns of jobs that do not wait for each other.
const INDEPENDENT: usize = 5;

/// Reads jobs from the text of a CSV file; `name` is what messages call it.
///
/// The header names the columns, in any order, by these or [other names](titles); `id` (default: the number of the row, from 1, of those
/// that are read), `estimate` (default: the size), `weight` (default: 1) and `after` (the ids of the jobs that a job waits for, with
/// semicolons between them; default: none) may be missing. Lines that begin with `#` are comments. Rows need not be sorted. An id is a number or any other text; of jobs that arrive together, those that are
/// called by texts have the numbers, from 1, that no job has, in the order of the rows. Of [jobs with tasks](read_task_jobs) the size is
/// the work of all tasks. Arrivals and sizes are in one unit; where both titles end in `(s)`, in seconds. Other columns are not read, and
/// rows in which a number that is read is missing or below what it may be are left out.
///
/// # Errors
/// The first rows that are wrong, each with its line, value and what is allowed.
pub fn read_jobs(name: &str, bytes: &[u8]) -> Result<(Workload, LeftOut), WorkloadError> {
    if let Some((jobs, left_out)) = read_task_jobs(name, bytes)? {
        return Ok((jobs.whole(), left_out));
    }
    let table = Table::new(Rows::new(name, bytes, ',', "a CSV file of jobs")?, &FORM)?;
    let seconds = [1, 2].iter().all(|time| titles::of_seconds(table.titles[*time]).is_some());
    let mut jobs: Vec<Job> = vec![];
    let mut roll = Roll::of(name, table.place[0].is_some(), table.place[5].is_some())?;
    let left_out = table.each(&mut |row, [id, arrival, size, estimate, weight, after]| {
        let amount = |cell: Option<Cell<'_>>, range: Range, default: f64| {
            cell.map_or(Ok(default), |cell| cell.amount(range.allowed, |x| range.holds(x)))
        };
        let (arrival, size) = (amount(arrival, TIME, 0.0)?, amount(size, POSITIVE, 1.0)?);
        let (estimate, weight) = (amount(estimate, ESTIMATE, size)?, amount(weight, POSITIVE, 1.0)?);
        let id = roll.add(row.line, id.as_ref(), after.as_ref())?;
        jobs.push(Job { id, arrival, size, estimate, weight });
        Ok(())
    })?;
    if jobs.is_empty() {
        return Err(left_out.nothing(name, "expected one job a line below the header"));
    }
    let called = roll.finish(|position, number| jobs[position].id = number)?;
    let workload = Workload::trusted(jobs).called(called.ids.clone()).linked(called.after.clone());
    let workload = workload.map_err(|tangle| called.refuse(&tangle))?;
    Ok((if seconds { workload.in_seconds() } else { workload }, left_out))
}

const FORM: Form<6> = Form {
    fields: COLUMNS,
    required: &[1, 2],
    columns: "arrival, size and may name id, estimate, weight, after; also known are names such as job, submit, runtime, req_time",
    known: |title| {
        let bare = titles::of_seconds(title);
        let (column, rank) = titles::known(bare.unwrap_or(title))?;
        let field = COLUMNS.iter().position(|known| *known == column)?;
        (bare.is_none() || TIMES.contains(&field)).then_some((field, rank))
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

    #[test]
    fn what_is_no_job_is_left_out_and_counted() {
        let text = "id,submit,arrival,queue,size,weight,estimate\na,9,0,x,5,1,5\nb,9,1,x,,1,5\nc,9,1,x,NaN,1,5\nd,9,-1,x,2,1,5\n\
                    e,9,1,x,0,1,5\nf,9,1,x,1,0,5\ng,9,1,x,1,1,-2\n";
        let (jobs, left_out) = read_jobs("f.csv", text.as_bytes()).unwrap();
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
        read_jobs("f.csv", text.as_bytes()).unwrap().0
    }

    fn fails(text: &str) -> String {
        read_jobs("f.csv", text.as_bytes()).unwrap_err().to_string()
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
        assert_eq!(read_jobs("f.csv", b"id (s),arrival,size\n7,1,2\n").unwrap().1.unread(), ["id (s)"]);
    }

    #[test]
    fn reads_what_it_writes() {
        let text = "# two jobs\nid,size,arrival,weight,estimate\n7,0.1,3e0,2,0\n\n5,1e-9,0,1,4\n";
        let w = reads(text);
        assert_eq!(w.jobs()[0], Job { id: 5, arrival: 0.0, size: 1e-9, estimate: 4.0, weight: 1.0 });
        let mut out = vec![];
        write_jobs(&w, &mut out).unwrap();
        assert!(String::from_utf8_lossy(&out).starts_with("id,arrival,size,estimate,weight\n7,3"));
        assert_eq!(read_jobs("g.csv", &out).unwrap().0, w);
    }

    #[test]
    fn names_may_hold_commas_and_line_breaks() {
        let text = "id,arrival,size\r\n\"a, b\",0,1\r\n # \"no, \"name\n\"two\nlines\" ,1,1\n\"and, \r\n\n more\",2,1\n\"open,3,1\n";
        let w = reads(text);
        let names: Vec<_> = w.jobs().iter().map(|job| w.ids().of(job.id).into_owned()).collect();
        assert_eq!(names, ["a, b", "two\nlines", "and, \r\n\n more", "open"]);
        let mut out = vec![];
        write_jobs(&w, &mut out).unwrap();
        assert_eq!(read_jobs("g.csv", &out).unwrap().0, w);
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
        assert_eq!(read_jobs("g.csv", b"after,id,arrival,size\n\" 7 ; 5 \",6,0,1\n,7,0,1\n7,5,3,1\n").unwrap().0.after(), w.after());
        assert_eq!(w.clone().cut(Portion::first(2)).unwrap().0.after(), &BTreeMap::from([(5, vec![7])]));
        assert!(read_jobs("f.csv", b"id,arrival,size,after\n1,0,1,\n").unwrap().0.after().is_empty());
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
        assert_eq!(read_jobs("g.csv", &out).unwrap().0, w);
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
        assert!(fails("1,2,3\n").contains("column \"arrival\" is missing (there is 1, 2, 3)"));
        assert!(fails("id,size,size,arrival\n").contains("twice"));
        assert!(fails("id;arrival;size\n1;0;2\n").contains("line 1: columns are separated by semicolons, not by commas"));
        assert!(fails("id\tarrival\tsize\n").contains("separated by tabs, not by commas"));
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
        let binary = read_jobs("f.csv", b"id,arrival,size\n1,\xff\xfe,3\n").unwrap_err().to_string();
        assert!(binary.contains("line 2: not text"), "{binary}");
        let parquet = read_jobs("f.parquet", b"PAR1\x15\x00").unwrap_err().to_string();
        assert_eq!(parquet, "f.parquet: a Parquet file, which the command line reads; expected a CSV file of jobs");
    }
}
