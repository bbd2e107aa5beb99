//! Policies under which jobs take turns, with and without a cost of switches, on small instances full of ties.

use super::none_parts;
use crate::twins::turns::{Job as Plain, Rule, completions};
use rand::RngExt;
use schedscope_engine::server::{Config, Silent, simulate};
use schedscope_engine::sim::stream;
use schedscope_engine::workload::{Job, Workload};

const RULES: [(&str, Rule); 21] = [
    ("rr", Rule::Rr { quantum: 1 }),
    ("rr[quantum=3]", Rule::Rr { quantum: 3 }),
    ("mlfq[boost=off]", Rule::Mlfq { levels: 3, quantum: 1, factor: 2, boost: None }),
    ("mlfq[boost=7]", Rule::Mlfq { levels: 3, quantum: 1, factor: 2, boost: Some(7) }),
    ("mlfq[levels=2,quantum=3,factor=1,boost=4]", Rule::Mlfq { levels: 2, quantum: 3, factor: 1, boost: Some(4) }),
    ("mlfq[levels=1,quantum=2,boost=5]", Rule::Mlfq { levels: 1, quantum: 2, factor: 1, boost: Some(5) }),
    ("mlfq[levels=5,boost=2]", Rule::Mlfq { levels: 5, quantum: 1, factor: 2, boost: Some(2) }),
    ("stride", Rule::Stride { quantum: 1 }),
    ("stride[quantum=2]", Rule::Stride { quantum: 2 }),
    ("priority", Rule::Priority { aging: 0, preempts: true }),
    ("priority[aging=1]", Rule::Priority { aging: 1, preempts: true }),
    ("priority[aging=1,preempt=off]", Rule::Priority { aging: 1, preempts: false }),
    ("hrrn", Rule::Hrrn),
    ("edf", Rule::Edf { slack: 2 }),
    ("wpsjfe", Rule::Wpsjfe),
    ("wsrpte", Rule::Wsrpte),
    ("nudge[threshold=4]", Rule::Nudge { threshold: 4 }),
    ("fifo", Rule::Fifo),
    ("srpt", Rule::Srpt),
    ("sjfe", Rule::Sjfe),
    ("edf[slack=0]", Rule::Fifo),
];

fn compare(seed: u64) -> Result<(), String> {
    let mut random = stream(seed, 0, 0);
    let mut draw = |range: std::ops::Range<u64>| random.random_range(range);
    let (span, most) = (draw(1..60), draw(2..12));
    let mut jobs: Vec<Plain> = (0..draw(1..14))
        .map(|_| Plain { arrival: draw(0..span), size: draw(1..most), estimate: draw(0..most), weight: draw(1..5) })
        .collect();
    jobs.sort_by_key(|job| job.arrival);
    let real = |(id, job): (usize, &Plain)| {
        let [arrival, size, estimate, weight] = [job.arrival, job.size, job.estimate, job.weight].map(|x| x as f64);
        Job { id: id as u64, arrival, size, estimate, weight }
    };
    let workload = Workload::new(jobs.iter().enumerate().map(real).collect());
    for cost in [0, 1, 3] {
        let config = Config { switch_cost: cost as f64, ..Config::default() };
        for (policy, rule) in RULES {
            let sojourn = simulate(&config, &workload, &policy.parse().unwrap(), &mut Silent).unwrap().sojourn;
            let found: Vec<f64> = workload.jobs().iter().zip(sojourn).map(|(job, sojourn)| job.arrival + sojourn).collect();
            let expected = completions(rule, &jobs, cost);
            if found.iter().zip(&expected).any(|(found, expected)| (found - *expected as f64).abs() > 1e-9) {
                return Err(format!("{policy}, a switch costs {cost}: {found:?}, expected {expected:?}, of {jobs:?}"));
            }
        }
    }
    Ok(())
}

#[test]
fn on_a_lattice() {
    none_parts(compare);
}
