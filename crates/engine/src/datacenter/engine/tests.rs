//! Small clusters, by hand: messages take no time.

use super::{Engine, Entry, Origin, Placement, Slot};
use crate::datacenter::sharing::Snapshot;
use crate::datacenter::{Aging, Config, Design, Loot, Noise, Order, Pool, Rescue, Scan, Silent, own};
use crate::workload::BatchWorkload;

const NOW: Config = Config {
    workers: 4,
    cores: 1,
    delay: 0.0,
    probe_delay: None,
    placement_delay: None,
    request_delay: None,
    decision_cost: 0.0,
    probe_cost: 0.0,
    short_partition: 0.25,
    cutoff: 50.0,
    errors_reclassify: false,
    sampling: 1e9,
    seed: 1,
};

const EVERYWHERE: Placement = Placement::Probe { pool: Pool::All, ratio: 2, least: 0, distinct: false };

const PLAIN: Design = Design {
    long: Placement::Central(Pool::General),
    short: EVERYWHERE,
    rescue: Rescue::None,
    order: Order::Fifo,
    choice: None,
    sticky: false,
    partition: true,
};

/// Jobs by the durations of their tasks, all there from the beginning.
fn workload(jobs: &[&[f64]]) -> BatchWorkload {
    let mut workload = BatchWorkload::default();
    (0..).zip(jobs).for_each(|(id, durations)| workload.push(id, 0.0, durations).unwrap());
    workload
}

fn entry(job: u32, long: bool) -> Entry {
    Entry { delivery: job, long, origin: Origin::Probe, behind_long: false, used: false, bypassed: 0.0 }
}

/// An engine whose jobs have all been submitted, but nothing has been sent. The first deliveries are of one job each, in order.
fn submitted<'a>(config: &'a Config, workload: &'a BatchWorkload, design: &'a Design) -> Engine<'a, Silent> {
    let mut engine = Engine::new(config, workload, design, Box::leak(Box::new(Silent)));
    engine.arrived = workload.jobs().len();
    for (progress, job) in engine.jobs.iter_mut().zip(workload.jobs()) {
        (progress.long, progress.released) = (job.mean > config.cutoff, job.tasks());
    }
    for job in 0..workload.jobs().len() as u32 {
        assert_eq!(engine.deliver(job), job);
    }
    engine
}

/// The engine after a run in which the probes of jobs reach workers in this order: job, worker.
fn after<'a>(config: &'a Config, workload: &'a BatchWorkload, design: &'a Design, probes: &[(u32, u32)]) -> Engine<'a, Silent> {
    let mut engine = submitted(config, workload, design);
    // Everything is queued before anything is served.
    for worker in &mut engine.workers {
        worker.slot = Slot::Running(entry(0, false));
    }
    for (job, worker) in probes {
        engine.enqueue(*worker, *job, Origin::Probe);
    }
    for worker in 0..config.workers {
        engine.workers[worker as usize].slot = Slot::Idle;
        engine.serve(worker);
    }
    engine.run();
    engine
}

/// Completions in that run.
fn completions(config: &Config, workload: &BatchWorkload, design: &Design, probes: &[(u32, u32)]) -> Vec<f64> {
    after(config, workload, design, probes).outcome.sojourn
}

#[test]
fn u7_sticky_probes_take_what_is_left() {
    // Backlogs of 100, 100, 10 and 10 seconds, and a job of four tasks with a probe at each worker.
    let config = Config { cutoff: 1e9, ..NOW };
    let work = workload(&[&[100.0], &[100.0], &[10.0], &[10.0], &[10.0; 4]]);
    let probes = [(0, 0), (1, 1), (2, 2), (3, 3), (4, 0), (4, 1), (4, 2), (4, 3)];
    assert_eq!(completions(&config, &work, &PLAIN, &probes)[4], 110.0);
    assert_eq!(completions(&config, &work, &Design { sticky: true, ..PLAIN }, &probes)[4], 30.0);
}

