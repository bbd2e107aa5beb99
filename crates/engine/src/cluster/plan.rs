//! The cluster world as one of the [worlds](crate::world).

use super::attempts::{Attempts, Stretch};
use super::origin::{Origin, Unused, mix};
use super::report::{COLUMNS, Cell, Report, Summary};
use super::spec::{Kind, Name, System, Workload};
use super::{Beliefs, Cluster, Config, Hazards, MachineMemory, Observer, Outcome, Policy, Pool, Step, TaskId, Timeline, alone, simulate};
use super::{ends, memory};
use crate::registry::Term;
use crate::workload::{self, Errors, Mix, PLACE, Phase, PoolShare, Setting, TaskJob, TaskWorkload, Weights, write_jobs, write_task_jobs};
use crate::world::{
    Ask, Called, Column, Described, Entry, Named, Nothing, Read, RunFigures, Source, SpecError, Times, World, check, replicated,
};
use std::io::{self, Write};

/// A valid scenario of the cluster world, with its files read.
#[derive(Clone, Debug)]
pub struct Plan {
    seed: u64,
    replications: u32,
    /// Whether a load was asked for.
    loaded: bool,
    /// The system.
    pub config: Config,
    /// The policies.
    pub policies: Vec<Policy>,
    /// Jobs at the beginning that are scheduled but not counted.
    pub warmup: usize,
    /// Jobs at the end that are scheduled but not counted.
    pub cooldown: usize,
    source: Origin,
    /// Mean number of jobs in a chain, where they are linked.
    chains: Option<f64>,
    /// Errors that noisy estimators make; absent keeps the jobs' own.
    errors: Option<(Errors, f64)>,
    /// Weights to draw; absent keeps the jobs' own.
    weights: Option<Weights>,
    unused: Unused,
    /// Load: asked for where jobs are drawn without a unit, else that of the first replication.
    load: Option<f64>,
}

impl Plan {
    /// Number of jobs that are drawn if none is asked for: as in the experiments of the sources.
    pub const COUNT: u32 = 100;

    /// The cluster of one replication, which has its own placement of blocks.
    fn replicated(&self, replication: u32) -> Config {
        Config { seed: replicated(self.config.seed, replication), ..self.config.clone() }
    }

    fn slots(&self) -> [u32; 2] {
        Phase::ALL.map(|phase| self.config.total(phase))
    }

    /// The jobs of one replication.
    ///
    /// # Panics
    /// Never: the plan has checked what is drawn.
    pub fn workload(&self, replication: u32) -> TaskWorkload {
        let seed = self.seed;
        let mut workload = self.source.draw(seed, replication, self.slots());
        if let Some(mean) = self.chains {
            workload = workload.in_chains(mean, self.slots(), seed, replication).expect("what the plan has checked");
        }
        if let Some((errors, sigma)) = self.errors {
            workload = workload.with_errors(errors, sigma, seed, replication).expect("what the plan has checked");
        }
        if let Some(weights) = self.weights {
            workload = workload.with_weights(weights, seed, replication).expect("what the plan has checked");
        }
        workload
    }

    /// Runs the policy at this position on the jobs of one replication, which has its own placement of blocks.
    ///
    /// # Errors
    /// If the run would not end, or take too long.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn outcome(
        &self,
        workload: &TaskWorkload,
        policy: usize,
        replication: u32,
        observer: &mut impl Observer,
    ) -> Result<Outcome, SpecError> {
        simulate(&self.replicated(replication), workload, &self.policies[policy], observer)
    }
}

/// So many jobs have too many tasks for a recording.
fn too_many(found: String) -> SpecError {
    SpecError::value(
        "workload.count",
        found,
        format!(
            "jobs with up to {} tasks in all, for a recording: take fewer jobs, or count their sizes in a larger unit",
            Timeline::MOST_TASKS
        ),
    )
}

/// Hears how many jobs are complete.
struct Progress<'a>(&'a mut dyn FnMut(usize));

impl Observer for Progress<'_> {
    const WATCHES: bool = false;

    fn step(&mut self, _: f64, _: TaskId, _: u32, _: Step) {}

    fn instant(&mut self, _: &Cluster, _: usize, _: impl FnOnce() -> Beliefs) {}

    fn progress(&mut self, completed: usize) {
        (self.0)(completed);
    }
}

