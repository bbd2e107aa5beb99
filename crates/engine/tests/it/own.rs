//! Policies of one's own in the datacenter: formulas for the order of queues and for the choice among probed workers.

use schedscope::datacenter::{Config, Outcome, Policy, Silent, Timeline, simulate};
use schedscope::registry::Family;
use schedscope::workload::{BatchWorkload, TraceLike};
use schedscope::world::SpecError;

const SMALL: Config = Config { cutoff: 1129.532, ..crate::datacenter::SMALL };

fn attempt(config: &Config, workload: &BatchWorkload, policy: &str) -> Result<Outcome, SpecError> {
    simulate(config, workload, &policy.parse().unwrap(), &mut Silent)
}

fn run(config: &Config, workload: &BatchWorkload, policy: &str) -> Outcome {
    attempt(config, workload, policy).unwrap()
}

fn jobs(jobs: &[(f64, &[f64])]) -> BatchWorkload {
    let mut workload = BatchWorkload::default();
    (1..).zip(jobs).for_each(|(id, (arrival, durations))| workload.push(id, *arrival, durations).unwrap());
    workload
}

#[test]
fn an_order_that_says_what_a_policy_says_is_that_policy() {
    for (seed, load) in (1..=4).flat_map(|seed| [(seed, 0.7), (seed, 1.1)]) {
        let workload = TraceLike::Google.generate(150, seed, 0).unwrap().with_load(load, 40).unwrap();
        let config = Config { seed, ..SMALL };
        for (own, policy) in [
            // Who came first has waited longest, and stands first.
            ("sparrow[order=-wait]", "sparrow"),
            ("sparrow[order=place]", "sparrow"),
            ("hawk[order=-wait]", "hawk"),
            ("eagle-no-sbp-srpt[order=place]", "eagle-no-sbp-srpt"),
            // Least remaining work first, with the bound and the entries of each.
            ("eagle[order=remaining]", "eagle"),
            ("eagle[order=left*est,bound=2]", "eagle[bound=2]"),
            ("eagle-no-sss[order=remaining+1e6]", "eagle-no-sss"),
            ("eagle-no-sss[order=est*tasks,scan=past-long]", "eagle-no-sss[scan=past-long]"),
            ("dlwl-srpt[order=remaining]", "dlwl-srpt"),
            ("sparrow[order=remaining]", "sparrow[order=srpt,bound=1e9,scan=all]"),
        ] {
            assert_eq!(run(&config, &workload, own), run(&config, &workload, policy), "{own}, seed {seed}, load {load}");
        }
        let shortest = run(&config, &workload, "sparrow[order=est]");
        assert_ne!(shortest, run(&config, &workload, "sparrow"), "the formula decides");
    }
}

#[test]
fn a_queue_is_served_by_its_formula() {
    // One worker and three jobs while the first runs, until 10: of 5 s since 1, of 2 s since 2, and of two tasks of 1 s since 3.
    let workload = jobs(&[(0.0, &[10.0]), (1.0, &[5.0]), (2.0, &[2.0]), (3.0, &[1.0, 1.0])]);
    let config = Config { workers: 1, delay: 0.0, ..SMALL };
    let ends = |order: &str| -> Vec<f64> {
        let outcome = run(&config, &workload, &format!("sparrow[ratio=1,order={order}]"));
        outcome.sojourn.iter().zip(workload.jobs()).map(|(sojourn, job)| sojourn + job.arrival).collect()
    };
    assert_eq!(ends("-wait"), [10.0, 15.0, 17.0, 19.0]);
    assert_eq!(ends("wait"), [10.0, 19.0, 14.0, 12.0]);
    assert_eq!(ends("est"), [10.0, 19.0, 14.0, 12.0]);
    // Two jobs of 2 s of work: who came first is first among equals.
    assert_eq!(ends("est*tasks"), [10.0, 19.0, 12.0, 14.0]);
    assert_eq!(ends("if(tasks>1,-1,place)"), [10.0, 17.0, 19.0, 12.0]);
    // At 10 these are 5 − 9, 2 − 8 and 1 − 7, at 12 they are 5 − 11 and 1 − 9.
    assert_eq!(ends("est-sojourn"), [10.0, 19.0, 12.0, 14.0]);
    // A task of 1 s goes before the first two jobs; neither has that again.
    assert_eq!(ends("if(bypassed>=1,-inf,est)"), [10.0, 16.0, 18.0, 19.0]);
}

