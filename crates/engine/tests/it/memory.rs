//! Memory and paging of the cluster world, and the micro-benchmark of the dummy scheduler (Pastorelli's thesis, chapter 6; mPlane
//! D3.3, section 3.1.3), exact.

use schedscope::cluster::{Config, Ending, MachineMemory, Outcome, Policy, Silent, Timeline, simulate, why};
use schedscope::workload::{Mix, TaskJob, TaskWorkload};
use std::collections::BTreeMap;

const T_L: f64 = 80.0;
const T_H: f64 = 72.0;
const KAPPA: f64 = 4.0;

/// One slot of each phase on one machine, of which the scheduler hears at once.
fn one_slot(memory: MachineMemory) -> Config {
    Config { machines: 1, slots: [1, 1], heartbeat: 0.0, memory, ..Config::default() }
}

/// A machine that keeps nothing for itself, and has a disk of 100 MB/s.
fn ram(ram: f64) -> MachineMemory {
    MachineMemory { ram, swap: 100.0, os: 0.0, ..MachineMemory::default() }
}

/// A job of maps, with its weight and the memory of its tasks.
fn job(id: u64, arrival: f64, maps: &[f64], weight: f64, memory: f64) -> TaskJob {
    TaskJob { weight, memory: [memory; 2], ..TaskJob::new(id, arrival, maps, &[]) }
}

/// The micro-benchmark: `t_h` arrives when `t_l` has made this much progress.
fn pair(progress: f64, memory: [f64; 2]) -> Vec<TaskJob> {
    vec![job(1, 0.0, &[T_L], 1.0, memory[0]), job(2, progress * T_L, &[T_H], 2.0, memory[1])]
}

fn run(config: &Config, policy: &str, jobs: Vec<TaskJob>) -> Outcome {
    simulate(config, &TaskWorkload::new(jobs).unwrap(), &policy.parse::<Policy>().unwrap(), &mut Silent).unwrap()
}

fn record(config: &Config, policy: &str, jobs: Vec<TaskJob>) -> Timeline {
    Timeline::record(config, &TaskWorkload::new(jobs).unwrap(), &policy.parse().unwrap()).unwrap().0
}

/// Sojourn time of `t_h`, and makespan.
fn metrics(config: &Config, policy: &str, jobs: Vec<TaskJob>) -> (f64, f64) {
    let outcome = run(config, policy, jobs);
    (outcome.jobs[1].sojourn, outcome.counters.makespan)
}

fn near((a, b): (f64, f64), (c, d): (f64, f64)) {
    assert!((a - c).abs() < 1e-9 && (b - d).abs() < 1e-9, "({a}, {b}) is not ({c}, {d})");
}

#[test]
fn the_micro_benchmark_has_closed_forms() {
    // 2 + 2 GB where there are 4, less half a GB that the system keeps: half a GB is written and read back, 5 s each.
    let config = one_slot(MachineMemory { os: 0.5, ..ram(4.0) });
    let (out, back) = (5.0, 5.0);
    for percent in 0..=100 {
        let r = f64::from(percent) / 100.0;
        let of = |policy: &str| metrics(&config, policy, pair(r, [2.0, 2.0]));
        if percent == 0 || percent == 100 {
            // Both are there at once, or the other has just completed: there is nobody to take the slot from.
            for policy in ["dummy[preemption=wait]", "dummy[preemption=kill]", "dummy"] {
                near(of(policy), (T_H, T_L + T_H));
            }
            continue;
        }
        near(of("dummy[preemption=wait]"), ((1.0 - r) * T_L + T_H, T_L + T_H));
        near(of("dummy[preemption=kill]"), (KAPPA + T_H, r * T_L + KAPPA + T_H + T_L));
        near(of("dummy"), (out + T_H, T_L + T_H + out + back));
        near(of("dummy[paging=off]"), (T_H, T_L + T_H));
    }
}

#[test]
fn the_demonstration() {
    let jobs = || vec![job(1, 0.0, &[80.0], 1.0, 1.0), job(2, 40.0, &[80.0], 2.0, 1.0)];
    let of = |policy: &str| metrics(&one_slot(MachineMemory::default()), policy, jobs());
    near(of("dummy[preemption=wait]"), (120.0, 160.0));
    near(of("dummy[preemption=kill]"), (84.0, 204.0));
    near(of("dummy[preemption=suspend]"), (80.0, 160.0));
}

