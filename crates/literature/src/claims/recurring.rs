//! Sizes from past runs: what the thesis proposes in section 7.1, without numbers of sojourn times. The tolerances are windows of
//! this project.

use super::{Estimate, Finding, Row};
use crate::judgement::{at_most, between, check, window};
use crate::means::ratio_of_means;
use crate::replicated::each;
use schedscope::cluster::{Config, Policy, Silent, simulate};
use schedscope::metrics::mean;
use schedscope::workload::{Mix, Phase, Recurring, TaskWorkload};
use std::collections::BTreeMap;

/// Ids of the claims.
pub const CLAIMS: [&str; 1] = ["C-T12"];

/// Jobs in a run: most recurring ones run ten times or more.
const JOBS: u32 = 300;
/// Seed of all runs; replications have their own streams.
const SEED: u64 = 1;
/// Load, whatever is done to the jobs, unless that is what is changed.
const LOAD: f64 = 0.9;
/// A load at which the runs of a job hardly overlap.
const EASY: f64 = 0.5;
/// Runs of a recurring job that are not counted: what is claimed is claimed after its third period.
const LEARNT: usize = 3;
/// How far inputs jump.
const JUMP: f64 = 4.0;

/// What becomes of the tasks of a recurring job from one run to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Variation {
    /// They stay what they are, and grow in number by this factor.
    Growth(f64),
    /// They take so many times as long from the run after its third.
    Step(f64),
    /// They take so many times as long in every other run.
    ToAndFro(f64),
}

const STABLE: Variation = Variation::Growth(1.0);

impl Variation {
    fn growth(self) -> f64 {
        if let Self::Growth(growth) = self { growth } else { 1.0 }
    }

    /// How many times as long the tasks of a run are, counted from 0.
    fn of(self, run: usize) -> f64 {
        match self {
            Self::Step(factor) if run >= LEARNT => factor,
            Self::ToAndFro(factor) if run % 2 == 1 => factor,
            _ => 1.0,
        }
    }
}

/// The run of its recurring job that each job is, counted from 0.
fn runs(workload: &TaskWorkload) -> Vec<Option<usize>> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut next = |name| {
        let count = counts.entry(name).or_default();
        *count += 1;
        *count - 1
    };
    workload.jobs().iter().map(|job| (!job.name.is_empty()).then(|| next(&job.name))).collect()
}

/// TEST on its cluster, where some jobs recur and change.
struct Setting {
    fraction: f64,
    change: Variation,
    load: f64,
    replications: u32,
}

/// Mean sojourn times of each replication.
struct Means {
    /// Of runs of recurring jobs after their third.
    later: Vec<f64>,
    /// Of all jobs.
    all: Vec<f64>,
}

impl Setting {
    fn workload(&self, replication: u32, slots: [u32; 2]) -> TaskWorkload {
        let recurring = Recurring { fraction: self.fraction, growth: self.change.growth() };
        let workload = Mix::Test.recurring(recurring, JOBS, SEED, replication).expect("legal parameters");
        let mut jobs = workload.jobs().to_vec();
        for (job, run) in jobs.iter_mut().zip(runs(&workload)) {
            let factor = run.map_or(1.0, |run| self.change.of(run));
            for task in job.tasks.iter_mut().flatten() {
                task.work *= factor;
                task.shuffle *= factor;
            }
        }
        TaskWorkload::new(jobs).expect("jobs of a mix").with_load(self.load, slots).expect("legal parameters")
    }

    fn run(&self, policy: &str) -> Means {
        let thesis = Mix::Test.setting();
        let config = Config { machines: thesis.machines, slowstart: thesis.slowstart, seed: SEED, ..Config::default() };
        let policy: Policy = policy.parse().expect("a policy of the registry");
        let (later, all) = each(self.replications, |replication| {
            let workload = self.workload(replication, Phase::ALL.map(|phase| config.total(phase)));
            let outcome = simulate(&config, &workload, &policy, &mut Silent).expect("the mixes' clusters are valid");
            let sojourns: Vec<f64> = outcome.jobs.iter().map(|job| job.sojourn).collect();
            let later = sojourns.iter().zip(runs(&workload)).filter(|(_, run)| run.is_some_and(|run| run >= LEARNT));
            (mean(&later.map(|(sojourn, _)| *sojourn).collect::<Vec<_>>()), mean(&sojourns))
        })
        .into_iter()
        .unzip();
        Means { later, all }
    }
}

impl Means {
    /// This ÷ other, pair by pair: later runs of recurring jobs, and all jobs.
    fn over(&self, other: &Self) -> [Estimate; 2] {
        [ratio_of_means(&self.later, &other.later), ratio_of_means(&self.all, &other.all)]
    }
}

type Labels = &'static [&'static str];

const HISTORY: &str = "hfsp[estimator=history]";