#[test]
fn u10_least_remaining_work_first_within_the_bound() {
    let config = Config { workers: 1, ..NOW };
    let work = workload(&[&[30.0], &[10.0], &[20.0]]);
    let probes = [(0, 0), (1, 0), (2, 0)];
    let srpt = |bound| Design { order: Order::Srpt { bound, scan: Scan::ToLong }, sticky: true, partition: false, ..PLAIN };
    assert_eq!(completions(&config, &work, &srpt(5.0), &probes), [60.0, 10.0, 30.0]);
    assert_eq!(completions(&config, &work, &srpt(0.0), &probes), [30.0, 40.0, 60.0]);
}

#[test]
fn u11_nobody_is_bypassed_by_more_than_the_bound() {
    // A task of ten seconds and a hundred of one second: fifty go first.
    let config = Config { workers: 1, ..NOW };
    let ones = vec![&[1.0][..]; 100];
    let mut jobs: Vec<&[f64]> = vec![&[10.0]];
    jobs.extend(ones);
    let probes: Vec<(u32, u32)> = (0..101).map(|job| (job, 0)).collect();
    let design = Design { order: Order::Srpt { bound: 5.0, scan: Scan::ToLong }, sticky: true, partition: false, ..PLAIN };
    assert_eq!(completions(&config, &workload(&jobs), &design, &probes)[0], 60.0);
}

#[test]
fn u12_nothing_behind_a_long_entry_is_chosen() {
    let config = Config { workers: 1, ..NOW };
    let work = workload(&[&[20.0], &[100.0], &[1.0]]);
    let design = Design { long: EVERYWHERE, order: Order::Srpt { bound: 1e9, scan: Scan::ToLong }, partition: false, ..PLAIN };
    assert_eq!(completions(&config, &work, &design, &[(0, 0), (1, 0), (2, 0)]), [20.0, 120.0, 121.0]);
}

#[test]
fn scans_may_go_past_long_entries() {
    // Work of 20, 12 and 9 s around a long task: past it, the last goes first.
    let config = Config { workers: 1, ..NOW };
    let work = workload(&[&[20.0], &[100.0], &[6.0, 6.0], &[9.0]]);
    let probes = [(0, 0), (1, 0), (2, 0), (3, 0)];
    let scan = |scan, bound| Design { long: EVERYWHERE, order: Order::Srpt { bound, scan }, sticky: true, partition: false, ..PLAIN };
    assert_eq!(completions(&config, &work, &scan(Scan::PastLong, 5.0), &probes), [41.0, 141.0, 21.0, 9.0]);
    assert_eq!(completions(&config, &work, &scan(Scan::ToLong, 5.0), &probes), [20.0, 120.0, 141.0, 129.0]);
    // With a bound of one the last may not pass the tasks of 6 s, and when these have passed the first, nor that. Then the
    // long task is at the head.
    assert_eq!(completions(&config, &work, &scan(Scan::PastLong, 1.0), &probes), [32.0, 132.0, 12.0, 141.0]);
}

#[test]
fn scans_past_long_entries_take_jobs_as_they_were_submitted() {
    let config = Config { workers: 2, cutoff: 1e9, delay: 0.0, ..NOW };
    let ends = |work: &BatchWorkload, config: &Config, probes: &[(u32, u32)]| {
        [Scan::ToLong, Scan::PastLong].map(|scan| {
            let order = Order::Srpt { bound: 5.0, scan };
            *completions(config, work, &Design { order, sticky: true, ..PLAIN }, probes).last().unwrap()
        })
    };
    // At 1, two of the second job's three tasks are left, 12 s, or 18 s as it was submitted; the third has 14 s.
    let work = workload(&[&[1.0], &[6.0; 3], &[14.0]]);
    assert_eq!(ends(&work, &config, &[(0, 0), (1, 1), (1, 0), (2, 0)]), [21.0, 15.0]);
    // The first job has no task left, nor has the second, whose task is taken elsewhere: nobody is told, so that the probes
    // of both cost a request.
    let config = Config { delay: 0.25, ..config };
    let work = workload(&[&[1.0], &[1.0], &[3.0]]);
    assert_eq!(ends(&work, &config, &[(0, 0), (1, 1), (1, 0), (2, 0)]), [5.0, 6.0]);
}

#[test]
fn u12_a_long_entry_at_the_head_is_served() {
    let config = Config { workers: 1, ..NOW };
    let work = workload(&[&[100.0], &[1.0]]);
    let design = Design { long: EVERYWHERE, order: Order::Srpt { bound: 1e9, scan: Scan::ToLong }, partition: false, ..PLAIN };
    assert_eq!(completions(&config, &work, &design, &[(0, 0), (1, 0)]), [100.0, 101.0]);
}

