//! The datacenter world: exact examples, and what holds of every run.

use proptest::prelude::*;
use schedscope::datacenter::{Config, Counters, Outcome, Policy, Silent, simulate};
use schedscope::workload::{BatchWorkload, TraceLike, read_tr};

fn run(config: &Config, workload: &BatchWorkload, policy: &str) -> Outcome {
    simulate(config, workload, &policy.parse().unwrap(), &mut Silent).unwrap()
}

fn one_job(durations: &[f64]) -> BatchWorkload {
    let mut workload = BatchWorkload::default();
    workload.push(1, 10.0, durations).unwrap();
    workload
}

pub(crate) const SMALL: Config = Config {
    workers: 40,
    cores: 1,
    delay: 0.0005,
    probe_delay: None,
    placement_delay: None,
    request_delay: None,
    decision_cost: 0.0,
    probe_cost: 0.0,
    short_partition: 0.1,
    cutoff: 50.0,
    errors_reclassify: false,
    sampling: 100.0,
    seed: 1,
};

#[test]
fn u1_an_idle_cluster_takes_three_messages_more_than_the_work() {
    for row in Policy::registry().rows() {
        for durations in [&[7.0][..], &[100.0]] {
            let completion = run(&SMALL, &one_job(durations), row.key).sojourn[0];
            let messages = match row.key {
                // Their tasks come with the order, those of Kairos in the round at 0.
                "kairos" | "yarn-fifo" | "big-c" => SMALL.delay,
                _ => 3.0 * SMALL.delay,
            };
            assert!((completion - durations[0] - messages).abs() < 1e-9, "{}: {completion}", row.key);
        }
    }
}

#[test]
fn u3_probes_are_counted() {
    for (tasks, eagle) in [(1, 20), (10, 20), (11, 22)] {
        let work = one_job(&vec![1.0; tasks]);
        assert_eq!(run(&SMALL, &work, "sparrow").counters.probes, 2 * tasks as u64);
        assert_eq!(run(&SMALL, &work, "eagle").counters.probes, eagle);
        assert_eq!(run(&SMALL, &work, "eagle-no-minprobes").counters.probes, 2 * tasks as u64);
    }
}

#[test]
fn long_jobs_are_probed_for_as_often_as_short_ones() {
    // Sparrow does not tell classes apart: four probes a task, thirty a job, for a long job as well.
    for (policy, probes) in [("sparrow[ratio=4]", 12), ("sparrow[least=30]", 30), ("hawk-no-central[ratio=5]", 15)] {
        for duration in [1.0, 100.0] {
            assert_eq!(run(&SMALL, &one_job(&[duration; 3]), policy).counters.probes, probes, "{policy}, {duration} s");
        }
    }
    // As many probes as workers reach all of them: a job of forty long tasks ends when one does.
    let work = one_job(&[100.0; 40]);
    assert!(run(&SMALL, &work, "sparrow[ratio=1,replacement=off]").sojourn[0] < 101.0);
}

#[test]
fn least_waiting_time_fills_idle_workers_first() {
    // Two tasks that are believed to take 6 s: at 7, one worker is free and the other overruns.
    let config = Config { workers: 2, delay: 0.0, ..SMALL };
    let mut work = BatchWorkload::default();
    work.push(1, 0.0, &[10.0, 2.0]).unwrap();
    work.push(2, 7.0, &[1.0]).unwrap();
    assert_eq!(run(&config, &work, "central-lwl").sojourn, [10.0, 1.0]);
}

#[test]
fn u14_kairos_shares_by_attained_service() {
    let config = Config { workers: 1, delay: 0.0, ..SMALL };
    let policy = "kairos[w=10,round=0,q=2]";
    let mut work = BatchWorkload::default();
    work.push(1, 0.0, &[100.0]).unwrap();
    work.push(2, 20.0, &[5.0]).unwrap();
    assert_eq!(run(&config, &work, policy).sojourn, [105.0, 5.0]);
    let mut work = BatchWorkload::default();
    work.push(1, 0.0, &[30.0]).unwrap();
    work.push(2, 0.0, &[30.0]).unwrap();
    let mut ends = run(&config, &work, policy).sojourn;
    ends.sort_by(f64::total_cmp);
    assert_eq!(ends, [50.0, 60.0]);
}

