//! A worker: waits for tasks, simulates, and says how far it is.

mod bench;
mod ticker;

use self::bench::{Bench, summaries};
use self::ticker::Ticker;
use super::message::{post, read_task, worker_scope};
use crate::experiment::sweep::{CellResult, Sweep};
use crate::experiment::{ClusterPlan, Drawn, Plan, Report, Run, Scenario, ScenarioError, Study, Summary, Survey, choices, exact_means};
use crate::page::protocol::{Answer, Fault, Recording, Reply, Request, Wanted};
use schedscope_engine::cluster::{self, Timeline};
use schedscope_engine::datacenter;
use schedscope_engine::workload::{TaskJob, TaskWorkload};
use std::io;
use wasm_bindgen::prelude::*;
use web_sys::{File, FileReaderSync, MessageEvent};

/// Serves tasks for as long as the worker lives.
pub fn run() {
    let mut desk = Desk::default();
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        if let Some((request, file)) = read_task(&event.data()) {
            post(&desk.answer(&request, file.as_ref()));
        }
    });
    worker_scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    post(&Reply::Ready);
}

/// What the last task left on the desk, for the next one of the same scenario.
#[derive(Default)]
struct Desk {
    last: Option<Prepared>,
    bench: Option<(u32, Bench)>,
}

/// A scenario that was found to be valid, and the workload that was drawn last.
struct Prepared {
    generation: u32,
    study: Study,
    drawn: Option<(u32, Drawn)>,
}

impl Desk {
    fn answer(&mut self, request: &Request, file: Option<&File>) -> Reply {
        let reply = match request.wanted {
            Wanted::Recording => self.run(request, file),
            Wanted::Part(part) => self.bench(request, file).and_then(|bench| bench.part(request.task, part)).map(Reply::Part),
            Wanted::Cell => cell(request, file),
            Wanted::Survey => survey(&request.scenario, file),
            Wanted::Theory => self.bench(request, file).map(|bench| Reply::Theory(Box::new(bench.theory(request.task)))),
        };
        reply.unwrap_or_else(Reply::Invalid)
    }

    fn run(&mut self, request: &Request, file: Option<&File>) -> Result<Reply, Fault> {
        let prepared = match self.last.take().filter(|last| last.generation == request.generation) {
            Some(last) => last,
            None => {
                let study = Study::new(Scenario::from_query(&request.scenario)?, |_| contents(file))?;
                Prepared { generation: request.generation, study, drawn: None }
            }
        };
        let prepared = self.last.insert(prepared);
        let (summary, recording) = prepared.policy(request.task as usize)?;
        let (workload, warnings) = (prepared.study.describe(), prepared.study.warnings());
        Ok(Reply::Done(Box::new(Answer { summary, workload, warnings, recording })))
    }

    fn bench(&mut self, request: &Request, file: Option<&File>) -> Result<&mut Bench, Fault> {
        let (generation, bench) = match self.bench.take().filter(|(generation, _)| *generation == request.generation) {
            Some(bench) => bench,
            None => (request.generation, Bench::new(Plan::new(Scenario::from_query(&request.scenario)?, |_| contents(file))?)),
        };
        Ok(&mut self.bench.insert((generation, bench)).1)
    }
}

/// Runs a cell of a sweep.
fn cell(request: &Request, file: Option<&File>) -> Result<Reply, Fault> {
    let plan = Plan::new(Scenario::from_query(&request.scenario)?, |_| contents(file))?;
    let (scenario, summaries, policies) = (plan.scenario.clone(), summaries(&plan), choices(&plan.scenario)?);
    let theory = exact_means(&scenario, &policies);
    let report = Report::assemble(scenario.clone(), policies, plan.describe(), vec![], summaries, theory);
    let sweep = Sweep { scenario, dimensions: vec![], until: None };
    Ok(Reply::Cell(CellResult::new(&sweep, u64::from(request.task), &report)))
}

/// Looks through a file.
fn survey(name: &str, file: Option<&File>) -> Result<Reply, Fault> {
    let bytes = contents(file).map_err(|source| ScenarioError::Read { path: name.to_owned(), source })?;
    Ok(Reply::Surveyed(Box::new(Survey::of(name, &bytes)?)))
}

/// What is in the file of a scenario.
fn contents(file: Option<&File>) -> io::Result<Vec<u8>> {
    let file = file.ok_or_else(|| io::Error::other("it is not on this page yet; drop it here or choose it"))?;
    let read = || FileReaderSync::new()?.read_as_array_buffer(file);
    match read() {
        Ok(buffer) => Ok(js_sys::Uint8Array::new(&buffer).to_vec()),
        Err(_) => Err(io::Error::other("the browser cannot read it any more; drop it here again")),
    }
}

impl Prepared {
    /// One policy with all its replications.
    fn policy(&mut self, policy: usize) -> Result<(Summary, Option<Recording>), Fault> {
        if matches!(self.study, Study::Cluster(_)) {
            // Each job has a task at least: so many need not be drawn to know.
            check_tasks(self.study.jobs(), self.study.jobs())?;
        }
        let replications = self.study.scenario().replications;
        let jobs = self.study.jobs() as u64;
        let mut ticker = Ticker::new(jobs * u64::from(replications));
        let mut cells = vec![];
        let mut recording = None;
        for replication in 0..replications {
            let drawn = match self.drawn.take() {
                Some((last, drawn)) if last == replication => drawn,
                _ => self.study.draw(replication),
            };
            let run = match (&self.study, &drawn) {
                (Study::Cluster(plan), Drawn::Cluster(workload, ..)) if replication == 0 => {
                    let (timeline, outcome) = record(plan, workload, policy)?;
                    recording = Some(Recording::Cluster(timeline));
                    Run::Cluster(outcome)
                }
                (Study::Datacenter(plan), Drawn::Datacenter(workload, ..)) if replication == 0 => {
                    let policy = &plan.policies[policy];
                    let recorded = datacenter::Timeline::record(&plan.config, workload, policy, |completed| ticker.tick(completed));
                    let (timeline, outcome) = recorded.map_err(ScenarioError::from)?;
                    recording = Some(Recording::Datacenter(timeline));
                    Run::Datacenter(outcome)
                }
                _ => self.study.run(&drawn, policy, |completed| ticker.tick(completed)),
            };
            cells.push(self.study.cell(&drawn, &run));
            ticker.before += jobs;
            self.drawn = Some((replication, drawn));
        }
        Ok((Summary::pool(cells), recording))
    }
}

/// Most snapshots of virtual sizes that the page gets: more than a picture has columns.
const SNAPSHOTS: f64 = 2000.0;

/// Refuses what would be too much to be recorded.
fn check_tasks(jobs: usize, tasks: usize) -> Result<(), Fault> {
    let most = Timeline::MOST_TASKS;
    let message =
        || format!("number of jobs (workload.count) is {jobs}: {tasks} tasks or more; allowed: jobs with up to {most} tasks in all");
    if tasks <= most { Ok(()) } else { Err(Fault { field: Some("workload.count".to_owned()), message: message() }) }
}

/// Runs a policy of the cluster world slot by slot. What no picture can show is left out.
fn record(plan: &ClusterPlan, workload: &TaskWorkload, policy: usize) -> Result<(Timeline, cluster::Outcome), Fault> {
    check_tasks(workload.jobs().len(), workload.jobs().iter().map(TaskJob::len).sum())?;
    let (mut timeline, outcome) = Timeline::record(&plan.config, workload, &plan.policies[policy]).map_err(ScenarioError::from)?;
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
    Ok((timeline, outcome))
}
