//! What *Exercises* shows: a set, the exercise of it that is open, and what has been solved.

use super::link::Link;
use super::work::{Standing, Work};
use crate::exhibit::exercises::{Effort, Exercise, SETS, Set};
use crate::page::clock::Beat;
use crate::page::inquiry::Told;
use crate::page::protocol::Fault;
use crate::page::watch::Handle;
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
    /// A code that is to be checked, and the name with it.
    pub claim: (String, String),
    /// What is done, by the exercises' marks.
    done: BTreeMap<String, Record>,
    /// How many exercises were begun.
    begun: u32,
}

/// What can happen to it.
#[derive(Clone, Debug)]
pub enum Change {
    /// Opens the exercise at this place of the set.
    Open(usize),
    /// Back to the gallery.
    Gallery,
    /// Back to the gallery that ships.
    Shipped,
    /// The clock was moved.
    Clock(Beat),
    /// Something was typed as an answer.
    Say(String),
    /// The flag was moved to an instant.
    Point(f64),
    /// A job leaves next, or is taken out of the order.
    Pick(u64),
    /// A policy was chosen.
    Choose(String),
    /// Another job is to be changed.
    Select(usize),
    /// Something was typed into a field of the job.
    Write(Handle, String),
    /// That field was left.
    Left,
    /// A part of the job grows by so many units.
    Step(Handle, f64),
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
    /// A code to check, and the name with it.
    Claim(String, String),
    /// A set is being written.
    Draft(String),
    /// It is to be opened.
    Load,
    /// What was kept of earlier visits.
    Remember(String),
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
            claim: (String::new(), String::new()),
            done: BTreeMap::new(),
            begun: 0,
        }
    }

    /// What a link would say; nothing in the gallery.
    pub fn link(&self) -> Option<Link> {
        let place = self.open?;
        match self.name {
            Some(set) => Some(Link::Shipped { set, number: place + 1 }),
            None => self.set.exercises.get(place).map(|exercise| Link::Own(Box::new(exercise.clone()))),
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
            Some(Ok(Link::Own(exercise))) => {
                self.set = Rc::new(Set { title: exercise.title.clone(), exercises: vec![*exercise] });
                self.name = None;
                self.begin(0);
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

    /// Which exercise of the set a claimed code belongs to, with its number, and what it took; nothing if no code was typed.
    pub fn checked(&self) -> Option<Option<(usize, Effort)>> {
        /// Digits of a code.
        const LENGTH: usize = 8;
        let (code, name) = &self.claim;
        let typed = code.chars().filter(|letter| letter.is_ascii_alphanumeric()).count() >= LENGTH;
        let found = (1..).zip(&self.set.exercises).find_map(|(number, exercise)| Some((number, exercise.verify(name, code)?)));
        typed.then_some(found)
    }

    /// What is to be kept for the next visit.
    pub fn kept(&self) -> String {
        let mut kept = self.student.replace('\n', " ");
        for (mark, record) in &self.done {
            // Writing to a string cannot fail.
            let _ = match record {
                Record::Solved(effort) => write!(kept, "\n{mark} {} {}", effort.tries, effort.hints),
                Record::Shown => write!(kept, "\n{mark} shown"),
            };
        }
        kept
    }

    fn remember(&mut self, kept: &str) {
        let mut lines = kept.lines();
        lines.next().unwrap_or_default().clone_into(&mut self.student);
        for line in lines {
            let record = match line.split(' ').collect::<Vec<_>>()[..] {
                [mark, "shown"] => Some((mark, Record::Shown)),
                [mark, tries, hints] => {
                    tries.parse().ok().zip(hints.parse().ok()).map(|(tries, hints)| (mark, Record::Solved(Effort { tries, hints })))
                }
                _ => None,
            };
            self.done.extend(record.map(|(mark, record)| (mark.to_owned(), record)));
        }
        if let Some(place) = self.open {
            self.begin(place);
        }
    }

    fn begin(&mut self, place: usize) {
        let exercise = self.set.exercises.get(place).cloned();
        self.open = exercise.is_some().then_some(place);
        self.begun += 1;
        self.work = exercise.map(|exercise| {
            let solved = match self.record(&exercise) {
                Some(Record::Solved(effort)) => Some(effort),
                _ => None,
            };
            Rc::new(Work::begin(exercise, solved, self.begun))
        });
    }

    /// Changes something.
    pub fn change(&mut self, change: Change) {
        match change {
            Change::Open(place) => self.begin(place),
            Change::Gallery => (self.open, self.work) = (None, None),
            Change::Shipped => {
                *self = Self {
                    student: self.student.clone(),
                    done: std::mem::take(&mut self.done),
                    draft: self.draft.clone(),
                    begun: self.begun,
                    ..Self::open()
                }
            }
            Change::Student(name) => self.student = name,
            Change::Claim(code, name) => self.claim = (code, name),
            Change::Draft(text) => (self.draft, self.draft_fault) = (text, None),
            Change::Load => match Set::from_toml(&self.draft) {
                Ok(set) => {
                    (self.set, self.name, self.draft_fault) = (Rc::new(set), None, None);
                    (self.open, self.work) = (None, None);
                }
                Err(error) => self.draft_fault = Some(error.to_string()),
            },
            Change::Remember(kept) => self.remember(&kept),
            Change::Again => {
                if let Some(work) = &self.work {
                    self.begun += 1;
                    self.work = Some(Rc::new(Work::begin((*work.exercise).clone(), None, self.begun)));
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
            Change::Select(job) => work.select(job),
            Change::Write(handle, text) => work.write(handle, text),
            Change::Left => work.left(),
            Change::Step(handle, by) => work.step(handle, by),
            Change::Count(more) => work.count(more),
            Change::Panel(panel) => work.panel = panel,
            Change::Hint => work.hint(),
            Change::Check => work.check(),
            Change::Show => work.show(),
            Change::Reset => work.reset(),
            Change::Told(told) => work.told(told),
            _ => {}
        }
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
mod tests {
    use super::*;
    use crate::page::inquiry::Told;
    use crate::page::testing::done;
    use crate::page::watch::Handle;

    /// The exercise of this title in the set that ships.
    fn begin(title: &str) -> Exercises {
        let mut exercises = Exercises::open();
        let place = exercises.set.exercises.iter().position(|exercise| exercise.title == title).unwrap();
        exercises.change(Change::Open(place));
        exercises
    }

    fn work(exercises: &Exercises) -> &Work {
        exercises.work.as_ref().unwrap()
    }

    fn say(exercises: &mut Exercises, text: &str) {
        exercises.change(Change::Say(text.to_owned()));
        exercises.change(Change::Check);
    }

    #[test]
    fn play_stops_at_the_question_until_it_is_answered() {
        let mut exercises = begin("When does J4 leave?");
        let policy = work(&exercises).exercise.under().unwrap();
        assert!(work(&exercises).hides(policy) && work(&exercises).clock.playhead == 14.0);
        exercises.change(Change::Clock(Beat::Seek(40.0)));
        assert_eq!((work(&exercises).clock.playhead, work(&exercises).clock.end()), (14.0, 14.0), "not even the end is told");
        let other = work(&exercises).timelines[1].policy;
        assert!(work(&exercises).withholds(other) && !work(&exercises).withholds(policy) && !work(&exercises).tells_mean(policy));
        say(&mut exercises, "42.4");
        assert!(!work(&exercises).hides(policy) && !work(&exercises).withholds(other) && work(&exercises).tells_mean(policy));
        exercises.change(Change::Clock(Beat::Seek(40.0)));
        assert_eq!(work(&exercises).clock.playhead, 40.0);
    }

    #[test]
    fn the_axis_does_not_tell_when_the_last_job_leaves() {
        for place in 0..10 {
            let mut exercises = Exercises::open();
            exercises.change(Change::Open(place));
            let work = work(&exercises);
            let ends = work.timelines.iter().map(|timeline| timeline.end());
            assert!(ends.clone().all(|end| end < 0.95 * work.frame.end), "{}", work.exercise.title);
        }
    }

    #[test]
    fn wrong_answers_hints_and_tries_are_counted_in_the_code() {
        let mut exercises = begin("When does J4 leave?");
        assert!(!work(&exercises).ready());
        say(&mut exercises, "soon");
        assert!(!work(&exercises).ready() && work(&exercises).verdict.is_none());
        say(&mut exercises, "17,5");
        let verdict = work(&exercises).verdict.clone().unwrap();
        assert_eq!((verdict.right, verdict.words.as_str(), exercises.code()), (false, "It is later.", None));
        exercises.change(Change::Hint);
        exercises.change(Change::Say("42".to_owned()));
        assert!(work(&exercises).verdict.is_none(), "what was said is about another answer");
        exercises.change(Change::Check);
        assert!(work(&exercises).verdict.as_ref().unwrap().right);
        assert_eq!(work(&exercises).standing, Standing::Solved(Effort { tries: 2, hints: 1 }));
        let code = exercises.code().unwrap();
        exercises.change(Change::Student("Ada".to_owned()));
        assert_ne!(exercises.code().unwrap(), code);
        exercises.change(Change::Claim(exercises.code().unwrap(), "ada".to_owned()));
        assert_eq!(exercises.checked(), Some(Some((3, Effort { tries: 2, hints: 1 }))));
        exercises.change(Change::Claim(code, "ada".to_owned()));
        assert_eq!(exercises.checked(), Some(None));
        exercises.change(Change::Claim("04".to_owned(), String::new()));
        assert_eq!(exercises.checked(), None, "somebody is still typing");
    }

    #[test]
    fn the_flag_is_the_number() {
        let mut exercises = begin("When does J4 leave?");
        exercises.change(Change::Point(42.03));
        assert_eq!((work(&exercises).typed.as_str(), work(&exercises).guess()), ("42", Some(42.0)));
        exercises.change(Change::Point(1e9));
        assert_eq!(work(&exercises).guess(), Some(work(&exercises).frame.end));
    }

    #[test]
    fn after_some_tries_the_answer_can_be_had_without_a_code() {
        let mut exercises = begin("Guess the mean");
        for (tries, guess) in ["1", "2", "3"].into_iter().enumerate() {
            assert_eq!(work(&exercises).may_show(), tries >= 3);
            exercises.change(Change::Show);
            assert_eq!(work(&exercises).standing, Standing::Open);
            say(&mut exercises, guess);
        }
        exercises.change(Change::Show);
        assert_eq!((work(&exercises).standing, exercises.code()), (Standing::Shown, None));
        assert!(work(&exercises).answer().unwrap().starts_with("The mean sojourn time under PS is 18."));
        assert_eq!(exercises.record(&work(&exercises).exercise), Some(Record::Shown));
        exercises.change(Change::Again);
        say(&mut exercises, "18");
        assert!(exercises.code().is_some());
    }

    #[test]
    fn an_order_is_named_job_by_job() {
        let mut exercises = begin("Who leaves first?");
        for job in [3, 1, 2, 4] {
            assert!(!work(&exercises).ready());
            exercises.change(Change::Pick(job));
        }
        assert!(work(&exercises).ready());
        exercises.change(Change::Pick(1));
        assert_eq!(work(&exercises).order, [3], "what came after it goes with it");
        for job in [2, 4, 1] {
            exercises.change(Change::Pick(job));
        }
        exercises.change(Change::Check);
        assert!(work(&exercises).verdict.as_ref().unwrap().right);
    }

    #[test]
    fn a_goal_is_reached_by_steps_and_typed_numbers_within_bounds() {
        let mut exercises = begin("Break SRPTE");
        assert!(work(&exercises).value().unwrap() < 1.1);
        exercises.change(Change::Write(Handle::Size, "1000".to_owned()));
        assert!(work(&exercises).complaint().unwrap().contains("“1000”; allowed: 1 to 100") && !work(&exercises).ready());
        exercises.change(Change::Left);
        assert!(work(&exercises).complaint().is_none());
        for (job, handle, value) in [
            (0, Handle::Size, "100"),
            (0, Handle::Estimate, "1"),
            (1, Handle::Arrival, "2"),
            (1, Handle::Size, "1"),
            (2, Handle::Arrival, "3"),
            (2, Handle::Size, "1"),
            (3, Handle::Arrival, "4"),
        ] {
            exercises.change(Change::Select(job));
            exercises.change(Change::Write(handle, value.to_owned()));
        }
        exercises.change(Change::Step(Handle::Size, -1.0));
        exercises.change(Change::Step(Handle::Size, -1.0));
        assert_eq!(work(&exercises).jobs[3].size, 1.0, "no less than allowed");
        assert_eq!(work(&exercises).jobs[3].estimate, 1.0, "a right estimate stays right");
        assert_eq!(work(&exercises).room(), (false, false));
        assert!(work(&exercises).value().unwrap() > 3.0);
        exercises.change(Change::Check);
        assert_eq!(work(&exercises).standing, Standing::Solved(Effort { tries: 1, hints: 0 }));
        exercises.change(Change::Step(Handle::Size, 1.0));
        assert_eq!(work(&exercises).jobs[3].size, 1.0, "what is solved stays");
    }

    #[test]
    fn a_load_is_simulated_by_the_workers_once_there_is_an_answer() {
        let mut exercises = begin("Choose for load 0.9");
        assert!(!work(&exercises).runs() && !work(&exercises).ready());
        exercises.change(Change::Choose("srpte".to_owned()));
        exercises.change(Change::Check);
        assert!(work(&exercises).waits && work(&exercises).runs() && work(&exercises).verdict.is_none());
        let generation = work(&exercises).inquiry.generation;
        let scenario = crate::experiment::Scenario { replications: 1, ..work(&exercises).exercise.load().unwrap().clone() };
        exercises.change(Change::Told(Told::Started(generation)));
        for policy in 0..4 {
            exercises.change(Change::Told(Told::Heard(done(generation, &scenario, policy))));
        }
        assert!(!work(&exercises).waits && !work(&exercises).runs());
        assert!(!work(&exercises).verdict.as_ref().unwrap().right && work(&exercises).values().is_empty());
        exercises.change(Change::Choose("fspe+ps".to_owned()));
        exercises.change(Change::Check);
        assert!(work(&exercises).verdict.as_ref().unwrap().right, "without asking again");
        assert_eq!((work(&exercises).values().len(), work(&exercises).values()[0].0.as_str()), (4, "fspe+ps"));
    }

    #[test]
    fn what_is_solved_is_kept_and_the_first_time_counts() {
        let mut exercises = begin("When does J4 leave?");
        exercises.change(Change::Hint);
        say(&mut exercises, "42");
        exercises.change(Change::Student("Ada Lovelace".to_owned()));
        let (code, kept) = (exercises.code(), exercises.kept());
        exercises.change(Change::Again);
        assert!(exercises.code().is_none());
        say(&mut exercises, "42");
        assert_eq!(exercises.code(), code, "hints are not forgotten");
        let mut later = begin("When does J4 leave?");
        later.change(Change::Remember(kept.clone()));
        assert_eq!((later.code(), later.score(), later.next()), (code, (1, 1), 0));
        assert_eq!(later.kept(), kept);
        for nonsense in ["", "x\ny", "\n0 1 2 3", "\nabc many few"] {
            later.change(Change::Remember(nonsense.to_owned()));
        }
        assert_eq!(later.score(), (1, 1));
    }

    #[test]
    fn a_set_of_ones_own_is_opened_from_its_text() {
        let mut exercises = Exercises::open();
        exercises.change(Change::Load);
        assert_eq!(
            (exercises.set.title.as_str(), exercises.name, exercises.draft_fault.clone()),
            ("Week 6", None, None),
            "the template is a set"
        );
        exercises.change(Change::Open(0));
        let Some(Link::Own(exercise)) = exercises.link() else { panic!("a link that holds all of it") };
        let query = Link::Own(exercise.clone()).write();
        assert_eq!(Link::read(&query), Ok(Link::Own(exercise)));
        exercises.change(Change::Draft("title = 3".to_owned()));
        exercises.change(Change::Load);
        assert_eq!(exercises.draft_fault.as_deref(), Some("title is 3; allowed: a text"));
        exercises.change(Change::Shipped);
        assert_eq!((exercises.name, exercises.set.exercises.len()), (Some("guesses"), 10));
    }

    #[test]
    fn links_lead_to_an_exercise_or_say_what_is_wrong() {
        let mut exercises = Exercises::open();
        let follow = |exercises: &mut Exercises, query: &str| exercises.follow(Some(Link::read(query)));
        follow(&mut exercises, "set=guesses&number=4");
        assert_eq!((exercises.open, exercises.link()), (Some(3), Some(Link::Shipped { set: "guesses", number: 4 })));
        exercises.change(Change::Step(Handle::Size, 1.0));
        let size = work(&exercises).jobs[0].size;
        follow(&mut exercises, "v=1&set=guesses&number=4");
        assert_eq!(work(&exercises).jobs[0].size, size, "the page's own address changes nothing");
        for (query, field, words) in [
            ("set=week", Some("set"), "allowed: guesses"),
            ("set=guesses&number=11", Some("number"), "allowed: 1 to 10"),
            ("title=a", None, "text is missing; allowed: a text"),
            ("title=%zz", None, "hexadecimal digits"),
        ] {
            follow(&mut exercises, query);
            let fault = exercises.fault.clone().unwrap();
            assert!(fault.field.as_deref() == field && fault.message.contains(words) && exercises.work.is_none(), "{query}: {fault:?}");
        }
        exercises.follow(None);
        assert!(exercises.fault.is_none() && exercises.open.is_none());
    }
}
