//! Whether the workloads are like their traces.

use super::lab::Lab;
use super::{Estimate, Finding, Row};
use crate::claims::server::largest;
use crate::judgement::{above, at_most, check, quantile, relation, share};
use schedscope::metrics::Sorted;
use schedscope::workload::{BatchWorkload, TraceLike};

/// What is known of a trace: its name, percent of jobs that are long, percent of task-seconds in these.
const TABLE: [(TraceLike, &str, f64, f64); 4] = [
    (TraceLike::Yahoo, "Yahoo", 9.41, 98.31),
    (TraceLike::Google, "Google", 10.0, 83.65),
    (TraceLike::Cloudera, "Cloudera", 5.02, 92.79),
    (TraceLike::Facebook, "Facebook", 2.01, 99.79),
];

/// Most jobs that are drawn of each.
const MOST: u32 = 60_000;

pub fn shapes(lab: &Lab) -> Vec<Finding> {
    let mut findings: Vec<Finding> = TABLE
        .map(|(like, name, jobs, seconds)| {
            let workloads = lab.workloads(like, MOST);
            let of = |share: fn(&BatchWorkload, f64) -> f64| Estimate::of(workloads.iter().map(|work| 100.0 * share(work, like.cutoff())));
            let long = of(|work, cutoff| work.jobs().iter().filter(|job| job.mean > cutoff).count() as f64 / work.jobs().len() as f64);
            // A share of nearly all says nothing: what is judged is what is left to short jobs.
            let short = of(|work, cutoff| {
                let short = work.jobs().iter().filter(|job| job.mean <= cutoff);
                short.map(|job| work.durations(job).iter().sum::<f64>()).sum::<f64>() / work.work()
            });
            let left = 100.0 - seconds;
            Row {
                id: "W1",
                source: "Delgado, table 2.1",
                claim: format!("{name}: jobs that are long, and task-seconds in the others"),
                theirs: &format!("{jobs} %, {left:.2} %{}", if like == TraceLike::Cloudera { " (table 3.1: 9 %)" } else { "" }),
                ours: format!("{} %, {} %", long.words(), short.words()),
                checks: vec![check("long jobs", long, share(jobs)), check("task-seconds in short jobs", short, share(left))],
                ..Row::default()
            }
            .into()
        })
        .into();
    for (like, name, tasks, means) in [
        (
            TraceLike::Yahoo,
            "Yahoo",
            [(0.1, 3.0), (0.5, 15.5), (0.9, 57.0), (0.99, 725.0)],
            [(0.1, 2.7), (0.5, 15.7), (0.9, 86.5), (0.99, 2550.0)],
        ),
        (
            TraceLike::Google,
            "Google, short jobs",
            [(0.5, 1.0), (0.75, 5.0), (0.9, 20.0), (0.99, 950.0)],
            [(0.1, 28.0), (0.5, 90.0), (0.9, 379.0), (0.99, 990.0)],
        ),
        (
            TraceLike::Google,
            "Google, long jobs",
            [(0.5, 1.0), (0.75, 6.0), (0.9, 90.0), (0.99, 1620.0)],
            [(0.5, 1903.0), (0.9, 9406.0), (0.95, 14_700.0), (0.99, 47_000.0)],
        ),
    ] {
        let workloads = lab.workloads(like, MOST);
        let wanted = |mean: f64| like == TraceLike::Yahoo || (mean > like.cutoff()) == name.ends_with("long jobs");
        let quantile_at = |p: f64, of: &dyn Fn(&schedscope::workload::BatchJob) -> f64| {
            let one = |work: &BatchWorkload| {
                Sorted::new(work.jobs().iter().filter(|job| wanted(job.mean)).map(of).collect()).quantile(p).unwrap_or(f64::NAN)
            };
            Estimate::of(workloads.iter().map(one))
        };
        let tasks_here = tasks.map(|(p, _)| quantile_at(p, &|job| f64::from(job.tasks())));
        let means_here = means.map(|(p, _)| quantile_at(p, &|job| job.mean));
        let theirs = |known: [(f64, f64); 4]| known.map(|(p, x)| format!("{x} (p{:.0})", 100.0 * p)).join(", ");
        let near = tasks.into_iter().zip(tasks_here).chain(means.into_iter().zip(means_here));
        let shown = |here: &[Estimate; 4]| here.map(|estimate| estimate.words()).join(", ");
        findings.push(
            Row {
                id: "W1",
                source: "public samples of the traces",
                claim: format!("{name}: quantiles of the number of tasks, and of their mean duration in seconds"),
                theirs: &format!("{}; {}", theirs(tasks), theirs(means)),
                ours: format!("{}; {}", shown(&tasks_here), shown(&means_here)),
                checks: near.map(|((_, x), estimate)| check("each", estimate, quantile(x))).collect(),
                ..Row::default()
            }
            .into(),
        );
    }
    findings.push(gaps(lab));
    findings
}

