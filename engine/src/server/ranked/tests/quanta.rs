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
