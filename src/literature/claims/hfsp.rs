//! HFSP in its two experiments: Pastorelli's thesis, chapter 5, and mPlane D3.3, section 3.1.2.

use super::{Answer, Estimate, Finding, Interval, Row};
use rayon::prelude::*;
use schedscope_engine::cluster::{Config, Outcome, Policy, Silent, alone, simulate};
use schedscope_engine::metrics::Sorted;
use schedscope_engine::workload::{Mix, Phase, TaskWorkload};

/// Ids of the thesis' claims.
pub const THESIS: [&str; 8] = ["C-T1", "C-T2", "C-T3", "C-T4", "C-T5", "C-T6", "C-T7", "C-T8"];
/// Ids of mPlane's claims.
pub const MPLANE: [&str; 4] = ["M-T3.3", "M-F3.6", "M28", "M29"];

/// Jobs in a run, as in both experiments.
const JOBS: u32 = 100;
/// Seed of all runs; replications have their own streams.
const SEED: u64 = 1;

/// One run: the jobs, the time each takes alone, and what became of them.
struct Run {
    workload: TaskWorkload,
    alone: Vec<f64>,
    outcome: Outcome,
}

/// All replications of a mix under a policy.
struct Runs(Vec<Run>);

fn run(mix: Mix, policy: &str, replications: u32) -> Runs {
    run_at(mix, None, policy, replications)
}

/// The same with arrivals that put this load on the cluster.
fn run_at(mix: Mix, load: Option<f64>, policy: &str, replications: u32) -> Runs {
    let (machines, slowstart) = mix.cluster();
    let config = Config { machines, slowstart, seed: SEED, ..Config::default() };
    let policy: Policy = policy.parse().expect("a policy of the registry");
    let one = |replication| {
        let workload = mix.generate(JOBS, SEED, replication);
        let workload = match load {
            Some(load) => workload.with_load(load, Phase::ALL.map(|phase| config.total(phase))),
            None => workload,
        };
        let outcome = simulate(&config, &workload, &policy, &mut Silent).expect("the mixes' clusters are valid");
        let alone = workload.jobs().iter().map(|job| alone(&config, job)).collect();
        Run { workload, alone, outcome }
    };
    Runs((0..replications).into_par_iter().map(one).collect())
}

impl Run {
    fn sojourns(&self, bins: &[u8]) -> Vec<f64> {
        let jobs = self.workload.jobs().iter().zip(&self.outcome.jobs);
        jobs.filter(|(job, _)| job.bin.is_some_and(|bin| bins.contains(&bin))).map(|(_, outcome)| outcome.sojourn).collect()
    }

    fn slowdowns(&self) -> Vec<f64> {
        self.outcome.jobs.iter().zip(&self.alone).map(|(outcome, alone)| outcome.sojourn / alone).collect()
    }

    fn mean(&self) -> f64 {
        schedscope_engine::metrics::mean(&self.outcome.jobs.iter().map(|job| job.sojourn).collect::<Vec<_>>())
    }
}

const ALL: [u8; 4] = [1, 2, 3, 4];

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

    fn pooled(&self, of: impl Fn(&Run) -> Vec<f64>) -> Vec<f64> {
        self.0.iter().flat_map(of).collect()
    }

    fn ratios(&self, phase: usize) -> Vec<f64> {
        self.pooled(|run| run.outcome.jobs.iter().filter_map(|job| job.estimates[phase]).collect())
    }
}

/// Two relations of which both are claimed and either gives the direction.
fn both_or_either(relations: [Answer; 2]) -> (Answer, Answer) {
    (Answer::all(relations), Answer::any(relations))
}

/// Numbers that come out together with the sign of their difference, or this sign alone.
fn with_sign<const N: usize>(numbers: [Answer; N], sign: Answer) -> (Answer, Answer) {
    (Answer::all(numbers).min(sign), sign)
}

