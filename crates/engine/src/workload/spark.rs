//! Event logs of Spark: an event in JSON a line, of one application, or of several one after the other.

use super::history::{END, JobLog, Line, Submitted, most, plain, task, workload};
use super::table::text;
use super::{LeftOut, Task, WorkloadError};
use serde_json::Value;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap, VecDeque};

/// A stage of a job.
#[derive(Default)]
struct Stage {
    name: String,
    parents: Vec<u64>,
    /// Positions of the jobs that name it, without the first of them that have ended.
    jobs: VecDeque<usize>,
}

struct Job {
    line: u64,
    number: u64,
    submitted: u64,
    description: Option<String>,
    pool: String,
    /// Whether it has succeeded, once it has ended.
    ended: Option<bool>,
    /// What its tasks took, in milliseconds, by stage and index.
    tasks: BTreeMap<(u64, u64), u64>,
}

#[derive(Default)]
struct Application {
    id: Option<String>,
    name: Option<String>,
    jobs: Vec<Job>,
    /// Positions of the last jobs of these numbers.
    numbers: HashMap<u64, usize>,
    stages: BTreeMap<u64, Stage>,
    /// Lines that tell of the end of a job whose start is not in the file.
    strays: Vec<u64>,
}

/// Reads event logs of Spark; `name` is what messages call the file.
///
/// A job arrives when it was submitted. Its stages that wait for none of its own are the maps, and all others, however many follow each
/// other, the reduces: these begin when maps are complete (`slowstart` 1 is Spark's way). A task counts as it was first completed, from
/// its launch to its end, by the first job that names its stage and has not ended. Jobs are called by application and number, and are
/// named for the application and their last stage or their description; the scheduler's pool is the pool. Jobs that did not
/// succeed, or ran no tasks, or whose start is not in the file, are left out.
///
/// # Errors
/// The first line that is wrong, with its value and what is allowed.
pub fn read_spark(name: &str, bytes: &[u8]) -> Result<JobLog, WorkloadError> {
    let mut applications = vec![Application::default()];
    let mut tasks = 0;
    for (number, text) in (1..).zip(text(name, bytes, "an event log of Spark (JSON, not compressed)")?.lines()) {
        let line = Line { file: name, number };
        if text.trim().is_empty() {
            continue;
        }
        let event = line.json(text)?;
        let kind = plain(event.get("Event")).ok_or_else(|| line.missing("Event", "the name of an event of Spark"))?;
        let begins = match &*kind {
            "SparkListenerLogStart" => true,
            "SparkListenerApplicationStart" => applications.last().is_some_and(|last| last.name.is_some()),
            _ => false,
        };
        if begins {
            applications.push(Application::default());
        }
        if let Some(application) = applications.last_mut()
            && application.hear(line, &kind, &event)?
        {
            tasks += 1;
            most(line, tasks)?;
        }
    }
    let (mut jobs, mut left_out) = (vec![], LeftOut::default());
    let told = |application: &Application| !application.jobs.is_empty() || !application.strays.is_empty();
    for (number, application) in (1..).zip(applications.into_iter().filter(told)) {
        application.finish(number, &mut jobs, &mut left_out);
    }
    workload(name, jobs, left_out)
}

/// The whole number in a field.
fn whole(line: Line<'_>, of: &Value, field: &'static str) -> Result<u64, WorkloadError> {
    let allowed = "a whole number";
    let text = plain(of.get(field)).ok_or_else(|| line.missing(field, allowed))?;
    text.parse().map_err(|_| line.wrong(field, &text, allowed))
}

/// The time in a field.
fn time(line: Line<'_>, of: &Value, field: &'static str) -> Result<u64, WorkloadError> {
    line.time(field, plain(of.get(field)))
}

