//! The view: the task and the answer on the left, the pictures on the right; on a phone below each other.

use super::answer::answer;
use super::focus::Focus;
use super::gallery::{dots, gallery, list};
use super::picture::pictures;
use crate::web::controls::value_of;
use crate::web::playback::transport;
use gloo::utils::window;
use schedscope_chart::Mode;
use schedscope_core::exhibit::exercises::Exercise;
use schedscope_state::exercises::{Change, Exercises, Standing, Work, said};
use schedscope_state::explained::Lesson;
use schedscope_state::state::{Action, State};
use schedscope_state::view::View;
use std::rc::Rc;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::prelude::*;

/// The view.
pub fn view(state: &State, dispatch: &Callback<Action>) -> Html {
    let Some(exercises) = state.only::<Exercises>() else { return Html::default() };
    let mode = state.mode();
    let change = dispatch.reform(|change: Change| Action::Room(View::Exercises, change.into()));
    let work = exercises.work.as_ref();
    let answered = work.is_some_and(|work| work.answered());
    let (hints, judged) = work.map_or((0, false), |work| (work.hints, work.verdict.is_some()));
    html! {
        <>
            { match (&exercises.work, exercises.open) {
                (Some(work), Some(place)) => open(exercises, work, place, mode, &change, dispatch),
                _ => gallery(exercises, &change),
            } }
            <Focus open={exercises.open} {answered} {hints} {judged} />
        </>
    }
}

/// The exercise that is open.
fn open(exercises: &Exercises, work: &Rc<Work>, place: usize, mode: Mode, change: &Callback<Change>, dispatch: &Callback<Action>) -> Html {
    let exercise = &work.exercise;
    let back = change.reform(|event: MouseEvent| {
        event.prevent_default();
        Change::Gallery
    });
    html! {
        <main class="view exercise" id="main" key={exercise.mark()} data-exercise={(place + 1).to_string()}>
            <div class="exercise-top">
                <a href="#exercises" id="to-gallery" onclick={back}>{ "‹ Exercises" }</a>
                { dots(exercises, place) }
            </div>
            <section class="task" aria-labelledby="exercise-title">
                if exercises.name.is_some() || exercises.set.exercises.len() > 1 {
                    <p class="muted small set-title">{ exercises.set.title.clone() }</p>
                }
                <h2 id="exercise-title" tabindex="-1">{ exercise.title.clone() }</h2>
                <p class="exercise-text">{ stressed(&exercise.text) }</p>
                { learn(exercise) }
                { answer(work, mode, change) }
                { hints(work) }
                { verdict(work) }
                { proof(exercises, work, place, change) }
            </section>
            <section class="exercise-stage" aria-label="Pictures">
                { pictures(work, mode, change) }
                if let (None, Some(_)) = (work.goal(), exercise.exhibit()) {
                    { transport(&work.clock, &dispatch.reform(Action::Clock), "Simulated time, in units of size at full speed") }
                }
            </section>
            <nav class="exercise-list" aria-label="All exercises of the set">{ list(exercises, Some(place), change) }</nav>
        </main>
    }
}

/// The page of Learn that explains it.
fn learn(exercise: &Exercise) -> Html {
    let lesson = Lesson::of_exercise(exercise);
    html! { <p class="small"><a id="exercise-learn" href={lesson.link()}>{ format!("In Learn: {}", lesson.title()) }</a></p> }
}

/// A text in which words between `**` are stressed, and words between backticks are code.
pub fn stressed(text: &str) -> Html {
    let coded = |text: &str| -> Html {
        let part = |(i, part): (usize, &str)| {
            if i % 2 == 1 {
                html! { <code>{ part.to_owned() }</code> }
            } else {
                part.to_owned().into()
            }
        };
        text.split('`').enumerate().map(part).collect()
    };
    let part = |(i, part): (usize, &str)| {
        if i % 2 == 1 {
            html! { <strong>{ coded(part) }</strong> }
        } else {
            coded(part)
        }
    };
    text.split("**").enumerate().map(part).collect()
}

/// The hints that are shown so far.
fn hints(work: &Work) -> Html {
    let Exercise { hints, .. } = &*work.exercise;
    html! {
        <div class="hints" role="status">
            { for hints.iter().take(work.hints).enumerate().map(|(i, hint)| html! {
                <p class="shown-hint" key={i}><strong>{ format!("Hint {} of {} ", i + 1, hints.len()) }</strong>{ hint.clone() }</p>
            }) }
        </div>
    }
}

