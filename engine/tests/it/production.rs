//! Production jobs among others: shares of pools, and who is killed for them (Cheng, Zhang, Boutaba), exact.

use schedscope_engine::cluster::{Change, Config, Ending, Policy, Pool, Timeline};
use schedscope_engine::workload::{TaskJob, TaskWorkload};

/// Machines with one slot of each kind, of which the scheduler hears at once, and which hold a copy of every block.
fn machines(machines: u32, pools: Vec<Pool>) -> Config {
    Config { machines, slots: [1, 1], heartbeat: 0.0, replication: machines, pools, ..Config::default() }
}

/// Pool 0 with a share of `1 - share` and pool 1, of production jobs, with the rest.
fn classes(share: f64) -> Vec<Pool> {
    vec![Pool { share: Some(1.0 - share), ..Pool::default() }, Pool { share: Some(share), production: true, ..Pool::default() }]
}

/// A job of this many maps, all alike.
fn job(id: u64, arrival: f64, pool: u32, maps: usize, seconds: f64) -> TaskJob {
    TaskJob { pool, ..TaskJob::new(id, arrival, &vec![seconds; maps], &[]) }
}

/// The sojourn time of each job, and the tasks that were killed: job from 1, start, end.
fn run(config: &Config, policy: &str, jobs: Vec<TaskJob>) -> (Vec<f64>, Vec<(u32, f64, f64)>) {
    let policy: Policy = policy.parse().unwrap();
    let (timeline, outcome) = Timeline::record(config, &TaskWorkload::new(jobs), &policy).unwrap();
    let mut killed: Vec<_> =
        timeline.bars.iter().filter(|bar| bar.end == Ending::Killed).map(|bar| (bar.job + 1, bar.from, bar.to)).collect();
    killed.sort_by(|a, b| a.2.total_cmp(&b.2).then(a.0.cmp(&b.0)).then(a.1.total_cmp(&b.1)));
    (outcome.jobs.iter().map(|job| job.sojourn).collect(), killed)
}

#[test]
fn a_share_is_a_minimum_share_of_the_slots_that_are_there() {
    let fair = "fair[preemption=kill,min-share-timeout=5,fair-share-timeout=1e5,cleanup=0]";
    let jobs = || vec![job(1, 0.0, 0, 10, 100.0), job(2, 10.0, 1, 10, 10.0)];
    // As eight slots of ten.
    let slots = vec![Pool::default(), Pool { min_map: 8, ..Pool::default() }];
    let share = vec![Pool::default(), Pool { share: Some(0.8), ..Pool::default() }];
    assert_eq!(run(&machines(10, slots), fair, jobs()), run(&machines(10, share.clone()), fair, jobs()));
    // Four of five when half of the machines have left.
    let changes = (5..10).map(|machine| Change { time: 1.0, machine, joins: false }).collect();
    let (_, killed) = run(&Config { changes, ..machines(10, share) }, fair, jobs());
    assert_eq!(killed, [(1, 0.0, 15.0); 4]);
}

#[test]
fn shares_that_mean_nothing_are_refused() {
    let error = |pools: Vec<Pool>| machines(2, pools).validate().unwrap_err();
    let pool = |share| Pool { share: Some(share), ..Pool::default() };
    let of = |pools| {
        let found = error(pools);
        (found.field, found.value, found.allowed)
    };
    assert_eq!(of(vec![pool(0.8), pool(0.3)]), ("system.pools.share", "1.1 in all".to_owned(), "shares that sum to at most 1"));
    assert_eq!(of(vec![pool(-0.5)]), ("system.pools.share", "-0.5".to_owned(), "a fraction from 0 to 1"));
    assert_eq!(of(vec![pool(f64::NAN)]).2, "a fraction from 0 to 1");
    let both = of(vec![Pool { min_reduce: 1, ..pool(0.2) }]);
    assert_eq!((both.1.as_str(), both.2), ("0.2 beside min_map or min_reduce", "either a share or numbers of slots for each pool"));
    assert!(machines(2, vec![pool(0.1); 10]).validate().is_ok(), "ten tenths are all, whatever rounding says");
}
