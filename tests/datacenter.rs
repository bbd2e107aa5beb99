//! The datacenter world: exact examples, and what holds of every run.

use proptest::prelude::*;
use schedscope::datacenter::{Config, Outcome, rows, simulate};
use schedscope::workload::{BatchWorkload, TraceLike, read_tr};

fn run(config: &Config, workload: &BatchWorkload, policy: &str) -> Outcome {
    simulate(config, workload, &policy.parse().unwrap(), |_| {}).unwrap()
}

fn one_job(durations: &[f64]) -> BatchWorkload {
    let mut workload = BatchWorkload::default();
    workload.push(1, 10.0, durations);
    workload
}

const SMALL: Config =
    Config { workers: 40, delay: 0.0005, short_partition: 0.1, cutoff: 50.0, errors_reclassify: false, sampling: 100.0, seed: 1 };

#[test]
fn an_idle_cluster_takes_three_messages_more_than_the_work() {
    for row in rows() {
        for durations in [&[7.0][..], &[100.0]] {
            let completion = run(&SMALL, &one_job(durations), row.key).completion[0];
            let messages = match row.key {
                // Its tasks come with the order, in the next round.
                "kairos" => 1.0 + SMALL.delay,
                "yarn-fifo" => SMALL.delay,
                _ => 3.0 * SMALL.delay,
            };
            assert!((completion - durations[0] - messages).abs() < 1e-9, "{}: {completion}", row.key);
        }
    }
}

#[test]
fn probes_are_counted() {
    for (tasks, eagle) in [(1, 20), (10, 20), (11, 22)] {
        let work = one_job(&vec![1.0; tasks]);
        assert_eq!(run(&SMALL, &work, "sparrow").counters.probes, 2 * tasks as u64);
        assert_eq!(run(&SMALL, &work, "eagle").counters.probes, eagle);
    }
}

#[test]
fn kairos_shares_by_attained_service() {
    let config = Config { workers: 1, delay: 0.0, ..SMALL };
    let policy = "kairos[w=10,round=0,q=2]";
    let mut work = BatchWorkload::default();
    work.push(1, 0.0, &[100.0]);
    work.push(2, 20.0, &[5.0]);
    assert_eq!(run(&config, &work, policy).completion, [105.0, 5.0]);
    let mut work = BatchWorkload::default();
    work.push(1, 0.0, &[30.0]);
    work.push(2, 0.0, &[30.0]);
    let mut ends = run(&config, &work, policy).completion;
    ends.sort_by(f64::total_cmp);
    assert_eq!(ends, [50.0, 60.0]);
}

#[test]
fn without_quanta_and_queues_kairos_is_fifo() {
    let work = TraceLike::Yahoo.generate(300, 1, 0).with_load(0.9, 40);
    let config = Config { workers: 40, ..SMALL };
    assert_eq!(run(&config, &work, "kairos[q=0,w=1e12,round=0]").completion, run(&config, &work, "yarn-fifo").completion);
}

#[test]
fn eagle_beats_hawk_beats_sparrow_for_short_jobs() {
    let workers = 400;
    let work = TraceLike::Yahoo.generate(3000, 3, 0).with_load(0.88, workers);
    let config = Config { workers, short_partition: 0.02, cutoff: TraceLike::Yahoo.cutoff(), ..SMALL };
    let quantile = |policy: &str, long: bool, p: f64| {
        let outcome = run(&config, &work, policy);
        let jobs = work.jobs().iter().zip(&outcome.completion).filter(|(job, _)| (job.mean > config.cutoff) == long);
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
fn traces_are_read_or_refused() {
    let read = |text: &str| read_tr("t.tr", text.as_bytes()).map_err(|error| error.to_string());
    let work = read("0 2 5.5 5 6\n  3.5  1 2 2\n").unwrap();
    assert_eq!((work.jobs().len(), work.tasks(), work.jobs()[0].mean, work.durations(&work.jobs()[1])), (2, 3, 5.5, &[2.0][..]));
    for (text, said) in [
        ("", "one job a line"),
        ("0 2 5 5\n", "line 1: 1 columns; expected 2 durations"),
        ("0 0 5\n", "line 1"),
        ("5 1 1 1\n4 1 1 1\n", "line 2: submit is \"4\""),
        ("0 1 x 1\n", "mean is \"x\""),
        ("0 1 1 -1\n", "duration is \"-1\""),
        ("0 1\n", "line 1"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.contains(said), "{text:?}: {error}");
    }
}

/// Jobs with a few tasks of very different durations.
fn jobs() -> impl Strategy<Value = BatchWorkload> {
    let job = (0.0..40.0_f64, prop::collection::vec(prop_oneof![0.0..5.0_f64, 30.0..200.0_f64], 1..9));
    prop::collection::vec(job, 1..40).prop_map(|jobs| {
        let mut workload = BatchWorkload::default();
        let mut arrival = 0.0;
        for (id, (gap, durations)) in (0..).zip(jobs) {
            arrival += gap;
            workload.push(id, arrival, &durations);
        }
        workload
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_task_runs_once(work in jobs(), workers in 2_u32..30, seed in 0_u64..1000, delay in prop_oneof![Just(0.0), Just(0.0005), Just(0.3)]) {
        let config = Config { workers, seed, delay, ..SMALL };
        for row in rows() {
            let outcome = run(&config, &work, row.key);
            prop_assert_eq!(outcome.tasks as usize, work.tasks(), "{}", row.key);
            prop_assert!((outcome.work - work.work()).abs() <= 1e-6 * (1.0 + work.work()), "{}", row.key);
            for (job, completion) in work.jobs().iter().zip(&outcome.completion) {
                let longest = work.durations(job).iter().copied().fold(0.0, f64::max);
                prop_assert!(*completion >= longest - 1e-6 && completion.is_finite(), "{}: {completion} of {longest}", row.key);
            }
            prop_assert!(outcome.utilisation.iter().all(|busy| (0.0..=1.0).contains(busy)));
            if row.key == "eagle" {
                prop_assert_eq!(outcome.counters.probes_behind_long, 0, "nobody is queued behind a long task");
            }
            prop_assert_eq!(&outcome, &run(&config, &work, row.key), "{} repeats itself", row.key);
        }
    }
}
