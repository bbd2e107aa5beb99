//! What *Watch* shows: a few jobs, the policies side by side, and the clock; and what a hand has done to them.

use super::choice::Choice;
use super::edit::{Edit, Handle};
use super::history::History;
use super::price::{corrected, exact_means, telling_seed};
use super::quiz::Quiz;
use crate::clock::{Beat, Clock};
use crate::lab::{self, Lab, Made};
use crate::protocol::Fault;
use schedscope::registry::{Family, PolicyError};
use schedscope::server::{Kind, Policy, Timeline};
use schedscope::sim::number;
use schedscope::workload::{Ids, Job};
use schedscope_chart::{Curves, TimelineFrame};
use schedscope_core::exhibit::{EXAMPLES, Example, Exhibit, example};
use schedscope_core::pictures::looks;
use schedscope_core::plot::{Colour, Look};
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
#[derive(Clone, Debug, PartialEq)]
pub struct Pointed {
    /// In the picture of this policy.
    pub policy: Policy,
    /// At this instant.
    pub time: f64,
    /// Whether the numbers there are told: by keyboard they are.
    pub told: bool,
}

/// The state of *Watch*.
#[derive(Clone, Debug)]
pub struct Watch {
    /// Jobs and policies.
    pub exhibit: Rc<Exhibit>,
    /// The example that the jobs are or were.
    pub example: &'static Example,
    /// What each policy does, in the order of the panels.
    pub timelines: Vec<Rc<Timeline>>,
    /// The clock.
    pub clock: Clock,
    /// What all pictures have in common, but for where time stands.
    pub frame: TimelineFrame,
    /// Whether virtual time is drawn in place of the jobs' curves; absent where nobody has chosen.
    pub virtually: Option<bool>,
    /// What is pointed at.
    pub pointed: Option<Pointed>,
    /// Whether the jobs can be taken hold of.
    pub editing: bool,
    /// Id of the job whose guess can be taken hold of at any time. While that is dragged it stays this one.
    pub live: Option<u64>,
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
    /// Mean sojourn time under each policy if every guess were exact.
    pub exact_means: Rc<[f64]>,
    /// What would be if one guess were exact, while a job is looked at.
    pub ghosts: Option<Rc<Ghosts>>,
    /// Which panel is in front, where there is room for one.
    pub front: usize,
    /// Whether random jobs were drawn that do not tell the policies apart.
    pub alike: bool,
    /// A policy of the reader's own, as a formula.
    pub lab: Lab,
}

/// What would be if the guess of one job were exact.
#[derive(Clone, Debug, PartialEq)]
pub struct Ghosts {
    /// Id of that job.
    pub exact: u64,
    /// What each policy would do, in the order of the panels.
    pub timelines: Vec<Rc<Timeline>>,
}

/// What can happen to it.
#[derive(Clone, Debug)]
pub enum Change {
    /// Another example.
    Example(&'static str),
    /// A policy more or less.
    Toggle(Policy),
    /// The formula of the lab.
    Lab(lab::Change),
    /// The clock was moved.
    Clock(Beat),
    /// Other curves.
    Curves(Curves),
    /// Virtual time in place of them.
    Virtual,
    /// Something is pointed at, or nothing any more.
    Point(Option<Pointed>),
    /// The job with this id is pointed at, or none any more.
    Light(Option<u64>),
    /// The job with this id is looked at, or none any more.
    Select(Option<u64>),
    /// The job so many lanes below the one that is looked at is, or one at an end.
    Neighbour(isize),
    /// What would be if the guess of the job with this id were exact.
    Exact(u64),
    /// Another panel is in front.
    Front(usize),
    /// Whether the jobs can be taken hold of.
    Editing(bool),
    /// The jobs were changed by hand.
    Edit(Edit),
    /// A drag has ended.
    Seal,
    /// Something was typed into a field of the jobs' table.
    Type(usize, Handle, String),
    /// All that was typed has come: the policies serve the jobs anew.
    Settle,
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
    /// The job with this id was chosen as an answer, or is no longer.
    Guess(u64),
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
        let example = &EXAMPLES[0];
        let exhibit = Exhibit::of_example(example);
        let mut watch = Self {
            live: most_telling(&exhibit),
            exhibit: Rc::new(exhibit),
            example,
            timelines: vec![],
            clock: Clock::new(playing),
            frame: TimelineFrame::around([]),
            virtually: None,
            pointed: None,
            editing: false,
            history: Rc::default(),
            draft: None,
            seed: 1,
            quiz: None,
            fault: None,
            exact_means: Rc::default(),
            ghosts: None,
            front: 0,
            alike: false,
            lab: Lab::default(),
        };
        watch.record();
        watch.fit();
        watch
    }

    /// What a link would say.
    pub fn choice(&self) -> Choice {
        // At its end a run is over: who follows the link sees it from its beginning.
        let within = |time: &f64| *time > 0.0 && *time < self.clock.end();
        let time = Some(self.clock.playhead).filter(|time| !self.clock.playing && within(time) && self.quiz.is_none());
        Choice { exhibit: (*self.exhibit).clone(), curves: self.frame.curves, virtually: self.virtually, time }
    }

