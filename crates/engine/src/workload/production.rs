//! The workload of Global Preemption's experiments (Cheng, Zhang, Boutaba, *Mitigating the Negative Impact of Preemption on
//! Heterogeneous `MapReduce` Workloads*, table III and section VI.D), and one like Facebook's (tables I and II).

use super::mapreduce::class;
use super::{TaskJob, TaskWorkload};
use crate::sim::{Random, stream};
use rand::RngExt;
use rand::distr::Open01;

/// Table III: maps of a job, then how many jobs have maps of how many seconds.
pub const TABLE_III: [(u32, &[(u32, f64)]); 12] = [
    (1, &[(16, 100.0), (16, 160.0), (11, 300.0), (6, 600.0)]),
    (2, &[(7, 100.0), (7, 160.0), (4, 300.0), (3, 600.0)]),
    (10, &[(7, 100.0), (6, 160.0), (3, 300.0), (2, 600.0)]),
    (50, &[(4, 100.0), (4, 160.0), (2, 300.0), (1, 600.0)]),
    (100, &[(4, 100.0), (3, 160.0), (1, 300.0)]),
    (250, &[(3, 30.0), (2, 60.0), (2, 100.0), (1, 2500.0)]),
    (400, &[(2, 30.0), (2, 60.0), (1, 100.0)]),
    (800, &[(1, 12.0), (2, 30.0), (2, 60.0)]),
    (1500, &[(1, 8.0), (1, 12.0)]),
    (3000, &[(1, 20.0)]),
    (5000, &[(1, 6.0)]),
    (8000, &[(1, 5.0)]),
];

/// Seconds of a map of the long job.
pub const LONG: f64 = 2500.0;

/// Jobs of the table, of which 30 % are production jobs, and the jobs that follow them.
pub const ROUND: [u32; 2] = [130, 25];
const PRODUCTION: u32 = 39;
const SHARE: f64 = 0.3;

/// Mean seconds between the jobs that follow.
const SLOW: f64 = 80.0;

/// The place of the long job, from 1, unless another is asked for: the second of the three of the experiments.
pub const PLACE: u32 = 66;
/// The last place that it may have.
pub const MOST_PLACE: u32 = ROUND[0];

/// The pool of production jobs; others are in pool 0.
const POOL: u32 = 1;

/// Purposes of the random streams.
mod purpose {
    pub const ARRIVALS: u8 = 19;
    pub const ORDER: u8 = 20;
}

/// Puts items in random order (Fisher and Yates).
fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for i in (1..items.len()).rev() {
        items.swap(i, random.random_range(0..=i));
    }
}

/// Maps and their seconds of the jobs of the table but for the long one.
fn others() -> Vec<(u32, f64)> {
    let rows = TABLE_III.into_iter().flat_map(|(maps, jobs)| jobs.iter().map(move |(count, seconds)| (maps, *count, *seconds)));
    let rows = rows.filter(|(.., seconds)| *seconds < LONG);
    rows.flat_map(|(maps, count, seconds)| std::iter::repeat_n((maps, seconds), count as usize)).collect()
}

/// Draws this many jobs: the 130 of the table with the long job in this place and the others in random order, `gap`
/// seconds apart on average (exponential), then 25 more at 80 s, then the next 130, and so on. There are no reduces.
///
/// Of the 130, 39 are production jobs, and the long job is not among them. The source does not say what the 25 are: here
/// different ones of the table's others, each a production job with a probability of 30 %. Nor does it say how tasks of
/// a job differ: they do not.
pub fn draw(place: u32, gap: f64, count: u32, seed: u64, replication: u32) -> TaskWorkload {
    let mut gaps = stream(seed, replication, purpose::ARRIVALS);
    let mut order = stream(seed, replication, purpose::ORDER);
    let mut arrival = 0.0;
    let mut jobs: Vec<TaskJob> = Vec::with_capacity(count as usize);
    while jobs.len() < count as usize {
        let mut table = others();
        shuffle(&mut table, &mut order);
        let mut production: Vec<bool> = (0..ROUND[0] - 1).map(|i| i < PRODUCTION).collect();
        shuffle(&mut production, &mut order);
        let mut round: Vec<(u32, f64, bool)> = table.iter().zip(production).map(|((maps, seconds), is)| (*maps, *seconds, is)).collect();
        round.insert(place as usize - 1, (250, LONG, false));
        shuffle(&mut table, &mut order);
        round.extend(table[..ROUND[1] as usize].iter().map(|(maps, seconds)| (*maps, *seconds, order.random::<f64>() < SHARE)));
        for (i, (maps, seconds, production)) in (0..).zip(round) {
            arrival -= if i < ROUND[0] { gap } else { SLOW } * libm::log(gaps.sample::<f64, _>(Open01));
            jobs.push(job(jobs.len() as u64, arrival, &vec![seconds; maps as usize], production));
        }
    }
    jobs.truncate(count as usize);
    TaskWorkload::trusted(jobs)
}

