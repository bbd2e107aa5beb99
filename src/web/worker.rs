//! A worker: waits for tasks, simulates, and says how far it is.

use super::protocol::{Answer, Fault, Reply, Request, Wanted, pack, read_task};
use crate::cluster::Timeline;
use crate::experiment::{Drawn, Run, Scenario, ScenarioError, Study, Summary};
use crate::workload::TaskJob;
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
        match prepared.policy(request.task as usize, request.wanted) {
            Ok((summary, timeline)) => {
                let (workload, warnings) = (prepared.study.describe(), prepared.study.warnings());
                Reply::Done(Box::new(Answer { summary, workload, warnings, timeline }))
            }
            Err(fault) => Reply::Invalid(fault),
        }
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
    fn policy(&mut self, policy: usize, wanted: Wanted) -> Result<(Summary, Option<Timeline>), Fault> {
        if wanted == Wanted::Slots {
            // Each job has a task at least: so many need not be drawn to know.
            check_tasks(&self.study, self.study.jobs())?;
        }
        let replications = self.study.scenario().replications;
        let jobs = self.study.jobs() as u64;
        let mut ticker = Ticker { before: 0, total: jobs * u64::from(replications), next: js_sys::Date::now() + PROGRESS_EVERY };
        let mut cells = vec![];
        let mut timeline = None;
        for replication in 0..replications {
            let drawn = match self.drawn.take() {
                Some((last, drawn)) if last == replication => drawn,
                _ => self.study.draw(replication),
            };
            let recorded = if replication == 0 && wanted == Wanted::Slots { record(&self.study, &drawn, policy)? } else { None };
            let run = match recorded {
                Some((recorded, run)) => {
                    timeline = Some(recorded);
                    run
                }
                None => self.study.run(&drawn, policy, |completed| ticker.tick(completed)),
            };
            cells.push(self.study.cell(&drawn, &run));
            ticker.before += jobs;
            self.drawn = Some((replication, drawn));
        }
        Ok((Summary::pool(cells), timeline))
    }
}

/// Most snapshots of virtual sizes that the page gets: more than a picture has columns.
const SNAPSHOTS: f64 = 2000.0;

/// Refuses what would be too much to be recorded.
fn check_tasks(study: &Study, tasks: usize) -> Result<(), Fault> {
    let (jobs, most) = (study.jobs(), Timeline::MOST_TASKS);
    let message = || format!("workload.count is {jobs}: {tasks} tasks or more; allowed: jobs with up to {most} tasks in all");
    if tasks <= most { Ok(()) } else { Err(Fault { field: Some("workload.count".to_owned()), message: message() }) }
}

/// Runs a policy of the cluster world slot by slot. What no picture can show is left out.
fn record(study: &Study, drawn: &Drawn, policy: usize) -> Result<Option<(Timeline, Run)>, Fault> {
    let (Study::Cluster(plan), Drawn::Cluster(workload, ..)) = (study, drawn) else { return Ok(None) };
    check_tasks(study, workload.jobs().iter().map(TaskJob::len).sum())?;
    let recorded = Timeline::record(&plan.config, workload, &plan.policies[policy]).map_err(ScenarioError::from);
    let (mut timeline, outcome) = recorded.map_err(|error| Fault { field: error.field(), message: error.to_string() })?;
    let (step, mut next, mut known) = (timeline.end() / SNAPSHOTS, 0.0, vec![false; timeline.jobs.len()]);
    timeline.believed.retain_mut(|snapshot| {
        snapshot.sizes.retain(|(_, phase, _)| *phase == 0);
        let new = snapshot.sizes.iter().fold(false, |new, (job, ..)| !std::mem::replace(&mut known[*job as usize], true) || new);
        let kept = new || snapshot.time >= next;
        if kept {
            next = snapshot.time + step;
        }
        kept
    });
    Ok(Some((timeline, Run::Cluster(outcome))))
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
