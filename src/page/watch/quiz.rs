//! The quiz: hides the future, asks, checks and counts.

use crate::exhibit::Question;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exhibit::{Asked, Exhibit};

    fn recorded() -> Vec<Timeline> {
        Exhibit::of_example("under-estimated").unwrap().record()
    }

    /// Answers a question, rightly or not.
    fn answer(quiz: &mut Quiz, rightly: bool) {
        match &quiz.question.as_ref().unwrap().asked {
            Asked::Served { present, served } => {
                let wrong = || present.iter().copied().filter(|job| !served.contains(job)).collect();
                let chosen: Vec<u32> = if rightly { served.clone() } else { wrong() };
                chosen.into_iter().for_each(|job| quiz.guess(job));
            }
            Asked::Completion { at, tolerance, .. } => {
                let guess = if rightly { *at } else { at + 2.0 * tolerance };
                quiz.guess_time(format!(" {guess} "));
            }
        }
    }

    #[test]
    fn asks_judges_and_counts_until_there_is_nothing_left() {
        let recorded = recorded();
        let timelines: Vec<&Timeline> = recorded.iter().collect();
        let mut quiz = Quiz::default();
        let mut asked = 0;
        loop {
            quiz.ask(&timelines);
            if quiz.question.is_none() {
                break;
            }
            assert!(quiz.hides() && quiz.verdict.is_none() && quiz.chosen.is_empty() && quiz.typed.is_empty());
            assert_eq!(quiz.score().1, asked);
            let rightly = asked % 2 == 0;
            answer(&mut quiz, rightly);
            quiz.check(&timelines);
            asked += 1;
            assert_eq!((quiz.verdict, quiz.score()), (Some(rightly), (asked.div_ceil(2), asked)));
        }
        assert!(asked >= 3 && !quiz.hides() && quiz.time() == f64::MAX);
    }

    #[test]
    fn an_answer_is_final_once_it_is_judged() {
        let recorded = recorded();
        let timelines: Vec<&Timeline> = recorded.iter().collect();
        let mut quiz = Quiz::default();
        quiz.ask(&timelines);
        quiz.check(&timelines);
        assert!(quiz.verdict.is_none() && !quiz.ready(), "nothing was chosen");
        assert!(quiz.keeps_secret(0) && !quiz.keeps_secret(1));
        let at = quiz.time();
        answer(&mut quiz, true);
        assert!(quiz.ready());
        quiz.check(&timelines);
        quiz.check(&timelines);
        assert_eq!(quiz.score(), (1, 1));
        assert!(quiz.time() > at && !quiz.keeps_secret(0), "the answer can be seen");
    }

    #[test]
    fn a_job_that_is_chosen_twice_is_dropped() {
        let mut quiz = Quiz::default();
        for job in [1, 2, 1] {
            quiz.guess(job);
        }
        assert_eq!(quiz.chosen, [2]);
    }
}
