//! Wait, kill or suspend: chapter 6 of Pastorelli's thesis, section 3.1.3 of mPlane D3.3.

use super::{Estimate, Finding, Interval, Row};
use crate::judgement::{Region, above, at_least, at_most, below, between, check, quantile, quotient, reading, relation, slightly_more};
use crate::replicated::each;
use crate::two_tasks::Setup;
use schedscope::metrics::mean;

/// Ids of the claims.
pub const PREEMPTION: [&str; 6] = ["C-T9", "C-T10", "M35", "M-F3.8", "M-F3.9", "M-F3.10"];

/// At which progress of `t_l` the other task arrives.
fn tenths() -> impl Iterator<Item = Setup> {
    (1..=9).map(|tenth| Setup { progress: f64::from(tenth) / 10.0, ..Setup::default() })
}

/// A number of each replication.
fn over(replications: u32, of: impl Fn(Option<u32>) -> f64 + Sync) -> Estimate {
    Estimate::of(each(replications, |replication| of(Some(replication))))
}

/// One way ÷ another: the sojourn time of `t_h` (0) or the makespan (1).
fn ratio(setup: Setup, (ours, theirs): (&str, &str), metric: usize, replications: u32) -> Estimate {
    over(replications, |replication| setup.times(ours, replication)[metric] / setup.times(theirs, replication)[metric])
}

/// The least and the greatest of some estimates, in words.
fn range(of: &[Estimate]) -> String {
    let by = |a: &&Estimate, b: &&Estimate| a.mean.total_cmp(&b.mean);
    let words = |found: Option<&Estimate>| found.map_or_else(String::new, |estimate| estimate.words());
    format!("{} to {}", words(of.iter().min_by(by)), words(of.iter().max_by(by)))
}

/// Claims C-T9, C-T10, M35 and what figures 3.8, 3.9 and 3.10 of mPlane D3.3 show.
pub fn preemption(replications: u32) -> Vec<Finding> {
    let worse = Setup { os: 0.4, ..Setup::default() };
    vec![
        light(replications),
        grows(replications),
        pages(replications),
        baseline(replications),
        worst_case(Setup::default(), "", &["the system keeps 0.4 GB"], replications),
        worst_case(worse, "the system keeps 0.4 GB", &[], replications),
        thresholds(replications),
        largest(Setup::default(), "", &["t_l takes three times as long"], replications),
        largest(Setup { longer: 3.0, ..Setup::default() }, "t_l takes three times as long", &[], replications),
        more_than_linear(Setup::default(), "", &["β = 2"], replications),
        more_than_linear(Setup { replacement: 2.0, ..Setup::default() }, "β = 2", &[], replications),
    ]
}

fn light(replications: u32) -> Finding {
    let of = |pair, metric| tenths().map(|setup| ratio(setup, pair, metric, replications)).collect::<Vec<_>>();
    let (wait, kill, makespan) = (of(("suspend", "wait"), 0), of(("suspend", "kill"), 0), of(("suspend", "kill"), 1));
    let checks =
        |name: &'static str, of: &[Estimate], side: Region| of.iter().map(|ratio| check(name, *ratio, relation(side))).collect::<Vec<_>>();
    Row {
        id: "C-T9",
        source: "thesis, section 6.2.3",
        claim: "light tasks: the sojourn time of t_h under suspend is shorter than under wait and under kill whenever it arrives up to 90 % of \
                t_l, the makespan no longer than under kill"
            .to_owned(),
        theirs: "suspend outperforms all others",
        ours: format!(
            "sojourn suspend ÷ wait {}, ÷ kill {}; makespan suspend ÷ kill {}",
            range(&wait),
            range(&kill),
            range(&makespan)
        ),
        checks: [
            checks("sojourn, suspend ÷ wait, ÷ kill", &wait, below(1.0)),
            checks("sojourn, suspend ÷ wait, ÷ kill", &kill, below(1.0)),
            checks("makespan, suspend ÷ kill", &makespan, at_most(1.0)),
        ]
        .concat(),
        by_construction: true,
        ..Row::default()
    }
    .into()
}

/// Memory of `t_h` from 1 GB to 2.5 GB.
fn memories() -> impl Iterator<Item = f64> {
    (0..=15).map(|step| 1.0 + 0.1 * f64::from(step))
}

/// Pearson's correlation.
fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let (a, b): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let (x, y) = (mean(&a), mean(&b));
    let sum = |of: fn(f64, f64) -> f64| pairs.iter().map(|(a, b)| of(a - x, b - y)).sum::<f64>();
    sum(|a, b| a * b) / libm::sqrt(sum(|a, _| a * a) * sum(|_, b| b * b))
}

