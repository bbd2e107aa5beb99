use super::checks;
use super::overload::overload;
use super::server::{Source, TRACE_LOAD, rigid_tasks};
use crate::experiment::scenario::{misplaced, value};
use crate::experiment::{FileFormat, Scenario, ScenarioError, SystemKind, SystemSpec, WorkloadKind, WorkloadReport, WorkloadSpec};
use schedscope_engine::cluster::{Config, Observer, Outcome, Policy, simulate};
use schedscope_engine::sim::written;
use schedscope_engine::workload::{Errors, Mix, Phase, Task, TaskJob, TaskWorkload, Weights, read_swim, read_tr};
use std::io;

/// A valid scenario of the cluster world, with its files read.
#[derive(Clone, Debug)]
pub struct ClusterPlan {
    /// The scenario as it was asked.
    pub scenario: Scenario,
    /// The system.
    pub config: Config,
    /// The policies.
    pub policies: Vec<Policy>,
    /// Jobs at the beginning that are scheduled but not counted.
    pub warmup: usize,
    source: ClusterSource,
    /// Errors that noisy estimators make; absent keeps the jobs' own.
    errors: Option<(Errors, f64)>,
    /// Weights to draw; absent keeps the jobs' own.
    weights: Option<Weights>,
    skipped: usize,
    /// Load: asked for where jobs are drawn without a unit, else that of the first replication.
    load: Option<f64>,
}

/// Where the jobs of each replication come from.
#[derive(Clone, Debug)]
enum ClusterSource {
    /// A mix, at its own load or at this one.
    Mix(Mix, u32, Option<f64>),
    /// Jobs of the server world, cut into tasks. Sizes have a unit unless they are drawn.
    Cut(Source, Option<f64>),
    /// The same tasks in each replication.
    Fixed(TaskWorkload),
}

/// The seed of what a world itself draws in one replication.
pub(in crate::experiment) fn replicated(seed: u64, replication: u32) -> u64 {
    seed.wrapping_add(u64::from(replication) << 32)
}

impl ClusterPlan {
    /// Number of jobs that are drawn if none is asked for: as in the experiments of the sources.
    pub const COUNT: u32 = 100;

