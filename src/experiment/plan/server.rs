use super::checks;
use super::overload::overload;
use crate::experiment::scenario::{misplaced, value};
use crate::experiment::{Cell, FileFormat, Scenario, ScenarioError, SystemKind, WorkloadKind, WorkloadReport, WorkloadSpec};
use schedscope_engine::server::{Config, Observer, Outcome, Policy, simulate};
use schedscope_engine::sim::written;
use schedscope_engine::workload::{
    Errors, Job, ParallelTrace, Sizes, Synthetic, Weights, Workload, read_jobs, read_swf, read_swim, read_tr,
};
use std::borrow::Cow;
use std::io;

/// A valid scenario with its files read: what can be simulated.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The scenario as it was asked.
    pub scenario: Scenario,
    /// The system.
    pub config: Config,
    /// The policies.
    pub policies: Vec<Policy>,
    /// Where the jobs come from.
    pub source: Source,
    /// Jobs at the beginning that are scheduled but not counted.
    pub warmup: usize,
}

/// Where the jobs of each replication come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// Drawn anew for each replication.
    Synthetic(Synthetic),
    /// The same jobs in each replication, with other errors and weights if those are drawn.
    Fixed {
        /// The jobs.
        workload: Workload,
        /// Errors to draw, with their spread; absent keeps the estimates.
        errors: Option<(Errors, f64)>,
        /// Weights to draw; absent keeps the weights.
        weights: Option<Weights>,
        /// Rows that were left out because they have no size.
        skipped: usize,
        /// Speed in bytes per second at which a trace in bytes is served.
        speed: Option<f64>,
    },
}

/// Load of a trace in bytes, which needs one to have a speed.
pub(in crate::experiment) const TRACE_LOAD: f64 = 0.9;

impl Plan {
    /// Checks everything in `scenario` and reads its file, if it has one, through `read`.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn new(scenario: Scenario, read: impl FnOnce(&str) -> io::Result<Vec<u8>>) -> Result<Self, ScenarioError> {
        let config = Config { servers: scenario.system.servers.unwrap_or(1) };
        let world = SystemKind::Server;
        world.check_fields(&scenario)?;
        let policies = world.policies::<Policy>(&scenario.policies)?;
        policies.iter().try_for_each(|policy| config.check(*policy))?;
        checks::replications(&scenario)?;
        let source = Source::new(&scenario.workload, read)?;
        let warmup = checks::warmup(&scenario.workload, source.jobs())?;
        Ok(Self { scenario, config, policies, source, warmup })
    }

    /// The jobs of one replication.
    pub fn workload(&self, replication: u32) -> Cow<'_, Workload> {
        self.source.workload(self.scenario.seed, replication)
    }

    /// Runs one policy on the jobs of one replication.
    ///
    /// # Panics
    /// If `policy` is not one of the plan's.
    pub fn outcome(&self, workload: &Workload, policy: Policy, observer: &mut impl Observer) -> Outcome {
        simulate(&self.config, workload, policy, observer).expect("a plan's policies were checked")
    }

    /// One cell: one policy in one replication, reduced to what a [`Summary`](crate::experiment::Summary) needs.
    pub fn cell(&self, workload: &Workload, outcome: &Outcome) -> Cell {
        Cell::new(workload, outcome, self.warmup)
    }

    /// What the report says about the workload.
    pub fn describe(&self) -> WorkloadReport {
        let (skipped, speed, load) = match &self.source {
            Source::Synthetic(synthetic) => (0, None, Some(synthetic.load)),
            Source::Fixed { workload, skipped, speed, .. } => (*skipped, *speed, workload.load()),
        };
        WorkloadReport { jobs: self.source.jobs() as u64, skipped: skipped as u64, speed, load }
    }

    /// What a reader of the results should be warned of.
    pub fn warnings(&self) -> Vec<String> {
        [self.overload(), self.heavy_tail(), self.sameness()].into_iter().flatten().collect()
    }

    fn overload(&self) -> Option<String> {
        let (asked, drawn) = (self.scenario.workload.load.is_some(), matches!(self.source, Source::Synthetic(_)));
        overload(self.describe().load, asked, drawn, self.source.jobs() as u64)
    }

    fn heavy_tail(&self) -> Option<String> {
        let Source::Synthetic(synthetic) = &self.source else { return None };
        match synthetic.sizes {
            Sizes::Pareto { alpha } if alpha <= 1.0 => Some(format!(
                "Pareto sizes with alpha {alpha} have an infinite mean: each sample is rescaled to mean 1, and its largest jobs decide every mean; compare medians"
            )),
            Sizes::Pareto { alpha } if alpha <= 2.0 => Some(format!(
                "Pareto sizes with alpha {alpha} have an infinite variance: means hardly settle however many jobs there are; compare medians"
            )),
            _ => None,
        }
    }

    fn sameness(&self) -> Option<String> {
        let Source::Fixed { errors, weights, .. } = &self.source else { return None };
        let drawn = match errors {
            None | Some((Errors::None | Errors::Bias(_), _)) => false,
            Some((Errors::LogNormal, sigma)) => *sigma > 0.0,
            Some((Errors::Uniform([low, high]), _)) => low < high,
        } || matches!(weights, Some(Weights::Classes { .. }));
        (self.scenario.replications > 1 && !drawn)
            .then(|| "every replication is the same: nothing of these jobs is drawn; give sigma or weights, or leave it at one".to_owned())
    }
}