    /// Shows other jobs from their beginning.
    pub(super) fn exhibit_anew(&mut self, exhibit: Exhibit) {
        self.follow(Ok(Choice { exhibit, time: None, ..self.choice() }));
    }

    /// Whether the policies see the sizes with a weight.
    pub fn weighs(&self) -> bool {
        let by_weight = |policy: &Policy| matches!(policy.kind(), Kind::Gps | Kind::Psbs);
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
        // A link says nothing of what a file calls its jobs.
        let unnamed = Exhibit { called: Ids::default(), ..(*self.exhibit).clone() };
        if choice.exhibit != *self.exhibit && choice.exhibit != unnamed {
            self.show(choice.exhibit);
            self.clock.seek(0.0);
        }
        (self.frame.curves, self.virtually) = (choice.curves, choice.virtually);
        if let Some(time) = choice.time {
            self.clock.playing = false;
            self.clock.seek(time);
        }
    }

    /// Changes something.
    pub fn change(&mut self, change: Change) {
        match change {
            Change::Example(key) => {
                if let Some(example) = example(key) {
                    self.keep(None);
                    self.select(None);
                    self.show(Exhibit::of_example(example));
                    self.clock.seek(0.0);
                }
            }
            Change::Toggle(policy) => self.toggle(policy),
            Change::Lab(change) => self.formulate(change),
            Change::Clock(beat) => self.clock.hear(beat),
            Change::Curves(curves) => (self.frame.curves, self.virtually) = (curves, Some(false)),
            Change::Virtual => self.virtually = Some(true),
            Change::Point(pointed) => self.pointed = pointed,
            Change::Light(job) => self.frame.lit = job,
            Change::Select(job) => self.select(job),
            Change::Neighbour(by) => self.neighbour(by),
            Change::Exact(job) => self.suppose(Some(job)),
            Change::Front(panel) => self.front = panel.min(self.timelines.len().saturating_sub(1)),
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
            Change::Settle => self.settle(),
            Change::Left => {
                self.settle();
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

    /// Changes the formula of the lab, and the policy that it makes.
    fn formulate(&mut self, change: lab::Change) {
        let Some(Made { old, new }) = self.lab.change(change) else { return };
        let policy: Policy = match new.parse() {
            Ok(policy) => policy,
            Err(error) => return self.lab.refuse(PolicyError::to_string(&error)),
        };
        let mut exhibit = (*self.exhibit).clone();
        let old = old.and_then(|old| old.parse().ok());
        lab::put(&mut exhibit.policies, old.as_ref(), policy);
        if exhibit.policies.len() > Exhibit::MOST_POLICIES {
            return self.lab.refuse(format!("up to {} policies stand side by side; drop one first", Exhibit::MOST_POLICIES));
        }
        if let Err(error) = exhibit.run() {
            return self.lab.refuse(error.to_string());
        }
        self.lab.has(new);
        self.keep(None);
        self.show(exhibit);
    }

    fn edit(&mut self, edit: Edit) {
        if let Edit::Draw(count, seed) = edit {
            let (telling, tells) = telling_seed(&self.exhibit, count, seed);
            self.seed = telling + 1;
            self.make(Edit::Draw(count, telling));
            self.alike = !tells;
        } else {
            self.make(edit);
        }
    }

    fn make(&mut self, edit: Edit) {
        let Some(exhibit) = edit.change(&self.exhibit, self.frame.end) else { return };
        self.keep(Some(edit));
        self.alike = false;
        let over = self.clock.over();
        self.clock.playing = false;
        self.quiz = None;
        self.exhibit = Rc::new(exhibit);
        self.record();
        // While something is dragged the axes may grow, but do not shrink under the hand.
        let new = TimelineFrame::around(self.timelines.iter().map(Rc::as_ref));
        let frame = &mut self.frame;
        (frame.end, frame.top) = (new.end.max(frame.end), new.top.max(frame.top));
        (frame.bottom, frame.most) = (new.bottom.min(frame.bottom), new.most.max(frame.most));
        if !matches!(edit, Edit::Set(..)) {
            self.live = most_telling(&self.exhibit);
            self.change(Change::Seal);
        }
        if over {
            self.clock.seek(f64::MAX);
        }
    }

    fn write(&mut self, job: usize, handle: Handle, text: String) {
        let number = number(text.trim()).filter(|number| handle.allows(*number));
        let name = self.exhibit.jobs.get(job).map(|job| self.exhibit.title(job.id)).unwrap_or_default();
        let fault = number.is_none().then(|| format!("{} of {name} is \"{text}\"; allowed: {}", handle.name(), handle.allowed()));
        self.draft = Some(Draft { job, handle, text, fault });
    }

    /// Takes over the number that was typed, if it is one.
    fn settle(&mut self) {
        if let Some(draft) = &self.draft
            && let Some(number) = number(draft.text.trim())
        {
            self.edit(Edit::Set(draft.job, draft.handle, number));
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
            self.example = example(key).unwrap_or(self.example);
        }
        self.live = most_telling(&exhibit);
        self.exhibit = Rc::new(exhibit);
        (self.draft, self.quiz, self.pointed, self.fault, self.alike) = (None, None, None, None, false);
        self.record();
        self.fit();
    }

    /// Looks at a job, and supposes that the guess was exact which matters most to it.
    fn select(&mut self, job: Option<u64>) {
        let known = |id: &u64| self.exhibit.jobs.iter().any(|job| job.id == *id);
        self.frame.selected = job.filter(known);
        let Some(id) = self.frame.selected else {
            self.ghosts = None;
            return;
        };
        let sojourn = |timeline: &Timeline| {
            let at = timeline.jobs.iter().position(|job| job.id == id)?;
            Some(timeline.completions[at] - timeline.jobs[at].arrival)
        };
        let matters = |exact: u64| -> f64 {
            let would = corrected(&self.exhibit, |job| job.id == exact).record();
            let both = would.iter().zip(&self.timelines).filter_map(|(would, is)| Some((sojourn(would)? - sojourn(is)?).abs()));
            both.sum()
        };
        let wrong = self.guessed_wrong().map(|exact| (matters(exact), exact));
        let most = wrong.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1))).map(|(_, exact)| exact);
        self.suppose(most);
    }