/// Claim C-T12.
pub fn recurring(replications: u32) -> Vec<Finding> {
    let of = |fraction, change| Setting { fraction, change, load: LOAD, replications };
    let mut findings = vec![];
    let stable: Labels = &["mean", "quantile", "tiny off", "no samples"];
    let some: Labels = &["40 %, tiny off", "40 %, aging counts", "40 %, tiny off and aging counts", "40 %, no samples"];
    let growing: Labels = &["inputs grow, tiny off"];
    for (what, setting, label, ablations) in [
        ("TEST, every job recurs with the same input", of(1.0, STABLE), "", stable),
        ("TEST, 40 % of the jobs recur with the same input", of(0.4, STABLE), "40 %", some),
        ("TEST, every job recurs, its input 1.1 times as large each time", of(1.0, Variation::Growth(1.1)), "inputs grow", growing),
    ] {
        let (oracle, training) = (setting.run("hfsp[estimator=oracle]"), setting.run("hfsp"));
        let mut row = |changed: &str, policy: &str, label, ablations| {
            findings.push(near_oracle(&format!("{what}{changed}"), &setting.run(policy), &oracle, &training, (label, ablations)));
        };
        row("", HISTORY, label, ablations);
        for label in ablations {
            let (changed, policy) = match *label {
                "mean" => (", mean of the last runs", "hfsp[estimator=history,recall=mean]"),
                "quantile" => (", median of the last runs", "hfsp[estimator=history,recall=quantile]"),
                "no samples" | "40 %, no samples" => (", without samples", "hfsp[estimator=history,check=off]"),
                "40 %, aging counts" => (", what a phase ages in training counts", "hfsp[estimator=history,update=total]"),
                "40 %, tiny off and aging counts" => (", both", "hfsp[estimator=history,tiny=off,update=total]"),
                _ => (", no job is tiny", "hfsp[estimator=history,tiny=off]"),
            };
            row(changed, policy, label, &[]);
        }
    }
    for (what, change, label, ablations) in [
        ("tasks 4 times as long from the fourth run on", Variation::Step(JUMP), "up", &["up, distrust off", "up, no samples"] as Labels),
        (
            "tasks a quarter as long from the fourth run on",
            Variation::Step(1.0 / JUMP),
            "down",
            &["down, distrust off", "down, no samples"],
        ),
        (
            "tasks 4 times as long in every other run",
            Variation::ToAndFro(JUMP),
            "to and fro",
            &["to and fro, distrust off", "to and fro, no samples", "to and fro, load 0.5"],
        ),
        (
            "inputs half as large again each time",
            Variation::Growth(1.5),
            "fast growth",
            &["fast growth, distrust off", "fast growth, no samples"],
        ),
    ] {
        let setting = of(1.0, change);
        let training = setting.run("hfsp");
        findings.push(no_worse(what, &setting.run(HISTORY), &training, (label, ablations)));
        let trusting = setting.run("hfsp[estimator=history,distrust=1e9]");
        findings.push(no_worse(&format!("{what}, always believed"), &trusting, &training, (ablations[0], &[])));
        let unchecked = setting.run("hfsp[estimator=history,check=off]");
        findings.push(no_worse(&format!("{what}, without samples"), &unchecked, &training, (ablations[1], &[])));
        if let [.., easier] = *ablations
            && ablations.len() > 2
        {
            let easy = Setting { load: EASY, ..setting };
            findings.push(no_worse(&format!("{what}, load 0.5"), &easy.run(HISTORY), &easy.run("hfsp"), (easier, &[])));
        }
    }
    findings
}

const SOURCE: &str = "thesis, section 7.1 (a proposal; tolerance of this project)";

fn near_oracle(what: &str, history: &Means, oracle: &Means, training: &Means, (label, ablations): (&'static str, Labels)) -> Finding {
    let ([later, all], [trained, _]) = (history.over(oracle), training.over(oracle));
    Row {
        id: "C-T12",
        label,
        source: SOURCE,
        claim: format!("{what}: mean sojourn after the third period, sizes from past runs against known ones"),
        theirs: "sizes nearly identical to those of past runs; no number",
        ours: format!("history ÷ oracle {}; of all jobs {}; training ÷ oracle {}", later.words(), all.words(), trained.words()),
        checks: vec![check("history ÷ oracle", later, window(between(0.95, 1.05)))],
        ablations,
        ..Row::default()
    }
    .into()
}

fn no_worse(what: &str, history: &Means, training: &Means, (label, ablations): (&'static str, Labels)) -> Finding {
    let [later, all] = history.over(training);
    Row {
        id: "C-T12",
        label,
        source: SOURCE,
        claim: format!("TEST, every job recurs, {what}: sizes from past runs are not worse than training"),
        theirs: "the past helps only where the input is alike; no number",
        ours: format!("history ÷ training after the third period {}, all jobs {}", later.words(), all.words()),
        checks: [("after the third period", later), ("all jobs", all)]
            .map(|(name, ratio)| check(name, ratio, window(at_most(1.05))))
            .into(),
        ablations,
        ..Row::default()
    }
    .into()
}