impl Application {
    /// Takes in an event; whether it is that of a task that counts.
    fn hear(&mut self, line: Line<'_>, kind: &str, event: &Value) -> Result<bool, WorkloadError> {
        let none = Value::Null;
        let part = |of: &'static str| event.get(of).unwrap_or(&none);
        match kind {
            "SparkListenerApplicationStart" => {
                (self.id, self.name) = (plain(event.get("App ID")), Some(plain(event.get("App Name")).unwrap_or_default()));
            }
            "SparkListenerJobStart" => {
                let (job, properties) = (self.jobs.len(), part("Properties"));
                for stage in part("Stage Infos").as_array().into_iter().flatten() {
                    self.know(line, stage)?;
                }
                for stage in part("Stage IDs").as_array().into_iter().flatten() {
                    let text = plain(Some(stage)).unwrap_or_else(|| stage.to_string());
                    let id = text.parse().map_err(|_| line.wrong("Stage IDs", &text, "whole numbers"))?;
                    self.stages.entry(id).or_default().jobs.push_back(job);
                }
                let number = whole(line, event, "Job ID")?;
                self.numbers.insert(number, job);
                self.jobs.push(Job {
                    line: line.number,
                    number,
                    submitted: time(line, event, "Submission Time")?,
                    description: plain(properties.get("spark.job.description")),
                    pool: plain(properties.get("spark.scheduler.pool")).unwrap_or_default(),
                    ended: None,
                    tasks: BTreeMap::new(),
                });
            }
            "SparkListenerStageSubmitted" => self.know(line, part("Stage Info"))?,
            "SparkListenerTaskEnd" => return self.task(line, event, part("Task Info")),
            "SparkListenerJobEnd" => {
                let (number, result) = (whole(line, event, "Job ID")?, part("Job Result"));
                match self.numbers.get(&number) {
                    Some(job) => self.jobs[*job].ended = Some(result.get("Result").and_then(Value::as_str) == Some("JobSucceeded")),
                    None => self.strays.push(line.number),
                }
            }
            _ => {}
        }
        Ok(false)
    }

