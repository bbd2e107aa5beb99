//! Golden vectors: the worked examples of the sources, through the library.

use schedscope::server::{Config, Policy, Silent, simulate};
use schedscope::workload::{Job, Workload};

/// (arrival, size, estimate) of each job.
type Jobs = &'static [(f64, f64, f64)];

/// Completion times of a policy, in the order of the jobs as given.
fn completions(jobs: &[(f64, f64, f64)], key: &str) -> Vec<f64> {
    let job = |(i, &(arrival, size, estimate)): (usize, &(f64, f64, f64))| Job { id: i as u64 + 1, arrival, size, estimate, weight: 1.0 };
    let workload = Workload::new(jobs.iter().enumerate().map(job)).unwrap();
    let policy: Policy = key.parse().unwrap();
    let outcome = simulate(&Config::default(), &workload, &policy, &mut Silent).unwrap();
    workload.given_order().map(|position| workload.jobs()[position].arrival + outcome.sojourn[position]).collect()
}

fn check(jobs: Jobs, expected: &[(&str, &[f64])]) {
    for (keys, expected) in expected {
        for key in keys.split(' ') {
            let found = completions(jobs, key);
            let last = expected.iter().copied().fold(1.0, f64::max);
            let close = found.iter().zip(*expected).all(|(a, b)| (a - b).abs() <= 1e-9 * last);
            assert!(close && found.len() == expected.len(), "{key} on {jobs:?}: found {found:?}, expected {expected:?}");
        }
    }
}

const G1: Jobs = &[(0.0, 30.0, 30.0), (10.0, 10.0, 10.0), (15.0, 10.0, 10.0)];
const G2: Jobs = &[(0.0, 15.0, 15.0), (0.0, 10.0, 10.0), (10.0, 10.0, 10.0), (20.0, 10.0, 10.0)];
const G3: Jobs = &[(0.0, 10.0, 10.0), (1.0, 12.0, 12.0), (2.0, 5.0, 5.0), (10.0, 2.0, 2.0)];
const G4: Jobs = &[(0.0, 5.0, 10.0), (2.0, 4.0, 4.0), (6.0, 3.5, 3.5)];
const G5: Jobs = &[(0.0, 100.0, 2.5), (3.0, 2.0, 2.0), (6.0, 2.0, 2.0)];
const G5_SMALL: Jobs = &[(0.0, 10.0, 2.5), (3.0, 2.0, 2.0), (6.0, 2.0, 2.0)];
const G6: Jobs = &[(0.0, 10.0, 15.0), (0.0, 10.0, 20.0)];

#[test]
fn g1() {
    check(
        G1,
        &[
            ("fifo sjf", &[30.0, 40.0, 50.0]),
            ("ps gps", &[50.0, 37.5, 42.5]),
            ("las", &[50.0, 30.0, 30.0]),
            ("srpt srpte fsp fspe fspe+ps fspe+las fspe+ps-aggressive srpte+ps srpte+las psbs psjf", &[50.0, 20.0, 30.0]),
        ],
    );
}

#[test]
fn g2_simultaneous_arrivals_and_ties() {
    check(
        G2,
        &[
            ("srpt srpte", &[45.0, 10.0, 20.0, 30.0]),
            ("fsp fspe fspe+ps psbs", &[25.0, 10.0, 35.0, 45.0]),
            ("fifo", &[15.0, 25.0, 35.0, 45.0]),
            ("ps gps", &[125.0 / 3.0, 80.0 / 3.0, 125.0 / 3.0, 45.0]),
            ("las", &[45.0, 40.0, 40.0, 40.0]),
        ],
    );
}

#[test]
fn g3() {
    check(
        G3,
        &[
            ("fifo", &[10.0, 22.0, 27.0, 29.0]),
            ("ps gps", &[26.0, 29.0, 19.0, 18.0]),
            ("las", &[27.0, 29.0, 17.0, 12.0]),
            ("srpt fsp", &[17.0, 29.0, 7.0, 12.0]),
        ],
    );
}

#[test]
fn g4_over_estimation() {
    check(G4, &[("srpt fsp", &[5.0, 9.0, 12.5]), ("srpte fspe fspe+ps psbs", &[12.5, 6.0, 9.5])]);
}

#[test]
fn g5_under_estimation() {
    check(
        G5,
        &[
            ("srpt fsp", &[104.0, 5.0, 8.0]),
            ("ps", &[104.0, 7.5, 10.5]),
            ("srpte fspe", &[100.0, 102.0, 104.0]),
            ("fspe+ps psbs", &[104.0, 9.5, 12.5]),
            ("srpte+ps", &[104.0, 7.0, 11.0]),
            ("fspe+ps-aggressive", &[104.0, 7.5, 10.5]),
        ],
    );
    check(G5_SMALL, &[("srpte fspe", &[10.0, 12.0, 14.0]), ("fspe+ps psbs", &[14.0, 9.5, 12.5])]);
}

#[test]
fn g6_late_jobs_one_at_a_time() {
    check(G6, &[("fspe", &[10.0, 20.0])]);
}

#[test]
fn g7_two_jobs() {
    check(&[(0.0, 10.0, 10.0), (0.0, 10.0, 10.0)], &[("ps gps las", &[20.0, 20.0])]);
    check(&[(0.0, 10.0, 10.0), (5.0, 10.0, 10.0)], &[("ps", &[15.0, 20.0])]);
    check(&[(0.0, 20.0, 20.0), (5.0, 10.0, 10.0)], &[("srpt", &[30.0, 15.0])]);
}

