//! Where claims are measured: runs that several claims need are done once.

use super::super::stated;
use crate::datacenter_runs::{Jobs, Run, Runs, Which};
use crate::replicated::{Done, by_policy, each, replicated};
use schedscope::datacenter::{Config, Policy, Silent, alone, simulate};
use schedscope::metrics::mean;
use schedscope::workload::{BatchJob, BatchWorkload, Drawing, Pace, Rate, TraceLike};
use serde::Deserialize;
use std::sync::Arc;

/// Seed of all runs; replications have their own streams.
const SEED: u64 = 1;

/// A cluster under a workload.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    like: TraceLike,
    workers: u32,
    drawing: Drawing,
    /// Jobs.
    count: u32,
    /// Workers that the jobs keep busy while they arrive; absent where their gaps say so themselves.
    busy: Option<f64>,
    /// What of the load the text leaves open: 1 as it is.
    heavier: f64,
    /// Replications.
    seeds: u32,
    short_partition: f64,
    /// How the rate of arrivals varies.
    rate: Rate,
    /// Whether jobs with more than a hundredth of all work are left out.
    mild: bool,
    /// Jobs with more tasks than this are left out.
    most_tasks: Option<u32>,
    /// Jobs at the beginning that are scheduled but not counted.
    warmup: u32,
}

impl Setting {
    /// The same cluster with other workers.
    pub fn of(self, workers: u32) -> Self {
        Self { workers, ..self }
    }

    /// The same with this fraction of workers for short tasks.
    pub fn with_partition(self, short_partition: f64) -> Self {
        Self { short_partition, ..self }
    }

    /// The same, jobs arriving so much faster.
    pub fn heavier(self, heavier: f64) -> Self {
        Self { heavier, ..self }
    }

    /// The same, jobs arriving at a rate that changes every 49 minutes, log-normal: as uneven as it takes for Google's load, whose
    /// source says of arrivals no more than the gaps.
    pub fn varying(self) -> Self {
        Self { rate: Rate::LogNormal { sigma: 0.8, period: 2940.0 }, ..self }
    }

    /// The same without jobs that have more than a hundredth of all work. The others come so much faster, and as their part of the work
    /// grows, so does the partition of short ones.
    pub fn mild(self) -> Self {
        Self { mild: true, ..self }
    }

    /// The same without jobs that have more tasks than a part of the places there are where so many tasks may wait at a worker.
    /// Load and partition are kept as in [`mild`](Self::mild).
    pub fn fitting(self, part: f64, waiting: u32) -> Self {
        Self { most_tasks: Some((part * self.places(waiting)) as u32), ..self }
    }

    /// Tasks that all workers may hold if so many may wait at each.
    pub fn places(self, waiting: u32) -> f64 {
        f64::from(self.workers) * f64::from(self.like.cores() + waiting)
    }

    /// In words: the trace and the workers.
    pub fn words(self) -> String {
        let trace = match self.like {
            TraceLike::Yahoo => "Yahoo",
            TraceLike::Google => "Google",
            TraceLike::Cloudera => "Cloudera",
            TraceLike::Facebook => "Facebook",
            TraceLike::Motivation => "figure 2.1",
            TraceLike::Prototype => "prototype",
            TraceLike::Testbed => "testbed",
            TraceLike::TestbedUniform => "uniform testbed",
        };
        let tenth = if self.drawing.scale < 1.0 { ", jobs of a tenth of the tasks" } else { "" };
        let cores = self.like.cores();
        let workers = if cores > 1 { format!("{} × {cores} cores", self.workers) } else { format!("{} workers", self.workers) };
        let heavier = if self.heavier == 1.0 { String::new() } else { format!(", load × {}", self.heavier) };
        let varying = if self.rate == Rate::Constant { "" } else { ", at a rate that varies" };
        let mild = if self.mild { ", without jobs of more than 1 % of all work" } else { "" };
        let fitting = self.most_tasks.map(|most| format!(", without jobs of more than {most} tasks")).unwrap_or_default();
        let matched = if self.leaves_out() { " (same load, partition as much larger as the part of short jobs)" } else { "" };
        let warm = if self.warmup > 0 { format!(", after {} of {} jobs", self.warmup, self.count) } else { String::new() };
        format!("{trace}, {workers}{tenth}{heavier}{varying}{mild}{fitting}{matched}{warm}")
    }