#[test]
fn u14_cores_take_turns_on_their_own() {
    // Two cores, quanta of ten: the third task interrupts the one that has attained most, and the first among equals.
    let config = Config { workers: 1, cores: 2, delay: 0.0, ..SMALL };
    let policy = "kairos[w=10,round=0,q=2]";
    let mut work = BatchWorkload::default();
    work.push(1, 0.0, &[40.0]).unwrap();
    work.push(2, 3.0, &[40.0]).unwrap();
    work.push(3, 15.0, &[4.0]).unwrap();
    // At 15 the first waits; at 19 it goes on, and the second has not been touched.
    assert_eq!(run(&config, &work, policy).sojourn, [44.0, 40.0, 4.0]);
    // The third takes longer. The second has had quanta since 3 and gives way to the first at 23, when that has attained
    // less; at 25 nobody who waits has attained as little as the third, which ends at 27, and the second is back.
    let mut work = BatchWorkload::default();
    work.push(1, 0.0, &[40.0]).unwrap();
    work.push(2, 3.0, &[40.0]).unwrap();
    work.push(3, 15.0, &[12.0]).unwrap();
    assert_eq!(run(&config, &work, policy).sojourn, [48.0, 44.0, 12.0]);
}

#[test]
fn interrupted_tasks_go_on_as_fast_as_they_leak() {
    let config = Config { workers: 1, delay: 0.0, ..SMALL };
    let completion = |tasks: [f64; 2], parameters: &str| {
        let mut work = BatchWorkload::default();
        work.push(1, 0.0, &[tasks[0]]).unwrap();
        work.push(2, 20.0, &[tasks[1]]).unwrap();
        run(&config, &work, &format!("kairos[w=100,round=0,{parameters}]")).sojourn
    };
    assert_eq!(completion([100.0, 5.0], "leak=0"), [105.0, 5.0]);
    // One core: the second runs at 2/3 and the first at 1/3, so that the second takes 7.5 s and no work is lost.
    assert_eq!(completion([100.0, 5.0], "leak=0.5"), [105.0, 7.5]);
    // Hardware that has another core: nobody is slowed, and the first does 2.5 s of work beside the second.
    assert_eq!(completion([100.0, 5.0], "leak=0.5,hardware=2"), [102.5, 5.0]);
    // A core and a half would be enough for both: the same.
    assert_eq!(completion([100.0, 5.0], "leak=0.5,hardware=3"), [102.5, 5.0]);
    // A task may end while it is interrupted: it has a second of work left at 20.
    assert_eq!(completion([21.0, 50.0], "leak=0"), [71.0, 50.0]);
    assert_eq!(completion([21.0, 50.0], "leak=0.5,hardware=2"), [22.0, 50.0]);
    // On one core it takes 3 s for that, in which the second does 2 s of its work.
    assert_eq!(completion([21.0, 50.0], "leak=0.5"), [23.0, 51.0]);
    // At full speed it is as if there were two cores.
    assert_eq!(completion([100.0, 50.0], "leak=1,hardware=2"), [100.0, 50.0]);
}

