//! Workflows beside their definition: when jobs are submitted, chains and how long they take, circles that are refused.

use crate::twins::workflows::{self as plain, Job};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use schedscope::cluster::{Beliefs, Cluster, Config, Observer, Step, TaskId, simulate};
use schedscope::workload::{JobError, Tangle, TaskJob, TaskWorkload};

/// What a run says of its jobs.
#[derive(Clone, Debug, Default)]
struct Ran {
    /// When the scheduler hears of each job, when its first task starts, when it is complete.
    submitted: Vec<f64>,
    started: Vec<f64>,
    completed: Vec<f64>,
    /// From submission to completion.
    sojourns: Vec<f64>,
    /// The first job of its chain, for each job of a chain.
    chains: Vec<Option<usize>>,
    /// The mean over chains; none where nobody waits for anybody.
    chain_sojourn: Option<f64>,
}

fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * b.abs().max(1.0)
}

/// Judges a run by its own completions; says what is not as it is defined.
fn judge(given: &[(f64, Vec<usize>)], ran: &Ran) -> Result<(), String> {
    let jobs: Vec<Job> = given
        .iter()
        .zip(&ran.completed)
        .map(|((arrival, after), &completion)| Job { arrival: *arrival, after: after.clone(), completion })
        .collect();
    for job in 0..given.len() {
        let submission = plain::submission(&jobs, job);
        if !same(ran.submitted[job], submission) {
            return Err(format!("job {job} is submitted at {}, not {submission}\n{jobs:?}", ran.submitted[job]));
        }
        if ran.started[job] < submission && !same(ran.started[job], submission) {
            return Err(format!("job {job} starts at {}, before {submission}\n{jobs:?}", ran.started[job]));
        }
        if !same(ran.sojourns[job], jobs[job].completion - submission) {
            return Err(format!("the sojourn of job {job} is {}\n{jobs:?}", ran.sojourns[job]));
        }
    }
    for chain in plain::chains(&jobs) {
        let first = (chain.len() > 1).then_some(chain[0]);
        if let Some(job) = chain.iter().find(|&&job| ran.chains[job] != first) {
            return Err(format!("the chain of job {job} is {:?}, not {first:?}\n{jobs:?}", ran.chains[*job]));
        }
    }
    let sojourns: Vec<f64> = plain::sojourns(&jobs).into_iter().map(|(_, sojourn)| sojourn).collect();
    let mean = (!sojourns.is_empty()).then(|| sojourns.iter().sum::<f64>() / sojourns.len() as f64);
    let alike = match (ran.chain_sojourn, mean) {
        (Some(ours), Some(mean)) => same(ours, mean),
        (ours, mean) => ours == mean,
    };
    if alike { Ok(()) } else { Err(format!("chains take {:?}, not {mean:?}\n{jobs:?}", ran.chain_sojourn)) }
}

/// Whether those who wait for each other are refused, and only they: `named` are the jobs of the refusal, if it is refused.
fn refused(given: &[(f64, Vec<usize>)], named: Option<&[usize]>) -> Result<(), String> {
    let after: Vec<Vec<usize>> = given.iter().map(|(_, after)| after.clone()).collect();
    match (plain::circle(&after), named) {
        (None, None) => Ok(()),
        (Some(_), Some(named)) if plain::is_circle(&after, named) => Ok(()),
        (circle, named) => Err(format!("{circle:?}, but {named:?} are refused\n{after:?}")),
    }
}

/// A run on machines without end, where each job takes as many seconds as its position and one.
fn without_end(given: &[(f64, Vec<usize>)]) -> Ran {
    let mut jobs: Vec<Job> =
        given.iter().map(|(arrival, after)| Job { arrival: *arrival, after: after.clone(), completion: 0.0 }).collect();
    let seconds = |job: usize| (job + 1) as f64;
    for _ in given {
        for job in 0..jobs.len() {
            jobs[job].completion = plain::submission(&jobs, job) + seconds(job);
        }
    }
    let submitted: Vec<f64> = (0..jobs.len()).map(|job| plain::submission(&jobs, job)).collect();
    let mut chains = vec![None; jobs.len()];
    for chain in plain::chains(&jobs).into_iter().filter(|chain| chain.len() > 1) {
        chain.iter().for_each(|&job| chains[job] = Some(chain[0]));
    }
    let sojourns = plain::sojourns(&jobs);
    Ran {
        started: submitted.clone(),
        submitted,
        completed: jobs.iter().map(|job| job.completion).collect(),
        sojourns: (0..jobs.len()).map(seconds).collect(),
        chains,
        chain_sojourn: (!sojourns.is_empty()).then(|| sojourns.iter().map(|(_, sojourn)| sojourn).sum::<f64>() / sojourns.len() as f64),
    }
}

/// The judge sees what is wrong: a job that starts early, sojourns from arrival, chains of one, chains that take longer.
#[test]
fn a_wrong_answer_is_seen() {
    let mut wrongs = [0; 5];
    for seed in 0..200 {
        let given = plain::draw(seed, false);
        let good = without_end(&given);
        let early = Ran { started: good.started.iter().map(|start| start - 0.5).collect(), ..good.clone() };
        let arrivals = given.iter().map(|(arrival, _)| *arrival);
        let sojourns = good.completed.iter().zip(arrivals).map(|(completed, arrival)| completed - arrival).collect();
        let from_arrival = Ran { sojourns, ..good.clone() };
        let alone = Ran { chains: (0..given.len()).map(Some).collect(), ..good.clone() };
        let longer = Ran { chain_sojourn: Some(good.chain_sojourn.map_or(0.0, |mean| mean + 1.0)), ..good.clone() };
        for (wrong, ran) in wrongs.iter_mut().zip([good, early, from_arrival, alone, longer]) {
            *wrong += usize::from(judge(&given, &ran).is_err());
        }
    }
    assert!(wrongs[0] == 0 && wrongs[1..].iter().all(|&parted| parted > 50), "{wrongs:?}");
}

