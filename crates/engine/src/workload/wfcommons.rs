//! Scientific workflows in the `WfFormat` of the `WfCommons` project, versions 1.3 to 1.5.
//!
//! Each task of the instance becomes a job of one map that waits for its parents. Up to version 1.4 tasks carry their run times and
//! refer to each other by name (or id), and version 1.3 gives memory in kilobytes; from 1.5 on the specification and the execution
//! are apart, and refer to tasks by id.

use super::{Tangle, Task, TaskJob, TaskWorkload, WorkloadError, circle};
use serde_json::Value;
use std::collections::BTreeMap;

const VERSIONS: [&str; 3] = ["1.3", "1.4", "1.5"];

/// Bytes of a gigabyte.
const GIGABYTE: f64 = 1e9;

/// Seconds of a task that takes none.
const LEAST: f64 = 1e-3;

/// A file that is read.
struct Reader<'a> {
    file: &'a str,
}

impl Reader<'_> {
    fn wrong(&self, place: impl Into<String>, found: impl Into<String>, allowed: &'static str) -> WorkloadError {
        WorkloadError::Instance { file: self.file.to_owned(), place: place.into(), found: found.into(), allowed }
    }

    /// The list of tasks at a path.
    fn tasks<'v>(&self, whole: &'v Value, path: &[&str]) -> Result<&'v [Value], WorkloadError> {
        let found = path.iter().try_fold(whole, |value, key| value.get(key)).and_then(Value::as_array).filter(|tasks| !tasks.is_empty());
        let missing = || self.wrong(path.join("."), "missing, or no list of tasks", "a list of at least one task");
        found.map(Vec::as_slice).ok_or_else(missing)
    }

    /// What the task at a place is called in its field `key`.
    fn called<'v>(&self, task: &'v Value, key: &str, place: &str) -> Result<&'v str, WorkloadError> {
        let found = task.get(key).and_then(Value::as_str).filter(|text| !text.is_empty());
        found.ok_or_else(|| self.wrong(place, format!("{key} is {}", written(task.get(key))), "a text that is not empty"))
    }

    /// The parents or children that a task names.
    fn relatives<'v>(&self, task: &'v Value, name: &str, key: &str) -> Result<&'v [Value], WorkloadError> {
        match task.get(key) {
            None => Ok(&[]),
            Some(Value::Array(others)) => Ok(others),
            found => Err(self.wrong(format!("task \"{name}\""), format!("{key} is {}", written(found)), "a list of tasks")),
        }
    }

    /// A number that a task has under one of these keys.
    fn number(&self, task: &Value, name: &str, keys: &[&str], allowed: &'static str) -> Result<Option<f64>, WorkloadError> {
        let Some((key, value)) = keys.iter().find_map(|key| Some((key, task.get(key)?))) else { return Ok(None) };
        let legal = value.as_f64().filter(|x| (0.0..=1e12).contains(x));
        legal.map(Some).ok_or_else(|| self.wrong(format!("task \"{name}\""), format!("{key} is {value}"), allowed))
    }

    /// Seconds and gigabytes of a task; `kilobytes` says whether `memory` is in these.
    fn measured(&self, task: &Value, name: &str) -> Result<(f64, Option<f64>), WorkloadError> {
        let seconds = self.number(task, name, &["runtimeInSeconds", "runtime"], "seconds, 0 to 1e12")?;
        let missing = || self.wrong(format!("task \"{name}\""), "its run time is missing", "runtimeInSeconds (runtime in version 1.3)");
        let bytes = self.number(task, name, &["memoryInBytes"], "bytes, 0 to 1e12")?;
        let kilobytes = self.number(task, name, &["memory"], "kilobytes, 0 to 1e12")?;
        let memory = bytes.or(kilobytes.map(|kilobytes| 1000.0 * kilobytes)).map(|bytes| bytes / GIGABYTE);
        Ok((seconds.ok_or_else(missing)?.max(LEAST), memory.filter(|memory| *memory > 0.0)))
    }
}

/// A value as it is in the file, if it is there.
fn written(value: Option<&Value>) -> String {
    value.map_or_else(|| "missing".to_owned(), Value::to_string)
}

