//! Production jobs among others: shares of pools, and who is killed for them (Cheng, Zhang, Boutaba), exact.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use schedscope::cluster::production::guard::{Guard, Limits, Part, Queue};
use schedscope::cluster::production::victims::{fraction, globally, most_beyond, overflowing};
use schedscope::cluster::{Config, Ending, MachineChange, Performance, Policy, Pool, TaskId, Timeline, why};
use schedscope::workload::{LONG, Mix, Phase, TABLE_III, TaskJob, TaskWorkload};

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
    let (timeline, outcome) = Timeline::record(config, &TaskWorkload::new(jobs).unwrap(), &policy).unwrap();
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
    let changes = (5..10).map(|machine| MachineChange { time: 1.0, machine, joins: false }).collect();
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

/// A job of ten slots' cluster that holds six of them, another that holds four since 5, and production tasks that arrive
/// at 12.
fn taken(policy: &str, production: usize) -> (Vec<f64>, Vec<(u32, f64, f64)>) {
    let jobs = vec![job(1, 0.0, 0, 6, 1000.0), job(2, 5.0, 0, 4, 100.0), job(3, 12.0, 1, production, 10.0)];
    run(&machines(10, classes(0.8)), policy, jobs)
}

/// The same kill so many times.
fn times(n: usize, kill: (u32, f64, f64)) -> Vec<(u32, f64, f64)> {
    vec![kill; n]
}

#[test]
fn fair_kill_takes_what_jobs_hold_beyond_their_shares_at_the_next_check() {
    // One slot each is what the two jobs keep of their two.
    let (sojourns, killed) = taken("fair-kill[cleanup=0]", 8);
    assert_eq!(killed, [times(5, (1, 0.0, 20.0)), times(3, (2, 5.0, 20.0))].concat());
    assert_eq!(sojourns[2], 18.0);
    // Three production tasks leave them 3.5 slots each: the first holds 2.5 more, the second 0.5, which are three and one in
    // whole slots. The first loses two, and the second, of equals the later one, one.
    let (sojourns, killed) = taken("fair-kill[cleanup=0]", 3);
    assert_eq!(killed, [times(2, (1, 0.0, 20.0)), times(1, (2, 5.0, 20.0))].concat());
    assert_eq!(sojourns[2], 18.0);
}

#[test]
fn gp_takes_the_slots_of_the_tasks_started_last_of_all() {
    let (sojourns, killed) = taken("gp[cleanup=0]", 8);
    assert_eq!(killed, [times(4, (1, 0.0, 20.0)), times(4, (2, 5.0, 20.0))].concat());
    assert_eq!(sojourns[2], 18.0);
    let (sojourns, killed) = taken("gp[cleanup=0]", 3);
    assert_eq!(killed, times(3, (2, 5.0, 20.0)), "though the second job holds no more than its share");
    assert_eq!(sojourns[2], 18.0);
}

#[test]
fn a_slot_goes_to_those_for_whom_it_was_freed() {
    // At 20 the second job lacks 2.5 of its 3.5 slots, more than the production job in its pool of eight, which comes first.
    for slots in ["deficiency", "fewest"] {
        let (sojourns, killed) = taken(&format!("gp[cleanup=0,slots={slots}]"), 3);
        assert_eq!(killed, times(3, (2, 5.0, 20.0)), "once, and never again");
        assert_eq!(sojourns[2], 18.0);
    }
}

#[test]
fn a_pool_below_its_minimum_share_gets_slots_first() {
    // Minimum shares of one, four and five slots of ten, of which the pools hold three, none and two when five slots are free.
    let pools = [0.1, 0.4, 0.5].map(|share| Pool { share: Some(share), ..Pool::default() }).to_vec();
    let jobs = vec![
        job(1, 0.0, 0, 3, 1000.0),
        job(2, 0.0, 1, 4, 10.0),
        job(3, 0.0, 2, 1, 10.0),
        job(4, 0.0, 2, 2, 1000.0),
        job(5, 1.0, 0, 9, 1000.0),
        job(6, 2.0, 1, 9, 1000.0),
        job(7, 3.0, 2, 9, 1000.0),
        job(8, 4.0, 1, 9, 1000.0),
    ];
    // The seventh job lacks three slots, the sixth and the eighth two each.
    for slots in ["deficiency", "fewest"] {
        let order = at_ten(10, pools.clone(), &format!("gp[slots={slots}]"), jobs.clone());
        assert_eq!(order, [6, 8, 7, 6, 7], "{slots}: after 0, 1/4, 2/5, 2/4 and 3/5 of what the pool is guaranteed");
    }
}

