//! Traces in the format of the SWIM project (Chen et al., MASCOTS 2011).

use super::table::{Cell, Fault, Rows};
use super::{Cut, Job, LeftOut, Portion, Task, TaskJob, TaskWorkload, Workload, WorkloadError, check_load, mapreduce, mix};
use crate::sim::{NotAllowed, written};

/// A trace whose jobs are measured in bytes: how fast they are served is not known, but can be chosen to reach a load.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// Row number (from 0), submission in seconds, bytes of input, shuffle and output.
    jobs: Vec<(u64, f64, [f64; 3])>,
}

const COLUMNS: [&str; 6] = ["name", "submit", "gap", "input", "shuffle", "output"];

/// Reads a SWIM trace: tab-separated name, submission time in seconds, gap in seconds, input, shuffle and output bytes.
/// A job's size is the sum of its bytes; rows without any are left out. `name` is what messages call the file.
///
/// # Errors
/// The first rows that are wrong, each with its line, value and what is allowed.
pub fn read_swim(name: &str, bytes: &[u8]) -> Result<(Trace, LeftOut), WorkloadError> {
    let mut trace = Trace { jobs: vec![] };
    let (mut number, mut widest) = (0, COLUMNS.len());
    let mut left_out = Rows::new(name, bytes, '\t', "a SWIM trace (tab-separated text)")?.each(&mut |row| {
        let [_, submit, _, input, shuffle, output] = row.named(&COLUMNS)?;
        widest = widest.max(row.width());
        let id = number;
        number += 1;
        let submit = submit.amount("0, or seconds from 1e-9 to 1e30", |x| x == 0.0 || (1e-9..=1e30).contains(&x))?;
        // Whatever speed of service reaches a load, no size of a byte or more vanishes beside the largest.
        let bytes = |cell: Cell| cell.amount("0, or bytes from 1 to 1e30", |x| x == 0.0 || (1.0..=1e30).contains(&x));
        let bytes = [bytes(input)?, bytes(shuffle)?, bytes(output)?];
        if total(&bytes) == 0.0 {
            return Err(Fault::no_job("without bytes"));
        }
        trace.jobs.push((id, submit, bytes));
        Ok(())
    })?;
    if trace.jobs.is_empty() {
        return Err(left_out.nothing(name, "expected one job a line, tab-separated"));
    }
    left_out.beyond(COLUMNS.len(), widest);
    Ok((trace, left_out))
}

impl Trace {
    /// Keeps these jobs of the file.
    pub fn cut(&mut self, portion: Portion) -> Option<Cut> {
        portion.cut(&mut self.jobs, |(_, submit, _)| submit)
    }

    /// Number of jobs.
    pub fn len(&self) -> usize {
        self.jobs.len()
    }

    /// Whether there is no job.
    pub fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    /// Total bytes.
    pub fn bytes(&self) -> f64 {
        self.jobs.iter().map(|job| total(&job.2)).sum()
    }

    /// Speed of service, in bytes per second, at which the trace puts this load on the server: total bytes ÷
    /// (load · time from the first submission to the last). Where all are submitted at once no speed gives a load;
    /// then the one at which the mean size is a second.
    ///
    /// # Errors
    /// If `load` is not from 0.000001 to 1000000.
    pub fn speed(&self, load: f64) -> Result<f64, NotAllowed> {
        check_load(load)?;
        let submits = || self.jobs.iter().map(|job| job.1);
        let span = submits().fold(0.0, f64::max) - submits().fold(f64::INFINITY, f64::min);
        Ok(if span > 0.0 { self.bytes() / (load * span) } else { self.bytes() / self.jobs.len() as f64 })
    }

    /// The trace served at `speed` bytes per second: sizes in seconds, estimates equal to sizes, ids the row numbers.
    ///
    /// # Errors
    /// If `speed` is not from 1e-50 to 1e80.
    pub fn workload(&self, speed: f64) -> Result<Workload, NotAllowed> {
        NotAllowed::check("speed", written(speed), (1e-50..=1e80).contains(&speed), "bytes per second, 1e-50 to 1e80")?;
        let job = |(id, arrival, bytes): &(u64, f64, [f64; 3])| {
            let (id, arrival, size) = (*id, *arrival, total(bytes) / speed);
            Job { id, arrival, size, estimate: size, weight: 1.0 }
        };
        Ok(Workload::trusted(self.jobs.iter().map(job).collect()))
    }

