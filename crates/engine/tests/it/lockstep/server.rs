//! The fast engine against the plain one: on small instances full of ties, on heavy tails, and on sizes over twelve
//! orders of magnitude.

use crate::twins::server as plain;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rand::RngExt;
use schedscope::server::{Config, Policy, Servers, Silent, simulate};
use schedscope::sim::stream;
use schedscope::workload::{Job, Synthetic, Workload};

/// Policies with other twins: those that take turns or rank jobs by age (`turns.rs` beside), and Gittins' ranks, which are tables
/// (`server/ranked/tests`).
const IN_TURN: [&str; 16] = [
    "wsrpte",
    "srpt-b",
    "psjfe+las",
    "gittins",
    "gittins-blind",
    "serpt",
    "rr",
    "mlfq",
    "lottery",
    "stride",
    "priority",
    "hrrn",
    "edf",
    "wpsjfe",
    "nudge",
    "boost",
];

fn judged() -> impl Iterator<Item = Policy> {
    Policy::all().filter(|policy| !IN_TURN.contains(&policy.row().key))
}

/// Compares with the twin of a policy: completions to 1e-9 of the last one, and slowdowns to 1e-6 of themselves.
fn agree_with(twin: &Policy, workload: &Workload, policy: &Policy, servers: u32) -> Result<(), String> {
    let fast = simulate(&Config { servers, ..Config::default() }, workload, policy, &mut Silent).map_err(|e| e.to_string())?.sojourn;
    let plain = plain::sojourns(workload, twin.row().key, servers as usize);
    let last = workload.jobs().iter().zip(&plain).map(|(job, sojourn)| job.arrival + sojourn).fold(1.0, f64::max);
    for (job, (fast, plain)) in workload.jobs().iter().zip(fast.iter().zip(&plain)) {
        let (slowdown, expected) = (fast / job.size, plain / job.size);
        if (fast - plain).abs() > 1e-9 * last || (slowdown - expected).abs() > 1e-6 * expected || slowdown < 1.0 {
            return Err(format!("{policy} on {servers} servers: sojourn of {job:?} is {fast}, expected {plain}"));
        }
    }
    Ok(())
}

fn agree(workload: &Workload, policy: &Policy, servers: u32) -> Result<(), String> {
    agree_with(policy, workload, policy, servers)
}

fn agree_under_all(workload: &Workload) -> Result<(), String> {
    for policy in &judged().collect::<Vec<_>>() {
        agree(workload, policy, 1)?;
        if policy.kind().servers() == Servers::Many {
            agree(workload, policy, 2)?;
            agree(workload, policy, 3)?;
        }
    }
    Ok(())
}

/// Jobs on a coarse grid: many arrive together, many keys tie, thirds and sevenths appear as soon as jobs share.
fn lattice() -> impl Strategy<Value = Workload> {
    prop::collection::vec((0_u8..12, 1_u8..9, 0_u8..9, 1_u8..4), 1..14).prop_map(|jobs| {
        let job = |(i, (arrival, size, estimate, weight)): (usize, (u8, u8, u8, u8))| Job {
            id: i as u64,
            arrival: f64::from(arrival),
            size: f64::from(size),
            estimate: f64::from(estimate),
            weight: f64::from(weight),
        };
        Workload::new(jobs.into_iter().enumerate().map(job)).unwrap()
    })
}

/// Jobs whose sizes, estimates and gaps spread over many orders of magnitude.
fn wide() -> impl Strategy<Value = Workload> {
    let log = -20.0..3.0_f64;
    prop::collection::vec((-12.0..2.0_f64, log, -1.5..1.5_f64, -2.0..2.0_f64), 1..40).prop_map(|jobs| {
        let mut arrival = 0.0;
        let jobs = jobs.into_iter().enumerate().map(|(i, (gap, size, error, weight))| {
            arrival += libm::pow(10.0, gap);
            let size = libm::pow(10.0, size);
            Job { id: i as u64, arrival, size, estimate: size * libm::pow(10.0, error), weight: libm::pow(10.0, weight) }
        });
        Workload::new(jobs).unwrap()
    })
}

/// The same cases on every run, as many as `SCHEDSCOPE_INSTANCES` says if that is given: a search for others is `PROPTEST_RNG_SEED` and
/// patience away.
fn config(usually: u32) -> ProptestConfig {
    let cases = super::instances(usually.into()).try_into().expect("a number of cases");
    let seed = ProptestConfig::default().rng_seed;
    let rng_seed = if seed == RngSeed::Random { RngSeed::Fixed(1) } else { seed };
    ProptestConfig { cases, rng_seed, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(1500))]

    #[test]
    fn on_a_lattice(workload in lattice()) {
        agree_under_all(&workload).map_err(TestCaseError::fail)?;
    }
}

proptest! {
    #![proptest_config(config(80))]

    #[test]
    fn over_many_orders_of_magnitude(workload in wide()) {
        agree_under_all(&workload).map_err(TestCaseError::fail)?;
    }
}

#[test]
fn on_heavy_tails() {
    for (shape, seed) in [(0.125, 1), (0.25, 2), (1.0, 3)] {
        let synthetic = Synthetic { count: 2000, shape, sigma: 1.0, ..Synthetic::default() };
        agree_under_all(&synthetic.generate(seed, 0).unwrap()).unwrap();
    }
}

/// Jobs with weights, and sizes over twelve orders of magnitude.
fn of_all_sizes(count: u64) -> Workload {
    let mut random = stream(11, 0, 0);
    let mut arrival = 0.0;
    let jobs = (0..count).map(|id| {
        arrival -= 52.0 * libm::log(1.0 - random.random::<f64>());
        let size = libm::pow(10.0, random.random_range(-9.0..3.0));
        let error = libm::pow(10.0, random.random_range(-1.0..1.0));
        Job { id, arrival, size, estimate: size * error, weight: f64::from(random.random_range(1_u8..5)) }
    });
    Workload::new(jobs).unwrap()
}

/// The comparison sees what is wrong: what each policy answers is not what the twin of any other does.
#[test]
fn a_wrong_answer_is_seen() {
    let workload = of_all_sizes(400);
    let policies: Vec<Policy> = judged().collect();
    let pairs = policies.iter().flat_map(|policy| policies.iter().map(move |twin| (policy, twin))).filter(|(policy, twin)| policy != twin);
    let alike: Vec<String> = pairs
        .filter(|(policy, twin)| agree_with(twin, &workload, policy, 1).is_ok())
        .map(|(policy, twin)| format!("{policy} as {twin}"))
        .collect();
    assert!(alike.is_empty(), "{alike:?}");
}

#[test]
fn on_thousands_of_jobs_over_twelve_orders_of_magnitude() {
    let workload = of_all_sizes(4000);
    let failures: Vec<String> = judged().filter_map(|policy| agree(&workload, &policy, 1).err()).collect();
    assert!(failures.is_empty(), "{failures:#?}");
}