/// Claims C-T1 to C-T8.
pub fn thesis(replications: u32) -> Vec<Finding> {
    let of = |mix, policy| run(mix, policy, replications);
    let mixes = [("DEV", Mix::Dev), ("TEST", Mix::Test), ("PROD", Mix::Prod)];
    let runs: Vec<(&str, Runs, Runs, Runs)> =
        mixes.map(|(name, mix)| (name, of(mix, "fifo"), of(mix, "fair"), of(mix, "hfsp"))).into_iter().collect();
    let mut findings = vec![];
    for (name, fifo, fair, hfsp) in &runs {
        let (ours, fifo) = (hfsp.ratio(fair, Run::mean), fifo.ratio(hfsp, Run::mean));
        findings.push(
            Row {
                id: "C-T1",
                source: "thesis, section 5.2",
                claim: format!("{name}: mean response time is less under HFSP than under Fair, and far worse under FIFO"),
                theirs: "HFSP ÷ Fair < 1; FIFO far worse",
                ours: format!("HFSP ÷ Fair {}; FIFO ÷ HFSP {}", ours.words(), fifo.words()),
                holds: both_or_either([ours.below(1.0), fifo.above(2.0)]),
                why: "how far FIFO falls behind depends on how overloaded the cluster is while the jobs arrive",
            }
            .into(),
        );
    }
    let [dev, test, prod] = &runs[..] else { return findings };
    findings.push(fast_enough(dev));
    findings.extend(medians(test));
    findings.extend(production(prod));
    findings.extend(errors(&runs));
    findings.push(kill_or_wait("TEST", &of(Mix::Test, "hfsp[preemption=kill]"), &test.3));
    let easy = |policy| run_at(Mix::Test, Some(0.5), policy, replications);
    findings.push(kill_or_wait("TEST, arrivals slowed down to load 0.5", &easy("hfsp[preemption=kill]"), &easy("hfsp")));
    findings
}

type Trio<'a> = (&'a str, Runs, Runs, Runs);

fn fast_enough((_, _, fair, hfsp): &Trio<'_>) -> Finding {
    let of = |runs: &Runs| runs.estimate(|run| within(&run.sojourns(&[2, 3, 4]), 80.0));
    let (fair, hfsp, gain) = (
        of(fair),
        of(hfsp),
        Estimate::of(
            hfsp.0.iter().zip(&fair.0).map(|(h, f)| within(&h.sojourns(&[2, 3, 4]), 80.0) - within(&f.sojourns(&[2, 3, 4]), 80.0)),
        ),
    );
    Row {
        id: "C-T2",
        source: "thesis, section 5.2",
        claim: "DEV, jobs outside bin 1: part that responds within 80 s".to_owned(),
        theirs: "HFSP about 60 %, Fair about 20 %",
        ours: format!("HFSP {} %, Fair {} %", hfsp.words(), fair.words()),
        holds: with_sign([hfsp.near(60.0, 0.25), fair.near(20.0, 0.25)], gain.above(0.0)),
        why: "with our task durations Fair has slots to spare for most small jobs of DEV",
    }
    .into()
}

fn medians((_, _, fair, hfsp): &Trio<'_>) -> Vec<Finding> {
    let row = |bin: u8, theirs: (f64, f64)| {
        let of = |runs: &Runs| runs.estimate(|run| median(run.sojourns(&[bin])));
        let (h, f, ratio) = (of(hfsp), of(fair), hfsp.ratio(fair, |run| median(run.sojourns(&[bin]))));
        Row {
            id: "C-T3",
            source: "thesis, section 5.2",
            claim: format!("TEST: median response time of bin {bin}"),
            theirs: &format!("HFSP {} s, Fair {} s", theirs.0, theirs.1),
            ours: format!("HFSP {} s, Fair {} s, ratio {}", h.words(), f.words(), ratio.words()),
            holds: with_sign([h.near(theirs.0, 0.3), f.near(theirs.1, 0.3)], ratio.below(1.0)),
            why: "task durations are ours: only the totals of the classes could be matched on TEST",
        }
        .into()
    };
    vec![row(2, (31.0, 45.0)), row(3, (98.0, 290.0)), row(4, (1000.0, 2000.0))]
}

fn production((_, _, fair, hfsp): &Trio<'_>) -> Vec<Finding> {
    let response = fair.ratio(hfsp, |run| median(run.sojourns(&ALL)));
    let slowdown = fair.ratio(hfsp, |run| median(run.slowdowns()));
    let (h, f) = (Sorted::new(hfsp.pooled(Run::slowdowns)), Sorted::new(fair.pooled(Run::slowdowns)));
    let quantiles = (1..100).map(|i| f64::from(i) / 100.0);
    let worst = quantiles.filter_map(|p| Some(h.quantile(p)? / f.quantile(p)?)).fold(0.0, f64::max);
    let peak = |runs: &Runs| runs.estimate(|run| f64::from(run.outcome.counters.peak_load));
    let peaks = fair.ratio(hfsp, |run| f64::from(run.outcome.counters.peak_load));
    let why = "our PROD is a little less overloaded than the thesis' cluster must have been";
    vec![
        Row {
            id: "C-T4",
            source: "thesis, section 5.2",
            claim: "PROD: median response time is an order of magnitude less under HFSP".to_owned(),
            theirs: "Fair ÷ HFSP about 10",
            ours: format!("Fair ÷ HFSP {}", response.words()),
            holds: with_sign([response.near(10.0, 0.5)], response.above(1.0)),
            why,
        }
        .into(),
        Row {
            id: "C-T5",
            source: "thesis, section 5.2",
            claim: "PROD: the ECDF of slowdown is at or above Fair's; medians differ by an order of magnitude".to_owned(),
            theirs: "Fair ÷ HFSP about 10 at the median, 1 or more everywhere",
            ours: format!("median {}; least over the percentiles {:.2}", slowdown.words(), 1.0 / worst),
            holds: with_sign([slowdown.near(10.0, 0.5), (worst <= 1.02).into()], slowdown.above(1.0)),
            why,
        }
        .into(),
        Row {
            id: "C-T6",
            source: "thesis, section 5.2",
            claim: "PROD: the number of jobs in the system soars under Fair and stays smooth under HFSP".to_owned(),
            theirs: "Fair 18 and 35 jobs at the bursts of one run",
            ours: format!("peak: Fair {}, HFSP {}, ratio {}", peak(fair).words(), peak(hfsp).words(), peaks.words()),
            holds: (peaks.above(1.0), Answer::No),
            why: "",
        }
        .into(),
    ]
}