    /// Whether jobs are left out.
    fn leaves_out(self) -> bool {
        self.mild || self.most_tasks.is_some()
    }

    fn config(self) -> Config {
        Config {
            workers: self.workers,
            cores: self.like.cores(),
            cutoff: self.like.cutoff(),
            short_partition: self.short_partition,
            seed: SEED,
            ..Config::default()
        }
    }

    /// The jobs of a replication, and the cluster for them.
    fn draw(self, replication: u32) -> (Config, BatchWorkload) {
        let mut workload = self.like.draw(&self.drawing, self.count, SEED, replication).expect("legal parameters");
        let mut config = Config { seed: SEED + u64::from(replication), ..self.config() };
        if self.leaves_out() {
            let all = std::mem::take(&mut workload);
            let most = if self.mild { 0.01 * all.work() } else { f64::INFINITY };
            let fits = |job: &&BatchJob| self.most_tasks.is_none_or(|most| job.tasks() <= most);
            let kept = all.jobs().iter().filter(fits).filter(|job| all.durations(job).iter().sum::<f64>() <= most);
            kept.for_each(|job| workload.push(job.id, job.arrival, all.durations(job)).expect("jobs of a workload"));
            config.short_partition *= short_part(&workload, config.cutoff) / short_part(&all, config.cutoff);
        }
        let slots = config.slots();
        let own = self.busy.map(|busy| busy / f64::from(slots)).or_else(|| workload.load(slots)).unwrap_or(1.0);
        let pace = Pace::new(self.rate, None).expect("a legal rate");
        (config, workload.with_load(own * self.heavier, slots).expect("legal parameters").paced(&pace, SEED, replication))
    }
}

/// The part of all work that is in short jobs.
fn short_part(workload: &BatchWorkload, cutoff: f64) -> f64 {
    let short = workload.jobs().iter().filter(|job| job.mean <= cutoff);
    short.map(|job| workload.durations(job).iter().sum::<f64>()).sum::<f64>() / workload.work()
}

/// The runs that have been done.
#[derive(Debug)]
pub struct Lab {
    /// Replications of claims about other worlds.
    pub replications: u32,
    done: Done<Runs>,
}

impl Lab {
    /// Nothing has been run.
    pub fn new(replications: u32) -> Self {
        Self { replications, done: Done::default() }
    }

    /// Whether there is time for runs at the size of the traces.
    pub fn is_quick(&self) -> bool {
        self.replications < 40
    }

    /// Replications of large runs. Five, which take a third of the time, left a third of the claims open.
    pub fn seeds(&self) -> u32 {
        if self.is_quick() { 5 } else { 3 * self.replications / 8 }
    }

    fn setting(&self, like: TraceLike) -> Setting {
        Setting {
            like,
            workers: like.workers(),
            drawing: Drawing::default(),
            count: like.jobs(),
            busy: like.busy(),
            heavier: 1.0,
            seeds: self.seeds(),
            short_partition: like.short_partition(),
            rate: Rate::Constant,
            mild: false,
            most_tasks: None,
            warmup: 0,
        }
    }

    /// Jobs like Yahoo's on 4000 workers, their highest load; where there is no time, a tenth of both.
    pub fn yahoo(&self) -> Setting {
        if self.is_quick() { Setting { workers: 400, ..self.tenth() } } else { self.setting(TraceLike::Yahoo) }
    }

    /// So many workers as there are to 4000 of the trace's experiments.
    pub fn yahoo_of(&self, workers: u32) -> Setting {
        self.yahoo().of(if self.is_quick() { workers / 10 } else { workers })
    }

