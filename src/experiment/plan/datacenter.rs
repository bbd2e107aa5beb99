use super::checks;
use super::cluster::replicated;
use super::overload::overload;
use super::server::rigid_tasks;
use crate::experiment::scenario::{misplaced, value};
use crate::experiment::{FileFormat, Scenario, ScenarioError, SystemKind, WorkloadKind, WorkloadReport};
use schedscope_engine::datacenter::{Config, Observer, Outcome, Policy, simulate};
use schedscope_engine::sim::written;
use schedscope_engine::workload::{BatchWorkload, Drawing, Errors, TraceLike, read_tr};
use std::io;

/// A valid scenario of the datacenter world, with its files read.
#[derive(Clone, Debug)]
pub struct DatacenterPlan {
    /// The scenario as it was asked.
    pub scenario: Scenario,
    /// The system.
    pub config: Config,
    /// The policies.
    pub policies: Vec<Policy>,
    /// Jobs at the beginning that are scheduled but not counted.
    pub warmup: usize,
    /// Jobs whose tasks take longer than this on average are reported as long.
    pub reporting: f64,
    source: Batches,
    /// Rows of a trace that were left out.
    skipped: usize,
    load: Option<f64>,
    /// Load: asked for or the trace's own, else that of the first replication.
    known_load: Option<f64>,
    /// Wrong estimates; absent where estimates are the means.
    errors: Option<(Errors, f64)>,
}

#[derive(Clone, Debug)]
enum Batches {
    /// Drawn anew for each replication, so many jobs in this way.
    Like(TraceLike, u32, Drawing),
    /// The same jobs in each replication.
    Fixed(BatchWorkload),
}