    /// The trace as tasks: a map for each block of input, a reduce for each gigabyte of shuffle, all reading at the speed
    /// of a typical map, but no task faster than in a second: it has to start. A job without input has one map that only
    /// starts, one without shuffle no reduces. How fast a slot really is is not known, but
    /// [`TaskWorkload::with_speed_for`] can choose it, start included.
    pub fn tasks(&self) -> TaskWorkload {
        TaskWorkload::trusted(self.task_jobs().collect())
    }

    /// The jobs of [`tasks`](Self::tasks), one by one.
    pub fn task_jobs(&self) -> impl Iterator<Item = TaskJob> + '_ {
        let [map, _] = mix::typical();
        let rate = mix::BLOCK / map;
        let job = move |(id, arrival, [input, shuffle, output]): &(u64, f64, [f64; 3])| {
            let maps = mix::pieces((input / rate).max(START), map);
            let reduces = if *shuffle > 0.0 {
                let count = libm::ceil(shuffle / SHUFFLED).clamp(1.0, mix::MOST_TASKS);
                let seconds = ((shuffle + output) / rate / count).max(START);
                let part = mix::Assumptions::THESIS.shuffle;
                vec![Task { shuffle: part * seconds, work: (1.0 - part) * seconds }; count as usize]
            } else {
                vec![]
            };
            TaskJob { bin: Some(mapreduce::class(maps.len())), tasks: [maps, reduces], ..TaskJob::new(*id, *arrival, &[], &[]) }
        };
        self.jobs.iter().map(job)
    }
}

/// Bytes of shuffle that a reduce takes. A choice of this project.
const SHUFFLED: f64 = 1e9;

/// Least seconds of a task, however little it reads: about what starting it takes. A choice of this project.
const START: f64 = 1.0;

fn total([input, shuffle, output]: &[f64; 3]) -> f64 {
    input + shuffle + output
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_skips() {
        let (trace, left_out) = read_swim("t.tsv", b"a\t1\t1\t5\t3\t2\nb\t4\t3\t0\t0\t0\nc\t11\t7\t0\t30\t0\tpath\t\n").unwrap();
        assert_eq!((trace.len(), left_out.count(), trace.bytes()), (2, 1, 40.0));
        assert_eq!(left_out.unread(), ["7"]);
        assert_eq!(trace.speed(0.5), Ok(8.0));
        let w = trace.workload(8.0).unwrap();
        assert_eq!(w.jobs()[1], Job { id: 2, arrival: 11.0, size: 3.75, estimate: 3.75, weight: 1.0 });
        assert!((w.load().unwrap() - 0.5).abs() < 1e-15);
    }

    #[test]
    fn no_task_is_faster_than_its_start() {
        let (trace, _) = read_swim("t.tsv", b"a\t1\t1\t1\t1\t1\nb\t2\t1\t0\t0\t9\n").unwrap();
        let jobs = trace.tasks();
        let lengths = |job: usize| jobs.jobs()[job].tasks.each_ref().map(|phase| phase.iter().map(Task::duration).collect::<Vec<_>>());
        assert_eq!((lengths(0), lengths(1)), ([vec![1.0], vec![1.0]], [vec![1.0], vec![]]));
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        let fails = |text: &str| read_swim("t.tsv", text.as_bytes()).unwrap_err().to_string();
        assert!(fails("").contains("no jobs: expected one job a line"));
        assert!(
            fails("a\t1\t1\t0\t0\t0\nb\t1\t1\t-1\t0\t0\n").contains("1 row without bytes (line 1), 1 row with a negative input (line 2)")
        );
        assert!(fails("a,1,1,0,0,0\n").contains("line 1: 1 columns; expected 6"));
        assert!(fails("a\t1\t1\t1\t1\t1\nb\t1\t1\t5,0\t0\t0\n").contains("line 2: input is \"5,0\""));
        assert!(fails("a\tx\t1\t1\t1\t1\n").contains("submit is \"x\""));
        let beside = fails("a\t1\t1\t1e-300\t0\t0\nb\t1\t1\t1e30\t0\t0\n");
        assert_eq!(beside, "t.tsv, line 1: input is \"1e-300\"; allowed: 0, or bytes from 1 to 1e30");
        assert!(fails("a\t0\t1\t1\t1\t1\nb\t1e-310\t1\t1\t0\t0\n").contains("line 2: submit is \"1e-310\""));
    }
}
