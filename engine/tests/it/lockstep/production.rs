//! Who is killed for production jobs, beside the plain twin: shares, how many slots are to be freed, and who leaves them.

use crate::twins::production::{self as plain, Guard, State};

/// What is decided at one check.
#[derive(Clone, Debug)]
struct Answer {
    /// The fair share of each job.
    shares: Vec<f64>,
    /// Slots that are to be freed.
    to_free: usize,
    /// Job and task, in the order in which they are condemned.
    fair_kill: Vec<(usize, usize)>,
    gp: Vec<(usize, usize)>,
    /// Whom the guard of `gp` condemns before, and since when it has been so at every check.
    guard: (Vec<(usize, usize)>, Option<f64>),
}

fn twin(state: &State, since: Option<f64>) -> Answer {
    let guard = state.guard(&Guard::PAPER, since);
    Answer { shares: state.shares(), to_free: state.to_free(), fair_kill: state.fair_kill(), gp: state.gp(&guard.0), guard }
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
            (ours.fair_kill != twin.fair_kill, "who is killed fairly"),
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
    assert!(wrongs[0] == 0 && wrongs[1..].iter().all(|&parted| parted > 10), "{wrongs:?}");
}
