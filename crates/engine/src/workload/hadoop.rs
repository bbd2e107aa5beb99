//! Job histories of Hadoop: the lines of Hadoop 1 (`Job JOBID="job_1_0001" SUBMIT_TIME="…" .`) and the events in JSON of Hadoop 2 and 3
//! (files `.jhist`). A file holds a job, or several histories one after the other.

use super::history::{END, JobLog, Line, Submitted, most, plain, task, workload};
use super::table::text;
use super::{LeftOut, WorkloadError};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Fields as Hadoop 1 and as later versions call them.
mod field {
    pub const JOB: [&str; 2] = ["JOBID", "jobid"];
    pub const NAME: [&str; 2] = ["JOBNAME", "jobName"];
    pub const QUEUE: [&str; 2] = ["JOB_QUEUE", "jobQueueName"];
    pub const SUBMIT: [&str; 2] = ["SUBMIT_TIME", "submitTime"];
    pub const JOB_STATUS: [&str; 2] = ["JOB_STATUS", "jobStatus"];
    pub const KIND: [&str; 2] = ["TASK_TYPE", "taskType"];
    pub const ATTEMPT: [&str; 2] = ["TASK_ATTEMPT_ID", "attemptId"];
    pub const START: [&str; 2] = ["START_TIME", "startTime"];
    pub const SHUFFLED: [&str; 2] = ["SHUFFLE_FINISHED", "shuffleFinishTime"];
    pub const FINISH: [&str; 2] = ["FINISH_TIME", "finishTime"];
    pub const STATUS: [&str; 2] = ["TASK_STATUS", "taskStatus"];
}

/// What is said of a job or of an attempt.
enum Said {
    /// By Hadoop 1.
    Line(HashMap<String, String>),
    /// By a later version.
    Event(Map<String, Value>),
}

