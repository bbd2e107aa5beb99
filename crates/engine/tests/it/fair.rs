//! The Hadoop Fair Scheduler's preemption, exact.

use schedscope::cluster::{Config, Ending, MachineChange, Policy, Pool, Timeline};
use schedscope::workload::{TaskJob, TaskWorkload};

/// Machines with one slot of each kind, of which the scheduler hears at once, and which hold a copy of every block.
fn machines(machines: u32, pools: Vec<Pool>) -> Config {
    Config { machines, slots: [1, 1], heartbeat: 0.0, replication: machines, pools, ..Config::default() }
}

/// A job of this many maps, all alike.
fn job(id: u64, arrival: f64, pool: u32, maps: usize, seconds: f64) -> TaskJob {
    TaskJob { pool, ..TaskJob::new(id, arrival, &vec![seconds; maps], &[]) }
}

/// The sojourn time of each job, and the tasks that were killed: machine, start, end.
fn run(config: &Config, timeouts: [f64; 2], jobs: Vec<TaskJob>) -> (Vec<f64>, Vec<(u32, f64, f64)>) {
    let [min, fair] = timeouts;
    let policy = format!("fair[preemption=kill,min-share-timeout={min},fair-share-timeout={fair},cleanup=0]");
    let policy: Policy = policy.parse().unwrap();
    let (timeline, outcome) = Timeline::record(config, &TaskWorkload::new(jobs).unwrap(), &policy).unwrap();
    let mut killed: Vec<_> =
        timeline.bars.iter().filter(|bar| bar.end == Ending::Killed).map(|bar| (bar.machine, bar.from, bar.to)).collect();
    killed.sort_by(|a, b| a.2.total_cmp(&b.2).then(a.0.cmp(&b.0)));
    (outcome.jobs.iter().map(|job| job.sojourn).collect(), killed)
}

const NEVER: f64 = 1e5;

#[test]
fn who_is_below_half_of_its_fair_share_gets_all_of_it_when_the_timeout_ends() {
    // Two of four slots are the second job's from 10 on; it gets them at 30, and is done with them at 50. The first job's
    // two tasks start again then.
    let jobs = vec![job(1, 0.0, 0, 4, 100.0), job(2, 10.0, 0, 4, 10.0)];
    assert_eq!(run(&machines(4, vec![]), [NEVER, 20.0], jobs), (vec![150.0, 40.0], vec![(2, 0.0, 30.0), (3, 0.0, 30.0)]));
}

#[test]
fn half_of_its_fair_share_is_enough_to_wait() {
    // The second job holds one of the two slots that are its share: nothing is killed for it.
    let jobs = vec![job(1, 0.0, 0, 3, 100.0), job(2, 1.0, 0, 3, 50.0)];
    assert_eq!(run(&machines(4, vec![]), [1.0, 1.0], jobs), (vec![100.0, 149.0], vec![]));
}

#[test]
fn a_timeout_starts_anew_when_half_of_the_share_has_been_held() {
    // The second job holds no slot from 1 to 5, then one of the two that are its share, and none again when that machine
    // leaves at 10: the timeout of 8 s ends at 18, when one of the three slots that are left is to be its own.
    let mut jobs = vec![job(1, 0.0, 0, 4, 100.0), job(2, 1.0, 0, 2, 10.0)];
    jobs[0].tasks[0][3].work = 5.0;
    let changes = vec![MachineChange { time: 10.0, machine: 3, joins: false }];
    let config = Config { changes, ..machines(4, vec![]) };
    assert_eq!(run(&config, [NEVER, 8.0], jobs), (vec![138.0, 37.0], vec![(2, 0.0, 18.0)]));
}

#[test]
fn a_pool_below_its_minimum_share_gets_that_and_no_more() {
    // One slot at 15, which is half of the fair share of two: its four tasks run one after the other.
    let pools = |min_map| vec![Pool::default(), Pool { min_map, ..Pool::default() }];
    let jobs = || vec![job(1, 0.0, 0, 4, 100.0), job(2, 10.0, 1, 4, 10.0)];
    assert_eq!(run(&machines(4, pools(1)), [5.0, 20.0], jobs()), (vec![155.0, 45.0], vec![(3, 0.0, 15.0)]));
    // Without a minimum share, two slots at 30.
    assert_eq!(run(&machines(4, pools(0)), [5.0, 20.0], jobs()).0, [150.0, 40.0]);
}

