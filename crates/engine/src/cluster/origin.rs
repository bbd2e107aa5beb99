//! Where the jobs of a scenario come from: a mix, jobs of one server cut into tasks, a trace, or jobs written out.

use super::spec::{Kind, Workload};
use super::{Plan, after};
use crate::sim::written;
use crate::workload::{
    Columns, Cut, Ids, LeftOut, MOST_PLACE, Mix, PLACE, Pace, Phase, Recurring, Task, TaskJob, TaskWorkload, read_swim, read_task_jobs,
    read_wfcommons,
};
use crate::world::{FileFormat, JobsSpec, Read, Source, SpecError, TRACE_LOAD, batches, check, logged, rigid_tasks};

/// Where the jobs of each replication come from.
#[derive(Clone, Debug)]
pub(super) enum Origin {
    /// A mix, at its own load or at this one, of which some jobs may recur.
    Mix { mix: Mix, count: u32, place: u32, load: Option<f64>, recurring: Option<Recurring>, pace: Pace },
    /// Jobs of the server world, cut into tasks. Sizes have a unit unless they are drawn.
    Cut(Source, Option<f64>, Pace),
    /// The same tasks in each replication.
    Fixed(TaskWorkload),
}

/// What of a file is not used.
#[derive(Clone, Debug, Default)]
pub(super) struct Unused {
    /// Rows and columns.
    pub(super) left_out: LeftOut,
    /// Where the jobs lie that are used, if there are more.
    pub(super) cut: Option<Cut>,
}

impl Origin {
    /// What a scenario asks for; says what of a trace is not used.
    pub(super) fn new(
        mix: Option<Mix>,
        spec: &Workload,
        load: Option<f64>,
        slots: [u32; 2],
        read: &mut Read<'_>,
        unused: &mut Unused,
    ) -> Result<Self, SpecError> {
        check::part(spec.kind() == Kind::File, spec.part)?;
        match (mix, spec.kind()) {
            (Some(mix), _) => mixed(spec, mix, load, read),
            (None, Kind::Jobs) => Ok(Self::Fixed(written_out(spec, load, slots)?)),
            (None, Kind::File) => file(spec, load, slots, read, unused),
            (None, Kind::Synthetic | Kind::Mix) => {
                let pace = check::pace(spec.rate, spec.gaps.as_deref(), spec.timeshape, read)?;
                check::absent(&[("workload.jobs", !spec.jobs.is_empty())], "the workload is synthetic")?;
                // The pace is in seconds, which jobs have once they are cut.
                let uncut = JobsSpec { rate: None, gaps: None, count: spec.count.or(Some(Plan::COUNT)), ..spec.uncut() };
                Ok(Self::Cut(Source::new(&uncut, read)?, load, pace))
            }
        }
    }

    /// How many jobs there are.
    pub(super) fn jobs(&self) -> usize {
        match self {
            Self::Mix { count, .. } => *count as usize,
            Self::Cut(source, ..) => source.jobs(),
            Self::Fixed(workload) => workload.jobs().len(),
        }
    }

    /// The jobs of one replication, for a cluster of this many slots.
    pub(super) fn draw(&self, seed: u64, replication: u32, slots: [u32; 2]) -> TaskWorkload {
        match self {
            Self::Mix { mix, count, place, load, recurring, pace } => {
                let workload = match recurring {
                    Some(recurring) => mix.recurring(*recurring, *count, seed, replication).expect("what the plan has checked"),
                    None => mix.generate_with(*place, *count, seed, replication).expect("what the plan has checked"),
                };
                let workload = match load {
                    Some(load) => workload.with_load(*load, slots).expect("what the plan has checked"),
                    None => workload,
                };
                workload.paced(pace, seed, replication)
            }
            Self::Cut(source, load, pace) => {
                let jobs = source.workload(seed, replication);
                let unitless = matches!(source, Source::Synthetic(..)).then_some(slots);
                let workload = TaskWorkload::cut(&jobs, unitless);
                let workload = match load.filter(|_| unitless.is_none()) {
                    Some(load) => workload.with_load(load, slots).expect("what the plan has checked"),
                    None => workload,
                };
                workload.paced(pace, seed, replication)
            }
            Self::Fixed(workload) => workload.clone(),
        }
    }
}

/// The mix that is asked for, if one is.
pub(super) fn mix(spec: &Workload) -> Result<Option<Mix>, SpecError> {
    match (spec.kind(), spec.mix) {
        (Kind::Mix, None) => {
            let names = Mix::ALL.map(|(name, _)| name);
            Err(SpecError::value("workload.mix", "missing", format!("{}, as workload.kind is \"mix\"", names.join(", "))))
        }
        (Kind::Mix, mix) => Ok(mix),
        (_, mix) => {
            let fields = [
                ("workload.mix", mix.is_some()),
                ("workload.recurring", spec.recurring.is_some()),
                ("workload.growth", spec.growth.is_some()),
                ("workload.long_job", spec.long_job.is_some()),
            ];
            check::absent(&fields, "workload.kind is not \"mix\"").map(|()| None)
        }
    }
}

