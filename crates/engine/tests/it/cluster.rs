//! Worked examples of the cluster world, exact.

use std::collections::BTreeMap;

use proptest::prelude::*;
use schedscope::cluster::{Bar, Config, Ending, JobOutcome, MachineChange, Outcome, Policy, Pool, Silent, Timeline, simulate};
use schedscope::cluster::{extrapolate, final_size, initial_size, shuffle_size};
use schedscope::server;
use schedscope::workload::{Assumptions, Job, MAPS, Mix, Phase, Spread, TaskJob, TaskWorkload, Workload};

/// One machine with one slot of each kind, of which the scheduler hears at once.
fn one_slot() -> Config {
    Config { machines: 1, slots: [1, 1], heartbeat: 0.0, ..Config::default() }
}

fn run(config: &Config, policy: &str, jobs: Vec<TaskJob>) -> Outcome {
    simulate(config, &TaskWorkload::new(jobs).unwrap(), &policy.parse::<Policy>().unwrap(), &mut Silent).unwrap()
}

fn sojourns(config: &Config, policy: &str, jobs: Vec<TaskJob>) -> Vec<f64> {
    run(config, policy, jobs).jobs.iter().map(|job| job.sojourn).collect()
}

/// Jobs of one map each.
fn single(jobs: &[(f64, f64)]) -> Vec<TaskJob> {
    (1..).zip(jobs).map(|(id, (arrival, size))| TaskJob::new(id, *arrival, &[*size], &[])).collect()
}

const EXACT: &str = "hfsp[estimator=oracle,preemption=suspend,virtual=fluid]";

#[test]
fn figures_2_1_to_2_3_on_one_slot() {
    let jobs = || single(&[(0.0, 4.0), (1.0, 2.0)]);
    assert_eq!(sojourns(&one_slot(), "fifo", jobs()), [4.0, 5.0]);
    assert_eq!(sojourns(&one_slot(), EXACT, jobs()), [6.0, 2.0]);
}

/// What is virtually nearly over goes on at full speed there, however few of its tasks are left in reality.
#[test]
fn the_last_task_of_a_job_does_not_slow_its_aging_down() {
    let config = Config { machines: 10, slots: [1, 1], heartbeat: 0.0, replication: 10, ..Config::default() };
    let jobs = || {
        let mut first = vec![10.0; 10];
        first.push(11.0);
        vec![TaskJob::new(1, 0.0, &first, &[]), TaskJob::new(2, 0.0, &[12.0; 20], &[])]
    };
    for policy in ["hfsp[estimator=oracle,order=finish,preemption=suspend]", "hfsp[estimator=oracle,preemption=suspend]"] {
        assert_eq!(sojourns(&config, policy, jobs()), [21.0, 45.0], "{policy}");
    }
}

#[test]
fn figure_4_1_order_and_inversion() {
    let tasks = |id, n: usize| TaskJob::new(id, 0.0, &vec![1.0; n], &[]);
    let config = one_slot();
    assert_eq!(sojourns(&config, "hfsp[estimator=oracle]", vec![tasks(1, 3), tasks(2, 2)]), [5.0, 2.0]);
    // Believed the other way round, the larger goes first.
    let mut jobs = vec![tasks(1, 3), tasks(2, 2)];
    (jobs[0].error, jobs[1].error) = (0.5, 2.0);
    assert_eq!(sojourns(&config, "hfsp[estimator=noisy]", jobs), [3.0, 5.0]);
}

#[test]
fn figure_4_2_aging() {
    let jobs = || single(&[(0.0, 3.0), (0.0, 4.0), (3.0, 3.0)]);
    for preemption in ["wait", "suspend"] {
        let policy = format!("hfsp[estimator=oracle,virtual=fluid,preemption={preemption}]");
        assert_eq!(sojourns(&one_slot(), &policy, jobs()), [3.0, 7.0, 7.0], "{policy}");
    }
}

#[test]
fn figure_4_4_small_first() {
    let config = one_slot();
    for (large, right, wrong, fair) in [(2.0, 2.0, 2.5, 2.5), (10.0, 6.0, 10.5, 6.5)] {
        let mean = |sojourns: Vec<f64>| sojourns.iter().sum::<f64>() / 2.0;
        let jobs = || single(&[(0.0, 1.0), (0.0, large)]);
        assert_eq!(mean(sojourns(&config, "hfsp[estimator=oracle]", jobs())), right);
        let mut swapped = jobs();
        (swapped[0].error, swapped[1].error) = (100.0, 0.01);
        assert_eq!(mean(sojourns(&config, "hfsp[estimator=noisy]", swapped)), wrong);
        // Fair shares slots, not time: the same jobs in small pieces on many slots.
        let many = Config { machines: 20, slots: [1, 1], ..one_slot() };
        let pieces = |id, size: f64| TaskJob::new(id, 0.0, &vec![0.02; (size * 1000.0) as usize], &[]);
        let shared = mean(sojourns(&many, "fair", vec![pieces(1, 1.0), pieces(2, large)]));
        assert!((shared - fair).abs() < 0.05, "{shared} is not {fair}");
    }
}