    /// As many of them as in the samples of the trace that are public.
    pub fn yahoo_sample(&self) -> Setting {
        Setting { count: 3000, seeds: self.replications, ..self.yahoo() }
    }

    /// Jobs with a tenth of the tasks of Yahoo's on 400 workers, of which they keep 352 busy; more replications than of large runs, where
    /// there is time.
    pub fn tenth(&self) -> Setting {
        let drawing = Drawing { scale: 0.1, ..Drawing::default() };
        Setting {
            workers: 400,
            drawing,
            busy: Some(352.0),
            seeds: if self.is_quick() { self.seeds() } else { self.replications },
            ..self.setting(TraceLike::Yahoo)
        }
    }

    /// Jobs like Google's on 15 000 workers, of which they keep 13 500 busy. The first third is not counted: it comes to a cluster that is
    /// still filling, since the longest tasks take longer than its jobs do to come.
    pub fn google(&self) -> Setting {
        let warmup = if self.is_quick() { 4000 } else { 20_000 };
        Setting { count: 3 * warmup, warmup, ..self.setting(TraceLike::Google) }
    }

    /// The scenario of figure 2.1: its few long jobs differ much from draw to draw, so there are more of these.
    pub fn motivation(&self) -> Setting {
        Setting { seeds: self.replications, ..self.setting(TraceLike::Motivation) }
    }

    /// Kairos' testbed: runs are short, so there are more of them.
    pub fn testbed(&self) -> Setting {
        Setting { seeds: self.replications, ..self.setting(TraceLike::Testbed) }
    }

    /// The same without large jobs.
    pub fn uniform(&self) -> Setting {
        Setting { seeds: self.replications, ..self.setting(TraceLike::TestbedUniform) }
    }

    /// The setting that a file asks for.
    fn asked(&self, Asked { like, workers, partition, mild, varying }: &Asked) -> Setting {
        let usual = match (like, workers) {
            (Like::Yahoo, None) => self.yahoo(),
            (Like::Yahoo, Some(workers)) => self.yahoo_of(*workers),
            (Like::Tenth, _) => self.tenth(),
            (Like::Google, _) => self.google(),
            (Like::Testbed, _) => self.testbed(),
            (Like::Uniform, _) => self.uniform(),
        };
        let workers = workers.filter(|_| !matches!(like, Like::Yahoo)).unwrap_or(usual.workers);
        let setting = Setting { workers, short_partition: partition.unwrap_or(usual.short_partition), mild: *mild, ..usual };
        if *varying { setting.varying() } else { setting }
    }

    /// Workloads of a trace, of at most this many jobs.
    pub fn workloads(&self, like: TraceLike, most: u32) -> Vec<BatchWorkload> {
        let count = self.setting(like).count.min(most);
        each(self.replications, |replication| like.generate(count, SEED, replication).expect("legal parameters"))
    }

    /// Runs policies in a setting, those that have not been run.
    pub fn run<const N: usize>(&self, setting: Setting, policies: [&str; N]) -> [Arc<Runs>; N] {
        self.run_all(setting, &policies).try_into().expect("one of each policy")
    }

    /// The same of any number of policies.
    fn run_all(&self, setting: Setting, policies: &[&str]) -> Vec<Arc<Runs>> {
        let draw = |replication: u32| {
            let (config, workload) = setting.draw(replication);
            let alone = workload.jobs().iter().map(|job| alone(&config, &workload, job)).collect();
            let jobs = Arc::new(Jobs::new(&workload, alone, setting.warmup as usize));
            (config, workload, jobs)
        };
        self.done.of(&format!("{setting:?}"), policies, |missing| {
            let missing: Vec<Policy> = missing.iter().map(|policy| policy.parse().expect("a policy of the registry")).collect();
            let run = |(config, workload, jobs): &(Config, BatchWorkload, Arc<Jobs>), _, policy: usize| {
                Run::new(jobs.clone(), simulate(config, workload, &missing[policy], &mut Silent).expect("the configuration is valid"))
            };
            let runs = by_policy(replicated(setting.seeds, missing.len(), draw, run), missing.len());
            runs.into_iter().map(|runs| Runs::new(setting.like.cutoff(), runs)).collect()
        })
    }
}