#[test]
fn a_wrong_refusal_is_seen() {
    let circle = [(0.0, vec![1]), (0.0, vec![2]), (0.0, vec![1]), (0.0, vec![])];
    assert!(refused(&circle, Some(&[1, 2])).is_ok() && refused(&circle, Some(&[2, 1])).is_ok());
    assert!(refused(&circle, None).is_err() && refused(&circle, Some(&[0, 1])).is_err());
    assert!(refused(&circle[3..], Some(&[0])).is_err() && refused(&circle[3..], None).is_ok());
}

/// When each job had its first slot and completed its last task, by number.
#[derive(Debug)]
struct Recorder {
    started: Vec<f64>,
    completed: Vec<f64>,
}

impl Observer for Recorder {
    const WATCHES: bool = false;

    fn step(&mut self, time: f64, task: TaskId, _: u32, step: Step) {
        let job = task.job as usize;
        match step {
            Step::Started { .. } => self.started[job] = self.started[job].min(time),
            Step::Completed => self.completed[job] = time,
            _ => {}
        }
    }

    fn instant(&mut self, _: &Cluster, _: usize, _: impl FnOnce() -> Beliefs) {}
}

/// Jobs with a few tasks each, with ids from 1.
fn jobs(given: &[(f64, Vec<usize>)], seed: u64) -> Vec<TaskJob> {
    let mut draw = StdRng::seed_from_u64(seed);
    let mut tasks = |least: usize| -> Vec<f64> {
        (0..draw.random_range(least..=3)).map(|_| [0.5, 1.0, 2.0, 5.0, 7.0][draw.random_range(0..5)]).collect()
    };
    let job = |(id, (arrival, after)): (u64, &(f64, Vec<usize>))| {
        let after = after.iter().map(|other| *other as u64 + 1).collect();
        TaskJob { after, weight: f64::from(id as u32 % 2 + 1), ..TaskJob::new(id, *arrival, &tasks(1), &tasks(0)) }
    };
    (1..).zip(given).map(job).collect()
}

fn engine(given: &[(f64, Vec<usize>)], seed: u64) -> Ran {
    const POLICIES: [&str; 9] = ["fifo", "fair", "hfsp", "hfsp[chains=on]", "hfsp-viper", "hfsp-mplane", "dummy", "fair-kill", "gp"];
    let workload = TaskWorkload::new(jobs(given, seed)).unwrap();
    let count = given.len();
    let heartbeat = [0.0, 1.0, 3.0][(seed / 9 % 3) as usize];
    let slots = [1 + (seed / 27 % 2) as u32, 1];
    let config = Config { machines: 2, slots, replication: 1, heartbeat, seed, ..Config::default() };
    let mut recorder = Recorder { started: vec![f64::INFINITY; count], completed: vec![0.0; count] };
    let policy = POLICIES[(seed % 9) as usize].parse().unwrap();
    let outcome = simulate(&config, &workload, &policy, &mut recorder).unwrap();
    let mut ran = Ran { started: vec![0.0; count], completed: vec![0.0; count], ..Ran::default() };
    let order = if outcome.order.is_empty() { (0..count as u32).collect() } else { outcome.order.clone() };
    for (number, position) in order.into_iter().enumerate() {
        ran.started[position as usize] = recorder.started[number];
        ran.completed[position as usize] = recorder.completed[number];
    }
    let chain = |position: u32| {
        let chains = workload.chains()?;
        (chains.members(position).len() > 1).then(|| chains.chain(position) as usize)
    };
    let sojourns = outcome.chain_sojourns(&workload, 0..count);
    Ran {
        submitted: outcome.jobs.iter().map(|job| job.submission).collect(),
        sojourns: outcome.jobs.iter().map(|job| job.sojourn).collect(),
        chains: (0..count as u32).map(chain).collect(),
        chain_sojourn: (!sojourns.is_empty()).then(|| sojourns.iter().sum::<f64>() / sojourns.len() as f64),
        ..ran
    }
}

/// `SCHEDSCOPE_INSTANCES` sets how many, such as 100000. Policies of all kinds, with heartbeats and without.
#[test]
fn engine_and_twin_agree() {
    super::none_parts(|seed| {
        let given = plain::draw(seed, false);
        judge(&given, &engine(&given, seed)).map_err(|what| format!("seed {seed}: {what}"))?;
        let given = plain::draw(seed, true);
        let named: Option<Vec<usize>> = match TaskWorkload::new(jobs(&given, seed)) {
            Ok(_) => None,
            Err(JobError::Tangle(Tangle::Circle { jobs })) => Some(jobs.iter().map(|id| *id as usize - 1).collect()),
            Err(other) => return Err(format!("seed {seed}: {other}")),
        };
        refused(&given, named.as_deref()).map_err(|what| format!("seed {seed}: {what}"))
    });
}