#[test]
fn estimation_arithmetic() {
    assert_eq!(initial_size(1.0, 20, 15.0), 300.0);
    assert_eq!(initial_size(4.0, 20, 15.0), 1200.0);
    assert_eq!(final_size(12.0, 20, &[1.0; 5]), 180.0);
    assert_eq!(final_size(12.0, 20, &[]), 240.0);
    assert_eq!(extrapolate(10.0, 0.04), 250.0);
    assert_eq!(extrapolate(10.0, 0.5), 20.0);
    assert_eq!(shuffle_size(&[(1.0, 10.0), (3.0, 20.0)], 8), 140.0);
}

#[test]
fn preemption_primitives_have_closed_forms() {
    let near = |(a, b): (f64, f64), (c, d): (f64, f64)| assert!((a - c).abs() < 1e-9 && (b - d).abs() < 1e-9, "{a} {b} {c} {d}");
    for percent in 1..100 {
        let r = f64::from(percent) / 100.0;
        let (low, high, kappa) = (80.0, 79.0, 4.0);
        // What the virtual cluster says is not at stake here: the first job is believed to be huge, the later one tiny.
        let jobs = || {
            let mut jobs = single(&[(0.0, low), (low * r, high)]);
            (jobs[0].error, jobs[1].error) = (1e6, 1e-6);
            jobs
        };
        let go = |policy: &str| {
            let outcome = run(&one_slot(), policy, jobs());
            (outcome.jobs[1].sojourn, outcome.counters.makespan)
        };
        near(go("hfsp[estimator=noisy]"), ((1.0 - r) * low + high, low + high));
        near(go("hfsp[estimator=noisy,preemption=kill]"), (kappa + high, r * low + kappa + high + low));
        near(go("hfsp[estimator=noisy,preemption=suspend]"), (high, low + high));
        near(go("hfsp[estimator=noisy,preemption=suspend,page-out=3,page-in=2]"), (3.0 + high, low + high + 5.0));
    }
}

#[test]
fn everything_is_done_once_unless_killed() {
    let jobs: Vec<TaskJob> = (0..20).map(|id| TaskJob::new(id, id as f64 * 7.0, &[5.0 + id as f64; 6], &[9.0; 2])).collect();
    let total: f64 = jobs.iter().flat_map(|job| job.tasks.iter().flatten()).map(schedscope::workload::Task::duration).sum();
    let config = Config { machines: 3, slots: [2, 1], replication: 1, ..Config::default() };
    for policy in policies() {
        let Outcome { counters, jobs: outcomes, .. } = run(&config, policy, jobs.clone());
        assert!((counters.work_done - counters.work_lost - total).abs() < 1e-6, "{policy}: {counters:?}");
        let lost: f64 = outcomes.iter().map(|job: &JobOutcome| job.work_lost).sum();
        assert!((lost - counters.work_lost).abs() < 1e-9);
        if !policy.contains("kill") && !policy.contains("adaptive") && !restarts(policy) {
            assert_eq!(counters.work_lost, 0.0, "{policy}");
        }
        assert!(counters.suspended == counters.resumed || restarts(policy), "{policy}");
    }
}

#[test]
fn figure_4_1_flapping() {
    // Both jobs start with a misleading task: what seems left changes at every completion, and so does the order.
    let jobs = || vec![TaskJob::new(1, 0.0, &[0.5, 1.5, 1.0], &[]), TaskJob::new(2, 0.0, &[1.5, 0.5], &[])];
    let config = one_slot();
    assert_eq!(sojourns(&config, "hfsp[estimator=oracle]", jobs()), [5.0, 2.0]);
    assert_eq!(sojourns(&config, "hfsp[estimator=continuous,tiny=off,t=1,s0=1]", jobs()), [5.0, 4.0]);
}

fn record(config: &Config, policy: &str, workload: &TaskWorkload) -> Timeline {
    Timeline::record(config, workload, &policy.parse().unwrap()).unwrap().0
}

/// Every policy of the registry, and others that between them use every primitive, estimator and key.
fn policies() -> impl Iterator<Item = &'static str> {
    Policy::registry().rows().map(|row| row.key).chain(IN_BRACKETS)
}

/// Whether what is suspended may start anew elsewhere.
fn restarts(policy: &str) -> bool {
    policy.starts_with("hfsp[") && !policy.contains("resume=home")
}

const IN_BRACKETS: [&str; 8] = [
    "fair[preemption=kill,min-share-timeout=5,fair-share-timeout=10]",
    "hfsp[preemption=suspend,resume=home]",
    "hfsp[preemption=adaptive,resume=home,update=total,speed=0.5]",
    "hfsp[preemption=kill]",
    "hfsp[preemption=suspend,victim=oldest,page-out=1,page-in=1]",
    "hfsp[preemption=adaptive,victim=closest]",
    "hfsp[estimator=continuous,virtual=fluid]",
    "hfsp[estimator=history,preemption=suspend,high=2,low=1]",
];

