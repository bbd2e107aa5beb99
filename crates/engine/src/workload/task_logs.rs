//! Jobs with tasks: as comma-separated values, and as the logs that Google (2011) and Alibaba (2017 and 2018) have published.

use super::table::{Cell, Fault, Form, Rows, Table, TableRow};
use super::{BatchWorkload, Columns, Ids, LeftOut, TaskWorkload, Workload, WorkloadError, read_jobs, read_task_jobs};
use crate::sim::written;
use std::collections::{BTreeMap, HashMap};

/// Jobs with tasks, and what of their file was left out.
pub type TaskLog = (BatchWorkload, LeftOut);

/// Most tasks of a file: of eight bytes and more.
const MOST: usize = 50_000_000;

const TIME: &str = "0, or seconds from 1e-6 to 1e12";
const DURATION: &str = "0, or seconds from 1e-6 to 1e8";

/// A job of which some tasks are found.
struct Job {
    arrival: f64,
    /// What its tasks are believed to take.
    estimate: Option<f64>,
    /// What they take, stage by stage.
    stages: [Vec<f64>; 2],
}

/// Tasks of jobs as they are found, in any order.
#[derive(Default)]
struct Found {
    /// By their numbers.
    jobs: BTreeMap<u64, Job>,
    tasks: usize,
}

impl Found {
    /// A job has so many tasks of this duration in a stage; it is submitted when the first of them is.
    fn add(&mut self, job: u64, arrival: f64, stage: usize, seconds: f64, count: usize) {
        let job = self.jobs.entry(job).or_insert(Job { arrival, estimate: None, stages: [vec![], vec![]] });
        job.arrival = job.arrival.min(arrival);
        self.tasks += count;
        let stage = &mut job.stages[stage];
        stage.resize(stage.len() + count, seconds);
    }

    /// The jobs in order; times from the first submission on, if that is asked for.
    fn workload(self, name: &str, from_first: bool, left_out: LeftOut) -> Result<TaskLog, WorkloadError> {
        let mut jobs: Vec<_> = self.jobs.into_iter().collect();
        jobs.sort_by(|(id, job), (other, its)| job.arrival.total_cmp(&its.arrival).then(id.cmp(other)));
        let nothing = || left_out.nothing(name, "expected tasks that ran to their end");
        let first = jobs.first().ok_or_else(nothing)?.1.arrival;
        let mut workload = BatchWorkload::default();
        let mut estimates = vec![];
        for (id, Job { arrival, estimate, stages: [tasks, second] }) in jobs {
            let stages = if tasks.is_empty() { [&second[..], &[]] } else { [&tasks[..], &second[..]] };
            workload.append(id, if from_first { arrival - first } else { arrival }, stages);
            estimates.push(estimate);
        }
        let mut estimates = estimates.into_iter();
        workload.revise(|job| job.estimate = estimates.next().flatten().unwrap_or(job.estimate));
        Ok((workload, left_out))
    }
}

/// That there are too many tasks.
fn most(row: TableRow<'_>, tasks: usize) -> Result<(), WorkloadError> {
    if tasks <= MOST { Ok(()) } else { Err(row.value("tasks", tasks as f64, "up to 50000000 in the file")) }
}

const COLUMNS: [&str; 5] = ["job", "arrival", "duration", "estimate", "stage"];

const FORM: Form<5> = Form {
    fields: COLUMNS,
    required: &[0, 1, 2],
    instants: &[1],
    lengths: &[2, 3],
    columns: "job,arrival,duration, and estimate and stage if there are any; or those of a file of jobs: id,arrival,size",
    known: |title| COLUMNS.iter().position(|column| title.eq_ignore_ascii_case(column)).map(|field| (field, 0)),
};

