//! The plain forms against the worked examples (1.7), against one another, and the grammar against its rules.

use super::brute::{self, Rules};
use super::draw::{Given, Kind, draw, furthest, latest};
use super::levels::PLAIN;
use super::{Formula, Preempt, Ties, View, shares};
use schedscope::workload::Job;

/// A quantum of which quarters are multiples, so that what coincides does so by quanta.
const FCFS: Rules = Rules { preempt: Preempt::Always, ties: Ties::Fcfs, quantum: 1.0 / 1024.0 };

/// Jobs as (size, arrival, estimate, weight).
fn given(formula: &str, jobs: &[(f64, f64, f64, f64)]) -> Given {
    let job = |(id, &(size, arrival, estimate, weight))| Job { id, arrival, size, estimate, weight };
    Given { formula: formula.into(), jobs: (0..).zip(jobs).map(job).collect() }
}

fn close(completions: &[f64], expected: &[f64], within: f64) {
    assert!(furthest(expected, completions) <= within, "{completions:?}, expected {expected:?}");
}

const SRPTB: &str = "max(est-age,min(age-est,est))";

#[test]
fn golden_ranks() {
    let exact = |size, arrival| (size, arrival, size, 1.0);
    let weighted = |size, arrival, weight| (size, arrival, size, weight);
    let estimated = |size, arrival, estimate| (size, arrival, estimate, 1.0);
    let goldens = [
        (given(SRPTB, &[estimated(100.0, 0.0, 2.5), exact(2.0, 3.0), exact(2.0, 6.0)]), vec![104.0, 6.5, 8.5]),
        (given(SRPTB, &[estimated(10.0, 0.0, 4.0), exact(2.0, 3.0), exact(3.0, 5.0)]), vec![15.0, 8.0, 12.0]),
        (given("if(est>4,2*age,age)", &[exact(6.0, 0.0), exact(3.0, 0.0), exact(2.0, 5.0)]), vec![11.0, 4.5, 7.0]),
        (given("if(age<3,0,1)", &[exact(5.0, 0.0), exact(4.0, 1.0), exact(2.0, 2.0), exact(3.0, 8.0)]), vec![13.0, 14.0, 8.0, 11.0]),
        (given("age/weight", &[weighted(6.0, 0.0, 1.0), weighted(6.0, 0.0, 2.0), weighted(2.0, 5.0, 1.0)]), vec![14.0, 11.0, 8.0]),
        (given("age*(4-age)", &[exact(5.0, 0.0), exact(5.0, 0.0), exact(1.0, 1.0)]), vec![8.0, 11.0, 3.0]),
        (given("age*(4-age)", &[exact(5.0, 0.0), exact(5.0, 0.0)]), vec![7.0, 10.0]),
        (
            given("max(est-age,age/2)", &[estimated(9.0, 0.0, 3.0), estimated(4.0, 1.0, 4.0), estimated(6.0, 2.0, 3.0)]),
            vec![19.0, 18.0, 12.0],
        ),
        (given("max(est,age)", &[estimated(8.0, 0.0, 2.0), exact(3.0, 1.0), estimated(2.0, 6.0, 6.0)]), vec![13.0, 6.0, 11.0]),
        (given("age+est/2", &[estimated(6.0, 0.0, 2.0), estimated(3.0, 0.0, 6.0), exact(2.0, 4.0)]), vec![11.0, 10.0, 6.0]),
        (given("floor(age)", &[exact(3.0, 0.0), exact(2.5, 0.0), exact(1.0, 1.5)]), vec![6.0, 6.5, 3.0]),
        (
            given("if(age<1,2*(1-age),5-age)", &[exact(5.0, 0.0), exact(1.0, 0.5), exact(1.0, 2.0), exact(5.0, 3.0)]),
            vec![8.0, 2.0, 3.0, 12.0],
        ),
        (given("est/weight", &[weighted(4.0, 0.0, 1.0), weighted(6.0, 1.0, 3.0), weighted(2.0, 2.0, 1.0)]), vec![12.0, 7.0, 9.0]),
    ];
    for (given, expected) in goldens {
        close(&given.levels(Ties::Fcfs, PLAIN).unwrap(), &expected, 1e-6);
        close(&brute::completions(&given.jobs, &given.read(), FCFS).unwrap(), &expected, 4e-3);
    }
}

#[test]
fn a_late_job_blocks_under_least_remaining_estimate() {
    let long = given("estrem", &[(100.0, 0.0, 2.5, 1.0), (2.0, 3.0, 2.0, 1.0), (2.0, 6.0, 2.0, 1.0)]);
    close(&long.levels(Ties::Fcfs, PLAIN).unwrap(), &[100.0, 102.0, 104.0], 1e-9);
}