#[test]
fn nothing_is_paged_while_memory_suffices() {
    // These do not add up to 4 in floating point.
    let config = one_slot(MachineMemory { os: 0.1, ..ram(4.0) });
    let timeline = record(&config, "dummy", pair(0.5, [2.3, 1.6]));
    assert!(timeline.transfers.is_empty());
    assert!(timeline.memory.iter().all(|usage| usage.swapped == 0.0));
    near(metrics(&config, "dummy", pair(0.5, [2.3, 1.6])), (T_H, T_L + T_H));
    // A thousandth more takes a hundredth of a second each way.
    near(metrics(&config, "dummy", pair(0.5, [2.3, 1.601])), (T_H + 0.01, T_L + T_H + 0.02));
}

#[test]
fn overheads_grow_linearly_with_what_is_lacking() {
    for step in 0..=20 {
        let m_h = 1.5 + 0.05 * f64::from(step);
        let config = one_slot(MachineMemory { disk: 50.0, ..ram(4.0) });
        let outcome = run(&config, "dummy", pair(0.5, [2.5, m_h]));
        let lack = m_h - 1.5;
        near((outcome.jobs[1].sojourn, outcome.counters.makespan), (T_H + lack * 20.0, T_L + T_H + lack * 40.0));
        near((outcome.jobs[0].swapped, outcome.jobs[1].swapped), (lack, 0.0));
        near((outcome.jobs[0].paging, outcome.jobs[1].paging), (lack * 20.0, lack * 20.0));
    }
}

#[test]
fn approximate_replacement_evicts_more() {
    let swapped = |replacement, m_h| {
        let config = one_slot(MachineMemory { replacement, ..ram(4.0) });
        run(&config, "dummy", pair(0.5, [2.5, m_h])).jobs[0].swapped
    };
    // Half a GB is lacking, then one: x (1 + x/4)^(β − 1).
    near((swapped(2.0, 2.0), swapped(2.0, 2.5)), (0.5 * 1.125, 1.25));
    near((swapped(3.0, 2.0), swapped(1.0, 2.0)), (0.5 * 1.125 * 1.125, 0.5));
    // Never more than there is.
    near((swapped(50.0, 2.5), swapped(100.0, 4.0)), (2.5, 2.5));
}

#[test]
fn clean_pages_are_dropped_without_writing() {
    let config = one_slot(ram(4.0));
    let with = |dirty| {
        let mut jobs = pair(0.5, [3.0, 3.0]);
        jobs[0].dirty = dirty;
        jobs
    };
    // Two GB are lacking.
    near(metrics(&config, "dummy", with(0.0)), (T_H, T_L + T_H + 20.0));
    near(metrics(&config, "dummy", with(0.5)), (T_H + 5.0, T_L + T_H + 25.0));
    near(metrics(&config, "dummy", with(1.0)), (T_H + 20.0, T_L + T_H + 40.0));
    assert_eq!(run(&config, "dummy", with(0.5)).jobs[0].swapped, 0.5);
}

#[test]
fn what_was_suspended_first_is_evicted_first() {
    // Two slots; two jobs of 2 GB are suspended one after the other, by jobs of 1 and 2.5 GB: 1.5 GB are lacking.
    let config = Config { slots: [2, 1], ..one_slot(ram(6.0)) };
    let jobs = vec![
        job(1, 0.0, &[50.0], 1.0, 2.0),
        job(2, 1.0, &[50.0], 1.0, 2.0),
        job(3, 10.0, &[50.0], 2.0, 1.0),
        job(4, 12.0, &[50.0], 3.0, 2.5),
    ];
    let timeline = record(&config, "dummy", jobs);
    let out: Vec<_> = timeline.transfers.iter().filter(|transfer| transfer.out).map(|t| (t.job, t.from, t.to, t.gigabytes)).collect();
    // J2 is the youngest and is suspended first.
    assert_eq!(out, [(1, 12.0, 27.0, 1.5)]);
    assert!(why(&timeline, 12.0).contains("machine 0 writes 1.5 GB of the suspended map of J2 to its disk for 15 s, to make room"));
    let back = timeline.transfers.iter().find(|transfer| !transfer.out).unwrap();
    let told = why(&timeline, back.from);
    assert!(told.contains("the suspended map of J2 has 1.5 GB out; its machine reads it back for 15 s"), "{told}");
}

