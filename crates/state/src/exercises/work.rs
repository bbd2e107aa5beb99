//! An exercise that is being done.

mod asked;

use crate::clock::{Beat, Clock};
use crate::inquiry::{Inquiry, Phase};
use crate::lab::Lab;
use crate::protocol::Answer;
use crate::watch::{Edit, Handle, snap, step};
use schedscope::server::{Policy, Timeline};
use schedscope::sim::number;
use schedscope::workload::Job;
use schedscope_chart::TimelineFrame;
use schedscope_core::exhibit::exercises::{Aim, Asked, Effort, Exercise, Given, Goal, Truth, Verdict};
use schedscope_core::exhibit::{Exhibit, mean_sojourn};
use schedscope_core::experiment::Report;
use std::rc::Rc;

/// How an exercise stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It has no right answer yet.
    Open,
    /// It is solved, with this effort.
    Solved(Effort),
    /// Its answer was shown unsolved.
    Shown,
}

/// A part of a job that may be changed, with its bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// What of the job.
    pub handle: Handle,
    /// Its name above the stepper.
    pub name: &'static str,
    /// The least and the greatest value.
    pub bounds: (f64, f64),
}

/// Something that was typed into a field of a job.
#[derive(Clone, Debug, PartialEq)]
struct Draft {
    handle: Handle,
    text: String,
}

/// An exercise that is being done.
#[derive(Clone, Debug)]
pub struct Work {
    /// The exercise.
    pub exercise: Rc<Exercise>,
    /// What each policy of the scene does, in their order; none for a load.
    pub timelines: Vec<Rc<Timeline>>,
    /// What the pictures have in common, but for where time stands.
    pub frame: TimelineFrame,
    /// The clock, up to where play stops.
    pub clock: Clock,
    /// What was typed as an answer.
    pub typed: String,
    /// The jobs that were named so far, in this order.
    pub order: Vec<u64>,
    /// The key of the policy that was chosen.
    pub chosen: Option<String>,
    /// The formula of a challenge.
    pub lab: Lab,
    /// The jobs of a goal, as they were changed.
    pub jobs: Vec<Job>,
    /// The place of the one that is changed now.
    pub job: usize,
    /// Which of the policies' pictures is shown where there is room for one.
    pub panel: usize,
    /// How many hints are shown.
    pub hints: usize,
    /// What was said of the last answer.
    pub verdict: Option<Verdict>,
    /// How it stands.
    pub standing: Standing,
    /// How far the workers are with a load.
    pub inquiry: Inquiry<Report>,
    /// Whether an answer waits for them.
    pub waits: bool,
    /// The policies that they are asked about.
    asked: Vec<String>,
    /// What they found of the policy that a challenge counts against.
    control: Option<Rc<Answer>>,
    tries: u8,
    draft: Option<Draft>,
    truth: Option<Rc<Truth>>,
}

impl Work {
    /// Begins an exercise, or shows it as it was solved. The workers are told which of the page's questions theirs is.
    pub fn begin(exercise: Exercise, solved: Option<Effort>, question: u32) -> Self {
        let jobs = exercise.exhibit().map(|exhibit| exhibit.jobs.clone()).unwrap_or_default();
        let truth = Truth::of(&exercise).map(Rc::new);
        let lab = exercise.challenge().map(|challenge| Lab::begin(&challenge.start, challenge.allowed.clone())).unwrap_or_default();
        let mut work = Self {
            exercise: Rc::new(exercise),
            timelines: vec![],
            frame: TimelineFrame::around([]),
            clock: Clock::new(false),
            typed: String::new(),
            order: vec![],
            chosen: None,
            lab,
            jobs,
            job: 0,
            panel: 0,
            hints: 0,
            verdict: None,
            standing: solved.map_or(Standing::Open, Standing::Solved),
            inquiry: Inquiry::open(),
            waits: false,
            asked: vec![],
            control: None,
            tries: 0,
            draft: None,
            truth,
        };
        work.inquiry.generation = question;
        work.asked = work.unknown();
        work.record();
        work.fit();
        work.limit();
        work.clock.seek(work.exercise.at);
        work
    }

    /// What is to be reached, if that is what is asked.
    pub fn goal(&self) -> Option<&Goal> {
        match &self.exercise.asked {
            Asked::Goal(goal) => Some(goal),
            _ => None,
        }
    }

    /// Whether an instant or an order is asked for: then lanes end with the instants at which jobs leave.
    pub fn asks_instants(&self) -> bool {
        matches!(self.exercise.asked, Asked::Instant { .. } | Asked::Order { .. })
    }