/// A trace in the Standard Workload Format whose jobs become tasks, one for each processor: the first `count` of its jobs.
///
/// # Errors
/// What is wrong with it, or that this would be too many tasks.
pub(in crate::experiment) fn rigid_tasks(path: &str, bytes: &[u8], count: usize) -> Result<ParallelTrace, ScenarioError> {
    /// Most tasks, of eight bytes and more.
    const MOST: u64 = 50_000_000;
    let mut trace = read_swf(path, bytes)?;
    trace.truncate(count);
    let tasks = trace.tasks_in_all();
    if tasks > MOST {
        let allowed = format!("up to {MOST} in all; workload.count takes the first jobs of a file");
        return Err(value("workload.path", &format!("{path}, whose jobs have {tasks} tasks"), &allowed));
    }
    Ok(trace)
}

impl Source {
    pub(in crate::experiment) fn new(spec: &WorkloadSpec, read: impl FnOnce(&str) -> io::Result<Vec<u8>>) -> Result<Self, ScenarioError> {
        match spec.kind() {
            WorkloadKind::Synthetic => Self::synthetic(spec),
            WorkloadKind::File => Self::file(spec, read),
            WorkloadKind::Jobs => Self::written_out(spec),
            WorkloadKind::Mix => Err(value(
                "workload.kind",
                "\"mix\"",
                "synthetic, file or jobs; mixes are workloads of the cluster: system.kind = \"cluster\"",
            )),
        }
    }

    fn synthetic(spec: &WorkloadSpec) -> Result<Self, ScenarioError> {
        checks::drawn(spec, "the workload is synthetic")?;
        let (errors, sigma) = checks::errors(spec)?;
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
        Ok(Self::Synthetic(synthetic))
    }

