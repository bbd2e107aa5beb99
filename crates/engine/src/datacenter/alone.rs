use super::Config;
use crate::sim::Key;
use crate::workload::{BatchJob, BatchWorkload};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Seconds a job takes alone in the datacenter, the denominator of slowdown: for each stage the least time in which messages can bring its
/// tasks, and the longest of these or, if there are more than cores, the time in which these do them one after the other as they are
/// listed.
pub fn alone(config: &Config, workload: &BatchWorkload, job: &BatchJob) -> f64 {
    let (first, second) = workload.durations(job).split_at(job.first_stage() as usize);
    // A task is placed by one message, or a probe is followed by a request and its answer; a worker that has the probe asks at once for
    // tasks of the second stage.
    let (placement, requests) = (config.placement_delay(), 2.0 * config.request_delay());
    let stages = [(first, placement.min(config.probe_delay() + requests)), (second, placement.min(requests))];
    let stages = stages.into_iter().filter(|(durations, _)| !durations.is_empty());
    stages.map(|(durations, messages)| makespan(config.slots() as usize, durations) + messages).sum::<f64>().max(f64::MIN_POSITIVE)
}

/// When this many cores have completed these tasks, each given to the first free core.
fn makespan(cores: usize, durations: &[f64]) -> f64 {
    let longest = durations.iter().copied().fold(0.0, f64::max);
    if durations.len() <= cores {
        return longest;
    }
    let mut free: BinaryHeap<Reverse<Key>> = durations[..cores].iter().map(|duration| Reverse(Key(*duration))).collect();
    for duration in &durations[cores..] {
        if let Some(mut first) = free.peek_mut() {
            first.0.0 += duration;
        }
    }
    free.into_iter().map(|Reverse(Key(time))| time).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waves_and_stages() {
        let config = Config { workers: 2, delay: 0.1, ..Config::default() };
        let mut workload = BatchWorkload::default();
        workload.push(1, 0.0, &[3.0, 1.0]).unwrap();
        workload.push(2, 0.0, &[3.0, 1.0, 1.0, 2.0]).unwrap();
        workload.push_stages(3, 0.0, [&[3.0, 1.0, 1.0], &[5.0]]).unwrap();
        let alone: Vec<f64> = workload.jobs().iter().map(|job| alone(&config, &workload, job) - 0.1).collect();
        assert_eq!(alone.iter().map(|x| libm::round(10.0 * x) / 10.0).collect::<Vec<_>>(), [3.0, 4.0, 8.1]);
    }

    #[test]
    fn a_slow_placement_is_no_excuse_for_those_that_probe() {
        let mut workload = BatchWorkload::default();
        workload.push(1, 0.0, &[3.0]).unwrap();
        let delays = |placement, probe, request| Config {
            placement_delay: Some(placement),
            probe_delay: Some(probe),
            request_delay: Some(request),
            ..Config::default()
        };
        let alone = |config: &Config| alone(config, &workload, &workload.jobs()[0]);
        assert_eq!(alone(&delays(0.5, 1.0, 1.0)), 3.5);
        assert_eq!(alone(&delays(4.0, 1.0, 0.5)), 5.0);
    }

    #[test]
    fn a_probe_that_stays_is_no_message_of_the_second_stage() {
        let mut workload = BatchWorkload::default();
        workload.push_stages(1, 0.0, [&[2.0], &[1.0]]).unwrap();
        let config =
            Config { placement_delay: Some(2.0), probe_delay: Some(0.5), request_delay: Some(0.25), workers: 60, ..Config::default() };
        assert_eq!(alone(&config, &workload, &workload.jobs()[0]), 3.0 + 1.0 + 0.5);
    }
}