#[test]
fn slots_that_are_free_or_being_cleaned_are_not_asked_for_twice() {
    for policy in ["fair-kill[cleanup=30]", "gp[cleanup=30]"] {
        let (sojourns, killed) = taken(policy, 2);
        assert_eq!(killed.len(), 2, "{policy}: {killed:?}");
        assert_eq!(sojourns[2], 48.0, "killed at 20, cleaned at 50, done at 60");
    }
    // Two of twelve slots are free, and no slot is lacking.
    let jobs = vec![job(1, 0.0, 0, 10, 1000.0), job(2, 12.0, 1, 2, 10.0)];
    assert_eq!(run(&machines(12, classes(0.8)), "gp", jobs).1, []);
}

#[test]
fn nobody_is_killed_for_jobs_that_are_not_production_or_beyond_the_share_of_production() {
    for policy in ["fair-kill", "gp"] {
        let jobs = |pool| vec![job(1, 0.0, 0, 10, 1000.0), job(2, 12.0, pool, 20, 10.0)];
        assert_eq!(run(&machines(10, classes(0.8)), policy, jobs(0)).1, [], "{policy}");
        for (share, slots) in [(0.25, 2), (0.5, 5), (0.75, 7)] {
            let killed = run(&machines(10, classes(share)), policy, jobs(1)).1;
            assert_eq!(killed.iter().filter(|kill| kill.2 == 20.0).count(), slots, "{policy}: whole slots of {share}");
        }
    }
}

/// The jobs, from 1, that get slots at 10, by machine.
fn at_ten(slots: u32, pools: Vec<Pool>, policy: &str, jobs: Vec<TaskJob>) -> Vec<u32> {
    let timeline = Timeline::record(&machines(slots, pools), &TaskWorkload::new(jobs).unwrap(), &policy.parse().unwrap()).unwrap().0;
    let mut at: Vec<_> = timeline.bars.iter().filter(|bar| bar.from == 10.0).map(|bar| (bar.machine, bar.job + 1)).collect();
    at.sort_unstable();
    at.into_iter().map(|(_, job)| job).collect()
}

#[test]
fn a_free_slot_of_a_pool_goes_to_the_largest_deficiency() {
    // Four slots are free at 10: the second job's share is one of them, the third's three.
    let jobs = || vec![job(1, 0.0, 0, 4, 10.0), job(2, 1.0, 0, 1, 5.0), job(3, 2.0, 0, 6, 5.0)];
    let order = |policy| at_ten(4, vec![], policy, jobs());
    assert_eq!(order("gp"), [3, 3, 2, 3]);
    assert_eq!(order("gp[slots=fewest]"), [2, 3, 3, 3]);
    assert_eq!(order("fair"), order("gp[slots=fewest]"));
}

#[test]
fn deficiencies_of_jobs_of_several_weights_are_compared() {
    // Shares of six slots: 1.25 and 3.75 at weights 1 and 3, and one, which is all that the fourth job can use.
    let of = |id, weight, maps| TaskJob { weight, ..job(id, id as f64 - 1.0, 0, maps, 5.0) };
    let jobs = || vec![job(1, 0.0, 0, 6, 10.0), of(2, 1.0, 6), of(3, 3.0, 6), of(4, 1.0, 1)];
    let order = |policy| at_ten(6, vec![], policy, jobs());
    assert_eq!(order("gp"), [3, 3, 3, 2, 4, 3]);
    assert_eq!(order("gp[slots=fewest]"), [2, 3, 4, 3, 3, 2]);
    assert_eq!(order("fair"), order("gp[slots=fewest]"));
}

fn map(job: u32, task: u32) -> TaskId {
    TaskId::new(job, Phase::Map, task)
}

