//! Traces in the Standard Workload Format of the Parallel Workloads Archive (Chapin et al., JSSPP 1999).

use super::job::in_order_of_arrival;
use super::table::{Fault, Rows};
use super::{BatchWorkload, Cut, Job, LeftOut, Portion, Task, TaskJob, TaskWorkload, Workload, WorkloadError, mapreduce};
use std::collections::BTreeMap;

/// A log of a parallel machine: rigid jobs, each with a number of processors and a run time.
#[derive(Clone, Debug, PartialEq)]
pub struct ParallelTrace {
    jobs: Vec<Rigid>,
    /// Processors of the machine: what the header says (`MaxProcs`), or else the most that a job has.
    pub processors: u32,
}

/// A job that needs all its processors for all its time.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Rigid {
    id: u64,
    submit: f64,
    /// Seconds it ran.
    run: f64,
    processors: u32,
    /// Seconds its user asked for; those it ran if that is not known.
    requested: f64,
}

/// Number of columns of the format.
const COLUMNS: usize = 18;

/// Those that are read, by their places from 0.
const READ: [(usize, &str); 7] =
    [(0, "job"), (1, "submit"), (3, "run time"), (4, "processors"), (7, "requested processors"), (8, "requested time"), (10, "status")];

/// Statuses of rows about a part of a job that was interrupted; the row of the whole job stands before them.
const PARTIAL: std::ops::RangeInclusive<f64> = 2.0..=4.0;

/// Reads a trace in the Standard Workload Format: comments begin with `;`, rows have 18 numbers separated by blanks, and
/// −1 stands for what is not known. Of the columns these count: job number (1), submit time (2), run time (4), processors
/// that were allocated (5) or, if unknown, requested (8), requested time (9), status (11). `name` is what messages call the
/// file. Left out are jobs that did not run, whose time or processors are unknown, and rows about a part of a job that another row
/// sums up.
///
/// # Errors
/// The first rows that are wrong, each with its line, value and what is allowed.
pub fn read_swf(name: &str, bytes: &[u8]) -> Result<(ParallelTrace, LeftOut), WorkloadError> {
    let text = plain_comments(bytes);
    let mut trace = ParallelTrace { jobs: vec![], processors: 0 };
    let mut lines: BTreeMap<u64, u64> = BTreeMap::new();
    let mut widest = COLUMNS;
    let mut left_out = Rows::new(name, &text, ' ', "a trace in the Standard Workload Format")?.with_comments(";").each(&mut |row| {
        let mut cells = READ.map(|_| None);
        let mut found = 0;
        for (place, cell) in row.words([""]).enumerate() {
            if let Some(read) = READ.iter().position(|(read, _)| *read == place) {
                cells[read] = Some(cell.called(READ[read].1));
            }
            found += 1;
        }
        if found < COLUMNS {
            return Err(row.columns(found, "18, as the Standard Workload Format has (job, submit, wait, run time, …)").into());
        }
        widest = widest.max(found);
        let mut values = READ.map(|_| -1.0);
        for (value, cell) in values.iter_mut().zip(cells.iter().flatten()) {
            *value = cell.number("a number from 0 to 1e12, or -1 where it is not known", |x| (-1e12..=1e12).contains(&x))?;
        }
        let [id, submit, run, allocated, asked, requested, status] = values;
        if id < 0.0 || id.fract() != 0.0 {
            return Err(row.value("job", id, "a whole number, 0 or more").into());
        }
        for (name, seconds) in [("submit", submit), ("run time", run), ("requested time", requested)] {
            if seconds > 0.0 && seconds < 1e-6 {
                return Err(row.value(name, seconds, "0, or seconds from 1e-6 to 1e12").into());
            }
        }
        let processors = if allocated > 0.0 { allocated } else { asked };
        if processors > f64::from(MOST_PROCESSORS) {
            return Err(row.value("processors", processors, "up to 1000000").into());
        }
        let unusable = [
            (PARTIAL.contains(&status), "about a part of a job that another row sums up"),
            (submit < 0.0, "with an unknown or negative submit time"),
            (run <= 0.0, "of jobs that did not run, or for an unknown time"),
            (processors < 1.0, "with an unknown number of processors"),
        ];
        if let Some((_, why)) = unusable.into_iter().find(|(unusable, _)| *unusable) {
            return Err(Fault::no_job(why));
        }
        let (id, line) = (id as u64, row.line);
        if let Some(first) = lines.insert(id, line) {
            return Err(WorkloadError::DuplicateId { file: name.to_owned(), line, id: id.to_string(), first }.into());
        }
        let requested = if requested > 0.0 { requested } else { run };
        trace.jobs.push(Rigid { id, submit, run, processors: processors as u32, requested });
        Ok(())
    })?;
    if trace.jobs.is_empty() {
        return Err(left_out.nothing(name, "expected one job a line, 18 columns, with a run time and processors"));
    }
    left_out.beyond(COLUMNS, widest);
    let most = trace.jobs.iter().map(|job| job.processors).max().unwrap_or(1);
    trace.processors = machine(&text).unwrap_or(most).max(most);
    Ok((trace, left_out))
}

