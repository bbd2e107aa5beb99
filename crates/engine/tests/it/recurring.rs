//! Recurring jobs: what is recalled of their past runs, when it is not believed, and mixes in which jobs recur.

use schedscope::cluster::{Config, Timeline};
use schedscope::workload::{Mix, PERIODS, Phase, Recurring, Task, TaskJob, TaskWorkload};
use std::collections::BTreeMap;

/// Seconds between runs, which are over long before.
const PERIOD: f64 = 1000.0;

/// A job of this name, so many maps of the same length.
fn run(name: &str, tasks: usize, seconds: f64) -> TaskJob {
    TaskJob { name: name.to_owned(), ..TaskJob::new(0, 0.0, &vec![seconds; tasks], &[]) }
}

/// What each job of a sequence is believed to be in a phase when it arrives, on one slot.
fn believed(policy: &str, jobs: &[TaskJob], phase: Phase) -> Vec<Option<f64>> {
    let config = Config { machines: 1, slots: [1, 1], heartbeat: 0.0, replication: 1, ..Config::default() };
    let at = |i: usize| PERIOD * i as f64;
    let jobs = jobs.iter().enumerate().map(|(i, job)| TaskJob { id: i as u64 + 1, arrival: at(i), ..job.clone() });
    let workload = TaskWorkload::new(jobs.collect()).unwrap();
    let (timeline, _) = Timeline::record(&config, &workload, &policy.parse().unwrap()).unwrap();
    let size = |i: usize| {
        let instant = timeline.believed.iter().rfind(|believed| believed.time == at(i))?;
        let (.., size) = instant.sizes.iter().find(|(job, of, _)| (*job as usize, *of as usize) == (i, phase.index()))?;
        Some(*size)
    };
    (0..workload.jobs().len()).map(size).collect()
}

fn last(policy: &str, jobs: &[TaskJob]) -> f64 {
    believed(policy, jobs, Phase::Map).pop().flatten().expect("the last job has maps")
}

/// Runs of one name, of two maps of so many seconds each.
fn runs(seconds: &[f64]) -> Vec<TaskJob> {
    seconds.iter().map(|seconds| run("a", 2, *seconds)).collect()
}

#[test]
fn each_recall_on_four_runs() {
    let jobs = [run("a", 3, 8.0), run("a", 2, 16.0), run("a", 7, 40.0), run("a", 1, 12.0), run("a", 5, 1.0)];
    for (recall, seconds) in [
        ("last", 12.0),
        ("mean", 19.0),
        ("mean,runs=2", 26.0),
        ("mean,runs=1", 12.0),
        ("quantile", 14.0),
        ("quantile,runs=3", 16.0),
        ("quantile,quantile=0", 8.0),
        ("quantile,quantile=1", 40.0),
        ("quantile,quantile=0.5,runs=2", 26.0),
    ] {
        let policy = format!("hfsp[estimator=history,t=1,distrust=100,recall={recall}]");
        assert_eq!(last(&policy, &jobs), 5.0 * seconds, "{recall}");
    }
}

#[test]
fn names_are_kept_apart_and_a_job_without_one_is_trained() {
    let of =
        |name: &str| last("hfsp[estimator=history,t=1,xi=3]", &[run("a", 2, 10.0), run("b", 2, 30.0), run("", 2, 50.0), run(name, 4, 1.0)]);
    assert_eq!((of("a"), of("b")), (40.0, 120.0));
    // ξ · tasks · mean of all that was.
    assert_eq!((of(""), of("c")), (360.0, 360.0));
}

#[test]
fn after_a_wrong_prediction_one_run_is_trained() {
    let policy = "hfsp[estimator=history,t=1,xi=3,s0=7]";
    let found = |policy: &str, seconds: &[f64]| -> Vec<f64> {
        believed(policy, &runs(seconds), Phase::Map).into_iter().map(Option::unwrap).collect()
    };
    // Trained: three times what two tasks took on average so far.
    assert_eq!(found(policy, &[10.0, 10.0, 40.0, 40.0, 40.0, 40.0]), [7.0, 20.0, 20.0, 120.0, 80.0, 80.0], "upwards");
    assert_eq!(found(policy, &[40.0, 40.0, 10.0, 10.0, 10.0]), [7.0, 80.0, 80.0, 180.0, 20.0], "downwards");
    assert_eq!(found(policy, &[10.0, 20.0, 10.0, 10.0]), [7.0, 20.0, 40.0, 20.0], "wrong by the factor, not by more");
    assert_eq!(found("hfsp[estimator=history,t=1,xi=3,s0=7,distrust=4]", &[10.0, 40.0, 10.0]), [7.0, 20.0, 80.0]);
    // The prediction that is not believed is made all the same: who goes to and fro is trained always.
    assert_eq!(found(policy, &[10.0, 40.0, 10.0, 40.0, 10.0]), [7.0, 20.0, 150.0, 120.0, 150.0]);
    // The mean needs two runs to be near again: of 10, 10, 40 it is 20, of 10, 40, 40 it is 30.
    let mean = "hfsp[estimator=history,t=1,xi=3,s0=7,recall=mean,runs=3,distrust=1.5]";
    assert_eq!(found(mean, &[10.0, 10.0, 40.0, 40.0, 40.0, 40.0]), [7.0, 20.0, 20.0, 120.0, 150.0, 80.0]);
}