    /// Whether the answer may be seen.
    pub fn answered(&self) -> bool {
        self.standing != Standing::Open
    }

    /// Whether what comes after the playhead is hidden under this policy.
    pub fn hides(&self, policy: &Policy) -> bool {
        !self.answered() && self.exercise.hides_future && self.exercise.under().is_none_or(|under| under == policy) && self.goal().is_none()
    }

    /// Whether a policy is not to be seen before the answer.
    pub fn withholds(&self, policy: &Policy) -> bool {
        !self.answered() && self.exercise.hides_others && self.exercise.under().is_some_and(|under| under != policy)
    }

    /// Whether a mean may be seen: it is not what is asked for, nor does it tell what is hidden.
    pub fn tells_mean(&self, policy: &Policy) -> bool {
        self.answered() || self.goal().is_some() || (self.exercise.under() != Some(policy) && !self.withholds(policy))
    }

    /// The parts of a job that may be changed.
    pub fn parts(&self) -> Vec<Part> {
        let Some(goal) = self.goal() else { return vec![] };
        let parts =
            [(Handle::Arrival, "arrives", goal.arrivals), (Handle::Size, "size", goal.sizes), (Handle::Estimate, "estimate", goal.guesses)];
        parts.into_iter().filter_map(|(handle, name, bounds)| Some(Part { handle, name, bounds: bounds? })).collect()
    }

    /// What stands in the field of a part of the job that is changed.
    pub fn text(&self, handle: Handle) -> String {
        let draft = self.draft.as_ref().filter(|draft| draft.handle == handle);
        let value = || self.jobs.get(self.job).map(|job| handle.of(job).to_string()).unwrap_or_default();
        draft.map_or_else(value, |draft| draft.text.clone())
    }

    /// What is wrong with what was typed there.
    pub fn complaint(&self) -> Option<String> {
        let draft = self.draft.as_ref()?;
        let part = self.parts().into_iter().find(|part| part.handle == draft.handle)?;
        let (least, most) = part.bounds;
        Some(format!(
            "The {} of J{} is “{}”; allowed: {least} to {most}.",
            part.name.replace("arrives", "arrival"),
            self.job + 1,
            draft.text
        ))
    }

    /// What counts for the goal, now.
    pub fn value(&self) -> Option<f64> {
        self.goal().map(|goal| goal.value(&self.jobs))
    }

    /// Whether that is what the goal wants.
    pub fn reached(&self) -> bool {
        self.goal().zip(self.value()).is_some_and(|(goal, value)| goal.aim.holds(value))
    }

    /// Whether a job more, and a job fewer, are allowed.
    pub fn room(&self) -> (bool, bool) {
        self.goal().map_or((false, false), |goal| (self.jobs.len() < goal.jobs.1, self.jobs.len() > goal.jobs.0))
    }

    /// The time that was typed, for the flag in the picture.
    pub fn guess(&self) -> Option<f64> {
        number(&self.typed.trim().replace(',', ".")).filter(|guess| guess.is_finite())
    }

    fn given(&self) -> Option<Given> {
        match &self.exercise.asked {
            Asked::Instant { .. } | Asked::Mean { .. } => self.guess().map(Given::Number),
            Asked::Order { .. } => (self.order.len() == self.jobs.len()).then(|| Given::Order(self.order.clone())),
            Asked::Served { .. } => (!self.order.is_empty()).then(|| Given::Served(self.order.clone())),
            Asked::Goal(_) => self.draft.is_none().then(|| Given::Jobs(self.jobs.clone())),
            Asked::Choose { .. } => self.chosen.clone().map(Given::Policy),
            Asked::Formula(_) => self.formula().map(Given::Formula),
        }
    }

    /// Whether there is an answer to check.
    pub fn ready(&self) -> bool {
        self.standing == Standing::Open && !self.waits && self.inquiry.phase != Phase::Failed && self.given().is_some()
    }

    /// Whether the answer may be shown unsolved: there were some tries.
    pub fn may_show(&self) -> bool {
        /// So many tries.
        const TRIES: u8 = 3;
        self.standing == Standing::Open && self.tries >= TRIES
    }

    /// The answer in words, once it may be seen, and why it is so.
    pub fn answer(&self) -> Option<String> {
        let truth = self.truth.as_ref().filter(|_| self.answered())?;
        let said = match (&self.exercise.asked, self.standing) {
            // What was reached is said by the verdict, and scores stand beside it.
            (Asked::Goal(_) | Asked::Formula(_), _) => String::new(),
            _ => truth.words(&self.exercise),
        };
        Some(format!("{said} {}", self.exercise.why).trim().to_owned())
    }