impl DatacenterPlan {
    /// Checks everything in `scenario` and reads its file, if it has one, through `read`.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn new(scenario: Scenario, read: impl FnOnce(&str) -> io::Result<Vec<u8>>) -> Result<Self, ScenarioError> {
        let world = SystemKind::Datacenter;
        let policies = world.policies(&scenario.policies)?;
        world.check_fields(&scenario)?;
        checks::replications(&scenario)?;
        let (spec, system) = (&scenario.workload, &scenario.system);
        let (load, count) = (checks::load(spec)?, checks::count(spec)?);
        let like = spec.like.unwrap_or(TraceLike::Yahoo);
        let drawing = Drawing { scale: spec.scale.unwrap_or(1.0), literal: spec.literal.unwrap_or(false) };
        if !(Drawing::LEAST_SCALE..=1.0).contains(&drawing.scale) {
            let allowed = format!("a number from {} to 1", Drawing::LEAST_SCALE);
            return Err(value("workload.scale", &written(drawing.scale), &allowed));
        }
        // A log of a parallel machine says how large that is.
        let (mut skipped, mut workers) = (0, (libm::round(drawing.scale * f64::from(like.workers())) as u32).max(1));
        let source = if spec.kind() == WorkloadKind::File {
            for (field, given) in [
                ("workload.like", spec.like.is_some()),
                ("workload.scale", spec.scale.is_some()),
                ("workload.literal", spec.literal.is_some()),
            ] {
                misplaced(field, given, || "nothing of a file is drawn".to_owned())?;
            }
            let path = spec.path.as_deref().unwrap_or_default();
            let bytes = read(path).map_err(|source| ScenarioError::Read { path: path.to_owned(), source })?;
            // Whatever its name, a file is a .tr trace unless something says otherwise.
            match spec.format.or_else(|| FileFormat::of(path).ok()).unwrap_or(FileFormat::Tr) {
                FileFormat::Tr => Batches::Fixed(read_tr(path, &bytes)?.first(count)),
                FileFormat::Swf => {
                    let trace = rigid_tasks(path, &bytes, count)?;
                    (skipped, workers) = (trace.skipped.count(), trace.processors);
                    Batches::Fixed(trace.batches())
                }
                FileFormat::Csv | FileFormat::Swim => {
                    let allowed = "a trace of tasks: .tr, .swf, or workload.format = \"tr\" or \"swf\"";
                    return Err(value("workload.path", path, allowed));
                }
            }
        } else {
            match spec.kind {
                Some(kind @ (WorkloadKind::Jobs | WorkloadKind::Mix)) => {
                    let found = if kind == WorkloadKind::Mix { "\"mix\"" } else { "\"jobs\"" };
                    return Err(value("workload.kind", found, "synthetic or file"));
                }
                _ => checks::drawn(spec, "the workload is drawn like a trace")?,
            }
            let count = spec.count.unwrap_or(like.jobs());
            if count > TraceLike::MOST_JOBS {
                let allowed = format!("a whole number from 1 to {}", TraceLike::MOST_JOBS);
                return Err(value("workload.count", &count.to_string(), &allowed));
            }
            Batches::Like(like, count, drawing)
        };
        let cutoff = system.cutoff.unwrap_or(like.cutoff());
        let config = Config {
            workers: system.workers.unwrap_or(workers),
            cores: system.cores.unwrap_or(like.cores()),
            delay: system.delay.unwrap_or(Config::default().delay),
            short_partition: system.short_partition.unwrap_or(like.short_partition()),
            cutoff,
            errors_reclassify: system.errors_reclassify.unwrap_or(false),
            seed: scenario.seed,
            ..Config::default()
        };
        config.validate()?;
        let errors = checks::errors_if_asked(spec)?;
        let reporting = system.reporting_cutoff.unwrap_or(cutoff);
        if !(0.0..=Config::MOST_CUTOFF).contains(&reporting) {
            return Err(value("system.reporting_cutoff", &written(reporting), "seconds, 0 to 1e12"));
        }
        let mut plan = Self { scenario, config, policies, warmup: 0, reporting, source, skipped, load, known_load: None, errors };
        plan.warmup = checks::warmup(&plan.scenario.workload, plan.jobs())?;
        plan.known_load = plan.load.or(plan.own_load()).or_else(|| plan.workload(0).load(plan.config.slots()));
        Ok(plan)
    }

    /// Number of jobs in each replication.
    pub fn jobs(&self) -> usize {
        match &self.source {
            Batches::Like(_, count, _) => *count as usize,
            Batches::Fixed(workload) => workload.jobs().len(),
        }
    }

    /// The jobs of one replication. A generator's arrivals are rescaled to the load that is asked for, or to the one that
    /// its trace puts on so many workers.
    pub fn workload(&self, replication: u32) -> BatchWorkload {
        let workload = match &self.source {
            Batches::Like(like, count, drawing) => like.draw(drawing, *count, self.scenario.seed, replication),
            Batches::Fixed(workload) => workload.clone(),
        };
        let workload = match self.load.or(self.own_load()) {
            Some(load) => workload.with_load(load, self.config.slots()),
            None => workload,
        };
        let workload = if self.scenario.workload.truncate == Some(true) { workload.truncated() } else { workload };
        match self.errors {
            Some((errors, sigma)) => workload.with_errors(errors, sigma, self.scenario.seed, replication),
            None => workload,
        }
    }

    /// Runs the policy at this position on the jobs of one replication, which has its own probes and thefts.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn outcome(&self, workload: &BatchWorkload, policy: usize, replication: u32, observer: &mut impl Observer) -> Outcome {
        let config = Config { seed: replicated(self.config.seed, replication), ..self.config };
        simulate(&config, workload, &self.policies[policy], observer).expect("a plan's datacenter was checked")
    }

    /// What the report says about the workload.
    pub fn describe(&self) -> WorkloadReport {
        WorkloadReport { jobs: self.jobs() as u64, skipped: self.skipped as u64, speed: None, load: self.known_load }
    }

    /// The load that a generator's trace puts on so many workers.
    fn own_load(&self) -> Option<f64> {
        match &self.source {
            Batches::Like(like, _, drawing) => like.busy().map(|busy| drawing.scale * busy / f64::from(self.config.slots())),
            Batches::Fixed(_) => None,
        }
    }

    /// What a reader of the results should be warned of.
    pub fn warnings(&self) -> Vec<String> {
        overload(self.known_load, self.load.is_some(), self.own_load().is_some(), self.jobs() as u64).into_iter().collect()
    }
}