#[test]
fn guards_keep_tasks_from_being_put_off() {
    // A long task, and short ones that come one after the other for ever: every one of them goes before it.
    let config = Config { workers: 1, delay: 0.0, ..SMALL };
    let mut work = BatchWorkload::default();
    work.push(0, 0.0, &[100.0]).unwrap();
    (1..=200).for_each(|id| work.push(id, 5.0 + 10.0 * id as f64, &[9.999]).unwrap());
    let last = |guard: &str| run(&config, &work, &format!("kairos[w=10,round=0,q=2,guard={guard}]")).sojourn[0];
    // Unguarded it has 0.001 s in ten; waiting does not count while it has those, and interruptions at arrivals do not
    // protect from the next arrival.
    assert!(last("off") > 1900.0 && last("interrupted") > 1900.0);
    // Four that come together take turns; the long one has waited for three quanta and has two in peace.
    let mut work = BatchWorkload::default();
    work.push(0, 0.0, &[100.0]).unwrap();
    (1..=4).for_each(|id| work.push(id, 50.0, &[100.0]).unwrap());
    let config = Config { workers: 1, ..config };
    let end = |guard: &str| run(&config, &work, &format!("kairos[w=10,round=0,q=9,guard={guard}]")).sojourn[0];
    assert!(end("waited") < end("off"), "{} {}", end("waited"), end("off"));
}

#[test]
fn u15_without_quanta_and_queues_kairos_is_fifo() {
    let work = TraceLike::Yahoo.generate(300, 1, 0).unwrap().with_load(0.9, 40).unwrap();
    for (workers, cores) in [(40, 1), (10, 4)] {
        let config = Config { workers, cores, ..SMALL };
        assert_eq!(run(&config, &work, "kairos[q=0,w=1e12,round=0]").sojourn, run(&config, &work, "yarn-fifo").sojourn);
    }
}

#[test]
fn u15_a_worker_holds_no_more_than_its_cores_and_its_queue() {
    // Six tasks of ten seconds at once on two cores, in quanta of four.
    let config = Config { workers: 1, cores: 2, delay: 0.0, ..SMALL };
    let seconds = |waiting: u32| {
        let times = run(&config, &one_job(&[10.0; 6]), &format!("kairos[q={waiting},w=4,round=0]")).times[0];
        (times.scheduling, times.queueing)
    };
    // Two come at once, two after ten seconds, two after twenty; or all come at once, and nobody waits centrally.
    assert_eq!(seconds(0), (60.0, 0.0));
    assert_eq!(seconds(4).0, 0.0);
    // In between, three come at once, and another whenever one ends; or four do.
    assert!(seconds(1).0 > seconds(2).0 && seconds(2).0 > 0.0 && seconds(1).1 > 0.0);
}

#[test]
fn u9_what_is_believed_too_short_makes_others_wait() {
    // A job of three seconds, believed to be one second, and one of two seconds elsewhere; then one of a second.
    let config = Config { workers: 2, delay: 0.0, cutoff: 1e9, ..SMALL };
    let mut work = BatchWorkload::default();
    work.push(1, 0.0, &[3.0]).unwrap();
    work.push(2, 0.0, &[2.0]).unwrap();
    work.push(3, 0.0, &[1.0]).unwrap();
    let completion = |work: &BatchWorkload| run(&config, work, "central-lwl").sojourn[2];
    assert_eq!(completion(&work), 3.0, "behind the one of two seconds");
    let mut wrong = work.clone();
    wrong.amend(|job| job.estimate = if job.id == 1 { 1.0 } else { job.estimate }).unwrap();
    assert_eq!(completion(&wrong), 4.0, "behind the one of three");
}