    /// The values of the policies of a load, once they may be seen: keys and values, the least first.
    pub fn values(&self) -> &[(String, f64)] {
        match self.truth.as_deref().filter(|_| self.answered()) {
            Some(Truth::Choice(values)) => values,
            _ => &[],
        }
    }

    /// The clock was moved.
    pub fn hear(&mut self, beat: Beat) {
        self.clock.hear(beat);
    }

    /// The flag was moved to this instant.
    pub fn point(&mut self, time: f64) {
        self.say(snap(time.clamp(0.0, self.frame.end), step(self.frame.end / 3.0)).to_string());
    }

    /// Something was typed as an answer.
    pub fn say(&mut self, text: String) {
        self.typed = text;
        self.verdict = None;
    }

    /// A job leaves next, in the order that is named, or is served; or it is taken out, in an order with those after it.
    pub fn pick(&mut self, job: u64) {
        match self.order.iter().position(|named| *named == job) {
            Some(place) if matches!(self.exercise.asked, Asked::Served { .. }) => drop(self.order.remove(place)),
            Some(place) => self.order.truncate(place),
            None => self.order.push(job),
        }
        self.verdict = None;
    }

    /// A policy was chosen.
    pub fn choose(&mut self, key: String) {
        self.chosen = Some(key);
        self.verdict = None;
    }

    /// The jobs that could be served when play stops.
    pub fn candidates(&self) -> Vec<u64> {
        let timeline = self.timelines.iter().find(|timeline| Some(&timeline.policy) == self.exercise.under());
        timeline.map(|timeline| self.exercise.candidates(timeline)).unwrap_or_default()
    }

    /// Whether this job is served, once it may be known.
    pub fn was_served(&self, job: u64) -> bool {
        self.answered() && matches!(self.truth.as_deref(), Some(Truth::Served(served)) if served.contains(&job))
    }

    /// Another job is to be changed.
    pub fn select(&mut self, job: usize) {
        self.job = job.min(self.jobs.len().saturating_sub(1));
        self.draft = None;
    }

    /// Something was typed into a field of the job.
    pub fn write(&mut self, handle: Handle, text: String) {
        let bounds = self.parts().into_iter().find(|part| part.handle == handle).map(|part| part.bounds);
        let value =
            number(&text.trim().replace(',', ".")).filter(|value| bounds.is_some_and(|(least, most)| (least..=most).contains(value)));
        self.draft = value.is_none().then_some(Draft { handle, text });
        if let Some(value) = value {
            self.set(handle, value);
        }
    }

    /// A field of the job was left: what is wrong in it is forgotten.
    pub fn left(&mut self) {
        self.draft = None;
    }

    /// A part of the job grows by so many units, as far as it may.
    pub fn step(&mut self, handle: Handle, by: f64) {
        let Some(part) = self.parts().into_iter().find(|part| part.handle == handle) else { return };
        let Some(job) = self.jobs.get(self.job) else { return };
        self.draft = None;
        let value = (handle.of(job) + by).clamp(part.bounds.0, part.bounds.1);
        self.set(handle, value);
    }

    fn set(&mut self, handle: Handle, value: f64) {
        self.edit(Edit::Set(self.job, handle, value));
        self.fit();
    }

    /// A job is changed, added or removed on the picture, as far as it may be. While something is dragged the axes may grow, but do not shrink under the hand.
    pub fn drag(&mut self, edit: Edit) {
        match edit {
            Edit::Set(place, handle, value) => {
                let Some(part) = self.parts().into_iter().find(|part| part.handle == handle) else { return };
                self.select(place);
                self.edit(Edit::Set(place, handle, value.clamp(part.bounds.0, part.bounds.1)));
            }
            Edit::Add => self.count(true),
            Edit::Remove(place) => {
                self.select(place);
                self.count(false);
            }
            Edit::Draw(..) => {}
        }
    }

    /// The axes hold what there is, and no more.
    pub fn fit(&mut self) {
        self.frame = self.around();
    }

    /// A job more, or this one fewer.
    pub fn count(&mut self, more: bool) {
        let room = self.room();
        if more && room.0 {
            self.edit(Edit::Add);
            self.job = self.jobs.len() - 1;
        } else if !more && room.1 {
            self.edit(Edit::Remove(self.job));
            self.job = self.job.min(self.jobs.len() - 1);
        }
        self.draft = None;
    }

