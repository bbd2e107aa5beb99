//! The card of the quiz: asks, takes the answer, and explains.

use crate::exhibit::Asked;
use crate::page::state::Action;
use crate::page::watch::{Change, Quiz};
use crate::web::controls::value_of;
use schedscope_engine::server::{Timeline, job_name};
use std::rc::Rc;
use yew::prelude::*;

/// The question and the means to answer it.
pub fn card(quiz: &Quiz, timelines: &[Rc<Timeline>], dispatch: &Callback<Action>) -> Html {
    let act = |change: Change| dispatch.reform(move |_: MouseEvent| Action::Watch(change.clone()));
    let (right, judged) = quiz.score();
    let score = html! { <p class="score muted" id="quiz-score">{ (judged > 0).then(|| format!("{right} of {judged} right")) }</p> };
    let Some(question) = &quiz.question else {
        return html! {
            <section class="quiz" aria-label="Quiz">
                <p id="quiz-question" role="status">{ "That was the last question on these jobs." }</p>
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
            html! { <div class="options" role="group" aria-label="Jobs in service: choose one or several">{ for present.iter().map(choice) }</div> }
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
