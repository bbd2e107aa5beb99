//! The datacenter world against the simulator that Eagle's authors have published, run on a trace of 24 262 jobs that is like
//! Yahoo's, on 400 workers. The folder of traces is named by a variable.

use schedscope_engine::datacenter::{Config, Outcome, Policy, Silent, simulate};
use schedscope_engine::metrics::Sorted;
use schedscope_engine::workload::{BatchWorkload, read_tr};
use std::path::Path;

const SEEDS: u64 = 5;

const DATACENTER: Config = Config {
    workers: 400,
    cores: 1,
    delay: 0.0005,
    short_partition: 0.02,
    cutoff: 90.5811,
    errors_reclassify: false,
    sampling: 100.0,
    seed: 1,
};

/// A system, and its medians and 90th percentiles there: short jobs, long jobs.
struct Row {
    policy: &'static str,
    theirs: [f64; 4],
    /// How far the mean of ours over seeds may be from theirs, which are of one seed, beside half a second of rounding.
    within: [f64; 4],
}

const CLOSE: [f64; 4] = [0.03; 4];

/// What Hawk varies by over seeds.
const HAWK: [f64; 4] = [0.05, 0.2, 0.05, 0.2];

const ROWS: [Row; 11] = [
    // The median of long jobs has a standard deviation of 1.6 % over seeds: three of these.
    Row { policy: "sparrow", theirs: [963.0, 29293.0, 2621.0, 30101.0], within: [0.03, 0.03, 0.05, 0.03] },
    Row { policy: "hawk", theirs: [84.0, 715.0, 1776.0, 29439.0], within: HAWK },
    Row { policy: "hawk-no-stealing", theirs: [790.0, 29440.0, 1810.0, 29930.0], within: CLOSE },
    Row { policy: "hawk-no-partition", theirs: [203.0, 28292.0, 1733.0, 28717.0], within: CLOSE },
    Row { policy: "hawk-no-central", theirs: [62.0, 566.0, 2668.0, 30668.0], within: HAWK },
    Row { policy: "split", theirs: [41.0, 575.0, 1777.0, 29420.0], within: CLOSE },
    Row { policy: "eagle[sss=early]", theirs: [17.0, 58.0, 1784.0, 29430.0], within: CLOSE },
    Row { policy: "eagle-no-sbp-srpt[sss=early]", theirs: [20.0, 113.0, 1784.0, 29347.0], within: CLOSE },
    // The 90th percentile of short jobs has a standard deviation of 10 % over seeds.
    Row { policy: "eagle-no-sss[scan=past-long]", theirs: [35.0, 4082.0, 1783.0, 29839.0], within: [0.03, 0.2, 0.03, 0.03] },
    Row { policy: "omniscient-lwl", theirs: [20.0, 111.0, 1789.0, 29377.0], within: CLOSE },
    // Few jobs are near the median of short ones: 49 % take less than 78 s, 51 % more than 150 s.
    Row { policy: "central-lwl", theirs: [93.0, 27792.0, 1750.0, 28806.0], within: [0.05, 0.03, 0.03, 0.03] },
];

fn trace() -> Option<BatchWorkload> {
    let Some(traces) = std::env::var_os("SCHEDSCOPE_TRACES") else {
        println!("skipped: SCHEDSCOPE_TRACES does not name the folder of the traces");
        return None;
    };
    let bytes = std::fs::read(Path::new(&traces).join("yahoo-like-400.tr")).expect("a trace");
    Some(read_tr("yahoo-like-400.tr", &bytes).expect("a trace").truncated())
}

/// Median and 90th percentile of short jobs, and of long ones, over those that are among the first `count` to complete.
fn percentiles(work: &BatchWorkload, outcome: &Outcome, count: usize) -> [f64; 4] {
    let mut ends: Vec<(f64, f64, bool)> = work
        .jobs()
        .iter()
        .zip(&outcome.completion)
        .map(|(job, completion)| (job.arrival + completion, *completion, job.mean > DATACENTER.cutoff))
        .collect();
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    ends.truncate(count);
    let of = |long: bool| Sorted::new(ends.iter().filter(|end| end.2 == long).map(|end| end.1).collect());
    let (short, long) = (of(false), of(true));
    [(&short, 0.5), (&short, 0.9), (&long, 0.5), (&long, 0.9)].map(|(sample, p)| sample.quantile(p).expect("jobs"))
}

/// The means of a system's percentiles over seeds, over the jobs that are among the first `count` to complete.
fn ours(work: &BatchWorkload, policy: &str, count: usize) -> [f64; 4] {
    let policy: Policy = policy.parse().expect("a policy");
    let mut means = [0.0; 4];
    for seed in 1..=SEEDS {
        let outcome = simulate(&Config { seed, ..DATACENTER }, work, &policy, &mut Silent).expect("a datacenter");
        let found = percentiles(work, &outcome, count);
        means.iter_mut().zip(found).for_each(|(mean, x)| *mean += x / SEEDS as f64);
    }
    means
}

/// What is out of bounds, in words; every row is printed.
fn deviation(row: &Row, ours: [f64; 4]) -> Option<String> {
    let off = |place: usize| ours[place] - row.theirs[place];
    let shares: Vec<f64> = (0..4).map(|place| 100.0 * off(place) / row.theirs[place]).collect();
    let words = format!("{}: {ours:.1?}, {shares:+.1?} % off {:?}", row.policy, row.theirs);
    println!("{words}");
    (0..4).any(|place| off(place).abs() > row.within[place] * row.theirs[place] + 0.5).then_some(words)
}

#[test]
fn percentiles_are_those_of_the_published_simulator() {
    let Some(work) = trace() else { return };
    let wrong: Vec<String> = ROWS.iter().filter_map(|row| deviation(row, ours(&work, row.policy, usize::MAX))).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn distributed_schedulers_are_those_of_the_published_simulator() {
    let Some(work) = trace() else { return };
    // That run was stopped when 22 681 jobs were complete; the first that are complete here are compared.
    let row = Row { policy: "dlwl-srpt[aging=task]", theirs: [19.0, 66.0, 1225.0, 4406.0], within: CLOSE };
    let found = ours(&work, row.policy, 22_681);
    assert_eq!(deviation(&row, found), None);
}
