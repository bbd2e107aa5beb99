//! The quiz: hides the future, asks, checks and counts.

use crate::experiment::Question;
use schedscope_engine::server::Timeline;
use schedscope_engine::sim::number;

/// How far the quiz is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Quiz {
    /// The question, until there is none left.
    pub question: Option<Question>,
    /// The jobs that are chosen as its answer.
    pub chosen: Vec<u32>,
    /// The time that is typed as its answer.
    pub typed: String,
    /// Whether the answer is right, once it is final.
    pub verdict: Option<bool>,
    /// How many questions were asked.
    asked: usize,
    /// How many answers were right.
    right: usize,
    /// What is seen so far.
    seen: f64,
}

impl Quiz {
    /// Takes the next question.
    pub fn ask(&mut self, timelines: &[&Timeline]) {
        self.question = Question::after(timelines, self.seen, self.asked);
        self.chosen.clear();
        self.typed.clear();
        self.verdict = None;
        match &self.question {
            Some(question) => (self.asked, self.seen) = (self.asked + 1, question.time),
            None => self.seen = f64::MAX,
        }
    }

    /// Where the playhead belongs.
    pub fn time(&self) -> f64 {
        self.seen
    }

    /// Whether the future is hidden.
    pub fn hides(&self) -> bool {
        self.question.is_some()
    }

    /// Whether what happens at the playhead in this panel is to be guessed.
    pub fn keeps_secret(&self, panel: usize) -> bool {
        self.verdict.is_none() && self.question.as_ref().is_some_and(|question| question.timeline == panel)
    }

    /// Chooses a job or drops it.
    pub fn guess(&mut self, job: u32) {
        match self.chosen.iter().position(|chosen| *chosen == job) {
            Some(position) => drop(self.chosen.remove(position)),
            None => self.chosen.push(job),
        }
    }

    /// Takes what was typed.
    pub fn guess_time(&mut self, text: String) {
        self.typed = text;
    }

    fn number(&self) -> Option<f64> {
        number(self.typed.trim()).filter(|number| number.is_finite())
    }

    /// How many answers were right, and how many were judged.
    pub fn score(&self) -> (usize, usize) {
        (self.right, self.asked - usize::from(self.question.is_some() && self.verdict.is_none()))
    }

    /// Whether there is an answer to check.
    pub fn ready(&self) -> bool {
        self.verdict.is_none() && (self.number().is_some() || !self.chosen.is_empty())
    }

    /// Judges the answer and lets it be seen.
    pub fn check(&mut self, timelines: &[&Timeline]) {
        let Some(question) = self.question.as_ref().filter(|_| self.ready()) else { return };
        let right = question.is_served(&self.chosen) || self.number().is_some_and(|guess| question.is_completion(guess));
        self.verdict = Some(right);
        self.right += usize::from(right);
        self.seen = question.shows(timelines[question.timeline]);
    }
}
