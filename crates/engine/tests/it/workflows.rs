//! Jobs that wait for other jobs.

use rand::RngExt;
use rand::seq::SliceRandom;
use schedscope::cluster::{Config, Outcome, Policy, Silent, Timeline, simulate, why};
use schedscope::sim::{Random, stream};
use schedscope::workload::{Mix, Phase, TaskJob, TaskWorkload};

/// Every policy, and variants that differ in what a job that is submitted late could upset.
fn policies() -> Vec<String> {
    let all = Policy::registry().rows().map(|row| row.key);
    let more = ["fair[preemption=kill,fair-share-timeout=5]", "hfsp[preemption=kill]", "hfsp[estimator=oracle,preemption=suspend]"];
    let together = [
        "hfsp[chains=on]",
        "hfsp[chains=on,tiny=off,update=total]",
        "hfsp-viper[chains=on]",
        "hfsp[chains=on,virtual=fluid,preemption=kill]",
    ];
    let more = more.into_iter().chain(together);
    all.chain(more).map(str::to_owned).collect()
}

fn run(config: &Config, workload: &TaskWorkload, policy: &str) -> Outcome {
    simulate(config, workload, &policy.parse().unwrap(), &mut Silent).unwrap()
}

fn small(machines: u32, slots: [u32; 2]) -> Config {
    Config { machines, slots, heartbeat: 0.0, replication: machines, ..Config::default() }
}

fn after(job: TaskJob, after: &[u64]) -> TaskJob {
    TaskJob { after: after.to_vec(), ..job }
}

/// Jobs of random sizes that wait for some of those before them in a random order.
fn random_graph(random: &mut Random) -> TaskWorkload {
    let count = random.random_range(2..25_u64);
    let mut ids: Vec<u64> = (0..count).collect();
    ids.shuffle(random);
    let density = random.random_range(0.0..0.6);
    let job = |i: usize| {
        let id = ids[i];
        let waits = ids[..i].iter().copied().filter(|_| random.random::<f64>() < density / (1.0 + i as f64 / 4.0)).collect();
        let mut tasks = |most| (0..random.random_range(0..=most)).map(|_| f64::from(random.random_range(1..20_u32))).collect::<Vec<_>>();
        let (mut maps, reduces) = (tasks(9), tasks(3));
        if maps.is_empty() && reduces.is_empty() {
            maps.push(4.0);
        }
        TaskJob { after: waits, ..TaskJob::new(id, f64::from(random.random_range(0..60_u32)), &maps, &reduces) }
    };
    TaskWorkload::new((0..ids.len()).map(job).collect()).unwrap()
}

#[test]
fn no_job_starts_before_those_it_waits_for() {
    for replication in 0..60 {
        let mut random = stream(15, replication, 200);
        let workload = random_graph(&mut random);
        let config = Config { machines: 3, slots: [2, 1], heartbeat: [0.0, 3.0][replication as usize % 2], ..Config::default() };
        for policy in &policies() {
            let (timeline, outcome) = Timeline::record(&config, &workload, &policy.parse().unwrap()).unwrap();
            assert_eq!(timeline.jobs.len(), workload.jobs().len());
            assert!(timeline.jobs.windows(2).all(|pair| pair[0].arrival <= pair[1].arrival), "in the order of submission");
            let line = |id: u64| timeline.jobs.iter().find(|line| line.id == id).unwrap();
            let ends: Vec<f64> = outcome.jobs.iter().map(|job| job.submission + job.sojourn).collect();
            for (position, job) in workload.jobs().iter().enumerate() {
                let number = timeline.jobs.iter().position(|line| line.id == job.id).unwrap() as u32;
                let begin = timeline.bars.iter().filter(|bar| bar.job == number).map(|bar| bar.from).fold(f64::INFINITY, f64::min);
                let ready = job.after.iter().map(|id| line(*id).completion).fold(job.arrival, f64::max);
                assert_eq!((line(job.id).arrival, outcome.jobs[position].submission), (ready, ready), "{policy}: submitted when it can be");
                assert!(begin >= ready && line(job.id).completion == ends[position], "{policy}");
                let maps = timeline.bars.iter().filter(|bar| bar.job == number && bar.phase == Phase::Map).count();
                assert!(maps >= job.tasks[0].len(), "the bars are its own");
            }
        }
    }
}

#[test]
fn a_chain_of_one_job_is_a_job() {
    for policy in &policies() {
        let config = Config { machines: 6, ..Config::default() };
        let plain = Mix::Test.generate(30, 7, 0).unwrap();
        let alone = run(&config, &plain, policy);
        // One link, beyond the jobs that are compared: so the engine looks after chains.
        let mut jobs = plain.jobs().to_vec();
        let last = alone.jobs.iter().map(|job| job.submission + job.sojourn).fold(0.0, f64::max);
        jobs.push(TaskJob::new(1000, 2.0 * last, &[1.0], &[]));
        jobs.push(after(TaskJob::new(1001, 2.0 * last, &[1.0], &[]), &[1000]));
        let chained = run(&config, &TaskWorkload::new(jobs).unwrap(), policy);
        assert_eq!(chained.jobs[..30], alone.jobs[..], "{policy}");
    }
}