#[test]
fn long_jobs_take_part_where_the_order_says_so() {
    // The last is behind two long ones, and passes the one that still waits; its work is below the bound of that.
    let config = Config { workers: 1, ..NOW };
    let work = workload(&[&[200.0], &[100.0], &[1.0]]);
    let design = Design { long: EVERYWHERE, order: Order::Srpt { bound: 5.0, scan: Scan::All }, partition: false, ..PLAIN };
    assert_eq!(completions(&config, &work, &design, &[(0, 0), (1, 0), (2, 0)]), [301.0, 101.0, 1.0]);
}

#[test]
fn u2_late_binding_takes_whoever_is_free_first() {
    // One task, probes behind 5 and 50 seconds of work.
    let config = Config { cutoff: 1e9, ..NOW };
    let work = workload(&[&[5.0], &[50.0], &[1.0]]);
    let mut probes = vec![(0, 0), (1, 1), (2, 0), (2, 1)];
    assert_eq!(completions(&config, &work, &PLAIN, &probes)[2], 6.0);
    probes.swap(2, 3);
    assert_eq!(completions(&config, &work, &PLAIN, &probes)[2], 6.0);
}

#[test]
fn u2_a_probe_without_a_task_costs_two_messages() {
    // The third job's probe stands behind one of the second, which finds nothing.
    let config = Config { cutoff: 1e9, delay: 0.25, ..NOW };
    let work = workload(&[&[5.0], &[50.0], &[1.0], &[2.0]]);
    let probes = [(0, 0), (1, 1), (2, 0), (2, 1), (3, 1)];
    let engine = after(&config, &work, &PLAIN, &probes);
    assert_eq!(engine.outcome.sojourn, [5.5, 50.5, 7.0, 50.5 + 0.5 + 0.5 + 2.0]);
    assert_eq!(engine.outcome.counters.useless, 1);
    assert!(engine.workers.iter().all(|worker| worker.queue.is_empty() && matches!(worker.slot, Slot::Idle)));
}

#[test]
fn u5_thieves_ask_workers_for_long_tasks_until_one_has_something() {
    let config = Config { workers: 8, short_partition: 0.25, ..NOW };
    let work = workload(&[&[1.0; 8], &[100.0]]);
    let design = Design { rescue: Rescue::Steal { cap: 10, group: u32::MAX, loot: Loot::Group }, ..PLAIN };
    let blocked = |victims: std::ops::Range<usize>| {
        let mut engine = submitted(&config, &work, &design);
        for worker in &mut engine.workers[victims] {
            worker.slot = Slot::Running(entry(1, true));
            worker.queue.extend([entry(0, false), entry(0, false), entry(1, true), entry(0, false)]);
        }
        engine
    };
    // A worker that is kept for short tasks is no victim, whatever it holds; ten are asked, and there is no second attempt.
    let mut engine = blocked(0..1);
    engine.steal(1, 10, u32::MAX, Loot::Group);
    assert_eq!((engine.outcome.counters.steal_contacts, engine.outcome.counters.steals), (10, 0));
    engine.serve(1);
    assert!(matches!(engine.workers[1].slot, Slot::Idle) && engine.messages.iter().all(|queue| queue.is_empty()));
    // The first worker asked has something, so no other is asked. Thieves are of both kinds.
    for (thief, to_short) in [(0, 2), (1, 2), (2, 0)] {
        let mut engine = blocked(2..8);
        if thief == 2 {
            engine.workers[2].queue.clear();
        }
        engine.steal(thief, 10, u32::MAX, Loot::Group);
        let counters = engine.outcome.counters;
        assert_eq!((counters.steals, counters.stolen, counters.stolen_to_short), (1, 2, to_short), "{thief}");
        assert!(thief == 2 || counters.steal_contacts == 1);
        assert_eq!(engine.workers[thief as usize].queue.len(), 2);
        assert!(engine.workers[..2].iter().enumerate().all(|(i, worker)| i == thief as usize || worker.queue.is_empty()));
    }
    // No more than the group may be taken.
    let mut engine = blocked(2..8);
    engine.steal(0, 10, 1, Loot::Group);
    assert_eq!(engine.workers[0].queue.len(), 1);
}