    fn edit(&mut self, edit: Edit) {
        let Some(mut jobs) = edit.apply(&self.jobs, self.frame.end).filter(|_| self.standing == Standing::Open) else { return };
        if let Some(goal) = self.goal() {
            let within = |value: f64, bounds: Option<(f64, f64)>| bounds.map_or(value, |(least, most)| value.clamp(least, most));
            for job in &mut jobs {
                (job.arrival, job.size) = (within(job.arrival, goal.arrivals), within(job.size, goal.sizes));
                job.estimate = within(job.estimate, goal.guesses);
            }
        }
        let counted = self.jobs.len() == jobs.len();
        self.jobs = jobs;
        self.verdict = None;
        self.record();
        self.limit();
        let around = self.around();
        if counted {
            let frame = &mut self.frame;
            (frame.end, frame.top, frame.most) = (around.end.max(frame.end), around.top.max(frame.top), around.most.max(frame.most));
            frame.bottom = around.bottom.min(frame.bottom);
        } else {
            self.frame = around;
        }
    }

    /// Everything as it was given, but for tries and hints.
    pub fn reset(&mut self) {
        let jobs = self.exercise.exhibit().map(|exhibit| exhibit.jobs.clone()).unwrap_or_default();
        (self.jobs, self.job, self.draft, self.verdict) = (jobs, 0, None, None);
        self.typed.clear();
        self.order.clear();
        self.chosen = None;
        if let Some(challenge) = self.exercise.challenge() {
            self.lab = Lab::begin(&challenge.start, challenge.allowed.clone());
            self.ask();
        }
        self.record();
        self.fit();
        self.limit();
    }

    /// The next hint.
    pub fn hint(&mut self) {
        self.hints = (self.hints + 1).min(self.exercise.hints.len());
    }

    /// Judges the answer; about a load, once the workers have run it.
    pub fn check(&mut self) {
        if !self.ready() {
            return;
        }
        if self.unknown().is_empty() {
            self.judge();
        } else {
            self.waits = true;
        }
    }

    fn judge(&mut self) {
        let (Some(truth), Some(given)) = (self.truth.clone(), self.given()) else { return };
        let verdict = truth.judge(&self.exercise, &given);
        self.tries = self.tries.saturating_add(1);
        if verdict.right {
            let effort = Effort { tries: self.tries.min(Effort::MOST_TRIES), hints: self.hints as u8 };
            self.end(Standing::Solved(effort));
        }
        self.verdict = Some(verdict);
    }

    /// Shows the answer unsolved.
    pub fn show(&mut self) {
        if self.may_show() {
            self.end(Standing::Shown);
            self.verdict = None;
        }
    }

    fn end(&mut self, standing: Standing) {
        self.standing = standing;
        if self.exercise.challenge().is_some() {
            self.ask();
        }
        let at = self.clock.playhead;
        self.limit();
        self.clock.seek(at);
    }

    /// Lets the policies serve the jobs, which takes no time to speak of.
    fn record(&mut self) {
        let Some(exhibit) = self.exercise.exhibit() else { return };
        self.timelines = Exhibit::of(self.jobs.clone(), exhibit.policies.clone()).record().into_iter().map(Rc::new).collect();
    }

    fn around(&self) -> TimelineFrame {
        let around = TimelineFrame::around(self.timelines.iter().map(Rc::as_ref));
        TimelineFrame { end: beyond(around.end), ..around }
    }

    /// Gives the clock the events that may be known of.
    fn limit(&mut self) {
        let last = if self.answered() || !self.exercise.hides_future { f64::INFINITY } else { self.exercise.at };
        let times = self.timelines.iter().flat_map(|timeline| timeline.snapshots.iter().map(|snapshot| snapshot.time));
        let known = times.filter(|time| *time <= last).chain((last < f64::INFINITY).then_some(last));
        self.clock.set_events(known.collect());
    }

    /// The mean sojourn times of a goal's two policies, or of its one.
    pub fn means(&self) -> Vec<f64> {
        let mean = |policy: &Policy| {
            let timeline = self.timelines.iter().find(|timeline| timeline.policy == *policy);
            timeline.map_or(f64::NAN, |timeline| mean_sojourn(timeline))
        };
        match self.goal().map(|goal| &goal.aim) {
            Some(Aim::Worse { policy, than, .. }) => vec![mean(policy), mean(than)],
            Some(Aim::AtMost { policy, .. }) => vec![mean(policy)],
            None => vec![],
        }
    }
}

/// A round number beyond the end, so that the end of an axis does not tell when something happens.
fn beyond(end: f64) -> f64 {
    let unit = libm::pow(10.0, libm::floor(libm::log10(end.max(1e-6)))) / 2.0;
    libm::ceil(end * 1.1 / unit) * unit
}
