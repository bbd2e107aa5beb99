//! Worked examples.

use super::*;

fn check(jobs: &[(f64, f64, f64, f64)], curve: impl Fn(&Job) -> Drawn, expected: &[f64]) {
    let found = completions(&workload(jobs), Shape::General, Ties::Fcfs, curve);
    assert!(close(&found, expected, 1e-9), "found {found:?}, expected {expected:?}");
}

fn bounce(job: &Job) -> Drawn {
    let est = job.estimate;
    let middle = move |age: f64| (age - est).min(est);
    kinked(move |age| (est - age).max(middle(age)), move |age| vec![age - est - est, est - age - middle(age)])
}

#[test]
fn bounces() {
    check(&[(0.0, 100.0, 2.5, 1.0), (3.0, 2.0, 2.0, 1.0), (6.0, 2.0, 2.0, 1.0)], bounce, &[104.0, 6.5, 8.5]);
    check(&[(0.0, 10.0, 4.0, 1.0), (3.0, 2.0, 2.0, 1.0), (5.0, 3.0, 3.0, 1.0)], bounce, &[15.0, 8.0, 12.0]);
}

#[test]
fn unequal_shares() {
    let curve = |job: &Job| {
        let factor = if job.estimate > 4.0 { 2.0 } else { 1.0 };
        smooth(move |age| factor * age)
    };
    check(&[(0.0, 6.0, 6.0, 1.0), (0.0, 3.0, 3.0, 1.0), (5.0, 2.0, 2.0, 1.0)], curve, &[11.0, 4.5, 7.0]);
    let by_weight = |job: &Job| {
        let weight = job.weight;
        smooth(move |age| age / weight)
    };
    let jobs = [(0.0, 6.0, 6.0, 1.0), (0.0, 6.0, 6.0, 2.0), (5.0, 2.0, 2.0, 1.0)];
    check(&jobs, by_weight, &[14.0, 11.0, 8.0]);
    let found = completions(&workload(&jobs), Shape::Line, Ties::Fcfs, by_weight);
    assert!(close(&found, &[14.0, 11.0, 8.0], 1e-12), "{found:?}");
}

#[test]
fn levels() {
    let curve = |_: &Job| kinked(|age| if age < 3.0 { 0.0 } else { 1.0 }, |age| vec![age - 3.0]);
    check(&[(0.0, 5.0, 5.0, 1.0), (1.0, 4.0, 4.0, 1.0), (2.0, 2.0, 2.0, 1.0), (8.0, 3.0, 3.0, 1.0)], curve, &[13.0, 14.0, 8.0, 11.0]);
}

#[test]
fn a_hump_is_left_alone() {
    let curve = |_: &Job| smooth(|age| age * (4.0 - age));
    check(&[(0.0, 5.0, 5.0, 1.0), (0.0, 5.0, 5.0, 1.0), (1.0, 1.0, 1.0, 1.0)], curve, &[8.0, 11.0, 3.0]);
    check(&[(0.0, 5.0, 5.0, 1.0), (0.0, 5.0, 5.0, 1.0)], curve, &[7.0, 10.0]);
}

#[test]
fn later_of_two() {
    let half = |job: &Job| {
        let est = job.estimate;
        kinked(move |age| (est - age).max(age / 2.0), move |age| vec![est - age - age / 2.0])
    };
    check(&[(0.0, 9.0, 3.0, 1.0), (1.0, 4.0, 4.0, 1.0), (2.0, 6.0, 3.0, 1.0)], half, &[19.0, 18.0, 12.0]);
    let hedged = |job: &Job| {
        let est = job.estimate;
        kinked(move |age| est.max(age), move |age| vec![est - age])
    };
    check(&[(0.0, 8.0, 2.0, 1.0), (1.0, 3.0, 3.0, 1.0), (6.0, 2.0, 6.0, 1.0)], hedged, &[13.0, 6.0, 11.0]);
}

#[test]
fn handicaps() {
    let curve = |job: &Job| {
        let est = job.estimate;
        smooth(move |age| age + est / 2.0)
    };
    let jobs = [(0.0, 6.0, 2.0, 1.0), (0.0, 3.0, 6.0, 1.0), (4.0, 2.0, 2.0, 1.0)];
    check(&jobs, curve, &[11.0, 10.0, 6.0]);
    let found = completions(&workload(&jobs), Shape::Line, Ties::Fcfs, curve);
    assert!(close(&found, &[11.0, 10.0, 6.0], 1e-12), "{found:?}");
}

#[test]
fn steps() {
    // The age at a step may stand a rounding below it.
    let step = |age: f64| libm::floor(age * (1.0 + 1e-15) + 1e-12);
    let curve = move |_: &Job| kinked(step, move |age| (1..8).map(|i| step(age) - f64::from(i) + 0.5).collect());
    check(&[(0.0, 3.0, 3.0, 1.0), (0.0, 2.5, 2.5, 1.0), (1.5, 1.0, 1.0, 1.0)], curve, &[6.0, 6.5, 3.0]);
}

