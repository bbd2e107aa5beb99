//! HFSP in its two experiments: Pastorelli's thesis, chapter 5, and mPlane D3.3, section 3.1.2.

use super::stated::Claims;
use super::{Estimate, Finding, Row};
use crate::judgement::{above, at_least, at_most, below, check, reading, relation, share};
use crate::means::ratio_of_means;
use crate::replicated::{Done, by_policy, replicated};
use schedscope::cluster::{Config, JobOutcome, Outcome, Policy, Silent, alone, simulate};
use schedscope::metrics::Sorted;
use schedscope::workload::{Mix, Phase, Setting, Task, TaskWorkload};
use serde::Deserialize;
use std::ops::RangeInclusive;
use std::sync::{Arc, LazyLock};

/// Ids of the thesis' claims.
pub const THESIS: [&str; 8] = ["C-T1", "C-T2", "C-T3", "C-T4", "C-T5", "C-T6", "C-T7", "C-T8"];
/// Ids of mPlane's claims.
pub const MPLANE: [&str; 4] = ["M-T3.3", "M-F3.6", "M28", "M29"];

/// Jobs in a run, as in both experiments.
const JOBS: u32 = 100;
/// Seed of all runs; replications have their own streams.
const SEED: u64 = 1;

/// The jobs of a replication, and the time each takes alone.
struct Jobs {
    workload: TaskWorkload,
    alone: Vec<f64>,
}

/// What became of them.
struct Run {
    jobs: Arc<Jobs>,
    outcome: Outcome,
}

/// All replications of a mix under a policy.
struct Runs(Vec<Run>);

/// Where claims are measured.
struct Lab {
    replications: u32,
    done: Done<Runs>,
}

/// A mix after a change, as a file of claims has it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    words: String,
    mix: Mix,
    load: Option<f64>,
    faster: Option<f64>,
}

/// The claims that are data.
static STATED: LazyLock<Claims<Asked>> =
    LazyLock::new(|| Claims::embedded::<Lab>("hfsp", include_str!("../../../../assets/claims/hfsp.toml")));

impl Lab {
    fn new(replications: u32) -> Self {
        Self { replications, done: Done::default() }
    }

    fn run_on(&self, mix: Mix, change: Variation, policies: &[&str]) -> Vec<Arc<Runs>> {
        let Setting { machines, slowstart, .. } = mix.setting();
        let config = Config { machines, slowstart, seed: SEED, ..Config::default() };
        let draw = |replication| {
            let workload =
                change.apply(mix.generate(JOBS, SEED, replication).expect("legal parameters"), Phase::ALL.map(|phase| config.total(phase)));
            let alone = workload.jobs().iter().map(|job| alone(&config, job)).collect();
            Arc::new(Jobs { workload, alone })
        };
        self.done.of(&format!("{mix:?} {change:?}"), policies, |missing| {
            let missing: Vec<Policy> = missing.iter().map(|policy| policy.parse().expect("a policy of the registry")).collect();
            let run = |jobs: &Arc<Jobs>, _, policy: usize| {
                let outcome = simulate(&config, &jobs.workload, &missing[policy], &mut Silent).expect("the mixes' clusters are valid");
                Run { jobs: jobs.clone(), outcome }
            };
            by_policy(replicated(self.replications, missing.len(), draw, run), missing.len()).into_iter().map(Runs).collect()
        })
    }
}

impl super::stated::Lab for Lab {
    type Scenario = Asked;
    type Runs = Runs;
    const COLUMNS: &'static str = "mean_sojourn, mean_load, map_sojourn, reduce_sojourn; p50_slowdown or another percentile from 1 to 99; \
                                   median_sojourn and within_80 or another number of seconds, also of a bin or some, as \
                                   bin_4.median_sojourn and bins_2_to_4.within_80";

    fn has(column: &str) -> bool {
        self::column(column).is_some()
    }

    fn knows(policy: &str) -> Result<(), String> {
        policy.parse::<Policy>().map(drop).map_err(|error| error.to_string())
    }

    fn words(&self, _: &str, asked: &Asked) -> String {
        asked.words.clone()
    }

    fn run(&self, Asked { mix, load, faster, .. }: &Asked, policies: &[&str]) -> Vec<Arc<Runs>> {
        let change = load.map(Variation::Load).or(faster.map(Variation::Faster)).unwrap_or(Variation::Nothing);
        self.run_on(*mix, change, policies)
    }

