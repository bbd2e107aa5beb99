//! Slow machines, stragglers, second attempts and failures: worked examples, exact.

use proptest::prelude::*;
use schedscope::cluster::{
    Bar, Config, Ending, Hazards, JobOutcome, MachineChange, MachineMemory, Outcome, Policy, Pool, Silent, Timeline, simulate, why,
};
use schedscope::workload::{Mix, Phase, Task, TaskJob, TaskWorkload};
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
    simulate(config, &TaskWorkload::new(jobs).unwrap(), &policy.parse::<Policy>().unwrap(), &mut Silent).unwrap()
}

fn record(config: &Config, policy: &str, jobs: Vec<TaskJob>) -> Timeline {
    Timeline::record(config, &TaskWorkload::new(jobs).unwrap(), &policy.parse().unwrap()).unwrap().0
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
        (Hazards { failures: 2.0, ..Hazards::default() }, "system.failures is 2; allowed: a probability, 0 to 1"),
        (stragglers(0.1, f64::NAN), "system.straggler_factor is NaN; allowed: a number from 1 to 1000"),
    ] {
        assert_eq!(machines(1, hazards).validate().unwrap_err().to_string(), said);
    }
}

/// Two machines of which one is slow, and copies.
fn two(slow_factor: f64) -> Config {
    Config { speculation: true, ..machines(2, slow(0.5, slow_factor)) }
}

fn maps(jobs: &[(f64, &[f64])]) -> Vec<TaskJob> {
    (1..).zip(jobs).map(|(id, (arrival, maps))| TaskJob::new(id, *arrival, maps, &[])).collect()
}

/// Copies started, copies that completed their tasks, and work lost.
fn copies(outcome: &Outcome) -> (u32, u32, f64) {
    let sum = |of: fn(&JobOutcome) -> u32| outcome.jobs.iter().map(of).sum();
    (sum(|job| job.copies), sum(|job| job.copies_won), outcome.counters.work_lost)
}

#[test]
fn a_task_that_lags_has_a_copy_and_the_first_to_end_counts() {
    // At 100 the fast machine is free; a quarter of the other map is done. Its copy ends at 200, when half of it would be.
    let outcome = run(&two(4.0), "fifo", maps(&[(0.0, &[100.0; 2])]));
    assert_eq!((outcome.jobs[0].sojourn, copies(&outcome)), (200.0, (1, 1, 50.0)));
    let seen = record(&two(4.0), "fifo", maps(&[(0.0, &[100.0; 2])]));
    assert!(
        why(&seen, 100.0).contains(" that nobody waits for: a second attempt of a task that lags or is paused"),
        "{}",
        why(&seen, 100.0)
    );
    assert!(why(&seen, 200.0).contains(": another attempt of the task was first"), "{}", why(&seen, 200.0));
    let bars = seen.bars;
    let ends: Vec<_> = bars.iter().map(|bar| (bar.from, bar.to, bar.copy, bar.end)).collect();
    assert_eq!(
        ends,
        [(0.0, 100.0, false, Ending::Completed), (0.0, 200.0, false, Ending::Overtaken), (100.0, 200.0, true, Ending::Completed)]
    );
    assert!(bars[1].machine != bars[2].machine && bars[1].task == bars[2].task);
    // The first attempt may win.
    let outcome = run(&two(1.8), "fifo", maps(&[(0.0, &[100.0; 2])]));
    assert_eq!((outcome.jobs[0].sojourn, copies(&outcome)), (180.0, (1, 0, 80.0)));
    // Less than a fifth behind the mean is not late.
    assert_eq!(copies(&run(&two(1.6), "fifo", maps(&[(0.0, &[100.0; 2])]))), (0, 0, 0.0));
    // Without speculation it takes its time.
    let config = Config { speculation: false, ..two(4.0) };
    assert_eq!(sojourns(&config, "fifo", maps(&[(0.0, &[100.0; 2])])), [400.0]);
}

#[test]
fn a_copy_waits_for_a_minute_and_for_the_gap() {
    // Of three machines one is idle. The slow map falls behind by .2 at 53.3 or 80 s.
    for (factor, expected) in [(4.0, 160.0), (2.0, 180.0)] {
        let seen = |heartbeat| -> BTreeSet<u64> {
            let sojourn = |seed| {
                let config = Config { speculation: true, heartbeat, seed, ..machines(3, slow(0.34, factor)) };
                sojourns(&config, "fifo", maps(&[(0.0, &[100.0; 2])]))[0]
            };
            (0..64).map(|seed| (sojourn(seed) * 1000.0).round() as u64).collect()
        };
        assert_eq!(seen(0.0), BTreeSet::from([100_000, (expected * 1000.0) as u64]), "{factor}");
        if factor == 2.0 {
            // The second machine reports a second after the first: the gap is .2 at 82 or 79, and is found when heartbeats are looked at.
            assert_eq!(seen(3.0), BTreeSet::from([101_000, 181_000, 184_000]));
        }
    }
}