#[test]
fn the_tasks_started_last_are_killed_first_and_no_job_falls_below_its_share() {
    // Two slots each. The second job's are younger, but it has only one to spare.
    let jobs = vec![job(1, 0.0, 0, 3, 100.0), job(2, 1.0, 0, 3, 100.0), job(3, 10.0, 0, 2, 10.0)];
    let (sojourns, killed) = run(&machines(6, vec![]), [NEVER, 5.0], jobs);
    assert_eq!(killed, [(2, 0.0, 15.0), (5, 1.0, 15.0)]);
    assert_eq!(sojourns, [125.0, 124.0, 15.0]);
}

#[test]
fn a_share_is_the_larger_of_the_minimum_and_what_the_weight_gives() {
    // Six of ten slots and four, not 6 + 2 and 2.
    let pools = vec![Pool::default(), Pool { min_map: 6, ..Pool::default() }];
    let jobs = vec![job(1, 0.0, 1, 10, 100.0), job(2, 10.0, 0, 4, 10.0)];
    let (sojourns, killed) = run(&machines(10, pools), [NEVER, 5.0], jobs);
    assert_eq!((sojourns[1], killed.len()), (15.0, 4));
}

#[test]
fn what_a_pool_cannot_use_is_no_part_of_its_share() {
    // The pool that is guaranteed six slots has two tasks; the others have four each.
    let pools = vec![Pool::default(), Pool { min_map: 6, ..Pool::default() }, Pool::default()];
    let jobs = vec![job(1, 0.0, 0, 10, 100.0), job(2, 10.0, 1, 2, 10.0), job(3, 10.0, 2, 9, 10.0)];
    let (sojourns, killed) = run(&machines(10, pools), [5.0, 5.0], jobs);
    assert_eq!((sojourns[1], killed.len()), (15.0, 6));
}

#[test]
fn who_has_waited_for_a_timeout_does_not_wait_for_a_block_as_well() {
    for seed in 0..20 {
        // The killed task's machine holds the block of the task that waits in half of the cases.
        let config = Config { replication: 1, rack_factor: 2.0, seed, ..machines(2, vec![]) };
        let jobs = vec![job(1, 0.0, 0, 2, 100.0), job(2, 10.0, 0, 1, 10.0)];
        let (sojourns, killed) = run(&config, [NEVER, 5.0], jobs);
        assert!(killed.len() == 1 && killed[0].2 == 15.0 && [15.0, 25.0].contains(&sojourns[1]), "{seed}: {sojourns:?} {killed:?}");
    }
}

#[test]
fn who_has_just_come_waits_for_its_block_however_late_that_is() {
    // The job comes at 10, when the timeout has passed since the beginning, but not since it came: the first machine that is offered
    // holds its block in half of the cases, and the job takes the one that does.
    for seed in 0..20 {
        let config = Config { replication: 1, rack_factor: 2.0, seed, ..machines(2, vec![]) };
        let jobs = vec![job(1, 10.0, 0, 1, 10.0)];
        assert_eq!(run(&config, [NEVER, 5.0], jobs), (vec![10.0], vec![]), "{seed}");
    }
}

#[test]
fn tasks_are_killed_when_their_machines_report() {
    // Machines report every 4 s: one at 0, 4, 8 and so on, the other at 2, 6, 10. That the second job waits is seen at 10,
    // when it arrives; that it has done so for 5 s at 16; and the task that was started last, at 2, is killed when its machine
    // reports, at 18.
    let config = Config { heartbeat: 4.0, prompt: false, ..machines(2, vec![]) };
    let jobs = vec![job(1, 0.0, 0, 2, 100.0), job(2, 10.0, 0, 1, 10.0)];
    let (_, killed) = run(&config, [NEVER, 5.0], jobs);
    assert_eq!(killed, [(1, 2.0, 18.0)]);
}