/// Most processors of a job.
const MOST_PROCESSORS: u32 = 1_000_000;

/// The text with all bytes of comments that are not ASCII replaced: names of people and places in them may be in any
/// encoding.
fn plain_comments(bytes: &[u8]) -> Vec<u8> {
    let mut text = bytes.to_vec();
    for line in text.split_mut(|byte| *byte == b'\n') {
        if line.trim_ascii_start().starts_with(b";") {
            line.iter_mut().filter(|byte| !byte.is_ascii()).for_each(|byte| *byte = b'?');
        }
    }
    text
}

/// The number of processors that the header gives.
fn machine(text: &[u8]) -> Option<u32> {
    let text = std::str::from_utf8(text).ok()?;
    let comments = text.lines().map(str::trim_start).filter_map(|line| line.strip_prefix(';'));
    let value = |line: &str| Some(line.trim_start().strip_prefix("MaxProcs:")?.split_whitespace().next()?.parse::<u32>().ok());
    comments.filter_map(value).flatten().find(|processors| *processors > 0)
}

impl ParallelTrace {
    /// Keeps these jobs of the file.
    pub fn cut(&mut self, portion: Portion) -> Option<Cut> {
        portion.cut(&mut self.jobs, |job| &mut job.submit)
    }

    /// When each job is submitted, and how many processors it needs.
    pub fn widths(&self) -> impl Iterator<Item = (f64, usize)> + '_ {
        self.jobs.iter().map(|job| (job.submit, job.processors as usize))
    }

    /// Number of tasks, where a job has one for each processor.
    pub fn tasks_in_all(&self) -> u64 {
        self.jobs.iter().map(|job| u64::from(job.processors)).sum()
    }

    /// Number of jobs.
    pub fn len(&self) -> usize {
        self.jobs.len()
    }

    /// Whether there is no job.
    pub fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    /// The trace on one server that is as fast as the whole machine: a job's size is its run time × its processors ÷ the
    /// machine's, in seconds, and its estimate the same of the time that its user asked for.
    pub fn workload(&self) -> Workload {
        let job = |job: &Rigid| {
            let part = f64::from(job.processors) / f64::from(self.processors);
            Job { id: job.id, arrival: job.submit, size: job.run * part, estimate: job.requested * part, weight: 1.0 }
        };
        Workload::trusted(self.jobs.iter().map(job).collect())
    }

    /// The trace on a cluster: a map of the job's run time for each of its processors, and no reduces. They need not run
    /// side by side. Noisy estimators err by as much as the user did.
    pub fn tasks(&self) -> TaskWorkload {
        let job = |job: &Rigid| {
            let maps = vec![Task::of(job.run); job.processors as usize];
            let (bin, error) = (Some(mapreduce::class(maps.len())), job.requested / job.run);
            TaskJob { bin, error, tasks: [maps, vec![]], ..TaskJob::new(job.id, job.submit, &[], &[]) }
        };
        TaskWorkload::trusted(self.jobs.iter().map(job).collect())
    }

    /// The trace in a datacenter: a task of the job's run time for each of its processors; each is believed to take as
    /// long as the user asked for.
    pub fn batches(&self) -> BatchWorkload {
        let order = in_order_of_arrival(&self.jobs.iter().map(|job| (job.submit, job.id)).collect::<Vec<_>>());
        let jobs = || order.iter().map(|position| &self.jobs[*position as usize]);
        let mut workload = BatchWorkload::default();
        for job in jobs() {
            workload.append(job.id, job.submit, [&vec![job.run; job.processors as usize], &[]]);
        }
        let mut requested = jobs().map(|job| job.requested);
        workload.revise(|job| job.estimate = requested.next().unwrap_or(job.estimate));
        workload
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXAMPLE: &str = include_str!("../../../../assets/traces/example.swf");

    fn row(job: &str, submit: &str, run: &str, processors: &str, asked: &str, requested: &str, status: &str) -> String {
        format!("{job} {submit} 0 {run} {processors} -1 -1 {asked} {requested} -1 {status} 1 1 1 1 -1 -1 -1\n")
    }

    #[test]
    fn the_example_in_every_world() {
        let (trace, left_out) = read_swf("example.swf", EXAMPLE.as_bytes()).unwrap();
        assert_eq!((trace.len(), left_out.count(), trace.processors), (6, 2, 64));
        let server = trace.workload();
        assert_eq!(server.jobs()[2], Job { id: 3, arrival: 120.0, size: 225.0, estimate: 10_800.0, weight: 1.0 });
        // The requested time is unknown: the estimate is the size.
        assert_eq!(server.jobs()[4], Job { id: 6, arrival: 1200.0, size: 7.5, estimate: 7.5, weight: 1.0 });
        let cluster = trace.tasks();
        assert_eq!((cluster.jobs()[3].tasks[0].len(), cluster.jobs()[3].error, cluster.jobs()[3].tasks[1].len()), (8, 1.0 / 3.0, 0));
        let datacenter = trace.batches();
        let job = datacenter.jobs()[3];
        assert_eq!((job.tasks(), job.mean, job.estimate, datacenter.tasks()), (8, 1800.0, 600.0, 125));
    }

    #[test]
    fn partial_rows_are_left_out_and_processors_may_be_those_requested() {
        let text =
            [row("1", "5", "10", "-1", "3", "-1", "1"), row("1", "5", "4", "3", "3", "-1", "2"), row("2", "0", "1", "2", "2", "9", "1")];
        let (trace, left_out) = read_swf("t.swf", text.concat().as_bytes()).unwrap();
        assert_eq!((trace.len(), left_out.count(), trace.processors), (2, 1, 3));
        assert_eq!(trace.workload().jobs().iter().map(|job| job.id).collect::<Vec<_>>(), [2, 1]);
    }

    #[test]
    fn headers_may_be_in_any_encoding() {
        let text = [b"; Installation: Universit\xe9\r\n;  MaxProcs: 100 \r\n".to_vec(), row("1", "0", "10", "5", "5", "-1", "1").into()];
        assert_eq!(read_swf("t.swf", &text.concat()).unwrap().0.processors, 100);
    }

    #[test]
    fn what_nobody_reads_may_be_anything() {
        // Memory and user, columns beyond the last, and a run time below 0.
        let text = "1 0 71 600 12 1 91268055040000 12 1200 x 1 ada 1 1 1 1 -1 -1 {1129,1129} q_1w\n\
                    2 40 0 -1359980917 1 1 1024 1 3600 1024 0 1 1 1 -1 1 1 1\n3 -5 0 7 1 1 1 1 9 1 1 1 1 1 -1 1 1 1\n";
        let (trace, left_out) = read_swf("t.swf", text.as_bytes()).unwrap();
        assert_eq!((trace.len(), trace.jobs[0].run, trace.jobs[0].requested), (1, 600.0, 1200.0));
        assert_eq!(left_out.unread(), ["19", "20"]);
        let lines: Vec<_> = left_out.reasons().iter().map(|skip| (skip.count, skip.lines[0])).collect();
        assert_eq!(lines, [(1, 2), (1, 3)]);
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        let good = row("1", "0", "10", "2", "2", "-1", "1");
        let fails = |text: &str| read_swf("t.swf", text.as_bytes()).unwrap_err().to_string();
        assert!(fails("; MaxProcs: 7\n").contains("no jobs: expected one job a line, 18 columns"));
        assert!(
            fails(&row("1", "0", "-1", "2", "2", "-1", "5"))
                .contains("no jobs: 1 row of jobs that did not run, or for an unknown time (line 1); expected")
        );
        assert!(fails(&format!("{good}1 2 3\n")).contains("line 2: 3 columns; expected 18"));
        assert!(fails(&good.replace("10", "ten")).contains("line 1: run time is \"ten\""));
        assert!(fails(&row("1", "0", "10", "1e7", "2", "-1", "1")).contains("processors is \"10000000\""));
        assert!(fails(&format!("{good}{good}")).contains("line 2: id 1 is already used in line 1"));
        assert!(fails(&row("1", "1e-310", "10", "2", "2", "-1", "1")).contains("submit is \"1e-310\""));
        assert!(fails(&row("1", "0", "1e-310", "2", "2", "-1", "1")).contains("run time is \"1e-310\""));
        assert!(fails(&row("1.5", "0", "10", "2", "2", "-1", "1")).contains("job is \"1.5\""));
    }
}
