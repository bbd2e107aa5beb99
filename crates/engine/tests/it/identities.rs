//! What holds on every instance: the identities of the field, as property tests.

use proptest::prelude::*;
use schedscope::server::{Config, EventKind, Policy, Series, Silent, Timeline, simulate};
use schedscope::workload::{Errors, Job, Synthetic, Workload};

fn sojourns(workload: &Workload, policy: &str) -> Vec<f64> {
    simulate(&Config::default(), workload, &policy.parse().unwrap(), &mut Silent).unwrap().sojourn
}

/// Every policy with its defaults.
fn all() -> impl Iterator<Item = &'static str> {
    Policy::all().map(|policy| policy.row().key)
}

/// Policies that are not the same on jobs of another scale: some have a length in the unit of sizes among their parameters, and
/// under the last six ranks are equal if they differ by no more than 1e-11 × max(1, |rank|).
const SCALED: [&str; 11] =
    ["rr", "mlfq", "lottery", "stride", "nudge", "wsrpte", "srpt-b", "psjfe+las", "gittins", "gittins-blind", "serpt"];

fn mean(workload: &Workload, policy: &str) -> f64 {
    sojourns(workload, policy).iter().sum::<f64>() / workload.len() as f64
}

fn last(workload: &Workload) -> f64 {
    workload.jobs().iter().zip(sojourns(workload, "fifo")).map(|(j, s)| j.arrival + s).fold(1.0, f64::max)
}

fn with_exact_estimates(workload: &Workload) -> Workload {
    let mut exact = workload.clone();
    Errors::None.apply(0.0, &mut exact, 1, 0).unwrap();
    exact
}

/// Equal up to what agreement between two computations means.
fn same(a: &[f64], b: &[f64], workload: &Workload) -> bool {
    let limit = 1e-9 * last(workload);
    a.iter().zip(b).all(|(a, b)| (a - b).abs() <= limit)
}

