//! Has the cells of a sweep run by the workers, each taking the next task as soon as it is free, unless their results come with the page.

use crate::web::files::fetched;
use crate::web::pool::{Owner, Task, alone, use_asked, workers};
use schedscope_core::experiment::sweep::CellResult;
use schedscope_core::experiment::{Scenario, SystemKind};
use schedscope_state::edited::number_of;
use schedscope_state::file::File;
use schedscope_state::protocol::{Reply, Wanted};
use schedscope_state::queue::Class;
use schedscope_state::state::{Action, State};
use schedscope_state::sweep::{Asked, Change, Errand, Findings, Heard, Pace, Phase, Sweep, Told, file_of};
use schedscope_state::view::View;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Milliseconds between two reports.
const EVERY: f64 = 100.0;
/// Jobs of a cell, where they are not known before a file is read.
const USUAL: f64 = 10_000.0;

/// Keeps the workers busy with the current run of every world, also while another view is shown, whose questions go first.
pub fn asks(state: &State, dispatch: &Callback<Action>) -> Html {
    let ask = |world: SystemKind| {
        let sweep = state.of::<Sweep>(View::Sweep(world))?;
        let phase = sweep.phase;
        let begun = sweep.findings.clone().filter(|_| matches!(phase, Phase::Fetching | Phase::Running));
        let running = begun.map(|findings| Running { run: sweep.run, fetching: phase == Phase::Fetching, findings });
        let file = state.traces.named(sweep.setup.base.scenario.file());
        let trial = sweep.trial().filter(|_| state.view == View::Sweep(world));
        let change = dispatch.reform(move |change: Change| Action::Room(View::Sweep(world), change.into()));
        Some(html! {
            <>
                <Ask key={world.key()} {running} file={file.clone()} change={change.clone()} />
                <Try {trial} {file} {change} />
            </>
        })
    };
    SystemKind::ALL.iter().filter_map(|world| ask(*world)).collect()
}

/// A run, by its number, and whether its results may come with the page.
#[derive(Clone)]
struct Running {
    run: u32,
    fetching: bool,
    findings: Rc<Findings>,
}

impl PartialEq for Running {
    fn eq(&self, other: &Self) -> bool {
        (self.run, self.fetching) == (other.run, other.fetching)
    }
}

/// Properties of [`Ask`].
#[derive(Clone, PartialEq, Properties)]
struct Props {
    running: Option<Running>,
    file: Option<File>,
    change: Callback<Change>,
}

/// Nothing to see: has the cells of one world run.
#[component]
fn Ask(props: &Props) -> Html {
    let Props { running, file, change } = props.clone();
    use_asked(running.as_ref().map(|running| (running.run, running.fetching)), 0, move |owner| {
        let Some(Running { run, fetching, findings }) = running else { return };
        if fetching {
            let name = file_of(&findings.sweep);
            return spawn_local(async move {
                let text = match name {
                    Some(name) => fetched(&name).await,
                    None => None,
                };
                change.emit(Change::Shipped(run, text));
            });
        }
        let tell = change.reform(Change::Told);
        match findings.asked() {
            Ok(asked) => begin(owner, run, asked, file.as_ref(), tell),
            Err(fault) => tell.emit(Told { run, fault: Some(fault), ..Told::default() }),
        }
    });
    Html::default()
}

/// Properties of [`Try`].
#[derive(Clone, PartialEq, Properties)]
struct Tried {
    trial: Option<Scenario>,
    file: Option<File>,
    change: Callback<Change>,
}

/// Nothing to see: finds out how fast jobs are simulated. One worker simulates the same twice, the second time it does nothing else.
#[component]
fn Try(props: &Tried) -> Html {
    /// Milliseconds after which a scenario is tried.
    const REST: u32 = 500;
    let Tried { trial, file, change } = props.clone();
    use_asked(trial.clone(), REST, move |owner| {
        let Some(scenario) = trial else { return };
        let scenario: Rc<str> = scenario.to_query().into();
        let task = move |number| Task { number, scenario: scenario.clone(), wanted: Wanted::Cell, file: file.clone() };
        let before = Cell::new(0.0);
        owner.ask(Class::Sweep, vec![Box::new((0..2).map(task))], move |number, reply| {
            let Reply::Cell(result) = reply else { return };
            let now = js_sys::Date::now();
            if number == 0 {
                before.set(now);
            } else {
                let seconds = (now - before.get()).max(1.0) / 1000.0;
                change.emit(Change::Rate(jobs(&result) * workers() as f64 / seconds));
            }
        });
    });
    Html::default()
}