    fn column(runs: &Runs, column: &str) -> Vec<f64> {
        let of = self::column(column).expect("there is such a column");
        runs.0.iter().map(of).collect()
    }
}

/// A number of a run.
type OfRun = Box<dyn Fn(&Run) -> f64>;

/// What a column is of a run, if there is one of this name.
fn column(name: &str) -> Option<OfRun> {
    let sum = |of: fn(&JobOutcome) -> f64| Box::new(move |run: &Run| run.outcome.jobs.iter().map(of).sum());
    match name {
        "mean_sojourn" => return Some(Box::new(Run::mean)),
        "mean_load" => return Some(Box::new(|run| run.outcome.counters.mean_load)),
        "map_sojourn" => return Some(sum(|job| job.map_sojourn)),
        "reduce_sojourn" => return Some(sum(|job| job.reduce_sojourn)),
        _ => {}
    }
    if let Some(percent) = name.strip_prefix('p').and_then(|rest| rest.strip_suffix("_slowdown")) {
        let percent = percent.parse::<u8>().ok().filter(|percent| (1..=99).contains(percent))?;
        return Some(Box::new(move |run| Sorted::new(run.slowdowns()).quantile(f64::from(percent) / 100.0).unwrap_or(f64::NAN)));
    }
    let (bins, name) = match name.split_once('.') {
        None => (1..=4, name),
        Some((bins, name)) => {
            let ends = bins.strip_prefix("bins_").and_then(|bins| bins.split_once("_to_"));
            let (first, last) = ends.or_else(|| bins.strip_prefix("bin_").map(|bin| (bin, bin)))?;
            (first.parse::<u8>().ok()?..=last.parse().ok()?, name)
        }
    };
    if bins.is_empty() || *bins.start() < 1 || *bins.end() > 4 {
        return None;
    }
    match name.strip_prefix("within_") {
        Some(limit) => {
            let limit = f64::from(limit.parse::<u32>().ok()?);
            Some(Box::new(move |run| within(&run.sojourns(&bins), limit)))
        }
        None => (name == "median_sojourn").then(|| -> Box<dyn Fn(&Run) -> f64> { Box::new(move |run| median(run.sojourns(&bins))) }),
    }
}

/// What an ablation changes about the jobs of a mix.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Variation {
    Nothing,
    /// They arrive so that they put this load on the cluster.
    Load(f64),
    /// They arrive so many times faster.
    Faster(f64),
    /// Tasks differ so many times as much from the mean of their job, on a logarithmic scale.
    Wider(f64),
}

impl Variation {
    fn apply(self, workload: TaskWorkload, slots: [u32; 2]) -> TaskWorkload {
        match self {
            Self::Nothing => workload,
            Self::Load(load) => workload.with_load(load, slots).expect("legal parameters"),
            Self::Faster(factor) => {
                let load = workload.load(slots).map_or(factor, |load| load * factor);
                workload.with_load(load, slots).expect("legal parameters")
            }
            Self::Wider(power) => {
                let mut jobs = workload.jobs().to_vec();
                for tasks in jobs.iter_mut().flat_map(|job| &mut job.tasks) {
                    let mean = schedscope::metrics::mean(&tasks.iter().map(Task::duration).collect::<Vec<_>>());
                    for task in tasks {
                        let factor = libm::pow(task.duration() / mean, power - 1.0);
                        task.work *= factor;
                        task.shuffle *= factor;
                    }
                }
                TaskWorkload::new(jobs).expect("jobs of a mix")
            }
        }
    }
}

impl Run {
    fn sojourns(&self, bins: &RangeInclusive<u8>) -> Vec<f64> {
        let jobs = self.jobs.workload.jobs().iter().zip(&self.outcome.jobs);
        jobs.filter(|(job, _)| job.bin.is_some_and(|bin| bins.contains(&bin))).map(|(_, outcome)| outcome.sojourn).collect()
    }

    fn slowdowns(&self) -> Vec<f64> {
        self.outcome.jobs.iter().zip(&self.jobs.alone).map(|(outcome, alone)| outcome.sojourn / alone).collect()
    }

