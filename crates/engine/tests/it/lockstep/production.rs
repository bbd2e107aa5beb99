//! Who is killed for production jobs, beside the plain twin: shares, how many slots are to be freed, and who leaves them.

use crate::twins::production::{self as plain, Guard, State};
use schedscope::cluster::production::check::{guarded, lacking, overflow};
use schedscope::cluster::production::guard::{self, Limits, Queue};
use schedscope::cluster::production::victims::{Started, fraction, globally, most_beyond};
use schedscope::cluster::{TaskId, fair_shares};
use schedscope::workload::Phase;

/// What is decided at one check.
#[derive(Clone, Debug)]
struct Answer {
    /// The fair share of each job.
    shares: Vec<f64>,
    /// Slots that are to be freed.
    to_free: usize,
    /// Job and task, in the order in which they are condemned.
    fair_kill: Vec<(usize, usize)>,
    overflowing: Vec<(usize, usize)>,
    gp: Vec<(usize, usize)>,
    /// Whom the guard of `gp` condemns before, and since when it has been so.
    guard: (Vec<(usize, usize)>, Option<f64>),
}

fn twin(state: &State, since: Option<f64>) -> Answer {
    let guard = state.guard(&Guard::PAPER, since);
    Answer {
        shares: state.shares(),
        to_free: state.to_free(),
        fair_kill: state.fair_kill(),
        overflowing: state.overflowing(),
        gp: state.gp(&guard.0),
        guard,
    }
}

/// Decides on a state on both sides, with the guard new, and where it has been on for as long as its timeout; says where they part.
fn compare(seed: u64, ours: impl Fn(&State, Option<f64>) -> Answer) -> Result<(), String> {
    let state = plain::draw(seed);
    for since in [None, Some(state.now - 20.0), Some(state.now - Guard::PAPER.timeout)] {
        let (ours, twin) = (ours(&state, since), twin(&state, since));
        let near = ours.shares.iter().zip(&twin.shares).all(|(a, b)| (a - b).abs() < 1e-6);
        let what = [
            (ours.shares.len() != twin.shares.len() || !near, "shares"),
            (ours.to_free != twin.to_free, "slots to free"),
            (ours.fair_kill != twin.fair_kill, "who is killed evenly"),
            (ours.overflowing != twin.overflowing, "who is killed of those beyond their shares"),
            (ours.guard != twin.guard, "the guard"),
            (ours.gp != twin.gp, "who is killed globally"),
        ];
        if let Some((_, what)) = what.into_iter().find(|(parts, _)| *parts) {
            return Err(format!("seed {seed}: {what}\n{state:?}\nsince {since:?}\nours {ours:?}\ntwin {twin:?}"));
        }
    }
    Ok(())
}

/// The comparison sees what is wrong: no minimum shares, a free slot more, tasks condemned twice, a guard that forgets.
#[test]
fn a_wrong_answer_is_seen() {
    let wrong: [fn(&mut State, &mut Option<f64>); 5] = [
        |_, _| {},
        |state, _| state.pools.iter_mut().for_each(|pool| pool.minimum = 0.0),
        |state, _| state.slots += 1,
        |state, _| state.running.iter_mut().for_each(|task| task.condemned = false),
        |_, since| *since = None,
    ];
    let wrongs = wrong.map(|wrong| {
        let ours = |state: &State, mut since: Option<f64>| {
            let mut state = state.clone();
            wrong(&mut state, &mut since);
            twin(&state, since)
        };
        (0..500).filter(|&seed| compare(seed, ours).is_err()).count()
    });
    assert!(wrongs[0] == 0 && wrongs[1..].iter().all(|&parted| parted > 20), "{wrongs:?}");
}

fn engine(state: &State, since: Option<f64>) -> Answer {
    let whole = |number: usize| u32::try_from(number).unwrap();
    let holds = |job: usize| state.running.iter().filter(|task| task.job == job).count();
    let pools: Vec<(f64, f64)> = state.pools.iter().map(|pool| (pool.minimum, pool.weight)).collect();
    let demand = |(job, about): (usize, &plain::Job)| (whole(about.pool), whole(holds(job) + about.waiting), 1.0);
    let jobs: Vec<(u32, u32, f64)> = state.jobs.iter().enumerate().map(demand).collect();
    let (of_pools, shares) = fair_shares(whole(state.slots), &pools, &jobs);

    let is_production = |job: usize| state.pools[state.jobs[job].pool].production;
    let held = |pool: usize| whole(state.running.iter().filter(|task| state.jobs[task.job].pool == pool).count());
    let production = || (0..pools.len()).filter(|pool| state.pools[*pool].production).map(|pool| (of_pools[pool], held(pool)));
    let condemned = state.running.iter().filter(|task| task.condemned).count();
    let to_free = lacking(production(), whole(state.slots - state.running.len() + condemned)) as usize;

    let spared = state.running.iter().filter(|task| !is_production(task.job) && !task.condemned);
    let running: Vec<Started> = spared.map(|task| (TaskId::new(whole(task.job), Phase::Map, whole(task.number)), task.start)).collect();
    let beyond = overflow(&running, |job| shares[job as usize]);
    let Guard { long, period, time, use_of_slots: slots, timeout, .. } = Guard::PAPER;
    let mut guard = guard::Guard::new(Limits { period, time, slots, timeout });
    state.used.iter().for_each(|(time, used)| guard.note(*time, whole(*used), whole(state.slots)));
    (guard.queued, guard.starving) = (Some(state.now - period), since);
    let queue = Queue {
        waiting: whole(state.jobs.iter().map(|job| job.waiting).sum()),
        of_one_job: whole(state.jobs.iter().map(|job| job.waiting).max().unwrap_or(0)),
        available: whole(state.slots) - production().map(|(_, held)| held).sum::<u32>(),
    };
    let starving = guarded(&mut guard, state.now, long, queue, &running, &beyond);
    let left = running.iter().copied().filter(|task| !starving.contains(task)).collect();
    let others = globally(left, to_free.saturating_sub(starving.len()));

    let named = |tasks: &[Started]| tasks.iter().map(|(task, _)| (task.job as usize, task.task as usize)).collect();
    Answer {
        shares,
        to_free,
        fair_kill: named(&fraction(running.clone(), to_free)),
        overflowing: named(&most_beyond(running, &beyond, to_free)),
        gp: named(&[starving.as_slice(), &others].concat()),
        guard: (named(&starving), guard.starving),
    }
}

/// `SCHEDSCOPE_INSTANCES` sets how many, such as 100000.
#[test]
fn engine_and_twin_agree() {
    super::none_parts(|seed| compare(seed, engine));
}
