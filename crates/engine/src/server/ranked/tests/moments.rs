//! Ranks and shares that depend on time, and what stops a run.

use super::*;

#[test]
fn ranks_that_change_while_jobs_wait() {
    let check = |jobs: &[(f64, f64, f64, f64)], rule: &str, expected: &[f64]| {
        let workload = workload(jobs);
        let mean = jobs.iter().map(|job| job.1).sum::<f64>() / jobs.len() as f64;
        for q in [0.1, 0.01, 0.001] {
            let found = ends(&workload, &ranked(&workload, &format!("{rule}; q={}", q / mean)).unwrap());
            assert!(apart(&found, expected) < 1.1 * q, "{rule}, quantum {q}: {found:?}");
        }
    };
    check(&[(0.0, 4.0, 4.0, 1.0), (1.0, 1.0, 1.0, 1.0), (2.0, 3.0, 3.0, 1.0)], "-wait", &[7.0, 3.0, 8.0]);
    check(&[(0.0, 4.0, 4.0, 1.0), (1.0, 2.0, 2.0, 3.0)], "-sojourn*weight", &[6.0, 3.5]);
    check(&[(0.0, 4.0, 4.0, 1.0), (1.0, 1.0, 1.0, 1.0), (2.0, 2.0, 2.0, 1.0)], "-sojourn/est", &[7.0, 7.0 / 3.0, 6.0]);
}

#[test]
fn shares() {
    let of = |jobs: &[(f64, f64, f64, f64)], rule: &str| {
        let workload = workload(jobs);
        ends(&workload, &shared(&workload, rule).unwrap())
    };
    assert!(apart(&of(&[(0.0, 4.0, 4.0, 1.0), (0.0, 6.0, 6.0, 3.0)], "weight"), &[10.0, 8.0]) < 1e-12);
    let found = of(&[(0.0, 3.0, 3.0, 1.0), (1.0, 3.0, 3.0, 1.0)], "1/(1+age)");
    assert!(apart(&found, &[2.0 + libm::sqrt(13.0), 6.0]) < 1e-6, "{found:?}");
    // The second has all of the server at first; from age 1 on it shares with the first, which has all of it when it is late.
    let found = of(&[(0.0, 4.0, 2.0, 1.0), (0.0, 2.0, 9.0, 1.0)], "if(age<1,weight,3*weight)");
    assert!(found[0] <= 6.0 + 1e-9 && apart(&found, &[6.0, 4.0]) < 1e-6, "{found:?}");
    // From the start 1:1; the first is late at age 2, when t = 4, and then has nothing until the second completes.
    let late = of(&[(0.0, 4.0, 2.0, 1.0), (0.0, 3.0, 9.0, 1.0)], "if(late,1e-9,1)");
    assert!(apart(&late, &[7.0, 5.0]) < 1e-6, "{late:?}");
    // The number of late jobs is 1 from t = 4 on: shares change there for both alike.
    let counted = of(&[(0.0, 4.0, 2.0, 1.0), (0.0, 3.0, 9.0, 2.0)], "weight^(1-nlate)");
    assert!(counted[1] < counted[0] && (counted[0] - 7.0).abs() < 1e-9, "{counted:?}");
}

#[test]
fn what_cannot_be_followed_stops() {
    let two = workload(&[(0.0, 4.0, 4.0, 1.0), (1.0, 2.0, 2.0, 3.0)]);
    let rank = |rule: &str| ranked(&two, rule).unwrap_err();
    let fault = rank("abs(1-age)+sqrt(2-age)");
    assert!((fault.age.unwrap() - 2.0).abs() < 1e-9 && fault.job == 0 && fault.what.starts_with("its rank is NaN"), "{fault:?}");
    assert!((fault.time - 2.0).abs() < 1e-9 || fault.time > 2.0, "{fault:?}");
    assert_eq!(rank("0/(est-4)").what, "its rank is NaN because of 0/(est-4)");
    assert!((rank("sqrt(2-now)").age.unwrap() - 2.0).abs() < 0.01);
    let share = |rule: &str| shared(&two, rule).unwrap_err().what;
    assert_eq!(share("est-4.5"), "its share is negative");
    assert_eq!(share("1/(est-4)"), "its share is infinite");
    assert_eq!(share("sqrt(est-3)"), "its share is NaN");
    assert_eq!(share("2^(170*est)"), "its share is 5.016456510113119e204; allowed: 0, or from 1e-200 to 1e200");
    assert_eq!(share("2^(-340*weight)*n"), "its share is 1.7800590868057611e-307; allowed: 0, or from 1e-200 to 1e200");
    assert_eq!(share("0"), "the shares of all jobs present are 0");
    assert_eq!(share("1-age"), "its share is negative");
    let wild = ranked(&workload(&[(0.0, 9000.0, 9000.0, 1.0), (1.0, 9000.0, 9000.0, 1.0)]), "floor(age)-2*floor(age/2)").unwrap_err();
    assert_eq!(wild.what, "its rank oscillates too fast");
    // What lies beyond a job's size is not looked at.
    assert!(ranked(&two, "sqrt(4-age)").is_ok());
}

#[test]
fn infinite_ranks() {
    let three = workload(&[(0.0, 4.0, 4.0, 1.0), (1.0, 2.0, 2.0, 3.0), (2.0, 2.0, 1.0, 1.0)]);
    for suffix in ["", "+0*now", "; preempt=arrival"] {
        let of = |rule: &str| ends(&three, &ranked(&three, &format!("{rule}{suffix}")).unwrap());
        assert!(apart(&of("if(weight>2,inf,0)"), &[4.0, 8.0, 6.0]) < 1e-2, "{suffix}");
        assert!(apart(&of("if(weight>2,-inf,est)"), &[8.0, 3.0, 5.0]) < 1e-2, "{suffix}");
        assert!(apart(&of("-inf"), &[4.0, 6.0, 8.0]) < 1e-2, "{suffix}");
        assert!(apart(&of("inf"), &[4.0, 6.0, 8.0]) < 1e-2, "{suffix}");
    }
    // A pole: the rank rises to infinity at age 2.5 and jumps down there. All come to it together, and go on one by one.
    let three = workload(&[(0.0, 4.0, 4.0, 1.0), (1.0, 3.0, 2.0, 3.0), (2.0, 3.5, 1.0, 1.0)]);
    let pole = ends(&three, &ranked(&three, "1/(2.5-age)").unwrap());
    assert!(apart(&pole, &[9.0, 9.5, 10.5]) < 1e-9, "{pole:?}");
}

#[test]
fn arrivals_compare_and_nothing_else() {
    // At t = 2 the first has age 2 and rank 2, the second waits with 1.5 since t = 1; the third comes at t = 2.
    let three = workload(&[(0.0, 4.0, 4.0, 1.0), (1.0, 2.0, 1.5, 3.0), (2.0, 2.0, 9.0, 1.0)]);
    let found = ends(&three, &ranked(&three, "max(age,est*(est!=4)); preempt=arrival").unwrap());
    assert!(apart(&found, &[6.0, 4.0, 8.0]) < 1e-12, "{found:?}");
    let found = ends(&three, &ranked(&three, "max(age,est*(est!=4)); preempt=completion").unwrap());
    assert!(apart(&found, &[4.0, 6.0, 8.0]) < 1e-12, "{found:?}");
}