/// Reads an instance of a workflow; `name` is what messages call the file. Jobs are numbered as the tasks are listed, from 1.
///
/// # Errors
/// The first thing that is wrong: the task, what was found, and what is allowed.
pub fn read_wfcommons(name: &str, bytes: &[u8]) -> Result<TaskWorkload, WorkloadError> {
    let reader = Reader { file: name };
    let whole: Value = serde_json::from_slice(bytes).map_err(|error| {
        let text = error.to_string();
        let found = text.rsplit_once(" at line ").map_or(&*text, |(what, _)| what);
        reader.wrong(format!("line {}, column {}", error.line(), error.column()), found, "JSON, an instance of WfCommons")
    })?;
    let version = whole.get("schemaVersion").and_then(Value::as_str).unwrap_or_default();
    if !VERSIONS.contains(&version) {
        return Err(reader.wrong("schemaVersion", written(whole.get("schemaVersion")), "\"1.3\", \"1.4\" or \"1.5\""));
    }
    let apart = version == "1.5";
    let second =
        |place: &str, called: &str| reader.wrong(place, format!("a second task is called \"{called}\""), "a name or id of its own");
    let path: &[&str] = if apart { &["workflow", "specification", "tasks"] } else { &["workflow", "tasks"] };
    let tasks = reader.tasks(&whole, path)?;
    let place = |path: &[&str], i: usize| format!("{}, task {}", path.join("."), i + 1);
    let mut measured = BTreeMap::new();
    if apart {
        let path = ["workflow", "execution", "tasks"];
        for (i, task) in reader.tasks(&whole, &path)?.iter().enumerate() {
            let place = place(&path, i);
            let called = reader.called(task, "id", &place)?;
            if measured.insert(called, task).is_some() {
                return Err(second(&place, called));
            }
        }
    }
    // What each is called, and who is called so.
    let mut names = vec![];
    let mut numbers: BTreeMap<&str, u64> = BTreeMap::new();
    for (i, task) in tasks.iter().enumerate() {
        let place = place(path, i);
        let called = reader.called(task, if apart { "id" } else { "name" }, &place)?;
        if numbers.insert(called, i as u64 + 1).is_some() {
            return Err(second(&place, called));
        }
        names.push(called);
    }
    if let Some(called) = measured.keys().find(|called| !numbers.contains_key(*called)) {
        let place = format!("workflow.execution.tasks, task \"{called}\"");
        return Err(reader.wrong(place, "it is not specified", "a task of workflow.specification.tasks"));
    }
    if !apart {
        for (number, task) in (1..).zip(tasks) {
            if let Some(id) = task.get("id").and_then(Value::as_str) {
                numbers.entry(id).or_insert(number);
            }
        }
    }
    let mut jobs = vec![];
    let mut after: Vec<Vec<u64>> = vec![vec![]; tasks.len()];
    for (i, (task, called)) in tasks.iter().zip(&names).enumerate() {
        let of = if apart { measured.get(called).copied() } else { Some(task) };
        let of =
            of.ok_or_else(|| reader.wrong(format!("task \"{called}\""), "it was not executed", "a task of workflow.execution.tasks"))?;
        let (seconds, memory) = reader.measured(of, called)?;
        // Either end may name the other.
        for (key, is_parent) in [("parents", true), ("children", false)] {
            for other in reader.relatives(task, called, key)? {
                let known = other.as_str().and_then(|other| numbers.get(other).copied());
                let unknown = || reader.wrong(format!("task \"{called}\""), format!("{key} names {other}"), "other tasks of the workflow");
                let other = known.ok_or_else(unknown)?;
                let (job, before) = if is_parent { (i, other) } else { (other as usize - 1, i as u64 + 1) };
                after[job].push(before);
            }
        }
        let mut job =
            TaskJob { name: reader.called(task, "name", &place(path, i))?.to_owned(), ..TaskJob::new(i as u64 + 1, 0.0, &[], &[]) };
        job.tasks[0] = vec![Task::of(seconds)];
        job.memory[0] = memory.unwrap_or(job.memory[0]);
        jobs.push(job);
    }
    for (job, mut after) in jobs.iter_mut().zip(after) {
        after.sort_unstable();
        after.dedup();
        job.after = after;
    }
    TaskWorkload::linked(jobs).map_err(|tangle| {
        let name = |id: u64| format!("\"{}\"", names[id as usize - 1]);
        let found = match &tangle {
            Tangle::Circle { jobs } => format!("part of a circle, {}", circle(jobs, name)),
            Tangle::Itself { .. } | Tangle::Unknown { .. } => "it waits for itself".to_owned(),
        };
        reader.wrong(format!("task {}", name(tangle.job())), found, "parents that do not wait for the task")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two tasks, of which the second waits for the first.
    const OLD: &str = r#"{"schemaVersion": "1.3", "workflow": {"tasks": [
        {"name": "split", "runtime": 12.5, "memory": 2000000, "children": ["sum"]}, {"name": "sum", "runtime": 0, "parents": []}]}}"#;

    #[test]
    fn all_versions_say_the_same() {
        let middle = OLD
            .replace("1.3", "1.4")
            .replace("runtime", "runtimeInSeconds")
            .replace("\"memory\": 2000000", "\"memoryInBytes\": 2000000000");
        let new = r#"{"schemaVersion": "1.5", "workflow": {"specification": {"tasks": [
            {"name": "split", "id": "a", "parents": [], "children": ["b"]}, {"name": "sum", "id": "b", "parents": ["a"], "children": []}]},
            "execution": {"tasks": [{"id": "b", "runtimeInSeconds": 0},
            {"id": "a", "runtimeInSeconds": 12.5, "memoryInBytes": 2e9}]}}}"#;
        let first = read_wfcommons("w.json", OLD.as_bytes()).unwrap();
        let jobs = first.jobs();
        assert_eq!((jobs[0].memory[0], &jobs[0].tasks[0], &jobs[1].after), (2.0, &vec![Task::of(12.5)], &vec![1]));
        assert_eq!((jobs[1].memory[0], &jobs[1].tasks[0], &jobs[1].name), (1.0, &vec![Task::of(LEAST)], &"sum".to_owned()));
        for text in [&middle, new] {
            assert_eq!(read_wfcommons("w.json", text.as_bytes()).unwrap(), first);
        }
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        let fails = |from: &str, to: &str| read_wfcommons("w.json", OLD.replace(from, to).as_bytes()).unwrap_err().to_string();
        for (from, to, said) in [
            ("1.3", "2.0", "w.json, schemaVersion: \"2.0\"; allowed: \"1.3\", \"1.4\" or \"1.5\""),
            ("12.5", "-1", "w.json, task \"split\": runtime is -1; allowed: seconds, 0 to 1e12"),
            ("12.5", "\"x\"", "task \"split\": runtime is \"x\""),
            ("2000000", "-2", "task \"split\": memory is -2; allowed: kilobytes"),
            ("\"runtime\": 0, ", "", "task \"sum\": its run time is missing"),
            ("\"name\": \"sum\", ", "", "task 2: name is missing"),
            ("\"name\": \"sum\"", "\"name\": \"split\"", "task 2: a second task is called \"split\""),
            ("[\"sum\"]", "[\"sun\"]", "task \"split\": children names \"sun\"; allowed: other tasks of the workflow"),
            ("[\"sum\"]", "[\"split\"]", "task \"split\": it waits for itself"),
            ("\"runtime\": 12.5", "\"parents\": [\"sum\"], \"runtime\": 12.5", "\"split\" waits for \"sum\", \"sum\" waits for \"split\""),
            ("\"tasks\"", "\"jobs\"", "workflow.tasks: missing, or no list of tasks"),
            ("{\"schema", "\"schema", "w.json, line 1, column 16: trailing characters; allowed: JSON"),
            ("\"1.3\"", "1.3", "schemaVersion: 1.3; allowed: \"1.3\""),
            ("\"name\": \"sum\"", "\"name\": 7", "workflow.tasks, task 2: name is 7; allowed: a text"),
            ("[\"sum\"]", "\"sum\"", "task \"split\": children is \"sum\"; allowed: a list of tasks"),
            ("\"parents\": []", "\"parents\": null", "task \"sum\": parents is null; allowed: a list of tasks"),
        ] {
            let error = fails(from, to);
            assert!(error.contains(said), "{error}");
        }
    }

    /// In version 1.5, ids tell tasks from each other and names need not.
    #[test]
    fn tasks_are_called_by_their_ids() {
        let read = |first: &str, runs: &str| {
            let text = format!(
                r#"{{"schemaVersion": "1.5", "workflow": {{"specification": {{"tasks": [{{"name": "blast", "id": "b1", "parents": {first}}},
                {{"name": "blast", "id": "b2", "parents": ["b1"]}}]}}, "execution": {{"tasks": [{runs}]}}}}}}"#
            );
            read_wfcommons("w.json", text.as_bytes()).map_err(|error| error.to_string())
        };
        let runs = r#"{"id": "b1", "runtimeInSeconds": 1}, {"id": "b2", "runtimeInSeconds": 2}"#;
        assert_eq!(read("[]", runs).map(|workload| workload.jobs()[1].name.clone()), Ok("blast".to_owned()));
        let circle = "task \"b1\": part of a circle, \"b1\" waits for \"b2\", \"b2\" waits for \"b1\"";
        for (first, runs, said) in [
            ("[\"b2\"]", runs.to_owned(), circle),
            ("[\"b1\"]", runs.to_owned(), "task \"b1\": it waits for itself"),
            ("[]", format!("{runs}, {runs}"), "workflow.execution.tasks, task 3: a second task is called \"b1\"; allowed: "),
            ("[]", runs.replace("\"b2\"", "2"), "workflow.execution.tasks, task 2: id is 2; allowed: "),
            (
                "[]",
                format!(r#"{runs}, {{"id": "b3", "runtimeInSeconds": 1}}"#),
                "workflow.execution.tasks, task \"b3\": it is not specified; allowed: a task of workflow.specification.tasks",
            ),
        ] {
            let error = read(first, &runs).unwrap_err();
            assert!(error.contains(said), "{error}");
        }
    }
}