/// The jobs of a replication.
#[derive(Clone, Debug)]
pub struct Jobs {
    /// The jobs.
    pub workload: TaskWorkload,
    /// Seconds that each takes alone in the cluster.
    pub alone: Vec<f64>,
    /// Which replication they are of.
    pub replication: u32,
}

impl World for Plan {
    const KIND: &'static str = Name::KIND;
    const ABOUT: &'static str = "Machines with map and reduce slots";
    const USUAL: &'static [&'static str] = &["fifo", "fair", "hfsp"];
    const REFERENCES: &'static [&'static str] = &["fair"];
    const BYTES_A_JOB: f64 = 1_500.0;
    const LEGEND: &'static [Term] = &[
        (
            "MST",
            "mean sojourn time (completion − arrival, or − submission of a job that waits for others), and its median for each size class, in seconds",
        ),
        ("jobs in system", "their mean number over time"),
        ("slowdown", "sojourn ÷ time alone in the cluster"),
    ];
    const BY_CLASS: &'static [(&'static str, &'static str)] = &[("median_sojourn", "median, bin {}")];

    type System = System;
    type Workload = Workload;
    type Policy = super::policy::Kind;
    type Jobs = Jobs;
    type Outcome = Outcome;
    type Cell = Cell;
    type Summary = Summary;
    type Report = Report;
    type Together = Nothing;
    type Recording = Timeline;

    fn workloads() -> Vec<Named> {
        Mix::ALL.iter().map(|(name, _)| Named { name, fields: vec![("kind", "mix"), ("mix", name)] }).collect()
    }

    fn default_of(_: &System, workload: &Workload, field: &str) -> Option<f64> {
        let (cluster, setting) = (Config::default(), workload.mix.map(Mix::setting));
        match field {
            "system.machines" => Some(f64::from(setting.map_or(cluster.machines, |setting| setting.machines))),
            "system.map_slots" => Some(f64::from(setting.map_or(cluster.slots, |setting| setting.slots)[0])),
            "system.reduce_slots" => Some(f64::from(setting.map_or(cluster.slots, |setting| setting.slots)[1])),
            "system.ram" => Some(cluster.memory.ram),
            "system.swap" => Some(cluster.memory.swap),
            "system.disk" => Some(cluster.memory.disk),
            "system.os_memory" => Some(cluster.memory.os),
            "system.replacement" => Some(cluster.memory.replacement),
            "system.slow" => Some(cluster.hazards.slow),
            "system.slow_factor" => Some(cluster.hazards.slow_factor),
            "system.stragglers" => Some(cluster.hazards.stragglers),
            "system.straggler_factor" => Some(cluster.hazards.straggler_factor),
            "system.failures" => Some(cluster.hazards.failures),
            "workload.chains" => matches!(workload.kind(), Kind::Mix | Kind::Synthetic).then_some(1.0),
            "workload.count" => match workload.kind() {
                Kind::Mix | Kind::Synthetic => Some(f64::from(workload.mix.map_or(Self::COUNT, Mix::count))),
                Kind::File | Kind::Jobs => None,
            },
            "workload.cooldown" => {
                let default = |mix: Mix| mix.uncounted(workload.count.unwrap_or(mix.count()));
                Some(f64::from(workload.mix.map_or(0, default)))
            }
            "workload.long_job" => workload.mix.filter(|mix| mix.has_long_job()).map(|_| f64::from(PLACE)),
            // A mix has its own sizes, arrivals and load.
            _ if workload.kind() == Kind::Synthetic || workload.kind() == Kind::File => workload.uncut().default_of(field),
            _ => None,
        }
    }

    fn moot(system: &System, workload: &Workload, field: &str) -> Option<&'static str> {
        match (field, workload.kind()) {
            ("system.slow_factor", _) if system.slow.unwrap_or(0.0) == 0.0 => Some("no machine is slow (system.slow)"),
            ("system.straggler_factor", _) if system.stragglers.unwrap_or(0.0) == 0.0 => {
                Some("no attempt is a straggler (system.stragglers)")
            }
            ("workload.shape" | "workload.sizes" | "workload.timeshape" | "workload.stretch", Kind::Mix) => Some("a mix has its own jobs"),
            ("workload.recurring" | "workload.growth" | "workload.long_job", Kind::Synthetic | Kind::File | Kind::Jobs) => {
                Some("it is of a mix")
            }
            ("workload.recurring" | "workload.growth", Kind::Mix) if workload.mix.is_some_and(|mix| mix.shares().is_none()) => {
                Some("jobs of this mix do not recur")
            }
            ("workload.growth", Kind::Mix) if workload.recurring.is_none() => Some("no jobs recur (workload.recurring)"),
            ("workload.long_job", Kind::Mix) if workload.mix.is_some_and(|mix| !mix.has_long_job()) => Some("this mix has no long job"),
            ("workload.chains", Kind::File | Kind::Jobs) => Some("the jobs say themselves which they wait for"),
            _ => workload.uncut().moot(field),
        }
    }

    fn prepare(ask: Ask<'_, Self>, read: &mut Read<'_>) -> Result<Self, SpecError> {
        let Ask { seed, replications, policies, system, workload: spec } = ask;
        let mix = mix(spec)?;
        let mut config = config(system, mix, seed)?;
        let slots = Phase::ALL.map(|phase| config.total(phase));
        let load = check::load(spec.load)?;
        let mut unused = Unused::default();
        let source = Origin::new(mix, spec, load, slots, read, &mut unused)?;
        // What is cut from jobs of one server has their errors and weights already.
        let own = matches!(source, Origin::Cut(..));
        let errors = match (own, &source) {
            (true, _) => None,
            (false, Origin::Mix { .. }) => Some(check::errors(spec.errors, spec.sigma)?),
            (false, _) => check::errors_if_asked(spec.errors, spec.sigma)?,
        };
        if let Some(weights) = &spec.weights {
            weights.validate()?;
        }
        let weights = spec.weights.filter(|_| !own);
        let chains = chains(spec)?;
        let loaded = spec.load.is_some();
        if let (true, None, Origin::Fixed(workload)) = (system.pools.is_empty(), mix, &source) {
            let pool = |pool: &PoolShare| Pool { share: pool.share, production: pool.production, ..Pool::default() };
            config.pools = workload.pools().iter().map(pool).collect();
            config.validate()?;
        }
        let mut plan = Self {
            seed,
            replications,
            loaded,
            config,
            policies,
            warmup: 0,
            cooldown: 0,
            source,
            chains,
            errors,
            weights,
            unused,
            load: None,
        };
        let known = if let Origin::Cut(Source::Synthetic(synthetic, _), ..) = &plan.source { Some(synthetic.load) } else { None };
        let pages = plan.policies.iter().any(|policy| policy.kind().pages());
        let first = (pages || known.is_none()).then(|| plan.workload(0));
        if let Some(first) = first.as_ref().filter(|_| pages) {
            memory::check(&plan.config, first.jobs())?;
        }
        first.as_ref().map_or(Ok(()), |first| ends::check(&plan.config, first))?;
        plan.warmup = check::warmup(spec.warmup, plan.jobs())?;
        let uncounted = mix.map_or(0, |mix| mix.uncounted(plan.jobs() as u32));
        plan.cooldown = check::cooldown(spec.cooldown, uncounted, plan.warmup, plan.jobs())?;
        plan.load = known.or_else(|| first?.load(slots));
        Ok(plan)
    }

    fn jobs(&self) -> usize {
        self.source.jobs()
    }

    fn describe(&self) -> Described {
        Described {
            jobs: self.jobs() as u64,
            skipped: self.unused.left_out.count() as u64,
            left_out: self.unused.left_out.clone(),
            speed: None,
            seconds: false,
            load: self.load,
            cut: self.unused.cut,
        }
    }

    fn given(&self) -> bool {
        let fixed = match &self.source {
            Origin::Mix { .. } => false,
            Origin::Cut(source, ..) => source.given(),
            Origin::Fixed(_) => true,
        };
        let drawn = self.errors.is_some_and(|(errors, sigma)| errors.vary(sigma)) || matches!(self.weights, Some(Weights::Classes { .. }));
        fixed && !drawn && self.chains.is_none()
    }

    fn warnings(&self) -> Vec<String> {
        let mut warnings: Vec<String> = check::overload(self.load, self.loaded, false, self.jobs() as u64).into_iter().collect();
        if self.given() && self.replications > 1 && !self.config.hazards.vary(self.config.machines) {
            warnings.push("replications differ only in where blocks lie: jobs are given and nothing is drawn".to_owned());
        }
        warnings
    }

    fn draw(&self, replication: u32) -> Jobs {
        let workload = self.workload(replication);
        let alone = workload.jobs().iter().map(|job| alone(&self.config, job)).collect();
        Jobs { workload, alone, replication }
    }

    fn simulate(&self, jobs: &Jobs, policy: usize, progress: &mut dyn FnMut(usize)) -> Result<Outcome, SpecError> {
        self.outcome(&jobs.workload, policy, jobs.replication, &mut Progress(progress))
    }

    fn may_record(&self) -> Result<(), SpecError> {
        // Each job has a task at least.
        let jobs = World::jobs(self);
        if jobs <= Timeline::MOST_TASKS { Ok(()) } else { Err(too_many(format!("{jobs}, with {jobs} tasks or more"))) }
    }

    fn recordable(&self, jobs: &Jobs) -> Result<Option<String>, SpecError> {
        let (jobs, tasks) = (jobs.workload.jobs().len(), jobs.workload.jobs().iter().map(TaskJob::len).sum::<usize>());
        if tasks <= Timeline::MOST_TASKS { Ok(None) } else { Err(too_many(format!("{jobs}, with {tasks} tasks"))) }
    }

    fn record(&self, jobs: &Jobs, policy: usize, _: &mut dyn FnMut(usize)) -> Result<(Timeline, Outcome), SpecError> {
        let config = self.replicated(jobs.replication);
        Timeline::record(&config, &jobs.workload, &self.policies[policy])
    }

    fn thinned(mut recording: Timeline) -> Timeline {
        recording.thin();
        recording
    }

    fn tell(&self, jobs: &Jobs, outcome: &Outcome) -> RunFigures<Cell> {
        let those = self.warmup..outcome.jobs.len() - self.cooldown;
        let counted = &outcome.jobs[those.clone()];
        let sojourn: Vec<f64> = counted.iter().map(|job| job.sojourn).collect();
        let slowdown: Vec<f64> = sojourn.iter().zip(&jobs.alone[those.clone()]).map(|(sojourn, alone)| sojourn / alone).collect();
        let chains = outcome.chain_sojourns(&jobs.workload, those.clone());
        let jobs = jobs.workload.jobs();
        let classed = jobs.iter().any(|job| job.bin.is_some());
        let own = Cell::new(outcome, counted, &slowdown, chains);
        let class = if classed { jobs[those].iter().map(|job| job.bin.unwrap_or(0)).collect() } else { vec![] };
        RunFigures { times: Some(Times { sojourn, slowdown, class }), own }
    }

    fn pool(&self, _: usize, cells: Vec<Cell>, jobs: usize) -> Summary {
        Summary::pool(&cells, jobs)
    }

    fn report(summary: &Summary) -> Report {
        Report::new(summary)
    }

    fn together(_: &[(&str, &Summary)]) -> Nothing {
        Nothing {}
    }

    fn columns() -> &'static [Column<Report>] {
        COLUMNS
    }

    fn whole(jobs: &Jobs) -> workload::Workload {
        jobs.workload.whole()
    }

    /// With their tasks, unless these are cut from jobs of a file, and what their pools are entitled to.
    fn write_jobs(&self, jobs: &Jobs, out: &mut dyn Write) -> io::Result<()> {
        match &self.source {
            Origin::Cut(source, ..) if !matches!(source, Source::Synthetic(..)) => write_jobs(&jobs.workload.whole(), out),
            _ => {
                let entitled = |pool: &Pool| PoolShare { share: pool.share, production: pool.production };
                write_task_jobs(&jobs.workload.clone().pooled(self.config.pools.iter().map(entitled).collect()), out)
            }
        }
    }

    fn job_titles() -> Vec<&'static str> {
        let titles = ["id", "arrival", "size", "estimate", "weight", "completion", "sojourn", "slowdown", "tasks", "bin"];
        titles.into_iter().chain(["preemptions", "work_lost", "map_estimate", "reduce_estimate", "submission", "chain"]).collect()
    }

    fn job_rows(&self, jobs: &Jobs, outcome: &Outcome) -> Vec<Vec<Entry>> {
        let id = |number: u64| Entry::id(jobs.workload.ids(), number);
        let row = |position: usize| {
            let (job, of) = (&jobs.workload.jobs()[position], &outcome.jobs[position]);
            let size = Phase::ALL.map(|phase| job.size(phase)).iter().sum::<f64>();
            let slowdown = of.sojourn / jobs.alone[position];
            let times = [job.arrival, size, size * job.error, job.weight, of.submission + of.sojourn, of.sojourn, slowdown];
            let counts = [Entry::Whole(job.len() as u64), job.bin.map_or(Entry::None, |bin| Entry::Whole(u64::from(bin)))];
            let lost = [Entry::Whole(u64::from(of.preemptions)), of.work_lost.into()];
            let estimates = of.estimates.map(Entry::from);
            let members = jobs.workload.chains().map(|chains| chains.members(position as u32)).filter(|chain| chain.len() > 1);
            let chain = members.map_or(Entry::None, |chain| id(jobs.workload.jobs()[chain[0] as usize].id));
            std::iter::once(id(job.id))
                .chain(times.map(Entry::Real))
                .chain(counts)
                .chain(lost)
                .chain(estimates)
                .chain([of.submission.into(), chain])
                .collect()
        };
        jobs.workload.given_order().map(row).collect()
    }

    fn task_titles() -> &'static [&'static str] {
        &["job", "phase", "task", "attempt", "machine", "start", "end", "outcome"]
    }

    fn tell_tasks(&self, jobs: &Jobs, policy: usize, each: &mut dyn FnMut(Vec<Entry>)) {
        let mut row = |stretch: Stretch| {
            let Stretch { job, phase, task, attempt, machine, from, to, outcome } = stretch;
            let job = Entry::id(jobs.workload.ids(), jobs.workload.jobs()[job as usize].id);
            let phase = Entry::Word(["map", "reduce"][phase.index()]);
            let numbers = [task + 1, attempt, machine].map(|number| Entry::Whole(number.into()));
            let times = [from, to].map(Entry::Real);
            each([job, phase].into_iter().chain(numbers).chain(times).chain([Entry::Word(outcome)]).collect());
        };
        self.outcome(&jobs.workload, policy, jobs.replication, &mut Attempts::new(&mut row)).expect("it was simulated before");
    }
}

