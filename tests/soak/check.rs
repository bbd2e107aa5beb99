//! What must hold of any scenario, looked at from outside the engines: it is refused in one sentence, or it runs to its end and says
//! numbers that can be.

use crate::draw::Case;
use schedscope::world::Entry;
use schedscope_chart::picture_svg;
use schedscope_core::experiment::{Kept, Report, Scenario, Study, SystemKind, run_all};
use schedscope_core::pictures::distributions;
use serde_json::Value;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What rounding may add to a sum of hundreds of numbers, as a part of it.
const ROUNDING: f64 = 1e-9;

/// What became of a case.
pub enum Told {
    /// It was refused, with this message.
    Refused(String),
    /// It ran; its report as the command line prints it, and whether a run of it is small enough to be recorded.
    Ran { report: String, recorded: bool },
}

pub struct Checks {
    schema: jsonschema::Validator,
    /// Pools of one and of two threads.
    pools: [rayon::ThreadPool; 2],
}

impl Checks {
    pub fn new() -> Self {
        let text = include_str!("../../assets/schema/report-2.json");
        let schema = serde_json::from_str(text).expect("the schema is JSON");
        let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        Self { schema: jsonschema::validator_for(&schema).expect("the schema is one"), pools: [pool(1), pool(2)] }
    }

    /// What becomes of a case; an error is something that must not be.
    pub fn all(&self, case: &Case) -> Result<Told, String> {
        catch_unwind(AssertUnwindSafe(|| self.unguarded(case))).unwrap_or_else(|_| Err("a panic".to_owned()))
    }

    fn unguarded(&self, case: &Case) -> Result<Told, String> {
        round_trips(&case.scenario)?;
        let study = match Study::new(case.scenario.clone(), |_| Ok(case.file.clone())) {
            Ok(study) => study,
            Err(error) => return one_message(error.to_string()),
        };
        let [one, two] = &self.pools;
        let (report, runs) = match one.install(|| run_all(&study, true, |_| {})) {
            Ok((summaries, runs)) => (Report::new(&study, summaries), runs),
            Err(error) => return one_message(error.to_string()),
        };
        let json = report.json().map_err(|error| error.to_string())?;
        let other = two.install(|| run_all(&study, false, |_| {})).map_err(|error| format!("with two threads alone: {error}"))?;
        if Report::new(&study, other.0).json().ok().as_ref() != Some(&json) {
            return Err("two threads give another report than one".to_owned());
        }
        let value: Value = serde_json::from_str(&json).map_err(|error| error.to_string())?;
        if let Some(error) = self.schema.iter_errors(&value).next() {
            return Err(format!("against the schema: {}: {error}", error.instance_path()));
        }
        fractions("", &value["policies"])?;
        runs.iter().try_for_each(|kept| jobs(&study, kept))?;
        picture_svg((1200, 600), &distributions(&report)).map_err(|error| format!("its picture: {error}"))?;
        let recorded = study.may_record().is_ok() && study.recordable(&study.draw(0)).is_ok();
        if recorded {
            recordings(&study, &runs[0])?;
        }
        if !study.scenario().kind().task_titles().is_empty() {
            tasks(&study);
        }
        Ok(Told::Ran { report: json, recorded })
    }
}

/// A refusal says something, on a line for each of the first faults of a file.
fn one_message(message: String) -> Result<Told, String> {
    let good = (10..3000).contains(&message.len());
    if good { Ok(Told::Refused(message)) } else { Err(format!("the message {message:?}")) }
}

/// Files and links mean the scenario that they were made of.
fn round_trips(scenario: &Scenario) -> Result<(), String> {
    for (what, read) in [("file", Scenario::from_toml(&scenario.to_toml())), ("link", Scenario::from_query(&scenario.to_query()))] {
        match read {
            Ok(read) if read == *scenario => {}
            Ok(read) => return Err(format!("its {what} means another scenario:\n{}", read.to_toml())),
            Err(error) => return Err(format!("its {what} is refused: {error}")),
        }
    }
    Ok(())
}

/// What is a fraction lies between 0 and 1, and no time is negative.
fn fractions(name: &str, value: &Value) -> Result<(), String> {
    match value {
        Value::Object(fields) => fields.iter().try_for_each(|(name, value)| fractions(name, value)),
        Value::Array(values) => values.iter().try_for_each(|value| fractions(name, value)),
        Value::Number(number) => {
            let x = number.as_f64().unwrap_or(f64::NAN);
            let within = ["share", "utilisation"].iter().any(|part| name.contains(part));
            let time = ["mean_sojourn", "median_", "p9"].iter().any(|start| name.starts_with(start)) && !name.contains("ci95");
            if within && !(-ROUNDING..=1.0 + ROUNDING).contains(&x) {
                return Err(format!("the fraction {name} is {x}"));
            }
            if time && x < 0.0 { Err(format!("{name} is {x}")) } else { Ok(()) }
        }
        _ => Ok(()),
    }
}