#[test]
fn the_task_with_most_time_left_has_the_first_copy() {
    let config = Config { speculation: true, ..machines(3, Hazards::default()) };
    let bars = record(&config, "fifo", maps(&[(0.0, &[50.0, 300.0, 400.0])])).bars;
    let copies: Vec<_> = bars.iter().filter(|bar| bar.copy).map(|bar| (bar.task, bar.machine, bar.from)).collect();
    // At 60 both lag. When one of them is complete, its machine is free for the other, which has a copy already or is past it.
    assert_eq!(copies, [(2, 0, 60.0)]);
}

#[test]
fn a_copy_takes_no_slot_that_a_task_waits_for() {
    let outcome = run(&two(4.0), "fifo", maps(&[(0.0, &[100.0; 2]), (100.0, &[50.0])]));
    let sojourns: Vec<_> = outcome.jobs.iter().map(|job| job.sojourn).collect();
    assert_eq!((sojourns, copies(&outcome).0), (vec![250.0, 50.0], 1));
}

#[test]
fn a_paused_task_has_a_copy_where_there_is_room() {
    // Paused from 10 on for a job of so many seconds; a slot elsewhere is free at 30.
    let config = Config { speculation: true, ..machines(2, Hazards::default()) };
    let policy = "hfsp[estimator=oracle,preemption=suspend,resume=home]";
    let jobs = |seconds: f64| maps(&[(0.0, &[30.0, 60.0]), (10.0, &[seconds])]);
    let go = |seconds: f64| {
        let outcome = run(&config, policy, jobs(seconds));
        (outcome.jobs[0].sojourn, copies(&outcome))
    };
    let seen = record(&config, policy, jobs(50.0));
    assert!(why(&seen, 30.0).contains("a second attempt of a task that lags or is paused"), "{}", why(&seen, 30.0));
    // The copy ends at 90, when the task, which goes on at 60, has 20 s left.
    assert_eq!(go(50.0), (90.0, (1, 1, 40.0)));
    // It goes on at 35 and ends first.
    assert_eq!(go(25.0), (85.0, (1, 0, 55.0)));
    // It goes on at once where it is.
    assert_eq!(go(15.0), (75.0, (0, 0, 0.0)));
}

#[test]
fn a_task_that_waits_for_its_memory_makes_no_progress() {
    // A microsecond of work waits hours for its pages: no time at its pace is until it lags.
    let memory = MachineMemory { swap: 16.0, disk: 1.0, ..MachineMemory::default() };
    for heartbeat in [0.0, 3.0] {
        let config = Config { speculation: true, heartbeat, memory, ..machines(5, Hazards::default()) };
        let mut jobs = maps(&[(0.0, &[1000.0, 1000.0, 50.0, 50.0, 50.0]), (10.0, &[1e-6, 100.0])]);
        for (job, weight) in jobs.iter_mut().zip([1.0, 2.0]) {
            (job.weight, job.memory) = (weight, [7.0; 2]);
        }
        let jobs = run(&config, "dummy[preemption=suspend,paging=on]", jobs).jobs;
        assert!(jobs.iter().all(|job| job.sojourn < 10_000.0), "{jobs:?}");
    }
}

#[test]
fn a_copy_takes_the_place_of_a_task_that_loses_its_slot() {
    // At 110 a job of larger weight takes the slot of the slow map, whose copy has run since 100.
    let go = |preemption: &str| {
        let mut jobs = maps(&[(0.0, &[100.0; 2]), (110.0, &[20.0])]);
        jobs[1].weight = 2.0;
        let outcome = run(&two(4.0), &format!("dummy[preemption={preemption},cleanup=0]"), jobs);
        let sojourns: Vec<_> = outcome.jobs.iter().map(|job| job.sojourn).collect();
        (sojourns, copies(&outcome))
    };
    assert_eq!(go("kill"), (vec![200.0, 80.0], (1, 0, 27.5)));
    // The paused one goes on at 190.
    assert_eq!(go("suspend"), (vec![200.0, 80.0], (1, 1, 30.0)));
    // A machine that leaves at 150 and is back at 165 takes a copy of 50 s with it, or the task, a copy of which goes on.
    let seen: BTreeSet<String> = (0..64)
        .map(|seed| {
            let changes = [(150.0, false), (165.0, true)].map(|(time, joins)| MachineChange { time, machine: 0, joins }).to_vec();
            let outcome = run(&Config { seed, changes, ..two(4.0) }, "fifo", maps(&[(0.0, &[100.0; 2])]));
            format!("{} {:?} {}", outcome.jobs[0].sojourn, copies(&outcome), outcome.counters.lost)
        })
        .collect();
    assert_eq!(seen.iter().map(String::as_str).collect::<Vec<_>>(), ["200 (1, 0, 37.5) 1", "265 (2, 1, 116.25) 1"]);
}

