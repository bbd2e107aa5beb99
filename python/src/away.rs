//! Work that is done without the interpreter's lock, on a thread of its own, and that Ctrl-C ends.

use crate::error::refuse;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How often the interpreter is asked whether Ctrl-C was pressed.
const LOOK: Duration = Duration::from_millis(50);

/// How far some work is, and whether it is still wanted.
#[derive(Debug, Default)]
pub struct Work {
    unwanted: AtomicBool,
    jobs: AtomicU64,
}

/// What unwinds work that is no longer wanted.
struct Unwanted;

impl Work {
    /// Counts jobs that are complete, from any thread. Does not return if the work is no longer wanted.
    pub fn done(&self, jobs: u64) {
        self.jobs.fetch_add(jobs, Relaxed);
        if self.unwanted.load(Relaxed) {
            // Not a panic, of which a message would tell.
            resume_unwind(Box::new(Unwanted));
        }
    }

    /// Jobs that are complete.
    pub fn jobs(&self) -> u64 {
        self.jobs.load(Relaxed)
    }
}

/// Does some work while other threads of Python go on; `meanwhile` is called every now and then, with the lock.
///
/// # Errors
/// What `meanwhile` or a handler of signals raises. The work is then given up, and its thread ends when it next counts jobs.
pub fn away<T: Send + 'static>(
    py: Python<'_>,
    mut meanwhile: impl FnMut(&Work) -> PyResult<()>,
    work: impl FnOnce(&Work) -> T + Send + 'static,
) -> PyResult<T> {
    let (send, mut receive) = mpsc::channel();
    let state = Arc::new(Work::default());
    let its = Arc::clone(&state);
    thread::Builder::new().name("schedscope".to_owned()).spawn(move || {
        // Nobody may be waiting any more.
        let _ = send.send(catch_unwind(AssertUnwindSafe(|| work(&its))));
    })?;
    loop {
        let waiting = &mut receive;
        match py.detach(move || waiting.recv_timeout(LOOK)) {
            Ok(Ok(value)) => return Ok(value),
            Ok(Err(panic)) => resume_unwind(panic),
            Err(RecvTimeoutError::Disconnected) => unreachable!("the thread sends what comes of its work"),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(raised) = py.check_signals().and_then(|()| meanwhile(&state)) {
                    state.unwanted.store(true, Relaxed);
                    return Err(raised);
                }
            }
        }
    }
}

/// Threads of one call, as many as cores if none are named. They end with it, so that a process may be forked between calls.
///
/// # Errors
/// If the system has no threads to give.
pub fn pool(threads: usize) -> PyResult<ThreadPool> {
    ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| std::io::Error::other(error).into())
}

/// Most threads that can be asked for.
const MOST: i64 = 1024;

/// How many threads a caller asks for.
///
/// # Errors
/// If they are none, or too many.
pub fn counted(py: Python<'_>, threads: Option<i64>) -> PyResult<Option<usize>> {
    match threads {
        Some(threads) if !(1..=MOST).contains(&threads) => {
            Err(refuse(py, "threads", &threads.to_string(), &format!("a whole number from 1 to {MOST}")))
        }
        threads => Ok(threads.map(|threads| threads as usize)),
    }
}
