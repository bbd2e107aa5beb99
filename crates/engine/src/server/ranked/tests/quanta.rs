//! The exact engine against serving the first in (rank, arrival, id) for one short quantum after the other.

use super::*;
use crate::sim::stream;
use rand::RngExt;

/// Completion times with quanta.
fn plain(workload: &Workload, q: f64, curve: impl Fn(&Job) -> Drawn) -> Vec<f64> {
    let jobs = workload.jobs();
    let curves: Vec<Drawn> = jobs.iter().map(curve).collect();
    let mut ages = vec![0.0; jobs.len()];
    let mut done = vec![0.0; jobs.len()];
    let mut now = 0.0;
    while done.contains(&0.0) {
        let present = (0..jobs.len()).filter(|&i| jobs[i].arrival <= now && done[i] == 0.0);
        let ranked = present.map(|i| (curves[i].rank(ages[i] + 1e-9), i));
        let first = ranked.min_by(|(a, i), (b, j)| if (a - b).abs() < 1e-11 { i.cmp(j) } else { a.total_cmp(b) });
        let next = jobs.iter().map(|job| job.arrival).filter(|arrival| *arrival > now).fold(f64::INFINITY, f64::min);
        let Some((_, i)) = first else {
            now = next;
            continue;
        };
        let dt = q.min(next - now).min(jobs[i].size - ages[i]);
        now += dt;
        ages[i] += dt;
        if jobs[i].size - ages[i] < 1e-12 {
            done[i] = now;
        }
    }
    done
}

/// A continuous curve of straight parts between these ages.
fn broken(points: Vec<(f64, f64)>) -> Drawn {
    let kinks: Vec<f64> = points.iter().map(|point| point.0).collect();
    let rank = move |age: f64| {
        let last = points.len() - 1;
        let i = points.iter().rposition(|point| point.0 <= age).unwrap_or(0).min(last - 1);
        let ((a, f), (b, g)) = (points[i], points[i + 1]);
        f + (g - f) * ((age - a) / (b - a)).min(1.0)
    };
    kinked(rank, move |age| kinks.iter().map(|kink| age - kink).collect())
}

#[test]
fn random_curves() {
    let mut random = stream(5, 0, 0);
    for case in 0..3000 {
        let count = 2 + case % 4_u32;
        let jobs: Vec<_> = (0..count)
            .map(|_| (f64::from(random.random_range(0..12_u32)) * 0.5, 1.0 + f64::from(random.random_range(0..6_u32)) * 0.5, 1.0, 1.0))
            .collect();
        let workload = workload(&jobs);
        let curves: Vec<Vec<(f64, f64)>> = (0..count)
            .map(|_| {
                (0..6_u32)
                    .map(|i| (f64::from(i), random.random_range(0.0..4.0) + if case % 3 == 0 { f64::from(2 * i) } else { 0.0 }))
                    .collect()
            })
            .collect();
        let curve = |job: &Job| broken(curves[job.id as usize - 1].clone());
        let found = completions(&workload, Shape::General, Ties::Fcfs, curve);
        let worst = |q: f64| {
            let expected = plain(&workload, q, curve);
            found.iter().zip(&expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
        };
        // An arrival just before a completion needs a short quantum.
        let right = [1e-3, 2e-6].into_iter().any(|q| worst(q) < 12.0 * q * f64::from(count));
        assert!(right, "case {case}: {jobs:?} {curves:?}: {found:?}, off by {}", worst(2e-6));
    }
}

/// Of jobs whose times are whole multiples of a quarter.
fn lattice(random: &mut impl rand::Rng, count: u32) -> Workload {
    let mut quarters = |least: u32, most: u32| f64::from(random.random_range(least..=most)) * 0.25;
    workload(&(0..count).map(|_| (quarters(0, 24), quarters(1, 16), quarters(1, 16), quarters(2, 8))).collect::<Vec<_>>())
}

#[test]
fn formulas() {
    const RULES: [&str; 21] = [
        "max(est-age,min(age-est,est))",
        "max(est,age)",
        "max(est-age,age/2)",
        "if(age<1,0,if(age<3,1,2))",
        "if(age<1,0,age)",
        "age*(3.1-age)",
        "floor(age)",
        "floor(age)-est",
        "floor(2*age)*est-age",
        "if(age<1,2*(1-age),5-age)",
        "exp(-age)*est+age^1.5",
        "abs(est-age)*weight",
        "min(age,3)-0.2*max(age-3.5,0)",
        "age^2/est",
        "sqrt(age)*weight",
        "log(age)+est",
        "(age-1)*(age-2)*(age-3)*weight",
        "if(late,age*weight,est)",
        "if(age<2,-inf,age/weight)",
        "max(age-1,0)",
        "ceil(age/2)-0.1*age",
    ];
    let mut random = stream(6, 0, 0);
    for case in 0..100 {
        let workload = lattice(&mut random, 2 + case % 4);
        for rule in RULES {
            // Where equal ranks fall, those served for a quantum cannot tell that they would not share.
            let level = ["floor(age)", "max(age-1,0)", "max(est,age)"].contains(&rule) || rule.starts_with("if(age<1,0,if");
            for ties in &["fcfs", "shared"][..=usize::from(level)] {
                let found = ranked(&workload, &format!("{rule}; ties={ties}")).unwrap();
                let off = |q: f64| {
                    let mean = workload.jobs().iter().map(|job| job.size).sum::<f64>() / workload.len() as f64;
                    // The rank at the very beginning is what it is just after: log(0) and ceil(0) are left at once.
                    let jumps = rule.contains("log") || rule.contains("ceil");
                    let rule = if jumps { rule.replace("age", "(age+1e-9)") } else { rule.to_owned() };
                    let rule = format!("{rule}+0*now; ties={ties}; q={}", q / mean);
                    apart(&found, &ranked(&workload, &rule).unwrap())
                };
                let right = [2e-3, 2e-5].into_iter().any(|q| off(q) < 12.0 * q * workload.len() as f64);
                assert!(right, "{rule}, {ties}: {:?}: {found:?}, off by {}", workload.jobs(), off(2e-5));
            }
        }
    }
}