/// Jobs that were simulated for a cell: the first column of its rows.
fn jobs(result: &CellResult) -> f64 {
    result.rows.iter().filter_map(|row| row.values.first().copied().flatten()).sum()
}

/// How far a run is.
struct Progress {
    /// Work in all simulations, and in those that are done, as jobs of their workloads.
    work: [f64; 2],
    /// Jobs that were simulated in what is done.
    jobs: f64,
    /// Simulations that are being run: number of the task, work, fraction and number of jobs that were simulated.
    begun: Vec<(u32, f64, f64, f64)>,
    /// Tasks that are left.
    left: usize,
    /// When it began and was last told, in milliseconds.
    times: [f64; 2],
    /// Whether all simulations were done then, and when that was, or last was not.
    over: bool,
    ended: f64,
    /// What has not been reported yet.
    heard: Vec<Heard>,
}

/// Jobs of the workloads of a task.
fn work(asked: &Asked) -> f64 {
    let count = || number_of(&asked.scenario, "workload.count").unwrap_or(USUAL);
    if asked.errand == Errand::Theory { 0.0 } else { count() * f64::from(asked.scenario.replications) }
}

fn begin(owner: &Owner, run: u32, asked: Vec<Asked>, file: Option<&File>, tell: Callback<Told>) {
    let now = js_sys::Date::now();
    let all = asked.iter().map(work).sum();
    let progress = RefCell::new(Progress {
        work: [all, 0.0],
        jobs: 0.0,
        begun: vec![],
        left: asked.len(),
        times: [now; 2],
        over: false,
        ended: now,
        heard: vec![],
    });
    let lane = |(number, asked): (u32, &Asked)| {
        let wanted = if asked.errand == Errand::Theory { Wanted::Limits } else { Wanted::Cell };
        alone(Task { number, scenario: asked.scenario.to_query().into(), wanted, file: file.cloned() })
    };
    let lanes = (0..).zip(&asked).map(lane).collect();
    owner.ask(Class::Sweep, lanes, move |number, reply| {
        let told = progress.borrow_mut().hear(number, &asked[number as usize], reply);
        if let Some(told) = told {
            tell.emit(Told { run, ..told });
        }
    });
}

impl Progress {
    /// What is to be told when a worker says this of the task of this number.
    fn hear(&mut self, number: u32, asked: &Asked, reply: Reply) -> Option<Told> {
        self.begun.retain(|(begun, ..)| *begun != number);
        match reply {
            Reply::Progress { completed, total } => {
                self.begun.push((number, work(asked), completed as f64 / total.max(1) as f64, completed as f64));
            }
            Reply::Cell(result) => {
                self.work[1] += work(asked);
                self.jobs += jobs(&result);
                self.left -= 1;
                let result = CellResult { cell: asked.cell, ..result };
                self.heard.push(if asked.errand == Errand::First { Heard::First(result) } else { Heard::All(result) });
            }
            Reply::Theory(theory) => {
                self.left -= 1;
                self.heard.push(Heard::Theory(asked.cell, *theory));
            }
            Reply::Invalid(fault) => return Some(Told { fault: Some(fault), ..self.told() }),
            Reply::Panicked(message) => return Some(Told { broken: Some(message), ..self.told() }),
            _ => return None,
        }
        (self.left == 0 || js_sys::Date::now() >= self.times[1] + EVERY).then(|| self.told())
    }

    fn told(&mut self) -> Told {
        let [all, mut done] = self.work;
        let now = js_sys::Date::now();
        // The time that theory takes is none of the simulations'.
        if !std::mem::replace(&mut self.over, done >= all) {
            self.ended = now;
        }
        let mut jobs = self.jobs;
        for (_, work, fraction, simulated) in &self.begun {
            done += work * fraction;
            jobs += simulated;
        }
        self.times[1] = now;
        let pace = Pace { part: if all > 0.0 { done / all } else { 1.0 }, jobs, seconds: (self.ended - self.times[0]) / 1000.0 };
        Told { heard: std::mem::take(&mut self.heard), pace, ..Told::default() }
    }
}
