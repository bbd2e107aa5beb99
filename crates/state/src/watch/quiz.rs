//! The quiz: exercises that are drawn from what is shown. It hides the future and the other policies, asks, checks and counts.

use schedscope::server::{Policy, Timeline};
use schedscope::sim::number;
use schedscope_core::exhibit::Exhibit;
use schedscope_core::exhibit::exercises::{Asked, Exercise, Given, Truth, Verdict};
use std::rc::Rc;

/// How far the quiz is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Quiz {
    /// The question, until there is none left.
    pub question: Option<Rc<Exercise>>,
    /// The jobs that can be chosen as its answer, where jobs are asked for.
    pub candidates: Vec<u64>,
    /// Those that are chosen.
    pub chosen: Vec<u64>,
    /// The time that is typed as its answer.
    pub typed: String,
    /// What is said of the answer, once it is final.
    pub verdict: Option<Verdict>,
    /// The answer.
    truth: Option<Truth>,
    /// How many questions were asked.
    asked: usize,
    /// How many answers were right.
    right: usize,
    /// What is seen so far.
    seen: f64,
}

impl Quiz {
    /// Takes the next question.
    pub fn ask(&mut self, exhibit: &Exhibit, timelines: &[&Timeline]) {
        let question = Exercise::after(exhibit, timelines, self.seen, self.asked);
        let under = question.as_ref().and_then(Exercise::under);
        let timeline = timelines.iter().find(|timeline| Some(&timeline.policy) == under);
        self.candidates = question.as_ref().zip(timeline).map(|(question, timeline)| question.candidates(timeline)).unwrap_or_default();
        self.truth = question.as_ref().and_then(Truth::of);
        self.chosen.clear();
        self.typed.clear();
        self.verdict = None;
        match &question {
            Some(question) => (self.asked, self.seen) = (self.asked + 1, question.at),
            None => self.seen = f64::MAX,
        }
        self.question = question.map(Rc::new);
    }

    /// Where the playhead belongs.
    pub fn time(&self) -> f64 {
        self.seen
    }

    /// Whether the future is hidden.
    pub fn hides(&self) -> bool {
        self.question.is_some()
    }

    /// The policy that is asked about, until there is an answer.
    pub fn under(&self) -> Option<&Policy> {
        self.question.as_ref().filter(|_| self.verdict.is_none()).and_then(|question| question.under())
    }

    /// Whether what happens at the playhead under this policy is to be guessed.
    pub fn keeps_secret(&self, policy: &Policy) -> bool {
        self.under() == Some(policy)
    }

    /// Whether this policy is not to be seen before the answer: it would help.
    pub fn withholds(&self, policy: &Policy) -> bool {
        self.under().is_some_and(|under| under != policy)
    }

    /// Chooses a job or drops it.
    pub fn guess(&mut self, job: u64) {
        match self.chosen.iter().position(|chosen| *chosen == job) {
            Some(position) => drop(self.chosen.remove(position)),
            None => self.chosen.push(job),
        }
    }

    /// Takes what was typed.
    pub fn guess_time(&mut self, text: String) {
        self.typed = text;
    }

    fn given(&self) -> Option<Given> {
        match self.question.as_ref()?.asked {
            Asked::Served { .. } => (!self.chosen.is_empty()).then(|| Given::Served(self.chosen.clone())),
            _ => number(&self.typed.trim().replace(',', ".")).filter(|guess| guess.is_finite()).map(Given::Number),
        }
    }

    /// How many answers were right, and how many were judged.
    pub fn score(&self) -> (usize, usize) {
        (self.right, self.asked - usize::from(self.question.is_some() && self.verdict.is_none()))
    }

    /// Whether there is an answer to check.
    pub fn ready(&self) -> bool {
        self.verdict.is_none() && self.given().is_some()
    }

    /// Whether this job is part of the right answer, once it may be known.
    pub fn was_served(&self, job: u64) -> bool {
        self.verdict.is_some() && matches!(&self.truth, Some(Truth::Served(served)) if served.contains(&job))
    }

