//! Public functions that take numbers, called with numbers that no program should give: each comes back, and panics only where its
//! documentation says when.

mod calls;
mod source;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

const HOSTILE: [f64; 7] = [0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e-300, 1e300];

/// A call that takes as long as this does not come back.
const NEVER: Duration = Duration::from_mins(1);

/// Makes all calls from this one on, in order, and tells what became of each.
fn begin(from: usize, told: Sender<bool>) {
    thread::spawn(move || {
        let calls = calls::CALLS.iter().flat_map(|(_, call)| HOSTILE.map(|number| (call, number)));
        for (call, number) in calls.skip(from) {
            let fine = catch_unwind(AssertUnwindSafe(|| call(number))).is_ok();
            if told.send(fine).is_err() {
                break;
            }
        }
    });
}

#[test]
fn every_function_that_takes_numbers_is_called() {
    let found: BTreeSet<String> = source::functions().into_iter().map(|function| function.name).collect();
    let called: BTreeSet<String> = calls::CALLS.iter().map(|(name, _)| (*name).to_owned()).collect();
    let missing: Vec<_> = found.difference(&called).collect();
    assert!(missing.is_empty(), "public functions that take numbers and are not called in calls.rs: {missing:#?}");
    assert_eq!(called.len(), calls::CALLS.len(), "each once");
    assert!(found.len() > 150, "{found:#?}");
}

#[test]
fn none_hangs_and_none_panics_without_saying_so() {
    let panics: BTreeSet<String> =
        source::functions().into_iter().filter(|function| function.panics).map(|function| function.name).collect();
    let names = calls::CALLS.iter().flat_map(|(name, _)| HOSTILE.map(|number| (*name, number)));
    let mut wrong = vec![];
    let (told, mut hear) = channel();
    begin(0, told);
    for (place, (name, number)) in names.enumerate() {
        match hear.recv_timeout(NEVER) {
            Ok(true) => {}
            Ok(false) if panics.contains(name) => {}
            Ok(false) => wrong.push(format!("{name} panics at {number:e}")),
            Err(RecvTimeoutError::Timeout) => {
                wrong.push(format!("{name} does not come back from {number:e}"));
                let (told, next) = channel();
                hear = next;
                begin(place + 1, told);
            }
            Err(RecvTimeoutError::Disconnected) => panic!("{name} at {number} ended the thread"),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
