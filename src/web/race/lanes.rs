//! The lane of each policy: its name and rule, the discs, and how many they are.

use crate::web::canvas::text_scale;
use crate::web::played::{Figures, Subject};
use schedscope_chart::{Guess, Mode, Theme, race_job_at};
use schedscope_state::format;
use schedscope_state::race::{Race, words};
use yew::prelude::*;

/// The lanes, one below the other.
pub fn lanes(figures: &Figures<'_, Race>) -> Html {
    html! { <div class="race-lanes">{ for figures.subjects.iter().enumerate().map(|(i, subject)| lane(figures, i, subject)) }</div> }
}

fn lane(figures: &Figures<'_, Race>, position: usize, subject: &Subject) -> Html {
    let race = figures.played;
    let (still, told) = (race.still(), race.told());
    let run = figures.shown.and_then(|shown| shown.runs.get(position));
    let late = run.and_then(|run| words::late(run, told));
    let label = run.map_or_else(String::new, |run| words::lane(run, told));
    let hears = figures.shown.cloned().map(|shown| {
        figures.hears(move |((x, y), (width, height))| {
            let letters = text_scale();
            race_job_at((x / letters, y / letters), (width / letters, height / letters), shown.lane(position, still, None)?)
        })
    });
    let colour = figures.colour(subject.look);
    html! {
        <section class={classes!("race-lane", late.is_some().then_some("blocked"))} key={subject.written.clone()} data-policy={subject.written.clone()} aria-label={subject.name.clone()}>
            <p class="race-rule">
                <strong style={colour.clone()}>{ figures.swatched(subject) }</strong>
                if let Some(late) = late {
                    <span class="race-late">{ late }</span>
                } else {
                    <span class="muted">{ subject.row.line }</span>
                }
            </p>
            { figures.canvas(format!("lane-{position}"), race.lane(position), label, hears.unwrap_or_default()) }
            <p class="race-count">
                <output class="race-here-now" style={colour}>{ run.map_or_else(String::new, |run| format::whole(run.present(still).into())) }</output>
                <span class="muted">{ "in the system" }</span>
                <span class="race-left muted">{ run.map_or_else(String::new, |run| words::left(run, still)) }</span>
            </p>
        </section>
    }
}

/// What colours and forms mean.
pub fn key(mode: Mode) -> Html {
    let theme = Theme::of(mode);
    let dot = |guess: Guess, words: &'static str| html! { <span><i style={format!("background: {}", theme.guess(guess).css())} />{ words }</span> };
    html! {
        <p class="race-key small muted">
            { dot(Guess::Low, "guessed too low") }
            { dot(Guess::Exact, "about right (within 1.41×)") }
            { dot(Guess::High, "too high") }
            <span class="race-late"><i class="struck" />{ "late" }</span>
            <span><i class="ring" />{ "its size at arrival" }</span>
        </p>
    }
}