    /// Jobs that arrive in the densest time of this length, and by how many more are in the system at its end than at its
    /// beginning.
    fn burst(&self, seconds: f64) -> (f64, f64) {
        let arrivals: Vec<f64> = self.jobs.workload.jobs().iter().map(|job| job.arrival).collect();
        let of = |from: f64| arrivals.iter().filter(|at| (from..from + seconds).contains(*at)).count();
        let mut from = 0.0;
        let mut most = 0;
        for at in &arrivals {
            if of(*at) > most {
                (most, from) = (of(*at), *at);
            }
        }
        let present = |at: f64| {
            let here = |(arrival, outcome): &(&f64, &JobOutcome)| **arrival < at && at <= **arrival + outcome.sojourn;
            arrivals.iter().zip(&self.outcome.jobs).filter(here).count() as f64
        };
        (most as f64, present(from + seconds) - present(from))
    }

    fn mean(&self) -> f64 {
        schedscope::metrics::mean(&self.outcome.jobs.iter().map(|job| job.sojourn).collect::<Vec<_>>())
    }
}

fn median(values: Vec<f64>) -> f64 {
    Sorted::new(values).quantile(0.5).unwrap_or(f64::NAN)
}

fn within(values: &[f64], limit: f64) -> f64 {
    100.0 * values.iter().filter(|x| **x <= limit).count() as f64 / values.len() as f64
}

impl Runs {
    fn estimate(&self, of: impl Fn(&Run) -> f64) -> Estimate {
        Estimate::of(self.0.iter().map(of))
    }

    /// Of a number of each run divided by that of the same jobs under the other policy.
    fn ratio(&self, other: &Self, of: impl Fn(&Run) -> f64) -> Estimate {
        Estimate::of(self.0.iter().zip(&other.0).map(|(a, b)| of(a) / of(b)))
    }
}

/// Claims C-T1 to C-T8.
pub fn thesis(replications: u32) -> Vec<Finding> {
    let lab = Lab::new(replications);
    let mut findings: Vec<Finding> = THESIS[..5].iter().flat_map(|id| STATED.measure(id, &lab)).collect();
    findings.extend([
        bursts(&lab, "PROD", Variation::Nothing, "hfsp", "", &["busier", "sizes known"]),
        bursts(&lab, "PROD, arrivals 1.25 times as fast", Variation::Faster(1.25), "hfsp", "busier", &[]),
        bursts(&lab, "PROD, HFSP knows all sizes", Variation::Nothing, "hfsp[estimator=oracle]", "sizes known", &[]),
    ]);
    let wider: [Labels; 2] =
        [&["maps, twice as wide", "maps, four times as wide"], &["reduces, twice as wide", "reduces, four times as wide"]];
    findings.extend(errors(&lab, Variation::Nothing, "", ["", ""], wider));
    for (i, (factor, what)) in [(2.0, ", tasks twice as different within a job"), (4.0, ", four times")].into_iter().enumerate() {
        findings.extend(errors(&lab, Variation::Wider(factor), what, wider.map(|labels| labels[i]), [&[], &[]]));
    }
    findings.extend(STATED.measure("C-T8", &lab));
    findings
}

/// Table 3.3, figure 3.6 and the claims M28 and M29.
pub fn mplane(replications: u32) -> Vec<Finding> {
    let lab = Lab::new(replications);
    MPLANE.iter().flat_map(|id| STATED.measure(id, &lab)).collect()
}

type Labels = &'static [&'static str];

/// Length of a burst in seconds: the thesis' last from 0.4 to 0.6 h and from 1.34 to 1.5 h.
const BURST: f64 = 720.0;

fn bursts(lab: &Lab, name: &str, change: Variation, policy: &str, label: &'static str, ablations: Labels) -> Finding {
    let [fair, hfsp] = &lab.run_on(Mix::Prod, change, &["fair", policy])[..] else { unreachable!("two policies") };
    let rises = |runs: &Runs| runs.0.iter().map(|run| run.burst(BURST).1).collect::<Vec<_>>();
    let (soaring, smooth) = (rises(fair), rises(hfsp));
    let part = |runs: &Runs| runs.estimate(|run| run.burst(BURST).1 / run.burst(BURST).0);
    let (soars, rise) = (part(fair), ratio_of_means(&smooth, &soaring));
    let peak = |run: &Run| f64::from(run.outcome.counters.peak_load);
    let peaks = hfsp.ratio(fair, peak);
    Row {
        id: "C-T6",
        label,
        source: "thesis, section 5.4, figure 5.6",
        claim: format!("{name}: the number of jobs in the system soars under Fair as bursts arrive, and stays smooth under HFSP"),
        theirs: "in one run 18 jobs arrive in a fifth of an hour and 35 in a sixth: Fair's load soars (read as half of them at least), HFSP's is \
                 smoother (read as half of that at most)",
        ours: format!(
            "densest fifth of an hour: {} arrivals, of which Fair's load grows by {} of each; growth HFSP ÷ Fair {}; peaks Fair {}, HFSP {}, \
             HFSP ÷ Fair {}",
            fair.estimate(|run| run.burst(BURST).0).words(),
            soars.words(),
            rise.words(),
            fair.estimate(peak).words(),
            hfsp.estimate(peak).words(),
            peaks.words()
        ),
        checks: vec![
            check("Fair's growth a job", soars, reading(at_least(0.5))).toward(above(0.0)),
            check("growth HFSP ÷ Fair", rise, reading(at_most(0.5))).toward(below(1.0)),
            check("peak HFSP ÷ Fair", peaks, relation(below(1.0))),
        ],
        ablations,
        ..Row::default()
    }
    .into()
}

