//! What holds of every rank.

use super::*;

const RULES: [&str; 14] = [
    "max(est-age,min(age-est,est))",
    "max(est,age)",
    "max(est-age,age/2)",
    "if(age<1,0,if(age<4,1,2))",
    "if(age<1,0,age)",
    "age/weight",
    "age+est/2",
    "age*(4-age)",
    "floor(age)",
    "if(age<1,2*(1-age),5-age)",
    "1/(2-age)",
    "exp(-age)*est+age^1.5",
    "abs(est-age)*weight",
    "min(age,3)-0.2*max(age-5,0)",
];

#[test]
fn a_linear_function_of_the_rank_is_the_same_rank() {
    for workload in draws(200, 2) {
        for rule in RULES {
            let off = apart(&ranked(&workload, rule).unwrap(), &ranked(&workload, &format!("3*({rule})+1.5")).unwrap());
            assert!(off < 1e-6, "{rule}: {off}");
        }
    }
}

#[test]
fn an_increasing_function_of_a_constant_rank_is_the_same_rank() {
    for workload in draws(200, 3) {
        for rule in ["est^3", "log(est)", "-1/est", "sqrt(est)+est"] {
            assert_eq!(ranked(&workload, rule).unwrap(), ranked(&workload, "est").unwrap());
        }
    }
}

/// When the server falls idle.
fn periods(workload: &Workload, sojourn: &[f64]) -> Vec<f64> {
    let mut sorted = ends(workload, sojourn);
    sorted.sort_by(f64::total_cmp);
    // Whoever completes when all that have arrived are complete ends a busy period.
    let jobs = workload.jobs();
    let last = |(i, end): (usize, &f64)| (jobs.get(i + 1).is_none_or(|next| next.arrival > end + 1e-9)).then_some(*end);
    sorted.iter().enumerate().filter_map(last).collect()
}

#[test]
fn busy_periods_are_the_same() {
    for workload in draws(300, 2) {
        let expected = periods(&workload, &built_in(&workload, "fifo"));
        for rule in RULES {
            let found = periods(&workload, &ranked(&workload, rule).unwrap());
            assert!(found.len() == expected.len() && apart(&found, &expected) < 1e-9, "{rule}: {found:?} {expected:?}");
        }
        let found = periods(&workload, &shared(&workload, "weight*n").unwrap());
        assert!(found.len() == expected.len() && apart(&found, &expected) < 1e-9);
    }
}

/// Shares may be hundreds of orders of magnitude apart: either all work is done, or the run is refused.
#[test]
fn no_share_loses_work() {
    let (mut done, mut refused) = (0, 0);
    for workload in draws(60, 4) {
        let expected = periods(&workload, &built_in(&workload, "fifo"));
        for power in [-1e4, -1e3, -300.0, 300.0, 1e3, 1e4] {
            for rule in [format!("exp({power}/(1+arrival))"), format!("n*exp({power}/(1+arrival))"), format!("exp({power}*est)")] {
                let Ok(sojourn) = shared(&workload, &rule) else {
                    refused += 1;
                    continue;
                };
                done += 1;
                let found = periods(&workload, &sojourn);
                assert!(found.len() == expected.len() && apart(&found, &expected) < 1e-9, "{rule}: {found:?} {expected:?}");
            }
        }
    }
    assert!(done > 40 && refused > 40, "{done} done, {refused} refused");
}

/// Weights of all orders of magnitude that are allowed.
#[test]
fn no_weight_loses_work() {
    for workload in draws(100, 4) {
        let mut jobs = workload.jobs().to_vec();
        for (i, job) in jobs.iter_mut().enumerate() {
            job.weight = [1e-100, 1e100, 1.0, 1e-20, 3.0, 1e50, 0.1][i % 7];
        }
        let workload = Workload::new(jobs).unwrap();
        let expected = periods(&workload, &built_in(&workload, "fifo"));
        for found in ["gps", "psbs", "wpsjfe"].map(|key| built_in(&workload, key)).into_iter().chain([shared(&workload, "weight").unwrap()])
        {
            let found = periods(&workload, &found);
            assert!(found.len() == expected.len() && apart(&found, &expected) < 1e-9, "{found:?} {expected:?}");
        }
    }
}

#[test]
fn a_later_job_changes_nothing() {
    for workload in draws(100, 1) {
        for rule in RULES {
            let before = ranked(&workload, rule).unwrap();
            let last = ends(&workload, &before).into_iter().fold(0.0, f64::max);
            let mut jobs = workload.jobs().to_vec();
            jobs.push(Job { id: 1_000_000, arrival: last + 1.0, size: 2.0, estimate: 1.0, weight: 1.0 });
            let after = ranked(&Workload::new(jobs).unwrap(), rule).unwrap();
            assert_eq!(before, after[..before.len()], "{rule}");
        }
    }
}

#[test]
fn sizes_are_not_known_beforehand() {
    for workload in draws(100, 2) {
        for rule in RULES {
            let before = ranked(&workload, rule).unwrap();
            let jobs = workload.jobs();
            // Whoever completes last: nobody else can tell that it is larger.
            let ends = ends(&workload, &before);
            let last = (0..jobs.len()).max_by(|a, b| ends[*a].total_cmp(&ends[*b])).unwrap();
            let mut other = jobs.to_vec();
            other[last].size *= 7.0;
            let after = ranked(&Workload::new(other).unwrap(), rule).unwrap();
            for i in (0..jobs.len()).filter(|i| *i != last) {
                assert_eq!(before[i], after[i], "{rule}, job {i} of {}", jobs.len());
            }
        }
    }
}

#[test]
fn rounding_is_no_oscillation() {
    for workload in draws(100, 1) {
        for (noisy, plain) in [("est+1e9*age-1e9*age", "est"), ("(age+1e6)-age+est-1e6", "est"), ("(est+1e7*age)-1e7*age-age", "est-age")] {
            let off = apart(&ranked(&workload, noisy).unwrap(), &ranked(&workload, plain).unwrap());
            assert!(off < 1e-9, "{noisy}: {off}");
        }
    }
}
