//! What the workers are asked about an exercise with many jobs, and what becomes of their answers: of a challenge, the scores of the
//! policy that the student writes.

use super::Work;
use crate::inquiry::{Phase, Told};
use crate::lab;
use crate::stage::assembled;
use schedscope_core::exhibit::exercises::{Challenge, Score, Truth};
use schedscope_core::experiment::Scenario;
use std::rc::Rc;

impl Work {
    /// The policy that the formula makes, if it is one that may be written.
    pub fn formula(&self) -> Option<String> {
        self.exercise.challenge()?;
        self.lab.rule().ok().map(|rule| rule.written())
    }

    /// Its score, if it is known.
    pub fn formula_score(&self) -> Option<Score> {
        self.truth.as_ref()?.score(&self.formula()?)
    }

    /// The scores that stand beside it: those of the policies of the load and, once it may be seen, of the reference; each with its policy,
    /// and none where it is not known yet.
    pub fn scores(&self) -> Vec<(String, Option<Score>)> {
        let known = |key: String| {
            let score = self.truth.as_ref().and_then(|truth| truth.score(&key));
            (key, score)
        };
        self.beside().into_iter().map(known).collect()
    }

    /// The policies with which a formula is compared.
    fn beside(&self) -> Vec<String> {
        let load = self.exercise.load().map(|load| load.policies.clone()).unwrap_or_default();
        let reference = self.exercise.challenge().filter(|_| self.answered()).and_then(Challenge::referred);
        load.into_iter().chain(reference).collect()
    }

    /// The policies of which the workers are to find out what they come to.
    pub(super) fn unknown(&self) -> Vec<String> {
        let known = |key: &String| match self.truth.as_deref() {
            Some(truth @ Truth::Scores(_)) => truth.score(key).is_some(),
            Some(_) => true,
            None => false,
        };
        let mut wanted = self.beside();
        wanted.extend(self.formula().filter(|formula| !wanted.contains(formula)));
        wanted.retain(|key| !known(key));
        wanted
    }

    /// What the workers are asked, if it is about a load.
    pub fn question(&self) -> Option<Scenario> {
        Some(Scenario { policies: self.asked.clone(), ..self.exercise.load()?.clone() })
    }

    /// Whether the workers are to begin: somebody waits for what they find, and somebody who writes a formula always does.
    pub fn runs(&self) -> bool {
        let wanted = self.waits || self.answered() || self.exercise.challenge().is_some();
        wanted && !self.asked.is_empty() && self.inquiry.phase != Phase::Done
    }

    /// Asks the workers about what is not known, unless they are at it.
    pub(super) fn ask(&mut self) {
        let unknown = self.unknown();
        if unknown != self.asked {
            self.asked = unknown;
            self.inquiry.ask(false);
        }
    }

    /// The formula was changed.
    pub fn formulate(&mut self, change: lab::Change) {
        // What it made is kept nowhere else.
        let _ = self.lab.change(change);
        if !self.answered() {
            (self.verdict, self.waits) = (None, false);
        }
        self.ask();
    }

    /// What the workers have to say.
    pub fn told(&mut self, told: Told) {
        let Some(mut scenario) = self.question() else { return };
        if let Some(mut answers) = self.inquiry.told(told, scenario.policies.len()) {
            if let Some(times) = self.exercise.challenge().and_then(|challenge| challenge.times.clone()) {
                match (&self.control, scenario.policies.iter().position(|key| *key == times)) {
                    (_, Some(place)) => self.control = answers.get(place).cloned().map(Rc::new),
                    (Some(control), None) => {
                        answers.push((**control).clone());
                        scenario.policies.push(times);
                    }
                    (None, None) => {}
                }
            }
            if let Some((report, ..)) = assembled(&scenario, answers) {
                self.learn(Truth::measured(&self.exercise, &report));
                self.inquiry.answered(report);
                if self.waits {
                    self.waits = false;
                    self.judge();
                }
            }
        }
        if self.inquiry.phase == Phase::Failed {
            self.waits = false;
        }
    }

    /// What was found out joins what is known.
    fn learn(&mut self, found: Option<Truth>) {
        match (self.truth.as_deref(), found) {
            (Some(Truth::Scores(known)), Some(Truth::Scores(found))) => {
                let new = found.into_iter().filter(|(key, _)| known.iter().all(|(other, _)| other != key));
                self.truth = Some(Rc::new(Truth::Scores(known.iter().cloned().chain(new).collect())));
            }
            (_, found) => self.truth = found.map(Rc::new),
        }
    }
}