#[test]
fn a_task_goes_to_the_least_of_the_workers_that_were_asked() {
    // When a job of two tasks of 15 s asks three workers at 1, they have 29, 19.25 and 9.5 s to go: the third has the first task, and then
    // more to go than the second, which has the other when it is free at 20.25.
    let workload = jobs(&[(0.0, &[30.0]), (0.25, &[20.0]), (0.5, &[10.0]), (1.0, &[15.0, 15.0])]);
    let config = Config { workers: 3, delay: 0.0, cutoff: 1e9, ..SMALL };
    let policy = |choice: &str| format!("sparrow[ratio=9,replacement=off,choice={choice}]");
    let outcome = run(&config, &workload, &policy("work+rest"));
    assert_eq!(outcome.sojourn, [30.0, 20.0, 10.0, 34.25]);
    let counters = outcome.counters;
    assert_eq!((counters.messages.probes, counters.messages.answers, counters.messages.placements), (9 + 9 + 9 + 18, 3 * 4, 5));
    assert_eq!((counters.useless, counters.messages.requests), (0, 10), "no place in a queue is in vain");
    // Probe and answer take a second each, a place two, and a request for the task with its answer half a second each.
    let far = Config { probe_delay: Some(1.0), placement_delay: Some(2.0), request_delay: Some(0.5), ..config };
    assert_eq!(run(&far, &jobs(&[(0.0, &[7.0])]), &policy("queue")).sojourn, [12.0]);
    // The scheduler takes a second for each of the nine probes.
    assert_eq!(run(&Config { probe_cost: 1.0, ..far }, &jobs(&[(0.0, &[7.0])]), &policy("queue")).sojourn, [21.0]);
}

#[test]
fn asking_everybody_is_least_waiting_time() {
    // In quarters of seconds, so that sums are exact; at different instants, so that nobody asks before the last has been placed. All
    // workers are asked in their order.
    let mut workload = BatchWorkload::default();
    for (id, job) in (0..).zip(TraceLike::Google.generate(60, 5, 0).unwrap().with_load(0.9, 12).unwrap().jobs()) {
        let durations = vec![(job.mean / 100.0).ceil(); (job.tasks() as usize).min(20)];
        workload.push(id, (job.arrival / 1000.0).floor() + id as f64 * 0.25, &durations).unwrap();
    }
    let config = Config { workers: 12, delay: 0.0, cutoff: 1e9, ..SMALL };
    let completion = |policy: &str| run(&config, &workload, policy).sojourn;
    let central = completion("central-lwl");
    assert_eq!(completion("sparrow[ratio=100,replacement=off,choice=work+rest]"), central);
    assert_ne!(completion("sparrow[ratio=100,replacement=off,choice=queue]"), central);
}

#[test]
fn nobody_who_looks_changes_anything() {
    let workload = TraceLike::Google.generate(60, 3, 0).unwrap().with_load(0.9, 40).unwrap();
    for policy in [
        "eagle[order=remaining]",
        "sparrow[order=-est,choice=queue+busy]",
        "sparrow[order=left*(1+place)]",
        "eagle-no-sss[order=left*est,scan=past-long]",
        "hawk[choice=if(longs>0,inf,work),order=left]",
    ] {
        let policy: Policy = policy.parse().unwrap();
        let (timeline, watched) = Timeline::record(&SMALL, &workload, &policy, |_| {}).unwrap();
        assert_eq!(watched, simulate(&SMALL, &workload, &policy, &mut Silent).unwrap(), "{policy}");
        assert_eq!(timeline.probes.len() as u64, watched.counters.messages.probes, "{policy}");
    }
}