/// A setting, as a file of claims has it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// One of those of [`Lab`].
    like: Like,
    /// Other workers; of Yahoo's as many as there are to 4000.
    workers: Option<u32>,
    /// Part of the workers for short tasks.
    partition: Option<f64>,
    /// Whether jobs with more than a hundredth of all work are left out.
    #[serde(default)]
    mild: bool,
    /// Whether the rate of arrivals varies.
    #[serde(default)]
    varying: bool,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Like {
    Yahoo,
    Tenth,
    Google,
    Testbed,
    Uniform,
}

/// A file's claims ask a lab for their settings.
impl stated::Lab for Lab {
    type Scenario = Asked;
    type Runs = Runs;
    const COLUMNS: &'static str = "p50_sojourn, or another percentile from 1 to 99, also of a class, as short.p50_sojourn and                                    long.p50_sojourn; utilisation, utilisation_while_arriving, mean_slowdown, largest_slowdown";

    fn has(column: &str) -> bool {
        OF_RUN.iter().any(|(name, _)| *name == column) || quantile(column).is_some()
    }

    fn knows(policy: &str) -> Result<(), String> {
        policy.parse::<Policy>().map(drop).map_err(|error| error.to_string())
    }

    fn words(&self, _: &str, asked: &Asked) -> String {
        self.asked(asked).words()
    }

    fn is_quick(&self) -> bool {
        self.is_quick()
    }

    fn run(&self, asked: &Asked, policies: &[&str]) -> Vec<Arc<Runs>> {
        self.run_all(self.asked(asked), policies)
    }

    fn column(runs: &Runs, column: &str) -> Vec<f64> {
        match OF_RUN.iter().find(|(name, _)| *name == column) {
            Some((_, of)) => runs.of(of),
            None => quantile(column).map(|(which, p)| runs.quantiles(which, p).collect()).expect("there is such a column"),
        }
    }
}

/// A number of a whole run.
type OfRun = fn(&Run) -> f64;

/// Columns that are numbers of a whole run.
const OF_RUN: [(&str, OfRun); 4] = [
    ("utilisation", Run::utilisation),
    ("utilisation_while_arriving", Run::utilisation_while_arriving),
    ("mean_slowdown", |run| mean(&run.slowdowns())),
    ("largest_slowdown", |run| run.slowdowns().into_iter().fold(0.0, f64::max)),
];

/// Which jobs a column is of, and which percentile of their times.
fn quantile(column: &str) -> Option<(Which, f64)> {
    let (which, rest) = match column.split_once('.') {
        Some(("short", rest)) => (Which::Short, rest),
        Some(("long", rest)) => (Which::Long, rest),
        Some(_) => return None,
        None => (Which::All, column),
    };
    let percent: u8 = rest.strip_prefix('p')?.strip_suffix("_sojourn")?.parse().ok()?;
    (1..=99).contains(&percent).then(|| (which, f64::from(percent) / 100.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_that_are_left_out_change_neither_load_nor_what_the_partition_is_for() {
        let usual = Setting { count: 3000, ..Lab::new(4).tenth() };
        for setting in [usual.mild(), usual.fitting(0.3, 2)] {
            let [(config, all), (matched, kept)] = [usual, setting].map(|setting| setting.draw(0));
            assert!(kept.jobs().len() < all.jobs().len());
            let [part, same] =
                [(&config, &all), (&matched, &kept)].map(|(config, jobs)| short_part(jobs, config.cutoff) / config.short_partition);
            assert!((part / same - 1.0).abs() < 1e-9, "{part} {same}");
            assert!((kept.load(400).unwrap() / all.load(400).unwrap() - 1.0).abs() < 1e-9);
        }
        let (_, varying) = usual.varying().draw(0);
        assert!((varying.load(400).unwrap() - 0.88).abs() < 1e-9);
    }
}
