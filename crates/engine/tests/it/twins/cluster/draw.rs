//! Random small instances.

use super::{
    Delays, DeltaOf, Enter, Estimator, First, Granularity, Hfsp, History, Instance, Job, Limit, MachineChange, Order, Policy, Preemption,
    Recall, Resume, TrainingOrder, Update, Victim,
};
use crate::twins::random::Random;

/// A random small instance: few numbers, so that ties and simultaneous events are frequent.
pub fn draw(seed: u64) -> Instance {
    let mut draw = Random(seed);
    let machines = draw.whole(1, 3) as usize;
    let racks = if machines > 1 && draw.one_in(2) { 2 } else { 0 };
    let kind = draw.whole(0, 3);
    let jobs = draw_jobs(&mut draw, kind);
    let mut of_job = |job: &Job| job.maps.iter().map(|_| draw_locality(&mut draw, machines, racks)).collect();
    let locality = jobs.iter().map(&mut of_job).collect();
    Instance {
        machines,
        slots: [draw.whole(1, 2) as u32, draw.whole(1, 2) as u32],
        rack_factor: draw.pick(&[1.0, 1.5, 2.0]),
        remote_factor: draw.pick(&[1.0, 2.0, 3.0]),
        locality,
        racks: racks as u32,
        // Machines report at times that have no rounding errors.
        heartbeat: draw.pick(&[0.0, 0.0, if machines == 3 { 6.0 } else { 1.0 }, 3.0]),
        prompt: draw.one_in(2),
        slowstart: draw.pick(&[0.0, 0.5, 0.8, 1.0]),
        changes: draw_changes(&mut draw, machines),
        jobs,
        policy: draw_policy(&mut draw, machines as u32, racks as u32),
    }
}

fn draw_jobs(draw: &mut Random, kind: u64) -> Vec<Job> {
    let duration = |draw: &mut Random| match kind {
        0 | 1 => draw.whole(1, 5) as f64,
        2 => draw.whole(1, 12) as f64 / 2.0,
        _ => draw.pick(&[2.0, 3.0, 5.0, 7.0, 11.0, 13.0, 29.0]),
    };
    let mut arrival = 0.0;
    let count = draw.whole(1, 6);
    (0..count)
        .map(|_| {
            arrival += draw.pick(&[0.0, 0.0, 1.0, 2.0, 3.0, 5.0, 7.0, 0.5]);
            let maps = (0..draw.whole(0, 6)).map(|_| duration(draw)).collect();
            let reduces = (0..draw.whole(0, 3)).map(|_| (draw.pick(&[0.0, 1.0, 2.0, 3.5]), duration(draw))).collect();
            Job {
                arrival,
                weight: draw.pick(&[1.0, 1.0, 1.0, 2.0, 0.5, 3.0]),
                name: draw.pick(&["", "a", "b"]).to_string(),
                error: draw.pick(&[1.0, 0.5, 2.0, 0.1]),
                memory: [draw.whole(1, 3) as f64, draw.whole(1, 3) as f64],
                maps,
                reduces,
            }
        })
        .collect()
}

/// A map's data lies on one machine or two; machines alternate between the racks.
fn draw_locality(draw: &mut Random, machines: usize, racks: usize) -> Vec<u8> {
    let copies: Vec<usize> = (0..draw.whole(1, 2)).map(|_| draw.whole(0, machines as u64 - 1) as usize).collect();
    (0..machines)
        .map(|machine| {
            if copies.contains(&machine) {
                0
            } else if racks > 0 && copies.iter().any(|copy| copy % racks == machine % racks) {
                1
            } else {
                2
            }
        })
        .collect()
}

/// Machines leave and join again, all of them in the end, now and then without effect.
fn draw_changes(draw: &mut Random, machines: usize) -> Vec<MachineChange> {
    let mut changes: Vec<MachineChange> = vec![];
    if draw.one_in(3) {
        for machine in 0..machines {
            for _ in 0..draw.whole(0, 2) {
                let time = draw.whole(0, 20) as f64 / draw.pick(&[1.0, 2.0]);
                changes.push(MachineChange { time, machine, joins: false });
                let time = time + draw.whole(0, 6) as f64;
                changes.push(MachineChange { time, machine, joins: true });
            }
        }
        changes.sort_by(|a, b| a.time.total_cmp(&b.time));
        let end = changes.last().map_or(0.0, |change| change.time);
        changes.extend((0..machines).map(|machine| MachineChange { time: end, machine, joins: true }));
        // Each leaves and joins in turn.
        let mut up = vec![true; machines];
        changes.retain(|change| std::mem::replace(&mut up[change.machine], change.joins) != change.joins);
    }
    changes
}

