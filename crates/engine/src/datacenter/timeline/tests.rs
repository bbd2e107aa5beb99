use super::recorder::MOST_FRAMES;
use super::*;
use crate::datacenter::Silent;
use crate::workload::TraceLike;

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-6 * b.abs().max(1.0)
}

#[test]
fn what_is_recorded_is_what_happens() {
    let workload = TraceLike::Google.generate(60, 3, 0).unwrap().with_load(0.9, 40).unwrap();
    for row in Policy::registry().rows() {
        let policy: Policy = row.key.parse().unwrap();
        let config = Config { workers: 40, short_partition: 0.2, cutoff: 1129.532, ..Config::default() };
        let (timeline, outcome) = Timeline::record(&config, &workload, &policy, |_| {}).unwrap();
        assert_eq!(outcome, simulate(&config, &workload, &policy, &mut Silent).unwrap(), "{policy}: a look changes nothing");
        let seconds = |running: bool| -> f64 {
            timeline.stints.iter().filter(|stint| stint.running || !running).map(|stint| stint.to - stint.from).sum()
        };
        assert!(close(seconds(true), outcome.work), "{policy}: {} s run, {} s of work", seconds(true), outcome.work);
        let busy: f64 = timeline.usage.busy.iter().flatten().sum::<f64>() * timeline.usage.every;
        let last = (timeline.end() - timeline.begin()) / timeline.usage.every;
        assert_eq!(timeline.usage.busy.len(), last.ceil() as usize, "{policy}");
        // The last interval is not a whole one.
        let missing = timeline.usage.busy.last().unwrap().iter().sum::<f64>() * timeline.usage.every * (last.ceil() - last);
        assert!(close(busy - missing, seconds(false)), "{policy}: {busy} s busy, {} s seen", seconds(false));
        for pair in timeline.stints.windows(2).filter(|pair| pair[0].worker == pair[1].worker) {
            assert!(pair[0].to <= pair[1].from, "{policy}: {pair:?}");
        }
        assert!(timeline.waits.iter().all(|wait| wait.from < wait.to && wait.to.is_finite()), "{policy}");
        // An entry in a queue waits for a slot that is taken.
        for wait in timeline.waits.iter().step_by(7) {
            let time = f64::midpoint(wait.from, wait.to);
            assert!(timeline.slot(wait.worker, time).is_some(), "{policy}: {wait:?}");
            assert!(timeline.queue(wait.worker, time).any(|job| job == wait.job), "{policy}: {wait:?}");
            let stint = timeline.slot(wait.worker, time).unwrap();
            assert_eq!(timeline.at(time)[wait.worker as usize], timeline.activity(stint), "{policy}");
        }
    }
}

/// What is recorded of jobs: when each is submitted, and how long its tasks take. Messages take half a second; long tasks
/// more than 50 s.
fn recorded(policy: &str, (workers, kept): (u32, u32), jobs: &[(f64, &[f64])]) -> Timeline {
    let mut workload = BatchWorkload::default();
    (0..).zip(jobs).for_each(|(id, (arrival, durations))| workload.push(id, *arrival, durations).unwrap());
    let short_partition = f64::from(kept) / f64::from(workers);
    let config = Config { workers, delay: 0.5, short_partition, cutoff: 50.0, ..Config::default() };
    Timeline::record(&config, &workload, &policy.parse().unwrap(), |_| {}).unwrap().0
}

/// Probes by worker: job, worker, round, when they are sent and come, and whether they are accepted.
fn sorted(timeline: &Timeline) -> Vec<(u32, u32, u8, f64, f64, bool)> {
    let mut probes: Vec<_> = timeline.probes.iter().map(|its| (its.job, its.worker, its.round, its.sent, its.came, its.accepted)).collect();
    probes.sort_by_key(|its| (its.0, its.2, its.1));
    probes
}

/// With one job, what has been seen begins with intervals of a millionth of a second: finer than times far from zero can tell apart.
#[test]
fn a_single_job_is_recorded_whenever_it_comes() {
    for arrival in [0.0, 61.0, 1.7e9, 1e12] {
        let Timeline { usage, .. } = recorded("sparrow", (2, 1), &[(arrival, &[100.0])]);
        let busy: f64 = usage.busy.iter().flatten().sum::<f64>() * usage.every;
        assert!((100.0..104.0).contains(&busy), "from {arrival} on: {busy} s busy");
    }
}