#[test]
fn victims_are_taken_evenly_or_globally_and_ties_have_an_order() {
    let running = vec![(map(0, 0), 1.0), (map(0, 1), 1.0), (map(0, 2), 9.0), (map(1, 0), 3.0), (map(1, 1), 3.0), (map(2, 0), 9.0)];
    let ids = |victims: Vec<(TaskId, f64)>| victims.iter().map(|(task, _)| (task.job, task.task)).collect::<Vec<_>>();
    assert_eq!(ids(globally(running.clone(), 4)), [(2, 0), (0, 2), (1, 1), (1, 0)]);
    assert_eq!(globally(running.clone(), 9).len(), 6, "no more than there are");
    let overflow = [(0, 3), (1, 2), (2, 0)].into();
    // The first job has most to spare, then both have two, of which the later goes first.
    assert_eq!(ids(most_beyond(running.clone(), &overflow, 4)), [(0, 2), (1, 1), (0, 1), (1, 0)]);
    assert_eq!(ids(most_beyond(running.clone(), &overflow, 9)), [(0, 2), (1, 1), (0, 1), (1, 0), (0, 0)], "nobody falls below its share");
    // Half of three, of two and of one: 1.5, 1 and 0.5.
    assert_eq!(ids(fraction(running.clone(), 3)), [(0, 2), (1, 1), (2, 0)]);
    assert_eq!(ids(fraction(running.clone(), 4)), [(0, 2), (0, 1), (1, 1), (2, 0)]);
    assert_eq!(fraction(running.clone(), 9).len(), 6);
    let long = [(0, 2), (1, 1)].into();
    assert_eq!(ids(overflowing(running.clone(), &long, true)), [(0, 2), (1, 1), (0, 1)]);
    assert_eq!(ids(overflowing(running, &long, false)), [(0, 2), (1, 1)], "half of three, rounded up");
}

const LIMITS: Limits = Limits { period: 60.0, time: 0.8, slots: 0.9, timeout: 40.0 };

#[test]
fn each_condition_of_the_guard_alone_prevents_it() {
    let queue = Queue { waiting: 20, of_one_job: 18, available: 19 };
    let full = || {
        let mut guard = Guard::new(LIMITS);
        guard.note(0.0, 10, 10);
        assert_eq!(guard.look(0.0, true, queue), None);
        guard
    };
    assert_eq!(full().look(60.0, true, queue), Some(Part::Half));
    assert_eq!(full().look(60.0, false, queue), None, "no long job holds more than its share");
    assert_eq!(full().look(60.0, true, Queue { available: 20, ..queue }), None, "no more wait than there are slots");
    assert_eq!(full().look(60.0, true, Queue { of_one_job: 19, ..queue }), None, "more than nine tenths are of one job");
    assert_eq!(full().look(59.0, true, queue), None, "a period has not passed");
    let mut guard = full();
    guard.note(30.0, 9, 10);
    guard.note(42.0, 10, 10);
    assert_eq!(guard.look(60.0, true, queue), None, "48 of 60 s is not more than 80 %, nor are nine of ten slots more than 90 %");
    assert_eq!(guard.look(90.1, true, queue), Some(Part::Half), "the idle time leaves the period");
    let mut guard = full();
    assert_eq!(guard.look(40.0, true, Queue { waiting: 19, ..queue }), None);
    assert_eq!([60.0, 99.0].map(|now| guard.look(now, true, queue)), [None; 2], "the queue has not been long for all of a period");
    assert_eq!(guard.look(120.0, true, queue), Some(Part::Half));
}

#[test]
fn the_guard_kills_all_after_the_timeout_and_begins_anew_when_nobody_starves() {
    let mut guard = Guard::new(LIMITS);
    guard.note(0.0, 10, 10);
    let mut look = |now, overflows| guard.look(now, overflows, Queue { waiting: 20, of_one_job: 1, available: 10 });
    assert_eq!([0.0, 20.0, 40.0].map(|now| look(now, true)), [None; 3]);
    assert_eq!([60.0, 80.0, 99.9, 100.0].map(|now| look(now, true)), [Some(Part::Half), None, None, Some(Part::All)]);
    assert_eq!([120.0, 140.0].map(|now| look(now, true)), [None; 2], "another period");
    assert_eq!([160.0, 180.0].map(|now| look(now, true)), [Some(Part::Half), None]);
    assert_eq!(look(190.0, false), None);
    assert_eq!([195.0, 235.0].map(|now| look(now, true)), [Some(Part::Half), Some(Part::All)]);
}