#[test]
fn a_phase_that_no_run_had_is_trained() {
    let reduces = |reduces: &[f64]| TaskJob { name: "a".to_owned(), ..TaskJob::new(0, 0.0, &[1.0], reduces) };
    let jobs = [reduces(&[]), reduces(&[9.0; 2]), reduces(&[9.0; 3])];
    assert_eq!(believed("hfsp[estimator=history,t=1,s0=7]", &jobs, Phase::Reduce), [None, Some(7.0), Some(27.0)]);
}

#[test]
fn the_shuffle_counts_where_it_does_in_sizes() {
    let task = Task { shuffle: 4.0, work: 6.0 };
    let job = TaskJob { name: "a".to_owned(), tasks: [vec![Task::of(1.0)], vec![task; 3]], ..TaskJob::new(0, 0.0, &[], &[]) };
    let jobs = [job.clone(), job];
    for (shuffle, size) in [("on", 30.0), ("off", 18.0)] {
        let policy = format!("hfsp[estimator=history,t=1,shuffle={shuffle}]");
        assert_eq!(believed(&policy, &jobs, Phase::Reduce)[1], Some(size), "{shuffle}");
    }
}

#[test]
fn tiny_runs_are_remembered_for_larger_ones() {
    let jobs = [run("a", 2, 10.0), run("a", 6, 10.0)];
    assert_eq!(last("hfsp[estimator=history]", &jobs), 60.0);
}

const ALIKE: f64 = 1e-9;

fn by_name(workload: &TaskWorkload) -> BTreeMap<&str, Vec<&TaskJob>> {
    let mut names: BTreeMap<&str, Vec<&TaskJob>> = BTreeMap::new();
    for job in workload.jobs().iter().filter(|job| !job.name.is_empty()) {
        names.entry(&job.name).or_default().push(job);
    }
    names
}

#[test]
fn jobs_recur_as_often_as_they_are_asked_to() {
    for fraction in [0.1, 0.4, 0.75, 1.0] {
        let draws = 40;
        let of = |replication| Mix::Test.recurring(Recurring { fraction, growth: 1.0 }, 1000, 7, replication).unwrap();
        let workloads: Vec<TaskWorkload> = (0..draws).map(of).collect();
        let named = workloads.iter().flat_map(TaskWorkload::jobs).filter(|job| !job.name.is_empty()).count() as f64;
        // A job in a thousand more or less in each draw.
        assert!((named / f64::from(1000 * draws) - fraction).abs() < 0.01, "{fraction}: {named}");
        assert!(
            workloads.iter().all(|workload| workload.jobs().len() == 1000 && workload.jobs().is_sorted_by(|a, b| a.arrival <= b.arrival))
        );
        let ends: Vec<f64> = workloads.iter().map(|workload| workload.jobs()[999].arrival).collect();
        let gap = ends.iter().sum::<f64>() / (1000.0 * f64::from(draws));
        assert!((gap / Mix::Test.gap() - 1.0).abs() < 0.02, "{fraction}: {gap} s between arrivals");
    }
}

#[test]
fn a_recurring_job_comes_once_a_period_and_its_input_grows() {
    let growth = 1.25;
    let workload = Mix::Test.recurring(Recurring { fraction: 0.4, growth }, 600, 3, 0).unwrap();
    let names = by_name(&workload);
    assert!(names.len() > 3);
    let (mut rate, mut bins) = (0.0, vec![]);
    for (name, runs) in names {
        let period = runs[1].arrival - runs[0].arrival;
        assert!(runs[0].arrival < period, "{name} begins in its first period");
        assert!(period >= PERIODS.0 * Mix::Test.gap() && period <= PERIODS.1 * Mix::Test.gap() * 1.6, "{name}: {period}");
        rate += Mix::Test.gap() / period;
        let maps = |k: usize| runs[k].tasks[0].len() as f64;
        for (k, pair) in runs.windows(2).enumerate() {
            assert!((pair[1].arrival - pair[0].arrival - period).abs() < ALIKE * pair[1].arrival, "{name}");
            let expected = (maps(0) * libm::pow(growth, (k + 1) as f64)).round().min(5000.0);
            assert!((maps(k + 1) - expected).abs() <= ALIKE, "{name}: {expected} maps in period {}", k + 2);
        }
        let seconds = |job: &TaskJob| job.size(Phase::Map) / job.tasks[0].len() as f64;
        assert!(runs.iter().all(|run| (seconds(run) / seconds(runs[0]) - 1.0).abs() < 0.6), "{name}: its maps stay as long");
        bins.push((runs[0].bin, runs[runs.len() - 1].bin));
    }
    assert!((rate - 0.4).abs() < ALIKE, "together they are exactly the fraction: {rate}");
    assert!(bins.iter().any(|(first, last)| first < last), "what grows changes its class: {bins:?}");
}

#[test]
fn where_nothing_recurs_only_the_names_go() {
    let jobs = |workload: TaskWorkload| workload.jobs().to_vec();
    let named = jobs(Mix::Dev.generate(50, 5, 2).unwrap());
    let expected: Vec<TaskJob> = named.into_iter().map(|job| TaskJob { name: String::new(), ..job }).collect();
    assert_eq!(jobs(Mix::Dev.recurring(Recurring { fraction: 0.0, growth: 1.0 }, 50, 5, 2).unwrap()), expected);
}
