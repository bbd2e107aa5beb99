//! Whom the jobs that are written out wait for.

use super::spec::{After, JobSpec};
use crate::workload::{Tangle, TaskJob, TaskWorkload, circle};
use crate::world::SpecError;

/// What may stand in `after`.
const ALLOWED: &str = "names or numbers (from 1) of other jobs in workload.jobs";

/// How a field of a job is called, by the job's number.
pub(super) fn field(number: u64, name: &str) -> String {
    format!("workload.jobs[{number}].{name}")
}

/// The numbers of the jobs that each waits for.
///
/// # Errors
/// If a name is unknown or that of several jobs, or a number is none of a job.
pub(super) fn numbers(jobs: &[JobSpec]) -> Result<Vec<Vec<u64>>, SpecError> {
    let number = |job: u64, after: &After| match after {
        After::Number(number) if (1..=jobs.len() as u64).contains(number) => Ok(*number),
        After::Number(number) => {
            let allowed = format!("{ALLOWED}, of which there are {}", jobs.len());
            Err(SpecError::value(field(job, "after"), number.to_string(), allowed))
        }
        After::Name(name) => {
            let named = (1..).zip(jobs).filter(|(_, job)| job.name.as_deref() == Some(name));
            let numbers: Vec<u64> = named.map(|(number, _)| number).take(2).collect();
            match numbers[..] {
                [number] => Ok(number),
                [] => {
                    let names: Vec<&str> = jobs.iter().filter_map(|job| job.name.as_deref()).collect();
                    let near = crate::registry::nearest(name, names.iter().copied());
                    let near = near.map(|near| format!(" (did you mean \"{near}\"?)")).unwrap_or_default();
                    Err(SpecError::value(field(job, "after"), format!("\"{name}\", the name of no job"), format!("{ALLOWED}{near}")))
                }
                _ => {
                    let found = format!("\"{name}\", the name of jobs {} and {}", numbers[0], numbers[1]);
                    Err(SpecError::value(field(job, "after"), found, "the number of one of them, from 1"))
                }
            }
        }
    };
    let of = |(job, spec): (u64, &JobSpec)| spec.after.iter().map(|after| number(job, after)).collect();
    (1..).zip(jobs).map(of).collect()
}

/// The first so many of the jobs, which wait for each other.
///
/// # Errors
/// If one waits for itself, for one that is left out, or in a circle, by their names.
pub(super) fn workload(jobs: Vec<TaskJob>, count: usize) -> Result<TaskWorkload, SpecError> {
    let names: Vec<String> = jobs.iter().map(|job| name(job.id, &job.name)).collect();
    let name = |id: u64| names[id as usize - 1].as_str();
    let tangled = |tangle: Tangle| {
        let allowed = "jobs that do not wait for this one";
        match &tangle {
            Tangle::Unknown { job, after } => {
                let why = format!("without {}, for which {} waits", name(*after), name(*job));
                SpecError::value("workload.count", format!("{count}, {why}"), "so many that all are there for which a job waits")
            }
            Tangle::Itself { job } => SpecError::value(field(*job, "after"), format!("{}, the job itself", name(*job)), allowed),
            Tangle::Circle { jobs } => {
                let circle = circle(jobs, |job| name(job).to_owned());
                SpecError::value(field(tangle.job(), "after"), format!("part of a circle, {circle}"), allowed)
            }
        }
    };
    TaskWorkload::linked(jobs).and_then(|workload| workload.first(count)).map_err(tangled)
}

/// How a job is called.
fn name(id: u64, name: &str) -> String {
    if name.is_empty() { format!("job {id}") } else { format!("\"{name}\"") }
}