/// One machine with two slots for three jobs of two long maps: the share of each is less than a slot, and all end.
#[test]
fn a_share_of_less_than_a_slot_keeps_one() {
    let jobs = (1..=3).map(|id| job(id, 0.0, 0, 2, 1000.0)).collect();
    let (sojourns, killed) = run(&machines(2, classes(0.8)), "gp", jobs);
    assert_eq!(killed, []);
    assert_eq!(sojourns.into_iter().fold(0.0, f64::max), 3000.0);
}

/// A long job on all ten slots from 0, and others that wait from 30 on: the kills until 200. Looks at a long queue begin
/// at 40, so that long jobs starve others from 100 on.
fn guarded_of(long: u32, parameters: &str, others: &[(u32, usize)]) -> Vec<(u32, f64, f64)> {
    let others = (2..).zip(others).map(|(id, (pool, maps))| job(id, 30.0, *pool, *maps, 200.0));
    let jobs = std::iter::once(job(1, 0.0, 0, 10, 1000.0)).chain(others).collect();
    let policy = format!("gp[cleanup=0,period=60,long={long},{parameters}]");
    let mut killed = run(&machines(10, classes(0.8)), &policy, jobs).1;
    killed.retain(|(.., at)| *at <= 200.0);
    killed
}

/// The same where tasks are long that have run for 50 s.
fn guarded(parameters: &str, others: &[(u32, usize)]) -> Vec<(u32, f64, f64)> {
    guarded_of(50, parameters, others)
}

#[test]
fn long_jobs_that_starve_others_lose_what_they_hold_beyond_their_shares() {
    let two = [(0, 8), (0, 8)];
    let kills = |counts: &[(usize, f64)]| counts.iter().flat_map(|(n, at)| times(*n, (1, 0.0, *at))).collect::<Vec<_>>();
    // A third of the slots each: 6.67 beyond at first, which are seven, of which four go; then the three that are left.
    assert_eq!(guarded("timeout=100", &two), kills(&[(4, 100.0), (3, 200.0)]));
    // The tenth slot goes back to the long job, the earliest of three that lack a third of one; it is taken from it in the next
    // episode, a period later.
    assert_eq!(guarded("timeout=20", &two)[..8], [kills(&[(4, 100.0), (3, 120.0)]), times(1, (1, 120.0, 180.0))].concat());
    assert_eq!(guarded("guard=off", &two), []);
    assert_eq!(guarded_of(100, "timeout=100", &two)[0].2, 100.0);
    assert_eq!(guarded_of(101, "timeout=100", &two)[0].2, 120.0, "not long before");
    assert_eq!(guarded("timeout=100", &[(0, 5), (0, 5)]), [], "ten wait, and ten slots are there");
    assert_eq!(guarded("timeout=100", &[(0, 15), (0, 1)]), [], "15 of 16 are of one job");
    assert_eq!(guarded("timeout=100", &[(0, 18), (0, 2)])[0].2, 100.0, "18 of 20 are not more than 90 %");
}

#[test]
fn what_production_jobs_take_is_not_beyond_a_share() {
    // Four slots for four production tasks at 40, of the long job's and not of others. At 100 they hold four, so that ten
    // that wait are more than the six slots that are left: of these each job's share is two.
    let killed = guarded("timeout=100", &[(0, 5), (0, 5), (1, 4)]);
    assert_eq!(killed[..4], times(4, (1, 0.0, 40.0)));
    assert_eq!(killed[4..6], times(2, (1, 0.0, 100.0)));
}

