//! The quiz: hides the future, asks, checks, explains and counts.

use super::state::Change;
use crate::experiment::{Asked, Question};
use crate::web::controls::value_of;
use crate::web::state::Action;
use schedscope_engine::server::{Timeline, job_name};
use schedscope_engine::sim::number;
use std::rc::Rc;
use yew::prelude::*;

/// How far the quiz is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Quiz {
    /// The question, until there is none left.
    pub question: Option<Question>,
    chosen: Vec<u32>,
    typed: String,
    verdict: Option<bool>,
    asked: usize,
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

    /// Whether there is an answer to check.
    fn ready(&self) -> bool {
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

/// The question and the means to answer it.
pub fn card(quiz: &Quiz, timelines: &[Rc<Timeline>], dispatch: &Callback<Action>) -> Html {
    let act = |change: Change| dispatch.reform(move |_: MouseEvent| Action::Watch(change.clone()));
    let judged = quiz.asked - usize::from(quiz.question.is_some() && quiz.verdict.is_none());
    let score = html! { <p class="score muted" id="quiz-score">{ (judged > 0).then(|| format!("{} of {judged} right", quiz.right)) }</p> };
    let Some(question) = &quiz.question else {
        return html! {
            <section class="quiz" aria-label="Quiz">
                <p id="quiz-question" role="status">{ "That was the last question about these jobs." }</p>
                { score }
                <button type="button" id="quiz-again" class="primary" onclick={act(Change::Quiz(true))}>{ "Ask again" }</button>
                <button type="button" class="quiet" onclick={act(Change::Quiz(false))}>{ "End the quiz" }</button>
            </section>
        };
    };
    let Some(timeline) = timelines.get(question.timeline) else { return html! {} };
    let over = quiz.verdict.is_some();
    let means = match &question.asked {
        Asked::Served { present, served } => {
            let choice = |job: &u32| {
                let name = job_name(timeline, *job as usize);
                let chosen = quiz.chosen.contains(job);
                let truth = (over && served.contains(job)).then_some("right");
                html! {
                    <button
                        type="button" class={classes!("quiet", "option", truth)} aria-pressed={chosen.to_string()} disabled={over} data-job={name.clone()}
                        onclick={act(Change::Guess(*job))}
                    >{ name }</button>
                }
            };
            html! { <div class="options" role="group" aria-label="Who is served: choose one or several">{ for present.iter().map(choice) }</div> }
        }
        Asked::Completion { .. } => {
            let oninput = dispatch.reform(|event: InputEvent| Action::Watch(Change::GuessTime(value_of(&event))));
            html! {
                <label class="options">{ "t = " }<input
                    type="text" inputmode="decimal" id="quiz-time" autocomplete="off" value={quiz.typed.clone()} disabled={over} {oninput}
                /></label>
            }
        }
    };
    let said = quiz.verdict.map(|right| format!("{} {}", if right { "Right." } else { "Not so." }, question.answer(timeline)));
    let onsubmit = dispatch.reform(move |event: SubmitEvent| {
        event.prevent_default();
        Action::Watch(if over { Change::Ask } else { Change::Check })
    });
    html! {
        <section class="quiz" aria-label="Quiz">
            <form {onsubmit}>
                <p id="quiz-question" role="status">{ question.text(timeline) }</p>
                { means }
                <button type="submit" id="quiz-go" class="primary" disabled={!over && !quiz.ready()}>{ if over { "Next question" } else { "Check" } }</button>
                { score }
            </form>
            <p id="quiz-verdict" class={classes!("verdict", quiz.verdict.map(|right| if right { "right" } else { "not" }))} role="status">{ said }</p>
        </section>
    }
}
