//! The datacenter world as one of the [worlds](crate::world).

use super::report::{COLUMNS, Cell, Pairs, Report, Summary};
use super::spec::{Name, Source, System, Workload};
use super::{Config, Observer, Outcome, Policy, Timeline, alone, simulate};
use crate::registry::Term;
use crate::sim::written;
use crate::workload::{self, BatchJob, BatchWorkload, Cut, Drawing, Errors, LeftOut, Pace, TraceLike, read_tasks};
use crate::world::{
    Ask, Called, Column, Described, Entry, FileFormat, Named, Read, RunFigures, SpecError, Times, World, batches, check, replicated,
    rigid_tasks,
};

/// A valid scenario of the datacenter world, with its files read.
#[derive(Clone, Debug)]
pub struct Plan {
    seed: u64,
    /// The system.
    pub config: Config,
    /// The policies.
    pub policies: Vec<Policy>,
    /// Jobs at the beginning that are scheduled but not counted.
    pub warmup: usize,
    /// Jobs whose tasks take longer than this on average are reported as long.
    pub reporting: f64,
    source: Batches,
    /// What of a file was left out.
    left_out: LeftOut,
    /// Where the jobs lie in their file, if that has more.
    cut: Option<Cut>,
    load: Option<f64>,
    /// Load: asked for or the trace's own, else that of the first replication.
    known_load: Option<f64>,
    /// Whether times are truncated as in the authors' simulator.
    truncate: bool,
    /// Wrong estimates; absent where estimates are the means.
    errors: Option<(Errors, f64)>,
}

#[derive(Clone, Debug)]
enum Batches {
    /// Drawn anew for each replication: how many jobs, in which way, and at which pace they arrive.
    Like(TraceLike, u32, Drawing, Pace),
    /// The same jobs in each replication.
    Fixed(BatchWorkload),
}

impl Plan {
    /// The jobs of one replication. A generator's arrivals are rescaled to the load that is asked for, or to the one that
    /// its trace puts on this many workers.
    ///
    /// # Panics
    /// Never: the plan has checked what is drawn.
    pub fn workload(&self, replication: u32) -> BatchWorkload {
        let workload = match &self.source {
            Batches::Like(like, count, drawing, _) => {
                like.draw(drawing, *count, self.seed, replication).expect("what the plan has checked")
            }
            Batches::Fixed(workload) => workload.clone(),
        };
        let workload = match self.load.or(self.own_load()) {
            Some(load) => workload.at_load(load, self.config.slots()),
            None => workload,
        };
        let workload = match &self.source {
            Batches::Like(.., pace) => workload.paced(pace, self.seed, replication),
            Batches::Fixed(_) => workload,
        };
        let workload = if self.truncate { workload.truncated() } else { workload };
        match self.errors {
            Some((errors, sigma)) => workload.with_errors(errors, sigma, self.seed, replication).expect("what the plan has checked"),
            None => workload,
        }
    }

    /// Runs the policy at this position on the jobs of one replication, which has its own probes and thefts.
    ///
    /// # Errors
    /// If a formula stops the policy.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn outcome(
        &self,
        workload: &BatchWorkload,
        policy: usize,
        replication: u32,
        observer: &mut impl Observer,
    ) -> Result<Outcome, SpecError> {
        simulate(&self.replicated(replication), workload, &self.policies[policy], observer)
    }

    /// The load that a generator's trace puts on this many workers.
    fn own_load(&self) -> Option<f64> {
        match &self.source {
            Batches::Like(like, _, drawing, _) => like.busy().map(|busy| drawing.scale * busy / f64::from(self.config.slots())),
            Batches::Fixed(_) => None,
        }
    }

    /// The datacenter of one replication, which has its own probes and thefts.
    fn replicated(&self, replication: u32) -> Config {
        Config { seed: replicated(self.config.seed, replication), ..self.config }
    }
}

/// Hears how many jobs are complete.
struct Progress<'a>(&'a mut dyn FnMut(usize));

impl Observer for Progress<'_> {
    const WATCHES: bool = false;

    fn look(&mut self, _: f64, _: u32, _: Option<(u32, f64)>, _: impl Iterator<Item = u32>) {}

    fn progress(&mut self, completed: usize) {
        (self.0)(completed);
    }
}

