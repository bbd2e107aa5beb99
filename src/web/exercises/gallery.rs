//! The gallery: the exercises of a set, and what a teacher does with them.

use super::claims::claims;
use crate::web::controls::value_of;
use crate::web::files::chosen_text;
use crate::web::sight::Sight;
use schedscope_core::exhibit::exercises::{Asked, Exercise, titles};
use schedscope_state::exercises::{Change, Exercises, Record};
use schedscope_state::format;
use yew::prelude::*;

/// The gallery.
pub fn gallery(exercises: &Exercises, change: &Callback<Change>) -> Html {
    let set = &exercises.set;
    let next = exercises.next();
    let go = change.reform(move |_: MouseEvent| Change::Open(next));
    let started = exercises.score().0 > 0;
    let other = |(name, title): (&'static str, &'static str)| {
        let here = exercises.name == Some(name);
        html! { <button type="button" class="quiet" key={name} data-set={name} aria-pressed={here.to_string()} onclick={change.reform(move |_: MouseEvent| Change::Shipped(name))}>{ title }</button> }
    };
    html! {
        <main class="view exercises" id="main">
            <section class="set" aria-labelledby="set-title">
                if let Some(fault) = &exercises.fault {
                    <p class="complaint" id="link-fault" role="alert">{ format!("The link could not be read: {}.", fault.message) }</p>
                }
                <div class="tabs" id="sets" role="group" aria-label="Sets of exercises">{ for titles().map(other) }</div>
                <h2 id="set-title">{ set.title.clone() }</h2>
                <p class="exercise-text">{ "Predict what a scheduler does, or make it do what you want. Answers are computed by the simulator, and solving one gives you a code to hand in." }</p>
                <p class="set-bar">
                    <button type="button" id="exercise-start" class="primary" onclick={go}>{ if started { "Go on" } else { "Start" } }</button>
                    <span class="muted" id="score">{ score(exercises) }</span>
                </p>
                { list(exercises, None, change) }
            </section>
            <section class="teacher" aria-label="For teachers">
                <h2>{ "For teachers" }</h2>
                <div class="teacher-parts">
                    { claim(exercises, change) }
                    { own(exercises, change) }
                </div>
            </section>
        </main>
    }
}

/// How many exercises are solved, in words.
fn score(exercises: &Exercises) -> String {
    let (solved, hints) = exercises.score();
    let all = exercises.set.exercises.len();
    format!("{solved} of {all} solved · {}", format::counted(hints as u64, "hint used", "hints used"))
}

/// The exercises of the set.
pub fn list(exercises: &Exercises, open: Option<usize>, change: &Callback<Change>) -> Html {
    let item = |(place, exercise): (usize, &Exercise)| {
        let record = exercises.record(exercise);
        let (mark, state, class) = match record {
            Some(Record::Solved(_)) => ("✓".to_owned(), ", solved", "solved"),
            Some(Record::Shown) => ((place + 1).to_string(), ", answer shown", "seen"),
            None => ((place + 1).to_string(), "", ""),
        };
        let kind = match exercise.asked {
            Asked::Instant { .. } | Asked::Order { .. } | Asked::Served { .. } | Asked::Mean { .. } => "predict",
            Asked::Goal(_) => "reach a goal",
            Asked::Choose { .. } => "choose",
            Asked::Formula(_) => "write a formula",
        };
        let onclick = change.reform(move |_: MouseEvent| Change::Open(place));
        html! {
            <li key={place}>
                <button type="button" class={classes!("pick-exercise", class)} aria-current={(open == Some(place)).then_some("step")} data-number={(place + 1).to_string()} {onclick}>
                    <span class="number" aria-hidden="true">{ mark }</span>
                    <span class="name"><span class="visually-hidden">{ format!("{}. ", place + 1) }</span>{ exercise.title.clone() }<span class="visually-hidden">{ state }</span></span>
                    if open.is_none() {
                        <span class="kind muted small">{ kind }</span>
                        <span class="teaser muted small">{ teaser(&exercise.text) }</span>
                    }
                </button>
            </li>
        }
    };
    html! { <ol class="exercise-items">{ for exercises.set.exercises.iter().enumerate().map(item) }</ol> }
}