    /// What is said of the answer, with the right one and its reason.
    pub fn said(&self) -> Option<String> {
        let (verdict, truth, question) = (self.verdict.as_ref()?, self.truth.as_ref()?, self.question.as_ref()?);
        let judged = if verdict.right { "Right.".to_owned() } else { format!("Not so. {}", verdict.words) };
        Some(format!("{judged} {} {}", truth.words(question), question.why))
    }

    /// Judges the answer and lets it be seen.
    pub fn check(&mut self, timelines: &[&Timeline]) {
        let (Some(question), Some(truth)) = (self.question.clone(), self.truth.clone()) else { return };
        let Some(given) = self.given().filter(|_| self.ready()) else { return };
        let verdict = truth.judge(&question, &given);
        self.right += usize::from(verdict.right);
        self.verdict = Some(verdict);
        self.seen = match truth {
            Truth::Instant(at) => at,
            _ => {
                let timeline = timelines.iter().find(|timeline| Some(&timeline.policy) == question.under());
                let next = timeline.and_then(|timeline| timeline.snapshots.iter().find(|snapshot| snapshot.time > question.at));
                next.map_or(question.at, |snapshot| snapshot.time)
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use schedscope_core::exhibit::example;

    fn opening() -> (Exhibit, Vec<Timeline>) {
        let exhibit = Exhibit::of_example(example("under-estimated").unwrap());
        let recorded = exhibit.record();
        (exhibit, recorded)
    }

    /// Answers a question, rightly or not.
    fn answer(quiz: &mut Quiz, rightly: bool) {
        match quiz.truth.clone().unwrap() {
            Truth::Served(served) => {
                let wrong = || quiz.candidates.iter().copied().filter(|job| !served.contains(job)).collect();
                let chosen: Vec<u64> = if rightly { served.clone() } else { wrong() };
                chosen.into_iter().for_each(|job| quiz.guess(job));
            }
            Truth::Instant(at) => quiz.guess_time(format!(" {} ", if rightly { at } else { at + 10.0 })),
            truth => panic!("{truth:?}"),
        }
    }

    #[test]
    fn asks_judges_and_counts_until_there_is_nothing_left() {
        let (exhibit, recorded) = opening();
        let timelines: Vec<&Timeline> = recorded.iter().collect();
        let mut quiz = Quiz::default();
        let mut asked = 0;
        loop {
            quiz.ask(&exhibit, &timelines);
            if quiz.question.is_none() {
                break;
            }
            assert!(quiz.hides() && quiz.verdict.is_none() && quiz.chosen.is_empty() && quiz.typed.is_empty());
            assert_eq!(quiz.score().1, asked);
            let rightly = asked % 2 == 0;
            answer(&mut quiz, rightly);
            quiz.check(&timelines);
            asked += 1;
            assert_eq!((quiz.verdict.as_ref().map(|verdict| verdict.right), quiz.score()), (Some(rightly), (asked.div_ceil(2), asked)));
            assert!(quiz.said().unwrap().starts_with(if rightly { "Right." } else { "Not so." }));
        }
        assert!(asked >= 3 && !quiz.hides() && quiz.time() == f64::MAX);
    }

    #[test]
    fn an_answer_is_final_once_it_is_judged_and_until_then_the_others_are_not_seen() {
        let (exhibit, recorded) = opening();
        let timelines: Vec<&Timeline> = recorded.iter().collect();
        let mut quiz = Quiz::default();
        quiz.ask(&exhibit, &timelines);
        quiz.check(&timelines);
        assert!(quiz.verdict.is_none() && !quiz.ready(), "nothing was chosen");
        let [asked, other] = [0, 1].map(|i| timelines[i].policy.clone());
        assert!(quiz.keeps_secret(&asked) && !quiz.keeps_secret(&other));
        assert!(quiz.withholds(&other) && !quiz.withholds(&asked));
        let at = quiz.time();
        answer(&mut quiz, true);
        assert!(quiz.ready() && !quiz.was_served(1));
        quiz.check(&timelines);
        quiz.check(&timelines);
        assert_eq!(quiz.score(), (1, 1));
        assert!(quiz.time() > at && !quiz.keeps_secret(&asked) && !quiz.withholds(&other) && quiz.was_served(1), "the answer can be seen");
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
