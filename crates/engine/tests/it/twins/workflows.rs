//! Workflows by definition: when a job is submitted, which jobs hang together, how long a chain takes, who waits in a circle.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// A job as it is written, and when it was complete.
#[derive(Clone, Debug)]
pub struct Job {
    pub arrival: f64,
    /// The jobs that it waits for, by position.
    pub after: Vec<usize>,
    pub completion: f64,
}

/// A job is submitted when all that it waits for are complete, or at its own arrival if that is later.
pub fn submission(jobs: &[Job], job: usize) -> f64 {
    jobs[job].after.iter().map(|&before| jobs[before].completion).fold(jobs[job].arrival, f64::max)
}

/// The weakly connected sets of jobs, each sorted, by their first job. Everybody takes the least number of its neighbours
/// until nobody's changes.
pub fn chains(jobs: &[Job]) -> Vec<Vec<usize>> {
    let mut least: Vec<usize> = (0..jobs.len()).collect();
    loop {
        let before = least.clone();
        for (job, about) in jobs.iter().enumerate() {
            for &other in &about.after {
                let both = least[job].min(least[other]);
                (least[job], least[other]) = (both, both);
            }
        }
        if least == before {
            break;
        }
    }
    let of = |first: usize| (0..jobs.len()).filter(|&job| least[job] == first).collect();
    (0..jobs.len()).filter(|&job| least[job] == job).map(of).collect()
}

/// Last completion less first arrival of each chain of more than one job, with its first job.
pub fn sojourns(jobs: &[Job]) -> Vec<(usize, f64)> {
    let mut sojourns = vec![];
    for chain in chains(jobs) {
        let first = chain.iter().map(|&job| jobs[job].arrival).fold(f64::INFINITY, f64::min);
        let last = chain.iter().map(|&job| jobs[job].completion).fold(0.0, f64::max);
        if chain.len() > 1 {
            sojourns.push((chain[0], last - first));
        }
    }
    sojourns
}

/// Jobs that wait for each other in a circle, each for the next and the last for the first: `None` if nobody does.
pub fn circle(after: &[Vec<usize>]) -> Option<Vec<usize>> {
    // Who waits for nobody that is left can go.
    let mut left: Vec<usize> = (0..after.len()).collect();
    loop {
        let stays = |job: &usize| after[*job].iter().any(|before| left.contains(before));
        let rest: Vec<usize> = left.iter().copied().filter(stays).collect();
        if rest.len() == left.len() {
            break;
        }
        left = rest;
    }
    // Everybody who is left waits for somebody who is left: go there until somebody comes again.
    let mut path = vec![*left.first()?];
    loop {
        let last = path[path.len() - 1];
        let next = *after[last].iter().find(|before| left.contains(before)).expect("waits for somebody who is left");
        if let Some(start) = path.iter().position(|&job| job == next) {
            return Some(path.split_off(start));
        }
        path.push(next);
    }
}

/// Whether these jobs are such a circle.
pub fn is_circle(after: &[Vec<usize>], jobs: &[usize]) -> bool {
    let next = |place: usize| jobs[(place + 1) % jobs.len()];
    !jobs.is_empty() && (0..jobs.len()).all(|place| after[jobs[place]].contains(&next(place)))
}

/// Random jobs by arrival, with their arrivals and whom they wait for: earlier or later ones, circles only where asked for.
pub fn draw(seed: u64, circles: bool) -> Vec<(f64, Vec<usize>)> {
    let mut draw = StdRng::seed_from_u64(seed);
    let count = draw.random_range(1..=9_usize);
    let mut arrival = 0.0;
    let mut rank: Vec<u32> = vec![];
    let mut jobs = vec![];
    for _ in 0..count {
        arrival += [0.0, 0.0, 1.0, 3.0, 7.5][draw.random_range(0..5)];
        rank.push(draw.random());
        jobs.push((arrival, vec![]));
    }
    for (job, (_, after)) in jobs.iter_mut().enumerate() {
        for other in 0..count {
            let allowed = if circles { job != other } else { rank[other] < rank[job] };
            if allowed && draw.random_range(0..count) == 0 {
                after.push(other);
            }
        }
    }
    jobs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(arrival: f64, after: &[usize], completion: f64) -> Job {
        Job { arrival, after: after.to_vec(), completion }
    }

    /// 2 waits for 0 (done at 10) and 1 (at 14); 3 for 2, but arrives later than 2 is complete; 4 is alone; 6 waits for 5.
    #[test]
    fn by_hand() {
        let jobs = [
            job(0.0, &[], 10.0),
            job(2.0, &[], 14.0),
            job(1.0, &[0, 1], 20.0),
            job(25.0, &[2], 30.0),
            job(3.0, &[], 5.0),
            job(4.0, &[], 6.0),
            job(4.0, &[5], 7.0),
        ];
        let submitted: Vec<f64> = (0..7).map(|job| submission(&jobs, job)).collect();
        assert_eq!(submitted, [0.0, 2.0, 14.0, 25.0, 3.0, 4.0, 6.0]);
        assert_eq!(chains(&jobs), [vec![0, 1, 2, 3], vec![4], vec![5, 6]]);
        assert_eq!(sojourns(&jobs), [(0, 30.0), (5, 3.0)]);
    }

    /// Two chains that one later job joins: 4 after 1 and 3.
    #[test]
    fn a_late_link() {
        let jobs = [job(0.0, &[], 1.0), job(0.0, &[0], 2.0), job(0.0, &[], 1.0), job(0.0, &[2], 2.0), job(0.0, &[3, 1], 9.0)];
        assert_eq!(chains(&jobs), [vec![0, 1, 2, 3, 4]]);
    }

    /// 0 waits for 1, 1 for 2, 2 for 3, 3 for 1: 0 is not in the circle.
    #[test]
    fn circles() {
        assert_eq!(circle(&[vec![1], vec![2], vec![3], vec![1], vec![]]), Some(vec![1, 2, 3]));
        assert_eq!(circle(&[vec![], vec![0], vec![0, 1]]), None);
        assert_eq!(circle(&[vec![], vec![1]]), Some(vec![1]));
        assert!(!is_circle(&[vec![1], vec![]], &[0, 1]));
    }

    #[test]
    fn random_jobs() {
        let mut found = 0;
        for seed in 0..500 {
            let of = |circles| -> Vec<Vec<usize>> { draw(seed, circles).into_iter().map(|(_, after)| after).collect() };
            assert_eq!(circle(&of(false)), None);
            if let Some(jobs) = circle(&of(true)) {
                found += 1;
                assert!(is_circle(&of(true), &jobs), "{jobs:?}");
            }
        }
        assert!((100..400).contains(&found), "{found}");
    }
}
