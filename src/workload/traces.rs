//! Workloads like those of the traces that Delgado's thesis uses (chapter 2), without the traces.

use super::BatchWorkload;
use super::distribution::Normal;
use crate::sim::{Random, stream};
use rand::RngExt;
use rand::distr::{Distribution, Open01};

/// A cluster of jobs that are alike: how many, the mean duration of their tasks in seconds, how many tasks on average.
type Cluster = (f64, f64, f64);

/// The jobs of Yahoo's cluster (Chen et al., MASCOTS 2011, as cut into tasks by the thesis, section 2.4.1).
const YAHOO: [Cluster; 8] = [
    (21_981.0, 19.5, 21.1),
    (838.0, 683.0, 396.0),
    (91.0, 781.0, 1261.0),
    (7.0, 3025.0, 85.0),
    (35.0, 4391.0, 1021.0),
    (5.0, 10_051.0, 3344.0),
    (1303.0, 1171.0, 12.8),
    (2.0, 5465.0, 1414.0),
];

/// Purposes of the random streams.
mod purpose {
    pub const KINDS: u8 = 40;
    pub const GAPS: u8 = 41;
    pub const TASKS: u8 = 42;
}

fn exponential(mean: f64, random: &mut Random) -> f64 {
    -mean * libm::log(random.sample::<f64, _>(Open01))
}

/// Jobs like Yahoo's; `scale` divides the number of their tasks.
pub fn yahoo(count: u32, scale: f64, seed: u64, replication: u32) -> BatchWorkload {
    let mut kinds = stream(seed, replication, purpose::KINDS);
    let mut gaps = stream(seed, replication, purpose::GAPS);
    let mut tasks = stream(seed, replication, purpose::TASKS);
    let total: f64 = YAHOO.iter().map(|cluster| cluster.0).sum();
    let mut workload = BatchWorkload::default();
    let mut arrival = 0.0;
    let mut durations = vec![];
    for id in 0..count {
        arrival += 7.48 + 0.23 * Normal.sample(&mut gaps);
        let mut rest = kinds.random::<f64>() * total;
        let kind = YAHOO.iter().find(|cluster| {
            rest -= cluster.0;
            rest < 0.0
        });
        let (_, duration, tasks_mean) = *kind.unwrap_or(&YAHOO[0]);
        let number = libm::ceil(exponential(tasks_mean / scale, &mut tasks)).max(1.0) as u32;
        let mean = exponential(duration, &mut tasks);
        durations.clear();
        while durations.len() < number as usize {
            let drawn = mean + libm::sqrt(2.0 * mean) * Normal.sample(&mut tasks);
            if drawn >= 0.0 {
                durations.push(drawn);
            }
        }
        workload.push(u64::from(id), arrival, &durations);
    }
    workload
}
