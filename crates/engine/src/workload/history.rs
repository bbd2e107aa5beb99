//! What logs of jobs with tasks have in common: times in milliseconds, queues by name, and jobs by the texts that call them.

use super::mapreduce::{LEAST, MOST_TASKS, class};
use super::{Ids, LeftOut, Task, TaskJob, TaskWorkload, WorkloadError};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};

/// Jobs of a log, and what of it was left out.
pub type JobLog = (TaskWorkload, LeftOut);

/// A line of a file.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    /// The file's name.
    pub file: &'a str,
    /// Its number, from 1.
    pub number: u64,
}

/// The last time that a log may hold: in the year 5138.
const LAST: u64 = 100_000_000_000_000;
/// The longest that a task may take, in milliseconds.
const LONGEST: u64 = 100_000_000_000;

/// What is allowed of a time.
const TIME: &str = "milliseconds, a whole number up to 1e14";
/// What is allowed of the time at which a task ends.
pub(super) const END: &str = "no earlier than its task begins, and up to 1e11 milliseconds later";

impl Line<'_> {
    /// That something in it may not be what it is.
    pub fn wrong(self, field: &'static str, value: &str, allowed: &'static str) -> WorkloadError {
        let value = value.chars().take(60).collect();
        WorkloadError::Value { file: self.file.to_owned(), line: self.number, field, value, allowed }
    }

    /// That something is not there.
    pub fn missing(self, field: &str, allowed: &'static str) -> WorkloadError {
        let (place, found) = (format!("line {}", self.number), format!("there is no {field}"));
        WorkloadError::Instance { file: self.file.to_owned(), place, found, allowed }
    }

    /// The event that it holds.
    pub fn json(self, text: &str) -> Result<Value, WorkloadError> {
        serde_json::from_str(text).map_err(|error| {
            let told = error.to_string();
            let found = told.rsplit_once(" at line ").map_or(&*told, |(what, _)| what).to_owned();
            let place = format!("line {}, column {}", self.number, error.column());
            WorkloadError::Instance { file: self.file.to_owned(), place, found, allowed: "an event in JSON a line" }
        })
    }

    /// A time in milliseconds, as the text of this field.
    pub fn time(self, field: &'static str, text: Option<String>) -> Result<u64, WorkloadError> {
        let text = text.ok_or_else(|| self.missing(field, TIME))?;
        text.parse().ok().filter(|time| *time <= LAST).ok_or_else(|| self.wrong(field, &text, TIME))
    }

    /// Milliseconds from one time to another, which this field holds.
    pub fn span(self, field: &'static str, from: u64, to: u64, allowed: &'static str) -> Result<u64, WorkloadError> {
        let span = to.checked_sub(from).filter(|span| *span <= LONGEST);
        span.ok_or_else(|| self.wrong(field, &to.to_string(), allowed))
    }
}

/// A value of an event as a text: of numbers, texts, and those of them that Avro wraps in the name of their type.
pub(super) fn plain(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Object(union) if union.len() == 1 => plain(union.values().next()),
        _ => None,
    }
}

pub(super) fn seconds(milliseconds: u64) -> f64 {
    milliseconds as f64 / 1000.0
}

/// A task that takes none has to take some time.
pub(super) fn task(shuffle: u64, work: u64) -> Task {
    Task { shuffle: seconds(shuffle), work: seconds(work).max(LEAST) }
}

/// A job that has been submitted.
pub(super) struct Submitted {
    /// The line that tells of it first.
    pub line: u64,
    /// What it is called.
    pub id: String,
    /// When, in milliseconds.
    pub time: u64,
    /// Its name.
    pub name: String,
    /// Its queue or pool, by name.
    pub queue: String,
    /// Its tasks.
    pub tasks: [Vec<Task>; 2],
}

/// The jobs, in the order in which they are given. Time is counted from the first submission, and queues are pools in the order in which
/// they come up, from 0. Blanks around ids and names are left out, as in tables of jobs.
pub(super) fn workload(file: &str, jobs: Vec<Submitted>, left_out: LeftOut) -> Result<JobLog, WorkloadError> {
    let nothing = || left_out.nothing(file, "expected jobs that succeeded, with tasks");
    let first = jobs.iter().map(|job| job.time).min().ok_or_else(nothing)?;
    let mut pools: HashMap<String, u32> = HashMap::new();
    let (mut lines, mut ids, mut all) = (HashMap::new(), BTreeMap::new(), vec![]);
    for (number, Submitted { line, id, time, name, queue, tasks }) in (1..).zip(jobs) {
        let id = id.trim().to_owned();
        if id.contains('"') {
            return Err(Line { file, number: line }.wrong("id", &id, "any text without quotation marks"));
        }
        if let Some(first) = lines.insert(id.clone(), line) {
            return Err(WorkloadError::DuplicateId { file: file.to_owned(), line, id, first });
        }
        ids.insert(number, id);
        let next = pools.len() as u32;
        let pool = *pools.entry(queue).or_insert(next);
        let (name, bin) = (name.trim().to_owned(), Some(class(tasks[0].len())));
        all.push(TaskJob { name, pool, bin, tasks, ..TaskJob::new(number, seconds(time - first), &[], &[]) });
    }
    Ok((TaskWorkload::trusted(all).called(Ids::new(ids)), left_out))
}

/// That there are too many tasks.
pub(super) fn most(line: Line<'_>, tasks: usize) -> Result<(), WorkloadError> {
    if tasks <= MOST_TASKS { Ok(()) } else { Err(line.wrong("tasks", &tasks.to_string(), "up to 50000000 in the file")) }
}