#[test]
fn an_early_drop() {
    let curve = |_: &Job| kinked(|age| if age < 1.0 { 2.0 * (1.0 - age) } else { 5.0 - age }, |age| vec![age - 1.0]);
    check(&[(0.0, 5.0, 5.0, 1.0), (0.5, 1.0, 1.0, 1.0), (2.0, 1.0, 1.0, 1.0), (3.0, 5.0, 5.0, 1.0)], curve, &[8.0, 2.0, 3.0, 12.0]);
}

#[test]
fn constant() {
    let curve = |job: &Job| {
        let rank = job.estimate / job.weight;
        smooth(move |_| rank)
    };
    let jobs = [(0.0, 4.0, 4.0, 1.0), (1.0, 6.0, 6.0, 3.0), (2.0, 2.0, 2.0, 1.0)];
    check(&jobs, curve, &[12.0, 7.0, 9.0]);
    let workload = workload(&jobs);
    let sojourn = run(&workload, Least::new(3, 1, Preempt::Always, |_, job: &Job| curve(job))).unwrap();
    assert_eq!(sojourn, [12.0, 6.0, 7.0]);
}

/// Ranks of the same slope up to the estimate, where one jumps up and the other down. Until then jobs share.
#[test]
fn jumps_at_the_estimate() {
    let of = |jobs: &[(f64, f64, f64, f64)], rule: &str, expected: &[f64]| {
        let workload = workload(jobs);
        let found = ends(&workload, &ranked(&workload, rule).unwrap());
        assert!(apart(&found, expected) < 1e-9, "{rule}: {found:?}, expected {expected:?}");
    };
    // At t = 4 both are of age 2. The first waits until the second is of age 4, and is then twice as fast to rise.
    of(&[(0.0, 3.0, 2.0, 1.0), (0.0, 5.0, 9.0, 1.0)], "if(age<est,age,2*age)", &[8.0, 7.5]);
    // The first is late, and has the server to itself.
    of(&[(0.0, 5.0, 2.0, 1.0), (0.0, 4.0, 9.0, 1.0)], "if(age<est,age,estrem)", &[7.0, 9.0]);
}

/// A rank that rises up to where it jumps does rise: the jump is no rounding.
#[test]
fn a_rise_to_a_jump() {
    let curve = |job: &Job| {
        let est = job.estimate;
        kinked(move |age| if age < est { age } else { 3.0 }, move |age| vec![age - est])
    };
    // The second has as much as the first at 8, and they share to its end.
    check(&[(7.5, 1.25, 1.5, 1.0), (7.75, 1.0, 3.0, 1.0)], curve, &[9.75, 9.5]);
}

/// Next to a summit a rank tells the age to half of the digits only: work is done when it is done.
#[test]
fn a_job_near_a_summit_has_all_its_work_done() {
    let curve = |_: &Job| smooth(|age| age * (2.0 - age));
    // When the first is complete, 1e-8 of the second is left, and its rank differs from that at its end by 1.3e-15.
    check(&[(0.0, 1.0 - 7e-8, 1.0, 1.0), (0.0, 1.0 - 6e-8, 1.0, 1.0)], curve, &[2.0 - 14e-8, 2.0 - 13e-8]);
}

/// Next to a cusp a rank turns where no grid of ages would look.
#[test]
fn a_hump_beside_a_cusp() {
    let curve = |job: &Job| {
        let est = job.estimate;
        kinked(
            move |age| if est > 0.0 { 3.0 * age + (est - age).abs().sqrt() } else { 12.05 },
            move |age| vec![if est > 0.0 { est - age } else { 1.0 }],
        )
    };
    // On its way to 12.083 the first passes 12.05 before it falls to 12 at age 4.
    let root = (1.0 + 0.4_f64.sqrt()) / 6.0;
    let end = 4.0 - root * root + 1.0;
    check(&[(0.0, 5.0, 4.0, 1.0), (0.0, 1.0, 0.0, 1.0)], curve, &[6.0, end]);
}

/// Jobs that share up to a kink, after which their ranks stay: the first of them is served to its end.
#[test]
fn rising_to_a_kink() {
    let curve = |_: &Job| kinked(|age| 2.5 + age.min(0.5), |age| vec![age - 0.5]);
    check(&[(0.1, 0.7, 1.0, 1.0), (0.2, 1.1, 1.0, 1.0), (0.3, 0.9, 1.0, 1.0)], curve, &[1.8, 2.4, 2.8]);
}

/// The condition is no straight line between the ages at which it is false.
#[test]
fn a_condition_that_holds_in_between() {
    // Each jumps where age · (est − age) is 1/4: soon after it begins, and soon before it would end.
    let workload = workload(&[(0.0, 4.0, 4.0, 1.0), (1.0, 6.0, 6.0, 1.0)]);
    let found = ends(&workload, &ranked(&workload, "if(age*estrem<0.25,2*age,est+0.5)").unwrap());
    assert!(close(&found, &[7.0 + 8.75_f64.sqrt(), 10.0], 1e-9), "{found:?}");
}