fn draw_policy(draw: &mut Random, machines: u32, racks: u32) -> Policy {
    let delays = if draw.one_in(3) {
        Delays::standard(machines, racks)
    } else {
        Delays { node: draw.whole(0, 4) as u32, rack: draw.whole(0, 2) as u32 }
    };
    match draw.whole(0, 19) {
        0 => Policy::Fifo { delays },
        1 => Policy::Fair { delays },
        2..=13 => {
            let mut hfsp = match draw.whole(0, 2) {
                0 => Hfsp::thesis(machines),
                1 => Hfsp::mplane(machines),
                _ => Hfsp::viper(machines),
            };
            if draw.one_in(2) {
                hfsp.preemption = draw.pick(Preemption::ALL);
            }
            hfsp.samples = draw.whole(1, 5) as u32;
            Policy::Hfsp(draw_numbers(draw, hfsp, delays))
        }
        _ => {
            let hfsp = Hfsp {
                estimator: draw.pick(Estimator::ALL),
                samples: draw.whole(1, 4) as u32,
                first: draw.pick(First::ALL),
                delta_of: draw.pick(DeltaOf::ALL),
                tiny: draw.one_in(2),
                shuffle: draw.one_in(2),
                granularity: draw.pick(Granularity::ALL),
                order: draw.pick(Order::ALL),
                training_order: draw.pick(TrainingOrder::ALL),
                history: draw.pick(History::ALL),
                recent: draw.pick(&[1, 3, 20]),
                recall: draw.pick(Recall::ALL),
                quantile: draw.pick(&[0.0, 0.25, 0.5, 0.9]),
                runs: draw.pick(&[1, 2, 3]),
                distrust: draw.pick(&[1.3, 2.0, 1e9]),
                check: draw.one_in(2),
                enter: draw.pick(Enter::ALL),
                update: draw.pick(Update::ALL),
                preemption: draw.pick(Preemption::ALL),
                victim: draw.pick(Victim::ALL),
                resume: draw.pick(Resume::ALL),
                ..Hfsp::thesis(machines)
            };
            let mut hfsp = draw_numbers(draw, hfsp, delays);
            hfsp.training = draw.pick(&[
                Limit::Count(0),
                Limit::Count(1),
                Limit::Count(2),
                Limit::Count(10),
                Limit::Percent(25),
                Limit::Percent(50),
                Limit::Percent(100),
            ]);
            Policy::Hfsp(hfsp)
        }
    }
}

/// The numbers of HFSP, small enough to matter in a small instance.
fn draw_numbers(draw: &mut Random, hfsp: Hfsp, delays: Delays) -> Hfsp {
    let high = draw.one_in(2).then(|| draw.whole(1, 3) as u32);
    Hfsp {
        xi: draw.pick(&[1.0, 1.0, 2.0]),
        s0: draw.pick(&[1.0, 5.0, 10.0, 60.0]),
        delta: draw.pick(&[1.0, 2.0, 4.0, 60.0]),
        speed: draw.pick(&[1.0, 1.0, 0.5, 2.0]),
        cleanup: draw.pick(&[0.0, 0.0, 1.0, 2.5]),
        page_out: draw.pick(&[0.0, 0.0, 1.0, 2.5]),
        page_in: draw.pick(&[0.0, 0.0, 1.0, 0.5]),
        high,
        low: high.map(|high| draw.whole(0, u64::from(high) - 1) as u32),
        kill_below: draw.pick(&[0.1, 0.25, 0.5]),
        wait_above: draw.pick(&[0.5, 0.75, 0.9]),
        resume_delay: draw.whole(0, 4) as u32,
        node_delay: delays.node,
        rack_delay: delays.rack,
        ..hfsp
    }
}