#[test]
fn a_job_that_waited_is_served_as_if_it_came_then() {
    // One slot. J1 takes 10 s; J2, written to arrive at 0, waits for it; J3 arrives at 5. Both are there from 10 on, but J3
    // has been there longer: FIFO serves it first.
    let jobs = vec![TaskJob::new(1, 0.0, &[10.0], &[]), after(TaskJob::new(2, 0.0, &[4.0], &[]), &[1]), TaskJob::new(3, 5.0, &[6.0], &[])];
    let outcome = run(&small(1, [1, 1]), &TaskWorkload::new(jobs).unwrap(), "fifo");
    assert_eq!(outcome.jobs.iter().map(|job| (job.submission, job.sojourn)).collect::<Vec<_>>(), [(0.0, 10.0), (10.0, 10.0), (5.0, 11.0)]);
    assert_eq!(outcome.order, [0, 2, 1]);
}

#[test]
fn at_one_instant_jobs_are_submitted_in_their_order() {
    // J1 is complete at 10, when J3 arrives; J2 waits for J1. Completions come first, then J2, which is before J3 in the workload.
    let jobs = vec![TaskJob::new(1, 0.0, &[10.0], &[]), after(TaskJob::new(2, 1.0, &[4.0], &[]), &[1]), TaskJob::new(3, 10.0, &[6.0], &[])];
    let outcome = run(&small(1, [1, 1]), &TaskWorkload::new(jobs).unwrap(), "fifo");
    assert_eq!(outcome.jobs.iter().map(|job| job.sojourn).collect::<Vec<_>>(), [10.0, 4.0, 10.0]);
    // Its own arrival counts if that is later.
    let jobs = vec![TaskJob::new(1, 0.0, &[10.0], &[]), after(TaskJob::new(2, 30.0, &[4.0], &[]), &[1])];
    let outcome = run(&small(1, [1, 1]), &TaskWorkload::new(jobs).unwrap(), "fifo");
    assert_eq!((outcome.jobs[1].submission, outcome.jobs[1].sojourn), (30.0, 4.0));
}

#[test]
fn a_diamond_says_why() {
    // J1 → J2 and J3 → J4, on two slots: 0–10, 10–14 and 10–17, 17–19.
    let jobs = vec![
        TaskJob::new(1, 0.0, &[10.0], &[]),
        after(TaskJob::new(2, 0.0, &[4.0], &[]), &[1]),
        after(TaskJob::new(3, 0.0, &[7.0], &[]), &[1]),
        after(TaskJob::new(4, 0.0, &[2.0], &[]), &[2, 3]),
        TaskJob::new(5, 100.0, &[2.0], &[]),
    ];
    let (timeline, _) = Timeline::record(&small(2, [1, 1]), &TaskWorkload::new(jobs).unwrap(), &"fifo".parse().unwrap()).unwrap();
    assert_eq!(timeline.jobs.iter().map(|job| job.completion).collect::<Vec<_>>(), [10.0, 14.0, 17.0, 19.0, 102.0]);
    assert_eq!(timeline.jobs.iter().map(|job| job.chain).collect::<Vec<_>>(), [Some(0), Some(0), Some(0), Some(0), None]);
    assert_eq!(timeline.after, [(1, 0), (2, 0), (3, 1), (3, 2)]);
    let sentence = why(&timeline, 12.0);
    assert!(sentence.starts_with("At 10 s J2 was submitted: J1, which it waits for, is complete; J3 was submitted"), "{sentence}");
    let sentence = why(&timeline, 18.0);
    assert!(
        sentence.starts_with("At 17 s J4 was submitted: J2 and J3, which it waits for, are complete; J4 gets a map slot"),
        "{sentence}"
    );
}

