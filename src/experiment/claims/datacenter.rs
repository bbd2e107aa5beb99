//! Hawk, Eagle and Kairos: Delgado's thesis, chapters 2 to 4, on workloads like its traces.

use super::{Estimate, Finding, Verdict, judge};
use crate::datacenter::{Config, Outcome, Policy, simulate};
use crate::metrics::Sorted;
use crate::workload::{BatchWorkload, TraceLike};
use rayon::prelude::*;

/// Ids of Hawk's claims.
pub const HAWK: [&str; 5] = ["H2", "H3", "H6", "H8", "H9"];
/// Ids of Eagle's claims.
pub const EAGLE: [&str; 6] = ["E1", "E2", "E3", "E4", "E5", "E8"];
/// Ids of Kairos' claims.
pub const KAIROS: [&str; 3] = ["K1", "K2", "K4"];

/// Seed of all runs; replications have their own streams.
const SEED: u64 = 1;
/// These runs are large: a fifth of the replications, five at least, settles their percentiles.
fn seeds(replications: u32) -> u32 {
    (replications / 5).max(5)
}

/// All replications of a workload under a policy.
struct Runs(Vec<(BatchWorkload, Outcome)>);

/// The Yahoo-like workload on so many workers; its load is what the trace puts on them.
fn run(workers: u32, policy: &str, replications: u32) -> Runs {
    let like = TraceLike::Yahoo;
    let config = Config { workers, cutoff: like.cutoff(), short_partition: like.short_partition(), seed: SEED, ..Config::default() };
    let policy: Policy = policy.parse().expect("a policy of the registry");
    let load = like.busy().unwrap_or(f64::from(workers)) / f64::from(workers);
    let one = |replication| {
        let workload = like.generate(like.jobs(), SEED, replication).with_load(load, workers);
        let config = Config { seed: SEED + u64::from(replication), ..config };
        let outcome = simulate(&config, &workload, &policy, |_| {}).expect("the configuration is valid");
        (workload, outcome)
    };
    Runs((0..seeds(replications)).into_par_iter().map(one).collect())
}

fn quantile((workload, outcome): &(BatchWorkload, Outcome), long: bool, p: f64) -> f64 {
    let cutoff = TraceLike::Yahoo.cutoff();
    let jobs = workload.jobs().iter().zip(&outcome.completion).filter(|(job, _)| (job.mean > cutoff) == long);
    Sorted::new(jobs.map(|(_, completion)| *completion).collect()).quantile(p).unwrap_or(f64::NAN)
}

impl Runs {
    /// A percentile of a class, divided by that of the same jobs under the other policy.
    fn ratio(&self, other: &Self, long: bool, p: f64) -> Estimate {
        Estimate::of(self.0.iter().zip(&other.0).map(|(a, b)| quantile(a, long, p) / quantile(b, long, p)))
    }

    fn estimate(&self, of: impl Fn(&Outcome) -> f64) -> Estimate {
        Estimate::of(self.0.iter().map(|(_, outcome)| of(outcome)))
    }
}

const PERCENTILES: [(&str, f64); 3] = [("p50", 0.5), ("p90", 0.9), ("p99", 0.99)];

/// Ratios at some percentiles, as a text.
fn words(a: &Runs, b: &Runs, long: bool, percentiles: &[(&str, f64)]) -> String {
    percentiles.iter().map(|(name, p)| format!("{name} {}", a.ratio(b, long, *p).words())).collect::<Vec<_>>().join(", ")
}

fn finding(id: &'static str, source: &'static str, claim: &str, theirs: &str, ours: String, verdict: Verdict) -> Finding {
    let why = "the workload is like the trace, not the trace: giant jobs of single draws move the percentiles";
    Finding { id, source, claim: claim.to_owned(), theirs: theirs.to_owned(), ours, verdict, why }
}

/// Reproduced, at least in direction, or not.
fn verdict(reproduced: bool, direction: bool) -> Verdict {
    judge(reproduced, reproduced || direction)
}

