//! Workflows beside their definition: when jobs are submitted, chains and how long they take, circles that are refused.

use crate::twins::workflows::{self as plain, Job};

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