#[test]
fn u17_big_c_suspends_long_tasks_for_short_ones() {
    let config = Config { workers: 1, cores: 2, delay: 0.0, cutoff: 50.0, ..SMALL };
    let mut work = BatchWorkload::default();
    work.push(1, 0.0, &[100.0, 100.0]).unwrap();
    work.push(2, 20.0, &[10.0]).unwrap();
    // The short task starts at once; the long one that it suspends goes on where it was.
    let outcome = run(&config, &work, "big-c");
    assert_eq!((outcome.sojourn[1], outcome.sojourn[0], outcome.counters.preemptions), (10.0, 110.0, 1));
    // A core is guaranteed to long jobs: of two short tasks one waits.
    let mut work = BatchWorkload::default();
    work.push(1, 0.0, &[100.0, 100.0]).unwrap();
    work.push(2, 20.0, &[10.0, 10.0]).unwrap();
    assert_eq!(run(&config, &work, "big-c").sojourn, [120.0, 20.0]);
    assert_eq!(run(&config, &work, "big-c[share=1]").sojourn, [110.0, 10.0]);
    // Short tasks do not interrupt each other, however short.
    let mut work = BatchWorkload::default();
    work.push(1, 0.0, &[30.0, 40.0]).unwrap();
    work.push(2, 20.0, &[1.0]).unwrap();
    assert_eq!(run(&config, &work, "big-c").sojourn, [40.0, 11.0]);
}

#[test]
fn big_c_takes_cores_in_steps_and_gives_them_back_late() {
    let config = Config { workers: 1, cores: 1, delay: 0.0, cutoff: 50.0, ..SMALL };
    let completion = |long: f64, policy: &str| {
        let mut work = BatchWorkload::default();
        work.push(1, 0.0, &[long]).unwrap();
        work.push(2, 20.0, &[10.0]).unwrap();
        run(&config, &work, policy).sojourn
    };
    assert_eq!(completion(100.0, "big-c[share=1]"), [110.0, 10.0]);
    // In four steps, at 20, 21, 22, 23: from 20 to 23 the long task does 3/4, 2/4 and 1/4 of a second's work.
    assert_eq!(completion(100.0, "big-c[share=1,steps=4]"), [33.0 + 100.0 - 21.5, 13.0]);
    // One that has a second left is let end.
    let nearly = Config { cutoff: 15.0, ..config };
    let mut work = BatchWorkload::default();
    work.push(1, 0.0, &[21.0]).unwrap();
    work.push(2, 20.0, &[10.0]).unwrap();
    assert_eq!(run(&nearly, &work, "big-c[share=1,steps=4]").sojourn, [21.0, 11.0]);
    // The core is free at 30; heartbeats at 31, 32 and 33 pass.
    assert_eq!(completion(100.0, "big-c[share=1,resume-after=3]"), [113.0, 10.0]);
    // In between a new long task takes it, which the other would have kept waiting.
    let mut work = BatchWorkload::default();
    work.push(1, 0.0, &[100.0]).unwrap();
    work.push(2, 20.0, &[10.0]).unwrap();
    work.push(3, 25.0, &[60.0]).unwrap();
    assert_eq!(run(&config, &work, "big-c[share=1]").sojourn, [110.0, 10.0, 145.0]);
    assert_eq!(run(&config, &work, "big-c[share=1,resume-after=3]").sojourn, [173.0, 10.0, 65.0]);
}

#[test]
fn a_second_stage_waits_for_the_first() {
    let config = Config { workers: 4, cores: 2, delay: 0.0, short_partition: 0.5, ..SMALL };
    let mut work = BatchWorkload::default();
    work.push_stages(1, 5.0, [&[4.0, 8.0], &[3.0, 3.0, 1.0]]).unwrap();
    for row in Policy::registry().rows() {
        let policy = if row.key == "kairos" { "kairos[round=0]" } else { row.key };
        let outcome = run(&config, &work, policy);
        // Probes may meet each other at a worker; those who place tasks see that there is room.
        let exact = ["central-lwl", "omniscient-lwl", "dlwl-srpt", "kairos", "yarn-fifo", "big-c"].contains(&row.key);
        let completion = outcome.sojourn[0];
        assert!(completion == 11.0 || completion > 11.0 && !exact, "{}: {completion}", row.key);
        assert_eq!((outcome.tasks, outcome.work), (5, 19.0), "{}", row.key);
    }
}