/// What is recorded ends, can be written, and is what happens when nobody looks.
fn recordings(study: &Study, (drawn, runs): &Kept) -> Result<(), String> {
    for (policy, run) in runs.iter().enumerate() {
        let wrong = |what: String| format!("the recording of {}: {what}", study.choices()[policy].written());
        let (recording, watched) = study.record(drawn, policy, |_| {}).map_err(|error| wrong(error.to_string()))?;
        recording.serialize_plain(serde_json::value::Serializer).map_err(|error| wrong(error.to_string()))?;
        // Rows are compared as texts, in which what is no number equals itself.
        let [seen, unseen] = [&watched, run].map(|run| format!("{:?}", study.plan().job_rows(drawn, run)));
        if seen != unseen {
            return Err(wrong("jobs leave at other times than when nobody looks".to_owned()));
        }
    }
    Ok(())
}

/// Tells of each task under each policy.
fn tasks(study: &Study) {
    let drawn = study.draw(0);
    (0..study.choices().len()).for_each(|policy| study.plan().tell_tasks(&drawn, policy, &mut |_| {}));
}

/// Each job completes once, no sooner than it can; one server with work does not idle.
fn jobs(study: &Study, (drawn, runs): &Kept) -> Result<(), String> {
    let world = study.scenario().kind();
    let titles = world.job_titles();
    for (run, choice) in runs.iter().zip(study.choices()) {
        let wrong = |what: String| Err(format!("{}: {what}", choice.written()));
        let rows = study.plan().job_rows(drawn, run);
        if let Some(row) = rows.iter().find(|row| row.iter().any(|entry| matches!(entry, Entry::Real(x) if !x.is_finite()))) {
            return wrong(format!("the row of a job: {row:?}"));
        }
        let mut ids = HashSet::new();
        if let Some(row) = rows.iter().find(|row| !ids.insert(format!("{:?}", row[0]))) {
            return wrong(format!("{:?} completes twice", row[0]));
        }
        let column = |title: &str| -> Option<Vec<f64>> {
            let place = titles.iter().position(|known| *known == title)?;
            rows.iter().map(|row| if let Entry::Real(x) = row[place] { Some(x) } else { None }).collect()
        };
        if column("sojourn").is_some_and(|sojourns| sojourns.iter().any(|sojourn| *sojourn < 0.0)) {
            return wrong("a negative sojourn time".to_owned());
        }
        if world == SystemKind::Server
            && let (Some(arrivals), Some(sizes), Some(sojourns)) = (column("arrival"), column("size"), column("sojourn"))
        {
            if rows.len() != study.jobs() {
                return wrong(format!("{} of {} jobs", rows.len(), study.jobs()));
            }
            let end = |place: usize| arrivals[place] + sojourns[place];
            // An arrival is rounded before a sojourn time is.
            let rounding = |place: usize| ROUNDING * end(place);
            let speed = study.scenario().get("system.server_speed").and_then(|speed| speed.as_float()).unwrap_or(1.0);
            if let Some(place) = (0..rows.len()).find(|place| sojourns[*place] < sizes[*place] / speed - rounding(*place)) {
                return wrong(format!("a sojourn time of {} at a size of {}", sojourns[place], sizes[place]));
            }
            let last = (0..rows.len()).map(end).fold(0.0, f64::max);
            let idles =
                ["system.servers", "system.server_speed", "system.switch_cost"].iter().any(|field| study.scenario().get(field).is_some());
            let expected = emptied(&arrivals, &sizes);
            if !idles && (last - expected).abs() > 1e-6 * expected {
                return wrong(format!("the last job leaves at {last}, and the work is done at {expected}"));
            }
        }
    }
    Ok(())
}

/// When one server of speed 1 that never idles has served all.
fn emptied(arrivals: &[f64], sizes: &[f64]) -> f64 {
    let mut jobs: Vec<(f64, f64)> = arrivals.iter().copied().zip(sizes.iter().copied()).collect();
    jobs.sort_by(|a, b| a.0.total_cmp(&b.0));
    jobs.iter().fold(0.0, |free, (arrival, size)| f64::max(free, *arrival) + size)
}