#[test]
fn figures_2_1_to_2_3() {
    check(
        &[(0.0, 4.0, 4.0), (1.0, 2.0, 2.0)],
        &[("fifo", &[4.0, 6.0]), ("ps", &[6.0, 5.0]), ("las", &[6.0, 4.0]), ("srpt fsp", &[6.0, 3.0])],
    );
}

#[test]
fn figure_4_2_aging() {
    // At t = 3 Job 2 has 2.5 left virtually and goes before Job 3, which has 3.
    check(&[(0.0, 3.0, 3.0), (0.0, 4.0, 4.0), (3.0, 3.0, 3.0)], &[("fsp", &[3.0, 7.0, 10.0]), ("srpt", &[3.0, 10.0, 6.0])]);
}

#[test]
fn an_estimate_of_zero_is_late_at_once() {
    let jobs: Jobs = &[(0.0, 10.0, 10.0), (1.0, 4.0, 0.0), (2.0, 1.0, 0.0)];
    check(jobs, &[("srpte fspe", &[15.0, 5.0, 6.0]), ("fspe+ps psbs", &[15.0, 6.0, 4.0]), ("srpte+ps", &[15.0, 10.0, 5.0])]);
}

#[test]
fn several_servers() {
    // Two servers of speed 1/2; the third of three equal jobs waits under FIFO and SRPT, and shares under PS and LAS.
    let jobs = [(0.0, 1.0), (0.0, 1.0), (0.0, 1.0)];
    let job = |(i, &(arrival, size)): (usize, &(f64, f64))| Job { id: i as u64, arrival, size, estimate: size, weight: 1.0 };
    let workload = Workload::new(jobs.iter().enumerate().map(job)).unwrap();
    let sojourn = |policy: &str| {
        simulate(&Config { servers: 2, ..Config::default() }, &workload, &policy.parse().unwrap(), &mut Silent).unwrap().sojourn
    };
    for policy in ["fifo", "srpt", "sjf", "psjf", "srpte"] {
        assert_eq!(sojourn(policy), [2.0, 2.0, 4.0], "{policy}");
    }
    for policy in ["ps", "las"] {
        for time in sojourn(policy) {
            assert!((time - 3.0).abs() < 1e-12, "{policy}");
        }
    }
    assert!(simulate(&Config { servers: 2, ..Config::default() }, &workload, &"psbs".parse().unwrap(), &mut Silent).is_err());
    assert!(simulate(&Config { servers: 0, ..Config::default() }, &workload, &"ps".parse().unwrap(), &mut Silent).is_err());
}

#[test]
fn ranks_that_bounce_or_rise() {
    check(G5, &[("srpt-b", &[104.0, 6.5, 8.5])]);
    check(&[(0.0, 10.0, 4.0), (3.0, 2.0, 2.0), (5.0, 3.0, 3.0)], &[("srpt-b", &[15.0, 8.0, 12.0]), ("srpte", &[10.0, 12.0, 15.0])]);
    check(&[(0.0, 8.0, 2.0), (1.0, 3.0, 3.0), (6.0, 2.0, 6.0)], &[("psjfe+las", &[13.0, 6.0, 11.0])]);
}

#[test]
fn weights_divide_estimates() {
    let job = |id, arrival, size, weight| Job { id, arrival, size, estimate: size, weight };
    let workload = Workload::new(vec![job(1, 0.0, 4.0, 1.0), job(2, 1.0, 6.0, 3.0), job(3, 2.0, 2.0, 1.0)]).unwrap();
    let sojourn = |policy: &str| simulate(&Config::default(), &workload, &policy.parse().unwrap(), &mut Silent).unwrap().sojourn;
    assert_eq!(sojourn("wpsjfe"), [12.0, 6.0, 7.0]);
    // At t = 1 the second has 2 and the first 3; at 7 the third has 2 and the first 3.
    assert_eq!(sojourn("wsrpte"), [12.0, 6.0, 7.0]);
    // With a weight of 3 the first has 1 then.
    let workload = Workload::new(vec![job(1, 0.0, 4.0, 3.0), job(2, 1.0, 6.0, 3.0), job(3, 2.0, 2.0, 1.0)]).unwrap();
    assert_eq!(simulate(&Config::default(), &workload, &"wsrpte".parse().unwrap(), &mut Silent).unwrap().sojourn, [4.0, 9.0, 10.0]);
}

/// Next to where its share changes a job may be so slow that a step does not change its age, which is rounded: it gets there.
#[test]
fn a_slow_job_passes_where_its_share_changes() {
    // Both have a share of 1 until the second is at 1 − 1e-9, at 3.5; then it needs 0.1 for the next 1e-9, and the first completes at 4.4.
    let found = completions(&[(0.0, 3.0, 3.0), (1.5, 2.0, 2.0)], "share[if(age<0.999999999,1,if(age<1,1e-8,1))]");
    // A step of the integration is 1e-4, and one of them goes over a share that jumps twice.
    assert!((found[0] - 4.4).abs() < 1e-4 && (found[1] - 5.0).abs() < 1e-9, "{found:?}");
}

/// However large the sizes are in their unit, there are as many steps as ages grow by a factor.
#[test]
fn shares_of_large_jobs_take_no_more_steps() {
    // Under shares age + c the (age + c) of two jobs keep their ratio. The third arrives when the others have an age of S/4, so it has 4 c
    // less c when they complete.
    let (size, c) = (1e9, 1e-3);
    let found = completions(&[(0.0, size, size), (0.0, size, size), (0.5 * size, size, size)], "share[age+0.001]");
    let expected = [2.0 * size + 3.0 * c, 2.0 * size + 3.0 * c, 3.0 * size];
    assert!(found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-9 * expected), "{found:?}");
}