/// How jobs of a mix recur, if they are to.
fn recurring(spec: &Workload, mix: Mix) -> Result<Option<Recurring>, SpecError> {
    check::misplaced("workload.recurring", spec.recurring.is_some() && mix.shares().is_none(), || {
        "only the mixes dev, test, prod, small and large have jobs that recur".to_owned()
    })?;
    let Some(fraction) = spec.recurring else {
        return check::misplaced("workload.growth", spec.growth.is_some(), || "workload.recurring is not given".to_owned()).map(|()| None);
    };
    let recurring = Recurring { fraction, growth: spec.growth.unwrap_or(1.0) };
    recurring.validate()?;
    Ok(Some(recurring))
}

fn mixed(spec: &Workload, mix: Mix, load: Option<f64>, read: &mut Read<'_>) -> Result<Origin, SpecError> {
    let fields = [
        ("workload.path", spec.path.is_some()),
        ("workload.format", spec.format.is_some()),
        ("workload.columns", spec.columns.is_some()),
        ("workload.jobs", !spec.jobs.is_empty()),
        ("workload.shape", spec.shape.is_some()),
        ("workload.sizes", spec.sizes.is_some()),
        ("workload.timeshape", spec.timeshape.is_some()),
        ("workload.stretch", spec.stretch.is_some()),
    ];
    check::absent(&fields, "a mix has its own jobs")?;
    check::misplaced("workload.long_job", spec.long_job.is_some() && !mix.has_long_job(), || {
        "only production-busy and production-idle have a long job".to_owned()
    })?;
    let count = spec.count.unwrap_or(mix.count());
    if !(1..=Mix::MOST_JOBS).contains(&count) {
        return Err(SpecError::value("workload.count", count.to_string(), "a whole number from 1 to 1000000"));
    }
    let most = MOST_PLACE.min(count);
    if let Some(place) = spec.long_job.filter(|place| !(1..=most).contains(place)) {
        let why = if most < MOST_PLACE { format!(", as there are {count} jobs") } else { String::new() };
        return Err(SpecError::value("workload.long_job", place.to_string(), format!("a whole number from 1 to {most}{why}")));
    }
    // Of fewer jobs than this the long one is not among them, unless its place is said.
    let place = spec.long_job.unwrap_or(PLACE);
    let pace = check::pace(spec.rate, spec.gaps.as_deref(), None, read)?;
    Ok(Origin::Mix { mix, count, place, load, recurring: recurring(spec, mix)?, pace })
}

fn format(spec: &Workload) -> Result<(FileFormat, Columns), SpecError> {
    FileFormat::asked(spec.path.as_deref().unwrap_or_default(), spec.format, spec.columns.as_deref())
}

/// The jobs of a file: cut into tasks where it does not tell of any.
fn file(spec: &Workload, load: Option<f64>, slots: [u32; 2], read: &mut Read<'_>, unused: &mut Unused) -> Result<Origin, SpecError> {
    let (path, (format, columns)) = (spec.path.as_deref().unwrap_or_default(), format(spec)?);
    let portion = check::portion(spec.count, spec.part)?;
    let bytes = read(path).map_err(|source| SpecError::Read { path: path.to_owned(), source })?;
    let tasks = match format {
        FileFormat::Csv => read_task_jobs(path, &bytes, &columns)?,
        _ => logged(path, format, &bytes)?,
    };
    if format == FileFormat::Csv && tasks.is_none() {
        let mut bytes = Some(bytes);
        let source = Source::new(&spec.uncut(), &mut |_| Ok(bytes.take().unwrap_or_default()))?;
        *unused = Unused { left_out: source.left_out(), cut: source.cut() };
        return Ok(Origin::Cut(source, load, Pace::default()));
    }
    check::own(
        "the trace",
        [
            spec.shape.is_some(),
            spec.sizes.is_some(),
            spec.timeshape.is_some(),
            spec.rate.is_some(),
            spec.gaps.is_some(),
            spec.stretch.is_some(),
        ],
    )?;
    let loaded = |workload: TaskWorkload| match load {
        Some(load) => workload.with_load(load, slots).expect("what the plan has checked"),
        None => workload,
    };
    if let Some((tasks, left_out)) = tasks {
        let ids = tasks.ids().clone();
        let (workload, cut) = tasks.part(portion).map_err(|tangle| check::left_out(portion.count, &tangle, &ids))?;
        *unused = Unused { left_out, cut };
        return Ok(Origin::Fixed(loaded(workload)));
    }
    if let Some((mut trace, left_out)) = batches(path, format, &bytes)? {
        *unused = Unused { left_out, cut: trace.cut(portion) };
        return Ok(Origin::Fixed(loaded(TaskWorkload::of_batches(&trace))));
    }
    Ok(Origin::Fixed(match format {
        FileFormat::Swf => {
            let (trace, cut, left_out) = rigid_tasks(path, &bytes, portion)?;
            *unused = Unused { left_out, cut };
            loaded(trace.tasks())
        }
        FileFormat::Wfcommons => {
            check::misplaced("workload.load", load.is_some(), || "all jobs of a workflow arrive at the same time".to_owned())?;
            // No part of a workflow is busier than its beginning.
            let first = read_wfcommons(path, &bytes)?.first(portion.count);
            first.map_err(|tangle| check::left_out(portion.count, &tangle, &Ids::default()))?
        }
        _ => {
            let (mut trace, left_out) = read_swim(path, &bytes)?;
            *unused = Unused { left_out, cut: trace.cut(portion) };
            trace.tasks().with_speed_for(load.unwrap_or(TRACE_LOAD), slots).expect("what the plan has checked")
        }
    }))
}