#[test]
fn random_thieves_take_short_entries_wherever_they_stand() {
    // The victim runs a short task, and nothing waits behind a long one: S S L, as jobs 0, 2 and 1.
    let config = Config { workers: 2, short_partition: 0.5, ..NOW };
    let work = workload(&[&[1.0; 2], &[100.0], &[1.0], &[1.0]]);
    let design = Design { rescue: Rescue::Steal { cap: 10, group: u32::MAX, loot: Loot::Random }, ..PLAIN };
    let stolen = |group: u32, loot: Loot, seed: u64| {
        let config = Config { seed, ..config };
        let mut engine = submitted(&config, &work, &design);
        engine.workers[1].slot = Slot::Running(entry(3, false));
        engine.workers[1].queue.extend([entry(0, false), entry(2, false), entry(1, true)]);
        engine.steal(0, 10, group, loot);
        let jobs = |worker: usize| engine.workers[worker].queue.iter().map(|entry| entry.delivery).collect::<Vec<_>>();
        (jobs(0), jobs(1))
    };
    assert_eq!(stolen(u32::MAX, Loot::Group, 1), (vec![], vec![0, 2, 1]));
    assert_eq!(stolen(u32::MAX, Loot::Random, 1), (vec![0, 2], vec![1]));
    // Of more than it may take, the draw decides.
    let one: Vec<_> = (0..40).map(|seed| stolen(1, Loot::Random, seed)).collect();
    assert!(one.contains(&(vec![0], vec![2, 1])) && one.contains(&(vec![2], vec![0, 1])));
    assert!(one.iter().all(|(taken, left)| taken.len() == 1 && left.len() == 2));
}

#[test]
fn a_probe_that_has_asked_for_a_task_is_not_stolen() {
    // Job 1 has asked and stays at the second place: the others go, and it keeps its claim.
    let config = Config { workers: 2, short_partition: 0.5, ..NOW };
    let work = workload(&[&[1.0], &[1.0; 2], &[1.0]]);
    let rescue = Rescue::Steal { cap: 10, group: u32::MAX, loot: Loot::Random };
    let design = Design { rescue, sticky: true, ..PLAIN };
    let mut engine = submitted(&config, &work, &design);
    engine.workers[1].queue.extend([entry(0, false), entry(1, false), entry(2, false)]);
    engine.workers[1].slot = Slot::Asking { entry: entry(1, false), place: 1, stays: true };
    engine.steal(0, 10, u32::MAX, Loot::Random);
    let jobs = |engine: &Engine<Silent>, worker: usize| engine.workers[worker].queue.iter().map(|entry| entry.delivery).collect::<Vec<_>>();
    assert_eq!([0, 1].map(|worker| jobs(&engine, worker)), [vec![0, 2], vec![1]]);
    engine.answer(1);
    assert!(engine.workers[1].queue[0].used && matches!(engine.workers[1].slot, Slot::Running(entry) if entry.delivery == 1));
}

#[test]
fn who_holds_only_probes_without_a_task_steals() {
    let config = Config { workers: 2, short_partition: 0.5, ..NOW };
    let work = workload(&[&[1.0], &[1.0]]);
    let rescue = Rescue::Steal { cap: 1, group: u32::MAX, loot: Loot::Random };
    let order = Order::Srpt { bound: 5.0, scan: Scan::ToLong };
    let design = Design { rescue, order, ..PLAIN };
    let mut engine = submitted(&config, &work, &design);
    engine.jobs[0].handed = 1;
    (engine.jobs[0].queued, engine.jobs[1].queued) = (1, 1);
    engine.workers[0].queue.push_back(entry(0, false));
    engine.workers[1].queue.push_back(entry(1, false));
    engine.sampler.begin(0);
    engine.idle(0);
    assert!(matches!(engine.workers[0].slot, Slot::Asking { entry, .. } if entry.delivery == 1));
}