#[test]
fn probes_of_sparrow_reach_workers_and_stay() {
    // Two workers and two probes a job, each at another worker.
    let timeline = recorded("sparrow[replacement=off]", (2, 1), &[(0.0, &[100.0]), (10.0, &[1.0])]);
    let expected = [(0, 0, 0.0), (0, 1, 0.0), (1, 0, 10.0), (1, 1, 10.0)];
    assert_eq!(sorted(&timeline), expected.map(|(job, worker, sent)| (job, worker, 1, sent, sent + 0.5, true)));
    assert!(timeline.thefts.is_empty());
}

#[test]
fn workers_with_long_tasks_reject_probes_of_eagle_which_are_sent_on() {
    // A long task at each worker but the first. Whoever rejects knows this, so that all are sent on to that one.
    let timeline = recorded("eagle", (4, 1), &[(0.0, &[100.0; 3]), (10.0, &[1.0])]);
    let probes = sorted(&timeline);
    let (first, second): (Vec<_>, Vec<_>) = probes.into_iter().partition(|its| its.2 == 1);
    assert_eq!(first.len(), 20);
    assert!(first.iter().all(|its| (its.0, its.3, its.4) == (1, 10.0, 10.5) && its.5 == (its.1 == 0)), "{first:?}");
    let rejected = first.iter().filter(|its| !its.5).count();
    assert!(rejected > 0 && [1, 2, 3].iter().all(|worker| first.iter().any(|its| its.1 == *worker)));
    assert_eq!(second, vec![(1, 0, 2, 11.0, 11.5, true); rejected]);
}

#[test]
fn probes_that_are_rejected_twice_go_to_the_part_that_is_kept() {
    // Only worker 1 is known to hold a long task when it rejects; those that come then to 2 and 3 reject in their turn.
    let timeline = recorded("eagle", (4, 1), &[(0.0, &[100.0]), (10.0, &[1.0]), (10.4, &[100.0, 100.0])]);
    let probes = sorted(&timeline);
    let round = |number: u8| probes.iter().filter(move |its| its.2 == number);
    assert!(round(1).all(|its| its.5 == (its.1 != 1) && its.4 == 10.5));
    assert!(round(2).all(|its| its.1 != 1 && its.5 == (its.1 == 0) && (its.3, its.4) == (11.0, 11.5)));
    assert!(round(3).all(|its| *its == (1, 0, 3, 12.0, 12.5, true)));
    for number in [1, 2] {
        let rejected = round(number).filter(|its| !its.5).count();
        assert!(rejected > 0 && rejected == round(number + 1).count(), "round {number}");
    }
}

#[test]
fn long_tasks_of_hawk_come_where_the_scheduler_has_placed_them() {
    let timeline = recorded("hawk", (3, 1), &[(0.0, &[100.0; 2]), (10.0, &[1.0]), (20.0, &[60.0])]);
    let placed: Vec<_> = timeline.placed.iter().map(|its| (its.job, its.worker, its.sent, its.came)).collect();
    let [first, second, third] = placed[..] else { panic!("two tasks and one: {placed:?}") };
    assert_eq!([first, second].map(|its| (its.0, its.2, its.3)), [(0, 0.0, 0.5); 2]);
    assert_eq!((first.1 + second.1, first.1 * second.1), (3, 2), "a worker each, none of which is kept for short tasks");
    assert_eq!((third.0, third.2, third.3), (2, 20.0, 20.5));
    assert!(timeline.waits.iter().any(|wait| (wait.job, wait.worker, wait.from) == (2, third.1, 20.5)));
    assert!(recorded("sparrow", (3, 1), &[(0.0, &[100.0; 2])]).placed.is_empty(), "everything is probed for");
}

