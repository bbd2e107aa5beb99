//! The server world as one of the [worlds](crate::world).

use super::faster::simulate_at;
use super::model::Model;
use super::spec::{Name, System};
use super::{Config, Kind, Observer, Outcome, Policy, Sample, Series, Servers, Stills, Timeline};
use crate::registry::Term;
use crate::sim::written;
use crate::theory::TooMuch;
use crate::workload::{Sizes, Workload};
use crate::world::{
    Ask, Beside, Called, Column, Described, Entry, JobsSpec, Nothing, Read, RunFigures, Source, SpecError, Times, Unit, World, check,
};
use serde::ser::SerializeStruct as _;
use serde::{Deserialize, Serialize, Serializer};
use std::borrow::Cow;
use std::ops::RangeInclusive;

/// What can be simulated: a scenario of the server world that was found to be valid, with its file read.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The system.
    pub config: Config,
    /// The policies.
    pub policies: Vec<Policy>,
    /// Where the jobs come from.
    pub source: Source,
    /// Jobs at the beginning that are scheduled but not counted.
    pub warmup: usize,
    /// Whether theory is asked.
    pub theory: bool,
    /// Work that all servers together do in a unit of time.
    pub speed: f64,
    seed: u64,
    replications: u32,
    /// Whether a load was asked for.
    loaded: bool,
}

/// What a report says of a policy on one server, besides the times of its jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// What queueing theory says of the mean sojourn time of ever more jobs, where it says something.
    pub theory_mean_sojourn: Option<f64>,
    /// Why that is not computed, if it takes too much.
    pub theory_not_computed: Option<TooMuch>,
    /// What no policy that sees arrivals, estimates and attained service can do better than in the limit of many jobs, where that is known.
    pub bound_mean_sojourn: Option<f64>,
    /// MST ÷ that bound.
    pub ratio_bound: Option<f64>,
}

impl Report {
    /// Warns of a mean that theory might know, if it could be asked for longer.
    pub fn caution(&self, policy: &str) -> Option<String> {
        self.theory_not_computed.map(|why| format!("the theory of {policy} is not computed: {why}"))
    }
}

/// What happens in a run: number in system, late jobs and backlog over time, and of a small run exact curves and events.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Recording {
    /// The policy.
    pub policy: Policy,
    /// Events that one sample of the series stands for.
    pub stride: u64,
    /// Samples, in order of time.
    pub series: Vec<Sample>,
    /// Exact curves and events, of up to [`MOST_EXACT`](Self::MOST_EXACT) jobs and [`MOST_EVENTS`](Self::MOST_EVENTS) events.
    pub timeline: Option<Timeline>,
    /// The run in still pictures, where these were asked for; texts are written without them.
    pub stills: Option<Stills>,
}

impl Serialize for Recording {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let texts = serializer.is_human_readable();
        let mut fields = serializer.serialize_struct("Recording", if texts { 4 } else { 5 })?;
        fields.serialize_field("policy", &self.policy)?;
        fields.serialize_field("stride", &self.stride)?;
        fields.serialize_field("series", &self.series)?;
        fields.serialize_field("timeline", &self.timeline)?;
        if !texts {
            fields.serialize_field("stills", &self.stills)?;
        }
        fields.end()
    }
}

impl Recording {
    /// Runs of more jobs than this have no exact timeline, only series.
    pub const MOST_EXACT: usize = 500;

    /// Nor have runs of more events: short quanta make many of few jobs.
    pub const MOST_EVENTS: u64 = 20_000;

    /// Samples that a series is thinned to.
    const SAMPLES: usize = 4096;
}

/// Speeds that a server may have.
const SPEEDS: RangeInclusive<f64> = 1e-6..=1e6;

