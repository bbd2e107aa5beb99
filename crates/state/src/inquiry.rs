//! A question to the workers, and how far its answer is: what all views with a scenario have in common.

use super::file::File;
use super::protocol::{Answer, Event, Fault, Reply, Wanted};
use super::queue::Class;
use schedscope_core::experiment::Scenario;
use std::rc::Rc;

/// How far the answer to the current question is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Not started yet.
    Waiting,
    /// Workers do, or would if its view were not left.
    Running,
    /// It is there.
    Done,
    /// There will be none.
    Failed,
}

/// How far an inquiry is, whatever it asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Number of the question.
    pub generation: u32,
    /// How far its answer is.
    pub phase: Phase,
    /// Whether there has been an answer to any question.
    pub answered: bool,
}

/// What is to be said about a question.
#[derive(Clone, Debug)]
pub enum Told {
    /// The workers have got the question of this number.
    Started(u32),
    /// A worker has said something.
    Heard(Event),
    /// The reader has waited for the answer to the question of this number for so long that a part of it is better than none.
    Late(u32),
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
    /// How urgent it is.
    pub class: Class,
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
    /// How many answers are shown before the others are there; absent while the reader has not waited for long.
    early: Option<usize>,
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
        Self { generation: 1, phase: Phase::Waiting, fault: None, answer: None, tasks: vec![], early: None }
    }

    /// A new question; a `wrong` one is not asked.
    pub fn ask(&mut self, wrong: bool) {
        self.generation += 1;
        self.tasks.clear();
        (self.fault, self.early) = (None, None);
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

    /// How far it is.
    pub fn standing(&self) -> Progress {
        Progress { generation: self.generation, phase: self.phase, answered: self.answer.is_some() }
    }

    /// Fraction of the work that is done.
    pub fn progress(&self) -> f64 {
        self.tasks.iter().map(|task| task.progress).fold(0.0, |sum, part| sum + part) / self.tasks.len().max(1) as f64
    }

    /// Whether the answer that is shown belongs to an older question.
    pub fn stale(&self) -> bool {
        self.answer.as_ref().is_some_and(|(generation, _)| *generation != self.generation)
    }

    /// Records what is said about a question of `tasks` tasks. When the last of them is done, their answers
    /// come back, to be put together for [`answered`](Self::answered).
    pub fn told(&mut self, told: Told, tasks: usize) -> Option<Vec<Answer>> {
        match told {
            Told::Started(generation) if generation == self.generation => {
                self.phase = Phase::Running;
                self.tasks = vec![Task::default(); tasks];
                None
            }
            Told::Late(generation) if generation == self.generation => {
                self.early.get_or_insert(0);
                None
            }
            Told::Heard(event) if event.generation == self.generation => self.hear(event),
            Told::Started(_) | Told::Heard(_) | Told::Late(_) => None,
        }
    }

    fn hear(&mut self, event: Event) -> Option<Vec<Answer>> {
        let task = self.tasks.get_mut(event.task as usize);
        match event.reply {
            Reply::Ready
            | Reply::Part(_)
            | Reply::Theory(_)
            | Reply::Cell(_)
            | Reply::Surveyed(_)
            | Reply::Made { .. }
            | Reply::Story(_) => None,
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
                self.fail(Fault { field: None, message: format!("The simulation failed: {message}") });
                None
            }
        }
    }

    /// The answers that are there before the others, with the positions of their tasks, where the reader has waited for long and there are
    /// more than before.
    pub fn early(&mut self) -> Option<Vec<(usize, Answer)>> {
        let seen = self.early.as_mut().filter(|_| self.phase == Phase::Running)?;
        let there = self.tasks.iter().enumerate().filter_map(|(position, task)| Some((position, task.done.as_ref()?)));
        let more = there.clone().count() > *seen;
        *seen = there.clone().count();
        more.then(|| there.map(|(position, answer)| (position, Answer::clone(answer))).collect())
    }

    /// A part of the answer to the current question.
    pub fn begun(&mut self, answer: T) {
        self.answer = Some((self.generation, Rc::new(answer)));
    }

    /// Whether what is shown is a part of the answer.
    pub fn partial(&self) -> bool {
        self.phase == Phase::Running && self.answer.is_some() && !self.stale()
    }

    /// The answer to the current question.
    pub fn answered(&mut self, answer: T) {
        self.begun(answer);
        self.phase = Phase::Done;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::done;

    fn scenario() -> Scenario {
        Scenario::from_query("policies=sparrow,eagle&system.kind=datacenter&system.workers=16&workload.like=google&workload.count=5")
            .unwrap()
    }

    fn heard(inquiry: &mut Inquiry<u32>, event: Event) -> Option<Vec<Answer>> {
        inquiry.told(Told::Heard(event), 2)
    }

    fn event(generation: u32, task: u32, reply: Reply) -> Event {
        Event { generation, task, reply }
    }

    #[test]
    fn answers_come_back_when_the_last_is_there_in_the_order_of_the_tasks() {
        let mut inquiry = Inquiry::open();
        assert_eq!(inquiry.phase, Phase::Waiting);
        inquiry.told(Told::Started(1), 2);
        assert_eq!(inquiry.phase, Phase::Running);
        assert!(heard(&mut inquiry, done(1, &scenario(), 1)).is_none());
        let answers = heard(&mut inquiry, done(1, &scenario(), 0)).unwrap();
        let Reply::Done(first) = done(1, &scenario(), 0).reply else { unreachable!() };
        assert_eq!((answers.len(), &answers[0]), (2, &*first));
        inquiry.answered(7);
        assert!(inquiry.phase == Phase::Done && !inquiry.stale() && *inquiry.answer.as_ref().unwrap().1 == 7);
    }

    #[test]
    fn who_waits_for_long_sees_what_is_there() {
        let mut inquiry = Inquiry::open();
        inquiry.told(Told::Started(1), 2);
        heard(&mut inquiry, done(1, &scenario(), 1));
        assert!(inquiry.early().is_none(), "the others may come at once");
        inquiry.told(Told::Late(7), 2);
        assert!(inquiry.early().is_none(), "that was another question");
        inquiry.told(Told::Late(1), 2);
        assert_eq!(inquiry.early().unwrap().iter().map(|(position, _)| *position).collect::<Vec<_>>(), [1]);
        assert!(inquiry.early().is_none(), "there is nothing new");
        inquiry.begun(7);
        assert!(inquiry.partial() && !inquiry.stale());
        assert_eq!(heard(&mut inquiry, done(1, &scenario(), 0)).map(|answers| answers.len()), Some(2));
        inquiry.answered(8);
        assert!(!inquiry.partial());
    }

    #[test]
    fn progress_is_the_mean_over_the_tasks() {
        let mut inquiry = Inquiry::open();
        assert_eq!(inquiry.progress(), 0.0);
        inquiry.told(Told::Started(1), 2);
        heard(&mut inquiry, event(1, 0, Reply::Progress { completed: 3, total: 4 }));
        assert_eq!(inquiry.progress(), 0.375);
        heard(&mut inquiry, done(1, &scenario(), 1));
        assert_eq!(inquiry.progress(), 0.875);
        heard(&mut inquiry, event(1, 9, Reply::Progress { completed: 1, total: 1 }));
        assert_eq!(inquiry.progress(), 0.875, "there is no such task");
    }

    #[test]
    fn what_is_said_of_an_older_question_is_ignored() {
        let mut inquiry = Inquiry::open();
        inquiry.told(Told::Started(1), 2);
        inquiry.answered(7);
        inquiry.ask(false);
        assert!(inquiry.stale() && inquiry.phase == Phase::Waiting);
        inquiry.told(Told::Started(1), 2);
        assert_eq!(inquiry.phase, Phase::Waiting);
        inquiry.told(Told::Started(2), 2);
        for task in [0, 1] {
            assert!(heard(&mut inquiry, done(1, &scenario(), task)).is_none());
        }
        let fault = Fault { field: None, message: "too late".to_owned() };
        heard(&mut inquiry, event(1, 0, Reply::Invalid(fault)));
        assert!(inquiry.fault.is_none() && inquiry.phase == Phase::Running && inquiry.progress() == 0.0);
    }

    #[test]
    fn a_fault_marks_its_field_until_the_next_question() {
        let mut inquiry = Inquiry::open();
        inquiry.told(Told::Started(1), 2);
        let fault = Fault { field: Some("workload.load".to_owned()), message: "load is 0".to_owned() };
        heard(&mut inquiry, event(1, 0, Reply::Invalid(fault)));
        assert_eq!((inquiry.phase, inquiry.blames("workload.load"), inquiry.blames("seed")), (Phase::Failed, Some("load is 0"), None));
        inquiry.ask(false);
        assert_eq!((inquiry.phase, inquiry.blames("workload.load")), (Phase::Waiting, None));
        inquiry.ask(true);
        assert_eq!(inquiry.phase, Phase::Failed, "a question with a wrong field is not asked");
    }

    #[test]
    fn workers_that_break_down_are_told_of() {
        let mut inquiry = Inquiry::open();
        inquiry.told(Told::Started(1), 2);
        heard(&mut inquiry, event(1, 0, Reply::Panicked("oh".to_owned())));
        assert_eq!((inquiry.fault.as_ref().unwrap().message.as_str(), inquiry.phase), ("The simulation failed: oh", Phase::Failed));
    }

    #[test]
    fn a_view_that_was_left_asks_the_same_again() {
        let mut inquiry = Inquiry::open();
        inquiry.told(Told::Started(1), 2);
        heard(&mut inquiry, done(1, &scenario(), 0));
        inquiry.told(Told::Started(1), 2);
        assert_eq!((inquiry.phase, inquiry.progress()), (Phase::Running, 0.0));
        assert!(heard(&mut inquiry, done(1, &scenario(), 1)).is_none());
        assert!(heard(&mut inquiry, done(1, &scenario(), 0)).is_some());
    }
}