#[test]
fn an_idle_worker_of_hawk_steals_what_waits_behind_long_tasks() {
    // Workers 1 and 2 run long tasks. Worker 0 runs short ones until it is idle, and then steals theirs.
    let timeline = recorded("hawk", (3, 1), &[(0.0, &[100.0; 2]), (10.0, &[1.0; 6])]);
    let probes = sorted(&timeline);
    assert!(probes.len() == 12 && probes.iter().all(|its| its.0 == 1 && its.5));
    let at = |worker: u32| probes.iter().filter(|its| its.1 == worker).count();
    let mut thefts: Vec<_> = timeline.thefts.iter().map(|theft| (theft.thief, theft.victim, theft.jobs.clone())).collect();
    thefts.sort();
    let all = [1, 2].map(|victim| (0, victim, vec![1; at(victim)]));
    assert!(!thefts.is_empty() && thefts.iter().all(|theft| all.contains(theft)), "{thefts:?}");
    for theft in &timeline.thefts {
        assert_eq!(theft.loot, crate::datacenter::Loot::Group);
        assert_eq!(timeline.queue(theft.victim, theft.time - 1e-9).collect::<Vec<_>>(), theft.jobs);
        assert_eq!(timeline.queue(theft.victim, theft.time).count(), 0);
        assert_eq!(timeline.queue(theft.thief, theft.time - 1e-9).count(), 0);
    }
}

#[test]
fn what_is_queued_behind_a_long_task_is_told_from_what_is_not() {
    let timeline = recorded("sparrow[replacement=off]", (2, 1), &[(0.0, &[100.0]), (10.0, &[1.0]), (20.0, &[1.0])]);
    // The long task runs at one worker; the other is free for both.
    let behind: Vec<(u32, f64)> =
        timeline.waits.iter().filter(|wait| timeline.behind_long(wait)).map(|wait| (wait.job, wait.from)).collect();
    assert_eq!(behind, [(1, 10.5), (2, 20.5)]);
    let long = timeline.stints.iter().find(|stint| stint.running && stint.job == 0).unwrap().worker;
    assert!(timeline.waits.iter().filter(|wait| wait.worker != long).all(|wait| !timeline.behind_long(wait)));
}

#[test]
fn where_the_time_of_jobs_goes_is_where_that_of_their_tasks_goes() {
    // Each job has one task, so that both are the same.
    let mut workload = BatchWorkload::default();
    (0..60).for_each(|id| workload.push(id, f64::from(id as u32), &[if id % 9 == 0 { 300.0 } else { 7.0 }]).unwrap());
    for row in Policy::registry().rows() {
        let policy: Policy = row.key.parse().unwrap();
        let config = Config { workers: 10, short_partition: 0.2, cutoff: 100.0, ..Config::default() };
        let (timeline, outcome) = Timeline::record(&config, &workload, &policy, |_| {}).unwrap();
        for (long, times) in [false, true].into_iter().zip(outcome.times) {
            let sum = |part: fn(&JobLine) -> f64| timeline.jobs.iter().filter(|job| job.long == long).map(part).sum::<f64>();
            assert!(close(sum(|job| job.queueing), times.queueing), "{policy}");
            assert!(close(sum(|job| job.running), times.execution), "{policy}");
            assert!(close(sum(JobLine::sojourn) - times.queueing - times.execution, times.scheduling), "{policy}: {times:?}");
        }
    }
}

#[test]
fn large_runs_have_frames_and_small_ones_their_like() {
    let workload = TraceLike::Motivation.generate(40, 5, 0).unwrap().with_load(0.9, 600).unwrap();
    let config = Config { workers: 600, cutoff: 1000.0, ..Config::default() };
    let policy: Policy = "eagle".parse().unwrap();
    let small = Timeline::record(&config, &workload, &policy, |_| {}).unwrap().0;
    let longs: Vec<bool> = small.jobs.iter().map(|job| job.long).collect();
    let span = workload.jobs().last().unwrap().arrival - small.begin();
    let mut recorder = Recorder::new(600, policy.kind().general(&config), longs, (small.begin(), span), false, |_| {});
    simulate(&config, &workload, &policy, &mut recorder).unwrap();
    let (stints, waits, frames, usage) = recorder.finish(small.end());
    assert!(stints.is_empty() && waits.is_empty() && usage == small.usage);
    assert!((16..=MOST_FRAMES).contains(&frames.frames.len()), "{}", frames.frames.len());
    let large = Timeline { stints, waits, frames, ..small.clone() };
    for frame in 0..large.frames.frames.len() {
        let time = small.begin() + frame as f64 * large.frames.every;
        // Just before, since a frame is taken before what happens at its instant.
        let before = time - 1e-7;
        if frame > 0 && small.stints.iter().all(|stint| (stint.from - time).abs() > 1e-6 && (stint.to - time).abs() > 1e-6) {
            assert!(large.at(time) == small.at(before), "frame {frame}");
        }
    }
}
