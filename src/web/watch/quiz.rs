//! The card of the quiz: asks, takes the answer, and explains.

use crate::web::controls::value_of;
use crate::web::exercises::choice_of_jobs;
use crate::web::sight::Sight;
use schedscope_core::exhibit::Exhibit;
use schedscope_core::exhibit::exercises::Asked;
use schedscope_state::state::Action;
use schedscope_state::watch::{Change, Quiz};
use yew::prelude::*;

/// The question and the means to answer it.
pub fn card(quiz: &Quiz, exhibit: &Exhibit, dispatch: &Callback<Action>) -> Html {
    let act = |change: Change| dispatch.reform(move |_: MouseEvent| Action::from(change.clone()));
    let (right, judged) = quiz.score();
    let score = html! { <p class="score muted" id="quiz-score">{ (judged > 0).then(|| format!("{right} of {judged} right")) }</p> };
    let Some(question) = &quiz.question else {
        return html! {
            <section class="quiz" aria-label="Quiz">
                <p id="quiz-question" role="status">{ "That was the last question on these jobs." }</p>
                { score }
                <div class="quiz-after">
                    <button type="button" id="quiz-again" class="primary" onclick={act(Change::Quiz(true))}>{ "Ask again" }</button>
                    <button type="button" class="quiet" onclick={act(Change::Quiz(false))}>{ "End the quiz" }</button>
                    <a href="#exercises">{ "Ten exercises of this kind →" }</a>
                </div>
            </section>
        };
    };
    let over = quiz.verdict.is_some();
    let means = match &question.asked {
        Asked::Served { .. } => {
            let pick = dispatch.reform(|job: u64| Action::from(Change::Guess(job)));
            choice_of_jobs(exhibit, &quiz.candidates, &quiz.chosen, |job| quiz.was_served(job), over, &pick)
        }
        _ => {
            let oninput = dispatch.reform(|event: InputEvent| Action::from(Change::GuessTime(value_of(&event))));
            html! {
                <label class="options">{ "t = " }<input
                    type="text" inputmode="decimal" id="quiz-time" autocomplete="off" value={quiz.typed.clone()} disabled={over} {oninput}
                /></label>
            }
        }
    };
    let onsubmit = dispatch.reform(move |event: SubmitEvent| {
        event.prevent_default();
        Action::from(if over { Change::Ask } else { Change::Check })
    });
    let class = classes!("outcome", quiz.verdict.as_ref().map(|verdict| if verdict.right { "right" } else { "not" }));
    html! {
        <section class="quiz" aria-label="Quiz">
            <form {onsubmit}>
                <p id="quiz-question" role="status">{ question.text.clone() }</p>
                { means }
                <button type="submit" id="quiz-go" class="primary" disabled={!over && !quiz.ready()}>{ if over { "Next question" } else { "Check" } }</button>
                { score }
            </form>
            <p id="quiz-verdict" {class} role="status">{ quiz.said() }</p>
            <Sight from=".quiz" to=".quiz" what={format!("{} {over}", question.text)} />
        </section>
    }
}