/// The gaps between Google's jobs, before they are stretched to a load.
fn gaps(lab: &Lab) -> Finding {
    let known = [(0.5, 0.0), (0.75, 2.0), (0.9, 12.0), (0.95, 17.0)];
    let workloads = lab.workloads(TraceLike::Google, MOST);
    let at = |p: f64| {
        let one = |work: &BatchWorkload| {
            let gaps = work.jobs().windows(2).map(|pair| pair[1].arrival - pair[0].arrival).collect();
            Sorted::new(gaps).quantile(p).unwrap_or(f64::NAN)
        };
        Estimate::of(workloads.iter().map(one))
    };
    let here = known.map(|(p, _)| at(p));
    let near = |(_, x): (f64, f64)| if x == 0.0 { relation(at_most(0.0)) } else { quantile(x) };
    Row {
        id: "W1",
        source: "public samples of the traces",
        claim: "Google: quantiles of the gaps between jobs in seconds".to_owned(),
        theirs: &known.map(|(p, x)| format!("{x} (p{:.0})", 100.0 * p)).join(", "),
        ours: here.map(|estimate| estimate.words()).join(", "),
        checks: known.into_iter().zip(here).map(|(known, estimate)| check("each", estimate, near(known))).collect(),
        ..Row::default()
    }
    .into()
}

pub fn spread(lab: &Lab) -> Vec<Finding> {
    let traces = TABLE.map(|(like, name, ..)| {
        let workloads = lab.workloads(like, MOST / 10);
        let part = |wanted: &dyn Fn(f64) -> bool| {
            let one = |work: &BatchWorkload| {
                let errors = work.jobs().iter().flat_map(|job| work.durations(job).iter().map(|t| ((t - job.mean) / job.mean).abs()));
                100.0 * errors.filter(|error| wanted(*error)).count() as f64 / work.tasks() as f64
            };
            Estimate::of(workloads.iter().map(one))
        };
        (name, part(&|error| error <= 0.1), part(&|error| error > 1.0))
    });
    let (near, far) = (largest(traces.map(|(_, near, _)| near)), largest(traces.map(|(.., far)| far)));
    let words: Vec<String> = traces.iter().map(|(name, near, far)| format!("{name} {} %, {} %", near.words(), far.words())).collect();
    let row = Row {
        id: "W2",
        source: "Delgado, section 4.2.1, figure 4.1",
        claim: "tasks whose duration is within 10 % of their job's mean, and more than 100 % away".to_owned(),
        theirs: "up to 50 %, over four traces (read as the most of them); some (read as any, in the trace with most)",
        ours: words.join("; "),
        checks: vec![
            check("within 10 %, the highest of four", near, share(50.0)),
            check("above 100 %, the highest of four", far, relation(above(0.0))),
        ],
        ..Row::default()
    };
    vec![row.into()]
}