#[test]
fn eagle_beats_hawk_beats_sparrow_for_short_jobs() {
    let workers = 400;
    let work = TraceLike::Yahoo.generate(3000, 3, 0).unwrap().with_load(0.88, workers).unwrap();
    let config = Config { workers, short_partition: 0.02, cutoff: TraceLike::Yahoo.cutoff(), ..SMALL };
    let quantile = |policy: &str, long: bool, p: f64| {
        let outcome = run(&config, &work, policy);
        let jobs = work.jobs().iter().zip(&outcome.sojourn).filter(|(job, _)| (job.mean > config.cutoff) == long);
        let mut times: Vec<f64> = jobs.map(|(_, completion)| *completion).collect();
        times.sort_by(f64::total_cmp);
        times[(p * times.len() as f64) as usize]
    };
    for p in [0.5, 0.9] {
        let [sparrow, hawk, eagle] = ["sparrow", "hawk", "eagle"].map(|policy| quantile(policy, false, p));
        assert!(eagle < hawk && hawk < sparrow, "{p}: {eagle} {hawk} {sparrow}");
        assert!(quantile("eagle", true, p) < 1.1 * quantile("sparrow", true, p));
    }
}

#[test]
fn u19_traces_are_read_or_refused() {
    let read = |text: &str| read_tr("t.tr", text.as_bytes()).map_err(|error| error.to_string());
    let (work, _) = read("0 2 5.5 5 6\n  3.5  1 2 2\n").unwrap();
    assert_eq!((work.jobs().len(), work.tasks(), work.jobs()[0].mean, work.durations(&work.jobs()[1])), (2, 3, 5.5, &[2.0][..]));
    for (text, said) in [
        ("", "one job a line"),
        ("0 2 5 5\n", "line 1: 1 columns; expected 2 durations"),
        ("0 0 5\n", "line 1"),
        ("5 1 1 1\n4 1 1 1\n", "line 2: submit is \"4\""),
        ("0 1 x 1\n", "mean is \"x\""),
        ("0 1 1 -1\n", "no jobs: 1 row with a negative duration (line 1)"),
        ("0 1\n", "line 1"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.contains(said), "{text:?}: {error}");
    }
}

#[test]
fn u19_traces_may_be_read_as_the_authors_do() {
    let text = "0 2 5.5 5.2 5.8\n3 1 2 2\n3 1 0.5 0.5\n3.005 1 2 2\n";
    let work = read_tr("t.tr", text.as_bytes()).unwrap().0.truncated();
    let jobs: Vec<(f64, f64, &[f64])> = work.jobs().iter().map(|job| (job.arrival, job.mean, work.durations(job))).collect();
    assert_eq!(jobs, [(0.0, 5.0, &[5.0, 5.0][..]), (3.0, 2.0, &[2.0]), (3.01, 0.0, &[0.0]), (3.0 + 0.01 + 0.01, 2.0, &[2.0])]);
}

#[test]
fn the_prototypes_sample_keeps_its_classes_and_their_work() {
    let (like, count) = (TraceLike::Prototype, TraceLike::Prototype.jobs());
    let work = like.generate(count, 1, 0).unwrap();
    let long: Vec<_> = work.jobs().iter().filter(|job| job.mean > like.cutoff()).collect();
    assert_eq!((work.jobs().len(), long.len()), (3300, 300));
    // A job of n tasks has a 150th of them, each so much longer that n times the mean is still its work.
    for job in work.jobs() {
        let durations = work.durations(job);
        let tasks = durations.iter().sum::<f64>() / job.mean;
        assert!((tasks - tasks.round()).abs() < 1e-6 * tasks && f64::from(job.tasks()) <= (tasks / 150.0).ceil(), "{tasks}");
        assert!((job.estimate * f64::from(job.tasks()) / (tasks * job.mean) - 1.0).abs() < 1e-9);
    }
    assert!(work.jobs().iter().map(|job| job.tasks()).max().is_some_and(|most| (8..=34).contains(&most)), "of 4950 tasks at most");
    // By its tasks as they are, one that was short may take longer than the cutoff.
    assert!(work.jobs().iter().any(|job| job.mean < like.cutoff() && job.estimate > like.cutoff()));
}

