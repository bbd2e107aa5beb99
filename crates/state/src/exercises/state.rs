//! What *Exercises* shows: a set, the exercise of it that is open, and what has been solved.

use super::claim::Claim;
use super::link::Link;
use super::work::{Standing, Work};
use crate::clock::Beat;
use crate::inquiry::Told;
use crate::lab;
use crate::protocol::Fault;
use crate::watch::{Edit, Handle};
use schedscope_core::exhibit::exercises::{Effort, Exercise, SETS, Set};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::rc::Rc;

/// What is kept of an exercise that is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Record {
    /// It was solved, with this effort.
    Solved(Effort),
    /// Its answer was shown.
    Shown,
}

/// The state of *Exercises*.
#[derive(Clone, Debug)]
pub struct Exercises {
    /// The set.
    pub set: Rc<Set>,
    /// Its name, if it ships.
    pub name: Option<&'static str>,
    /// The place in the set of the exercise that is open; none in the gallery.
    pub open: Option<usize>,
    /// That exercise.
    pub work: Option<Rc<Work>>,
    /// The student's name, as typed.
    pub student: String,
    /// Why a link was not followed.
    pub fault: Option<Fault>,
    /// A set that is being written, as TOML.
    pub draft: String,
    /// What is wrong with it.
    pub draft_fault: Option<String>,
    /// Whether it is shown: a file held a set with a fault.
    pub writes: bool,
    /// Codes that are to be checked, a line each with the name that was given.
    pub claims: String,
    /// What is done, by the exercises' marks.
    done: BTreeMap<String, Record>,
    /// The number of the last question to the workers: late answers to an older one are told from answers to it.
    asked: u32,
}