    /// How each policy is drawn, in the order of the timelines.
    pub fn looks(&self) -> Vec<Look> {
        looks(&self.timelines.iter().map(|timeline| timeline.policy.choice()).collect::<Vec<_>>())
    }

    /// Ids of jobs whose guess is wrong.
    pub fn guessed_wrong(&self) -> impl Iterator<Item = u64> {
        self.exhibit.jobs.iter().filter(|job| job.estimate != job.size).map(|job| job.id)
    }

    fn suppose(&mut self, exact: Option<u64>) {
        let ghosts = |exact: u64| {
            let would = corrected(&self.exhibit, |job| job.id == exact);
            Rc::new(Ghosts { exact, timelines: would.record().into_iter().map(Rc::new).collect() })
        };
        self.ghosts = exact.filter(|id| self.guessed_wrong().any(|wrong| wrong == *id)).map(ghosts);
    }

    fn neighbour(&mut self, by: isize) {
        let lanes = &self.frame.lanes;
        let now = self.frame.selected.and_then(|id| lanes.iter().position(|lane| lane.id == id));
        let next = match now {
            Some(now) => now.saturating_add_signed(by).min(lanes.len().saturating_sub(1)),
            None if by < 0 => lanes.len().saturating_sub(1),
            None => 0,
        };
        let id = lanes.get(next).map(|lane| lane.id);
        self.select(id);
    }

    /// Lets the policies serve the jobs, which takes no time to speak of.
    fn record(&mut self) {
        self.timelines = self.exhibit.record().into_iter().map(Rc::new).collect();
        self.exact_means = exact_means(&self.exhibit).into();
        self.front = self.front.min(self.timelines.len().saturating_sub(1));
        let exact = self.ghosts.as_ref().map(|ghosts| ghosts.exact);
        let selected = self.frame.selected.filter(|id| self.exhibit.jobs.iter().any(|job| job.id == *id));
        self.frame.selected = selected;
        self.suppose(exact.filter(|_| selected.is_some()));
        let times = self.timelines.iter().flat_map(|timeline| timeline.snapshots.iter().map(|snapshot| snapshot.time));
        self.clock.set_events(times.collect());
    }

    /// Fits the axes to what there is.
    fn fit(&mut self) {
        let fitted = TimelineFrame::around(self.timelines.iter().map(Rc::as_ref));
        let TimelineFrame { curves, hidden, selected, lit, .. } = self.frame;
        self.frame = TimelineFrame { curves, hidden, selected, lit, ..fitted };
    }

    fn quiz(&mut self, on: bool) {
        self.quiz = on.then(Rc::default);
        if on {
            self.select(None);
            self.editing = false;
            self.ask();
        }
    }

    fn ask(&mut self) {
        let timelines: Vec<&Timeline> = self.timelines.iter().map(Rc::as_ref).collect();
        if let Some(quiz) = self.quiz.as_mut().map(Rc::make_mut) {
            quiz.ask(&self.exhibit, &timelines);
            let asked = quiz.under();
            self.front = timelines.iter().position(|timeline| Some(&timeline.policy) == asked).unwrap_or(self.front);
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

/// Id of the job whose guess tells most when it is taken hold of: the one that is guessed worst, or else the largest. None where no policy
/// reads guesses, or where there are too many jobs.
fn most_telling(exhibit: &Exhibit) -> Option<u64> {
    let reads = |policy: &Policy| policy.row().family == Family::Estimated;
    if !exhibit.policies.iter().any(reads) || exhibit.jobs.len() > Colour::JOBS {
        return None;
    }
    // How many times too small or too large; a guess of 0 is the worst.
    let wrong = |job: &Job| (job.size / job.estimate).max(job.estimate / job.size);
    let by = |a: &&Job, b: &&Job| wrong(a).total_cmp(&wrong(b)).then(a.size.total_cmp(&b.size)).then(b.id.cmp(&a.id));
    exhibit.jobs.iter().max_by(by).map(|job| job.id)
}

#[cfg(test)]
mod tests;