fn policies() -> impl Iterator<Item = &'static str> {
    let more = [
        "fair[preemption=kill,min-share-timeout=5,fair-share-timeout=10]",
        "hfsp[preemption=kill,t=2]",
        "hfsp[preemption=suspend,resume=home]",
        "hfsp[preemption=suspend,resume=anywhere,resume-delay=2]",
        "hfsp[preemption=adaptive,victim=oldest,page-out=1,page-in=1]",
        "hfsp[estimator=history,preemption=suspend,high=2,low=1]",
        "hfsp[estimator=continuous,virtual=fluid]",
        "dummy[preemption=kill]",
        "dummy[preemption=wait]",
        "dummy[preemption=suspend,paging=on]",
    ];
    Policy::registry().rows().map(|row| row.key).chain(more)
}

/// What must hold of every run: each task is complete once, no slot has two tasks, no task runs twice on a machine, and work is conserved.
fn check_run(config: &Config, policy: &str, workload: &TaskWorkload) -> Result<(), TestCaseError> {
    let (run, outcome) = Timeline::record(config, workload, &policy.parse().unwrap()).unwrap();
    let mut bars = run.bars.clone();
    bars.sort_by(|a, b| (a.machine, a.phase.index(), a.slot).cmp(&(b.machine, b.phase.index(), b.slot)).then(a.from.total_cmp(&b.from)));
    for pair in bars.windows(2) {
        let place = |bar: &Bar| (bar.machine, bar.phase, bar.slot);
        prop_assert!(place(&pair[0]) != place(&pair[1]) || pair[0].to <= pair[1].from + 1e-9, "{policy}: {pair:?}");
    }
    prop_assert!(bars.iter().all(|bar| bar.slot < config.slots[bar.phase.index()]), "{policy}");
    let complete = bars.iter().filter(|bar| bar.end == Ending::Completed).map(|bar| (bar.job, bar.phase.index(), bar.task));
    let tasks = workload.jobs().iter().map(TaskJob::len).sum::<usize>();
    prop_assert_eq!(complete.clone().count(), tasks, "{}", policy);
    prop_assert_eq!(complete.collect::<BTreeSet<_>>().len(), tasks, "{}", policy);
    bars.sort_by(|a, b| (a.job, a.phase.index(), a.task).cmp(&(b.job, b.phase.index(), b.task)).then(a.from.total_cmp(&b.from)));
    for attempts in bars.chunk_by(|a, b| (a.job, a.phase, a.task) == (b.job, b.phase, b.task)) {
        for (i, bar) in attempts.iter().enumerate() {
            let beside = attempts[..i].iter().filter(|other| other.to > bar.from + 1e-9);
            prop_assert!(beside.clone().count() <= 1 && beside.clone().all(|other| other.machine != bar.machine), "{policy}: {attempts:?}");
            prop_assert!(config.speculation || beside.count() == 0, "{policy}: {attempts:?}");
        }
    }
    let total: f64 = workload.jobs().iter().flat_map(|job| job.tasks.iter().flatten()).map(Task::duration).sum();
    let counters = &outcome.counters;
    prop_assert!((counters.work_done - counters.work_lost - total).abs() < 1e-6 * total, "{policy}: {counters:?}");
    let held: f64 = bars.iter().map(|bar| bar.to - bar.from).sum();
    prop_assert!((counters.held.iter().sum::<f64>() - held).abs() < 1e-6 * held, "{policy}: {held} of {counters:?}");
    prop_assert!(outcome.jobs.iter().all(|job| job.copies_won <= job.copies && (config.speculation || job.copies == 0)), "{policy}");
    Ok(())
}