/// What can happen to it.
#[derive(Clone, Debug)]
pub enum Change {
    /// Opens the exercise at this place of the set.
    Open(usize),
    /// Back to the gallery.
    Gallery,
    /// To the gallery of the set of this name that ships.
    Shipped(&'static str),
    /// The clock was moved.
    Clock(Beat),
    /// Something was typed as an answer.
    Say(String),
    /// The flag was moved to an instant.
    Point(f64),
    /// A job leaves next, or is served; or it is not named any more.
    Pick(u64),
    /// A policy was chosen.
    Choose(String),
    /// The formula was changed.
    Lab(lab::Change),
    /// Another job is to be changed.
    Select(usize),
    /// Something was typed into a field of the job.
    Write(Handle, String),
    /// That field was left.
    Left,
    /// A part of the job grows by so many units.
    Step(Handle, f64),
    /// A job is changed on the picture.
    Drag(Edit),
    /// A drag has ended.
    Seal,
    /// A job more, or the chosen one fewer.
    Count(bool),
    /// Another policy's picture, where there is room for one.
    Panel(usize),
    /// The next hint.
    Hint,
    /// The answer is to be checked.
    Check,
    /// The answer is to be shown unsolved.
    Show,
    /// Everything as it was given.
    Reset,
    /// The exercise once more from the start; what was solved stays solved.
    Again,
    /// The workers have something to say.
    Told(Told),
    /// The student's name.
    Student(String),
    /// Codes to check, a line each with the name that was given.
    Claim(String),
    /// A set is being written.
    Draft(String),
    /// It is to be opened.
    Load,
    /// A file holds this set.
    Read(String),
    /// What was kept of earlier visits.
    Remember(String),
    /// What another window keeps now; what is being done here goes on.
    Elsewhere(String),
}

/// A student and what is done, as it is kept: the name, then a line for each exercise.
fn written(student: &str, done: &BTreeMap<String, Record>) -> String {
    let mut kept = student.replace('\n', " ");
    for (mark, record) in done {
        // Writing to a string cannot fail.
        let _ = match record {
            Record::Solved(effort) => write!(kept, "\n{mark} {} {}", effort.tries, effort.hints),
            Record::Shown => write!(kept, "\n{mark} shown"),
        };
    }
    kept
}

/// What is done in what was kept.
fn records(kept: &str) -> impl Iterator<Item = (String, Record)> {
    kept.lines().skip(1).filter_map(|line| {
        let record = match line.split(' ').collect::<Vec<_>>()[..] {
            [mark, "shown"] => Some((mark, Record::Shown)),
            [mark, tries, hints] => {
                tries.parse().ok().zip(hints.parse().ok()).map(|(tries, hints)| (mark, Record::Solved(Effort { tries, hints })))
            }
            _ => None,
        };
        record.map(|(mark, record)| (mark.to_owned(), record))
    })
}

/// What is to be kept of what is done here, where another window may have kept something since: all of both; what was kept first counts.
pub fn joined(here: &str, kept: &str) -> String {
    let done = records(here).chain(records(kept)).collect();
    written(here.lines().next().unwrap_or_default(), &done)
}

/// What a set that is being written begins with.
const TEMPLATE: &str = "title = \"Week 6\"

[[exercise]]
title = \"When does J2 leave?\"
text = \"J1 is larger than it looks. **When does J2 leave under SRPTE?**\"
jobs = \"0:20:2, 4:3\"
policies = \"srpte, fspe+ps\"
at = 5
instant = { of = \"leaves\", job = 2, under = \"srpte\", within = 0.5 }
hints = [\"What does SRPTE believe is left of J1 at t = 4?\"]
why = \"J1 is late from t = 2 on. Nothing may interrupt it.\"
";

impl Exercises {
    /// The first set that ships.
    pub fn open() -> Self {
        let (set, name) = shipped(SETS[0].0);
        Self {
            set,
            name,
            open: None,
            work: None,
            student: String::new(),
            fault: None,
            draft: TEMPLATE.to_owned(),
            draft_fault: None,
            writes: false,
            claims: String::new(),
            done: BTreeMap::new(),
            asked: 0,
        }
    }

    /// What a link would say; nothing in the gallery that ships.
    pub fn link(&self) -> Option<Link> {
        let number = self.open.map(|place| place + 1);
        match self.name {
            Some(set) => Some(Link::Shipped { set, number: number? }),
            None => Some(Link::Own { set: self.set.clone(), number }),
        }
    }

    /// Does what a link says, or notes what is wrong with it.
    pub fn follow(&mut self, link: Option<Result<Link, Fault>>) {
        self.fault = None;
        match link {
            // The address that the page itself has written.
            Some(Ok(link)) if self.link().as_ref() == Some(&link) => {}
            Some(Ok(Link::Shipped { set, number })) => {
                (self.set, self.name) = shipped(set);
                self.begin(number - 1);
            }
            Some(Ok(Link::Own { set, number })) => {
                (self.set, self.name) = (set, None);
                match number {
                    Some(number) => self.begin(number - 1),
                    None => (self.open, self.work) = (None, None),
                }
            }
            Some(Err(fault)) => {
                self.fault = Some(fault);
                (self.open, self.work) = (None, None);
            }
            None => (self.open, self.work) = (None, None),
        }
    }

    /// How an exercise of the set stands.
    pub fn record(&self, exercise: &Exercise) -> Option<Record> {
        self.done.get(&exercise.mark()).copied()
    }

    /// How many exercises of the set are solved, and with how many hints.
    pub fn score(&self) -> (usize, usize) {
        let efforts = self.set.exercises.iter().filter_map(|exercise| match self.record(exercise) {
            Some(Record::Solved(effort)) => Some(effort),
            _ => None,
        });
        efforts.fold((0, 0), |(solved, hints), effort| (solved + 1, hints + usize::from(effort.hints)))
    }

    /// The first exercise of the set that is not done.
    pub fn next(&self) -> usize {
        self.set.exercises.iter().position(|exercise| self.record(exercise).is_none()).unwrap_or(0)
    }

    /// The code of the exercise that is open, once it is solved.
    pub fn code(&self) -> Option<String> {
        let work = self.work.as_ref()?;
        match work.standing {
            Standing::Solved(effort) => Some(work.exercise.code(&self.student, effort)),
            Standing::Open | Standing::Shown => None,
        }
    }

    /// The codes that were typed or pasted, with what they prove.
    pub fn claims(&self) -> Vec<Claim> {
        Claim::all(&self.claims, &self.set)
    }

    /// What is to be kept for the next visit.
    pub fn kept(&self) -> String {
        written(&self.student, &self.done)
    }

    /// Takes over what was kept.
    fn hear(&mut self, kept: &str) {
        kept.lines().next().unwrap_or_default().clone_into(&mut self.student);
        self.done.extend(records(kept));
    }

    fn remember(&mut self, kept: &str) {
        self.hear(kept);
        if let Some(place) = self.open {
            self.begin(place);
        }
    }

    fn begin(&mut self, place: usize) {
        let exercise = self.set.exercises.get(place).cloned();
        self.open = exercise.is_some().then_some(place);
        self.asked += 1;
        self.work = exercise.map(|exercise| {
            let solved = match self.record(&exercise) {
                Some(Record::Solved(effort)) => Some(effort),
                _ => None,
            };
            Rc::new(Work::begin(exercise, solved, self.asked))
        });
    }

    /// Changes something.
    pub fn change(&mut self, change: Change) {
        match change {
            Change::Open(place) => self.begin(place),
            Change::Gallery => (self.open, self.work) = (None, None),
            Change::Shipped(name) => {
                (self.set, self.name) = shipped(name);
                (self.open, self.work, self.fault, self.draft_fault, self.writes) = (None, None, None, None, false);
                self.claims.clear();
            }
            Change::Student(name) => self.student = name,
            Change::Claim(text) => self.claims = text,
            Change::Draft(text) => (self.draft, self.draft_fault) = (text, None),
            Change::Read(text) => {
                (self.open, self.work) = (None, None);
                self.change(Change::Draft(text));
                self.change(Change::Load);
                self.writes |= self.draft_fault.is_some();
            }
            Change::Load => match Set::from_toml(&self.draft) {
                Ok(set) => {
                    (self.set, self.name, self.draft_fault) = (Rc::new(set), None, None);
                    (self.open, self.work) = (None, None);
                }
                Err(error) => self.draft_fault = Some(error.to_string()),
            },
            Change::Remember(kept) => self.remember(&kept),
            Change::Elsewhere(kept) => self.hear(&kept),
            Change::Again => {
                if let Some(work) = &self.work {
                    self.asked += 1;
                    self.work = Some(Rc::new(Work::begin((*work.exercise).clone(), None, self.asked)));
                }
            }
            change => self.work_on(change),
        }
    }

    /// Changes the exercise that is open.
    fn work_on(&mut self, change: Change) {
        let Some(work) = self.work.as_mut().map(Rc::make_mut) else { return };
        match change {
            Change::Clock(beat) => work.hear(beat),
            Change::Say(text) => work.say(text),
            Change::Point(time) => work.point(time),
            Change::Pick(job) => work.pick(job),
            Change::Choose(key) => work.choose(key),
            Change::Lab(change) => work.formulate(change),
            Change::Select(job) => work.select(job),
            Change::Write(handle, text) => work.write(handle, text),
            Change::Left => work.left(),
            Change::Step(handle, by) => work.step(handle, by),
            Change::Drag(edit) => work.drag(edit),
            Change::Seal => work.fit(),
            Change::Count(more) => work.count(more),
            Change::Panel(panel) => work.panel = panel,
            Change::Hint => work.hint(),
            Change::Check => work.check(),
            Change::Show => work.show(),
            Change::Reset => work.reset(),
            Change::Told(told) => work.told(told),
            _ => {}
        }
        self.asked = self.asked.max(work.inquiry.generation);
        let mark = || work.exercise.mark();
        match work.standing {
            // What was solved first counts.
            Standing::Solved(effort) => {
                let record = self.done.entry(mark()).or_insert(Record::Solved(effort));
                if let Record::Solved(first) = *record {
                    work.standing = Standing::Solved(first);
                }
            }
            Standing::Shown => drop(self.done.entry(mark()).or_insert(Record::Shown)),
            Standing::Open => {}
        }
    }
}

/// A set that ships, with its name.
fn shipped(name: &'static str) -> (Rc<Set>, Option<&'static str>) {
    let set = Set::shipped(name).expect("the set ships");
    (Rc::new(set), Some(name))
}

#[cfg(test)]
mod tests;