/// Of this many jobs, those at the end that follow a whole table.
pub const fn following(count: u32) -> u32 {
    (count % (ROUND[0] + ROUND[1])).saturating_sub(ROUND[0])
        + if count > 0 && count.is_multiple_of(ROUND[0] + ROUND[1]) { ROUND[1] } else { 0 }
}

fn job(id: u64, arrival: f64, maps: &[f64], production: bool) -> TaskJob {
    let pool = if production { POOL } else { 0 };
    TaskJob { bin: Some(class(maps.len())), pool, ..TaskJob::new(id, arrival, maps, &[]) }
}

/// Table I (a): seconds that so many of Facebook's jobs run at most.
const RUNNING: [(f64, f64); 12] = [
    (0.0, 10.0),
    (0.4, 55.0),
    (0.5, 90.0),
    (0.6, 120.0),
    (0.7, 150.0),
    (0.8, 350.0),
    (0.9, 650.0),
    (0.95, 1200.0),
    (0.98, 3000.0),
    (0.99, 5000.0),
    (0.995, 10_000.0),
    (1.0, 20_000.0),
];

/// Table II: maps that so many of them have at most.
const MAPS: [(f64, f64); 13] = [
    (0.39, 1.0),
    (0.55, 2.0),
    (0.69, 20.0),
    (0.78, 60.0),
    (0.84, 150.0),
    (0.90, 350.0),
    (0.94, 500.0),
    (0.97, 1500.0),
    (0.98, 3065.0),
    (0.99, 3846.0),
    (0.995, 6232.0),
    (0.999, 25_000.0),
    (1.0, 25_000.0),
];

/// What so many are at most: evenly on a logarithmic scale between two points, and the first up to there.
fn quantile(points: &[(f64, f64)], p: f64) -> f64 {
    let after = points.iter().position(|(part, _)| p < *part).unwrap_or(points.len() - 1);
    let Some(before) = after.checked_sub(1) else { return points[0].1 };
    let ((from, least), (to, most)) = (points[before], points[after]);
    least * libm::pow(most / least, (p - from) / (to - from))
}

/// Slots that a job had at Facebook: of 3100, by Little's law, where a job comes every 10 s and runs for 395 s, the mean.
const SLOTS: u32 = 78;

/// Draws this many jobs like those of Facebook's cluster of 600 machines, one every 10 s on average (exponential).
///
/// The tables give the running times of jobs and how many maps they have, each for itself. Assumed are: that the two are
/// independent; that a job had as many slots as all had on average, so that its running time is that of its maps in
/// waves of 78; that maps of a job are alike; that there are no reduces; 10 s for the shortest jobs, 20 000 s for the
/// longest and 25 000 maps for the largest, of which the tables say no more; and that each job is a production job with a
/// probability of 30 %, as in the experiments.
pub fn facebook(count: u32, seed: u64, replication: u32) -> TaskWorkload {
    let mut gaps = stream(seed, replication, purpose::ARRIVALS);
    let mut sizes = stream(seed, replication, purpose::ORDER);
    let mut arrival = 0.0;
    let jobs = (0..count).map(|id| {
        arrival -= FACEBOOK_GAP * libm::log(gaps.sample::<f64, _>(Open01));
        let maps = libm::round(quantile(&MAPS, sizes.random())) as u32;
        let running = quantile(&RUNNING, sizes.random());
        let seconds = running / f64::from(maps.div_ceil(SLOTS));
        job(u64::from(id), arrival, &vec![seconds; maps as usize], sizes.random::<f64>() < SHARE)
    });
    TaskWorkload::trusted(jobs.collect())
}

/// Mean seconds between the jobs of Facebook: section IV says that 5 s is twice the average rate.
pub const FACEBOOK_GAP: f64 = 10.0;