#[test]
fn nobody_rejects_the_third_time() {
    // One worker is of both kinds, and has a long task: the probe comes at 1, is rejected, is back at 3, rejected, and stays at 5.
    let config = Config { workers: 1, delay: 1.0, ..NOW };
    let mut work = workload(&[&[100.0]]);
    work.push(1, 10.0, &[1.0]).unwrap();
    let design = Design { rescue: Rescue::Share { early: false }, ..PLAIN };
    let mut observer = Silent;
    let mut engine = Engine::new(&config, &work, &design, &mut observer);
    engine.run();
    assert_eq!((engine.outcome.counters.rejected, engine.outcome.counters.fallbacks), (2, 2));
    assert_eq!(engine.outcome.counters.messages.probes, 6);
}

#[test]
fn a_long_task_brings_what_was_known_when_it_was_sent() {
    // Two jobs are placed at 0 and 0.5; their messages arrive at 1 and 1.5. The first to arrive does not know of the second.
    let config = Config { workers: 3, delay: 1.0, ..NOW };
    for (early, known) in [(false, [vec![0, 2], vec![0]]), (true, [vec![0], vec![0]])] {
        let mut work = workload(&[&[100.0]]);
        work.push(1, 0.5, &[100.0]).unwrap();
        let design = Design { rescue: Rescue::Share { early }, ..PLAIN };
        let mut observer = Silent;
        let mut engine = Engine::new(&config, &work, &design, &mut observer);
        engine.run();
        assert_eq!([1, 2].map(|worker: usize| engine.workers[worker].picture.as_ref().unwrap().free().to_vec()), known, "{early}");
    }
}

#[test]
fn u8_what_is_bound_early_waits_for_what_was_believed_short() {
    // Backlogs of 100, 100, 10 and 10 seconds, all believed to be 10; then a job of four tasks.
    let config = Config { cutoff: 1e9, ..NOW };
    let mut work = BatchWorkload::default();
    for (id, duration) in (0..).zip([100.0, 100.0, 10.0, 10.0]) {
        work.push(id, 0.01 * id as f64, &[duration]).unwrap();
    }
    work.push(4, 0.04, &[10.0; 4]).unwrap();
    work.amend(|job| job.estimate = 10.0).unwrap();
    let stale = Placement::Stale { pool: Pool::All, heartbeat: 0.001, aging: Aging::Report, noise: Noise::Real };
    let early = Design { long: stale, short: stale, order: Order::Srpt { bound: 5.0, scan: Scan::All }, partition: false, ..PLAIN };
    let mut observer = Silent;
    let mut engine = Engine::new(&config, &work, &early, &mut observer);
    engine.run();
    // The second backlog began at 0.01.
    assert_eq!(engine.outcome.sojourn[4], 110.01 - 0.04);
    let mut work = workload(&[&[100.0], &[100.0], &[10.0], &[10.0], &[10.0; 4]]);
    work.amend(|job| job.estimate = 10.0).unwrap();
    let probes = [(0, 0), (1, 1), (2, 2), (3, 3), (4, 0), (4, 1), (4, 2), (4, 3)];
    let late = Design { sticky: true, order: Order::Srpt { bound: 5.0, scan: Scan::ToLong }, ..PLAIN };
    assert_eq!(completions(&config, &work, &late, &probes)[4], 30.0);
}

/// Eagle's parts on eight workers, of which two are kept for short tasks and all others but the last have a long task.
fn shared<'a>(config: &'a Config, work: &'a BatchWorkload, design: &'a Design) -> Engine<'a, Silent> {
    let mut engine = submitted(config, work, design);
    for worker in &mut engine.workers[2..7] {
        (worker.slot, worker.longs) = (Slot::Running(entry(1, true)), 1);
    }
    engine
}

const SHARING: Design = Design { rescue: Rescue::Share { early: false }, ..PLAIN };

