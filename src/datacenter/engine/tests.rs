//! Small clusters, by hand: messages take no time.

use super::{Engine, Placement};
use crate::datacenter::{Config, Design, Order, Pool, Rescue};
use crate::workload::BatchWorkload;

const NOW: Config =
    Config { workers: 4, delay: 0.0, short_partition: 0.25, cutoff: 50.0, errors_reclassify: false, sampling: 1e9, seed: 1 };

const PLAIN: Design = Design {
    long: Placement::Central(Pool::General),
    short: Placement::Probe { pool: Pool::All, ratio: 2, least: 0 },
    rescue: Rescue::None,
    order: Order::Fifo,
    sticky: false,
    partition: true,
};

/// Jobs by the durations of their tasks, all there from the beginning.
fn workload(jobs: &[&[f64]]) -> BatchWorkload {
    let mut workload = BatchWorkload::default();
    (0..).zip(jobs).for_each(|(id, durations)| workload.push(id, 0.0, durations));
    workload
}

/// Completions when the probes of jobs reach workers in this order: job, worker.
fn completions(config: &Config, workload: &BatchWorkload, design: &Design, probes: &[(u32, u32)]) -> Vec<f64> {
    let mut engine = Engine::new(config, workload, design);
    engine.arrived = workload.jobs().len();
    for (progress, job) in engine.jobs.iter_mut().zip(workload.jobs()) {
        progress.long = job.mean > config.cutoff;
    }
    // Everything is queued before anybody is served.
    for worker in &mut engine.workers {
        worker.slot = super::Slot::Running(super::Entry {
            job: 0,
            long: false,
            origin: super::Origin::Probe,
            behind_long: false,
            used: false,
            bypassed: 0.0,
        });
    }
    for (job, worker) in probes {
        engine.enqueue(*worker, *job, super::Origin::Probe);
    }
    for worker in 0..config.workers {
        engine.workers[worker as usize].slot = super::Slot::Idle;
        engine.serve(worker);
    }
    engine.run(|_| {});
    engine.outcome.completion
}

#[test]
fn sticky_probes_take_what_is_left() {
    // Backlogs of 100, 100, 10 and 10 seconds, and a job of four tasks with a probe at each worker.
    let config = Config { cutoff: 1e9, ..NOW };
    let work = workload(&[&[100.0], &[100.0], &[10.0], &[10.0], &[10.0; 4]]);
    let probes = [(0, 0), (1, 1), (2, 2), (3, 3), (4, 0), (4, 1), (4, 2), (4, 3)];
    assert_eq!(completions(&config, &work, &PLAIN, &probes)[4], 110.0);
    assert_eq!(completions(&config, &work, &Design { sticky: true, ..PLAIN }, &probes)[4], 30.0);
}

#[test]
fn least_remaining_work_first_within_the_bound() {
    let config = Config { workers: 1, ..NOW };
    let work = workload(&[&[30.0], &[10.0], &[20.0]]);
    let probes = [(0, 0), (1, 0), (2, 0)];
    let srpt = |bound| Design { order: Order::Srpt { bound }, sticky: true, partition: false, ..PLAIN };
    assert_eq!(completions(&config, &work, &srpt(5.0), &probes), [60.0, 10.0, 30.0]);
    assert_eq!(completions(&config, &work, &srpt(0.0), &probes), [30.0, 40.0, 60.0]);
}

#[test]
fn nobody_is_bypassed_by_more_than_the_bound() {
    // A task of ten seconds and a hundred of one second: fifty go first.
    let config = Config { workers: 1, ..NOW };
    let ones = vec![&[1.0][..]; 100];
    let mut jobs: Vec<&[f64]> = vec![&[10.0]];
    jobs.extend(ones);
    let probes: Vec<(u32, u32)> = (0..101).map(|job| (job, 0)).collect();
    let design = Design { order: Order::Srpt { bound: 5.0 }, sticky: true, partition: false, ..PLAIN };
    assert_eq!(completions(&config, &workload(&jobs), &design, &probes)[0], 60.0);
}

#[test]
fn nothing_behind_a_long_entry_is_chosen() {
    let config = Config { workers: 1, ..NOW };
    let work = workload(&[&[20.0], &[100.0], &[1.0]]);
    let design = Design {
        long: Placement::Probe { pool: Pool::All, ratio: 1, least: 0 },
        order: Order::Srpt { bound: 1e9 },
        partition: false,
        ..PLAIN
    };
    assert_eq!(completions(&config, &work, &design, &[(0, 0), (1, 0), (2, 0)]), [20.0, 120.0, 121.0]);
}

#[test]
fn late_binding_takes_whoever_is_free_first() {
    // One task, probes behind 5 and 50 seconds of work.
    let config = Config { cutoff: 1e9, ..NOW };
    let work = workload(&[&[5.0], &[50.0], &[1.0]]);
    let mut probes = vec![(0, 0), (1, 1), (2, 0), (2, 1)];
    assert_eq!(completions(&config, &work, &PLAIN, &probes)[2], 6.0);
    probes.swap(2, 3);
    assert_eq!(completions(&config, &work, &PLAIN, &probes)[2], 6.0);
}
