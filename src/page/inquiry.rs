//! A question to the workers, and how far its answer is: what all views with a scenario have in common.

use super::file::File;
use super::protocol::{Answer, Event, Fault, Reply, Wanted};
use crate::experiment::Scenario;
use std::rc::Rc;

/// How far the answer to the current question is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Nobody works on it yet.
    Waiting,
    /// Workers do.
    Running,
    /// It is there.
    Done,
    /// There will be none.
    Failed,
}

/// What the runner has to say about a question.
#[derive(Clone, Debug)]
pub enum Told {
    /// The workers have got the question of this number.
    Started(u32),
    /// A worker has said something.
    Heard(Event),
    /// There are no workers.
    Unavailable,
}

/// What is asked of the workers.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The scenario.
    pub scenario: Scenario,
    /// Its file.
    pub file: Option<File>,
    /// What is to be known of each policy.
    pub wanted: Wanted,
}

/// The question and its answers.
#[derive(Clone, Debug)]
pub struct Inquiry<T> {
    /// Number of the question: whatever changes the scenario raises it.
    pub generation: u32,
    /// How far its answer is.
    pub phase: Phase,
    /// What is wrong with the scenario.
    pub fault: Option<Fault>,
    /// The last answer, with the number of its question.
    pub answer: Option<(u32, Rc<T>)>,
    /// Answers and progress of the running tasks.
    tasks: Vec<Task>,
}

/// A task of the running question.
#[derive(Clone, Debug, Default)]
struct Task {
    /// Fraction of its jobs that have completed.
    progress: f64,
    /// Shared, since the page's state is copied with every change.
    done: Option<Rc<Answer>>,
}

impl<T> Inquiry<T> {
    /// The first question.
    pub fn open() -> Self {
        Self { generation: 1, phase: Phase::Waiting, fault: None, answer: None, tasks: vec![] }
    }

    /// A new question; a `wrong` one is not asked.
    pub fn ask(&mut self, wrong: bool) {
        self.generation += 1;
        self.tasks.clear();
        self.fault = None;
        self.phase = if wrong { Phase::Failed } else { Phase::Waiting };
    }

    /// There will be no answer.
    pub fn fail(&mut self, fault: Fault) {
        self.fault = Some(fault);
        self.phase = Phase::Failed;
    }

    /// What is wrong with the field of this name.
    pub fn blames(&self, name: &str) -> Option<&str> {
        let fault = self.fault.as_ref().filter(|fault| fault.field.as_deref() == Some(name));
        fault.map(|fault| fault.message.as_str())
    }

    /// Fraction of the work that is done.
    pub fn progress(&self) -> f64 {
        self.tasks.iter().map(|task| task.progress).sum::<f64>() / self.tasks.len().max(1) as f64
    }

    /// Whether the answer that is shown belongs to an older question.
    pub fn stale(&self) -> bool {
        self.answer.as_ref().is_some_and(|(generation, _)| *generation != self.generation)
    }

    /// Takes note of what the runner says about a question of so many tasks. When the last of them is done, their answers
    /// come back, to be put together for [`answered`](Self::answered).
    pub fn told(&mut self, told: Told, tasks: usize) -> Option<Vec<Answer>> {
        match told {
            Told::Started(generation) if generation == self.generation => {
                self.phase = Phase::Running;
                self.tasks = vec![Task::default(); tasks];
                None
            }
            Told::Heard(event) if event.generation == self.generation => self.hear(event),
            Told::Unavailable => {
                self.fail(Fault { field: None, message: "this browser cannot start a worker".to_owned() });
                None
            }
            Told::Started(_) | Told::Heard(_) => None,
        }
    }

    fn hear(&mut self, event: Event) -> Option<Vec<Answer>> {
        let task = self.tasks.get_mut(event.task as usize);
        match event.reply {
            Reply::Ready | Reply::Part(_) | Reply::Theory(_) | Reply::Cell(_) | Reply::Surveyed(_) => None,
            Reply::Progress { completed, total } => {
                task?.progress = completed as f64 / total.max(1) as f64;
                None
            }
            Reply::Done(answer) => {
                *task? = Task { progress: 1.0, done: Some(Rc::from(answer)) };
                let all = self.phase == Phase::Running && self.tasks.iter().all(|task| task.done.is_some());
                all.then(|| self.tasks.drain(..).filter_map(|task| task.done).map(Rc::unwrap_or_clone).collect())
            }
            Reply::Invalid(fault) => {
                self.fail(fault);
                None
            }
            Reply::Panicked(message) => {
                self.fail(Fault { field: None, message: format!("The simulation broke off: {message}") });
                None
            }
        }
    }

    /// The answer to the current question.
    pub fn answered(&mut self, answer: T) {
        self.answer = Some((self.generation, Rc::new(answer)));
        self.phase = Phase::Done;
    }
}
