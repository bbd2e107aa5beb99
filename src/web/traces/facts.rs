//! What a survey says, in words and as pictures.

use schedscope::world::FileFormat;
use schedscope_core::experiment::{Survey, Unit};
use schedscope_core::plot::{Axis, Dash, Form, Hue, Line, Lines, Look, Picture};
use schedscope_state::format;
use schedscope_state::sheet::whence;

/// What a file is, and what is in it: names and values. A file that was made from a table, as `columns` say, counts in seconds.
pub fn facts(survey: &Survey, columns: Option<&str>) -> Vec<(&'static str, String)> {
    let table = columns.and_then(whence);
    let plain = survey.unit == Unit::Time && table.is_none();
    let size = |x: f64| match survey.unit {
        Unit::Bytes => bytes(x),
        _ if plain => format::short(x),
        Unit::Time | Unit::Machine | Unit::Tasks => format!("{} s", format::short(x)),
    };
    let (first, last) = survey.arrivals;
    let mut facts = vec![("Format", kind(survey.format).to_owned())];
    facts.extend(table.map(|table| ("Read from", table)));
    facts.extend([
        ("Jobs", format::whole(survey.jobs)),
        ("Sizes", sizes(survey.unit, plain).to_owned()),
        ("Median size", size(survey.median)),
        ("Mean size", size(survey.mean)),
        ("Largest size", format!("{}, {}× the mean", size(survey.largest), format::short(survey.largest / survey.mean))),
        (if survey.jobs < 200 { "Work of the largest job" } else { "Work of the largest 1 %" }, format::percent(survey.top_share)),
        ("From first to last arrival", if plain { format::short(last - first) } else { duration(last - first) }),
    ]);
    facts.extend(survey.tasks.map(|tasks| ("Tasks", format::whole(tasks))));
    facts.extend(survey.processors.map(|processors| ("Processors", format::whole(u64::from(processors)))));
    facts.extend(survey.load.map(|load| ("Load of the file", format::short(load))));
    facts.extend(survey.speed.map(|speed| ("Speed of service", format!("{}/s, for a load of 0.9", bytes(speed)))));
    let estimates = match survey.off {
        None => "none: sizes are used, unless errors are drawn".to_owned(),
        Some(off) if off.is_infinite() => "half of them are 0".to_owned(),
        Some(off) => format!("half of them are off by {}× or more", format::short(off)),
    };
    facts.push(("Estimates", estimates));
    facts.extend(survey.weighted.then(|| ("Weights", "differ".to_owned())));
    facts
}

const fn kind(format: FileFormat) -> &'static str {
    match format {
        FileFormat::Csv => "Jobs as CSV",
        FileFormat::Swim => "SWIM trace (Hadoop jobs, in bytes)",
        FileFormat::Swf => "Standard Workload Format (parallel machines)",
        FileFormat::Tr => "Trace of tasks (.tr)",
        FileFormat::Google => "Task events of Google (2011)",
        FileFormat::Alibaba => "Batch tasks of Alibaba (2017, 2018)",
        FileFormat::Hadoop => "Job history of Hadoop",
        FileFormat::Spark => "Event log of Spark",
        FileFormat::Wfcommons => "Workflow of WfCommons (tasks that wait for each other)",
    }
}

const fn sizes(unit: Unit, plain: bool) -> &'static str {
    match unit {
        Unit::Time if plain => "time on the whole server, in the unit of the arrivals",
        Unit::Time => "time on the whole server",
        Unit::Machine => "seconds on the whole machine: run time × part of its processors",
        Unit::Tasks => "total seconds of all tasks of a job",
        Unit::Bytes => "total bytes of input, shuffle and output",
    }
}

/// So many bytes, in units of a thousand of the next smaller.
fn bytes(x: f64) -> String {
    const UNITS: [&str; 6] = ["B", "kB", "MB", "GB", "TB", "PB"];
    let power = if x > 0.0 { (libm::log10(x) / 3.0).floor().clamp(0.0, UNITS.len() as f64 - 1.0) as usize } else { 0 };
    format!("{} {}", format::short(x / libm::pow(1000.0, power as f64)), UNITS[power])
}

/// Seconds in the unit that one would say.
fn duration(seconds: f64) -> String {
    let (unit, name) = [(86_400.0, "days"), (3600.0, "hours"), (60.0, "minutes")]
        .into_iter()
        .find(|(unit, _)| seconds >= 2.0 * unit)
        .unwrap_or((1.0, "seconds"));
    format!("{} {name}", format::short(seconds / unit))
}

const LOOK: Look = Look { hue: Hue::Blue, dash: Dash::Solid };

/// Which part of the jobs is larger than a size, which is in seconds if `timed` and no other unit is known.
pub fn sizes_picture(survey: &Survey, timed: bool) -> Picture {
    let unit = match survey.unit {
        Unit::Bytes => "bytes",
        Unit::Time if !timed => "unit of arrivals",
        Unit::Time | Unit::Machine | Unit::Tasks => "seconds",
    };
    let larger = survey.sizes.steps.iter().map(|(size, p)| (*size, 1.0 - p)).collect();
    let line = Line::new("jobs", LOOK, larger).formed(Form::Steps);
    let least = 0.7 / survey.jobs.max(1) as f64;
    let y = Axis::logarithmic("fraction of jobs that are larger").within(least, 1.0);
    Picture::single("", Lines::new(Axis::logarithmic(format!("size ({unit})")), y, vec![line]))
}

/// How many jobs arrive when, in hours if `timed` or the format counts in seconds.
pub fn arrivals_picture(survey: &Survey, timed: bool) -> Picture {
    let (first, last) = survey.arrivals;
    let (divisor, unit) = match survey.unit {
        Unit::Time if !timed => (1.0, "time"),
        Unit::Time | Unit::Machine | Unit::Tasks | Unit::Bytes => (3600.0, "time (hours)"),
    };
    let width = (last - first) / survey.counts.len().max(1) as f64;
    let points = (0..).zip(&survey.counts).map(|(i, count)| ((first + width * f64::from(i)) / divisor, f64::from(*count)));
    let end = survey.counts.last().map(|count| (last / divisor, f64::from(*count)));
    let line = Line::new("jobs", LOOK, points.chain(end).collect()).formed(Form::Steps);
    let most = survey.counts.iter().copied().max().unwrap_or(1);
    let y = Axis::linear(format!("jobs that arrive (in each of {} intervals)", survey.counts.len())).within(0.0, f64::from(most) * 1.08);
    Picture::single("", Lines::new(Axis::linear(unit), y, vec![line]))
}