impl Plan {
    /// The jobs of one replication.
    pub fn workload(&self, replication: u32) -> Cow<'_, Workload> {
        self.source.workload(self.seed, replication)
    }

    /// Runs one policy on the jobs of one replication.
    ///
    /// # Errors
    /// If a formula stops it.
    pub fn outcome(&self, workload: &Workload, policy: &Policy, observer: &mut impl Observer) -> Result<Outcome, SpecError> {
        simulate_at(self.speed, &self.config, workload, policy, observer)
    }

    /// Runs the policy at this position and takes stills of the run.
    ///
    /// # Errors
    /// If there are too many jobs, or a formula stops it.
    ///
    /// # Panics
    /// If there is no such policy.
    pub fn stills(&self, jobs: &Workload, policy: usize, progress: &mut dyn FnMut(usize)) -> Result<(Recording, Outcome), SpecError> {
        if jobs.len() > Stills::MOST_JOBS {
            let allowed = format!("up to {} jobs to be watched; Compare takes more", Stills::MOST_JOBS);
            return Err(SpecError::value("workload.count", jobs.len().to_string(), allowed));
        }
        let policy = self.policies[policy].clone();
        let (stills, outcome) = Stills::take(self.speed, &self.config, jobs, &policy, progress)?;
        Ok((Recording { policy, stride: 1, series: vec![], timeline: None, stills: Some(stills) }, outcome))
    }

    fn overload(&self) -> Option<String> {
        let drawn = matches!(self.source, Source::Synthetic(..));
        check::overload(self.describe().load, self.loaded, drawn, self.source.jobs() as u64)
    }

    fn heavy_tail(&self) -> Option<String> {
        let Source::Synthetic(synthetic, _) = &self.source else { return None };
        match synthetic.sizes {
            Sizes::Pareto { alpha } if alpha <= 1.0 => Some(format!(
                "Pareto sizes with alpha {alpha} have an infinite mean: each sample is rescaled to mean 1, and its largest jobs decide every mean; compare medians"
            )),
            Sizes::Pareto { alpha } if alpha <= 2.0 => Some(format!(
                "Pareto sizes with alpha {alpha} have an infinite variance: means hardly converge, however many jobs there are; compare medians"
            )),
            _ => None,
        }
    }

    fn sameness(&self) -> Option<String> {
        (self.replications > 1 && self.source.given()).then(|| {
            "all replications are the same, since nothing of these jobs is drawn: give sigma or weights, or use one replication".to_owned()
        })
    }
}

/// Hears how many jobs are complete.
struct Progress<'a>(&'a mut dyn FnMut(usize));

impl Observer for Progress<'_> {
    const WATCHES: bool = false;

    fn instant(&mut self, _: &impl super::Instant) {}

    fn progress(&mut self, completed: usize) {
        (self.0)(completed);
    }
}