fn grows(replications: u32) -> Finding {
    // Each replication has durations of its own at each memory, as the source's runs had.
    let of = |metric: usize| {
        over(replications, |replication| {
            let at = |(step, memory): (u32, f64)| {
                let (setup, drawn) = (Setup::default().beside(memory), replication.map(|replication| 100 * replication + step));
                (setup.swapped(drawn), setup.overheads(drawn)[metric])
            };
            correlation(&(0..).zip(memories()).map(at).collect::<Vec<_>>())
        })
    };
    let [sojourn, makespan] = [of(0), of(1)];
    Row {
        id: "C-T10",
        source: "thesis, section 6.2.4; mPlane D3.3, section 3.1.3.3",
        claim: "t_l of 2.5 GB, t_h of 1 to 2.5 GB: overheads of suspending grow linearly with what is swapped".to_owned(),
        theirs: "roughly linearly correlated (read as 0.95 at least)",
        ours: format!("correlation: sojourn over kill {}, makespan over wait {}", sojourn.words(), makespan.words()),
        checks: [sojourn, makespan].map(|of| check("correlation", of, reading(at_least(0.95)))).into(),
        by_construction: true,
        ..Row::default()
    }
    .into()
}

fn pages(replications: u32) -> Finding {
    let fits = || [1.0, 1.1, 1.2, 1.3].map(|memory| Setup::default().beside(memory));
    let swapped = over(replications, |replication| fits().iter().map(|setup| setup.swapped(replication)).fold(0.0, f64::max));
    let most = |out: bool| {
        over(replications, |replication| {
            let moves = |memory| {
                let (timeline, _) = Setup::default().beside(memory).record("suspend", replication);
                timeline.transfers.iter().filter(|transfer| transfer.out == out).map(|transfer| transfer.gigabytes).sum::<f64>() / 2.5
            };
            memories().map(moves).fold(0.0, f64::max)
        })
    };
    let (out, back) = (most(true), most(false));
    Row {
        id: "M35",
        source: "mPlane D3.3, section 3.1.3.1",
        claim: "nothing is paged while memory suffices; a suspended page goes out and in at most once".to_owned(),
        theirs: "0 GB; at most once",
        ours: format!(
            "{} GB up to 4 GB in all; of t_l at most {} times its memory out, {} times in",
            swapped.words(),
            out.words(),
            back.words()
        ),
        checks: vec![
            check("GB while it suffices", swapped, relation(at_most(0.0))),
            check("out, in", out, relation(at_most(1.0))),
            check("out, in", back, relation(at_most(1.0))),
        ],
        by_construction: true,
        ..Row::default()
    }
    .into()
}

fn baseline(replications: u32) -> Finding {
    let of = |pair, metric| tenths().map(|setup| ratio(setup, pair, metric, replications)).collect::<Vec<_>>();
    let (kill, wait) = (of(("suspend", "kill"), 0), of(("suspend", "wait"), 1));
    let checks = kill.iter().map(|ratio| check("sojourn, suspend ÷ kill", *ratio, relation(below(1.0)))).chain(
        // Natjam's 7 % are not negligible.
        wait.iter().map(|ratio| check("makespan, suspend ÷ wait", *ratio, reading(between(0.95, 1.05)))),
    );
    Row {
        id: "M-F3.8",
        source: "mPlane D3.3, figure 3.8",
        claim: "light tasks: suspend has the least sojourn time of t_h even when it arrives at 90 %, and the makespan of wait".to_owned(),
        theirs: "suspend outperforms all others; overhead negligible (read as 5 %)",
        ours: format!("sojourn suspend ÷ kill {}; makespan suspend ÷ wait {}", range(&kill), range(&wait)),
        checks: checks.collect(),
        by_construction: true,
        ..Row::default()
    }
    .into()
}

