//! Policies that take turns beside their plain twins: when each job is complete.

use crate::twins::formula::draw::{furthest, latest};
use crate::twins::random::Random;
use crate::twins::turns::draw::{Given, Policy, completions, draw, jobs};
use crate::twins::turns::quanta;
use schedscope::server::{Config, Policy as Asked, Silent, simulate};
use schedscope::workload::{Job, Workload};

/// The policy as the engine reads it.
fn text(policy: Policy) -> String {
    match policy {
        Policy::RoundRobin { quantum } => format!("rr[quantum={quantum}]"),
        Policy::Mlfq { levels, quantum, factor, boost } => {
            let boost = boost.map_or("off".into(), |period| period.to_string());
            format!("mlfq[levels={levels},quantum={quantum},factor={factor},boost={boost}]")
        }
        Policy::Stride { quantum } => format!("stride[quantum={quantum}]"),
        Policy::Fifo => "fifo".into(),
        Policy::Srpt => "srpt".into(),
        Policy::Shortest { preemptive } => if preemptive { "psjfe" } else { "sjfe" }.into(),
        Policy::Srpte => "srpte".into(),
        Policy::Smith { remaining } => if remaining { "wsrpte" } else { "wpsjfe" }.into(),
        Policy::Hrrn => "hrrn".into(),
        Policy::Edf { slack } => format!("edf[slack={slack}]"),
        // Without preemption a job has had no service when it is chosen: its wait is its sojourn.
        Policy::Priority { rate, preemptive, .. } => {
            format!("priority[aging={rate},preempt={}]", if preemptive { "on" } else { "off" })
        }
        Policy::Boost { gamma } => format!("boost[gamma={gamma}]"),
        Policy::Nudge { threshold } => format!("nudge[threshold={threshold}]"),
        Policy::Srptb => "srpt-b".into(),
        Policy::Hedged => "psjfe+las".into(),
        Policy::WeightedLas => "rank[age/weight]".into(),
    }
}

/// Completion times.
fn run(policy: &str, switch: f64, jobs: &[Job]) -> Vec<f64> {
    let policy: Asked = policy.parse().unwrap();
    let config = Config { switch_cost: switch, ..Config::default() };
    let outcome = simulate(&config, &Workload::new(jobs.to_vec()).unwrap(), &policy, &mut Silent).unwrap();
    jobs.iter().zip(&outcome.sojourn).map(|(job, sojourn)| job.arrival + sojourn).collect()
}

fn engine(given: &Given) -> Vec<f64> {
    run(&text(given.policy), given.switch, &given.jobs)
}

/// Runs an instance on both sides; says where they part.
fn compare(seed: u64, ours: impl Fn(&Given) -> Vec<f64>) -> Result<(), String> {
    let given = draw(seed);
    let (ours, twin) = (ours(&given), completions(&given));
    // Levels are exact up to rounding of ranks.
    let within = if given.policy.shares() { 1e-7 } else { 1e-9 };
    if ours.len() == twin.len() && furthest(&twin, &ours) <= within * latest(&twin) {
        return Ok(());
    }
    Err(format!("seed {seed}: {given:?}\nours {ours:?}\ntwin {twin:?}"))
}

/// The comparison sees what is wrong: a switch that costs less, other weights, estimates, quanta and levels.
#[test]
fn a_wrong_answer_is_seen() {
    let wrong: [fn(&mut Given); 5] = [
        |_| {},
        |given| given.switch /= 2.0,
        |given| given.jobs.iter_mut().for_each(|job| job.weight = 1.0),
        |given| given.jobs.iter_mut().for_each(|job| job.estimate = job.size),
        |given| match &mut given.policy {
            Policy::RoundRobin { quantum } | Policy::Stride { quantum } => *quantum *= 1.25,
            Policy::Mlfq { boost, .. } => *boost = None,
            _ => {}
        },
    ];
    let wrongs = wrong.map(|wrong| {
        let ours = |given: &Given| {
            let mut given = given.clone();
            wrong(&mut given);
            completions(&given)
        };
        (0..500).filter(|&seed| compare(seed, ours).is_err()).count()
    });
    assert!(wrongs[0] == 0 && wrongs[1..].iter().all(|&parted| parted > 30), "{wrongs:?}");
}

/// `SCHEDSCOPE_INSTANCES` sets how many, such as 100000.
#[test]
fn engine_and_twin_agree() {
    super::none_parts(|seed| compare(seed, engine));
}

/// The lottery is compared as a law: means over many runs with the means over all sequences of winners.
#[test]
fn the_lottery_has_its_means() {
    let runs = 4000;
    for seed in 0..5 {
        let jobs: Vec<Job> = jobs(&mut Random(seed)).into_iter().take(3).map(|job| Job { size: job.size.min(2.0), ..job }).collect();
        let means = quanta::lottery_means(&jobs, 0.5);
        let mut sums = vec![(0.0, 0.0); jobs.len()];
        for run_seed in 0..runs {
            for (sum, done) in sums.iter_mut().zip(run(&format!("lottery[quantum=0.5,seed={run_seed}]"), 0.0, &jobs)) {
                *sum = (sum.0 + done, sum.1 + done * done);
            }
        }
        for (mean, (sum, squares)) in means.iter().zip(sums) {
            let of = sum / f64::from(runs);
            let error = ((squares / f64::from(runs) - of * of).max(0.0) / f64::from(runs)).sqrt();
            assert!((of - mean).abs() <= 4.0 * error + 1e-9, "seed {seed}: {of} ± {error}, expected {mean}");
        }
    }
}