/// Claims of chapter 2 at the highest load, 4000 workers.
pub fn hawk(replications: u32) -> Vec<Finding> {
    let of = |policy| run(4000, policy, replications);
    let (sparrow, hawk) = (of("sparrow"), of("hawk"));
    let short = |p| hawk.ratio(&sparrow, false, p);
    let long = |p| hawk.ratio(&sparrow, true, p);
    let mut findings = vec![
        finding(
            "H2",
            "Delgado, section 2.4.2",
            "Yahoo, 4000 workers: short jobs under Hawk ÷ Sparrow",
            "best 0.2 at p50, 0.1 at p90; at most 0.4",
            words(&hawk, &sparrow, false, &PERCENTILES[..2]),
            verdict(short(0.5).below(0.4) && short(0.9).below(0.4), short(0.5).below(1.0)),
        ),
        finding(
            "H3",
            "Delgado, section 2.4.2",
            "Yahoo, 4000 workers: long jobs under Hawk ÷ Sparrow are not hurt",
            "0.65 at p50, 0.90 at p90; at most 1",
            words(&hawk, &sparrow, true, &PERCENTILES[..2]),
            verdict(long(0.5).mean <= 1.0 && long(0.9).mean <= 1.0, long(0.5).below(1.0)),
        ),
    ];
    let [stealing, partition, central] = ["hawk-no-stealing", "hawk-no-partition", "hawk-no-central"].map(of);
    for (name, runs, theirs, check) in [
        ("stealing", &stealing, "short p90 at least 3, long at least 1", (3.0, 1.0)),
        ("partition", &partition, "short p90 at least 3, long at most 1.02", (3.0, 0.0)),
        ("central placement", &central, "long p50 above 1.1, short at most 1", (0.0, 1.1)),
    ] {
        let (short, long) = (runs.ratio(&hawk, false, 0.9), runs.ratio(&hawk, true, 0.5));
        findings.push(finding(
            "H6",
            "Delgado, section 2.4.4",
            &format!("Yahoo, 4000 workers: Hawk without {name} ÷ Hawk"),
            theirs,
            format!("short p90 {}, long p50 {}", short.words(), long.words()),
            verdict(
                short.mean >= check.0 && long.mean >= check.1 - 0.01,
                short.mean >= check.0.min(1.0) && long.mean >= 0.95 * check.1.min(1.0),
            ),
        ));
    }
    let caps: Vec<Runs> = ["hawk[cap=1]", "hawk[cap=2]", "hawk[cap=5]", "hawk", "hawk[cap=50]"].map(of).into_iter().collect();
    let p90: Vec<Estimate> = caps.iter().map(|runs| runs.ratio(&caps[0], false, 0.9)).collect();
    let falls = p90.windows(2).all(|pair| pair[1].mean <= 1.05 * pair[0].mean);
    findings.push(finding(
        "H8",
        "Delgado, section 2.4.9",
        "Yahoo, 4000 workers: short p90 with 1, 2, 5, 10, 50 victims ÷ that with one",
        "falls; at most 0.8 with ten",
        p90.iter().map(|ratio| ratio.words()).collect::<Vec<_>>().join(", "),
        verdict(falls && p90[3].mean <= 0.8, falls),
    ));
    let lwl = of("central-lwl");
    let (short, long) = (hawk.ratio(&lwl, false, 0.9), hawk.ratio(&lwl, true, 0.5));
    findings.push(finding(
        "H9",
        "Delgado, section 2.4.5",
        "Yahoo, 4000 workers: Hawk ÷ central LWL",
        "short p90 at most 0.5, long 0.97 to 1.2",
        format!("short p90 {}, long p50 {}", short.words(), long.words()),
        verdict(short.below(0.5) && (0.97..=1.2).contains(&long.mean), short.below(1.0)),
    ));
    findings
}

/// Claims of chapter 3 at the highest load, 4000 workers.
pub fn eagle(replications: u32) -> Vec<Finding> {
    let of = |policy| run(4000, policy, replications);
    let (hawk, eagle, bare, blocks) = (of("hawk"), of("eagle"), of("eagle-no-sbp-srpt"), of("eagle-no-sss"));
    let behind = eagle.estimate(|outcome| outcome.counters.probes_behind_long as f64);
    let short = PERCENTILES.map(|(_, p)| eagle.ratio(&hawk, false, p));
    let long = PERCENTILES.map(|(_, p)| eagle.ratio(&hawk, true, p));
    let share = |of: fn(&Outcome) -> (u64, u64)| {
        hawk.estimate(move |outcome| {
            let (part, whole) = of(outcome);
            part as f64 / whole as f64
        })
    };
    let blocked = share(|o| (o.counters.probes_behind_long, o.counters.probes));
    let stolen = share(|o| (o.counters.stolen, o.counters.probes_behind_long));
    let moved = Estimate::of(eagle.0.iter().zip(&hawk.0).map(|((_, e), (_, h))| e.counters.rejected as f64 / h.counters.stolen as f64));
    let omniscient = of("omniscient-lwl");
    let near = PERCENTILES.map(|(_, p)| bare.ratio(&omniscient, false, p));
    let sss = PERCENTILES.map(|(_, p)| eagle.ratio(&blocks, false, p));
    vec![
        finding(
            "E1",
            "Delgado, section 3.3",
            "Yahoo, 4000 workers: probes queued behind a long task under Eagle",
            "0",
            format!("{}", behind.mean),
            verdict(behind.mean == 0.0, false),
        ),
        finding(
            "E2",
            "Delgado, section 3.6.1",
            "Yahoo, 4000 workers: short jobs under Eagle ÷ Hawk",
            "0.1 to 0.33",
            words(&eagle, &hawk, false, &PERCENTILES),
            verdict(short[0].below(0.45) && short[1].below(0.45) && short[2].below(1.0), short.iter().all(|ratio| ratio.below(1.0))),
        ),
        finding(
            "E3",
            "Delgado, section 3.6.1",
            "Yahoo, 4000 workers: long jobs under Eagle ÷ Hawk are not hurt",
            "0.8 to 1.05",
            words(&eagle, &hawk, true, &PERCENTILES),
            verdict(long.iter().all(|ratio| (0.8..=1.05).contains(&ratio.mean)), false),
        ),
        finding(
            "E4",
            "Delgado, table 3.2",
            "Yahoo, 4000 workers: blocked ÷ all probes and stolen ÷ blocked under Hawk, moved under Eagle ÷ stolen under Hawk",
            "0.84, 0.92, 1.08",
            format!("{}, {}, {}", blocked.words(), stolen.words(), moved.words()),
            verdict(
                (0.74..=0.94).contains(&blocked.mean) && (0.75..=1.0).contains(&stolen.mean) && (0.95..=1.25).contains(&moved.mean),
                false,
            ),
        ),
        finding(
            "E5",
            "Delgado, section 3.6.3",
            "Yahoo, 4000 workers: short jobs under Eagle ÷ Eagle without SSS",
            "below 1, at most 0.65 at p99",
            words(&eagle, &blocks, false, &PERCENTILES),
            verdict(sss.iter().all(|ratio| ratio.below(1.0)) && sss[2].mean <= 0.65, sss[2].below(1.0)),
        ),
        finding(
            "E8",
            "Delgado, section 3.6.4",
            "Yahoo, 4000 workers: short jobs under Eagle without sticky probes and SRPT ÷ omniscient LWL",
            "very close: 0.85 to 1.2",
            words(&bare, &omniscient, false, &PERCENTILES),
            verdict(
                near.iter().all(|ratio| (0.85..=1.2).contains(&ratio.mean)),
                near.iter().all(|ratio| (0.5..=2.0).contains(&ratio.mean)),
            ),
        ),
    ]
}