fn written_out(spec: &Workload, load: Option<f64>, slots: [u32; 2]) -> Result<TaskWorkload, SpecError> {
    let mut jobs = vec![];
    let waits = after::numbers(&spec.jobs)?;
    for (i, (job, waits)) in spec.jobs.iter().zip(waits).enumerate() {
        let field = |name: &str| after::field(i as u64 + 1, name);
        let check = |name: &str, x: f64, least: f64, allowed: &str| {
            if (least..=1e12).contains(&x) { Ok(()) } else { Err(SpecError::value(field(name), written(x), allowed)) }
        };
        check("arrival", job.arrival, if job.arrival == 0.0 { 0.0 } else { 1e-6 }, "0, or seconds from 1e-6 to 1e12")?;
        for (name, tasks) in [("maps", &job.maps), ("reduces", &job.reduces)] {
            tasks.iter().try_for_each(|seconds| check(name, *seconds, 1e-6, "seconds above 0 (1e-6 to 1e12)"))?;
        }
        for seconds in &job.shuffles {
            check("shuffles", *seconds, if *seconds == 0.0 { 0.0 } else { 1e-6 }, "0, or seconds from 1e-6 to 1e12")?;
        }
        if ![0, job.reduces.len()].contains(&job.shuffles.len()) {
            let found = format!("a list of {}", job.shuffles.len());
            return Err(SpecError::value(field("shuffles"), found, format!("as many as reduces ({}), or none", job.reduces.len())));
        }
        let weight = job.weight.unwrap_or(1.0);
        check("weight", weight, 1e-6, "a number above 0 (1e-6 to 1e12)")?;
        let mut about = TaskJob::new(i as u64 + 1, job.arrival, &job.maps, &job.reduces);
        for (task, shuffle) in about.tasks[1].iter_mut().zip(&job.shuffles) {
            task.shuffle = *shuffle;
        }
        match (about.is_empty(), job.size) {
            (true, Some(size)) => {
                check("size", size, 1e-6, "seconds above 0 (1e-6 to 1e12)")?;
                about.tasks[0] = vec![Task::of(size)];
            }
            (true, None) => return Err(SpecError::value(field("maps"), "missing", "seconds of each task in maps and reduces, or a size")),
            (false, Some(_)) => return Err(SpecError::value(field("size"), "given", "either maps and reduces, or a size")),
            (false, None) => {}
        }
        if let Some(estimate) = job.estimate {
            check("estimate", estimate, 0.0, "seconds, 0 to 1e12")?;
            about.error = estimate / Phase::ALL.map(|phase| about.size(phase)).iter().sum::<f64>();
        }
        for (memory, (name, given)) in about.memory.iter_mut().zip([("map_memory", job.map_memory), ("reduce_memory", job.reduce_memory)]) {
            *memory = given.unwrap_or(*memory);
            check(name, *memory, 0.0, "gigabytes, 0 to 1e12")?;
        }
        about.dirty = job.dirty.unwrap_or(1.0);
        if !(0.0..=1.0).contains(&about.dirty) {
            return Err(SpecError::value(field("dirty"), written(about.dirty), "a fraction of its memory, 0 to 1"));
        }
        about.weight = weight;
        about.pool = job.pool.unwrap_or(0);
        about.name = job.name.clone().unwrap_or_default();
        about.after = waits;
        jobs.push(about);
    }
    if jobs.is_empty() {
        return Err(SpecError::value("workload.jobs", "empty", "at least one { arrival, maps }"));
    }
    let workload = after::workload(jobs, check::count(spec.count)?)?;
    Ok(match load {
        Some(load) => workload.with_load(load, slots).expect("what the plan has checked"),
        None => workload,
    })
}