/// Reads jobs with tasks from the text of a CSV file: `job,arrival,duration,estimate,stage`, one task a line, in any order of lines and of
/// columns; `name` is what messages call it.
///
/// `job` is a number; a job is submitted when the first of its tasks says. `estimate` is what its tasks are believed to take (default:
/// their mean), and `stage` is 1 or 2 (default: 1): tasks of the second stage may run when those of the first are complete. A file of
/// [jobs](read_jobs) has jobs of one task, one of [jobs with tasks](read_task_jobs) jobs of two stages: maps and reduces. Other columns
/// are not read, and rows in which a number that is read is missing or below 0 are left out.
///
/// # Errors
/// The first rows that are wrong, each with its line, value and what is allowed.
pub fn read_tasks(name: &str, bytes: &[u8], columns: &Columns) -> Result<TaskLog, WorkloadError> {
    if let Some((jobs, left_out)) = read_task_jobs(name, bytes, columns)? {
        return Ok((of_task_jobs(name, &jobs)?, left_out));
    }
    let rows = Rows::of_table(name, bytes, columns, "a CSV file of tasks or jobs")?;
    let header: Vec<&str> = rows.clone().next().map(|header| header.cells().collect()).unwrap_or_default();
    let titled = |column: &str| columns.names(column) || header.iter().any(|title| title.eq_ignore_ascii_case(column));
    if !header.is_empty() && (titled("size") || !(titled("job") && titled("arrival"))) {
        let (jobs, left_out) = read_jobs(name, bytes, columns)?;
        return Ok((of_jobs(name, &jobs)?, left_out));
    }
    let mut found = Found::default();
    let left_out = Table::new(rows, &FORM, columns)?.each(&mut |row, [job, arrival, duration, estimate, stage]| {
        let seconds = |cell: Cell<'_>| cell.amount(DURATION, |x| x == 0.0 || (1e-6..=1e8).contains(&x));
        let job = job.map_or(Ok(0), |cell| cell.whole("a whole number"))?;
        let arrival = arrival.map_or(Ok(0.0), |cell| cell.amount(TIME, |x| x == 0.0 || (1e-6..=1e12).contains(&x)))?;
        let duration = duration.map_or(Ok(0.0), seconds)?;
        let estimate = estimate.filter(|cell| !cell.text().is_empty()).map(seconds).transpose()?;
        let stage = match stage.map(|cell| (cell, cell.text())) {
            None | Some((_, "" | "1")) => 0,
            Some((_, "2")) => 1,
            Some((cell, _)) => return Err(cell.wrong("1 or 2").into()),
        };
        found.add(job, arrival, stage, duration, 1);
        if let (Some(estimate), Some(job)) = (estimate, found.jobs.get_mut(&job)) {
            job.estimate = Some(estimate);
        }
        Ok(most(row, found.tasks)?)
    })?;
    found.workload(name, false, left_out)
}

/// That a job waits for others.
fn waits(name: &str, id: u64) -> WorkloadError {
    let (place, found) = (format!("job {id}"), "it waits for others".to_owned());
    WorkloadError::Instance { file: name.to_owned(), place, found, allowed: "jobs that do not, or the cluster (--system cluster)" }
}

/// Jobs of two stages, none of which may wait for others.
fn of_task_jobs(name: &str, jobs: &TaskWorkload) -> Result<BatchWorkload, WorkloadError> {
    for job in jobs.jobs() {
        if !job.after.is_empty() {
            return Err(waits(name, job.id));
        }
        if let Some(task) = job.tasks.iter().flatten().find(|task| task.duration() > 1e8) {
            let (place, found) = (format!("job {}", job.id), format!("a task takes {} s", written(task.duration())));
            return Err(WorkloadError::Instance { file: name.to_owned(), place, found, allowed: "tasks of up to 1e8 s" });
        }
    }
    Ok(jobs.batches())
}

/// Jobs of one task each, none of which may wait for others.
fn of_jobs(name: &str, jobs: &Workload) -> Result<BatchWorkload, WorkloadError> {
    if let Some(id) = jobs.after().keys().next() {
        return Err(waits(name, *id));
    }
    if let Some(job) = jobs.jobs().iter().find(|job| !(1e-6..=1e8).contains(&job.size) || job.arrival > 1e12) {
        let (place, found) =
            (format!("job {}", job.id), format!("it arrives at {} s and takes {} s", written(job.arrival), written(job.size)));
        return Err(WorkloadError::Instance {
            file: name.to_owned(),
            place,
            found,
            allowed: "arrivals up to 1e12 s, sizes from 1e-6 to 1e8 s",
        });
    }
    let mut workload = BatchWorkload::default();
    jobs.jobs().iter().for_each(|job| workload.append(job.id, job.arrival, [&[job.size], &[]]));
    let mut estimates = jobs.jobs().iter().map(|job| job.estimate);
    workload.revise(|job| job.estimate = estimates.next().unwrap_or(job.estimate));
    Ok(workload)
}