    /// Checks everything in `scenario` and reads its file, if it has one, through `read`.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn new(scenario: Scenario, read: impl FnOnce(&str) -> io::Result<Vec<u8>>) -> Result<Self, ScenarioError> {
        let world = SystemKind::Cluster;
        let policies = world.policies(&scenario.policies)?;
        world.check_fields(&scenario)?;
        checks::replications(&scenario)?;
        let spec = &scenario.workload;
        let mix = mix(spec)?;
        let config = config(&scenario.system, mix, scenario.seed)?;
        let slots = Phase::ALL.map(|phase| config.total(phase));
        let load = checks::load(spec)?;
        let mut skipped = 0;
        let (source, drawn) = match (mix, spec.kind()) {
            (Some(mix), _) => (mixed(spec, mix, load)?, true),
            (None, WorkloadKind::Jobs) => (ClusterSource::Fixed(written_out(spec, load, slots)?), false),
            (None, WorkloadKind::File) if format(spec)? != FileFormat::Csv => {
                let (workload, rows) = trace(spec, load, slots, read)?;
                skipped = rows;
                (ClusterSource::Fixed(workload), false)
            }
            (None, _) => {
                let mut spec = spec.clone();
                if spec.kind() == WorkloadKind::Synthetic {
                    spec.count = spec.count.or(Some(Self::COUNT));
                }
                (ClusterSource::Cut(Source::new(&spec, read)?, load), false)
            }
        };
        // What is cut from jobs of the server world has their errors and weights already.
        let own = matches!(source, ClusterSource::Cut(..));
        let errors = match (own, drawn) {
            (true, _) => None,
            (false, true) => Some(checks::errors(spec)?),
            (false, false) => checks::errors_if_asked(spec)?,
        };
        if let Some(weights) = &spec.weights {
            weights.validate()?;
        }
        let weights = spec.weights.filter(|_| !own);
        let mut plan = Self { scenario, config, policies, warmup: 0, source, errors, weights, skipped, load: None };
        plan.warmup = checks::warmup(&plan.scenario.workload, plan.jobs())?;
        plan.load = match &plan.source {
            ClusterSource::Cut(Source::Synthetic(synthetic), _) => Some(synthetic.load),
            _ => plan.workload(0).load(slots),
        };
        Ok(plan)
    }

    /// Number of jobs in each replication.
    pub fn jobs(&self) -> usize {
        match &self.source {
            ClusterSource::Mix(_, count, _) => *count as usize,
            ClusterSource::Cut(source, _) => source.jobs(),
            ClusterSource::Fixed(workload) => workload.jobs().len(),
        }
    }

    fn slots(&self) -> [u32; 2] {
        Phase::ALL.map(|phase| self.config.total(phase))
    }

    /// The jobs of one replication.
    pub fn workload(&self, replication: u32) -> TaskWorkload {
        let seed = self.scenario.seed;
        let mut workload = match &self.source {
            ClusterSource::Mix(mix, count, load) => {
                let workload = mix.generate(*count, seed, replication);
                match load {
                    Some(load) => workload.with_load(*load, self.slots()),
                    None => workload,
                }
            }
            ClusterSource::Cut(source, load) => {
                let jobs = source.workload(seed, replication);
                let unitless = matches!(source, Source::Synthetic(_)).then(|| self.slots());
                let workload = TaskWorkload::cut(&jobs, unitless);
                match load.filter(|_| unitless.is_none()) {
                    Some(load) => workload.with_load(load, self.slots()),
                    None => workload,
                }
            }
            ClusterSource::Fixed(workload) => workload.clone(),
        };
        if let Some((errors, sigma)) = self.errors {
            workload = workload.with_errors(errors, sigma, seed, replication);
        }
        if let Some(weights) = self.weights {
            workload = workload.with_weights(weights, seed, replication);
        }
        workload
    }

    /// Runs the policy at this position on the jobs of one replication, which has its own placement of blocks.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn outcome(&self, workload: &TaskWorkload, policy: usize, replication: u32, observer: &mut impl Observer) -> Outcome {
        let config = Config { seed: replicated(self.config.seed, replication), ..self.config.clone() };
        simulate(&config, workload, &self.policies[policy], observer).expect("a plan's cluster was checked")
    }

    /// What the report says about the workload.
    pub fn describe(&self) -> WorkloadReport {
        WorkloadReport { jobs: self.jobs() as u64, skipped: self.skipped as u64, speed: None, load: self.load }
    }

    /// What a reader of the results should be warned of.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings: Vec<String> =
            overload(self.load, self.scenario.workload.load.is_some(), false, self.jobs() as u64).into_iter().collect();
        let same = matches!(self.source, ClusterSource::Fixed(_)) && self.errors.is_none() && self.weights.is_none();
        if same && self.scenario.replications > 1 {
            warnings.push("replications differ only in where blocks lie: jobs are given and nothing is drawn".to_owned());
        }
        warnings
    }
}

fn config(system: &SystemSpec, mix: Option<Mix>, seed: u64) -> Result<Config, ScenarioError> {
    let mut default = Config::default();
    if let Some(mix) = mix {
        (default.machines, default.slowstart) = mix.cluster();
    }
    let config = Config {
        machines: system.machines.unwrap_or(default.machines),
        slots: [system.map_slots.unwrap_or(default.slots[0]), system.reduce_slots.unwrap_or(default.slots[1])],
        racks: system.racks.unwrap_or(default.racks),
        replication: system.replication.unwrap_or(default.replication),
        rack_factor: system.rack_factor.unwrap_or(default.rack_factor),
        remote_factor: system.remote_factor.unwrap_or(default.remote_factor),
        heartbeat: system.heartbeat.unwrap_or(default.heartbeat),
        prompt: system.prompt.unwrap_or(default.prompt),
        slowstart: system.slowstart.unwrap_or(default.slowstart),
        changes: system.changes.clone(),
        pools: system.pools.clone(),
        seed,
    };
    config.validate()?;
    Ok(config)
}

fn mix(spec: &WorkloadSpec) -> Result<Option<Mix>, ScenarioError> {
    match (spec.kind(), spec.mix) {
        (WorkloadKind::Mix, None) => Err(value("workload.mix", "missing", "dev, test, prod, small or large, as workload.kind is \"mix\"")),
        (WorkloadKind::Mix, mix) => Ok(mix),
        (_, mix) => misplaced("workload.mix", mix.is_some(), || "workload.kind is not \"mix\"".to_owned()).map(|()| None),
    }
}