#[test]
fn why_says_who_was_killed_and_why_that_one() {
    let told = |policy: &str| {
        let jobs = vec![job(1, 0.0, 0, 6, 1000.0), job(2, 5.0, 0, 4, 100.0), job(3, 12.0, 1, 3, 10.0)];
        let workload = TaskWorkload::new(jobs).unwrap();
        why(&Timeline::record(&machines(10, classes(0.8)), &workload, &policy.parse().unwrap()).unwrap().0, 20.0)
    };
    let gp = told("gp[cleanup=0]");
    assert!(gp.contains("J2 loses 3 map slots to J3 (production jobs lack slots; started last of all): its work there is lost"), "{gp}");
    assert!(gp.contains("(in its pool it lacked most slots of its share"), "{gp}");
    let fewest = told("gp[cleanup=0,slots=fewest]");
    assert!(fewest.contains("(it held none"), "{fewest}");
    let fair = told("fair-kill[cleanup=0]");
    assert!(
        fair.contains("J1 loses 2 map slots to J3 (production jobs lack slots; each job loses a part of its tasks, of which it had 6)"),
        "{fair}"
    );
    let beyond = told("fair-kill[cleanup=0,victims=overflowing]");
    assert!(beyond.contains("J1 loses 2 map slots to J3 (production jobs lack slots; it held 6, more than its share)"), "{beyond}");
    let jobs = vec![job(1, 0.0, 0, 10, 1000.0), job(2, 30.0, 0, 8, 200.0), job(3, 30.0, 0, 8, 200.0)];
    let policy = "gp[cleanup=0,long=50,period=60,timeout=100]".parse().unwrap();
    let timeline = Timeline::record(&machines(10, classes(0.8)), &TaskWorkload::new(jobs).unwrap(), &policy).unwrap().0;
    let guard = why(&timeline, 200.0);
    assert!(guard.contains("J1 loses 3 map slots to J2 and J3 (it is long and holds more than its share while others wait)"), "{guard}");
}

#[test]
fn table_iii_is_drawn_exactly() {
    let jobs_of = |(maps, jobs): (u32, &[(u32, f64)])| (jobs.iter().map(|(count, _)| count).sum::<u32>(), maps);
    let rows = [(49, 1), (21, 2), (18, 10), (11, 50), (8, 100), (8, 250), (5, 400), (5, 800), (2, 1500), (1, 3000), (1, 5000), (1, 8000)];
    assert_eq!(TABLE_III.map(jobs_of), rows);
    for (seed, place) in [(1, 1), (2, 66), (3, 92), (4, 130)] {
        let workload = Mix::ProductionBusy.generate_with(place, 155, seed, 0).unwrap();
        let (table, rest) = workload.jobs().split_at(130);
        assert_eq!((table.iter().filter(|job| job.pool == 1).count(), rest.len()), (39, 25), "30 % are production jobs");
        for (maps, classes) in TABLE_III {
            for (count, seconds) in classes {
                let alike = |job: &&TaskJob| job.len() == maps as usize && job.tasks[0].iter().all(|task| task.duration() == *seconds);
                assert_eq!(table.iter().filter(alike).count(), *count as usize, "{maps} maps of {seconds} s");
            }
        }
        let long = &table[place as usize - 1];
        assert_eq!((long.len(), long.tasks[0][0].duration(), long.pool), (250, LONG, 0));
        assert!(rest.iter().all(|job| job.tasks[0][0].duration() < LONG) && workload.jobs().iter().all(|job| job.tasks[1].is_empty()));
    }
}

#[test]
fn production_jobs_arrive_as_the_source_says() {
    for (mix, gap) in [(Mix::ProductionBusy, 30.0), (Mix::ProductionIdle, 80.0)] {
        let workload = mix.generate(155 * 200, 1, 0).unwrap();
        let arrivals: Vec<f64> = workload.jobs().iter().map(|job| job.arrival).collect();
        let mean = |of: fn(usize) -> bool| {
            let gaps: Vec<f64> = (1..arrivals.len()).filter(|i| of(i % 155)).map(|i| arrivals[i] - arrivals[i - 1]).collect();
            (gaps.iter().sum::<f64>() / gaps.len() as f64, (gaps.len() as f64).sqrt())
        };
        for ((found, root), gap) in [(mean(|i| i < 130), gap), (mean(|i| i >= 130), 80.0)] {
            assert!((found / gap - 1.0).abs() < 4.0 / root, "{found} s, not {gap}");
        }
        let pool = workload.jobs().iter().filter(|job| job.pool == 1).count() as f64 / (155.0 * 200.0);
        assert!((pool - 0.3).abs() < 0.01, "{pool}");
        assert_eq!([0, 100, 130, 140, 155, 156, 300, 310].map(|count| mix.uncounted(count)), [0, 0, 0, 10, 25, 0, 15, 25]);
    }
}