/// Claims about estimated ÷ true sizes, over all mixes of each replication.
fn errors(lab: &Lab, change: Variation, what: &str, labels: [&'static str; 2], ablations: [Labels; 2]) -> [Finding; 2] {
    let runs = [Mix::Dev, Mix::Test, Mix::Prod].map(|mix| lab.run_on(mix, change, &["hfsp"]).remove(0));
    let of = |phase: usize| -> Vec<Vec<f64>> {
        let one = |i: usize| -> Vec<f64> {
            let jobs = runs.iter().flat_map(|runs| &runs.0[i].outcome.jobs);
            jobs.filter_map(|job| job.estimates[phase]).collect()
        };
        (0..runs[0].0.len()).map(one).collect()
    };
    let part = |all: &[Vec<f64>], from: f64, to: f64| {
        let of =
            |ratios: &Vec<f64>| 100.0 * ratios.iter().filter(|ratio| (from..=to).contains(*ratio)).count() as f64 / ratios.len() as f64;
        Estimate::of(all.iter().map(of))
    };
    // Of all replications together: whether one job lies outside is known without an interval.
    let exactly = |mean: f64| Estimate { mean, half: 0.0 };
    let least = |all: &[Vec<f64>]| exactly(all.iter().flatten().copied().fold(f64::INFINITY, f64::min));
    let most = |all: &[Vec<f64>]| exactly(all.iter().flatten().copied().fold(0.0, f64::max));
    let (maps, reduces) = (of(0), of(1));
    let (low, high) = (part(&maps, 0.4, 0.5), part(&maps, 2.0, 3.5));
    let over = part(&reduces, 1.1, f64::MAX);
    [
        Row {
            id: "C-T7",
            label: labels[0],
            source: "thesis, section 5.4, figure 5.9",
            claim: format!("estimate ÷ size of map phases{what}"),
            theirs: "some, under 5 % of jobs, at 0.4–0.5; some, under 4 %, at 2–3.5; none above 3.5",
            ours: format!(
                "{} % at 0.4–0.5, {} % at 2–3.5, from {:.2} to {:.2}",
                low.words(),
                high.words(),
                least(&maps).mean,
                most(&maps).mean
            ),
            checks: vec![
                check("at 0.4–0.5", low, relation(below(5.0))),
                check("at 2–3.5", high, relation(below(4.0))),
                check("at 0.4–0.5, at 2–3.5", part(&maps, 0.4, 0.5), relation(above(0.0))),
                check("at 0.4–0.5, at 2–3.5", part(&maps, 2.0, 3.5), relation(above(0.0))),
                check("largest", most(&maps), relation(at_most(3.5))),
            ],
            ablations: ablations[0],
            ..Row::default()
        }
        .into(),
        Row {
            id: "C-T7",
            label: labels[1],
            source: "thesis, section 5.4, figure 5.9",
            claim: format!("estimate ÷ size of reduce phases{what}"),
            theirs: "over-estimated for only 10 % of jobs, by less than 2",
            ours: format!("{} % above 1.1, from {:.2} to {:.2}", over.words(), least(&reduces).mean, most(&reduces).mean),
            checks: vec![check("above 1.1", over, share(10.0)), check("largest", most(&reduces), relation(below(2.0)))],
            ablations: ablations[1],
            ..Row::default()
        }
        .into(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stated_is_what_is_published() {
        super::super::stated::tests::as_published(&STATED, &Lab::new(40));
    }
}
