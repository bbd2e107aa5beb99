//! What worlds check alike in fields of a workload that mean the same in all of them.

use super::{Read, SpecError};
use crate::sim::written;
use crate::workload::{Errors, Ids, Pace, Portion, Rate, Synthetic, Tangle, Which, check_load, read_gaps};
use std::fmt::Display;

/// How many of the jobs that are given are taken, at least one: all if the scenario does not say.
///
/// # Errors
/// If it is 0.
pub fn count(count: Option<u32>) -> Result<usize, SpecError> {
    match count {
        Some(0) => Err(SpecError::value("workload.count", "0", "a whole number, 1 or more")),
        count => Ok(count.map_or(usize::MAX, |count| count as usize)),
    }
}

/// Which jobs of a file are used.
///
/// # Errors
/// If there are none.
pub fn portion(asked: Option<u32>, part: Option<Which>) -> Result<Portion, SpecError> {
    Ok(Portion { count: count(asked)?, part: part.unwrap_or_default() })
}

/// Why it means nothing which jobs of a file are used, if it does.
pub fn no_part(of_file: bool, count: Option<u32>) -> Option<&'static str> {
    match (of_file, count) {
        (false, _) => Some("no file is read"),
        (true, None) => Some("all jobs of the file are used"),
        (true, Some(_)) => None,
    }
}

/// Refuses the choice of a part where no file is read.
///
/// # Errors
/// Says so.
pub fn part(of_file: bool, part: Option<Which>) -> Result<(), SpecError> {
    absent(&[("workload.part", part.is_some() && !of_file)], "no file is read")
}

/// That the first `count` jobs are not all for which one of them waits.
pub fn left_out(count: usize, tangle: &Tangle, ids: &Ids) -> SpecError {
    SpecError::value("workload.count", format!("{count}, but {}", tangle.told(ids)), "so many that all are there for which a job waits")
}

/// Jobs at the beginning that are scheduled but not counted, fewer than there are.
///
/// # Errors
/// If they are too many.
pub fn warmup(warmup: Option<u32>, jobs: usize) -> Result<usize, SpecError> {
    let warmup = warmup.unwrap_or(0) as usize;
    let allowed = || format!("fewer than the number of jobs, {jobs}");
    if warmup < jobs { Ok(warmup) } else { Err(SpecError::value("workload.warmup", warmup.to_string(), allowed())) }
}

/// Jobs at the end that are scheduled but not counted, fewer than there are after the warm-up; this many if the scenario
/// does not say, or none where there are not so many.
///
/// # Errors
/// If they are too many.
pub fn cooldown(cooldown: Option<u32>, default: u32, warmup: usize, jobs: usize) -> Result<usize, SpecError> {
    let left = jobs.saturating_sub(warmup);
    let Some(cooldown) = cooldown.map(|cooldown| cooldown as usize) else {
        return Ok(Some(default as usize).filter(|default| *default < left).unwrap_or(0));
    };
    let allowed = || format!("fewer than the number of jobs after the warm-up, {left}");
    if cooldown < left { Ok(cooldown) } else { Err(SpecError::value("workload.cooldown", cooldown.to_string(), allowed())) }
}

/// The load that is asked for.
///
/// # Errors
/// If it is out of range.
pub fn load(load: Option<f64>) -> Result<Option<f64>, SpecError> {
    load.map_or(Ok(()), check_load)?;
    Ok(load)
}

/// How arrivals that are drawn are moved: at a rate that varies, or with gaps of a file, which have a shape of their own.
///
/// # Errors
/// If a number is out of range, or the file is not one of gaps.
pub fn pace(rate: Option<Rate>, gaps: Option<&str>, timeshape: Option<f64>, read: &mut Read<'_>) -> Result<Pace, SpecError> {
    let rate = rate.unwrap_or_default();
    rate.validate()?;
    misplaced("workload.timeshape", timeshape.is_some() && gaps.is_some(), || "gaps are those of a file (workload.gaps)".to_owned())?;
    let gaps = match gaps {
        Some(path) => Some(read_gaps(path, &read(path).map_err(|source| SpecError::Read { path: path.to_owned(), source })?)?),
        None => None,
    };
    Ok(Pace::new(rate, gaps)?)
}

