//! A worker: waits for tasks, simulates, and says how far it is.

mod bench;
mod called;
mod read;
mod theory;
mod ticker;

pub use self::called::called;
pub use self::theory::theory;

use self::bench::{Bench, held};
use self::ticker::Ticker;
use super::message::{post, post_made, post_waits, read_task, worker_scope};
use super::parts;
use schedscope::world::SpecError;
use schedscope_core::experiment::sweep::{CellResult, Sweep};
use schedscope_core::experiment::{
    Drawn, Plan, Recording, Report, Scenario, ScenarioError, Study, Summary, Survey, SystemKind, Tally, measure_all, replicate,
};
use schedscope_state::protocol::{Answer, Fault, Part, Reply, Request, Theory, Wanted};
use schedscope_state::story::Story;
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{File, MessageEvent};

/// Serves tasks for as long as the worker lives.
pub fn run() {
    let desk = Rc::new(RefCell::new(Desk::default()));
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| match read_task(&event.data()) {
        Some((request, file)) => spawn_local(serve(desk.clone(), request, file)),
        None => spawn_local(answer(event.data())),
    });
    worker_scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    post(&Reply::Ready);
}

/// Does a task. A worker is given no other before it has answered.
async fn serve(desk: Rc<RefCell<Desk>>, request: Request, file: Option<File>) {
    if request.wanted == Wanted::Table {
        match read::table(&request.scenario, file.as_ref()) {
            Ok((reply, made)) => post_made(&reply, &made),
            Err(fault) => post(&Reply::Invalid(fault)),
        }
        return;
    }
    let says = match request.wanted {
        Wanted::Theory(_) | Wanted::Limits => parts::theory().await.ok(),
        _ => None,
    };
    let reply = desk.borrow_mut().answer(&request, file.as_ref(), says);
    post(&reply);
}

/// Answers a program in JavaScript.
async fn answer(call: JsValue) {
    match parts::calls().await {
        Ok(answers) => answers(&call),
        Err(_) => post_waits(),
    }
}

/// Answers what a program in JavaScript asks.
pub type Answers = fn(&JsValue);

/// What theory says of all policies, and of the jobs that were drawn for the one at a position.
pub type Says = fn(&Bench, Option<u32>) -> Theory;

/// What the last task left on the desk, for the next one of the same scenario.
#[derive(Default)]
struct Desk {
    last: Option<Prepared>,
    bench: Option<(u32, Bench)>,
}

/// A scenario that was found to be valid, and the jobs that were drawn last.
struct Prepared {
    generation: u32,
    study: Study,
    drawn: Mutex<Option<(u32, Arc<Drawn>)>>,
}

impl Desk {
    fn answer(&mut self, request: &Request, file: Option<&File>, says: Option<Says>) -> Reply {
        let reply = match request.wanted {
            Wanted::Summary | Wanted::Recording(_) | Wanted::Watched | Wanted::Stills => self.run(request, file),
            Wanted::Part(part) => self.bench(request, file).and_then(|bench| bench.part(request.task, part)).map(Reply::Part),
            Wanted::Cell => cell(request, file),
            Wanted::Limits => theory_of(request, None, file, says),
            Wanted::Theory(part) => theory_of(request, Some(part), file, says),
            Wanted::Story(sample) => self.story(request, sample, file),
            Wanted::Survey => survey(&request.scenario, file),
            // It is answered with a file, before any desk.
            Wanted::Table => Err(Fault { field: None, message: "a table is no scenario".to_owned() }),
        };
        reply.unwrap_or_else(Reply::Invalid)
    }

    /// A scenario, whose study is kept for the next task about it.
    fn prepared(&mut self, request: &Request, file: Option<&File>) -> Result<&mut Prepared, Fault> {
        let prepared = match self.last.take().filter(|last| last.generation == request.generation) {
            Some(last) => last,
            None => {
                let study = fitting(request, file)?;
                Prepared { generation: request.generation, study, drawn: Mutex::default() }
            }
        };
        Ok(self.last.insert(prepared))
    }

    fn story(&mut self, request: &Request, sample: u32, file: Option<&File>) -> Result<Reply, Fault> {
        let Prepared { study, drawn, .. } = self.prepared(request, file)?;
        let mut drawn = held(drawn);
        let (_, jobs) = drawn.get_or_insert_with(|| (0, Arc::new(study.draw(0))));
        let (Plan::Server(plan), Drawn::Server(workload)) = (study.plan(), &**jobs) else {
            return Err(Fault { field: None, message: "only jobs of Compare have a story".to_owned() });
        };
        let story = Story::of(plan, workload, &plan.policies[request.task as usize], sample as usize);
        let story = story.ok_or_else(|| Fault { field: None, message: "there is no such job".to_owned() })?;
        Ok(Reply::Story(Box::new(story)))
    }

    fn run(&mut self, request: &Request, file: Option<&File>) -> Result<Reply, Fault> {
        let prepared = self.prepared(request, file)?;
        let study = &prepared.study;
        let (policy, all, mut warnings) = (request.task as usize, 0..study.scenario().replications, study.warnings());
        let (summary, recording) = match request.wanted {
            Wanted::Recording(which) => {
                prepared.recordable(which)?;
                prepared.policy(policy, which..which + 1, Some(which))?
            }
            Wanted::Stills => prepared.stills(policy)?,
            Wanted::Watched => {
                let refused = prepared.recordable(0).err();
                let recorded = refused.is_none().then_some(0);
                warnings.extend(refused.map(|fault| fault.to_string()));
                prepared.policy(policy, all, recorded)?
            }
            _ => prepared.policy(policy, all, None)?,
        };
        let (workload, given) = (study.describe(), study.given());
        Ok(Reply::Done(Box::new(Answer { summary, workload, warnings, given, recording })))
    }