    /// Remembers what is said of a stage.
    fn know(&mut self, line: Line<'_>, info: &Value) -> Result<(), WorkloadError> {
        let stage = self.stages.entry(whole(line, info, "Stage ID")?).or_default();
        stage.name = plain(info.get("Stage Name")).unwrap_or_default();
        stage.parents = info.get("Parent IDs").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_u64).collect();
        Ok(())
    }

    fn task(&mut self, line: Line<'_>, event: &Value, info: &Value) -> Result<bool, WorkloadError> {
        let reason = event.get("Task End Reason").and_then(|reason| reason.get("Reason")).and_then(Value::as_str);
        if reason != Some("Success") {
            return Ok(false);
        }
        let (stage, index) = (whole(line, event, "Stage ID")?, whole(line, info, "Index")?);
        let (from, to) = (time(line, info, "Launch Time")?, time(line, info, "Finish Time")?);
        let took = line.span("Finish Time", from, to, END)?;
        let Some(known) = self.stages.get_mut(&stage) else {
            self.strays.push(line.number);
            return Ok(false);
        };
        while known.jobs.front().is_some_and(|job| self.jobs[*job].ended.is_some()) {
            known.jobs.pop_front();
        }
        let Some(job) = known.jobs.front() else { return Ok(false) };
        let Entry::Vacant(place) = self.jobs[*job].tasks.entry((stage, index)) else { return Ok(false) };
        place.insert(took);
        Ok(true)
    }

    /// Its jobs, and what of them is left out.
    fn finish(self, number: u64, jobs: &mut Vec<Submitted>, left_out: &mut LeftOut) {
        let Self { id, name, jobs: own, stages, strays, .. } = self;
        strays.into_iter().for_each(|line| left_out.row("of jobs whose start is not in the file", line));
        let application = id.unwrap_or_else(|| number.to_string());
        for Job { line, number, submitted, description, pool, ended, tasks } in own {
            if ended != Some(true) {
                left_out.row("of jobs that did not succeed", line);
                continue;
            }
            let Some(((last, _), _)) = tasks.last_key_value() else {
                left_out.row("of jobs that ran no tasks", line);
                continue;
            };
            let ran = |stage: u64| tasks.range((stage, 0)..=(stage, u64::MAX)).next().is_some();
            let waits = |stage: u64| stages.get(&stage).is_some_and(|stage| stage.parents.iter().any(|parent| ran(*parent)));
            let of = |reduces: bool| -> Vec<Task> {
                tasks.iter().filter(|((stage, _), _)| waits(*stage) == reduces).map(|(_, took)| task(0, *took)).collect()
            };
            let what = description.or_else(|| stages.get(last).map(|stage| stage.name.clone())).unwrap_or_default();
            let name = format!("{}: {what}", name.as_deref().unwrap_or_default());
            jobs.push(Submitted {
                line,
                id: format!("{application}/{number}"),
                time: submitted,
                name,
                queue: pool,
                tasks: [of(false), of(true)],
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A job of two stages that read and a join, one of whose tasks fails first; a second that reads the join's output anew; a third that
    /// fails.
    const LOG: &str = r#"{"Event":"SparkListenerLogStart","Spark Version":"3.5.0"}
{"Event":"SparkListenerApplicationStart","App Name":"etl","App ID":"app-1","Timestamp":900}
{"Event":"SparkListenerJobStart","Job ID":0,"Submission Time":1000,"Stage Infos":[{"Stage ID":0,"Stage Name":"read","Parent IDs":[]},{"Stage ID":1,"Stage Name":"read","Parent IDs":[]},{"Stage ID":2,"Stage Name":"join","Parent IDs":[0,1]}],"Stage IDs":[0,1,2],"Properties":{"spark.scheduler.pool":"nightly"}}
{"Event":"SparkListenerStageSubmitted","Stage Info":{"Stage ID":0,"Stage Name":"read","Parent IDs":[]}}
{"Event":"SparkListenerTaskEnd","Stage ID":0,"Task End Reason":{"Reason":"Success"},"Task Info":{"Index":0,"Launch Time":1000,"Finish Time":3500}}
{"Event":"SparkListenerTaskEnd","Stage ID":1,"Task End Reason":{"Reason":"ExceptionFailure"},"Task Info":{"Index":0,"Launch Time":1000,"Finish Time":1500}}
{"Event":"SparkListenerTaskEnd","Stage ID":1,"Task End Reason":{"Reason":"Success"},"Task Info":{"Index":0,"Launch Time":1500,"Finish Time":1500}}
{"Event":"SparkListenerTaskEnd","Stage ID":2,"Task End Reason":{"Reason":"Success"},"Task Info":{"Index":0,"Launch Time":3500,"Finish Time":4500}}
{"Event":"SparkListenerTaskEnd","Stage ID":2,"Task End Reason":{"Reason":"Success"},"Task Info":{"Index":1,"Launch Time":3500,"Finish Time":7500}}
{"Event":"SparkListenerJobEnd","Job ID":0,"Job Result":{"Result":"JobSucceeded"}}
{"Event":"SparkListenerTaskEnd","Stage ID":2,"Task End Reason":{"Reason":"Success"},"Task Info":{"Index":1,"Launch Time":3500,"Finish Time":7600}}
{"Event":"SparkListenerJobStart","Job ID":1,"Submission Time":9000,"Stage Infos":[{"Stage ID":3,"Stage Name":"join","Parent IDs":[]},{"Stage ID":4,"Stage Name":"count","Parent IDs":[3]}],"Stage IDs":[3,4],"Properties":{"spark.job.description":"how many"}}
{"Event":"SparkListenerTaskEnd","Stage ID":4,"Task End Reason":{"Reason":"Success"},"Task Info":{"Index":0,"Launch Time":9000,"Finish Time":9250}}
{"Event":"SparkListenerJobEnd","Job ID":1,"Job Result":{"Result":"JobSucceeded"}}
{"Event":"SparkListenerJobStart","Job ID":2,"Submission Time":9500,"Stage IDs":[5]}
{"Event":"SparkListenerJobEnd","Job ID":2,"Job Result":{"Result":"JobFailed"}}
"#;

    #[test]
    fn stages_that_wait_for_none_are_maps() {
        let two = format!("{LOG}{}", LOG.replace("app-1", "app-2").replace("etl", "report"));
        let (jobs, left_out) = read_spark("log", two.as_bytes()).unwrap();
        let told: Vec<_> = jobs.jobs().iter().map(|job| (jobs.ids().of(job.id).into_owned(), job.arrival, job.pool, &*job.name)).collect();
        let expected = [
            ("app-1/0", 0.0, 0, "etl: join"),
            ("app-2/0", 0.0, 0, "report: join"),
            ("app-1/1", 8.0, 1, "etl: how many"),
            ("app-2/1", 8.0, 1, "report: how many"),
        ];
        assert_eq!(told, expected.map(|(id, arrival, pool, name)| (id.to_owned(), arrival, pool, name)));
        assert_eq!(jobs.jobs()[0].tasks, [vec![Task::of(2.5), Task::of(0.001)], vec![Task::of(1.0), Task::of(4.0)]]);
        assert_eq!(jobs.jobs()[2].tasks, [vec![Task::of(0.25)], vec![]], "what it waits for was there already");
        assert_eq!((left_out.reasons()[0].count, left_out.reasons()[0].lines.as_slice()), (2, &[15, 31][..]));
    }

    #[test]
    fn a_stage_is_of_the_first_job_that_has_not_ended() {
        let start = |job| format!("{{\"Event\":\"SparkListenerJobStart\",\"Job ID\":{job},\"Submission Time\":0,\"Stage IDs\":[0]}}\n");
        let end = |job, how| format!("{{\"Event\":\"SparkListenerJobEnd\",\"Job ID\":{job},\"Job Result\":{{\"Result\":\"Job{how}\"}}}}\n");
        let task = |index, seconds| {
            let info = format!("{{\"Index\":{index},\"Launch Time\":0,\"Finish Time\":{seconds}000}}");
            let about = format!("\"Stage ID\":0,\"Task End Reason\":{{\"Reason\":\"Success\"}},\"Task Info\":{info}");
            format!("{{\"Event\":\"SparkListenerTaskEnd\",{about}}}\n")
        };
        let log = [
            [start(0), task(0, 1), end(0, "Failed")].concat(),
            // The number comes again, and the job in the middle ends first.
            [start(0), start(1), start(2), task(0, 2), end(1, "Failed"), task(1, 3), task(1, 4), end(0, "Succeeded")].concat(),
            [task(0, 5), end(2, "Succeeded"), task(0, 6)].concat(),
        ];
        let (jobs, left_out) = read_spark("log", log.concat().as_bytes()).unwrap();
        let told: Vec<_> = jobs.jobs().iter().map(|job| (jobs.ids().of(job.id).into_owned(), job.tasks[0].clone())).collect();
        assert_eq!(told, [("1/0".to_owned(), vec![Task::of(2.0), Task::of(3.0)]), ("1/2".to_owned(), vec![Task::of(5.0)])]);
        assert_eq!(left_out.reasons()[0].lines, [1, 5]);
    }

    /// A log that was rolled, or cut off, may lack its beginning.
    #[test]
    fn what_lacks_its_start_is_left_out() {
        let (jobs, left_out) = read_spark("log", LOG.replacen("JobEnd\",\"Job ID\":0", "JobEnd\",\"Job ID\":7", 1).as_bytes()).unwrap();
        let told: Vec<_> = left_out.reasons().iter().map(|skip| (&*skip.why, &*skip.lines)).collect();
        assert_eq!(told[0], ("of jobs whose start is not in the file", &[10][..]));
        assert_eq!(told[1].0, "of jobs that did not succeed");
        assert_eq!(jobs.jobs().len(), read_spark("log", LOG.as_bytes()).unwrap().0.jobs().len() - 1);
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        for (from, to, said) in [
            ("\"Submission Time\":1000", "\"Submission Time\":-1", "log, line 3: Submission Time is \"-1\"; allowed: milliseconds"),
            ("\"Job ID\":0", "\"Job ID\":null", "log, line 3: there is no Job ID; allowed: a whole number"),
            ("\"Submission Time\":1000,", "", "log, line 3: there is no Submission Time; allowed: milliseconds"),
            ("\"Stage IDs\":[0", "\"Stage IDs\":[[]", "log, line 3: Stage IDs is \"[]\"; allowed: whole numbers"),
            ("\"Finish Time\":3500", "\"Finish Time\":10", "log, line 5: Finish Time is \"10\"; allowed: no earlier"),
            ("\"Index\":0,", "", "log, line 5: there is no Index"),
            ("{\"Event\":\"SparkListenerLogStart\"", "{\"Event\"", "log, line 1, column 9: expected `:`; allowed: an event in JSON a line"),
            ("\"Event\":\"SparkListenerLogStart\"", "\"x\":1", "log, line 1: there is no Event; allowed: "),
            ("JobSucceeded", "JobFailed", ""),
        ] {
            match read_spark("log", LOG.replacen(from, to, 1).as_bytes()) {
                Err(error) => assert!(!said.is_empty() && error.to_string().starts_with(said), "{error}"),
                Ok((jobs, _)) => assert_eq!((said, jobs.jobs().len()), ("", 1)),
            }
        }
        let twice = read_spark("log", LOG.repeat(2).as_bytes()).unwrap_err().to_string();
        assert_eq!(twice, "log, line 19: id app-1/0 is already used in line 3; ids must be unique");
        let marked = read_spark("log", LOG.replace("app-1", r#"app \"1\""#).as_bytes()).unwrap_err().to_string();
        assert_eq!(marked, r#"log, line 3: id is "app "1"/0"; allowed: any text without quotation marks"#);
        assert!(read_spark("log", b"\n").unwrap_err().to_string().contains("log: no jobs: expected jobs that succeeded"));
    }
}
