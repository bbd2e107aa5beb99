//! What *Watch* shows: a few jobs, the policies side by side, and the clock; and what a hand has done to them.

use super::choice::Choice;
use super::edit::{Edit, Handle};
use super::history::History;
use super::quiz::Quiz;
use crate::chart::{Curves, TimelineFrame};
use crate::experiment::{EXAMPLES, Example, Exhibit, example};
use crate::page::clock::{Beat, Clock};
use crate::page::protocol::Fault;
use schedscope_engine::server::{Policy, Timeline};
use schedscope_engine::sim::number;
use std::rc::Rc;

/// What has been typed into a field of the jobs' table.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// Place of the job.
    pub job: usize,
    /// What of it.
    pub handle: Handle,
    /// The text, as it was typed.
    pub text: String,
    /// What is wrong with it.
    pub fault: Option<String>,
}

/// What is pointed at in the pictures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pointed {
    /// In the picture of this policy.
    pub policy: Policy,
    /// At this instant.
    pub time: f64,
}

/// The state of *Watch*.
#[derive(Clone, Debug)]
pub struct Watch {
    /// Jobs and policies.
    pub exhibit: Rc<Exhibit>,
    /// The example that the jobs are or were.
    pub example: Rc<Example>,
    /// What each policy does, in the order of the panels.
    pub timelines: Vec<Rc<Timeline>>,
    /// The clock.
    pub clock: Clock,
    /// What all pictures have in common, but for where time stands.
    pub frame: TimelineFrame,
    /// What is pointed at.
    pub pointed: Option<Pointed>,
    /// Whether the jobs can be taken hold of.
    pub editing: bool,
    /// What can be undone.
    pub history: Rc<History>,
    /// What has been typed into a field of the jobs' table.
    pub draft: Option<Draft>,
    /// Seed of the next random jobs.
    pub seed: u64,
    /// The quiz, while there is one.
    pub quiz: Option<Rc<Quiz>>,
    /// Why a link was not followed.
    pub fault: Option<Fault>,
}

/// What can happen to it.
#[derive(Clone, Debug)]
pub enum Change {
    /// Another example.
    Example(&'static str),
    /// A policy more or less.
    Toggle(Policy),
    /// The clock was moved.
    Clock(Beat),
    /// Other curves.
    Curves(Curves),
    /// Something is pointed at, or nothing any more.
    Point(Option<Pointed>),
    /// Whether the jobs can be taken hold of.
    Editing(bool),
    /// The jobs were changed by hand.
    Edit(Edit),
    /// A drag has ended.
    Seal,
    /// Something was typed into a field of the jobs' table.
    Type(usize, Handle, String),
    /// A field of that table was left.
    Left,
    /// Back to what was before the last change by hand.
    Undo,
    /// And forth.
    Redo,
    /// The seed of the next random jobs.
    Seed(u64),
    /// Starts or ends the quiz.
    Quiz(bool),
    /// A job was chosen as an answer, or is no longer.
    Guess(u32),
    /// A time was typed as an answer.
    GuessTime(String),
    /// The answer is final.
    Check,
    /// The next question.
    Ask,
}

impl Watch {
    /// The first example, playing unless the user wants stillness.
    pub fn open(playing: bool) -> Self {
        let (exhibit, example) = bundled(EXAMPLES[0].0);
        let mut watch = Self {
            exhibit: Rc::new(exhibit),
            example: Rc::new(example),
            timelines: vec![],
            clock: Clock::new(playing),
            frame: TimelineFrame::around([]),
            pointed: None,
            editing: false,
            history: Rc::default(),
            draft: None,
            seed: 1,
            quiz: None,
            fault: None,
        };
        watch.record();
        watch.fit();
        watch
    }

    /// What a link would say.
    pub fn choice(&self) -> Choice {
        let time = Some(self.clock.playhead).filter(|time| !self.clock.playing && *time > 0.0 && self.quiz.is_none());
        Choice { exhibit: (*self.exhibit).clone(), curves: self.frame.curves, time }
    }

    /// Whether the policies see the sizes with a weight.
    pub fn weighs(&self) -> bool {
        let by_weight = |policy: &Policy| matches!(policy, Policy::Gps | Policy::Psbs);
        self.exhibit.policies.iter().any(by_weight) || self.exhibit.jobs.iter().any(|job| job.weight != 1.0)
    }

    /// Does what a link says, or notes what is wrong with it.
    pub fn follow(&mut self, choice: Result<Choice, Fault>) {
        let choice = match choice {
            Ok(choice) => choice,
            Err(fault) => {
                self.fault = Some(fault);
                return;
            }
        };
        self.fault = None;
        if choice.exhibit != *self.exhibit {
            self.show(choice.exhibit);
            self.clock.seek(0.0);
        }
        self.frame.curves = choice.curves;
        if let Some(time) = choice.time {
            self.clock.playing = false;
            self.clock.seek(time);
        }
    }