#[test]
fn golden_ranks_of_time() {
    let goldens = [
        (given("-wait", &[(4.0, 0.0, 4.0, 1.0), (1.0, 1.0, 1.0, 1.0), (3.0, 2.0, 3.0, 1.0)]), vec![7.0, 3.0, 8.0]),
        (given("-sojourn*weight", &[(4.0, 0.0, 4.0, 1.0), (2.0, 1.0, 2.0, 3.0)]), vec![6.0, 3.5]),
        (given("-sojourn/est", &[(4.0, 0.0, 4.0, 1.0), (1.0, 1.0, 1.0, 1.0), (2.0, 2.0, 2.0, 1.0)]), vec![7.0, 7.0 / 3.0, 6.0]),
    ];
    for (given, expected) in goldens {
        for quantum in [0.1, 0.01, 0.001] {
            close(&brute::completions(&given.jobs, &given.read(), Rules { quantum, ..FCFS }).unwrap(), &expected, 2.0 * quantum);
        }
    }
}

#[test]
fn golden_shares() {
    let goldens = [
        (given("weight", &[(4.0, 0.0, 4.0, 1.0), (6.0, 0.0, 6.0, 3.0)]), [10.0, 8.0]),
        (given("1/(1+age)", &[(3.0, 0.0, 3.0, 1.0), (3.0, 1.0, 3.0, 1.0)]), [2.0 + 13.0_f64.sqrt(), 6.0]),
    ];
    for (given, expected) in goldens {
        close(&shares::completions(&given.jobs, &given.read(), 1e-2).unwrap(), &expected, 1e-8);
    }
    let wrong = given("age-1", &[(4.0, 0.0, 4.0, 1.0)]);
    assert!(shares::completions(&wrong.jobs, &wrong.read(), 1e-2).is_err());
}

#[test]
fn a_flat_rank_shares_only_if_told() {
    let two = given("if(age<2,0,1)", &[(2.0, 0.0, 1.0, 1.0), (4.0, 0.0, 1.0, 1.0), (1.0, 3.0, 1.0, 1.0)]);
    close(&two.levels(Ties::Fcfs, PLAIN).unwrap(), &[2.0, 7.0, 5.0], 1e-9);
    // By 3 each has 1.5; then each of the three gets 0.5 by 4.5, and the third its second half by 5.
    let shared = [4.5, 7.0, 5.0];
    close(&two.levels(Ties::Shared, PLAIN).unwrap(), &shared, 1e-9);
    close(&brute::completions(&two.jobs, &two.read(), Rules { ties: Ties::Shared, ..FCFS }).unwrap(), &shared, 1e-2);
}

#[test]
fn a_job_may_keep_the_server() {
    let given = given("est", &[(4.0, 0.0, 4.0, 1.0), (3.0, 1.0, 3.0, 1.0), (1.0, 2.0, 1.0, 1.0)]);
    let run = |preempt| brute::completions(&given.jobs, &given.read(), Rules { preempt, ..FCFS }).unwrap();
    assert_eq!(run(Preempt::Completion), [4.0, 8.0, 5.0]);
    assert_eq!(run(Preempt::Arrival), [8.0, 5.0, 3.0]);
    let las = Given { formula: "age".into(), ..given };
    let run = |preempt| brute::completions(&las.jobs, &las.read(), Rules { preempt, ..FCFS }).unwrap();
    assert_eq!(run(Preempt::Arrival), [6.0, 8.0, 3.0]);
}

#[test]
fn nan_stops_a_run() {
    let given = given("1/est*age", &[(1.0, 0.0, 0.0, 1.0)]);
    assert!(brute::completions(&given.jobs, &given.read(), FCFS).is_err() && given.levels(Ties::Fcfs, PLAIN).is_none());
}

/// Levels and quanta have nothing in common but the formula. They may part where rounding decides, and where several jobs come to
/// the tops of their humps together: who is first over it then hangs on the phases of the quanta.
#[test]
fn levels_and_quanta_agree() {
    for (kind, ties, seeds) in [(Kind::Rank, Ties::Fcfs, 300), (Kind::Steps, Ties::Shared, 100)] {
        let (mut compared, mut parted) = (0, vec![]);
        for seed in 0..seeds {
            let given = draw(seed, kind);
            let Some(levels) = given.levels(ties, PLAIN) else { continue };
            let brute = brute::completions(&given.jobs, &given.read(), Rules { ties, ..FCFS }).unwrap();
            let within = 3e-3 * given.jobs.len() as f64;
            if furthest(&levels, &brute) <= within {
                compared += 1;
                continue;
            }
            // Where a rank is steep, a quantum is long: then the difference shrinks with it.
            let finer = brute::completions(&given.jobs, &given.read(), Rules { ties, quantum: 1.0 / 8192.0, ..FCFS }).unwrap();
            if furthest(&levels, &finer) > 0.5 * furthest(&levels, &brute) && given.spread(ties).is_some_and(|spread| spread < within) {
                parted.push((seed, given, levels, brute, finer));
            }
        }
        assert!(compared > seeds * 19 / 20 && parted.len() as u64 * 100 <= seeds, "{kind:?}: {compared} compared, {parted:?} part");
    }
}