/// Errors of estimates and their spread, which only log-normal ones have.
///
/// # Errors
/// If one is out of range, or there is a spread that has no meaning.
pub fn errors(errors: Option<Errors>, sigma: Option<f64>) -> Result<(Errors, f64), SpecError> {
    let errors = errors.unwrap_or_default();
    misplaced("workload.sigma", sigma.is_some() && !errors.spread(), || {
        "workload.errors are not log-normal; leave sigma out, or say errors = log-normal or unbiased".to_owned()
    })?;
    let sigma = sigma.unwrap_or(Synthetic::default().sigma);
    errors.validate(sigma)?;
    Ok((errors, sigma))
}

/// The same for jobs with estimates of their own, which stay unless errors are asked for.
///
/// # Errors
/// As [`errors`].
pub fn errors_if_asked(asked: Option<Errors>, sigma: Option<f64>) -> Result<Option<(Errors, f64)>, SpecError> {
    (asked.is_some() || sigma.is_some()).then(|| errors(asked, sigma)).transpose()
}

/// Refuses the first of these fields that is given where it means nothing.
///
/// # Errors
/// Names it.
pub fn absent(fields: &[(&'static str, bool)], why: &str) -> Result<(), SpecError> {
    fields.iter().try_for_each(|(field, given)| misplaced(field, *given, || why.to_owned()))
}

/// Refuses how sizes and arrivals are drawn where `name` has its own; `given` says whether shape, sizes, timeshape, rate, gaps and
/// stretch are.
///
/// # Errors
/// Names the field.
pub fn own(name: &str, given: [bool; 6]) -> Result<(), SpecError> {
    let [shape, sizes, timeshape, rate, gaps, stretch] = given;
    absent(&[("workload.shape", shape), ("workload.sizes", sizes)], &format!("{name} has its own sizes"))?;
    let arrivals = [("workload.timeshape", timeshape), ("workload.rate", rate), ("workload.gaps", gaps)];
    absent(&arrivals, &format!("{name} has its own arrivals"))?;
    absent(&[("workload.stretch", stretch)], "the load of given jobs is always exact")
}

/// Refuses a field that is given where it means nothing.
///
/// # Errors
/// Names it.
pub fn misplaced(field: &'static str, given: bool, why: impl Fn() -> String) -> Result<(), SpecError> {
    if given { Err(SpecError::Misplaced { field, why: why() }) } else { Ok(()) }
}

/// Refuses a policy under which so many jobs or tasks take turns, each of which is simulated, if their turns are too short for their work:
/// if they would be more than 300,000 each on average, and 30 million in all.
///
/// # Errors
/// Names the parameter that says how short a turn may be, and what it may be.
pub fn turns(policy: &impl Display, (parameter, turn): (&str, f64), work: f64, count: usize) -> Result<(), SpecError> {
    let most = 3e5 * count.max(100) as f64;
    if work / turn <= most {
        return Ok(());
    }
    let least = written(libm::ceil(1e3 * work / most) / 1e3);
    let allowed = format!("{parameter} of at least {least}, as there is work of {}", written(work));
    Err(SpecError::value("policies", policy.to_string(), allowed))
}

/// Fewer jobs that are given have a beginning and an end, whatever their load: nothing grows without bound.
pub const MANY: u64 = 100;

/// Warns of a load of 1 or more, and says what can be done if it was not asked for. A few jobs that are given pass.
pub fn overload(load: Option<f64>, asked: bool, drawn: bool, jobs: u64) -> Option<String> {
    let load = load.filter(|load| *load >= 1.0 && (asked || drawn || jobs >= MANY))?;
    let advice = if asked { "" } else { "; to rescale the arrivals, set the load (workload.load, --load 0.9)" };
    let load = if load < 1000.0 { format!("{load:.3}") } else { format!("{load:.0}") };
    Some(format!("load {load} is not below 1: jobs pile up without bound, and the means depend on their number{advice}"))
}