impl World for Plan {
    const KIND: &'static str = Name::KIND;
    const ABOUT: &'static str = "One preemptible server, or several identical ones";
    const USUAL: &'static [&'static str] = &["fifo", "ps", "las", "srpt", "srpte", "fspe", "fspe+ps", "psbs"];
    const REFERENCES: &'static [&'static str] = &["ps", "srpt"];
    const BYTES_A_JOB: f64 = 65.0;
    const LEGEND: &'static [Term] = &[
        ("MST", "mean sojourn time (completion − arrival), in the unit of sizes (mean size 1 if synthetic; seconds for a trace in bytes)"),
        ("theory", "limit of the MST for many jobs, where theory knows it"),
        (
            "÷ bound",
            "MST ÷ the limit under the best policy that sees estimates, not sizes (Poisson arrivals, one server; a short run may be below 1)",
        ),
        ("slowdown", "sojourn ÷ size"),
    ];

    type System = System;
    type Workload = JobsSpec;
    type Policy = Kind;
    type Jobs = Workload;
    type Outcome = Outcome;
    type Cell = f64;
    type Summary = Report;
    type Report = Report;
    type Together = Nothing;
    type Recording = Recording;

    fn beside(policy: &Kind) -> Option<Beside> {
        let (word, why) = match policy.servers() {
            Servers::Many => ("many", None),
            Servers::One(why) => ("one", Some(why)),
        };
        Some(Beside { title: "servers", word, why })
    }

    fn default_of(_: &System, workload: &JobsSpec, field: &str) -> Option<f64> {
        match field {
            "system.servers" => Some(1.0),
            "system.switch_cost" => Some(0.0),
            _ => workload.default_of(field),
        }
    }

    fn moot(_: &System, workload: &JobsSpec, field: &str) -> Option<&'static str> {
        workload.moot(field)
    }

    fn prepare(ask: Ask<'_, Self>, read: &mut Read<'_>) -> Result<Self, SpecError> {
        let config = Config { servers: ask.system.servers.unwrap_or(1), switch_cost: ask.system.switch_cost.unwrap_or(0.0) };
        ask.policies.iter().try_for_each(|policy| config.check(policy))?;
        let (each, speed) = (ask.system.server_speed.unwrap_or(1.0), ask.system.total_speed());
        if !SPEEDS.contains(&each) {
            return Err(SpecError::value("system.server_speed", written(each), "a number from 1e-6 to 1e6"));
        }
        let source = Source::new(ask.workload, read)?;
        independent(&source, ask.workload)?;
        let warmup = check::warmup(ask.workload.warmup, source.jobs())?;
        let Ask { seed, replications, mut policies, .. } = ask;
        let seen = source.at_speed(speed);
        policies.iter_mut().try_for_each(|policy| fit(policy, &seen))?;
        let (theory, loaded) = (ask.system.theory.unwrap_or(true), ask.workload.load.is_some());
        Ok(Self { config, policies, source, warmup, theory, speed, seed, replications, loaded })
    }

    fn jobs(&self) -> usize {
        self.source.jobs()
    }

    fn describe(&self) -> Described {
        let (speed, seconds, load) = match &self.source {
            Source::Synthetic(synthetic, _) => (None, false, Some(synthetic.load)),
            Source::Fixed { workload, speed, .. } => (*speed, workload.is_in_seconds(), workload.load()),
        };
        // Jobs are drawn for a speed of 1.
        let load = load.map(|load| load / self.speed);
        let left_out = self.source.left_out();
        let (jobs, skipped, cut) = (self.source.jobs() as u64, left_out.count() as u64, self.source.cut());
        Described { jobs, skipped, left_out, speed, seconds, load, cut }
    }

    fn given(&self) -> bool {
        self.source.given()
    }

    fn warnings(&self) -> Vec<String> {
        let warnings = [self.overload(), self.heavy_tail(), self.sameness()].into_iter().flatten();
        warnings.chain(self.policies.iter().flat_map(of_formula)).collect()
    }

    fn draw(&self, replication: u32) -> Workload {
        self.workload(replication).into_owned()
    }

    fn simulate(&self, jobs: &Workload, policy: usize, progress: &mut dyn FnMut(usize)) -> Result<Outcome, SpecError> {
        self.outcome(jobs, &self.policies[policy], &mut Progress(progress))
    }

    fn recordable(&self, jobs: &Workload) -> Result<Option<String>, SpecError> {
        let (jobs, most) = (jobs.len(), Recording::MOST_EXACT);
        let note = || format!("the timeline has only the series: exact curves are for up to {most} jobs, not {jobs}");
        Ok((jobs > most).then(note))
    }

    fn record(&self, jobs: &Workload, policy: usize, progress: &mut dyn FnMut(usize)) -> Result<(Recording, Outcome), SpecError> {
        let policy = &self.policies[policy];
        let mut series = Series::with_capacity(Recording::SAMPLES);
        let outcome = self.outcome(jobs, policy, &mut (&mut series, &mut Progress(progress)))?;
        let exact = || Timeline::of_run(jobs, policy, |recorder| self.outcome(jobs, policy, recorder));
        let small = jobs.len() <= Recording::MOST_EXACT && outcome.events <= Recording::MOST_EVENTS;
        let timeline = small.then(exact).transpose()?;
        let policy = policy.clone();
        Ok((Recording { policy, stride: series.stride(), series: series.samples().to_vec(), timeline, stills: None }, outcome))
    }

    fn tell(&self, jobs: &Workload, outcome: &Outcome) -> RunFigures<f64> {
        let sojourn = outcome.sojourn[self.warmup..].to_vec();
        let own = sojourn.iter().sum();
        let slowdown = jobs.jobs()[self.warmup..].iter().zip(&sojourn).map(|(job, sojourn)| sojourn / job.size).collect();
        RunFigures { times: Some(Times { sojourn, slowdown, class: vec![] }), own }
    }

    fn pool(&self, policy: usize, sojourns: Vec<f64>, jobs: usize) -> Report {
        let mean = sojourns.iter().sum::<f64>() / jobs as f64;
        let bound = self.bound().ok();
        let exact = self.exact_mean(&self.policies[policy]);
        Report {
            theory_mean_sojourn: exact.ok().flatten(),
            theory_not_computed: exact.err(),
            bound_mean_sojourn: bound,
            ratio_bound: bound.map(|bound| mean / bound).filter(|ratio| ratio.is_finite()),
        }
    }

    fn report(summary: &Report) -> Report {
        *summary
    }

    fn cautions(policies: &[(&str, &Report)]) -> Vec<String> {
        policies.iter().filter_map(|(policy, report)| report.caution(policy)).collect()
    }

    fn together(_: &[(&str, &Report)]) -> Nothing {
        Nothing {}
    }

    fn columns() -> &'static [Column<Report>] {
        const COLUMNS: &[Column<Report>] = &[
            Column::new(
                "theory_mean_sojourn",
                Unit::Time,
                |report: &Report| report.theory_mean_sojourn,
                "limit of the MST for many jobs by queueing theory, where theory knows it",
            )
            .less()
            .headed("theory"),
            Column::new(
                "bound_mean_sojourn",
                Unit::Time,
                |report: &Report| report.bound_mean_sojourn,
                "limit of the MST for many jobs under Gittins' rule: with Poisson arrivals on one server no policy that sees arrivals, \
                 estimates and attained service has a lower limit",
            )
            .less(),
            Column::new(
                "ratio_bound",
                Unit::One,
                |report: &Report| report.ratio_bound,
                "MST ÷ that bound; below 1 in a finite run by chance or for its beginning, or under a policy that sees exact sizes",
            )
            .less()
            .headed("÷ bound"),
        ];
        COLUMNS
    }

    fn whole(jobs: &Workload) -> Workload {
        jobs.clone()
    }

    fn job_titles() -> Vec<&'static str> {
        vec!["id", "arrival", "size", "estimate", "weight", "completion", "sojourn", "slowdown"]
    }

    fn job_rows(&self, jobs: &Workload, outcome: &Outcome) -> Vec<Vec<Entry>> {
        let row = |position: usize| {
            let (job, sojourn) = (jobs.jobs()[position], outcome.sojourn[position]);
            let times = [job.arrival, job.size, job.estimate, job.weight, job.arrival + sojourn, sojourn, sojourn / job.size];
            std::iter::once(Entry::id(jobs.ids(), job.id)).chain(times.map(Entry::Real)).collect()
        };
        jobs.given_order().map(row).collect()
    }
}

