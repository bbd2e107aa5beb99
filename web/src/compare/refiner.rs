//! Asks the workers for a scenario's policies, replication by replication, and tells what is known so far: after the first
//! replication of all, then ever less often.
//!
//! A new question replaces the one before. While a slider moves questions come faster than answers: the first look at a
//! question that runs is waited for, unless it takes long, and of those that come meanwhile only the last is asked.

use crate::pool::{Pool, Task, Tasks};
use gloo::timers::callback::Timeout;
use schedscope_core::experiment::{parts, rounds};
use schedscope_engine::workload::Synthetic;
use schedscope_page::compare::{Look, Phase, Question, Told};
use schedscope_page::field::Field;
use schedscope_page::protocol::{Event, Fault, Part, Reply, Request, Results, Wanted};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::{Rc, Weak};
use yew::prelude::*;

/// Milliseconds that a newer question waits for the first look at the one before, and that a worker may spend on an
/// outdated task.
const PATIENCE: u32 = 150;
/// Milliseconds between two reports of progress.
const PROGRESS_EVERY: f64 = 60.0;
/// Jobs of a part: enough that messages do not count, few enough to be done soon.
const PART: u32 = 20_000;

/// Keeps the workers at the current question, once it is `active`.
#[hook]
pub fn use_refiner(phase: Phase, question: Question, active: bool, tell: Callback<Told>) {
    let refiner = use_mut_ref(|| None::<Refiner>);
    use_effect_with((question.generation, phase, active), move |(_, phase, active)| match phase {
        Phase::Waiting if *active => refiner.borrow_mut().get_or_insert_with(|| Refiner::new(tell)).ask(question),
        Phase::Failed | Phase::Stopped => refiner.borrow().iter().for_each(Refiner::stop),
        Phase::Waiting | Phase::Running | Phase::Done => {}
    });
}

/// The refiner.
struct Refiner(Rc<RefCell<Inner>>);

struct Inner {
    pool: Option<Rc<Pool>>,
    /// Number of the last run; a question may have to be asked twice.
    run: u32,
    running: Option<Running>,
    /// The question that comes next.
    next: Option<Question>,
    tell: Callback<Told>,
}

/// A question in the workers.
struct Running {
    question: Question,
    again: bool,
    /// Replications after which to look.
    rounds: Vec<u32>,
    /// How often that was done.
    looks: usize,
    /// Parts of each lane.
    parts: usize,
    /// One lane a policy.
    lanes: Vec<Lane>,
    /// When progress is told next, in milliseconds.
    next: f64,
}

#[derive(Default)]
struct Lane {
    /// Parts that are done.
    done: usize,
    /// How much of the next is.
    fraction: f64,
    /// Results of rounds that other lanes have not completed.
    results: VecDeque<Results>,
}

impl Refiner {
    fn new(tell: Callback<Told>) -> Self {
        Self(Rc::new_cyclic(|inner: &Weak<RefCell<Inner>>| {
            let inner = inner.clone();
            let hear = move |event| {
                if let Some(inner) = inner.upgrade() {
                    hear(&inner, event);
                }
            };
            RefCell::new(Inner { pool: Pool::new(Rc::new(hear)).ok().map(Rc::new), run: 0, running: None, next: None, tell })
        }))
    }

    fn ask(&self, question: Question) {
        let (busy, waited, run) = {
            let mut inner = self.0.borrow_mut();
            let busy = inner.running.as_ref().is_some_and(|running| running.looks == 0);
            (busy, inner.next.replace(question).is_some(), inner.run)
        };
        if !busy {
            return begin(&self.0);
        }
        // An earlier request has started the timer.
        if !waited {
            let inner = self.0.clone();
            let late = move || {
                if inner.borrow().run == run {
                    begin(&inner);
                }
            };
            Timeout::new(PATIENCE, late).forget();
        }
    }

    fn stop(&self) {
        let mut inner = self.0.borrow_mut();
        (inner.running, inner.next) = (None, None);
        if let Some(pool) = &inner.pool {
            pool.give_up(PATIENCE);
        }
    }
}

/// Turns to the question that comes next.
fn begin(shared: &RefCell<Inner>) {
    let next = shared.borrow_mut().next.take();
    if let Some(question) = next {
        run(shared, question, false);
    }
}