    fn bench(&mut self, request: &Request, file: Option<&File>) -> Result<&mut Bench, Fault> {
        let (generation, bench) = match self.bench.take().filter(|(generation, _)| *generation == request.generation) {
            Some(bench) => bench,
            None => (request.generation, Bench::new(fitting(request, file)?)),
        };
        Ok(&mut self.bench.insert((generation, bench)).1)
    }
}

/// The study of a scenario whose runs fit into memory.
fn fitting(request: &Request, file: Option<&File>) -> Result<Study, Fault> {
    let study = Study::new(Scenario::from_query(&request.scenario)?, |_| read::contents(file))?;
    study.fits(0)?;
    Ok(study)
}

/// What theory says of a scenario, and of the jobs of these replications of a policy, if there are any. Results do not wait for it: where it
/// cannot be fetched nothing is said, as of loads of which theory knows nothing, and the next question asks for it again.
fn theory_of(request: &Request, part: Option<Part>, file: Option<&File>, says: Option<Says>) -> Result<Reply, Fault> {
    let Some(says) = says else { return Ok(Reply::Theory(Box::default())) };
    // A desk of its own: what the worker has done of the same question goes on afterwards.
    let mut bench = Bench::new(Study::new(Scenario::from_query(&request.scenario)?, |_| read::contents(file))?);
    if let Some(part) = part {
        bench.part(request.task, part)?;
    }
    Ok(Reply::Theory(Box::new(says(&bench, part.map(|_| request.task)))))
}

/// Runs a cell of a sweep.
fn cell(request: &Request, file: Option<&File>) -> Result<Reply, Fault> {
    let study = Study::new(Scenario::from_query(&request.scenario)?, |_| read::contents(file))?;
    let scenario = study.scenario().clone();
    let runs = study.choices().len() as u64 * u64::from(scenario.replications);
    let ticker = Mutex::new(Ticker::new(study.jobs() as u64 * runs));
    let summaries = measure_all(&study, |jobs| held(&ticker).add(jobs))?;
    let sweep = Sweep { scenario, dimensions: vec![], until: None };
    Ok(Reply::Cell(CellResult::new(&sweep, u64::from(request.task), &Report::new(&study, summaries))))
}

/// Looks through a file.
fn survey(name: &str, file: Option<&File>) -> Result<Reply, Fault> {
    let bytes = read::whole(file).map_err(|source| SpecError::Read { path: name.to_owned(), source });
    let survey = bytes.and_then(|bytes| Survey::of(name, &bytes)).map_err(|error| ScenarioError::of(SystemKind::default(), error))?;
    Ok(Reply::Surveyed(Box::new(survey)))
}

impl Prepared {
    /// The jobs of a replication; the last ones are kept, since all policies want them.
    fn draw(&self, replication: u32) -> Arc<Drawn> {
        let mut last = held(&self.drawn);
        match &*last {
            Some((known, jobs)) if *known == replication => jobs.clone(),
            _ => last.insert((replication, Arc::new(self.study.draw(replication)))).1.clone(),
        }
    }

    /// Whether a replication can be recorded.
    fn recordable(&self, replication: u32) -> Result<(), ScenarioError> {
        self.study.may_record()?;
        self.study.recordable(&self.draw(replication)).map(|_| ())
    }

    /// The first replication of a policy, in stills.
    fn stills(&self, policy: usize) -> Result<(Summary, Option<Recording>), ScenarioError> {
        let study = &self.study;
        let drawn = self.draw(0);
        let mut ticker = Ticker::new(study.jobs() as u64);
        let (recording, run) = study.stills(&drawn, policy, |completed| ticker.tick(completed))?;
        let mut tally = Tally::default();
        tally.add(study.cell(&drawn, &run));
        Ok((tally.finish_measured(study, policy), Some(recording)))
    }

    /// Some replications of a policy, one of them recorded if that is wanted.
    fn policy(
        &self,
        policy: usize,
        replications: Range<u32>,
        recorded: Option<u32>,
    ) -> Result<(Summary, Option<Recording>), ScenarioError> {
        let study = &self.study;
        let jobs = study.jobs() as u64;
        let ticker = Mutex::new(Ticker::new(jobs * replications.len() as u64));
        let run = |drawn: &Arc<Drawn>, replication: u32, policy: usize| {
            let mut ticker = held(&ticker);
            let (recording, run) = if recorded == Some(replication) {
                let (recording, run) = study.record(drawn, policy, |completed| ticker.tick(completed))?;
                (Some(recording.thinned()), run)
            } else {
                (None, study.run(drawn, policy, |completed| ticker.tick(completed))?)
            };
            ticker.before += jobs;
            Ok((study.cell(drawn, &run), recording))
        };
        let (mut tally, mut kept) = (Tally::default(), None);
        replicate(
            replications,
            policy..policy + 1,
            |replication| self.draw(replication),
            run,
            |_, results| results,
            |results| {
                for (cell, recording) in results {
                    tally.add(cell);
                    kept = kept.take().or(recording);
                }
            },
        )?;
        Ok((tally.finish(study, policy), kept))
    }
}