fn mixed(spec: &WorkloadSpec, mix: Mix, load: Option<f64>) -> Result<ClusterSource, ScenarioError> {
    const WHY: &str = "a mix has its own jobs";
    checks::drawn(spec, WHY)?;
    let why = || WHY.to_owned();
    misplaced("workload.shape", spec.shape.is_some(), why)?;
    misplaced("workload.sizes", spec.sizes.is_some(), why)?;
    misplaced("workload.timeshape", spec.timeshape.is_some(), why)?;
    misplaced("workload.stretch", spec.stretch.is_some(), why)?;
    let count = spec.count.unwrap_or(ClusterPlan::COUNT);
    if !(1..=1_000_000).contains(&count) {
        return Err(value("workload.count", &count.to_string(), "a whole number from 1 to 1000000"));
    }
    Ok(ClusterSource::Mix(mix, count, load))
}

fn format(spec: &WorkloadSpec) -> Result<FileFormat, ScenarioError> {
    spec.format.map_or_else(|| FileFormat::of(spec.path.as_deref().unwrap_or_default()), Ok)
}

fn trace(
    spec: &WorkloadSpec,
    load: Option<f64>,
    slots: [u32; 2],
    read: impl FnOnce(&str) -> io::Result<Vec<u8>>,
) -> Result<(TaskWorkload, usize), ScenarioError> {
    checks::given(spec, "the trace")?;
    let path = spec.path.as_deref().unwrap_or_default();
    let bytes = read(path).map_err(|source| ScenarioError::Read { path: path.to_owned(), source })?;
    let count = checks::count(spec)?;
    let loaded = |workload: TaskWorkload| match load {
        Some(load) => workload.with_load(load, slots),
        None => workload,
    };
    Ok(match format(spec)? {
        FileFormat::Swf => {
            let trace = rigid_tasks(path, &bytes, count)?;
            (loaded(trace.tasks()), trace.skipped.count())
        }
        FileFormat::Tr => (loaded(TaskWorkload::of_batches(&read_tr(path, &bytes)?.first(count))), 0),
        FileFormat::Swim | FileFormat::Csv => {
            let mut trace = read_swim(path, &bytes)?;
            trace.truncate(count);
            (trace.tasks().with_speed_for(load.unwrap_or(TRACE_LOAD), slots), trace.skipped.count())
        }
    })
}

fn written_out(spec: &WorkloadSpec, load: Option<f64>, slots: [u32; 2]) -> Result<TaskWorkload, ScenarioError> {
    let mut jobs = vec![];
    for (i, job) in spec.jobs.iter().enumerate() {
        let field = |name: &str| format!("workload.jobs[{}].{name}", i + 1);
        let check = |name: &str, x: f64, least: f64, allowed: &str| {
            if (least..=1e12).contains(&x) { Ok(()) } else { Err(value(&field(name), &written(x), allowed)) }
        };
        check("arrival", job.arrival, if job.arrival == 0.0 { 0.0 } else { 1e-6 }, "0, or seconds from 1e-6 to 1e12")?;
        for (name, tasks) in [("maps", &job.maps), ("reduces", &job.reduces)] {
            tasks.iter().try_for_each(|seconds| check(name, *seconds, 1e-6, "seconds above 0 (1e-6 to 1e12)"))?;
        }
        let weight = job.weight.unwrap_or(1.0);
        check("weight", weight, 1e-6, "a number above 0 (1e-6 to 1e12)")?;
        let mut about = TaskJob::new(i as u64 + 1, job.arrival, &job.maps, &job.reduces);
        match (about.is_empty(), job.size) {
            (true, Some(size)) => {
                check("size", size, 1e-6, "seconds above 0 (1e-6 to 1e12)")?;
                about.tasks[0] = vec![Task::of(size)];
            }
            (true, None) => return Err(value(&field("maps"), "missing", "seconds of each task in maps and reduces, or a size")),
            (false, Some(_)) => return Err(value(&field("size"), "given", "either maps and reduces, or a size")),
            (false, None) => {}
        }
        if let Some(estimate) = job.estimate {
            check("estimate", estimate, 0.0, "seconds, 0 to 1e12")?;
            about.error = estimate / Phase::ALL.map(|phase| about.size(phase)).iter().sum::<f64>();
        }
        about.weight = weight;
        about.pool = job.pool.unwrap_or(0);
        about.name = job.name.clone().unwrap_or_default();
        jobs.push(about);
    }
    if jobs.is_empty() {
        return Err(value("workload.jobs", "empty", "at least one { arrival, maps }"));
    }
    let workload = TaskWorkload::new(jobs).first(checks::count(spec)?);
    Ok(match load {
        Some(load) => workload.with_load(load, slots),
        None => workload,
    })
}