/// The jobs of a replication.
#[derive(Clone, Debug)]
pub struct Jobs {
    /// The jobs.
    pub workload: BatchWorkload,
    /// Seconds that each takes alone in the datacenter.
    pub alone: Vec<f64>,
    /// Which replication they are of.
    pub replication: u32,
}

impl World for Plan {
    const KIND: &'static str = Name::KIND;
    const ABOUT: &'static str = "Thousands of workers with queues";
    const USUAL: &'static [&'static str] = &["sparrow", "hawk", "eagle"];
    const REFERENCES: &'static [&'static str] = &[];
    const BYTES_A_JOB: f64 = 90.0;
    const LEGEND: &'static [Term] = &[
        ("MST", "mean job completion time (completion − submission), in seconds"),
        ("p50, p90, p99", "percentiles of completion time for short and long jobs, in seconds"),
        ("utilisation", "fraction of busy slots, averaged over time"),
        ("slowdown", "completion time ÷ that of the job alone on all workers, with one message a stage"),
    ];
    const BY_CLASS: &'static [(&'static str, &'static str)] =
        &[("median_sojourn", "{} p50"), ("p90_sojourn", "{} p90"), ("p99_sojourn", "{} p99")];

    type System = System;
    type Workload = Workload;
    type Policy = super::kind::Kind;
    type Jobs = Jobs;
    type Outcome = Outcome;
    type Cell = Cell;
    type Summary = Summary;
    type Report = Report;
    type Together = Pairs;
    type Recording = Timeline;

    fn workloads() -> Vec<Named> {
        TraceLike::ALL.iter().map(|(name, _)| Named { name, fields: vec![("like", name)] }).collect()
    }

    fn default_of(system: &System, workload: &Workload, field: &str) -> Option<f64> {
        let like = workload.like.unwrap_or(TraceLike::Yahoo);
        let workers = f64::from(system.workers.unwrap_or(like.workers()));
        let drawn = workload.kind() == Source::Synthetic;
        match field {
            "system.workers" => Some(f64::from(like.workers())),
            "system.short_partition" => Some(like.short_partition()),
            "workload.count" if drawn => Some(f64::from(like.jobs())),
            "workload.load" if drawn => like.busy().map(|busy| busy / workers),
            "workload.warmup" => Some(0.0),
            _ => None,
        }
    }

    fn moot(_: &System, workload: &Workload, field: &str) -> Option<&'static str> {
        match (field, workload.kind()) {
            (
                "workload.like" | "workload.scale" | "workload.literal" | "workload.timeshape" | "workload.rate" | "workload.gaps",
                Source::File,
            ) => Some("nothing of a file is drawn"),
            ("workload.timeshape", Source::Synthetic) => workload.gaps.as_ref().map(|_| "gaps are those of a file"),
            ("workload.part", kind) => check::no_part(kind == Source::File, workload.count),
            ("workload.sigma", _) => Errors::without_spread(workload.errors),
            _ => None,
        }
    }

    fn prepare(ask: Ask<'_, Self>, read: &mut Read<'_>) -> Result<Self, SpecError> {
        let Ask { seed, policies, system, workload: spec, .. } = ask;
        let (load, portion) = (check::load(spec.load)?, check::portion(spec.count, spec.part)?);
        check::part(spec.kind() == Source::File, spec.part)?;
        let like = spec.like.unwrap_or(TraceLike::Yahoo);
        let drawing = Drawing { scale: spec.scale.unwrap_or(1.0), literal: spec.literal.unwrap_or(false), timeshape: spec.timeshape };
        drawing.validate()?;
        // A log of a parallel machine says how large that is.
        let (mut left_out, mut cut, mut workers) =
            (LeftOut::default(), None, (libm::round(drawing.scale * f64::from(like.workers())) as u32).max(1));
        let source = if spec.kind() == Source::File {
            let drawn = [
                ("workload.like", spec.like.is_some()),
                ("workload.scale", spec.scale.is_some()),
                ("workload.literal", spec.literal.is_some()),
                ("workload.timeshape", spec.timeshape.is_some()),
                ("workload.rate", spec.rate.is_some()),
                ("workload.gaps", spec.gaps.is_some()),
            ];
            check::absent(&drawn, "nothing of a file is drawn")?;
            let path = spec.path.as_deref().unwrap_or_default();
            let bytes = read(path).map_err(|source| SpecError::Read { path: path.to_owned(), source })?;
            // Whatever its name, a file is a .tr trace unless something says otherwise.
            let usual = || if spec.columns.is_some() { None } else { Some(FileFormat::of(path).unwrap_or(FileFormat::Tr)) };
            let (format, columns) = FileFormat::asked(path, spec.format.or_else(usual), spec.columns.as_deref())?;
            let tasks = if format == FileFormat::Csv { Some(read_tasks(path, &bytes, &columns)?) } else { batches(path, format, &bytes)? };
            if let Some((mut trace, rows)) = tasks {
                (left_out, cut) = (rows, trace.cut(portion));
                Batches::Fixed(trace)
            } else if format == FileFormat::Swf {
                let (trace, place, rows) = rigid_tasks(path, &bytes, portion)?;
                (left_out, cut, workers) = (rows, place, trace.processors);
                Batches::Fixed(trace.batches())
            } else {
                let allowed = "a trace of tasks: .tr, .csv, .swf, .jhist, or workload.format = \"tr\", \"csv\", \"swf\", \"google\", \"alibaba\", \
                               \"hadoop\" or \"spark\"";
                return Err(SpecError::value("workload.path", path, allowed));
            }
        } else {
            let of_file = [
                ("workload.path", spec.path.is_some()),
                ("workload.format", spec.format.is_some()),
                ("workload.columns", spec.columns.is_some()),
            ];
            check::absent(&of_file, "the workload is drawn like a trace")?;
            let count = spec.count.unwrap_or(like.jobs());
            if count > TraceLike::MOST_JOBS {
                let allowed = format!("a whole number from 1 to {}", TraceLike::MOST_JOBS);
                return Err(SpecError::value("workload.count", count.to_string(), allowed));
            }
            Batches::Like(like, count, drawing, check::pace(spec.rate, spec.gaps.as_deref(), spec.timeshape, read)?)
        };
        let cutoff = system.cutoff.unwrap_or(like.cutoff());
        let config = Config {
            workers: system.workers.unwrap_or(workers),
            cores: system.cores.unwrap_or(like.cores()),
            delay: system.delay.unwrap_or(Config::default().delay),
            probe_delay: system.probe_delay,
            placement_delay: system.placement_delay,
            request_delay: system.request_delay,
            decision_cost: system.decision_cost.unwrap_or(0.0),
            probe_cost: system.probe_cost.unwrap_or(0.0),
            short_partition: system.short_partition.unwrap_or(like.short_partition()),
            cutoff,
            errors_reclassify: system.errors_reclassify.unwrap_or(false),
            seed,
            ..Config::default()
        };
        config.validate()?;
        let errors = check::errors_if_asked(spec.errors, spec.sigma)?;
        let reporting = system.reporting_cutoff.unwrap_or(cutoff);
        if !(0.0..=Config::MOST_CUTOFF).contains(&reporting) {
            return Err(SpecError::value("system.reporting_cutoff", written(reporting), "seconds, 0 to 1e12"));
        }
        let truncate = spec.truncate == Some(true);
        if truncate && config.placement_delay().min(config.request_delay()) == 0.0 {
            let allowed = "false where messages take no time: a task that truncates to 0 s would take none at all";
            return Err(SpecError::value("workload.truncate", "true", allowed));
        }
        let mut plan =
            Self { seed, config, policies, warmup: 0, reporting, source, left_out, cut, load, known_load: None, truncate, errors };
        plan.warmup = check::warmup(spec.warmup, plan.jobs())?;
        plan.known_load = plan.load.or(plan.own_load()).or_else(|| plan.workload(0).load(plan.config.slots()));
        Ok(plan)
    }

    fn jobs(&self) -> usize {
        match &self.source {
            Batches::Like(_, count, ..) => *count as usize,
            Batches::Fixed(workload) => workload.jobs().len(),
        }
    }

    fn describe(&self) -> Described {
        Described {
            jobs: self.jobs() as u64,
            skipped: self.left_out.count() as u64,
            left_out: self.left_out.clone(),
            speed: None,
            seconds: false,
            load: self.known_load,
            cut: self.cut,
        }
    }

    fn given(&self) -> bool {
        matches!(self.source, Batches::Fixed(_)) && self.errors.is_none_or(|(errors, sigma)| !errors.vary(sigma))
    }

    fn warnings(&self) -> Vec<String> {
        check::overload(self.known_load, self.load.is_some(), self.own_load().is_some(), self.jobs() as u64).into_iter().collect()
    }

    fn draw(&self, replication: u32) -> Jobs {
        let workload = self.workload(replication);
        let alone = workload.jobs().iter().map(|job| alone(&self.config, &workload, job)).collect();
        Jobs { workload, alone, replication }
    }

    fn simulate(&self, jobs: &Jobs, policy: usize, progress: &mut dyn FnMut(usize)) -> Result<Outcome, SpecError> {
        self.outcome(&jobs.workload, policy, jobs.replication, &mut Progress(progress))
    }

    fn recordable(&self, jobs: &Jobs) -> Result<Option<String>, SpecError> {
        let workload = &jobs.workload;
        let note = || {
            let (tasks, workers) = (workload.tasks(), self.config.workers);
            format!("a run of {tasks} tasks on {workers} workers is recorded in frames at even intervals, not exactly")
        };
        Ok((!Timeline::is_exact(&self.config, workload)).then(note))
    }

    fn record(&self, jobs: &Jobs, policy: usize, progress: &mut dyn FnMut(usize)) -> Result<(Timeline, Outcome), SpecError> {
        let config = self.replicated(jobs.replication);
        Timeline::record(&config, &jobs.workload, &self.policies[policy], progress)
    }

    fn tell(&self, jobs: &Jobs, outcome: &Outcome) -> RunFigures<Cell> {
        let sojourn = outcome.sojourn[self.warmup..].to_vec();
        let slowdown = sojourn.iter().zip(&jobs.alone[self.warmup..]).map(|(sojourn, alone)| sojourn / alone).collect();
        let class: Vec<u8> = jobs.workload.jobs()[self.warmup..].iter().map(|job| u8::from(job.mean > self.reporting)).collect();
        let own = Cell::new(outcome, class.iter().zip(&sojourn));
        RunFigures { times: Some(Times { sojourn, slowdown, class }), own }
    }

    fn pool(&self, _: usize, cells: Vec<Cell>, _: usize) -> Summary {
        Summary::pool(&cells)
    }

    fn report(summary: &Summary) -> Report {
        Report::new(summary)
    }

    fn together(policies: &[(&str, &Summary)]) -> Pairs {
        Pairs::new(policies)
    }

    fn columns() -> &'static [Column<Report>] {
        &COLUMNS
    }

    fn class(class: u8) -> String {
        if class == 0 { "short".to_owned() } else { "long".to_owned() }
    }

    fn whole(jobs: &Jobs) -> workload::Workload {
        jobs.workload.whole()
    }

    fn job_titles() -> Vec<&'static str> {
        vec!["id", "arrival", "size", "estimate", "weight", "completion", "sojourn", "slowdown", "class", "tasks"]
    }

    fn job_rows(&self, jobs: &Jobs, outcome: &Outcome) -> Vec<Vec<Entry>> {
        let workload = &jobs.workload;
        let row = |((job, sojourn), alone): ((&BatchJob, &f64), &f64)| {
            let size = workload.durations(job).iter().sum::<f64>();
            let estimate = job.estimate * f64::from(job.tasks());
            let times = [job.arrival, size, estimate, 1.0, job.arrival + sojourn, *sojourn, sojourn / alone];
            let class = Entry::Word(if job.mean > self.reporting { "long" } else { "short" });
            let last = [class, Entry::Whole(u64::from(job.tasks()))];
            std::iter::once(Entry::id(workload.ids(), job.id)).chain(times.map(Entry::Real)).chain(last).collect()
        };
        workload.jobs().iter().zip(&outcome.sojourn).zip(&jobs.alone).map(row).collect()
    }
}