/// Jobs with a few tasks of very different durations, some in two stages.
fn jobs() -> impl Strategy<Value = BatchWorkload> {
    let duration = || prop_oneof![0.0..5.0_f64, 30.0..200.0_f64];
    let second = prop_oneof![2 => Just(vec![]), 1 => prop::collection::vec(duration(), 1..5)];
    let job = (0.0..40.0_f64, prop::collection::vec(duration(), 1..9), second);
    prop::collection::vec(job, 1..40).prop_map(|jobs| {
        let mut workload = BatchWorkload::default();
        let mut arrival = 0.0;
        for (id, (gap, first, second)) in (0..).zip(jobs) {
            arrival += gap;
            workload.push_stages(id, arrival, [&first, &second]).unwrap();
        }
        workload
    })
}

/// Parameters that change what a policy does, beside the presets.
const VARIANTS: [&str; 30] = [
    "sparrow[replacement=off,error=uniform(0.1,1.9),reclassify=on]",
    "sparrow[sss=on,order=srpt]",
    "hawk[group=1,cap=3,order=srpt]",
    "hawk[sticky=on,cutoff=5]",
    "eagle[sss=early]",
    "eagle[replacement=off,bound=0]",
    "eagle[sticky=off,error=lognormal(1)]",
    "eagle-no-sss[scan=past-long]",
    "eagle[scan=past-long,bound=1]",
    "dlwl-srpt[heartbeat=0.5,bound=1,error=bias(0.3)]",
    "dlwl-srpt[heartbeat=2,aging=task]",
    "kairos[q=0,w=3,round=0]",
    "kairos[q=5,w=3,guard=waited,tie=sum,once=on]",
    "kairos[q=5,w=3,guard=off,tie=random,next=turn]",
    "kairos[q=5,w=3,leak=0.7]",
    "kairos[q=5,w=3,round=0,leak=0.3,hardware=3,guard=waited]",
    "hawk[steal=random,group=2]",
    "big-c[steps=3,resume-after=2]",
    "big-c[share=1,resume-after=5]",
    "big-c[share=0]",
    "big-c[share=1]",
    "big-c[share=0.6,cutoff=3]",
    "sparrow[order=-est,choice=queue+busy]",
    "split[choice=work+rest,order=wait]",
    "hawk[choice=if(longs>0,inf,queue),order=remaining]",
    "hawk-no-central[choice=-longs,order=-remaining,bound=1]",
    "eagle[choice=rest,order=left]",
    "eagle[order=if(long,-1,sojourn),scan=all,sss=early]",
    "ideal-eagle[choice=work*long+queue,order=bypassed]",
    "dlwl-srpt[order=-tasks,bound=0.5]",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    // That no slot runs two tasks, and no worker of Kairos' holds more than it may, the engines assert themselves.
    #[test]
    fn u18_every_task_runs_once(
        work in jobs(),
        workers in 2_u32..30,
        cores in 1_u32..4,
        seed in 0_u64..1000,
        delay in prop_oneof![Just(0.0), Just(0.0005), Just(0.3)],
    ) {
        let config = Config { workers, cores, seed, delay, ..SMALL };
        for policy in Policy::registry().rows().map(|row| row.key).chain(VARIANTS) {
            let outcome = run(&config, &work, policy);
            prop_assert_eq!(outcome.tasks as usize, work.tasks(), "{}", policy);
            prop_assert!((outcome.work - work.work()).abs() <= 1e-6 * (1.0 + work.work()), "{}", policy);
            for (job, completion) in work.jobs().iter().zip(&outcome.sojourn) {
                let (first, second) = work.durations(job).split_at(job.first_stage() as usize);
                let longest = |durations: &[f64]| durations.iter().copied().fold(0.0, f64::max);
                let least = longest(first) + longest(second);
                prop_assert!(*completion >= least - 1e-6 && completion.is_finite(), "{}: {completion} of {least}", policy);
            }
            prop_assert!(outcome.utilisation.iter().chain(outcome.partitions.iter().flatten()).all(|busy| (0.0..=1.0).contains(busy)));
            let (counters, times) = (&outcome.counters, &outcome.times);
            prop_assert_eq!(times[0].tasks + times[1].tasks, outcome.tasks);
            prop_assert_eq!(times[0].tasks, counters.short_tasks, "{}", policy);
            prop_assert!((times[0].execution + times[1].execution - outcome.work).abs() <= 1e-6 * (1.0 + outcome.work));
            prop_assert!(times.iter().all(|times| times.scheduling >= 0.0 && times.queueing >= -1e-6), "{}: {:?}", policy, times);
            if ["eagle", "eagle[replacement=off,bound=0]"].contains(&policy) {
                prop_assert_eq!(counters.probes_behind_long, 0, "nobody is queued behind a long task");
            }
            // A probe that stays brings one task after the other.
            let most = counters.probes_behind_long + counters.sticky;
            prop_assert!(counters.tasks_behind_long <= most, "{}: {:?}", policy, counters);
            prop_assert!(counters.fallbacks <= 2 * counters.rejected, "{}: {:?}", policy, counters);
            prop_assert!(counters.useless <= counters.probes, "{}", policy);
            prop_assert_eq!(&outcome, &run(&config, &work, policy), "{} repeats itself", policy);
        }
    }
}

