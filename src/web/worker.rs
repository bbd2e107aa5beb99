//! A worker: waits for tasks, simulates, and says how far it is.

use super::protocol::{Answer, Fault, Reply, Request, pack, read_task};
use crate::experiment::{Drawn, Scenario, ScenarioError, Study, Summary};
use js_sys::Array;
use std::io;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, File, FileReaderSync, MessageEvent};

/// Milliseconds between two reports of progress.
const PROGRESS_EVERY: f64 = 40.0;

/// Serves tasks for as long as the worker lives.
pub fn run() {
    std::panic::set_hook(Box::new(|panic| {
        post(&Reply::Panicked(panic.to_string()));
        console_error_panic_hook::hook(panic);
    }));
    let mut desk = Desk::default();
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        if let Some((request, file)) = read_task(&event.data()) {
            post(&desk.answer(&request, file.as_ref()));
        }
    });
    scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    post(&Reply::Ready);
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

/// Sends a reply. The page may have ended this worker already, and then nobody is there to be told.
fn post(reply: &Reply) {
    let bytes = pack(reply);
    let _ = scope().post_message_with_transfer(&bytes, &Array::of1(&bytes.buffer()));
}

/// What the last task left on the desk, for the next one of the same scenario.
#[derive(Default)]
struct Desk {
    last: Option<Prepared>,
}

/// A scenario that was found to be valid, and the workload that was drawn last.
struct Prepared {
    generation: u32,
    study: Study,
    drawn: Option<(u32, Drawn)>,
}

impl Desk {
    fn answer(&mut self, request: &Request, file: Option<&File>) -> Reply {
        let prepared = match self.last.take().filter(|last| last.generation == request.generation) {
            Some(last) => last,
            None => match prepare(&request.scenario, file) {
                Ok(study) => Prepared { generation: request.generation, study, drawn: None },
                Err(error) => return Reply::Invalid(Fault { field: error.field(), message: error.to_string() }),
            },
        };
        let prepared = self.last.insert(prepared);
        let summary = prepared.summary(request.task as usize);
        Reply::Done(Box::new(Answer { summary, workload: prepared.study.describe(), warnings: prepared.study.warnings() }))
    }
}

/// Checks a scenario and reads its file.
fn prepare(scenario: &str, file: Option<&File>) -> Result<Study, ScenarioError> {
    Study::new(Scenario::from_query(scenario)?, |_| {
        let file = file.ok_or_else(|| io::Error::other("it is not on this page yet; drop it here or choose it"))?;
        let read = || FileReaderSync::new()?.read_as_array_buffer(file);
        match read() {
            Ok(buffer) => Ok(js_sys::Uint8Array::new(&buffer).to_vec()),
            Err(_) => Err(io::Error::other("the browser cannot read it any more; drop it here again")),
        }
    })
}

impl Prepared {
    /// One policy with all its replications.
    fn summary(&mut self, policy: usize) -> Summary {
        let replications = self.study.scenario().replications;
        let jobs = self.study.jobs() as u64;
        let mut ticker = Ticker { before: 0, total: jobs * u64::from(replications), next: js_sys::Date::now() + PROGRESS_EVERY };
        let mut cells = vec![];
        for replication in 0..replications {
            let drawn = match self.drawn.take() {
                Some((last, drawn)) if last == replication => drawn,
                _ => self.study.draw(replication),
            };
            let run = self.study.run(&drawn, policy, |completed| ticker.tick(completed));
            cells.push(self.study.cell(&drawn, &run));
            ticker.before += jobs;
            self.drawn = Some((replication, drawn));
        }
        Summary::pool(cells)
    }
}

/// Reports progress, but not too often.
struct Ticker {
    /// Jobs of the replications that are done.
    before: u64,
    total: u64,
    /// When it is time for the next report, in milliseconds.
    next: f64,
}

impl Ticker {
    fn tick(&mut self, completed: usize) {
        let now = js_sys::Date::now();
        if now >= self.next {
            self.next = now + PROGRESS_EVERY;
            post(&Reply::Progress { completed: self.before + completed as u64, total: self.total });
        }
    }
}