prop_compose! {
    fn hazards()(
        slow in 0.0..=1.0_f64, slow_factor in 1.0..6.0_f64, stragglers in 0.0..=0.5_f64, straggler_factor in 1.0..20.0_f64,
        failures in 0.0..=1.0_f64,
    ) -> Hazards {
        Hazards { slow, slow_factor, stragglers, straggler_factor, failures }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_job_is_complete_once_whatever_goes_wrong(
        hazards in hazards(), speculation: bool, beats in 0..3_usize, prompt: bool, count in 2..6_u32, racks in 1..3_u32,
        seed in 0_u64..1000, machine in 0..2_u32, gone in 1.0..400.0_f64, away in 1.0..400.0_f64, ram in 6.5..12.0_f64,
    ) {
        let changes = vec![MachineChange { time: gone, machine, joins: false }, MachineChange { time: gone + away, machine, joins: true }];
        let pools = [false, true].map(|production| Pool { share: Some(0.4), production, ..Pool::default() }).to_vec();
        let heartbeat = [0.0, 1.0, 7.0][beats];
        let config = Config {
            machines: count, slots: [2, 1], racks, replication: 2, heartbeat, prompt, changes, pools, hazards, speculation, seed,
            memory: MachineMemory { ram, swap: 16.0, disk: 100.0, ..MachineMemory::default() }, ..Config::default()
        };
        let mut jobs = Mix::Test.generate(6, seed, 0).unwrap().jobs().to_vec();
        for (position, job) in jobs.iter_mut().enumerate() {
            job.tasks[0].truncate(12);
            job.pool = position as u32 % 2;
            job.weight = 1.0 + position as f64 % 3.0;
            job.memory = [position as f64 % 3.0; 2];
        }
        let workload = TaskWorkload::new(jobs).unwrap();
        for policy in policies() {
            check_run(&config, policy, &workload)?;
        }
    }
}

#[test]
fn an_attempt_fails_somewhere_and_the_task_starts_again() {
    for seed in 0..20 {
        let config = Config { seed, ..machines(1, Hazards { failures: 1.0, ..Hazards::default() }) };
        let bars = record(&config, "fifo", maps(&[(0.0, &[10.0])])).bars;
        let ends: Vec<_> = bars.iter().map(|bar| bar.end).collect();
        assert_eq!(ends, [Ending::Failed, Ending::Failed, Ending::Failed, Ending::Completed]);
        let lengths: Vec<f64> = bars.iter().map(|bar| bar.to - bar.from).collect();
        assert!((lengths[3] - 10.0).abs() < 1e-9 && lengths[..3].iter().all(|seconds| *seconds < 10.0));
        let outcome = run(&config, "fifo", maps(&[(0.0, &[10.0])]));
        let lost: f64 = lengths[..3].iter().sum();
        assert!((outcome.counters.work_lost - lost).abs() < 1e-9 && (outcome.jobs[0].sojourn - lost - 10.0).abs() < 1e-9);
        assert_eq!((outcome.jobs[0].failures, outcome.jobs[0].preemptions), (3, 0));
    }
    // Of many maps 1/2 fail once at least, 1/4 twice and 1/8 three times, after half of their work on average.
    let config = machines(1, Hazards { failures: 0.5, ..Hazards::default() });
    let outcome = run(&config, "fifo", maps(&[(0.0, &[1.0; 2000])]));
    let failures = f64::from(outcome.jobs[0].failures);
    assert!((failures / 2000.0 - 0.875).abs() < 0.1, "{failures}");
    assert!((outcome.counters.work_lost / failures - 0.5).abs() < 0.03);
}

#[test]
fn a_reduce_may_fail_in_its_shuffle_before_the_last_map() {
    let config = Config { slowstart: 0.0, ..machines(2, Hazards { failures: 1.0, ..Hazards::default() }) };
    for seed in 0..20 {
        let mut job = TaskJob::new(1, 0.0, &[1000.0], &[1.0]);
        job.tasks[1][0].shuffle = 99.0;
        let bars = record(&Config { seed, ..config.clone() }, "fifo", vec![job]).bars;
        let mut failed = bars.iter().filter(|bar| bar.phase == Phase::Reduce && bar.end == Ending::Failed);
        // The map takes 1000 s at least; each attempt of the reduce fails in the first 99, unless it waits for the map.
        assert!(failed.clone().count() == 3 && failed.all(|bar| bar.to - bar.from < 99.0 || bar.to >= 1000.0), "{bars:?}");
    }
}

#[test]
fn a_copy_goes_on_in_place_of_an_attempt_that_fails() {
    let config = |seed, factor| Config { seed, speculation: true, ..machines(2, Hazards { failures: 0.5, ..slow(0.5, factor) }) };
    let mut seen = BTreeSet::new();
    for (seed, factor) in (0..200).flat_map(|seed| [(seed, 1.8), (seed, 4.0)]) {
        let bars = record(&config(seed, factor), "fifo", maps(&[(0.0, &[100.0; 2])])).bars;
        for copy in bars.iter().filter(|bar| bar.copy) {
            let others = || bars.iter().filter(|bar| bar.task == copy.task && bar.from != copy.from);
            let beside = others().find(|bar| bar.from < copy.from && bar.to > copy.from).unwrap();
            seen.insert(format!("{:?} {:?}", beside.end, copy.end));
            // While it runs the task does not wait.
            assert!(copy.end != Ending::Completed || others().all(|bar| bar.copy || bar.from < copy.from), "{bars:?}");
        }
    }
    assert!(
        ["Failed Completed", "Overtaken Completed", "Completed Failed", "Completed Overtaken"].iter().all(|pair| seen.contains(*pair)),
        "{seen:?}"
    );
}