#[test]
fn a_disk_serves_one_transfer_after_the_other() {
    // Two tasks are evicted for two newcomers at the same instant.
    let config = Config { slots: [2, 1], ..one_slot(ram(4.0)) };
    let jobs = vec![job(1, 0.0, &[50.0; 2], 1.0, 2.0), job(2, 10.0, &[30.0; 2], 2.0, 2.0)];
    let timeline = record(&config, "dummy", jobs);
    let times: Vec<_> = timeline.transfers.iter().map(|t| (t.out, t.from, t.to)).collect();
    // Reading back does not have to wait for room.
    assert_eq!(times, [(true, 10.0, 30.0), (true, 30.0, 50.0), (false, 60.0, 80.0), (false, 80.0, 100.0)]);
    let ends: Vec<f64> = timeline.jobs.iter().map(|job| job.completion).collect();
    assert_eq!(ends, [140.0, 80.0]);
}

#[test]
fn tasks_are_suspended_only_while_the_swap_space_has_room() {
    // For a first and a second suspended task if that makes no more than 3 GB.
    let of = |memory: f64| {
        let config = one_slot(MachineMemory { swap: 3.0, ..ram(3.0) });
        let jobs = vec![job(1, 0.0, &[50.0], 1.0, 2.0), job(2, 10.0, &[50.0], 2.0, memory), job(3, 20.0, &[50.0], 3.0, 1.0)];
        record(&config, "dummy", jobs)
    };
    let suspended = |timeline: &Timeline| timeline.bars.iter().filter(|bar| bar.end == Ending::Suspended).count();
    let (fits, full) = (of(1.0), of(1.001));
    assert_eq!((suspended(&fits), suspended(&full)), (2, 1));
    let told = why(&full, 20.0);
    assert!(told.contains("Machine 0 suspends no more: its suspended tasks have 2 of the 3 GB for which there is swap space."), "{told}");
    assert!(!why(&fits, 15.0).contains("suspends no more"));
}

const SIZED: &str = "hfsp[estimator=noisy,resume=home,preemption=suspend";

/// The second job is believed to be tiny, the first huge.
fn believed(mut jobs: Vec<TaskJob>) -> Vec<TaskJob> {
    jobs.iter_mut().skip(1).for_each(|job| job.error = 1e-6);
    jobs[0].error = 1e6;
    jobs
}

#[test]
fn hfsp_pages_where_it_is_told_to() {
    let config = one_slot(ram(4.0));
    let of = |brackets: &str| metrics(&config, &format!("{SIZED}{brackets}]"), believed(pair(0.5, [2.5, 2.0])));
    near(of(""), (T_H, T_L + T_H));
    near(of(",paging=on"), (T_H + 5.0, T_L + T_H + 10.0));
    // Fixed seconds are added.
    near(of(",paging=on,page-out=3,page-in=2"), (T_H + 8.0, T_L + T_H + 15.0));
    near(of(",paging=on,cycles=1"), (T_H + 5.0, T_L + T_H + 10.0));
    near(of(",paging=on,cycles=0"), (0.5 * T_L + T_H, T_L + T_H));
}

#[test]
fn a_job_is_suspended_as_often_as_its_cycles_allow() {
    let jobs = || believed(vec![job(1, 0.0, &[100.0], 1.0, 1.0), job(2, 10.0, &[5.0], 1.0, 1.0), job(3, 30.0, &[5.0], 1.0, 1.0)]);
    let suspended = |brackets: &str| run(&one_slot(ram(4.0)), &format!("{SIZED}{brackets}]"), jobs()).counters.suspended;
    assert_eq!([",cycles=0", ",cycles=1", ",cycles=2", ""].map(suspended), [0, 1, 2, 2]);
}

#[test]
fn every_eviction_policy_chooses_its_own_victim() {
    // Three jobs on three slots; the one that comes last is believed to be tiny, and takes all slots.
    let losers = |victim: &str| {
        let config = Config { slots: [3, 1], ..one_slot(ram(100.0)) };
        let with = |error, job: TaskJob| TaskJob { error, ..job };
        let jobs = vec![
            with(30.0, job(1, 0.0, &[200.0], 1.0, 3.0)),
            with(200.0, job(2, 1.0, &[100.0], 1.0, 2.0)),
            with(10.0, job(3, 2.0, &[400.0], 1.0, 1.0)),
            with(1e-9, job(4, 60.0, &[10.0; 3], 1.0, 1.0)),
        ];
        let timeline = record(&config, &format!("{SIZED},victim={victim}]"), jobs);
        let lost = timeline.bars.iter().filter(|bar| bar.end == Ending::Suspended);
        lost.map(|bar| timeline.jobs[bar.job as usize].id).collect::<Vec<_>>()
    };
    for (victim, order) in [("oldest", [1, 2, 3]), ("closest", [2, 1, 3]), ("least-progress", [3, 1, 2]), ("largest-job", [2, 1, 3])] {
        assert_eq!(losers(victim), order, "{victim}");
    }
}