#[test]
fn a_chain_is_as_large_as_all_its_jobs() {
    // One slot. J1 (10 s) → J2 (100 s); J3 (30 s) comes at 0 as well, and J4 (85 s) at 40.
    let jobs = vec![
        TaskJob::new(1, 0.0, &[10.0], &[]),
        after(TaskJob::new(2, 0.0, &[100.0], &[]), &[1]),
        TaskJob::new(3, 0.0, &[30.0], &[]),
        TaskJob::new(4, 40.0, &[85.0], &[]),
    ];
    let run = |chains: &str| {
        let policy = format!("hfsp[estimator=oracle,chains={chains}]");
        let outcome = run(&small(1, [1, 1]), &TaskWorkload::new(jobs.clone()).unwrap(), &policy);
        outcome.jobs.iter().map(|job| (job.submission, job.submission + job.sojourn)).collect::<Vec<_>>()
    };
    // Each job alone: J1 has least, 10 s, and runs until 10. Then J3, of 30 s, goes before J2, of 100 s, and is served until 40;
    // it has the only virtual slot as well, so that nothing of J2 has aged. So J4, of 85 s, goes before it: 40 to 125, and J2
    // 125 to 225.
    assert_eq!(run("off"), [(0.0, 10.0), (10.0, 225.0), (0.0, 40.0), (40.0, 125.0)]);
    // Together, the chain has 110 s left, and J3 goes first: 0 to 30. J1 runs from 30 to 40. The chain, first in the round, has had
    // the virtual slot all the while: 70 s are left of it when J2 is submitted, which are fewer than the 85 s of J4. So J2 runs from
    // 40 to 140, and J4 until 225. Had J2 not inherited what has aged, J4 would have gone before its 100 s.
    assert_eq!(run("on"), [(0.0, 40.0), (40.0, 140.0), (0.0, 30.0), (40.0, 225.0)]);
}

#[test]
fn samples_of_a_chain_are_served_by_the_size_of_all_of_it() {
    // One slot, and 60 s for a job of which nothing is known. J1 (10 s) → J2 (10 s); J3 (30 s).
    let jobs =
        vec![TaskJob::new(1, 0.0, &[10.0], &[]), after(TaskJob::new(2, 0.0, &[10.0], &[]), &[1]), TaskJob::new(3, 0.0, &[30.0], &[])];
    let run = |chains: &str| {
        let policy = format!("hfsp[tiny=off,chains={chains}]");
        let outcome = run(&small(1, [1, 1]), &TaskWorkload::new(jobs.clone()).unwrap(), &policy);
        outcome.jobs.iter().map(|job| job.submission + job.sojourn).collect::<Vec<_>>()
    };
    // Each job alone: J1 and J3 are believed to be alike, and J1 came first. Then a job is believed to take 10 s, as it did, and so is
    // J2: it goes before J3, which is still believed to take 60 s.
    assert_eq!(run("off"), [10.0, 20.0, 50.0]);
    // Together, the chain is believed to take 120 s, and J3 goes first.
    assert_eq!(run("on"), [40.0, 50.0, 30.0]);
}

#[test]
fn drawn_jobs_come_in_chains() {
    let (plain, slots) = (Mix::Dev.generate(600, 3, 1).unwrap(), [40, 20]);
    let chained = plain.clone().in_chains(3.0, slots, 3, 1).unwrap();
    let lengths: Vec<usize> = chained.chains().unwrap().all().map(<[u32]>::len).collect();
    // A geometric length of mean 3 has deviation √6: five standard errors of the mean of 200 are 0.87.
    let mean = 600.0 / lengths.len() as f64;
    assert!((mean - 3.0).abs() < 0.87, "{mean}");
    assert!((chained.load(slots).unwrap() / plain.load(slots).unwrap() - 1.0).abs() < 1e-12);
    for job in chained.jobs() {
        let before = job.after.iter().map(|id| chained.jobs().iter().find(|other| other.id == *id).unwrap());
        assert!(job.after.len() <= 1 && before.into_iter().all(|other| other.arrival == job.arrival));
    }
    let tasks = |workload: &TaskWorkload| workload.jobs().iter().map(|job| job.tasks.clone()).collect::<Vec<_>>();
    assert_eq!(tasks(&chained), tasks(&plain), "the jobs are the same");
}

/// J1 from 0 to 4, J3 alone until 8, J4 until 9, and those that wait: J2 for J1 until 11, J5 for J4 until 13; one after
/// the other on one slot in the order of submission. A job alone is no chain, nor is one told of which a
/// job is not counted.
#[test]
fn chains_are_of_two_jobs_and_more() {
    let job = |id, arrival, seconds, after: &[u64]| TaskJob { after: after.to_vec(), ..TaskJob::new(id, arrival, &[seconds], &[]) };
    let jobs = vec![job(1, 0.0, 4.0, &[]), job(2, 0.0, 2.0, &[1]), job(3, 1.0, 4.0, &[]), job(4, 1.0, 1.0, &[]), job(5, 1.0, 2.0, &[4])];
    let workload = TaskWorkload::new(jobs).unwrap();
    let config = Config { machines: 1, slots: [1, 1], replication: 1, heartbeat: 0.0, ..Config::default() };
    let outcome = simulate(&config, &workload, &"fifo".parse().unwrap(), &mut Silent).unwrap();
    let ends: Vec<f64> = outcome.jobs.iter().map(|job| job.submission + job.sojourn).collect();
    let of = |counted| outcome.chain_sojourns(&workload, counted);
    assert_eq!((ends[1], ends[4]), (11.0, 13.0));
    assert_eq!(of(0..5), [11.0, 12.0]);
    assert_eq!((of(0..4), of(1..5), of(2..3)), (vec![11.0], vec![12.0], vec![]));
}
