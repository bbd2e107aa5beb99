//! A machine's memory beside its plain twin that moves single pages: the same steps, and after each the same answers.

use crate::twins::memory::{self as plain, After, Given, Step};

/// Equal up to rounding of numbers, and to what rounding to pages may have changed.
fn same(ours: f64, twin: f64, slack: f64) -> bool {
    (ours - twin).abs() <= slack + 1e-9 * twin.abs().max(1.0)
}

/// The disk writes, or else reads: from, to, GB.
type Busy = (bool, f64, f64, f64);

/// Transfers of one direction that follow each other are one.
fn merged(after: &After) -> Vec<Busy> {
    let mut merged: Vec<Busy> = vec![];
    for transfer in &after.transfers {
        match merged.last_mut() {
            Some((out, _, to, gigabytes)) if *out == transfer.out && same(*to, transfer.from, 0.0) => {
                *to = transfer.to;
                *gigabytes += transfer.gigabytes;
            }
            _ => merged.push((transfer.out, transfer.from, transfer.to, transfer.gigabytes)),
        }
    }
    merged
}

/// What parts in the answers after one step.
fn parted(ours: &After, twin: &After) -> Option<&'static str> {
    let [amount, time] = twin.slack;
    let alike = |a: &[f64], b: &[f64], slack| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(*a, *b, slack));
    let waits = |after: &After| after.waits.map_or(vec![], |waits| vec![waits]);
    let memory = |after: &After| [after.running, after.suspended, after.swapped, after.cached];
    let (one, other) = (merged(ours), merged(twin));
    let transfer = |(a, b): (&Busy, &Busy)| a.0 == b.0 && same(a.1, b.1, time) && same(a.2, b.2, time) && same(a.3, b.3, amount);
    [
        (!alike(&waits(ours), &waits(twin), time), "seconds before the task works"),
        (!alike(&memory(ours), &memory(twin), amount), "running, suspended, swapped and cached memory"),
        (!alike(&ours.out, &twin.out, amount), "what each task has out"),
        (!same(ours.moved(true), twin.moved(true), amount), "what was written"),
        (!same(ours.moved(false), twin.moved(false), amount), "what was read"),
        (one.len() != other.len() || !one.iter().zip(&other).all(transfer), "transfers"),
        (ours.may_be_suspended != twin.may_be_suspended, "who may be suspended"),
    ]
    .into_iter()
    .find_map(|(parts, what)| parts.then_some(what))
}

/// Takes the steps of an instance on both sides; says where they part.
fn compare(seed: u64, ours: impl Fn(&Given, &[Step]) -> Vec<After>) -> Result<(), String> {
    let (given, steps) = plain::draw(seed);
    let (ours, twin) = (ours(&given, &steps), plain::run(&given, &steps));
    assert_eq!(ours.len(), twin.len());
    for (place, (ours, twin)) in ours.iter().zip(&twin).enumerate() {
        if let Some(what) = parted(ours, twin) {
            return Err(format!("seed {seed}: {what}\n{given:?}\n{:#?}\nours {ours:?}\ntwin {twin:?}", &steps[..=place]));
        }
    }
    Ok(())
}

/// The comparison sees what is wrong: a disk that is a little faster, pages that are never dirty, exact replacement, more swap.
#[test]
fn a_wrong_answer_is_seen() {
    let wrong: [fn(&mut Given); 5] = [
        |_| {},
        |given| given.disk *= 1.01,
        |given| given.tasks.iter_mut().for_each(|task| task.dirty = 0),
        |given| given.beta = 1.0,
        |given| given.swap += 64,
    ];
    let wrongs = wrong.map(|wrong| {
        let ours = |given: &Given, steps: &[Step]| {
            let mut given = given.clone();
            wrong(&mut given);
            plain::run(&given, steps)
        };
        (0..300).filter(|&seed| compare(seed, ours).is_err()).count()
    });
    assert!(wrongs[0] == 0 && wrongs[1..].iter().all(|&parted| parted > 20), "{wrongs:?}");
}