#[test]
fn decisions_of_the_central_scheduler_wait_for_each_other() {
    // It takes 2 s for a task: the first job of two is decided at 4 and its tasks run until 5; the second waits until 4 and for its own
    // decision.
    let config = Config { workers: 3, delay: 0.0, decision_cost: 2.0, ..SMALL };
    let mut work = BatchWorkload::default();
    work.push(1, 0.0, &[1.0, 1.0]).unwrap();
    work.push(2, 1.0, &[1.0]).unwrap();
    let outcome = run(&config, &work, "central-lwl");
    assert_eq!(outcome.sojourn, [5.0, 6.0]);
    let Counters { decisions, deciding, central_peak, .. } = outcome.counters;
    assert_eq!((decisions, deciding, central_peak), (3, 2.0 * 4.0 + 5.0, 3));
    // YARN tells each worker as soon as it knows: at 2, 4 and 6.
    assert_eq!(run(&config, &work, "yarn-fifo").sojourn, [5.0, 6.0]);
    assert_eq!(run(&config, &work, "big-c").sojourn, [5.0, 6.0]);
    // Who decides alone does not wait.
    assert_eq!(run(&config, &work, "sparrow").counters.decisions, 0);
}

#[test]
fn probes_cost_their_scheduler_time_and_messages_have_their_own_delays() {
    let config = Config { workers: 9, delay: 0.0, cutoff: 100.0, ..SMALL };
    let mut work = BatchWorkload::default();
    work.push(1, 0.0, &[1.0]).unwrap();
    let time = |config: Config, policy: &str| run(&config, &work, policy).sojourn[0];
    // Two probes of a quarter second; twenty of Eagle's; a place by reports costs as much as a probe.
    let costly = Config { probe_cost: 0.25, ..config };
    assert_eq!(["sparrow", "eagle", "dlwl-srpt", "central-lwl"].map(|policy| time(costly, policy)), [1.5, 6.0, 1.25, 1.0]);
    // A probe takes 1 s, a place 2 s, and a request 4 s and as long for its answer.
    let slow = Config { probe_delay: Some(1.0), placement_delay: Some(2.0), request_delay: Some(4.0), ..config };
    assert_eq!(["sparrow", "central-lwl", "dlwl-srpt", "yarn-fifo"].map(|policy| time(slow, policy)), [10.0, 11.0, 11.0, 3.0]);
}
