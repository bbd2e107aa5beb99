use super::{FileFormat, JobsSpec, Read, SpecError, WorkloadKind, check};
use crate::sim::written;
use crate::workload::{
    BatchWorkload, Cut, Errors, Job, LeftOut, Pace, ParallelTrace, Portion, Synthetic, TaskWorkload, Weights, Workload, read_alibaba,
    read_google, read_hadoop, read_jobs, read_spark, read_swf, read_swim, read_tr,
};
use std::borrow::Cow;

/// Where the jobs of each replication come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// Drawn anew for each replication.
    Synthetic(Synthetic, Pace),
    /// The same jobs in each replication, with other errors and weights if those are drawn.
    Fixed {
        /// The jobs.
        workload: Workload,
        /// Errors to draw, with their spread; absent keeps the estimates.
        errors: Option<(Errors, f64)>,
        /// Weights to draw; absent keeps the weights.
        weights: Option<Weights>,
        /// What of their file was left out.
        left_out: LeftOut,
        /// Speed in bytes per second at which a trace in bytes is served.
        speed: Option<f64>,
        /// Where they lie in their file, if that has more.
        cut: Option<Cut>,
    },
}

/// Load of a trace in bytes, which needs one to have a speed.
pub const TRACE_LOAD: f64 = 0.9;

/// This portion of a trace in the Standard Workload Format, whose jobs become tasks, one for each processor; and where it lies.
///
/// # Errors
/// What is wrong with it, or that this would be too many tasks.
pub fn rigid_tasks(path: &str, bytes: &[u8], portion: Portion) -> Result<(ParallelTrace, Option<Cut>, LeftOut), SpecError> {
    /// Most tasks, of eight bytes and more.
    const MOST: u64 = 50_000_000;
    let (mut trace, left_out) = read_swf(path, bytes)?;
    let cut = trace.cut(portion);
    let tasks = trace.tasks_in_all();
    if tasks > MOST {
        let allowed = format!("up to {MOST} in all; workload.count takes fewer jobs of a file");
        return Err(SpecError::value("workload.path", format!("{path}, whose jobs have {tasks} tasks"), allowed));
    }
    Ok((trace, cut, left_out))
}

/// The jobs of a log of jobs with tasks in this format, and what of it was left out; nothing if the format is of other things.
///
/// # Errors
/// What is wrong with it.
pub fn logged(path: &str, format: FileFormat, bytes: &[u8]) -> Result<Option<(TaskWorkload, LeftOut)>, SpecError> {
    Ok(match format {
        FileFormat::Hadoop => Some(read_hadoop(path, bytes)?),
        FileFormat::Spark => Some(read_spark(path, bytes)?),
        _ => None,
    })
}

/// The jobs of a trace of tasks in this format, and what of it was left out; nothing if the format is of other things.
///
/// # Errors
/// What is wrong with it.
pub fn batches(path: &str, format: FileFormat, bytes: &[u8]) -> Result<Option<(BatchWorkload, LeftOut)>, SpecError> {
    Ok(match format {
        FileFormat::Tr => Some(read_tr(path, bytes)?),
        FileFormat::Google => Some(read_google(path, bytes)?),
        FileFormat::Alibaba => Some(read_alibaba(path, bytes)?),
        _ => logged(path, format, bytes)?.map(|(jobs, left_out)| (jobs.batches(), left_out)),
    })
}