#[test]
fn who_is_told_of_tasks_drops_probes_without_one() {
    // Where no job is long, it is the same to scan past long entries and to scan all.
    let workload = TraceLike::Google.generate(150, 7, 0).unwrap().with_load(0.9, 40).unwrap();
    let config = Config { cutoff: 1e9, ..SMALL };
    for order in ["left*est", "left*(1+place)", "est-wait"] {
        let run = |scan: &str| run(&config, &workload, &format!("sparrow[order={order},bound=5,scan={scan}]"));
        assert_eq!(run("past-long"), run("all"), "{order}");
    }
    // Two workers have a task each, of 10 and 20 s, and two probes of a job of one task: who is free first takes it, and tells the other.
    let workload = jobs(&[(0.0, &[10.0, 20.0]), (1.0, &[1.0])]);
    let config = Config { workers: 2, delay: 0.0, ..config };
    let counters = |order: &str| {
        let policy = format!("sparrow[ratio=2,replacement=off,sticky=on,order={order},scan=past-long]");
        run(&config, &workload, &policy).counters
    };
    let (told, untold) = (counters("left*est"), counters("tasks*est"));
    assert_eq!((told.useless, told.messages.requests, told.messages.updates > 0), (0, 2 * 3, true));
    assert!(untold.useless > 0 && untold.messages.updates == 0);
}

#[test]
fn what_is_no_formula_is_told_where_and_why() {
    let error = |policy: &str| policy.parse::<Policy>().unwrap_err().to_string();
    assert_eq!(
        error("sparrow[order=est+]"),
        "sparrow[order=est+]: column 11: the formula ends where an operand is missing; write a number, a variable, a function or ( here"
    );
    assert_eq!(error("hawk[choice=-wrok]"), "hawk[choice=-wrok]: column 9: unknown name \"wrok\" (did you mean \"work\"?)");
    assert_eq!(
        error("eagle[ratio=3,order=-size]"),
        "eagle[order=-size]: column 8: unknown name \"size\"; allowed: est, tasks, left, remaining, wait, sojourn, long, place, bypassed, inf"
    );
    assert_eq!(
        error("sparrow[choice=early]"),
        "sparrow[choice=early]: early is not allowed; allowed: late, or a formula of queue, work, busy, rest, longs, est, tasks, long"
    );
    assert!(error("dlwl-srpt[choice=queue]").starts_with("dlwl-srpt has no parameter \"choice\""));
    assert!(error("sparrow[bound=2]").ends_with("allowed: a number from 0 to 1e9, with order=srpt or a formula"));
    for policy in ["sparrow[scan=all]", "eagle[scan=all,order=fifo]", "eagle[order=fifo,scan=all]"] {
        assert!(error(policy).ends_with("allowed: to-long, past-long or all, with order=srpt or a formula"), "{policy}");
    }
    let kind = |policy: &str| policy.parse::<Policy>().unwrap().kind().clone();
    assert_eq!(kind("eagle[scan=all,bound=2,order=est]"), kind("eagle[order=est,bound=2,scan=all]"), "it does not matter which is first");
    assert_eq!(kind("eagle[scan=all,order=srpt]"), kind("eagle[scan=all]"));
    for policy in ["eagle[choice=queue,sticky=on]", "eagle[sss=early,choice=queue]", "sparrow[choice=queue,sss=on]"] {
        assert!(error(policy).ends_with(", with choice=late"), "{policy}");
    }
    assert_eq!(kind("eagle[choice=queue]"), kind("eagle-no-sss[choice=queue]"), "questions are not rejected");
    assert!("sparrow[order=min(est,wait), choice=if(busy,rest,0)]".parse::<Policy>().is_ok());
    let family = |policy: &str| policy.parse::<Policy>().unwrap().choice().family();
    assert_eq!((family("sparrow[order=-wait]"), family("sparrow[order=est]")), (Family::Blind, Family::Estimated));
}

#[test]
fn a_value_that_is_no_number_ends_the_run() {
    let workload = jobs(&[(0.0, &[10.0]), (1.0, &[5.0]), (2.0, &[2.0])]);
    let config = Config { workers: 1, delay: 0.0, ..SMALL };
    let stops = |policy: &str| attempt(&config, &workload, policy).unwrap_err().to_string();
    assert_eq!(
        stops("sparrow[order=est+sqrt(3-est)]"),
        "policies: sparrow[order=est+sqrt(3-est)] stops at t = 0, with job 1 (est 10): its order is NaN because of sqrt(3-est)"
    );
    assert_eq!(
        stops("sparrow[choice=log(queue)*rest]"),
        "policies: sparrow[choice=log(queue)*rest] stops at t = 0, with job 1 (est 10): its choice is NaN because of log(queue)*rest"
    );
    assert!(attempt(&config, &workload, "sparrow[order=est/0]").is_ok(), "infinity is a value");
}