    fn file(spec: &WorkloadSpec, read: impl FnOnce(&str) -> io::Result<Vec<u8>>) -> Result<Self, ScenarioError> {
        let path =
            spec.path.as_deref().ok_or_else(|| value("workload.path", "missing", "the path of a file, as workload.kind is \"file\""))?;
        let format = match spec.format {
            Some(format) => format,
            None => FileFormat::of(path)?,
        };
        let (count, load) = (checks::count(spec)?, checks::load(spec)?);
        let bytes = read(path).map_err(|source| ScenarioError::Read { path: path.to_owned(), source })?;
        let loaded = |workload: Workload| match load {
            Some(load) => workload.with_load(load),
            None => workload,
        };
        let (workload, skipped, speed) = match format {
            FileFormat::Csv => (loaded(first(read_jobs(path, &bytes)?, count)), 0, None),
            FileFormat::Tr => {
                let whole = read_tr(path, &bytes)?.first(count).whole();
                let (all, sized) = (whole.len(), whole.jobs().iter().copied().filter(|job| job.size > 0.0).collect::<Vec<_>>());
                if sized.is_empty() {
                    return Err(value("workload.path", path, "a trace in which some task takes time"));
                }
                (loaded(Workload::new(sized.clone())), all - sized.len(), None)
            }
            FileFormat::Swf => {
                let mut trace = read_swf(path, &bytes)?;
                trace.truncate(count);
                (loaded(trace.workload()), trace.skipped.count(), None)
            }
            FileFormat::Swim => {
                let mut trace = read_swim(path, &bytes)?;
                trace.truncate(count);
                let speed = trace.speed(load.unwrap_or(TRACE_LOAD));
                (trace.workload(speed), trace.skipped.count(), Some(speed))
            }
        };
        Self::fixed(spec, workload, skipped, speed, path)
    }

    fn written_out(spec: &WorkloadSpec) -> Result<Self, ScenarioError> {
        let name = "a workload that is written out";
        let mut jobs: Vec<Job> = vec![];
        for (i, job) in spec.jobs.iter().enumerate() {
            let field = |name: &str| format!("workload.jobs[{}].{name}", i + 1);
            let check = |name: &str, x: f64, least: f64, allowed: &str| {
                if (least..=1e100).contains(&x) { Ok(()) } else { Err(value(&field(name), &written(x), allowed)) }
            };
            if job.size.is_none() {
                return Err(value(&field("size"), "missing", "a number above 0 (1e-100 to 1e100)"));
            }
            let job = job.job(i as u64 + 1);
            check("arrival", job.arrival, if job.arrival == 0.0 { 0.0 } else { 1e-100 }, "0, or a number from 1e-100 to 1e100")?;
            check("size", job.size, 1e-100, "a number above 0 (1e-100 to 1e100)")?;
            check("estimate", job.estimate, 0.0, "a number from 0 to 1e100")?;
            check("weight", job.weight, 1e-100, "a number above 0 (1e-100 to 1e100)")?;
            jobs.push(job);
        }
        if jobs.is_empty() {
            return Err(value("workload.jobs", "empty", "at least one { arrival, size }"));
        }
        misplaced("workload.path", spec.path.is_some(), || "the jobs are written out in workload.jobs".to_owned())?;
        misplaced("workload.format", spec.format.is_some(), || "the jobs are written out in workload.jobs".to_owned())?;
        let workload = first(Workload::new(jobs), checks::count(spec)?);
        let workload = match checks::load(spec)? {
            Some(load) => workload.with_load(load),
            None => workload,
        };
        Self::fixed(spec, workload, 0, None, name)
    }

    fn fixed(spec: &WorkloadSpec, workload: Workload, skipped: usize, speed: Option<f64>, name: &str) -> Result<Self, ScenarioError> {
        checks::given(spec, name)?;
        let errors = checks::errors_if_asked(spec)?;
        if let Some(weights) = &spec.weights {
            weights.validate()?;
        }
        Ok(Self::Fixed { workload, errors, weights: spec.weights, skipped, speed })
    }