fn worst_case(setup: Setup, label: &'static str, ablations: &'static [&'static str], replications: u32) -> Finding {
    let setup = Setup { memory: [2.0, 2.0], ..setup };
    let of = |pair, metric| ratio(setup, pair, metric, replications);
    let (kill, wait) = (of(("suspend", "kill"), 0), of(("suspend", "wait"), 1));
    let better = [of(("suspend", "wait"), 0), of(("suspend", "kill"), 1)];
    Row {
        id: "M-F3.9",
        label,
        source: "mPlane D3.3, figure 3.9",
        claim: "2 GB each, t_h arrives at 50 %: kill has a slightly lower sojourn time of t_h than suspend, wait a slightly smaller makespan; \
                suspend beats the other of each"
            .to_owned(),
        theirs: "slightly above 1 (read as 1.1 at most); below 1",
        ours: format!(
            "sojourn suspend ÷ kill {}, ÷ wait {}; makespan suspend ÷ wait {}, ÷ kill {}",
            kill.words(),
            better[0].words(),
            wait.words(),
            better[1].words()
        ),
        checks: vec![
            check("sojourn ÷ kill, makespan ÷ wait", kill, slightly_more()).toward(above(1.0)),
            check("sojourn ÷ kill, makespan ÷ wait", wait, slightly_more()).toward(above(1.0)),
            check("sojourn ÷ wait, makespan ÷ kill", better[0], relation(below(1.0))),
            check("sojourn ÷ wait, makespan ÷ kill", better[1], relation(below(1.0))),
        ],
        ablations,
        note: if label.is_empty() {
            "The text first says that suspend outperforms both in both, then that kill and wait are slightly better in one each: the second is \
             taken"
        } else {
            ""
        },
        ..Row::default()
    }
    .into()
}

fn thresholds(replications: u32) -> Finding {
    let from = |metric: usize| {
        over(replications, |replication| {
            let mut memories = (0..=150).map(|step| 1.0 + 0.01 * f64::from(step));
            let degrades = |memory: &f64| Setup::default().beside(*memory).overheads(replication)[metric] > 1e-9;
            memories.find(degrades).unwrap_or(f64::NAN)
        })
    };
    let (sojourn, makespan) = (from(0), from(1));
    Row {
        id: "M-F3.10",
        source: "mPlane D3.3, figure 3.10; thesis, figure 6.4",
        claim: "memory of t_h from which suspending costs more than kill (sojourn) and than wait (makespan)".to_owned(),
        theirs: "1.5 GB; 1.3 GB",
        ours: format!("{} GB; {} GB", sojourn.words(), makespan.words()),
        checks: vec![
            check("sojourn", sojourn, quantile(1.5)),
            check("makespan", makespan, quantile(1.3)),
            check("makespan ÷ sojourn", makespan.over(sojourn), relation(below(1.0))),
        ],
        ..Row::default()
    }
    .into()
}

fn largest(setup: Setup, label: &'static str, ablations: &'static [&'static str], replications: u32) -> Finding {
    let worst = setup.beside(2.5);
    let of = |metric: usize| over(replications, |replication| 100.0 * worst.overheads(replication)[metric]);
    let (sojourn, makespan) = (of(0), of(1));
    Row {
        id: "M-F3.10",
        label,
        source: "mPlane D3.3, figure 3.10; thesis, figure 6.4",
        claim: "t_h of 2.5 GB: what suspending costs at worst".to_owned(),
        theirs: "in the worst case, whose memory the text does not name: sojourn 20 % over kill, makespan 12 % over wait",
        ours: format!("sojourn {} % over kill, makespan {} % over wait", sojourn.words(), makespan.words()),
        checks: [("suspend ÷ kill, sojourn", sojourn, 1.2), ("suspend ÷ wait, makespan", makespan, 1.12)]
            .map(|(name, over, theirs)| {
                let ratio = Estimate { mean: 1.0 + over.mean / 100.0, half: over.half / 100.0 };
                check(name, ratio, quotient(theirs)).toward(above(1.0))
            })
            .into(),
        ablations,
        note: if label.is_empty() { "The disk is chosen for the 20 %; the 12 % are measured" } else { "" },
        ..Row::default()
    }
    .into()
}

fn more_than_linear(setup: Setup, label: &'static str, ablations: &'static [&'static str], replications: u32) -> Finding {
    // Memory is lacking from 1.3 GB on: twice as much is lacking at 2.5 GB as at 1.9 GB.
    let growth = over(replications, |replication| setup.beside(2.5).swapped(replication) / setup.beside(1.9).swapped(replication));
    Row {
        id: "M-F3.10",
        label,
        source: "mPlane D3.3, figure 3.10; thesis, section 6.2.4",
        claim: "what is swapped grows more than linearly with the memory of t_h".to_owned(),
        theirs: "more than linearly (judged where twice as much memory is lacking)",
        ours: format!("{} times as much", growth.words()),
        checks: vec![check("", growth, relation(above(2.0)))],
        ablations,
        ..Row::default()
    }
    .into()
}