/// What is to be borne in mind of a policy that is a formula.
fn of_formula(policy: &Policy) -> Vec<String> {
    let explained = match policy.kind() {
        Kind::Rank(its) => its.rule().explain(),
        Kind::Share(its) => its.rule().explain(),
        _ => return vec![],
    };
    explained.warnings.into_iter().map(|warning| format!("{policy} {warning}")).collect()
}

/// Gives a policy what it has to know of the law of the jobs.
fn fit(policy: &mut Policy, source: &Source) -> Result<(), SpecError> {
    let value = policy.to_string();
    let model = || Some(Model::new(source));
    let fitted = match policy.kind_mut() {
        Kind::Rank(its) => its.fit(source),
        Kind::Share(its) => its.fit(source),
        Kind::Boost(its) => its.fit(source),
        Kind::Gittins(its) => {
            its.model = model();
            Ok(())
        }
        Kind::GittinsBlind(its) => {
            its.model = model();
            Ok(())
        }
        Kind::Serpt(its) => {
            its.model = model();
            Ok(())
        }
        _ => Ok(()),
    };
    fitted.map_err(|why| SpecError::Unsuited { field: "policies", value, why })
}

/// One server has no jobs that wait for each other.
fn independent(source: &Source, spec: &JobsSpec) -> Result<(), SpecError> {
    let Source::Fixed { workload, .. } = source else { return Ok(()) };
    workload.after().first_key_value().map_or(Ok(()), |(job, _)| {
        Err(SpecError::value(
            "workload.path",
            format!(
                "{}, in which job {} waits for others (column after)",
                spec.path.as_deref().unwrap_or_default(),
                workload.ids().of(*job)
            ),
            "jobs that do not wait for each other here; those that do run in the cluster (--system cluster)",
        ))
    })
}