#[test]
fn shares_settle_as_steps_shrink() {
    for seed in 0..60 {
        let given = draw(seed, Kind::Share);
        let run = |longest| shares::completions(&given.jobs, &given.read(), longest).unwrap();
        assert!(furthest(&run(5e-2), &run(2.5e-2)) < 1e-6 * latest(&run(5e-2)), "{given:?}");
    }
}

#[test]
fn whoever_is_served_the_server_works() {
    for seed in 0..100 {
        for kind in [Kind::Rank, Kind::Time] {
            let given = draw(seed, kind);
            assert_eq!(given.read().sees_time(), kind == Kind::Time);
            let Ok(completions) = brute::completions(&given.jobs, &given.read(), Rules { quantum: 0.05, ..FCFS }) else { continue };
            let end = given.jobs.iter().fold(0.0_f64, |end, job| end.max(job.arrival) + job.size);
            assert!((latest(&completions) - end.max(1.0)).abs() < 1e-9, "{given:?}");
            assert!(given.jobs.iter().zip(&completions).all(|(job, done)| done - job.arrival >= job.size - 1e-9), "{given:?}");
        }
    }
}

#[test]
fn values() {
    let view = View { est: 3.0, age: 1.0, weight: 2.0, now: 5.0, arrival: 1.0, size: 4.0, n: 2.0, ..View::default() };
    let value = |text: &str| Formula::read(text).unwrap_or_else(|error| panic!("{text}: {error}")).value(&view);
    for (text, expected) in [
        ("-2^2", -4.0),
        ("2^3^2", 512.0),
        ("2^-1", 0.5),
        ("-2^-2", -0.25),
        ("!0 + !3", 1.0),
        ("10-2-3", 5.0),
        ("16/4/2", 2.0),
        ("1+2*3", 7.0),
        ("1 < 2 && 2 < 1 || 1 == 1", 1.0),
        ("1+1 <= 2", 1.0),
        ("est − age × weight ÷ 4", 2.5),
        ("est≥3", 1.0),
        ("min(3,1,2)+max(4)", 5.0),
        ("if(late, 1/0, rem)", 3.0),
        ("if(0, log(-1)-inf, 7)", 7.0),
        ("log(-1)", f64::NEG_INFINITY),
        ("log(0)", f64::NEG_INFINITY),
        ("1/0", f64::INFINITY),
        ("floor(2.9999999999999)", 3.0),
        ("floor(2.99)", 2.0),
        ("c*d*est; let c = 2, d = .5", 3.0),
        ("c^c\nlet c = 2", 4.0),
        ("wait + 10*sojourn", 43.0),
        ("1e2 + 1.5e-1", 100.15),
        ("estrem != 2", 0.0),
    ] {
        assert_eq!(value(text), expected, "{text}");
    }
    for nan in ["sqrt(-1)", "0/0", "inf-inf", "0*inf", "min(1, 0/0)", "if(0/0, 1, 2)", "(-8)^(1/3)"] {
        assert!(value(nan).is_nan(), "{nan}");
    }
}

#[test]
fn mistakes() {
    let deep = format!("{}1{}", "abs(".repeat(25), ")".repeat(25));
    let long = format!("1{}", "+1".repeat(60));
    for text in [
        "",
        " ",
        "siz",
        "min()",
        "if(1,2)",
        "abs(1,2)",
        "1<2<3",
        "(1",
        "1)",
        "1 2",
        "1e999",
        "1 +",
        "* 2",
        "a = 1",
        "est(1)",
        "foo(1)",
        "1 & 2",
        "c; let c",
        "let c = 2; c",
        "..5",
        "gittins(age,est)",
        "gittins(est)",
        &deep,
        &long,
        &"1".repeat(401),
    ] {
        assert!(Formula::read(text).is_err(), "{text}");
    }
    assert!(Formula::read("gittins(est, age) + mrl(est,age)").is_ok());
}