    /// Changes something.
    pub fn change(&mut self, change: Change) {
        match change {
            Change::Example(key) => {
                let (exhibit, _) = bundled(key);
                self.keep(None);
                self.show(exhibit);
                self.clock.seek(0.0);
            }
            Change::Toggle(policy) => self.toggle(policy),
            Change::Clock(beat) => self.clock.hear(beat),
            Change::Curves(curves) => self.frame.curves = curves,
            Change::Point(pointed) => self.pointed = pointed,
            Change::Editing(editing) => {
                self.editing = editing;
                if editing {
                    self.clock.playing = false;
                    self.quiz = None;
                }
            }
            Change::Edit(edit) => self.edit(edit),
            Change::Seal => {
                Rc::make_mut(&mut self.history).seal();
                self.fit();
            }
            Change::Type(job, handle, text) => self.write(job, handle, text),
            Change::Left => {
                self.draft = self.draft.take().filter(|draft| draft.fault.is_some());
                self.change(Change::Seal);
            }
            Change::Undo => {
                let before = Rc::make_mut(&mut self.history).undo(&self.exhibit);
                self.restore(before);
            }
            Change::Redo => {
                let after = Rc::make_mut(&mut self.history).redo(&self.exhibit);
                self.restore(after);
            }
            Change::Seed(seed) => self.seed = seed,
            Change::Quiz(on) => self.quiz(on),
            Change::Guess(job) => self.answer(|quiz| quiz.guess(job)),
            Change::GuessTime(text) => self.answer(|quiz| quiz.guess_time(text)),
            Change::Check => self.check(),
            Change::Ask => self.ask(),
        }
        let seen = self.quiz.as_ref().filter(|quiz| quiz.hides()).map(|quiz| quiz.time());
        self.frame.hidden = seen.is_some();
        self.clock.set_limit(seen.unwrap_or(f64::INFINITY));
    }

    fn toggle(&mut self, policy: Policy) {
        let mut exhibit = (*self.exhibit).clone();
        match exhibit.policies.iter().position(|p| *p == policy) {
            Some(_) if exhibit.policies.len() == 1 => return,
            Some(position) => drop(exhibit.policies.remove(position)),
            None if exhibit.policies.len() >= Exhibit::MOST_POLICIES => return,
            None => exhibit.policies.push(policy),
        }
        self.keep(None);
        self.show(exhibit);
    }

    fn edit(&mut self, edit: Edit) {
        let Some(jobs) = edit.apply(&self.exhibit.jobs, self.frame.end) else { return };
        self.keep(Some(edit));
        if let Edit::Draw(_, seed) = edit {
            self.seed = seed + 1;
        }
        let over = self.clock.over();
        self.clock.playing = false;
        self.quiz = None;
        self.exhibit = Rc::new(Exhibit { example: None, jobs, policies: self.exhibit.policies.clone() });
        self.record();
        // While something is dragged the axes may grow, but do not shrink under the hand.
        let new = TimelineFrame::around(self.timelines.iter().map(Rc::as_ref));
        self.frame = TimelineFrame {
            end: new.end.max(self.frame.end),
            top: new.top.max(self.frame.top),
            bottom: new.bottom.min(self.frame.bottom),
            most: new.most.max(self.frame.most),
            ..self.frame
        };
        if !matches!(edit, Edit::Set(..)) {
            self.change(Change::Seal);
        }
        if over {
            self.clock.seek(f64::MAX);
        }
    }

    fn write(&mut self, job: usize, handle: Handle, text: String) {
        let number = number(text.trim()).filter(|number| handle.allows(*number));
        let fault = number.is_none().then(|| format!("{} of J{} is \"{text}\"; allowed: {}", handle.name(), job + 1, handle.allowed()));
        self.draft = Some(Draft { job, handle, text, fault });
        if let Some(number) = number {
            self.edit(Edit::Set(job, handle, number));
        }
    }

    fn keep(&mut self, edit: Option<Edit>) {
        let now = (*self.exhibit).clone();
        Rc::make_mut(&mut self.history).keep(now, edit);
    }

    fn restore(&mut self, exhibit: Option<Exhibit>) {
        if let Some(exhibit) = exhibit {
            self.show(exhibit);
        }
    }

    /// Shows something else from where the playhead is.
    fn show(&mut self, exhibit: Exhibit) {
        if let Some(key) = exhibit.example {
            self.example = Rc::new(bundled(key).1);
        }
        self.exhibit = Rc::new(exhibit);
        (self.draft, self.quiz, self.pointed, self.fault) = (None, None, None, None);
        self.record();
        self.fit();
    }

    /// Lets the policies serve the jobs, which takes no time to speak of.
    fn record(&mut self) {
        self.timelines = self.exhibit.record().into_iter().map(Rc::new).collect();
        let times = self.timelines.iter().flat_map(|timeline| timeline.snapshots.iter().map(|snapshot| snapshot.time));
        self.clock.set_events(times.collect());
    }

    /// Fits the axes to what there is.
    fn fit(&mut self) {
        let fitted = TimelineFrame::around(self.timelines.iter().map(Rc::as_ref));
        self.frame = TimelineFrame { curves: self.frame.curves, hidden: self.frame.hidden, ..fitted };
    }

    fn quiz(&mut self, on: bool) {
        self.quiz = on.then(Rc::default);
        if on {
            self.editing = false;
            self.ask();
        }
    }

    fn ask(&mut self) {
        let timelines: Vec<&Timeline> = self.timelines.iter().map(Rc::as_ref).collect();
        if let Some(quiz) = self.quiz.as_mut().map(Rc::make_mut) {
            quiz.ask(&timelines);
            self.clock.playing = false;
            self.clock.set_limit(quiz.time());
            self.clock.seek(quiz.time());
        }
    }

    fn answer(&mut self, change: impl FnOnce(&mut Quiz)) {
        if let Some(quiz) = self.quiz.as_mut() {
            change(Rc::make_mut(quiz));
        }
    }

    fn check(&mut self) {
        let timelines: Vec<&Timeline> = self.timelines.iter().map(Rc::as_ref).collect();
        if let Some(quiz) = self.quiz.as_mut().map(Rc::make_mut) {
            quiz.check(&timelines);
            self.clock.set_limit(quiz.time());
            self.clock.seek(quiz.time());
        }
    }
}

/// A bundled example and its story.
fn bundled(key: &str) -> (Exhibit, Example) {
    Exhibit::of_example(key).zip(example(key)).expect("the example is bundled")
}
