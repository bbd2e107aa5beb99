//! Asks the workers for a scenario's policies, replication by replication, and tells what is known so far: after the first
//! replication of all, then ever less often.
//!
//! A new question replaces the one before. While a slider moves questions come faster than answers: the first look at a
//! question that runs is waited for, unless it takes long, and of those that come meanwhile only the last is asked.

use crate::web::pool::{Owner, Task, Tasks, alone};
use gloo::timers::callback::Timeout;
use schedscope::workload::Synthetic;
use schedscope_core::experiment::{parts, rounds};
use schedscope_state::compare::{Look, Phase, Question, Told};
use schedscope_state::edited::number_of;
use schedscope_state::protocol::{Fault, Part, Reply, Results, Wanted};
use schedscope_state::queue::Class;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use yew::prelude::*;

/// Milliseconds that a newer question waits for the first look at the one before.
const PATIENCE: u32 = 150;
/// Milliseconds between two reports of progress.
const PROGRESS_EVERY: f64 = 60.0;
/// Milliseconds for which a question stands before theory is asked: a worker that is at it answers nothing else, and a slider that still
/// moves asks something else before.
const THEORY_AFTER: u32 = 400;
/// Jobs of a part: enough that messages do not count, few enough to be done soon.
const PART: u32 = 20_000;

/// Keeps the workers at the current question while the view is `active`; theory may come after all replications.
#[hook]
pub fn use_refiner(phase: Phase, question: Question, active: bool, tell: Callback<Told>) {
    let refiner = use_mut_ref(Refiner::default);
    let wanted = match phase {
        Phase::Waiting | Phase::Running => active,
        Phase::Done => active && question.theory,
        Phase::Stopped | Phase::Failed => false,
    };
    use_effect_with((question.generation, wanted), move |(_, wanted)| {
        if *wanted {
            ask(&refiner, question, tell);
        } else {
            stop(&refiner);
        }
    });
}

#[derive(Default)]
struct Refiner {
    owner: Rc<Owner>,
    /// Number of the last run; a question may have to be asked twice.
    run: u32,
    running: Option<Running>,
    /// Asks for theory, and until when it waits with that.
    theorist: Rc<Owner>,
    rests: Option<Timeout>,
    /// The question that comes next, and who hears of it.
    next: Option<(Question, Callback<Told>)>,
}