/// Gives a question to the workers.
fn run(shared: &RefCell<Inner>, question: Question, again: bool) {
    let (pool, tell, number) = {
        let mut inner = shared.borrow_mut();
        inner.run += 1;
        (inner.pool.clone(), inner.tell.clone(), inner.run)
    };
    let Some(pool) = pool else {
        return tell
            .emit(Told::Invalid(question.generation, Fault { field: None, message: "this browser cannot start a worker".to_owned() }));
    };
    let Question { generation, scenario, file, theory } = &question;
    let jobs = Field::Count.get(scenario).filter(|_| file.is_none()).map_or(Synthetic::default().count, |count| count as u32);
    let rounds = rounds(scenario.replications.max(1));
    let parts = Rc::new(parts(&rounds, jobs, PART));
    // A scenario without policies is still looked at, so that its error is shown.
    let policies = scenario.policies.len().max(1);
    let scenario: Rc<str> = scenario.to_query().into();
    let lane = |policy: usize| -> Tasks {
        // Theory comes when all first parts are taken: the lane with most left to do goes first.
        let theory = usize::from(*theory && policy + 1 == policies);
        let (parts, scenario, file) = (parts.clone(), scenario.clone(), file.clone());
        Box::new((0..parts.len() + theory).map(move |i| {
            let wanted = if (i, theory) == (1, 1) {
                Wanted::Theory
            } else {
                let (part, round) = &parts[if i == 0 { 0 } else { i - theory }];
                Wanted::Part(Part { from: part.start, to: part.end, pooled: round.is_some() })
            };
            Task {
                request: Request { generation: number, task: policy as u32, scenario: scenario.to_string(), wanted },
                file: file.clone(),
            }
        }))
    };
    let lanes = (0..policies).map(lane).collect();
    let (generation, parts) = (*generation, parts.len());
    shared.borrow_mut().running = Some(Running {
        question,
        again,
        rounds,
        looks: 0,
        parts,
        lanes: std::iter::repeat_with(Lane::default).take(policies).collect(),
        next: js_sys::Date::now() + PROGRESS_EVERY,
    });
    tell.emit(Told::Started(generation));
    pool.give_up(PATIENCE);
    pool.add(number, lanes);
}

/// Takes note of what a worker says.
fn hear(shared: &RefCell<Inner>, event: Event) {
    let (told, tell) = {
        let mut inner = shared.borrow_mut();
        if inner.run != event.generation {
            return;
        }
        let Some(running) = &mut inner.running else { return };
        (running.hear(event), inner.tell.clone())
    };
    let Some(told) = told else { return };
    let broken = matches!(told, Told::Replaced(..));
    let over = matches!(told, Told::Invalid(..));
    tell.emit(told);
    let running = shared.borrow().running.as_ref().map(|running| (running.question.clone(), running.looks > 0));
    match running {
        Some((question, _)) if broken => run(shared, question, true),
        Some((_, true)) => begin(shared),
        _ if over => {
            shared.borrow_mut().running = None;
            begin(shared);
        }
        _ => {}
    }
}

impl Running {
    /// What is to be told then.
    fn hear(&mut self, event: Event) -> Option<Told> {
        let generation = self.question.generation;
        match event.reply {
            Reply::Ready | Reply::Done(_) | Reply::Cell(_) | Reply::Surveyed(_) | Reply::Story(_) => None,
            Reply::Progress { completed, total } => {
                self.lanes.get_mut(event.task as usize)?.fraction = completed as f64 / total.max(1) as f64;
                self.progress()
            }
            Reply::Part(results) => {
                let lane = self.lanes.get_mut(event.task as usize)?;
                (lane.done, lane.fraction) = (lane.done + 1, 0.0);
                lane.results.extend(results.map(|results| *results));
                self.look().or_else(|| self.progress())
            }
            Reply::Theory(theory) => Some(Told::Theory(generation, Rc::from(theory))),
            Reply::Invalid(fault) => Some(Told::Invalid(generation, fault)),
            Reply::Panicked(message) if self.again => {
                Some(Told::Invalid(generation, Fault { field: None, message: format!("The simulation failed twice: {message}") }))
            }
            Reply::Panicked(message) => Some(Told::Replaced(generation, message)),
        }
    }

    fn progress(&mut self) -> Option<Told> {
        let now = js_sys::Date::now();
        if now < self.next {
            return None;
        }
        self.next = now + PROGRESS_EVERY;
        let done: f64 = self.lanes.iter().map(|lane| lane.done as f64 + lane.fraction).sum();
        Some(Told::Progress(self.question.generation, done / (self.parts * self.lanes.len()) as f64))
    }

    /// The results of the last round that all lanes have completed, if it is a new one.
    fn look(&mut self) -> Option<Told> {
        let rounds = self.lanes.iter().map(|lane| lane.results.len()).min().filter(|rounds| *rounds > 0)?;
        self.looks += rounds;
        let results = self.lanes.iter_mut().filter_map(|lane| lane.results.drain(..rounds).next_back()).collect();
        let Question { generation, scenario, .. } = &self.question;
        let look = Look { generation: *generation, scenario: scenario.clone(), replications: self.rounds[self.looks - 1], results };
        Some(Told::Look(Rc::new(look)))
    }
}
