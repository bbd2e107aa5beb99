//! Small instances.

use super::{BigC, Guard, Instance, Job, Kairos, Order, Placement, Policy, Probes, Queues, Scan, Sss, Steal, Tie};
use crate::twins::random::Random;

/// Now and then one of a list.
fn turns<T: Clone>(random: &mut Random, list: &[T]) -> Option<T> {
    random.one_in(3).then(|| random.pick(list))
}

/// A small instance: whole and half seconds, so that all sums are exact; many ties, simultaneous events and messages without delay.
pub fn draw(seed: u64) -> Instance {
    let mut own = Random(seed);
    let own = &mut own;
    let policy = draw_policy(own);
    let single = matches!(policy, Policy::Queues(_));
    let workers = 1 + own.below(10);
    let cores = if single { own.pick(&[1, 1, 1, 2]) } else { own.pick(&[1, 1, 2, 4]) };
    let slots = workers * cores;
    let step = own.pick(&[0.5, 1.0, 5.0, 10.0]);
    let mut arrival = 0.0;
    let mut jobs = vec![];
    for _ in 0..=own.below(12) {
        arrival += step * own.pick(&[0.0, 0.0, 1.0, 1.0, 2.0, 4.0]);
        let size = own.pick(&[1.0, 2.0, 3.0, 8.0, 20.0, 50.0]);
        let alike = own.below(2) == 0;
        let tasks: Vec<f64> = (0..=own.below(5)).map(|_| if alike { size } else { own.pick(&[size / 2.0, size, 2.0 * size]) }).collect();
        let mean = tasks.iter().sum::<f64>() / tasks.len() as f64;
        let estimate = ((mean * 4.0).round() / 4.0 * own.pick(&[1.0, 1.0, 1.0, 0.5, 2.0])).max(0.25);
        jobs.push(Job { arrival, tasks, estimate });
    }
    Instance {
        workers,
        cores,
        cutoff: own.pick(&[2.5, 5.0, 10.0]),
        short_partition: own.pick(&[1, 1, 2, 3]).min(slots.max(2) - 1) as f64 / slots.max(2) as f64,
        delay: own.pick(&[0.0, 0.0, 0.25, 0.5, 1.0 / 2048.0]),
        errors_reclassify: own.below(4) == 0,
        jobs,
        own_cutoff: turns(own, &[1.0, 4.0, 20.0]),
        policy,
    }
}

fn draw_policy(own: &mut Random) -> Policy {
    let kairos = |own: &mut Random| Kairos {
        name: "kairos",
        q: own.below(4),
        w: own.pick(&[1.0, 2.0, 5.0, 10.0, 100.0]),
        round: own.pick(&[0.0, 0.0, 1.0, 2.5]),
        tie: own.pick(&[Tie::Var, Tie::Var, Tie::Sum, Tie::Random]),
        guard: own.pick(&[Guard::Off, Guard::Interrupted, Guard::Waited, Guard::Waited]),
        once: own.below(4) == 0,
        turns: own.below(4) == 0,
    };
    match own.below(20) {
        0..=3 => Policy::Kairos(kairos(own)),
        4 => Policy::Kairos(Kairos { name: "yarn-fifo", q: 0, w: f64::INFINITY, round: 0.0, ..kairos(own) }),
        5..=6 => Policy::BigC(BigC {
            share: own.pick(&[0.95, 0.5, 0.75]),
            steps: own.pick(&[1, 1, 2, 3]),
            resume_after: own.pick(&[0, 0, 1, 3]),
        }),
        _ => Policy::Queues(draw_queues(own)),
    }
}

/// A named policy, or one of its combinations.
fn draw_queues(own: &mut Random) -> Queues {
    let presets = [
        Queues::sparrow,
        Queues::central_lwl,
        Queues::split,
        Queues::hawk,
        Queues::hawk_no_central,
        Queues::hawk_no_partition,
        Queues::hawk_no_stealing,
        Queues::eagle,
        Queues::eagle_no_sss,
        Queues::eagle_no_minprobes,
        Queues::eagle_no_sbp_srpt,
        Queues::ideal_eagle,
        Queues::omniscient,
        Queues::dlwl,
    ];
    let mut p = own.pick(&presets)();
    let probing = matches!(p.short, Placement::Probes(_));
    let (mut ratio, mut least, mut replacement) = (None, None, None);
    if own.below(3) > 0 {
        (ratio, least, replacement) = (turns(own, &[1, 3, 4]), turns(own, &[0, 3, 20]), turns(own, &[false]));
        p.sticky = turns(own, &[true, false]).unwrap_or(p.sticky);
        if let Some(srpt) = turns(own, &[true, true, false]) {
            let scan = if matches!(p.short, Placement::Reports { .. }) { Scan::All } else { Scan::ToLong };
            p.order = if srpt { Order::Srpt { bound: 5.0, scan } } else { Order::Fifo };
        }
        let (every, by_task) = (own.pick(&[0.5, 3.0, 7.0]), own.below(2) == 0);
        for placement in [&mut p.short, &mut p.long] {
            if let Placement::Reports { .. } = placement {
                *placement = Placement::Reports { every, by_task };
            }
        }
        if let Some(s) = &mut p.steal {
            *s = Steal { cap: own.pick(&[1, 2, 10]), limit: own.pick(&[usize::MAX, usize::MAX, 1, 2]), random: own.below(3) == 0 };
        } else if probing && p.sss != Some(Sss::Ideal) {
            p.sss = turns(own, &[None, Some(Sss::On), Some(Sss::Early)]).unwrap_or(p.sss);
        }
        if let Order::Srpt { bound, scan } = &mut p.order {
            *bound = own.pick(&[0.0, 1.0, 5.0, 100.0]);
            if probing && own.below(3) == 0 {
                *scan = Scan::PastLong;
            }
        }
    }
    // A parameter of probes holds for both classes.
    for placement in [&mut p.short, &mut p.long] {
        if let Placement::Probes(x) = placement {
            *x = Probes {
                ratio: ratio.unwrap_or(x.ratio),
                least: least.unwrap_or(x.least),
                replacement: replacement.unwrap_or(x.replacement),
            };
        }
    }
    p
}