#[test]
fn facebooks_jobs_have_their_quantiles() {
    let workload = Mix::Facebook.generate(20_000, 1, 0).unwrap();
    let part = |of: &dyn Fn(&TaskJob) -> bool| workload.jobs().iter().filter(|job| of(job)).count() as f64 / 20_000.0;
    // Half a map more or less where numbers are rounded.
    for (maps, p) in [(1, 0.39), (20, 0.69), (60, 0.78), (150, 0.84), (350, 0.9), (1500, 0.97)] {
        let found = part(&|job| job.len() <= maps);
        assert!((found - p).abs() < if maps == 1 { 0.1 } else { 0.012 }, "{maps} maps: {found}");
    }
    let running = |job: &TaskJob| job.tasks[0][0].duration() * f64::from((job.len() as u32).div_ceil(78));
    for (seconds, p) in [(55.0, 0.4), (90.0, 0.5), (350.0, 0.8), (1200.0, 0.95), (5000.0, 0.99)] {
        let found = part(&|job| running(job) <= seconds);
        assert!((found - p).abs() < 0.012, "{seconds} s: {found}");
    }
    let production = part(&|job| job.pool == 1);
    assert!((production - 0.3).abs() < 4.0 * (0.21 / 20_000.0_f64).sqrt(), "{production}");
}

#[test]
fn the_metrics_of_a_few_jobs() {
    // ANP of 1/2 and 1/8: mean 5/16, geometric mean 1/4, deviation 3/16.
    let Performance { anp, snp, l1, l2, unfairness } = Performance::of(&[2.0, 8.0]);
    assert_eq!((anp, l1, l2), (0.3125, 5.0, 34.0_f64.sqrt()));
    assert!((snp - 0.25).abs() < 1e-15 && (unfairness - 0.6).abs() < 1e-15, "{snp} {unfairness}");
    assert_eq!(Performance::of(&[1.0; 3]), Performance { anp: 1.0, snp: 1.0, l1: 1.0, l2: 1.0, unfairness: 0.0 });
}

/// More long jobs than slots, some of them production jobs: no policy kills for ever.
#[test]
fn a_finite_workload_ends_under_every_policy() {
    for seed in 0..30 {
        let mut random = StdRng::seed_from_u64(seed);
        let mut draw = |least: u32, most: u32| random.random_range(least..=most);
        let config = Config {
            machines: draw(1, 3),
            slots: [draw(1, 2), 1],
            heartbeat: [0.0, 3.0][draw(0, 1) as usize],
            ..machines(1, classes(0.8))
        };
        let config = Config { replication: config.machines, ..config };
        let jobs: Vec<TaskJob> = (1..=u64::from(draw(3, 8)))
            .map(|id| job(id, f64::from(draw(0, 50)), draw(0, 1), draw(1, 4) as usize, f64::from(draw(1, 20)) * 100.0))
            .collect();
        for policy in [
            "fifo",
            "fair",
            "fair[preemption=kill,min-share-timeout=5,fair-share-timeout=10]",
            "fair-kill",
            "fair-kill[victims=overflowing,interval=1]",
            "gp",
            "gp[long=0,period=1,timeout=0,interval=1]",
            "gp[slots=fewest,long=100,timeout=20]",
            "hfsp",
            "hfsp[preemption=kill]",
            "hfsp[preemption=suspend]",
            "hfsp-mplane",
            "hfsp-viper",
        ] {
            let (sojourns, _) = run(&config, policy, jobs.clone());
            assert!(sojourns.iter().all(|sojourn| *sojourn > 0.0), "{policy}");
        }
    }
}