#[test]
fn a_process_stops_at_the_order_and_its_slot_is_free_at_the_next_heartbeat() {
    let config = Config { heartbeat: 3.0, prompt: false, ..one_slot(ram(4.0)) };
    // Ordered at 12, when its process stops, suspended at 15; half a GB is written until 20; ordered to resume at 93, which it does at 96.
    let jobs = vec![job(1, 0.0, &[80.0], 1.0, 2.5), job(2, 10.0, &[70.0], 2.0, 2.0)];
    let timeline = record(&config, "dummy", jobs);
    let bars: Vec<_> = timeline.bars.iter().map(|bar| (bar.job, bar.from, bar.to, bar.end)).collect();
    assert_eq!(bars[0], (0, 0.0, 15.0, Ending::Suspended));
    assert_eq!(bars[1], (1, 15.0, 90.0, Ending::Completed));
    let transfers: Vec<_> = timeline.transfers.iter().map(|t| (t.out, t.from, t.to)).collect();
    let resumed = bars[2].1;
    assert_eq!(transfers, [(true, 15.0, 20.0), (false, resumed + 3.0, resumed + 8.0)]);
    assert_eq!(bars[2].2, resumed + 8.0 + 68.0);
    // One that completes with the heartbeat that would bring the order is not suspended.
    let jobs = vec![job(1, 0.0, &[12.0], 1.0, 2.5), job(2, 10.0, &[70.0], 2.0, 2.0)];
    let timeline = record(&config, "dummy", jobs);
    assert!(timeline.bars.iter().all(|bar| bar.end == Ending::Completed) && timeline.transfers.is_empty());
    assert_eq!((timeline.bars[0].to, timeline.bars[1].from), (12.0, 12.0));
}

#[test]
fn what_is_killed_or_complete_frees_its_memory() {
    let timeline = record(&one_slot(ram(4.0)), "dummy[preemption=kill]", pair(0.5, [2.5, 2.0]));
    assert!(timeline.memory.is_empty() && timeline.ram.is_none(), "what kills does not page");
    let timeline = record(&one_slot(ram(4.0)), "dummy", pair(0.5, [2.5, 2.0]));
    let last = timeline.memory.last().unwrap();
    assert_eq!((last.running, last.suspended, last.swapped, last.cached), (0.0, 0.0, 0.0, 4.0));
    assert_eq!((timeline.ram, timeline.swap, timeline.os_memory), (Some(4.0), Some(100.0), Some(0.0)));
}

/// What holds on every machine at any time, and for every cycle of a task.
#[test]
fn pages_go_out_and_in_at_most_once_a_cycle() {
    let mut moved = 0;
    for replication in 0..6 {
        let workload = Mix::Test.generate(30, 3, replication).unwrap();
        for (policy, replacement) in [
            ("hfsp-viper", 1.0),
            ("hfsp[preemption=suspend,paging=on,resume=home]", 2.0),
            ("hfsp-viper[preemption=adaptive,victim=oldest]", 1.0),
        ] {
            for heartbeat in [0.0, 3.0] {
                let memory = MachineMemory { ram: 4.5, swap: 3.0, replacement, ..MachineMemory::default() };
                let config = Config { machines: 6, heartbeat, memory, ..Config::default() };
                let (timeline, outcome) = Timeline::record(&config, &workload, &policy.parse().unwrap()).unwrap();
                // Two maps of 1 GB and a reduce of 2.
                let slots = 4.0;
                for usage in &timeline.memory {
                    let whole = usage.running + usage.suspended + usage.cached + memory.os;
                    assert!((whole - memory.ram).abs() < 1e-8 && usage.running >= 0.0 && usage.cached >= 0.0, "{policy}: {usage:?}");
                    // What is called has a slot, and is not counted among the suspended.
                    assert!(usage.suspended + usage.swapped <= memory.swap + slots + 1e-8, "{policy}: {usage:?}");
                }
                let mut free = [0.0; 6];
                let mut cycles: BTreeMap<(u32, usize, u32), (f64, bool)> = BTreeMap::new();
                for transfer in &timeline.transfers {
                    let free = &mut free[transfer.machine as usize];
                    assert!(transfer.from >= *free && transfer.gigabytes > 0.0, "{policy}: {transfer:?}");
                    *free = transfer.to;
                    let task = (transfer.job, transfer.phase.index(), transfer.task);
                    let (out, back) = cycles.entry(task).or_insert((0.0, false));
                    if *back && transfer.out {
                        (*out, *back) = (0.0, false);
                    }
                    if transfer.out {
                        *out += transfer.gigabytes;
                        assert!(*out <= timeline.jobs[transfer.job as usize].memory[transfer.phase.index()] + 1e-9);
                    } else {
                        // All is dirty, so that what is read back has been written.
                        assert!(!*back && (*out - transfer.gigabytes).abs() < 1e-9, "{policy}: {transfer:?} after {out} GB");
                        *back = true;
                    }
                    moved += 1;
                }
                let written: f64 = timeline.transfers.iter().filter(|transfer| transfer.out).map(|t| t.gigabytes).sum();
                let told: f64 = outcome.jobs.iter().map(|job| job.swapped).sum();
                assert!((written - told).abs() < 1e-6 && outcome.jobs.iter().all(|job| job.paging >= -1e-9));
            }
        }
    }
    assert!(moved > 100, "{moved} transfers show little");
}