/// Mean number of jobs in a chain, if drawn jobs are to be linked.
fn chains(spec: &Workload) -> Result<Option<f64>, SpecError> {
    let Some(mean) = spec.chains else { return Ok(None) };
    let given = matches!(spec.kind(), Kind::File | Kind::Jobs);
    check::misplaced("workload.chains", given, || "jobs of a file or written out say themselves which they wait for (after)".to_owned())?;
    TaskWorkload::check_chains(mean)?;
    Ok((mean > 1.0).then_some(mean))
}

fn config(system: &System, mix: Option<Mix>, seed: u64) -> Result<Config, SpecError> {
    let mut default = Config::default();
    if let Some(Setting { machines, slots, slowstart, shares }) = mix.map(Mix::setting) {
        let pool = |(share, production): &(f64, bool)| Pool { share: Some(*share), production: *production, ..Pool::default() };
        (default.machines, default.slots, default.slowstart) = (machines, slots, slowstart);
        default.pools = shares.iter().map(pool).collect();
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
        pools: if system.pools.is_empty() { default.pools } else { system.pools.clone() },
        memory: MachineMemory {
            ram: system.ram.unwrap_or(default.memory.ram),
            swap: system.swap.unwrap_or(default.memory.swap),
            disk: system.disk.unwrap_or(default.memory.disk),
            os: system.os_memory.unwrap_or(default.memory.os),
            replacement: system.replacement.unwrap_or(default.memory.replacement),
        },
        hazards: Hazards {
            slow: system.slow.unwrap_or(default.hazards.slow),
            slow_factor: system.slow_factor.unwrap_or(default.hazards.slow_factor),
            stragglers: system.stragglers.unwrap_or(default.hazards.stragglers),
            straggler_factor: system.straggler_factor.unwrap_or(default.hazards.straggler_factor),
            failures: system.failures.unwrap_or(default.hazards.failures),
        },
        speculation: system.speculation.unwrap_or(default.speculation),
        seed,
    };
    config.validate()?;
    Ok(config)
}
