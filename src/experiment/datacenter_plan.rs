use super::cluster_plan::replicated;
use super::plan::{misplaced, value};
use super::{FileFormat, Scenario, ScenarioError, WorkloadKind, WorkloadReport};
use crate::datacenter::{Config, Outcome, Policy, simulate};
use crate::workload::{BatchWorkload, Errors, TraceLike, check_load, read_swf, read_tr};
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
    /// Drawn anew for each replication, so many jobs.
    Like(TraceLike, u32),
    /// The same jobs in each replication.
    Fixed(BatchWorkload),
}

/// The policies that are compared if none are asked for.
const POLICIES: [&str; 3] = ["sparrow", "hawk", "eagle"];

impl DatacenterPlan {
    /// Checks everything in `scenario` and reads its file, if it has one, through `read`.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn new(mut scenario: Scenario, read: impl FnOnce(&str) -> io::Result<Vec<u8>>) -> Result<Self, ScenarioError> {
        if scenario.policies == Scenario::default().policies {
            scenario.policies = POLICIES.map(str::to_owned).to_vec();
        }
        let policies = scenario.policies.iter().map(|text| text.parse::<Policy>()).collect::<Result<Vec<_>, _>>()?;
        if policies.is_empty() {
            return Err(value("policies", "empty", "at least one policy; `schedscope policies --system datacenter` lists them"));
        }
        if let Some((_, twice)) = policies.iter().enumerate().find(|(i, policy)| policies[..*i].contains(policy)) {
            return Err(ScenarioError::Twice(twice.written().to_owned()));
        }
        if scenario.replications == 0 {
            return Err(value("replications", "0", "a whole number, 1 or more"));
        }
        let (spec, system) = (&scenario.workload, &scenario.system);
        for (field, given) in [
            ("system.servers", system.servers.is_some()),
            ("system.machines", system.machines.is_some()),
            ("system.map_slots", system.map_slots.is_some()),
            ("system.reduce_slots", system.reduce_slots.is_some()),
            ("system.racks", system.racks.is_some()),
            ("system.heartbeat", system.heartbeat.is_some()),
            ("system.slowstart", system.slowstart.is_some()),
            ("system.changes", !system.changes.is_empty()),
            ("system.pools", !system.pools.is_empty()),
            ("workload.mix", spec.mix.is_some()),
            ("workload.jobs", !spec.jobs.is_empty()),
            ("workload.shape", spec.shape.is_some()),
            ("workload.sizes", spec.sizes.is_some()),
            ("workload.timeshape", spec.timeshape.is_some()),
            ("workload.stretch", spec.stretch.is_some()),
            ("workload.weights", spec.weights.is_some()),
        ] {
            misplaced(field, given, || "it does not belong to system.kind = \"datacenter\"".to_owned())?;
        }
        let load = spec.load.map(|load| check_load(load).map(|()| load)).transpose()?;
        if spec.count == Some(0) {
            return Err(value("workload.count", "0", "a whole number, 1 or more"));
        }
        let like = spec.like.unwrap_or(TraceLike::Yahoo);
        // A log of a parallel machine says how large that is.
        let (mut skipped, mut workers) = (0, like.workers());
        let source = if spec.kind() == WorkloadKind::File {
            let path = spec.path.as_deref().unwrap_or_default();
            let bytes = read(path).map_err(|source| ScenarioError::Read { path: path.to_owned(), source })?;
            let count = spec.count.map_or(usize::MAX, |count| count as usize);
            // Whatever its name, a file is a .tr trace unless something says otherwise.
            match spec.format.or_else(|| FileFormat::of(path).ok()).unwrap_or(FileFormat::Tr) {
                FileFormat::Tr => Batches::Fixed(read_tr(path, &bytes)?.first(count)),
                FileFormat::Swf => {
                    let mut trace = read_swf(path, &bytes)?;
                    trace.truncate(count);
                    (skipped, workers) = (trace.skipped, trace.processors);
                    Batches::Fixed(trace.batches())
                }
                FileFormat::Csv | FileFormat::Swim => {
                    let allowed = "a trace of tasks: .tr, .swf, or workload.format = \"tr\" or \"swf\"";
                    return Err(value("workload.path", path, allowed));
                }
            }
        } else {
            Batches::Like(like, spec.count.unwrap_or(like.jobs()))
        };
        let cutoff = system.cutoff.unwrap_or(like.cutoff());
        let config = Config {
            workers: system.workers.unwrap_or(workers),
            delay: system.delay.unwrap_or(Config::default().delay),
            short_partition: system.short_partition.unwrap_or(like.short_partition()),
            cutoff,
            errors_reclassify: system.errors_reclassify.unwrap_or(false),
            seed: scenario.seed,
            ..Config::default()
        };
        config.validate()?;
        let errors = match (spec.errors, spec.sigma) {
            (None, None) => None,
            (errors, sigma) => {
                let (errors, sigma) = (errors.unwrap_or_default(), sigma.unwrap_or(0.5));
                errors.validate(sigma)?;
                Some((errors, sigma))
            }
        };
        let warmup = spec.warmup.unwrap_or(0) as usize;
        let reporting = system.reporting_cutoff.unwrap_or(cutoff);
        let mut plan = Self { scenario, config, policies, warmup, reporting, source, skipped, load, known_load: None, errors };
        plan.known_load = plan.load.or(plan.own_load()).or_else(|| plan.workload(0).load(plan.config.workers));
        if warmup >= plan.jobs() {
            return Err(value("workload.warmup", &warmup.to_string(), &format!("fewer than the number of jobs, {}", plan.jobs())));
        }
        Ok(plan)
    }

    /// Number of jobs in each replication.
    pub fn jobs(&self) -> usize {
        match &self.source {
            Batches::Like(_, count) => *count as usize,
            Batches::Fixed(workload) => workload.jobs().len(),
        }
    }

    /// The jobs of one replication. A generator's arrivals are rescaled to the load that is asked for, or to the one that
    /// its trace puts on so many workers.
    pub fn workload(&self, replication: u32) -> BatchWorkload {
        let workers = self.config.workers;
        let workload = match &self.source {
            Batches::Like(like, count) => like.generate(*count, self.scenario.seed, replication),
            Batches::Fixed(workload) => workload.clone(),
        };
        let workload = match self.load.or(self.own_load()) {
            Some(load) => workload.with_load(load, workers),
            None => workload,
        };
        match self.errors {
            Some((errors, sigma)) => workload.with_errors(errors, sigma, self.scenario.seed, replication),
            None => workload,
        }
    }

    /// Runs the policy at this position on the jobs of one replication, which has its own probes and thefts.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn outcome(&self, workload: &BatchWorkload, policy: usize, replication: u32, progress: impl FnMut(usize)) -> Outcome {
        let config = Config { seed: replicated(self.config.seed, replication), ..self.config };
        simulate(&config, workload, &self.policies[policy], progress).expect("a plan's datacenter was checked")
    }

    /// What the report says about the workload.
    pub fn describe(&self) -> WorkloadReport {
        WorkloadReport { jobs: self.jobs() as u64, skipped: self.skipped as u64, speed: None, load: self.known_load }
    }

    /// The load that a generator's trace puts on so many workers.
    fn own_load(&self) -> Option<f64> {
        match &self.source {
            Batches::Like(like, _) => like.busy().map(|busy| busy / f64::from(self.config.workers)),
            Batches::Fixed(_) => None,
        }
    }

    /// What a reader of the results should be warned of.
    pub fn warnings(&self) -> Vec<String> {
        let load = self.known_load.filter(|load| *load >= 1.0);
        load.map(|load| format!("load {load:.3} is not below 1: jobs pile up, and the times depend on their number")).into_iter().collect()
    }
}