#[test]
fn equal_weights_wait_for_each_other_and_the_youngest_of_the_least_goes() {
    let config = Config { slots: [3, 1], ..one_slot(ram(100.0)) };
    let jobs = vec![
        job(1, 0.0, &[50.0], 2.0, 1.0),
        job(2, 1.0, &[50.0], 1.0, 1.0),
        job(3, 2.0, &[50.0], 1.0, 1.0),
        job(4, 3.0, &[50.0], 1.0, 1.0),
        job(5, 10.0, &[50.0; 2], 2.0, 1.0),
    ];
    let timeline = record(&config, "dummy", jobs);
    let suspended: Vec<u32> = timeline.bars.iter().filter(|bar| bar.end == Ending::Suspended).map(|bar| bar.job).collect();
    assert_eq!(suspended, [2, 1]);
    let starts = |job: u32| timeline.bars.iter().find(|bar| bar.job == job).unwrap().from;
    // J1 is done at 50; its slot goes to J2, the first of the others.
    assert_eq!((starts(4), timeline.bars.iter().find(|bar| bar.resumed).map(|bar| (bar.job, bar.from))), (10.0, Some((1, 50.0))));
}

#[test]
fn bad_memory_is_refused() {
    let error = |memory: MachineMemory, policy: &str| {
        let workload = TaskWorkload::new(pair(0.5, [2.5, 2.0])).unwrap();
        simulate(&one_slot(memory), &workload, &policy.parse().unwrap(), &mut Silent).map(|_| ()).unwrap_err().to_string()
    };
    let base = MachineMemory::default();
    for (memory, text) in [
        (MachineMemory { ram: 0.0, ..base }, "system.ram is 0; allowed: gigabytes above 0"),
        (MachineMemory { swap: -1.0, ..base }, "system.swap is -1; allowed: gigabytes, 0 to 1e6"),
        (MachineMemory { disk: 0.0, ..base }, "system.disk is 0; allowed: megabytes a second above 0"),
        (MachineMemory { os: -0.5, ..base }, "system.os_memory is -0.5; allowed: gigabytes, 0 to 1e6"),
        (MachineMemory { replacement: 0.5, ..base }, "system.replacement is 0.5; allowed: an exponent from 1"),
        (MachineMemory { ram: f64::NAN, ..base }, "system.ram is NaN"),
    ] {
        assert!(error(memory, "fifo").contains(text), "{}", error(memory, "fifo"));
    }
    let small = MachineMemory { ram: 2.6, ..base };
    let told = error(small, "dummy");
    assert!(told.starts_with("system.ram is 2.6 GB, where the system and the tasks in all slots of a machine take 2.7"), "{told}");
    // Without paging it does not matter.
    let jobs = || TaskWorkload::new(pair(0.5, [2.5, 2.0])).unwrap();
    assert!(simulate(&one_slot(small), &jobs(), &"dummy[paging=off]".parse().unwrap(), &mut Silent).is_ok());
    assert!(simulate(&one_slot(small), &jobs(), &"dummy[preemption=kill]".parse().unwrap(), &mut Silent).is_ok());
}
