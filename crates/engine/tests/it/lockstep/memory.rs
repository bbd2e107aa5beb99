//! A machine's memory beside its plain twin that moves single pages: the same steps, and after each the same answers.

use crate::twins::memory::{self as plain, After, Deed, Given, Step};
use schedscope::cluster::pages::{Moved, Pages, bytes};
use schedscope::cluster::{MachineMemory, TaskId};
use schedscope::workload::Phase;

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
    assert_eq!(twin.len(), steps.len(), "steps are drawn legal");
    for (place, (ours, twin)) in ours.iter().zip(&twin).enumerate() {
        if let Some(what) = parted(ours, twin) {
            return Err(format!("seed {seed}: {what}\n{given:?}\n{:#?}\nours {ours:?}\ntwin {twin:?}", &steps[..=place]));
        }
    }
    if ours.len() < steps.len() { Err(format!("seed {seed}: {:?} is refused\n{given:?}", steps[ours.len()])) } else { Ok(()) }
}

/// The comparison sees what is wrong: a disk that is a little faster, pages that are never dirty, exact replacement, more swap.
#[test]
fn a_wrong_answer_is_seen() {
    let wrong: [fn(&mut Given); 5] = [
        |_| {},
        |given| given.disk *= 1.01,
        |given| given.tasks.iter_mut().for_each(|task| task.dirty = 0),
        |given| given.beta = 1.0,
        |given| given.swap += given.swap / 4 + 1,
    ];
    let wrongs = wrong.map(|wrong| {
        let ours = |given: &Given, steps: &[Step]| {
            let mut given = given.clone();
            wrong(&mut given);
            plain::run(&given, steps)
        };
        (0..500).filter(|&seed| compare(seed, ours).is_err()).count()
    });
    assert!(wrongs[0] == 0 && wrongs[1..].iter().all(|&parted| parted > 20), "{wrongs:?}");
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Absent,
    Running,
    Suspended,
}

fn engine(given: &Given, steps: &[Step]) -> Vec<After> {
    let memory = MachineMemory {
        ram: given.gigabytes(given.ram),
        swap: given.gigabytes(given.swap),
        disk: given.disk,
        os: given.gigabytes(given.system),
        replacement: given.beta,
    };
    let mut pages = Pages::new(memory);
    let count = given.tasks.len();
    let id = |task: usize| TaskId::new(0, Phase::Map, u32::try_from(task).unwrap());
    let of = |task: usize| bytes(given.gigabytes(given.tasks[task].pages));
    let mut states = vec![State::Absent; count];
    let gigabytes = |bytes: u64| bytes as f64 / 1e9;
    let step = |step: &Step| {
        let Step { time, task, deed } = *step;
        let mut transfers = vec![];
        let tell = |moved: Moved| {
            let Moved { task, from, to, bytes, out } = moved;
            transfers.push(plain::Transfer { task: task.task as usize, from, to, gigabytes: gigabytes(bytes), out });
        };
        let own = of(task);
        let mut waits = None;
        match deed {
            Deed::Start => waits = Some(pages.start(time, own, tell) - time),
            Deed::Resume => {
                pages.is_called(own);
                waits = Some(pages.resume(time, id(task), own, tell) - time);
            }
            Deed::Suspend => pages.suspend(id(task), own, bytes(given.gigabytes(given.tasks[task].dirty))),
            Deed::Kill if states[task] == State::Suspended => pages.drop(id(task), own, false),
            Deed::Kill | Deed::Complete => pages.end(own),
        }
        states[task] = match deed {
            Deed::Start | Deed::Resume => State::Running,
            Deed::Suspend => State::Suspended,
            Deed::Kill | Deed::Complete => State::Absent,
        };
        let usage = pages.usage(time, 0);
        After {
            waits,
            transfers,
            running: usage.running,
            suspended: usage.suspended,
            swapped: usage.swapped,
            cached: usage.cached,
            out: (0..count).map(|task| gigabytes(pages.out_of(id(task)))).collect(),
            may_be_suspended: (0..count).map(|task| states[task] == State::Running && pages.fits(of(task))).collect(),
            slack: [0.0; 2],
        }
    };
    steps.iter().map(step).collect()
}

/// `SCHEDSCOPE_INSTANCES` sets how many, such as 100000.
#[test]
fn engine_and_twin_agree() {
    super::none_parts(|seed| compare(seed, engine));
}