#[test]
fn u13_workers_with_a_long_task_reject_and_no_others() {
    let config = Config { workers: 8, short_partition: 0.25, ..NOW };
    let work = workload(&[&[1.0; 100], &[100.0]]);
    let mut engine = shared(&config, &work, &SHARING);
    // One of them has none running but one queued.
    engine.workers[3].slot = Slot::Idle;
    engine.probe(0, 1000, 1, None);
    let held = |engine: &Engine<Silent>, worker: usize| {
        engine.workers[worker].queue.len() + usize::from(!matches!(engine.workers[worker].slot, Slot::Idle))
    };
    assert!([0, 1, 7].iter().all(|worker| held(&engine, *worker) > 80));
    assert!((2..7).all(|worker| engine.workers[worker].queue.is_empty()));
    let accepted: u64 = [0, 1, 7].iter().map(|worker| held(&engine, *worker) as u64).sum();
    assert_eq!(engine.outcome.counters.rejected, 1000 - accepted);
    assert_eq!(engine.outcome.counters.probes_behind_long, 0);
    // In the last round they go to the workers that are kept for short tasks.
    let mut engine = shared(&config, &work, &SHARING);
    engine.probe(0, 1000, 3, None);
    assert_eq!(held(&engine, 0) + held(&engine, 1), 1000);
}

#[test]
fn u13_the_newest_picture_wins() {
    let config = Config { workers: 8, short_partition: 0.25, ..NOW };
    let work = workload(&[&[1.0; 100], &[100.0]]);
    let mut engine = shared(&config, &work, &SHARING);
    let mut bitmap = crate::datacenter::sharing::Bitmap::new(8);
    for worker in [2, 4, 3, 7] {
        engine.workers[worker].picture = Some(bitmap.picture());
        bitmap.add(worker as u32);
    }
    // The last worker accepts, and is not asked what it knows.
    let (rejected, newest) = engine.invite(0, 1000, 1, None);
    assert!(rejected > 500);
    assert_eq!(newest.map(|picture: std::rc::Rc<Snapshot>| picture.number), Some(2));
    // In the authors' simulator it is.
    let design = Design { rescue: Rescue::Share { early: true }, ..SHARING };
    let mut early = shared(&config, &work, &design);
    for (worker, at) in engine.workers.iter().enumerate() {
        early.workers[worker].picture.clone_from(&at.picture);
    }
    assert_eq!(early.invite(0, 1000, 1, None).1.map(|picture| picture.number), Some(3));
    // A second round goes where the picture shows no long task.
    let mut bitmap = crate::datacenter::sharing::Bitmap::new(8);
    (0..7).for_each(|worker| bitmap.add(worker));
    assert_eq!(engine.invite(0, 50, 2, Some(&bitmap.picture())).0, 0);
    assert_eq!(engine.targets, [7; 50]);
}

#[test]
fn without_replacement_nobody_gets_two_before_all_have_one() {
    let config = Config { workers: 8, short_partition: 0.25, ..NOW };
    let work = workload(&[&[1.0; 100]]);
    let short = Placement::Probe { pool: Pool::All, ratio: 2, least: 0, distinct: true };
    let design = Design { short, ..PLAIN };
    for (count, least, most) in [(5, 0, 1), (8, 1, 1), (19, 2, 3), (24, 3, 3)] {
        let mut engine = submitted(&config, &work, &design);
        engine.invite(0, count, 1, None);
        let mut held = [0; 8];
        engine.targets.iter().for_each(|worker| held[*worker as usize] += 1);
        assert_eq!(held.iter().sum::<u32>(), count);
        assert!(held.iter().all(|probes| (least..=most).contains(probes)), "{count}: {held:?}");
    }
}

#[test]
fn probes_that_stay_without_a_task_change_nothing() {
    let like = crate::workload::TraceLike::Yahoo;
    let work = like.generate(300, 3, 0).unwrap().with_load(1.5, 40).unwrap();
    let config = Config { workers: 40, delay: 0.0005, cutoff: like.cutoff(), ..NOW };
    let own = |text| Order::Own { formula: own::read("order", text, &own::ENTRY).unwrap(), bound: 5.0, scan: Scan::ToLong };
    let srpt = Order::Srpt { bound: 5.0, scan: Scan::ToLong };
    assert!(own("left*(1+place)").reads_place());
    for (rescue, order) in [(Rescue::Share { early: false }, srpt.clone()), (Rescue::None, srpt), (Rescue::None, own("left*est-wait"))] {
        let design = Design { rescue, order, sticky: true, ..PLAIN };
        let [patient, prompt] = [true, false].map(|patient| {
            let mut observer = Silent;
            let mut engine = Engine::new(&config, &work, &design, &mut observer);
            assert!(engine.patient);
            engine.patient = patient;
            engine.run();
            engine.outcome
        });
        assert!(patient == prompt);
    }
}