/// The question of a task: what is stressed in it, or else its beginning.
fn teaser(text: &str) -> String {
    /// Characters of a beginning.
    const LONG: usize = 90;
    let question = text.split("**").nth(1).filter(|stressed| stressed.ends_with('?'));
    let plain = question.map_or_else(|| text.replace("**", ""), str::to_owned);
    if plain.chars().count() <= LONG {
        return plain;
    }
    let cut: String = plain.chars().take(LONG).collect();
    cut.rsplit_once(' ').map_or(cut.clone(), |(words, _)| format!("{words} …"))
}

/// How far one is in the set, as dots and in numbers.
pub fn dots(exercises: &Exercises, place: usize) -> Html {
    let all = exercises.set.exercises.len();
    if all == 1 {
        return html! {};
    }
    let dot = |(i, exercise): (usize, &Exercise)| {
        let solved = matches!(exercises.record(exercise), Some(Record::Solved(_)));
        html! { <span class={classes!("dot-step", solved.then_some("solved"), (i == place).then_some("here"))} /> }
    };
    html! {
        <p class="progress-dots">
            <span aria-hidden="true" class="dot-steps">{ for exercises.set.exercises.iter().enumerate().map(dot) }</span>
            <strong><span class="visually-hidden">{ "Exercise " }</span>{ format!("{} / {all}", place + 1) }</strong>
        </p>
    }
}

/// Checks codes that were handed in.
fn claim(exercises: &Exercises, change: &Callback<Change>) -> Html {
    let label = format!(
        "Codes for “{}”, one on each line, with the name that was given. For the codes of another set, open its link first.",
        exercises.set.title
    );
    html! {
        <details class="for-teachers" id="check-code">
            <summary>{ "Check codes" }</summary>
            { claims(&label, &exercises.claims, &exercises.claims(), &change.reform(Change::Claim)) }
            <p class="muted small">
                { "The browser computes a code from the exercise, the name and the tries. Nobody can guess one, but somebody who reads the program can compute it. On the command line: " }
                <code>{ "schedscope exercise verify" }</code>{ "." }
            </p>
        </details>
    }
}

/// A set of one's own.
fn own(exercises: &Exercises, change: &Callback<Change>) -> Html {
    let typed = change.reform(|event: InputEvent| Change::Draft(value_of(&event)));
    html! {
        <details class="for-teachers" id="own-set" open={exercises.writes}>
            <summary>{ "Write your own" }</summary>
            <p class="small">{ "A set of exercises is a text in TOML. Change this one, paste yours, or drop its file anywhere on the page. Once it is open, “Copy link” copies a link to the whole set. Nobody sees hints or solutions by looking at the link; a student who takes this program apart can read them." }</p>
            <label class="visually-hidden" for="set-text">{ "The set, in TOML" }</label>
            <textarea id="set-text" rows="12" spellcheck="false" value={exercises.draft.clone()} oninput={typed} aria-invalid={exercises.draft_fault.is_some().then_some("true")} aria-describedby="set-fault" />
            <p class="complaint" id="set-fault" role="alert">{ exercises.draft_fault.clone() }</p>
            <Sight from="#set-fault" to="#open-set" what={exercises.draft_fault.clone().unwrap_or_default()} />
            <div class="set-bar">
                <button type="button" id="open-set" class="primary" onclick={change.reform(|_: MouseEvent| Change::Load)}>{ "Open this set" }</button>
                <input type="file" id="set-file" class="visually-hidden" accept=".toml" onchange={chosen_text(&change.reform(Change::Read))} />
                <label for="set-file" class="quiet button">{ "Open a file" }</label>
            </div>
        </details>
    }
}
