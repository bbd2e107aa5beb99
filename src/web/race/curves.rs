//! The distributions of slowdown and of sojourn time of those who have left, which grow with each that leaves; and the value that is asked
//! about, which a drag moves.

use crate::web::asked::{Answer, asks, line};
use crate::web::canvas::across;
use crate::web::played::{Figures, Hears};
use schedscope_core::pictures::Quantity;
use schedscope_state::asked;
use schedscope_state::race::{Gesture, Pane, Race};
use schedscope_state::stage::Change;
use yew::prelude::*;

/// Both, slowdown first; where there is room for one only, that which is chosen.
pub fn curves(figures: &Figures<'_, Race>) -> Html {
    let front = figures.front(2);
    let both = [(Quantity::Slowdown, "slowdown", "Slowdown"), (Quantity::Sojourn, "sojourn", "Sojourn time")];
    let tab = |(i, (_, key, title)): (usize, &(Quantity, &'static str, &'static str))| {
        html! { <button type="button" class="quiet" id={format!("front-{key}")} aria-pressed={(i == front).to_string()} onclick={figures.change.reform(move |_: MouseEvent| Change::Front(i))}>{ *title }</button> }
    };
    html! {
        <div class="race-curves">
            <div class="race-tabs" role="group" aria-label="Distribution that is shown">{ for both.iter().enumerate().map(tab) }</div>
            { for both.iter().enumerate().map(|(i, (quantity, key, title))| curve(figures, *quantity, (*key, *title), i == front)) }
        </div>
    }
}

fn curve(figures: &Figures<'_, Race>, quantity: Quantity, (key, title): (&'static str, &'static str), front: bool) -> Html {
    let (race, which) = (figures.played, usize::from(quantity == Quantity::Sojourn));
    let (value, tail) = (race.own.above[which], race.own.tails[which]);
    let named = !race.clock.playing;
    let pane = Pane::Distribution { still: race.still(), quantity, tail, asked: value, lit: race.lit_now(), named };
    let choice = |shows: bool, words: &'static str, hint: &'static str| {
        html! {
            <label class="segment" title={hint}>
                <input type="radio" name={format!("{key}-form")} checked={shows == tail} onchange={figures.change.reform(move |_: Event| Change::Own(Gesture::Tail(quantity, shows)))} />
                <span>{ words }</span>
            </label>
        }
    };
    let onask = figures.change.reform(move |value: f64| Change::Own(Gesture::Ask(quantity, value)));
    let (told, shown) = (race.told(), figures.shown.cloned());
    let answers = figures.subjects.iter().enumerate().map(|(i, subject)| Answer {
        written: subject.written.clone(),
        name: figures.swatched(subject),
        share: shown.as_ref().and_then(|shown| shown.runs.get(i)?.share_above(told, quantity, value)),
    });
    let answers = asks(quantity, value, answers, &onask);
    // Wherever it is pressed, the line comes.
    let drag = line(Callback::from(|_| true), move |picked| across(&shown.as_ref()?.picture(pane)?, picked), &onask);
    let label = format!("{title} of those who have left: {}", asked::words(quantity, value));
    html! {
        <section class={classes!("race-curve", format!("of-{key}"), front.then_some("front"))} aria-label={title}>
            <div class="picture-head">
                <h2>{ title }</h2>
                <span class="muted small">{ format!("of those who have left{}; ○ the last three", if race.clock.over() { "" } else { " so far" }) }</span>
                <div class="segments" role="radiogroup" aria-label={format!("Part of the distribution of {key}")}>
                    { choice(false, "Body", "The fraction that has at most so much") }
                    { choice(true, "Tail", "The fraction that has more, both axes logarithmic") }
                </div>
            </div>
            <div class="race-asks">{ figures.canvas(key.to_owned(), pane, label, Hears { drag: Some(drag), ..Hears::default() }) }</div>
            { answers }
        </section>
    }
}