impl Said {
    fn name(&self, names: [&'static str; 2]) -> &'static str {
        names[usize::from(matches!(self, Self::Event(_)))]
    }

    fn get(&self, names: [&'static str; 2]) -> Option<String> {
        match self {
            Self::Line(fields) => fields.get(names[0]).cloned(),
            Self::Event(fields) => plain(fields.get(names[1])),
        }
    }

    fn time(&self, line: Line<'_>, names: [&'static str; 2]) -> Result<Option<u64>, WorkloadError> {
        self.get(names).map(|text| line.time(self.name(names), Some(text))).transpose()
    }

    /// Whether this field says so.
    fn succeeded(&self, names: [&'static str; 2]) -> bool {
        self.get(names).is_some_and(|status| matches!(&*status, "SUCCESS" | "SUCCEEDED"))
    }
}

/// What a line is about.
enum Record {
    Job(Said),
    Attempt(Said),
    Other,
}

/// A task that has succeeded, in milliseconds.
struct Done {
    from: u64,
    /// When a reduce had all its input.
    shuffled: Option<u64>,
    to: u64,
}

#[derive(Default)]
struct Job {
    line: u64,
    submitted: Option<u64>,
    name: String,
    queue: String,
    succeeded: bool,
    /// Whether the file lacks the start of a task.
    startless: bool,
    /// By phase and number.
    tasks: [BTreeMap<u64, Done>; 2],
}

/// Reads job histories of Hadoop; `name` is what messages call the file.
///
/// A job is its maps and reduces as the attempt that succeeded first took them. Before the last map of its job is complete a reduce waits
/// more than it works, so its shuffle is counted from then on, or from its own start if that is later; the rest of it, its sorting among
/// it, is work. Attempts that set a job up or clean up after it, which Hadoop 1 runs as maps by default, are neither. Jobs that did not
/// succeed, or of which the file lacks the submission or the start of a task, are left out. The queue is the pool.
///
/// # Errors
/// The first line that is wrong, with its value and what is allowed.
pub fn read_hadoop(name: &str, bytes: &[u8]) -> Result<JobLog, WorkloadError> {
    let whole = text(name, bytes, "a job history of Hadoop, as text or JSON (mapreduce.jobhistory.jhist.format=json)")?;
    let mut history = History::default();
    let mut lines = (1..).zip(whole.lines());
    while let Some((number, text)) = lines.next() {
        let line = Line { file: name, number };
        match text.trim() {
            "" | "Avro-Json" => {}
            event if event.starts_with('{') => history.add(line, event_of(line.json(event)?))?,
            first => {
                // A value may hold line breaks.
                let (mut record, mut open) = (first.to_owned(), is_open(first));
                while open && let Some((_, more)) = lines.next() {
                    record.push('\n');
                    record.push_str(more);
                    open ^= is_open(more);
                }
                history.add(line, record_of(line, &record)?)?;
            }
        }
    }
    history.finish(name)
}

/// Whether a mark that no other follows, and no backslash precedes, is in a text.
fn is_open(text: &str) -> bool {
    let (mut open, mut escaped) = (false, false);
    for sign in text.chars() {
        open ^= sign == '"' && !escaped;
        escaped = sign == '\\' && !escaped;
    }
    open
}

/// What an event is about, in the wrapping of its kind.
fn event_of(event: Value) -> Record {
    let kind = plain(event.get("type")).unwrap_or_default();
    let Value::Object(mut event) = event else { return Record::Other };
    let Some(Value::Object(fields)) = event.remove("event") else { return Record::Other };
    let Some(Value::Object(mut fields)) = fields.into_iter().next().map(|(_, fields)| fields) else { return Record::Other };
    if kind == "JOB_FINISHED" {
        fields.insert(field::JOB_STATUS[1].to_owned(), "SUCCEEDED".into());
    }
    match &*kind {
        kind if kind.starts_with("JOB_") => Record::Job(Said::Event(fields)),
        kind if kind.starts_with("MAP_ATTEMPT_") || kind.starts_with("REDUCE_ATTEMPT_") => Record::Attempt(Said::Event(fields)),
        _ => Record::Other,
    }
}

/// What a line of Hadoop 1 is about: a word, then `KEY="value"` any number of times, in which a backslash takes the next sign as it is.
fn record_of(line: Line<'_>, text: &str) -> Result<Record, WorkloadError> {
    let (kind, mut rest) = text.split_once(' ').unwrap_or((text, ""));
    if !["Meta", "Job", "Task", "MapAttempt", "ReduceAttempt"].contains(&kind) {
        let allowed = "Meta, Job, Task, MapAttempt or ReduceAttempt, as Hadoop 1 writes them, or an event in JSON (Avro-Json)";
        return Err(line.wrong("record", kind, allowed));
    }
    let mut fields = HashMap::new();
    while let Some((key, value)) = rest.split_once("=\"") {
        let (mut taken, mut end) = (String::new(), None);
        let mut signs = value.char_indices();
        while let Some((place, sign)) = signs.next() {
            match sign {
                '"' => {
                    end = Some(place + 1);
                    break;
                }
                '\\' => taken.extend(signs.next().map(|(_, sign)| sign)),
                sign => taken.push(sign),
            }
        }
        let Some(end) = end else { return Err(line.wrong("record", key.trim(), "KEY=\"value\" with a mark at its end")) };
        fields.insert(key.trim().to_owned(), taken);
        rest = &value[end..];
    }
    let said = Said::Line(fields);
    Ok(match kind {
        "Job" => Record::Job(said),
        "MapAttempt" | "ReduceAttempt" => Record::Attempt(said),
        _ => Record::Other,
    })
}

/// What is allowed of the id of an attempt.
const ATTEMPT: &str = "attempt_1_0001_m_000000_0 or alike";

/// An attempt by its id: `attempt_<time>_<job>_<m or r>_<task>_<number>`; nothing of other tasks than maps and reduces.
fn attempt(line: Line<'_>, field: &'static str, id: &str) -> Result<Option<(String, usize, u64)>, WorkloadError> {
    let parts: Vec<&str> = id.split('_').collect();
    let ["attempt", cluster, job, kind, task, _] = parts[..] else {
        return Err(line.wrong(field, id, ATTEMPT));
    };
    let phase = match kind {
        "m" => 0,
        "r" => 1,
        _ => return Ok(None),
    };
    let task = task.parse().map_err(|_| line.wrong(field, id, ATTEMPT))?;
    Ok(Some((format!("job_{cluster}_{job}"), phase, task)))
}

/// What has been read so far.
#[derive(Default)]
struct History {
    /// In the order in which they come up.
    jobs: Vec<(String, Job)>,
    places: HashMap<String, usize>,
    /// When attempts have begun, or why that cannot be told: it matters only of those that succeed.
    begun: HashMap<String, Result<u64, WorkloadError>>,
    /// Attempts that set up or clean up.
    aside: HashSet<String>,
    tasks: usize,
}

impl History {
    fn job(&mut self, line: Line<'_>, id: String) -> &mut Job {
        let jobs = &mut self.jobs;
        let place = *self.places.entry(id.clone()).or_insert_with(|| {
            jobs.push((id, Job { line: line.number, ..Job::default() }));
            jobs.len() - 1
        });
        &mut self.jobs[place].1
    }

    fn add(&mut self, line: Line<'_>, record: Record) -> Result<(), WorkloadError> {
        match record {
            Record::Job(said) => self.tell(line, &said),
            Record::Attempt(said) => self.attempt(line, &said),
            Record::Other => Ok(()),
        }
    }

    fn tell(&mut self, line: Line<'_>, said: &Said) -> Result<(), WorkloadError> {
        let id = said.get(field::JOB).ok_or_else(|| line.missing(said.name(field::JOB), "job_1_0001 or alike"))?;
        let submitted = said.time(line, field::SUBMIT)?;
        let job = self.job(line, id);
        job.submitted = submitted.or(job.submitted);
        job.name = said.get(field::NAME).unwrap_or_else(|| std::mem::take(&mut job.name));
        job.queue = said.get(field::QUEUE).unwrap_or_else(|| std::mem::take(&mut job.queue));
        job.succeeded |= said.succeeded(field::JOB_STATUS);
        Ok(())
    }

    fn attempt(&mut self, line: Line<'_>, said: &Said) -> Result<(), WorkloadError> {
        let name = said.name(field::ATTEMPT);
        let id = said.get(field::ATTEMPT).ok_or_else(|| line.missing(name, ATTEMPT))?;
        let Some((job, phase, task)) = attempt(line, name, &id)? else { return Ok(()) };
        if said.get(field::KIND).is_some_and(|kind| matches!(&*kind, "SETUP" | "CLEANUP" | "JOB_SETUP" | "JOB_CLEANUP")) {
            self.aside.insert(id.clone());
        }
        // Of one line that says so, all of the attempt is meant.
        if self.aside.contains(&id) {
            return Ok(());
        }
        if let Some(start) = said.time(line, field::START).transpose() {
            self.begun.insert(id.clone(), start);
        }
        let Some(end) = said.get(field::FINISH) else { return Ok(()) };
        let from = self.begun.remove(&id);
        if !said.succeeded(field::STATUS) {
            return Ok(());
        }
        let Some(from) = from.transpose()? else {
            self.job(line, job).startless = true;
            return Ok(());
        };
        let (name, shuffled) = (said.name(field::FINISH), said.time(line, field::SHUFFLED)?);
        let to = line.time(name, Some(end))?;
        line.span(name, from, to, END)?;
        if let Some(shuffled) = shuffled {
            line.span(said.name(field::SHUFFLED), from, shuffled, END)?;
            line.span(name, shuffled, to, "no earlier than its shuffle ends, and up to 1e11 milliseconds later")?;
        }
        self.tasks += 1;
        most(line, self.tasks)?;
        self.job(line, job).tasks[phase].entry(task).or_insert(Done { from, shuffled, to });
        Ok(())
    }

    fn finish(self, name: &str) -> Result<JobLog, WorkloadError> {
        let (mut jobs, mut left_out) = (vec![], LeftOut::default());
        for (id, Job { line, submitted, name, queue, succeeded, startless, tasks: [maps, reduces] }) in self.jobs {
            let why = match submitted {
                None => "of jobs whose submission is not in the file",
                _ if !succeeded => "of jobs that did not succeed",
                _ if startless => "of jobs of which a task has no start in the file",
                _ if maps.is_empty() && reduces.is_empty() => "of jobs without tasks",
                Some(time) => {
                    let last = maps.values().map(|map| map.to).max().unwrap_or(0);
                    let reduce = |Done { from, shuffled, to }: &Done| match shuffled {
                        Some(shuffled) => task(shuffled.saturating_sub(last.max(*from)), to - shuffled),
                        None => task(0, to - from),
                    };
                    let maps = maps.values().map(|map| task(0, map.to - map.from)).collect();
                    jobs.push(Submitted { line, id, time, name, queue, tasks: [maps, reduces.values().map(reduce).collect()] });
                    continue;
                }
            };
            left_out.row(why, line);
        }
        workload(name, jobs, left_out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::Task;

    /// Two jobs: of the first, the reduce starts before the last map ends; the second is killed.
    const OLD: &str = r#"Meta VERSION="1" .
Job JOBID="job_1_0001" JOBNAME="word \"count\" of
two lines" USER="ada" SUBMIT_TIME="100000" JOBCONF="x" JOB_QUEUE="research" .
Job JOBID="job_1_0001" LAUNCH_TIME="100500" TOTAL_MAPS="2" TOTAL_REDUCES="1" JOB_STATUS="PREP" .
Task TASKID="task_1_0001_m_000000" TASK_TYPE="MAP" START_TIME="101000" SPLITS="" .
MapAttempt TASK_TYPE="MAP" TASKID="task_1_0001_m_000000" TASK_ATTEMPT_ID="attempt_1_0001_m_000000_0" START_TIME="101000" .
MapAttempt TASK_TYPE="MAP" TASKID="task_1_0001_m_000001" TASK_ATTEMPT_ID="attempt_1_0001_m_000001_0" START_TIME="101000" .
MapAttempt TASK_TYPE="MAP" TASKID="task_1_0001_m_000001" TASK_ATTEMPT_ID="attempt_1_0001_m_000001_1" START_TIME="102000" .
MapAttempt TASK_TYPE="MAP" TASK_ATTEMPT_ID="attempt_1_0001_m_000000_0" TASK_STATUS="SUCCESS" FINISH_TIME="106000" .
ReduceAttempt TASK_TYPE="REDUCE" TASK_ATTEMPT_ID="attempt_1_0001_r_000000_0" START_TIME="104000" .
MapAttempt TASK_TYPE="MAP" TASK_ATTEMPT_ID="attempt_1_0001_m_000001_1" TASK_STATUS="SUCCESS" FINISH_TIME="109500" .
MapAttempt TASK_TYPE="MAP" TASK_ATTEMPT_ID="attempt_1_0001_m_000001_0" TASK_STATUS="KILLED" FINISH_TIME="109600" .
ReduceAttempt TASK_TYPE="REDUCE" TASK_ATTEMPT_ID="attempt_1_0001_r_000000_0" TASK_STATUS="SUCCESS" SHUFFLE_FINISHED="111000" SORT_FINISHED="111500" FINISH_TIME="120000" .
Job JOBID="job_1_0001" FINISH_TIME="121000" JOB_STATUS="SUCCESS" .
Job JOBID="job_1_0002" JOBNAME="other" SUBMIT_TIME="130000" .
Job JOBID="job_1_0002" FINISH_TIME="131000" JOB_STATUS="KILLED" .
"#;

    /// The same first job as later versions write it, and one of another queue that was submitted before.
    const NEW: &str = r#"Avro-Json
{"type":"record","name":"Event","fields":[]}
{"type":"JOB_SUBMITTED","event":{"org.apache.hadoop.mapreduce.jobhistory.JobSubmitted":{"jobid":"job_1_0001","jobName":"count","submitTime":100000,"jobQueueName":"research"}}}
{"type":"MAP_ATTEMPT_STARTED","event":{"x.TaskAttemptStarted":{"attemptId":"attempt_1_0001_m_000000_0","startTime":101000}}}
{"type":"MAP_ATTEMPT_STARTED","event":{"x.TaskAttemptStarted":{"attemptId":"attempt_1_0001_m_000001_1","startTime":102000}}}
{"type":"REDUCE_ATTEMPT_STARTED","event":{"x.TaskAttemptStarted":{"attemptId":"attempt_1_0001_r_000000_0","startTime":104000}}}
{"type":"MAP_ATTEMPT_FINISHED","event":{"x.MapAttemptFinished":{"attemptId":"attempt_1_0001_m_000000_0","taskStatus":"SUCCEEDED","finishTime":106000}}}
{"type":"MAP_ATTEMPT_FINISHED","event":{"x.MapAttemptFinished":{"attemptId":"attempt_1_0001_m_000001_1","taskStatus":"SUCCEEDED","finishTime":109500}}}
{"type":"REDUCE_ATTEMPT_FINISHED","event":{"x.ReduceAttemptFinished":{"attemptId":"attempt_1_0001_r_000000_0","taskStatus":"SUCCEEDED","shuffleFinishTime":111000,"finishTime":120000}}}
{"type":"JOB_FINISHED","event":{"x.JobFinished":{"jobid":"job_1_0001","finishTime":121000}}}
Avro-Json
{"type":"JOB_SUBMITTED","event":{"x.JobSubmitted":{"jobid":"job_1_0003","jobName":"early","submitTime":98000,"jobQueueName":"etl"}}}
{"type":"MAP_ATTEMPT_STARTED","event":{"x.TaskAttemptStarted":{"attemptId":"attempt_1_0003_m_000000_0","startTime":99000}}}
{"type":"MAP_ATTEMPT_FINISHED","event":{"x.MapAttemptFinished":{"attemptId":"attempt_1_0003_m_000000_0","taskStatus":"SUCCEEDED","finishTime":99000}}}
{"type":"JOB_FINISHED","event":{"x.JobFinished":{"jobid":"job_1_0003","finishTime":99500}}}
"#;

    #[test]
    fn both_forms_say_the_same() {
        let tasks = [vec![Task::of(5.0), Task::of(7.5)], vec![Task { shuffle: 1.5, work: 9.0 }]];
        let (old, left_out) = read_hadoop("h", OLD.as_bytes()).unwrap();
        let job = &old.jobs()[0];
        assert_eq!((old.jobs().len(), left_out.reasons()[0].lines.as_slice(), job.bin), (1, &[15][..], Some(1)));
        assert_eq!((&job.tasks, job.arrival, &*job.name, &*old.ids().of(1)), (&tasks, 0.0, "word \"count\" of\ntwo lines", "job_1_0001"));
        let (new, left_out) = read_hadoop("h", NEW.as_bytes()).unwrap();
        let told: Vec<_> =
            new.jobs().iter().map(|job| (new.ids().of(job.id).into_owned(), job.arrival, job.pool, job.tasks.clone())).collect();
        let early = [vec![Task::of(0.001)], vec![]];
        assert_eq!(told, [("job_1_0003".to_owned(), 0.0, 1, early), ("job_1_0001".to_owned(), 2.0, 0, tasks)]);
        assert_eq!(left_out.count(), 0);
    }

    #[test]
    fn times_of_what_does_not_count_do_not_matter() {
        let ended = OLD.replace("\"109600\"", "\"-1\"");
        let text = ended.replacen("_m_000001_0\" START_TIME=\"101000\"", "_m_000001_0\" START_TIME=\"\"", 1);
        assert!(text != ended && ended != OLD);
        assert_eq!(read_hadoop("h", text.as_bytes()).unwrap().0, read_hadoop("h", OLD.as_bytes()).unwrap().0);
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        for (text, from, to, said) in [
            (OLD, "\"109500\"", "\"x\"", "h, line 11: FINISH_TIME is \"x\"; allowed: milliseconds"),
            (OLD, "\"109500\"", "\"10\"", "h, line 11: FINISH_TIME is \"10\"; allowed: no earlier than its task begins"),
            (OLD, "\"111000\"", "\"10\"", "h, line 13: SHUFFLE_FINISHED is \"10\"; allowed: no earlier"),
            (OLD, "SUBMIT_TIME=\"100000\"", "SUBMIT_TIME=\"-1\"", "h, line 2: SUBMIT_TIME is \"-1\""),
            (OLD, "attempt_1_0001_r_000000_0", "attempt_1", "h, line 10: TASK_ATTEMPT_ID is \"attempt_1\"; allowed: attempt_1_0001_m"),
            (OLD, "Meta", "Mate", "h, line 1: record is \"Mate\"; allowed: Meta, Job"),
            (OLD, "JOBID=\"job_1_0002\" FINISH", "FINISH", "h, line 16: there is no JOBID; allowed: job_1_0001 or alike"),
            (OLD, "\"120000\"", "\"110000\"", "h, line 13: FINISH_TIME is \"110000\"; allowed: no earlier than its shuffle ends"),
            (OLD, "START_TIME=\"104000\"", "START_TIME=\"x\"", "h, line 10: START_TIME is \"x\"; allowed: milliseconds"),
            (NEW, "\"attemptId\":\"attempt_1_0001_m_000000_0\",", "", "h, line 4: there is no attemptId; allowed: attempt_1_0001_m"),
            (
                OLD,
                "JOB_STATUS=\"SUCCESS\"",
                "JOB_STATUS=\"FAILED\"",
                "h: no jobs: 2 rows of jobs that did not succeed (lines 2, 15); expected jobs that succeeded",
            ),
            (NEW, "\"submitTime\":100000", "\"submitTime\":1.5", "h, line 3: submitTime is \"1.5\"; allowed: milliseconds"),
            (NEW, "{\"type\":\"record\"", "{type", "h, line 2, column 2: key must be a string; allowed: an event in JSON a line"),
            (NEW, "Avro-Json", "Avro-Binary", "h, line 1: record is \"Avro-Binary\"; allowed: "),
        ] {
            let error = read_hadoop("h", text.replacen(from, to, 1).as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(said), "{error}");
        }
        assert!(read_hadoop("h", b"\xff").unwrap_err().to_string().contains("line 1: not text"));
    }

    #[test]
    fn a_job_without_the_start_of_a_task_is_left_out() {
        let (jobs, left_out) = read_hadoop("h", NEW.replacen("\"startTime\":101000", "\"startTime\":null", 1).as_bytes()).unwrap();
        assert_eq!((jobs.jobs().len(), left_out.count()), (1, 1));
    }

    #[test]
    fn what_sets_up_and_cleans_up_is_no_map() {
        let attempt = |kind: &str, task: u32, from: u32, to: u32| {
            let id = format!("TASK_TYPE=\"{kind}\" TASK_ATTEMPT_ID=\"attempt_1_1_m_{task}_0\"");
            format!("MapAttempt {id} START_TIME=\"{from}\" .\nMapAttempt {id} TASK_STATUS=\"SUCCESS\" FINISH_TIME=\"{to}\" .\n")
        };
        let reduce = "ReduceAttempt TASK_ATTEMPT_ID=\"attempt_1_1_r_0_0\" START_TIME=\"4000\" .\n\
                      ReduceAttempt TASK_ATTEMPT_ID=\"attempt_1_1_r_0_0\" TASK_STATUS=\"SUCCESS\" SHUFFLE_FINISHED=\"6000\" FINISH_TIME=\"7000\" .\n";
        let job = "Job JOBID=\"job_1_1\" SUBMIT_TIME=\"0\" .\nJob JOBID=\"job_1_1\" JOB_STATUS=\"SUCCESS\" .\n";
        let log = [job, &attempt("SETUP", 2, 0, 900), &attempt("MAP", 0, 1000, 3000), reduce, &attempt("CLEANUP", 1, 8000, 9000)].concat();
        let (jobs, _) = read_hadoop("h", log.as_bytes()).unwrap();
        assert_eq!(jobs.jobs()[0].tasks, [vec![Task::of(2.0)], vec![Task { shuffle: 2.0, work: 1.0 }]]);
    }
}