fn errors(runs: &[Trio<'_>]) -> Vec<Finding> {
    let of = |phase: usize| -> Vec<f64> { runs.iter().flat_map(|(_, _, _, hfsp)| hfsp.ratios(phase)).collect() };
    let part = |ratios: &[f64], from: f64, to: f64| {
        100.0 * ratios.iter().filter(|ratio| (from..=to).contains(*ratio)).count() as f64 / ratios.len() as f64
    };
    let extremes = |ratios: &[f64]| (ratios.iter().copied().fold(f64::INFINITY, f64::min), ratios.iter().copied().fold(0.0, f64::max));
    let (maps, reduces) = (of(0), of(1));
    let ((least, most), (low, high)) = (extremes(&maps), extremes(&reduces));
    let why = "our tasks vary little within a job, by choice; skewed inputs would widen the errors";
    vec![
        Row {
            id: "C-T7",
            source: "thesis, figure 5.9",
            claim: "estimate ÷ size of map phases".to_owned(),
            theirs: "under 5 % of jobs at 0.4–0.5, under 4 % at 2–3.5, never above 3.5",
            ours: format!("{:.1} % below 0.5, {:.1} % above 2, from {least:.2} to {most:.2}", part(&maps, 0.0, 0.5), part(&maps, 2.0, 1e9)),
            holds: ((part(&maps, 0.0, 0.5) < 5.0 && part(&maps, 2.0, 1e9) < 4.0 && most <= 3.5).into(), Answer::No),
            why,
        }
        .into(),
        Row {
            id: "C-T7",
            source: "thesis, figure 5.9",
            claim: "estimate ÷ size of reduce phases".to_owned(),
            theirs: "over-estimated for about 10 % of jobs, by less than 2",
            ours: format!("{:.1} % above 1.1, from {low:.2} to {high:.2}", part(&reduces, 1.1, 1e9)),
            holds: with_sign([((part(&reduces, 1.1, 1e9) - 10.0).abs() <= 5.0).into()], (high < 2.0).into()),
            why,
        }
        .into(),
    ]
}

fn kill_or_wait(name: &str, kill: &Runs, wait: &Runs) -> Finding {
    let slowdown = kill.ratio(wait, |run| median(run.slowdowns()));
    let of = |bins: &'static [u8]| kill.ratio(wait, move |run| median(run.sojourns(bins)));
    let (small, large) = (of(&[1, 2, 3]), of(&[4]));
    Row {
        id: "C-T8",
        source: "thesis, section 5.3",
        claim: format!("{name}: kill has the better slowdown and response times for small and medium jobs, the worse ones for large jobs"),
        theirs: "kill ÷ wait below 1, below 1, above 1",
        ours: format!("median slowdown {}; bins 1–3 {}; bin 4 {}", slowdown.words(), small.words(), large.words()),
        holds: (
            Answer::all([slowdown.below(1.0), small.below(1.0), large.above(1.0)]),
            Answer::any([slowdown.below(1.0), small.below(1.0)]),
        ),
        why: "load decides it: above it, killed reduces of two minutes start over again and again, and the lost work delays all jobs",
    }
    .into()
}

/// Table 3.3, figure 3.6 and the claims M28 and M29.
pub fn mplane(replications: u32) -> Vec<Finding> {
    let mut findings = vec![];
    let why = "both papers' durations are lost; ours were calibrated on the thesis' TEST, which loads mPlane's LARGE only by half, and then \
               all jobs fit under any scheduler";
    let mut large = None;
    for (name, mix, theirs) in [("SMALL", Mix::Small, [63.0, 53.0, 2.26, 1.99]), ("LARGE", Mix::Large, [2291.0, 544.0, 16.80, 4.60])] {
        let (fair, hfsp) = (run(mix, "fair", replications), run(mix, "hfsp-mplane", replications));
        let load = |run: &Run| run.outcome.counters.mean_load;
        for (what, unit, (f, h, ratio), (their_f, their_h)) in [
            (
                "mean sojourn time",
                " s",
                (fair.estimate(Run::mean), hfsp.estimate(Run::mean), hfsp.ratio(&fair, Run::mean)),
                (theirs[0], theirs[1]),
            ),
            ("mean load", " jobs", (fair.estimate(load), hfsp.estimate(load), hfsp.ratio(&fair, load)), (theirs[2], theirs[3])),
        ] {
            findings.push(
                Row {
                    id: "M-T3.3",
                    source: "mPlane D3.3, table 3.3",
                    claim: format!("{name}: {what}"),
                    theirs: &format!("Fair {their_f}{unit}, HFSP {their_h}{unit}, ratio {:.2}", their_h / their_f),
                    ours: format!("Fair {}{unit}, HFSP {}{unit}, ratio {}", f.words(), h.words(), ratio.words()),
                    holds: with_sign([f.near(their_f, 0.3), h.near(their_h, 0.3), ratio.near(their_h / their_f, 0.15)], ratio.below(1.0)),
                    why,
                }
                .into(),
            );
        }
        let ratio = hfsp.ratio(&fair, Run::mean);
        let (theirs, near) = match mix {
            Mix::Large => ("HFSP ÷ Fair below 0.5", ratio.below(0.5)),
            _ => ("HFSP ÷ Fair 0.6 to 1", ratio.within(0.6, 1.0)),
        };
        findings.push(
            Row {
                id: "M28",
                source: "mPlane D3.3, section 3.1.2.5",
                claim: format!("{name}: how much HFSP gains on mean sojourn time"),
                theirs,
                ours: format!("HFSP ÷ Fair {}", ratio.words()),
                holds: with_sign([near], ratio.below(1.0)),
                why,
            }
            .into(),
        );
        if mix == Mix::Large {
            large = Some((fair, hfsp));
        }
    }
    for load in [0.9, 1.2] {
        let of = |policy| run_at(Mix::Large, Some(load), policy, replications);
        let ratio = of("hfsp-mplane").ratio(&of("fair"), Run::mean);
        findings.push(
            Row {
                id: "M28",
                source: "mPlane D3.3, section 3.1.2.5",
                claim: format!("LARGE, arrivals at load {load}: how much HFSP gains on mean sojourn time"),
                theirs: "HFSP ÷ Fair below 0.5",
                ours: format!("HFSP ÷ Fair {}", ratio.words()),
                holds: (ratio.below(0.5), ratio.below(1.0)),
                why: "the gain grows with load, towards the source's; its task durations, which decide the rest, are lost",
            }
            .into(),
        );
    }
    let Some((fair, hfsp)) = large else { return findings };
    for (limit, theirs) in [(100.0, (2.0, 30.0)), (1000.0, (15.0, 90.0))] {
        let of = |runs: &Runs| runs.estimate(|run| within(&run.sojourns(&ALL), limit));
        let (f, h) = (of(&fair), of(&hfsp));
        let gain =
            Estimate::of(hfsp.0.iter().zip(&fair.0).map(|(h, f)| within(&h.sojourns(&ALL), limit) - within(&f.sojourns(&ALL), limit)));
        findings.push(
            Row {
                id: "M-F3.6",
                source: "mPlane D3.3, figure 3.6 (b)",
                claim: format!("LARGE: part of the jobs within {limit} s"),
                theirs: &format!("HFSP {} %, Fair {} %", theirs.1, theirs.0),
                ours: format!("HFSP {} %, Fair {} %", h.words(), f.words()),
                holds: with_sign([f.near(theirs.0, 0.3), h.near(theirs.1, 0.3)], gain.above(0.0)),
                why,
            }
            .into(),
        );
    }
    let part =
        |of: fn(&schedscope_engine::cluster::JobOutcome) -> f64| hfsp.ratio(&fair, move |run| run.outcome.jobs.iter().map(of).sum::<f64>());
    let (maps, reduces) = (part(|job| job.map_sojourn), part(|job| job.reduce_sojourn));
    findings.push(
        Row {
            id: "M29",
            source: "mPlane D3.3, section 3.1.2.5",
            claim: "LARGE: both phases take less time in the mean under HFSP".to_owned(),
            theirs: "HFSP ÷ Fair below 1 for both",
            ours: format!("maps {}, reduces {}", maps.words(), reduces.words()),
            holds: both_or_either([maps.below(1.0), reduces.below(1.0)]),
            why,
        }
        .into(),
    );
    findings.sort_by_key(|finding| MPLANE.iter().position(|id| *id == finding.id));
    findings
}