#[test]
fn slots_run_one_task_at_a_time_and_paused_tasks_stay_where_they_are() {
    for replication in 0..4 {
        let workload = Mix::Test.generate(25, 5, replication).unwrap();
        for heartbeat in [0.0, 3.0] {
            let changes =
                vec![MachineChange { time: 200.0, machine: 1, joins: false }, MachineChange { time: 500.0, machine: 1, joins: true }];
            let config = Config { machines: 8, racks: 2, heartbeat, changes, ..Config::default() };
            for policy in policies() {
                let run = record(&config, policy, &workload);
                let mut bars = run.bars.clone();
                bars.sort_by(|a, b| {
                    (a.machine, a.phase.index(), a.slot).cmp(&(b.machine, b.phase.index(), b.slot)).then(a.from.total_cmp(&b.from))
                });
                for pair in bars.windows(2) {
                    let same = |bar: &Bar| (bar.machine, bar.phase, bar.slot);
                    assert!(same(&pair[0]) != same(&pair[1]) || pair[0].to <= pair[1].from + 1e-9, "{policy}: {pair:?}");
                    assert!(pair[0].slot < run.slots[pair[0].phase.index()], "{policy}: {:?}", pair[0]);
                }
                // Where and how each task was seen last.
                let mut last: BTreeMap<(u32, usize, u32), (u32, Ending)> = BTreeMap::new();
                bars.sort_by(|a, b| a.from.total_cmp(&b.from));
                for bar in &bars {
                    let before = last.insert((bar.job, bar.phase.index(), bar.task), (bar.machine, bar.end));
                    // What is paused on the machine that leaves starts anew.
                    let paused = before.is_some_and(|(_, end)| end == Ending::Suspended);
                    let left = before.is_some_and(|(machine, _)| machine == 1 || restarts(policy) && machine != bar.machine);
                    let lost = paused && left && !bar.resumed;
                    assert!(lost || bar.resumed == paused, "{policy}: {bar:?} after {before:?}");
                    assert!(
                        !bar.resumed || before.is_some_and(|(machine, _)| machine == bar.machine),
                        "{policy}: {bar:?} after {before:?}"
                    );
                }
                assert!(last.values().all(|(_, end)| *end == Ending::Completed), "{policy}");
                assert_eq!(last.len(), workload.jobs().iter().map(TaskJob::len).sum::<usize>(), "{policy}");
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let workload = Mix::Prod.generate(20, 3, 0).unwrap();
    for policy in policies() {
        let go = || simulate(&Config::default(), &workload, &policy.parse().unwrap(), &mut Silent).unwrap();
        assert_eq!(go(), go());
    }
}

/// Nothing but what is drawn depends on when the first job comes: not even a timeout that would have passed by then.
#[test]
fn jobs_that_come_later_are_served_alike() {
    let jobs = |after: f64| {
        let mut jobs = Mix::Test.generate(15, 5, 0).unwrap().jobs().to_vec();
        // Times that stay exact when others are added.
        jobs.iter_mut().for_each(|job| job.arrival = (job.arrival * 64.0).round() / 64.0 + after);
        jobs
    };
    for policy in policies() {
        for heartbeat in [0.0, 3.0] {
            let config = Config { machines: 8, racks: 2, heartbeat, ..Config::default() };
            let [early, late] = [0.0, 3072.0].map(|after| sojourns(&config, policy, jobs(after)));
            for (early, late) in early.iter().zip(&late) {
                assert!((early - late).abs() < 1e-6, "{policy}, heartbeat {heartbeat}: {early} and {late}");
            }
        }
    }
}

#[test]
fn samples_are_as_many_as_they_may_be() {
    let workload = Mix::Test.generate(40, 2, 0).unwrap();
    for (share, most) in [("50%", 20), ("10%", 4), ("3", 3)] {
        // Every sample is complete before Δ, so none is waited for beyond its training.
        let run = record(&Config::default(), &format!("hfsp-mplane[training={share},delta=100000]"), &workload);
        let samples: Vec<_> = run.bars.iter().filter(|bar| bar.training && bar.phase == Phase::Map).collect();
        let held = |time: f64| samples.iter().filter(|bar| bar.from <= time && time < bar.to).count();
        let peak = samples.iter().map(|bar| held(bar.from)).max().unwrap_or(0);
        assert!((1..=most).contains(&peak), "{share}: {peak}");
    }
    let run = record(&Config::default(), "hfsp-mplane", &workload);
    let small = |bar: &&Bar| run.jobs[bar.job as usize].tasks[bar.phase.index()] <= 5;
    assert!(run.bars.iter().any(|bar| small(&bar)) && run.bars.iter().filter(small).all(|bar| bar.training), "small jobs stay in training");
}

#[test]
fn a_paused_task_goes_on_when_its_job_is_first_again() {
    // J is paused for K, which seems small; once a sample has shown K to be larger, J takes its slot back.
    let jobs = single(&[(0.0, 40.0), (10.0, 90.0)]);
    let policy = "hfsp[preemption=suspend,t=1,s0=1,delta=5,tiny=off]";
    let run = record(&one_slot(), policy, &TaskWorkload::new(jobs).unwrap());
    let bars: Vec<_> = run.bars.iter().map(|bar| (bar.job, bar.from, bar.to, bar.end)).collect();
    assert_eq!(
        bars,
        [
            (0, 0.0, 10.0, Ending::Suspended),
            (1, 10.0, 15.0, Ending::Suspended),
            (0, 15.0, 45.0, Ending::Completed),
            (1, 45.0, 130.0, Ending::Completed)
        ]
    );
    // A smaller job that holds the slot is waited for.
    let run = record(&one_slot(), EXACT, &TaskWorkload::new(single(&[(0.0, 40.0), (10.0, 10.0), (11.0, 25.0)])).unwrap());
    let order: Vec<_> = run.bars.iter().map(|bar| (bar.job, bar.to)).collect();
    assert_eq!(order, [(0, 10.0), (1, 20.0), (2, 45.0), (0, 75.0)]);
}

#[test]
fn suspending_takes_two_heartbeats_and_a_process_stops_at_the_order() {
    let config = Config { machines: 1, slots: [1, 1], heartbeat: 3.0, prompt: false, ..Config::default() };
    let run = |size: f64| record(&config, EXACT, &TaskWorkload::new(single(&[(0.0, size), (10.0, 1.0)])).unwrap());
    // The first task starts with the heartbeat at 0; the second job arrives at 10; the order goes out at 12, when the process stops, and
    // is confirmed at 15. The order to resume goes out at 18, when the slot is free again, and takes effect at 21.
    let bars = run(100.0).bars;
    assert_eq!((bars[0].from, bars[0].to, bars[0].end), (0.0, 15.0, Ending::Suspended));
    assert_eq!((bars[1].from, bars[1].to), (15.0, 16.0));
    assert_eq!((bars[2].from, bars[2].to, bars[2].resumed), (18.0, 21.0 + 88.0, true));
    // A task that ends with that heartbeat is not suspended.
    let done = run(12.0).bars[0];
    assert_eq!((done.to, done.end), (12.0, Ending::Completed));
}

#[test]
fn machines_that_leave_take_their_work_with_them() {
    let changes = vec![MachineChange { time: 5.0, machine: 0, joins: false }, MachineChange { time: 7.0, machine: 0, joins: true }];
    let config = Config { changes, ..one_slot() };
    let outcome = run(&config, "fifo", single(&[(0.0, 10.0)]));
    assert_eq!((outcome.jobs[0].sojourn, outcome.counters.work_lost, outcome.counters.lost), (17.0, 5.0, 1));
}

#[test]
fn reduces_wait_for_the_last_map() {
    let config = Config { machines: 2, slots: [1, 1], slowstart: 0.5, heartbeat: 0.0, replication: 2, ..Config::default() };
    let mut job = TaskJob::new(1, 0.0, &[10.0, 20.0], &[5.0]);
    job.tasks[1][0].shuffle = 4.0;
    // Open at 10, gathered at 14 but for the last map, which is done at 20; then five seconds of work.
    assert_eq!(sojourns(&config, "fifo", vec![job.clone()]), [25.0]);
    job.tasks[1][0].shuffle = 40.0;
    assert_eq!(sojourns(&config, "fifo", vec![job]), [55.0]);
}

#[test]
fn pools_have_what_they_are_guaranteed() {
    let pools = vec![Pool::default(), Pool { min_map: 3, ..Pool::default() }];
    let config = Config { machines: 4, slots: [1, 1], heartbeat: 0.0, replication: 4, pools, ..Config::default() };
    let jobs = |pool| {
        let mut jobs: Vec<TaskJob> = (1..=4).map(|id| TaskJob::new(id, 0.0, &[10.0; 12], &[])).collect();
        jobs[3].pool = pool;
        sojourns(&config, "fair", jobs)[3]
    };
    // Three of four slots instead of one: twelve tasks in four rounds.
    assert_eq!((jobs(0), jobs(1)), (120.0, 40.0));
}

#[test]
fn who_waits_for_its_block_is_passed_over() {
    let config = |seed| Config { machines: 2, slots: [1, 1], heartbeat: 0.0, replication: 1, seed, ..Config::default() };
    let jobs = || single(&[(0.0, 10.0), (0.0, 20.0)]);
    let machines = |seed, delay: u32| {
        let mut bars = record(&config(seed), &format!("hfsp[estimator=oracle,delay={delay}]"), &TaskWorkload::new(jobs()).unwrap()).bars;
        bars.sort_by_key(|bar| bar.job);
        [bars[0].machine, bars[1].machine]
    };
    // Where the first job's block is on the second machine, it lets the first one go to the job behind it.
    let seed = (0..100).find(|seed| machines(*seed, 100) == [1, 0]).unwrap();
    assert_eq!(machines(seed, 0), [0, 1]);
}

/// Machines with one slot of each kind, that hold all blocks, and of which the scheduler hears at once.
fn machines(machines: u32) -> Config {
    Config { machines, slots: [1, 1], heartbeat: 0.0, replication: machines, ..Config::default() }
}

/// Jobs of maps alone.
fn maps(jobs: &[(f64, &[f64])]) -> Vec<TaskJob> {
    (1..).zip(jobs).map(|(id, (arrival, maps))| TaskJob::new(id, *arrival, maps, &[])).collect()
}

/// When each job is complete.
fn completions(config: &Config, policy: &str, jobs: Vec<TaskJob>) -> Vec<f64> {
    let arrivals: Vec<f64> = jobs.iter().map(|job| job.arrival).collect();
    arrivals.into_iter().zip(sojourns(config, policy, jobs)).map(|(arrival, sojourn)| arrival + sojourn).collect()
}

/// The virtual size of a phase of a job after what happens at an instant, if it has one and anything happens.
fn believed(config: &Config, policy: &str, jobs: Vec<TaskJob>, time: f64, job: u32, phase: u8) -> Option<f64> {
    let run = record(config, policy, &TaskWorkload::new(jobs).unwrap());
    let at = run.believed.iter().rfind(|believed| believed.time == time)?;
    at.sizes.iter().find(|(other, of, _)| (*other, *of) == (job, phase)).map(|(.., size)| *size)
}

#[test]
fn a_tiny_job_goes_before_one_that_has_aged_to_nothing() {
    // Seventeen maps take five rounds on four slots, virtually less: at 91 nothing is left of them there.
    let jobs = || maps(&[(0.0, &[30.0; 17]), (91.0, &[1.0])]);
    assert_eq!(sojourns(&machines(4), "hfsp[preemption=kill,cleanup=0]", jobs())[1], 1.0);
    // The tiny job at 21 takes the slot of the last task, which starts anew. The one at 28 does not take it from its like, but
    // goes before the first job, of which nothing is left since 30.
    let jobs = maps(&[(0.0, &[10.0, 10.0, 4.0]), (21.0, &[30.0]), (28.0, &[1.0])]);
    assert_eq!(completions(&machines(1), "hfsp[t=2,s0=1,preemption=kill,cleanup=0]", jobs), [56.0, 51.0, 52.0]);
}

#[test]
fn what_a_killed_task_would_have_done_is_no_event() {
    // At 7 the second job has 24 s left, the first 25: its task, killed, would have ended at 28, when the order is the
    // other way round. Nothing happens then: the second job's task goes on to 29.
    let jobs = maps(&[(0.0, &[28.0, 4.0]), (7.0, &[22.0, 2.0])]);
    assert_eq!(completions(&machines(1), "hfsp[estimator=oracle,preemption=kill,cleanup=0]", jobs), [61.0, 63.0]);
}

#[test]
fn the_youngest_task_of_all_machines_is_killed() {
    let jobs = maps(&[(0.0, &[100.0, 5.0, 50.0]), (10.0, &[1.0])]);
    assert_eq!(completions(&machines(2), "hfsp[estimator=oracle,preemption=kill,cleanup=0]", jobs), [100.0, 11.0]);
}

#[test]
fn equal_sizes_do_not_preempt() {
    // The second job, believed to be of 8 s, takes the slot at 1. When the third arrives, nothing is left of the first since
    // 20, and of the second since 28: the first, though earlier, waits until 33.
    let mut jobs = maps(&[(0.0, &[10.0, 10.0]), (1.0, &[2.0, 30.0]), (29.0, &[1.0])]);
    jobs[1].error = 0.25;
    assert_eq!(completions(&machines(1), "hfsp[estimator=noisy,preemption=kill,cleanup=0]", jobs), [53.0, 33.0, 54.0]);
}

#[test]
fn samples_take_slots_from_jobs_of_higher_priority() {
    // At 5.5 the first job has 34.5 s left; the third, believed to take 50 s, is to be sampled. The second's sample stays.
    let jobs = maps(&[(0.0, &[40.0]), (1.0, &[100.0, 100.0]), (5.5, &[1.0])]);
    let policy = "hfsp[t=1,s0=50,delta=5,preemption=kill,cleanup=0]";
    assert_eq!(sojourns(&machines(2), policy, jobs)[2], 1.0);
}

#[test]
fn a_larger_job_gives_way_where_the_largest_holds_samples_alone() {
    // At 5.5 the second job is the largest and its sample stays; the first, of 35 s, makes room for the third, of 10 s. At 6
    // the second is no longer in training and makes room for the first.
    let jobs = maps(&[(0.0, &[40.0]), (1.0, &[20.0; 10]), (5.5, &[1.0])]);
    let policy = "hfsp[t=1,s0=10,first=task,delta=5,preemption=kill,cleanup=0]";
    let sojourns = sojourns(&machines(2), policy, jobs);
    assert_eq!((sojourns[0], sojourns[2]), (46.0, 1.0));
}

#[test]
fn the_size_after_training() {
    // Believed to be of 4 s, the job has aged by 4 s when its first task shows that its tasks take 10 s each.
    for (update, expected) in [("replace", 20.0), ("total", 26.0), ("deduct", 16.0)] {
        let policy = format!("hfsp[t=1,s0=4,update={update}]");
        assert_eq!(believed(&machines(1), &policy, maps(&[(0.0, &[10.0; 3])]), 10.0, 0, 0), Some(expected), "{update}");
    }
    let defaults = ["hfsp[t=1,s0=4]", "hfsp-mplane[t=1,s0=4,first=phase]", "hfsp-viper[t=1,s0=4,first=phase]"];
    for (policy, expected) in defaults.into_iter().zip([20.0, 26.0, 20.0]) {
        assert_eq!(believed(&machines(1), policy, maps(&[(0.0, &[10.0; 3])]), 10.0, 0, 0), Some(expected), "{policy}");
    }
}

#[test]
fn phases_that_age_faster_turn_late() {
    for (speed, left, late) in [(1.0, 20.0, false), (2.0, 10.0, true), (0.5, 25.0, false)] {
        let policy = format!("hfsp[estimator=oracle,speed={speed}]");
        let jobs = || maps(&[(0.0, &[10.0; 3])]);
        assert_eq!(believed(&machines(1), &policy, jobs(), 10.0, 0, 0), Some(left), "{speed}");
        let outcome = run(&machines(1), &policy, jobs());
        assert_eq!(outcome.jobs[0].turned_late, [Some(late), None], "{speed}");
        // It is over at 15, which is seen at 20.
        let expected: &[(f64, u32)] = if late { &[(0.0, 0), (20.0, 1), (30.0, 0)] } else { &[(0.0, 0)] };
        assert_eq!(record(&machines(1), &policy, &TaskWorkload::new(jobs()).unwrap()).late, expected);
    }
    let tiny = || maps(&[(0.0, &[10.0])]);
    assert_eq!(run(&machines(1), "hfsp", tiny()).jobs[0].turned_late, [None; 2]);
    assert_eq!(record(&machines(1), "fair", &TaskWorkload::new(tiny()).unwrap()).late, []);
}

#[test]
fn an_offer_is_counted_once() {
    // The machine with the block has left. The other one reports every second; the job lets twelve reports pass,
    // then takes 11 s in the rack of its block.
    let changes = vec![MachineChange { time: 0.25, machine: 1, joins: false }];
    let config = |seed| Config { changes: changes.clone(), heartbeat: 1.0, prompt: false, replication: 1, seed, ..machines(2) };
    let first = |seed, policy: &str| sojourns(&config(seed), policy, single(&[(0.0, 0.2), (0.5, 10.0)]))[1];
    let seed = (0..100).find(|seed| first(*seed, "fair[delay=12]") == 23.5).unwrap();
    assert_eq!(first(seed, "hfsp[tiny=off,delay=12]"), 23.5);
}

#[test]
fn the_first_size() {
    let size = |policy: &str| believed(&machines(1), policy, maps(&[(0.0, &[1.0; 7])]), 0.0, 0, 0);
    assert_eq!(size("hfsp"), Some(60.0));
    assert_eq!(size("hfsp[first=task]"), Some(420.0));
    assert_eq!(size("hfsp-mplane[xi=2]"), Some(840.0));
}

#[test]
fn the_past_by_which_a_new_phase_is_judged() {
    // The first job's tasks end at 10 and 30.
    for (arrival, history, expected) in [
        (15.0, "jobs", 7.0),
        (15.0, "tasks", 30.0),
        (15.0, "recent", 30.0),
        (35.0, "jobs", 45.0),
        (35.0, "tasks", 45.0),
        (35.0, "recent", 60.0),
    ] {
        let jobs = maps(&[(0.0, &[10.0, 20.0]), (arrival, &[1.0; 3])]);
        let policy = format!("hfsp[t=1,s0=7,history={history},recent=1]");
        assert_eq!(believed(&machines(1), &policy, jobs, arrival, 1, 0), Some(expected), "{history} at {arrival}");
    }
}

#[test]
fn progress_is_extrapolated_in_reduces_or_in_both() {
    let job = || vec![TaskJob::new(1, 0.0, &[100.0; 2], &[100.0; 2])];
    let policy = |more: &str| format!("hfsp-mplane[t=1,delta=10{more}]");
    // A sample's map ends at 100, a reduce begins when both have ended.
    let settles = |more: &str, time, phase| believed(&machines(1), &policy(more), job(), time, 0, phase).is_some();
    assert_eq!([settles("", 10.0, 0), settles(",delta-of=both", 10.0, 0)], [false, true]);
    assert!(settles("", 210.0, 1));
}

#[test]
fn reduces_enter_with_their_job_or_when_they_may_have_slots() {
    let job = || vec![TaskJob::new(1, 0.0, &[10.0], &[5.0])];
    for (enter, first, then) in [("submission", Some(5.0), Some(0.0)), ("slowstart", None, Some(5.0))] {
        let policy = format!("hfsp[estimator=oracle,enter={enter}]");
        let size = |time| believed(&machines(1), &policy, job(), time, 0, 1);
        assert_eq!((size(0.0), size(10.0)), (first, then), "{enter}");
    }
}

#[test]
fn a_suspended_task_starts_anew_elsewhere_after_some_offers() {
    // The second job takes the slot of the task that ends last. Another machine is free at 30.
    let jobs = || maps(&[(0.0, &[30.0, 100.0]), (10.0, &[50.0])]);
    let policy = |resume| format!("hfsp[estimator=oracle,preemption=suspend,{resume}]");
    assert_eq!(completions(&machines(2), &policy("resume=home"), jobs()), [150.0, 60.0]);
    assert_eq!(completions(&machines(2), &policy("resume=anywhere"), jobs()), [130.0, 60.0]);
    // Of machines that report every second, in turn, the first is free at 30: three of its reports pass.
    let config = Config { heartbeat: 1.0, prompt: false, ..machines(2) };
    assert_eq!(completions(&config, &policy("resume-delay=3"), jobs())[0], 133.0);
    let counters = run(&config, &policy("resume-delay=3"), jobs()).counters;
    assert_eq!((counters.suspended, counters.resumed, counters.killed, counters.work_lost), (1, 0, 1, 10.0));
}

#[test]
fn machines_report_in_order_of_their_numbers() {
    let config = Config { heartbeat: 1.0, ..machines(2) };
    // At 10 the second machine's task, which began first, ends first; the first machine is served first.
    let run = record(&config, "fifo", &TaskWorkload::new(maps(&[(0.0, &[5.0, 9.5, 5.0, 7.0, 8.0])])).unwrap());
    let of = |task| run.bars.iter().find(|bar| bar.task == task).map(|bar| (bar.machine, bar.from));
    assert_eq!((of(1), of(2)), (Some((1, 0.5)), Some((0, 5.0))));
    assert_eq!((of(3), of(4)), (Some((0, 10.0)), Some((1, 10.0))));
    // A job that arrives when a machine reports is there when it does.
    let config = Config { heartbeat: 3.0, prompt: false, ..machines(1) };
    assert_eq!(sojourns(&config, "fifo", single(&[(3.0, 1.0)])), [1.0]);
}

#[test]
fn what_is_complete_stays_in_the_virtual_cluster() {
    // The first job, believed to be of 10 s, is complete at 1, and goes on virtually: with the only slot, or with half of it, as in FSP.
    let mut jobs = maps(&[(0.0, &[1.0]), (0.0, &[20.0]), (5.0, &[1.0])]);
    jobs[0].error = 10.0;
    let size = |shares| believed(&machines(1), &format!("hfsp[estimator=noisy,virtual={shares}]"), jobs.clone(), 5.0, 1, 0);
    assert_eq!((size("slots"), size("fluid")), (Some(20.0), Some(17.5)));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn on_one_slot_it_is_fsp(jobs in prop::collection::vec((0.0..6.0_f64, 0.1..20.0_f64), 1..25)) {
        let mut arrival = 0.0;
        let jobs: Vec<(f64, f64)> = jobs.into_iter().map(|(gap, size)| { arrival += gap; (arrival, size) }).collect();
        let plain = |(id, (arrival, size)): (u64, &(f64, f64))| Job { id, arrival: *arrival, size: *size, estimate: *size, weight: 1.0 };
        let server = Workload::new((1..).zip(&jobs).map(plain)).unwrap();
        let fsp = server::simulate(&server::Config::default(), &server, &"fsp".parse().unwrap(), &mut server::Silent).unwrap().sojourn;
        let policy = "hfsp[estimator=oracle,preemption=suspend,virtual=fluid,high=1000,low=999]";
        for (hfsp, fsp) in sojourns(&one_slot(), policy, single(&jobs)).into_iter().zip(fsp) {
            prop_assert!((hfsp - fsp).abs() <= 1e-9 * (1.0 + fsp), "{hfsp} is not {fsp}");
        }
    }

    #[test]
    fn work_is_conserved_while_machines_leave_and_join(machine in 0_u32..6, gone in 1.0..400.0_f64, away in 1.0..400.0_f64, seed in 0_u64..50) {
        // Whatever leaves and joins, work is conserved and every job completes.
        let changes = vec![MachineChange { time: gone, machine, joins: false }, MachineChange { time: gone + away, machine, joins: true }];
        let config = Config { machines: 6, changes, seed, ..Config::default() };
        let workload = Mix::Dev.generate(12, seed, 0).unwrap();
        let total: f64 = workload.jobs().iter().flat_map(|job| job.tasks.iter().flatten()).map(schedscope::workload::Task::duration).sum();
        for policy in policies() {
            let Outcome { counters, jobs, .. } = simulate(&config, &workload, &policy.parse().unwrap(), &mut Silent).unwrap();
            prop_assert!((counters.work_done - counters.work_lost - total).abs() < 1e-6 * total, "{policy}: {counters:?}");
            prop_assert!(jobs.iter().all(|job| job.sojourn > 0.0));
        }
    }
}

#[test]
fn mixes_have_their_shares() {
    for (name, mix, shares) in Mix::ALL.into_iter().filter_map(|(name, mix)| mix.shares().map(|shares| (name, mix, shares))) {
        let workload = mix.generate(20_000, 1, 0).unwrap();
        let jobs = workload.jobs();
        for (bin, share) in (1..).zip(shares) {
            let found = jobs.iter().filter(|job| job.bin == Some(bin)).count() as f64 / jobs.len() as f64;
            // Four standard errors.
            assert!((found - share).abs() <= 4.0 * (share * (1.0 - share) / 20_000.0).sqrt(), "{name}, bin {bin}: {found}");
        }
        let gap = jobs.last().unwrap().arrival / 20_000.0;
        assert!((gap / mix.gap() - 1.0).abs() < 4.0 / 20_000_f64.sqrt(), "{name}: {gap}");
        let range = |job: &TaskJob| MAPS.get(usize::from(job.bin.unwrap()) - 1).copied().unwrap_or(mix.assumptions().largest);
        assert!(jobs.iter().all(|job| (range(job).0..=range(job).1).contains(&(job.tasks[0].len() as u32))), "{name}");
    }
}

#[test]
fn what_a_mix_assumes_can_be_set() {
    let assumptions = Assumptions { largest: (200, 3200), spread: Spread::Logarithmic, maps_per_reduce: 10.0, ..Assumptions::THESIS };
    let jobs = Mix::Prod.assuming(&assumptions, 20_000, 1, 0).unwrap();
    let maps: Vec<usize> = jobs.jobs().iter().filter(|job| job.bin == Some(4)).map(|job| job.tasks[0].len()).collect();
    assert!(maps.iter().all(|maps| (200..=3200).contains(maps)));
    // Half of them below the geometric mean; four standard errors of some 6000 jobs.
    let below = maps.iter().filter(|maps| **maps < 800).count() as f64 / maps.len() as f64;
    assert!((below - 0.5).abs() < 4.0 * 0.5 / (maps.len() as f64).sqrt(), "{below}");
    assert!(jobs.jobs().iter().all(|job| job.tasks[1].len() == ((job.tasks[0].len() as f64 / 10.0).round() as usize).max(1)));
}

#[test]
fn nobody_waits_forever_for_a_machine_that_has_left() {
    let changes = vec![MachineChange { time: 0.0, machine: 0, joins: false }];
    for heartbeat in [0.0, 3.0] {
        for seed in 0..8 {
            let config = Config { machines: 4, replication: 1, heartbeat, changes: changes.clone(), seed, ..Config::default() };
            for policy in ["fair", "hfsp", "fair[delay=500]"] {
                let sojourns = sojourns(&config, policy, vec![TaskJob::new(1, 1.0, &[10.0], &[])]);
                assert!(sojourns[0] >= 10.0, "{policy}: {sojourns:?}");
            }
        }
    }
}

#[test]
fn the_smallest_timeout_ends() {
    let workload = Mix::Test.generate(10, 1, 0).unwrap();
    let outcome = simulate(&Config::default(), &workload, &"hfsp[delta=0.001]".parse().unwrap(), &mut Silent).unwrap();
    assert!(outcome.jobs.iter().all(|job| job.sojourn > 0.0));
}

#[test]
fn no_machine_leaves_twice() {
    let leaves = |time| MachineChange { time, machine: 1, joins: false };
    let config = Config { changes: vec![leaves(1.0), leaves(2.0)], ..Config::default() };
    assert!(config.validate().unwrap_err().to_string().contains("letting machine 1 leave twice"));
    assert!(Config { changes: vec![leaves(1.0)], ..Config::default() }.validate().is_ok());
}

/// A clock that is late cannot tell seconds apart: a job takes its longest task's time nevertheless.
#[test]
fn no_job_is_faster_than_its_longest_task() {
    // So late that the clock does not tell the beginning of a task from its end.
    let mut jobs = single(&[(0.0, 10.0), (5e11, 1e-5), (1e12, 3e-5)]);
    jobs[2].tasks[1] = TaskJob::new(3, 0.0, &[2e-5], &[]).tasks[0].clone();
    for policy in ["fifo", "fair", "hfsp"] {
        assert_eq!(sojourns(&one_slot(), policy, jobs.clone())[1..], [1e-5, 3e-5], "{policy}");
    }
}