/// Reads a table `task_events` of Google's trace of 2011: one event a line, thirteen columns without a header, of which time in
/// microseconds, job, task and type of event are read. A task takes from when it is scheduled last until it finishes; one that never does,
/// or was scheduled before the trace begins, is left out, as in Delgado's thesis. A job is submitted when the first of its tasks is.
///
/// # Errors
/// The first rows that are wrong, each with its line, value and what is allowed.
pub fn read_google(name: &str, bytes: &[u8]) -> Result<TaskLog, WorkloadError> {
    const FIELDS: [&str; 13] = [
        "time",
        "missing info",
        "job",
        "task",
        "machine",
        "event type",
        "user",
        "scheduling class",
        "priority",
        "CPU",
        "memory",
        "disk",
        "different machines",
    ];
    /// A time after the trace, and the last within it.
    const NEVER: u64 = i64::MAX as u64;
    const LAST: u64 = 100_000_000_000_000;
    const MICROSECONDS: f64 = 1e6;
    /// A task that has been submitted: when its job was, the line, since when it runs, and how long it took.
    #[derive(Default)]
    struct Task {
        line: u64,
        since: Option<u64>,
        took: Option<u64>,
    }
    let mut submitted: HashMap<u64, u64> = HashMap::new();
    let mut tasks: BTreeMap<(u64, u64), Task> = BTreeMap::new();
    let mut widest = FIELDS.len();
    let mut left_out = Rows::new(name, bytes, ',', "a table of task events (numbers separated by commas)")?.each(&mut |row| {
        let cells: [Cell<'_>; FIELDS.len()] = row.named(&FIELDS)?;
        widest = widest.max(row.width());
        let allowed = "microseconds, a whole number up to 1e14, or 2^63 − 1 for a time after the trace";
        let time = Some(cells[0].whole(allowed)?).filter(|time| *time <= LAST || *time == NEVER).ok_or_else(|| cells[0].wrong(allowed))?;
        let (job, task) = (cells[2].whole("a whole number")?, cells[3].whole("a whole number")?);
        let event = Some(cells[5].whole("0 to 8")?).filter(|event| *event <= 8).ok_or_else(|| cells[5].wrong("0 to 8"))?;
        let it = tasks.entry((job, task)).or_insert_with(|| Task { line: row.line, ..Task::default() });
        match event {
            0 => {
                let first = submitted.entry(job).or_insert(time);
                *first = time.min(*first);
            }
            1 => it.since = Some(time).filter(|time| *time > 0),
            4 => it.took = it.since.take().filter(|since| *since <= time && time < NEVER).map(|since| time - since),
            // It is evicted, fails, is killed or lost.
            2 | 3 | 5 | 6 => it.since = None,
            _ => {}
        }
        Ok(most(row, tasks.len())?)
    })?;
    let mut found = Found::default();
    for ((job, _), Task { line, took, .. }) in tasks {
        match (took, submitted.get(&job)) {
            (Some(took), Some(at)) => found.add(job, *at as f64 / MICROSECONDS, 0, took as f64 / MICROSECONDS, 1),
            (Some(_), None) => left_out.row("of tasks whose job was submitted before the trace begins", line),
            (None, _) => left_out.row("of tasks that do not run from a beginning to an end", line),
        }
    }
    left_out.beyond(FIELDS.len(), widest);
    found.workload(name, true, left_out)
}

/// Reads a table `batch_task` of Alibaba's traces of 2017 (eight columns) or 2018 (nine), without a header: one task a line, of so many
/// instances, which become that many tasks of the job. Lines that are not `Terminated`, or lack a number or a duration, are left out. In
/// 2018 the name of a task says for which it waits (`R2_1`): those that wait for any are the second stage; a job is submitted when
/// its first task starts.
///
/// # Errors
/// The first rows that are wrong, each with its line, value and what is allowed.
pub fn read_alibaba(name: &str, bytes: &[u8]) -> Result<TaskLog, WorkloadError> {
    const OLD: [&str; 8] = ["create", "modify", "job", "task", "instances", "status", "CPU", "memory"];
    const NEW: [&str; 9] = ["task", "instances", "job", "type", "status", "start", "end", "CPU", "memory"];
    let mut found = Found::default();
    let mut numbers: HashMap<&str, u64> = HashMap::new();
    let left_out = Rows::new(name, bytes, ',', "a table of batch tasks")?.each(&mut |row| {
        let (task, job, status, cells) = match row.cells().count() {
            8 => {
                let [create, modify, job, task, instances, status, ..]: [Cell<'_>; OLD.len()] = row.named(&OLD)?;
                (task, job, status, [create, modify, instances])
            }
            9 => {
                let [task, instances, job, _, status, start, end, ..]: [Cell<'_>; NEW.len()] = row.named(&NEW)?;
                (task, job, status, [start, end, instances])
            }
            columns => return Err(row.columns(columns, "8 (2017) or 9 (2018)").into()),
        };
        if status.text() != "Terminated" {
            return Err(Fault::no_job("of tasks that are not Terminated"));
        }
        if job.text().is_empty() || cells.iter().any(|cell| cell.text().is_empty()) {
            return Err(Fault::no_job("in which a number is missing"));
        }
        let time = |cell: &Cell<'_>| cell.amount(TIME, |x| x == 0.0 || (1e-6..=1e12).contains(&x));
        let (start, end, count) = (time(&cells[0])?, time(&cells[1])?, cells[2].whole("a whole number")?);
        if end - start > 1e8 {
            return Err(cells[1].wrong("seconds, up to 1e8 after the start").into());
        }
        if end <= start || count == 0 {
            return Err(Fault::no_job("of tasks that take no time"));
        }
        let next = numbers.len() as u64;
        let number = *numbers.entry(job.text()).or_insert(next);
        let waits = task.text().split('_').skip(1).any(|other| !other.is_empty() && other.bytes().all(|digit| digit.is_ascii_digit()));
        let stage = usize::from(waits && !task.text().starts_with("task"));
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        most(row, found.tasks.saturating_add(count))?;
        found.add(number, start, stage, end - start, count);
        Ok(())
    })?;
    let ids = Ids::new(numbers.into_iter().map(|(text, number)| (number, text.to_owned())).collect());
    let (jobs, left_out) = found.workload(name, true, left_out)?;
    Ok((jobs.called(ids), left_out))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Arrivals, durations, tasks of the first stage, and the estimate of each job.
    fn told(workload: &BatchWorkload) -> Vec<(u64, f64, Vec<f64>, u32, f64)> {
        let job = |job: &super::super::BatchJob| (job.id, job.arrival, workload.durations(job).to_vec(), job.first_stage(), job.estimate);
        workload.jobs().iter().map(job).collect()
    }

    #[test]
    fn tasks_of_a_job_are_its_lines() {
        let text = "duration,job,arrival,stage,estimate\n3,7,10,,\n5,7,10,2,\n1,2,4,1,2.5\n1,7,12,1,\n";
        let (jobs, _) = read_tasks("tasks.csv", text.as_bytes(), &Columns::default()).unwrap();
        assert_eq!(told(&jobs), [(2, 4.0, vec![1.0], 1, 2.5), (7, 10.0, vec![3.0, 1.0, 5.0], 2, 3.0)]);
        let (jobs, _) = read_tasks("jobs.csv", b"id,arrival,size,estimate\n1,0,5,4\n2,3,6,6\n", &Columns::default()).unwrap();
        assert_eq!(told(&jobs), [(1, 0.0, vec![5.0], 1, 4.0), (2, 3.0, vec![6.0], 1, 6.0)]);
        for (bad, what) in [
            ("job,arrival\n1,2\n", "\"duration\" is missing"),
            ("job,arrival,duration,duration\n1,2,3,3\n", "twice"),
            ("job,arrival,duration\n1,2,-3\n", "1 row with a negative duration (line 2)"),
            ("job,arrival,duration\n1,2,3 s\n", "line 2: duration is \"3 s\""),
            ("job,arrival,duration,stage\n1,2,3,3\n", "stage is \"3\"; allowed: 1 or 2"),
            ("job,arrival,duration\n1,2\n", "2 columns; expected 3, as the header has"),
            ("job,arrival,duration\n", "expected tasks"),
            ("", "the file is empty"),
            ("id,arrival,size,after\n1,0,5,\n2,0,5,1\n", "job 2: it waits for others"),
            ("id,arrival,size\n1,0,1e9\n", "job 1: it arrives at 0 s and takes 1000000000 s"),
        ] {
            let error = read_tasks("tasks.csv", bad.as_bytes(), &Columns::default()).unwrap_err().to_string();
            assert!(error.contains(what), "{error}");
        }
    }

    #[test]
    fn events_of_google_become_tasks() {
        let event = |time: u64, job: u64, task: u64, event: u8| format!("{time},,{job},{task},,{event},u,2,9,0.1,0.1,0,0\n");
        // Of job 5 the first task is evicted and runs again for 3 s, the second fails; job 3 takes 1.5 s; job 9 runs as the trace begins,
        // and job 4 at its end.
        let text = [
            event(0, 9, 0, 0),
            event(0, 9, 0, 1),
            event(700_000_000, 9, 0, 4),
            event(600_000_000, 5, 0, 0),
            event(600_000_000, 5, 1, 0),
            event(601_000_000, 5, 0, 1),
            event(602_000_000, 5, 0, 2),
            event(603_000_000, 5, 0, 1),
            event(603_500_000, 5, 1, 1),
            event(604_000_000, 5, 1, 3),
            event(606_000_000, 5, 0, 4),
            event(602_500_000, 3, 0, 0),
            event(603_000_000, 3, 0, 1),
            event(604_500_000, 3, 0, 4),
            event(604_500_000, 4, 0, 0),
            event(604_500_000, 4, 0, 1),
        ]
        .concat();
        let (jobs, left_out) = read_google("events.csv", text.as_bytes()).unwrap();
        assert_eq!(told(&jobs), [(5, 0.0, vec![3.0], 1, 3.0), (3, 2.5, vec![1.5], 1, 1.5)]);
        assert_eq!(left_out.count(), 3);
        let wider = text.replace(",0,0\n", ",0,0,x\n");
        assert_eq!(read_google("events.csv", wider.as_bytes()).unwrap().1.unread(), ["14"]);
        for (bad, what) in [
            ("1,2,3\n", "3 columns; expected 13"),
            (&event(1, 2, 3, 9)[..], "event type is \"9\"; allowed: 0 to 8"),
            (&event(1, 2, 3, 0).replacen('1', "x", 1)[..], "time is \"x\""),
            (&event(1 << 60, 2, 3, 0)[..], "up to 1e14"),
            (&event(1, 2, 3, 0)[..], "ran to their end"),
        ] {
            let error = read_google("events.csv", bad.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(what), "{error}");
        }
    }

    #[test]
    fn batch_tasks_of_alibaba_are_of_many_instances() {
        let text = "M1,2,j_1,1,Terminated,100,110,100,0.5\nR2_1,1,j_1,1,Terminated,110,140,100,0.5\n\
                    task_xyz,3,j_2,1,Terminated,90,95,50,0.2\n\
                    M1,1,j_3,1,Failed,95,99,50,0.2\nM1,1,j_3,1,Terminated,95,,50,0.2\nM1,1,j_3,1,Terminated,95,95,50,0.2\n";
        let (jobs, left_out) = read_alibaba("batch_task.csv", text.as_bytes()).unwrap();
        assert_eq!(told(&jobs), [(1, 0.0, vec![5.0; 3], 3, 5.0), (0, 10.0, vec![10.0, 10.0, 30.0], 2, 50.0 / 3.0)]);
        assert_eq!([0, 1].map(|job| jobs.ids().of(job).into_owned()), ["j_1", "j_2"]);
        assert_eq!(left_out.count(), 3);
        let old = "5,25,10,1,2,Terminated,1,0.1\n7,8,11,1,1,Waiting,1,0.1\n";
        let (jobs, left_out) = read_alibaba("batch_task.csv", old.as_bytes()).unwrap();
        assert_eq!((told(&jobs), left_out.count()), (vec![(0, 0.0, vec![20.0, 20.0], 2, 20.0)], 1));
        for (bad, what) in [
            ("M1,2\n", "2 columns; expected 8 (2017) or 9 (2018)"),
            ("M1,x,j_1,1,Terminated,100,110,100,0.5\n", "instances is \"x\""),
            ("M1,99999999999,j_1,1,Terminated,100,110,100,0.5\n", "up to 50000000"),
            ("M1,1,j_1,1,Terminated,-1,110,100,0.5\n", "1 row with a negative start (line 1)"),
            ("M1,1,j_1,1,Terminated,1,1e9,100,0.5\n", "end is \"1e9\""),
        ] {
            let error = read_alibaba("batch_task.csv", bad.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(what), "{error}");
        }
    }
}