impl Source {
    /// Checks a workload, and reads its file, if it has one, through `read`.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn new(spec: &JobsSpec, read: &mut Read<'_>) -> Result<Self, SpecError> {
        check::part(spec.kind() == WorkloadKind::File, spec.part)?;
        match spec.kind() {
            WorkloadKind::Synthetic => Self::synthetic(spec, read),
            WorkloadKind::File => Self::file(spec, read),
            WorkloadKind::Jobs => Self::written_out(spec),
        }
    }

    /// The same jobs in the time in which servers of this total speed do a unit of work: their load is that which the servers have.
    pub(crate) fn at_speed(&self, speed: f64) -> Cow<'_, Self> {
        match self {
            _ if speed == 1.0 => Cow::Borrowed(self),
            Self::Synthetic(synthetic, pace) => {
                Cow::Owned(Self::Synthetic(Synthetic { load: synthetic.load / speed, ..*synthetic }, pace.clone()))
            }
            Self::Fixed { workload, errors, weights, left_out, speed: bytes, cut } => Cow::Owned(Self::Fixed {
                workload: workload.stretched(speed),
                errors: *errors,
                weights: *weights,
                left_out: left_out.clone(),
                speed: *bytes,
                cut: *cut,
            }),
        }
    }

    /// Whether nothing of the jobs is drawn.
    pub fn given(&self) -> bool {
        let Self::Fixed { errors, weights, .. } = self else { return false };
        errors.is_none_or(|(errors, sigma)| !errors.vary(sigma)) && !matches!(weights, Some(Weights::Classes { .. }))
    }

    fn synthetic(spec: &JobsSpec, read: &mut Read<'_>) -> Result<Self, SpecError> {
        check::absent(
            &[
                ("workload.path", spec.path.is_some()),
                ("workload.format", spec.format.is_some()),
                ("workload.columns", spec.columns.is_some()),
                ("workload.jobs", !spec.jobs.is_empty()),
            ],
            "the workload is synthetic",
        )?;
        let (errors, sigma) = check::errors(spec.errors, spec.sigma)?;
        let default = Synthetic::default();
        let synthetic = Synthetic {
            count: spec.count.unwrap_or(default.count),
            shape: spec.shape.unwrap_or(default.shape),
            sizes: spec.sizes.unwrap_or(default.sizes),
            timeshape: spec.timeshape.unwrap_or(default.timeshape),
            sigma,
            errors,
            load: spec.load.unwrap_or(default.load),
            stretch: spec.stretch.unwrap_or(default.stretch),
            weights: spec.weights.unwrap_or(default.weights),
        };
        synthetic.validate()?;
        let pace = check::pace(spec.rate, spec.gaps.as_deref(), spec.timeshape, read)?;
        Ok(Self::Synthetic(synthetic, pace))
    }

    fn file(spec: &JobsSpec, read: &mut Read<'_>) -> Result<Self, SpecError> {
        let path = spec
            .path
            .as_deref()
            .ok_or_else(|| SpecError::value("workload.path", "missing", "the path of a file, as workload.kind is \"file\""))?;
        let (format, columns) = FileFormat::asked(path, spec.format, spec.columns.as_deref())?;
        let (portion, load) = (check::portion(spec.count, spec.part)?, check::load(spec.load)?);
        let bytes = read(path).map_err(|source| SpecError::Read { path: path.to_owned(), source })?;
        let loaded = |workload: Workload| match load {
            Some(load) => workload.at_load(load),
            None => workload,
        };
        if let Some((mut trace, mut left_out)) = batches(path, format, &bytes)? {
            let cut = trace.cut(portion);
            let whole = trace.whole();
            let (all, sized) = (whole.len(), whole.jobs().iter().copied().filter(|job| job.size > 0.0).collect::<Vec<_>>());
            if sized.is_empty() {
                return Err(SpecError::value("workload.path", path, "a trace in which some task takes time"));
            }
            left_out.rows("of jobs whose tasks take no time", all - sized.len());
            let workload = Workload::trusted(sized).called(whole.ids().clone());
            return Self::of_file(spec, loaded(workload), path, left_out, None, cut);
        }
        let (workload, left_out, speed, cut) = match format {
            FileFormat::Csv => {
                let (workload, left_out) = read_jobs(path, &bytes, &columns)?;
                let (workload, cut) = part(workload, portion)?;
                (loaded(workload), left_out, None, cut)
            }
            FileFormat::Swf => {
                let (mut trace, left_out) = read_swf(path, &bytes)?;
                let cut = trace.cut(portion);
                (loaded(trace.workload()), left_out, None, cut)
            }
            FileFormat::Swim => {
                let (mut trace, left_out) = read_swim(path, &bytes)?;
                let cut = trace.cut(portion);
                let speed = trace.speed(load.unwrap_or(TRACE_LOAD))?;
                (trace.workload(speed)?, left_out, Some(speed), cut)
            }
            _ => {
                return Err(SpecError::value(
                    "workload.path",
                    format!("{path}, a workflow of WfCommons"),
                    "a .csv, .parquet, .tsv, .swf or .tr file here; jobs that wait for each other run in the cluster (--system cluster)",
                ));
            }
        };
        Self::of_file(spec, workload, path, left_out, speed, cut)
    }

    /// Jobs of a file, and what is known of it.
    fn of_file(
        spec: &JobsSpec,
        workload: Workload,
        path: &str,
        left_out: LeftOut,
        speed: Option<f64>,
        cut: Option<Cut>,
    ) -> Result<Self, SpecError> {
        let mut fixed = Self::fixed(spec, workload, path)?;
        if let Self::Fixed { left_out: others, speed: known, cut: place, .. } = &mut fixed {
            (*others, *known, *place) = (left_out, speed, cut);
        }
        Ok(fixed)
    }

    fn written_out(spec: &JobsSpec) -> Result<Self, SpecError> {
        let name = "a workload that is written out";
        let mut jobs: Vec<Job> = vec![];
        for (i, job) in spec.jobs.iter().enumerate() {
            let field = |name: &str| format!("workload.jobs[{}].{name}", i + 1);
            let check = |name: &str, x: f64, least: f64, allowed: &str| {
                if (least..=1e100).contains(&x) { Ok(()) } else { Err(SpecError::value(field(name), written(x), allowed)) }
            };
            if job.size.is_none() {
                return Err(SpecError::value(field("size"), "missing", "a number above 0 (1e-100 to 1e100)"));
            }
            let job = job.job(i as u64 + 1);
            check("arrival", job.arrival, if job.arrival == 0.0 { 0.0 } else { 1e-100 }, "0, or a number from 1e-100 to 1e100")?;
            check("size", job.size, 1e-100, "a number above 0 (1e-100 to 1e100)")?;
            check("estimate", job.estimate, 0.0, "a number from 0 to 1e100")?;
            check("weight", job.weight, 1e-100, "a number above 0 (1e-100 to 1e100)")?;
            jobs.push(job);
        }
        if jobs.is_empty() {
            return Err(SpecError::value("workload.jobs", "empty", "at least one { arrival, size }"));
        }
        let given = [
            ("workload.path", spec.path.is_some()),
            ("workload.format", spec.format.is_some()),
            ("workload.columns", spec.columns.is_some()),
        ];
        check::absent(&given, "the jobs are written out in workload.jobs")?;
        let (workload, _) = part(Workload::trusted(jobs), check::portion(spec.count, None)?)?;
        let workload = match check::load(spec.load)? {
            Some(load) => workload.at_load(load),
            None => workload,
        };
        Self::fixed(spec, workload, name)
    }

    fn fixed(spec: &JobsSpec, workload: Workload, name: &str) -> Result<Self, SpecError> {
        check::own(
            name,
            [
                spec.shape.is_some(),
                spec.sizes.is_some(),
                spec.timeshape.is_some(),
                spec.rate.is_some(),
                spec.gaps.is_some(),
                spec.stretch.is_some(),
            ],
        )?;
        let errors = check::errors_if_asked(spec.errors, spec.sigma)?;
        if let Some(weights) = &spec.weights {
            weights.validate()?;
        }
        Ok(Self::Fixed { workload, errors, weights: spec.weights, left_out: LeftOut::default(), speed: None, cut: None })
    }

    /// The jobs of one replication.
    pub fn workload(&self, seed: u64, replication: u32) -> Cow<'_, Workload> {
        match self {
            Self::Synthetic(synthetic, pace) => Cow::Owned(synthetic.draw(seed, replication).paced(pace, seed, replication)),
            Self::Fixed { workload, errors: None, weights: None, .. } => Cow::Borrowed(workload),
            Self::Fixed { workload, errors, weights, .. } => {
                let mut workload = workload.clone();
                if let Some((errors, sigma)) = errors {
                    errors.draw(*sigma, &mut workload, seed, replication);
                }
                if let Some(weights) = weights {
                    weights.draw(&mut workload, seed, replication);
                }
                Cow::Owned(workload)
            }
        }
    }

    /// What of the file of the jobs was left out.
    pub fn left_out(&self) -> LeftOut {
        if let Self::Fixed { left_out, .. } = self { left_out.clone() } else { LeftOut::default() }
    }

    /// Where the jobs lie in their file, if that has more.
    pub fn cut(&self) -> Option<Cut> {
        if let Self::Fixed { cut, .. } = self { *cut } else { None }
    }

    /// Number of jobs in each replication.
    pub fn jobs(&self) -> usize {
        match self {
            Self::Synthetic(synthetic, _) => synthetic.count as usize,
            Self::Fixed { workload, .. } => workload.len(),
        }
    }
}

/// This portion of jobs.
fn part(workload: Workload, portion: Portion) -> Result<(Workload, Option<Cut>), SpecError> {
    let ids = workload.ids().clone();
    workload.cut(portion).map_err(|tangle| check::left_out(portion.count, &tangle, &ids))
}