/// A question in the workers.
struct Running {
    question: Question,
    tell: Callback<Told>,
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

/// Ends what runs, and asks nothing more.
fn stop(refiner: &RefCell<Refiner>) {
    let (owner, theorist, rests) = {
        let mut refiner = refiner.borrow_mut();
        (refiner.running, refiner.next) = (None, None);
        (refiner.owner.clone(), refiner.theorist.clone(), refiner.rests.take())
    };
    drop(rests);
    owner.free();
    theorist.free();
}

/// Turns to a question soon.
fn ask(refiner: &Rc<RefCell<Refiner>>, question: Question, tell: Callback<Told>) {
    let (busy, waited, run) = {
        let mut refiner = refiner.borrow_mut();
        let busy = refiner.running.as_ref().is_some_and(|running| running.looks == 0);
        (busy, refiner.next.replace((question, tell)).is_some(), refiner.run)
    };
    if !busy {
        return begin(refiner);
    }
    // An earlier request has started the timer.
    if !waited {
        let refiner = refiner.clone();
        let late = move || {
            if refiner.borrow().run == run {
                begin(&refiner);
            }
        };
        Timeout::new(PATIENCE, late).forget();
    }
}

/// Turns to the question that comes next.
fn begin(refiner: &Rc<RefCell<Refiner>>) {
    let next = refiner.borrow_mut().next.take();
    if let Some((question, tell)) = next {
        run(refiner, question, tell, false);
    }
}

/// Gives a question to the workers.
fn run(refiner: &Rc<RefCell<Refiner>>, question: Question, tell: Callback<Told>, again: bool) {
    let Question { generation, scenario, file, theory } = &question;
    let asks_theory = *theory;
    let count = number_of(scenario, "workload.count");
    let jobs = count.filter(|_| file.is_none()).map_or(Synthetic::default().count, |count| count as u32);
    let rounds = rounds(scenario.replications.max(1));
    let parts = Rc::new(parts(&rounds, jobs, PART));
    // A scenario without policies is still looked at, so that its error is shown.
    let policies = scenario.policies.len().max(1);
    let scenario: Rc<str> = scenario.to_query().into();
    let file = file.clone();
    let task = move |policy: usize, wanted| Task { number: policy as u32, scenario: scenario.clone(), wanted, file: file.clone() };
    let part = {
        let parts = parts.clone();
        move |place: usize| {
            let (part, round) = &parts[place];
            Part { from: part.start, to: part.end, pooled: round.is_some() }
        }
    };
    let lane = |policy: usize| -> Tasks {
        let (task, part) = (task.clone(), part.clone());
        Box::new((0..parts.len()).map(move |place| task(policy, Wanted::Part(part(place)))))
    };
    let lanes = (0..policies).map(lane).collect();
    let (generation, parts) = (*generation, parts.len());
    let (number, owner, theorist) = {
        let mut refiner = refiner.borrow_mut();
        refiner.run += 1;
        refiner.running = Some(Running {
            question,
            tell: tell.clone(),
            again,
            rounds,
            looks: 0,
            parts,
            lanes: std::iter::repeat_with(Lane::default).take(policies).collect(),
            next: js_sys::Date::now() + PROGRESS_EVERY,
        });
        (refiner.run, refiner.owner.clone(), refiner.theorist.clone())
    };
    tell.emit(Told::Started(generation));
    let hears = Rc::downgrade(refiner);
    let told = move |task, reply| {
        if let Some(refiner) = hears.upgrade() {
            hear(&refiner, number, task, reply);
        }
    };
    theorist.free();
    owner.ask(Class::Now, lanes, told.clone());
    let rests = asks_theory.then(|| {
        let theory = task(policies - 1, Wanted::Theory(part(0)));
        Timeout::new(THEORY_AFTER, move || {
            theorist.ask(Class::Now, vec![alone(theory)], move |task, reply| {
                if !matches!(reply, Reply::Progress { .. }) {
                    told(task, reply);
                }
            });
        })
    });
    drop(std::mem::replace(&mut refiner.borrow_mut().rests, rests));
}

/// Takes note of what a worker says about a run.
fn hear(refiner: &Rc<RefCell<Refiner>>, number: u32, task: u32, reply: Reply) {
    let (told, tell) = {
        let mut refiner = refiner.borrow_mut();
        let current = refiner.run == number;
        let Some(running) = refiner.running.as_mut().filter(|_| current) else { return };
        (running.hear(task, reply), running.tell.clone())
    };
    let Some(told) = told else { return };
    let broken = matches!(told, Told::Replaced(..));
    let over = matches!(told, Told::Invalid(..));
    tell.emit(told);
    let running = refiner.borrow().running.as_ref().map(|running| (running.question.clone(), running.looks > 0));
    match running {
        Some((question, _)) if broken => run(refiner, question, tell, true),
        Some((_, true)) => begin(refiner),
        _ if over => {
            refiner.borrow_mut().running = None;
            begin(refiner);
        }
        _ => {}
    }
}

impl Running {
    /// What is to be told then.
    fn hear(&mut self, task: u32, reply: Reply) -> Option<Told> {
        let generation = self.question.generation;
        match reply {
            Reply::Ready | Reply::Done(_) | Reply::Cell(_) | Reply::Surveyed(_) | Reply::Made { .. } | Reply::Story(_) => None,
            Reply::Progress { completed, total } => {
                self.lanes.get_mut(task as usize)?.fraction = completed as f64 / total.max(1) as f64;
                self.progress()
            }
            Reply::Part(results) => {
                let lane = self.lanes.get_mut(task as usize)?;
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