/// What is said of the answer.
fn verdict(work: &Work) -> Html {
    let right = work.verdict.as_ref().map(|verdict| verdict.right);
    let said = match (&work.verdict, work.standing) {
        (Some(verdict), _) if verdict.right => format!("Right. {}", verdict.words),
        (Some(verdict), _) => format!("Not yet. {} {}", verdict.words, verdict.help).trim_end().to_owned(),
        (None, Standing::Solved(_)) => "You have solved this one.".to_owned(),
        (None, Standing::Shown) => "This is the answer. Without having solved it, you get no code.".to_owned(),
        (None, Standing::Open) if work.waits => format!("Simulating … {:.0} %", 100.0 * work.inquiry.progress()),
        (None, Standing::Open) => work.inquiry.fault.as_ref().map(|fault| fault.message.clone()).unwrap_or_default(),
    };
    // What a right verdict has said already is not said again.
    let why = match right {
        Some(true) => Some(work.exercise.why.clone()),
        _ => work.answer(),
    };
    html! {
        <div id="exercise-verdict" tabindex="-1" class={classes!("outcome", right.map(|right| if right { "right" } else { "not" }))} role="status">
            <p>{ said }</p>
            if let Some(why) = why.filter(|why| work.answered() && !why.is_empty()) {
                <p class="why-so">{ why }</p>
            }
        </div>
    }
}

/// The code of who has solved it.
fn proof(exercises: &Exercises, work: &Work, place: usize, change: &Callback<Change>) -> Html {
    let named = change.reform(|event: InputEvent| Change::Student(value_of(&event)));
    let code = exercises.code();
    let next = place + 1;
    let act = |what: Change| change.reform(move |_: MouseEvent| what.clone());
    html! {
        <div class={classes!("proof", code.is_some().then_some("solved"))}>
            <p class="proof-head"><strong>{ "Your code" }</strong>
                <output id="exercise-code" aria-live="off">{ code.clone().unwrap_or_else(|| "····-····".to_owned()) }</output>
                if let Some(code) = &code {
                    <CopyCode text={format!("{} {code}", exercises.student.trim()).trim().to_owned()} />
                }
            </p>
            if let (Some(_), Standing::Solved(effort)) = (&code, work.standing) {
                <label class="student">{ "Your name, if your teacher wants it in the code; the code changes with it " }
                    <input type="text" id="student" autocomplete="name" maxlength="80" value={exercises.student.clone()} oninput={named} />
                </label>
                <p class="muted small" id="effort">{ format!("This code stands for: exercise {}, {}, {}.", place + 1, said(effort), owner(&exercises.student)) }</p>
                <div class="after">
                    if next < exercises.set.exercises.len() {
                        <button type="button" id="exercise-next" class="primary" onclick={act(Change::Open(next))}>{ "Next exercise →" }</button>
                    }
                    <button type="button" id="exercise-again" class="quiet" onclick={act(Change::Again)}>{ "Try again" }</button>
                </div>
            } else if work.standing == Standing::Shown {
                <p class="muted small">{ "A code is for those who solve it." }</p>
                <div class="after">
                    if next < exercises.set.exercises.len() {
                        <button type="button" id="exercise-next" class="primary" onclick={act(Change::Open(next))}>{ "Next exercise →" }</button>
                    }
                    <button type="button" id="exercise-again" class="quiet" onclick={act(Change::Again)}>{ "Try again" }</button>
                </div>
            } else {
                <p class="muted small">{ "It appears when you have solved the exercise, and shows your teacher that you have." }</p>
            }
        </div>
    }
}

/// Whose code it is, in words.
fn owner(student: &str) -> String {
    let student = student.trim();
    if student.is_empty() { "no name".to_owned() } else { format!("by {student}") }
}

/// Properties of [`CopyCode`].
#[derive(Clone, PartialEq, Properties)]
struct CopyProps {
    /// What is copied: the code, after the name.
    text: String,
}

/// A button that copies the code as a teacher can paste it.
#[component]
fn CopyCode(props: &CopyProps) -> Html {
    // The text that was copied, or could not be.
    let copied = use_state_eq(|| None::<(String, bool)>);
    let onclick = {
        let (text, copied) = (props.text.clone(), copied.setter());
        Callback::from(move |_: MouseEvent| {
            let (text, copied) = (text.clone(), copied.clone());
            spawn_local(async move {
                let done = JsFuture::from(window().navigator().clipboard().write_text(&text)).await.is_ok();
                copied.set(Some((text, done)));
            });
        })
    };
    let said = match copied.as_ref().filter(|(text, _)| *text == props.text) {
        None => "Copy",
        Some((_, true)) => "Copied",
        Some((_, false)) => "Select and copy the code",
    };
    html! { <button type="button" id="copy-code" class="quiet" title={format!("Copy “{}”", props.text)} {onclick}>{ said }</button> }
}