    /// The jobs of one replication.
    pub fn workload(&self, seed: u64, replication: u32) -> Cow<'_, Workload> {
        match self {
            Self::Synthetic(synthetic) => Cow::Owned(synthetic.generate(seed, replication)),
            Self::Fixed { workload, errors: None, weights: None, .. } => Cow::Borrowed(workload),
            Self::Fixed { workload, errors, weights, .. } => {
                let mut workload = workload.clone();
                if let Some((errors, sigma)) = errors {
                    errors.apply(*sigma, &mut workload, seed, replication);
                }
                if let Some(weights) = weights {
                    weights.apply(&mut workload, seed, replication);
                }
                Cow::Owned(workload)
            }
        }
    }

    /// Number of jobs in each replication.
    pub fn jobs(&self) -> usize {
        match self {
            Self::Synthetic(synthetic) => synthetic.count as usize,
            Self::Fixed { workload, .. } => workload.len(),
        }
    }
}

/// The first `count` jobs in the order given.
fn first(workload: Workload, count: usize) -> Workload {
    if count < workload.len() {
        Workload::new(workload.given_order().take(count).map(|position| workload.jobs()[position]).collect())
    } else {
        workload
    }
}

impl FileFormat {
    /// The format that a file's extension stands for.
    ///
    /// # Errors
    /// Lists the extensions there are.
    pub fn of(path: &str) -> Result<Self, ScenarioError> {
        match path.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).as_deref() {
            Some("csv") => Ok(Self::Csv),
            Some("tsv") => Ok(Self::Swim),
            Some("swf") => Ok(Self::Swf),
            Some("tr") => Ok(Self::Tr),
            _ => Err(value(
                "workload.path",
                path,
                "a file that ends in .csv (jobs), .tsv (SWIM trace), .swf (Standard Workload Format) or .tr (trace of tasks), or \
                 workload.format = \"csv\", \"swim\", \"swf\" or \"tr\"",
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn warnings(toml: &str) -> String {
        let rows: Vec<String> = (0..1000).map(|id| format!("{id},{id},2")).collect();
        let read = |_: &str| Ok(format!("id,arrival,size\n{}", rows.join("\n")).into());
        Plan::new(Scenario::from_toml(toml).unwrap(), read).unwrap().warnings().join("\n")
    }

    #[test]
    fn heavy_tails() {
        assert_eq!(warnings(""), "", "what the jobs tell themselves is said when they have been seen");
        let pareto = |alpha: &str| warnings(&format!("[workload]\nsizes = {{ pareto = {{ alpha = {alpha} }} }}"));
        assert!(pareto("0.9").contains("infinite mean") && pareto("1.0").contains("infinite mean"));
        assert!(pareto("1.1").contains("infinite variance") && pareto("2.0").contains("infinite variance"));
        assert_eq!(pareto("2.1"), "");
    }

    #[test]
    fn overload() {
        let jobs = "[workload]\njobs = [{ arrival = 0.0, size = 9.0 }, { arrival = 1.0, size = 9.0 }]\n";
        assert_eq!(warnings(jobs), "", "a few jobs end");
        assert!(warnings(&format!("{jobs}load = 1.5")).contains("load 1.5"));
        assert!(warnings("[workload]\npath = \"many.csv\"").contains("without bound"));
        assert_eq!(warnings("[workload]\npath = \"many.csv\"\ncount = 99"), "", "nor do many, as yet");
        assert!(warnings("[workload]\npath = \"many.csv\"\ncount = 100").contains("set the load (workload.load, --load 0.9)"));
        assert!(warnings("[workload]\nshape = 1.0\nload = 1.0").contains("without bound"));
    }

    #[test]
    fn replications_of_which_nothing_is_drawn() {
        let jobs = "replications = 2\n[workload]\njobs = [{ arrival = 0.0, size = 9.0 }]\n";
        for (drawn, more) in [
            (false, ""),
            (false, "sigma = 0.0"),
            (false, "errors = { bias = 2.0 }"),
            (false, "weights = \"none\""),
            (true, "sigma = 0.5"),
            (true, "errors = { uniform = [0.5, 2.0] }"),
            (true, "weights = { classes = 5, beta = 1.0 }"),
        ] {
            assert_eq!(!drawn, warnings(&format!("{jobs}{more}")).contains("every replication is the same"), "{more}");
        }
    }
}
