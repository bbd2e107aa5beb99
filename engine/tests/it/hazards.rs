//! Slow machines and stragglers: worked examples, exact.

use schedscope_engine::cluster::{Config, Hazards, MachineChange, Outcome, Policy, Silent, Timeline, simulate};
use schedscope_engine::workload::{TaskJob, TaskWorkload};
use std::collections::BTreeSet;

/// Machines with one slot of each kind, that hold all blocks, and of which the scheduler hears at once.
fn machines(machines: u32, hazards: Hazards) -> Config {
    Config { machines, slots: [1, 1], heartbeat: 0.0, replication: machines, hazards, ..Config::default() }
}

fn slow(slow: f64, slow_factor: f64) -> Hazards {
    Hazards { slow, slow_factor, ..Hazards::default() }
}

fn stragglers(stragglers: f64, straggler_factor: f64) -> Hazards {
    Hazards { stragglers, straggler_factor, ..Hazards::default() }
}

fn run(config: &Config, policy: &str, jobs: Vec<TaskJob>) -> Outcome {
    simulate(config, &TaskWorkload::new(jobs), &policy.parse::<Policy>().unwrap(), &mut Silent).unwrap()
}

fn record(config: &Config, policy: &str, jobs: Vec<TaskJob>) -> Timeline {
    Timeline::record(config, &TaskWorkload::new(jobs), &policy.parse().unwrap()).unwrap().0
}

fn sojourns(config: &Config, policy: &str, jobs: Vec<TaskJob>) -> Vec<f64> {
    run(config, policy, jobs).jobs.iter().map(|job| job.sojourn).collect()
}

/// The virtual size of a phase of the first job after what happens at an instant.
fn believed(config: &Config, policy: &str, jobs: Vec<TaskJob>, time: f64, phase: u8) -> Option<f64> {
    let run = record(config, policy, jobs);
    let at = run.believed.iter().rfind(|believed| believed.time == time)?;
    at.sizes.iter().find(|(job, of, _)| (*job, *of) == (0, phase)).map(|(.., size)| *size)
}

#[test]
fn tasks_take_longer_on_slow_machines() {
    let maps = |count| vec![TaskJob::new(1, 0.0, &vec![10.0; count], &[])];
    assert_eq!(sojourns(&machines(1, slow(1.0, 2.0)), "fifo", maps(3)), [60.0]);
    for seed in 0..20 {
        // One of two machines: while it does one map, the other does three.
        let config = Config { seed, ..machines(2, slow(0.5, 3.0)) };
        assert_eq!(sojourns(&config, "fifo", maps(4)), [30.0]);
    }
    let mut job = TaskJob::new(1, 0.0, &[10.0, 20.0], &[5.0]);
    job.tasks[1][0].shuffle = 4.0;
    // Open at 20, gathered at 28 but for the last map, which is done at 40; then ten seconds of work.
    let config = Config { slowstart: 0.5, ..machines(2, slow(1.0, 2.0)) };
    assert_eq!(sojourns(&config, "fifo", vec![job]), [50.0]);
}

#[test]
fn estimators_see_the_seconds_that_tasks_take() {
    let config = machines(1, slow(1.0, 2.0));
    let maps = |size, count| vec![TaskJob::new(1, 0.0, &vec![size; count], &[])];
    // The sample of 10 s takes 20, and so will the other two; who knows the sizes does not know that.
    assert_eq!(believed(&config, "hfsp[t=1,s0=4]", maps(10.0, 3), 20.0, 0), Some(40.0));
    assert_eq!(believed(&config, "hfsp[estimator=oracle]", maps(10.0, 3), 20.0, 0), Some(10.0));
    // After 5 s a fortieth of the sample is done.
    assert_eq!(believed(&config, "hfsp[t=1,delta=5]", maps(100.0, 2), 5.0, 0), Some(395.0));
    // A reduce is observed to gather for 8 s and to work for 12.
    for (shuffle, nominal) in [("on", 20.0), ("off", 12.0)] {
        let mut job = TaskJob::new(1, 0.0, &[10.0], &[6.0; 2]);
        job.tasks[1].iter_mut().for_each(|task| task.shuffle = 4.0);
        let policy = format!("hfsp[t=1,tiny=off,shuffle={shuffle}]");
        assert_eq!(run(&config, &policy, vec![job.clone()]).jobs[0].estimates[1], Some(2.0), "{shuffle}");
        // The next run of the name is predicted to take as long.
        let names = |id, arrival| TaskJob { id, arrival, name: "daily".to_owned(), ..job.clone() };
        let policy = format!("hfsp[estimator=history,tiny=off,shuffle={shuffle}]");
        assert_eq!(
            record(&config, &policy, vec![names(1, 0.0), names(2, 100.0)])
                .believed
                .iter()
                .find(|at| at.time == 100.0)
                .map(|at| at.sizes.clone()),
            Some(vec![(1, 0, 20.0), (1, 1, 2.0 * nominal)]),
            "{shuffle}"
        );
    }
}

#[test]
fn an_attempt_may_be_a_straggler_and_the_next_one_not() {
    let map = || vec![TaskJob::new(1, 0.0, &[10.0], &[])];
    assert_eq!(sojourns(&machines(1, stragglers(1.0, 5.0)), "fifo", map()), [50.0]);
    // The machine leaves at 5 and is back at 7: a fifth or all of five seconds of work is lost, and ten or fifty seconds follow.
    let changes = [(5.0, false), (7.0, true)].map(|(time, joins)| MachineChange { time, machine: 0, joins }).to_vec();
    let seen: BTreeSet<String> = (0..64)
        .map(|seed| {
            let config = Config { seed, changes: changes.clone(), ..machines(1, stragglers(0.5, 5.0)) };
            let outcome = run(&config, "fifo", map());
            format!("{} {}", outcome.jobs[0].sojourn, outcome.counters.work_lost)
        })
        .collect();
    assert_eq!(seen.iter().map(String::as_str).collect::<Vec<_>>(), ["17 1", "17 5", "57 1", "57 5"]);
}

#[test]
fn the_first_attempt_meets_the_same_fate_under_every_policy() {
    let jobs = || (1..=40).map(|id| TaskJob::new(id, 0.0, &[id as f64], &[1.0])).collect::<Vec<_>>();
    let lengths = |policy: &str| {
        let mut bars = record(&machines(3, stragglers(0.3, 4.0)), policy, jobs()).bars;
        bars.sort_by_key(|bar| (bar.job, bar.phase.index()));
        bars.iter().map(|bar| (bar.to - bar.from).round()).collect::<Vec<_>>()
    };
    let (fifo, hfsp) = (lengths("fifo"), lengths("hfsp[estimator=oracle,order=finish]"));
    assert_eq!(fifo, hfsp);
    assert!(fifo.iter().any(|seconds| *seconds > 40.0) && fifo.contains(&1.0) && fifo.contains(&4.0));
}

#[test]
fn what_is_out_of_range_is_refused() {
    for (hazards, said) in [
        (slow(1.5, 2.0), "system.slow is 1.5; allowed: a fraction of the machines, 0 to 1"),
        (slow(0.1, 0.5), "system.slow_factor is 0.5; allowed: a number from 1 to 1000"),
        (stragglers(-0.1, 2.0), "system.stragglers is -0.1; allowed: a probability, 0 to 1"),
        (stragglers(0.1, f64::NAN), "system.straggler_factor is NaN; allowed: a number from 1 to 1000"),
    ] {
        assert_eq!(machines(1, hazards).validate().unwrap_err().to_string(), said);
    }
}