/// Claims of chapter 4.
pub fn kairos(replications: u32) -> Vec<Finding> {
    let mut findings = vec![];
    for workers in [5000, 8000] {
        let (eagle, kairos) = (run(workers, "eagle", replications), run(workers, "kairos", replications));
        let busy =
            |outcome: &Outcome| 100.0 * outcome.utilisation.iter().map(|x| f64::from(*x)).sum::<f64>() / outcome.utilisation.len() as f64;
        let (e, k) = (eagle.estimate(busy), kairos.estimate(busy));
        findings.push(finding(
            "K1",
            "Delgado, section 4.6.3",
            &format!("Yahoo, {workers} workers: mean utilisation under Kairos and Eagle is the same"),
            "equal",
            format!("{} %, {} %", k.words(), e.words()),
            verdict((e.mean - k.mean).abs() <= 2.0, false),
        ));
        if workers == 5000 {
            let long = [0.5, 0.9].map(|p| kairos.ratio(&eagle, true, p));
            findings.push(finding(
                "K2",
                "Delgado, section 4.6.3",
                "Yahoo, 5000 workers: long jobs under Kairos ÷ Eagle",
                "at most 1 at p50 and p90",
                words(&kairos, &eagle, true, &PERCENTILES[..2]),
                verdict(long.iter().all(|ratio| ratio.mean <= 1.0), long[0].mean <= 1.0),
            ));
        }
        let short = [0.9, 0.99].map(|p| kairos.ratio(&eagle, false, p));
        let (theirs, near) = if workers == 5000 {
            ("up to 0.15 at p99; at most 0.5 at p90 and p99", short.iter().all(|ratio| ratio.mean <= 0.5))
        } else {
            ("converge: 0.9 to 1.1", short.iter().all(|ratio| (0.9..=1.1).contains(&ratio.mean)))
        };
        findings.push(finding(
            "K4",
            "Delgado, section 4.6.3",
            &format!("Yahoo, {workers} workers: short jobs under Kairos ÷ Eagle"),
            theirs,
            words(&kairos, &eagle, false, &PERCENTILES[1..]),
            verdict(near, short.iter().all(|ratio| ratio.mean <= 1.1)),
        ));
    }
    let roomy = run(5000, "kairos[q=8]", replications);
    let eagle = run(5000, "eagle", replications);
    let short = [0.9, 0.99].map(|p| roomy.ratio(&eagle, false, p));
    findings.push(finding(
        "K4",
        "Delgado, section 4.6.3",
        "Yahoo, 5000 workers, eight tasks may wait at a worker instead of two: short jobs under Kairos ÷ Eagle",
        "up to 0.15 at p99; at most 0.5 at p90 and p99",
        words(&roomy, &eagle, false, &PERCENTILES[1..]),
        verdict(short.iter().all(|ratio| ratio.mean <= 0.5), short[1].mean <= 1.0),
    ));
    findings.sort_by_key(|finding| KAIROS.iter().position(|id| *id == finding.id));
    findings
}