fn workloads() -> impl Strategy<Value = Workload> {
    let random = (any::<u16>(), 1_u32..120, 0.15..3.0_f64, 0.0..2.5_f64, 0.3..1.5_f64, 0.2..2.0_f64).prop_map(
        |(seed, count, shape, sigma, load, timeshape)| {
            Synthetic { count, shape, sigma, load, timeshape, ..Synthetic::default() }.generate(u64::from(seed), 0).unwrap()
        },
    );
    let grid = prop::collection::vec((0_u8..30, 1_u8..12, 0_u8..12, 1_u8..4), 1..25).prop_map(|jobs| {
        let job = |(id, (arrival, size, estimate, weight)): (usize, (u8, u8, u8, u8))| Job {
            id: id as u64,
            arrival: arrival.into(),
            size: size.into(),
            estimate: estimate.into(),
            weight: weight.into(),
        };
        Workload::new(jobs.into_iter().enumerate().map(job)).unwrap()
    });
    prop_oneof![random, grid]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn srpt_has_the_least_mean_sojourn(workload in workloads()) {
        let best = mean(&workload, "srpt");
        for policy in all() {
            prop_assert!(best <= mean(&workload, policy) + 1e-9 * last(&workload), "{policy}");
        }
    }

    #[test]
    fn no_job_is_later_under_fsp_than_under_ps(workload in workloads()) {
        let limit = 1e-9 * last(&workload);
        for (fsp, ps) in sojourns(&workload, "fsp").iter().zip(sojourns(&workload, "ps")) {
            prop_assert!(*fsp <= ps + limit);
        }
    }

    #[test]
    fn exact_estimates_make_twins_equal(workload in workloads()) {
        let workload = with_exact_estimates(&workload);
        let twins = [
            ("srpte", "srpt"), ("fspe", "fsp"), ("fspe+ps", "fsp"), ("fspe+las", "fsp"),
            ("psjfe", "psjf"), ("sjfe", "sjf"),
            ("srpt-b", "srpt"), ("psjfe+las", "psjf"), ("edf[slack=1e9]", "psjf"), ("edf[slack=0]", "fifo"),
        ];
        for (estimated, exact) in twins {
            prop_assert!(same(&sojourns(&workload, estimated), &sojourns(&workload, exact), &workload), "{estimated}");
        }
    }

    #[test]
    fn equal_weights_change_nothing(workload in workloads(), exponent in -3..4_i32) {
        let mut equal = workload;
        equal.amend(|job| job.weight = libm::ldexp(1.0, exponent)).unwrap();
        prop_assert!(same(&sojourns(&equal, "psbs"), &sojourns(&equal, "fspe+ps"), &equal));
        prop_assert!(same(&sojourns(&equal, "gps"), &sojourns(&equal, "ps"), &equal));
        prop_assert!(same(&sojourns(&equal, "wpsjfe"), &sojourns(&equal, "psjfe"), &equal));
        prop_assert!(same(&sojourns(&equal, "wsrpte"), &sojourns(&equal, "srpte"), &equal));
        for policy in ["priority", "rr[quantum=1e9]", "stride[quantum=1e9]", "nudge[threshold=0]"] {
            prop_assert!(same(&sojourns(&equal, policy), &sojourns(&equal, "fifo"), &equal), "{policy}");
        }
    }

    #[test]
    fn all_policies_share_busy_periods(workload in workloads()) {
        let ends = |policy: &str| {
            let mut ends: Vec<f64> = workload.jobs().iter().zip(sojourns(&workload, policy)).map(|(j, s)| j.arrival + s).collect();
            ends.sort_by(f64::total_cmp);
            // A busy period ends where as many jobs have completed as have arrived before.
            let limit = 1e-9 * last(&workload);
            let empty = |i: usize| workload.jobs().get(i + 1).is_none_or(|next| next.arrival > ends[i] + limit);
            (0..ends.len()).filter(|&i| empty(i)).map(|i| (i, ends[i])).collect::<Vec<_>>()
        };
        let expected = ends("fifo");
        for policy in all() {
            let found = ends(policy);
            prop_assert_eq!(found.len(), expected.len(), "{}", policy);
            for (a, b) in found.iter().zip(&expected) {
                prop_assert!(a.0 == b.0 && (a.1 - b.1).abs() <= 1e-9 * last(&workload), "{policy}");
            }
        }
    }

    #[test]
    fn area_under_number_in_system_is_the_sum_of_sojourns(workload in workloads()) {
        for policy in all() {
            let mut series = Series::with_capacity(1 << 16);
            let outcome = simulate(&Config::default(), &workload, &policy.parse().unwrap(), &mut series).unwrap();
            let area: f64 = series.samples().windows(2).map(|pair| f64::from(pair[0].present) * (pair[1].time - pair[0].time)).sum();
            let sum: f64 = outcome.sojourn.iter().sum();
            prop_assert!((area - sum).abs() <= 1e-9 * sum.max(last(&workload)) * workload.len() as f64, "{policy}: {area} {sum}");
        }
    }

    #[test]
    fn no_job_is_faster_than_its_size(workload in workloads()) {
        for policy in all() {
            for (job, sojourn) in workload.jobs().iter().zip(sojourns(&workload, policy)) {
                prop_assert!(sojourn >= job.size, "{policy}");
            }
        }
    }

    #[test]
    fn scaling_by_a_power_of_two_scales_exactly(workload in workloads(), exponent in -40..40_i32) {
        let factor = libm::ldexp(1.0, exponent);
        let scale = |job: &Job| Job { arrival: job.arrival * factor, size: job.size * factor, estimate: job.estimate * factor, ..*job };
        let scaled = Workload::new(workload.jobs().iter().map(scale)).unwrap();
        for policy in all().filter(|policy| !SCALED.contains(policy)) {
            let expected: Vec<f64> = sojourns(&workload, policy).iter().map(|s| s * factor).collect();
            prop_assert_eq!(sojourns(&scaled, policy), expected, "{}", policy);
        }
    }

    #[test]
    fn late_jobs_run_alone_where_they_block(workload in workloads()) {
        for policy in ["srpte", "fspe", "fspe+ps"] {
            for snapshot in Timeline::record(&Config::default(), &workload, &policy.parse().unwrap()).unwrap().snapshots {
                let late: Vec<_> = snapshot.jobs.iter().filter(|c| c.late).collect();
                if late.is_empty() {
                    continue;
                }
                prop_assert!(snapshot.jobs.iter().all(|c| c.late || c.share == 0.0), "{policy}");
                let total: f64 = late.iter().map(|c| c.share).sum();
                prop_assert!((total - 1.0).abs() < 1e-12, "{policy}");
                if policy == "fspe+ps" {
                    prop_assert!(late.iter().all(|c| (c.share - 1.0 / late.len() as f64).abs() < 1e-12));
                }
            }
        }
    }

    #[test]
    fn one_over_estimate_under_srpte_harms_its_own_job(workload in workloads(), which in any::<prop::sample::Index>(), factor in 1.0..50.0_f64) {
        let exact = with_exact_estimates(&workload);
        let victim = which.index(exact.len());
        let mut wrong = exact.clone();
        let id = exact.jobs()[victim].id;
        wrong.amend(|job| job.estimate *= if job.id == id { factor } else { 1.0 }).unwrap();
        let (before, after) = (sojourns(&exact, "srpte"), sojourns(&wrong, "srpte"));
        let limit = 1e-9 * last(&exact) * exact.len() as f64;
        prop_assert!(after[victim] >= before[victim] - limit);
        let others = |s: &[f64]| s.iter().sum::<f64>() - s[victim];
        prop_assert!(others(&after) <= others(&before) + limit);
    }

    #[test]
    fn las_serves_the_least_attained(workload in workloads()) {
        for snapshot in Timeline::record(&Config::default(), &workload, &"las".parse().unwrap()).unwrap().snapshots {
            let least = snapshot.jobs.iter().map(|c| c.attained).fold(f64::INFINITY, f64::min);
            // Attained service is size − remaining, so it is known to the precision of the size.
            let largest = workload.jobs().iter().map(|j| j.size).fold(0.0, f64::max);
            for curve in snapshot.jobs.iter().filter(|c| c.share > 0.0) {
                prop_assert!(curve.attained <= least + 1e-11 * largest);
            }
        }
    }

    #[test]
    fn labels_do_not_matter_without_ties(seed in any::<u16>(), count in 2_u32..100) {
        let workload = Synthetic { count, shape: 0.6, ..Synthetic::default() }.generate(u64::from(seed), 0).unwrap();
        let relabel = |job: &Job| Job { id: 7_919 * (u64::from(count) - job.id), ..*job };
        let relabelled = Workload::new(workload.jobs().iter().rev().map(relabel)).unwrap();
        for policy in all() {
            prop_assert_eq!(sojourns(&workload, policy), sojourns(&relabelled, policy), "{}", policy);
        }
    }

    #[test]
    fn timelines_are_exact_and_whole(workload in workloads()) {
        for policy in all() {
            let timeline = Timeline::record(&Config::default(), &workload, &policy.parse().unwrap()).unwrap();
            prop_assert!(timeline.snapshots.windows(2).all(|pair| pair[0].time < pair[1].time));
            let count = |kind| timeline.events.iter().filter(|e| e.kind == kind).count();
            prop_assert_eq!((count(EventKind::Arrival), count(EventKind::Completion)), (workload.len(), workload.len()), "{}", policy);
            // Each line, followed to its end, meets the next snapshot, if parts of the server do not change all the time.
            let changing = ["gittins", "gittins-blind", "serpt"].contains(&policy);
            for pair in timeline.snapshots.windows(2) {
                for curve in &pair[0].jobs {
                    let end = curve.after(pair[1].time - pair[0].time);
                    // They are in order of arrival.
                    let next = pair[1].jobs.binary_search_by_key(&curve.job, |c| c.job).map_or(0.0, |place| pair[1].jobs[place].remaining);
                    prop_assert!(changing || (end.remaining - next).abs() <= 1e-9 * last(&workload), "{policy}");
                }
            }
        }
    }
}
